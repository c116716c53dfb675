//! `DELETE /api/notification-rules/{id}`.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::rule_id;
use crate::http::call::Writing;
use crate::http::refusal::Refusal;

/// Delete a notification rule.
///
/// Deletes the rule. Messages that it created are still sent.
#[utoipa::path(delete, path = "/api/notification-rules/{id}", tag = "notifications",
    operation_id = "removeNotificationRule", params(("id" = i64, Path, description = "Record id of the rule.")),
    responses((status = 204, description = "The rule was deleted."),
        (status = 404, description = "Notification rule not found.")))]
pub async fn remove_notification_rule(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    let (id, call) = (rule_id(&id)?, call.without_body());
    call.run(|api, caller, _| async move { Ok(api.app.remove_notification_rule(&caller, id).await?) })
        .await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
