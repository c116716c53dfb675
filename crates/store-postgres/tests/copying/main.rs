//! Tests copies from SQLite to PostgreSQL and back: every table and column, interrupted copies, and rejected databases.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

mod filling;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use filling::{ROWS, contents, fill};
use orderdock_store::{StoreError, StoreResult};
use orderdock_store_postgres::testing::{Copied, bare_database};
use orderdock_store_postgres::{
    Address, BlockingConnection, PostgresOptions, PostgresSide, PostgresStore, partition,
};
use orderdock_store_sql::Transaction;
use orderdock_store_sql::maintenance::copy::{CopyFault, CopyProgress, DatabaseCopy, Engine, Side};
use orderdock_store_sql::search::DOCUMENT_TABLES;
use orderdock_store_sqlite::{SqliteOptions, SqliteSide, SqliteStore};
use rusqlite::Connection;
use tempfile::TempDir;

const PAGE: usize = 100;

/// A source and a target of a copy.
struct Pair {
    folder: TempDir,
    postgres: Copied,
}

impl Pair {
    /// Creates a filled database in a file, and an empty one on the server.
    fn new() -> Self {
        let pair = Self { folder: tempfile::tempdir().unwrap(), postgres: bare_database() };
        drop(SqliteStore::open(&pair.file("a.sqlite"), SqliteOptions::default()).unwrap());
        drop(PostgresStore::open(&pair.postgres.address, PostgresOptions::default()).unwrap());
        fill(&Connection::open(pair.file("a.sqlite")).unwrap(), &pair.connect());
        pair
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn connect(&self) -> BlockingConnection {
        connect(&self.postgres.address)
    }

    fn copy_forward(&self) -> Result<u64, CopyFault> {
        copied(
            &mut SqliteSide::source(&self.file("a.sqlite"))?,
            &mut PostgresSide::target(&self.postgres.address)?,
        )
    }
}

/// Connects like a client that is not an Orderdock process.
fn connect(address: &Address) -> BlockingConnection {
    let plain = BlockingConnection::connect(address).unwrap();
    plain.batch("SET application_name = 'somebody'").unwrap();
    plain
}

fn copied(source: &mut dyn Side, target: &mut dyn Side) -> Result<u64, CopyFault> {
    let (summary, started) = (AtomicU64::new(0), AtomicU64::new(0));
    let report = |word: CopyProgress<'_>| match word {
        CopyProgress::Begins(_, rows) => _ = started.fetch_add(rows, Ordering::Relaxed),
        CopyProgress::Rows(_, rows) => _ = summary.fetch_add(rows, Ordering::Relaxed),
    };
    let mut copy = DatabaseCopy::begin(source, target, PAGE)?;
    let rows = copy.rows(&report)?;
    copy.compare(&report)?;
    assert_eq!(
        started.load(Ordering::Relaxed),
        summary.load(Ordering::Relaxed),
        "reported rows equal announced rows"
    );
    copy.finish(&report)?;
    Ok(rows)
}

fn rejection<T>(done: Result<T, CopyFault>) -> String {
    match done {
        Err(CopyFault::Rejected(why)) => why,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it was not rejected"),
    }
}

/// A side whose transaction number `left` fails, as if the process were killed.
struct Cut<S> {
    side: S,
    left: usize,
}

impl<S: Side> Side for Cut<S> {
    fn name(&self) -> String {
        self.side.name()
    }

    fn engine(&self) -> &'static dyn Engine {
        self.side.engine()
    }

    fn within(&mut self, work: &mut dyn FnMut(&dyn Transaction) -> StoreResult<()>) -> StoreResult<()> {
        self.left = self.left.checked_sub(1).ok_or_else(|| StoreError::Unavailable("cut".to_owned()))?;
        let last = self.left == 0;
        self.side.within(&mut |transaction| {
            work(transaction)?;
            if last { Err(StoreError::Unavailable("cut".to_owned())) } else { Ok(()) }
        })
    }

    fn flush(&mut self) -> StoreResult<()> {
        self.side.flush()
    }
}

/// Asserts that the trigrams in a file match the documents.
fn assert_trigrams_match_documents(file: &Path) {
    let connection = Connection::open(file).unwrap();
    for table in DOCUMENT_TABLES {
        let name = table.name;
        let check = format!("INSERT INTO {name}_index ({name}_index, rank) VALUES ('integrity-check', 1)");
        connection.execute_batch(&check).unwrap();
    }
}

