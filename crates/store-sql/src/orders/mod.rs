//! Orders: writing them with their numbers, reading them back, voiding them.

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

use async_trait::async_trait;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::ids::{CandidateId, OrderId};
use orderdock_domain::order::{HandoverWrite, Order, OrderContext, OrderKeys, OrderStanding, VoidOrder};
use orderdock_store::{
    CandidateOrder, HistoryRange, KeptCall, OrderCommit, OrderHistory, OrderPage, OrderQuery, OrderReader,
    OrderStore, OrderWriter, StoreResult,
};

use crate::store_transaction::StoreTransaction;
use crate::{Backend, SqlStore, requests};

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

    fn orders_to_hand_over(&self, scope: &WriteScope, ids: &[OrderId]) -> StoreResult<Vec<OrderStanding>> {
        handover::standing(self.transaction, &self.writable(scope)?, ids)
    }
}

impl OrderWriter for StoreTransaction<'_> {
    fn create_order(&self, commit: &OrderCommit) -> StoreResult<Order> {
        create(self.transaction, commit)
    }

    fn hand_over(&self, handovers: &[HandoverWrite], call: Option<&KeptCall>) -> StoreResult<()> {
        handover::write(self.transaction, handovers)?;
        requests::keep_call(self.transaction, call)
    }

    fn void_order(&self, scope: &WriteScope, void: &VoidOrder, call: Option<&KeptCall>) -> StoreResult<()> {
        self::void(self.transaction, &self.writable(scope)?, void)?;
        requests::keep_call(self.transaction, call)
    }
}

#[async_trait]
impl<B: Backend> OrderStore for SqlStore<B> {
    async fn find_orders(&self, scope: ReadScope, query: OrderQuery) -> StoreResult<OrderPage> {
        self.list_scoped(scope, move |transaction, organisations, _| find(transaction, organisations, &query))
            .await
    }

    async fn orders_of_candidates(
        &self,
        scope: ReadScope,
        candidates: Vec<CandidateId>,
    ) -> StoreResult<Vec<CandidateOrder>> {
        self.read_scoped(scope, move |transaction, organisations, _| {
            of_candidates(transaction, organisations, &candidates)
        })
        .await
    }
}
