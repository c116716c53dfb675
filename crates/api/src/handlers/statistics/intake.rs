//! Handler of the statistics of received candidates.

use axum::Json;
use axum::response::{IntoResponse, Response};
use jiff::{Timestamp, Zoned};
use orderdock_app::{IntakeView, Period, resolve_organisation};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::problem::Language;
use orderdock_store::StatusCounts;
use serde::Serialize;
use utoipa::ToSchema;

use super::{IntakeSourceName, source_name};
use crate::http::error::ApiError;
use crate::http::extract::QueryRequest;
use crate::request::query::{IntakeParameters, Parameters, choice, data_source};
use crate::response::Id;

/// Number of candidates by current status.
#[derive(Serialize, ToSchema)]
#[schema(as = StatusCounts)]
pub struct StatusCountsResponse {
    new: u64,
    error: u64,
    processed: u64,
    inactive: u64,
}

impl From<StatusCounts> for StatusCountsResponse {
    fn from(counts: StatusCounts) -> Self {
        let StatusCounts { new, error, processed, inactive } = counts;
        Self { new, error, processed, inactive }
    }
}

/// Candidates that were received within an hour or a day.
#[derive(Serialize, ToSchema)]
pub struct IntakeBucket {
    /// Start of the hour or day, with the UTC offset of the organisation.
    #[schema(value_type = String, format = DateTime, example = "2026-12-08T00:00:00+01:00")]
    start: String,
    #[serde(flatten)]
    counts: StatusCountsResponse,
}

/// Number of candidates of a data source.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IntakeSource<'a> {
    data_source: IntakeSourceName<'a>,
    #[serde(flatten)]
    counts: StatusCountsResponse,
}

/// Number of candidates with a problem.
#[derive(Serialize, ToSchema)]
pub struct ProblemCount {
    #[schema(example = "price.none")]
    code: &'static str,
    /// Message in the requested language.
    message: String,
    count: u64,
}

/// The oldest candidate that is not processed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OldestUnprocessed {
    candidate_id: Id,
    created_at: Timestamp,
}

/// Sales orders whose transfer is unconfirmed: the receiver has not replied, or has rejected it.
#[derive(Serialize, ToSchema)]
#[schema(as = WaitingOrders)]
pub struct WaitingOrdersResponse {
    count: u64,
    /// Creation time of the oldest of these orders. Null if there are none.
    oldest: Option<Timestamp>,
}

/// Received and open candidates.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = IntakeAnswer)]
pub struct IntakeResponse<'a> {
    #[schema(example = "7d")]
    period: &'static str,
    #[schema(value_type = String, format = DateTime)]
    from: Option<Timestamp>,
    #[schema(value_type = String, format = DateTime)]
    to: Timestamp,
    /// Hours of the period `24h`, otherwise days, in ascending order.
    buckets: Vec<IntakeBucket>,
    /// Data sources of the candidates received within the period.
    sources: Vec<IntakeSource<'a>>,
    /// The ten most frequent problems of the candidates that are currently in error.
    problems: Vec<ProblemCount>,
    /// Current number of candidates with status `new`, regardless of the period.
    new: u64,
    error: u64,
    /// Number of candidates in sales orders that were created today and are not voided.
    processed_today: u64,
    oldest_unprocessed: Option<OldestUnprocessed>,
    /// Sales orders whose transfer is unconfirmed, of organisations that transfer orders to a receiver.
    waiting_orders: WaitingOrdersResponse,
    /// Number of failed runs within the period.
    failed_runs: u64,
}

/// Read intake statistics.
///
/// Returns the number of candidates by time of receipt, data source and problem. Hours and days are those of the
/// caller's first organisation.
#[utoipa::path(get, path = "/api/statistics/intake", tag = "statistics", operation_id = "getIntake",
    params(IntakeParameters),
    responses((status = 200, description = "The statistics.", body = IntakeResponse)))]
pub async fn get_intake(
    QueryRequest { api, caller, language, uri }: QueryRequest,
) -> Result<Response, ApiError> {
    let reference = api.services.reference().await?;
    let mut parameters = Parameters::of::<IntakeParameters>(&uri);
    let period = parameters.one("period", choice(Period::ALL, Period::as_str), Period::parse);
    let source = data_source(&mut parameters, &caller, &reference);
    let organisation = parameters.text("org");
    parameters.finish()?;
    let period = period.unwrap_or(Period::Day);
    let organisation =
        organisation.map(|code| resolve_organisation(&caller, &reference, &code)).transpose()?;
    let view = api.services.candidates.intake(&caller, period, source, organisation).await?;
    Ok(Json(shape(period, &view, &reference, language)).into_response())
}

fn shape<'a>(
    period: Period,
    view: &IntakeView,
    reference: &'a Reference,
    language: Language,
) -> IntakeResponse<'a> {
    let intake = &view.intake;
    let start = |start: &Zoned| start.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string();
    let buckets = view.starts.iter().map(start).zip(&intake.spans);
    let sources = intake.sources.iter().map(|(id, counts)| IntakeSource {
        data_source: IntakeSourceName { id: Id(id.0), name: source_name(reference, *id) },
        counts: (*counts).into(),
    });
    let problems = intake.problems.iter().map(|(code, count)| ProblemCount {
        code: code.as_str(),
        message: code.summary(language),
        count: *count,
    });
    IntakeResponse {
        period: period.as_str(),
        from: view.starts.first().map(Zoned::timestamp),
        to: view.to,
        buckets: buckets.map(|(start, counts)| IntakeBucket { start, counts: (*counts).into() }).collect(),
        sources: sources.collect(),
        problems: problems.collect(),
        new: intake.now.new,
        error: intake.now.error,
        processed_today: intake.processed_today,
        oldest_unprocessed: intake
            .oldest_unprocessed
            .map(|(id, created_at)| OldestUnprocessed { candidate_id: Id(id.0), created_at }),
        waiting_orders: WaitingOrdersResponse {
            count: intake.waiting_orders.count,
            oldest: intake.waiting_orders.oldest,
        },
        failed_runs: intake.failed_runs,
    }
}
