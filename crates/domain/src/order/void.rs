//! Voiding an order.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;

use super::{Handover, Order, OrderSettings, OrderStatus};
use crate::candidate::{Candidate, CandidateChange, CandidateEvent, Hold, Releases, Standing, Status};
use crate::correction::{CorrectionCall, HistoryEntry, OrderedCandidate};
use crate::ids::{CandidateId, OrderId, OrganisationId, RunId};
use crate::problem::{Problem, ProblemCode};
use crate::text::{Code, Text};

/// What voiding writes: the order becomes `voided`, its allocations end, and its candidates change. Lines, figures,
/// number and attachments stay.
#[derive(Clone, PartialEq, Debug)]
pub struct VoidOrder {
    pub order: OrderId,
    /// As read; Conflict if it is another.
    pub version: i64,
    /// Why, in the words of who voids it.
    pub reason: Option<Text>,
    pub call: CorrectionCall,
    /// All of its candidates, put aside, ascending; Conflict if one is not what it was.
    pub changes: Vec<CandidateChange>,
    /// What the order has told of them until now.
    pub ordered: Vec<HistoryEntry>,
}

/// An order as far as its voiding must know it.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderToVoid {
    pub id: OrderId,
    pub version: i64,
    pub status: OrderStatus,
    pub document_no: Option<Code>,
    pub organisation: OrganisationId,
    /// The run that made it.
    pub run: Option<RunId>,
    pub created_at: Timestamp,
    /// Who made it, if that is known.
    pub made_by: Option<String>,
    pub handover: Option<Handover>,
    /// What it holds, and why each would have stayed, had it not been released.
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

    /// Who has the order, if it was handed over.
    pub fn taken(&self) -> Option<&Handover> {
        self.handover.as_ref().filter(|handover| handover.is_taken())
    }

    /// A problem that is about the order.
    pub fn problem(&self, code: ProblemCode) -> Problem {
        let number = self.document_no.as_ref().map_or("", |number| number.as_str());
        Problem::new(code, "").with("documentNo", number)
    }

    /// Voids it, given the candidates that it holds; `order.voided` if it is voided already, `order.archived` if
    /// candidates of it are not there any more.
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
        let there: HashSet<_> = candidates.iter().map(|candidate| candidate.id).collect();
        if self.candidates.iter().any(|(candidate, _)| !there.contains(candidate)) {
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
            changes: candidates.iter().filter_map(|candidate| self.put_aside(candidate, call)).collect(),
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

    /// A candidate that comes back says which order it was in.
    fn put_aside(&self, candidate: &Candidate, call: &CorrectionCall) -> Option<CandidateChange> {
        let hold = self.document_no.clone().map(|document_no| Hold::OrderVoided { document_no });
        let found = Standing { hold, ..Standing::plain(Status::Inactive) };
        let mut change = CandidateChange::of(candidate, CandidateEvent::OrderVoided, found, None, call)?;
        if let Some(entry) = &mut change.entry {
            entry.order = Some(self.id);
            entry.document_no.clone_from(&self.document_no);
        }
        Some(change)
    }
}

/// Voids an order, given the candidates that it holds and who made it.
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

/// The candidates that an order holds.
pub fn ordered_candidates(order: &Order) -> Vec<CandidateId> {
    allocations(order).map(|(candidate, _)| candidate).collect()
}

fn allocations(order: &Order) -> impl Iterator<Item = (CandidateId, Releases)> {
    let lines = order.lines.iter();
    lines.flat_map(|line| &line.allocations).map(|given| (given.candidate, given.released))
}
