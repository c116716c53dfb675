//! Handlers of notification rules and of the messages created from them.

use axum::Json;
use axum::extract::Path;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use orderdock_app::{Caller, RuleChange};
use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::{NotificationMessageId, NotificationRuleId};
use orderdock_domain::notification::NotificationStatus;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Language, Problem, ProblemCode};
use orderdock_store::NotificationQuery;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::handlers::page::{MAX_PAGE_SIZE, after, cut, limit};
use crate::http::error::ApiError;
use crate::http::extract::{self, BufferedRequest, QueryRequest, ReadRequest, WriteRequest};
use crate::request::notification_rule::{NotificationRuleBody, SentRule, read_rule};
use crate::request::query::{CallHeaders, NotificationList, Parameters, choice};
use crate::response::{NotificationResponse, NotificationRuleResponse, TriedRule};

/// The notification rules that the caller can read.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationRules<'a> {
    items: Vec<NotificationRuleResponse<'a>>,
    /// Whether a mail server is configured.
    mail_configured: bool,
}

/// List notification rules.
///
/// Returns the rules of the caller's organisations. Callers with access to all organisations see all rules.
#[utoipa::path(get, path = "/api/notification-rules", tag = "notifications", operation_id = "listNotificationRules",
    responses((status = 200, description = "The rules.", body = NotificationRules)))]
pub async fn list_notification_rules(
    ReadRequest { api, caller, language }: ReadRequest,
) -> Result<Response, ApiError> {
    let rules = api.services.notifications.notification_rules(&caller).await?;
    let reference = api.services.reference().await?;
    let items = rules.iter().map(|rule| NotificationRuleResponse::of(rule, &reference, language)).collect();
    let mail_configured = api.services.notifications.sends_mail();
    Ok(Json(NotificationRules { items, mail_configured }).into_response())
}

/// Create a notification rule.
///
/// A rule of an organisation covers the data of that organisation only. A message is sent for new occurrences, at
/// most once an hour, and repeated after a day while the condition lasts. Each organisation, data source and webhook
/// has its own messages.
#[utoipa::path(post, path = "/api/notification-rules", tag = "notifications", operation_id = "createNotificationRule",
    params(CallHeaders),
    request_body = NotificationRuleBody,
    responses((status = 201, description = "The created rule.", body = NotificationRuleResponse),
        (status = 404, description = "Webhook not found."),
        (status = 409, description = "The limit of 200 rules is reached.")))]
pub async fn create_notification_rule(call: WriteRequest) -> Result<Response, ApiError> {
    let call = call.with_body().await?;
    let id = call
        .run(|api, caller, received| async move {
            let (_, change) = read(&api, &caller, &received.body, None).await?;
            Ok(api.services.notifications.create_notification_rule(&caller, change).await?)
        })
        .await?;
    respond(&call.api, &call.caller, id, (StatusCode::CREATED, call.language))
        .await
        .map_err(ApiError::after_commit)
}

/// Try an unsaved notification rule.
///
/// Returns the messages that the rule would have created if it had been active during the last 7 days.
#[utoipa::path(post, path = "/api/notification-rules/try", tag = "notifications", operation_id = "tryNewNotificationRule",
    params(CallHeaders),
    request_body = NotificationRuleBody,
    responses((status = 200, description = "The messages that would have been sent.", body = TriedRule),
        (status = 404, description = "Webhook not found.")))]
pub async fn try_new_notification_rule(call: WriteRequest) -> Result<Response, ApiError> {
    let BufferedRequest { api, caller, received, .. } = call.with_body().await?;
    let _permit = api.active_limits.list(&caller).await?;
    let work = async {
        let (_, change) = read(&api, &caller, &received.body, None).await?;
        Ok(api.services.notifications.try_new_rule(&caller, change).await?)
    };
    let tried = work.await.map_err(|error| extract::with_positions(error, &received.body))?;
    Ok(Json(TriedRule::of(&tried)).into_response())
}

/// Read a notification rule.
#[utoipa::path(get, path = "/api/notification-rules/{id}", tag = "notifications", operation_id = "getNotificationRule",
    params(("id" = i64, Path, description = "Record id of the rule.")),
    responses((status = 200, description = "The rule.", body = NotificationRuleResponse),
        (status = 404, description = "Notification rule not found.")))]
pub async fn get_notification_rule(
    Path(id): Path<String>,
    ReadRequest { api, caller, language }: ReadRequest,
) -> Result<Response, ApiError> {
    respond(&api, &caller, rule_id(&id)?, (StatusCode::OK, language)).await
}

/// Change a notification rule.
///
/// Changes the given fields. Absent fields stay unchanged; null clears a field. `version` is the version
/// that was read.
#[utoipa::path(patch, path = "/api/notification-rules/{id}", tag = "notifications",
    operation_id = "changeNotificationRule",
    params(("id" = i64, Path, description = "Record id of the rule.")), request_body = NotificationRuleBody,
    responses((status = 200, description = "The rule after the change.", body = NotificationRuleResponse),
        (status = 404, description = "Notification rule not found."),
        (status = 409, description = "The rule was changed since it was read.")))]
