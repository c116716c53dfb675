//! Master data by record: lists, reads, upserts of one kind, deactivation, history.

use std::sync::Arc;

use orderdock_domain::access::Scope;
use orderdock_domain::masterdata::kinds::{Batch, Kind, KindName, StoredRecord};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text::Text;
use orderdock_store::{
    ChangeAuthor, ChangePosition, Deactivation, MasterdataPage, MasterdataQuery, MasterdataUndo,
    MasterdataUpsert, RecordChange, RequestLogEntry, UndoResult, UpsertResult,
};

use crate::masterdata::MasterDataService;
use crate::requests::PendingCall;
use crate::{CallCommand, Caller, EncodeBody, EncodedResponse, IdempotencyGuard, Outcome};

/// Maximum number of records in an API request.
pub const MAX_PUT_RECORDS: usize = 10_000;

/// An upsert of records of one kind.
pub struct PutCommand {
    pub kind: &'static Kind,
    pub batch: Batch,
    /// Applies all rules and returns the full response, but writes nothing.
    pub dry_run: bool,
    pub call: CallCommand,
}

/// Undo of the changes that one request made to a record.
pub struct UndoRecordCommand {
    pub kind: &'static Kind,
    pub id: i64,
    /// Id of the request, as the record's history contains it.
    pub request_id: String,
    pub reason: Option<Text>,
    /// Applies all rules and returns the full response, but writes nothing.
    pub dry_run: bool,
    pub call: CallCommand,
}

impl MasterDataService {
    pub async fn find_masterdata(&self, caller: &Caller, query: MasterdataQuery) -> Outcome<MasterdataPage> {
        caller.require(Scope::CandidatesRead, Phrase::ReadMasterdata)?;
        if let (Some(id), Some(kind)) = (query.parent, query.kind.kind().parent) {
            self.masterdata(caller, kind.kind(), id).await?;
        }
        Ok(self.store.find_masterdata(caller.organisations.read(), query).await?)
    }

    pub async fn masterdata(&self, caller: &Caller, kind: &Kind, id: i64) -> Outcome<StoredRecord> {
        caller.require(Scope::CandidatesRead, Phrase::ReadMasterdata)?;
        let found = self.store.masterdata(caller.organisations.read(), kind.name, id).await?;
        Ok(found.ok_or_else(|| not_found(kind, id))?)
    }

    /// Creates and changes records of one kind: all of them, or none if one is invalid.
    pub async fn put_masterdata(
        &self,
        caller: &Caller,
        command: PutCommand,
        encode: EncodeBody<UpsertResult>,
    ) -> Outcome<EncodedResponse> {
        let PutCommand { kind, batch, dry_run, call } = command;
        may_write(caller, kind)?;
        let call =
            if dry_run { None } else { Some(Arc::new(self.requests.pending_call(caller, call).await?)) };
        let build_log_entry = call.as_ref().map(|call| log_entry_builder(call, &encode));
        let scope = caller.organisations.write();
        let upsert =
            MasterdataUpsert { scope, batch: batch.into(), by: changed_by(caller), dry_run, build_log_entry };
        let upserted = self.store.upsert_masterdata(upsert).await;
        let upserted = self.idempotency.or_replay(first(call.as_ref()), upserted).await??;
        Ok(encoded_response(&encode, &upserted))
    }

    /// Deactivates a record; an inactive one is not changed.
    pub async fn deactivate_masterdata(
        &self,
        caller: &Caller,
        kind: &'static Kind,
        id: i64,
        call: CallCommand,
        encode: EncodeBody<StoredRecord>,
    ) -> Outcome<EncodedResponse> {
        may_write(caller, kind)?;
        let call = Arc::new(self.requests.pending_call(caller, call).await?);
        let deactivation = Deactivation {
            read: caller.organisations.read(),
            write: caller.organisations.write(),
            kind: kind.name,
            id,
            by: changed_by(caller),
            build_log_entry: log_entry_builder(&call, &encode),
        };
        let record = self.store.deactivate_masterdata(deactivation).await;
        let record = self.idempotency.or_replay(call.first(), record).await??;
        Ok(encoded_response(&encode, &record))
    }

    /// Undoes the changes that one request made to a record and its nested records, unless later changes depend on
    /// them.
    pub async fn undo_masterdata(
        &self,
        caller: &Caller,
        command: UndoRecordCommand,
        encode: EncodeBody<UndoResult>,
    ) -> Outcome<EncodedResponse> {
        let UndoRecordCommand { kind, id, request_id, reason, dry_run, call } = command;
        may_write(caller, kind)?;
        let call =
            if dry_run { None } else { Some(Arc::new(self.requests.pending_call(caller, call).await?)) };
        let build_log_entry = call.as_ref().map(|call| log_entry_builder(call, &encode));
        let undo = MasterdataUndo {
            read: caller.organisations.read(),
            write: caller.organisations.write(),
            kind: kind.name,
            id,
            request_id,
            reason,
            by: changed_by(caller),
            dry_run,
            build_log_entry,
        };
        let undone = self.store.undo_masterdata(undo).await;
        let undone = self.idempotency.or_replay(first(call.as_ref()), undone).await??;
        Ok(encoded_response(&encode, &undone))
    }

    /// Returns the changes of a record and its nested records with their authors, newest first.
    pub async fn masterdata_history(
        &self,
        caller: &Caller,
        kind: &Kind,
        id: i64,
        before: Option<ChangePosition>,
        limit: u32,
    ) -> Outcome<Vec<RecordChange>> {
        caller.require(Scope::CandidatesRead, Phrase::ReadMasterdataHistory)?;
        let scope = caller.organisations.read();
        let history = self.store.masterdata_history(scope, kind.name, id, before, limit).await?;
        Ok(history.ok_or_else(|| not_found(kind, id))?)
    }
}

/// Returns a function that creates the log entry of the call from the written records. The function is dropped before
/// the commit; until then it holds the call, so no other request can use its idempotency key.
fn log_entry_builder<T: 'static>(
    call: &Arc<PendingCall>,
    encode: &EncodeBody<T>,
) -> Arc<dyn Fn(&T) -> RequestLogEntry + Send + Sync> {
    let (call, encode) = (call.clone(), encode.clone());
    Arc::new(move |written| call.log_entry(&encoded_response(&encode, written)))
}

fn encoded_response<T>(encode: &EncodeBody<T>, written: &T) -> EncodedResponse {
    EncodedResponse { status: 200, body: encode(written) }
}

/// Returns the right to store the response of the idempotency key; a dry run has none.
fn first(call: Option<&Arc<PendingCall>>) -> Option<&IdempotencyGuard> {
    call.and_then(|call| call.first())
}

pub(crate) fn changed_by(caller: &Caller) -> ChangeAuthor {
    ChangeAuthor { actor: caller.actor.name.clone(), request_id: caller.request_id.clone(), at: caller.now }
}

/// Checks the scopes for writing a kind; organisations require `admin`. Organisations of records are checked per
/// record.
pub(super) fn may_write(caller: &Caller, kind: &Kind) -> Outcome<()> {
    caller.require(Scope::MasterdataWrite, Phrase::WriteMasterdata)?;
    if kind.name == KindName::Organisations {
        caller.require(Scope::Admin, Phrase::ChangeOrganisations)?;
    }
    Ok(())
}

fn not_found(kind: &Kind, id: i64) -> Problem {
    let named = Phrase::RecordWithId.of([kind.singular.into(), id.into()]);
    Problem::new(ProblemCode::RecordNotFound, "").with("kind", named)
}
