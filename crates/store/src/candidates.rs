//! Queries of candidates and their results.

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::candidate::{Candidate, HoldReason, MissingRecordId, Related, Status};
use orderdock_domain::ids::{CandidateId, DataSourceId, ImportDraftId, OrganisationId, RequestId, RunId};
use orderdock_domain::problem::{Language, ProblemCode};
use orderdock_domain::processing::RunOutcomeKind;
use orderdock_domain::string_enum;

/// Conditions on candidates, joined by "and"; an absent condition matches every candidate.
///
/// Their parameters and members are declared in `api/src/request/filter/candidates.rs`, their SQL in
/// `store-sql/src/candidates/filter_members.rs`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CandidateFilter {
    /// Any of these statuses; no status matches all.
    pub statuses: Vec<Status>,
    pub data_source: Option<DataSourceId>,
    /// Exact code of the external system that was sent.
    pub external_system: Option<String>,
    pub organisation: Option<OrganisationId>,
    /// Exact code of the buyer.
    pub bpartner: Option<String>,
    /// Exact code of the product.
    pub product: Option<String>,
    /// Exact header id of the sender.
    pub external_header_id: Option<String>,
    /// Exact order reference of the customer.
    pub po_reference: Option<String>,
    /// Exact promotion code.
    pub promotion_code: Option<String>,
    /// Inclusive.
    pub date_required_from: Option<Date>,
    /// Inclusive.
    pub date_required_to: Option<Date>,
    /// Inclusive.
    pub created_from: Option<Timestamp>,
    /// Exclusive.
    pub created_to: Option<Timestamp>,
    /// Search text, compared without case: a part of a reference, code, name, town, postal code or unit, or the
    /// beginning of one of them or of an id.
    pub search: Option<String>,
    /// Language of the names of units in `search`.
    pub search_language: Language,
    /// Code of a problem of the candidate, which may have other problems too.
    pub problem: Option<ProblemCode>,
    /// Cause of `problem`, which is then the first problem of the candidate. Ignored without `problem`.
    pub cause: Option<String>,
    pub hold: Option<HoldReason>,
    /// Whether a manually started run would skip the candidate because it is on hold.
    pub held: Option<HoldFilter>,
    /// On hold for the customer until a day of a period.
    pub waiting: Option<CustomerWaitFilter>,
    pub assigned: Option<AssigneeFilter>,
    /// Lines of the incoming orders that these candidates belong to; an empty list matches all.
    pub header_of: Vec<CandidateId>,
    /// Whether the incoming order has attachments.
    pub has_attachment: Option<bool>,
    /// Whether the candidate has comments.
    pub has_comments: Option<bool>,
    /// The import request.
    pub request: Option<RequestId>,
    /// The import draft that imported the candidate.
    pub import_draft: Option<ImportDraftId>,
    /// A run that has a result for the candidate.
    pub run: Option<RunId>,
    /// Result of that run for the candidate. Ignored without `run`.
    pub outcome: Option<RunOutcomeKind>,
    /// A missing record for which the candidate waits.
    pub missing_record: Option<MissingRecordId>,
}

/// Candidates on hold for the customer until a day of a period. The hold ends when the day begins in the time zone of the
/// organisation, so the remaining part of a period differs between organisations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CustomerWaitFilter {
    /// The first day.
    pub from: Date,
    /// Organisations with a later first day than `from`, because of their time zones. At any instant, at most three
    /// different days are current.
    pub elsewhere: [(Vec<OrganisationId>, Date); 2],
    /// The last day, if there is one.
    pub to: Option<Date>,
}

/// Assignee of a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AssigneeFilter {
    Unassigned,
    /// Assigned to the user with this name.
    To(String),
}

string_enum! {
    #[derive(Default)]
    CandidateSort {
        /// By time of creation, then position in the request: the order of ids.
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

/// A position in a sorted list: the sort key and the id of a row. Rows without a key are first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CandidatePosition {
    pub key: String,
    pub id: CandidateId,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PageStart {
    /// Skips this number of rows.
    Offset(u32),
    After(CandidatePosition),
    /// The rows directly before the position, in the order of the list.
    Before(CandidatePosition),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CandidateQuery {
    pub filter: CandidateFilter,
    pub sort: CandidateSort,
    pub descending: bool,
    pub window: PageStart,
    /// At most 500.
    pub limit: u32,
    /// Whether to count the matches; otherwise the total is a lower bound and may be 0.
    pub counted: bool,
    /// Whether to count all headers, regardless of the number of matching candidates.
    pub count_all: bool,
    /// A hold until a day that has begun by this instant is over.
    pub now: Timestamp,
}

/// The number of matching rows: exact up to 100,000 and for status × data source, otherwise a lower bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Total {
    pub value: u64,
    pub exact: bool,
}

/// Whether candidates are on hold on a day. A hold for the customer that ends on that day or earlier is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HoldFilter {
    pub held: bool,
    pub today: Date,
}

/// The number of matching candidates, in total and by status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CandidateCounts {
    pub all: Total,
    pub new: Total,
    /// New candidates that are not on hold: a run that is started now would order them.
    pub ready: Total,
    pub error: Total,
    pub processed: Total,
    pub inactive: Total,
}

#[derive(Clone, Debug)]
pub struct CandidatePage {
    pub candidates: Vec<Candidate>,
    /// The records that these candidates reference.
    pub related: Related,
    /// Present if rows follow or precede the page.
    pub next: Option<CandidatePosition>,
    pub previous: Option<CandidatePosition>,
    pub total: Total,
}

/// Candidates found by id or reference, with the records that they reference.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    pub candidates: Vec<Candidate>,
    pub related: Related,
}
