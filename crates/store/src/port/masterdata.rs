//! Master data by description, and the small kinds of it that are kept in memory.

use std::sync::Arc;

use async_trait::async_trait;
use orderdock_domain::access::ReadScope;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::masterdata::kinds::{KindName, StoredRecord};
use orderdock_domain::problem::Problem;

use crate::{
    ChangePlace, Deactivation, MasterdataOutcome, MasterdataPage, MasterdataQuery, MasterdataUndo,
    MasterdataUpsert, RecordChange, StoreResult, UndoOutcome,
};

/// Master data by description, and the small kinds of it that are kept in memory.
#[async_trait]
pub trait MasterdataStore: Send + Sync + 'static {
    /// The small kinds of master data; answered from memory while their generation stands. Of all organisations,
    /// for scopes are resolved by them: what is shown to a caller of these is read within a scope.
    async fn reference(&self) -> StoreResult<Arc<Reference>>;

    /// Creates and changes records so that they say what the batch says: all of them, or none where one is at
    /// fault. Members that are absent stay as they are, what is equal already is not written. Decided and
    /// written while no other write can come between.
    async fn upsert_masterdata(&self, upsert: MasterdataUpsert) -> StoreResult<MasterdataOutcome>;

    /// Takes a record out of use and answers it as it is then, or what stands against that. One that is out of
    /// use already stays as it is; the call is kept all the same.
    async fn deactivate_masterdata(
        &self,
        deactivation: Deactivation,
    ) -> StoreResult<Result<StoredRecord, Problem>>;

    /// Takes back what one call did to a record and those nested in it: what it created is removed, what it changed is
    /// as it was before. All of it, or nothing where something was built on any of it.
    async fn undo_masterdata(&self, undo: MasterdataUndo) -> StoreResult<UndoOutcome>;

    /// A record with those nested in it, as far as they are in the scope.
    async fn masterdata(
        &self,
        scope: ReadScope,
        kind: KindName,
        id: i64,
    ) -> StoreResult<Option<StoredRecord>>;

    async fn find_masterdata(&self, scope: ReadScope, query: MasterdataQuery) -> StoreResult<MasterdataPage>;

    /// Who created and changed a record and those nested in it, newest first, from before the place given;
    /// `None` if there never was such a record in the scope.
    async fn masterdata_history(
        &self,
        scope: ReadScope,
        kind: KindName,
        id: i64,
        before: Option<ChangePlace>,
        limit: u32,
    ) -> StoreResult<Option<Vec<RecordChange>>>;

    /// Changes whenever master data changes that a candidate in error may have waited for.
    async fn master_data_stamp(&self) -> StoreResult<i64>;
}
