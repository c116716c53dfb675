//! Sales orders.

pub mod create;
pub mod export;
pub mod hand_over;
pub mod read;

use orderdock_domain::ids::OrderId;
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::http::refusal::Refusal;

/// A path's order; a text that is no id names none.
pub fn order_id(text: &str) -> Result<OrderId, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(OrderId).ok_or_else(|| Problem::not_found(ProblemCode::OrderNotFound, text).into())
}
