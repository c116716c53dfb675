//! Orders: writing them, reading them back, voiding them.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::ids::{CandidateId, DataSourceId, OrderId, OrganisationId, RequestId, RunId};
use orderdock_domain::order::{HandoverFilter, Order, OrderStatus, OrderWrite};
use orderdock_domain::text::{Code, Text};

use crate::{Comment, StoredAnswer, StoredRequest, Total};

/// Everything that an order sent whole writes, in one transaction.
pub struct OrderCommit {
    pub write: OrderWrite,
    pub request: StoredRequest,
    /// Makes the answer under the request's idempotency key, if it has one. `AnswerTaken` if the key has one.
    pub answer: Option<OrderAnswer>,
}

impl OrderCommit {
    /// Returns about how many rows it writes.
    pub fn row_count(&self) -> usize {
        2 + self.write.order.order.lines.len()
    }
}

/// Answers an order that has its number. The number is drawn by the commit and the answer is kept by it, so
/// this runs within the transaction, and again where that has to.
pub type OrderAnswer = Arc<dyn Fn(&Order) -> Option<StoredAnswer> + Send + Sync>;

/// An order without its taxes, as it stands in lists, with the number of its lines.
pub type OrderHead = Order<u32, ()>;

/// Conditions on orders, joined by "and"; absent ones do not narrow.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OrderFilter {
    pub status: Option<OrderStatus>,
    pub organisation: Option<OrganisationId>,
    pub data_source: Option<DataSourceId>,
    pub external_header_id: Option<String>,
    pub po_reference: Option<String>,
    pub document_no: Option<String>,
    /// Exact code of the buyer, as it is now.
    pub bpartner: Option<String>,
    pub date_ordered_from: Option<Date>,
    pub date_ordered_to: Option<Date>,
    pub run: Option<RunId>,
    pub handed_over: Option<HandoverFilter>,
    /// Beginning of a document number or reference, or of the buyer's code or name as they are now; compared folded.
    pub search: Option<String>,
}

/// A part of the list of orders, which goes by id: the order in which they were made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderQuery {
    pub filter: OrderFilter,
    pub descending: bool,
    /// Goes on behind this order.
    pub after: Option<OrderId>,
    /// At most 500.
    pub limit: u32,
    /// Whether to count what matches; without it the total is a lower bound of none.
    pub counted: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct OrderPage {
    pub orders: Vec<OrderHead>,
    /// Present if more follow.
    pub next: Option<OrderId>,
    pub total: Total,
}

/// What happened to an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderHistory {
    pub created_at: Timestamp,
    /// Who sent it whole, or started the run that made it; `None` if that is not known any more.
    pub created_by: Option<String>,
    pub run: Option<RunId>,
    /// The requests that it or its candidates came with.
    pub requests: Vec<RequestId>,
    pub voided: Option<OrderVoided>,
    /// A range of its comments with their numbers.
    pub comments: Vec<(i64, Comment)>,
}

/// How an order was voided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderVoided {
    pub at: Timestamp,
    pub by: Option<String>,
    pub reason: Option<Text>,
}

/// The order that a candidate is in; voided orders do not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CandidateOrder {
    pub candidate: CandidateId,
    pub order: OrderId,
    pub document_no: Code,
    pub line: i64,
}
