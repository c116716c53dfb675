//! The request log: write requests as received, with their status; bodies are compressed once.

use std::sync::Arc;

use bytes::Bytes;
use jiff::SignedDuration;
use orderdock_domain::access::{OrgScope, Scope};
use orderdock_domain::cast;
use orderdock_domain::ids::{CallerId, CandidateId, OrganisationId, RequestId, TokenId, UserId};
use orderdock_domain::import::{RejectedLine, RequestKind, RowNote};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{
    Conflict, NewRejectedRow, RequestLogEntry, RequestOwnership, RequestQuery, Store, StoreError, StoredBody,
    StoredRequest, StoredResponse, WriteMode, WriteTransaction,
};

use crate::bodies::{Dictionaries, LARGE, compress, decompress, decompress_against};
use crate::clock::Clock;
use crate::context::Rights;
use crate::excerpt::{EXCERPT_TYPE, excerpt, is_excerpt};
use crate::ids::IdSource;
use crate::rate_limit::RateLimit;
use crate::rejected_entries::RejectedEntries;
use crate::storage::{StorageService, require_quota, storage_use_of};
use crate::workers::Workers;
use crate::{Caller, Effort, EncodedResponse, Failure, IdempotencyGuard, Outcome, Received};

/// Rejected requests without a body that are stored per caller and window; further ones are only logged. Otherwise
/// endless retries would each cause a disk write although there is no body to store.
pub(crate) const MAX_REJECTED: u32 = 60;
pub(crate) const REJECTED_WINDOW: SignedDuration = SignedDuration::from_mins(1);
/// Characters stored of a path, a query or a media type; longer than any of a valid request.
const MAX_STORED_LENGTH: usize = 2_000;
/// Row data of an import for the request log; empty for other calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoggedRows {
    /// Notes on the rows that did not become candidates.
    pub notes: Vec<RowNote>,
    /// Organisations of the rows, as far as they could be parsed; ascending.
    pub organisations: Vec<OrganisationId>,
}

/// Returns the organisation of an import before its rows are parsed: known if the caller writes for only one.
fn ownership(caller: &Caller, received: &Received) -> RequestOwnership {
    match &caller.organisations {
        OrgScope::These(ids) if ids.len() == 1 && received.kind.is_import() => {
            RequestOwnership { organisations: ids.clone(), whole: true }
        }
        _ => RequestOwnership::default(),
    }
}

/// Adds the row data to a request.
pub(crate) fn with_rows(mut request: StoredRequest, rows: LoggedRows) -> StoredRequest {
    request.notes = rows.notes;
    if !request.ownership.whole {
        request.ownership.organisations = rows.organisations;
    }
    request
}

/// Returns a received request, ready to be stored.
pub(crate) fn stored_request(
    caller: &Caller,
    received: &Received,
    id: RequestId,
    body: StoredBody,
    status: u16,
) -> StoredRequest {
    StoredRequest {
        id,
        kind: received.kind,
        request_id: caller.request_id.clone(),
        caller: caller.actor.caller,
        actor: caller.actor.name.clone(),
        method: received.method.clone(),
        path: cut(received.path.clone()),
        query: cut(received.query.clone()),
        received_at: caller.now,
        status,
        media_type: cut(received.media_type.clone()),
        body_size: cast::<i64>(received.body.len()),
        body,
        strict: received.strict,
        replay_of: received.replay_of,
        default_organisation: caller.default_organisation,
        created: None,
        notes: Vec::new(),
        ownership: ownership(caller, received),
    }
}

/// Truncates a text to the stored length. The ellipsis at the end is not part of any valid query.
fn cut(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_STORED_LENGTH) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// A write request and the right to store the response of its idempotency key, if it has one.
pub struct CallCommand {
    pub received: Received,
    pub idempotency: Option<IdempotencyGuard>,
}

impl CallCommand {
    /// Returns the response to store for the idempotency key, if the request has one.
    pub(crate) fn stored_response(
        &self,
        caller: &Caller,
        response: &EncodedResponse,
    ) -> Option<StoredResponse> {
        self.idempotency.as_ref().map(|first| first.stored_response(caller, response))
    }
}

