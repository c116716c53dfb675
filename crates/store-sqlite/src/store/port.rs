//! What the port asks for, each by the room that does it.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use async_trait::async_trait;
use jiff::Timestamp;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::correction::CorrectionContext;
use orderdock_domain::ids::{
    CandidateId, DataSourceId, IdBlock, OrderId, OrganisationId, RequestId, RunId, TokenId, UserId,
};
use orderdock_domain::import::{ImportContext, ImportKeys, RejectedLine};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::masterdata::kinds::{KindName, StoredRecord};
use orderdock_domain::order::{Order, OrderContext, OrderKeys, OrderSettings, OrganisationOrders, VoidOrder};
use orderdock_domain::problem::Problem;
use orderdock_domain::processing::{RunOutcomeWord, RunState};
use orderdock_store::{
    CandidateCounts, CandidateFilter, CandidateOrder, CandidatePage, CandidateQuery, Candidates, ChangePlace,
    Chunk, ChunkCommit, ChunkOutcome, Corrected, CorrectionKeys, Deactivation, Disabled, Gather, History,
    IdempotencyKey, ImportCommit, Intake, IntakeQuery, KeptCall, LoadedChunk, MasterdataOutcome,
    MasterdataPage, MasterdataQuery, MasterdataUpsert, OrderCommit, OrderHistory, OrderPage, OrderQuery,
    PlanChunkInTurn, PlanCorrectionInTurn, PlanEditInTurn, PlanInTurn, PlanOrderInTurn, RecordChange,
    RequestQuery, RunRecord, RunResult, RunScope, Schedule, ScheduleState, SessionRecord, Store, StoreResult,
    StoreStatistics, StoredAnswer, StoredRequest, TokenRecord, UserRecord,
};
use rusqlite::Connection;

use super::{SqliteStore, reserve_ids};
use crate::column::{run, value};
use crate::scope::OrganisationIds;
use crate::{
    candidates, commit_import, corrections, count, find, history, intake, masterdata, orders, processing,
    reference, requests, sessions, tokens, users,
};

/// Answers and requests that are removed in one turn of the writer.
const SWEEP_AT_ONCE: u32 = 500;

/// Loads a chunk within the connection's snapshot, of which `reference` is a part.
fn load_chunk(
    connection: &Connection,
    scope: &RunScope,
    reference: Arc<Reference>,
    chunk: &Chunk,
) -> StoreResult<LoadedChunk> {
    let writable = OrganisationIds::writable(&scope.candidates, &reference);
    let readable = OrganisationIds::readable(&scope.records, &reference);
    processing::load(connection, &writable, &readable, reference, chunk)
}

#[async_trait]
impl Store for SqliteStore {
    async fn reserve_ids(&self, count: u32) -> StoreResult<IdBlock> {
        let first = self.write(1, move |connection| reserve_ids(connection, count)).await?;
        Ok(IdBlock::new(first, count))
    }

    async fn reference(&self) -> StoreResult<Arc<Reference>> {
        let shared = Arc::clone(&self.shared);
        self.read(move |connection| shared.reference.in_snapshot(connection)).await
    }

    async fn load_import_context(
        &self,
        scope: ReadScope,
        keys: Arc<ImportKeys>,
    ) -> StoreResult<ImportContext> {
        let shared = Arc::clone(&self.shared);
        self.read(move |connection| {
            let reference = shared.reference.in_snapshot(connection)?;
            shared.load_import(connection, &scope, &keys, reference)
        })
        .await
    }

    async fn commit_import(&self, commit: ImportCommit) -> StoreResult<()> {
        let rows = commit_import::row_count(&commit.writes);
        self.write(rows, move |connection| commit_import::commit(connection, &commit)).await
    }

