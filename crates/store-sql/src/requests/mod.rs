//! The request log, and responses under idempotency keys.

pub mod origins;
pub mod sql;
mod traits;

use orderdock_domain::cast;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::time::Duration;

use jiff::Timestamp;
use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::Candidate;
use orderdock_domain::event::{EventKind, EventType};
use orderdock_domain::ids::{CandidateId, OrganisationId, RequestId};
use orderdock_domain::import::{RejectedLine, RowNote, RowNoteOutcome};
use orderdock_domain::processing::RejectedSystem;
use orderdock_store::{
    IdempotencyKey, RequestLogEntry, RequestOwnership, RequestQuery, StoreError, StoreResult, StoredBody,
    StoredRequest, StoredResponse, from_json, to_json,
};
use uuid::Uuid;

use self::origins::RequestAddress;
use self::sql::{
    BY_ID, FIND, FIND_BY_REFERENCE, FIND_FOR_PEOPLE, FIND_FOR_PEOPLE_BY_REFERENCE, FIND_OWN, INSERT,
    INSERT_BELONGING, INSERT_HEADER, INSERT_REJECTED, INSERT_RESPONSE, OF_CANDIDATE, REPLACE_RESPONSE,
    SELECT_RESPONSE, SWEEP_BELONGING, SWEEP_CHARGES, SWEEP_HEADERS, SWEEP_REJECTED, SWEEP_REQUESTS,
    SWEEP_RESPONSES,
};
use crate::sql::column::{Column, FromRow, NULL, RowReader, ToRow, integer, owned, text};
use crate::sql::query::{RowWriter, decode_row, first, rows, run};
use crate::sql::scope::OrganisationIds;
use crate::{SqlValue, Transaction, maintenance::storage_use, sql::keys};

/// Maximum time to wait while another process stores the response.
const CONFLICT_TIMEOUT: Duration = Duration::from_secs(5);

/// Stores requests with data of the candidates that each created.
pub fn store_all<'r>(
    transaction: &dyn Transaction,
    requests: impl Iterator<Item = (&'r StoredRequest, &'r [Candidate])> + Clone,
) -> StoreResult<()> {
    let origins = origins::ids(transaction, requests.clone().map(|(request, _)| request))?;
    let mut rows = RowWriter::prepare(transaction, &INSERT)?;
    for ((request, candidates), origin) in requests.clone().zip(origins) {
        let ids = || candidates.iter().map(|candidate| candidate.id);
        let [path, query] = RequestAddress::of(request).of_request;
        rows.write([
            request.id.write(),
            integer(origin),
            request.caller.write(),
            text_id(&request.request_id),
            request.received_at.write(),
            request.status.write(),
            integer(cast::<i64>(candidates.len())),
            request.replay_of.write(),
            text(path),
            text(query),
            owned(notes_json(&request.notes)),
            request.body_size.write(),
            request.body.dictionary.write(),
            request.body.bytes.write(),
            ids().min().map_or(NULL, |id| integer(id.0)),
            ids().max().map_or(NULL, |id| integer(id.0)),
        ])?;
    }
    rows.close()?;
    requests.clone().for_each(|(request, _)| record_rejected_events(transaction, request));
    store_ownership(transaction, requests.clone().map(|(request, _)| request))?;
    store_headers(transaction, requests.map(|(request, _)| request))
}

/// Records events about rejected rows of a request for the organisations of the rows or, if these are unknown, for the
/// organisation for which the sender writes.
fn record_rejected_events(transaction: &dyn Transaction, request: &StoredRequest) {
    let is_rejected = |note: &RowNote| matches!(note.outcome, RowNoteOutcome::Rejected(_));
    if request.status < 400 && !request.notes.iter().any(is_rejected) {
        return;
    }
    let kind = EventKind::of(EventType::RequestRejected, None, 0);
    let ownership = &request.ownership.organisations;
    let default_organisation = request.default_organisation.filter(|_| ownership.is_empty());
    for organisation in ownership.iter().copied().chain(default_organisation) {
        transaction.outbox().record(request.received_at, organisation, kind, request.id);
    }
}

/// Stores a request that created no candidates.
pub fn store_request(transaction: &dyn Transaction, request: &StoredRequest) -> StoreResult<()> {
    store_all(transaction, std::iter::once((request, &[][..])))
}

/// Stores an optional call that created no candidates, with its response.
pub fn store_call(transaction: &dyn Transaction, call: Option<&RequestLogEntry>) -> StoreResult<()> {
    let Some(RequestLogEntry { request, response }) = call else { return Ok(()) };
    store_request(transaction, request)?;
    response.as_ref().map_or(Ok(()), |response| store_response(transaction, response))
}

