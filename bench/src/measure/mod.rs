//! The measurements, one file each.

pub mod attacked;
pub mod beside;
pub mod bulk;
pub mod bytes;
pub mod instances;
pub mod memory;
pub mod orders;
pub mod ready;
pub mod references;
pub mod singles;
pub mod size;
pub mod webhooks;

use crate::Failure;
use crate::figures::{Figure, Spread, Unit, milliseconds};
use crate::served::Server;

/// Number of rows per bulk, the same as of `orderdock import`.
pub const BULK_ROWS: usize = 1_000;
/// Number of rows of the largest accepted bulk.
pub const LARGEST_BULK: usize = 10_000;
/// Number of business partners, and of products, to which rows refer.
pub const MASTER_DATA: usize = 500;

/// Sends requests one after the other and returns the figure of their latency.
pub fn latency(
    measurement: &str,
    server: &Server,
    requests: Vec<Vec<u8>>,
    label: &str,
    limit: f64,
) -> Result<Figure, Failure> {
    let seen = server.send(requests, 1)?;
    let [median, p95] = [50.0, 95.0].map(|percent| milliseconds(seen.percentile(percent)));
    print_progress(measurement, format_args!("{label}: median {median:.1} ms, p95 {p95:.1} ms"));
    Ok(Figure::new(format!("{label}: p95"), Unit::Milliseconds, Spread::once(p95)).at_most(limit))
}

/// Prints progress.
pub fn print_progress(measurement: &str, description: impl std::fmt::Display) {
    eprintln!("{measurement}: {description}");
}
