//! Sales orders: creation of whole orders, search, hand-over, voiding. Runs create the orders from candidates.

use std::sync::Arc;

use orderdock_store::Store;

use crate::planned_write::PlannedWrites;
use crate::requests::RequestService;
mod create;
mod find;
mod hand_over;
mod void;

pub use create::{EncodeOrder, OrderCommand, OrderResult};
pub use find::OrderChange;
pub use hand_over::{EncodeHandedOver, HandoverResult, MAX_HANDED_OVER};

/// Service that creates whole orders, finds, hands over and voids orders.
pub struct OrderService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) requests: Arc<RequestService>,
    pub(crate) writes: Arc<PlannedWrites>,
}
