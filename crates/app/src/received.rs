//! A request as it came in, and what it is answered.

use std::sync::Arc;

use bytes::Bytes;
use orderdock_domain::candidate::Sent;
use orderdock_domain::ids::RequestId;
use orderdock_domain::import::RequestKind;

/// What stands after something was sent for it, or nothing was.
pub(crate) fn sent<T>(sent: Sent<T>, was: Option<T>) -> Option<T> {
    match sent {
        Sent::Absent => was,
        Sent::Null => None,
        Sent::Value(value) => Some(value),
    }
}

/// A request as it came in.
#[derive(Clone, Debug)]
pub struct Received {
    pub kind: RequestKind,
    pub method: String,
    /// Without credentials, like the query.
    pub path: String,
    pub query: String,
    pub media_type: String,
    pub body: Bytes,
    /// `Prefer: handling=strict` was asked for.
    pub strict: bool,
    /// The request of the log that this sends again.
    pub replay_of: Option<RequestId>,
}

/// Writes the body of an answer. It runs before or inside the commit, because an idempotency key keeps the answer, and maybe
/// again for the caller: the same result must give the same bytes.
pub type EncodeBody<T> = Arc<dyn Fn(&T) -> Vec<u8> + Send + Sync>;

/// Status and body of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}
