//! Table of all state transitions of a stored candidate: status, hold, problems, price and history.

use super::{Candidate, Hold, Status};
use crate::correction::{CorrectionCall, HistoryEntry, HistoryEvent};
use crate::masterdata::CurrencyCode;
use crate::number::Decimal;
use crate::order::CandidateClaim;
use crate::problem::Problem;

/// An event that can change the state of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CandidateEvent {
    /// A run put the candidate on hold.
    Held,
    /// A run could not create an order line.
    Failed,
    /// The candidate was re-validated, because master data may have changed.
    Validated,
    Ordered,
    OrderVoided,
    Corrected,
    /// A user chose a record for an unresolved reference.
    Mapped,
    Excluded,
    Restored,
    /// The sender cancelled the candidate.
    Cancelled,
    /// A wait for the customer began, or its date changed.
    WaitBegun,
    /// The wait for the customer ended.
    WaitEnded,
    /// The assignee was set or removed.
    Assigned,
    /// The change of a run was undone.
    Undone,
}

impl CandidateEvent {
    /// Returns the corresponding history event.
    pub fn history_event(self) -> HistoryEvent {
        match self {
            Self::Held | Self::Failed | Self::Validated => HistoryEvent::Validated,
            Self::Ordered => HistoryEvent::Ordered,
            Self::OrderVoided => HistoryEvent::OrderVoided,
            Self::Corrected => HistoryEvent::Corrected,
            Self::Mapped => HistoryEvent::Mapped,
            Self::Excluded => HistoryEvent::Excluded,
            Self::Restored => HistoryEvent::Restored,
            Self::Cancelled => HistoryEvent::Cancelled,
            Self::WaitBegun => HistoryEvent::WaitBegun,
            Self::WaitEnded => HistoryEvent::WaitEnded,
            Self::Assigned => HistoryEvent::Assigned,
            Self::Undone => HistoryEvent::Undone,
        }
    }
}

/// Effect of a transition on one part of a candidate's state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldTransition {
    /// Keeps the value.
    Keep,
    /// Clears the value.
    Clear,
    /// Clears the value unless it is a wait for the customer.
    ClearExceptCustomerWait,
    /// Replaces the value with the result of the validation.
    Replace,
}

impl FieldTransition {
    /// Returns whether the value is kept.
    pub fn is_kept(self) -> bool {
        self == Self::Keep
    }

    fn of<T: Default>(self, before: T, found: T) -> T {
        match self {
            Self::Keep | Self::ClearExceptCustomerWait => before,
            Self::Clear => T::default(),
            Self::Replace => found,
        }
    }
}

/// Condition under which a history entry is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistoryRule {
    Always,
    /// Only if status or problems change, because most validations change nothing.
    IfNew,
    /// Not written, because the entry is derived from the order while it exists.
    ByOrder,
}

/// A row of the transition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition {
    pub event: CandidateEvent,
    pub from: Status,
    pub to: Status,
    pub hold: FieldTransition,
    pub problems: FieldTransition,
    /// Effect on list price and currency.
    pub price: FieldTransition,
    pub history: HistoryRule,
}

const fn transition(
    event: CandidateEvent,
    from: Status,
    to: Status,
    parts: [FieldTransition; 3],
    history: HistoryRule,
) -> Transition {
    let [hold, problems, price] = parts;
    Transition { event, from, to, hold, problems, price, history }
}

/// Transition of candidates for which a run creates an order line.
pub const ORDERED: Transition = transition(
    CandidateEvent::Ordered,
    Status::New,
    Status::Processed,
    [FieldTransition::Clear, FieldTransition::Keep, FieldTransition::Keep],
    HistoryRule::ByOrder,
);

