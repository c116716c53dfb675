//! `POST /api/sales/order/candidates/{dataSourceName}/{externalReference}/attachments`.

use axum::extract::Path;
use axum::response::Response;
use orderdock_app::SourceName;

use super::upload::{AttachmentForm, NamedTarget, attach};
use crate::http::call::Commanding;
use crate::http::refusal::Refusal;
use crate::request::query::AttachmentParameters;
use crate::response::AttachmentShape;

/// Attach a file to an incoming order.
///
/// Attaches the file to all candidates of the incoming order, including candidates that are imported later. The media
/// type is detected from the content, otherwise from the file extension, otherwise from the part. Repeating the same
/// bytes returns the existing attachment.
#[utoipa::path(post, path = "/api/sales/order/candidates/{dataSourceName}/{externalReference}/attachments",
    tag = "attachments", operation_id = "attachFile",
    params(("dataSourceName" = String, Path,
               description = "Data source by internal name, record id or identifier string."),
        ("externalReference" = String, Path, description = "Header id or flat external id of the sender."),
        AttachmentParameters),
    request_body(content = AttachmentForm, content_type = "multipart/form-data"),
    responses((status = 200, description = "The same file is already attached.", body = AttachmentShape),
        (status = 201, description = "The file was attached.", body = AttachmentShape),
        (status = 404, description = "Candidate not found."),
        (status = 415, description = "The body is not `multipart/form-data`.")))]
pub async fn attach_file(
    Path((source, reference)): Path<(String, String)>,
    call: Commanding,
) -> Result<Response, Refusal> {
    attach(call, NamedTarget::Header(Some(SourceName(source)), reference)).await
}
