//! What people want to be notified of, and the messages that were made.

pub mod change_notification_rule;
pub mod create_notification_rule;
pub mod get_notification_rule;
pub mod list_notification_rules;
pub mod list_notifications;
pub mod remove_notification_rule;
pub mod try_new_notification_rule;
pub mod try_notification_rule;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use orderdock_app::{OpContext, RuleChange};
use orderdock_domain::ids::NotificationRuleId;
use orderdock_domain::problem::{Language, Problem, ProblemCode};

use crate::Api;
use crate::http::refusal::Refusal;
use crate::request::notification_rule::{SentRule, read_rule};
use crate::response::NotificationRuleShape;

/// Reads what is said of a rule, new or stored; a refusal lists everything that is wrong with it at once.
async fn read(
    api: &Api,
    caller: &OpContext,
    sent: &[u8],
    stored: Option<NotificationRuleId>,
) -> Result<(Option<i64>, RuleChange), Refusal> {
    let reference = api.app.reference().await?;
    let SentRule { version, change, refusal } = read_rule(sent, caller, &reference, stored.is_some())?;
    let Some(refusal) = refusal else { return Ok((version, change)) };
    match api.app.check_rule(caller, stored, change).await {
        Ok(()) => Err(refusal),
        // of what is not there nothing more can be said
        Err(failure) if failure.status() == 404 => Err(refusal),
        // who may not has no need of the rest
        Err(failure) if failure.problems.iter().any(|problem| problem.pointer.is_empty()) => {
            Err(failure.into())
        }
        Err(failure) => Err(refusal.with(failure.problems)),
    }
}

async fn answer(
    api: &Api,
    caller: &OpContext,
    id: NotificationRuleId,
    (status, language): (StatusCode, Language),
) -> Result<Response, Refusal> {
    let rule = api.app.notification_rule(caller, id).await?;
    let reference = api.app.reference().await?;
    Ok((status, Json(NotificationRuleShape::of(&rule, &reference, language))).into_response())
}

fn rule_id(text: &str) -> Result<NotificationRuleId, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0).map(NotificationRuleId);
    id.ok_or_else(|| Problem::new(ProblemCode::NotificationRuleNotFound, "").with("id", text).into())
}
