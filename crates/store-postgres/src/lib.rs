//! The PostgreSQL backend: connection pools for writes and reads, for many processes on one database.

mod address;
mod backend;
mod binding;
mod blocking_connection;
mod copy;
mod database_state;
mod dialect;
mod doctor;
mod error;
mod jobs;
mod large_index;
mod large_step;
mod link;
mod locks;
mod migrate;
#[cfg(test)]
mod parity_tests;
mod partitions;
#[cfg(test)]
mod plan_filling;
#[cfg(test)]
mod plan_tests;
mod pool;
mod replica;
#[cfg(test)]
mod schema_tests;
mod search_index;
#[cfg(test)]
mod statement_tests;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod transaction;
#[cfg(test)]
mod trap_tests;

/// Returns the number of migration steps that this program knows.
pub fn known_steps() -> usize {
    migrate::MIGRATIONS.len()
}

pub use address::Address;
pub use backend::{Postgres, PostgresOptions, PostgresStore};
pub use blocking_connection::BlockingConnection;
pub use copy::PostgresSide;
pub use database_state::{
    DatabaseState, database_state, mark_demo, mark_quiet, non_durable_settings, version_and_tables,
};
pub use doctor::{attached_contents, examine, storage_use};
pub use locks::TURN;
pub use partitions::partition;
pub use replica::examine as examine_replica;
