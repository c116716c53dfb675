//! What has come in of headers, whatever became of it.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use orderdock_domain::ids::{CandidateId, PartnerId, RequestId};
use orderdock_domain::problem;
use orderdock_domain::processing::{HeaderGroup, HeaderKey, HeaderState};
use orderdock_domain::text::Code;
use orderdock_store::{BULK_PATH, StoreError, StoreResult, VERSIONED_BULK_PATH, decode_problems};
use rusqlite::Connection;

use crate::column::{Fields, rows, text};
use crate::keys;
use crate::scope::OrganisationIds;

macro_rules! aggregates {
    () => {
        "SELECT r.id, r.org_id, r.data_source_id, r.flat_identity, r.bpartner_id, r.po_reference, \
           r.external_header_id, count(*), max(c.header_line_count), min(c.request_id), max(c.request_id), \
           max(c.created_at), min(iif(c.status = 'error', c.id, NULL)) \
         FROM json_each(?2) k CROSS JOIN candidate r ON r.id = k.value "
    };
}

/// `?1` organisations, `?2` one candidate of each header.
const STATES: &str = concat!(
    aggregates!(),
    "CROSS JOIN candidate_identity i ON i.external_header_id = r.external_header_id
       AND +i.org_id = r.org_id AND +i.data_source_id = r.data_source_id
     CROSS JOIN candidate c ON c.id = i.candidate_id
     WHERE r.flat_identity = 0 AND c.flat_identity = 0 AND r.org_id IN (SELECT value FROM json_each(?1))
     GROUP BY k.key
     UNION ALL ",
    aggregates!(),
    "CROSS JOIN candidate c INDEXED BY candidate_flat
       ON c.po_reference = r.po_reference AND c.bpartner_id = r.bpartner_id
     WHERE r.flat_identity = 1 AND c.flat_identity = 1 AND +c.org_id = r.org_id
       AND +c.data_source_id = r.data_source_id AND r.org_id IN (SELECT value FROM json_each(?1))
     GROUP BY k.key"
);

/// `?1` requests that made all candidates of a header.
const BULKS: &str =
    "SELECT q.id FROM json_each(?1) k CROSS JOIN request q ON q.id = k.value WHERE q.path IN (?2, ?3)";

/// `?1` candidates in error.
const PROBLEMS: &str =
    "SELECT c.id, c.problems FROM json_each(?1) k CROSS JOIN candidate c ON c.id = k.value";

/// `?1` organisations, `?2` one candidate of each header: lines that the same sender sent for it, that were
/// rejected, and that have not come in since.
const REJECTED: &str = "SELECT r.id, x.external_line_id
     FROM json_each(?2) k CROSS JOIN candidate r ON r.id = k.value
     CROSS JOIN rejected_line x ON x.external_header_id = r.external_header_id
     WHERE r.flat_identity = 0 AND r.org_id IN (SELECT value FROM json_each(?1))
       AND (SELECT caller_id FROM request WHERE id = x.request_id)
         IS (SELECT caller_id FROM request WHERE id = r.request_id)
       AND NOT EXISTS (SELECT 1 FROM candidate_identity i WHERE i.external_header_id = x.external_header_id
         AND i.external_line_id = x.external_line_id AND i.org_id = r.org_id
         AND i.data_source_id = r.data_source_id)
     ORDER BY k.key, x.request_id DESC, x.request_index DESC";

/// A header by one of its candidates.
struct Aggregate {
    representative: CandidateId,
    key: HeaderKey,
    state: HeaderState,
    requests: (RequestId, RequestId),
    error: Option<CandidateId>,
}

/// The states of the headers that the candidates stand for.
pub fn states(
    connection: &Connection,
    organisations: &OrganisationIds,
    candidates: &str,
) -> StoreResult<HashMap<HeaderKey, HeaderState>> {
    let values = [organisations.write(), text(candidates)];
    let aggregates = rows(connection, "candidate", STATES, values, aggregate)?;
    let bulks = bulks(connection, &aggregates)?;
    let errors = errors(connection, &aggregates)?;
    let rejected = rejected_lines(connection, organisations, candidates)?;
    Ok(aggregates
        .into_iter()
        .map(|Aggregate { representative, key, state, requests, error }| {
            let state = HeaderState {
                one_bulk: requests.0 == requests.1 && bulks.contains(&requests.0),
                error: error.and_then(|id| errors.get(&id).map(|code| (id, *code))),
                rejected_line: rejected.get(&representative).cloned(),
                ..state
            };
            (key, state)
        })
        .collect())
}

fn aggregate(fields: &mut Fields<'_>) -> StoreResult<Aggregate> {
    let representative = fields.take()?;
    let (organisation, data_source) = (fields.take()?, fields.take()?);
    let (flat, buyer): (bool, PartnerId) = (fields.take()?, fields.take()?);
    let (po_reference, header): (Code, Code) = (fields.take()?, fields.take()?);
    let group =
        if flat { HeaderGroup::Reference { buyer, po_reference } } else { HeaderGroup::Header(header) };
    let (arrived, announced) = (fields.take()?, fields.take()?);
    let requests = (fields.take()?, fields.take()?);
    let newest: Timestamp = fields.take()?;
    Ok(Aggregate {
        representative,
        key: HeaderKey { organisation, data_source, group },
        state: HeaderState { arrived, announced, one_bulk: false, newest, error: None, rejected_line: None },
        requests,
        error: fields.take()?,
    })
}

fn bulks(connection: &Connection, aggregates: &[Aggregate]) -> StoreResult<HashSet<RequestId>> {
    let alone = aggregates.iter().filter(|one| one.requests.0 == one.requests.1);
    let mut requests: Vec<_> = alone.map(|one| one.requests.0).collect();
    requests.sort_unstable();
    requests.dedup();
    let values = [keys::numbers(requests.iter().map(|id| id.0)), text(BULK_PATH), text(VERSIONED_BULK_PATH)];
    Ok(rows(connection, "request", BULKS, values, crate::column::take)?.into_iter().collect())
}

fn errors(
    connection: &Connection,
    aggregates: &[Aggregate],
) -> StoreResult<HashMap<CandidateId, problem::Code>> {
    let ids = keys::numbers(aggregates.iter().filter_map(|one| one.error).map(|id| id.0));
    let found = rows(connection, "candidate", PROBLEMS, [ids], |fields| {
        let (id, problems) = (fields.take::<CandidateId>()?, fields.take::<Option<String>>()?);
        let problems = decode_problems(problems.as_deref().unwrap_or("[]")).map_err(|fault| {
            StoreError::Inconsistent { place: "candidate.problems", fault: fault.to_string() }
        })?;
        // an error without a problem would be a state without a reason
        Ok((id, problems.first().map_or(problem::Code::ServerFault, |first| first.code)))
    })?;
    Ok(found.into_iter().collect())
}

fn rejected_lines(
    connection: &Connection,
    organisations: &OrganisationIds,
    candidates: &str,
) -> StoreResult<HashMap<CandidateId, Code>> {
    let values = [organisations.write(), text(candidates)];
    // the first line of a header comes last, and stays
    let found = rows(connection, "rejected_line", REJECTED, values, |fields| {
        Ok((fields.take::<CandidateId>()?, fields.take::<Code>()?))
    })?;
    Ok(found.into_iter().collect())
}
