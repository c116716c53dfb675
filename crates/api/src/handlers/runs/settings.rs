//! Handlers of the process settings of organisations.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use orderdock_app::{Caller, ScheduleChange, ScheduleView, SettingsChange, resolve_organisation};
use orderdock_domain::access::Scope;
use orderdock_domain::candidate::MaybeUndefined;
use orderdock_domain::ids::{DocumentTypeId, OrganisationId};
use orderdock_domain::masterdata::{DataSource, Reference, own_or_shared};
use orderdock_domain::order::{NumberPattern, OrganisationOrders};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::text::{Name, Text};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::http::error::ApiError;
use crate::http::extract::{ReadRequest, WriteRequest};
use crate::request::json::{ListOf, Members, Reader, ValueFault, members};
use crate::request::located::read_whole;
use crate::response::{Id, NamedResponse};

/// Settings of a data source for its incoming orders. They are part of the master data and are changed there.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DataSourceProcessing<'a> {
    id: Id,
    org: NamedResponse<'a>,
    internal_names: Vec<&'a str>,
    /// Settle time in seconds: minimum age of the newest candidate before a run processes the incoming order.
    settle_seconds: i64,
    /// Whether incoming orders are on hold until a clerk releases them.
    release_by_hand: bool,
    /// Whether an incoming order is processed without its candidates in error.
    partial_headers: bool,
}

/// The settings of all organisations of the caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AllProcessSettings<'a> {
    items: Vec<ProcessSettings<'a>>,
    data_sources: Vec<DataSourceProcessing<'a>>,
}

/// List process settings.
///
/// Returns schedules and settings of all organisations of the caller, and the settings of data sources for incoming
/// orders.
#[utoipa::path(get, path = "/api/process-settings", tag = "process", operation_id = "listProcessSettings",
    responses((status = 200, description = "The settings.", body = AllProcessSettings)))]
pub async fn list_process_settings(
    ReadRequest { api, caller, .. }: ReadRequest,
) -> Result<Response, ApiError> {
    let reference = api.services.reference().await?;
    let views = api.services.runs.schedules(&caller).await?;
    let mut items = Vec::with_capacity(views.len());
    for view in &views {
        let orders = api.services.runs.order_settings(&caller, view.schedule.organisation).await?;
        items.push(settings(view, &orders, &reference));
    }
    let scope = caller.organisations.read();
    let seen = reference.data_sources.iter().filter(|source| scope.contains(source.organisation));
    let data_sources = seen.map(|source| data_source(source, &reference)).collect();
    Ok(Json(AllProcessSettings { items, data_sources }).into_response())
}

fn data_source<'a>(source: &'a DataSource, reference: &'a Reference) -> DataSourceProcessing<'a> {
    DataSourceProcessing {
        id: Id(source.id.0),
        org: organisation(source.organisation, reference),
        internal_names: source.internal_names.iter().map(AsRef::as_ref).collect(),
        settle_seconds: source.settle_seconds,
        release_by_hand: source.release_by_hand,
        partial_headers: source.partial_headers,
    }
}

/// Read the process settings of an organisation.
#[utoipa::path(get, path = "/api/process-settings/{org}", tag = "process", operation_id = "getProcessSettings",
    params(("org" = String, Path, description = "Organisation code.")),
    responses((status = 200, description = "The settings.", body = ProcessSettings)))]
pub async fn get_process_settings(
    Path(code): Path<String>,
    ReadRequest { api, caller, .. }: ReadRequest,
) -> Result<Response, ApiError> {
    let organisation = resolve_organisation(&caller, &*api.services.reference().await?, &code)?;
    respond(&api, &caller, organisation).await
}

const MAX_ERRORS: usize = 100;

/// Change the process settings of an organisation.
///
/// Changes the given fields. Absent fields stay unchanged. `active: false` switches the schedule off.
/// `pausedUntil` pauses it until a time; null ends the pause.
#[utoipa::path(put, path = "/api/process-settings/{org}", tag = "process", operation_id = "putProcessSettings",
    params(("org" = String, Path, description = "Organisation code.")),
    request_body = ProcessSettingsBody,
    responses((status = 200, description = "The settings after the change.", body = ProcessSettings)))]
pub async fn put_process_settings(
    Path(code): Path<String>,
    call: WriteRequest,
) -> Result<Response, ApiError> {
    let call = call.with_body().await?;
    let organisation = call
        .run(|api, caller, received| async move {
            let reference = api.services.reference().await?;
            let organisation = resolve_organisation(&caller, &reference, &code)?;
            let change = read_change(&received.body, organisation, &reference)?;
            api.services.runs.change_process_settings(&caller, organisation, change).await?;
            Ok(organisation)
        })
        .await?;
    respond(&call.api, &call.caller, organisation).await.map_err(ApiError::after_commit)
}

members! {
    ProcessSettingsBody("ProcessSettingsBody", Strict) "Changes of process settings. Absent fields stay unchanged." {
        active: "active" bool, "Whether the schedule is active.";
        cron: "cron" Text,
            "Schedule as a cron expression (minute, hour, day, month, weekday) in the time zone of the organisation.";
        paused_until: "pausedUntil" MaybeUndefined<Timestamp>, "Time before which no scheduled run starts. Null ends the pause.";
        merge_lines: "mergeLines" bool,
            "Whether candidates with the same product, unit, price, discount and date share an order line.";
        hand_over: "handOver" bool,
            "Whether new orders are transferred to a receiver, which confirms or rejects each of them.";
        number_patterns: "numberPatterns" ListOf<PatternMembers<'t>>;
    }
}

members! {
    PatternMembers("NumberPatternData", Strict)
    "Format of document numbers: a prefix and the number, padded with zeros." {
        doc_type_name: "docTypeName" Name, required;
        pattern: "pattern" Text, required, "Format, for example `SO-{n:06}`.";
    }
}

