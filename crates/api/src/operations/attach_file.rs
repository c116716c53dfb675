//! `POST /api/sales/order/candidates/{dataSourceName}/{externalReference}/attachments` and
//! `POST /api/sales/order/candidates/{externalId}/attachments`, and
//! `POST /api/sales/order/{salesOrderId}/attachments`.

use std::sync::Arc;

use axum::extract::Path;
use axum::http::request::Parts;
use axum::response::Response;
use orderdock_app::{AttachmentPlace, EncodeBody, OpContext, Received, SourceName, Upload};
use orderdock_domain::attachment::Attachment;
use orderdock_domain::phrase::Phrase;
use serde::Serialize;
use utoipa::ToSchema;

use super::orders::order_id;
use crate::Api;
use crate::http::call::{self, Commanding, Writing};
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::http::written::{encoded, replayed, written};
use crate::read::form::{self, FormBody};
use crate::read::query::{AttachmentParameters, OrderAttachmentParameters, Parameters};
use crate::shape::AttachmentShape;

/// A file and its tags.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form, which is read part by part")]
pub struct AttachmentForm {
    /// The file, with its name and media type.
    #[schema(value_type = String, format = Binary)]
    file: (),
    /// Key, value, key, value; an odd last one is dropped.
    #[schema(required = false)]
    tags: Vec<String>,
}

/// Attach a file to the candidates of a header.
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
        (status = 404, description = "There is no such candidate.", body = ProblemDocument),
        (status = 415, description = "The body is no multipart/form-data.", body = ProblemDocument)))]
pub async fn attach_file(
    Path((source, reference)): Path<(String, String)>,
    call: Commanding,
) -> Result<Response, Refusal> {
    attach(call, NamedTarget::Header(Some(SourceName(source)), reference)).await
}

/// Attach a file to the candidates of a header, without naming its data source.
///
/// 409 names the data sources and organisations if several have this header.
#[utoipa::path(post, path = "/api/sales/order/candidates/{externalId}/attachments", tag = "attachments",
    operation_id = "attachFileByExternalId",
    params(("externalId" = String, Path, description = "The sender's header id, or its flat external id."),
        AttachmentParameters),
    request_body(content = AttachmentForm, content_type = "multipart/form-data"),
    responses((status = 200, description = "The same bytes are there already.", body = AttachmentShape),
        (status = 201, description = "Attached.", body = AttachmentShape),
        (status = 404, description = "There is no such candidate.", body = ProblemDocument),
        (status = 415, description = "The body is no multipart/form-data.", body = ProblemDocument)))]
pub async fn attach_file_by_external_id(
    Path(reference): Path<String>,
    call: Commanding,
) -> Result<Response, Refusal> {
    attach(call, NamedTarget::Header(None, reference)).await
}

/// Attach a file to an order.
///
/// It belongs to this order alone, beside the files of its candidates' headers. The same bytes again are the same
/// attachment.
#[utoipa::path(post, path = "/api/sales/order/{salesOrderId}/attachments", tag = "attachments",
    operation_id = "attachFileToOrder",
    params(("salesOrderId" = String, Path, description = "The order's id."), OrderAttachmentParameters),
    request_body(content = AttachmentForm, content_type = "multipart/form-data"),
    responses((status = 200, description = "The same bytes are there already.", body = AttachmentShape),
        (status = 201, description = "Attached.", body = AttachmentShape),
        (status = 404, description = "There is no such order.", body = ProblemDocument),
        (status = 415, description = "The body is no multipart/form-data.", body = ProblemDocument)))]
pub async fn attach_file_to_order(Path(id): Path<String>, call: Commanding) -> Result<Response, Refusal> {
    attach(call, NamedTarget::Order(id)).await
}

/// What a path names.
enum NamedTarget {
    Header(Option<SourceName>, String),
    Order(String),
}

async fn attach(Commanding(call): Commanding, named: NamedTarget) -> Result<Response, Refusal> {
    let Writing { api, caller, parts, body, .. } = call;
    let body = FormBody::new(&api, &parts.headers, body);
    match receive(&api, &caller, named, &parts, &body).await {
        Err(refusal) => {
            let refusal = call::refuse(&api.app, &caller, &call::without_body(&parts), refusal).await;
            body.drain().await;
            Err(refusal)
        }
        attached => attached,
    }
}

async fn receive(
    api: &Api,
    caller: &Arc<OpContext>,
    named: NamedTarget,
    parts: &Parts,
    body: &FormBody,
) -> Result<Response, Refusal> {
    let mut parameters = match named {
        NamedTarget::Order(_) => Parameters::of::<OrderAttachmentParameters>(&parts.uri),
        NamedTarget::Header(..) => Parameters::of::<AttachmentParameters>(&parts.uri),
    };
    let organisation = parameters.text("org");
    let mut tags = parameters.many("tags", Phrase::Words, |word| Some(word.to_owned()));
    parameters.finish()?;
    let idempotency_key = call::idempotency_key(parts)?.map(str::to_owned);
    let boundary = form::boundary(&parts.headers)?;
    let target = match named {
        NamedTarget::Header(source, header_id) => {
            api.app.find_header(caller, &AttachmentPlace { source, header_id, organisation }).await?
        }
        NamedTarget::Order(id) => api.app.find_order_for_files(caller, order_id(&id)?).await?,
    };
    let form = form::read(api, caller, boundary, body).await?;
    tags.extend(form.tags);
    let kept = LoggedAttachment {
        filename: form.file_name.as_deref(),
        mime_type: form.media_type.as_deref(),
        size: form.file.size(),
        tags: &tags,
    };
    let received = received(parts, &kept);
    let encode = encoder(api).await?;
    let upload = Upload {
        target,
        file: form.file,
        file_name: form.file_name,
        media_type: form.media_type,
        tags,
        received,
        idempotency_key,
    };
    let attached = api.app.attach_file((**caller).clone(), upload, encode).await?;
    Ok(if attached.replayed { replayed(attached.answer) } else { written(attached.answer) })
}

async fn encoder(api: &Api) -> Result<EncodeBody<Attachment>, Refusal> {
    let reference = api.app.reference().await?;
    Ok(Arc::new(move |attachment: &Attachment| encoded(&AttachmentShape::of(attachment, &reference))))
}

/// What the request log keeps: everything but the bytes, which are stored once under their hash.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LoggedAttachment<'a> {
    filename: Option<&'a str>,
    mime_type: Option<&'a str>,
    size: u64,
    tags: &'a [String],
}

fn received(parts: &Parts, kept: &LoggedAttachment<'_>) -> Received {
    Received { media_type: "application/json".to_owned(), ..call::received(parts, encoded(kept).into()) }
}
