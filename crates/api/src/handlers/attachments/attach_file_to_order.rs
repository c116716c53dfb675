//! `POST /api/sales/order/{salesOrderId}/attachments`.

use axum::extract::Path;
use axum::response::Response;

use super::upload::{AttachmentForm, NamedTarget, attach};
use crate::http::call::Commanding;
use crate::http::refusal::Refusal;
use crate::request::query::OrderAttachmentParameters;
use crate::response::AttachmentShape;

/// Attach a file to a sales order.
///
/// Attaches the file to this order only. Repeating the same bytes returns the existing attachment.
#[utoipa::path(post, path = "/api/sales/order/{salesOrderId}/attachments", tag = "attachments",
    operation_id = "attachFileToOrder",
    params(("salesOrderId" = String, Path, description = "Id of the sales order."), OrderAttachmentParameters),
    request_body(content = AttachmentForm, content_type = "multipart/form-data"),
    responses((status = 200, description = "The same file is already attached.", body = AttachmentShape),
        (status = 201, description = "The file was attached.", body = AttachmentShape),
        (status = 404, description = "Sales order not found."),
        (status = 415, description = "The body is not `multipart/form-data`.")))]
pub async fn attach_file_to_order(Path(id): Path<String>, call: Commanding) -> Result<Response, Refusal> {
    attach(call, NamedTarget::Order(id)).await
}
