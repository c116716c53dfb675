//! `DELETE /api/webhooks/{id}`.

use axum::extract::Path;
use axum::http::StatusCode;

use super::webhook_id;
use crate::http::call::Writing;
use crate::http::refusal::Refusal;

/// Delete a webhook.
///
/// Stops all deliveries and deletes their log.
#[utoipa::path(delete, path = "/api/webhooks/{id}", tag = "webhooks", operation_id = "removeWebhook",
    params(("id" = i64, Path, description = "Record id of the webhook.")),
    responses((status = 204, description = "The webhook was deleted."),
        (status = 404, description = "Webhook not found.")))]
pub async fn remove_webhook(Path(id): Path<String>, call: Writing) -> Result<StatusCode, Refusal> {
    let (id, call) = (webhook_id(&id)?, call.without_body());
    call.run(|api, caller, _| async move { Ok(api.app.remove_webhook(&caller, id).await?) }).await?;
    Ok(StatusCode::NO_CONTENT)
}
