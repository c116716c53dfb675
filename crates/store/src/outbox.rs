//! What commits tell, as it is read.

use jiff::Timestamp;
use orderdock_domain::event::{EventCursor, Events};
use orderdock_domain::ids::{CandidateId, DataSourceId, OrderId, OrganisationId, RequestId};

/// What a commit told of one organisation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldCommit {
    /// Its place in the feed: none is given twice, and none before one that was read.
    pub position: i64,
    pub organisation: OrganisationId,
    pub at: Timestamp,
    pub events: Events,
}

/// A part of the feed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeedPage {
    /// Ascending by position.
    pub commits: Vec<ToldCommit>,
    pub ends: FeedEnds,
}

/// How far the feed reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeedEnds {
    /// The last position that is kept no more; zero if all are.
    pub oldest: i64,
    /// How many events stood there.
    pub events_there: u32,
    /// The last position that was given.
    pub newest: i64,
}

impl FeedEnds {
    /// Whether nothing is missed by who goes on from there.
    pub fn is_kept_behind(&self, cursor: EventCursor) -> bool {
        let oldest = EventCursor { position: self.oldest, number: self.events_there };
        oldest <= cursor && cursor.position <= self.newest
    }
}

/// The part of the feed that a reader has not read yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeedBacklog {
    /// Commits, counted once for each organisation.
    pub commits: u64,
    /// Time of the oldest of them; absent if there is none.
    pub oldest_at: Option<Timestamp>,
}

/// A request some or all of whose rows were rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedRequest {
    pub id: RequestId,
    /// The request id of its answer.
    pub request_id: String,
    pub status: u16,
}

/// What a candidate is called by its sender.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedCandidate {
    pub id: CandidateId,
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
    pub header_id: String,
    pub line_id: String,
    pub po_reference: String,
}

/// What an order is called, here and by its sender.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedOrder {
    pub id: OrderId,
    pub organisation: OrganisationId,
    pub document_no: String,
    pub data_source: Option<DataSourceId>,
    pub header_id: Option<String>,
    pub po_reference: Option<String>,
}
