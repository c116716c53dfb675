//! Handlers of attachments of incoming orders and sales orders.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::Path;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use orderdock_app::{AttachmentPlace, Caller, EncodeBody, Received, SourceName, Upload};
use orderdock_domain::attachment::{Attachment, FileName};
use orderdock_domain::ids::AttachmentId;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Language, Problem, ProblemCode};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::handlers::orders::order_id;
use crate::http::body::is_strict;
use crate::http::error::ApiError;
use crate::http::extract::{self, CommandRequest, ReadRequest, WriteRequest};
use crate::http::written::{encoded, replayed, written};
use crate::request::form::{self, FormBody};
use crate::request::query::{AttachmentParameters, OrderAttachmentParameters, Parameters};
use crate::response::{AttachmentResponse, Item, OrderRelations};

/// Attach a file to an incoming order.
///
/// Attaches the file to all candidates of the incoming order, including candidates that are imported later. The media
/// type is detected from the content, otherwise from the file extension, otherwise from the part. Repeating the same
/// bytes returns the existing attachment.
#[utoipa::path(post, path = "/api/sales/order/candidates/{dataSourceName}/{externalReference}/attachments",
    tag = "attachments", operation_id = "attachFile",
    params(("dataSourceName" = String, Path,
               description = "Data source by internal name, record id or identifier string; otherwise the code of an external system."),
        ("externalReference" = String, Path, description = "Header id or flat external id of the sender."),
        AttachmentParameters),
    request_body(content = AttachmentForm, content_type = "multipart/form-data"),
    responses((status = 200, description = "The same file is already attached.", body = AttachmentResponse),
        (status = 201, description = "The file was attached.", body = AttachmentResponse),
        (status = 404, description = "Candidate not found."),
        (status = 415, description = "The body is not `multipart/form-data`.")))]
pub async fn attach_file(
    Path((source, reference)): Path<(String, String)>,
    call: CommandRequest,
) -> Result<Response, ApiError> {
    attach(call, NamedTarget::Header(Some(SourceName(source)), reference)).await
}

/// Attach a file by external id.
///
/// Attaches the file to the incoming order with this id. If several data sources, external systems or organisations have
/// it, the response is 409 and lists them.
#[utoipa::path(post, path = "/api/sales/order/candidates/{externalId}/attachments", tag = "attachments",
    operation_id = "attachFileByExternalId",
    params(("externalId" = String, Path, description = "Header id or flat external id of the sender."),
        AttachmentParameters),
    request_body(content = AttachmentForm, content_type = "multipart/form-data"),
    responses((status = 200, description = "The same file is already attached.", body = AttachmentResponse),
        (status = 201, description = "The file was attached.", body = AttachmentResponse),
        (status = 404, description = "Candidate not found."),
        (status = 415, description = "The body is not `multipart/form-data`.")))]
pub async fn attach_file_by_external_id(
    Path(reference): Path<String>,
    call: CommandRequest,
) -> Result<Response, ApiError> {
    attach(call, NamedTarget::Header(None, reference)).await
}

/// Attach a file to a sales order.
///
/// Attaches the file to this order only. Repeating the same bytes returns the existing attachment.
#[utoipa::path(post, path = "/api/sales/order/{salesOrderId}/attachments", tag = "attachments",
    operation_id = "attachFileToOrder",
    params(("salesOrderId" = String, Path, description = "Id of the sales order."), OrderAttachmentParameters),
    request_body(content = AttachmentForm, content_type = "multipart/form-data"),
    responses((status = 200, description = "The same file is already attached.", body = AttachmentResponse),
        (status = 201, description = "The file was attached.", body = AttachmentResponse),
        (status = 404, description = "Sales order not found."),
        (status = 415, description = "The body is not `multipart/form-data`.")))]
pub async fn attach_file_to_order(
    Path(id): Path<String>,
    call: CommandRequest,
) -> Result<Response, ApiError> {
    attach(call, NamedTarget::Order(id)).await
}

/// List the attachments of a sales order.
///
/// Returns the attachments of the order and of the incoming orders of its candidates.
#[utoipa::path(get, path = "/api/sales/order/{salesOrderId}/attachments", tag = "attachments",
    operation_id = "listOrderAttachments",
    params(("salesOrderId" = String, Path, description = "Id of the sales order.")),
    responses((status = 200, description = "The attachments.", body = [AttachmentResponse]),
        (status = 404, description = "Sales order not found.")))]
pub async fn list_order_attachments(
    Path(id): Path<String>,
    ReadRequest { api, caller, .. }: ReadRequest,
) -> Result<Response, ApiError> {
    let order = api.services.orders.order(&caller, order_id(&id)?).await?;
    let OrderRelations { attachments, reference, .. } =
        OrderRelations::of(&api.services, &caller, &order).await?;
    let files: Vec<_> = attachments.iter().map(|file| AttachmentResponse::of(file, &reference)).collect();
    Ok(Json(files).into_response())
}

/// Content policy of downloads: the file cannot run scripts or load anything.
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
    ReadRequest { api, caller, .. }: ReadRequest,
) -> Result<Response, ApiError> {
    let missing = || Problem::not_found(ProblemCode::AttachmentNotFound, &id);
    let id = id.parse().ok().filter(|id| *id > 0).ok_or_else(missing)?;
    let (attachment, bytes) = api.services.attachments.attachment_content(&caller, AttachmentId(id)).await?;
    Ok((headers(&attachment)?, Body::from_stream(bytes)).into_response())
}

