//! Decides whether a run processes a candidate, and why and how long it is on hold otherwise.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

use super::HeaderState;
use crate::candidate::{Candidate, Hold, HoldReason, Releases, Status, back};
use crate::ids::{DataSourceId, OrganisationId};
use crate::masterdata::{DataSource, Reference};

/// Internal name of the destination whose candidates become orders.
const ORDER_DESTINATION: &str = "DEST.de.metas.ordercandidate";

/// Options that determine which candidates a run processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EligibilityOptions {
    /// Whether the candidates were selected, so that the settle time is ignored.
    pub selected: bool,
    /// Hold reasons that are released.
    pub release: Releases,
}

impl EligibilityOptions {
    /// Candidates that are due and not on hold.
    pub const DUE: Self = Self { selected: false, release: Releases::NONE };
    /// Selected candidates, regardless of the settle time of their incoming order. Other holds apply.
    pub const SELECTED: Self = Self { selected: true, release: Releases::NONE };
}

/// Eligibility of a candidate for a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Eligibility {
    /// Processed by the run; contains the hold reasons that were released.
    Eligible(Releases),
    /// Valid but on hold. The timestamp is the end of the hold if it depends on time alone.
    Held(Hold, Option<Timestamp>),
    /// Ignored by every run: processed, inactive or in error.
    Ignored(Status),
}

/// Values of a candidate that determine its eligibility.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EligibilityLine<'a> {
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
    pub data_dest: DataSourceId,
    pub status: Status,
    pub hold: Option<&'a Hold>,
}

impl<'a> From<&'a Candidate> for EligibilityLine<'a> {
    fn from(candidate: &'a Candidate) -> Self {
        let Candidate { organisation, data_source, data_dest, status, .. } = *candidate;
        Self { organisation, data_source, data_dest, status, hold: candidate.hold.as_ref() }
    }
}

impl EligibilityLine<'_> {
    /// Returns the hold of a `new` line after another line of its incoming order has changed. Holds that do not depend on
    /// other lines are kept.
    pub fn hold_beside(self, header: &HeaderState, reference: &Reference, now: Timestamp) -> Option<Hold> {
        let own = |hold: &&Hold| {
            matches!(hold.reason(), HoldReason::Destination | HoldReason::HeaderSettling)
                || hold.own_wait().is_some()
        };
        let found = match waiting(self, Some(header), reference, now) {
            Some((hold, _)) => Eligibility::Held(hold, None),
            None => match reference.data_source(self.data_source) {
                Some(source) => header_eligibility(header, source, EligibilityOptions::SELECTED, now),
                None => Eligibility::Eligible(Releases::NONE),
            },
        };
        match found {
            _ if self.hold.is_some_and(|hold| hold.reason() == HoldReason::Destination) => self.hold.cloned(),
            Eligibility::Held(hold, _) => Some(hold),
            Eligibility::Eligible(_) | Eligibility::Ignored(_) => self.hold.filter(own).cloned(),
        }
    }
}

/// Returns whether a run processes a candidate now. Without `header`, holds of the incoming order are not checked.
pub fn eligibility(
    candidate: &Candidate,
    header: Option<&HeaderState>,
    reference: &Reference,
    eligibility_options: EligibilityOptions,
    now: Timestamp,
) -> Eligibility {
    if candidate.status != Status::New {
        return Eligibility::Ignored(candidate.status);
    }
    if !is_for_orders(candidate, reference) {
        return Eligibility::Held(Hold::Destination, None);
    }
    if let Some((hold, until)) = waiting(candidate.into(), header, reference, now) {
        return Eligibility::Held(hold, Some(until));
    }
    match (header, reference.data_source(candidate.data_source)) {
        (Some(header), Some(source)) => header_eligibility(header, source, eligibility_options, now),
        _ => Eligibility::Eligible(Releases::NONE),
    }
}

