//! What was sent, as it is kept: what many rows say alike once, in blocks under their hash, and beside each candidate
//! what it says for itself, in short.

use std::borrow::Cow;
use std::collections::HashMap;

use orderdock_domain::candidate::Candidate;
use orderdock_domain::import::{Content, Part};
use orderdock_store::StoreResult;
use sha2::{Digest, Sha256};

use crate::column::{Column, Fields, Rows, integer, owned, text, value};
use crate::template::{Statement, statement};
use crate::{Datum, Transaction};

const PARTS: usize = Part::ALL.len();

/// What comes instead of the columns of [`kept!`] where nothing reads them.
macro_rules! no_content {
    () => {
        "'', 0, {bytes 16}, NULL, NULL, NULL, NULL, NULL, NULL"
    };
}
/// Of `candidate_content`; rows of the first version have a hash of 32 bytes.
macro_rules! kept {
    () => {
        concat!(
            "content, content_version, substr(content_hash, 1, 16)",
            $crate::content::block!("terms"),
            $crate::content::block!("bpartner"),
            $crate::content::block!("bill_bpartner"),
            $crate::content::block!("drop_ship_bpartner"),
            $crate::content::block!("hand_over_bpartner"),
            $crate::content::block!("product")
        )
    };
}
macro_rules! block {
    ($name:literal) => {
        concat!(", (SELECT b.members FROM content_block b WHERE b.id = ", $name, "_block)")
    };
}
pub(crate) use {block, kept, no_content};

statement! {
    INSERT = insert CANDIDATE_CONTENT
}
statement! {
    BLOCK = "SELECT id FROM content_block WHERE key = ?1"
}
statement! {
    INSERT_BLOCK = "INSERT INTO content_block (key, members) VALUES (?1, ?2) RETURNING id"
}

/// Every statement of the room.
pub const STATEMENTS: &[&Statement] = &[&INSERT, &BLOCK, &INSERT_BLOCK];

/// Writes what was sent of new candidates.
pub fn insert<'c>(
    transaction: &dyn Transaction,
    candidates: impl Iterator<Item = &'c Candidate>,
) -> StoreResult<()> {
    let mut blocks = Blocks { transaction, sent: HashMap::new() };
    let mut contents = Rows::prepare(transaction, &INSERT)?;
    for candidate in candidates {
        let content = &candidate.content;
        let [shared @ .., own] = content.parts();
        let mut ids = [None; PARTS - 1];
        for (id, (part, lines)) in ids.iter_mut().zip(Part::ALL.into_iter().zip(shared)) {
            *id = blocks.id(part, lines)?;
        }
        let about =
            [candidate.id.write(), owned(shortened(own)), content.version.write(), content.hash.write()];
        contents.write(about.into_iter().chain(ids.iter().map(|id| id.map_or(Datum::Null, integer))))?;
    }
    Ok(())
}

/// Reads the columns of [`kept!`].
pub fn read(fields: &mut Fields<'_>) -> StoreResult<Content> {
    let (own, version, hash) = (fields.raw()?, fields.take()?, fields.take()?);
    let own = own.as_text().unwrap_or_default();
    let mut parts: [Cow<'_, str>; PARTS] = Default::default();
    for (place, part) in parts.iter_mut().zip(Part::ALL) {
        *place = match part {
            Part::Own => lengthened(own),
            shared => {
                fields.take::<Option<String>>()?.map_or_else(Cow::default, |members| placed(shared, members))
            }
        };
    }
    Ok(Content::kept(parts.each_ref().map(AsRef::as_ref), version, hash))
}

/// The blocks of a commit.
struct Blocks<'t, 'c> {
    transaction: &'t dyn Transaction,
    /// The ones that were met, by their lines.
    sent: HashMap<&'c str, i64>,
}

impl<'c> Blocks<'_, 'c> {
    /// The id of a block, written if it is new; none where nothing was sent.
    fn id(&mut self, part: Part, lines: &'c str) -> StoreResult<Option<i64>> {
        if lines.is_empty() {
            return Ok(None);
        }
        if let Some(id) = self.sent.get(lines) {
            return Ok(Some(*id));
        }
        let members = unplaced(part, lines);
        let key = key(&members);
        let known = value(self.transaction, "content_block", &BLOCK, [key.write()])?;
        let id = match known {
            Some(id) => Some(id),
            None => value(self.transaction, "content_block", &INSERT_BLOCK, [key.write(), text(&members)])?,
        };
        if let Some(id) = id {
            self.sent.insert(lines, id);
        }
        Ok(id)
    }
}

