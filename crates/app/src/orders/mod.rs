//! Sales orders: sent whole, found, voided. Those made of candidates come of runs.

mod create;
mod find;
mod void;

pub use create::{EncodeOrder, OrderCommand, OrderResult};
