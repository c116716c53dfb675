//! Handlers of master data: the records that orders refer to.

use std::sync::Arc;

use axum::Json;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use orderdock_app::{
    CallCommand, Caller, Effort, EncodeBody, EncodedResponse, PutCommand, UndoRecordCommand,
    resolve_organisation,
};
use orderdock_domain::ids::SHARED;
use orderdock_domain::masterdata::CrossReferenceKind;
use orderdock_domain::masterdata::kinds::{Kind, KindName, StoredRecord};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Language, Param, Problem, ProblemCode};
use orderdock_domain::text::{Code, Text};
use orderdock_store::{
    ChangePosition, CrossReferenceFilter, MasterdataQuery, MasterdataWindow, UndoResult, UpsertResult,
};

use crate::Api;
use crate::docs::masterdata_schema::{MasterdataRecords, StoredMasterdataRecord, load_file_schema};
use crate::handlers::page::{MAX_PAGE_SIZE, cut, limit};
use crate::http::error::ApiError;
use crate::http::extract::{CommandRequest, QueryRequest, ReadRequest, WriteRequest};
use crate::http::written::{encoded, written};
use crate::request::json::{Members, members};
use crate::request::located::read_whole;
use crate::request::query::{
    CallHeaders, CrossReferenceList, DryRun, MasterdataList, PageParameters, Parameters, choice,
};
use crate::request::record_list::RecordList;
use crate::response::{
    MasterdataChangeResponse, MasterdataHistoryResponse, MasterdataPageResponse, RecordResponse,
    UndoneResponse, UpsertedResponse,
};

/// Read the JSON Schema of master data files.
///
/// Returns the schema of master data files, for use in editors. The list of one kind is the body of an upsert.
#[utoipa::path(get, path = "/api/masterdata/schema", tag = "master data", operation_id = "getMasterdataSchema",
    responses((status = 200, description = "The JSON Schema (2020-12).", body = Object,
        content_type = "application/schema+json")))]
pub async fn get_masterdata_schema(_: ReadRequest) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/schema+json")], load_file_schema().to_string())
}

/// List master data records of a kind.
///
/// Returns own and shared records in order of creation. Each record contains its first 100 nested records of each
/// kind.
#[utoipa::path(get, path = "/api/masterdata/{kind}", tag = "master data", operation_id = "listMasterdata",
    params(("kind" = String, Path, description = "Kind of record, as named in master data files.",
             example = "bpartners"),
        MasterdataList, CrossReferenceList),
    responses((status = 200, description = "One page of results.", body = MasterdataPageResponse),
        (status = 404, description = "The kind is unknown.")))]
pub async fn list_masterdata(Path(kind): Path<String>, call: QueryRequest) -> Result<Response, ApiError> {
    list(call, kind_named(&kind)?, None).await
}

/// List nested master data records.
///
/// Returns all nested records, page by page. The record itself contains the first 100.
#[utoipa::path(get, path = "/api/masterdata/{kind}/{id}/{nested}", tag = "master data",
    operation_id = "listNestedMasterdata",
    params(("kind" = String, Path, description = "Kind of record, as named in master data files.",
             example = "bpartners"),
        ("id" = i64, Path, description = "Record id of the parent record."),
        ("nested" = String, Path, description = "Name of the nested list.", example = "locations"),
        MasterdataList),
    responses((status = 200, description = "One page of results.", body = MasterdataPageResponse),
        (status = 404, description = "The kind is unknown, or the record was not found.")))]
pub async fn list_nested_masterdata(
    Path((kind, id, nested)): Path<(String, String, String)>,
    call: QueryRequest,
) -> Result<Response, ApiError> {
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

/// Create or update master data records.
///
/// Accepts the list of a master data file. Records are matched by their keys; absent fields are unchanged, null clears a
/// field, and equal records are not written. All records are written in one transaction. Limit: 10,000 records
/// including nested ones. Shared records require access to all organisations; organisations require the scope
/// `admin`.
#[utoipa::path(put, path = "/api/masterdata/{kind}", tag = "master data", operation_id = "putMasterdata",
    params(("kind" = String, Path, description = "Kind of record, as named in master data files.",
             example = "bpartners"),
        DryRun, CallHeaders),
    request_body = MasterdataRecords,
    responses((status = 200,
                  description = "The records were written or already have these values. Also the response of a dry run.",
                  body = UpsertedResponse),
        (status = 404, description = "The kind is unknown.")))]
