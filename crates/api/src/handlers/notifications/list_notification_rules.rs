//! `GET /api/notification-rules`.

use axum::Json;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::call::Reading;
use crate::http::refusal::Refusal;
use crate::response::NotificationRuleShape;

/// The notification rules that the caller can read.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationRules<'a> {
    items: Vec<NotificationRuleShape<'a>>,
    /// Whether a mail server is configured.
    mail_configured: bool,
}

/// List notification rules.
///
/// Returns the rules of the caller's organisations. Callers with access to all organisations see all rules.
#[utoipa::path(get, path = "/api/notification-rules", tag = "notifications", operation_id = "listNotificationRules",
    responses((status = 200, description = "The rules.", body = NotificationRules)))]
pub async fn list_notification_rules(
    Reading { api, caller, language }: Reading,
) -> Result<Response, Refusal> {
    let rules = api.app.notification_rules(&caller).await?;
    let reference = api.app.reference().await?;
    let items = rules.iter().map(|rule| NotificationRuleShape::of(rule, &reference, language)).collect();
    let mail_configured = api.app.sends_mail();
    Ok(Json(NotificationRules { items, mail_configured }).into_response())
}
