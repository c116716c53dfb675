//! Voiding of an order: its candidates become excluded, with the reason.

use std::sync::Arc;

use orderdock_domain::access::Scope;
use orderdock_domain::candidate::Candidate;
use orderdock_domain::correction::CorrectionCall;
use orderdock_domain::ids::{IdBlock, OrderId};
use orderdock_domain::order::{Order, OrderSettings, OrderStatus, VoidOrder, ordered_candidates, void_order};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text::Text;
use orderdock_store::{
    HistoryRange, OrderHistory, ReadTransaction, RequestLogEntry, StoreResult, WriteTransaction,
};

use crate::orders::OrderService;
use crate::planned_write::{PlannedWrite, PreparedWrite};
use crate::requests::PendingCall;
use crate::{CallCommand, Caller, EncodeBody, EncodedResponse, IdempotencyGuard, Outcome};

const VOIDED: u16 = 200;

/// The voiding of an order.
struct VoidOrderWrite {
    order: OrderId,
    reason: Option<Text>,
    call: PendingCall,
    settings: Arc<OrderSettings>,
    encode: EncodeBody<Order>,
}

/// An order with the records that its voiding changes.
struct LoadedOrder {
    order: Order,
    candidates: Vec<Candidate>,
    history: Option<OrderHistory>,
}

impl OrderService {
    /// Voids an order of the caller's organisations. Fails with 409 `order.voided` if it is voided already.
    pub async fn void_order(
        &self,
        caller: &Caller,
        order: OrderId,
        reason: Option<Text>,
        call: CallCommand,
        encode: impl Fn(&Order) -> Vec<u8> + Send + Sync + 'static,
    ) -> Outcome<EncodedResponse> {
        caller.require(Scope::OrdersWrite, Phrase::VoidOrders)?;
        let call = self.requests.pending_call(caller, call).await?;
        let settings = self.store.read(move |tx| tx.order_settings()).await?;
        let write = Arc::new(VoidOrderWrite { order, reason, call, settings, encode: Arc::new(encode) });
        // boxed, because a request would otherwise carry the whole state of the write
        Ok(Box::pin(self.writes.run(&write)).await?.response)
    }
}

impl PlannedWrite for VoidOrderWrite {
    type Context = Option<LoadedOrder>;
    type Commit = (VoidOrder, RequestLogEntry);
    type Response = EncodedResponse;
    type Written = ();

    fn load(&self, tx: &dyn ReadTransaction) -> StoreResult<Option<LoadedOrder>> {
        let scope = self.call.caller.organisations.read();
        let Some(order) = tx.order(&scope, self.order)? else { return Ok(None) };
        let candidates = tx.candidates(&scope, &ordered_candidates(&order))?.candidates;
        let history = tx.order_history(&scope, self.order, HistoryRange::NONE)?;
        Ok(Some(LoadedOrder { order, candidates, history }))
    }

    fn plan(&self, found: Option<LoadedOrder>, _: IdBlock) -> Outcome<PreparedWrite<Self>> {
        let caller = &self.call.caller;
        // every caller reads a shared order, but only those that may write shared records void it
        let found = found.filter(|found| caller.organisations.contains(found.order.header.organisation.id));
        let LoadedOrder { order, candidates, history } =
            found.ok_or_else(|| Problem::not_found(ProblemCode::OrderNotFound, &self.order))?;
        let made_by = history.and_then(|history| history.created_by);
        let correction_call = CorrectionCall { actor: caller.actor.name.clone(), now: caller.now, run: None };
        let reason = self.reason.clone();
        let void =
            void_order(&order, &candidates, made_by.as_deref(), reason, &self.settings, &correction_call)?;
        let voided = Order {
            status: OrderStatus::Voided,
            version: order.version + 1,
            updated_at: caller.now,
            ..order
        };
        let response = EncodedResponse { status: VOIDED, body: (self.encode)(&voided) };
        let log_entry = self.call.log_entry(&response);
        Ok(PreparedWrite { commit: Some((void, log_entry)), response })
    }

    fn row_count(&self, (void, _): &Self::Commit) -> usize {
        2 + void.changes.len()
    }

    fn commit(&self, tx: &dyn WriteTransaction, (void, log_entry): &Self::Commit) -> StoreResult<()> {
        tx.void_order(&self.call.caller.organisations.write(), void, Some(log_entry))
    }

    fn idempotency_guard(&self) -> Option<&IdempotencyGuard> {
        self.call.first()
    }
}
