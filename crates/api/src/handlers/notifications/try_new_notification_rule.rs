//! `POST /api/notification-rules/try`.

use axum::Json;
use axum::response::{IntoResponse, Response};

use super::read;
use crate::http::call::{self, Writing, Written};
use crate::http::refusal::Refusal;
use crate::request::notification_rule::NotificationRuleMembers;
use crate::request::query::CallHeaders;
use crate::response::TriedRule;

/// Try an unsaved notification rule.
///
/// Returns the messages that the rule would have created if it had been active during the last 7 days.
#[utoipa::path(post, path = "/api/notification-rules/try", tag = "notifications", operation_id = "tryNewNotificationRule",
    params(CallHeaders),
    request_body = NotificationRuleMembers,
    responses((status = 200, description = "The messages that would have been sent.", body = TriedRule),
        (status = 404, description = "Webhook not found.")))]
pub async fn try_new_notification_rule(call: Writing) -> Result<Response, Refusal> {
    let Written { api, caller, received, .. } = call.with_body().await?;
    let _place = api.in_force.list(&caller).await?;
    let work = async {
        let (_, change) = read(&api, &caller, &received.body, None).await?;
        Ok(api.app.try_new_rule(&caller, change).await?)
    };
    let tried = work.await.map_err(|refusal| call::placed(refusal, &received.body))?;
    Ok(Json(TriedRule::of(&tried)).into_response())
}
