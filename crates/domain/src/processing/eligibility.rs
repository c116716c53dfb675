//! Whether a run takes a candidate, and if not, why not and until when: one predicate.

use jiff::{SignedDuration, Timestamp};

use crate::candidate::{Candidate, Hold, Status};
use crate::ids::{CandidateId, DataSourceId, OrganisationId, PartnerId};
use crate::masterdata::{DataSource, Reference};
use crate::problem::Code as ProblemCode;
use crate::text::Code;

/// The destination of candidates that become orders.
pub const ORDER_DESTINATION: &str = "DEST.de.metas.ordercandidate";

/// What belongs together in the sender's eyes, and therefore waits and goes together.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct HeaderKey {
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
    pub group: HeaderGroup,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum HeaderGroup {
    /// The sender's external header.
    Header(Code),
    /// Rows with a flat `externalId` have no header: those of one buyer and reference stand for one.
    Reference { buyer: PartnerId, po_reference: Code },
}

impl HeaderKey {
    pub fn of(candidate: &Candidate) -> Self {
        let group = if candidate.identity.flat {
            HeaderGroup::Reference {
                buyer: candidate.buyer.partner,
                po_reference: candidate.po_reference.clone(),
            }
        } else {
            HeaderGroup::Header(candidate.identity.header_id.clone())
        };
        Self { organisation: candidate.organisation, data_source: candidate.data_source, group }
    }
}

/// What has come in of a header, whatever became of it: an aggregate over all its candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeaderState {
    /// How many candidates have come in.
    pub arrived: i64,
    /// The largest `headerLineCount` among them.
    pub announced: Option<i64>,
    /// Whether all of them came in one request to endpoint 3; a single POST never counts as a bulk.
    pub one_bulk: bool,
    /// When the newest came in.
    pub newest: Timestamp,
    /// The one with the smallest id whose status is `error`, with its first problem.
    pub error: Option<(CandidateId, ProblemCode)>,
    /// The first line id that was rejected under `errorPolicy=row` and has not come in since.
    pub rejected_line: Option<Code>,
}

/// What a run takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taking {
    /// What is due; the scheduler and the command line.
    Due,
    /// What was selected, released by that: its header need not be whole.
    Selected,
}

/// Whether a run takes a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Eligibility {
    Taken,
    /// Nothing is wrong with it, but it waits; until then, if time alone decides.
    Held(Hold, Option<Timestamp>),
    /// It is not for any run: processed, inactive, or in error.
    Passed(Status),
}

/// Whether a run takes a candidate now. Without `header` nothing is known to wait for.
pub fn eligibility(
    candidate: &Candidate,
    header: Option<&HeaderState>,
    reference: &Reference,
    taking: Taking,
    now: Timestamp,
) -> Eligibility {
    if candidate.status != Status::New {
        return Eligibility::Passed(candidate.status);
    }
    if !is_for_orders(candidate, reference) {
        return Eligibility::Held(Hold::Destination, None);
    }
    match (taking, header, reference.data_source(candidate.data_source)) {
        (Taking::Due, Some(header), Some(source)) => header_eligibility(header, source, now),
        _ => Eligibility::Taken,
    }
}

/// Whether a candidate's destination is the making of orders.
pub(super) fn is_for_orders(candidate: &Candidate, reference: &Reference) -> bool {
    let destination = reference.data_source(candidate.data_dest);
    destination.is_some_and(|to| to.internal_names.iter().any(|name| name == ORDER_DESTINATION))
}

/// A header goes whole. What only a clerk can settle is named before what time settles.
fn header_eligibility(header: &HeaderState, source: &DataSource, now: Timestamp) -> Eligibility {
    let held = |hold| Eligibility::Held(hold, None);
    if source.release_by_hand {
        return held(Hold::Release);
    }
    if let (Some((candidate, code)), false) = (header.error, source.partial_headers) {
        return held(Hold::SiblingError { candidate, code });
    }
    if let Some(line_id) = &header.rejected_line {
        return held(Hold::SiblingRejected { line_id: line_id.clone() });
    }
    match header.announced {
        Some(announced) if header.arrived < announced => held(Hold::HeaderIncomplete),
        Some(_) => Eligibility::Taken,
        None if header.one_bulk => Eligibility::Taken,
        None => settled(header.newest, source.settle_seconds, now),
    }
}

/// A header without a count goes when its newest candidate is older than the settle time.
fn settled(newest: Timestamp, settle_seconds: i64, now: Timestamp) -> Eligibility {
    let due = newest.saturating_add(SignedDuration::from_secs(settle_seconds)).unwrap_or(Timestamp::MAX);
    if now >= due { Eligibility::Taken } else { Eligibility::Held(Hold::HeaderSettling, Some(due)) }
}
