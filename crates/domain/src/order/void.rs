//! Voiding an order.

use std::collections::{HashMap, HashSet};

use super::{Order, OrderSettings, OrderStatus};
use crate::candidate::{Candidate, CandidateChange, Event, Hold, Releases, Standing, Status};
use crate::correction::{CorrectionCall, HistoryEntry, OrderedCandidate};
use crate::ids::{CandidateId, OrderId};
use crate::problem::{Code, Problem};
use crate::text::Text;

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

/// Voids an order, given the candidates that it holds and who made it; `order.voided` if it is voided already,
/// `order.archived` if candidates of it are not there any more.
pub fn void_order(
    order: &Order,
    candidates: &[Candidate],
    made_by: Option<&str>,
    reason: Option<Text>,
    settings: &OrderSettings,
    call: &CorrectionCall,
) -> Result<VoidOrder, Problem> {
    let number = order.document_no.as_ref().map_or("", |number| number.as_str());
    let refused = |code| Err(Problem::new(code, "").with("documentNo", number));
    if order.status == OrderStatus::Voided {
        return refused(Code::OrderVoided);
    }
    if let Some(handover) = order.handover.as_ref().filter(|handover| handover.is_taken())
        && reason.is_none()
        && settings.is_handed_over(order.header.organisation.id, order.created_at)
    {
        let problem = Problem::new(Code::VoidReasonMissing, "").with("documentNo", number);
        return Err(problem.with("receiver", handover.receiver.as_str()));
    }
    let there: HashSet<_> = candidates.iter().map(|candidate| candidate.id).collect();
    if allocations(order).any(|(candidate, _)| !there.contains(&candidate)) {
        return refused(Code::OrderArchived);
    }
    let mut candidates: Vec<_> = candidates.iter().collect();
    candidates.sort_unstable_by_key(|candidate| candidate.id);
    let released: HashMap<_, _> = allocations(order).collect();
    let ordered = candidates.iter().map(|candidate| {
        let ordered = OrderedCandidate {
            candidate: candidate.id,
            version: candidate.version,
            order: order.id,
            document_no: order.document_no.clone(),
            run: order.run,
            at: order.created_at,
            actor: made_by.map(str::to_owned),
            released: released.get(&candidate.id).copied().unwrap_or_default(),
        };
        ordered.entry()
    });
    Ok(VoidOrder {
        order: order.id,
        version: order.version,
        reason,
        call: call.clone(),
        changes: candidates.iter().filter_map(|candidate| put_aside(order, candidate, call)).collect(),
        ordered: ordered.collect(),
    })
}

/// The candidates that an order holds.
pub fn ordered_candidates(order: &Order) -> Vec<CandidateId> {
    allocations(order).map(|(candidate, _)| candidate).collect()
}

fn allocations(order: &Order) -> impl Iterator<Item = (CandidateId, Releases)> {
    let lines = order.lines.iter();
    lines.flat_map(|line| &line.allocations).map(|given| (given.candidate, given.released))
}

/// A candidate that comes back says which order it was in.
fn put_aside(order: &Order, candidate: &Candidate, call: &CorrectionCall) -> Option<CandidateChange> {
    let hold = order.document_no.clone().map(|document_no| Hold::OrderVoided { document_no });
    let found = Standing { hold, ..Standing::plain(Status::Inactive) };
    let mut change = CandidateChange::of(candidate, Event::OrderVoided, found, None, call)?;
    if let Some(entry) = &mut change.entry {
        entry.order = Some(order.id);
        entry.document_no.clone_from(&order.document_no);
    }
    Some(change)
}