#[test]
fn every_row_of_every_table_survives_a_round_trip() {
    let pair = Pair::new();
    let rows = pair.copy_forward().unwrap();
    assert!(rows > 50 * ROWS, "{rows}");
    let back = pair.file("b.sqlite");
    let mut source = PostgresSide::source(&pair.postgres.address).unwrap();
    assert_eq!(copied(&mut source, &mut SqliteSide::target(&back).unwrap()).unwrap(), rows);
    drop(source);
    let (one, other) = (contents(&pair.file("a.sqlite")), contents(&back));
    assert_eq!(one.len(), other.len());
    for ((table, one), (_, other)) in one.iter().zip(&other) {
        assert_eq!(one, other, "{table}");
    }
    assert_trigrams_match_documents(&back);
    // both can be opened like any other database
    drop(PostgresStore::open(&pair.postgres.address, PostgresOptions::default()).unwrap());
    drop(SqliteStore::open(&back, SqliteOptions::default()).unwrap());
    let connection = pair.connect();
    for table in ["content_block", "request_origin"] {
        let next =
            connection.figure(&format!("SELECT nextval(pg_get_serial_sequence('{table}', 'id'))")).unwrap();
        assert_eq!(connection.figure(&format!("SELECT max(id) + 1 FROM {table}")).unwrap(), next, "{table}");
    }
}

#[test]
fn partitioned_tables_are_copied_like_plain_ones() {
    const INDEXES: &str = "SELECT indrelid::regclass || ' ' || count(*) FROM pg_index WHERE indisvalid \
        AND starts_with(indrelid::regclass::text, 'candidate_') GROUP BY indrelid ORDER BY 1";
    let pair = Pair::new();
    let address = &pair.postgres.address;
    let now = "2026-11-23T00:00:00Z".parse().unwrap();
    assert!(partition(address, Some(now)).unwrap());
    let before = pair.connect().texts(INDEXES).unwrap();
    let rows = pair.copy_forward().unwrap();
    assert_eq!(pair.connect().texts(INDEXES).unwrap(), before);
    assert_eq!(pair.connect().texts("SELECT 'index' FROM pg_index WHERE NOT indisvalid").unwrap(), [""; 0]);
    assert_eq!(
        pair.connect().figure("SELECT count(*) FROM candidate_row_before").unwrap(),
        ROWS.cast_signed()
    );
    let back = pair.file("b.sqlite");
    let mut source = PostgresSide::source(address).unwrap();
    assert_eq!(copied(&mut source, &mut SqliteSide::target(&back).unwrap()).unwrap(), rows);
    drop(source);
    // a third database that is partitioned too, with other months
    let other = bare_database();
    drop(PostgresStore::open(&other.address, PostgresOptions::default()).unwrap());
    assert!(partition(&other.address, Some("2027-03-01T00:00:00Z".parse().unwrap())).unwrap());
    let mut source = SqliteSide::source(&back).unwrap();
    assert_eq!(copied(&mut source, &mut PostgresSide::target(&other.address).unwrap()).unwrap(), rows);
    drop(source);
    assert_eq!(contents(&pair.file("a.sqlite")), contents(&back));
}

#[test]
fn copying_leaves_the_schema_unchanged() {
    const SCHEMA: &str = "SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() UNION ALL \
        SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint \
        UNION ALL SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace ORDER BY 1";
    let pair = Pair::new();
    let before = pair.connect().texts(SCHEMA).unwrap();
    pair.copy_forward().unwrap();
    assert_eq!(pair.connect().texts(SCHEMA).unwrap(), before);
}

#[test]
fn interrupted_copy_resumes_after_copied_rows() {
    for left in [1, 3, 70, 140, 200, 260, 320] {
        let pair = Pair::new();
        let address = &pair.postgres.address;
        let mut source = SqliteSide::source(&pair.file("a.sqlite")).unwrap();
        let mut target = Cut { side: PostgresSide::target(address).unwrap(), left };
        let fault = copied(&mut source, &mut target).unwrap_err();
        assert!(fault.to_string().contains("cut"), "{fault}");
        drop((source, target));
        let marked =
            pair.connect().text("SELECT (to_regclass('copy_begun') IS NOT NULL)::text").unwrap() == "true";
        assert_eq!(marked, left > 3, "cut at {left}");
        let opened = PostgresStore::open(address, PostgresOptions::default());
        assert_eq!(opened.is_err(), marked, "an incomplete copy cannot be opened");
        let before = pair.connect().figure("SELECT count(*) FROM candidate").unwrap();
        pair.copy_forward().unwrap();
        assert!(pair.connect().figure("SELECT count(*) FROM candidate").unwrap() >= before);
        drop(PostgresStore::open(address, PostgresOptions::default()).unwrap());
    }
}

#[test]
fn changed_row_is_detected_after_copying() {
    let pair = Pair::new();
    let mut source = SqliteSide::source(&pair.file("a.sqlite")).unwrap();
    let mut target = PostgresSide::target(&pair.postgres.address).unwrap();
    let mut copy = DatabaseCopy::begin(&mut source, &mut target, PAGE).unwrap();
    copy.rows(&|_| ()).unwrap();
    drop((source, target));
    let connection = pair.connect();
    connection
        .batch("UPDATE product SET name = name || ' ' WHERE id = (SELECT max(id) FROM product)")
        .unwrap();
    connection.batch("DELETE FROM run_result WHERE run_id = (SELECT min(run_id) FROM run_result)").unwrap();
    match pair.copy_forward() {
        Err(CopyFault::Different(tables)) => {
            let expected = [
                "product has different values".to_owned(),
                format!("run_result has {} rows instead of {ROWS}", ROWS - 1),
            ];
            assert_eq!(
                tables.iter().collect::<std::collections::BTreeSet<_>>(),
                expected.iter().collect(),
                "{tables:?}"
            );
        }
        other => panic!("{other:?}"),
    }
    let opened = PostgresStore::open(&pair.postgres.address, PostgresOptions::default());
    assert!(opened.is_err(), "the copy is incomplete");
}

