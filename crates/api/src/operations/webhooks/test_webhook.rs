//! `POST /api/webhooks/{id}/test`.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};

use super::webhook_id;
use crate::http::call::Writing;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::read::query::CallHeaders;
use crate::shape::DeliveryShape;

/// Test a webhook.
///
/// Calls its receiver once and at once with an event `orderdock.webhook.test`, whether it is active or not.
#[utoipa::path(post, path = "/api/webhooks/{id}/test", tag = "webhooks", operation_id = "testWebhook",
    params(("id" = i64, Path, description = "Its id."), CallHeaders),
    responses((status = 200, description = "What came of it.", body = DeliveryShape),
        (status = 404, description = "Webhook not found.", body = ProblemDocument)))]
pub async fn test_webhook(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    let (id, call) = (webhook_id(&id)?, call.without_body());
    let view = call
        .run(|api, caller, _| async move { Ok(api.app.test_webhook(&caller, &api.outgoing(), id).await?) })
        .await?;
    Ok(Json(DeliveryShape::of(&view, None, call.language)).into_response())
}
