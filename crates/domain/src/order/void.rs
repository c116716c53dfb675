//! Voiding an order.

use super::{Order, OrderStatus};
use crate::candidate::Hold;
use crate::ids::{CandidateId, OrderId};
use crate::problem::{Code, Problem};
use crate::text::Text;

/// What voiding writes: the order becomes `voided`, its allocations end, and its candidates, which were
/// `processed`, become `inactive` with the hold. Lines, figures, number and attachments stay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VoidOrder {
    pub order: OrderId,
    /// As read; Conflict if it is another.
    pub version: i64,
    /// Ascending.
    pub candidates: Vec<CandidateId>,
    /// Says which order it was.
    pub hold: Option<Hold>,
    /// Why, in the words of who voids it.
    pub reason: Option<Text>,
}

/// Voids an order; `order.voided` if it is voided already.
pub fn void_order(order: &Order, reason: Option<Text>) -> Result<VoidOrder, Problem> {
    if order.status == OrderStatus::Voided {
        let number = order.document_no.as_ref().map_or("", |number| number.as_str());
        return Err(Problem::new(Code::OrderVoided, "").with("documentNo", number));
    }
    let mut candidates: Vec<_> =
        order.lines.iter().flat_map(|line| &line.allocations).map(|given| given.candidate).collect();
    candidates.sort_unstable();
    Ok(VoidOrder {
        order: order.id,
        version: order.version,
        candidates,
        hold: order.document_no.clone().map(|document_no| Hold::OrderVoided { document_no }),
        reason,
    })
}
