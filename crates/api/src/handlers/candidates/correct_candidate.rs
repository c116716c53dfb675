//! `PATCH /api/sales/order/candidates/{id}`.

use axum::Json;
use axum::extract::Path;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use orderdock_app::{CallCommand, Expected, OpContext};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::problem::{Language, Problem, ProblemCode};
use serde::Serialize;
use utoipa::ToSchema;

use super::{candidate_id, entity_tag};
use crate::Api;
use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::request::candidate_patch::{PatchMembers, read_patch};
use crate::response::{Beside, FixTeller, Fixes, FullCandidate, Item};

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
    request_body = PatchMembers,
    responses((status = 200, description = "The candidate after the correction. Its `ETag` is the version.",
            body = CorrectedCandidate, headers(("ETag" = String))),
        (status = 404, description = "Candidate not found."),
        (status = 409, description = "The candidate is processed."),
        (status = 412, description = "The version is outdated; the response names the user and the changed fields."),
        (status = 428, description = "`If-Match` is missing.")))]
pub async fn correct_candidate(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    let id = candidate_id(&id)?;
    let expected = expected(&call.parts.headers)?;
    let call = call.with_body().await?;
    let warnings: Vec<Problem> = match call
        .run(|api, caller, received| async move {
            let patch = read_patch(&received.body)?;
            let call = CallCommand { received, idempotency: None };
            Ok(api.app.correct_candidate(&caller, id, expected, patch, call).await?)
        })
        .await
    {
        Ok(warnings) => warnings,
        Err(refusal) => return Err(with_meant(&call.api, &call.caller, id, refusal, call.language).await),
    };
    answer(&call.api, &call.caller, id, &warnings, call.language).await.map_err(Refusal::after_commit)
}

/// With what was probably meant by codes that are not known. What is refused is refused, whether that is found or not.
async fn with_meant(
    api: &Api,
    caller: &OpContext,
    id: CandidateId,
    mut refusal: Refusal,
    language: Language,
) -> Refusal {
    let problems: Vec<_> = refusal.errors.iter().map(|error| error.problem.clone()).collect();
    let Ok(meant) = api.app.meant(caller, id, &problems).await else { return refusal };
    let teller = FixTeller { caller, of: None, language };
    for (error, remedies) in refusal.errors.iter_mut().zip(meant) {
        if !remedies.is_empty() {
            error.fixes = Some(remedies.iter().map(|remedy| teller.fix(remedy, None)).collect());
        }
    }
    refusal
}

async fn answer(
    api: &Api,
    caller: &OpContext,
    id: CandidateId,
    warnings: &[Problem],
    language: Language,
) -> Result<Response, Refusal> {
    let (found, attachments, comments) = api.app.corrected_candidate(caller, id).await?;
    // one that is in an order cannot be corrected
    let beside = Beside { attachments, orders: Vec::new(), comments };
    let missing = || Problem::not_found(ProblemCode::CandidateNotFound, &id);
    let candidate = found.candidates.first().ok_or_else(missing)?;
    let teller = FixTeller { caller, of: Some((candidate, &found.related)), language };
    let fixes = Fixes::look(&api.app, teller).await?;
    let answer = CorrectedCandidate {
        candidate: FullCandidate::of(candidate, &found.related, &beside, language).with_fixes(fixes),
        warnings: warnings.iter().map(|warning| Item::of(warning, language)).collect(),
    };
    Ok(([(header::ETAG, entity_tag(candidate))], Json(answer)).into_response())
}

/// The versions that `If-Match` names. A tag that a proxy has weakened or marked with its compression still names its
/// version, and so does one without its quotes, because clients send what they read as `version`.
fn expected(headers: &HeaderMap) -> Result<Expected, Refusal> {
    let sent = headers.get(header::IF_MATCH).ok_or(ProblemCode::VersionRequired)?;
    let tags = sent.to_str().unwrap_or_default();
    if tags.trim() == "*" {
        return Ok(Expected::Any);
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
        _ => Ok(Expected::These(versions)),
    }
}

/// What proxies append to the tag of a response that they compress.
const COMPRESSIONS: [&str; 3] = ["-gzip", "-br", "-zstd"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn if_match_names_versions() {
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
            assert_eq!(expected(&headers).unwrap(), Expected::These(versions.to_vec()), "{sent}");
        }
        let any = HeaderMap::from_iter([(header::IF_MATCH, "*".parse().unwrap())]);
        assert_eq!(expected(&any).unwrap(), Expected::Any);
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
