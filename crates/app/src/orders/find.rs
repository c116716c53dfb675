//! Reading orders back.

use orderdock_domain::access::Scope;
use orderdock_domain::ids::{CandidateId, OrderId};
use orderdock_domain::order::Order;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::ProblemCode;
use orderdock_store::{CandidateOrder, OrderHistory, OrderPage, OrderQuery};

use crate::{App, OpContext, Outcome};

impl App {
    pub async fn order(&self, ctx: &OpContext, id: OrderId) -> Outcome<Order> {
        ctx.require(Scope::CandidatesRead, Phrase::ReadOrders)?;
        let order = self.store.order(ctx.organisations.read(), id).await?;
        order.ok_or_else(|| ProblemCode::OrderNotFound.into())
    }

    /// Who made an order, when and of what, and whether it was voided since.
    pub async fn order_history(&self, ctx: &OpContext, id: OrderId) -> Outcome<OrderHistory> {
        ctx.require(Scope::CandidatesRead, Phrase::ReadOrders)?;
        let history = self.store.order_history(ctx.organisations.read(), id).await?;
        history.ok_or_else(|| ProblemCode::OrderNotFound.into())
    }

    pub async fn find_orders(&self, ctx: &OpContext, query: OrderQuery) -> Outcome<OrderPage> {
        ctx.require(Scope::CandidatesRead, Phrase::ListOrders)?;
        Ok(self.store.find_orders(ctx.organisations.read(), query).await?)
    }

    /// The orders that candidates are in, by candidate; those that are in none are left out.
    pub async fn orders_of_candidates(
        &self,
        ctx: &OpContext,
        candidates: Vec<CandidateId>,
    ) -> Outcome<Vec<CandidateOrder>> {
        ctx.require(Scope::CandidatesRead, Phrase::ReadOrders)?;
        if candidates.is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.store.orders_of_candidates(ctx.organisations.read(), candidates).await?)
    }
}
