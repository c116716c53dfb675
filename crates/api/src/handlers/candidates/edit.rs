//! Handlers that change candidates: corrections, bulk edits, revalidation, assignees.

use std::sync::Arc;

use axum::Json;
use axum::extract::Path;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use orderdock_app::{CallCommand, Caller, ExpectedVersion, RunTask, resolve_organisation};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::problem::{Language, Problem, ProblemCode};
use orderdock_store::RunTarget;
use serde::Serialize;
use utoipa::ToSchema;

use super::{candidate_id, entity_tag};
use crate::Api;
use crate::handlers::runs::start::{ReadTask, run_selection, start};
use crate::http::error::ApiError;
use crate::http::extract::{CommandRequest, QueryRequest, WriteRequest};
use crate::request::candidate_edit::{EditBody, read_edit};
use crate::request::candidate_patch::{CandidatePatchBody, read_patch};
use crate::request::query::{AssigneeParameters, DryRun, Parameters, RunHeaders};
use crate::request::selection::{SelectionBody, SelectionContext, read_selection};
use crate::response::{
    FixContext, Fixes, FullCandidate, Item, PlannedEditResponse, RelatedData, RunResponse,
};

/// A candidate after its correction.
#[derive(Serialize, ToSchema)]
pub struct CorrectedCandidate<'a> {
    #[serde(flatten)]
    candidate: FullCandidate<'a>,
    /// Problems that do not prevent a sales order.
    warnings: Vec<Item<'a>>,
}

/// Correct a candidate.
///
/// Accepts a JSON Merge Patch. An override replaces the imported value; null removes the override. `clear` lists the
/// fields whose imported values are ignored. `active: false` excludes the candidate and `true` restores it. The
/// candidate is validated immediately. A new `bpartner` without `location` gets its default ship-to location.
#[utoipa::path(patch, path = "/api/sales/order/candidates/{id}", tag = "candidates",
    operation_id = "correctCandidate",
    params(("id" = i64, Path, description = "Record id of the candidate."),
        ("If-Match" = String, Header,
            description = "The `ETag` of the candidate as it was read, or `*` for any version.")),
    request_body = CandidatePatchBody,
    responses((status = 200, description = "The candidate after the correction. Its `ETag` is the version.",
            body = CorrectedCandidate, headers(("ETag" = String))),
        (status = 404, description = "Candidate not found."),
        (status = 409, description = "The candidate is processed."),
        (status = 412, description = "The version is outdated (the response names the user and the changed fields), or the candidate never had it."),
        (status = 428, description = "`If-Match` is missing.")))]
pub async fn correct_candidate(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    let id = candidate_id(&id)?;
    let expected = expected(&call.parts.headers)?;
    let call = call.with_body().await?;
    let warnings: Vec<Problem> = match call
        .run(|api, caller, received| async move {
            let patch = read_patch(&received.body)?;
            let call = CallCommand { received, idempotency: None };
            Ok(api.services.candidates.correct_candidate(&caller, id, expected, patch, call).await?)
        })
        .await
    {
        Ok(warnings) => warnings,
        Err(error) => return Err(with_suggestions(&call.api, &call.caller, id, error, call.language).await),
    };
    respond(&call.api, &call.caller, id, &warnings, call.language).await.map_err(ApiError::after_commit)
}

/// Adds suggested fixes for unknown codes to an error. If they cannot be determined, the error is returned
/// unchanged.
async fn with_suggestions(
    api: &Api,
    caller: &Caller,
    id: CandidateId,
    mut error: ApiError,
    language: Language,
) -> ApiError {
    let problems: Vec<_> = error.errors.iter().map(|item| item.problem.clone()).collect();
    let Ok(similar_codes) = api.services.candidates.similar_codes(caller, id, &problems).await else {
        return error;
    };
    let context = FixContext { caller, of: None, language };
    for (item, suggested_fixes) in error.errors.iter_mut().zip(similar_codes) {
        if !suggested_fixes.is_empty() {
            item.fixes =
                Some(suggested_fixes.iter().map(|suggested_fix| context.fix(suggested_fix, None)).collect());
        }
    }
    error
}