    async fn import_in_turn(
        &self,
        scope: ReadScope,
        keys: Arc<ImportKeys>,
        plan: PlanInTurn,
    ) -> StoreResult<()> {
        let shared = Arc::clone(&self.shared);
        let rows = keys.identities.len();
        self.write(rows, move |connection| {
            let reference = shared.reference.in_turn(connection)?;
            let context = shared.load_import(connection, &scope, &keys, reference)?;
            plan(context).map_or(Ok(()), |commit| commit_import::commit(connection, &commit))
        })
        .await
    }

    async fn upsert_masterdata(&self, upsert: MasterdataUpsert) -> StoreResult<MasterdataOutcome> {
        if upsert.dry_run {
            return self.read(|connection| masterdata::try_out(connection, upsert.scope, upsert.batch)).await;
        }
        self.write(upsert.batch.len(), move |connection| masterdata::upsert(connection, upsert)).await
    }

    async fn deactivate_masterdata(
        &self,
        deactivation: Deactivation,
    ) -> StoreResult<Result<StoredRecord, Problem>> {
        let shared = Arc::clone(&self.shared);
        self.write(2, move |connection| {
            let reference = shared.reference.in_turn(connection)?;
            let organisations = OrganisationIds::readable(&deactivation.read, &reference);
            masterdata::deactivate(connection, &organisations, deactivation)
        })
        .await
    }

    async fn masterdata(
        &self,
        scope: ReadScope,
        kind: KindName,
        id: i64,
    ) -> StoreResult<Option<StoredRecord>> {
        self.read_scoped(scope, move |connection, organisations, _| {
            masterdata::one(connection, organisations, kind.kind(), id)
        })
        .await
    }

    async fn find_masterdata(&self, scope: ReadScope, query: MasterdataQuery) -> StoreResult<MasterdataPage> {
        self.read_scoped(scope, move |connection, organisations, _| {
            masterdata::find(connection, organisations, &query)
        })
        .await
    }

    async fn masterdata_history(
        &self,
        scope: ReadScope,
        kind: KindName,
        id: i64,
        before: Option<ChangePlace>,
        limit: u32,
    ) -> StoreResult<Option<Vec<RecordChange>>> {
        self.read_scoped(scope, move |connection, organisations, _| {
            masterdata::history_of(connection, organisations, kind, id, before, limit)
        })
        .await
    }

    async fn candidates(&self, scope: ReadScope, ids: Vec<CandidateId>) -> StoreResult<Candidates> {
        self.read_scoped(scope, move |connection, organisations, reference| {
            candidates::by_ids(connection, organisations, reference, &ids)
        })
        .await
    }

    async fn find_candidates(&self, scope: ReadScope, query: CandidateQuery) -> StoreResult<CandidatePage> {
        let work = self.scoped(scope, move |connection, organisations, reference| {
            find::find(connection, organisations, reference, &query)
        });
        self.lists.read(work).await
    }

    async fn count_candidates(
        &self,
        scope: ReadScope,
        filter: CandidateFilter,
    ) -> StoreResult<CandidateCounts> {
        let work = self.scoped(scope, move |connection, organisations, _| {
            count::by_status(connection, organisations, &filter)
        });
        self.lists.read(work).await
    }

    async fn intake(&self, scope: WriteScope, query: IntakeQuery) -> StoreResult<Intake> {
        let shared = Arc::clone(&self.shared);
        let work = move |connection: &Connection| {
            let reference = shared.reference.in_snapshot(connection)?;
            intake::figures(connection, &OrganisationIds::writable(&scope, &reference), &query)
        };
        self.lists.read(work).await
    }

    async fn candidates_by_reference(
        &self,
        scope: ReadScope,
        data_source: DataSourceId,
        header_id: String,
        line_id: Option<String>,
    ) -> StoreResult<Candidates> {
        self.read_scoped(scope, move |connection, organisations, reference| {
            let line = line_id.as_deref();
            candidates::by_reference(connection, organisations, reference, data_source, &header_id, line)
        })
        .await
    }

