//! Runs the suite of the port against PostgreSQL; once more where every plan is run, undone and run again, and once
//! through a pooler.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

mod pooler;
#[path = "../../../store-sql/tests/conformance/rerunning.rs"]
mod rerunning;

use std::sync::Arc;

use orderdock_store::Store;
use orderdock_store::conformance::Opener;
use orderdock_store_postgres::testing::Template;
use orderdock_store_postgres::{Address, Postgres, PostgresOptions, PostgresStore};
use orderdock_store_sql::{Backend, SqlStore};

/// A case has its database for itself and asks little at a time, and each connection takes as long to open as a case.
fn options() -> PostgresOptions {
    PostgresOptions::sharing(6)
}

/// A fresh database that lives as long as the opener. It is a copy of one that was migrated once.
fn opener<B: Backend<Place = Address, Options = PostgresOptions>>() -> Opener {
    let copy = Template::migrated().copy();
    Box::new(move || {
        let store = SqlStore::<B>::open(&copy.address, options()).unwrap();
        Arc::new(store) as Arc<dyn Store>
    })
}

/// The same through a pooler.
fn pooled() -> Opener {
    let copy = Template::migrated().copy();
    let address = pooler::behind(&copy.address);
    Box::new(move || {
        let _copy = &copy;
        Arc::new(PostgresStore::open(&address, options()).unwrap()) as Arc<dyn Store>
    })
}

mod postgres {
    orderdock_store::conformance_tests!(super::opener::<super::Postgres>);
}

mod every_plan_twice {
    orderdock_store::conformance_tests!(super::opener::<super::rerunning::Rerunning<super::Postgres>>);
}

mod behind_a_pooler {
    orderdock_store::conformance_tests!(super::pooled);
}
