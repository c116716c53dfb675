//! `POST /api/notification-rules`.

use axum::http::StatusCode;
use axum::response::Response;

use super::{answer, read};
use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::request::notification_rule::NotificationRuleMembers;
use crate::request::query::CallHeaders;
use crate::response::NotificationRuleShape;

/// Create a notification rule.
///
/// A rule of an organisation covers the data of that organisation only. A message is sent for new occurrences, at
/// most once an hour, and repeated after a day while the condition lasts. Each organisation, data source and webhook
/// has its own messages.
#[utoipa::path(post, path = "/api/notification-rules", tag = "notifications", operation_id = "createNotificationRule",
    params(CallHeaders),
    request_body = NotificationRuleMembers,
    responses((status = 201, description = "The created rule.", body = NotificationRuleShape),
        (status = 404, description = "Webhook not found."),
        (status = 409, description = "The limit of 200 rules is reached.")))]
pub async fn create_notification_rule(call: Writing) -> Result<Response, Refusal> {
    let call = call.with_body().await?;
    let id = call
        .run(|api, caller, received| async move {
            let (_, change) = read(&api, &caller, &received.body, None).await?;
            Ok(api.app.create_notification_rule(&caller, change).await?)
        })
        .await?;
    answer(&call.api, &call.caller, id, (StatusCode::CREATED, call.language))
        .await
        .map_err(Refusal::after_commit)
}
