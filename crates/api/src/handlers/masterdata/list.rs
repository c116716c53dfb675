//! Pages of master data.

use axum::Json;
use axum::response::{IntoResponse, Response};
use orderdock_app::resolve_organisation;
use orderdock_domain::ids::SHARED;
use orderdock_domain::masterdata::kinds::Kind;
use orderdock_domain::phrase::Phrase;
use orderdock_store::{MasterdataQuery, MasterdataWindow};

use crate::handlers::page::{MOST, limit};
use crate::http::call::Asking;
use crate::http::refusal::Refusal;
use crate::request::query::Parameters;
use crate::response::MasterdataPageAnswer;

/// Answers a page of a kind: of all records, or of those in this one.
pub async fn list(
    Asking { api, caller, uri, language }: Asking,
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
    let kind_name = kind.name;
    let query =
        MasterdataQuery { kind: kind_name, search, language, organisation, active, parent, window, limit };
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
