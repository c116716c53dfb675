//! Attachments: the records; the files are kept elsewhere, under the hash of their bytes.

use orderdock_domain::attachment::Attachment;

use crate::{StoredAnswer, StoredRequest};

/// Everything that one upload writes, in one transaction.
#[derive(Clone, Debug)]
pub struct AttachmentCommit {
    /// Absent if the same bytes are at the target already. Conflict if they came there meanwhile, or if the
    /// file is about to be removed.
    pub attachment: Option<Attachment>,
    pub request: StoredRequest,
    /// The answer under the request's idempotency key, if it has one. `AnswerTaken` if the key has one.
    pub answer: Option<StoredAnswer>,
}

impl AttachmentCommit {
    /// About how many rows it writes.
    pub const ROWS: usize = 3;
}
