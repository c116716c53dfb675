//! Hand-over of orders: receivers confirm or reject them.

use std::collections::HashMap;
use std::sync::Arc;

use orderdock_domain::access::Scope;
use orderdock_domain::ids::{IdBlock, OrderId};
use orderdock_domain::order::{Handover, HandoverOutcome, HandoverWrite, OrderStanding, hand_over};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{KeptCall, ReadTransaction, StoreResult, WriteTransaction};

use crate::orders::OrderService;
use crate::planned_write::{PlannedWrite, PreparedWrite};
use crate::requests::PendingCall;
use crate::{Answer, CallCommand, Caller, Effort, FirstAnswer, Outcome};

/// Maximum number of orders per call.
pub const MOST_HANDED_OVER: usize = 1_000;

/// Outcome of a hand-over.
#[derive(Clone, PartialEq, Debug)]
pub struct HandedOver {
    pub order: OrderId,
    pub said: Handover,
    pub outcome: HandoverOutcome,
}

/// Encodes the response: status and body.
pub type EncodeHandedOver = Arc<dyn Fn(&[HandedOver]) -> Answer + Send + Sync>;

/// A hand-over of orders.
struct HandOver {
    heard: Vec<(OrderId, Handover)>,
    call: PendingCall,
    encode: EncodeHandedOver,
}

impl OrderService {
    /// Records hand-overs of orders; each order has its own outcome, and a rejected one affects no other.
    pub async fn hand_over(
        &self,
        ctx: &Caller,
        heard: Vec<(OrderId, Handover)>,
        call: CallCommand,
        encode: EncodeHandedOver,
    ) -> Outcome<Answer> {
        ctx.require(Scope::OrdersWrite, Phrase::HandOverOrders)?;
        let call = self.requests.pending_call(ctx, call).await?;
        let write = Arc::new(HandOver { heard, call, encode });
        Ok(self.writes.run(&write).await?.response)
    }
}

impl PlannedWrite for HandOver {
    type Context = Vec<OrderStanding>;
    type Commit = (Vec<HandoverWrite>, KeptCall);
    type Response = Answer;
    type Written = ();

    fn load(&self, tx: &dyn ReadTransaction) -> StoreResult<Vec<OrderStanding>> {
        let orders: Vec<_> = self.heard.iter().map(|(order, _)| *order).collect();
        tx.orders_to_hand_over(&self.call.ctx.organisations.write(), &orders)
    }

    fn effort(&self, _: &Vec<OrderStanding>) -> Effort {
        Effort::of_rows(self.heard.len())
    }

    fn plan(&self, orders: Vec<OrderStanding>, _: IdBlock) -> Outcome<PreparedWrite<Self>> {
        let (writes, answer) = self.decide(orders);
        let kept = self.call.kept(&answer);
        Ok(PreparedWrite { commit: Some((writes, kept)), response: answer })
    }

    fn row_count(&self, (writes, _): &Self::Commit) -> usize {
        1 + writes.len()
    }

    fn commit(&self, tx: &dyn WriteTransaction, (writes, kept): &Self::Commit) -> StoreResult<()> {
        tx.hand_over(writes, Some(kept))
    }

    fn first_answer(&self) -> Option<&FirstAnswer> {
        self.call.first()
    }
}

impl HandOver {
    /// Applies the hand-overs in order, so that a later one for the same order sees the result of an earlier one.
    fn decide(&self, orders: Vec<OrderStanding>) -> (Vec<HandoverWrite>, Answer) {
        let now = self.call.ctx.now;
        let mut standing: HashMap<_, _> = orders.iter().map(|order| (order.id, order.clone())).collect();
        let mut done = Vec::with_capacity(self.heard.len());
        for (id, said) in &self.heard {
            let outcome = match standing.get_mut(id) {
                Some(order) => hand_over(order, said),
                None => HandoverOutcome::Rejected(Problem::not_found(ProblemCode::OrderNotFound, id)),
            };
            if let (HandoverOutcome::Noted, Some(order)) = (&outcome, standing.get_mut(id)) {
                order.handover = Some(said.clone());
            }
            done.push(HandedOver { order: *id, said: said.clone(), outcome });
        }
        // of several hand-overs of an order the last one is written
        let writes = orders.into_iter().filter_map(|order| {
            let handover = standing.get(&order.id)?.handover.clone();
            let changed = handover != order.handover;
            changed.then(|| Some(HandoverWrite { handover: handover?, order, now })).flatten()
        });
        (writes.collect(), (self.encode)(&done))
    }
}
