//! Mappings of missing records to existing ones.

use orderdock_domain::access::WriteScope;
use orderdock_domain::candidate::{MissingRecordId, ReferenceKind};
use orderdock_domain::ids::{CandidateId, CrossReferenceId, PartnerId, RunId};

use crate::{ChangeAuthor, MappingTarget, RememberedValue, StoreResult, TakenValue};

/// Reads for mappings.
pub trait MappingReader {
    /// Returns a record of a kind in any organisation, active or not.
    fn mapping_target(&self, kind: ReferenceKind, id: i64) -> StoreResult<Option<MappingTarget>>;

    /// Returns at most two buyers of the lines of a missing record; `None` is an unknown buyer. If `lines` is not
    /// empty, only these lines are considered.
    fn buyers_of_missing(
        &self,
        scope: &WriteScope,
        id: MissingRecordId,
        lines: &[CandidateId],
    ) -> StoreResult<Vec<Option<PartnerId>>>;

    /// Returns the given candidates that an unfinished run is mapping.
    fn lines_being_mapped(&self, candidates: &[CandidateId]) -> StoreResult<Vec<CandidateId>>;
}

/// Writes of mappings.
pub trait MappingWriter {
    /// Creates or activates the cross-reference of a value. Returns its id, or the existing mapping to another record.
    /// Concurrent calls are safe in [`WriteMode::Records`](crate::WriteMode::Records).
    fn remember_value(
        &self,
        value: &RememberedValue,
        by: &ChangeAuthor,
    ) -> StoreResult<Result<CrossReferenceId, TakenValue>>;

    /// Deactivates the cross-reference that a run created or activated. Returns `false` if it was changed since.
    fn forget_value(&self, run: RunId, by: &ChangeAuthor) -> StoreResult<bool>;
}
