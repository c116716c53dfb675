//! Stored content of rows as sent. Lines that many rows share are stored once, in blocks by their hash. The other lines
//! are stored with each candidate in a short form, without values that are also columns of the candidate.

use std::borrow::Cow;
use std::collections::HashMap;

use jiff::civil::Date;
use orderdock_domain::candidate::{Candidate, Field, Override};
use orderdock_domain::import::{Content, ContentPart};
use orderdock_domain::number::{Decimal, canonical};
use orderdock_domain::text::{Code, Text};
use orderdock_store::StoreResult;
use sha2::{Digest, Sha256};

use crate::sql::column::{Column, RowReader, integer, owned, text};
use crate::sql::query::{RowWriter, first_of_each, rows};
use crate::sql::tables::CANDIDATE_CONTENT;
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction, sql::keys};

const PARTS: usize = ContentPart::ALL.len();

static INSERT: Statement = Statement::insert(&CANDIDATE_CONTENT);

/// `?1` keys. Returns position and block id of each existing key.
static BLOCKS: Statement = Statement::new(
    r"
    SELECT k.key, b.id
    FROM {array ?1 bytes}
    {join} content_block b ON b.key = k.value
    ",
);

static INSERT_BLOCK: Statement = Statement::new(
    r"
    INSERT INTO content_block (key, members)
    VALUES (?1, ?2)
    ON CONFLICT (key) DO NOTHING
    RETURNING id
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&INSERT, &BLOCKS, &INSERT_BLOCK];

/// Writes the content of new candidates.
pub fn insert<'c>(
    transaction: &dyn Transaction,
    candidates: impl Iterator<Item = &'c Candidate> + Clone,
) -> StoreResult<()> {
    let mut blocks = Blocks::default();
    let shared: Vec<_> = candidates.clone().map(|candidate| blocks.of(&candidate.content)).collect();
    let ids = blocks.write(transaction)?;
    let id = |block: Option<usize>| block.and_then(|block| *ids.get(block)?).map_or(SqlValue::Null, integer);
    let mut contents = RowWriter::prepare(transaction, &INSERT)?;
    for (candidate, shared) in candidates.zip(shared) {
        let content = &candidate.content;
        let [.., own] = content.parts();
        let about = [
            candidate.id.write(),
            owned(shortened(own, &ColumnValues::of(candidate))),
            content.version.write(),
            content.hash.write(),
        ];
        contents.write(about.into_iter().chain(shared.map(id)))?;
    }
    contents.close()
}

/// Reads the columns of the marker `{content c}`.
pub fn read(row: &mut RowReader<'_>) -> StoreResult<Content> {
    let (own, version, hash) = (row.read_value()?, row.read()?, row.read()?);
    let own = own.as_text().unwrap_or_default();
    let mut parts: [Cow<'_, str>; PARTS] = Default::default();
    for (place, part) in parts.iter_mut().zip(ContentPart::ALL) {
        *place = match part {
            ContentPart::Own => lengthened(own, || ColumnValues::from_row(row))?,
            shared => {
                row.read::<Option<String>>()?.map_or_else(Cow::default, |members| placed(shared, members))
            }
        };
    }
    Ok(Content::from_stored(parts.each_ref().map(AsRef::as_ref), version, hash))
}

/// The distinct blocks of a commit.
#[derive(Default)]
struct Blocks<'c> {
    /// Numbers of the blocks, by their lines.
    sent: HashMap<&'c str, usize>,
    blocks: Vec<Block<'c>>,
}

struct Block<'c> {
    key: [u8; 16],
    members: Cow<'c, str>,
}

impl<'c> Blocks<'c> {
    /// Returns the numbers of the blocks of a content; `None` for an empty part.
    fn of(&mut self, content: &'c Content) -> [Option<usize>; PARTS - 1] {
        let [shared @ .., _] = content.parts();
        let mut numbers = [None; PARTS - 1];
        for (number, (part, lines)) in numbers.iter_mut().zip(ContentPart::ALL.into_iter().zip(shared)) {
            *number = (!lines.is_empty()).then(|| self.number(part, lines));
        }
        numbers
    }

    fn number(&mut self, part: ContentPart, lines: &'c str) -> usize {
        if let Some(number) = self.sent.get(lines) {
            return *number;
        }
        let members = unplaced(part, lines);
        self.blocks.push(Block { key: key(&members), members });
        self.sent.insert(lines, self.blocks.len() - 1);
        self.blocks.len() - 1
    }

