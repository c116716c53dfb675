//! Orders: create, read and void.

pub(crate) mod create;
pub(crate) mod find;
pub(crate) mod handover;
pub(crate) mod json;
pub(crate) mod numbers;
pub(crate) mod read;
pub(crate) mod settings;
pub(crate) mod void;
pub(crate) mod write;

pub use create::{context, create};
pub use find::{find, of_candidates};
pub use read::{by_id, history};
pub use settings::{save as save_settings, settings};
pub use void::void;
pub use write::OrderRows;

use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::ids::{CandidateId, OrderId};
use orderdock_domain::order::{HandoverOrder, HandoverWrite, Order, OrderContext, OrderKeys, VoidOrder};
use orderdock_store::{
    CandidateOrder, HistoryRange, OrderCommit, OrderHistory, OrderPage, OrderQuery, OrderReader, OrderWriter,
    RequestLogEntry, StoreResult,
};

use crate::requests;
use crate::store::transaction::StoreTransaction;

impl OrderReader for StoreTransaction<'_> {
    fn load_order_context(&self, scope: &ReadScope, keys: &OrderKeys) -> StoreResult<OrderContext> {
        context(self.transaction, scope, keys, self.reference()?)
    }

    fn order(&self, scope: &ReadScope, id: OrderId) -> StoreResult<Option<Order>> {
        by_id(self.transaction, &self.readable(scope)?, id)
    }

    fn order_history(
        &self,
        scope: &ReadScope,
        id: OrderId,
        comments: HistoryRange,
    ) -> StoreResult<Option<OrderHistory>> {
        history(self.transaction, &self.readable(scope)?, id, comments)
    }

    fn find_orders(&self, scope: &ReadScope, query: &OrderQuery) -> StoreResult<OrderPage> {
        find(self.transaction, &self.readable(scope)?, query)
    }

    fn orders_of_candidates(
        &self,
        scope: &ReadScope,
        candidates: &[CandidateId],
    ) -> StoreResult<Vec<CandidateOrder>> {
        of_candidates(self.transaction, &self.readable(scope)?, candidates)
    }

    fn orders_to_hand_over(&self, scope: &WriteScope, ids: &[OrderId]) -> StoreResult<Vec<HandoverOrder>> {
        handover::load(self.transaction, &self.writable(scope)?, ids)
    }
}

impl OrderWriter for StoreTransaction<'_> {
    fn create_order(&self, commit: &OrderCommit) -> StoreResult<Order> {
        create(self.transaction, commit)
    }

    fn hand_over(&self, handovers: &[HandoverWrite], call: Option<&RequestLogEntry>) -> StoreResult<()> {
        handover::write(self.transaction, handovers)?;
        requests::store_call(self.transaction, call)
    }

    fn void_order(
        &self,
        scope: &WriteScope,
        void: &VoidOrder,
        call: Option<&RequestLogEntry>,
    ) -> StoreResult<()> {
        self::void(self.transaction, &self.writable(scope)?, void)?;
        requests::store_call(self.transaction, call)
    }
}
