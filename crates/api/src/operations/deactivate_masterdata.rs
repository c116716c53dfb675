//! `POST /api/masterdata/{kind}/{id}/deactivate`.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, Request, State};
use axum::response::Response;
use orderdock_app::{EncodeRecord, OpContext};
use orderdock_domain::masterdata::kinds::StoredRecord;

use super::get_masterdata::{kind_named, record_id};
use crate::Api;
use crate::call::{self, Begun};
use crate::importing::written;
use crate::masterdata_schema::StoredMasterdataRecord;
use crate::query::{CallHeaders, Parameters};
use crate::refusal::{ProblemDocument, Refusal};
use crate::shape::RecordShape;

/// Take a record of master data out of use.
///
/// Nothing is ever removed. One that is out of use already stays as it is; `active: true` in an upsert brings it
/// back. Takes no body.
#[utoipa::path(post, path = "/api/masterdata/{kind}/{id}/deactivate", tag = "master data",
    operation_id = "deactivateMasterdata",
    params(("kind" = String, Path, description = "A kind as load files name it.", example = "bpartners"),
        ("id" = i64, Path, description = "Its record id."), CallHeaders),
    responses((status = 200, description = "The record as it is now.", body = StoredMasterdataRecord),
        (status = 404, description = "There is no such kind or record.", body = ProblemDocument)))]
pub async fn deactivate_masterdata(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    Path((kind, id)): Path<(String, String)>,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, _) = request.into_parts();
    Parameters::of::<()>(&parts.uri).finish()?;
    let kind = kind_named(&kind)?;
    let id = record_id(kind, &id)?;
    let received = call::without_body(&parts);
    let command = match call::begin(&api, &caller, &parts, received.clone()).await? {
        Begun::Replayed(answer) => return Ok(answer),
        Begun::Call(command) => command,
    };
    let encode: EncodeRecord = Arc::new(move |record: &StoredRecord| {
        // the shape holds nothing that JSON cannot write
        serde_json::to_vec(&RecordShape(kind, record)).unwrap_or_default()
    });
    let work = {
        let (api, caller) = (api.clone(), caller.clone());
        async move { Ok(api.app.deactivate_masterdata(&caller, kind, id, command, encode).await?) }
    };
    call::run(&api, &caller, received, work).await.map(written)
}
