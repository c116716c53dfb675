//! Events of commits, read from the outbox.

use jiff::Timestamp;
use orderdock_domain::event::{EventCursor, Events};
use orderdock_domain::ids::{
    CandidateId, DataSourceId, ExternalSystemId, OrderId, OrganisationId, RequestId,
};

/// Maximum number of outbox entries that get a position in one transaction.
pub const PLACED_AT_ONCE: u64 = 1_000;

/// Events of a commit for one organisation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeedCommit {
    /// Position in the feed. Never assigned twice, and never lower than a position that was already read.
    pub position: i64,
    pub organisation: OrganisationId,
    pub at: Timestamp,
    pub events: Events,
}

/// A part of the feed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeedPage {
    /// Ascending by position.
    pub commits: Vec<FeedCommit>,
    pub ends: FeedEnds,
}

/// The bounds of the feed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeedEnds {
    /// The last removed position; 0 if none was removed.
    pub oldest: i64,
    /// Number of events at the position `oldest`.
    pub events_there: u32,
    /// The last assigned position.
    pub newest: i64,
}

impl FeedEnds {
    /// Returns whether no event after the cursor has been removed.
    pub fn contains_all_after(&self, cursor: EventCursor) -> bool {
        let oldest = EventCursor { position: self.oldest, number: self.events_there };
        oldest <= cursor && cursor.position <= self.newest
    }
}

/// The part of the feed that a reader has not read yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeedBacklog {
    /// Number of commits, each counted once for each organisation.
    pub commits: u64,
    /// Time of the oldest of them; absent if there is none.
    pub oldest_at: Option<Timestamp>,
}

/// A request with rejected rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedRequest {
    pub id: RequestId,
    /// The request id of its response.
    pub request_id: String,
    pub status: u16,
}

/// The references of a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedCandidate {
    pub id: CandidateId,
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
    pub external_system: Option<ExternalSystemId>,
    pub header_id: String,
    pub line_id: String,
    pub po_reference: String,
}

/// The document number and the references of an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedOrder {
    pub id: OrderId,
    pub organisation: OrganisationId,
    pub document_no: String,
    pub data_source: Option<DataSourceId>,
    pub header_id: Option<String>,
    pub po_reference: Option<String>,
}
