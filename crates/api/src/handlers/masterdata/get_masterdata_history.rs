//! `GET /api/masterdata/{kind}/{id}/history`.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::Timestamp;
use orderdock_domain::phrase::Phrase;
use orderdock_store::ChangePlace;

use super::{kind_named, record_id};
use crate::handlers::page::{MOST, cut, limit};
use crate::http::call::Asking;
use crate::http::refusal::Refusal;
use crate::request::query::{PageParameters, Parameters};
use crate::response::{MasterdataChangeShape, MasterdataHistoryAnswer};

/// Read the history of a master data record.
///
/// Returns the changes of the record and its nested records, newest first. Changes by load files, requests and
/// imported rows are included.
#[utoipa::path(get, path = "/api/masterdata/{kind}/{id}/history", tag = "master data",
    operation_id = "getMasterdataHistory",
    params(("kind" = String, Path, description = "Kind of record, as named in load files.", example = "bpartners"),
        ("id" = i64, Path, description = "Record id."), PageParameters),
    responses((status = 200, description = "One page of results.", body = MasterdataHistoryAnswer),
        (status = 404, description = "The kind is unknown, or the record was not found.")))]
pub async fn get_masterdata_history(
    Path((kind, id)): Path<(String, String)>,
    Asking { api, caller, uri, .. }: Asking,
) -> Result<Response, Refusal> {
    let kind = kind_named(&kind)?;
    let id = record_id(kind, &id)?;
    let mut parameters = Parameters::of::<PageParameters>(&uri);
    let limit = limit(&mut parameters, MOST);
    let before = parameters.one("after", Phrase::PageNext, place);
    parameters.finish()?;
    let mut changes = api.app.masterdata_history(&caller, kind, id, before, limit + 1).await?;
    let next = cut(&mut changes, limit, |change| cursor(change.place()));
    let items = changes.iter().map(MasterdataChangeShape::from).collect();
    Ok(Json(MasterdataHistoryAnswer { items, next }).into_response())
}

fn cursor(ChangePlace { at, id, version }: ChangePlace) -> String {
    URL_SAFE_NO_PAD.encode(format!("{} {id} {version}", at.as_microsecond()))
}

fn place(text: &str) -> Option<ChangePlace> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
    let numbers = text.split(' ').map(|number| number.parse().ok()).collect::<Option<Vec<i64>>>()?;
    let [at, id, version] = numbers[..] else { return None };
    Some(ChangePlace { at: Timestamp::from_microsecond(at).ok()?, id, version })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_leads_back_to_its_place() {
        let here = ChangePlace { at: "2026-11-20T15:06:07.000008Z".parse().unwrap(), id: 42, version: 3 };
        assert_eq!(place(&cursor(here)), Some(here));
        for text in ["", "§", "MQ", "MSAyIDMgNA"] {
            assert_eq!(place(text), None, "{text}");
        }
    }
}
