//! Handler of the statistics of today.

use axum::Json;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use orderdock_app::{DiskView, OrganisationStorage, is_quiet, resolve_organisation, usual};
use orderdock_domain::masterdata::Reference;
use orderdock_store::{AssignedCandidates, Day, DayOrders, OpenCandidates, SourceDays};
use serde::Serialize;
use utoipa::ToSchema;

use super::{IntakeSourceName, source_name};
use crate::http::error::ApiError;
use crate::http::extract::QueryRequest;
use crate::request::query::{DayParameters, Parameters, data_source};
use crate::response::{GroupWorth, Id};

/// Statistics of today in the time zone of the caller's first organisation, compared with the same weekday of previous
/// weeks.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DayAnswer)]
pub struct DayResponse<'a> {
    open: OpenByAge<'a>,
    /// Whether `open` includes all open candidates. Only the 20,000 oldest of each status are summed.
    open_whole: bool,
    /// Candidates with status `new` or `error` that are assigned to the caller (`assignedTo=me` in lists).
    mine: QueueResponse,
    /// Sales orders created today, without voided ones.
    orders: OrdersResponse<'a>,
    /// Sales orders of the same weekday a week ago, up to the same time of day.
    orders_week_ago: OrdersResponse<'a>,
    /// Number of candidates in today's sales orders, counted up to 20,001; this value means more than 20,000.
    ordered: u64,
    /// Number of these candidates that were not corrected, excluded or released manually.
    untouched: u64,
    /// Data sources that sent candidates today or on the same weekday of the last four weeks.
    sources: Vec<SourceDay<'a>>,
    storage: StorageResponse<'a>,
}

/// Stored bytes and their limits.
#[derive(Serialize, ToSchema)]
#[schema(as = StoredBytes)]
struct StorageResponse<'a> {
    /// Disks of the server that sent the response.
    disks: Vec<DiskResponse>,
    /// Organisations of the caller that have stored files or requests.
    organisations: Vec<OrganisationStorageResponse<'a>>,
}

/// Free space of a disk. If it is less than `floorBytes`, write requests are rejected with 507.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DiskSpace)]
struct DiskResponse {
    /// Data on the disk: `database` or `attachments`.
    name: &'static str,
    free_bytes: u64,
    floor_bytes: u64,
}

/// Stored bytes of an organisation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrganisationStorage)]
struct OrganisationStorageResponse<'a> {
    /// Organisation code, or `*` for rejected requests that belong to no single organisation.
    org_code: Option<&'a str>,
    attachment_bytes: i64,
    attachment_quota: u64,
    /// Size of rejected requests in the request log. Beyond the quota, only excerpts are stored.
    refused_request_bytes: i64,
    refused_request_quota: u64,
}

/// Candidates with status `new` or `error`, by time of receipt.
#[derive(Serialize, ToSchema)]
struct OpenByAge<'a> {
    today: OpenResponse<'a>,
    /// Candidates received within the seven days before today.
    week: OpenResponse<'a>,
    longer: OpenResponse<'a>,
}

/// Number and value of open candidates.
#[derive(Serialize, ToSchema)]
#[schema(as = OpenCandidates)]
struct OpenResponse<'a> {
    candidates: u64,
    /// Value by currency, from the prices of the candidates and of price lists.
    worth: Vec<GroupWorth<'a>>,
    /// Number of candidates that are not in `worth`: they have no price, or a list price that may refer to
    /// another unit.
    unpriced: u64,
}

/// Candidates that are assigned to a user.
#[derive(Serialize, ToSchema)]
#[schema(as = OwnQueue)]
struct QueueResponse {
    candidates: u64,
    /// Number of these candidates with status `error`.
    error: u64,
    /// Number of incoming orders with these candidates.
    orders: u64,
    /// Time at which the oldest of these candidates was received.
    oldest: Option<Timestamp>,
}

/// Number and value of sales orders.
#[derive(Serialize, ToSchema)]
#[schema(as = OrdersOfDay)]
struct OrdersResponse<'a> {
    orders: u64,
    /// Number of candidates in the orders.
    candidates: u64,
    /// Net value by currency.
    worth: Vec<GroupWorth<'a>>,
    /// Whether the values include all orders. Only the 20,000 newest are summed.
    whole: bool,
}

