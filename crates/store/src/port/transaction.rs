//! Transactions: everything in one of them reads one snapshot, and is written completely or not at all.

use std::any::Any;

use async_trait::async_trait;
use orderdock_domain::ids::IdBlock;

use crate::{
    AccessReader, AccessWriter, AttachmentReader, AttachmentWriter, CandidateReader, CorrectionReader,
    CorrectionWriter, ImportReader, ImportWriter, NotificationReader, NotificationWriter, OrderReader,
    OrderWriter, RequestReader, RequestWriter, RunReader, RunWriter, SavedViewReader, SavedViewWriter,
    ScheduleReader, ScheduleWriter, Store, StoreError, StoreResult,
};

/// Reads within one transaction; used by one thread.
pub trait ReadTransaction:
    ImportReader
    + CandidateReader
    + CorrectionReader
    + OrderReader
    + RunReader
    + AttachmentReader
    + SavedViewReader
    + AccessReader
    + NotificationReader
    + RequestReader
    + ScheduleReader
{
}

/// Reads and writes within one transaction. Reads see the writes before them.
pub trait WriteTransaction:
    ReadTransaction
    + ImportWriter
    + CorrectionWriter
    + OrderWriter
    + RunWriter
    + AttachmentWriter
    + SavedViewWriter
    + AccessWriter
    + NotificationWriter
    + RequestWriter
    + ScheduleWriter
{
    /// Takes the next ids of the one sequence; they are never handed out again.
    fn reserve_ids(&self, count: u32) -> StoreResult<IdBlock>;
}

/// Which transactions may write at the same time. SQLite has one writer, so there the modes do not differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WriteMode {
    /// Together with all modes but `Exclusive`. For plans that check on commit that nothing they depend on has changed.
    Shared,
    /// As `Shared`, but one at a time: for changes of master data by hand and for comments, which are read, decided and
    /// written in one transaction. PostgreSQL runs a transaction with a conflict again.
    Records,
    /// Alone, except for `Unlocked`, `Ids` and `Heartbeat`. Nothing that a plan depends on can change meanwhile.
    Exclusive,
    /// Without a lock: for data that no plan depends on.
    Unlocked,
    /// Without a lock, and not durable when it returns: for ids, which are durable with the record that has them.
    Ids,
    /// Without a lock, and before everything else where that is possible: for heartbeats.
    Heartbeat,
}

/// The result of work in a transaction, whose type only the caller knows.
pub type BoxedResult = Box<dyn Any + Send>;

/// Work that reads.
pub type ReadClosure = Box<dyn FnOnce(&dyn ReadTransaction) -> StoreResult<BoxedResult> + Send>;

/// Work that reads lists or figures. The engine may run it again on another server.
pub type ListClosure = Box<dyn Fn(&dyn ReadTransaction) -> StoreResult<BoxedResult> + Send + Sync>;

/// Work that writes. The engine may run it again from its beginning after undoing it; the last run counts.
pub type WriteClosure = Box<dyn Fn(&dyn WriteTransaction) -> StoreResult<BoxedResult> + Send>;

/// Runs transactions. Callers use the generic `read` and `write` of [`Store`].
#[async_trait]
pub trait TransactionStore: Send + Sync + 'static {
    /// Runs work in one read snapshot.
    async fn run_read(&self, work: ReadClosure) -> StoreResult<BoxedResult>;

    /// Runs work in one read snapshot, apart from other reads because it may take long. The engine may run it on a replica
    /// that is at least as current, so nothing is decided by its result.
    async fn run_list(&self, work: ListClosure) -> StoreResult<BoxedResult>;

    /// Runs work that writes about `rows` rows, and returns after the durable commit. If it returns an error, its writes
    /// are undone.
    async fn run_write(&self, mode: WriteMode, rows: usize, work: WriteClosure) -> StoreResult<BoxedResult>;
}

impl dyn Store {
    /// Runs work in one read snapshot and returns its result.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn ReadTransaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let work = move |tx: &dyn ReadTransaction| work(tx).map(|done| Box::new(done) as BoxedResult);
        unboxed(self.run_read(Box::new(work)).await?)
    }

    /// Reads a list or figures in one read snapshot, apart from other reads because it may take long. The engine may run the
    /// work on a replica that is at least as current, so nothing may be decided by its result.
    pub async fn list<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn ReadTransaction) -> StoreResult<T> + Send + Sync + 'static,
    ) -> StoreResult<T> {
        let work = move |tx: &dyn ReadTransaction| work(tx).map(|done| Box::new(done) as BoxedResult);
        unboxed(self.run_list(Box::new(work)).await?)
    }

    /// Runs work that removes about `rows` rows, one transaction after the other until it returns 0. Returns the sum.
    pub async fn write_in_batches(
        &self,
        mode: WriteMode,
        rows: usize,
        work: impl Fn(&dyn WriteTransaction) -> StoreResult<u64> + Clone + Send + 'static,
    ) -> StoreResult<u64> {
        let mut sum = 0;
        loop {
            match self.write(mode, rows, work.clone()).await? {
                0 => return Ok(sum),
                removed => sum += removed,
            }
        }
    }

    /// Runs work that writes about `rows` rows, and returns its result after the durable commit. If it returns an error,
    /// its writes are undone. It may run more than once; the last run counts.
    pub async fn write<T: Send + 'static>(
        &self,
        mode: WriteMode,
        rows: usize,
        work: impl Fn(&dyn WriteTransaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let work = move |tx: &dyn WriteTransaction| work(tx).map(|done| Box::new(done) as BoxedResult);
        unboxed(self.run_write(mode, rows, Box::new(work)).await?)
    }
}

fn unboxed<T: 'static>(done: BoxedResult) -> StoreResult<T> {
    let other = |_| StoreError::Statement("the transaction returned another type".to_owned());
    done.downcast().map(|done| *done).map_err(other)
}
