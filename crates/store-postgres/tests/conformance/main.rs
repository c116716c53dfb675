//! Runs the conformance suite on PostgreSQL: directly, and through a pooler with every transaction rolled back and
//! repeated once.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

mod deadlocks;
mod pgbouncer;
mod pooler;
#[path = "../../../store-sql/tests/conformance/rerunning.rs"]
mod rerunning;
mod words_only;

use std::sync::Arc;

use orderdock_store::Store;
use orderdock_store::conformance::Opener;
use orderdock_store_postgres::testing::TemplateDatabase;
use orderdock_store_postgres::{Address, Postgres, PostgresOptions};
use orderdock_store_sql::{Backend, SqlStore};

use rerunning::Rerunning;

/// Few connections: each case has its own database and runs few statements at a time, and opening a connection takes
/// longer than most statements.
fn options() -> PostgresOptions {
    PostgresOptions::sharing(6)
}

/// Returns the opener of a new database, which exists as long as the opener. It is a copy of a database that was
/// migrated once.
fn direct() -> Opener {
    opener::<Postgres>(Clone::clone)
}

/// Like [`direct`], through a pooler and with repeated transactions.
fn pooled() -> Opener {
    opener::<Rerunning<Postgres>>(pooler::behind)
}

fn opener<B: Backend<Source = Address, Options = PostgresOptions>>(
    connect_by: fn(&Address) -> Address,
) -> Opener {
    let copy = TemplateDatabase::migrated().copy();
    let address = connect_by(&copy.address);
    Box::new(move || {
        let _copy = &copy;
        Arc::new(SqlStore::<B>::open(&address, options()).unwrap()) as Arc<dyn Store>
    })
}

mod postgres {
    orderdock_store::conformance_tests!(super::direct);
}

mod behind_a_pooler_every_plan_twice {
    orderdock_store::conformance_tests!(super::pooled);
}
