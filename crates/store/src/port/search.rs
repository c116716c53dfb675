//! The documents that searches look at.

use async_trait::async_trait;

use crate::StoreResult;

/// The documents that searches look at: made of records after their commit.
#[async_trait]
pub trait SearchStore: Send + Sync + 'static {
    /// Makes documents of the records that the feed names next, or of older ones that have none yet, a few thousand in one
    /// transaction. Returns `false` if nothing is left to do. Several processes may call it at the same time.
    async fn update_search(&self) -> StoreResult<bool>;

    /// Returns the first position of the feed that is not yet in the documents.
    async fn search_position(&self) -> StoreResult<i64>;
}
