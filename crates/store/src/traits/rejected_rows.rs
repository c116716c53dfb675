//! Entries of rejected rows.

use jiff::Timestamp;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::ids::RejectedRowId;
use orderdock_domain::import::RejectedRowStatus;

use crate::{
    LastingState, LastingStateQuery, NewRejectedRow, RejectedRowDecision, RejectedRowEntry,
    RejectedRowFilter, RejectedRowGroup, RejectedRowQuery, StoreResult,
};

/// Reads of entries of rejected rows. Entries without an organisation are visible only in the scope of all
/// organisations.
pub trait RejectedRowReader {
    /// Returns a page of entries.
    fn rejected_rows(
        &self,
        scope: &ReadScope,
        query: &RejectedRowQuery,
    ) -> StoreResult<Vec<RejectedRowEntry>>;

    fn rejected_row(&self, scope: &ReadScope, id: RejectedRowId) -> StoreResult<Option<RejectedRowEntry>>;

    /// Returns groups of entries, largest first.
    fn rejected_row_groups(
        &self,
        scope: &ReadScope,
        filter: &RejectedRowFilter,
    ) -> StoreResult<Vec<RejectedRowGroup>>;

    /// Returns the number of entries by status, without statuses that have none.
    fn count_rejected_rows(
        &self,
        scope: &ReadScope,
        filter: &RejectedRowFilter,
    ) -> StoreResult<Vec<(RejectedRowStatus, u64)>>;

    /// Returns open entries, for notifications.
    fn open_rejected_rows(
        &self,
        scope: &WriteScope,
        query: &LastingStateQuery,
    ) -> StoreResult<Vec<LastingState>>;
}

/// Writes of entries of rejected rows.
pub trait RejectedRowWriter: RejectedRowReader {
    /// Stores rejected rows. A row with the key of an entry updates the entry, and opens it unless it was dismissed with
    /// the same content.
    fn store_rejected_rows(&self, rows: &[NewRejectedRow]) -> StoreResult<()>;

    /// Applies a decision to the entries that match a filter and whose status allows the decision. Returns their
    /// number.
    fn decide_rejected_rows(
        &self,
        scope: &WriteScope,
        filter: &RejectedRowFilter,
        decision: &RejectedRowDecision,
    ) -> StoreResult<u64>;

    /// Removes some entries whose last rejection is older than an instant. Also removes entries of organisations that
    /// have more than `maximum`: first entries that are not open, then the oldest. Returns the number of removed
    /// entries; 0 if none is left.
    fn sweep_rejected_rows(&self, before: Timestamp, maximum: u32) -> StoreResult<u64>;
}
