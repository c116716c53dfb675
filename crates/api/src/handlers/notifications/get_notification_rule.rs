//! `GET /api/notification-rules/{id}`.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;

use super::{answer, rule_id};
use crate::http::call::Reading;
use crate::http::refusal::Refusal;
use crate::response::NotificationRuleShape;

/// Read a notification rule.
#[utoipa::path(get, path = "/api/notification-rules/{id}", tag = "notifications", operation_id = "getNotificationRule",
    params(("id" = i64, Path, description = "Record id of the rule.")),
    responses((status = 200, description = "The rule.", body = NotificationRuleShape),
        (status = 404, description = "Notification rule not found.")))]
pub async fn get_notification_rule(
    Path(id): Path<String>,
    Reading { api, caller, language }: Reading,
) -> Result<Response, Refusal> {
    answer(&api, &caller, rule_id(&id)?, (StatusCode::OK, language)).await
}
