//! Tests opening a database: concurrently, repeatedly, and files that are rejected.

use std::collections::HashSet;
use std::sync::Arc;

use orderdock_store::{Store, StoreError, WriteMode};
use orderdock_store_sqlite::{SqliteOptions, SqliteStore};
use rusqlite::Connection;

#[tokio::test]
async fn new_database_can_be_opened_concurrently() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let threads: Vec<_> = (0..8)
        .map(|_| {
            let path = path.clone();
            std::thread::spawn(move || SqliteStore::open(&path, SqliteOptions::default()).unwrap())
        })
        .collect();
    let stores: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    for store in stores {
        let store: Arc<dyn Store> = Arc::new(store);
        store.write(WriteMode::Unlocked, 1, |tx| tx.check_writable()).await.unwrap();
        assert!(!store.reference().await.unwrap().units.is_empty());
    }
}

#[test]
fn newer_schema_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    drop(SqliteStore::open(&path, SqliteOptions::default()).unwrap());
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 999).unwrap();
    let error = SqliteStore::open(&path, SqliteOptions::default()).unwrap_err();
    assert!(matches!(&error, StoreError::Unavailable(words) if words.contains("newer version")), "{error}");
}

#[test]
fn foreign_database_is_rejected_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.db");
    let connection = Connection::open(&other).unwrap();
    connection.execute_batch("CREATE TABLE t (x)").unwrap();
    drop(connection);
    let before = std::fs::read(&other).unwrap();
    let text = folder.path().join("text.db");
    std::fs::write(&text, "not a database at all, but long enough to look at".repeat(40)).unwrap();
    let missing = folder.path().join("no/such/folder.db");
    for path in [other.clone(), text, missing] {
        let error = SqliteStore::open(&path, SqliteOptions::default()).unwrap_err();
        assert!(matches!(error, StoreError::Unavailable(_)), "{}: {error}", path.display());
    }
    assert_eq!(std::fs::read(&other).unwrap(), before, "the file is unchanged");
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_stores_reserve_distinct_ids() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let tasks: Vec<_> = (0..4)
        .map(|_| {
            let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&path, SqliteOptions::default()).unwrap());
            tokio::spawn(async move {
                let mut taken = Vec::new();
                for _ in 0..100 {
                    let mut block = store.write(WriteMode::Ids, 1, |tx| tx.reserve_ids(2)).await.unwrap();
                    taken.extend(std::iter::from_fn(|| block.next::<i64>()));
                }
                taken
            })
        })
        .collect();
    let mut ids = HashSet::new();
    for task in tasks {
        ids.extend(task.await.unwrap());
    }
    assert_eq!(ids.len(), 800);
}
