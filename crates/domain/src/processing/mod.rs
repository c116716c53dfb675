//! Candidates become orders: collect, load, plan, commit.

mod context;
mod draft;
mod eligibility;
mod examine;
mod finder;
mod plan;
mod planner;
mod run;
mod split;
mod validate;

#[cfg(test)]
mod tests;

pub use context::*;
pub use eligibility::*;
pub(crate) use finder::{Named, NamedRole, find};
pub use plan::*;
pub use planner::*;
pub use run::*;
pub use split::*;
pub(crate) use validate::Validator;
pub use validate::{Validation, validate};
