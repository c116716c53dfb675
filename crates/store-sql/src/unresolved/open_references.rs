//! Keys of missing records, by which waiting candidates are found.

use orderdock_domain::candidate::{Candidate, Status};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::text::fold;
use orderdock_store::StoreResult;

use crate::Transaction;
use crate::sql::column::{Column, integer, owned};
use crate::sql::query::{RowWriter, decode_row, rows};
use crate::sql::scope::OrganisationIds;
use crate::sql::tables::OPEN_REFERENCE;
use crate::sql::template::Statement;

/// Maximum length of a stored value in characters; the same as of codes.
const MAX_VALUE_LENGTH: usize = 255;

static INSERT: Statement = Statement::insert(&OPEN_REFERENCE);
static DELETE: Statement = Statement::new("DELETE FROM open_reference WHERE candidate_id = ?");

/// `?2` candidate after which the list begins.
static WAITING: Statement = Statement::new(
    r"
    SELECT DISTINCT candidate_id
    FROM open_reference
    WHERE candidate_id > ?2 AND {no_index org_id} {in ?1 int8}
    ORDER BY candidate_id
    LIMIT ?3
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&INSERT, &DELETE, &WAITING];

/// Returns the candidates after one that wait for records, ascending by id.
pub fn waiting(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    after: CandidateId,
    limit: u32,
) -> StoreResult<Vec<CandidateId>> {
    let values = [organisations.write(), after.write(), integer(i64::from(limit))];
    rows(transaction, "open_reference", &WAITING, values, decode_row)
}

/// Stores the keys of new candidates.
pub fn insert<'c>(
    transaction: &dyn Transaction,
    candidates: impl Iterator<Item = &'c Candidate>,
) -> StoreResult<()> {
    let mut candidates = candidates.filter(|candidate| waits(candidate)).peekable();
    if candidates.peek().is_none() {
        return Ok(());
    }
    let mut rows = RowWriter::prepare(transaction, &INSERT)?;
    for candidate in candidates {
        for open in candidate.open_references() {
            let (pointer, partner) = (open.pointer(), open.partner(candidate));
            for (key, value) in &open.keys {
                rows.write([
                    candidate.id.write(),
                    owned(pointer.clone()),
                    Column::write(key),
                    owned(stored_value(value)),
                    Column::write(&open.kind),
                    integer(open.system.map_or(0, |system| system.0)),
                    candidate.organisation.write(),
                    candidate.data_source.write(),
                    integer(partner.map_or(0, |partner| partner.0)),
                ])?;
            }
        }
    }
    rows.close()
}

/// Replaces the keys of corrected candidates.
pub fn replace<'c>(
    transaction: &dyn Transaction,
    candidates: impl Iterator<Item = &'c Candidate> + Clone,
) -> StoreResult<()> {
    let mut rows = RowWriter::prepare(transaction, &DELETE)?;
    for candidate in candidates.clone() {
        rows.write([candidate.id.write()])?;
    }
    rows.close()?;
    insert(transaction, candidates)
}

/// Returns the stored form of the value of a key: folded, and limited to the length that the index allows. Only
/// addresses and names can be longer.
pub fn stored_value(value: &str) -> String {
    fold(value).chars().take(MAX_VALUE_LENGTH).collect()
}

/// Returns whether a candidate waits for records. Excluded and processed candidates do not wait.
pub fn waits(candidate: &Candidate) -> bool {
    matches!(candidate.status, Status::New | Status::Error) && candidate.open_references().next().is_some()
}