/// All permitted transitions. Any other combination is rejected.
pub const TRANSITIONS: [Transition; 39] = {
    use CandidateEvent::{
        Assigned, Cancelled, Corrected, Excluded, Failed, Held, Mapped, OrderVoided, Restored, Undone,
        Validated, WaitBegun, WaitEnded,
    };
    use FieldTransition::{Clear, ClearExceptCustomerWait, Keep, Replace};
    use HistoryRule::{Always, IfNew};
    use Status::{Error, Inactive, New, Processed};
    [
        // columns: hold, problems, price
        transition(Held, New, New, [Replace, Clear, Keep], IfNew),
        transition(Failed, New, Error, [Clear, Replace, Keep], IfNew),
        transition(Validated, New, New, [ClearExceptCustomerWait, Replace, Replace], IfNew),
        transition(Validated, New, Error, [ClearExceptCustomerWait, Replace, Replace], IfNew),
        transition(Validated, Error, New, [ClearExceptCustomerWait, Replace, Replace], IfNew),
        transition(Validated, Error, Error, [ClearExceptCustomerWait, Replace, Replace], IfNew),
        ORDERED,
        transition(OrderVoided, Processed, Inactive, [Replace, Keep, Keep], Always),
        // manual release and a voided order remain hold reasons until a user acts
        transition(Corrected, New, New, [Keep, Replace, Replace], Always),
        transition(Corrected, New, Error, [ClearExceptCustomerWait, Replace, Replace], Always),
        transition(Corrected, Error, New, [ClearExceptCustomerWait, Replace, Replace], Always),
        transition(Corrected, Error, Error, [Keep, Replace, Replace], Always),
        transition(Corrected, Inactive, Inactive, [Keep, Replace, Replace], Always),
        transition(Mapped, New, New, [Keep, Replace, Replace], Always),
        transition(Mapped, New, Error, [ClearExceptCustomerWait, Replace, Replace], Always),
        transition(Mapped, Error, New, [ClearExceptCustomerWait, Replace, Replace], Always),
        transition(Mapped, Error, Error, [Keep, Replace, Replace], Always),
        transition(Excluded, New, Inactive, [Clear, Replace, Replace], Always),
        transition(Excluded, Error, Inactive, [Clear, Replace, Replace], Always),
        transition(Restored, Inactive, New, [Clear, Replace, Replace], Always),
        transition(Restored, Inactive, Error, [Clear, Replace, Replace], Always),
        transition(Cancelled, New, Inactive, [Clear, Keep, Keep], Always),
        transition(Cancelled, Error, Inactive, [Clear, Keep, Keep], Always),
        transition(WaitBegun, New, New, [Replace, Keep, Keep], Always),
        transition(WaitBegun, Error, Error, [Replace, Keep, Keep], Always),
        transition(WaitEnded, New, New, [Replace, Keep, Keep], Always),
        transition(WaitEnded, Error, Error, [Replace, Keep, Keep], Always),
        transition(Assigned, New, New, [Keep, Keep, Keep], Always),
        transition(Assigned, Error, Error, [Keep, Keep, Keep], Always),
        transition(Assigned, Inactive, Inactive, [Keep, Keep, Keep], Always),
        // the previous hold is restored
        transition(Undone, New, New, [Replace, Replace, Replace], Always),
        transition(Undone, New, Error, [Replace, Replace, Replace], Always),
        transition(Undone, New, Inactive, [Replace, Replace, Replace], Always),
        transition(Undone, Error, New, [Replace, Replace, Replace], Always),
        transition(Undone, Error, Error, [Replace, Replace, Replace], Always),
        transition(Undone, Error, Inactive, [Replace, Replace, Replace], Always),
        transition(Undone, Inactive, New, [Replace, Replace, Replace], Always),
        transition(Undone, Inactive, Error, [Replace, Replace, Replace], Always),
        transition(Undone, Inactive, Inactive, [Replace, Replace, Replace], Always),
    ]
};

impl Transition {
    pub fn of(event: CandidateEvent, from: Status, to: Status) -> Option<&'static Self> {
        TRANSITIONS.iter().find(|one| (one.event, one.from, one.to) == (event, from, to))
    }

    /// Returns the state after the transition.
    pub fn state_after(self, before: CandidateState, found: CandidateState) -> CandidateState {
        CandidateState {
            status: self.to,
            hold: match self.hold {
                FieldTransition::ClearExceptCustomerWait => {
                    before.hold.filter(|hold| hold.own_wait().is_some())
                }
                part => part.of(before.hold, found.hold),
            },
            problems: self.problems.of(before.problems, found.problems),
        }
    }

    fn is_recorded(self, before: &CandidateState, after: &CandidateState) -> bool {
        match self.history {
            HistoryRule::Always => true,
            HistoryRule::IfNew => (before.status, &before.problems) != (after.status, &after.problems),
            HistoryRule::ByOrder => false,
        }
    }
}

/// Status, hold and problems of a candidate.
#[derive(Clone, PartialEq, Debug)]
pub struct CandidateState {
    pub status: Status,
    pub hold: Option<Hold>,
    pub problems: Vec<Problem>,
}