async fn respond(
    api: &Api,
    caller: &Caller,
    id: CandidateId,
    warnings: &[Problem],
    language: Language,
) -> Result<Response, ApiError> {
    let (found, attachments, comments) = api.services.candidates.corrected_candidate(caller, id).await?;
    // a candidate in an order cannot be corrected
    let related_data = RelatedData { attachments, orders: Vec::new(), comments };
    let missing = || Problem::not_found(ProblemCode::CandidateNotFound, &id);
    let candidate = found.candidates.first().ok_or_else(missing)?;
    let context = FixContext { caller, of: Some((candidate, &found.related)), language };
    let fixes = Fixes::look(&api.services, context).await?;
    let response = CorrectedCandidate {
        candidate: FullCandidate::of(candidate, &found.related, &related_data, language).with_fixes(fixes),
        warnings: warnings.iter().map(|warning| Item::of(warning, language)).collect(),
    };
    Ok(([(header::ETAG, entity_tag(candidate))], Json(response)).into_response())
}

/// Reads the versions in `If-Match`. Weak tags, tags with the suffix of a compressing proxy and versions
/// without quotes are accepted.
fn expected(headers: &HeaderMap) -> Result<ExpectedVersion, ApiError> {
    let sent = headers.get(header::IF_MATCH).ok_or(ProblemCode::VersionRequired)?;
    let tags = sent.to_str().unwrap_or_default();
    if tags.trim() == "*" {
        return Ok(ExpectedVersion::Any);
    }
    let versions = tags.split(',').filter_map(|tag| {
        let tag = tag.trim();
        let tag = tag.strip_prefix("W/").unwrap_or(tag);
        let quoted = tag.strip_prefix('"').and_then(|tag| tag.strip_suffix('"'));
        let tag = quoted.unwrap_or(tag);
        let plain = COMPRESSIONS.iter().find_map(|compression| tag.strip_suffix(compression));
        plain.unwrap_or(tag).parse().ok()
    });
    let versions: Vec<_> = versions.collect();
    match versions.as_slice() {
        [] if tags.trim().is_empty() && sent.is_empty() => Err(ProblemCode::VersionRequired.into()),
        [] => Err(Problem::new(ProblemCode::VersionInvalid, "").with("value", tags).into()),
        _ => Ok(ExpectedVersion::These(versions)),
    }
}

/// Suffixes that proxies append to the tag of a response that they compress.
const COMPRESSIONS: [&str; 3] = ["-gzip", "-br", "-zstd"];

/// Edit many candidates.
///
/// Starts a run that sets, changes or removes overrides of the selected candidates, or excludes or restores them.
/// Each candidate is validated immediately and gets a history entry. The run works in chunks; each chunk is written
/// completely or not at all. Processed candidates and candidates with an invalid result (a quantity that is not
/// positive, a discount above 100, a step without a value) are skipped, with a reason. An interrupted run has a
/// result for every candidate that it edited: do not repeat a `changeBy` for them.
///
/// With `Prefer: wait=SECONDS` (at most 300), the response waits for the end of the run. A dry run returns the totals
/// and the first five candidates before and after (`PlannedEdit`).
#[utoipa::path(post, path = "/api/sales/order/candidates/edit", tag = "candidates",
    operation_id = "editCandidates", params(DryRun, RunHeaders),
    request_body = EditBody,
    responses((status = 200, description = "The run ended within the wait time. For a dry run: the planned result.",
            body = RunResponse, headers(("Location" = String))),
        (status = 202, description = "The run is queued or active. Poll `Location` for its state.",
            body = RunResponse, headers(("Location" = String))),
        (status = 404, description = "A selected candidate was not found.")))]
pub async fn edit_candidates(call: CommandRequest) -> Result<Response, ApiError> {
    let (dry_run, call) = call.dry_run()?;
    let call = call.with_body().await?;
    let language = call.language;
    if dry_run {
        let planned = call.try_out(|api, caller, call| async move {
            let reference = api.services.reference().await?;
            let (edit, gather) = read_edit(
                &call.received.body,
                SelectionContext { caller: &caller, reference: &reference, language },
            )?;
            let planned = api.services.runs.plan_edit(&caller, gather, edit).await?;
            Ok(Json(PlannedEditResponse::of(&planned, language)).into_response())
        });
        return planned.await;
    }
    start(call, |sent, context| {
        let (edit, gather) = read_edit(sent, context)?;
        Ok((RunTask::Edit(Arc::new(edit)), gather))
    })
    .await
}

