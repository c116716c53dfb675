//! The measurements, a file each.

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

/// Rows of a bulk as `orderdock import` sends it.
pub const BULK_ROWS: usize = 1_000;
/// Rows of the largest bulk.
pub const LARGEST_BULK: usize = 10_000;
/// Business partners and products that rows refer to.
pub const MASTER_DATA: usize = 500;

/// Says how far a measurement is.
pub fn tell(measurement: &str, words: impl std::fmt::Display) {
    eprintln!("{measurement}: {words}");
}
