//! Stored bytes, by organisation.

use orderdock_domain::ids::OrganisationId;

/// Bytes that an organisation takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StorageUse {
    /// That of shared records for refused requests of no single one.
    pub organisation: OrganisationId,
    pub attachments: i64,
    /// Of refused requests in the request log.
    pub refused: i64,
    /// What both were when they were counted first.
    pub attachments_before: i64,
    pub refused_before: i64,
}

impl StorageUse {
    /// An organisation that stores nothing.
    pub fn none(organisation: OrganisationId) -> Self {
        Self { organisation, attachments: 0, refused: 0, attachments_before: 0, refused_before: 0 }
    }
}