pub async fn put_masterdata(Path(kind): Path<String>, call: CommandRequest) -> Result<Response, ApiError> {
    let kind = kind_named(&kind)?;
    let (dry_run, call) = call.dry_run()?;
    let (call, permit) = call.with_bulk().await?;
    let language = call.language;
    let command = call.begin_or_try(dry_run).await?;
    let response = if dry_run {
        put(call.api.clone(), call.caller.clone(), (kind, language), dry_run, command).await?
    } else {
        call.run(|api, caller, _| put(api, caller, (kind, language), dry_run, command)).await?
    };
    Ok(call.api.active_limits.counted(response, Some(permit)))
}

async fn put(
    api: Api,
    caller: Arc<Caller>,
    (kind, language): (&'static Kind, Language),
    dry_run: bool,
    call: CallCommand,
) -> Result<EncodedResponse, ApiError> {
    let (list, batch) = RecordList::read(&api.services, kind, call.received.body.clone()).await?;
    let command = PutCommand { kind, batch, dry_run, call };
    let encode: EncodeBody<UpsertResult> =
        Arc::new(move |upserted| encoded(&UpsertedResponse::of(upserted, kind, language)));
    match api.services.master_data.put_masterdata(&caller, command, encode).await {
        Ok(response) => Ok(response),
        Err(failure) if failure.is_final() => {
            Err(api.services.workers.compute(Effort::Large, move || list.rejected(failure.problems)).await?)
        }
        Err(again) => Err(again.into()),
    }
}

/// Read a master data record.
///
/// Returns the record with the first 100 nested records of each kind that the caller can see. `locationsTotal`
/// and similar fields contain the total.
#[utoipa::path(get, path = "/api/masterdata/{kind}/{id}", tag = "master data", operation_id = "getMasterdata",
    params(("kind" = String, Path, description = "Kind of record, as named in master data files.",
             example = "bpartners"),
        ("id" = i64, Path, description = "Record id.")),
    responses((status = 200, description = "The record. Its `ETag` is the version.",
            body = StoredMasterdataRecord, headers(("ETag" = String))),
        (status = 404, description = "The kind is unknown, or the record was not found.")))]
pub async fn get_masterdata(
    Path((kind, id)): Path<(String, String)>,
    ReadRequest { api, caller, .. }: ReadRequest,
) -> Result<Response, ApiError> {
    let kind = kind_named(&kind)?;
    let record = api.services.master_data.masterdata(&caller, kind, record_id(kind, &id)?).await?;
    let tag = format!("\"{}\"", record.version);
    Ok(([(header::ETAG, tag)], Json(RecordResponse(kind, &record))).into_response())
}

/// Deactivate a master data record.
///
/// Sets the record inactive; nothing is deleted. Deactivating an inactive record changes nothing. To activate a
/// record, send `active: true` in an upsert. The request has no body.
#[utoipa::path(post, path = "/api/masterdata/{kind}/{id}/deactivate", tag = "master data",
    operation_id = "deactivateMasterdata",
    params(("kind" = String, Path, description = "Kind of record, as named in master data files.",
             example = "bpartners"),
        ("id" = i64, Path, description = "Record id."), CallHeaders),
    responses((status = 200, description = "The record after the change.", body = StoredMasterdataRecord),
        (status = 404, description = "The kind is unknown, or the record was not found.")))]
pub async fn deactivate_masterdata(
    Path((kind, id)): Path<(String, String)>,
    call: WriteRequest,
) -> Result<Response, ApiError> {
    let kind = kind_named(&kind)?;
    let id = record_id(kind, &id)?;
    let encode: EncodeBody<StoredRecord> = Arc::new(move |record| encoded(&RecordResponse(kind, record)));
    call.without_body()
        .once(|api, caller, call| async move {
            Ok(api.services.master_data.deactivate_masterdata(&caller, kind, id, call, encode).await?)
        })
        .await
}

