//! `GET /api/notification-rules/messages`.

use axum::Json;
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::{NotificationMessageId, NotificationRuleId};
use orderdock_domain::notification::NotificationStatus;
use orderdock_domain::phrase::Phrase;
use orderdock_store::NotificationQuery;
use serde::Serialize;
use utoipa::ToSchema;

use crate::handlers::page::{MOST, after, cut, limit};
use crate::http::call::Asking;
use crate::http::refusal::Refusal;
use crate::request::query::{NotificationList, Parameters, choice};
use crate::response::NotificationShape;

/// A page of messages, newest first.
#[derive(Serialize, ToSchema)]
pub struct NotificationPage<'a> {
    items: Vec<NotificationShape<'a>>,
    /// Cursor for the next page, to be sent as `after`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// List notification messages.
///
/// Returns messages of notification rules with their delivery state. Messages are kept for 30 days.
#[utoipa::path(get, path = "/api/notification-rules/messages", tag = "notifications", operation_id = "listNotifications",
    params(NotificationList),
    responses((status = 200, description = "One page of results.", body = NotificationPage)))]
pub async fn list_notifications(Asking { api, caller, language, uri }: Asking) -> Result<Response, Refusal> {
    let (query, limit) = read_query(&uri)?;
    let mut found = api.app.notifications(&caller, query).await?;
    let next = cut(&mut found, limit, |last| last.id.to_string());
    let reference = api.app.reference().await?;
    let items = found.iter().map(|message| NotificationShape::of(message, &reference, language)).collect();
    Ok(Json(NotificationPage { items, next }).into_response())
}

/// What is looked for, and how much of it a page has.
fn read_query(uri: &Uri) -> Result<(NotificationQuery, u32), Refusal> {
    let mut parameters = Parameters::of::<NotificationList>(uri);
    let statuses = choice(NotificationStatus::ALL, NotificationStatus::as_str);
    let mut query = NotificationQuery {
        organisations: OrgScope::These(Vec::new()),
        rule: parameters
            .one("ruleId", Phrase::AWholeNumber, |word| word.parse().ok().map(NotificationRuleId)),
        status: parameters.one("status", statuses, NotificationStatus::parse),
        before: after(&mut parameters, |word| word.parse().ok().map(NotificationMessageId)),
        limit: limit(&mut parameters, MOST),
    };
    parameters.finish()?;
    let limit = query.limit;
    query.limit += 1;
    Ok((query, limit))
}
