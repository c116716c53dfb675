//! Corrections and edits of candidates, and their history.

use std::collections::HashMap;

use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::correction::CorrectionContext;
use orderdock_domain::ids::CandidateId;

use crate::{
    ChunkOutcome, CommentCommit, CommentOutcome, CorrectionCommit, CorrectionKeys, EditCommit, History,
    HistoryRange, RecordChanges, ResolutionCommit, RunScope, StoreResult,
};

/// Reads for corrections of candidates, and of their history and comments.
pub trait CorrectionReader {
    /// Loads the candidates of a correction and the records that it references.
    fn load_correction(&self, scope: &RunScope, keys: &CorrectionKeys) -> StoreResult<CorrectionContext>;

    /// Reads a range of the history of a candidate, and the problems of its import; empty if it is not in the scope.
    fn candidate_history(
        &self,
        scope: &WriteScope,
        candidate: CandidateId,
        range: HistoryRange,
    ) -> StoreResult<History>;

    /// Returns the open candidates after one that wait for records, ascending by id.
    fn waiting_candidates(
        &self,
        scope: &WriteScope,
        after: CandidateId,
        limit: u32,
    ) -> StoreResult<Vec<CandidateId>>;

    /// Returns the candidates that wait for records whose keys changed records have, and those of the changed candidates
    /// that wait, ascending by id. Other keys of the candidates may not fit the records.
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
    /// Writes a correction completely; `Conflict` if a candidate or a record that the plan depends on has changed.
    fn commit_correction(&self, commit: &CorrectionCommit) -> StoreResult<()>;

    /// Writes the records that were found for unresolved references; `Conflict` if a candidate or a record that the plan
    /// depends on has changed.
    fn commit_resolution(&self, commit: &ResolutionCommit) -> StoreResult<()>;

    /// Writes a chunk of an edit completely; `Conflict` if a candidate or a record that the plan depends on has
    /// changed.
    fn commit_edit(&self, commit: &EditCommit) -> StoreResult<ChunkOutcome>;

    /// Writes a comment on a candidate or an order, unless that is not in the scope or has
    /// [`MOST_COMMENTS`](crate::MOST_COMMENTS). The limit is exact in [`WriteMode::Records`](crate::WriteMode::Records).
    fn comment(&self, scope: &WriteScope, commit: &CommentCommit) -> StoreResult<CommentOutcome>;
}