fn headers(attachment: &Attachment) -> Result<[(HeaderName, HeaderValue); 5], ApiError> {
    let value =
        |text: &str| HeaderValue::from_str(text).map_err(|_| ApiError::from(ProblemCode::ServerFault));
    Ok([
        (header::CONTENT_TYPE, value(attachment.media_type.served())?),
        (header::CONTENT_LENGTH, attachment.size.into()),
        (header::CONTENT_DISPOSITION, value(&disposition(&attachment.file_name))?),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(FILE_POLICY)),
    ])
}

/// All characters except letters, digits and `-._~`.
const PERCENT_ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Returns `Content-Disposition` (RFC 6266): an ASCII name for older clients, and the full name in UTF-8,
/// percent-encoded.
fn disposition(name: &FileName) -> String {
    let plain: String =
        name.as_str().chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect();
    let encoded = utf8_percent_encode(name.as_str(), PERCENT_ENCODED);
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

/// Whether a character is safe in a quoted name: no quotation mark, escape or percent sign.
fn is_plain(letter: char) -> bool {
    matches!(letter, ' '..='~') && !matches!(letter, '"' | '\\' | '%')
}

/// A file and its tags.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form, which is read part by part")]
pub struct AttachmentForm {
    /// The file, with its name and media type.
    #[schema(value_type = String, format = Binary)]
    file: (),
    /// Tags as alternating keys and values. A key without a value at the end is ignored.
    #[schema(required = false)]
    tags: Vec<String>,
}

/// Target of an attachment by path.
pub enum NamedTarget {
    Header(Option<SourceName>, String),
    Order(String),
}

/// Receives the file of a request.
pub async fn attach(CommandRequest(call): CommandRequest, named: NamedTarget) -> Result<Response, ApiError> {
    let WriteRequest { api, caller, parts, body, language } = call;
    let body = match FormBody::new(&api, &parts.headers, body) {
        Ok(body) => body,
        Err(error) => {
            return Err(extract::log_rejection(
                &api.services,
                &caller,
                &extract::without_body(&parts),
                error,
            )
            .await);
        }
    };
    match receive(&api, &caller, named, &parts, &body, language).await {
        Err(error) => {
            let error =
                extract::log_rejection(&api.services, &caller, &extract::without_body(&parts), error).await;
            body.drain().await;
            Err(error)
        }
        attached => attached,
    }
}

async fn receive(
    api: &Api,
    caller: &Arc<Caller>,
    named: NamedTarget,
    parts: &Parts,
    body: &FormBody,
    language: Language,
) -> Result<Response, ApiError> {
    let mut parameters = match named {
        NamedTarget::Order(_) => Parameters::of::<OrderAttachmentParameters>(&parts.uri),
        NamedTarget::Header(..) => {
            Parameters::lenient::<AttachmentParameters>(&parts.uri, is_strict(&parts.headers))
        }
    };
    let organisation = parameters.text("org");
    let system = parameters.text("externalSystem");
    let mut tags = parameters.many("tags", Phrase::Words, |word| Some(word.to_owned()));
    let warnings = parameters.take_warnings();
    parameters.finish()?;
    let idempotency_key = extract::idempotency_key(parts)?.map(str::to_owned);
    let boundary = form::boundary(&parts.headers)?;
    let target = match named {
        NamedTarget::Header(source, header_id) => {
            api.services
                .attachments
                .find_header(caller, &AttachmentPlace { source, system, header_id, organisation })
                .await?
        }
        NamedTarget::Order(id) => {
            api.services.attachments.find_order_for_files(caller, order_id(&id)?).await?
        }
    };
    let form = form::read(api, caller, &boundary, body).await?;
    tags.extend(form.tags);
    let attachment = LoggedAttachment {
        filename: form.file_name.as_deref(),
        mime_type: form.media_type.as_deref(),
        size: form.file.size(),
        tags: &tags,
    };
    let received = received(parts, &attachment);
    let encode = encoder(api, warnings, language).await?;
    let upload = Upload {
        target,
        file: form.file,
        file_name: form.file_name,
        media_type: form.media_type,
        tags,
        received,
        idempotency_key,
    };
    let attached = api.services.attachments.attach_file((**caller).clone(), upload, encode).await?;
    Ok(if attached.replayed { replayed(attached.response) } else { written(attached.response) })
}

async fn encoder(
    api: &Api,
    warnings: Vec<Problem>,
    language: Language,
) -> Result<EncodeBody<Attachment>, ApiError> {
    let reference = api.services.reference().await?;
    Ok(Arc::new(move |attachment: &Attachment| {
        let warnings = warnings.iter().map(|warning| Item::of(warning, language)).collect();
        encoded(&AttachmentResponse { warnings, ..AttachmentResponse::of(attachment, &reference) })
    }))
}

/// Logged form of an upload: everything except the bytes, which are stored once by hash.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LoggedAttachment<'a> {
    filename: Option<&'a str>,
    mime_type: Option<&'a str>,
    size: u64,
    tags: &'a [String],
}

fn received(parts: &Parts, attachment: &LoggedAttachment<'_>) -> Received {
    Received {
        media_type: "application/json".to_owned(),
        ..extract::received(parts, encoded(attachment).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_encoded_in_disposition() {
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
