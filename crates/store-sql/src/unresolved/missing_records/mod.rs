//! Missing records: their waiting lines and the counts of these. Every write of a waiting candidate updates them.
//!
//! A transaction first locks the rows of all records whose lines change, ordered by id. Concurrent transactions wait
//! there, so the counts that are read afterwards are committed ones.

pub mod list;

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use orderdock_domain::candidate::{Candidate, MissingRecord, ReferenceKind};
use orderdock_domain::cast;
use orderdock_domain::ids::{CandidateId, DataSourceId, OrganisationId};
use orderdock_domain::masterdata::CurrencyCode;
use orderdock_domain::number::{self, Decimal, add, subtract};
use orderdock_domain::text::fold;
use orderdock_store::{StoreError, StoreResult, from_json, to_json};
use serde::{Deserialize, Serialize};

use crate::candidates::value::net;
use crate::sql::column::{Column, FromRow, RowReader, integer, owned, text};
use crate::sql::query::{RowWriter, decode_row, rows};
use crate::sql::tables::MISSING_RECORD_LINE;
use crate::sql::template::Statement;
use crate::unresolved::open_references::waits;
use crate::{SqlValue, Transaction, sql::keys};

/// Decimal places of amounts in an unknown currency.
const USUAL_DIGITS: u32 = 2;

/// `?1` candidates.
static LINES: Statement = Statement::new(
    r"
    SELECT l.missing_record_id, l.candidate_id, l.header, l.currency, l.net, l.created_at
    FROM {array ?1 int8}
    {join} missing_record_line l {use_index missing_record_line_candidate} ON l.candidate_id = k.value
    ",
);

/// `?1` ids.
static RECORDS: Statement = Statement::new(
    r"
    SELECT
        m.id, m.org_id, m.data_source_id, m.kind, m.external_system_id, m.bpartner_id, m.keys,
        m.key_text, m.lines, m.orders, m.unpriced, m.worth
    FROM {array ?1 text}
    {join} missing_record m ON m.id = k.value
    ",
);

/// Creates a record without lines, or locks it.
static LOCK: Statement = Statement::new(
    r"
    INSERT INTO missing_record (
        id, org_id, data_source_id, kind, external_system_id, bpartner_id, keys, key_text, lines, orders,
        unpriced, worth, oldest_id, oldest_at
    )
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET lines = missing_record.lines
    ",
);

static INSERT_LINE: Statement = Statement::insert(&MISSING_RECORD_LINE);
static DELETE_LINE: Statement =
    Statement::new("DELETE FROM missing_record_line WHERE missing_record_id = ? AND candidate_id = ?");

/// Number of lines by incoming order. `?1` pairs of record and incoming order.
static OF_ORDERS: Statement = Statement::new(
    r"
    SELECT {tuple 0}, {tuple 1},
        (
            SELECT count(*)
            FROM missing_record_line l {use_index missing_record_line_header}
            WHERE l.missing_record_id = {tuple 0} AND l.header = {tuple 1}
        )
    FROM {tuples ?1 text text}
    ",
);

/// `?1` ids.
static OLDEST: Statement = Statement::new(
    r"
    SELECT l.missing_record_id, l.candidate_id, l.created_at
    FROM {array ?1 text}
    {join} missing_record_line l
        ON l.missing_record_id = k.value
       AND l.candidate_id = (
           SELECT min(o.candidate_id)
           FROM missing_record_line o
           WHERE o.missing_record_id = k.value
       )
    ",
);

static UPDATE: Statement = Statement::new(
    r"
    UPDATE missing_record
    SET lines = ?2, orders = ?3, unpriced = ?4, worth = ?5, oldest_id = ?6, oldest_at = ?7
    WHERE id = ?1
    ",
);

static DELETE: Statement = Statement::new("DELETE FROM missing_record WHERE id = ?");
static DIGITS: Statement = Statement::new("SELECT code, precision FROM currency WHERE code {in ?1 text}");

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] =
    &[&LINES, &RECORDS, &LOCK, &INSERT_LINE, &DELETE_LINE, &OF_ORDERS, &OLDEST, &UPDATE, &DELETE, &DIGITS];

/// Stored value of the lines in one currency.
#[derive(Serialize, Deserialize)]
struct StoredWorth {
    currency: CurrencyCode,
    #[serde(with = "number::text")]
    amount: Decimal,
}

