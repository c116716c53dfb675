//! Voiding an order: its candidates come back put aside, with the reason.

use std::sync::Arc;

use orderdock_domain::access::Scope;
use orderdock_domain::candidate::Candidate;
use orderdock_domain::correction::CorrectionCall;
use orderdock_domain::ids::OrderId;
use orderdock_domain::order::{Order, OrderSettings, OrderStatus, VoidOrder, ordered_candidates, void_order};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text::Text;
use orderdock_store::{HistoryRange, KeptCall, OrderHistory, StoreResult, Turn};

use crate::requests::PendingCall;
use crate::{Answer, App, CallCommand, OpContext, Outcome};

const VOIDED: u16 = 200;

/// What stays the same from try to try.
struct PendingVoiding<E> {
    reason: Option<Text>,
    call: PendingCall,
    settings: Arc<OrderSettings>,
    encode: E,
}

/// The order as it is, with what its end touches.
struct FoundOrder {
    order: Order,
    candidates: Vec<Candidate>,
    history: Option<OrderHistory>,
}

impl App {
    /// Voids an order of the caller's organisations; 409 `order.voided` if it is voided already.
    pub async fn void_order(
        &self,
        ctx: &OpContext,
        id: OrderId,
        reason: Option<Text>,
        call: CallCommand,
        encode: impl Fn(&Order) -> Vec<u8> + Send + Sync + 'static,
    ) -> Outcome<Answer> {
        ctx.require(Scope::OrdersWrite, Phrase::VoidOrders)?;
        let call = self.pending_call(ctx, call).await?;
        let settings = self.store.order_settings().await?;
        let pending = Arc::new(PendingVoiding { reason, call, settings, encode });
        let (task, scope) = (pending.clone(), ctx.organisations.write());
        let in_turn = move |turn: &dyn Turn| match task.decide(id, found_in(turn, &task.call.ctx, id)?) {
            Err(failure) => Ok(Err(failure)),
            Ok((void, kept, answer)) => {
                turn.void_order(&scope, &void, Some(&kept))?;
                Ok(Ok(answer))
            }
        };
        let attempt = async || {
            let (void, kept, answer) = pending.decide(id, self.order_to_void(ctx, id).await?)?;
            let voided = self.store.void_order(ctx.organisations.write(), void, Some(kept)).await;
            Ok(voided.map(|()| answer))
        };
        self.until_written(pending.call.first(), attempt, 1, in_turn).await
    }

    async fn order_to_void(&self, ctx: &OpContext, id: OrderId) -> Outcome<Option<FoundOrder>> {
        let Some(order) = self.store.order(ctx.organisations.read(), id).await? else { return Ok(None) };
        let candidates = self.store.candidates(ctx.organisations.read(), ordered_candidates(&order)).await?;
        let history = self.store.order_history(ctx.organisations.read(), id, HistoryRange::NONE).await?;
        Ok(Some(FoundOrder { order, candidates: candidates.candidates, history }))
    }
}

/// The same inside a turn.
fn found_in(turn: &dyn Turn, ctx: &OpContext, id: OrderId) -> StoreResult<Option<FoundOrder>> {
    let scope = ctx.organisations.read();
    let Some(order) = turn.order(&scope, id)? else { return Ok(None) };
    let candidates = turn.candidates(&scope, &ordered_candidates(&order))?;
    let history = turn.order_history(&scope, id)?;
    Ok(Some(FoundOrder { order, candidates: candidates.candidates, history }))
}

impl<E: Fn(&Order) -> Vec<u8>> PendingVoiding<E> {
    fn decide(&self, id: OrderId, found: Option<FoundOrder>) -> Outcome<(VoidOrder, KeptCall, Answer)> {
        let ctx = &self.call.ctx;
        // a shared order is read by all, but voided only by who may write shared records
        let found = found.filter(|found| ctx.organisations.contains(found.order.header.organisation.id));
        let FoundOrder { order, candidates, history } =
            found.ok_or_else(|| Problem::not_found(ProblemCode::OrderNotFound, &id))?;
        let made_by = history.and_then(|history| history.created_by);
        let who = CorrectionCall { actor: ctx.actor.name.clone(), now: ctx.now, run: None };
        let reason = self.reason.clone();
        let void = void_order(&order, &candidates, made_by.as_deref(), reason, &self.settings, &who)?;
        let voided =
            Order { status: OrderStatus::Voided, version: order.version + 1, updated_at: ctx.now, ..order };
        let answer = Answer { status: VOIDED, body: (self.encode)(&voided) };
        Ok((void, self.call.kept(&answer), answer))
    }
}
