//! Orders: writing them with their numbers, reading them back, voiding them.

mod create;
mod find;
mod json;
mod numbers;
mod read;
mod settings;
mod void;
mod write;

pub use create::{context, create};
pub use find::{find, of_candidates};
use numbers::Numbers;
pub use read::{by_id, history};
pub use settings::{save as save_settings, settings};
pub use void::void;
pub use write::OrderRows;
