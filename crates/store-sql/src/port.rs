//! What the port asks for, each by the room that does it.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
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
    Chunk, ChunkCommit, ChunkOutcome, CorrectionCommit, CorrectionKeys, Deactivation, Disabled, Done,
    EditCommit, Fence, Gather, History, IdempotencyKey, ImportCommit, Intake, IntakeQuery, KeptCall,
    LoadedChunk, MasterdataOutcome, MasterdataPage, MasterdataQuery, MasterdataUpsert, OrderCommit,
    OrderHistory, OrderPage, OrderQuery, RecordChange, RequestQuery, RunRecord, RunResult, RunScope,
    Schedule, ScheduleState, SessionRecord, Sign, Store, StoreResult, StoreStatistics, StoredAnswer,
    StoredRequest, TokenRecord, UserRecord, WorkInTurn,
};

use crate::column::run;
use crate::scope::OrganisationIds;
use crate::store::{Lasting, reserve_ids};
use crate::template::{Statement, statement};
use crate::turn::InTurn;
use crate::{Backend, Lane, SqlStore, Transaction};
use crate::{
    candidates, commit_import, corrections, count, find, history, intake, masterdata, orders, processing,
    reference, requests, sessions, tokens, users,
};

/// Answers and requests that are removed in one turn of the writer.
const SWEEP_AT_ONCE: u32 = 500;

statement! {
    CHECK = "UPDATE counter SET value = value + 1 WHERE name = 'check'"
}

/// Every statement of the room.
pub const STATEMENTS: &[&Statement] = &[&CHECK];

#[async_trait]
impl<B: Backend> Store for SqlStore<B> {
    async fn reserve_ids(&self, count: u32) -> StoreResult<IdBlock> {
        let first = self.write(1, move |transaction| reserve_ids(transaction, count)).await?;
        Ok(IdBlock::new(first, count))
    }

    async fn reference(&self) -> StoreResult<Arc<Reference>> {
        let shared = Arc::clone(&self.shared);
        self.read(move |transaction| shared.reference.in_snapshot(transaction)).await
    }

    async fn take_turn(&self, rows: usize, work: WorkInTurn) -> StoreResult<Done> {
        let shared = Arc::clone(&self.shared);
        let now = self.backend.now().await?;
        self.write(rows, move |transaction| work(&InTurn { transaction, shared: &shared, now })).await
    }

    async fn load_import_context(
        &self,
        scope: ReadScope,
        keys: Arc<ImportKeys>,
    ) -> StoreResult<ImportContext> {
        let shared = Arc::clone(&self.shared);
        self.read(move |transaction| {
            let reference = shared.reference.in_snapshot(transaction)?;
            shared.load_import(transaction, &scope, &keys, reference)
        })
        .await
    }

    async fn commit_import(&self, commit: ImportCommit) -> StoreResult<()> {
        let rows = commit_import::row_count(&commit.writes);
        self.write(rows, move |transaction| commit_import::commit(transaction, &commit)).await
    }

    async fn upsert_masterdata(&self, upsert: MasterdataUpsert) -> StoreResult<MasterdataOutcome> {
        if upsert.dry_run {
            return self
                .read(|transaction| masterdata::try_out(transaction, upsert.scope, upsert.batch))
                .await;
        }
        self.write(upsert.batch.len(), move |transaction| masterdata::upsert(transaction, upsert)).await
    }

    async fn deactivate_masterdata(
        &self,
        deactivation: Deactivation,
    ) -> StoreResult<Result<StoredRecord, Problem>> {
        let shared = Arc::clone(&self.shared);
        self.write(2, move |transaction| {
            let reference = shared.reference.in_turn(transaction)?;
            let organisations = OrganisationIds::readable(&deactivation.read, &reference);
            masterdata::deactivate(transaction, &organisations, deactivation)
        })
        .await
    }

    async fn masterdata(
        &self,
        scope: ReadScope,
        kind: KindName,
        id: i64,
    ) -> StoreResult<Option<StoredRecord>> {
        self.read_scoped(scope, move |transaction, organisations, _| {
            masterdata::one(transaction, organisations, kind.kind(), id)
        })
        .await
    }

