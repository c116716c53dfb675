//! Reads and searches of orders.

use jiff::Timestamp;
use orderdock_domain::access::Scope;
use orderdock_domain::ids::{CandidateId, OrderId, RequestId, RunId};
use orderdock_domain::order::Order;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{CandidateOrder, OrderHistory, OrderPage, OrderQuery, OrderVoided};

use crate::orders::OrderService;
use crate::{Caller, HistoryChange, HistoryPage, HistoryQuery, Outcome};

/// A change of an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OrderChange {
    Created {
        at: Timestamp,
        /// Actor that sent the complete order, or that started the run that created it.
        by: Option<String>,
        run: Option<RunId>,
        /// Requests that sent the order or its candidates.
        requests: Vec<RequestId>,
    },
    Voided(OrderVoided),
}

impl HistoryChange for OrderChange {
    type State = ();

    fn version(&self) -> i64 {
        match self {
            Self::Created { .. } => 1,
            Self::Voided(_) => 2,
        }
    }

    fn at(&self) -> Timestamp {
        match self {
            Self::Created { at, .. } => *at,
            Self::Voided(voided) => voided.at,
        }
    }

    fn state(&self) {}
}

impl OrderService {
    pub async fn order(&self, caller: &Caller, id: OrderId) -> Outcome<Order> {
        caller.require(Scope::CandidatesRead, Phrase::ReadOrders)?;
        let scope = caller.organisations.read();
        let order = self.store.read(move |tx| tx.order(&scope, id)).await?;
        order.ok_or_else(|| Problem::not_found(ProblemCode::OrderNotFound, &id).into())
    }

    /// Returns a page of the history of an order.
    pub async fn order_history(
        &self,
        caller: &Caller,
        id: OrderId,
        query: HistoryQuery,
    ) -> Outcome<HistoryPage<OrderChange>> {
        caller.require(Scope::CandidatesRead, Phrase::ReadOrders)?;
        let (scope, range) = (caller.organisations.read(), query.range());
        let history = self.store.read(move |tx| tx.order_history(&scope, id, range)).await?;
        let history: OrderHistory =
            history.ok_or_else(|| Problem::not_found(ProblemCode::OrderNotFound, &id))?;
        let OrderHistory { created_at: at, created_by: by, run, requests, voided, comments } = history;
        let created = OrderChange::Created { at, by, run, requests };
        let changes = [Some(created), voided.map(OrderChange::Voided)].into_iter().flatten();
        let from = query.range().position().version;
        let wanted =
            |one: &OrderChange| if query.newest_first { one.version() < from } else { one.version() >= from };
        let mut changes: Vec<_> = changes.filter(wanted).collect();
        if query.newest_first {
            changes.reverse();
        }
        Ok(HistoryPage::of(changes, comments, &query))
    }

    pub async fn find_orders(&self, caller: &Caller, query: OrderQuery) -> Outcome<OrderPage> {
        caller.require(Scope::CandidatesRead, Phrase::ListOrders)?;
        let scope = caller.organisations.read();
        Ok(self.store.list(move |tx| tx.find_orders(&scope, &query)).await?)
    }

    /// Returns the orders of candidates, by candidate; candidates without an order are omitted.
    pub async fn orders_of_candidates(
        &self,
        caller: &Caller,
        candidates: Vec<CandidateId>,
    ) -> Outcome<Vec<CandidateOrder>> {
        caller.require(Scope::CandidatesRead, Phrase::ReadOrders)?;
        if candidates.is_empty() {
            return Ok(Vec::new());
        }
        let scope = caller.organisations.read();
        Ok(self.store.read(move |tx| tx.orders_of_candidates(&scope, &candidates)).await?)
    }
}
