//! Corrections of stored candidates, single or in bulk: overrides, exclusion, restoring, re-validation and undo, with
//! their history.

mod attention;
mod cancel;
mod changed;
mod context;
mod edit;
mod history;
mod mappings;
mod patch;
mod plan;
mod previous_state;
mod resolve;
mod shown;
mod undo;

#[cfg(test)]
mod edit_tests;
#[cfg(test)]
mod mapping_tests;
#[cfg(test)]
mod undo_tests;

pub use attention::*;
pub use cancel::*;
pub use changed::changed_members;
pub use context::*;
pub use edit::*;
pub use history::*;
pub use mappings::CorrectionMappings;
pub use patch::*;
pub use plan::*;
pub use previous_state::*;
pub use shown::shown;
pub use undo::*;