/// Returns the hold if the candidate or another one of its incoming order waits for the customer, with the later end of
/// both.
fn waiting(
    candidate: EligibilityLine<'_>,
    header: Option<&HeaderState>,
    reference: &Reference,
    now: Timestamp,
) -> Option<(Hold, Timestamp)> {
    let back = |day: Date| Some(back(day, candidate.organisation, reference)).filter(|back| now < *back);
    let own = candidate.hold.filter(|hold| hold.own_wait().and_then(back).is_some()).cloned();
    let longest = header.and_then(|header| header.waiting);
    let siblings = longest.map(|(id, until)| (Hold::Waiting { until, sibling: Some(id) }, until));
    let of_header = siblings.and_then(|(hold, until)| Some((hold, back(until)?)));
    match (own, of_header) {
        (Some(own), of_header) => {
            let end = own.own_wait().and_then(back);
            Some((own, of_header.map(|(_, end)| end).max(end)?))
        }
        (None, of_header) => of_header,
    }
}

/// Returns whether a candidate's data destination creates orders.
pub(crate) fn is_for_orders(candidate: &Candidate, reference: &Reference) -> bool {
    reference.data_source(candidate.data_dest).is_some_and(makes_orders)
}

/// Returns whether candidates with this data destination become orders.
fn makes_orders(destination: &DataSource) -> bool {
    destination.internal_names.iter().any(|name| name == ORDER_DESTINATION)
}

/// Filter of a run over all open candidates. Skips candidates whose stored hold still applies and can be ended only by a
/// clerk.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClerkHoldFilter {
    /// Destinations that create orders. A candidate with [`Hold::Destination`] and another destination is skipped.
    pub order_destinations: Vec<DataSourceId>,
    /// Data sources with manual release. A candidate of these with [`Hold::Release`] is skipped.
    pub released_by_hand: Vec<DataSourceId>,
}

impl ClerkHoldFilter {
    pub fn of(reference: &Reference) -> Self {
        let sources = |which: fn(&DataSource) -> bool| {
            reference.data_sources.iter().filter(|source| which(source)).map(|source| source.id).collect()
        };
        Self {
            order_destinations: sources(makes_orders),
            released_by_hand: sources(|source| source.release_by_hand),
        }
    }

    /// Returns a filter that includes candidates on hold for manual release.
    #[must_use]
    pub fn but_for_release(self) -> Self {
        Self { released_by_hand: Vec::new(), ..self }
    }
}

/// Returns the first hold of an incoming order whose reason was not released. It applies to all lines of the order.
fn header_eligibility(
    header: &HeaderState,
    source: &DataSource,
    eligibility_options: EligibilityOptions,
    now: Timestamp,
) -> Eligibility {
    let mut released = Releases::NONE;
    for hold in holds_without_end(header, source) {
        let reason = hold.reason();
        if !eligibility_options.release.contains(reason) {
            return Eligibility::Held(hold, None);
        }
        released = released.with(reason);
    }
    match settled_at(header, source) {
        Some(due) if now < due && !eligibility_options.selected => {
            Eligibility::Held(Hold::HeaderSettling, Some(due))
        }
        _ => Eligibility::Eligible(released),
    }
}

/// Returns the holds of an incoming order that do not end by time, in order of precedence.
fn holds_without_end(header: &HeaderState, source: &DataSource) -> impl Iterator<Item = Hold> {
    let by_hand = source.release_by_hand.then_some(Hold::Release);
    let faulty = header.error.filter(|_| !source.partial_headers);
    let faulty = faulty.map(|(candidate, code)| Hold::SiblingError { candidate, code });
    let rejected = header.rejected_line.clone().map(|line_id| Hold::SiblingRejected { line_id });
    let incomplete = header.announced.is_some_and(|announced| header.arrived < announced);
    let incomplete = incomplete.then_some(Hold::HeaderIncomplete);
    [by_hand, faulty, rejected, incomplete].into_iter().flatten()
}

/// Returns the time at which an incoming order is settled: `settle_seconds` after its newest candidate. `None` if it
/// announces its number of lines or arrived in one bulk, because no further lines are expected then.
fn settled_at(header: &HeaderState, source: &DataSource) -> Option<Timestamp> {
    let counted = header.announced.is_some() || header.one_bulk;
    let settle = SignedDuration::from_secs(source.settle_seconds);
    (!counted).then(|| header.newest.saturating_add(settle).unwrap_or(Timestamp::MAX))
}
