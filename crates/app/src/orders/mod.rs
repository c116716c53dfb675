//! Sales orders: sent whole, found, voided. Those made of candidates come of runs.

mod create;
mod find;
mod hand_over;
mod void;

pub use create::{EncodeOrder, OrderCommand, OrderResult};
pub use find::OrderChange;
pub use hand_over::{EncodeHandedOver, HandedOver, MOST_HANDED_OVER};
