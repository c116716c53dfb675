//! Orders: made at once or of candidates, read, handed over and voided.

pub mod comment_on_order;
pub mod create_order;
pub mod export_orders;
pub mod get_order;
pub mod get_order_history;
pub mod hand_over_orders;
pub mod list_orders;
pub mod void_order;

use orderdock_domain::ids::OrderId;
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::http::refusal::Refusal;

/// A path's order; a text that is no id names none.
pub fn order_id(text: &str) -> Result<OrderId, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(OrderId).ok_or_else(|| Problem::not_found(ProblemCode::OrderNotFound, text).into())
}
