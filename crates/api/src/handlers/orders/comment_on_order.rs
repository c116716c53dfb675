//! `POST /api/sales/order/{id}/comments`.

use axum::extract::Path;
use axum::response::Response;
use orderdock_store::Commented;

use super::order_id;
use crate::handlers::comment::{CommentMembers, CommentShape, comment};
use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::request::query::CallHeaders;

/// Comment on a sales order.
///
/// Adds a comment to the history of the order. The comment cannot be edited.
#[utoipa::path(post, path = "/api/sales/order/{id}/comments", tag = "orders", operation_id = "commentOnOrder",
    params(("id" = String, Path, description = "The `salesOrderId` of the order."), CallHeaders),
    request_body = CommentMembers,
    responses((status = 201, description = "The comment.", body = CommentShape),
        (status = 404, description = "Sales order not found.")))]
pub async fn comment_on_order(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    comment(Commented::Order(order_id(&id)?), call).await
}
