//! Candidates by what belongs together: one entry for each header.

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::candidate::{Candidate, Related};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::CurrencyCode;
use orderdock_domain::number::Decimal;
use orderdock_domain::text::Code;

use crate::{Position, StatusCounts, Total};

/// A header, summed up over all its candidates, whatever a filter says of them.
#[derive(Clone, PartialEq, Debug)]
pub struct HeaderSummary {
    /// The candidate that stands for it: of those that match, the first in the ascending order of the list.
    pub leader: CandidateId,
    pub counts: StatusCounts,
    /// How many of them match.
    pub matching: u64,
    /// How many of the new ones are held.
    pub held: u64,
    /// When the first came, and the last.
    pub received: (Timestamp, Timestamp),
    /// The earliest day that one of them names.
    pub date_required: Option<Date>,
    /// What they are worth for each currency, but for those that are put aside; ascending by it.
    pub totals: Vec<(CurrencyCode, Decimal)>,
    /// Those of which that is not known: without a price, or with one of a list that is for another unit.
    pub unpriced: u64,
    /// Of those in error and of the held ones that with the smallest id.
    pub error: Option<CandidateId>,
    pub hold: Option<CandidateId>,
    /// The latest day that someone waits for.
    pub waits_until: Option<Date>,
    /// Who looks after them, each once, by name.
    pub assigned_to: Vec<Code>,
    /// How many comments there are on them.
    pub comments: u64,
}

#[derive(Clone, Debug)]
pub struct HeaderPage {
    pub headers: Vec<HeaderSummary>,
    /// The candidates that the summaries name, ascending by id, and what those name.
    pub candidates: Vec<Candidate>,
    pub related: Related,
    /// Present if headers follow, or precede.
    pub next: Option<Position>,
    pub previous: Option<Position>,
    /// How many headers there are; a lower bound where many candidates match.
    pub total: Total,
}

impl HeaderPage {
    /// A candidate that a summary names.
    pub fn candidate(&self, id: CandidateId) -> Option<&Candidate> {
        let place = self.candidates.binary_search_by_key(&id, |candidate| candidate.id).ok()?;
        self.candidates.get(place)
    }
}
