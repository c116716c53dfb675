//! Orders: create, query and void.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::ids::{CandidateId, DataSourceId, OrderId, OrganisationId, RequestId, RunId};
use orderdock_domain::order::{HandoverFilter, Order, OrderStatus, OrderWrite};
use orderdock_domain::text::{Code, Text};

use crate::{Comment, StoredRequest, StoredResponse, Total};

/// All writes of an imported complete order, in one transaction.
pub struct OrderCommit {
    pub write: OrderWrite,
    pub request: StoredRequest,
    /// Builds the response under the request's idempotency key, if it has one. `ResponseExists` if the key already has a
    /// response.
    pub response: Option<EncodeOrderResponse>,
}

impl OrderCommit {
    /// Returns about how many rows it writes.
    pub fn row_count(&self) -> usize {
        2 + self.write.order.order.lines.len()
    }
}

/// Builds the response to an order that has its number. The commit draws the number and stores the response, so this
/// runs within the transaction, and again if the transaction is repeated.
pub type EncodeOrderResponse = Arc<dyn Fn(&Order) -> Option<StoredResponse> + Send + Sync>;

/// An order without its taxes and with the number of its lines, as in lists.
pub type OrderHead = Order<u32, ()>;

/// Conditions on orders, joined by "and"; an absent condition matches every order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OrderFilter {
    pub status: Option<OrderStatus>,
    pub organisation: Option<OrganisationId>,
    pub data_source: Option<DataSourceId>,
    pub external_header_id: Option<String>,
    pub po_reference: Option<String>,
    pub document_no: Option<String>,
    /// Exact current code of the buyer.
    pub bpartner: Option<String>,
    pub date_ordered_from: Option<Date>,
    pub date_ordered_to: Option<Date>,
    pub run: Option<RunId>,
    pub handed_over: Option<HandoverFilter>,
    /// The beginning of a document number, of a reference, or of the buyer's current code or name; compared in folded
    /// form.
    pub search: Option<String>,
}

/// A page of the list of orders by id, which is the order of their creation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderQuery {
    pub filter: OrderFilter,
    pub descending: bool,
    /// Only orders after this one.
    pub after: Option<OrderId>,
    /// At most 500.
    pub limit: u32,
    /// Whether to count the matches; otherwise the total is a lower bound of 0.
    pub counted: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct OrderPage {
    pub orders: Vec<OrderHead>,
    /// Present if more follow.
    pub next: Option<OrderId>,
    pub total: Total,
}

/// The history of an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderHistory {
    pub created_at: Timestamp,
    /// The sender of a complete order, or the user who started the run that created it; `None` if it is no longer
    /// known.
    pub created_by: Option<String>,
    pub run: Option<RunId>,
    /// The requests that contained it or its candidates.
    pub requests: Vec<RequestId>,
    pub voided: Option<OrderVoided>,
    /// A range of its comments with their numbers.
    pub comments: Vec<(i64, Comment)>,
}

/// Time, actor and reason of a void.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderVoided {
    pub at: Timestamp,
    pub by: Option<String>,
    pub reason: Option<Text>,
}

/// The order that contains a candidate; voided orders do not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CandidateOrder {
    pub candidate: CandidateId,
    pub order: OrderId,
    pub document_no: Code,
    pub line: i64,
}
