//! The port.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::ids::{CandidateId, DataSourceId, IdBlock, TokenId};
use orderdock_domain::import::{ImportContext, ImportKeys};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::masterdata::kinds::Batch;

use crate::{
    CandidatePage, CandidateQuery, Candidates, IdempotencyKey, ImportCommit, MasterdataOutcome, PlanInTurn,
    StoreResult, StoredAnswer, StoredRequest, TokenRecord,
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
pub trait Store: Send + Sync + 'static {
    /// Takes the next ids of the one sequence; they are never handed out again.
    async fn reserve_ids(&self, count: u32) -> StoreResult<IdBlock>;

    /// The small kinds of master data; answered from memory while their generation stands.
    async fn reference(&self) -> StoreResult<Arc<Reference>>;

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

    /// Loads, plans and commits while no other write can come between; for the last try after conflicts.
    async fn import_in_turn(
        &self,
        scope: ReadScope,
        keys: Arc<ImportKeys>,
        plan: PlanInTurn,
    ) -> StoreResult<()>;

    // Master data

    /// Creates and changes records so that they say what the batch says: all of them, or none where one is at
    /// fault. Members that are absent stay as they are, what is equal already is not written. Decided and
    /// written while no other write can come between.
    async fn upsert_masterdata(&self, scope: WriteScope, batch: Batch) -> StoreResult<MasterdataOutcome>;

    // Candidates

    async fn candidates(&self, scope: ReadScope, ids: Vec<CandidateId>) -> StoreResult<Candidates>;

    async fn find_candidates(&self, scope: ReadScope, query: CandidateQuery) -> StoreResult<CandidatePage>;

    /// The rows of an external header, or the one row of a line, in all organisations of the scope.
    async fn candidates_by_reference(
        &self,
        scope: ReadScope,
        data_source: DataSourceId,
        header_id: String,
        line_id: Option<String>,
    ) -> StoreResult<Candidates>;

    // Requests

    /// Keeps a request that wrote nothing else (a rejected one).
    async fn keep_request(&self, request: StoredRequest) -> StoreResult<()>;

    /// The request that a candidate came with.
    async fn request_of_candidate(
        &self,
        scope: ReadScope,
        candidate: CandidateId,
    ) -> StoreResult<Option<StoredRequest>>;

    async fn answer_for(&self, key: IdempotencyKey) -> StoreResult<Option<StoredAnswer>>;

    /// Removes answers and candidate-less requests from before the instant; tells how many.
    async fn sweep_requests(&self, before: Timestamp) -> StoreResult<u64>;

    // Tokens

    async fn create_token(&self, token: TokenRecord) -> StoreResult<()>;

    async fn token_by_public_id(&self, public_id: String) -> StoreResult<Option<TokenRecord>>;

    async fn tokens(&self) -> StoreResult<Vec<TokenRecord>>;

    /// Revokes a token; `false` if there is none or it is revoked already.
    async fn revoke_token(&self, token: TokenId, at: Timestamp) -> StoreResult<bool>;

    /// Notes when tokens were last used.
    async fn touch_tokens(&self, used: Vec<(TokenId, Timestamp)>) -> StoreResult<()>;

    /// Changes whenever another process or request may have changed tokens or settings: caches compare it.
    async fn change_counter(&self) -> StoreResult<i64>;

    // The database itself

    /// Proves by a write that writing works.
    async fn check_writable(&self) -> StoreResult<()>;

    /// What the store counts about itself; read without touching the database.
    fn statistics(&self) -> StoreStatistics;
}
