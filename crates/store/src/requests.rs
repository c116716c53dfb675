//! Write requests as they were received, and answers kept for idempotency keys.

use jiff::Timestamp;
use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::{CallerId, OrganisationId, RequestId, SHARED};
use orderdock_domain::import::{RequestKind, RowNote};

/// A write request as it came in; secrets are never part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredRequest {
    pub id: RequestId,
    pub kind: RequestKind,
    /// The request id of answers and logs.
    pub request_id: String,
    /// `None` for the command line on the database itself.
    pub caller: Option<CallerId>,
    /// Who: the name of the token or the user, or `cli`.
    pub actor: String,
    pub method: String,
    pub path: String,
    pub query: String,
    pub received_at: Timestamp,
    pub status: u16,
    pub media_type: String,
    /// Bytes of the body as received.
    pub body_size: i64,
    pub body: KeptBody,
    /// `Prefer: handling=strict` was asked for.
    pub strict: bool,
    /// The request of the log that was sent again by this one.
    pub replay_of: Option<RequestId>,
    /// The one of rows that name none.
    pub default_organisation: Option<OrganisationId>,
    /// Of its rows that did not become candidates, in order.
    pub notes: Vec<RowNote>,
    pub belonging: Belonging,
}

impl StoredRequest {
    /// The organisation whose quota a refused request takes; that of shared records if it is of no single one.
    pub fn charged_organisation(&self) -> OrganisationId {
        let first = self.belonging.organisations.first().copied();
        self.default_organisation.or(first).unwrap_or(SHARED)
    }
}

/// A body as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KeptBody {
    /// Compressed with zstd.
    pub bytes: Vec<u8>,
    /// The request whose body is the dictionary: one that made candidates, so it is never removed, and has none itself.
    pub dictionary: Option<RequestId>,
}

/// Whose the rows of an import are. Other calls belong to nobody but their caller.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Belonging {
    /// As far as they could be read; ascending.
    pub organisations: Vec<OrganisationId>,
    /// All of it is of the one organisation that its sender writes for, whatever it says.
    pub whole: bool,
}

/// A call that wrote something, kept by the transaction that wrote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptCall {
    pub request: StoredRequest,
    /// The answer under the request's idempotency key, if it has one. `AnswerTaken` if the key has one.
    pub answer: Option<StoredAnswer>,
}

/// Conditions on requests, joined by "and"; absent ones do not narrow. Newest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RequestQuery {
    /// Of this caller.
    pub of: Option<CallerId>,
    /// And imports with rows of these organisations, whoever sent them; without `of` they are of no account.
    pub rows_of: Option<OrgScope>,
    /// The name of a token or a user, or its record id.
    pub token: Option<String>,
    pub statuses: Vec<u16>,
    /// The id that answer and log lines carry, or an external header id that is in the request.
    pub reference: Option<String>,
    pub from: Option<Timestamp>,
    /// Exclusive.
    pub to: Option<Timestamp>,
    /// Goes on behind this request.
    pub before: Option<RequestId>,
    /// At most 500.
    pub limit: u32,
}

/// Where an idempotency key belongs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IdempotencyKey {
    pub caller: CallerId,
    pub method: String,
    pub path: String,
    pub key: String,
}

/// The first committed answer to a request with an idempotency key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredAnswer {
    pub key: IdempotencyKey,
    /// SHA-256 of the body.
    pub body_hash: [u8; 32],
    pub status: u16,
    /// The answer's body, compressed with zstd.
    pub answer: Vec<u8>,
    pub created_at: Timestamp,
}
