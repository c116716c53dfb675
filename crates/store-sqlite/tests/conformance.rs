//! Runs the suite of the port against SQLite.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::sync::Arc;

use orderdock_store::Store;
use orderdock_store::conformance::Opener;
use orderdock_store_sqlite::{SqliteOptions, SqliteStore};

/// A fresh database in a folder that lives as long as the opener.
fn opener() -> Opener {
    let folder = tempfile::tempdir().unwrap();
    Box::new(move || {
        let path = folder.path().join("orderdock.db");
        Arc::new(SqliteStore::open(&path, SqliteOptions::default()).unwrap()) as Arc<dyn Store>
    })
}

orderdock_store::conformance_tests!(opener);