#[test]
fn non_empty_target_is_rejected() {
    let pair = Pair::new();
    let other = pair.file("other.sqlite");
    drop(SqliteStore::open(&other, SqliteOptions::default()).unwrap());
    // an interrupted copy of another source
    let mut source = SqliteSide::source(&pair.file("a.sqlite")).unwrap();
    let mut target = PostgresSide::target(&pair.postgres.address).unwrap();
    DatabaseCopy::begin(&mut source, &mut target, PAGE).unwrap();
    drop((source, target));
    let (mut source, mut target) =
        (SqliteSide::source(&other).unwrap(), PostgresSide::target(&pair.postgres.address).unwrap());
    let why = rejection(DatabaseCopy::begin(&mut source, &mut target, PAGE).map(drop));
    assert!(
        why.contains("contains an interrupted copy of sqlite:") && why.contains("a.sqlite. Finish"),
        "{why}"
    );
    // an incomplete database cannot be a source
    let mut source = target;
    let mut target = SqliteSide::target(&pair.file("b.sqlite")).unwrap();
    let why = rejection(DatabaseCopy::begin(&mut source, &mut target, PAGE).map(drop));
    assert!(why.contains("is incomplete"), "{why}");
    drop((source, target));
    pair.copy_forward().unwrap();
    let why = rejection(pair.copy_forward());
    assert!(why.contains("is not empty: the table"), "{why}");
    // a database with tables of another program
    let foreign = bare_database();
    connect(&foreign.address).batch("CREATE TABLE theirs (x int)").unwrap();
    let fault = PostgresSide::target(&foreign.address).unwrap_err().to_string();
    assert!(fault.contains("another program"), "{fault}");
}

#[test]
fn database_with_another_schema_version_is_rejected() {
    let pair = Pair::new();
    Connection::open(pair.file("a.sqlite")).unwrap().execute_batch("PRAGMA user_version = 30").unwrap();
    let why = rejection(SqliteSide::source(&pair.file("a.sqlite")));
    assert!(why.contains("has 30 migration steps") && why.contains("orderdock migrate"), "{why}");
    let why = rejection(SqliteSide::target(&pair.file("a.sqlite")));
    assert!(why.contains("orderdock migrate"), "{why}");
    pair.connect().batch("DELETE FROM schema_step WHERE number > 2").unwrap();
    for side in [PostgresSide::source(&pair.postgres.address), PostgresSide::target(&pair.postgres.address)] {
        let why = rejection(side);
        assert!(why.contains("has 2 migration steps") && why.contains("orderdock migrate"), "{why}");
    }
    let empty = bare_database();
    let why = rejection(PostgresSide::source(&empty.address));
    assert!(why.contains("is not an Orderdock database"), "{why}");
}

#[test]
fn database_in_use_is_rejected_and_locked() {
    let pair = Pair::new();
    let file = pair.file("a.sqlite");
    let in_use = |path: &Path| {
        let why = rejection(SqliteSide::source(path));
        assert!(why.contains("is in use: stop the server"), "{why}");
        let why = rejection(SqliteSide::target(path));
        assert!(why.contains("is in use: stop the server"), "{why}");
    };
    let idle = SqliteStore::open(&file, SqliteOptions::default()).unwrap();
    in_use(&file);
    drop(idle);
    let side = SqliteSide::source(&file).unwrap();
    in_use(&file);
    let patience =
        SqliteOptions { busy_timeout: std::time::Duration::from_millis(10), ..SqliteOptions::default() };
    assert!(SqliteStore::open(&file, patience).is_err(), "the source is locked");
    drop(side);

    let address = &pair.postgres.address;
    let idle = PostgresStore::open(address, PostgresOptions::default()).unwrap();
    let writer = BlockingConnection::connect(address).unwrap();
    for side in [PostgresSide::source(address), PostgresSide::target(address)] {
        let why = rejection(side);
        assert!(why.contains("is in use by orderdock/"), "{why}");
    }
    drop((idle, writer));
    let connection = pair.connect();
    connection
        .batch(&format!("BEGIN; SELECT pg_advisory_xact_lock_shared({})", orderdock_store_postgres::TURN))
        .unwrap();
    let why = rejection(PostgresSide::source(address));
    assert!(why.contains("another writer"), "{why}");
    connection.batch("ROLLBACK").unwrap();
    drop(PostgresSide::source(address).unwrap());
    let pooled = Address::parse(&format!("{address}?pooler=transaction")).unwrap();
    let why = rejection(PostgresSide::source(&pooled));
    assert!(why.contains("without pooler=transaction"), "{why}");
}
