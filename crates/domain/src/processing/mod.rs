//! Processing of candidates into sales orders: collect, load, plan, commit.

mod context;
mod differences;
mod draft;
mod eligibility;
mod examine;
mod finder;
mod header;
mod plan;
mod planner;
mod refused;
mod run;
mod split;
mod validate;

#[cfg(test)]
mod tests;

pub use context::*;
pub(crate) use differences::{
    location_differences, match_differences, partner_difference, product_difference,
};
pub use eligibility::*;
pub(crate) use finder::{Found, FoundRole, NamedRecords, find, unsupported, unsupported_members};
pub use header::*;
pub use plan::*;
pub use planner::*;
pub use refused::*;
pub use run::*;
pub use split::*;
pub(crate) use validate::Validator;
pub use validate::{Validation, validate};
