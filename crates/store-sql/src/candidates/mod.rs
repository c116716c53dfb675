//! Candidates: lists, counts, changes, corrections and history.

pub mod causes;
pub(crate) mod changes;
pub(crate) mod content;
pub mod corrections;
pub mod count;
pub(crate) mod filter;
pub(crate) mod filter_condition;
pub(crate) mod filter_members;
pub(crate) mod filter_search;
pub mod find;
pub(crate) mod first_matches;
#[cfg(test)]
mod golden;
pub mod headers;
pub mod history;
pub mod hold_groups;
pub(crate) mod holds;
pub mod loaded;
pub mod problem_groups;
pub(crate) mod sorting;
pub mod traits;
pub(crate) mod undo;
pub(crate) mod value;
