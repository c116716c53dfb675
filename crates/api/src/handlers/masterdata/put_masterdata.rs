//! `PUT /api/masterdata/{kind}`.

use std::sync::Arc;

use axum::extract::Path;
use axum::response::Response;
use orderdock_app::{Answer, CallCommand, Effort, EncodeBody, OpContext, PutCommand};
use orderdock_domain::masterdata::kinds::Kind;
use orderdock_domain::problem::Language;
use orderdock_store::Upserted;

use super::kind_named;
use crate::Api;
use crate::docs::masterdata_schema::MasterdataRecords;
use crate::http::call::Commanding;
use crate::http::refusal::Refusal;
use crate::http::written::encoded;
use crate::request::query::{CallHeaders, DryRun};
use crate::request::record_list::RecordList;
use crate::response::UpsertedAnswer;

/// Create or update master data records.
///
/// Accepts the list of a load file. Records are matched by their keys; absent fields are unchanged, null clears a
/// field, and equal records are not written. All records are written in one transaction. Limit: 10,000 records
/// including nested ones. Shared records require access to all organisations; organisations require the scope
/// `admin`.
#[utoipa::path(put, path = "/api/masterdata/{kind}", tag = "master data", operation_id = "putMasterdata",
    params(("kind" = String, Path, description = "Kind of record, as named in load files.", example = "bpartners"),
        DryRun, CallHeaders),
    request_body = MasterdataRecords,
    responses((status = 200,
                  description = "The records were written or already have these values. Also the response of a dry run.",
                  body = UpsertedAnswer),
        (status = 404, description = "The kind is unknown.")))]
pub async fn put_masterdata(Path(kind): Path<String>, call: Commanding) -> Result<Response, Refusal> {
    let kind = kind_named(&kind)?;
    let (dry_run, call) = call.dry_run()?;
    let (call, place) = call.with_bulk().await?;
    let language = call.language;
    let command = call.begin_or_try(dry_run).await?;
    let answer = if dry_run {
        put(call.api.clone(), call.caller.clone(), (kind, language), dry_run, command).await?
    } else {
        call.run(|api, caller, _| put(api, caller, (kind, language), dry_run, command)).await?
    };
    Ok(call.api.in_force.counted(answer, Some(place)))
}

async fn put(
    api: Api,
    caller: Arc<OpContext>,
    (kind, language): (&'static Kind, Language),
    dry_run: bool,
    call: CallCommand,
) -> Result<Answer, Refusal> {
    let (list, batch) = RecordList::read(&api.app, kind, call.received.body.clone()).await?;
    let command = PutCommand { kind, batch, dry_run, call };
    let encode: EncodeBody<Upserted> =
        Arc::new(move |upserted| encoded(&UpsertedAnswer::of(upserted, kind, language)));
    match api.app.put_masterdata(&caller, command, encode).await {
        Ok(answer) => Ok(answer),
        Err(failure) if failure.is_final() => {
            Err(api.app.compute(Effort::Large, move || list.refused(failure.problems)).await?)
        }
        Err(again) => Err(again.into()),
    }
}
