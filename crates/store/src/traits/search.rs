//! Search documents, and the stored search keys.

use jiff::Timestamp;

use crate::{Store, StoreResult, WriteMode};

/// Number of records whose documents or keys one transaction writes: about 20 ms of the single writer of SQLite.
pub const SEARCH_BATCH: usize = 5_000;

/// Reads of the progress of search documents and search keys. Documents are built after the commit of their records.
pub trait SearchReader {
    /// Returns whether documents of any record may be missing.
    fn has_search_backlog(&self) -> StoreResult<bool>;

    /// Returns the first position of the feed that is not yet in the documents.
    fn search_position(&self) -> StoreResult<i64>;

    /// Returns the next step of the recomputation of keys. Instances of older versions with a heartbeat since an
    /// instant are alive.
    fn next_refold_step(&self, alive_since: Timestamp) -> StoreResult<RefoldStep>;
}

/// Writes of search documents and search keys. Several processes may write them at the same time.
pub trait SearchWriter: SearchReader {
    /// Builds the documents of about [`SEARCH_BATCH`] records: the next ones of the feed, or older ones without
    /// documents. Returns `false` if nothing is left to do.
    fn update_search(&self) -> StoreResult<bool>;

    /// Makes the next batch restart with the highest ids.
    fn restart_refold(&self) -> StoreResult<()>;

    /// Recomputes the stored search keys of the next [`SEARCH_BATCH`] records.
    fn refold_keys(&self) -> StoreResult<Refold>;
}

impl dyn Store {
    /// Builds a batch of missing documents. Returns `false` if nothing is left to do.
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
        /// Whether the next batch already restarts with the highest ids. It has to, because the older instance may
        /// write keys in its form.
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
    /// Name of the counter of the table.
    pub table: &'static str,
    /// The highest id of the table that is still to be processed; 0 if the table is done.
    pub next: i64,
    /// Number of records whose key has changed.
    pub changed: u64,
    /// Number of records whose key another record has too, so that one of them got the key of a duplicate.
    pub duplicates: u64,
}