impl CandidateState {
    /// Returns a state without hold and problems.
    pub const fn plain(status: Status) -> Self {
        Self { status, hold: None, problems: Vec::new() }
    }

    pub fn of(candidate: &Candidate) -> Self {
        let (hold, problems) = (candidate.hold.clone(), candidate.problems.clone());
        Self { status: candidate.status, hold, problems }
    }
}

/// Price found by a validation.
#[derive(Clone, PartialEq, Debug)]
pub struct ValidatedPrice {
    pub list_price: Option<Decimal>,
    /// Net amount of the order line.
    pub net: Option<Decimal>,
    pub currency: Option<CurrencyCode>,
    /// Manual price, otherwise list price.
    pub in_effect: Option<Decimal>,
}

/// A state change of a stored candidate that does not change its members.
#[derive(Clone, PartialEq, Debug)]
pub struct CandidateChange {
    pub claim: CandidateClaim,
    pub before: CandidateState,
    pub after: CandidateState,
    /// New price; `None`: unchanged.
    pub price: Option<ValidatedPrice>,
    /// History entry to write, if any.
    pub entry: Option<HistoryEntry>,
}

impl CandidateChange {
    /// Applies an event to a candidate; `None` if the transition is not permitted.
    pub fn of(
        candidate: &Candidate,
        event: CandidateEvent,
        found: CandidateState,
        price: Option<ValidatedPrice>,
        call: &CorrectionCall,
    ) -> Option<Self> {
        Self::from(CandidateClaim::of(candidate), CandidateState::of(candidate), event, found, price, call)
    }

    /// Returns the change of a candidate whose list price differs from the stored one when its order is created. The
    /// history entry contains `problem`.
    pub fn repriced(
        candidate: &Candidate,
        price: ValidatedPrice,
        problem: Problem,
        call: &CorrectionCall,
    ) -> Self {
        let (claim, state) = (CandidateClaim::of(candidate), CandidateState::of(candidate));
        let entry = HistoryEntry::of(&claim, CandidateEvent::Validated, (&state, &state), call);
        let entry = HistoryEntry { problems: vec![problem], ..entry };
        Self { claim, before: state.clone(), after: state, price: Some(price), entry: Some(entry) }
    }

    /// Returns the change of a ready candidate for which no order line could be created.
    pub fn failed(claim: CandidateClaim, problems: Vec<Problem>, call: &CorrectionCall) -> Option<Self> {
        let found = CandidateState { problems, ..CandidateState::plain(Status::Error) };
        Self::from(claim, CandidateState::plain(Status::New), CandidateEvent::Failed, found, None, call)
    }

