//! Runs the conformance suite against SQLite; once more where every plan is run, undone and run again.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

#[path = "../../../store-sql/tests/conformance/rerunning.rs"]
mod rerunning;

use std::path::Path;
use std::sync::{Arc, OnceLock};

use orderdock_store::Store;
use orderdock_store::conformance::Opener;
use orderdock_store_sql::{Backend, SqlStore};
use orderdock_store_sqlite::{Sqlite, SqliteOptions};

/// A fresh database in a folder that lives as long as the opener. It is a copy of one that was migrated once.
fn opener<B: Backend<Place = Path, Options = SqliteOptions>>() -> Opener {
    static TEMPLATE: OnceLock<Vec<u8>> = OnceLock::new();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let open = |path: &Path| SqlStore::<B>::open(path, SqliteOptions::default()).unwrap();
    let template = TEMPLATE.get_or_init(|| {
        let made = folder.path().join("template.db");
        // closing it puts everything into the file
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
