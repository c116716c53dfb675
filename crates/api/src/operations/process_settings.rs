//! `GET /api/process-settings` and `GET`/`PUT /api/process-settings/{org}`.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use orderdock_app::{OpContext, ScheduleChange, ScheduleView, SettingsChange, resolve_organisation};
use orderdock_domain::access::Scope;
use orderdock_domain::candidate::Sent;
use orderdock_domain::ids::{DocumentTypeId, OrganisationId};
use orderdock_domain::masterdata::{DataSource, Reference, own_or_shared};
use orderdock_domain::order::{NumberPattern, OrganisationOrders};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::text::{Name, Text};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::http::call::{Reading, Writing};
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::read::json::{ListOf, Members, Reader, ValueFault, members};
use crate::read::located::read_whole;
use crate::shape::{Id, NamedShape};

const MOST_ERRORS: usize = 100;

/// When and how candidates of an organisation become orders.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessSettings<'a> {
    org: NamedShape<'a>,
    schedule: ScheduleShape<'a>,
    /// Candidates of equal product, unit, price, discount and date share a line.
    merge_lines: bool,
    /// Orders made since then wait for a receiver; absent where none is expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    hand_over_since: Option<Timestamp>,
    /// Document types whose numbers are not written `{n:06}`.
    number_patterns: Vec<NumberPatternShape<'a>>,
}

/// When runs begin.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Schedule)]
pub struct ScheduleShape<'a> {
    active: bool,
    /// Minute, hour, day, month, weekday; in the organisation's time zone.
    #[schema(example = "* * * * *")]
    cron: &'a str,
    /// No run before this instant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    paused_until: Option<Timestamp>,
    /// When it was last followed, whether there was anything to do or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    last_run_at: Option<Timestamp>,
    /// When a header is due that only waits for its time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    due_at: Option<Timestamp>,
    #[schema(value_type = Vec<String>)]
    next_runs: Vec<Timestamp>,
}

/// How the numbers of a document type are written.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NumberPattern)]
pub struct NumberPatternShape<'a> {
    doc_type_name: &'a str,
    #[schema(example = "SO-{n:06}")]
    pattern: String,
}

/// What a data source says about its headers; it is master data, set where that is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DataSourceProcessing<'a> {
    id: Id,
    org: NamedShape<'a>,
    internal_names: Vec<&'a str>,
    /// How old the newest candidate of a header is when the header goes.
    settle_seconds: i64,
    /// Headers wait until a clerk selects them.
    release_by_hand: bool,
    /// A header goes without its candidates in error.
    partial_headers: bool,
}

/// The settings of all organisations of the token.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AllProcessSettings<'a> {
    items: Vec<ProcessSettings<'a>>,
    data_sources: Vec<DataSourceProcessing<'a>>,
}

/// List process settings.
///
/// Schedules and settings of all organisations of the token, and what data sources say about their headers.
#[utoipa::path(get, path = "/api/process-settings", tag = "process", operation_id = "listProcessSettings",
    responses((status = 200, description = "The settings.", body = AllProcessSettings)))]
pub async fn list_process_settings(Reading { api, caller, .. }: Reading) -> Result<Response, Refusal> {
    let reference = api.app.reference().await?;
    let views = api.app.schedules(&caller).await?;
    let mut items = Vec::with_capacity(views.len());
    for view in &views {
        let orders = api.app.order_settings(&caller, view.schedule.organisation).await?;
        items.push(settings(view, &orders, &reference));
    }
    let scope = caller.organisations.read();
    let seen = reference.data_sources.iter().filter(|source| scope.contains(source.organisation));
    let data_sources = seen.map(|source| data_source(source, &reference)).collect();
    Ok(Json(AllProcessSettings { items, data_sources }).into_response())
}

/// Read the process settings of an organisation.
#[utoipa::path(get, path = "/api/process-settings/{org}", tag = "process", operation_id = "getProcessSettings",
    params(("org" = String, Path, description = "Code of the organisation.")),
    responses((status = 200, description = "The settings.", body = ProcessSettings)))]
pub async fn get_process_settings(
    Path(code): Path<String>,
    Reading { api, caller, .. }: Reading,
) -> Result<Response, Refusal> {
    let organisation = resolve_organisation(&caller, &*api.app.reference().await?, &code)?;
    answer(&api, &caller, organisation).await
}

