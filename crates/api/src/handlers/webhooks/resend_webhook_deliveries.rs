//! `POST /api/webhooks/{id}/resend`.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::webhook_id;
use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::request::query::CallHeaders;
use crate::request::webhook_body::{ResendMembers, read_resend};

/// Result of a resend.
#[derive(Serialize, ToSchema)]
pub struct SentAgain {
    /// Number of deliveries that are sent again.
    deliveries: u64,
}

/// Resend deliveries since a time.
///
/// Resends all events that were sent since the given time, each once, with the same `webhook-id`.
#[utoipa::path(post, path = "/api/webhooks/{id}/resend", tag = "webhooks", operation_id = "resendWebhookDeliveries",
    params(("id" = i64, Path, description = "Record id of the webhook."), CallHeaders), request_body = ResendMembers,
    responses((status = 200, description = "The number of deliveries.", body = SentAgain),
        (status = 404, description = "Webhook not found."),
        (status = 409, description = "Too many deliveries are already pending.")))]
pub async fn resend_webhook_deliveries(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    let id = webhook_id(&id)?;
    let call = call.with_body().await?;
    let deliveries = call
        .run(|api, caller, received| async move {
            Ok(api.app.resend_since(&caller, id, read_resend(&received.body)?).await?)
        })
        .await?;
    Ok(Json(SentAgain { deliveries }).into_response())
}
