//! The storage traits of master data.

use std::sync::Arc;

use async_trait::async_trait;
use orderdock_domain::access::ReadScope;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::masterdata::kinds::{KindName, StoredRecord};
use orderdock_domain::problem::Problem;
use orderdock_store::{
    ChangePosition, Deactivation, MasterdataOutcome, MasterdataPage, MasterdataQuery, MasterdataStore,
    MasterdataUndo, MasterdataUpsert, RecordChange, StoreResult, UndoOutcome, WriteMode,
};

use super::{stages, undo_changes};
use crate::sql::scope::OrganisationIds;
use crate::{Backend, SqlStore, Transaction, masterdata, reference};

#[async_trait]
impl<B: Backend> MasterdataStore for SqlStore<B> {
    async fn reference(&self) -> StoreResult<Arc<Reference>> {
        self.read_seeing(|_, reference| Ok(reference)).await
    }

    async fn upsert_masterdata(&self, upsert: MasterdataUpsert) -> StoreResult<MasterdataOutcome> {
        if upsert.dry_run {
            return self.read(move |transaction| stages::upsert(transaction, &upsert)).await;
        }
        let rows = upsert.batch.len();
        let work = move |transaction: &dyn Transaction| stages::upsert(transaction, &upsert);
        self.write_as(WriteMode::Records, rows, work).await
    }

    async fn deactivate_masterdata(
        &self,
        deactivation: Deactivation,
    ) -> StoreResult<Result<StoredRecord, Problem>> {
        let shared = Arc::clone(&self.shared);
        let work = move |transaction: &dyn Transaction| {
            let reference = shared.reference.in_write(transaction)?;
            let organisations = OrganisationIds::readable(&deactivation.read, &reference);
            stages::deactivate(transaction, &organisations, &deactivation)
        };
        self.write_as(WriteMode::Records, 2, work).await
    }

    async fn undo_masterdata(&self, undo: MasterdataUndo) -> StoreResult<UndoOutcome> {
        let (shared, dry_run) = (Arc::clone(&self.shared), undo.dry_run);
        let work = move |transaction: &dyn Transaction| {
            let reference = if undo.dry_run {
                shared.reference.in_snapshot(transaction)?
            } else {
                shared.reference.in_write(transaction)?
            };
            let organisations = OrganisationIds::readable(&undo.read, &reference);
            undo_changes::undo(transaction, &organisations, &undo)
        };
        // exclusive, because a concurrent import may reference a removed record or create an order with it
        if dry_run { self.read(work).await } else { self.write_as(WriteMode::Exclusive, 2, work).await }
    }

    async fn masterdata(
        &self,
        scope: ReadScope,
        kind: KindName,
        id: i64,
    ) -> StoreResult<Option<StoredRecord>> {
        self.read_scoped(scope, move |transaction, organisations, _| {
            masterdata::one(transaction, organisations, kind.kind(), id)
        })
        .await
    }

    async fn find_masterdata(&self, scope: ReadScope, query: MasterdataQuery) -> StoreResult<MasterdataPage> {
        self.read_scoped(scope, move |transaction, organisations, _| {
            masterdata::find(transaction, organisations, &query)
        })
        .await
    }

    async fn masterdata_history(
        &self,
        scope: ReadScope,
        kind: KindName,
        id: i64,
        before: Option<ChangePosition>,
        limit: u32,
    ) -> StoreResult<Option<Vec<RecordChange>>> {
        self.read_scoped(scope, move |transaction, organisations, _| {
            masterdata::history_of(transaction, organisations, kind, id, before, limit)
        })
        .await
    }

    async fn master_data_stamp(&self) -> StoreResult<i64> {
        self.read(reference::master_data_stamp).await
    }
}
