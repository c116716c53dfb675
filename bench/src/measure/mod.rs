//! The measurements, one file each.

pub mod attacked;
pub mod beside;
pub mod bulk;
pub mod bytes;
pub mod instances;
pub mod memory;
pub mod orders;
pub mod ready;
pub mod singles;
pub mod size;
pub mod webhooks;

/// Number of rows per bulk, the same as of `orderdock import`.
pub const BULK_ROWS: usize = 1_000;
/// Number of rows of the largest accepted bulk.
pub const LARGEST_BULK: usize = 10_000;
/// Number of business partners, and of products, to which rows refer.
pub const MASTER_DATA: usize = 500;

/// Prints progress.
pub fn print_progress(measurement: &str, description: impl std::fmt::Display) {
    eprintln!("{measurement}: {description}");
}