    async fn correct_in_turn(
        &self,
        scope: RunScope,
        keys: CorrectionKeys,
        plan: PlanCorrectionInTurn,
    ) -> StoreResult<()> {
        let shared = Arc::clone(&self.shared);
        self.write(1, move |connection| {
            let reference = shared.reference.in_turn(connection)?;
            let context = corrections::load(connection, &scope, reference, &keys)?;
            plan(context).map_or(Ok(()), |commit| corrections::commit(connection, &commit))
        })
        .await
    }

    async fn load_correction(&self, scope: RunScope, keys: CorrectionKeys) -> StoreResult<CorrectionContext> {
        let shared = Arc::clone(&self.shared);
        self.read(move |connection| {
            let reference = shared.reference.in_snapshot(connection)?;
            corrections::load(connection, &scope, reference, &keys)
        })
        .await
    }

    async fn edit_in_turn(
        &self,
        scope: RunScope,
        keys: CorrectionKeys,
        plan: PlanEditInTurn,
    ) -> StoreResult<ChunkOutcome> {
        let rows = match &keys.candidates {
            Corrected::These(ids) => ids.len(),
            _ => 1,
        };
        let shared = Arc::clone(&self.shared);
        self.write(rows, move |connection| {
            let reference = shared.reference.in_turn(connection)?;
            let context = corrections::load(connection, &scope, reference, &keys)?;
            corrections::commit_edit(connection, &plan(context))
        })
        .await
    }

    async fn candidate_history(&self, scope: WriteScope, candidate: CandidateId) -> StoreResult<History> {
        self.read_writable(scope, move |connection, organisations, _| {
            history::of_candidate(connection, organisations, candidate)
        })
        .await
    }

    async fn load_order_context(&self, scope: ReadScope, keys: Arc<OrderKeys>) -> StoreResult<OrderContext> {
        let shared = Arc::clone(&self.shared);
        self.read(move |connection| {
            let reference = shared.reference.in_snapshot(connection)?;
            orders::context(connection, &scope, &keys, reference)
        })
        .await
    }

    async fn create_order(&self, commit: OrderCommit) -> StoreResult<Order> {
        let rows = 2 + commit.write.order.order.lines.len();
        self.write(rows, move |connection| orders::create(connection, commit)).await
    }

    async fn create_order_in_turn(
        &self,
        scope: ReadScope,
        keys: Arc<OrderKeys>,
        plan: PlanOrderInTurn,
    ) -> StoreResult<Option<Order>> {
        let shared = Arc::clone(&self.shared);
        let rows = 2 + keys.product_codes.len();
        self.write(rows, move |connection| {
            let reference = shared.reference.in_turn(connection)?;
            let context = orders::context(connection, &scope, &keys, reference)?;
            plan(context).map(|commit| orders::create(connection, commit)).transpose()
        })
        .await
    }

    async fn order(&self, scope: ReadScope, id: OrderId) -> StoreResult<Option<Order>> {
        self.read_scoped(scope, move |connection, organisations, _| {
            orders::by_id(connection, organisations, id)
        })
        .await
    }

    async fn order_history(&self, scope: ReadScope, id: OrderId) -> StoreResult<Option<OrderHistory>> {
        self.read_scoped(scope, move |connection, organisations, _| {
            orders::history(connection, organisations, id)
        })
        .await
    }

    async fn find_orders(&self, scope: ReadScope, query: OrderQuery) -> StoreResult<OrderPage> {
        let work = self.scoped(scope, move |connection, organisations, _| {
            orders::find(connection, organisations, &query)
        });
        self.lists.read(work).await
    }

    async fn orders_of_candidates(
        &self,
        scope: ReadScope,
        candidates: Vec<CandidateId>,
    ) -> StoreResult<Vec<CandidateOrder>> {
        self.read_scoped(scope, move |connection, organisations, _| {
            orders::of_candidates(connection, organisations, &candidates)
        })
        .await
    }