/// A waiting line of a missing record.
#[derive(Clone, PartialEq, Debug)]
pub struct MissingRecordLine {
    /// Header id of the sender and external system.
    header: String,
    /// Currency and net amount of a line with a sent price.
    currency: Option<CurrencyCode>,
    net: Option<Decimal>,
    created_at: Timestamp,
}

impl MissingRecordLine {
    pub fn header(&self) -> &str {
        &self.header
    }
}

/// Key of a line: missing record and candidate.
pub type MissingRecordLineKey = (String, CandidateId);
pub type MissingRecordLines = BTreeMap<MissingRecordLineKey, MissingRecordLine>;

/// The columns of a missing record that identify it.
pub struct MissingRecordRow {
    organisation: OrganisationId,
    data_source: DataSourceId,
    kind: ReferenceKind,
    system: i64,
    partner: i64,
    keys: String,
    key_text: String,
}

/// Counts of the lines of a missing record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LineNumbers {
    pub lines: u64,
    pub orders: u64,
    /// Lines without a sent price.
    pub unpriced: u64,
    pub worth: BTreeMap<CurrencyCode, Decimal>,
}

/// Adds the lines of new candidates.
pub fn insert<'c>(
    transaction: &dyn Transaction,
    candidates: impl Iterator<Item = &'c Candidate>,
) -> StoreResult<()> {
    let waiting: Vec<_> = candidates.filter(|candidate| waits(candidate)).collect();
    if waiting.is_empty() {
        return Ok(());
    }
    let (wanted, records) = wanted(transaction, &waiting)?;
    LineChanges { added: wanted, removed: MissingRecordLines::new(), records }.write(transaction)
}

/// Replaces the lines of corrected candidates.
pub fn replace<'c>(
    transaction: &dyn Transaction,
    candidates: impl Iterator<Item = &'c Candidate>,
) -> StoreResult<()> {
    let candidates: Vec<_> = candidates.collect();
    if candidates.is_empty() {
        return Ok(());
    }
    let ids = keys::numbers(candidates.iter().map(|candidate| candidate.id.0));
    let mut removed: MissingRecordLines =
        rows(transaction, "missing_record_line", &LINES, [ids], line)?.into_iter().collect();
    let waiting: Vec<_> = candidates.into_iter().filter(|candidate| waits(candidate)).collect();
    if removed.is_empty() && waiting.is_empty() {
        return Ok(());
    }
    let (mut added, records) = wanted(transaction, &waiting)?;
    added.retain(|key, line| match removed.get(key) {
        Some(known) if known == line => {
            removed.remove(key);
            false
        }
        _ => true,
    });
    LineChanges { added, removed, records }.write(transaction)
}

pub fn line(row: &mut RowReader<'_>) -> StoreResult<(MissingRecordLineKey, MissingRecordLine)> {
    let key = (row.read()?, row.read()?);
    let line = MissingRecordLine {
        header: row.read()?,
        currency: row.read()?,
        net: row.read()?,
        created_at: row.read()?,
    };
    Ok((key, line))
}

/// Returns the lines of waiting candidates, and the records for which these wait.
pub fn wanted(
    transaction: &dyn Transaction,
    waiting: &[&Candidate],
) -> StoreResult<(MissingRecordLines, BTreeMap<String, MissingRecordRow>)> {
    let priced = waiting.iter().filter_map(|candidate| candidate.currency.as_ref());
    let currencies: BTreeSet<_> = priced.collect();
    let digits = digits(transaction, &currencies)?;
    let (mut lines, mut records) = (MissingRecordLines::new(), BTreeMap::new());
    for candidate in waiting {
        for missing in candidate.missing_records() {
            let id = missing.id().to_string();
            lines.entry((id.clone(), candidate.id)).or_insert_with(|| line_of(candidate, &digits));
            records.entry(id).or_insert_with(|| MissingRecordRow::of(&missing));
        }
    }
    Ok((lines, records))
}

/// Returns the decimal places of currencies.
fn digits(
    transaction: &dyn Transaction,
    currencies: &BTreeSet<&CurrencyCode>,
) -> StoreResult<BTreeMap<CurrencyCode, u32>> {
    if currencies.is_empty() {
        return Ok(BTreeMap::new());
    }
    let codes = keys::texts(currencies.iter().map(|code| code.as_str()));
    let found: Vec<(CurrencyCode, i64)> = rows(transaction, "currency", &DIGITS, [codes], decode_row)?;
    Ok(found.into_iter().map(|(code, digits)| (code, cast::<u32>(digits))).collect())
}

