//! Voiding an order: its candidates come back put aside, with the reason.

use orderdock_domain::access::Scope;
use orderdock_domain::correction::CorrectionCall;
use orderdock_domain::ids::OrderId;
use orderdock_domain::order::{Order, OrderStatus, ordered_candidates, void_order};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Code, Problem};
use orderdock_domain::text::Text;
use orderdock_store::{Conflict, StoreError};

use crate::overtaken::TRIES;
use crate::{Answer, App, CallCommand, OpContext, Outcome};

impl App {
    /// Voids an order of the caller's organisations; 409 `order.voided` if it is voided already.
    pub async fn void_order(
        &self,
        ctx: &OpContext,
        id: OrderId,
        reason: Option<Text>,
        call: CallCommand,
        encode: impl Fn(&Order) -> Vec<u8> + Send + Sync,
    ) -> Outcome<Answer> {
        ctx.require(Scope::OrdersWrite, Phrase::VoidOrders)?;
        // orders change seldom: two calls at the same moment are the most that meets
        for _ in 0..TRIES {
            let found = self.store.order(ctx.organisations.read(), id).await?;
            // a shared order is read by all, but voided only by who may write shared records
            let found = found.filter(|order| ctx.organisations.contains(order.header.organisation.id));
            let order = found.ok_or_else(|| Problem::new(Code::OrderNotFound, ""))?;
            let candidates =
                self.store.candidates(ctx.organisations.read(), ordered_candidates(&order)).await?;
            let history = self.store.order_history(ctx.organisations.read(), id).await?;
            let made_by = history.and_then(|history| history.created_by);
            let who = CorrectionCall { actor: ctx.actor.name.clone(), now: ctx.now, run: None };
            let void = void_order(&order, &candidates.candidates, made_by.as_deref(), reason.clone(), &who)?;
            let voided = Order {
                status: OrderStatus::Voided,
                version: order.version + 1,
                updated_at: ctx.now,
                ..order
            };
            let answer = Answer { status: 200, body: encode(&voided) };
            let kept = self.kept_call(ctx, &call, &answer).await?;
            match self.store.void_order(ctx.organisations.write(), void, Some(kept)).await {
                Err(StoreError::Conflict(_)) => {}
                written => return self.or_replay(call.idempotency.as_ref(), written).await.map(|()| answer),
            }
        }
        Err(StoreError::Conflict(Conflict::Order).into())
    }
}