/// What a block is known by: the first half of the SHA-256 of its lines.
pub fn key(members: &str) -> [u8; 16] {
    let whole: [u8; 32] = Sha256::digest(members).into();
    whole.first_chunk().copied().unwrap_or_default()
}

/// Lines of a part without the place where it stood: a partner is one block wherever it was named.
fn unplaced(part: Part, lines: &str) -> Cow<'_, str> {
    let place = part.place();
    if place.is_empty() {
        return Cow::Borrowed(lines);
    }
    Cow::Owned(each_line(lines, |line, out| out.push_str(line.strip_prefix(place).unwrap_or(line))))
}

fn placed(part: Part, members: String) -> Cow<'static, str> {
    let place = part.place();
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

/// What rows say for themselves, with the letter that stands for pointer and kind. A letter keeps its meaning for
/// ever.
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
/// Before a line that no letter stands for.
const WHOLE: char = ' ';
/// What the lines of the first version began with: they stand whole, without a letter.
const POINTER: char = '/';

fn shortened(lines: &str) -> String {
    each_line(lines, |line, out| {
        let known = LETTERS.iter().find_map(|(letter, start)| Some((*letter, line.strip_prefix(start)?)));
        let (letter, rest) = known.unwrap_or((WHOLE, line));
        if !line.is_empty() {
            out.push(letter);
        }
        out.push_str(rest);
    })
}

fn lengthened(kept: &str) -> Cow<'_, str> {
    if kept.starts_with(POINTER) {
        return Cow::Borrowed(kept);
    }
    Cow::Owned(each_line(kept, |line, out| {
        let known = LETTERS.iter().find_map(|(letter, start)| Some((*start, line.strip_prefix(*letter)?)));
        let (start, rest) = known.unwrap_or(("", line.strip_prefix(WHOLE).unwrap_or(line)));
        out.push_str(start);
        out.push_str(rest);
    }))
}

/// A text whose lines are written anew.
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

    #[test]
    fn lines_come_back_as_they_were() {
        for lines in [
            "",
            "what was sent",
            "line 1 of H",
            " /x",
            "\n",
            "/externalHeaderId\ts\tH-1\n/externalLineId\tr\t1\n/qty\tn\t1.5\n/unheard\tn\t1\n/qty\tb\ttrue\n",
        ] {
            assert_eq!(lengthened(&shortened(lines)), lines);
        }
        assert_eq!(
            shortened("/qty\tn\t1.5\n/poReference\ts\tPO 7\n/headerLineCount\tn\t3\n"),
            "q1.5\nrPO 7\n /headerLineCount\tn\t3\n"
        );
    }

    #[test]
    fn what_the_first_version_wrote_stands_as_it_is() {
        let first = "/org\tr\t7\n/externalHeaderId\ts\tH-1\n/qty\tn\t1\n";
        assert_eq!(lengthened(first), first);
    }

    #[test]
    fn a_partner_is_one_block_wherever_it_was_named() {
        let lines = |place: &str| format!("{place}/bpartner/code\ts\tG1\n{place}/location/city\ts\tKöln\n");
        let (buyer, bill) = (lines("/bpartner"), lines("/billBPartner"));
        let members = unplaced(Part::BPartner, &buyer);
        assert_eq!(members, unplaced(Part::BillBPartner, &bill));
        assert_eq!(placed(Part::BillBPartner, members.into_owned()), bill);
    }

    #[test]
    fn a_letter_stands_for_one_start() {
        for (number, (letter, start)) in LETTERS.iter().enumerate() {
            let (_, later) = LETTERS.split_at(number + 1);
            assert!(later.iter().all(|(other, begin)| other != letter && begin != start), "{letter} {start}");
            assert!(start.starts_with(POINTER) && ![WHOLE, POINTER].contains(letter), "{letter} {start}");
        }
    }
}
