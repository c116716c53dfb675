//! The port.

use std::sync::Arc;

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

use crate::{
    AttachmentRecords, CandidateCounts, CandidateFilter, CandidateOrder, CandidatePage, CandidateQuery,
    Candidates, ChangePlace, Chunk, ChunkCommit, ChunkOutcome, CorrectionCommit, CorrectionKeys,
    Deactivation, Disabled, Done, EditCommit, Fence, Gather, History, IdempotencyKey, ImportCommit, Intake,
    IntakeQuery, KeptCall, LoadedChunk, MasterdataOutcome, MasterdataPage, MasterdataQuery, MasterdataUpsert,
    OrderCommit, OrderHistory, OrderPage, OrderQuery, RecordChange, RequestQuery, RunRecord, RunResult,
    RunScope, Schedule, ScheduleState, SessionRecord, Sign, StoreResult, StoredAnswer, StoredRequest,
    TokenRecord, UserRecord, WorkInTurn,
};

/// Counters since the store was opened, and how long the write queue is now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StoreStatistics {
    /// Batches for which an import context was loaded.
    pub import_loads: u64,
    /// Statements that those loads ran.
    pub import_load_statements: u64,
    /// Durable commits, and the plans in them.
    pub commits: u64,
    pub committed_plans: u64,
    pub waiting_plans: u64,
}