    /// Returns the ids of the blocks, by number. Writes new ones ordered by key, so that no two commits deadlock.
    fn write(&self, transaction: &dyn Transaction) -> StoreResult<Vec<Option<i64>>> {
        let mut ids = vec![None; self.blocks.len()];
        let mut unknown: Vec<usize> = (0..self.blocks.len()).collect();
        unknown.sort_unstable_by_key(|number| self.blocks.get(*number).map(|block| block.key));
        self.find(transaction, &mut unknown, &mut ids)?;
        if unknown.is_empty() {
            return Ok(ids);
        }
        let values = unknown.iter().filter_map(|number| self.blocks.get(*number));
        let values: Vec<_> = values.map(|block| vec![block.key.write(), text(&block.members)]).collect();
        let written = first_of_each(transaction, "content_block", &INSERT_BLOCK, values.into_iter())?;
        note(&mut unknown, &mut ids, &written);
        // blocks that another transaction has written in the meantime
        self.find(transaction, &mut unknown, &mut ids)?;
        Ok(ids)
    }

    /// Looks up unknown blocks. The numbers of those without an id stay in `unknown`.
    fn find(
        &self,
        transaction: &dyn Transaction,
        unknown: &mut Vec<usize>,
        ids: &mut [Option<i64>],
    ) -> StoreResult<()> {
        if unknown.is_empty() {
            return Ok(());
        }
        let keys = unknown.iter().filter_map(|number| self.blocks.get(*number));
        let keys = keys::bytes(keys.map(|block| block.key.as_slice()));
        let mut found = vec![None; unknown.len()];
        rows(transaction, "content_block", &BLOCKS, [keys], |row| {
            let (number, id) = (row.read::<i64>()?, row.read()?);
            if let Some(place) = usize::try_from(number).ok().and_then(|number| found.get_mut(number)) {
                *place = Some(id);
            }
            Ok(())
        })?;
        note(unknown, ids, &found);
        Ok(())
    }
}

fn note(unknown: &mut Vec<usize>, ids: &mut [Option<i64>], found: &[Option<i64>]) {
    for (number, found) in unknown.iter().zip(found) {
        if let Some(id) = ids.get_mut(*number) {
            *id = *found;
        }
    }
    unknown.retain(|number| ids.get(*number).is_some_and(Option::is_none));
}

/// Returns the key of a block: the first half of the SHA-256 of its lines.
pub fn key(members: &str) -> [u8; 16] {
    let whole: [u8; 32] = Sha256::digest(members).into();
    whole.first_chunk().copied().unwrap_or_default()
}

/// Returns the lines of a part without its pointer, so that a partner in several roles is one block.
fn unplaced(part: ContentPart, lines: &str) -> Cow<'_, str> {
    let place = part.pointer();
    if place.is_empty() {
        return Cow::Borrowed(lines);
    }
    Cow::Owned(each_line(lines, |line, out| out.push_str(line.strip_prefix(place).unwrap_or(line))))
}

fn placed(part: ContentPart, members: String) -> Cow<'static, str> {
    let place = part.pointer();
    if place.is_empty() {
        return Cow::Owned(members);
    }
    Cow::Owned(each_line(&members, |line, out| {
        if !line.is_empty() {
            out.push_str(place);
        }
        out.push_str(line);
    }))
}

/// Beginnings of lines that rows do not share, up to the second tab, with the letter that replaces them. A letter never
/// changes its meaning.
const LETTERS: [(char, &str); 17] = [
    ('h', "/externalHeaderId\ts\t"),
    ('l', "/externalLineId\ts\t"),
    ('f', "/externalId\tS\t"),
    ('H', "/externalHeaderId\tr\t"),
    ('L', "/externalLineId\tr\t"),
    ('P', "/productDescription\ts\t"),
    ('D', "/description\ts\t"),
    ('q', "/qty\tn\t"),
    ('u', "/uomCode\ts\t"),
    ('p', "/price\tn\t"),
    ('d', "/discount\tn\t"),
    ('r', "/poReference\ts\t"),
    ('o', "/dateOrdered\td\t"),
    ('t', "/dateRequired\td\t"),
    ('i', "/presetDateInvoiced\td\t"),
    ('s', "/presetDateShipped\td\t"),
    ('n', "/line\tn\t"),
];
/// Prefix of a line without a letter.
const WHOLE: char = ' ';
/// First character of lines of the first version, which are stored in full, without a letter.
const POINTER: char = '/';

/// Prefix of letters of lines whose value equals a column of the candidate.
const COLUMN_VALUE: char = '=';

/// Values of the candidate's columns as received, without later changes by users.
struct ColumnValues<'c>([Option<Cow<'c, str>>; COLUMNS.len()]);

