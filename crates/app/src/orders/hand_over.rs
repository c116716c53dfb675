//! Hand-over of orders: receivers confirm or reject them.

use std::collections::HashMap;
use std::sync::Arc;

use orderdock_domain::access::Scope;
use orderdock_domain::ids::{IdBlock, OrderId};
use orderdock_domain::order::{Handover, HandoverOrder, HandoverOutcome, HandoverWrite, hand_over};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{ReadTransaction, RequestLogEntry, StoreResult, WriteTransaction};

use crate::orders::OrderService;
use crate::planned_write::{PlannedWrite, PreparedWrite};
use crate::requests::PendingCall;
use crate::{CallCommand, Caller, Effort, EncodedResponse, IdempotencyGuard, Outcome};

/// Maximum number of orders per call.
pub const MAX_HANDED_OVER: usize = 1_000;

/// Outcome of a hand-over.
#[derive(Clone, PartialEq, Debug)]
pub struct HandoverResult {
    pub order: OrderId,
    /// The stored hand-over; the one of the request if the order is unknown.
    pub handover: Handover,
    pub outcome: HandoverOutcome,
}

/// Encodes the response: status and body.
pub type EncodeHandedOver = Arc<dyn Fn(&[HandoverResult]) -> EncodedResponse + Send + Sync>;

/// A hand-over of orders.
struct HandOver {
    reply: Vec<(OrderId, Handover)>,
    call: PendingCall,
    encode: EncodeHandedOver,
}

impl OrderService {
    /// Records hand-overs of orders; each order has its own outcome, and a rejected one affects no other.
    pub async fn hand_over(
        &self,
        caller: &Caller,
        reply: Vec<(OrderId, Handover)>,
        call: CallCommand,
        encode: EncodeHandedOver,
    ) -> Outcome<EncodedResponse> {
        caller.require(Scope::OrdersWrite, Phrase::HandOverOrders)?;
        let call = self.requests.pending_call(caller, call).await?;
        let write = Arc::new(HandOver { reply, call, encode });
        Ok(self.writes.run(&write).await?.response)
    }
}

impl PlannedWrite for HandOver {
    type Context = Vec<HandoverOrder>;
    type Commit = (Vec<HandoverWrite>, RequestLogEntry);
    type Response = EncodedResponse;
    type Written = ();

    fn load(&self, tx: &dyn ReadTransaction) -> StoreResult<Vec<HandoverOrder>> {
        let orders: Vec<_> = self.reply.iter().map(|(order, _)| *order).collect();
        tx.orders_to_hand_over(&self.call.caller.organisations.write(), &orders)
    }

    fn effort(&self, _: &Vec<HandoverOrder>) -> Effort {
        Effort::of_rows(self.reply.len())
    }

    fn plan(&self, orders: Vec<HandoverOrder>, _: IdBlock) -> Outcome<PreparedWrite<Self>> {
        let (writes, response) = self.decide(orders);
        let log_entry = self.call.log_entry(&response);
        Ok(PreparedWrite { commit: Some((writes, log_entry)), response })
    }

    fn row_count(&self, (writes, _): &Self::Commit) -> usize {
        1 + writes.len()
    }

    fn commit(&self, tx: &dyn WriteTransaction, (writes, log_entry): &Self::Commit) -> StoreResult<()> {
        tx.hand_over(writes, Some(log_entry))
    }

    fn idempotency_guard(&self) -> Option<&IdempotencyGuard> {
        self.call.first()
    }
}

impl HandOver {
    /// Applies the hand-overs in order, so that a later one for the same order sees the result of an earlier one.
    fn decide(&self, orders: Vec<HandoverOrder>) -> (Vec<HandoverWrite>, EncodedResponse) {
        let now = self.call.caller.now;
        let mut orders_by_id: HashMap<_, _> = orders.iter().map(|order| (order.id, order.clone())).collect();
        let mut done = Vec::with_capacity(self.reply.len());
        for (id, reply) in &self.reply {
            let outcome = match orders_by_id.get_mut(id) {
                Some(order) => hand_over(order, reply),
                None => HandoverOutcome::Rejected(Problem::not_found(ProblemCode::OrderNotFound, id)),
            };
            if let (HandoverOutcome::Noted, Some(order)) = (&outcome, orders_by_id.get_mut(id)) {
                order.handover = Some(reply.clone());
            }
            // a repeated reply does not replace the stored one and its time
            let stored = orders_by_id.get(id).and_then(|order| order.handover.clone());
            done.push(HandoverResult {
                order: *id,
                handover: stored.unwrap_or_else(|| reply.clone()),
                outcome,
            });
        }
        // only the last of several hand-overs of an order is written
        let writes = orders.into_iter().filter_map(|order| {
            let handover = orders_by_id.get(&order.id)?.handover.clone();
            let changed = handover != order.handover;
            changed.then(|| Some(HandoverWrite { handover: handover?, order, now })).flatten()
        });
        (writes.collect(), (self.encode)(&done))
    }
}