/// A call that is planned, possibly several times, with its entry for the request log.
pub(crate) struct PendingCall {
    pub caller: Caller,
    call: CallCommand,
    request: StoredRequest,
}

impl PendingCall {
    /// Returns the right to store the response of the idempotency key, if the call has one.
    pub fn first(&self) -> Option<&IdempotencyGuard> {
        self.call.idempotency.as_ref()
    }

    /// Returns the log entry and the response, for the transaction that writes the effect.
    pub fn log_entry(&self, response: &EncodedResponse) -> RequestLogEntry {
        let request = StoredRequest { status: response.status, ..self.request.clone() };
        RequestLogEntry { request, response: self.call.stored_response(&self.caller, response) }
    }
}

/// Rows of a request that was rejected as a whole; empty for a request without rows.
#[derive(Default)]
pub struct RejectedRows {
    pub(crate) logged_rows: LoggedRows,
    /// Rejected lines that incoming orders wait for.
    pub rejected: Vec<RejectedLine>,
    /// Rows with errors of their own, for their entries.
    pub(crate) entries: Option<RejectedEntries>,
}

impl RejectedRows {
    /// Returns the data of a request whose body could not be read, or has no rows.
    pub fn unreadable(problems: Vec<Problem>) -> Self {
        Self { entries: Some(RejectedEntries::unreadable(problems)), ..Self::default() }
    }
}

/// A logged request as its reader may see it.
pub struct VisibleRequest {
    /// Request with only the notes and numbers that the reader may see.
    pub request: StoredRequest,
    pub body: Bytes,
    pub visible: RequestVisibility,
}

/// Part of a request that its reader may see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RequestVisibility {
    All,
    /// Rows of these organisations, because a bulk can contain rows of several organisations.
    RowsOf(OrgScope),
}

impl RequestVisibility {
    /// Removes the notes on rows of other organisations, and the number of candidates if some can belong to these.
    fn narrow(&self, mut request: StoredRequest) -> StoredRequest {
        if let Self::RowsOf(organisations) = self {
            let is_foreign = |id: &OrganisationId| !organisations.contains(*id);
            if request.ownership.organisations.iter().any(is_foreign) {
                request.created = None;
            }
            request.notes.retain(|note| note.organisation.is_some_and(|id| organisations.contains(id)));
        }
        request
    }
}

fn is_own(caller: &Caller, request: &StoredRequest) -> bool {
    caller.actor.caller.is_some() && request.caller == caller.actor.caller
}

/// Returns the part that a user may see: all of their own requests, and the rows of their organisations in imports.
fn visible_to_people(caller: &Caller, request: &StoredRequest) -> Option<RequestVisibility> {
    if is_own(caller, request) {
        return Some(RequestVisibility::All);
    }
    if !request.kind.is_import() {
        return None;
    }
    let RequestOwnership { organisations, whole } = &request.ownership;
    if caller.organisations == OrgScope::All {
        return Some(RequestVisibility::All);
    }
    organisations.iter().any(|id| caller.organisations.contains(*id)).then(|| {
        // a single row belongs to one organisation
        let all = *whole || request.kind == RequestKind::Single;
        if all { RequestVisibility::All } else { RequestVisibility::RowsOf(caller.organisations.clone()) }
    })
}

fn not_found(id: RequestId) -> Problem {
    Problem::not_found(ProblemCode::RequestNotFound, &id)
}

fn sees_all(caller: &Caller) -> bool {
    caller.scopes.allow(Scope::Admin) && caller.organisations == OrgScope::All
}

/// The request log: received bodies, their responses, and replays.
pub struct RequestService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) ids: Arc<IdSource>,
    pub(crate) workers: Arc<Workers>,
    pub(crate) storage: Arc<StorageService>,
    pub(crate) dictionaries: Dictionaries,
    /// Limit of stored requests that were rejected and have no body, by caller.
    pub(crate) rejected: RateLimit,
}

