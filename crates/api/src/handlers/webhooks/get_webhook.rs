//! `GET /api/webhooks/{id}`.

use axum::extract::Path;
use axum::response::Response;

use super::{answer, webhook_id};
use crate::http::call::Reading;
use crate::http::refusal::Refusal;
use crate::response::WebhookShape;

/// Read a webhook.
#[utoipa::path(get, path = "/api/webhooks/{id}", tag = "webhooks", operation_id = "getWebhook",
    params(("id" = i64, Path, description = "Record id of the webhook.")),
    responses((status = 200, description = "The webhook.", body = WebhookShape),
        (status = 404, description = "Webhook not found.")))]
pub async fn get_webhook(
    Path(id): Path<String>,
    Reading { api, caller, .. }: Reading,
) -> Result<Response, Refusal> {
    let view = api.app.webhook(&caller, webhook_id(&id)?).await?;
    answer(&api, &view).await
}
