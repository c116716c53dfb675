//! Corrections of stored candidates: overrides, putting aside, taking back, validating again; and their history.

mod cancel;
mod context;
mod history;
mod patch;
mod plan;
mod resolve;
mod shown;

pub use cancel::*;
pub use context::*;
pub use history::*;
pub use patch::*;
pub use plan::*;
pub use shown::shown;
