//! Processing of candidates into sales orders: collect, load, plan, commit.

mod candidate_validator;
mod context;
mod differences;
mod eligibility;
mod finder;
mod header;
mod order_builder;
mod plan;
mod planner;
mod rejections;
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
pub(crate) use finder::{
    ReferencedRecords, RoleRecords, ValidationResult, find, unsupported, unsupported_members,
};
pub use header::*;
pub use plan::*;
pub use planner::*;
pub use rejections::*;
pub use run::*;
pub use split::*;
pub(crate) use validate::Validator;
pub use validate::{Validation, validate};
