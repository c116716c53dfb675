//! Whether a run takes a candidate, and if not, why not and until when: one predicate.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

use super::HeaderState;
use crate::candidate::{Candidate, Hold, HoldReason, Releases, Status, back};
use crate::ids::{DataSourceId, OrganisationId};
use crate::masterdata::{DataSource, Reference};

/// The destination of candidates that become orders.
const ORDER_DESTINATION: &str = "DEST.de.metas.ordercandidate";

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

/// A candidate as far as its eligibility depends on it.
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
    /// Returns the hold of a `new` line after another line of its incoming order has changed. Holds that do not depend
    /// on other lines stay.
    pub fn hold_beside(self, header: &HeaderState, reference: &Reference, now: Timestamp) -> Option<Hold> {
        let own = |hold: &&Hold| {
            matches!(hold.reason(), HoldReason::Destination | HoldReason::HeaderSettling)
                || hold.own_wait().is_some()
        };
        let found = match waiting(self, Some(header), reference, now) {
            Some((hold, _)) => Eligibility::Held(hold, None),
            None => match reference.data_source(self.data_source) {
                Some(source) => header_eligibility(header, source, Taking::SELECTED, now),
                None => Eligibility::Taken(Releases::NONE),
            },
        };
        match found {
            _ if self.hold.is_some_and(|hold| hold.reason() == HoldReason::Destination) => self.hold.cloned(),
            Eligibility::Held(hold, _) => Some(hold),
            Eligibility::Taken(_) | Eligibility::Passed(_) => self.hold.filter(own).cloned(),
        }
    }
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
    if let Some((hold, until)) = waiting(candidate.into(), header, reference, now) {
        return Eligibility::Held(hold, Some(until));
    }
    match (header, reference.data_source(candidate.data_source)) {
        (Some(header), Some(source)) => header_eligibility(header, source, taking, now),
        _ => Eligibility::Taken(Releases::NONE),
    }
}

/// That someone waits for the customer, because of the candidate itself or of one of its header, and when that ends for
/// all of it.
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

/// Whether a candidate's destination is the making of orders.
pub(crate) fn is_for_orders(candidate: &Candidate, reference: &Reference) -> bool {
    reference.data_source(candidate.data_dest).is_some_and(makes_orders)
}

/// Whether orders are made of candidates that have this destination.
fn makes_orders(destination: &DataSource) -> bool {
    destination.internal_names.iter().any(|name| name == ORDER_DESTINATION)
}

/// Which candidates a run over all that is open leaves out: those that say already that they wait for what only a clerk
/// can settle, as long as that still holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LeftToClerks {
    /// Whoever says [`Hold::Destination`] is left out unless its destination is one of these.
    pub order_destinations: Vec<DataSourceId>,
    /// Whoever says [`Hold::Release`] is left out if its data source is one of these.
    pub released_by_hand: Vec<DataSourceId>,
}

impl LeftToClerks {
    pub fn of(reference: &Reference) -> Self {
        let sources = |which: fn(&DataSource) -> bool| {
            reference.data_sources.iter().filter(|source| which(source)).map(|source| source.id).collect()
        };
        Self {
            order_destinations: sources(makes_orders),
            released_by_hand: sources(|source| source.release_by_hand),
        }
    }

    /// Where someone releases by hand, what waits for that is looked at.
    #[must_use]
    pub fn but_for_release(self) -> Self {
        Self { released_by_hand: Vec::new(), ..self }
    }
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
