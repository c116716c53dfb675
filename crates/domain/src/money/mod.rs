//! Prices, taxes, totals and unit conversions of order lines.
//!
//! [`quote`] prices a whole line, and the other functions are its steps. Used by import validation, corrections and runs.
//! A result that needs more than 28 digits is the problem `number.too_large` instead of being rounded.

mod pricing;
mod quote;
mod tax;
mod totals;
mod units;

pub use pricing::*;
pub use quote::*;
pub use tax::*;
pub use totals::*;
pub use units::*;

use crate::ids::{OrganisationId, SHARED};

/// Returns whether an organisation can use a record of this owner: its own records and shared ones.
pub fn visible(owner: OrganisationId, organisation: OrganisationId) -> bool {
    owner == organisation || owner == SHARED
}

#[cfg(test)]
mod tests;
