//! Handlers of rejected rows.

pub mod export;
pub mod send;

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use orderdock_app::RejectedRowGroups;
use orderdock_domain::cast;
use orderdock_domain::ids::RejectedRowId;
use orderdock_domain::import::RejectedRowStatus;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Language, Param};
use orderdock_domain::text::Code;
use orderdock_store::{
    RejectedRowEntry, RejectedRowFilter, RejectedRowGroup, RejectedRowQuery, RejectedRowSort,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::handlers::page::{self, MAX_PAGE_SIZE, cut};
use crate::http::error::ApiError;
use crate::http::extract::{self, QueryRequest, ReadRequest, WriteRequest};
use crate::request::json::parse;
use crate::request::located::located;
use crate::request::query::{
    CallHeaders, Parameters, RejectedRowFilters, RejectedRowGroupPage, RejectedRowList,
};
use crate::request::rejected_rows::{
    DismissAllBody, DismissBody, NO_SOURCE, read_dismissal, read_dismissals, read_filter, rejected_row_id,
};
use crate::response::{Id, LocatedProblem, RejectedRowResponse};

/// Maximum number of groups in a response.
const MAX_GROUPS: usize = 200;

/// A page of rejected rows.
#[derive(Serialize, ToSchema)]
pub struct RejectedRowPage<'a> {
    items: Vec<RejectedRowResponse<'a>>,
    /// Cursor of the next page for `after`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// Rejected rows, grouped by cause and data source.
#[derive(Serialize, ToSchema)]
pub struct RejectedRowCauses<'a> {
    /// Largest first, at most 200.
    items: Vec<RejectedRowCause<'a>>,
    more: bool,
    /// Number of rows in all groups.
    rows: u64,
    /// Number of rows by status, regardless of the filter `status`.
    statuses: BTreeMap<&'static str, u64>,
}

/// Rejected rows with the same first problem and data source.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RejectedRowCause<'a> {
    #[schema(example = "product.unknown")]
    code: &'static str,
    data_source: Option<&'a str>,
    rows: u64,
    #[serde(rename = "fellWith")]
    rejected_with: u64,
    senders: u64,
    oldest: Timestamp,
    newest: Timestamp,
    example: Id,
    message: String,
    /// Parameters of the list for this group.
    filter: BTreeMap<&'static str, &'a str>,
}

/// Number of dismissed rows.
#[derive(Serialize, ToSchema)]
pub struct DismissedRows {
    dismissed: u64,
}

/// List rejected rows.
///
/// Returns rows that imports rejected because of their own errors, and unreadable bodies. A row that is rejected again
/// stays one entry. Rows without an organisation are only returned to callers for all organisations.
#[utoipa::path(get, path = "/api/rejected-rows", tag = "rejected rows", operation_id = "listRejectedRows",
    params(RejectedRowFilters, RejectedRowList),
    responses((status = 200, description = "One page of results.", body = RejectedRowPage)))]
pub async fn list_rejected_rows(
    QueryRequest { api, caller, uri, language }: QueryRequest,
) -> Result<Response, ApiError> {
    let reference = api.services.reference().await?;
    let mut parameters = Parameters::of::<(RejectedRowFilters, RejectedRowList)>(&uri);
    let filter = read_filter(&mut parameters, &caller, &reference)?;
    let sorts = ["lastRejectedAt", "-lastRejectedAt", "firstRejectedAt", "-firstRejectedAt"];
    let sort = parameters.one("sort", Param::one_of(sorts), |word| match word {
        "lastRejectedAt" => Some((RejectedRowSort::LastRejected, true)),
        "-lastRejectedAt" => Some((RejectedRowSort::LastRejected, false)),
        "firstRejectedAt" => Some((RejectedRowSort::FirstRejected, true)),
        "-firstRejectedAt" => Some((RejectedRowSort::FirstRejected, false)),
        _ => None,
    });
    let (sort, ascending) = sort.unwrap_or_default();
    let after = parameters.one("after", Phrase::PageNext, read_cursor);
    let limit = page::limit(&mut parameters, MAX_PAGE_SIZE);
    parameters.finish()?;
    let query = RejectedRowQuery { filter, sort, ascending, after, limit: limit + 1, whole: false };
    let mut found = api.services.rejected_rows.rejected_rows(&caller, query).await?;
    let next = cut(&mut found, limit, |last| cursor(last, sort));
    let items = found.iter().map(|entry| RejectedRowResponse::of(entry, &reference, language)).collect();
    Ok(Json(RejectedRowPage { items, next }).into_response())
}

