//! `POST /api/sales/order/candidates/{externalId}/attachments`.

use axum::extract::Path;
use axum::response::Response;

use super::upload::{AttachmentForm, NamedTarget, attach};
use crate::http::call::Commanding;
use crate::http::refusal::Refusal;
use crate::request::query::AttachmentParameters;
use crate::response::AttachmentShape;

/// Attach a file by external id alone.
///
/// Attaches the file to the incoming order with this id. If several data sources or organisations have it, the request
/// is rejected with 409 and lists them.
#[utoipa::path(post, path = "/api/sales/order/candidates/{externalId}/attachments", tag = "attachments",
    operation_id = "attachFileByExternalId",
    params(("externalId" = String, Path, description = "Header id or flat external id of the sender."),
        AttachmentParameters),
    request_body(content = AttachmentForm, content_type = "multipart/form-data"),
    responses((status = 200, description = "The same file is already attached.", body = AttachmentShape),
        (status = 201, description = "The file was attached.", body = AttachmentShape),
        (status = 404, description = "Candidate not found."),
        (status = 415, description = "The body is not `multipart/form-data`.")))]
pub async fn attach_file_by_external_id(
    Path(reference): Path<String>,
    call: Commanding,
) -> Result<Response, Refusal> {
    attach(call, NamedTarget::Header(None, reference)).await
}
