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

use std::sync::Arc;

use async_trait::async_trait;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::ids::{CandidateId, OrderId};
use orderdock_domain::order::{HandoverWrite, Order, OrderContext, OrderKeys, OrderStanding, VoidOrder};
use orderdock_store::{
    CandidateOrder, HistoryRange, KeptCall, OrderCommit, OrderHistory, OrderPage, OrderQuery, OrderStore,
    StoreResult,
};

use crate::{Backend, SqlStore, requests};

#[async_trait]
impl<B: Backend> OrderStore for SqlStore<B> {
    async fn load_order_context(&self, scope: ReadScope, keys: Arc<OrderKeys>) -> StoreResult<OrderContext> {
        self.read_seeing(move |transaction, reference| context(transaction, &scope, &keys, reference)).await
    }

    async fn create_order(&self, commit: OrderCommit) -> StoreResult<Order> {
        let rows = 2 + commit.write.order.order.lines.len();
        self.write(rows, move |transaction| create(transaction, &commit)).await
    }

    async fn order(&self, scope: ReadScope, id: OrderId) -> StoreResult<Option<Order>> {
        self.read_scoped(scope, move |transaction, organisations, _| by_id(transaction, organisations, id))
            .await
    }

    async fn order_history(
        &self,
        scope: ReadScope,
        id: OrderId,
        comments: HistoryRange,
    ) -> StoreResult<Option<OrderHistory>> {
        self.read_scoped(scope, move |transaction, organisations, _| {
            history(transaction, organisations, id, comments)
        })
        .await
    }

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

    async fn orders_to_hand_over(
        &self,
        scope: WriteScope,
        ids: Vec<OrderId>,
    ) -> StoreResult<Vec<OrderStanding>> {
        self.read_scoped(scope, move |transaction, organisations, _| {
            handover::standing(transaction, organisations, &ids)
        })
        .await
    }

    async fn hand_over(&self, handovers: Vec<HandoverWrite>, call: Option<KeptCall>) -> StoreResult<()> {
        self.write(1 + handovers.len(), move |transaction| {
            handover::write(transaction, &handovers)?;
            requests::keep_call(transaction, call.as_ref())
        })
        .await
    }

    async fn void_order(
        &self,
        scope: WriteScope,
        void: VoidOrder,
        call: Option<KeptCall>,
    ) -> StoreResult<()> {
        self.write_scoped(scope, 2 + void.changes.len(), move |transaction, organisations| {
            self::void(transaction, organisations, &void)?;
            requests::keep_call(transaction, call.as_ref())
        })
        .await
    }
}
