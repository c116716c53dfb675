//! Where events are sent, and what came of it.

pub mod change_webhook;
pub mod create_webhook;
pub mod get_webhook;
pub mod get_webhook_delivery;
pub mod list_webhook_deliveries;
pub mod list_webhooks;
pub mod remove_webhook;
pub mod resend_webhook_deliveries;
pub mod resend_webhook_delivery;
pub mod rotate_webhook_secret;
pub mod test_webhook;

use axum::Json;
use axum::response::{IntoResponse, Response};
use orderdock_app::WebhookView;
use orderdock_domain::ids::{DeliveryId, WebhookId};
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::Api;
use crate::http::refusal::Refusal;
use crate::response::WebhookShape;

async fn answer(api: &Api, view: &WebhookView) -> Result<Response, Refusal> {
    let reference = api.app.reference().await?;
    Ok(Json(WebhookShape::of(view, &reference)).into_response())
}

/// A path's webhook; a text that is no id names none.
fn webhook_id(text: &str) -> Result<WebhookId, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(WebhookId)
        .ok_or_else(|| Problem::new(ProblemCode::WebhookNotFound, "").with("id", text.to_owned()).into())
}

/// A path's delivery; a text that is no id names none.
fn delivery_id(text: &str) -> Result<DeliveryId, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(DeliveryId).ok_or_else(|| {
        Problem::new(ProblemCode::WebhookDeliveryNotFound, "").with("id", text.to_owned()).into()
    })
}
