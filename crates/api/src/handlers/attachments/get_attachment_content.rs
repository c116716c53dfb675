//! `GET /api/attachments/{id}/content`.

use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use orderdock_domain::attachment::{Attachment, FileName};
use orderdock_domain::ids::AttachmentId;
use orderdock_domain::problem::{Problem, ProblemCode};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use utoipa::ToSchema;

use crate::http::call::Reading;
use crate::http::refusal::Refusal;

/// Nothing in a file may do anything, wherever it is opened.
const FILE_POLICY: &str = "sandbox; default-src 'none'";

/// The content of a file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "describes the response, which is streamed")]
pub struct FileContent(Vec<u8>);

/// Download an attachment.
///
/// Returns the file as a download. Media types that a browser could execute are sent as `application/octet-stream`.
#[utoipa::path(get, path = "/api/attachments/{id}/content", tag = "attachments", operation_id = "getAttachmentContent",
    params(("id" = String, Path, description = "The `attachmentId` of the file.")),
    responses((status = 200, description = "The content of the file.",
                  body = inline(FileContent), content_type = "*/*",
            headers(("Content-Disposition" = String))),
        (status = 404, description = "Attachment not found.")))]
pub async fn get_attachment_content(
    Path(id): Path<String>,
    Reading { api, caller, .. }: Reading,
) -> Result<Response, Refusal> {
    let missing = || Problem::not_found(ProblemCode::AttachmentNotFound, &id);
    let id = id.parse().ok().filter(|id| *id > 0).ok_or_else(missing)?;
    let (attachment, bytes) = api.app.attachment_content(&caller, AttachmentId(id)).await?;
    Ok((headers(&attachment)?, Body::from_stream(bytes)).into_response())
}

fn headers(attachment: &Attachment) -> Result<[(HeaderName, HeaderValue); 5], Refusal> {
    let value = |text: &str| HeaderValue::from_str(text).map_err(|_| Refusal::from(ProblemCode::ServerFault));
    Ok([
        (header::CONTENT_TYPE, value(attachment.media_type.served())?),
        (header::CONTENT_LENGTH, attachment.size.into()),
        (header::CONTENT_DISPOSITION, value(&disposition(&attachment.file_name))?),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(FILE_POLICY)),
    ])
}

/// All but letters, digits and `-._~`.
const SET_APART: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// RFC 6266: a name of safe ASCII for old clients, and the real one in UTF-8, percent-encoded.
fn disposition(name: &FileName) -> String {
    let plain: String =
        name.as_str().chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect();
    let encoded = utf8_percent_encode(name.as_str(), SET_APART);
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

/// Neither ends the quoted text nor is read as a code by anybody.
fn is_plain(letter: char) -> bool {
    matches!(letter, ' '..='~') && !matches!(letter, '"' | '\\' | '%')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_and_break_nothing() {
        for (name, expected) in [
            ("order.pdf", "attachment; filename=\"order.pdf\"; filename*=UTF-8''order.pdf"),
            (
                "Übersicht 1.pdf",
                "attachment; filename=\"_bersicht 1.pdf\"; filename*=UTF-8''%C3%9Cbersicht%201.pdf",
            ),
            (
                "a\"; x=\"b%41.pdf",
                "attachment; filename=\"a_; x=_b_41.pdf\"; filename*=UTF-8''a%22%3B%20x%3D%22b%2541.pdf",
            ),
        ] {
            assert_eq!(disposition(&FileName::clean(name).unwrap()), expected);
        }
    }
}
