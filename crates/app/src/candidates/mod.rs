//! Order candidates: how they come in, are found and are corrected.

mod attention;
mod batch;
mod correct;
mod day;
mod find;
mod import;
mod intake;
mod meant;
mod problem_groups;
mod remedies;

pub(crate) use batch::Batches;
pub use correct::{CandidateHistory, CandidateHistoryChange, Expected, SenderReference};
pub use day::{is_quiet, usual};
pub(crate) use find::sent_id;
pub use find::{SourceName, resolve_organisation};
pub use import::{Encode, ImportCommand, ImportResult};
pub use intake::{IntakeView, Period};
pub use problem_groups::ProblemGroupsView;
