//! The import: collect keys, load what exists, plan, commit.

mod content;
mod context;
mod keys;
mod plan;

pub use content::*;
pub use context::*;
pub use keys::*;
pub use plan::*;
