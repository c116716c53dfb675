//! `POST /api/webhooks/{id}/rotate`.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use jiff::{SignedDuration, Timestamp};
use orderdock_app::revealed;
use serde::Serialize;
use utoipa::ToSchema;

use super::webhook_id;
use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::request::query::CallHeaders;
use crate::request::webhook_body::{RotateMembers, read_rotate};

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
    request_body = Option<RotateMembers>,
    responses((status = 200, description = "The new secret. It is only returned once.", body = RotatedSecret),
        (status = 404, description = "Webhook not found.")))]
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