/// Returns the line of a waiting candidate.
fn line_of(candidate: &Candidate, digits: &BTreeMap<CurrencyCode, u32>) -> MissingRecordLine {
    let amount = || {
        let currency = candidate.currency.clone()?;
        let price = if candidate.is_free() { Decimal::ZERO } else { candidate.price? };
        let digits = digits.get(&currency).copied().unwrap_or(USUAL_DIGITS);
        Some((currency, net(candidate.qty, price, candidate.discount, digits)?))
    };
    let (currency, net) = amount().unzip();
    let system = candidate.external_system.map_or(0, |system| system.0);
    let header = format!("{}\u{1f}{system}", candidate.identity.header_id);
    MissingRecordLine { header, currency, net, created_at: candidate.created_at }
}

impl MissingRecordRow {
    fn of(missing: &MissingRecord) -> Self {
        let values = missing.keys.iter().map(|(_, value)| value.as_str());
        Self {
            organisation: missing.organisation,
            data_source: missing.data_source,
            kind: missing.kind,
            system: missing.system.map_or(0, |system| system.0),
            partner: missing.partner.map_or(0, |partner| partner.0),
            key_text: fold(&values.collect::<Vec<_>>().join("\n")),
            keys: to_json(&missing.keys),
        }
    }
}

impl FromRow for MissingRecordRow {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            organisation: row.read()?,
            data_source: row.read()?,
            kind: row.read()?,
            system: row.read()?,
            partner: row.read()?,
            keys: row.read()?,
            key_text: row.read()?,
        })
    }
}

impl FromRow for LineNumbers {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        let number = |row: &mut RowReader<'_>| Ok::<_, StoreError>(cast::<u64>(row.read::<i64>()?));
        let (lines, orders, unpriced) = (number(row)?, number(row)?, number(row)?);
        let worth: Vec<StoredWorth> = from_json("missing_record.worth", &row.read::<String>()?)?;
        let worth = worth.into_iter().map(|one| (one.currency, one.amount)).collect();
        Ok(Self { lines, orders, unpriced, worth })
    }
}

impl LineNumbers {
    /// Adds or removes a line.
    pub fn count(&mut self, line: &MissingRecordLine, is_added: bool) {
        let step = |number: u64| if is_added { number + 1 } else { number.saturating_sub(1) };
        self.lines = step(self.lines);
        let (Some(currency), Some(net)) = (&line.currency, line.net) else {
            self.unpriced = step(self.unpriced);
            return;
        };
        let sum = self.worth.get(currency).copied().unwrap_or_default();
        let sum = if is_added { add(sum, net) } else { subtract(sum, net) };
        match sum {
            Some(sum) if !sum.is_zero() => {
                self.worth.insert(currency.clone(), sum);
            }
            _ => {
                self.worth.remove(currency);
            }
        }
    }

    fn worth_as_json(&self) -> String {
        let worth = self.worth.iter();
        let worth =
            worth.map(|(currency, amount)| StoredWorth { currency: currency.clone(), amount: *amount });
        to_json(&worth.collect::<Vec<_>>())
    }
}

/// Changes of lines by a transaction.
struct LineChanges {
    added: MissingRecordLines,
    removed: MissingRecordLines,
    /// Records of the added lines.
    records: BTreeMap<String, MissingRecordRow>,
}

impl LineChanges {
    fn write(mut self, transaction: &dyn Transaction) -> StoreResult<()> {
        let ids: BTreeSet<String> =
            self.added.keys().chain(self.removed.keys()).map(|(record, _)| record.clone()).collect();
        if ids.is_empty() {
            return Ok(());
        }
        let list = || keys::texts(ids.iter().map(String::as_str));
        let unknown = ids.iter().filter(|id| !self.records.contains_key(*id)).map(String::as_str);
        let found: Vec<(String, MissingRecordRow)> =
            rows(transaction, "missing_record", &RECORDS, [keys::texts(unknown)], |row| {
                Ok((row.read()?, MissingRecordRow::from_row(row)?))
            })?;
        self.records.extend(found);
        self.lock(transaction, &ids)?;
        let mut numbers: BTreeMap<String, LineNumbers> =
            rows(transaction, "missing_record", &RECORDS, [list()], |row| {
                let id = row.read()?;
                MissingRecordRow::from_row(row)?;
                Ok((id, LineNumbers::from_row(row)?))
            })?
            .into_iter()
            .collect();
        self.write_lines(transaction)?;
        for (lines, is_added) in [(&self.removed, false), (&self.added, true)] {
            for ((record, _), line) in lines {
                numbers.entry(record.clone()).or_default().count(line, is_added);
            }
        }
        self.count_orders(transaction, &mut numbers)?;
        let oldest: Vec<(String, CandidateId, Timestamp)> =
            rows(transaction, "missing_record_line", &OLDEST, [list()], decode_row)?;
        write_numbers(transaction, &numbers, oldest)
    }