/// A database. A call that writes returns after the durable commit, never before.
#[async_trait]
pub trait Store: AttachmentRecords + Send + Sync + 'static {
    /// Takes the next ids of the one sequence; they are never handed out again.
    async fn reserve_ids(&self, count: u32) -> StoreResult<IdBlock>;

    /// The small kinds of master data; answered from memory while their generation stands.
    async fn reference(&self) -> StoreResult<Arc<Reference>>;

    /// Does work that writes about so many rows while no other write can come between, in one transaction; callers
    /// use `in_turn`. For the last try of what was overtaken.
    async fn take_turn(&self, rows: usize, work: WorkInTurn) -> StoreResult<Done>;

    // Import

    /// Loads what exists for the keys of a batch, in one read snapshot and a number of queries that does not
    /// depend on the size of the batch.
    async fn load_import_context(
        &self,
        scope: ReadScope,
        keys: Arc<ImportKeys>,
    ) -> StoreResult<ImportContext>;

    /// Writes an import whole, or answers why not.
    async fn commit_import(&self, commit: ImportCommit) -> StoreResult<()>;

    // Master data

    /// Creates and changes records so that they say what the batch says: all of them, or none where one is at
    /// fault. Members that are absent stay as they are, what is equal already is not written. Decided and
    /// written while no other write can come between.
    async fn upsert_masterdata(&self, upsert: MasterdataUpsert) -> StoreResult<MasterdataOutcome>;

    /// Takes a record out of use and answers it as it is then, or what stands against that. One that is out of
    /// use already stays as it is; the call is kept all the same.
    async fn deactivate_masterdata(
        &self,
        deactivation: Deactivation,
    ) -> StoreResult<Result<StoredRecord, Problem>>;

    /// A record with those nested in it, as far as they are in the scope.
    async fn masterdata(
        &self,
        scope: ReadScope,
        kind: KindName,
        id: i64,
    ) -> StoreResult<Option<StoredRecord>>;

    async fn find_masterdata(&self, scope: ReadScope, query: MasterdataQuery) -> StoreResult<MasterdataPage>;

    /// Who created and changed a record and those nested in it, newest first, from before the place given;
    /// `None` if there is no such record in the scope.
    async fn masterdata_history(
        &self,
        scope: ReadScope,
        kind: KindName,
        id: i64,
        before: Option<ChangePlace>,
        limit: u32,
    ) -> StoreResult<Option<Vec<RecordChange>>>;

    // Candidates

    async fn candidates(&self, scope: ReadScope, ids: Vec<CandidateId>) -> StoreResult<Candidates>;

    async fn find_candidates(&self, scope: ReadScope, query: CandidateQuery) -> StoreResult<CandidatePage>;

    /// How many candidates match, by status; the filter's own statuses do not narrow.
    async fn count_candidates(
        &self,
        scope: ReadScope,
        filter: CandidateFilter,
    ) -> StoreResult<CandidateCounts>;

    /// Figures about what came in, of the organisations that the caller may write.
    async fn intake(&self, scope: WriteScope, query: IntakeQuery) -> StoreResult<Intake>;

    /// The rows of an external header, or the one row of a line, in all organisations of the scope.
    async fn candidates_by_reference(
        &self,
        scope: ReadScope,
        data_source: DataSourceId,
        header_id: String,
        line_id: Option<String>,
    ) -> StoreResult<Candidates>;

    // Corrections

    /// Loads what a correction is about and names, in one read snapshot.
    async fn load_correction(&self, scope: RunScope, keys: CorrectionKeys) -> StoreResult<CorrectionContext>;

    /// Writes a correction whole; Conflict if a candidate or what the plan relied on has changed.
    async fn commit_correction(&self, commit: CorrectionCommit) -> StoreResult<()>;

    /// Writes a chunk of an edit whole; Conflict if a candidate or what the plan relied on has changed.
    async fn commit_edit(&self, commit: EditCommit) -> StoreResult<ChunkOutcome>;

    /// What happened to a candidate since it was imported, and what was found then; nothing if it is not in the scope.
    async fn candidate_history(&self, scope: WriteScope, candidate: CandidateId) -> StoreResult<History>;

    // Orders

    /// Loads what exists for the keys of an order that was sent whole, in one read snapshot.
    async fn load_order_context(&self, scope: ReadScope, keys: Arc<OrderKeys>) -> StoreResult<OrderContext>;

    /// Writes an order that was sent whole, draws its number, and answers it with that.
    async fn create_order(&self, commit: OrderCommit) -> StoreResult<Order>;

    async fn order(&self, scope: ReadScope, id: OrderId) -> StoreResult<Option<Order>>;

    /// What happened to an order since it was made; `None` if there is no such order in the scope.
    async fn order_history(&self, scope: ReadScope, id: OrderId) -> StoreResult<Option<OrderHistory>>;

    async fn find_orders(&self, scope: ReadScope, query: OrderQuery) -> StoreResult<OrderPage>;

    /// The orders that candidates are in; by candidate.
    async fn orders_of_candidates(
        &self,
        scope: ReadScope,
        candidates: Vec<CandidateId>,
    ) -> StoreResult<Vec<CandidateOrder>>;

    /// Voids an order and puts its candidates aside; Conflict if it or one of them has changed.
    async fn void_order(&self, scope: WriteScope, void: VoidOrder, call: Option<KeptCall>)
    -> StoreResult<()>;

    // Runs

    /// The chunks of a run, of about so many candidates each, ascending by their smallest id.
    async fn gather(&self, scope: RunScope, what: Gather, chunk: u32) -> StoreResult<Vec<Chunk>>;

    /// Loads a chunk and all that planning it takes, in one read snapshot and a number of queries that does not
    /// depend on how many candidates there are.
    async fn load_chunk(&self, scope: RunScope, chunk: Arc<Chunk>) -> StoreResult<LoadedChunk>;

    /// Writes a chunk: each order whole or not at all, their numbers without gaps, and what the run did. An
    /// order of which a candidate has changed is left out. Conflict if master data has changed; then nothing is
    /// written.
    async fn commit_chunk(&self, commit: ChunkCommit) -> StoreResult<ChunkOutcome>;

    /// Keeps a new run, with the call that started it; without a sign it counts as alive for so long.
    async fn create_run(
        &self,
        run: RunRecord,
        alive: SignedDuration,
        call: Option<KeptCall>,
    ) -> StoreResult<()>;

    /// Notes that a run works or waits; a `queued` one becomes `running` if it `starts`. `false` if it is to end.
    async fn keep_run_alive(&self, run: RunId, starts: Option<Timestamp>, sign: Sign) -> StoreResult<bool>;

    /// Ends a run that has not ended. One of the schedule that did nothing is not kept.
    async fn finish_run(&self, run: RunId, fence: Fence, state: RunState, now: Timestamp) -> StoreResult<()>;

    /// Asks a run to stop, and keeps the call; `false` if there is none, or it has ended.
    async fn stop_run(&self, scope: WriteScope, run: RunId, keep: Option<KeptCall>) -> StoreResult<bool>;

    /// Marks runs as failed whose process gives no sign any more, and takes them from it; tells how many.
    async fn fail_dead_runs(&self, now: Timestamp) -> StoreResult<u64>;

    async fn run(&self, scope: WriteScope, run: RunId) -> StoreResult<Option<RunRecord>>;

    /// Runs, newest first, from before the one given.
    async fn runs(&self, scope: WriteScope, before: Option<RunId>, limit: u32)
    -> StoreResult<Vec<RunRecord>>;

    /// Runs that have not ended, and those that have ended since the instant.
    async fn active_runs(&self, scope: WriteScope, ended_since: Timestamp) -> StoreResult<Vec<RunRecord>>;

    /// What a run did with each candidate, by candidate, from behind the one given, or only with those that it did
    /// this with. The run was found within the caller's scope.
    async fn run_results(
        &self,
        run: RunId,
        outcome: Option<RunOutcomeWord>,
        after: Option<CandidateId>,
        limit: u32,
    ) -> StoreResult<Vec<RunResult>>;

    // Schedules and settings

    /// The schedule of every active organisation in the scope; `*` has none, it has no candidates.
    async fn schedules(&self, scope: WriteScope) -> StoreResult<Vec<Schedule>>;

    /// Writes the state of a schedule, for who holds the lease with this fence; its settings stay.
    async fn note_schedule(
        &self,
        organisation: OrganisationId,
        state: ScheduleState,
        lease: Fence,
    ) -> StoreResult<()>;

    /// Takes or keeps a lease for so long, by the clock of the store; nothing while another holder has it.
    async fn take_lease(
        &self,
        name: &'static str,
        holder: String,
        held: SignedDuration,
    ) -> StoreResult<Option<Fence>>;

    /// Leaves a lease to whoever comes next, unless another holder has it by now.
    async fn give_back_lease(&self, lease: Fence) -> StoreResult<()>;

    /// Changes whenever master data changes that a candidate in error may have waited for.
    async fn master_data_stamp(&self) -> StoreResult<i64>;

    async fn order_settings(&self) -> StoreResult<Arc<OrderSettings>>;

    /// Replaces the settings of an organisation: those of its schedule, whose state stays, and those of its orders.
    async fn save_process_settings(&self, schedule: Schedule, orders: OrganisationOrders) -> StoreResult<()>;

    // Requests

    /// Keeps a request that wrote nothing else (a rejected one), with its lines that headers wait for.
    async fn keep_request(&self, request: StoredRequest, rejected: Vec<RejectedLine>) -> StoreResult<()>;

    /// The request that a candidate came with.
    async fn request_of_candidate(
        &self,
        scope: ReadScope,
        candidate: CandidateId,
    ) -> StoreResult<Option<StoredRequest>>;

    /// Requests as they were received, their bodies left out. They belong to no organisation: who may see whose is
    /// decided by the caller.
    async fn find_requests(&self, query: RequestQuery) -> StoreResult<Vec<StoredRequest>>;

    async fn request(&self, id: RequestId) -> StoreResult<Option<StoredRequest>>;

    async fn answer_for(&self, key: IdempotencyKey) -> StoreResult<Option<StoredAnswer>>;

    /// Replaces status and body of the answer under a key, if there is one.
    async fn replace_answer(&self, answer: StoredAnswer) -> StoreResult<()>;

    /// Removes answers and candidate-less requests from before the instant; tells how many.
    async fn sweep_requests(&self, before: Timestamp) -> StoreResult<u64>;

    // Tokens

    async fn create_token(&self, token: TokenRecord) -> StoreResult<()>;

    async fn token_by_public_id(&self, public_id: String) -> StoreResult<Option<TokenRecord>>;

    /// Revoked and expired ones too.
    async fn token(&self, id: TokenId) -> StoreResult<Option<TokenRecord>>;

    async fn tokens(&self) -> StoreResult<Vec<TokenRecord>>;

    /// Revokes a token; `false` if there is none or it is revoked already.
    async fn revoke_token(&self, token: TokenId, at: Timestamp) -> StoreResult<bool>;

    /// Notes when tokens were last used.
    async fn touch_tokens(&self, used: Vec<(TokenId, Timestamp)>) -> StoreResult<()>;

    // Users

    /// Conflict if someone has the name, whatever its case.
    async fn create_user(&self, user: UserRecord) -> StoreResult<()>;

    /// By name, without case.
    async fn user_by_name(&self, name: String) -> StoreResult<Option<UserRecord>>;

    async fn user(&self, id: UserId) -> StoreResult<Option<UserRecord>>;

    /// In the order in which they were created.
    async fn users(&self) -> StoreResult<Vec<UserRecord>>;

    /// Replaces the hash of a password and ends the user's sessions; `false` if there is no such user.
    async fn set_user_password(&self, user: UserId, hash: String, at: Timestamp) -> StoreResult<bool>;

    /// Disables a user and ends their sessions, or enables them again; `false` if there is no such user.
    async fn set_user_disabled(&self, user: UserId, disabled: Option<Disabled>) -> StoreResult<bool>;

    // Sessions

    /// Keeps a session of a user who is not disabled and whose password still has this hash, else Conflict; ends the oldest of the user
    /// where they have more than [`SESSIONS_OF_A_USER`](crate::SESSIONS_OF_A_USER).
    async fn create_session(&self, session: SessionRecord, password_hash: String) -> StoreResult<()>;

    /// A session with its user, by the hash of its secret; one that has expired too, until it is swept.
    async fn session(&self, secret_hash: [u8; 32]) -> StoreResult<Option<(SessionRecord, UserRecord)>>;

    /// Notes when sessions were last used and when they expire now; neither moves back, and one that has ended
    /// stays so.
    async fn touch_sessions(&self, used: Vec<SessionRecord>) -> StoreResult<()>;

    /// Ends a session; `false` if there is none.
    async fn end_session(&self, secret_hash: [u8; 32]) -> StoreResult<bool>;

    /// Removes sessions that expired before the instant; tells how many.
    async fn sweep_sessions(&self, before: Timestamp) -> StoreResult<u64>;

    /// Changes whenever another process or request may have changed tokens, users, sessions or settings: caches
    /// compare it.
    async fn change_counter(&self) -> StoreResult<i64>;

    // The database itself

    /// The clock of the database, where it has one of its own.
    async fn time(&self) -> StoreResult<Option<Timestamp>>;

    /// Changes with every commit of any process; only to be compared with others of the same store.
    async fn commit_stamp(&self) -> StoreResult<i64>;

    /// Proves by a write that writing works.
    async fn check_writable(&self) -> StoreResult<()>;

    /// What the store counts about itself; read without touching the database.
    fn statistics(&self) -> StoreStatistics;
}