impl RequestService {
    /// Returns the body of a request, byte for byte.
    pub(crate) async fn body(&self, request: &StoredRequest) -> Outcome<Bytes> {
        let StoredBody { bytes, dictionary } = &request.body;
        let Some(dictionary) = dictionary else { return Ok(Bytes::from(decompress(bytes)?)) };
        let id = *dictionary;
        let dictionary = self.store.read(move |tx| tx.request(id)).await?;
        let dictionary =
            dictionary.ok_or_else(|| Failure::fault("the compression dictionary of a body is missing"))?;
        Ok(Bytes::from(decompress_against(bytes, &decompress(&dictionary.body.bytes)?)?))
    }

    /// Returns the request that created a candidate.
    pub async fn request_of_candidate(
        &self,
        caller: &Caller,
        candidate: CandidateId,
    ) -> Outcome<VisibleRequest> {
        caller.require(Scope::CandidatesRead, Phrase::ReadCandidateRequest)?;
        let scope = caller.organisations.read();
        let request = self.store.read(move |tx| tx.request_of_candidate(&scope, candidate)).await?;
        let missing = || Problem::not_found(ProblemCode::CandidateNotFound, &candidate);
        self.shown_request(caller, request.ok_or_else(missing)?).await
    }

    /// Finds requests, newest first and without bodies: all for an administrator of all organisations, otherwise those
    /// of the caller, for users also imports with rows of their organisations.
    pub async fn find_requests(&self, caller: &Caller, query: RequestQuery) -> Outcome<Vec<StoredRequest>> {
        caller.require(Scope::CandidatesRead, Phrase::ListRequests)?;
        if sees_all(caller) {
            let query = RequestQuery { of: None, ..query };
            return Ok(self.store.read(move |tx| tx.find_requests(&query)).await?);
        }
        // the command line has no requests of its own
        let Some(caller_id) = caller.actor.caller else { return Ok(Vec::new()) };
        let query = RequestQuery { of: Some(caller_id), ..query };
        if !self.is_user(caller).await? {
            return Ok(self.store.read(move |tx| tx.find_requests(&query)).await?);
        }
        let query = RequestQuery { rows_of: Some(caller.organisations.clone()), ..query };
        let found = self.store.read(move |tx| tx.find_requests(&query)).await?;
        let shown = found
            .into_iter()
            .filter_map(|request| visible_to_people(caller, &request).map(|visible| visible.narrow(request)));
        Ok(shown.collect())
    }

    /// Returns a request with the part that the caller may see.
    async fn shown_request(&self, caller: &Caller, request: StoredRequest) -> Outcome<VisibleRequest> {
        if is_own(caller, &request) || sees_all(caller) || !self.is_user(caller).await? {
            return self.own_request(caller, request).await;
        }
        let visible = visible_to_people(caller, &request);
        let visible = visible.ok_or_else(|| not_found(request.id))?;
        let body = self.body(&request).await?;
        Ok(VisibleRequest { request: visible.narrow(request), body, visible })
    }

    /// Returns a request to its sender or to an administrator of all organisations; not found for other callers.
    async fn own_request(&self, caller: &Caller, request: StoredRequest) -> Outcome<VisibleRequest> {
        if !is_own(caller, &request) && !sees_all(caller) {
            return Err(not_found(request.id).into());
        }
        let body = self.body(&request).await?;
        Ok(VisibleRequest { request, body, visible: RequestVisibility::All })
    }

    /// Returns whether the caller is a user. A token sees only its own requests.
    async fn is_user(&self, caller: &Caller) -> Outcome<bool> {
        let Some(caller_id) = caller.actor.caller else { return Ok(false) };
        let id = UserId(caller_id.0);
        Ok(self.store.read(move |tx| tx.user(id)).await?.is_some())
    }

    pub async fn logged_request(&self, caller: &Caller, id: RequestId) -> Outcome<VisibleRequest> {
        caller.require(Scope::CandidatesRead, Phrase::ReadRequests)?;
        let request = self.store.read(move |tx| tx.request(id)).await?;
        self.shown_request(caller, request.ok_or_else(|| not_found(id))?).await
    }

