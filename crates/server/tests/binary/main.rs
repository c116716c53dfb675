//! Tests of the real binary: its command line, and its server over HTTP.

#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod access;
mod attachments;
#[cfg(target_os = "linux")]
mod attacks;
mod backup_verification;
mod bucket;
mod command_line;
mod configuration;
mod connections;
mod copies;
mod demo;
mod durability;
mod engine;
mod examples;
mod following;
mod import;
mod import_drafts;
mod import_tls;
mod limits;
mod load;
mod load_sheets;
mod lost_files;
mod mail;
#[cfg(target_os = "linux")]
mod nginx;
#[cfg(unix)]
#[path = "../../../store-postgres/tests/conformance/pgbouncer.rs"]
mod pgbouncer;
mod postgres;
#[cfg(target_os = "linux")]
mod postgres_clocks;
#[cfg(unix)]
mod postgres_cluster;
#[cfg(unix)]
mod postgres_copy;
#[cfg(unix)]
mod postgres_faults;
#[cfg(unix)]
mod postgres_ledger;
#[cfg(unix)]
mod postgres_luck;
#[cfg(unix)]
mod postgres_mail;
#[cfg(unix)]
mod postgres_migrating;
#[cfg(unix)]
mod postgres_pair;
#[cfg(unix)]
mod postgres_pairs;
#[cfg(unix)]
mod postgres_previous;
mod postgres_replica;
#[cfg(unix)]
mod postgres_takeover;
#[cfg(unix)]
mod postgres_tls;
#[cfg(unix)]
mod postgres_webhooks;
mod processing;
#[cfg(unix)]
mod proxy;
mod running;
#[cfg(target_os = "linux")]
mod service_manager;
mod sessions;
mod spreadsheets;
#[cfg(unix)]
mod telemetry;
mod tls;
mod upkeep;
mod webhooks;
