//! Handing orders over: their receivers say that they have them, or that they do not want them.

use std::collections::HashMap;
use std::sync::Arc;

use orderdock_domain::access::Scope;
use orderdock_domain::ids::OrderId;
use orderdock_domain::order::{Handover, HandoverOutcome, HandoverWrite, OrderStanding, hand_over};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{KeptCall, Turn};

use crate::requests::PendingCall;
use crate::{Answer, App, CallCommand, OpContext, Outcome};

/// Orders that are handed over with one call.
pub const MOST_HANDED_OVER: usize = 1_000;

/// What became of an order.
#[derive(Clone, PartialEq, Debug)]
pub struct HandedOver {
    pub order: OrderId,
    pub said: Handover,
    pub outcome: HandoverOutcome,
}

/// Writes the answer to a call: its status and its body.
pub type EncodeHandedOver = Arc<dyn Fn(&[HandedOver]) -> Answer + Send + Sync>;

/// What stays the same from try to try.
struct PendingHandover {
    heard: Vec<(OrderId, Handover)>,
    call: PendingCall,
    encode: EncodeHandedOver,
}

impl App {
    /// Notes what receivers say of orders; each order has an answer of its own, and what is rejected harms no other.
    pub async fn hand_over(
        &self,
        ctx: &OpContext,
        heard: Vec<(OrderId, Handover)>,
        call: CallCommand,
        encode: EncodeHandedOver,
    ) -> Outcome<Answer> {
        ctx.require(Scope::OrdersWrite, Phrase::HandOverOrders)?;
        let (call, rows) = (self.pending_call(ctx, call).await?, heard.len());
        let pending = Arc::new(PendingHandover { heard, call, encode });
        let (task, scope) = (pending.clone(), ctx.organisations.write());
        let in_turn = move |turn: &dyn Turn| {
            let orders = turn.orders_to_hand_over(&scope, &task.orders())?;
            let (writes, kept, answer) = task.decide(orders);
            turn.hand_over(&writes, Some(&kept))?;
            Ok(Ok(answer))
        };
        let attempt = async || {
            let scope = ctx.organisations.write();
            let orders = self.store.orders_to_hand_over(scope, pending.orders()).await?;
            let (writes, kept, answer) = pending.decide(orders);
            Ok(self.store.hand_over(writes, Some(kept)).await.map(|()| answer))
        };
        self.until_written(pending.call.first(), attempt, rows, in_turn).await
    }
}

impl PendingHandover {
    fn orders(&self) -> Vec<OrderId> {
        self.heard.iter().map(|(order, _)| *order).collect()
    }

    /// One after the other: what was said first is known to what is said of the same order later.
    fn decide(&self, orders: Vec<OrderStanding>) -> (Vec<HandoverWrite>, KeptCall, Answer) {
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
        // of several words about an order the last one is written
        let writes = orders.into_iter().filter_map(|order| {
            let handover = standing.get(&order.id)?.handover.clone();
            let changed = handover != order.handover;
            changed.then(|| Some(HandoverWrite { handover: handover?, order, now })).flatten()
        });
        let writes = writes.collect();
        let answer = (self.encode)(&done);
        (writes, self.call.kept(&answer), answer)
    }
}
