//! Candidates become orders: collect, load, plan, commit.

mod context;
mod eligibility;
mod plan;
mod run;
mod split;

pub use context::*;
pub use eligibility::*;
pub use plan::*;
pub use run::*;
pub use split::*;