fn store_ownership<'r>(
    transaction: &dyn Transaction,
    requests: impl Iterator<Item = &'r StoredRequest>,
) -> StoreResult<()> {
    let mut rows = RowWriter::prepare(transaction, &INSERT_BELONGING)?;
    for request in requests.filter(|request| origins::only_organisation(request).is_none()) {
        for organisation in &request.ownership.organisations {
            rows.write([request.id.write(), organisation.write()])?;
        }
    }
    rows.close()
}

/// Stores the headers of rows that did not become candidates. Requests with candidates are found by the identity of
/// these.
fn store_headers<'r>(
    transaction: &dyn Transaction,
    requests: impl Iterator<Item = &'r StoredRequest>,
) -> StoreResult<()> {
    let mut rows = RowWriter::prepare(transaction, &INSERT_HEADER)?;
    for request in requests {
        let headers: BTreeSet<_> =
            request.notes.iter().filter_map(|note| note.header_id.as_deref()).collect();
        for header in headers {
            rows.write([text(header), request.id.write()])?;
        }
    }
    rows.close()
}

/// Returns the stored value of the system of a rejected line.
pub(crate) fn rejected_system(system: RejectedSystem) -> SqlValue<'static> {
    match system {
        RejectedSystem::Any => NULL,
        RejectedSystem::NotSent => integer(0),
        RejectedSystem::One(system) => integer(system.0),
    }
}

/// Stores the rejected lines of a request. Other lines of the same incoming orders can then be on hold for them.
pub fn store_rejected_lines(
    transaction: &dyn Transaction,
    request: &StoredRequest,
    lines: &[RejectedLine],
) -> StoreResult<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let mut rows = RowWriter::prepare(transaction, &INSERT_REJECTED)?;
    for line in lines {
        rows.write([
            line.header_id.write(),
            request.id.write(),
            integer(line.index.into()),
            line.line_id.write(),
            line.organisation.write(),
            line.data_source.write(),
            rejected_system(line.system),
        ])?;
    }
    rows.close()?;
    for line in lines {
        transaction.outbox().record_rejected(request.received_at, &line.header_id);
    }
    Ok(())
}

pub fn of_candidate(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    candidate: CandidateId,
) -> StoreResult<Option<StoredRequest>> {
    first(transaction, "request", &OF_CANDIDATE, [organisations.write(), candidate.write()], decode_row)
}

pub fn by_id(transaction: &dyn Transaction, id: RequestId) -> StoreResult<Option<StoredRequest>> {
    first(transaction, "request", &BY_ID, [id.write()], decode_row)
}

pub fn find(transaction: &dyn Transaction, query: &RequestQuery) -> StoreResult<Vec<StoredRequest>> {
    let statuses = (!query.statuses.is_empty())
        .then(|| keys::numbers(query.statuses.iter().map(|status| i64::from(*status))));
    let mut values = vec![
        query.of.write(),
        query.token.write(),
        statuses.unwrap_or(NULL),
        query.reference.write(),
        query.from.write(),
        query.to.write(),
        query.before.write(),
        integer(i64::from(query.limit)),
        query.reference.as_deref().map_or(NULL, text_id),
    ];
    let people = query.rows_of.as_ref().filter(|_| query.of.is_some());
    if let Some(organisations) = people {
        values.push(match organisations {
            OrgScope::All => NULL,
            OrgScope::These(ids) => keys::numbers(ids.iter().map(|id| id.0)),
        });
    }
    let sql = match (&query.reference, query.of, people) {
        (Some(_), _, None) => &FIND_BY_REFERENCE,
        (None, Some(_), None) => &FIND_OWN,
        (None, None, _) => &FIND,
        (None, Some(_), Some(_)) => &FIND_FOR_PEOPLE,
        (Some(_), _, Some(_)) => &FIND_FOR_PEOPLE_BY_REFERENCE,
    };
    rows(transaction, "request", sql, values, decode_row)
}

fn ownership(row: &mut RowReader<'_>) -> StoreResult<RequestOwnership> {
    let (only, whole, ids): (Option<OrganisationId>, bool, String) = row.read()?;
    let mut organisations: Vec<_> = serde_json::from_str::<Vec<i64>>(&ids)
        .map_err(|_| StoreError::Inconsistent { place: "request_org", fault: ids })?
        .into_iter()
        .map(OrganisationId)
        .chain(only)
        .collect();
    organisations.sort_unstable();
    Ok(RequestOwnership { organisations, whole })
}

/// Length of a UUID in bytes.
const UUID: usize = 16;

/// Returns the stored form of a request id: the bytes of a UUID, or any other text as bytes. A text with the length of
/// a UUID gets a trailing zero.
fn text_id(id: &str) -> SqlValue<'static> {
    let uuid = Uuid::try_parse(id).ok().filter(|uuid| uuid.to_string() == id);
    let bytes = uuid.map_or_else(
        || {
            let mut bytes = id.as_bytes().to_vec();
            bytes.extend((bytes.len() == UUID).then_some(0));
            bytes
        },
        |uuid| uuid.into_bytes().to_vec(),
    );
    SqlValue::Bytes(Cow::Owned(bytes))
}

