//! `GET /api/masterdata/{kind}/{id}`.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use orderdock_app::OpContext;
use orderdock_domain::masterdata::kinds::Kind;
use orderdock_domain::problem::{Code, Problem};

use crate::Api;
use crate::masterdata_schema::StoredMasterdataRecord;
use crate::query::Parameters;
use crate::refusal::{ProblemDocument, Refusal};
use crate::shape::RecordShape;

/// Read a record of master data.
///
/// With the first 100 records of each kind nested in it, as far as the token sees them; `locationsTotal` and the like
/// say how many there are where there are more.
#[utoipa::path(get, path = "/api/masterdata/{kind}/{id}", tag = "master data", operation_id = "getMasterdata",
    params(("kind" = String, Path, description = "A kind as load files name it.", example = "bpartners"),
        ("id" = i64, Path, description = "Its record id.")),
    responses((status = 200, description = "The record; its `ETag` is the version.",
            body = StoredMasterdataRecord, headers(("ETag" = String))),
        (status = 404, description = "There is no such kind or record.", body = ProblemDocument)))]
pub async fn get_masterdata(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    Path((kind, id)): Path<(String, String)>,
    uri: Uri,
) -> Result<Response, Refusal> {
    Parameters::of::<()>(&uri).finish()?;
    let kind = kind_named(&kind)?;
    let record = api.app.masterdata(&caller, kind, record_id(kind, &id)?).await?;
    let tag = format!("\"{}\"", record.version);
    Ok(([(header::ETAG, tag)], Json(RecordShape(kind, &record))).into_response())
}

/// A path's kind.
pub fn kind_named(name: &str) -> Result<&'static Kind, Refusal> {
    Kind::by_member(name).ok_or_else(|| {
        let known: Vec<_> = Kind::members().collect();
        let problem = Problem::new(Code::KindNotFound, "").with("name", name);
        problem.with("known", known.join(", ")).into()
    })
}

/// A path's record; a text that is no id names none.
pub fn record_id(kind: &Kind, text: &str) -> Result<i64, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.ok_or_else(|| Problem::new(Code::RecordNotFound, "").with("kind", kind.singular).into())
}
