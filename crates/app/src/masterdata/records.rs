//! Master data record by record: lists, reading, upserts of one kind, taking out of use, history.

use std::sync::Arc;

use orderdock_domain::access::Scope;
use orderdock_domain::masterdata::kinds::{Batch, Kind, KindName, StoredRecord};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text::Text;
use orderdock_store::{
    ChangePlace, ChangedBy, Deactivation, KeptCall, MasterdataPage, MasterdataQuery, MasterdataUndo,
    MasterdataUpsert, RecordChange, Undone, Upserted,
};

use crate::masterdata::MasterDataService;
use crate::requests::PendingCall;
use crate::{Answer, CallCommand, Caller, EncodeBody, FirstAnswer, Outcome};

/// Records of one kind in a call over the interface.
pub const MAX_PUT_RECORDS: usize = 10_000;

/// An upsert of records of one kind.
pub struct PutCommand {
    pub kind: &'static Kind,
    pub batch: Batch,
    /// The real rules and the full answer, but nothing is written.
    pub dry_run: bool,
    pub call: CallCommand,
}

/// What one call did to a record, to be taken back.
pub struct UndoRecordCommand {
    pub kind: &'static Kind,
    pub id: i64,
    /// That of the call, as the record's history tells it.
    pub request_id: String,
    pub reason: Option<Text>,
    /// The real rules and the full answer, but nothing is written.
    pub dry_run: bool,
    pub call: CallCommand,
}

impl MasterDataService {
    pub async fn find_masterdata(&self, ctx: &Caller, query: MasterdataQuery) -> Outcome<MasterdataPage> {
        ctx.require(Scope::CandidatesRead, Phrase::ReadMasterdata)?;
        if let (Some(id), Some(kind)) = (query.parent, query.kind.kind().parent) {
            self.masterdata(ctx, kind.kind(), id).await?;
        }
        Ok(self.store.find_masterdata(ctx.organisations.read(), query).await?)
    }

    pub async fn masterdata(&self, ctx: &Caller, kind: &Kind, id: i64) -> Outcome<StoredRecord> {
        ctx.require(Scope::CandidatesRead, Phrase::ReadMasterdata)?;
        let found = self.store.masterdata(ctx.organisations.read(), kind.name, id).await?;
        Ok(found.ok_or_else(|| not_found(kind, id))?)
    }

    /// Creates and changes records of one kind: all of them, or none where one is at fault.
    pub async fn put_masterdata(
        &self,
        ctx: &Caller,
        command: PutCommand,
        encode: EncodeBody<Upserted>,
    ) -> Outcome<Answer> {
        let PutCommand { kind, batch, dry_run, call } = command;
        may_write(ctx, kind)?;
        let call = if dry_run { None } else { Some(Arc::new(self.requests.pending_call(ctx, call).await?)) };
        let keep = call.as_ref().map(|call| keep(call, &encode));
        let scope = ctx.organisations.write();
        let upsert = MasterdataUpsert { scope, batch: batch.into(), by: changed_by(ctx), dry_run, keep };
        let upserted = self.store.upsert_masterdata(upsert).await;
        let upserted = self.idempotency.or_replay(first(call.as_ref()), upserted).await??;
        Ok(answer(&encode, &upserted))
    }

    /// Takes a record out of use; one that is out of use already stays as it is.
    pub async fn deactivate_masterdata(
        &self,
        ctx: &Caller,
        kind: &'static Kind,
        id: i64,
        call: CallCommand,
        encode: EncodeBody<StoredRecord>,
    ) -> Outcome<Answer> {
        may_write(ctx, kind)?;
        let call = Arc::new(self.requests.pending_call(ctx, call).await?);
        let deactivation = Deactivation {
            read: ctx.organisations.read(),
            write: ctx.organisations.write(),
            kind: kind.name,
            id,
            by: changed_by(ctx),
            keep: keep(&call, &encode),
        };
        let record = self.store.deactivate_masterdata(deactivation).await;
        let record = self.idempotency.or_replay(call.first(), record).await??;
        Ok(answer(&encode, &record))
    }

    /// Takes back what one call did to a record and those nested in it, as long as nothing was built on it.
    pub async fn undo_masterdata(
        &self,
        ctx: &Caller,
        command: UndoRecordCommand,
        encode: EncodeBody<Undone>,
    ) -> Outcome<Answer> {
        let UndoRecordCommand { kind, id, request_id, reason, dry_run, call } = command;
        may_write(ctx, kind)?;
        let call = if dry_run { None } else { Some(Arc::new(self.requests.pending_call(ctx, call).await?)) };
        let keep = call.as_ref().map(|call| keep(call, &encode));
        let undo = MasterdataUndo {
            read: ctx.organisations.read(),
            write: ctx.organisations.write(),
            kind: kind.name,
            id,
            request_id,
            reason,
            by: changed_by(ctx),
            dry_run,
            keep,
        };
        let undone = self.store.undo_masterdata(undo).await;
        let undone = self.idempotency.or_replay(first(call.as_ref()), undone).await??;
        Ok(answer(&encode, &undone))
    }

    /// Who created and changed a record and those nested in it, newest first.
    pub async fn masterdata_history(
        &self,
        ctx: &Caller,
        kind: &Kind,
        id: i64,
        before: Option<ChangePlace>,
        limit: u32,
    ) -> Outcome<Vec<RecordChange>> {
        ctx.require(Scope::CandidatesRead, Phrase::ReadMasterdataHistory)?;
        let scope = ctx.organisations.read();
        let history = self.store.masterdata_history(scope, kind.name, id, before, limit).await?;
        Ok(history.ok_or_else(|| not_found(kind, id))?)
    }
}

/// Makes of what was written the call that is kept with it. It is used up before the commit, until which the caller holds
/// the call: nobody else may answer its idempotency key.
fn keep<T: 'static>(
    call: &Arc<PendingCall>,
    encode: &EncodeBody<T>,
) -> Arc<dyn Fn(&T) -> KeptCall + Send + Sync> {
    let (call, encode) = (call.clone(), encode.clone());
    Arc::new(move |written| call.kept(&answer(&encode, written)))
}

fn answer<T>(encode: &EncodeBody<T>, written: &T) -> Answer {
    Answer { status: 200, body: encode(written) }
}

/// A dry run answers no idempotency key.
fn first(call: Option<&Arc<PendingCall>>) -> Option<&FirstAnswer> {
    call.and_then(|call| call.first())
}

pub(super) fn changed_by(ctx: &Caller) -> ChangedBy {
    ChangedBy { actor: ctx.actor.name.clone(), request_id: ctx.request_id.clone(), at: ctx.now }
}

/// Organisations are for administrators; whose records may be written is decided record by record.
pub(super) fn may_write(ctx: &Caller, kind: &Kind) -> Outcome<()> {
    ctx.require(Scope::MasterdataWrite, Phrase::WriteMasterdata)?;
    if kind.name == KindName::Organisations {
        ctx.require(Scope::Admin, Phrase::ChangeOrganisations)?;
    }
    Ok(())
}

fn not_found(kind: &Kind, id: i64) -> Problem {
    let named = Phrase::RecordWithId.of([kind.singular.into(), id.into()]);
    Problem::new(ProblemCode::RecordNotFound, "").with("kind", named)
}
