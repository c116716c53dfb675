//! The commit of an import.

use jiff::Timestamp;
use orderdock_domain::import::{Changes, ImportWrites};

use crate::{RejectionChanges, StoredRequest, StoredResponse};

/// All writes of one import, in one transaction.
#[derive(Debug)]
pub struct ImportCommit {
    pub writes: ImportWrites,
    pub request: StoredRequest,
    /// The response under the request's idempotency key, if it has one. `ResponseExists` if the key already has a
    /// response.
    pub response: Option<StoredResponse>,
    /// Entries of rejected rows.
    pub rejections: RejectionChanges,
    pub now: Timestamp,
}

impl ImportCommit {
    /// Returns about how many rows it writes.
    pub fn row_count(&self) -> usize {
        fn changes<T>(changes: &Changes<T>) -> usize {
            changes.created.len() + changes.changed.len()
        }
        let writes = &self.writes;
        1 + writes.candidates.len()
            + writes.product_prices.len()
            + changes(&writes.organisations)
            + changes(&writes.partner_groups)
            + changes(&writes.external_systems)
            + changes(&writes.partners)
            + changes(&writes.locations)
            + changes(&writes.contacts)
            + changes(&writes.products)
            + writes.external_references.inserted.len()
            + writes.external_references.deleted.len()
    }
}