    fn from(
        claim: CandidateClaim,
        before: CandidateState,
        event: CandidateEvent,
        found: CandidateState,
        price: Option<ValidatedPrice>,
        call: &CorrectionCall,
    ) -> Option<Self> {
        let transition = Transition::of(event, before.status, found.status)?;
        let after = transition.state_after(before.clone(), found);
        let history = transition.is_recorded(&before, &after);
        let entry = history.then(|| HistoryEntry::of(&claim, event, (&before, &after), call));
        Some(Self {
            claim,
            before,
            after,
            price: price.filter(|_| transition.price == FieldTransition::Replace),
            entry,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{CandidateId, DataSourceId, OrganisationId};
    use crate::problem::ProblemCode;

    const EVENTS: [CandidateEvent; 14] = [
        CandidateEvent::Held,
        CandidateEvent::Failed,
        CandidateEvent::Validated,
        CandidateEvent::Ordered,
        CandidateEvent::OrderVoided,
        CandidateEvent::Corrected,
        CandidateEvent::Mapped,
        CandidateEvent::Excluded,
        CandidateEvent::Restored,
        CandidateEvent::Cancelled,
        CandidateEvent::WaitBegun,
        CandidateEvent::WaitEnded,
        CandidateEvent::Assigned,
        CandidateEvent::Undone,
    ];

    fn state_with(status: Status, hold: Hold, code: ProblemCode) -> CandidateState {
        CandidateState { status, hold: Some(hold), problems: vec![Problem::new(code, "")] }
    }

    fn call() -> CorrectionCall {
        CorrectionCall { actor: "kim".to_owned(), now: jiff::Timestamp::UNIX_EPOCH, run: None }
    }

    fn claim() -> CandidateClaim {
        let created_at = jiff::Timestamp::UNIX_EPOCH;
        CandidateClaim {
            candidate: CandidateId(1),
            version: 4,
            organisation: OrganisationId(2),
            data_source: DataSourceId(3),
            created_at,
        }
    }

    fn change(event: CandidateEvent, from: Status, to: Status) -> Option<CandidateChange> {
        let before = state_with(from, Hold::HeaderSettling, ProblemCode::PriceNone);
        let found = state_with(to, Hold::HeaderIncomplete, ProblemCode::TaxNone);
        let price = ValidatedPrice {
            list_price: Some(Decimal::ONE),
            net: None,
            currency: None,
            in_effect: Some(Decimal::ONE),
        };
        CandidateChange::from(claim(), before, event, found, Some(price), &call())
    }

    #[test]
    fn every_transition_applies_its_rules() {
        for one in &TRANSITIONS {
            let CandidateChange { before, after, price, entry, .. } =
                change(one.event, one.from, one.to).unwrap();
            assert_eq!((before.status, after.status), (one.from, one.to), "{one:?}");
            let hold = [Some(Hold::HeaderSettling), None, None, Some(Hold::HeaderIncomplete)];
            assert_eq!(after.hold, hold[one.hold as usize], "{one:?}");
            let codes: Vec<_> = after.problems.iter().map(|problem| problem.code).collect();
            let problems: [&[ProblemCode]; 4] =
                [&[ProblemCode::PriceNone], &[], &[], &[ProblemCode::TaxNone]];
            assert_eq!(codes, problems[one.problems as usize], "{one:?}");
            assert_eq!(price.is_some(), one.price == FieldTransition::Replace, "{one:?}");
            assert_eq!(entry.is_some(), one.history != HistoryRule::ByOrder, "{one:?}");
            if let Some(entry) = entry {
                assert_eq!((entry.version, entry.event), (5, one.event.history_event()), "{one:?}");
                assert_eq!((entry.status_before, entry.status), (one.from, one.to), "{one:?}");
                assert_eq!(
                    (entry.problems_before, entry.problems),
                    (before.problems.clone(), after.problems.clone())
                );
            }
        }
    }

    #[test]
    fn unlisted_transitions_are_rejected() {
        let mut lines = 0;
        for event in EVENTS {
            for from in Status::ALL {
                for to in Status::ALL {
                    let rows =
                        TRANSITIONS.iter().filter(|one| (one.event, one.from, one.to) == (event, *from, *to));
                    let count = rows.count();
                    assert!(count <= 1, "{event:?} {from:?} {to:?} is listed twice");
                    assert_eq!(change(event, *from, *to).is_some(), count == 1, "{event:?} {from:?} {to:?}");
                    lines += count;
                }
            }
        }
        assert_eq!(lines, TRANSITIONS.len());
        assert_eq!(
            (ORDERED.event, ORDERED.from, ORDERED.to),
            (CandidateEvent::Ordered, Status::New, Status::Processed)
        );
    }

    #[test]
    fn only_orders_change_the_status_processed() {
        for one in &TRANSITIONS {
            assert_eq!(one.to == Status::Processed, one.event == CandidateEvent::Ordered, "{one:?}");
            assert_eq!(one.from == Status::Processed, one.event == CandidateEvent::OrderVoided, "{one:?}");
        }
    }

    #[test]
    fn customer_wait_survives_validation() {
        let until = jiff::civil::date(2026, 12, 1);
        for sibling in [None, Some(CandidateId(7))] {
            let wait = Hold::Waiting { until, sibling };
            for one in &TRANSITIONS {
                let lasts =
                    matches!(one.event, CandidateEvent::Validated) || one.hold == FieldTransition::Keep;
                let lasts = lasts || matches!(one.event, CandidateEvent::Corrected | CandidateEvent::Mapped);
                let before = state_with(one.from, wait.clone(), ProblemCode::PriceNone);
                let after = one.state_after(before, CandidateState::plain(one.to));
                let expected = one.hold == FieldTransition::Keep || (lasts && sibling.is_none());
                assert_eq!(after.hold.is_some(), expected, "{one:?} {sibling:?}");
            }
        }
    }

    #[test]
    fn unchanged_validation_writes_no_history() {
        let before =
            CandidateState { hold: Some(Hold::HeaderSettling), ..CandidateState::plain(Status::New) };
        let plain = CandidateState::plain(Status::New);
        let same = CandidateChange::from(claim(), before, CandidateEvent::Validated, plain, None, &call());
        assert_eq!(same.unwrap().entry, None);
    }
}
