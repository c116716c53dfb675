//! Handlers of webhooks and their deliveries.

use axum::Json;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::{SignedDuration, Timestamp};
use orderdock_app::{WebhookView, revealed};
use orderdock_domain::ids::{DeliveryId, WebhookId};
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::webhook::DeliveryStatus;
use orderdock_store::DeliveryQuery;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::handlers::page::{MAX_PAGE_SIZE, after, cut, limit};
use crate::http::error::ApiError;
use crate::http::extract::{QueryRequest, ReadRequest, WriteRequest};
use crate::request::query::{CallHeaders, DeliveryParameters, Parameters, choice};
use crate::request::webhook_body::{
    ResendBody, RotateBody, WebhookBody, WebhookContext, WebhookPatchMembers, read_new, read_patch,
    read_resend, read_rotate,
};
use crate::response::{DeliveryResponse, WebhookResponse};

/// A created webhook.
#[derive(Serialize, ToSchema)]
pub struct CreatedWebhook {
    #[serde(flatten)]
    webhook: WebhookResponse,
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
    request_body = WebhookBody,
    responses((status = 201, description = "The created webhook.",
                  body = CreatedWebhook, headers(("Location" = String))),
        (status = 409, description = "The limit of 100 webhooks per organisation is reached.")))]
pub async fn create_webhook(call: WriteRequest) -> Result<Response, ApiError> {
    let call = call.with_body().await?;
    let webhook = call
        .run(|api, caller, received| async move {
            let reference = api.services.reference().await?;
            let new = read_new(&received.body, WebhookContext { caller: &caller, reference: &reference })?;
            Ok(api.services.webhooks.create_webhook(&caller, &*api.options.receivers, new).await?)
        })
        .await?;
    let reference = call.api.services.reference().await.map_err(ApiError::after_commit)?;
    let location = [(header::LOCATION, format!("/api/webhooks/{}", webhook.id))];
    let secret = revealed(webhook.secrets.current);
    let webhook = WebhookResponse::of(&WebhookView { webhook, waiting: None }, &reference);
    Ok((StatusCode::CREATED, location, Json(CreatedWebhook { webhook, secret })).into_response())
}

/// The webhooks.
#[derive(Serialize, ToSchema)]
pub struct WebhookList {
    items: Vec<WebhookResponse>,
}

/// List webhooks.
///
/// Returns the webhooks of the caller's organisations with their delivery status.
#[utoipa::path(get, path = "/api/webhooks", tag = "webhooks", operation_id = "listWebhooks",
    responses((status = 200, description = "The webhooks.", body = WebhookList)))]
pub async fn list_webhooks(ReadRequest { api, caller, .. }: ReadRequest) -> Result<Response, ApiError> {
    let views = api.services.webhooks.webhooks(&caller).await?;
    let reference = api.services.reference().await?;
    let items = views.iter().map(|view| WebhookResponse::of(view, &reference)).collect();
    Ok(Json(WebhookList { items }).into_response())
}

/// Read a webhook.
#[utoipa::path(get, path = "/api/webhooks/{id}", tag = "webhooks", operation_id = "getWebhook",
    params(("id" = i64, Path, description = "Record id of the webhook.")),
    responses((status = 200, description = "The webhook.", body = WebhookResponse),
        (status = 404, description = "Webhook not found.")))]
pub async fn get_webhook(
    Path(id): Path<String>,
    ReadRequest { api, caller, .. }: ReadRequest,
) -> Result<Response, ApiError> {
    let view = api.services.webhooks.webhook(&caller, webhook_id(&id)?).await?;
    respond(&api, &view).await
}

/// Change a webhook.
///
/// Accepts a JSON Merge Patch with the version that was read. `active: false` pauses the webhook. `true` resumes it
/// with all pending deliveries, even if it was paused or ended because of failed deliveries.
#[utoipa::path(patch, path = "/api/webhooks/{id}", tag = "webhooks", operation_id = "changeWebhook",
    params(("id" = i64, Path, description = "Record id of the webhook.")), request_body = WebhookPatchMembers,
    responses((status = 200, description = "The webhook after the change.", body = WebhookResponse),
        (status = 404, description = "Webhook not found."),
        (status = 409, description = "The webhook was changed since it was read.")))]
pub async fn change_webhook(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    let id = webhook_id(&id)?;
    let call = call.with_body().await?;
    let view = call
        .run(|api, caller, received| async move {
            let reference = api.services.reference().await?;
            let patch =
                read_patch(&received.body, WebhookContext { caller: &caller, reference: &reference })?;
            Ok(api.services.webhooks.change_webhook(&caller, &*api.options.receivers, id, patch).await?)
        })
        .await?;
    respond(&call.api, &view).await.map_err(ApiError::after_commit)
}

