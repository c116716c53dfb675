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
    PutAside,
    TakenBack,
    /// The sender cancelled the candidate.
    Cancelled,
    /// A wait for the customer began, or its date changed.
    WaitBegun,
    /// The wait for the customer ended.
    TakenUp,
    /// The assignee was set or removed.
    Assigned,
    /// The change of a run was undone.
    Undone,
}

impl CandidateEvent {
    /// Returns the corresponding history event.
    pub fn told_as(self) -> HistoryEvent {
        match self {
            Self::Held | Self::Failed | Self::Validated => HistoryEvent::Validated,
            Self::Ordered => HistoryEvent::Ordered,
            Self::OrderVoided => HistoryEvent::OrderVoided,
            Self::Corrected => HistoryEvent::Corrected,
            Self::PutAside => HistoryEvent::PutAside,
            Self::TakenBack => HistoryEvent::TakenBack,
            Self::Cancelled => HistoryEvent::Cancelled,
            Self::WaitBegun => HistoryEvent::WaitBegun,
            Self::TakenUp => HistoryEvent::TakenUp,
            Self::Assigned => HistoryEvent::Assigned,
            Self::Undone => HistoryEvent::Undone,
        }
    }
}

/// Effect of a transition on one part of a candidate's state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartChange {
    /// Keeps the value.
    Kept,
    /// Clears the value.
    Dropped,
    /// Clears the value unless it is a wait for the customer.
    Outlasted,
    /// Replaces the value with the result of the validation.
    Found,
}

impl PartChange {
    /// Whether the value is kept.
    pub fn is_kept(self) -> bool {
        self == Self::Kept
    }

    fn of<T: Default>(self, before: T, found: T) -> T {
        match self {
            Self::Kept | Self::Outlasted => before,
            Self::Dropped => T::default(),
            Self::Found => found,
        }
    }
}

/// Condition under which a history entry is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistoryRule {
    Always,
    /// Only if status or problems change, because most runs find nothing new.
    IfNew,
    /// Derived from the order while the order exists.
    ByOrder,
}

/// One row of the transition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition {
    pub event: CandidateEvent,
    pub from: Status,
    pub to: Status,
    pub hold: PartChange,
    pub problems: PartChange,
    /// Effect on list price and currency.
    pub price: PartChange,
    pub told: HistoryRule,
}

const fn line(
    event: CandidateEvent,
    from: Status,
    to: Status,
    parts: [PartChange; 3],
    told: HistoryRule,
) -> Transition {
    let [hold, problems, price] = parts;
    Transition { event, from, to, hold, problems, price, told }
}

/// Transition of candidates that a run puts into an order.
pub const ORDERED: Transition = line(
    CandidateEvent::Ordered,
    Status::New,
    Status::Processed,
    [PartChange::Dropped, PartChange::Kept, PartChange::Kept],
    HistoryRule::ByOrder,
);