/// Re-validate candidates.
///
/// Starts a run that validates the selected candidates, for example after changes of master data. Candidates with
/// status `new` or `error` get the status that follows from the validation; other candidates are not changed. With
/// `Prefer: wait=SECONDS` (at most 300), the response waits for the end of the run. A dry run returns the result of the
/// validation (`PlannedRun`).
#[utoipa::path(post, path = "/api/sales/order/candidates/revalidate", tag = "candidates",
    operation_id = "revalidateCandidates", params(DryRun, RunHeaders),
    request_body = SelectionBody,
    responses((status = 200, description = "The run ended within the wait time. For a dry run: the planned result.",
            body = RunResponse, headers(("Location" = String))),
        (status = 202, description = "The run is queued or active. Poll `Location` for its state.",
            body = RunResponse, headers(("Location" = String))),
        (status = 404, description = "A selected candidate was not found.")))]
pub async fn revalidate_candidates(call: CommandRequest) -> Result<Response, ApiError> {
    let read: ReadTask = |sent, context| {
        let selection = read_selection(sent, context)?;
        Ok((RunTask::Revalidate, RunTarget::Selected(selection)))
    };
    run_selection(call, read).await
}

/// Users to whom candidates can be assigned.
#[derive(Serialize, ToSchema)]
pub struct Assignees {
    items: Vec<AssigneeResponse>,
}

/// A user.
#[derive(Serialize, ToSchema)]
#[schema(as = Assignee)]
pub struct AssigneeResponse {
    #[schema(example = "anna")]
    name: String,
}

/// List possible assignees.
///
/// Returns the active users with access to `org`, or without it to any of the caller's organisations, sorted by name.
#[utoipa::path(get, path = "/api/sales/order/candidates/assignees", tag = "candidates", operation_id = "listAssignees",
    params(AssigneeParameters), responses((status = 200, description = "The users.", body = Assignees)))]
pub async fn list_assignees(
    QueryRequest { api, caller, uri, .. }: QueryRequest,
) -> Result<Json<Assignees>, ApiError> {
    let mut parameters = Parameters::of::<AssigneeParameters>(&uri);
    let code = parameters.text("org");
    parameters.finish()?;
    let reference = api.services.reference().await?;
    let organisation = code.map(|code| resolve_organisation(&caller, &reference, &code)).transpose()?;
    let names = api.services.candidates.assignees(&caller, organisation).await?;
    let items = names.into_iter().map(|name| AssigneeResponse { name: name.into_string() }).collect();
    Ok(Json(Assignees { items }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn if_match_is_read_as_versions() {
        for (sent, versions) in [
            ("\"3\"", &[3][..]),
            (" \"3\", W/\"4\" ", &[3, 4]),
            ("3", &[3]),
            ("\"x\", \"5\"", &[5]),
            ("\"1-gzip\"", &[1]),
            ("\"1-br\"", &[1]),
            ("W/\"1-gzip\"", &[1]),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::IF_MATCH, sent.parse().unwrap());
            assert_eq!(expected(&headers).unwrap(), ExpectedVersion::These(versions.to_vec()), "{sent}");
        }
        let any = HeaderMap::from_iter([(header::IF_MATCH, "*".parse().unwrap())]);
        assert_eq!(expected(&any).unwrap(), ExpectedVersion::Any);
        for (none, status) in [
            (None, 428),
            (Some(""), 428),
            (Some("\"x\""), 400),
            (Some("\"3"), 400),
            (Some("yes"), 400),
            (Some("\"1-deflated\""), 400),
        ] {
            let sent = none.map(|sent| (header::IF_MATCH, sent.parse().unwrap()));
            assert_eq!(expected(&HeaderMap::from_iter(sent)).unwrap_err().status, status, "{none:?}");
        }
    }
}
