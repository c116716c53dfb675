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

use crate::bodies::compress;
use crate::requests::stored_request;
use crate::{Answer, App, CallCommand, OpContext, Outcome};

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

/// Writes the answer to an upsert. It runs inside the writer's turn, because an idempotency key keeps the
/// answer, and again for the caller: the same result must give the same bytes.
pub type EncodeUpserted = Arc<dyn Fn(&Upserted) -> Vec<u8> + Send + Sync>;
/// The same for a record.
pub type EncodeRecord = Arc<dyn Fn(&StoredRecord) -> Vec<u8> + Send + Sync>;
/// The same for what came back.
pub type EncodeUndone = Arc<dyn Fn(&Undone) -> Vec<u8> + Send + Sync>;

impl App {
    pub async fn find_masterdata(&self, ctx: &OpContext, query: MasterdataQuery) -> Outcome<MasterdataPage> {
        ctx.require(Scope::CandidatesRead, Phrase::ReadMasterdata)?;
        if let (Some(id), Some(kind)) = (query.parent, query.kind.kind().parent) {
            self.masterdata(ctx, kind.kind(), id).await?;
        }
        Ok(self.store.find_masterdata(ctx.organisations.read(), query).await?)
    }

    pub async fn masterdata(&self, ctx: &OpContext, kind: &Kind, id: i64) -> Outcome<StoredRecord> {
        ctx.require(Scope::CandidatesRead, Phrase::ReadMasterdata)?;
        let found = self.store.masterdata(ctx.organisations.read(), kind.name, id).await?;
        Ok(found.ok_or_else(|| not_found(kind))?)
    }

    /// Creates and changes records of one kind: all of them, or none where one is at fault.
    pub async fn put_masterdata(
        &self,
        ctx: &OpContext,
        command: PutCommand,
        encode: EncodeUpserted,
    ) -> Outcome<Answer> {
        let PutCommand { kind, batch, dry_run, call } = command;
        may_write(ctx, kind)?;
        let call = Arc::new(call);
        let keep = if dry_run { None } else { Some(self.keep(ctx, &call).await?) };
        let keep = keep.map(|keep| {
            let encode = encode.clone();
            Arc::new(move |upserted: &Upserted| keep(encode(upserted))) as _
        });
        let scope = ctx.organisations.write();
        let upsert = MasterdataUpsert { scope, batch: batch.into(), by: changed_by(ctx), dry_run, keep };
        let upserted = self.store.upsert_masterdata(upsert).await;
        let upserted = self.or_replay(call.idempotency.as_ref(), upserted).await??;
        Ok(Answer { status: 200, body: encode(&upserted) })
    }

    /// Takes a record out of use; one that is out of use already stays as it is.
    pub async fn deactivate_masterdata(
        &self,
        ctx: &OpContext,
        kind: &'static Kind,
        id: i64,
        call: CallCommand,
        encode: EncodeRecord,
    ) -> Outcome<Answer> {
        may_write(ctx, kind)?;
        let call = Arc::new(call);
        let (keep, again) = (self.keep(ctx, &call).await?, encode.clone());
        let deactivation = Deactivation {
            read: ctx.organisations.read(),
            write: ctx.organisations.write(),
            kind: kind.name,
            id,
            by: changed_by(ctx),
            keep: Arc::new(move |record| keep(encode(record))),
        };
        let record = self.store.deactivate_masterdata(deactivation).await;
        let record = self.or_replay(call.idempotency.as_ref(), record).await??;
        Ok(Answer { status: 200, body: again(&record) })
    }

    /// Takes back what one call did to a record and those nested in it, as long as nothing was built on it.
    pub async fn undo_masterdata(
        &self,
        ctx: &OpContext,
        command: UndoRecordCommand,
        encode: EncodeUndone,
    ) -> Outcome<Answer> {
        let UndoRecordCommand { kind, id, request_id, reason, dry_run, call } = command;
        may_write(ctx, kind)?;
        let call = Arc::new(call);
        let keep = if dry_run { None } else { Some(self.keep(ctx, &call).await?) };
        let keep = keep.map(|keep| {
            let encode = encode.clone();
            Arc::new(move |undone: &Undone| keep(encode(undone))) as _
        });
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
        let undone = self.or_replay(call.idempotency.as_ref(), undone).await??;
        Ok(Answer { status: 200, body: encode(&undone) })
    }

    /// Who created and changed a record and those nested in it, newest first.
    pub async fn masterdata_history(
        &self,
        ctx: &OpContext,
        kind: &Kind,
        id: i64,
        before: Option<ChangePlace>,
        limit: u32,
    ) -> Outcome<Vec<RecordChange>> {
        ctx.require(Scope::CandidatesRead, Phrase::ReadMasterdataHistory)?;
        let scope = ctx.organisations.read();
        let history = self.store.masterdata_history(scope, kind.name, id, before, limit).await?;
        Ok(history.ok_or_else(|| not_found(kind))?)
    }

    /// Makes of the answer what is kept of a call. It is used up before the commit, until which the caller holds the
    /// call: nobody else may answer its idempotency key.
    async fn keep(
        &self,
        ctx: &OpContext,
        call: &Arc<CallCommand>,
    ) -> Outcome<impl Fn(Vec<u8>) -> KeptCall + Send + Sync + use<>> {
        let id = self.take_id().await?;
        let body = compress(&call.received.body);
        let request = stored_request(ctx, &call.received, id, body, 200);
        let (ctx, call) = (ctx.clone(), call.clone());
        Ok(move |answer: Vec<u8>| KeptCall {
            request: request.clone(),
            answer: call.idempotency.as_ref().map(|run| run.answer(&ctx, 200, &answer)),
        })
    }
}

pub(super) fn changed_by(ctx: &OpContext) -> ChangedBy {
    ChangedBy { actor: ctx.actor.name.clone(), request_id: ctx.request_id.clone(), at: ctx.now }
}

/// Organisations are for administrators; whose records may be written is decided record by record.
pub(super) fn may_write(ctx: &OpContext, kind: &Kind) -> Outcome<()> {
    ctx.require(Scope::MasterdataWrite, Phrase::WriteMasterdata)?;
    if kind.name == KindName::Organisations {
        ctx.require(Scope::Admin, Phrase::ChangeOrganisations)?;
    }
    Ok(())
}

fn not_found(kind: &Kind) -> Problem {
    Problem::new(ProblemCode::RecordNotFound, "").with("kind", kind.singular)
}
