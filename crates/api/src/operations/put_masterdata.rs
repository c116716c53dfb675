//! `PUT /api/masterdata/{kind}`.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, Request, State};
use axum::http::request::Parts;
use axum::response::Response;
use orderdock_app::{Answer, CallCommand, Effort, EncodeBody, OpContext, PutCommand};
use orderdock_domain::masterdata::kinds::Kind;
use orderdock_store::Upserted;

use super::get_masterdata::kind_named;
use crate::Api;
use crate::docs::masterdata_schema::MasterdataRecords;
use crate::http::body;
use crate::http::call::{self, Begun};
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::read::query::{CallHeaders, DryRun, Parameters};
use crate::read::record_list::RecordList;
use crate::shape::UpsertedAnswer;

/// Create and change records of a kind of master data.
///
/// The list is that of a load file: records are known by their keys, members that are absent stay as they are,
/// null clears, and what is equal already is not written. All of it is written in one transaction, or nothing.
/// At most 10,000 records at once, nested ones counted. Shared records take a token for all organisations,
/// organisations the scope `admin`.
#[utoipa::path(put, path = "/api/masterdata/{kind}", tag = "master data", operation_id = "putMasterdata",
    params(("kind" = String, Path, description = "A kind as load files name it.", example = "bpartners"),
        DryRun, CallHeaders),
    request_body = MasterdataRecords,
    responses((status = 200, description = "Written, or nothing had to be; or a dry run.", body = UpsertedAnswer),
        (status = 404, description = "There is no such kind.", body = ProblemDocument)))]
pub async fn put_masterdata(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    Path(kind): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let kind = kind_named(&kind)?;
    let (parts, body) = request.into_parts();
    let dry_run = dry_run(&parts)?;
    let (body, place) = body::read_bulk(&api, &caller, &parts.headers, body).await?;
    let received = call::received(&parts, body);
    if dry_run {
        call::check_key(&parts)?;
        let call = CallCommand { received, idempotency: None };
        let answer = put(api.clone(), caller, kind, true, call).await?;
        return Ok(api.in_force.counted(answer, Some(place)));
    }
    match call::begin(&api, &caller, &parts, received.clone()).await? {
        Begun::Replayed(answer) => Ok(answer),
        Begun::Call(command) => {
            let work = put(api.clone(), caller.clone(), kind, false, command);
            let answer = call::run(&api, &caller, received, work).await?;
            Ok(api.in_force.counted(answer, Some(place)))
        }
    }
}

fn dry_run(parts: &Parts) -> Result<bool, Refusal> {
    let mut parameters = Parameters::of::<DryRun>(&parts.uri);
    let dry_run = parameters.flag("dryRun");
    parameters.finish().map(|()| dry_run)
}

async fn put(
    api: Api,
    caller: Arc<OpContext>,
    kind: &'static Kind,
    dry_run: bool,
    call: CallCommand,
) -> Result<Answer, Refusal> {
    let (list, batch) = RecordList::read(&api.app, kind, call.received.body.clone()).await?;
    let command = PutCommand { kind, batch, dry_run, call };
    match api.app.put_masterdata(&caller, command, encoder()).await {
        Ok(answer) => Ok(answer),
        Err(failure) if failure.is_final() => {
            Err(api.app.compute(Effort::Large, move || list.refused(failure.problems)).await?)
        }
        Err(again) => Err(again.into()),
    }
}

fn encoder() -> EncodeBody<Upserted> {
    Arc::new(|upserted: &Upserted| {
        // the shape holds nothing that JSON cannot write
        serde_json::to_vec(&UpsertedAnswer::from(upserted)).unwrap_or_default()
    })
}
