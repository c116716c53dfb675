//! Mappings of missing records to existing ones.

use orderdock_domain::access::WriteScope;
use orderdock_domain::candidate::{MissingRecordId, ReferenceKind};
use orderdock_domain::ids::{CandidateId, CrossReferenceId, PartnerId, RunId};

use crate::{ChangeAuthor, MappingTarget, RememberedValue, StoreResult, TakenValue};

/// Reads for mappings.
pub trait MappingReader {
    /// Returns a record of a kind, active or not, of any organisation.
    fn mapping_target(&self, kind: ReferenceKind, id: i64) -> StoreResult<Option<MappingTarget>>;

    /// Returns the buyers of the lines of a missing record, at most two; `None` for unknown ones. `lines` limits the
    /// lines unless it is empty.
    fn buyers_of_missing(
        &self,
        scope: &WriteScope,
        id: MissingRecordId,
        lines: &[CandidateId],
    ) -> StoreResult<Vec<Option<PartnerId>>>;

    /// Returns those of the candidates that an unfinished run maps.
    fn lines_being_mapped(&self, candidates: &[CandidateId]) -> StoreResult<Vec<CandidateId>>;
}

/// Writes of mappings.
pub trait MappingWriter {
    /// Creates the cross-reference of a value or activates it, unless it exists. Returns its id, or the record that the
    /// value means already. Writes are exact in [`WriteMode::Records`](crate::WriteMode::Records).
    fn remember_value(
        &self,
        value: &RememberedValue,
        by: &ChangeAuthor,
    ) -> StoreResult<Result<CrossReferenceId, TakenValue>>;

    /// Deactivates the cross-reference that a run created or activated, unless it was changed since. Returns whether it
    /// did.
    fn forget_value(&self, run: RunId, by: &ChangeAuthor) -> StoreResult<bool>;
}
