//! `GET /api/masterdata/{kind}`.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use orderdock_app::{MasterdataQuery, OpContext, resolve_organisation};
use orderdock_domain::ids::SHARED;
use orderdock_domain::masterdata::kinds::Kind;
use orderdock_domain::phrase::Phrase;

use super::get_masterdata::kind_named;
use super::parameters::MasterdataList;
use crate::Api;
use crate::query::Parameters;
use crate::refusal::{ProblemDocument, Refusal};
use crate::shape::{MasterdataPageAnswer, RecordShape};

const USUAL_LIMIT: u32 = 50;
const MOST: u32 = 500;

/// List the records of a kind of master data.
///
/// Own ones and shared ones, in the order in which they were created, each with those nested in it.
#[utoipa::path(get, path = "/api/masterdata/{kind}", tag = "master data", operation_id = "listMasterdata",
    params(("kind" = String, Path, description = "A kind as load files name it.", example = "bpartners"),
        MasterdataList),
    responses((status = 200, description = "A page.", body = MasterdataPageAnswer),
        (status = 404, description = "There is no such kind.", body = ProblemDocument)))]
pub async fn list_masterdata(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    Path(kind): Path<String>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let kind = kind_named(&kind)?;
    let query = read(&api, &caller, kind, &uri).await?;
    let page = api.app.find_masterdata(&caller, query).await?;
    let last = page.records.last().filter(|_| page.more);
    let answer = MasterdataPageAnswer {
        items: page.records.iter().map(|record| RecordShape(kind, record)).collect(),
        next: last.map(|record| record.id.to_string()),
    };
    Ok(Json(answer).into_response())
}

async fn read(api: &Api, caller: &OpContext, kind: &Kind, uri: &Uri) -> Result<MasterdataQuery, Refusal> {
    let known: &[&str] = if kind.is_owned() {
        &["q", "active", "limit", "after", "org"]
    } else {
        &["q", "active", "limit", "after"]
    };
    let mut parameters = Parameters::read(uri, known);
    let search = parameters.text("q");
    let active = parameters.one("active", Phrase::TrueOrFalse, |text| text.parse().ok());
    let after = parameters.one("after", Phrase::PageNext, |text| text.parse().ok());
    let limit = limit(&mut parameters);
    let organisation = parameters.text("org");
    parameters.finish()?;
    let organisation = match organisation.as_deref() {
        None => None,
        // everyone reads what is shared
        Some("*") => Some(SHARED),
        Some(code) => Some(resolve_organisation(caller, &*api.app.reference().await?, code)?),
    };
    Ok(MasterdataQuery { kind: kind.name, search, organisation, active, after, limit })
}

/// How many records a page has.
pub fn limit(parameters: &mut Parameters) -> u32 {
    let limit = parameters.one("limit", Phrase::NumberBetween.of([1.into(), 500.into()]), |text| {
        text.parse().ok().filter(|limit| (1..=MOST).contains(limit))
    });
    limit.unwrap_or(USUAL_LIMIT)
}
