//! Handler that groups candidates by problem.

use axum::Json;
use axum::response::{IntoResponse, Response};
use orderdock_app::{Caller, ProblemGroupsView, resolve_organisation};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::problem::{Language, Problem};
use orderdock_domain::suggested_fix::SuggestedFix;
use orderdock_store::{ProblemGroup, ProblemGroups};
use serde::Serialize;
use utoipa::ToSchema;

use crate::handlers::page;
use crate::http::error::ApiError;
use crate::http::extract::QueryRequest;
use crate::request::query::{Parameters, ProblemGroupParameters, data_source};
use crate::response::{FixContext, GroupFix, GroupWorth, Id, Params};

/// Candidates in error, grouped by problem and cause.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProblemGroupsAnswer)]
pub struct ProblemGroupsResponse<'a> {
    /// Groups, largest first, at most 200 per page. Each candidate is only in the group of its first problem.
    items: Vec<ProblemGroupResponse<'a>>,
    /// Whether there are more groups. To get them, add the number of `items` to `offset`.
    more: bool,
    /// Total number of groups.
    groups: u64,
    /// Total number of candidates in error, in all groups.
    candidates: u64,
    /// Whether the values include all candidates. At most 100,000 candidates with different quantity or price are
    /// summed.
    summed: bool,
    /// Time since which every candidate with a problem is counted, if it is within the last two weeks. Earlier
    /// candidates are only included in `lastWeek` and `weekBefore` if they were still open at that time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    counted_since: Option<jiff::Timestamp>,
}

/// Candidates in error with the same problem and cause.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProblemGroup)]
pub struct ProblemGroupResponse<'a> {
    #[schema(example = "currencyCode.mismatch")]
    code: &'static str,
    /// Message of the problem of the oldest candidate.
    message: Option<String>,
    /// Parameters of the message.
    #[schema(value_type = Option<Object>)]
    params: Option<Params<'a>>,
    candidates: u64,
    /// Number of candidates that got this problem for this cause within the last seven days, including resolved ones.
    /// Days are in the time zone of the caller's default organisation, otherwise of its first one. Each candidate is
    /// counted once.
    last_week: u64,
    /// Number of such candidates within the seven days before that.
    week_before: u64,
    /// Number of incoming orders with these candidates.
    orders: u64,
    /// Value by currency, from the prices of the candidates.
    worth: Vec<GroupWorth<'a>>,
    /// Number of candidates that are not in `worth`: they have no price of their own, or exceed the limit of the sum.
    unpriced: u64,
    /// Time at which the oldest candidate was received.
    #[schema(value_type = String, format = DateTime)]
    oldest: jiff::Timestamp,
    /// Record id of the oldest candidate.
    example: Id,
    /// Suggested fixes for the oldest candidate that may also resolve the others. Fixes that only apply to that
    /// candidate are omitted. A dry run of the edit returns the number of resolved candidates and the remaining
    /// problems.
    fixes: Vec<GroupFix>,
    filter: GroupFilter<'a>,
}

/// Filter that matches exactly this group: the `filter` of a selection, or parameters of the list.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GroupFilter<'a> {
    #[schema(example = "error")]
    status: &'static str,
    problem: &'static str,
    cause: &'a str,
    data_source: Option<&'a str>,
    org: Option<&'a str>,
}

/// Group candidates by problem.
///
/// Groups candidates in error by problem and cause. Each group contains the number of candidates and incoming orders,
/// their value, suggested fixes, and a filter for lists and runs.
#[utoipa::path(get, path = "/api/sales/order/candidates/problems", tag = "candidates", operation_id = "groupProblems",
    params(ProblemGroupParameters), responses((status = 200, description = "The groups.",
                                                  body = ProblemGroupsResponse)))]
pub async fn group_problems(
    QueryRequest { api, caller, language, uri }: QueryRequest,
) -> Result<Response, ApiError> {
    let reference = api.services.reference().await?;
    let mut parameters = Parameters::of::<ProblemGroupParameters>(&uri);
    let (source, org) = (parameters.text("dataSource"), parameters.text("org"));
    let data_source = data_source(&mut parameters, &caller, &reference);
    let offset = page::offset(&mut parameters).unwrap_or_default();
    parameters.finish()?;
    let organisation =
        org.as_deref().map(|code| resolve_organisation(&caller, &reference, code)).transpose()?;
    let view = api.services.candidates.problem_groups(&caller, data_source, organisation, offset).await?;
    let query =
        Asked { caller: &caller, reference: &reference, source: source.as_deref(), org: org.as_deref() };
    let items = view.groups.groups.iter();
    let items = items.map(|group| query.shape(&view, group, language)).collect();
    let ProblemGroups { more, all_groups, candidates, summed, counted_since, .. } = view.groups;
    let response =
        ProblemGroupsResponse { items, more, groups: all_groups, candidates, summed, counted_since };
    Ok(Json(response).into_response())
}

struct Asked<'a> {
    caller: &'a Caller,
    reference: &'a Reference,
    source: Option<&'a str>,
    org: Option<&'a str>,
}

impl<'a> Asked<'a> {
    fn shape(
        &self,
        view: &'a ProblemGroupsView,
        group: &'a ProblemGroup,
        language: Language,
    ) -> ProblemGroupResponse<'a> {
        let found = view.candidate(group.oldest.0).and_then(|(candidate, suggested_fixes)| {
            let same = |problem: &Problem| problem.code == group.code && problem.cause() == group.cause;
            // problems stored by older versions have fewer parameters
            let alike = |problem: &Problem| problem.code == group.code;
            let place = candidate.problems.iter().position(same);
            let place = place.or_else(|| candidate.problems.iter().position(alike))?;
            let problem = candidate.problems.get(place)?;
            let caution =
                |suggested_fix: &SuggestedFix| suggested_fix.caution(problem.code, suggested_fixes.today);
            let found = suggested_fixes
                .problems
                .get(place)?
                .iter()
                .filter(|suggested_fix| suggested_fix.kind.is_for_all());
            Some((candidate, problem, found.map(|one| (one, caution(one))).collect::<Vec<_>>()))
        });
        let fixes = found.as_ref().map_or_else(Vec::new, |(candidate, _, suggested_fixes)| {
            let related = &view.oldest.related;
            let context = FixContext { caller: self.caller, of: Some((*candidate, related)), language };
            suggested_fixes
                .iter()
                .map(|(suggested_fix, caution)| context.group_fix(suggested_fix, *caution))
                .collect()
        });
        let worth = group.worth.iter().map(|worth| GroupWorth::of(worth, self.reference));
        ProblemGroupResponse {
            code: group.code.as_str(),
            message: found.as_ref().map(|(_, problem, _)| problem.message(language)),
            params: found.as_ref().map(|(_, problem, _)| Params::of(problem)),
            candidates: group.candidates,
            last_week: group.recent,
            week_before: group.earlier,
            orders: group.headers,
            worth: worth.collect(),
            unpriced: group.unpriced,
            oldest: group.oldest.1,
            example: Id(group.oldest.0.0),
            fixes,
            filter: GroupFilter {
                status: "error",
                problem: group.code.as_str(),
                cause: &group.cause,
                data_source: self.source,
                org: self.org,
            },
        }
    }
}