pub async fn change_notification_rule(
    Path(id): Path<String>,
    call: WriteRequest,
) -> Result<Response, ApiError> {
    let id = rule_id(&id)?;
    let call = call.with_body().await?;
    call.run(|api, caller, received| async move {
        let (version, change) = read(&api, &caller, &received.body, Some(id)).await?;
        let version = version.unwrap_or_default();
        Ok(api.services.notifications.change_notification_rule(&caller, id, version, change).await?)
    })
    .await?;
    respond(&call.api, &call.caller, id, (StatusCode::OK, call.language))
        .await
        .map_err(ApiError::after_commit)
}

/// Delete a notification rule.
///
/// Deletes the rule. Messages that it created are still sent.
#[utoipa::path(delete, path = "/api/notification-rules/{id}", tag = "notifications",
    operation_id = "removeNotificationRule", params(("id" = i64, Path, description = "Record id of the rule.")),
    responses((status = 204, description = "The rule was deleted."),
        (status = 404, description = "Notification rule not found.")))]
pub async fn remove_notification_rule(
    Path(id): Path<String>,
    call: WriteRequest,
) -> Result<Response, ApiError> {
    let (id, call) = (rule_id(&id)?, call.without_body());
    call.run(|api, caller, _| async move {
        Ok(api.services.notifications.remove_notification_rule(&caller, id).await?)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

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
    ReadRequest { api, caller, .. }: ReadRequest,
) -> Result<Response, ApiError> {
    let id = rule_id(&id)?;
    let _permit = api.active_limits.list(&caller).await?;
    Ok(Json(TriedRule::of(&api.services.notifications.try_rule(&caller, id).await?)).into_response())
}

/// A page of messages, newest first.
#[derive(Serialize, ToSchema)]
pub struct NotificationPage<'a> {
    items: Vec<NotificationResponse<'a>>,
    /// Cursor of the next page for `after`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// List notification messages.
///
/// Returns messages of notification rules with their delivery state. Messages are kept for 30 days.
#[utoipa::path(get, path = "/api/notification-rules/messages", tag = "notifications", operation_id = "listNotifications",
    params(NotificationList),
    responses((status = 200, description = "One page of results.", body = NotificationPage)))]
pub async fn list_notifications(
    QueryRequest { api, caller, language, uri }: QueryRequest,
) -> Result<Response, ApiError> {
    let (query, limit) = read_query(&uri)?;
    let mut found = api.services.notifications.notifications(&caller, query).await?;
    let next = cut(&mut found, limit, |last| last.id.to_string());
    let reference = api.services.reference().await?;
    let items = found.iter().map(|message| NotificationResponse::of(message, &reference, language)).collect();
    Ok(Json(NotificationPage { items, next }).into_response())
}

/// Reads the query and page size.
fn read_query(uri: &Uri) -> Result<(NotificationQuery, u32), ApiError> {
    let mut parameters = Parameters::of::<NotificationList>(uri);
    let statuses = choice(NotificationStatus::ALL, NotificationStatus::as_str);
    let mut query = NotificationQuery {
        organisations: OrgScope::These(Vec::new()),
        rule: parameters
            .one("ruleId", Phrase::AWholeNumber, |word| word.parse().ok().map(NotificationRuleId)),
        status: parameters.one("status", statuses, NotificationStatus::parse),
        before: after(&mut parameters, |word| word.parse().ok().map(NotificationMessageId)),
        limit: limit(&mut parameters, MAX_PAGE_SIZE),
    };
    parameters.finish()?;
    let limit = query.limit;
    query.limit += 1;
    Ok((query, limit))
}

/// Reads a new or changed rule. An error contains all problems, including those of the use case.
async fn read(
    api: &Api,
    caller: &Caller,
    sent: &[u8],
    stored: Option<NotificationRuleId>,
) -> Result<(Option<i64>, RuleChange), ApiError> {
    let reference = api.services.reference().await?;
    let SentRule { version, change, error } = read_rule(sent, caller, &reference, stored.is_some())?;
    let Some(error) = error else { return Ok((version, change)) };
    match api.services.notifications.check_rule(caller, stored, change).await {
        Ok(()) => Err(error),
        // if the rule does not exist, only the problems of the body are known
        Err(failure) if failure.status() == 404 => Err(error),
        // without permission, the problems of the body are not returned
        Err(failure) if failure.problems.iter().any(|problem| problem.pointer.is_empty()) => {
            Err(failure.into())
        }
        Err(failure) => Err(error.with(failure.problems)),
    }
}

async fn respond(
    api: &Api,
    caller: &Caller,
    id: NotificationRuleId,
    (status, language): (StatusCode, Language),
) -> Result<Response, ApiError> {
    let rule = api.services.notifications.notification_rule(caller, id).await?;
    let reference = api.services.reference().await?;
    Ok((status, Json(NotificationRuleResponse::of(&rule, &reference, language))).into_response())
}

fn rule_id(text: &str) -> Result<NotificationRuleId, ApiError> {
    let id = text.parse().ok().filter(|id| *id > 0).map(NotificationRuleId);
    id.ok_or_else(|| Problem::new(ProblemCode::NotificationRuleNotFound, "").with("id", text).into())
}
