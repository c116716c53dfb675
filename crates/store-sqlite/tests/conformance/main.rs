//! Runs the conformance suite on SQLite: directly, and with every transaction rolled back and repeated once.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

#[path = "../../../store-sql/tests/conformance/rerunning.rs"]
mod rerunning;

use std::path::Path;
use std::sync::{Arc, OnceLock};

use orderdock_store::Store;
use orderdock_store::conformance::Opener;
use orderdock_store_sql::{Backend, SqlStore};
use orderdock_store_sqlite::{Sqlite, SqliteOptions};

/// Returns the opener of a new database, which exists as long as the opener. It is a copy of a database that was
/// migrated once.
fn opener<B: Backend<Source = Path, Options = SqliteOptions>>() -> Opener {
    static TEMPLATE: OnceLock<Vec<u8>> = OnceLock::new();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let open = |path: &Path| SqlStore::<B>::open(path, SqliteOptions::default()).unwrap();
    let template = TEMPLATE.get_or_init(|| {
        let made = folder.path().join("template.db");
        // closing the store moves all data from the log to the file
        drop(open(&made));
        std::fs::read(&made).unwrap()
    });
    std::fs::write(&path, template).unwrap();
    Box::new(move || {
        let _folder = &folder;
        Arc::new(open(&path)) as Arc<dyn Store>
    })
}

mod sqlite {
    orderdock_store::conformance_tests!(super::opener::<super::Sqlite>);
}

mod every_plan_twice {
    orderdock_store::conformance_tests!(super::opener::<super::rerunning::Rerunning<super::Sqlite>>);
}
