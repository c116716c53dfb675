//! `POST /api/webhooks`.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use orderdock_app::{WebhookView, revealed};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::request::query::CallHeaders;
use crate::request::webhook_body::{NewWebhookMembers, WebhookSender, read_new};
use crate::response::WebhookShape;

/// A created webhook.
#[derive(Serialize, ToSchema)]
pub struct CreatedWebhook {
    #[serde(flatten)]
    webhook: WebhookShape,
    /// Secret that signs the requests. No other response contains it.
    #[schema(example = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")]
    secret: String,
}

/// Create a webhook.
///
/// Sends each new event to the URL as one CloudEvent, at least once. The events of one incoming order or sales order
/// are sent in order. Requests are signed according to Standard Webhooks. Only this response contains the
/// secret.
#[utoipa::path(post, path = "/api/webhooks", tag = "webhooks", operation_id = "createWebhook",
    params(CallHeaders),
    request_body = NewWebhookMembers,
    responses((status = 201, description = "The created webhook.",
                  body = CreatedWebhook, headers(("Location" = String))),
        (status = 409, description = "The limit of 100 webhooks is reached.")))]
pub async fn create_webhook(call: Writing) -> Result<Response, Refusal> {
    let call = call.with_body().await?;
    let webhook = call
        .run(|api, caller, received| async move {
            let reference = api.app.reference().await?;
            let new = read_new(&received.body, WebhookSender { caller: &caller, reference: &reference })?;
            Ok(api.app.create_webhook(&caller, &*api.options.receivers, new).await?)
        })
        .await?;
    let reference = call.api.app.reference().await.map_err(Refusal::after_commit)?;
    let location = [(header::LOCATION, format!("/api/webhooks/{}", webhook.id))];
    let secret = revealed(webhook.secrets.current);
    let webhook = WebhookShape::of(&WebhookView { webhook, waiting: None }, &reference);
    Ok((StatusCode::CREATED, location, Json(CreatedWebhook { webhook, secret })).into_response())
}
