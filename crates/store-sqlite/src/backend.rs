//! The SQLite backend of a database in a file: its connections and their uses.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use orderdock_store::{HeartbeatIntervals, StoreError, StoreResult, StoreStatistics, WriteMode};
use orderdock_store_sql::maintenance::identity::PlaceIdentity;
use orderdock_store_sql::sql::query::value;
use orderdock_store_sql::{Backend, SqlStore, StoreClock, Transaction, Verbatim};

use crate::connection::{SqliteOptions, checkpoint, open_list_reader, open_reader, open_writer};
use crate::instance_file;
use crate::instance_lock::InstanceLock;
use crate::migrate::{MIGRATIONS, migrate};
use crate::readers::Readers;
use crate::transaction::SqliteTransaction;
use crate::writer::Writer;

/// The store on a SQLite database in a file. Other processes may use the file at the same time.
pub type SqliteStore = SqlStore<Sqlite>;

#[derive(Debug)]
pub struct Sqlite {
    writer: Writer,
    readers: Readers,
    lists: Readers,
    /// Reader for the commit stamp. Always the same connection, because SQLite counts the commits of others per
    /// connection.
    stamps: Readers,
    path: PathBuf,
    /// Replaces the system clock.
    clock: Option<StoreClock>,
    /// Dropped last, because another process takes over as soon as the lock is free.
    presence: InstanceLock,
}

impl Backend for Sqlite {
    type Source = Path;
    type Options = SqliteOptions;

    // the next start detects a killed process at once, so the timeout is needed only for a process that hangs
    const HEARTBEAT_INTERVALS: HeartbeatIntervals =
        HeartbeatIntervals { heartbeat: Duration::from_secs(15), dead: SignedDuration::from_secs(45) };
    const STEPS: usize = MIGRATIONS.len();

    fn open(path: &Path, options: SqliteOptions) -> StoreResult<Self> {
        let mut connection = open_writer(path, &options)?;
        let steps = migrate(&mut connection)?;
        // a previous process may have left writes in the log
        checkpoint(&connection);
        tracing::info!(path = %path.display(), steps, sqlite = rusqlite::version(), "database opened");
        let now = match &options.clock {
            Some(clock) => clock.now(),
            None => time(&SqliteTransaction::on(&connection))?,
        };
        let presence = InstanceLock::begin(path, &mut connection, now);
        let readers = Readers::start(options.readers, || open_reader(path, &options))?;
        let lists = Readers::start(options.list_readers, || open_list_reader(path, &options))?;
        let stamps = Readers::start(1, || open_reader(path, &options))?;
        let clock = options.clock.clone();
        let writer = Writer::start(connection, path.to_owned(), options)?;
        Ok(Self { writer, readers, lists, stamps, path: path.to_owned(), clock, presence })
    }

    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.readers.read(work).await
    }

    async fn list<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + Sync + 'static,
    ) -> StoreResult<T> {
        self.lists.read(work).await
    }

    async fn write<T: Send + 'static>(
        &self,
        _: WriteMode,
        rows: usize,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.writer.write(rows, work).await
    }

    async fn time(&self) -> StoreResult<Option<Timestamp>> {
        Ok(None)
    }

    async fn now(&self) -> StoreResult<Timestamp> {
        match &self.clock {
            Some(clock) => Ok(clock.now()),
            None => self.readers.read(time).await,
        }
    }

    fn session(&self) -> String {
        self.presence.session()
    }

    async fn end_sessions(&self, _: Vec<String>) -> StoreResult<()> {
        // a process cannot terminate the connections of another one; their open transactions commit or not
        Ok(())
    }

    async fn commit_stamp(&self) -> StoreResult<i64> {
        const STAMP: Verbatim<'_> = Verbatim("PRAGMA data_version");
        let stamp = self.stamps.read(|transaction| value(transaction, "data_version", &STAMP, [])).await?;
        Ok(stamp.unwrap_or_default())
    }

    async fn identity(&self) -> StoreResult<Option<PlaceIdentity>> {
        let path = self.path.clone();
        run_blocking(move || instance_file::read(&path)).await
    }

    async fn ensure_identity(&self, fresh: i64) -> StoreResult<PlaceIdentity> {
        let path = self.path.clone();
        run_blocking(move || instance_file::ensure(&path, fresh)).await
    }

    async fn renew_identity(&self, fresh: i64) -> StoreResult<PlaceIdentity> {
        let path = self.path.clone();
        run_blocking(move || instance_file::replace(&path, fresh)).await
    }

    fn statistics(&self) -> StoreStatistics {
        self.writer.statistics()
    }
}

/// Reads or writes a file on a blocking thread.
async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> StoreResult<T> {
    let done = tokio::task::spawn_blocking(work).await.unwrap_or_else(|fault| Err(io::Error::other(fault)));
    done.map_err(|error| StoreError::Unavailable(format!("the instance file beside the database: {error}")))
}

/// Returns the time of the system clock.
fn time(transaction: &dyn Transaction) -> StoreResult<Timestamp> {
    const NOW: Verbatim<'_> = Verbatim("SELECT CAST(unixepoch('subsec') * 1000000 AS INTEGER)");
    let now = value(transaction, "unixepoch", &NOW, [])?;
    now.ok_or_else(|| StoreError::Statement("SQLite returned no time".to_owned()))
}