    /// Returns a logged request for a replay, and the caller of the replay with organisations and scopes of the first
    /// sender. With other rights, a row without an organisation would be assigned to another organisation.
    pub async fn replay(&self, caller: &Caller, id: RequestId) -> Outcome<(Caller, Received)> {
        caller.require(Scope::CandidatesWrite, Phrase::ImportCandidates)?;
        let request = self.store.read(move |tx| tx.request(id)).await?;
        let request = request.ok_or_else(|| not_found(id))?;
        let VisibleRequest { request, body, .. } = self.own_request(caller, request).await?;
        if is_excerpt(&request) {
            return Err(ProblemCode::RequestExcerpt.into());
        }
        let mut sender = caller.clone();
        if let Some(first) = request.caller.filter(|first| caller.actor.caller != Some(*first)) {
            let rights = self.rights_of(first).await?;
            let rights = rights.ok_or_else(|| not_found(id))?;
            sender.organisations = rights.organisations;
            sender.default_organisation = rights.default_organisation;
            sender.scopes = rights.scopes;
        }
        // the organisation may have been removed from the sender since
        let own = request.default_organisation.filter(|default| sender.organisations.contains(*default));
        sender.default_organisation = own.or(sender.default_organisation);
        let received = Received {
            kind: request.kind,
            method: request.method,
            path: request.path,
            query: request.query,
            media_type: request.media_type,
            body,
            strict: request.strict,
            replay_of: Some(id),
        };
        Ok((sender, received))
    }

    /// Returns the rights of a token or a user, also if the token was revoked or has expired. This is safe because only
    /// the sender or an administrator of all organisations replays: the rights only exclude rows that were not meant.
    /// Requests of a replaced token can still be corrected.
    async fn rights_of(&self, caller_id: CallerId) -> Outcome<Option<Rights>> {
        let id = TokenId(caller_id.0);
        if let Some(token) = self.store.read(move |tx| tx.token(id)).await? {
            return Ok(Some(Rights {
                scopes: token.scopes,
                organisations: token.organisations,
                default_organisation: token.default_organisation,
            }));
        }
        let id = UserId(caller_id.0);
        let Some(user) = self.store.read(move |tx| tx.user(id)).await? else { return Ok(None) };
        Ok(Some(Rights::of_user(user.role, user.organisations, &*self.store.reference().await?)))
    }

    /// Compresses a body for storage; a large one on the worker threads, so that it does not block other requests.
    async fn compressed(&self, caller: &Caller, received: &Received) -> Outcome<StoredBody> {
        if received.body.len() < LARGE {
            return Ok(self.dictionaries.compress(caller, received));
        }
        let body = received.body.clone();
        self.workers.compute(Effort::Large, move || compress(&body)).await
    }

    /// Returns the log entry of a call with its response, for the transaction that writes the effect.
    pub(crate) async fn log_entry(
        &self,
        caller: &Caller,
        call: &CallCommand,
        response: &EncodedResponse,
    ) -> Outcome<RequestLogEntry> {
        let request = self.request_to_store(caller, &call.received, response.status).await?;
        Ok(RequestLogEntry { request, response: call.stored_response(caller, response) })
    }

    /// Returns the log entry of a call whose response is not known yet.
    pub(crate) async fn pending_call(&self, caller: &Caller, call: CallCommand) -> Outcome<PendingCall> {
        let request = self.request_to_store(caller, &call.received, 0).await?;
        Ok(PendingCall { caller: caller.clone(), call, request })
    }

    async fn request_to_store(
        &self,
        caller: &Caller,
        received: &Received,
        status: u16,
    ) -> Outcome<StoredRequest> {
        let (id, body) = (self.ids.take_one().await?, self.compressed(caller, received).await?);
        Ok(stored_request(caller, received, id, body, status))
    }

