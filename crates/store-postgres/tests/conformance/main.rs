//! Runs the conformance suite against PostgreSQL, and once more where much comes together: through a pooler, and every
//! plan is run, undone and run again.

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

/// A case has its database for itself and asks little at a time, and a connection takes longer to open than most statements of a case.
fn options() -> PostgresOptions {
    PostgresOptions::sharing(6)
}

/// A fresh database that lives as long as the opener. It is a copy of one that was migrated once.
fn direct() -> Opener {
    opener::<Postgres>(Clone::clone)
}

/// The same where nothing goes well at once.
fn hard() -> Opener {
    opener::<Rerunning<Postgres>>(pooler::behind)
}

fn opener<B: Backend<Place = Address, Options = PostgresOptions>>(way: fn(&Address) -> Address) -> Opener {
    let copy = TemplateDatabase::migrated().copy();
    let address = way(&copy.address);
    Box::new(move || {
        let _copy = &copy;
        Arc::new(SqlStore::<B>::open(&address, options()).unwrap()) as Arc<dyn Store>
    })
}

mod postgres {
    orderdock_store::conformance_tests!(super::direct);
}

mod behind_a_pooler_every_plan_twice {
    orderdock_store::conformance_tests!(super::hard);
}