fn cursor(last: &RejectedRowEntry, sort: RejectedRowSort) -> String {
    let at = match sort {
        RejectedRowSort::LastRejected => last.content.at,
        RejectedRowSort::FirstRejected => last.first_at,
    };
    URL_SAFE_NO_PAD.encode(format!("{} {}", at.as_microsecond(), last.id))
}

fn read_cursor(text: &str) -> Option<(Timestamp, RejectedRowId)> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
    let (at, id) = text.split_once(' ')?;
    let at = Timestamp::from_microsecond(at.parse().ok()?).ok()?;
    Some((at, RejectedRowId(id.parse().ok()?)))
}

/// Group rejected rows.
///
/// Groups rejected rows by their first problem and data source. Without `status`, only open rows are grouped.
#[utoipa::path(get, path = "/api/rejected-rows/causes", tag = "rejected rows", operation_id = "groupRejectedRows",
    params(RejectedRowFilters, RejectedRowGroupPage),
    responses((status = 200, description = "The groups.", body = RejectedRowCauses)))]
pub async fn group_rejected_rows(
    QueryRequest { api, caller, uri, language }: QueryRequest,
) -> Result<Response, ApiError> {
    let reference = api.services.reference().await?;
    let mut parameters = Parameters::of::<(RejectedRowFilters, RejectedRowGroupPage)>(&uri);
    let filter = open_by_default(read_filter(&mut parameters, &caller, &reference)?);
    let skipped = cast::<usize>(page::offset(&mut parameters).unwrap_or_default());
    parameters.finish()?;
    let RejectedRowGroups { groups, statuses } =
        api.services.rejected_rows.rejected_row_groups(&caller, filter).await?;
    let page = groups.iter().skip(skipped).take(MAX_GROUPS);
    let response = RejectedRowCauses {
        items: page.map(|group| RejectedRowCause::of(group, &reference, language)).collect(),
        more: groups.len() > skipped.saturating_add(MAX_GROUPS),
        rows: groups.iter().map(|group| group.rows).sum(),
        statuses: by_status(&statuses),
    };
    Ok(Json(response).into_response())
}

/// Limits a filter without statuses to open rows.
fn open_by_default(mut filter: RejectedRowFilter) -> RejectedRowFilter {
    if filter.statuses.is_empty() {
        filter.statuses.push(RejectedRowStatus::Open);
    }
    filter
}

/// Returns the number of rows of every status.
fn by_status(counts: &[(RejectedRowStatus, u64)]) -> BTreeMap<&'static str, u64> {
    let of = |status| counts.iter().find(|(known, _)| *known == status).map_or(0, |(_, count)| *count);
    RejectedRowStatus::ALL.iter().map(|status| (status.as_str(), of(*status))).collect()
}

impl<'a> RejectedRowCause<'a> {
    fn of(group: &RejectedRowGroup, reference: &'a Reference, language: Language) -> Self {
        let source = group.data_source.and_then(|id| reference.data_source(id));
        let data_source = source.and_then(|source| source.internal_names.first()).map(Code::as_str);
        let code = group.code.as_str();
        Self {
            code,
            data_source,
            rows: group.rows,
            rejected_with: group.rejected_with,
            senders: group.senders,
            oldest: group.oldest,
            newest: group.newest,
            example: Id(group.example.0),
            message: group.code.summary(language),
            filter: [("cause", code), ("dataSource", data_source.unwrap_or(NO_SOURCE))].into(),
        }
    }
}

/// Read a rejected row.
#[utoipa::path(get, path = "/api/rejected-rows/{id}", tag = "rejected rows", operation_id = "getRejectedRow",
    params(("id" = i64, Path, description = "Record id of the rejected row.")),
    responses((status = 200, description = "The rejected row.", body = RejectedRowResponse),
        (status = 404, description = "Not found.")))]
