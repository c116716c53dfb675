//! The search documents and the stored search keys.

use async_trait::async_trait;

use crate::StoreResult;

/// The search documents, which are built from records after their commit.
#[async_trait]
pub trait SearchStore: Send + Sync + 'static {
    /// Builds documents of the next records in the feed, or of older records that have none yet, a few thousand in one
    /// transaction. Returns `false` if nothing is left to do. Several processes may call it at the same time.
    async fn update_search(&self) -> StoreResult<bool>;

    /// Recomputes stored search keys that an older version wrote in another form, a few thousand records in one
    /// transaction. Does nothing while instances of older versions are alive. Several processes may call it at the same
    /// time.
    async fn refold_keys(&self) -> StoreResult<Refold>;

    /// Returns the first position of the feed that is not yet in the documents.
    async fn search_position(&self) -> StoreResult<i64>;
}

/// The outcome of a batch of recomputed keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refold {
    /// Every key has the form of this version.
    Done,
    /// An instance of an older version is alive.
    Waiting,
    Progress(RefoldProgress),
}

/// A batch of recomputed keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RefoldProgress {
    /// The table, by the name of its counter.
    pub table: &'static str,
    /// The highest id of the table that is left; 0 if the table is done.
    pub next: i64,
    /// Records whose key has changed.
    pub changed: u64,
    /// Records whose key another record already has, so one of the two got the key of a duplicate.
    pub duplicates: u64,
}
