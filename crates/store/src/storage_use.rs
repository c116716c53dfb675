//! Stored bytes by organisation.

use orderdock_domain::ids::OrganisationId;

/// Stored bytes of an organisation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StorageUse {
    /// Rejected requests that belong to no single organisation count for the organisation of shared records.
    pub organisation: OrganisationId,
    pub attachments: i64,
    /// Bytes of rejected requests in the request log.
    pub rejected: i64,
    /// Both values at the time of the first count.
    pub attachments_before: i64,
    pub rejected_before: i64,
}

impl StorageUse {
    /// Returns the record of an organisation that stores nothing.
    pub fn none(organisation: OrganisationId) -> Self {
        Self { organisation, attachments: 0, rejected: 0, attachments_before: 0, rejected_before: 0 }
    }
}
