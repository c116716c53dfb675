//! `GET /api/webhooks`.

use axum::Json;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::call::Reading;
use crate::http::refusal::Refusal;
use crate::response::WebhookShape;

/// The webhooks.
#[derive(Serialize, ToSchema)]
pub struct WebhookList {
    items: Vec<WebhookShape>,
}

/// List webhooks.
///
/// Returns the webhooks of the caller's organisations with their delivery status.
#[utoipa::path(get, path = "/api/webhooks", tag = "webhooks", operation_id = "listWebhooks",
    responses((status = 200, description = "The webhooks.", body = WebhookList)))]
pub async fn list_webhooks(Reading { api, caller, .. }: Reading) -> Result<Response, Refusal> {
    let views = api.app.webhooks(&caller).await?;
    let reference = api.app.reference().await?;
    let items = views.iter().map(|view| WebhookShape::of(view, &reference)).collect();
    Ok(Json(WebhookList { items }).into_response())
}