/// All permitted transitions. Any other combination is rejected.
pub const TRANSITIONS: [Transition; 35] = {
    use CandidateEvent::{
        Assigned, Cancelled, Corrected, Failed, Held, OrderVoided, PutAside, TakenBack, TakenUp, Undone,
        Validated, WaitBegun,
    };
    use HistoryRule::{Always, IfNew};
    use PartChange::{Dropped, Found, Kept, Outlasted};
    use Status::{Error, Inactive, New, Processed};
    [
        // columns: hold, problems, price
        line(Held, New, New, [Found, Dropped, Kept], IfNew),
        line(Failed, New, Error, [Dropped, Found, Kept], IfNew),
        line(Validated, New, New, [Outlasted, Found, Found], IfNew),
        line(Validated, New, Error, [Outlasted, Found, Found], IfNew),
        line(Validated, Error, New, [Outlasted, Found, Found], IfNew),
        line(Validated, Error, Error, [Outlasted, Found, Found], IfNew),
        ORDERED,
        line(OrderVoided, Processed, Inactive, [Found, Kept, Kept], Always),
        // manual release and a voided order remain hold reasons until a user acts
        line(Corrected, New, New, [Kept, Found, Found], Always),
        line(Corrected, New, Error, [Outlasted, Found, Found], Always),
        line(Corrected, Error, New, [Outlasted, Found, Found], Always),
        line(Corrected, Error, Error, [Kept, Found, Found], Always),
        line(Corrected, Inactive, Inactive, [Kept, Found, Found], Always),
        line(PutAside, New, Inactive, [Dropped, Found, Found], Always),
        line(PutAside, Error, Inactive, [Dropped, Found, Found], Always),
        line(TakenBack, Inactive, New, [Dropped, Found, Found], Always),
        line(TakenBack, Inactive, Error, [Dropped, Found, Found], Always),
        line(Cancelled, New, Inactive, [Dropped, Kept, Kept], Always),
        line(Cancelled, Error, Inactive, [Dropped, Kept, Kept], Always),
        line(WaitBegun, New, New, [Found, Kept, Kept], Always),
        line(WaitBegun, Error, Error, [Found, Kept, Kept], Always),
        line(TakenUp, New, New, [Found, Kept, Kept], Always),
        line(TakenUp, Error, Error, [Found, Kept, Kept], Always),
        line(Assigned, New, New, [Kept, Kept, Kept], Always),
        line(Assigned, Error, Error, [Kept, Kept, Kept], Always),
        line(Assigned, Inactive, Inactive, [Kept, Kept, Kept], Always),
        // the previous hold is restored
        line(Undone, New, New, [Found, Found, Found], Always),
        line(Undone, New, Error, [Found, Found, Found], Always),
        line(Undone, New, Inactive, [Found, Found, Found], Always),
        line(Undone, Error, New, [Found, Found, Found], Always),
        line(Undone, Error, Error, [Found, Found, Found], Always),
        line(Undone, Error, Inactive, [Found, Found, Found], Always),
        line(Undone, Inactive, New, [Found, Found, Found], Always),
        line(Undone, Inactive, Error, [Found, Found, Found], Always),
        line(Undone, Inactive, Inactive, [Found, Found, Found], Always),
    ]
};

impl Transition {
    pub fn of(event: CandidateEvent, from: Status, to: Status) -> Option<&'static Self> {
        TRANSITIONS.iter().find(|one| (one.event, one.from, one.to) == (event, from, to))
    }

    /// Returns the state after the transition.
    pub fn standing(self, before: Standing, found: Standing) -> Standing {
        Standing {
            status: self.to,
            hold: match self.hold {
                PartChange::Outlasted => before.hold.filter(|hold| hold.own_wait().is_some()),
                part => part.of(before.hold, found.hold),
            },
            problems: self.problems.of(before.problems, found.problems),
        }
    }

    fn is_told(self, before: &Standing, after: &Standing) -> bool {
        match self.told {
            HistoryRule::Always => true,
            HistoryRule::IfNew => (before.status, &before.problems) != (after.status, &after.problems),
            HistoryRule::ByOrder => false,
        }
    }
}

/// Status, hold and problems of a candidate.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    pub status: Status,
    pub hold: Option<Hold>,
    pub problems: Vec<Problem>,
}

impl Standing {
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

/// A state change of a stored candidate whose members stay the same.
#[derive(Clone, PartialEq, Debug)]
pub struct CandidateChange {
    pub claim: CandidateClaim,
    pub before: Standing,
    pub after: Standing,
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
        found: Standing,
        price: Option<ValidatedPrice>,
        call: &CorrectionCall,
    ) -> Option<Self> {
        Self::from(CandidateClaim::of(candidate), Standing::of(candidate), event, found, price, call)
    }

    /// Returns the change of a candidate that is ordered at another list price than the stored one; its history
    /// contains `problem`.
    pub fn repriced(
        candidate: &Candidate,
        price: ValidatedPrice,
        problem: Problem,
        call: &CorrectionCall,
    ) -> Self {
        let (claim, stands) = (CandidateClaim::of(candidate), Standing::of(candidate));
        let entry = HistoryEntry::of(&claim, CandidateEvent::Validated, (&stands, &stands), call);
        let entry = HistoryEntry { problems: vec![problem], ..entry };
        Self { claim, before: stands.clone(), after: stands, price: Some(price), entry: Some(entry) }
    }

    /// Returns the change of a candidate that was ready but could not be ordered.
    pub fn failed(claim: CandidateClaim, problems: Vec<Problem>, call: &CorrectionCall) -> Option<Self> {
        let found = Standing { problems, ..Standing::plain(Status::Error) };
        Self::from(claim, Standing::plain(Status::New), CandidateEvent::Failed, found, None, call)
    }

