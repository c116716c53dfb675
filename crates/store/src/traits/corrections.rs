//! Corrections and edits of candidates, and their history.

use std::collections::HashMap;

use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::correction::CorrectionContext;
use orderdock_domain::ids::CandidateId;

use crate::{
    ChunkOutcome, CommentCommit, CommentOutcome, CorrectionCommit, CorrectionKeys, EditCommit, History,
    HistoryRange, RecordChanges, ResolutionCommit, RunScope, StoreResult,
};

/// Reads of candidates for corrections, and of their history and comments.
pub trait CorrectionReader {
    /// Loads the candidates of a correction and the records that it references.
    fn load_correction(&self, scope: &RunScope, keys: &CorrectionKeys) -> StoreResult<CorrectionContext>;

    /// Returns a range of the history of a candidate, and the problems of its import; empty if it is not in the scope.
    fn candidate_history(
        &self,
        scope: &WriteScope,
        candidate: CandidateId,
        range: HistoryRange,
    ) -> StoreResult<History>;

    /// Returns open candidates that wait for records, ascending by id, after a candidate.
    fn waiting_candidates(
        &self,
        scope: &WriteScope,
        after: CandidateId,
        limit: u32,
    ) -> StoreResult<Vec<CandidateId>>;

    /// Returns candidates, ascending by id, that may no longer have to wait: those that wait for a key of a changed
    /// record, and changed ones that wait. One key is compared, so a record may still not fit the other keys of the
    /// candidate.
    fn candidates_waiting_for(
        &self,
        scope: &WriteScope,
        changed: &RecordChanges,
    ) -> StoreResult<Vec<CandidateId>>;

    /// Returns the number of comments of each candidate that has any.
    fn count_comments(
        &self,
        scope: &ReadScope,
        candidates: &[CandidateId],
    ) -> StoreResult<HashMap<CandidateId, u64>>;
}

/// Writes of corrections, edits and comments.
pub trait CorrectionWriter {
    /// Writes a correction in full; `Conflict` if a candidate or a record that the plan depends on has changed.
    fn commit_correction(&self, commit: &CorrectionCommit) -> StoreResult<()>;

    /// Writes the records that were found for unresolved references; `Conflict` if a candidate or a record that the plan
    /// depends on has changed.
    fn commit_resolution(&self, commit: &ResolutionCommit) -> StoreResult<()>;

    /// Writes a chunk of an edit in full; `Conflict` if a candidate or a record that the plan depends on has changed.
    fn commit_edit(&self, commit: &EditCommit) -> StoreResult<ChunkOutcome>;

    /// Writes a comment on a candidate or an order, unless that is not in the scope or has
    /// [`MAX_COMMENTS`](crate::MAX_COMMENTS). The limit is exact in [`WriteMode::Records`](crate::WriteMode::Records).
    fn comment(&self, scope: &WriteScope, commit: &CommentCommit) -> StoreResult<CommentOutcome>;
}
