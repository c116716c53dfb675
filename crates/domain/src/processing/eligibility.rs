//! Whether a run takes a candidate, and if not, why not and until when: one predicate.

use jiff::{SignedDuration, Timestamp};

use crate::candidate::{Candidate, Hold, Releases, Status};
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Taking {
    /// Only what was selected, so that no more lines are waited for that may follow.
    pub selected: bool,
    /// What waits for these reasons, too.
    pub release: Releases,
}

impl Taking {
    /// What is due and waits for nothing.
    pub const DUE: Self = Self { selected: false, release: Releases::NONE };
    /// What was selected and waits for nothing but its time.
    pub const SELECTED: Self = Self { selected: true, release: Releases::NONE };
}

/// Whether a run takes a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Eligibility {
    /// Although it waits for these reasons, which were released.
    Taken(Releases),
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
    match (header, reference.data_source(candidate.data_source)) {
        (Some(header), Some(source)) => header_eligibility(header, source, taking, now),
        _ => Eligibility::Taken(Releases::NONE),
    }
}

/// Whether a candidate's destination is the making of orders.
pub(super) fn is_for_orders(candidate: &Candidate, reference: &Reference) -> bool {
    let destination = reference.data_source(candidate.data_dest);
    destination.is_some_and(|to| to.internal_names.iter().any(|name| name == ORDER_DESTINATION))
}

/// A header goes whole: the first reason to wait that nobody released is named.
fn header_eligibility(
    header: &HeaderState,
    source: &DataSource,
    taking: Taking,
    now: Timestamp,
) -> Eligibility {
    let mut released = Releases::NONE;
    for hold in lasting(header, source) {
        let reason = hold.reason();
        if !taking.release.contains(reason) {
            return Eligibility::Held(hold, None);
        }
        released = released.with(reason);
    }
    match settles(header, source) {
        Some(due) if now < due && !taking.selected => Eligibility::Held(Hold::HeaderSettling, Some(due)),
        _ => Eligibility::Taken(released),
    }
}

/// What a header waits for until someone does something about it.
fn lasting(header: &HeaderState, source: &DataSource) -> impl Iterator<Item = Hold> {
    let by_hand = source.release_by_hand.then_some(Hold::Release);
    let faulty = header.error.filter(|_| !source.partial_headers);
    let faulty = faulty.map(|(candidate, code)| Hold::SiblingError { candidate, code });
    let rejected = header.rejected_line.clone().map(|line_id| Hold::SiblingRejected { line_id });
    let incomplete = header.announced.is_some_and(|announced| header.arrived < announced);
    let incomplete = incomplete.then_some(Hold::HeaderIncomplete);
    [by_hand, faulty, rejected, incomplete].into_iter().flatten()
}

/// When a header goes that neither gives a count nor came in one bulk: its newest candidate must be older than the
/// settle time then.
fn settles(header: &HeaderState, source: &DataSource) -> Option<Timestamp> {
    let counted = header.announced.is_some() || header.one_bulk;
    let settle = SignedDuration::from_secs(source.settle_seconds);
    (!counted).then(|| header.newest.saturating_add(settle).unwrap_or(Timestamp::MAX))
}