pub(crate) fn read_text_id(row: &mut RowReader<'_>) -> StoreResult<String> {
    let mut bytes: Vec<u8> = row.read()?;
    if let Ok(uuid) = Uuid::from_slice(&bytes) {
        return Ok(uuid.to_string());
    }
    if bytes.len() == UUID + 1 && bytes.last() == Some(&0) {
        bytes.pop();
    }
    String::from_utf8(bytes)
        .map_err(|fault| StoreError::Inconsistent { place: "request.request_id", fault: fault.to_string() })
}

fn notes(row: &mut RowReader<'_>) -> StoreResult<Vec<RowNote>> {
    let text: String = row.read()?;
    if text.is_empty() { Ok(Vec::new()) } else { from_json("request.notes", &text) }
}

/// Row notes as JSON; an empty text if there are none.
fn notes_json(notes: &[RowNote]) -> String {
    if notes.is_empty() { String::new() } else { to_json(notes) }
}

/// Decodes [`sql::REQUEST_COLUMNS`] and the body after them.
impl FromRow for StoredRequest {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        let mut request = Self {
            id: row.read()?,
            kind: row.read()?,
            request_id: read_text_id(row)?,
            caller: row.read()?,
            actor: row.read()?,
            method: row.read()?,
            path: row.read()?,
            query: row.read()?,
            received_at: row.read()?,
            status: row.read()?,
            media_type: row.read()?,
            body_size: row.read()?,
            body: StoredBody { dictionary: row.read()?, bytes: Vec::new() },
            strict: row.read()?,
            replay_of: row.read()?,
            default_organisation: row.read()?,
            created: Some(cast::<u64>(row.read::<i64>()?)),
            notes: notes(row)?,
            ownership: ownership(row)?,
        };
        request.body.bytes = row.read()?;
        Ok(request)
    }
}

impl FromRow for StoredResponse {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            key: row.read()?,
            body_hash: row.read()?,
            status: row.read()?,
            body: row.read()?,
            created_at: row.read()?,
        })
    }
}

impl ToRow for StoredResponse {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.key.append_to(row);
        self.body_hash.append_to(row);
        self.status.append_to(row);
        self.body.append_to(row);
        self.created_at.append_to(row);
    }
}

impl FromRow for IdempotencyKey {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { caller: row.read()?, method: row.read()?, path: row.read()?, key: row.read()? })
    }
}

impl ToRow for IdempotencyKey {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.caller.append_to(row);
        self.method.append_to(row);
        self.path.append_to(row);
        self.key.append_to(row);
    }
}

pub fn store_response(transaction: &dyn Transaction, response: &StoredResponse) -> StoreResult<()> {
    // another process may be handling the same request; after this time the sender must retry
    transaction.set_lock_timeout(CONFLICT_TIMEOUT);
    run(transaction, &INSERT_RESPONSE, response.to_row()).map(|_| ())
}

pub fn stored_response(
    transaction: &dyn Transaction,
    key: &IdempotencyKey,
) -> StoreResult<Option<StoredResponse>> {
    first(transaction, "idempotency", &SELECT_RESPONSE, key.to_row(), |row| {
        let (body_hash, status, body, created_at) = row.read()?;
        Ok(StoredResponse { key: key.clone(), body_hash, status, body, created_at })
    })
}

pub fn replace_response(transaction: &dyn Transaction, response: &StoredResponse) -> StoreResult<()> {
    let values = [response.status.write(), response.body.write()].into_iter().chain(response.key.to_row());
    run(transaction, &REPLACE_RESPONSE, values).map(|_| ())
}

/// Removes about `limit` responses and as many requests. Returns their number.
pub fn sweep(transaction: &dyn Transaction, before: Timestamp, limit: i64) -> StoreResult<u64> {
    let responses = run(transaction, &SWEEP_RESPONSES, [before.write(), integer(limit)])?;
    let charges = rows(transaction, "request", &SWEEP_CHARGES, [before.write(), integer(limit)], decode_row)?;
    storage_use::subtract_rejected(transaction, &charges)?;
    run(transaction, &SWEEP_REJECTED, [before.write(), integer(limit)])?;
    run(transaction, &SWEEP_HEADERS, [before.write(), integer(limit)])?;
    run(transaction, &SWEEP_BELONGING, [before.write(), integer(limit)])?;
    let requests = run(transaction, &SWEEP_REQUESTS, [before.write(), integer(limit)])?;
    Ok(cast::<u64>(responses + requests))
}
