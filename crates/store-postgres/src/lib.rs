//! The PostgreSQL backend: separate connections for writes and reads, for many processes on one database.

mod address;
mod backend;
mod binding;
mod copy;
mod dialect;
mod doctor;
mod error;
mod jobs;
mod large;
mod large_index;
mod link;
mod locks;
mod migrate;
#[cfg(test)]
mod parity_tests;
mod partitions;
mod plain;
#[cfg(test)]
mod plan_filling;
#[cfg(test)]
mod plan_tests;
mod pool;
mod replica;
#[cfg(test)]
mod schema_tests;
mod search_index;
mod standing;
#[cfg(test)]
mod statement_tests;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod transaction;
#[cfg(test)]
mod trap_tests;

pub use address::Address;
pub use backend::{Postgres, PostgresOptions, PostgresStore};
pub use copy::PostgresSide;
pub use doctor::{attached_contents, examine, storage_use};
pub use locks::TURN;
pub use partitions::partition;
pub use plain::BlockingConnection;
pub use replica::examine as examine_replica;
pub use standing::{DatabaseState, forgetful_settings, mark_demo, mark_quiet, standing, version_and_tables};
