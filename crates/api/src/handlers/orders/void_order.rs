//! `POST /api/sales/order/{id}/void`.

use axum::extract::Path;
use axum::response::Response;
use orderdock_domain::order::Order;

use super::order_id;
use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::http::written::encoded;
use crate::request::query::CallHeaders;
use crate::request::void_reason::{VoidMembers, read_reason};
use crate::response::OrderShape;

/// Void a sales order.
///
/// Voids the order and excludes its candidates. Number and attachments are kept. The body may contain a reason, which
/// the history records.
#[utoipa::path(post, path = "/api/sales/order/{id}/void", tag = "orders", operation_id = "voidOrder",
    params(("id" = String, Path, description = "The `salesOrderId` of the order."), CallHeaders),
    request_body = Option<VoidMembers>,
    responses((status = 200, description = "The voided order.", body = OrderShape),
        (status = 404, description = "Sales order not found."),
        (status = 409, description = "The order is already voided, or some of its candidates are archived.")))]
pub async fn void_order(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    let id = order_id(&id)?;
    let call = call.with_optional_body().await?;
    let language = call.language;
    call.once(|api, caller, call| async move {
        let reason = read_reason(&call.received.body)?;
        let reference = api.app.reference().await?;
        let encode = move |order: &Order| encoded(&OrderShape::of(order, &reference, language));
        Ok(api.app.void_order(&caller, id, reason, call, encode).await?)
    })
    .await
}
