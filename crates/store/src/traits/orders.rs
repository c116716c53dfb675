//! Sales orders.

use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::ids::{CandidateId, OrderId};
use orderdock_domain::order::{HandoverOrder, HandoverWrite, Order, OrderContext, OrderKeys, VoidOrder};

use crate::{
    CandidateOrder, HistoryRange, OrderCommit, OrderHistory, OrderPage, OrderQuery, RequestLogEntry,
    StoreResult,
};

/// Reads of sales orders.
pub trait OrderReader {
    /// Loads the records for the keys of an imported complete order.
    fn load_order_context(&self, scope: &ReadScope, keys: &OrderKeys) -> StoreResult<OrderContext>;

    fn order(&self, scope: &ReadScope, id: OrderId) -> StoreResult<Option<Order>>;

    /// Returns the history of an order with a range of its comments; `None` if there is no such order in the scope.
    fn order_history(
        &self,
        scope: &ReadScope,
        id: OrderId,
        comments: HistoryRange,
    ) -> StoreResult<Option<OrderHistory>>;

    fn find_orders(&self, scope: &ReadScope, query: &OrderQuery) -> StoreResult<OrderPage>;

    /// Returns the orders that contain the candidates, by candidate.
    fn orders_of_candidates(
        &self,
        scope: &ReadScope,
        candidates: &[CandidateId],
    ) -> StoreResult<Vec<CandidateOrder>>;

    /// Returns the state of orders on which a transfer depends, ordered by id.
    fn orders_to_hand_over(&self, scope: &WriteScope, ids: &[OrderId]) -> StoreResult<Vec<HandoverOrder>>;
}

/// Writes of sales orders.
pub trait OrderWriter {
    /// Writes an imported complete order, draws its document number, and returns it with that number.
    fn create_order(&self, commit: &OrderCommit) -> StoreResult<Order>;

    /// Writes the transfers of orders; `Conflict` if one of the orders has changed.
    fn hand_over(&self, handovers: &[HandoverWrite], call: Option<&RequestLogEntry>) -> StoreResult<()>;

    /// Voids an order and excludes its candidates; `Conflict` if it or one of them has changed.
    fn void_order(
        &self,
        scope: &WriteScope,
        void: &VoidOrder,
        call: Option<&RequestLogEntry>,
    ) -> StoreResult<()>;
}
