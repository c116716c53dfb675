//! Received requests and their responses.

use std::sync::Arc;

use bytes::Bytes;
use orderdock_domain::candidate::MaybeUndefined;
use orderdock_domain::ids::RequestId;
use orderdock_domain::import::RequestKind;

/// Returns the value after an update: an absent member keeps the previous value, null removes it.
pub(crate) fn sent<T>(sent: MaybeUndefined<T>, was: Option<T>) -> Option<T> {
    match sent {
        MaybeUndefined::Absent => was,
        MaybeUndefined::Null => None,
        MaybeUndefined::Value(value) => Some(value),
    }
}

/// A received request.
#[derive(Clone, Debug)]
pub struct Received {
    pub kind: RequestKind,
    pub method: String,
    /// Path without credentials; the query has none either.
    pub path: String,
    pub query: String,
    pub media_type: String,
    pub body: Bytes,
    /// Whether the request has `Prefer: handling=strict`.
    pub strict: bool,
    /// The logged request that this one replays.
    pub replay_of: Option<RequestId>,
}

/// Encodes the body of a response. It runs before or inside the commit, because the idempotency key stores the
/// response, and possibly again for the caller. Equal results must give equal bytes.
pub type EncodeBody<T> = Arc<dyn Fn(&T) -> Vec<u8> + Send + Sync>;

/// Status and body of a response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EncodedResponse {
    pub status: u16,
    pub body: Vec<u8>,
}
