//! `POST /api/webhooks/{id}/test`.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};

use super::webhook_id;
use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::request::query::CallHeaders;
use crate::response::DeliveryShape;

/// Test a webhook.
///
/// Sends one event `orderdock.webhook.test` to the receiver immediately, even if the webhook is not active.
#[utoipa::path(post, path = "/api/webhooks/{id}/test", tag = "webhooks", operation_id = "testWebhook",
    params(("id" = i64, Path, description = "Record id of the webhook."), CallHeaders),
    responses((status = 200, description = "The result of the delivery.", body = DeliveryShape),
        (status = 404, description = "Webhook not found.")))]
pub async fn test_webhook(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    let (id, call) = (webhook_id(&id)?, call.without_body());
    let view = call
        .run(|api, caller, _| async move { Ok(api.app.test_webhook(&caller, &api.outgoing(), id).await?) })
        .await?;
    Ok(Json(DeliveryShape::of(&view, None, call.language)).into_response())
}
