//! Sales orders.

use std::sync::Arc;

use async_trait::async_trait;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::ids::{CandidateId, OrderId};
use orderdock_domain::order::{HandoverWrite, Order, OrderContext, OrderKeys, OrderStanding, VoidOrder};

use crate::{
    CandidateOrder, HistoryRange, KeptCall, OrderCommit, OrderHistory, OrderPage, OrderQuery, StoreResult,
};

/// Sales orders.
#[async_trait]
pub trait OrderStore: Send + Sync + 'static {
    /// Loads what exists for the keys of an order that was sent whole, in one read snapshot.
    async fn load_order_context(&self, scope: ReadScope, keys: Arc<OrderKeys>) -> StoreResult<OrderContext>;

    /// Writes an order that was sent whole, draws its number, and answers it with that.
    async fn create_order(&self, commit: OrderCommit) -> StoreResult<Order>;

    async fn order(&self, scope: ReadScope, id: OrderId) -> StoreResult<Option<Order>>;

    /// What happened to an order since it was made; `None` if there is no such order in the scope.
    async fn order_history(
        &self,
        scope: ReadScope,
        id: OrderId,
        comments: HistoryRange,
    ) -> StoreResult<Option<OrderHistory>>;

    async fn find_orders(&self, scope: ReadScope, query: OrderQuery) -> StoreResult<OrderPage>;

    /// The orders that candidates are in; by candidate.
    async fn orders_of_candidates(
        &self,
        scope: ReadScope,
        candidates: Vec<CandidateId>,
    ) -> StoreResult<Vec<CandidateOrder>>;

    /// Orders as far as a hand-over must know them; by id.
    async fn orders_to_hand_over(
        &self,
        scope: WriteScope,
        ids: Vec<OrderId>,
    ) -> StoreResult<Vec<OrderStanding>>;

    /// Writes what receivers said of orders; Conflict if one is not what it was.
    async fn hand_over(&self, handovers: Vec<HandoverWrite>, call: Option<KeptCall>) -> StoreResult<()>;

    /// Voids an order and puts its candidates aside; Conflict if it or one of them has changed.
    async fn void_order(&self, scope: WriteScope, void: VoidOrder, call: Option<KeptCall>)
    -> StoreResult<()>;
}
