//! `POST /api/notification-rules/{id}/try`.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};

use super::rule_id;
use crate::http::call::Reading;
use crate::http::refusal::Refusal;
use crate::request::query::CallHeaders;
use crate::response::TriedRule;

/// Try a notification rule.
///
/// Returns the messages that the rule would have created if it had been active during the last 7 days.
#[utoipa::path(post, path = "/api/notification-rules/{id}/try", tag = "notifications",
    operation_id = "tryNotificationRule",
    params(("id" = i64, Path, description = "Record id of the rule."), CallHeaders),
    responses((status = 200, description = "The messages that would have been sent.", body = TriedRule),
        (status = 404, description = "Notification rule not found.")))]
pub async fn try_notification_rule(
    Path(id): Path<String>,
    Reading { api, caller, .. }: Reading,
) -> Result<Response, Refusal> {
    let id = rule_id(&id)?;
    let _place = api.in_force.list(&caller).await?;
    Ok(Json(TriedRule::of(&api.app.try_rule(&caller, id).await?)).into_response())
}
