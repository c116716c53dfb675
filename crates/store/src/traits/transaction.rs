//! Transactions. Every read of a transaction uses one snapshot, and its writes are atomic.

use std::any::Any;

use async_trait::async_trait;
use orderdock_domain::ids::IdBlock;

use crate::{
    AccessReader, AccessWriter, AttachmentReader, AttachmentWriter, CandidateReader, CorrectionReader,
    CorrectionWriter, ImportDraftReader, ImportDraftWriter, ImportReader, ImportWriter, InstanceReader,
    InstanceWriter, MappingReader, MappingWriter, NotificationReader, NotificationWriter, OrderReader,
    OrderWriter, OutboxReader, OutboxWriter, RejectedRowReader, RejectedRowWriter, RequestReader,
    RequestWriter, RunReader, RunWriter, SavedViewReader, SavedViewWriter, ScheduleReader, ScheduleWriter,
    SearchReader, SearchWriter, Store, StoreError, StoreResult, UpkeepReader, UpkeepWriter, WebhookReader,
    WebhookWriter,
};

/// Reads within one transaction; used by one thread.
pub trait ReadTransaction:
    ImportReader
    + CandidateReader
    + CorrectionReader
    + MappingReader
    + OrderReader
    + RunReader
    + AttachmentReader
    + SavedViewReader
    + ImportDraftReader
    + AccessReader
    + NotificationReader
    + RequestReader
    + RejectedRowReader
    + ScheduleReader
    + WebhookReader
    + OutboxReader
    + InstanceReader
    + SearchReader
    + UpkeepReader
{
}

/// Reads and writes within one transaction. Reads see the writes before them.
pub trait WriteTransaction:
    ReadTransaction
    + ImportWriter
    + CorrectionWriter
    + MappingWriter
    + OrderWriter
    + RunWriter
    + AttachmentWriter
    + SavedViewWriter
    + ImportDraftWriter
    + AccessWriter
    + NotificationWriter
    + RequestWriter
    + RejectedRowWriter
    + ScheduleWriter
    + WebhookWriter
    + OutboxWriter
    + InstanceWriter
    + SearchWriter
    + UpkeepWriter
{
    /// Reserves the next ids of the single sequence. They are never reserved again.
    fn reserve_ids(&self, count: u32) -> StoreResult<IdBlock>;
}

/// Concurrency of write transactions. SQLite has one writer, so the modes do not differ there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WriteMode {
    /// Concurrent with all modes but `Exclusive`. For plans that verify on commit that none of their dependencies has
    /// changed.
    Shared,
    /// As `Shared`, but one at a time. For changes of master data by hand and for comments, which are read, decided
    /// and written in one transaction. PostgreSQL repeats a transaction after a conflict.
    Records,
    /// Exclusive, except for `Unlocked`, `Ids` and `Heartbeat`. No dependency of a plan can change during the
    /// transaction.
    Exclusive,
    /// Without a lock: for data that no plan depends on.
    Unlocked,
    /// Without a lock, and not durable on return. For ids, which become durable with the record that uses them.
    Ids,
    /// Without a lock, and with priority over other transactions where possible. For heartbeats.
    Heartbeat,
}

/// The result of a transaction; only the caller knows its type.
pub type BoxedResult = Box<dyn Any + Send>;

/// Work of a read transaction.
pub type ReadClosure = Box<dyn FnOnce(&dyn ReadTransaction) -> StoreResult<BoxedResult> + Send>;

/// Work that reads lists or figures. The engine may repeat it on another server.
pub type ListClosure = Box<dyn Fn(&dyn ReadTransaction) -> StoreResult<BoxedResult> + Send + Sync>;

/// Work of a write transaction. The engine may roll it back and repeat it; only the last execution has an effect.
pub type WriteClosure = Box<dyn Fn(&dyn WriteTransaction) -> StoreResult<BoxedResult> + Send>;

/// Runs transactions. Callers use the generic `read` and `write` of [`Store`].
#[async_trait]
pub trait TransactionStore: Send + Sync + 'static {
    /// Runs work in one read snapshot.
    async fn run_read(&self, work: ReadClosure) -> StoreResult<BoxedResult>;

    /// Runs short work in one read snapshot, on a connection that the engine reserves for it if it can. For the
    /// supervision of instances, which must not be late under load.
    async fn run_priority_read(&self, work: ReadClosure) -> StoreResult<BoxedResult>;

    /// Runs work in one read snapshot, separate from other reads because it may take long. The engine may use a
    /// replica that is at least as current, so no decision may depend on the result.
    async fn run_list(&self, work: ListClosure) -> StoreResult<BoxedResult>;

    /// Runs work that writes about `rows` rows, and returns after the durable commit. Rolls back if the work returns
    /// an error.
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

    /// Runs short work in one read snapshot, without waiting for other work if the engine can do so. For the
    /// supervision of instances, which must not be late under load.
    pub async fn priority_read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn ReadTransaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let work = move |tx: &dyn ReadTransaction| work(tx).map(|done| Box::new(done) as BoxedResult);
        unboxed(self.run_priority_read(Box::new(work)).await?)
    }

    /// Reads a list or figures in one read snapshot, separate from other reads because it may take long. The engine
    /// may use a replica that is at least as current, so no decision may depend on the result.
    pub async fn list<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn ReadTransaction) -> StoreResult<T> + Send + Sync + 'static,
    ) -> StoreResult<T> {
        let work = move |tx: &dyn ReadTransaction| work(tx).map(|done| Box::new(done) as BoxedResult);
        unboxed(self.run_list(Box::new(work)).await?)
    }

    /// Runs work that removes about `rows` rows, one transaction after another, until it returns 0. Returns the sum.
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

    /// Runs work that writes about `rows` rows, and returns its result after the durable commit. Rolls back if the work
    /// returns an error. The work may be executed several times; only the last execution has an effect.
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
