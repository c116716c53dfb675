//! `GET /api/masterdata/{kind}` and `GET /api/masterdata/{kind}/{id}/{nested}`.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use orderdock_app::resolve_organisation;
use orderdock_domain::ids::SHARED;
use orderdock_domain::masterdata::kinds::Kind;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Param, Problem, ProblemCode};
use orderdock_store::{MasterdataQuery, MasterdataWindow};

use super::get_masterdata::{kind_named, record_id};
use super::page::{MOST, limit};
use crate::http::call::Asking;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::read::query::{MasterdataList, Parameters};
use crate::shape::MasterdataPageAnswer;

/// List the records of a kind of master data.
///
/// Own ones and shared ones, in the order in which they were created, each with the first 100 of each kind nested in it.
#[utoipa::path(get, path = "/api/masterdata/{kind}", tag = "master data", operation_id = "listMasterdata",
    params(("kind" = String, Path, description = "A kind as load files name it.", example = "bpartners"),
        MasterdataList),
    responses((status = 200, description = "A page.", body = MasterdataPageAnswer),
        (status = 404, description = "There is no such kind.", body = ProblemDocument)))]
pub async fn list_masterdata(Path(kind): Path<String>, call: Asking) -> Result<Response, Refusal> {
    list(call, kind_named(&kind)?, None).await
}

/// List the records that are nested in one.
///
/// All of them, page by page; the record itself shows the first 100.
#[utoipa::path(get, path = "/api/masterdata/{kind}/{id}/{nested}", tag = "master data",
    operation_id = "listNestedMasterdata",
    params(("kind" = String, Path, description = "A kind as load files name it.", example = "bpartners"),
        ("id" = i64, Path, description = "The id of the record they are nested in."),
        ("nested" = String, Path, description = "The member they stand in.", example = "locations"),
        MasterdataList),
    responses((status = 200, description = "A page.", body = MasterdataPageAnswer),
        (status = 404, description = "There is no such kind or record.", body = ProblemDocument)))]
pub async fn list_nested_masterdata(
    Path((kind, id, nested)): Path<(String, String, String)>,
    call: Asking,
) -> Result<Response, Refusal> {
    let kind = kind_named(&kind)?;
    let parent = record_id(kind, &id)?;
    let children = kind.children.iter().map(|child| child.kind());
    let Some(child) = children.clone().find(|child| child.member == nested) else {
        let known = Param::Texts(children.map(|child| child.member.to_owned()).collect());
        return Err(Problem::new(ProblemCode::KindNotFound, "")
            .with("name", nested)
            .with("known", known)
            .into());
    };
    list(call, child, Some(parent)).await
}

async fn list(
    Asking { api, caller, uri, .. }: Asking,
    kind: &'static Kind,
    parent: Option<i64>,
) -> Result<Response, Refusal> {
    let known: &[&str] = if kind.is_owned() {
        &["q", "active", "limit", "after", "before", "org"]
    } else {
        &["q", "active", "limit", "after", "before"]
    };
    let mut parameters = Parameters::read(&uri, known);
    let search = parameters.text("q");
    let active = parameters.yes_or_no("active");
    let window = window(&mut parameters);
    let limit = limit(&mut parameters, MOST);
    let organisation = parameters.text("org");
    parameters.finish()?;
    let organisation = match organisation.as_deref() {
        None => None,
        // everyone reads what is shared
        Some("*") => Some(SHARED),
        Some(code) => Some(resolve_organisation(&caller, &*api.app.reference().await?, code)?),
    };
    let query = MasterdataQuery { kind: kind.name, search, organisation, active, parent, window, limit };
    let page = api.app.find_masterdata(&caller, query).await?;
    Ok(Json(MasterdataPageAnswer::of(kind, &page)).into_response())
}

fn window(parameters: &mut Parameters) -> MasterdataWindow {
    let after = parameters.one("after", Phrase::PageNext, |text| text.parse().ok());
    let before = parameters.one("before", Phrase::PagePrevious, |text| text.parse().ok());
    match (after, before) {
        (None, None) => MasterdataWindow::First,
        (Some(id), None) => MasterdataWindow::After(id),
        (None, Some(id)) => MasterdataWindow::Before(id),
        (Some(_), Some(_)) => {
            parameters.conflict("after", "before");
            MasterdataWindow::First
        }
    }
}
