//! The search documents and the stored search keys.

use jiff::Timestamp;

use crate::{Store, StoreResult, WriteMode};

/// Number of records whose documents or keys one transaction writes: about 20 ms of the single writer of SQLite.
pub const SEARCH_BATCH: usize = 5_000;

/// Reads of the progress of search documents, which are built from records after their commit, and of search keys.
pub trait SearchReader {
    /// Returns whether a record may have no document yet.
    fn has_search_backlog(&self) -> StoreResult<bool>;

    /// Returns the first position of the feed that is not yet in the documents.
    fn search_position(&self) -> StoreResult<i64>;

    /// Returns what the recomputation of keys has to do next. Instances of older versions that have sent a heartbeat
    /// since an instant count as alive.
    fn next_refold_step(&self, alive_since: Timestamp) -> StoreResult<RefoldStep>;
}

/// Writes of search documents and search keys. Several processes may write them at the same time.
pub trait SearchWriter: SearchReader {
    /// Builds documents of the next records in the feed, or of older records that have none yet, about
    /// [`SEARCH_BATCH`] records. Returns `false` if nothing is left to do.
    fn update_search(&self) -> StoreResult<bool>;

    /// Makes the next batch restart with the highest ids.
    fn restart_refold(&self) -> StoreResult<()>;

    /// Recomputes the stored search keys of the next [`SEARCH_BATCH`] records.
    fn refold_keys(&self) -> StoreResult<Refold>;
}

impl dyn Store {
    /// Builds a batch of documents if any is missing. Returns `false` if nothing is left to do.
    pub async fn update_search(&self) -> StoreResult<bool> {
        if !self.read(|tx| tx.has_search_backlog()).await? {
            return Ok(false);
        }
        self.write(WriteMode::Unlocked, SEARCH_BATCH, |tx| tx.update_search()).await
    }

    /// Recomputes a batch of stored search keys that an older version wrote in another form. Does nothing while
    /// instances of older versions are alive.
    pub async fn refold_keys(&self) -> StoreResult<Refold> {
        let alive_since = self.now().await?.saturating_sub(self.heartbeat_intervals().dead);
        let alive_since = alive_since.unwrap_or(Timestamp::MIN);
        match self.read(move |tx| tx.next_refold_step(alive_since)).await? {
            RefoldStep::None => Ok(Refold::Done),
            RefoldStep::Batch => self.write(WriteMode::Unlocked, SEARCH_BATCH, |tx| tx.refold_keys()).await,
            RefoldStep::Wait { restarts } => {
                if !restarts {
                    self.write(WriteMode::Unlocked, 1, |tx| tx.restart_refold()).await?;
                }
                Ok(Refold::Waiting)
            }
        }
    }
}

/// The next step of the recomputation of keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefoldStep {
    /// Every key has the form of this version.
    None,
    Batch,
    /// An instance of an older version is alive.
    Wait {
        /// Whether the next batch restarts with the highest ids. It must, because older versions write keys in their
        /// form.
        restarts: bool,
    },
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
