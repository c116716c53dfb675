//! Corrections and edits of candidates, and their history.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::correction::CorrectionContext;
use orderdock_domain::ids::CandidateId;

use crate::{
    ChunkOutcome, CommentCommit, CorrectionCommit, CorrectionKeys, EditCommit, History, RunScope, StoreResult,
};

/// Corrections and edits of candidates, and their history.
#[async_trait]
pub trait CorrectionStore: Send + Sync + 'static {
    /// Loads what a correction is about and names, in one read snapshot.
    async fn load_correction(&self, scope: RunScope, keys: CorrectionKeys) -> StoreResult<CorrectionContext>;

    /// Writes a correction whole; Conflict if a candidate or what the plan relied on has changed.
    async fn commit_correction(&self, commit: CorrectionCommit) -> StoreResult<()>;

    /// Writes a chunk of an edit whole; Conflict if a candidate or what the plan relied on has changed.
    async fn commit_edit(&self, commit: EditCommit) -> StoreResult<ChunkOutcome>;

    /// What happened to a candidate since it was imported, and what was found then; nothing if it is not in the scope.
    async fn candidate_history(&self, scope: WriteScope, candidate: CandidateId) -> StoreResult<History>;

    /// Writes a comment of a candidate or an order, unless that is not in the scope; tells whether it is written.
    async fn comment(&self, scope: WriteScope, commit: Arc<CommentCommit>) -> StoreResult<bool>;

    /// How many comments candidates have, of those that have some.
    async fn count_comments(
        &self,
        scope: ReadScope,
        candidates: Vec<CandidateId>,
    ) -> StoreResult<HashMap<CandidateId, u64>>;
}
