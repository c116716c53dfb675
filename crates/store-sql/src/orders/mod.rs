//! Orders: writing them with their numbers, reading them back, voiding them.

pub(crate) mod create;
pub(crate) mod find;
pub(crate) mod json;
pub(crate) mod numbers;
pub(crate) mod read;
pub(crate) mod settings;
pub(crate) mod void;
pub(crate) mod write;

pub use create::{context, create};
pub use find::{find, of_candidates};
use numbers::Numbers;
pub use read::{by_id, history};
pub use settings::{save as save_settings, settings};
pub use void::void;
pub use write::OrderRows;