/// The columns: the letters of lines with the same value, and the field of an override.
const COLUMNS: [(&str, Option<Field>); 10] = [
    ("hHf", None),
    ("lL", None),
    ("P", Some(Field::ProductDescription)),
    ("D", Some(Field::Description)),
    ("q", Some(Field::Qty)),
    ("p", Some(Field::Price)),
    ("d", Some(Field::Discount)),
    ("r", Some(Field::PoReference)),
    ("o", Some(Field::DateOrdered)),
    ("t", Some(Field::DateRequired)),
];

impl<'c> ColumnValues<'c> {
    fn of(candidate: &'c Candidate) -> Self {
        let text = |text: &'c str| Some(Cow::Borrowed(text));
        let number = |number: &Decimal| Cow::Owned(canonical(number));
        let values = Self([
            text(candidate.identity.header_id.as_str()),
            text(candidate.identity.line_id.as_str()),
            candidate.product_description.as_ref().map(|text| Cow::Borrowed(text.as_str())),
            candidate.description.as_ref().map(|text| Cow::Borrowed(text.as_str())),
            Some(number(&candidate.qty)),
            candidate.price.as_ref().map(number),
            candidate.discount.as_ref().map(number),
            text(candidate.po_reference.as_str()),
            Some(day(candidate.date_ordered)),
            candidate.date_required.map(day),
        ]);
        values.imported(&candidate.overrides)
    }

    /// Reads the values from the columns, in order.
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        let code = |code: Code| Some(Cow::Owned(code.to_string()));
        let text = |text: Option<Text>| text.map(|text| Cow::Owned(text.to_string()));
        let number = |number: Option<Decimal>| number.map(|number| Cow::Owned(canonical(&number)));
        let values = Self([
            code(row.read()?),
            code(row.read()?),
            text(row.read()?),
            text(row.read()?),
            number(row.read()?),
            number(row.read()?),
            number(row.read()?),
            code(row.read()?),
            row.read::<Option<Date>>()?.map(day),
            row.read::<Option<Date>>()?.map(day),
        ]);
        Ok(values.imported(&row.read::<Vec<Override>>()?))
    }

    fn imported(mut self, overrides: &[Override]) -> Self {
        for one in overrides {
            let place = COLUMNS.iter().position(|(_, field)| *field == Some(one.field));
            if let Some(value) = place.and_then(|place| self.0.get_mut(place)) {
                *value = one.imported.clone().map(Cow::Owned);
            }
        }
        self
    }

    fn by(&self, letter: char) -> Option<&str> {
        let place = COLUMNS.iter().position(|(letters, _)| letters.contains(letter))?;
        self.0.get(place)?.as_deref()
    }
}

fn day(day: Date) -> Cow<'static, str> {
    Cow::Owned(day.to_string())
}

/// Returns the letter for the beginning of a line, and the rest of the line.
fn lettered(line: &str) -> Option<(char, &str)> {
    let (tab, _) = line.match_indices('\t').nth(1)?;
    let (start, rest) = line.split_at_checked(tab + 1)?;
    LETTERS.iter().find(|(_, known)| *known == start).map(|(letter, _)| (*letter, rest))
}

fn shortened(lines: &str, values: &ColumnValues<'_>) -> String {
    let mut out = String::with_capacity(lines.len());
    let mut letters = false;
    for (number, line) in lines.split('\n').enumerate() {
        let known = lettered(line);
        let values = known.and_then(|(letter, rest)| Some((letter, values.by(letter)? == rest)));
        if let Some((letter, true)) = values {
            if !letters {
                out.extend((number > 0).then_some('\n'));
                out.push(COLUMN_VALUE);
            }
            letters = true;
            out.push(letter);
            continue;
        }
        letters = false;
        out.extend((number > 0).then_some('\n'));
        let (letter, rest) = known.unwrap_or((WHOLE, line));
        if !line.is_empty() {
            out.push(letter);
        }
        out.push_str(rest);
    }
    out
}

