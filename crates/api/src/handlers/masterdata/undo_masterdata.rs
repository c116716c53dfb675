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
use crate::http::refusal::Refusal;
use crate::http::written::{encoded, written};
use crate::request::json::{Members, members};
use crate::request::located::read_whole;
use crate::request::query::{CallHeaders, DryRun};
use crate::response::UndoneAnswer;

/// Undo a change of a master data record.
///
/// Reverts the changes of one request to a record and its nested records. Prices, conversions, taxes and versions
/// that the request created are removed. The history records both requests. The undo is rejected if a record was
/// changed since, is referenced by another record, or was used in an order that is not voided. A dry run applies the
/// same rules and writes nothing. The next run re-validates the affected candidates; to re-validate them
/// immediately, use `…/revalidate`.
#[utoipa::path(post, path = "/api/masterdata/{kind}/{id}/undo", tag = "master data", operation_id = "undoMasterdata",
    params(("kind" = String, Path, description = "Kind of record, as named in load files.",
               example = "product-prices"),
        ("id" = i64, Path, description = "Record id."), DryRun, CallHeaders),
    request_body = UndoMembers,
    responses((status = 200, description = "The reverted changes. For a dry run: the changes that would be reverted.",
                  body = UndoneAnswer),
        (status = 404,
            description = "The kind is unknown, the record was not found, or the request did not change it."),
        (status = 409, description = "The change was used since, or cannot be undone.")))]
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
    UndoMembers("UndoRecordBody", Strict) "The change of a record to undo." {
        request_id: "requestId" Code, required,
            "`X-Request-Id` of the request that made the change, as in the history of the record.";
        reason: "reason" Text, "Reason for the undo. The history records it.";
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
