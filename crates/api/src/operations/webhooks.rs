//! `/api/webhooks[/{id}]`: where events are sent.

use axum::Json;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::{SignedDuration, Timestamp};
use orderdock_app::{WebhookView, revealed};
use orderdock_domain::ids::WebhookId;
use orderdock_domain::problem::{Problem, ProblemCode};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::http::call::{Reading, Writing};
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::read::webhook_body::{
    NewWebhookMembers, RotateMembers, WebhookPatchMembers, WebhookSender, read_new, read_patch, read_rotate,
};
use crate::shape::{DeliveryShape, WebhookShape};

/// A new webhook.
#[derive(Serialize, ToSchema)]
pub struct CreatedWebhook {
    #[serde(flatten)]
    webhook: WebhookShape,
    /// What calls are signed with; no other answer shows it.
    #[schema(example = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")]
    secret: String,
}

/// The webhooks.
#[derive(Serialize, ToSchema)]
pub struct WebhookList {
    items: Vec<WebhookShape>,
}

/// Another secret.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RotatedSecret {
    /// What calls are signed with from now on; no other answer shows it.
    secret: String,
    /// Until then they are signed with the one before too.
    #[schema(value_type = String, format = DateTime)]
    old_valid_until: Timestamp,
}

/// Create a webhook.
///
/// Events that are committed from now on are posted to its address, each as one CloudEvent, at least once and in order for
/// each header and order. Calls are signed as Standard Webhooks says; the secret is in this answer alone.
#[utoipa::path(post, path = "/api/webhooks", tag = "webhooks", operation_id = "createWebhook",
    request_body = NewWebhookMembers,
    responses((status = 201, description = "It is there.", body = CreatedWebhook, headers(("Location" = String))),
        (status = 409, description = "There are too many.", body = ProblemDocument)))]
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

/// List webhooks.
///
/// Those of the organisations of the token, with how they fare.
#[utoipa::path(get, path = "/api/webhooks", tag = "webhooks", operation_id = "listWebhooks",
    responses((status = 200, description = "The webhooks.", body = WebhookList)))]
pub async fn list_webhooks(Reading { api, caller, .. }: Reading) -> Result<Response, Refusal> {
    let views = api.app.webhooks(&caller).await?;
    let reference = api.app.reference().await?;
    let items = views.iter().map(|view| WebhookShape::of(view, &reference)).collect();
    Ok(Json(WebhookList { items }).into_response())
}

/// Read a webhook.
#[utoipa::path(get, path = "/api/webhooks/{id}", tag = "webhooks", operation_id = "getWebhook",
    params(("id" = i64, Path, description = "Its id.")),
    responses((status = 200, description = "The webhook.", body = WebhookShape),
        (status = 404, description = "There is no such webhook.", body = ProblemDocument)))]
pub async fn get_webhook(
    Path(id): Path<String>,
    Reading { api, caller, .. }: Reading,
) -> Result<Response, Refusal> {
    let view = api.app.webhook(&caller, webhook_id(&id)?).await?;
    answer(&api, &view).await
}

/// Change a webhook.
///
/// A JSON Merge Patch with the version that was read. `active: false` pauses it; `true` goes on with all that waits, also
/// where it was paused after days of failing, or had ended.
#[utoipa::path(patch, path = "/api/webhooks/{id}", tag = "webhooks", operation_id = "changeWebhook",
    params(("id" = i64, Path, description = "Its id.")), request_body = WebhookPatchMembers,
    responses((status = 200, description = "The webhook as it is now.", body = WebhookShape),
        (status = 404, description = "There is no such webhook.", body = ProblemDocument),
        (status = 409, description = "It was changed meanwhile.", body = ProblemDocument)))]
pub async fn change_webhook(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    let id = webhook_id(&id)?;
    let call = call.with_body().await?;
    let view = call
        .run(|api, caller, received| async move {
            let reference = api.app.reference().await?;
            let patch = read_patch(&received.body, WebhookSender { caller: &caller, reference: &reference })?;
            Ok(api.app.change_webhook(&caller, &*api.options.receivers, id, patch).await?)
        })
        .await?;
    answer(&call.api, &view).await.map_err(Refusal::after_commit)
}

/// Remove a webhook.
///
/// Nothing more is sent, and what was sent is forgotten.
#[utoipa::path(delete, path = "/api/webhooks/{id}", tag = "webhooks", operation_id = "removeWebhook",
    params(("id" = i64, Path, description = "Its id.")),
    responses((status = 204, description = "It is gone."),
        (status = 404, description = "There is no such webhook.", body = ProblemDocument)))]
pub async fn remove_webhook(Path(id): Path<String>, call: Writing) -> Result<StatusCode, Refusal> {
    let (id, call) = (webhook_id(&id)?, call.without_body());
    call.run(|api, caller, _| async move { Ok(api.app.remove_webhook(&caller, id).await?) }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Test a webhook.
///
/// Calls its receiver once and at once with an event `orderdock.webhook.test`, whether it is active or not.
#[utoipa::path(post, path = "/api/webhooks/{id}/test", tag = "webhooks", operation_id = "testWebhook",
    params(("id" = i64, Path, description = "Its id.")),
    responses((status = 200, description = "What came of it.", body = DeliveryShape),
        (status = 404, description = "There is no such webhook.", body = ProblemDocument)))]
pub async fn test_webhook(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    let (id, call) = (webhook_id(&id)?, call.without_body());
    let view = call
        .run(|api, caller, _| async move { Ok(api.app.test_webhook(&caller, &api.outgoing(), id).await?) })
        .await?;
    Ok(Json(DeliveryShape::of(&view, None, call.language)).into_response())
}

/// Replace the secret of a webhook.
///
/// Calls are signed with both for a while (24 hours unless said), so that the receiver can take over the new one in peace.
#[utoipa::path(post, path = "/api/webhooks/{id}/rotate", tag = "webhooks", operation_id = "rotateWebhookSecret",
    params(("id" = i64, Path, description = "Its id.")), request_body = Option<RotateMembers>,
    responses((status = 200, description = "The new secret, this once.", body = RotatedSecret),
        (status = 404, description = "There is no such webhook.", body = ProblemDocument)))]
pub async fn rotate_webhook_secret(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    let id = webhook_id(&id)?;
    let call = call.with_optional_body().await?;
    let (secret, old_valid_until) = call
        .run(|api, caller, received| async move {
            let overlap = SignedDuration::from_hours(read_rotate(&received.body)?);
            Ok(api.app.rotate_webhook_secret(&caller, id, overlap).await?)
        })
        .await?;
    Ok(Json(RotatedSecret { secret: revealed(secret), old_valid_until }).into_response())
}

async fn answer(api: &Api, view: &WebhookView) -> Result<Response, Refusal> {
    let reference = api.app.reference().await?;
    Ok(Json(WebhookShape::of(view, &reference)).into_response())
}

/// A path's webhook; a text that is no id names none.
pub fn webhook_id(text: &str) -> Result<WebhookId, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(WebhookId)
        .ok_or_else(|| Problem::new(ProblemCode::WebhookNotFound, "").with("id", text.to_owned()).into())
}