/// Delete a webhook.
///
/// Stops all deliveries and deletes their log.
#[utoipa::path(delete, path = "/api/webhooks/{id}", tag = "webhooks", operation_id = "removeWebhook",
    params(("id" = i64, Path, description = "Record id of the webhook.")),
    responses((status = 204, description = "The webhook was deleted."),
        (status = 404, description = "Webhook not found.")))]
pub async fn remove_webhook(Path(id): Path<String>, call: WriteRequest) -> Result<StatusCode, ApiError> {
    let (id, call) = (webhook_id(&id)?, call.without_body());
    call.run(|api, caller, _| async move { Ok(api.services.webhooks.remove_webhook(&caller, id).await?) })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Test a webhook.
///
/// Sends one event `orderdock.webhook.test` to the receiver immediately, even if the webhook is not active.
#[utoipa::path(post, path = "/api/webhooks/{id}/test", tag = "webhooks", operation_id = "testWebhook",
    params(("id" = i64, Path, description = "Record id of the webhook."), CallHeaders),
    responses((status = 200, description = "The result of the delivery.", body = DeliveryResponse),
        (status = 404, description = "Webhook not found.")))]
pub async fn test_webhook(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    let (id, call) = (webhook_id(&id)?, call.without_body());
    let view = call
        .run(|api, caller, _| async move {
            Ok(api.services.webhooks.test_webhook(&caller, &api.outgoing(), id).await?)
        })
        .await?;
    Ok(Json(DeliveryResponse::of(&view, None, call.language)).into_response())
}

/// A new secret of a webhook.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RotatedSecret {
    /// New secret that signs the requests. No other response contains it.
    secret: String,
    /// Time until which requests are also signed with the previous secret.
    old_valid_until: Timestamp,
}

/// Replace the secret of a webhook.
///
/// Requests are signed with both secrets for a transition period (default 24 hours), so that the receiver can switch.
#[utoipa::path(post, path = "/api/webhooks/{id}/rotate", tag = "webhooks", operation_id = "rotateWebhookSecret",
    params(("id" = i64, Path, description = "Record id of the webhook."), CallHeaders),
    request_body = Option<RotateBody>,
    responses((status = 200, description = "The new secret. It is only returned once.", body = RotatedSecret),
        (status = 404, description = "Webhook not found.")))]
pub async fn rotate_webhook_secret(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    let id = webhook_id(&id)?;
    let call = call.with_optional_body().await?;
    let (secret, old_valid_until) = call
        .run(|api, caller, received| async move {
            let overlap = SignedDuration::from_hours(read_rotate(&received.body)?);
            Ok(api.services.webhooks.rotate_webhook_secret(&caller, id, overlap).await?)
        })
        .await?;
    Ok(Json(RotatedSecret { secret: revealed(secret), old_valid_until }).into_response())
}

/// A page of deliveries, newest first.
#[derive(Serialize, ToSchema)]
pub struct DeliveryPage {
    items: Vec<DeliveryResponse>,
    /// Cursor of the next page for `after`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// List the deliveries of a webhook.
///
/// Returns the deliveries with their attempts, newest first. Deliveries are stored as long as their events.
#[utoipa::path(get, path = "/api/webhooks/{id}/deliveries", tag = "webhooks", operation_id = "listWebhookDeliveries",
    params(("id" = i64, Path, description = "Record id of the webhook."), DeliveryParameters),
    responses((status = 200, description = "One page of results.", body = DeliveryPage),
        (status = 404, description = "Webhook not found.")))]
pub async fn list_webhook_deliveries(
    Path(id): Path<String>,
    QueryRequest { api, caller, language, uri }: QueryRequest,
) -> Result<Response, ApiError> {
    let mut parameters = Parameters::of::<DeliveryParameters>(&uri);
    let statuses = choice(DeliveryStatus::ALL, DeliveryStatus::as_str);
    let status = parameters.one("status", statuses, DeliveryStatus::parse);
    let before = after(&mut parameters, |text| text.parse().ok().map(DeliveryId));
    let limit = limit(&mut parameters, MAX_PAGE_SIZE);
    parameters.finish()?;
    let query = DeliveryQuery { webhook: webhook_id(&id)?, status, before, limit: limit + 1 };
    let mut views = api.services.webhooks.webhook_deliveries(&caller, query).await?;
    let next = cut(&mut views, limit, |view| view.delivery.id.to_string());
    let items = views.iter().map(|view| DeliveryResponse::of(view, None, language)).collect();
    Ok(Json(DeliveryPage { items, next }).into_response())
}

