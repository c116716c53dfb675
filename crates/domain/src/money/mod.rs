//! Money, tax, units: what a line costs, and why.
//!
//! [`quote`] answers for one line; its parts are there for whoever needs only one of them. Nothing here is
//! rounded silently: a result that does not fit into 28 exact digits is the problem `number.too_large`.

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

/// Whether an organisation reads a record of this owner: its own and shared ones.
pub fn visible(owner: OrganisationId, organisation: OrganisationId) -> bool {
    owner == organisation || owner == SHARED
}

#[cfg(test)]
mod tests;
