//! The import's commit.

use jiff::Timestamp;
use orderdock_domain::import::ImportWrites;

use crate::{StoredAnswer, StoredRequest};

/// Everything that one import writes, in one transaction.
#[derive(Debug)]
pub struct ImportCommit {
    pub writes: ImportWrites,
    pub request: StoredRequest,
    /// The answer under the request's idempotency key, if it has one. `AnswerTaken` if the key has one.
    pub answer: Option<StoredAnswer>,
    pub now: Timestamp,
}