    async fn void_order(
        &self,
        scope: WriteScope,
        void: VoidOrder,
        call: Option<KeptCall>,
        now: Timestamp,
    ) -> StoreResult<()> {
        let shared = Arc::clone(&self.shared);
        self.write(2 + void.candidates.len(), move |connection| {
            let reference = shared.reference.in_turn(connection)?;
            let organisations = OrganisationIds::writable(&scope, &reference);
            let actor = call.as_ref().map_or("", |call| call.request.actor.as_str());
            orders::void(connection, &organisations, &void, actor, now)?;
            requests::keep_call(connection, call.as_ref())
        })
        .await
    }

    async fn gather(&self, scope: RunScope, what: Gather, chunk: u32) -> StoreResult<Vec<Chunk>> {
        let chunk = usize::try_from(chunk).unwrap_or(usize::MAX);
        self.read_writable(scope.candidates, move |connection, organisations, reference| {
            processing::gather(connection, organisations, reference, &what, chunk)
        })
        .await
    }

    async fn load_chunk(&self, scope: RunScope, chunk: Arc<Chunk>) -> StoreResult<LoadedChunk> {
        let shared = Arc::clone(&self.shared);
        self.read(move |connection| {
            let reference = shared.reference.in_snapshot(connection)?;
            load_chunk(connection, &scope, reference, &chunk)
        })
        .await
    }

    async fn commit_chunk(&self, commit: ChunkCommit) -> StoreResult<ChunkOutcome> {
        // the writer's thread has better to do than to free thousands of orders
        let commit = Arc::new(commit);
        let held = Arc::clone(&commit);
        let rows = processing::row_count(&commit);
        let outcome = self.write(rows, move |connection| processing::commit(connection, &commit)).await;
        drop(held);
        outcome
    }

    async fn chunk_in_turn(
        &self,
        scope: RunScope,
        chunk: Arc<Chunk>,
        plan: PlanChunkInTurn,
    ) -> StoreResult<Option<ChunkOutcome>> {
        let shared = Arc::clone(&self.shared);
        self.write(chunk.candidates.len(), move |connection| {
            let reference = shared.reference.in_turn(connection)?;
            let loaded = load_chunk(connection, &scope, reference, &chunk)?;
            plan(loaded).map(|commit| processing::commit(connection, &commit)).transpose()
        })
        .await
    }

    async fn create_run(&self, run: RunRecord, call: Option<KeptCall>) -> StoreResult<()> {
        self.write(2, move |connection| {
            processing::create(connection, &run)?;
            requests::keep_call(connection, call.as_ref())
        })
        .await
    }

    async fn keep_run_alive(
        &self,
        run: RunId,
        starts: Option<Timestamp>,
        alive_until: Timestamp,
    ) -> StoreResult<bool> {
        self.write(1, move |connection| processing::keep_alive(connection, run, starts, alive_until)).await
    }

    async fn finish_run(&self, run: RunId, state: RunState, now: Timestamp) -> StoreResult<()> {
        self.write(1, move |connection| processing::finish(connection, run, state, now)).await
    }

    async fn stop_run(&self, scope: WriteScope, run: RunId, keep: Option<KeptCall>) -> StoreResult<bool> {
        let shared = Arc::clone(&self.shared);
        self.write(2, move |connection| {
            let reference = shared.reference.in_turn(connection)?;
            requests::keep_call(connection, keep.as_ref())?;
            processing::stop(connection, &OrganisationIds::writable(&scope, &reference), run)
        })
        .await
    }

    async fn fail_dead_runs(&self, now: Timestamp) -> StoreResult<u64> {
        self.write(1, move |connection| processing::fail_dead(connection, now)).await
    }

    async fn run(&self, scope: WriteScope, run: RunId) -> StoreResult<Option<RunRecord>> {
        self.read_writable(scope, move |connection, organisations, _| {
            processing::one(connection, organisations, run)
        })
        .await
    }

