//! The settings of an organisation as they are answered.

use axum::Json;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use orderdock_app::{OpContext, ScheduleView};
use orderdock_domain::access::Scope;
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::order::OrganisationOrders;
use orderdock_domain::phrase::Phrase;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::http::refusal::Refusal;
use crate::response::{Id, NamedShape};

/// Settings of an organisation for creating sales orders from candidates.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessSettings<'a> {
    org: NamedShape<'a>,
    schedule: ScheduleShape<'a>,
    /// Whether candidates with the same product, unit, price, discount and date share an order line.
    merge_lines: bool,
    /// Time since which new orders are transferred to a receiver. Absent if orders are not transferred.
    #[serde(skip_serializing_if = "Option::is_none")]
    hand_over_since: Option<Timestamp>,
    /// Document types with a number format other than `{n:06}`.
    number_patterns: Vec<NumberPatternShape<'a>>,
}

/// Schedule of the runs.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Schedule)]
pub struct ScheduleShape<'a> {
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
pub struct NumberPatternShape<'a> {
    doc_type_name: &'a str,
    #[schema(example = "SO-{n:06}")]
    pattern: String,
}

pub async fn answer(
    api: &Api,
    caller: &OpContext,
    organisation: OrganisationId,
) -> Result<Response, Refusal> {
    caller.require(Scope::CandidatesRead, Phrase::ReadProcessSettings)?;
    let reference = api.app.reference().await?;
    let view = api.app.schedule(caller, organisation).await?;
    let orders = api.app.order_settings(caller, organisation).await?;
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

pub fn organisation(id: OrganisationId, reference: &Reference) -> NamedShape<'_> {
    let known = reference.organisation(id);
    NamedShape {
        id: Id(id.0),
        code: known.map(|found| found.code.as_str()),
        name: known.map(|found| found.name.as_str()),
    }
}
