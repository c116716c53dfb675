//! `POST /api/sales/order/candidates/{dataSourceName}/{externalReference}/attachments`.

use axum::extract::Path;
use axum::response::Response;
use orderdock_app::SourceName;

use super::upload::{AttachmentForm, NamedTarget, attach};
use crate::http::call::Commanding;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::read::query::AttachmentParameters;
use crate::shape::AttachmentShape;

/// Attach a file to an incoming order.
///
/// It belongs to every candidate of the external header, also to later ones. The type is decided by content, else
/// by extension, else by the part. The same bytes again are the same attachment.
#[utoipa::path(post, path = "/api/sales/order/candidates/{dataSourceName}/{externalReference}/attachments",
    tag = "attachments", operation_id = "attachFile",
    params(("dataSourceName" = String, Path, description = "Internal name, record id or identifier string."),
        ("externalReference" = String, Path, description = "The sender's header id, or its flat external id."),
        AttachmentParameters),
    request_body(content = AttachmentForm, content_type = "multipart/form-data"),
    responses((status = 200, description = "The same bytes are there already.", body = AttachmentShape),
        (status = 201, description = "Attached.", body = AttachmentShape),
        (status = 404, description = "Candidate not found.", body = ProblemDocument),
        (status = 415, description = "The body is no multipart/form-data.", body = ProblemDocument)))]
pub async fn attach_file(
    Path((source, reference)): Path<(String, String)>,
    call: Commanding,
) -> Result<Response, Refusal> {
    attach(call, NamedTarget::Header(Some(SourceName(source)), reference)).await
}