    fn from(
        claim: CandidateClaim,
        before: Standing,
        event: CandidateEvent,
        found: Standing,
        price: Option<ValidatedPrice>,
        call: &CorrectionCall,
    ) -> Option<Self> {
        let transition = Transition::of(event, before.status, found.status)?;
        let after = transition.standing(before.clone(), found);
        let told = transition.is_told(&before, &after);
        let entry = told.then(|| HistoryEntry::of(&claim, event, (&before, &after), call));
        Some(Self {
            claim,
            before,
            after,
            price: price.filter(|_| transition.price == PartChange::Found),
            entry,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{CandidateId, DataSourceId, OrganisationId};
    use crate::problem::ProblemCode;

    const EVENTS: [CandidateEvent; 13] = [
        CandidateEvent::Held,
        CandidateEvent::Failed,
        CandidateEvent::Validated,
        CandidateEvent::Ordered,
        CandidateEvent::OrderVoided,
        CandidateEvent::Corrected,
        CandidateEvent::PutAside,
        CandidateEvent::TakenBack,
        CandidateEvent::Cancelled,
        CandidateEvent::WaitBegun,
        CandidateEvent::TakenUp,
        CandidateEvent::Assigned,
        CandidateEvent::Undone,
    ];

    fn standing(status: Status, hold: Hold, code: ProblemCode) -> Standing {
        Standing { status, hold: Some(hold), problems: vec![Problem::new(code, "")] }
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
        let before = standing(from, Hold::HeaderSettling, ProblemCode::PriceNone);
        let found = standing(to, Hold::HeaderIncomplete, ProblemCode::TaxNone);
        let price = ValidatedPrice {
            list_price: Some(Decimal::ONE),
            net: None,
            currency: None,
            in_effect: Some(Decimal::ONE),
        };
        CandidateChange::from(claim(), before, event, found, Some(price), &call())
    }

    #[test]
    fn every_line_of_the_table_does_what_it_says() {
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
            assert_eq!(price.is_some(), one.price == PartChange::Found, "{one:?}");
            assert_eq!(entry.is_some(), one.told != HistoryRule::ByOrder, "{one:?}");
            if let Some(entry) = entry {
                assert_eq!((entry.version, entry.event), (5, one.event.told_as()), "{one:?}");
                assert_eq!((entry.status_before, entry.status), (one.from, one.to), "{one:?}");
                assert_eq!(
                    (entry.problems_before, entry.problems),
                    (before.problems.clone(), after.problems.clone())
                );
            }
        }
    }

    #[test]
    fn what_stands_in_no_line_does_not_happen() {
        let mut lines = 0;
        for event in EVENTS {
            for from in Status::ALL {
                for to in Status::ALL {
                    let stands =
                        TRANSITIONS.iter().filter(|one| (one.event, one.from, one.to) == (event, *from, *to));
                    let count = stands.count();
                    assert!(count <= 1, "{event:?} {from:?} {to:?} stands twice");
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
    fn only_an_order_makes_processed_and_only_its_end_unmakes_it() {
        for one in &TRANSITIONS {
            assert_eq!(one.to == Status::Processed, one.event == CandidateEvent::Ordered, "{one:?}");
            assert_eq!(one.from == Status::Processed, one.event == CandidateEvent::OrderVoided, "{one:?}");
        }
    }

    #[test]
    fn waiting_for_the_customer_outlasts_what_is_found_until_the_candidate_is_closed() {
        let until = jiff::civil::date(2026, 12, 1);
        for sibling in [None, Some(CandidateId(7))] {
            let wait = Hold::Waiting { until, sibling };
            for one in &TRANSITIONS {
                let lasts = matches!(one.event, CandidateEvent::Validated) || one.hold == PartChange::Kept;
                let lasts = lasts || one.event == CandidateEvent::Corrected;
                let before = standing(one.from, wait.clone(), ProblemCode::PriceNone);
                let after = one.standing(before, Standing::plain(one.to));
                let kept = one.hold == PartChange::Kept || (lasts && sibling.is_none());
                assert_eq!(after.hold.is_some(), kept, "{one:?} {sibling:?}");
            }
        }
    }

    #[test]
    fn a_validation_that_finds_nothing_new_is_not_told() {
        let before = Standing { hold: Some(Hold::HeaderSettling), ..Standing::plain(Status::New) };
        let plain = Standing::plain(Status::New);
        let same = CandidateChange::from(claim(), before, CandidateEvent::Validated, plain, None, &call());
        assert_eq!(same.unwrap().entry, None);
    }
}
