//! History of a candidate: events, actors and changed members.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::CorrectionCall;
use crate::candidate::{
    Candidate, CandidateEvent, CandidateState, Field, Hold, MaybeUndefined, ORDERED, Releases, Status,
    string_enum,
};
use crate::ids::{CandidateId, OrderId, RunId};
use crate::order::CandidateClaim;
use crate::problem::Problem;
use crate::text::{Code, Text};

string_enum! {
    /// Events in the history. The import is recorded by candidate and request instead.
    HistoryEvent {
        Corrected "corrected"
        Mapped "mapped"
        Excluded "putAside"
        Restored "takenBack"
        Cancelled "cancelled"
        Validated "validated"
        Ordered "ordered"
        OrderVoided "orderVoided"
        Undone "undone"
        WaitBegun "waiting"
        WaitEnded "takenUp"
        Assigned "assigned"
    }
}

/// One change of a candidate.
#[derive(Clone, PartialEq, Debug)]
pub struct HistoryEntry {
    pub candidate: CandidateId,
    /// Version of the candidate after the change.
    pub version: i64,
    pub at: Timestamp,
    pub actor: String,
    pub event: HistoryEvent,
    pub status_before: Status,
    pub status: Status,
    pub changes: Vec<FieldChange>,
    /// Problems before and after the change.
    pub problems_before: Vec<Problem>,
    pub problems: Vec<Problem>,
    pub order: Option<OrderId>,
    pub document_no: Option<Code>,
    pub run: Option<RunId>,
    /// Hold reasons that the actor released.
    pub released: Releases,
    pub attention_change: AttentionChange,
}

/// Changes of assignee and wait for the customer, with the comment.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct AttentionChange {
    /// New end of the wait for the customer; null if the wait ended.
    #[serde(default, skip_serializing_if = "MaybeUndefined::is_absent")]
    pub waiting: MaybeUndefined<Date>,
    #[serde(default, skip_serializing_if = "MaybeUndefined::is_absent")]
    pub assigned: MaybeUndefined<Code>,
    /// Comment on the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<Text>,
}

impl AttentionChange {
    /// Compares the candidate before and after a change.
    pub fn of(before: &Candidate, after: &Candidate) -> Self {
        let wait = |candidate: &Candidate| candidate.hold.as_ref().and_then(Hold::own_wait);
        Self {
            waiting: differs(wait(before).as_ref(), wait(after)),
            assigned: differs(before.assigned_to.as_ref(), after.assigned_to.clone()),
            comment: None,
        }
    }
}

fn differs<T: PartialEq>(before: Option<&T>, after: Option<T>) -> MaybeUndefined<T> {
    if before == after.as_ref() {
        MaybeUndefined::Absent
    } else {
        after.map_or(MaybeUndefined::Null, MaybeUndefined::Value)
    }
}

impl HistoryEntry {
    /// Creates the entry of an event without changed members.
    pub fn of(
        claim: &CandidateClaim,
        event: CandidateEvent,
        (before, after): (&CandidateState, &CandidateState),
        call: &CorrectionCall,
    ) -> Self {
        Self {
            candidate: claim.candidate,
            version: claim.version + 1,
            at: call.now,
            actor: call.actor.clone(),
            event: event.history_event(),
            status_before: before.status,
            status: after.status,
            changes: Vec::new(),
            problems_before: before.problems.clone(),
            problems: after.problems.clone(),
            order: None,
            document_no: None,
            run: call.run,
            released: Releases::NONE,
            attention_change: AttentionChange::default(),
        }
    }
}

/// A candidate in an order. Its history entry is derived from the order while the order exists, so that creating an order
/// writes no history rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderedCandidate {
    pub candidate: CandidateId,
    /// Version of the candidate in the order.
    pub version: i64,
    pub order: OrderId,
    pub document_no: Option<Code>,
    pub run: Option<RunId>,
    /// Creation time and creator of the order, if known.
    pub at: Timestamp,
    pub actor: Option<String>,
    pub released: Releases,
}

impl OrderedCandidate {
    pub fn entry(self) -> HistoryEntry {
        HistoryEntry {
            candidate: self.candidate,
            version: self.version,
            at: self.at,
            actor: self.actor.unwrap_or_default(),
            event: ORDERED.event.history_event(),
            status_before: ORDERED.from,
            status: ORDERED.to,
            changes: Vec::new(),
            problems_before: Vec::new(),
            problems: Vec::new(),
            order: Some(self.order),
            document_no: self.document_no,
            run: self.run,
            released: self.released,
            attention_change: AttentionChange::default(),
        }
    }
}

/// A changed member with its display values. Records are shown by their code at that time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FieldChange {
    pub field: Field,
    pub old: Option<String>,
    pub new: Option<String>,
}