fn lengthened<'k, 'c>(
    stored: &'k str,
    values: impl FnOnce() -> StoreResult<ColumnValues<'c>>,
) -> StoreResult<Cow<'k, str>> {
    if stored.starts_with(POINTER) {
        return Ok(Cow::Borrowed(stored));
    }
    let values = if stored.contains(COLUMN_VALUE) { values()? } else { ColumnValues(Default::default()) };
    let start = |wanted: char| LETTERS.iter().find(|(letter, _)| *letter == wanted).map(|(_, start)| *start);
    let whole = |line: &str, out: &mut String| {
        let mut signs = line.chars();
        let start = signs.next().and_then(start);
        out.push_str(start.unwrap_or_default());
        out.push_str(if start.is_some() { signs.as_str() } else { line.strip_prefix(WHOLE).unwrap_or(line) });
    };
    Ok(Cow::Owned(each_line(stored, |line, out| {
        let Some(letters) = line.strip_prefix(COLUMN_VALUE) else { return whole(line, out) };
        for (number, letter) in letters.chars().enumerate() {
            out.extend((number > 0).then_some('\n'));
            out.push_str(start(letter).unwrap_or_default());
            out.push_str(values.by(letter).unwrap_or_default());
        }
    })))
}

/// Rewrites each line of a text.
fn each_line(lines: &str, write: impl Fn(&str, &mut String)) -> String {
    let mut out = String::with_capacity(lines.len());
    for (number, line) in lines.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        write(line, &mut out);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns values of header, line, quantity and day.
    fn column_values() -> ColumnValues<'static> {
        let mut values = ColumnValues(Default::default());
        for (place, text) in [(0, "H-1"), (1, "1"), (4, "1.5"), (9, "2030-01-02")] {
            values.0[place] = Some(Cow::Borrowed(text));
        }
        values
    }

    fn expanded(stored: &str) -> String {
        lengthened(stored, || Ok(column_values())).unwrap().into_owned()
    }

    #[test]
    fn shortened_content_expands_to_the_original() {
        for lines in [
            "",
            "what was sent",
            "line 1 of H",
            " /x",
            "=hl",
            "\n",
            "/externalHeaderId\ts\tH-1\n/externalLineId\tr\t1\n/qty\tn\t1.5\n/unheard\tn\t1\n/qty\tb\ttrue\n",
            "/externalHeaderId\ts\tH-1",
            "\n/qty\tn\t1.5\n\n/externalLineId\ts\t1\n/qty\tn\t1.50\n/dateRequired\td\t2030-01-02\n",
        ] {
            assert_eq!(expanded(&shortened(lines, &column_values())), lines);
            assert_eq!(expanded(&shortened(lines, &ColumnValues(Default::default()))), lines);
        }
        assert_eq!(
            shortened(
                "/qty\tn\t1.5\n/poReference\ts\tPO 7\n/headerLineCount\tn\t3\n",
                &ColumnValues(Default::default())
            ),
            "q1.5\nrPO 7\n /headerLineCount\tn\t3\n"
        );
        assert_eq!(
            shortened(
                "/externalHeaderId\ts\tH-1\n/externalLineId\ts\t1\n/qty\tn\t2\n/dateRequired\td\t2030-01-02\n",
                &column_values()
            ),
            "=hl\nq2\n=t\n"
        );
    }

    #[test]
    fn overridden_value_is_not_used_to_shorten_content() {
        let at = jiff::Timestamp::UNIX_EPOCH;
        let one = |field, imported: Option<&str>| Override {
            field,
            imported: imported.map(str::to_owned),
            cleared: false,
            actor: String::new(),
            at,
        };
        let values = column_values().imported(&[one(Field::Qty, Some("7")), one(Field::DateRequired, None)]);
        assert_eq!((values.by('q'), values.by('t'), values.by('h')), (Some("7"), None, Some("H-1")));
    }

    #[test]
    fn content_of_the_first_version_is_unchanged() {
        let first = "/org\tr\t7\n/externalHeaderId\ts\tH-1\n/qty\tn\t1\n";
        assert_eq!(expanded(first), first);
    }

    #[test]
    fn partner_block_is_independent_of_its_role() {
        let lines = |place: &str| format!("{place}/bpartner/code\ts\tG1\n{place}/location/city\ts\tKöln\n");
        let (buyer, bill) = (lines("/bpartner"), lines("/billBPartner"));
        let members = unplaced(ContentPart::BPartner, &buyer);
        assert_eq!(members, unplaced(ContentPart::BillBPartner, &bill));
        assert_eq!(placed(ContentPart::BillBPartner, members.into_owned()), bill);
    }

    #[test]
    fn content_abbreviations_are_unique() {
        for (number, (letter, start)) in LETTERS.iter().enumerate() {
            let (_, later) = LETTERS.split_at(number + 1);
            assert!(later.iter().all(|(other, begin)| other != letter && begin != start), "{letter} {start}");
            assert!(
                start.starts_with(POINTER) && ![WHOLE, POINTER, COLUMN_VALUE].contains(letter),
                "{letter} {start}"
            );
        }
    }
}
