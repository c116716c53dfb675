//! Checks the stored keys, lines and counts of missing records against the candidates.

use std::collections::{BTreeMap, BTreeSet};

use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::CandidateId;
use orderdock_store::StoreResult;

use crate::Transaction;
use crate::sql::query::{decode_row, rows};
use crate::sql::template::Statement;
use crate::unresolved::missing_records::{self, LineNumbers, MissingRecordLines};
use crate::unresolved::open_references::{stored_value, waits};

/// Open candidates with unresolved references, without their content.
static CANDIDATES: Statement = Statement::new(
    r"
    SELECT {columns candidate}, {no_content}
    FROM candidate
    WHERE unresolved IS NOT NULL AND status IN ('new', 'error')
    ORDER BY id
    ",
);

static KEYS: Statement = Statement::new(
    r"
    SELECT
        candidate_id, member, key, kind, value, external_system_id, org_id, data_source_id, bpartner_id
    FROM open_reference
    ",
);

static LINES: Statement = Statement::new(
    r"
    SELECT missing_record_id, candidate_id, header, currency, net, created_at
    FROM missing_record_line
    ",
);

static NUMBERS: Statement = Statement::new("SELECT id, lines, orders, unpriced, worth FROM missing_record");

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&CANDIDATES, &KEYS, &LINES, &NUMBERS];

/// Candidate, member, key, kind and value.
type OpenReferenceKey = (CandidateId, String, String, String, String);
/// External system, organisation, data source and partner of a key.
type KeyOwner = (i64, i64, i64, i64);

/// Differences between the stored rows and the candidates.
#[derive(Debug, Default)]
pub struct Differences {
    /// Candidates with wrong keys or lines.
    pub candidates: BTreeSet<CandidateId>,
    /// Missing records with wrong counts.
    pub records: BTreeSet<String>,
}

pub fn differences(transaction: &dyn Transaction) -> StoreResult<Differences> {
    let candidates: Vec<Candidate> = rows(transaction, "candidate", &CANDIDATES, [], decode_row)?;
    let waiting: Vec<_> = candidates.iter().filter(|candidate| waits(candidate)).collect();
    let mut found = Differences::default();
    let stored: Vec<(OpenReferenceKey, KeyOwner)> = rows(transaction, "open_reference", &KEYS, [], |row| {
        let key = (row.read()?, row.read()?, row.read()?, row.read()?, row.read()?);
        Ok((key, (row.read()?, row.read()?, row.read()?, row.read()?)))
    })?;
    let stored: BTreeSet<_> = stored.into_iter().collect();
    let wanted: BTreeSet<_> = waiting.iter().flat_map(|candidate| keys_of(candidate)).collect();
    found.candidates.extend(stored.symmetric_difference(&wanted).map(|((candidate, ..), _)| *candidate));
    let lines = rows(transaction, "missing_record_line", &LINES, [], missing_records::line)?;
    let lines: MissingRecordLines = lines.into_iter().collect();
    let (wanted, _) = missing_records::wanted(transaction, &waiting)?;
    let differing = wanted.iter().filter(|(key, line)| lines.get(*key) != Some(*line));
    let unwanted = lines.keys().filter(|key| !wanted.contains_key(*key));
    found.candidates.extend(differing.map(|(key, _)| key).chain(unwanted).map(|(_, candidate)| *candidate));
    let numbers: Vec<(String, LineNumbers)> = rows(transaction, "missing_record", &NUMBERS, [], decode_row)?;
    let mut numbers: BTreeMap<_, _> = numbers.into_iter().collect();
    for (record, counted) in counted(&lines) {
        if numbers.remove(&record) != Some(counted) {
            found.records.insert(record);
        }
    }
    found.records.extend(numbers.into_keys());
    Ok(found)
}

/// Returns the keys that should be stored for a waiting candidate.
fn keys_of(candidate: &Candidate) -> Vec<(OpenReferenceKey, KeyOwner)> {
    let of_reference = candidate.open_references().flat_map(|open| {
        let partner = open.partner(candidate).map_or(0, |partner| partner.0);
        let system = open.system.map_or(0, |system| system.0);
        let owner = (system, candidate.organisation.0, candidate.data_source.0, partner);
        open.keys.iter().map(move |(key, value)| {
            let (member, kind) = (open.pointer(), open.kind.as_str().to_owned());
            ((candidate.id, member, key.as_str().to_owned(), kind, stored_value(value)), owner)
        })
    });
    of_reference.collect()
}

/// Returns the counts that should be stored for the lines.
fn counted(lines: &MissingRecordLines) -> BTreeMap<String, LineNumbers> {
    let (mut numbers, mut orders) = (BTreeMap::<String, LineNumbers>::new(), BTreeSet::new());
    for ((record, _), line) in lines {
        let of_record = numbers.entry(record.clone()).or_default();
        of_record.count(line, true);
        of_record.orders += u64::from(orders.insert((record, line.header())));
    }
    numbers
}