/// Change the process settings of an organisation.
///
/// Members that are absent stay. `active: false` switches the schedule off, `pausedUntil` pauses it until an
/// instant, and null ends the pause.
#[utoipa::path(put, path = "/api/process-settings/{org}", tag = "process", operation_id = "putProcessSettings",
    params(("org" = String, Path, description = "Code of the organisation.")),
    request_body = SettingsMembers,
    responses((status = 200, description = "The settings as they are now.", body = ProcessSettings),
        (status = 415, description = "The body is not JSON.", body = ProblemDocument)))]
pub async fn put_process_settings(Path(code): Path<String>, call: Writing) -> Result<Response, Refusal> {
    let call = call.with_body().await?;
    let organisation = call
        .run(|api, caller, received| async move {
            let reference = api.app.reference().await?;
            let organisation = resolve_organisation(&caller, &reference, &code)?;
            let change = read_change(&received.body, organisation, &reference)?;
            api.app.change_process_settings(&caller, organisation, change).await?;
            Ok(organisation)
        })
        .await?;
    answer(&call.api, &call.caller, organisation).await.map_err(Refusal::after_commit)
}

async fn answer(api: &Api, caller: &OpContext, organisation: OrganisationId) -> Result<Response, Refusal> {
    caller.require(Scope::CandidatesRead, Phrase::ReadProcessSettings)?;
    let reference = api.app.reference().await?;
    let view = api.app.schedule(caller, organisation).await?;
    let orders = api.app.order_settings(caller, organisation).await?;
    Ok(Json(settings(&view, &orders, &reference)).into_response())
}

fn settings<'a>(
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
            Some(NumberPatternShape { doc_type_name: kind.name.as_str(), pattern: pattern.to_string() })
        })
        .collect();
    number_patterns.sort_by_key(|pattern| pattern.doc_type_name);
    ProcessSettings {
        org: organisation(schedule.organisation, reference),
        schedule: ScheduleShape {
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

fn organisation(id: OrganisationId, reference: &Reference) -> NamedShape<'_> {
    let known = reference.organisation(id);
    NamedShape {
        id: Id(id.0),
        code: known.map(|found| found.code.as_str()),
        name: known.map(|found| found.name.as_str()),
    }
}

members! {
    SettingsMembers("ProcessSettingsBody", Strict) "What is to change; members that are absent stay." {
        active: "active" bool, "Whether the schedule is followed.";
        cron: "cron" Text, "Minute, hour, day, month, weekday; in the organisation's time zone.";
        paused_until: "pausedUntil" Sent<Timestamp>, "No run before this instant; null ends the pause.";
        merge_lines: "mergeLines" bool,
            "Candidates of equal product, unit, price, discount and date share a line.";
        hand_over: "handOver" bool,
            "Whether orders that are made from now on wait for a receiver, who says that it has them.";
        number_patterns: "numberPatterns" ListOf<PatternMembers<'t>>;
    }
}

members! {
    PatternMembers("NumberPatternData", Strict) "A prefix, and the number filled up with zeros." {
        doc_type_name: "docTypeName" Name, required;
        pattern: "pattern" Text, required, "For example `SO-{n:06}`.";
    }
}

fn read_change(
    sent: &[u8],
    organisation: OrganisationId,
    reference: &Reference,
) -> Result<SettingsChange, Refusal> {
    read_whole(sent, MOST_ERRORS, |reader, node| {
        let members = SettingsMembers::open(reader, node)?;
        Some(read_members(reader, &members, organisation, reference))
    })
}

fn read_members(
    reader: &mut Reader,
    members: &SettingsMembers<'_>,
    organisation: OrganisationId,
    reference: &Reference,
) -> SettingsChange {
    let schedule = ScheduleChange {
        active: reader.read(members.active),
        cron: reader.read(members.cron).map(|cron| cron.as_str().to_owned()),
        paused_until: match reader.sent(members.paused_until) {
            Sent::Absent => None,
            Sent::Null => Some(None),
            Sent::Value(until) => Some(Some(until)),
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
    let (asked, text) = (reader.required(name), reader.required(pattern));
    let (asked, text) = (asked?, text?);
    let named = reference.document_types.iter().filter(|kind| kind.name == asked);
    let found = own_or_shared(named, organisation, |kind| kind.organisation);
    if found.is_none() {
        reader.fault(name, ValueFault::new(ProblemCode::DocTypeNameUnknown).with("name", asked.as_str()));
    }
    let parsed = NumberPattern::parse(text.as_str());
    if parsed.is_none() {
        let fault = ValueFault::new(ProblemCode::NumberPatternInvalid).with("value", text.as_str());
        reader.fault(pattern, fault.with("example", "SO-{n:06}"));
    }
    Some((found?.id, parsed?))
}