pub async fn get_rejected_row(
    Path(id): Path<String>,
    ReadRequest { api, caller, language }: ReadRequest,
) -> Result<Response, ApiError> {
    let entry = api.services.rejected_rows.rejected_row(&caller, rejected_row_id(&id)?).await?;
    respond(&api, &entry, language).await
}

async fn respond(api: &Api, entry: &RejectedRowEntry, language: Language) -> Result<Response, ApiError> {
    let reference = api.services.reference().await?;
    let problems = located_problems(entry);
    Ok(Json(RejectedRowResponse::whole(entry, &problems, &reference, language)).into_response())
}

/// Returns the problems of an entry with their positions in its text.
fn located_problems(entry: &RejectedRowEntry) -> Vec<LocatedProblem> {
    let content = &entry.content;
    if content.index.is_none()
        && let Err(fault) = parse(&content.text)
    {
        let found = located(content.text.as_bytes(), vec![(None, fault.finding())]);
        if content.problems.iter().map(|problem| problem.code).eq(found.iter().map(|one| one.problem.code)) {
            return found;
        }
    }
    let located = extract::located_problems(content.problems.iter(), content.text.as_bytes());
    if located.is_empty() { content.problems.iter().cloned().map(Into::into).collect() } else { located }
}

/// Dismiss rejected rows.
///
/// Dismisses the open rows of a list of ids or of a filter.
#[utoipa::path(post, path = "/api/rejected-rows/dismiss", tag = "rejected rows", operation_id = "dismissRejectedRows",
    params(CallHeaders), request_body = DismissAllBody,
    responses((status = 200, description = "The number of dismissed rows.", body = DismissedRows)))]
pub async fn dismiss_rejected_rows(call: WriteRequest) -> Result<Response, ApiError> {
    let call = call.with_body().await?;
    let dismissed = call
        .run(|api, caller, received| async move {
            let reference = api.services.reference().await?;
            let (reason, filter) = read_dismissals(&received.body, &caller, &reference)?;
            Ok(api.services.rejected_rows.dismiss_all(&caller, filter, reason).await?)
        })
        .await?;
    Ok(Json(DismissedRows { dismissed }).into_response())
}

/// Dismiss a rejected row.
///
/// It stays dismissed while the same content is rejected for the same reasons.
#[utoipa::path(post, path = "/api/rejected-rows/{id}/dismiss", tag = "rejected rows", operation_id = "dismissRejectedRow",
    params(("id" = i64, Path, description = "Record id of the rejected row."), CallHeaders),
    request_body = DismissBody,
    responses((status = 200, description = "The rejected row.", body = RejectedRowResponse),
        (status = 404, description = "Not found."),
        (status = 409, description = "The row was imported.")))]
pub async fn dismiss_rejected_row(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    let id = rejected_row_id(&id)?;
    let call = call.with_body().await?;
    let entry = call
        .run(move |api, caller, received| async move {
            let reason = read_dismissal(&received.body)?;
            Ok(api.services.rejected_rows.dismiss(&caller, id, reason).await?)
        })
        .await?;
    respond(&call.api, &entry, call.language).await.map_err(ApiError::after_commit)
}

/// Reopen a dismissed row.
#[utoipa::path(post, path = "/api/rejected-rows/{id}/reopen", tag = "rejected rows", operation_id = "reopenRejectedRow",
    params(("id" = i64, Path, description = "Record id of the rejected row."), CallHeaders),
    responses((status = 200, description = "The rejected row.", body = RejectedRowResponse),
        (status = 404, description = "Not found."),
        (status = 409, description = "The row was imported.")))]
pub async fn reopen_rejected_row(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    let id = rejected_row_id(&id)?;
    let call = call.without_body();
    let entry = call
        .run(move |api, caller, _| async move { Ok(api.services.rejected_rows.reopen(&caller, id).await?) })
        .await?;
    respond(&call.api, &entry, call.language).await.map_err(ApiError::after_commit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_is_read_as_its_position() {
        let position = (Timestamp::from_microsecond(1_790_000_000_000_001).unwrap(), RejectedRowId(7));
        let text = URL_SAFE_NO_PAD.encode(format!("{} {}", position.0.as_microsecond(), position.1));
        assert_eq!(read_cursor(&text), Some(position));
        for text in ["", "§", "MQ", "MSB4"] {
            assert_eq!(read_cursor(text), None, "{text}");
        }
    }
}
