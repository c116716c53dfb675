//! Handlers of sales orders.

pub mod create;
pub mod export;
pub mod hand_over;
pub mod read;

use orderdock_domain::ids::OrderId;
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::http::error::ApiError;

/// Parses the id in a path. A text that is not an id is not found.
pub fn order_id(text: &str) -> Result<OrderId, ApiError> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(OrderId).ok_or_else(|| Problem::not_found(ProblemCode::OrderNotFound, text).into())
}
