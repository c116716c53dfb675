//! The import's commit.

use jiff::Timestamp;
use orderdock_domain::import::{ImportContext, ImportWrites};

use crate::{StoredAnswer, StoredRequest};

/// Everything that one import writes, in one transaction.
#[derive(Debug)]
pub struct ImportCommit {
    pub writes: ImportWrites,
    pub request: StoredRequest,
    /// The answer under the request's idempotency key, if it has one. Conflict if the key is taken.
    pub answer: Option<StoredAnswer>,
    pub now: Timestamp,
}

/// Plans inside the writer's turn, where nothing can overtake it; `None` writes nothing.
pub type PlanInTurn = Box<dyn FnOnce(ImportContext) -> Option<ImportCommit> + Send>;
