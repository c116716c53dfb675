//! The real binary: its command line, and its server over real HTTP.

#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod access;
mod attachments;
#[cfg(feature = "test-bucket")]
mod bucket;
mod command_line;
mod connections;
mod demo;
mod durability;
mod examples;
mod import;
mod import_tls;
mod limits;
mod load;
mod lost_files;
mod postgres;
#[cfg(unix)]
mod postgres_copy;
#[cfg(unix)]
mod postgres_tls;
mod processing;
mod running;
mod sessions;
mod upkeep;