/// Undo a change of a master data record.
///
/// Reverts the changes of one request to a record and its nested records. Prices, conversions, taxes and versions
/// that the request created are removed. The history records both requests. The undo is rejected if a record was
/// changed since, is referenced by another record, or was used in an order that is not voided. A dry run applies the
/// same rules and writes nothing. The next run re-validates the affected candidates; to re-validate them
/// immediately, use `…/revalidate`.
#[utoipa::path(post, path = "/api/masterdata/{kind}/{id}/undo", tag = "master data", operation_id = "undoMasterdata",
    params(("kind" = String, Path, description = "Kind of record, as named in master data files.",
               example = "product-prices"),
        ("id" = i64, Path, description = "Record id."), DryRun, CallHeaders),
    request_body = UndoRecordBody,
    responses((status = 200, description = "The reverted changes. For a dry run: the changes that would be reverted.",
                  body = UndoneResponse),
        (status = 404,
            description = "The kind is unknown, the record was not found, or the request did not change it."),
        (status = 409, description = "The record was changed or used since, or the change cannot be undone.")))]
pub async fn undo_masterdata(
    Path((kind, id)): Path<(String, String)>,
    call: CommandRequest,
) -> Result<Response, ApiError> {
    let kind = kind_named(&kind)?;
    let id = record_id(kind, &id)?;
    let (dry_run, call) = call.dry_run()?;
    let call = call.with_body().await?;
    let undo = move |api: Api, caller: Arc<Caller>, call: CallCommand| async move {
        let (request_id, reason) = read(&call.received.body)?;
        let command = UndoRecordCommand { kind, id, request_id, reason, dry_run, call };
        let encode: EncodeBody<UndoResult> = Arc::new(|undone| encoded(&UndoneResponse::from(undone)));
        Ok(api.services.master_data.undo_masterdata(&caller, command, encode).await?)
    };
    if dry_run { call.try_out(undo).await.map(written) } else { call.once(undo).await }
}

members! {
    UndoRecordBody("UndoRecordBody", Strict) "The change of a record to undo." {
        request_id: "requestId" Code, required,
            "`X-Request-Id` of the request that made the change, as in the history of the record.";
        reason: "reason" Text, "Reason for the undo. The history records it.";
    }
}

fn read(sent: &[u8]) -> Result<(String, Option<Text>), ApiError> {
    read_whole(sent, 10, |reader, node| {
        let members = UndoRecordBody::open(reader, node)?;
        let request_id = reader.required::<Code>(members.request_id);
        let reason = reader.read(members.reason);
        Some((request_id?.into_string(), reason))
    })
}

/// Read the history of a master data record.
///
/// Returns the changes of the record and its nested records, newest first. Changes by master data files, requests and
/// imported rows are included.
#[utoipa::path(get, path = "/api/masterdata/{kind}/{id}/history", tag = "master data",
    operation_id = "getMasterdataHistory",
    params(("kind" = String, Path, description = "Kind of record, as named in master data files.",
             example = "bpartners"),
        ("id" = i64, Path, description = "Record id."), PageParameters),
    responses((status = 200, description = "One page of results.", body = MasterdataHistoryResponse),
        (status = 404, description = "The kind is unknown, or the record was not found.")))]
pub async fn get_masterdata_history(
    Path((kind, id)): Path<(String, String)>,
    QueryRequest { api, caller, uri, .. }: QueryRequest,
) -> Result<Response, ApiError> {
    let kind = kind_named(&kind)?;
    let id = record_id(kind, &id)?;
    let mut parameters = Parameters::of::<PageParameters>(&uri);
    let limit = limit(&mut parameters, MAX_PAGE_SIZE);
    let before = parameters.one("after", Phrase::PageNext, read_change_cursor);
    parameters.finish()?;
    let mut changes =
        api.services.master_data.masterdata_history(&caller, kind, id, before, limit + 1).await?;
    let next = cut(&mut changes, limit, |change| cursor(change.position()));
    let items = changes.iter().map(MasterdataChangeResponse::from).collect();
    Ok(Json(MasterdataHistoryResponse { items, next }).into_response())
}