fn read_change(
    sent: &[u8],
    organisation: OrganisationId,
    reference: &Reference,
) -> Result<SettingsChange, ApiError> {
    read_whole(sent, MAX_ERRORS, |reader, node| {
        let members = ProcessSettingsBody::open(reader, node)?;
        Some(read_members(reader, &members, organisation, reference))
    })
}

fn read_members(
    reader: &mut Reader,
    members: &ProcessSettingsBody<'_>,
    organisation: OrganisationId,
    reference: &Reference,
) -> SettingsChange {
    let schedule = ScheduleChange {
        active: reader.read(members.active),
        cron: reader.read(members.cron).map(|cron| cron.as_str().to_owned()),
        paused_until: match reader.sent(members.paused_until) {
            MaybeUndefined::Absent => None,
            MaybeUndefined::Null => Some(None),
            MaybeUndefined::Value(until) => Some(Some(until)),
        },
    };
    let merge_lines = reader.read(members.merge_lines);
    let hand_over = reader.read(members.hand_over);
    let patterns = reader.objects(members.number_patterns, |reader, members| {
        read_pattern(reader, members, organisation, reference)
    });
    let number_patterns = patterns.unwrap_or_default().into_iter().flatten().collect();
    SettingsChange { schedule, merge_lines, hand_over, number_patterns }
}

fn read_pattern(
    reader: &mut Reader,
    members: &PatternMembers<'_>,
    organisation: OrganisationId,
    reference: &Reference,
) -> Option<(DocumentTypeId, NumberPattern)> {
    let (name, pattern) = (members.doc_type_name, members.pattern);
    let (type_name, text) = (reader.required(name), reader.required(pattern));
    let (type_name, text) = (type_name?, text?);
    let named = reference.document_types.iter().filter(|kind| kind.name == type_name);
    let found = own_or_shared(named, organisation, |kind| kind.organisation);
    if found.is_none() {
        reader.fault(name, ValueFault::new(ProblemCode::DocTypeNameUnknown).with("name", type_name.as_str()));
    }
    let parsed = NumberPattern::parse(text.as_str());
    if parsed.is_none() {
        let fault = ValueFault::new(ProblemCode::NumberPatternInvalid).with("value", text.as_str());
        reader.fault(pattern, fault.with("example", "SO-{n:06}"));
    }
    Some((found?.id, parsed?))
}

/// Settings of an organisation for creating sales orders from candidates.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessSettings<'a> {
    org: NamedResponse<'a>,
    schedule: ScheduleResponse<'a>,
    /// Whether candidates with the same product, unit, price, discount and date share an order line.
    merge_lines: bool,
    /// Time since which new orders are transferred to a receiver. Absent if orders are not transferred.
    #[serde(skip_serializing_if = "Option::is_none")]
    hand_over_since: Option<Timestamp>,
    /// Document types with a number format other than `{n:06}`.
    number_patterns: Vec<NumberPatternResponse<'a>>,
}

/// Schedule of the runs.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Schedule)]
pub struct ScheduleResponse<'a> {
    active: bool,
    /// Cron expression (minute, hour, day, month, weekday) in the time zone of the organisation.
    #[schema(example = "* * * * *")]
    cron: &'a str,
    /// Time before which no scheduled run starts.
    paused_until: Option<Timestamp>,
    /// Time of the last scheduled run, including runs without work.
    last_run_at: Option<Timestamp>,
    /// Time at which the next incoming order completes its settle time, if nothing else keeps it on hold.
    due_at: Option<Timestamp>,
    #[schema(value_type = Vec<String>)]
    next_runs: Vec<Timestamp>,
}

/// Number format of a document type.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NumberPattern)]
pub struct NumberPatternResponse<'a> {
    doc_type_name: &'a str,
    #[schema(example = "SO-{n:06}")]
    pattern: String,
}

pub async fn respond(api: &Api, caller: &Caller, organisation: OrganisationId) -> Result<Response, ApiError> {
    caller.require(Scope::CandidatesRead, Phrase::ReadProcessSettings)?;
    let reference = api.services.reference().await?;
    let view = api.services.runs.schedule(caller, organisation).await?;
    let orders = api.services.runs.order_settings(caller, organisation).await?;
    Ok(Json(settings(&view, &orders, &reference)).into_response())
}

pub fn settings<'a>(
    view: &'a ScheduleView,
    orders: &OrganisationOrders,
    reference: &'a Reference,
) -> ProcessSettings<'a> {
    let schedule = &view.schedule;
    let mut number_patterns: Vec<_> = orders
        .number_patterns
        .iter()
        .filter_map(|(id, pattern)| {
            let kind = reference.document_type(*id)?;
            Some(NumberPatternResponse { doc_type_name: kind.name.as_str(), pattern: pattern.to_string() })
        })
        .collect();
    number_patterns.sort_by_key(|pattern| pattern.doc_type_name);
    ProcessSettings {
        org: organisation(schedule.organisation, reference),
        schedule: ScheduleResponse {
            active: schedule.active,
            cron: &schedule.cron,
            paused_until: schedule.paused_until,
            last_run_at: schedule.state.last_run_at,
            due_at: schedule.state.due_at,
            next_runs: view.next_runs.clone(),
        },
        merge_lines: orders.merge_lines,
        hand_over_since: orders.hand_over_since,
        number_patterns,
    }
}

pub fn organisation(id: OrganisationId, reference: &Reference) -> NamedResponse<'_> {
    let known = reference.organisation(id);
    NamedResponse {
        id: Id(id.0),
        code: known.map(|found| found.code.as_str()),
        name: known.map(|found| found.name.as_str()),
    }
}