    async fn runs(
        &self,
        scope: WriteScope,
        before: Option<RunId>,
        limit: u32,
    ) -> StoreResult<Vec<RunRecord>> {
        self.read_writable(scope, move |connection, organisations, _| {
            processing::list(connection, organisations, before, limit)
        })
        .await
    }

    async fn active_runs(&self, scope: WriteScope, ended_since: Timestamp) -> StoreResult<Vec<RunRecord>> {
        self.read_writable(scope, move |connection, organisations, _| {
            processing::active(connection, organisations, ended_since)
        })
        .await
    }

    async fn run_results(
        &self,
        run: RunId,
        outcome: Option<RunOutcomeWord>,
        after: Option<CandidateId>,
        limit: u32,
    ) -> StoreResult<Vec<RunResult>> {
        self.read(move |connection| processing::results(connection, run, outcome, after, limit)).await
    }

    async fn schedules(&self, scope: WriteScope) -> StoreResult<Vec<Schedule>> {
        self.read_writable(scope, |connection, organisations, _| {
            processing::schedules(connection, organisations)
        })
        .await
    }

    async fn note_schedule(&self, organisation: OrganisationId, state: ScheduleState) -> StoreResult<()> {
        self.write(1, move |connection| processing::note(connection, organisation, state)).await
    }

    async fn take_lease(
        &self,
        name: &'static str,
        holder: String,
        now: Timestamp,
        until: Timestamp,
    ) -> StoreResult<bool> {
        self.write(1, move |connection| processing::take_lease(connection, name, &holder, now, until)).await
    }

    async fn master_data_stamp(&self) -> StoreResult<i64> {
        self.read(reference::master_data_stamp).await
    }

    async fn order_settings(&self) -> StoreResult<Arc<OrderSettings>> {
        self.read(|connection| orders::settings(connection).map(Arc::new)).await
    }

    async fn save_process_settings(&self, schedule: Schedule, orders: OrganisationOrders) -> StoreResult<()> {
        self.write(2, move |connection| {
            processing::save(connection, &schedule)?;
            orders::save_settings(connection, schedule.organisation, &orders)
        })
        .await
    }

    async fn keep_request(&self, request: StoredRequest, rejected: Vec<RejectedLine>) -> StoreResult<()> {
        self.write(1 + rejected.len(), move |connection| {
            requests::keep(connection, &request, 0)?;
            requests::keep_rejected(connection, request.id, &rejected)
        })
        .await
    }

    async fn request_of_candidate(
        &self,
        scope: ReadScope,
        candidate: CandidateId,
    ) -> StoreResult<Option<StoredRequest>> {
        self.read_scoped(scope, move |connection, organisations, _| {
            requests::of_candidate(connection, organisations, candidate)
        })
        .await
    }

    async fn find_requests(&self, query: RequestQuery) -> StoreResult<Vec<StoredRequest>> {
        self.read(move |connection| requests::find(connection, &query)).await
    }

    async fn request(&self, id: RequestId) -> StoreResult<Option<StoredRequest>> {
        self.read(move |connection| requests::by_id(connection, id)).await
    }

    async fn answer_for(&self, key: IdempotencyKey) -> StoreResult<Option<StoredAnswer>> {
        self.read(move |connection| requests::answer_for(connection, &key)).await
    }

    async fn replace_answer(&self, answer: StoredAnswer) -> StoreResult<()> {
        self.write(1, move |connection| requests::replace_answer(connection, &answer)).await
    }

    async fn sweep_requests(&self, before: Timestamp) -> StoreResult<u64> {
        let mut removed = 0;
        loop {
            let now = self
                .write(1, move |connection| requests::sweep(connection, before, i64::from(SWEEP_AT_ONCE)))
                .await?;
            removed += now;
            if now < u64::from(SWEEP_AT_ONCE) {
                return Ok(removed);
            }
        }
    }

