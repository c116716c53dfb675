//! `PATCH /api/webhooks/{id}`.

use axum::extract::Path;
use axum::response::Response;

use super::{answer, webhook_id};
use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::request::webhook_body::{WebhookPatchMembers, WebhookSender, read_patch};
use crate::response::WebhookShape;

/// Change a webhook.
///
/// Accepts a JSON Merge Patch with the version that was read. `active: false` pauses the webhook. `true` resumes it
/// with all pending deliveries, also after it was paused or ended because of failed deliveries.
#[utoipa::path(patch, path = "/api/webhooks/{id}", tag = "webhooks", operation_id = "changeWebhook",
    params(("id" = i64, Path, description = "Record id of the webhook.")), request_body = WebhookPatchMembers,
    responses((status = 200, description = "The webhook after the change.", body = WebhookShape),
        (status = 404, description = "Webhook not found."),
        (status = 409, description = "The webhook was changed since it was read.")))]
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
