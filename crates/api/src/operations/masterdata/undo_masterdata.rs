//! `POST /api/masterdata/{kind}/{id}/undo`.

use std::sync::Arc;

use axum::extract::Path;
use axum::response::Response;
use orderdock_app::{CallCommand, EncodeBody, OpContext, UndoRecordCommand};
use orderdock_domain::text::{Code, Text};
use orderdock_store::Undone;

use super::{kind_named, record_id};
use crate::Api;
use crate::http::call::Commanding;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::http::written::{encoded, written};
use crate::read::json::{Members, members};
use crate::read::located::read_whole;
use crate::read::query::{CallHeaders, DryRun};
use crate::shape::UndoneAnswer;

/// Undo a change of a master data record.
///
/// And to those nested in it: what the call changed is as it was before, prices, conversions, taxes and versions that it
/// created are removed. The history tells both, with who did it and why. All of it comes back, or nothing where something
/// was built on any of it: where a record has changed since, where another one names it, or where an order was made with
/// it that is not voided. A dry run tells what would come back, or is refused alike. Candidates that became free of an
/// error by it are looked at again when they are to become orders, or at once by `…/revalidate`.
#[utoipa::path(post, path = "/api/masterdata/{kind}/{id}/undo", tag = "master data", operation_id = "undoMasterdata",
    params(("kind" = String, Path, description = "A kind as load files name it.", example = "product-prices"),
        ("id" = i64, Path, description = "Its record id."), DryRun, CallHeaders),
    request_body = UndoMembers,
    responses((status = 200, description = "What came back; of a dry run, what would.", body = UndoneAnswer),
        (status = 404, description = "Unknown kind, record not found, or the request did not change it.",
            body = ProblemDocument),
        (status = 409, description = "Something was built on it, or it cannot be brought back.", body = ProblemDocument)))]
pub async fn undo_masterdata(
    Path((kind, id)): Path<(String, String)>,
    call: Commanding,
) -> Result<Response, Refusal> {
    let kind = kind_named(&kind)?;
    let id = record_id(kind, &id)?;
    let (dry_run, call) = call.dry_run()?;
    let call = call.with_body().await?;
    let undo = move |api: Api, caller: Arc<OpContext>, call: CallCommand| async move {
        let (request_id, reason) = read(&call.received.body)?;
        let command = UndoRecordCommand { kind, id, request_id, reason, dry_run, call };
        let encode: EncodeBody<Undone> = Arc::new(|undone| encoded(&UndoneAnswer::from(undone)));
        Ok(api.app.undo_masterdata(&caller, command, encode).await?)
    };
    if dry_run { call.try_out(undo).await.map(written) } else { call.once(undo).await }
}

members! {
    UndoMembers("UndoRecordBody", Strict) "Which change of a record is undone." {
        request_id: "requestId" Code, required,
            "The `X-Request-Id` of the call that made it, which the record's history tells, too.";
        reason: "reason" Text, "In the words of who undoes it; the history keeps that.";
    }
}

fn read(sent: &[u8]) -> Result<(String, Option<Text>), Refusal> {
    read_whole(sent, 10, |reader, node| {
        let members = UndoMembers::open(reader, node)?;
        let request_id = reader.required::<Code>(members.request_id);
        let reason = reader.read(members.reason);
        Some((request_id?.into_string(), reason))
    })
}
