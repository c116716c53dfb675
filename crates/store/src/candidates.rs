//! Reading candidates back.

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::candidate::{Candidate, HoldReason, Related, Status};
use orderdock_domain::ids::{CandidateId, DataSourceId, OrganisationId, RequestId, RunId};
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::processing::RunOutcomeWord;
use orderdock_domain::words;

/// Conditions on candidates, joined by "and"; absent ones do not narrow.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CandidateFilter {
    pub statuses: Vec<Status>,
    pub data_source: Option<DataSourceId>,
    pub organisation: Option<OrganisationId>,
    /// Exact code of the buyer.
    pub bpartner: Option<String>,
    /// Exact code of the product.
    pub product: Option<String>,
    pub external_header_id: Option<String>,
    pub date_required_from: Option<Date>,
    pub date_required_to: Option<Date>,
    pub created_from: Option<Timestamp>,
    /// Exclusive.
    pub created_to: Option<Timestamp>,
    /// Parts of a reference, code, name, town or postal code, or the beginning of any of these or of an id; without case.
    pub search: Option<String>,
    /// Candidates that have this problem, perhaps among others.
    pub problem: Option<ProblemCode>,
    /// What the problem is about: its cause. Without a problem it narrows nothing.
    pub cause: Option<String>,
    pub hold: Option<HoldReason>,
    /// Whether a run that is started by hand would pass them over because they wait.
    pub held: Option<HeldFilter>,
    /// Those for which someone waits for the customer.
    pub waiting: Option<Waiting>,
    pub assigned: Option<Assigned>,
    /// Those of the headers that these belong to; none narrows nothing.
    pub header_of: Vec<CandidateId>,
    /// Whether there are files at the header.
    pub has_attachment: Option<bool>,
    /// Whether somebody has said something about them.
    pub has_comments: Option<bool>,
    /// The import that they came with.
    pub request: Option<RequestId>,
    /// A run that looked at them, and what it kept of them.
    pub run: Option<RunId>,
    /// What that run did with them; without a run it narrows nothing.
    pub outcome: Option<RunOutcomeWord>,
    /// Exact order reference of the customer.
    pub po_reference: Option<String>,
    /// Exact promotion code.
    pub promotion_code: Option<String>,
}

/// Candidates that wait for the customer until a day of a span. A day that has come where their organisation is holds
/// nothing any more, so that what is left of the span differs between organisations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// The first day, and others for organisations where it is later: of no moment there are more than three days.
    pub from: Date,
    pub elsewhere: [(Vec<OrganisationId>, Date); 2],
    /// The last one, if there is one.
    pub to: Option<Date>,
}

/// Whose candidates are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Assigned {
    Nobodys,
    /// By the user's name.
    To(String),
}

words! {
    #[derive(Default)]
    CandidateSort {
        /// By time of creation, then place in the request: the order of ids.
        #[default]
        CreatedAt "createdAt"
        DateRequired "dateRequired"
        PoReference "poReference"
        Qty "qty"
        Price "price"
        Status "status"
        Bpartner "bpartner"
    }
}

/// A place in a sorted list: the sort key of a row, and its id. Rows without a key come first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub key: String,
    pub id: CandidateId,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Window {
    /// From this many rows after the first.
    Offset(u32),
    After(Position),
    /// The rows just before the position, still in the list's order.
    Before(Position),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CandidateQuery {
    pub filter: CandidateFilter,
    pub sort: CandidateSort,
    pub descending: bool,
    pub window: Window,
    /// At most 500.
    pub limit: u32,
    /// Whether someone wants to know how many match; else the total is a lower bound, and may be 0.
    pub counted: bool,
    /// Whoever waits until a day that has come by then waits no more.
    pub now: Timestamp,
}

/// How many rows match: exact up to 100,000 and for status × data source, else a lower bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Total {
    pub value: u64,
    pub exact: bool,
}

/// Whether candidates wait, on a day: a wait for the customer that ends on that day or before is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeldFilter {
    pub held: bool,
    pub today: Date,
}

/// How many candidates match whatever their status is, and how many of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CandidateCounts {
    pub all: Total,
    pub new: Total,
    /// Those of `new` that do not wait: a run that is started now would order them.
    pub ready: Total,
    pub error: Total,
    pub processed: Total,
    pub inactive: Total,
}

#[derive(Clone, Debug)]
pub struct CandidatePage {
    pub candidates: Vec<Candidate>,
    /// What those candidates name.
    pub related: Related,
    /// Present if rows follow, or precede.
    pub next: Option<Position>,
    pub previous: Option<Position>,
    pub total: Total,
}

/// Candidates found by id or reference, with what they name.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    pub candidates: Vec<Candidate>,
    pub related: Related,
}