    /// Stores a rejected request. A failure to store it is only logged, so that it does not change the response.
    pub async fn log_rejected_request(
        &self,
        caller: &Caller,
        received: &Received,
        status: u16,
        rejected: RejectedRows,
    ) {
        let caller_id = caller.actor.caller.map_or(0, |id| id.0).to_string();
        if received.body.is_empty() && self.rejected.add(&caller_id, caller.now).is_err() {
            tracing::info!(request_id = caller.request_id, status, "rejected request not stored: rate limit");
            return;
        }
        let stored = async {
            let request =
                with_rows(self.request_to_store(caller, received, status).await?, rejected.logged_rows);
            let entries = match rejected.entries {
                Some(entries) => self.entries(received, &request, entries).await?,
                None => Vec::new(),
            };
            self.store_within_quota(received, request, (rejected.rejected, entries)).await
        };
        if let Err(failure) = stored.await {
            tracing::warn!(request_id = caller.request_id, ?failure, "storing a rejected request failed");
        }
    }

    /// Returns the entries of the rejected rows of a request.
    async fn entries(
        &self,
        received: &Received,
        request: &StoredRequest,
        rejected: RejectedEntries,
    ) -> Outcome<Vec<NewRejectedRow>> {
        let effort = if received.body.len() < LARGE { Effort::Small } else { Effort::Large };
        let ids = self.ids.take(rejected.id_count()).await?;
        let (body, request) = (received.body.clone(), request.clone());
        self.workers.compute(effort, move || rejected.of(&request, &body, ids)).await
    }

    /// Stores a rejected request: whole within the quota of its organisation, otherwise an excerpt. The quota is checked
    /// again in the transaction, because requests at several instances use it at the same time.
    async fn store_within_quota(
        &self,
        received: &Received,
        request: StoredRequest,
        rejected: (Vec<RejectedLine>, Vec<NewRejectedRow>),
    ) -> Outcome<()> {
        let rows = 1 + rejected.0.len() + rejected.1.len();
        let organisation = request.charged_organisation();
        if self.storage.has_rejected_quota(organisation, cast(request.body.bytes.len())).await? {
            let (limits, whole, rejected) =
                (self.storage.storage_limits().clone(), request.clone(), rejected.clone());
            let write = move |tx: &dyn WriteTransaction| {
                tx.store_request(&whole, &rejected.0)?;
                tx.store_rejected_rows(&rejected.1)?;
                let stored = storage_use_of(tx, organisation)?;
                require_quota(cast(stored.rejected), limits.rejected_of(&stored))
            };
            match self.store.write(WriteMode::Shared, rows, write).await {
                Err(StoreError::Conflict(Conflict::Quota)) => {}
                stored => return Ok(stored?),
            }
        }
        let excerpt = self.excerpt_of(received, request).await?;
        let write = move |tx: &dyn WriteTransaction| {
            tx.store_request(&excerpt, &rejected.0)?;
            tx.store_rejected_rows(&rejected.1)
        };
        Ok(self.store.write(WriteMode::Shared, rows, write).await?)
    }

    /// Returns a rejected request with an excerpt of its body.
    async fn excerpt_of(&self, received: &Received, request: StoredRequest) -> Outcome<StoredRequest> {
        let (body, kind, notes) = (received.body.clone(), received.kind, request.notes.clone());
        let effort = if body.len() < LARGE { Effort::Small } else { Effort::Large };
        let body = self.workers.compute(effort, move || compress(&excerpt(&body, kind, &notes))).await?;
        Ok(StoredRequest { body, media_type: EXCERPT_TYPE.to_owned(), ..request })
    }

    /// Deletes stored responses and requests without candidates after they were kept for a time. The server calls it
    /// periodically.
    pub async fn sweep_requests(&self, max_age: SignedDuration) -> Outcome<u64> {
        let before = self.clock.ago(max_age);
        Ok(self.store.write_in_batches(WriteMode::Shared, 1, move |tx| tx.sweep_requests(before)).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_truncated_at_a_character_boundary() {
        let longest = "ü".repeat(MAX_STORED_LENGTH);
        assert_eq!(cut(longest.clone()), longest);
        assert_eq!(cut(format!("{longest}ü")), format!("{longest}…"));
    }
}