    async fn find_masterdata(&self, scope: ReadScope, query: MasterdataQuery) -> StoreResult<MasterdataPage> {
        self.read_scoped(scope, move |transaction, organisations, _| {
            masterdata::find(transaction, organisations, &query)
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
        self.read_scoped(scope, move |transaction, organisations, _| {
            masterdata::history_of(transaction, organisations, kind, id, before, limit)
        })
        .await
    }

    async fn candidates(&self, scope: ReadScope, ids: Vec<CandidateId>) -> StoreResult<Candidates> {
        self.read_scoped(scope, move |transaction, organisations, reference| {
            candidates::by_ids(transaction, organisations, reference, &ids)
        })
        .await
    }

    async fn find_candidates(&self, scope: ReadScope, query: CandidateQuery) -> StoreResult<CandidatePage> {
        let work = self.scoped(scope, move |transaction, organisations, reference| {
            find::find(transaction, organisations, reference, &query)
        });
        self.backend.read(Lane::Lists, work).await
    }

    async fn count_candidates(
        &self,
        scope: ReadScope,
        filter: CandidateFilter,
    ) -> StoreResult<CandidateCounts> {
        let work = self.scoped(scope, move |transaction, organisations, _| {
            count::by_status(transaction, organisations, &filter)
        });
        self.backend.read(Lane::Lists, work).await
    }

    async fn intake(&self, scope: WriteScope, query: IntakeQuery) -> StoreResult<Intake> {
        let shared = Arc::clone(&self.shared);
        let work = move |transaction: &dyn Transaction| {
            let reference = shared.reference.in_snapshot(transaction)?;
            intake::figures(transaction, &OrganisationIds::writable(&scope, &reference), &query)
        };
        self.backend.read(Lane::Lists, work).await
    }

    async fn candidates_by_reference(
        &self,
        scope: ReadScope,
        data_source: DataSourceId,
        header_id: String,
        line_id: Option<String>,
    ) -> StoreResult<Candidates> {
        self.read_scoped(scope, move |transaction, organisations, reference| {
            let line = line_id.as_deref();
            candidates::by_reference(transaction, organisations, reference, data_source, &header_id, line)
        })
        .await
    }

    async fn load_correction(&self, scope: RunScope, keys: CorrectionKeys) -> StoreResult<CorrectionContext> {
        let shared = Arc::clone(&self.shared);
        self.read(move |transaction| {
            let reference = shared.reference.in_snapshot(transaction)?;
            corrections::load(transaction, &scope, reference, &keys)
        })
        .await
    }

    async fn commit_correction(&self, commit: CorrectionCommit) -> StoreResult<()> {
        let rows = 1 + commit.corrections.len();
        self.write(rows, move |transaction| corrections::commit(transaction, &commit)).await
    }

    async fn commit_edit(&self, commit: EditCommit) -> StoreResult<ChunkOutcome> {
        let rows = 1 + commit.results.len();
        let until = self.lasting(commit.sign.alive).await?.until;
        self.write(rows, move |transaction| corrections::commit_edit(transaction, &commit, until)).await
    }

    async fn candidate_history(&self, scope: WriteScope, candidate: CandidateId) -> StoreResult<History> {
        self.read_writable(scope, move |transaction, organisations, _| {
            history::of_candidate(transaction, organisations, candidate)
        })
        .await
    }

    async fn load_order_context(&self, scope: ReadScope, keys: Arc<OrderKeys>) -> StoreResult<OrderContext> {
        let shared = Arc::clone(&self.shared);
        self.read(move |transaction| {
            let reference = shared.reference.in_snapshot(transaction)?;
            orders::context(transaction, &scope, &keys, reference)
        })
        .await
    }

    async fn create_order(&self, commit: OrderCommit) -> StoreResult<Order> {
        let rows = 2 + commit.write.order.order.lines.len();
        self.write(rows, move |transaction| orders::create(transaction, commit)).await
    }

    async fn order(&self, scope: ReadScope, id: OrderId) -> StoreResult<Option<Order>> {
        self.read_scoped(scope, move |transaction, organisations, _| {
            orders::by_id(transaction, organisations, id)
        })
        .await
    }

    async fn order_history(&self, scope: ReadScope, id: OrderId) -> StoreResult<Option<OrderHistory>> {
        self.read_scoped(scope, move |transaction, organisations, _| {
            orders::history(transaction, organisations, id)
        })
        .await
    }

    async fn find_orders(&self, scope: ReadScope, query: OrderQuery) -> StoreResult<OrderPage> {
        let work = self.scoped(scope, move |transaction, organisations, _| {
            orders::find(transaction, organisations, &query)
        });
        self.backend.read(Lane::Lists, work).await
    }

    async fn orders_of_candidates(
        &self,
        scope: ReadScope,
        candidates: Vec<CandidateId>,
    ) -> StoreResult<Vec<CandidateOrder>> {
        self.read_scoped(scope, move |transaction, organisations, _| {
            orders::of_candidates(transaction, organisations, &candidates)
        })
        .await
    }

    async fn void_order(
        &self,
        scope: WriteScope,
        void: VoidOrder,
        call: Option<KeptCall>,
    ) -> StoreResult<()> {
        let shared = Arc::clone(&self.shared);
        self.write(2 + void.changes.len(), move |transaction| {
            let reference = shared.reference.in_turn(transaction)?;
            let organisations = OrganisationIds::writable(&scope, &reference);
            orders::void(transaction, &organisations, &void)?;
            requests::keep_call(transaction, call.as_ref())
        })
        .await
    }

    async fn gather(&self, scope: RunScope, what: Gather, chunk: u32) -> StoreResult<Vec<Chunk>> {
        let chunk = usize::try_from(chunk).unwrap_or(usize::MAX);
        self.read_writable(scope.candidates, move |transaction, organisations, reference| {
            processing::gather(transaction, organisations, reference, &what, chunk)
        })
        .await
    }

    async fn load_chunk(&self, scope: RunScope, chunk: Arc<Chunk>) -> StoreResult<LoadedChunk> {
        let shared = Arc::clone(&self.shared);
        self.read(move |transaction| {
            let reference = shared.reference.in_snapshot(transaction)?;
            processing::load(transaction, &scope, reference, &chunk)
        })
        .await
    }

    async fn commit_chunk(&self, commit: ChunkCommit) -> StoreResult<ChunkOutcome> {
        // the writer's thread has better to do than to free thousands of orders
        let commit = Arc::new(commit);
        let held = Arc::clone(&commit);
        let rows = processing::row_count(&commit);
        let until = self.lasting(commit.sign.alive).await?.until;
        let outcome =
            self.write(rows, move |transaction| processing::commit(transaction, &commit, until)).await;
        drop(held);
        outcome
    }

    async fn create_run(
        &self,
        run: RunRecord,
        alive: SignedDuration,
        call: Option<KeptCall>,
    ) -> StoreResult<()> {
        let until = self.lasting(alive).await?.until;
        self.write(2, move |transaction| {
            processing::create(transaction, &run, until)?;
            requests::keep_call(transaction, call.as_ref())
        })
        .await
    }

    async fn keep_run_alive(&self, run: RunId, starts: Option<Timestamp>, sign: Sign) -> StoreResult<bool> {
        let until = self.lasting(sign.alive).await?.until;
        self.write(1, move |transaction| {
            processing::keep_alive(transaction, run, starts, (sign.fence, until))
        })
        .await
    }

    async fn finish_run(&self, run: RunId, fence: Fence, state: RunState, now: Timestamp) -> StoreResult<()> {
        self.write(1, move |transaction| processing::finish(transaction, run, fence, state, now)).await
    }

    async fn stop_run(&self, scope: WriteScope, run: RunId, keep: Option<KeptCall>) -> StoreResult<bool> {
        let shared = Arc::clone(&self.shared);
        self.write(2, move |transaction| {
            let reference = shared.reference.in_turn(transaction)?;
            requests::keep_call(transaction, keep.as_ref())?;
            processing::stop(transaction, &OrganisationIds::writable(&scope, &reference), run)
        })
        .await
    }

    async fn fail_dead_runs(&self, now: Timestamp) -> StoreResult<u64> {
        let clock = self.backend.now().await?;
        self.write(1, move |transaction| processing::fail_dead(transaction, clock, now)).await
    }

    async fn run(&self, scope: WriteScope, run: RunId) -> StoreResult<Option<RunRecord>> {
        self.read_writable(scope, move |transaction, organisations, _| {
            processing::one(transaction, organisations, run)
        })
        .await
    }

    async fn runs(
        &self,
        scope: WriteScope,
        before: Option<RunId>,
        limit: u32,
    ) -> StoreResult<Vec<RunRecord>> {
        self.read_writable(scope, move |transaction, organisations, _| {
            processing::list(transaction, organisations, before, limit)
        })
        .await
    }

    async fn active_runs(&self, scope: WriteScope, ended_since: Timestamp) -> StoreResult<Vec<RunRecord>> {
        self.read_writable(scope, move |transaction, organisations, _| {
            processing::active(transaction, organisations, ended_since)
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
        self.read(move |transaction| processing::results(transaction, run, outcome, after, limit)).await
    }

    async fn schedules(&self, scope: WriteScope) -> StoreResult<Vec<Schedule>> {
        self.read_writable(scope, |transaction, organisations, _| {
            processing::schedules(transaction, organisations)
        })
        .await
    }

    async fn note_schedule(
        &self,
        organisation: OrganisationId,
        state: ScheduleState,
        lease: Fence,
    ) -> StoreResult<()> {
        self.write(1, move |transaction| processing::note(transaction, organisation, state, lease)).await
    }

    async fn take_lease(
        &self,
        name: &'static str,
        holder: String,
        held: SignedDuration,
    ) -> StoreResult<Option<Fence>> {
        let Lasting { now, until } = self.lasting(held).await?;
        self.write(1, move |transaction| processing::take_lease(transaction, name, &holder, (now, until)))
            .await
    }

    async fn give_back_lease(&self, lease: Fence) -> StoreResult<()> {
        self.write(1, move |transaction| processing::give_back(transaction, lease)).await
    }

    async fn master_data_stamp(&self) -> StoreResult<i64> {
        self.read(reference::master_data_stamp).await
    }

    async fn order_settings(&self) -> StoreResult<Arc<OrderSettings>> {
        self.read(|transaction| orders::settings(transaction).map(Arc::new)).await
    }

    async fn save_process_settings(&self, schedule: Schedule, orders: OrganisationOrders) -> StoreResult<()> {
        self.write(2, move |transaction| {
            processing::save(transaction, &schedule)?;
            orders::save_settings(transaction, schedule.organisation, &orders)
        })
        .await
    }

    async fn keep_request(&self, request: StoredRequest, rejected: Vec<RejectedLine>) -> StoreResult<()> {
        self.write(1 + rejected.len(), move |transaction| {
            requests::keep(transaction, &request, 0)?;
            requests::keep_rejected(transaction, request.id, &rejected)
        })
        .await
    }

    async fn request_of_candidate(
        &self,
        scope: ReadScope,
        candidate: CandidateId,
    ) -> StoreResult<Option<StoredRequest>> {
        self.read_scoped(scope, move |transaction, organisations, _| {
            requests::of_candidate(transaction, organisations, candidate)
        })
        .await
    }

    async fn find_requests(&self, query: RequestQuery) -> StoreResult<Vec<StoredRequest>> {
        self.read(move |transaction| requests::find(transaction, &query)).await
    }

    async fn request(&self, id: RequestId) -> StoreResult<Option<StoredRequest>> {
        self.read(move |transaction| requests::by_id(transaction, id)).await
    }

    async fn answer_for(&self, key: IdempotencyKey) -> StoreResult<Option<StoredAnswer>> {
        self.read(move |transaction| requests::answer_for(transaction, &key)).await
    }

    async fn replace_answer(&self, answer: StoredAnswer) -> StoreResult<()> {
        self.write(1, move |transaction| requests::replace_answer(transaction, &answer)).await
    }

    async fn sweep_requests(&self, before: Timestamp) -> StoreResult<u64> {
        let mut removed = 0;
        loop {
            let now = self
                .write(1, move |transaction| requests::sweep(transaction, before, i64::from(SWEEP_AT_ONCE)))
                .await?;
            removed += now;
            if now < u64::from(SWEEP_AT_ONCE) {
                return Ok(removed);
            }
        }
    }

    async fn create_token(&self, token: TokenRecord) -> StoreResult<()> {
        self.write(1, move |transaction| tokens::create(transaction, &token)).await
    }

    async fn token_by_public_id(&self, public_id: String) -> StoreResult<Option<TokenRecord>> {
        self.read(move |transaction| tokens::by_public_id(transaction, &public_id)).await
    }

    async fn token(&self, id: TokenId) -> StoreResult<Option<TokenRecord>> {
        self.read(move |transaction| tokens::by_id(transaction, id)).await
    }

    async fn tokens(&self) -> StoreResult<Vec<TokenRecord>> {
        self.read(tokens::all).await
    }

    async fn revoke_token(&self, token: TokenId, at: Timestamp) -> StoreResult<bool> {
        self.write(1, move |transaction| tokens::revoke(transaction, token, at)).await
    }

    async fn touch_tokens(&self, used: Vec<(TokenId, Timestamp)>) -> StoreResult<()> {
        self.write(used.len(), move |transaction| tokens::touch(transaction, used)).await
    }

    async fn create_user(&self, user: UserRecord) -> StoreResult<()> {
        self.write(1, move |transaction| users::create(transaction, &user)).await
    }

    async fn user_by_name(&self, name: String) -> StoreResult<Option<UserRecord>> {
        self.read(move |transaction| users::by_name(transaction, &name)).await
    }

    async fn user(&self, id: UserId) -> StoreResult<Option<UserRecord>> {
        self.read(move |transaction| users::by_id(transaction, id)).await
    }

    async fn users(&self) -> StoreResult<Vec<UserRecord>> {
        self.read(users::all).await
    }

    async fn set_user_password(&self, user: UserId, hash: String, at: Timestamp) -> StoreResult<bool> {
        self.write(1, move |transaction| users::set_password(transaction, user, &hash, at)).await
    }

    async fn set_user_disabled(&self, user: UserId, disabled: Option<Disabled>) -> StoreResult<bool> {
        self.write(1, move |transaction| users::set_disabled(transaction, user, disabled.as_ref())).await
    }

    async fn create_session(&self, record: SessionRecord, password_hash: String) -> StoreResult<()> {
        self.write(1, move |transaction| sessions::create(transaction, &record, &password_hash)).await
    }

    async fn session(&self, secret_hash: [u8; 32]) -> StoreResult<Option<(SessionRecord, UserRecord)>> {
        self.read(move |transaction| sessions::by_hash(transaction, secret_hash)).await
    }

    async fn touch_sessions(&self, used: Vec<SessionRecord>) -> StoreResult<()> {
        self.write(used.len(), move |transaction| sessions::touch(transaction, used)).await
    }

    async fn end_session(&self, secret_hash: [u8; 32]) -> StoreResult<bool> {
        self.write(1, move |transaction| sessions::end(transaction, secret_hash)).await
    }

    async fn sweep_sessions(&self, before: Timestamp) -> StoreResult<u64> {
        self.write(1, move |transaction| sessions::sweep(transaction, before)).await
    }

    async fn change_counter(&self) -> StoreResult<i64> {
        self.read(tokens::change_counter).await
    }

    async fn time(&self) -> StoreResult<Option<Timestamp>> {
        self.backend.time().await
    }

    async fn commit_stamp(&self) -> StoreResult<i64> {
        self.backend.commit_stamp().await
    }

    async fn check_writable(&self) -> StoreResult<()> {
        // a value that changes: SQLite does not write a page whose bytes stay the same
        self.write(1, |transaction| run(transaction, &CHECK, []).map(|_| ())).await
    }

    fn statistics(&self) -> StoreStatistics {
        let written = self.backend.statistics();
        StoreStatistics {
            import_loads: self.shared.import_loads.load(Ordering::Relaxed),
            import_load_statements: self.shared.import_load_statements.load(Ordering::Relaxed),
            ..written
        }
    }
}
