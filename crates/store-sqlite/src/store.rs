//! The port, on SQLite: the connections, and who may use which.

mod port;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::import::{ImportContext, ImportKeys};
use orderdock_domain::masterdata::Reference;
use orderdock_store::{StoreError, StoreResult};
use rusqlite::Connection;

use crate::column::{integer, value};
use crate::connection::{SqliteOptions, checkpoint, open_list_reader, open_reader, open_writer};
use crate::import_context;
use crate::migrate::migrate;
use crate::readers::Readers;
use crate::reference::ReferenceCache;
use crate::scope::OrganisationIds;
use crate::writer::Writer;

/// A SQLite database in a file. Other processes may use it at the same time.
#[derive(Debug)]
pub struct SqliteStore {
    writer: Writer,
    readers: Readers,
    /// Apart, so that a list which reads a whole table holds up no import.
    lists: Readers,
    /// A single one: SQLite counts the commits of others for each connection by itself.
    stamps: Readers,
    shared: Arc<Shared>,
}

/// What jobs on other threads use too.
#[derive(Debug, Default)]
struct Shared {
    reference: ReferenceCache,
    import_loads: AtomicU64,
    import_load_statements: AtomicU64,
}

impl Shared {
    fn load_import(
        &self,
        connection: &Connection,
        scope: &ReadScope,
        keys: &ImportKeys,
        reference: Arc<Reference>,
    ) -> StoreResult<ImportContext> {
        let loaded = import_context::load(connection, scope, keys, reference)?;
        self.import_loads.fetch_add(1, Ordering::Relaxed);
        self.import_load_statements.fetch_add(loaded.statements, Ordering::Relaxed);
        Ok(loaded.context)
    }
}

impl SqliteStore {
    /// Opens or creates the file and brings its schema up to date. Blocks; dropping the store blocks too, until
    /// what waits is written.
    pub fn open(path: &Path, options: SqliteOptions) -> StoreResult<Self> {
        let mut connection = open_writer(path, &options)?;
        let steps = migrate(&mut connection)?;
        // what the process before left in the log when it was cut off
        checkpoint(&connection);
        tracing::info!(path = %path.display(), steps, sqlite = rusqlite::version(), "database opened");
        let readers = Readers::start(options.readers, || open_reader(path, &options))?;
        let lists = Readers::start(options.list_readers, || open_list_reader(path, &options))?;
        let stamps = Readers::start(1, || open_reader(path, &options))?;
        let writer = Writer::start(connection, path.to_owned(), options)?;
        Ok(Self { writer, readers, lists, stamps, shared: Arc::default() })
    }

    /// Runs a job that writes about so many rows; see [`Writer::write`].
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        rows: usize,
        work: impl FnOnce(&Connection) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.writer.write(rows, work).await
    }

    /// Runs a job in one read snapshot.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.readers.read(work).await
    }

    /// Runs a job in one read snapshot, with the reference data and the readable organisations of it.
    pub(crate) async fn read_scoped<T: Send + 'static>(
        &self,
        scope: ReadScope,
        work: impl FnOnce(&Connection, &OrganisationIds, Arc<Reference>) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.read(self.scoped(scope, work)).await
    }

    fn scoped<T>(
        &self,
        scope: ReadScope,
        work: impl FnOnce(&Connection, &OrganisationIds, Arc<Reference>) -> StoreResult<T> + Send + 'static,
    ) -> impl FnOnce(&Connection) -> StoreResult<T> + Send + 'static {
        let shared = Arc::clone(&self.shared);
        move |connection| {
            let reference = shared.reference.in_snapshot(connection)?;
            let organisations = OrganisationIds::readable(&scope, &reference);
            work(connection, &organisations, reference)
        }
    }

    /// Runs a job in one read snapshot, with the organisations that the caller may write.
    async fn read_writable<T: Send + 'static>(
        &self,
        scope: WriteScope,
        work: impl FnOnce(&Connection, &OrganisationIds, &Reference) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let shared = Arc::clone(&self.shared);
        self.read(move |connection| {
            let reference = shared.reference.in_snapshot(connection)?;
            work(connection, &OrganisationIds::writable(&scope, &reference), &reference)
        })
        .await
    }
}

/// Takes so many ids of the sequence and tells the first one.
pub(crate) fn reserve_ids(connection: &Connection, count: u32) -> StoreResult<i64> {
    const RESERVE: &str = "UPDATE counter SET value = value + ?1 WHERE name = 'id' RETURNING value - ?1";
    value::<i64>(connection, "counter", RESERVE, [integer(i64::from(count))])?
        .ok_or_else(|| StoreError::Inconsistent { place: "counter", fault: "no row `id`".to_owned() })
}
