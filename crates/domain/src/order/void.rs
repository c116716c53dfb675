//! Voiding of orders.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;

use super::{Handover, Order, OrderSettings, OrderStatus};
use crate::candidate::{Candidate, CandidateChange, CandidateEvent, CandidateState, Hold, Releases, Status};
use crate::correction::{CorrectionCall, HistoryEntry, OrderedCandidate};
use crate::ids::{CandidateId, OrderId, OrganisationId, RunId};
use crate::problem::{Problem, ProblemCode};
use crate::text::{Code, Text};

/// Writes for voiding an order: the order becomes `voided`, its allocations become inactive and its candidates change.
/// Lines, amounts, number and attachments are kept.
#[derive(Clone, PartialEq, Debug)]
pub struct VoidOrder {
    pub order: OrderId,
    /// Version as read; the commit returns Conflict if it has changed.
    pub version: i64,
    /// Reason given by the caller.
    pub reason: Option<Text>,
    pub call: CorrectionCall,
    /// Changes that exclude the candidates of the order, ascending by id. The commit returns Conflict if one has changed.
    pub changes: Vec<CandidateChange>,
    /// History entries that were derived from the order so far and must now be stored.
    pub ordered: Vec<HistoryEntry>,
}

/// Values of an order that are needed to void it.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderToVoid {
    pub id: OrderId,
    pub version: i64,
    pub status: OrderStatus,
    pub document_no: Option<Code>,
    pub organisation: OrganisationId,
    /// Run that created the order.
    pub run: Option<RunId>,
    pub created_at: Timestamp,
    /// Actor that created the order, if known.
    pub made_by: Option<String>,
    pub handover: Option<Handover>,
    /// Candidates of the order, with the hold reasons that were released for each.
    pub candidates: Vec<(CandidateId, Releases)>,
}

impl OrderToVoid {
    pub fn of(order: &Order, made_by: Option<&str>) -> Self {
        Self {
            id: order.id,
            version: order.version,
            status: order.status,
            document_no: order.document_no.clone(),
            organisation: order.header.organisation.id,
            run: order.run,
            created_at: order.created_at,
            made_by: made_by.map(str::to_owned),
            handover: order.handover.clone(),
            candidates: allocations(order).collect(),
        }
    }

    /// Returns the hand-over if a receiver has accepted the order.
    pub fn taken(&self) -> Option<&Handover> {
        self.handover.as_ref().filter(|handover| handover.is_accepted())
    }

    /// Creates a problem of the order.
    pub fn problem(&self, code: ProblemCode) -> Problem {
        let number = self.document_no.as_ref().map_or("", |number| number.as_str());
        Problem::new(code, "").with("documentNo", number)
    }

    /// Voids the order, given its candidates. Errors: `order.voided` if it is already voided, `order.archived` if some of
    /// its candidates no longer exist, and a missing reason if a receiver has accepted it.
    pub fn void<'c>(
        &self,
        candidates: impl IntoIterator<Item = &'c Candidate>,
        reason: Option<Text>,
        settings: &OrderSettings,
        call: &CorrectionCall,
    ) -> Result<VoidOrder, Problem> {
        if self.status == OrderStatus::Voided {
            return Err(self.problem(ProblemCode::OrderVoided));
        }
        if let Some(handover) = self.taken()
            && reason.is_none()
            && settings.is_handed_over(self.organisation, self.created_at)
        {
            let problem = self.problem(ProblemCode::VoidReasonMissing);
            return Err(problem.with("receiver", handover.receiver.as_str()));
        }
        let mut candidates: Vec<_> = candidates.into_iter().collect();
        let ids: HashSet<_> = candidates.iter().map(|candidate| candidate.id).collect();
        if self.candidates.iter().any(|(candidate, _)| !ids.contains(candidate)) {
            return Err(self.problem(ProblemCode::OrderArchived));
        }
        candidates.sort_unstable_by_key(|candidate| candidate.id);
        let released: HashMap<_, _> = self.candidates.iter().copied().collect();
        let ordered = candidates.iter().map(|candidate| {
            let released = released.get(&candidate.id).copied().unwrap_or_default();
            self.ordered(candidate, released).entry()
        });
        Ok(VoidOrder {
            order: self.id,
            version: self.version,
            reason,
            call: call.clone(),
            changes: candidates.iter().filter_map(|candidate| self.exclude(candidate, call)).collect(),
            ordered: ordered.collect(),
        })
    }

    fn ordered(&self, candidate: &Candidate, released: Releases) -> OrderedCandidate {
        OrderedCandidate {
            candidate: candidate.id,
            version: candidate.version,
            order: self.id,
            document_no: self.document_no.clone(),
            run: self.run,
            at: self.created_at,
            actor: self.made_by.clone(),
            released,
        }
    }

    /// Excludes a candidate; its hold names the voided order.
    fn exclude(&self, candidate: &Candidate, call: &CorrectionCall) -> Option<CandidateChange> {
        let hold = self.document_no.clone().map(|document_no| Hold::OrderVoided { document_no });
        let found = CandidateState { hold, ..CandidateState::plain(Status::Inactive) };
        let mut change = CandidateChange::of(candidate, CandidateEvent::OrderVoided, found, None, call)?;
        if let Some(entry) = &mut change.entry {
            entry.order = Some(self.id);
            entry.document_no.clone_from(&self.document_no);
        }
        Some(change)
    }
}

/// Voids an order, given its candidates and the actor that created it.
pub fn void_order(
    order: &Order,
    candidates: &[Candidate],
    made_by: Option<&str>,
    reason: Option<Text>,
    settings: &OrderSettings,
    call: &CorrectionCall,
) -> Result<VoidOrder, Problem> {
    OrderToVoid::of(order, made_by).void(candidates, reason, settings, call)
}

/// Returns the candidates of an order.
pub fn ordered_candidates(order: &Order) -> Vec<CandidateId> {
    allocations(order).map(|(candidate, _)| candidate).collect()
}

fn allocations(order: &Order) -> impl Iterator<Item = (CandidateId, Releases)> {
    let lines = order.lines.iter();
    lines.flat_map(|line| &line.allocations).map(|given| (given.candidate, given.released))
}
