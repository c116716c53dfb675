//! Candidates grouped by header: one entry for each header.

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::candidate::{Candidate, Related};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::CurrencyCode;
use orderdock_domain::number::Decimal;
use orderdock_domain::text::Code;

use crate::{CandidatePosition, StatusCounts, Total};

/// Summary of all candidates of a header, including those that the filter excludes.
#[derive(Clone, PartialEq, Debug)]
pub struct HeaderSummary {
    /// The candidate that represents the header: the first match in the ascending order of the list.
    pub leader: CandidateId,
    pub counts: StatusCounts,
    /// Number of matching candidates.
    pub matching: u64,
    /// Number of new candidates on hold.
    pub held: u64,
    /// Times when the first and the last candidate were received.
    pub received: (Timestamp, Timestamp),
    /// The earliest required date of the candidates.
    pub date_required: Option<Date>,
    /// Total value by currency, ascending, without excluded candidates.
    pub totals: Vec<(CurrencyCode, Decimal)>,
    /// Number of candidates of unknown value: without a price, or with a list price for another unit.
    pub unpriced: u64,
    /// The candidate in error and the candidate on hold with the smallest id.
    pub error: Option<CandidateId>,
    pub hold: Option<CandidateId>,
    /// Start of the hold; absent if no open candidate is on hold.
    pub held_since: Option<Timestamp>,
    /// The latest day of a hold for the customer.
    pub waits_until: Option<Date>,
    /// The distinct assignees, ordered by name.
    pub assigned_to: Vec<Code>,
    /// Number of comments on the candidates.
    pub comments: u64,
    /// Largest number of lines that the sender announced.
    pub announced: Option<u64>,
}

#[derive(Clone, Debug)]
pub struct HeaderPage {
    pub headers: Vec<HeaderSummary>,
    /// The candidates that the summaries reference, ascending by id, and the records that those reference.
    pub candidates: Vec<Candidate>,
    pub related: Related,
    /// Present if headers follow or precede the page.
    pub next: Option<CandidatePosition>,
    pub previous: Option<CandidatePosition>,
    /// Number of headers; a lower bound if many candidates match.
    pub total: Total,
}

impl HeaderPage {
    /// Returns a candidate that a summary references.
    pub fn candidate(&self, id: CandidateId) -> Option<&Candidate> {
        let place = self.candidates.binary_search_by_key(&id, |candidate| candidate.id).ok()?;
        self.candidates.get(place)
    }
}