    fn lock(&self, transaction: &dyn Transaction, ids: &BTreeSet<String>) -> StoreResult<()> {
        let mut locks = RowWriter::prepare(transaction, &LOCK)?;
        for (id, record) in ids.iter().filter_map(|id| Some((id, self.records.get(id)?))) {
            locks.write([
                text(id),
                record.organisation.write(),
                record.data_source.write(),
                Column::write(&record.kind),
                integer(record.system),
                integer(record.partner),
                text(&record.keys),
                text(&record.key_text),
                integer(0),
                integer(0),
                integer(0),
                text("[]"),
                integer(0),
                SqlValue::Instant(Timestamp::UNIX_EPOCH),
            ])?;
        }
        locks.close()
    }

    fn write_lines(&self, transaction: &dyn Transaction) -> StoreResult<()> {
        let mut deletes = RowWriter::prepare(transaction, &DELETE_LINE)?;
        for (record, candidate) in self.removed.keys() {
            deletes.write([text(record), candidate.write()])?;
        }
        deletes.close()?;
        let mut inserts = RowWriter::prepare(transaction, &INSERT_LINE)?;
        for ((record, candidate), line) in &self.added {
            inserts.write([
                text(record),
                candidate.write(),
                text(&line.header),
                line.currency.write(),
                line.net.write(),
                line.created_at.write(),
            ])?;
        }
        inserts.close()
    }

    /// Counts the incoming orders that got their first line or lost their last one.
    fn count_orders(
        &self,
        transaction: &dyn Transaction,
        numbers: &mut BTreeMap<String, LineNumbers>,
    ) -> StoreResult<()> {
        let mut changes: BTreeMap<(&str, &str), i64> = BTreeMap::new();
        for (lines, step) in [(&self.removed, -1), (&self.added, 1)] {
            for ((record, _), line) in lines {
                *changes.entry((record, &line.header)).or_default() += step;
            }
        }
        let pairs = keys::text_pairs(changes.keys().copied());
        let after: Vec<(String, String, i64)> =
            rows(transaction, "missing_record_line", &OF_ORDERS, [pairs], decode_row)?;
        for (record, header, after) in after {
            let change = changes.get(&(record.as_str(), header.as_str())).copied().unwrap_or_default();
            let Some(numbers) = numbers.get_mut(&record) else { continue };
            match (after - change > 0, after > 0) {
                (false, true) => numbers.orders += 1,
                (true, false) => numbers.orders = numbers.orders.saturating_sub(1),
                _ => {}
            }
        }
        Ok(())
    }
}

fn write_numbers(
    transaction: &dyn Transaction,
    numbers: &BTreeMap<String, LineNumbers>,
    oldest: Vec<(String, CandidateId, Timestamp)>,
) -> StoreResult<()> {
    let oldest: BTreeMap<_, _> =
        oldest.into_iter().map(|(id, candidate, at)| (id, (candidate, at))).collect();
    let (mut updates, mut deletes) =
        (RowWriter::prepare(transaction, &UPDATE)?, RowWriter::prepare(transaction, &DELETE)?);
    for (id, numbers) in numbers {
        let Some((candidate, at)) = oldest.get(id) else {
            deletes.write([text(id)])?;
            continue;
        };
        updates.write([
            text(id),
            integer(cast::<i64>(numbers.lines)),
            integer(cast::<i64>(numbers.orders)),
            integer(cast::<i64>(numbers.unpriced)),
            owned(numbers.worth_as_json()),
            candidate.write(),
            at.write(),
        ])?;
    }
    updates.close()?;
    deletes.close()
}
