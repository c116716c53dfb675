//! A file that comes in, for a header or an order.

use std::sync::Arc;

use axum::http::request::Parts;
use axum::response::Response;
use orderdock_app::{AttachmentPlace, EncodeBody, OpContext, Received, SourceName, Upload};
use orderdock_domain::attachment::Attachment;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Language, Problem};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::handlers::orders::order_id;
use crate::http::body::is_strict;
use crate::http::call::{self, Commanding, Writing};
use crate::http::refusal::Refusal;
use crate::http::written::{encoded, replayed, written};
use crate::request::form::{self, FormBody};
use crate::request::query::{AttachmentParameters, OrderAttachmentParameters, Parameters};
use crate::response::{AttachmentShape, Item};

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

/// What a path names.
pub enum NamedTarget {
    Header(Option<SourceName>, String),
    Order(String),
}

/// Takes in the file of a call.
pub async fn attach(Commanding(call): Commanding, named: NamedTarget) -> Result<Response, Refusal> {
    let Writing { api, caller, parts, body, language } = call;
    let body = match FormBody::new(&api, &parts.headers, body) {
        Ok(body) => body,
        Err(refusal) => {
            return Err(call::refuse(&api.app, &caller, &call::without_body(&parts), refusal).await);
        }
    };
    match receive(&api, &caller, named, &parts, &body, language).await {
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
    language: Language,
) -> Result<Response, Refusal> {
    let mut parameters = match named {
        NamedTarget::Order(_) => Parameters::of::<OrderAttachmentParameters>(&parts.uri),
        NamedTarget::Header(..) => {
            Parameters::lenient::<AttachmentParameters>(&parts.uri, is_strict(&parts.headers))
        }
    };
    let organisation = parameters.text("org");
    let mut tags = parameters.many("tags", Phrase::Words, |word| Some(word.to_owned()));
    let warnings = parameters.take_warnings();
    parameters.finish()?;
    let idempotency_key = call::idempotency_key(parts)?.map(str::to_owned);
    let boundary = form::boundary(&parts.headers)?;
    let target = match named {
        NamedTarget::Header(source, header_id) => {
            api.app.find_header(caller, &AttachmentPlace { source, header_id, organisation }).await?
        }
        NamedTarget::Order(id) => api.app.find_order_for_files(caller, order_id(&id)?).await?,
    };
    let form = form::read(api, caller, &boundary, body).await?;
    tags.extend(form.tags);
    let kept = LoggedAttachment {
        filename: form.file_name.as_deref(),
        mime_type: form.media_type.as_deref(),
        size: form.file.size(),
        tags: &tags,
    };
    let received = received(parts, &kept);
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
    let attached = api.app.attach_file((**caller).clone(), upload, encode).await?;
    Ok(if attached.replayed { replayed(attached.answer) } else { written(attached.answer) })
}

async fn encoder(
    api: &Api,
    warnings: Vec<Problem>,
    language: Language,
) -> Result<EncodeBody<Attachment>, Refusal> {
    let reference = api.app.reference().await?;
    Ok(Arc::new(move |attachment: &Attachment| {
        let warnings = warnings.iter().map(|warning| Item::of(warning, language)).collect();
        encoded(&AttachmentShape { warnings, ..AttachmentShape::of(attachment, &reference) })
    }))
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
