//! Attachment records. The files are stored separately, under the hash of their bytes.

use orderdock_domain::attachment::Attachment;

use crate::{StoredRequest, StoredResponse};

/// All writes of one upload, in one transaction.
#[derive(Clone, Debug)]
pub struct AttachmentCommit {
    /// Absent if the target already has an attachment with the same bytes. `Conflict` if one was added since, or if
    /// the file is about to be removed.
    pub attachment: Option<Attachment>,
    pub request: StoredRequest,
    /// The response under the request's idempotency key, if it has one. `ResponseExists` if the key already has a
    /// response.
    pub response: Option<StoredResponse>,
}

impl AttachmentCommit {
    /// Approximate number of rows that it writes.
    pub const ROWS: usize = 3;
}
