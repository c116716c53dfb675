//! Corrections and edits of candidates, and their history.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::correction::CorrectionContext;
use orderdock_domain::ids::CandidateId;

use crate::{
    ChunkOutcome, CommentCommit, CommentOutcome, CorrectionCommit, CorrectionKeys, EditCommit, History,
    HistoryRange, RunScope, StoreResult,
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

    /// Reads a range of the history of a candidate, and what its import found; empty if it is not in the scope.
    async fn candidate_history(
        &self,
        scope: WriteScope,
        candidate: CandidateId,
        range: HistoryRange,
    ) -> StoreResult<History>;

    /// Writes a comment on a candidate or an order, unless that is not in the scope or has
    /// [`MOST_COMMENTS`](crate::MOST_COMMENTS).
    async fn comment(&self, scope: WriteScope, commit: Arc<CommentCommit>) -> StoreResult<CommentOutcome>;

    /// How many comments candidates have, of those that have some.
    async fn count_comments(
        &self,
        scope: ReadScope,
        candidates: Vec<CandidateId>,
    ) -> StoreResult<HashMap<CandidateId, u64>>;
}
