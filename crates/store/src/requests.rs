//! The request log, and responses stored under idempotency keys.

use jiff::Timestamp;
use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::{CallerId, OrganisationId, RequestId, SHARED};
use orderdock_domain::import::{RequestKind, RowNote};

/// A write request as received, without secrets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredRequest {
    pub id: RequestId,
    pub kind: RequestKind,
    /// The request id in responses and logs.
    pub request_id: String,
    /// `None` for the command line, which uses the database itself.
    pub caller: Option<CallerId>,
    /// The name of the token or user, or `cli`.
    pub actor: String,
    pub method: String,
    pub path: String,
    pub query: String,
    pub received_at: Timestamp,
    pub status: u16,
    pub media_type: String,
    /// Size of the received body in bytes.
    pub body_size: i64,
    pub body: StoredBody,
    /// Whether the request had `Prefer: handling=strict`.
    pub strict: bool,
    /// The logged request that this one repeats.
    pub replay_of: Option<RequestId>,
    /// The organisation of rows that specify none.
    pub default_organisation: Option<OrganisationId>,
    /// Number of candidates that the request created, counted when it is stored. `None` if the reader may see only
    /// some of the rows.
    pub created: Option<u64>,
    /// Notes on rows that did not become candidates, in order.
    pub notes: Vec<RowNote>,
    pub ownership: RequestOwnership,
}

impl StoredRequest {
    /// Returns the organisation to whose quota a rejected request counts. That is the organisation of shared records if
    /// the request does not belong to a single one.
    pub fn charged_organisation(&self) -> OrganisationId {
        let first = self.ownership.organisations.first().copied();
        self.default_organisation.or(first).unwrap_or(SHARED)
    }
}

/// A stored body.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StoredBody {
    /// Compressed with zstd.
    pub bytes: Vec<u8>,
    /// The request whose body is the compression dictionary. It has created candidates, so it is never removed, and
    /// has no dictionary itself.
    pub dictionary: Option<RequestId>,
}

/// The organisations of the rows of an import. Other calls belong only to their caller.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RequestOwnership {
    /// Organisations of the rows that could be parsed, ascending.
    pub organisations: Vec<OrganisationId>,
    /// Whether all rows belong to the one organisation for which the sender writes, regardless of their content.
    pub whole: bool,
}

/// A call that wrote data, stored by the same transaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestLogEntry {
    pub request: StoredRequest,
    /// The response under the request's idempotency key, if it has one. `ResponseExists` if the key already has a
    /// response.
    pub response: Option<StoredResponse>,
}

/// Conditions on requests, joined by "and"; an absent condition matches every request.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RequestQuery {
    /// Requests of this caller.
    pub of: Option<CallerId>,
    /// Also returns imports of any sender with rows of these organisations; ignored without `of`.
    pub rows_of: Option<OrgScope>,
    /// Name or record id of a token or user.
    pub token: Option<String>,
    pub statuses: Vec<u16>,
    /// The request id in responses and log lines, or an external header id in the request.
    pub reference: Option<String>,
    pub from: Option<Timestamp>,
    /// Exclusive.
    pub to: Option<Timestamp>,
    /// Only requests older than this one.
    pub before: Option<RequestId>,
    /// At most 500.
    pub limit: u32,
}

/// The scope and value of an idempotency key.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IdempotencyKey {
    pub caller: CallerId,
    pub method: String,
    pub path: String,
    pub key: String,
}

/// The first committed response to a request with an idempotency key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredResponse {
    pub key: IdempotencyKey,
    /// SHA-256 of the request body.
    pub body_hash: [u8; 32],
    pub status: u16,
    /// The response body, compressed with zstd.
    pub body: Vec<u8>,
    pub created_at: Timestamp,
}