    async fn create_token(&self, token: TokenRecord) -> StoreResult<()> {
        self.write(1, move |connection| tokens::create(connection, &token)).await
    }

    async fn token_by_public_id(&self, public_id: String) -> StoreResult<Option<TokenRecord>> {
        self.read(move |connection| tokens::by_public_id(connection, &public_id)).await
    }

    async fn token(&self, id: TokenId) -> StoreResult<Option<TokenRecord>> {
        self.read(move |connection| tokens::by_id(connection, id)).await
    }

    async fn tokens(&self) -> StoreResult<Vec<TokenRecord>> {
        self.read(tokens::all).await
    }

    async fn revoke_token(&self, token: TokenId, at: Timestamp) -> StoreResult<bool> {
        self.write(1, move |connection| tokens::revoke(connection, token, at)).await
    }

    async fn touch_tokens(&self, used: Vec<(TokenId, Timestamp)>) -> StoreResult<()> {
        self.write(used.len(), move |connection| tokens::touch(connection, &used)).await
    }

    async fn create_user(&self, user: UserRecord) -> StoreResult<()> {
        self.write(1, move |connection| users::create(connection, &user)).await
    }

    async fn user_by_name(&self, name: String) -> StoreResult<Option<UserRecord>> {
        self.read(move |connection| users::by_name(connection, &name)).await
    }

    async fn user(&self, id: UserId) -> StoreResult<Option<UserRecord>> {
        self.read(move |connection| users::by_id(connection, id)).await
    }

    async fn users(&self) -> StoreResult<Vec<UserRecord>> {
        self.read(users::all).await
    }

    async fn set_user_password(&self, user: UserId, hash: String, at: Timestamp) -> StoreResult<bool> {
        self.write(1, move |connection| users::set_password(connection, user, &hash, at)).await
    }

    async fn set_user_disabled(&self, user: UserId, disabled: Option<Disabled>) -> StoreResult<bool> {
        self.write(1, move |connection| users::set_disabled(connection, user, disabled.as_ref())).await
    }

    async fn create_session(&self, session: SessionRecord, password_hash: String) -> StoreResult<()> {
        self.write(1, move |connection| sessions::create(connection, &session, &password_hash)).await
    }

    async fn session(&self, secret_hash: [u8; 32]) -> StoreResult<Option<(SessionRecord, UserRecord)>> {
        self.read(move |connection| sessions::by_hash(connection, secret_hash)).await
    }

    async fn touch_sessions(&self, used: Vec<SessionRecord>) -> StoreResult<()> {
        self.write(used.len(), move |connection| sessions::touch(connection, &used)).await
    }

    async fn end_session(&self, secret_hash: [u8; 32]) -> StoreResult<bool> {
        self.write(1, move |connection| sessions::end(connection, secret_hash)).await
    }

    async fn sweep_sessions(&self, before: Timestamp) -> StoreResult<u64> {
        self.write(1, move |connection| sessions::sweep(connection, before)).await
    }

    async fn change_counter(&self) -> StoreResult<i64> {
        self.read(tokens::change_counter).await
    }

    async fn commit_stamp(&self) -> StoreResult<i64> {
        const STAMP: &str = "PRAGMA data_version";
        let stamp = self.stamps.read(|connection| value(connection, "data_version", STAMP, [])).await?;
        Ok(stamp.unwrap_or_default())
    }

    async fn check_writable(&self) -> StoreResult<()> {
        // a value that changes: SQLite does not write a page whose bytes stay the same
        const CHECK: &str = "UPDATE counter SET value = value + 1 WHERE name = 'check'";
        self.write(1, |connection| run(connection, CHECK, []).map(|_| ())).await
    }

    fn statistics(&self) -> StoreStatistics {
        let written = self.writer.statistics();
        StoreStatistics {
            import_loads: self.shared.import_loads.load(Ordering::Relaxed),
            import_load_statements: self.shared.import_load_statements.load(Ordering::Relaxed),
            ..written
        }
    }
}