fn cursor(ChangePosition { at, id, version }: ChangePosition) -> String {
    URL_SAFE_NO_PAD.encode(format!("{} {id} {version}", at.as_microsecond()))
}

fn read_change_cursor(text: &str) -> Option<ChangePosition> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
    let numbers = text.split(' ').map(|number| number.parse().ok()).collect::<Option<Vec<i64>>>()?;
    let [at, id, version] = numbers[..] else { return None };
    Some(ChangePosition { at: Timestamp::from_microsecond(at).ok()?, id, version })
}

/// Returns a page of the records of a kind, or of those nested in a record.
pub async fn list(
    QueryRequest { api, caller, uri, language }: QueryRequest,
    kind: &'static Kind,
    parent: Option<i64>,
) -> Result<Response, ApiError> {
    let mut known = vec!["q", "active", "limit", "after", "before"];
    known.extend(kind.is_owned().then_some("org"));
    let is_of_cross_references = kind.name == KindName::CrossReferences;
    known.extend(["value", "targetKind", "target"].into_iter().filter(|_| is_of_cross_references));
    let mut parameters = Parameters::read(&uri, &known);
    let search = parameters.text("q");
    let active = parameters.boolean("active");
    let window = window(&mut parameters);
    let limit = limit(&mut parameters, MAX_PAGE_SIZE);
    let organisation = parameters.text("org");
    let cross_references = cross_reference_filter(&mut parameters);
    parameters.finish()?;
    let organisation = match organisation.as_deref() {
        None => None,
        // shared records are visible to all callers
        Some("*") => Some(SHARED),
        Some(code) => Some(resolve_organisation(&caller, &*api.services.reference().await?, code)?),
    };
    let query = MasterdataQuery {
        kind: kind.name,
        search,
        language,
        organisation,
        active,
        cross_references,
        parent,
        window,
        limit,
    };
    let page = api.services.master_data.find_masterdata(&caller, query).await?;
    Ok(Json(MasterdataPageResponse::of(kind, &page)).into_response())
}

/// Reads the filter of cross-references; other kinds do not have these parameters.
fn cross_reference_filter(parameters: &mut Parameters) -> CrossReferenceFilter {
    let kinds = choice(CrossReferenceKind::ALL, CrossReferenceKind::as_str);
    let value = parameters.one("value", Phrase::TextUpTo.of([255.into()]), |text| Code::parse(text).ok()?);
    let kind = parameters.one("targetKind", kinds, CrossReferenceKind::parse);
    let target = parameters.one("target", Phrase::AWholeNumber, |text| text.parse().ok());
    CrossReferenceFilter { kind, value, target }
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

/// Parses the kind in a path.
fn kind_named(name: &str) -> Result<&'static Kind, ApiError> {
    Kind::by_member(name).ok_or_else(|| {
        let known: Vec<_> = Kind::members().collect();
        let problem = Problem::new(ProblemCode::KindNotFound, "").with("name", name);
        problem.with("known", known.join(", ")).into()
    })
}

/// Parses the id in a path. A text that is not an id is not found.
fn record_id(kind: &Kind, text: &str) -> Result<i64, ApiError> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.ok_or_else(|| {
        let named = Phrase::RecordWithId.of([kind.singular.into(), text.into()]);
        Problem::new(ProblemCode::RecordNotFound, "").with("kind", named).into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_is_read_as_its_change() {
        let here = ChangePosition { at: "2026-11-20T15:06:07.000008Z".parse().unwrap(), id: 42, version: 3 };
        assert_eq!(read_change_cursor(&cursor(here)), Some(here));
        for text in ["", "§", "MQ", "MSAyIDMgNA"] {
            assert_eq!(read_change_cursor(text), None, "{text}");
        }
    }
}
