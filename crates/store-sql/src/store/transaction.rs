//! Transactions of the storage traits over a transaction of an engine. The traits themselves are implemented next to
//! the statements of their topic.

use std::cell::OnceCell;
use std::sync::Arc;

use async_trait::async_trait;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::ids::IdBlock;
use orderdock_domain::masterdata::Reference;
use orderdock_store::{
    BoxedResult, ListClosure, ReadClosure, ReadTransaction, StoreResult, TransactionStore, WriteClosure,
    WriteMode, WriteTransaction,
};

use crate::sql::ids::reserve_ids;
use crate::sql::scope::OrganisationIds;
use crate::store::backend::SharedState;
use crate::{Backend, SqlStore, Transaction};

/// A transaction and its view of reference data.
pub(crate) struct StoreTransaction<'s> {
    pub transaction: &'s dyn Transaction,
    pub shared: &'s SharedState,
    reference: ReferenceView,
}

/// View of reference data in a transaction.
enum ReferenceView {
    /// A read snapshot, in which reference data cannot change.
    Snapshot(OnceCell<Arc<Reference>>),
    /// A write transaction, whose own changes are visible.
    Current,
}

impl<'s> StoreTransaction<'s> {
    const fn reading(transaction: &'s dyn Transaction, shared: &'s SharedState) -> Self {
        Self { transaction, shared, reference: ReferenceView::Snapshot(OnceCell::new()) }
    }

    const fn writing(transaction: &'s dyn Transaction, shared: &'s SharedState) -> Self {
        Self { transaction, shared, reference: ReferenceView::Current }
    }

    pub fn reference(&self) -> StoreResult<Arc<Reference>> {
        let cache = &self.shared.reference;
        match &self.reference {
            ReferenceView::Current => cache.in_write(self.transaction),
            ReferenceView::Snapshot(seen) => {
                if let Some(reference) = seen.get() {
                    return Ok(Arc::clone(reference));
                }
                let reference = cache.in_snapshot(self.transaction)?;
                Ok(Arc::clone(seen.get_or_init(|| reference)))
            }
        }
    }

    pub fn readable(&self, scope: &ReadScope) -> StoreResult<OrganisationIds> {
        Ok(OrganisationIds::readable(scope, &*self.reference()?))
    }

    pub fn writable(&self, scope: &WriteScope) -> StoreResult<OrganisationIds> {
        Ok(OrganisationIds::writable(scope, &*self.reference()?))
    }
}

impl ReadTransaction for StoreTransaction<'_> {}

impl WriteTransaction for StoreTransaction<'_> {
    fn reserve_ids(&self, count: u32) -> StoreResult<IdBlock> {
        Ok(IdBlock::new(reserve_ids(self.transaction, count)?, count))
    }
}

#[async_trait]
impl<B: Backend> TransactionStore for SqlStore<B> {
    async fn run_read(&self, work: ReadClosure) -> StoreResult<BoxedResult> {
        let shared = Arc::clone(&self.shared);
        self.read(move |transaction| work(&StoreTransaction::reading(transaction, &shared))).await
    }

    async fn run_priority_read(&self, work: ReadClosure) -> StoreResult<BoxedResult> {
        let shared = Arc::clone(&self.shared);
        self.backend
            .priority_read(move |transaction| work(&StoreTransaction::reading(transaction, &shared)))
            .await
    }

    async fn run_list(&self, work: ListClosure) -> StoreResult<BoxedResult> {
        let shared = Arc::clone(&self.shared);
        let work =
            move |transaction: &dyn Transaction| work(&StoreTransaction::reading(transaction, &shared));
        self.backend.list(work).await
    }

    async fn run_write(&self, mode: WriteMode, rows: usize, work: WriteClosure) -> StoreResult<BoxedResult> {
        let shared = Arc::clone(&self.shared);
        let work =
            move |transaction: &dyn Transaction| work(&StoreTransaction::writing(transaction, &shared));
        self.write_as(mode, rows, work).await
    }
}