/// Candidates of a data source today, compared with the usual number.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SourceDay<'a> {
    data_source: IntakeSourceName<'a>,
    /// Time at which the last candidate was received.
    last: Option<Timestamp>,
    /// Number of candidates received today.
    today: u64,
    /// Usual number of candidates up to this time of day: the median of the same weekday in the last four weeks, or
    /// since the data source began to send. Null if it has never sent on this weekday.
    usual_by_now: Option<u64>,
    /// Usual number of candidates of the whole day, calculated in the same way.
    usual: Option<u64>,
    /// Whether fewer than half of the usual candidates were received so far. Always false if fewer than five are
    /// usual.
    quiet: bool,
}

/// Read the statistics of today.
///
/// Returns open candidates by age and value, candidates assigned to the caller, orders compared with a week ago, the
/// number of candidates without manual changes, and whether data sources send as usual.
#[utoipa::path(get, path = "/api/statistics/day", tag = "statistics", operation_id = "getDay",
    params(DayParameters), responses((status = 200, description = "The statistics.", body = DayResponse)))]
pub async fn get_day(QueryRequest { api, caller, uri, .. }: QueryRequest) -> Result<Response, ApiError> {
    let reference = api.services.reference().await?;
    let mut parameters = Parameters::of::<DayParameters>(&uri);
    let source = data_source(&mut parameters, &caller, &reference);
    let organisation = parameters.text("org");
    parameters.finish()?;
    let organisation =
        organisation.map(|code| resolve_organisation(&caller, &reference, &code)).transpose()?;
    let day = api.services.candidates.day(&caller, source, organisation).await?;
    let stored = api.services.storage.organisation_storage(&caller).await?;
    let storage = storage(api.services.storage.disks(), &stored, &reference);
    Ok(Json(shape(&day, storage, &reference)).into_response())
}

fn storage<'a>(
    disks: Vec<DiskView>,
    stored: &[OrganisationStorage],
    reference: &'a Reference,
) -> StorageResponse<'a> {
    let disk =
        |DiskView { name, space, floor }| DiskResponse { name, free_bytes: space.free, floor_bytes: floor };
    let organisation = |one: &OrganisationStorage| OrganisationStorageResponse {
        org_code: reference.organisation(one.stored.organisation).map(|found| found.code.as_str()),
        attachment_bytes: one.stored.attachments,
        attachment_quota: one.attachment_quota,
        refused_request_bytes: one.stored.rejected,
        refused_request_quota: one.rejected_quota,
    };
    StorageResponse {
        disks: disks.into_iter().map(disk).collect(),
        organisations: stored.iter().map(organisation).collect(),
    }
}

fn shape<'a>(day: &'a Day, storage: StorageResponse<'a>, reference: &'a Reference) -> DayResponse<'a> {
    let open = |open: &'a OpenCandidates| OpenResponse {
        candidates: open.candidates,
        worth: open.worth.iter().map(|worth| GroupWorth::of(worth, reference)).collect(),
        unpriced: open.unpriced,
    };
    let orders = |orders: &'a DayOrders| OrdersResponse {
        orders: orders.orders,
        candidates: orders.candidates,
        worth: orders.worth.iter().map(|worth| GroupWorth::of(worth, reference)).collect(),
        whole: orders.whole,
    };
    let [today, week, longer] = &day.open;
    let [now, before] = &day.orders;
    let AssignedCandidates { candidates, error, headers, oldest } = day.queue;
    DayResponse {
        open: OpenByAge { today: open(today), week: open(week), longer: open(longer) },
        open_whole: day.open_whole,
        mine: QueueResponse { candidates, error, orders: headers, oldest },
        orders: orders(now),
        orders_week_ago: orders(before),
        ordered: day.ordered,
        untouched: day.untouched,
        sources: day.sources.iter().map(|source| source_day(source, reference)).collect(),
        storage,
    }
}

fn source_day<'a>(source: &SourceDays, reference: &'a Reference) -> SourceDay<'a> {
    let usual = usual(source);
    SourceDay {
        data_source: IntakeSourceName {
            id: Id(source.data_source.0),
            name: source_name(reference, source.data_source),
        },
        last: source.last,
        today: source.received.first().map_or(0, |(_, whole)| *whole),
        usual_by_now: usual.map(|(until, _)| until),
        usual: usual.map(|(_, whole)| whole),
        quiet: is_quiet(source),
    }
}
