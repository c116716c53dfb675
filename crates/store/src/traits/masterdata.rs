//! Master data by description, and its small kinds, which are cached in memory.

use std::sync::Arc;

use async_trait::async_trait;
use orderdock_domain::access::ReadScope;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::masterdata::kinds::{KindName, StoredRecord};
use orderdock_domain::problem::Problem;

use crate::{
    ChangePosition, Deactivation, MasterdataOutcome, MasterdataPage, MasterdataQuery, MasterdataUndo,
    MasterdataUpsert, RecordChange, StoreResult, UndoOutcome,
};

/// Master data by description, and its small kinds, which are cached in memory.
#[async_trait]
pub trait MasterdataStore: Send + Sync + 'static {
    /// Returns the small kinds of master data of all organisations, from memory while their generation is unchanged.
    /// Scopes are resolved with them, so they are not limited by one; reads for a caller use a scope.
    async fn reference(&self) -> StoreResult<Arc<Reference>>;

    /// Creates and changes records as described by the batch: all of them, or none if one is invalid. Absent members
    /// keep their values, and equal records are not written. No other change of master data can happen between decision
    /// and write.
    async fn upsert_masterdata(&self, upsert: MasterdataUpsert) -> StoreResult<MasterdataOutcome>;

    /// Deactivates a record and returns it, or the problem that prevents this. A record that is already inactive does
    /// not change, but the call is still stored.
    async fn deactivate_masterdata(
        &self,
        deactivation: Deactivation,
    ) -> StoreResult<Result<StoredRecord, Problem>>;

    /// Undoes one call on a record and its nested records: removes the records that it created and restores those that
    /// it changed. Undoes everything, or nothing if a later change depends on any of it.
    async fn undo_masterdata(&self, undo: MasterdataUndo) -> StoreResult<UndoOutcome>;

    /// Returns a record with those of its nested records that are in the scope.
    async fn masterdata(
        &self,
        scope: ReadScope,
        kind: KindName,
        id: i64,
    ) -> StoreResult<Option<StoredRecord>>;

    async fn find_masterdata(&self, scope: ReadScope, query: MasterdataQuery) -> StoreResult<MasterdataPage>;

    /// Returns the changes of a record and its nested records before a position, newest first. Returns `None` if the
    /// scope never contained such a record.
    async fn masterdata_history(
        &self,
        scope: ReadScope,
        kind: KindName,
        id: i64,
        before: Option<ChangePosition>,
        limit: u32,
    ) -> StoreResult<Option<Vec<RecordChange>>>;

    /// Returns a number that changes with every change of master data that can resolve an error of a candidate.
    async fn master_data_stamp(&self) -> StoreResult<i64>;
}