/// Read a delivery.
///
/// Returns the delivery with the body as it would be sent now.
#[utoipa::path(get, path = "/api/webhooks/{id}/deliveries/{deliveryId}", tag = "webhooks",
    operation_id = "getWebhookDelivery",
    params(("id" = i64, Path, description = "Record id of the webhook."),
        ("deliveryId" = i64, Path, description = "Id of the delivery.")),
    responses((status = 200, description = "The delivery.", body = DeliveryResponse),
        (status = 404, description = "Delivery not found.")))]
pub async fn get_webhook_delivery(
    Path((id, delivery)): Path<(String, String)>,
    ReadRequest { api, caller, language }: ReadRequest,
) -> Result<Response, ApiError> {
    let (id, delivery) = (webhook_id(&id)?, delivery_id(&delivery)?);
    let (view, body) = api.services.webhooks.webhook_delivery(&caller, &api.outgoing(), id, delivery).await?;
    Ok(Json(DeliveryResponse::of(&view, Some(body), language)).into_response())
}

/// Resend a delivery.
///
/// Sends the delivery again with the same `webhook-id`. A pending delivery is sent immediately; otherwise a new delivery
/// is created.
#[utoipa::path(post, path = "/api/webhooks/{id}/deliveries/{deliveryId}/resend", tag = "webhooks",
    operation_id = "resendWebhookDelivery",
    params(("id" = i64, Path, description = "Record id of the webhook."),
        ("deliveryId" = i64, Path, description = "Id of the delivery."),
        CallHeaders),
    responses((status = 200, description = "The pending delivery.", body = DeliveryResponse),
        (status = 404, description = "Delivery not found.")))]
pub async fn resend_webhook_delivery(
    Path((id, delivery)): Path<(String, String)>,
    call: WriteRequest,
) -> Result<Response, ApiError> {
    let (id, delivery) = (webhook_id(&id)?, delivery_id(&delivery)?);
    let call = call.without_body();
    let view = call
        .run(|api, caller, _| async move {
            Ok(api.services.webhooks.resend_delivery(&caller, id, delivery).await?)
        })
        .await?;
    Ok(Json(DeliveryResponse::of(&view, None, call.language)).into_response())
}

/// Result of a resend.
#[derive(Serialize, ToSchema)]
pub struct SentAgain {
    /// Number of deliveries that are sent again.
    deliveries: u64,
}

/// Resend deliveries since a time.
///
/// Sends all events again whose delivery was created since the given time and is no longer pending, each once, with the same
/// `webhook-id`. Failed deliveries are included.
#[utoipa::path(post, path = "/api/webhooks/{id}/resend", tag = "webhooks", operation_id = "resendWebhookDeliveries",
    params(("id" = i64, Path, description = "Record id of the webhook."), CallHeaders), request_body = ResendBody,
    responses((status = 200, description = "The number of deliveries.", body = SentAgain),
        (status = 404, description = "Webhook not found."),
        (status = 409, description = "Too many deliveries are already pending.")))]
pub async fn resend_webhook_deliveries(
    Path(id): Path<String>,
    call: WriteRequest,
) -> Result<Response, ApiError> {
    let id = webhook_id(&id)?;
    let call = call.with_body().await?;
    let deliveries = call
        .run(|api, caller, received| async move {
            Ok(api.services.webhooks.resend_since(&caller, id, read_resend(&received.body)?).await?)
        })
        .await?;
    Ok(Json(SentAgain { deliveries }).into_response())
}

async fn respond(api: &Api, view: &WebhookView) -> Result<Response, ApiError> {
    let reference = api.services.reference().await?;
    Ok(Json(WebhookResponse::of(view, &reference)).into_response())
}

/// Parses the webhook id in a path. A text that is not an id is not found.
fn webhook_id(text: &str) -> Result<WebhookId, ApiError> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(WebhookId)
        .ok_or_else(|| Problem::new(ProblemCode::WebhookNotFound, "").with("id", text.to_owned()).into())
}

/// Parses the delivery id in a path. A text that is not an id is not found.
fn delivery_id(text: &str) -> Result<DeliveryId, ApiError> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(DeliveryId).ok_or_else(|| {
        Problem::new(ProblemCode::WebhookDeliveryNotFound, "").with("id", text.to_owned()).into()
    })
}
