//! `PATCH /api/notification-rules/{id}`.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;

use super::{answer, read, rule_id};
use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::request::notification_rule::NotificationRuleMembers;
use crate::response::NotificationRuleShape;

/// Change a notification rule.
///
/// Changes the given fields. Absent fields stay unchanged; null clears a field. `version` is the version
/// that was read.
#[utoipa::path(patch, path = "/api/notification-rules/{id}", tag = "notifications",
    operation_id = "changeNotificationRule",
    params(("id" = i64, Path, description = "Record id of the rule.")), request_body = NotificationRuleMembers,
    responses((status = 200, description = "The rule after the change.", body = NotificationRuleShape),
        (status = 404, description = "Notification rule not found."),
        (status = 409, description = "The rule was changed since it was read.")))]
pub async fn change_notification_rule(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    let id = rule_id(&id)?;
    let call = call.with_body().await?;
    call.run(|api, caller, received| async move {
        let (version, change) = read(&api, &caller, &received.body, Some(id)).await?;
        let version = version.unwrap_or_default();
        Ok(api.app.change_notification_rule(&caller, id, version, change).await?)
    })
    .await?;
    answer(&call.api, &call.caller, id, (StatusCode::OK, call.language)).await.map_err(Refusal::after_commit)
}
