//! `GET /api/sales/order/{salesOrderId}/attachments`.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};

use crate::handlers::orders::order_id;
use crate::http::call::Reading;
use crate::http::refusal::Refusal;
use crate::response::{AttachmentShape, BesideOrder};

/// List the attachments of a sales order.
///
/// Returns the attachments of the order and of the incoming orders of its candidates.
#[utoipa::path(get, path = "/api/sales/order/{salesOrderId}/attachments", tag = "attachments",
    operation_id = "listOrderAttachments",
    params(("salesOrderId" = String, Path, description = "Id of the sales order.")),
    responses((status = 200, description = "The attachments.", body = [AttachmentShape]),
        (status = 404, description = "Sales order not found.")))]
pub async fn list_order_attachments(
    Path(id): Path<String>,
    Reading { api, caller, .. }: Reading,
) -> Result<Response, Refusal> {
    let order = api.app.order(&caller, order_id(&id)?).await?;
    let BesideOrder { attachments, reference, .. } = BesideOrder::of(&api.app, &caller, &order).await?;
    let files: Vec<_> = attachments.iter().map(|file| AttachmentShape::of(file, &reference)).collect();
    Ok(Json(files).into_response())
}
