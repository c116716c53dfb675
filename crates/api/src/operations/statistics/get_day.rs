//! `GET /api/statistics/day`.

use axum::Json;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use orderdock_app::{DiskView, OrganisationStorage, is_quiet, resolve_organisation, usual};
use orderdock_domain::masterdata::Reference;
use orderdock_store::{Day, Open, OrdersOfDay, Queue, SourceDays};
use serde::Serialize;
use utoipa::ToSchema;

use super::{IntakeSourceName, source_name};
use crate::http::call::Asking;
use crate::http::refusal::Refusal;
use crate::read::candidate_filter::data_source;
use crate::read::query::{DayParameters, Parameters};
use crate::shape::{GroupWorth, Id};

/// The present day of the caller's first organisation, beside the same weekday of the weeks before.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayAnswer<'a> {
    open: OpenByAge<'a>,
    /// Whether `open` is all that is new or in error: of each, the 20,000 oldest are summed up.
    open_whole: bool,
    /// What the caller looks after, new or in error: `assignedTo=me` of the lists.
    mine: QueueShape,
    /// Orders that were made today and hold.
    orders: OrdersShape<'a>,
    /// Those of the same weekday a week ago, up to the same time of day.
    orders_week_ago: OrdersShape<'a>,
    /// Candidates in the orders of today, of which the 20,001 newest are looked at.
    ordered: u64,
    /// How many of them nobody corrected, put aside or released.
    untouched: u64,
    /// Those that sent something today or on the same weekday of the last four weeks.
    sources: Vec<SourceDay<'a>>,
    storage: StorageShape<'a>,
}

/// Stored bytes and what limits them.
#[derive(Serialize, ToSchema)]
#[schema(as = StoredBytes)]
struct StorageShape<'a> {
    /// Disks of this server.
    disks: Vec<DiskShape>,
    /// The caller's organisations that store something.
    organisations: Vec<OrganisationStorageShape<'a>>,
}

/// A disk. Below its floor writes are refused with 507.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DiskSpace)]
struct DiskShape {
    /// `database` or `attachments`.
    name: &'static str,
    free_bytes: u64,
    floor_bytes: u64,
}

/// Stored bytes of an organisation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrganisationStorage)]
struct OrganisationStorageShape<'a> {
    /// `*` for refused requests of no single organisation.
    org_code: Option<&'a str>,
    attachment_bytes: i64,
    attachment_quota: u64,
    /// Of refused requests in the request log. Beyond the quota only excerpts are stored.
    refused_request_bytes: i64,
    refused_request_quota: u64,
}

/// Candidates that are new or in error, by when they came.
#[derive(Serialize, ToSchema)]
struct OpenByAge<'a> {
    today: OpenShape<'a>,
    /// On the seven days before.
    week: OpenShape<'a>,
    longer: OpenShape<'a>,
}

/// Candidates that wait, and what they are worth.
#[derive(Serialize, ToSchema)]
#[schema(as = OpenCandidates)]
struct OpenShape<'a> {
    candidates: u64,
    /// By the candidates' own prices and those of lists, for each currency.
    worth: Vec<GroupWorth<'a>>,
    /// How many are in no amount: they have no price, or one of a list whose unit may be another.
    unpriced: u64,
}

/// Candidates that somebody looks after.
#[derive(Serialize, ToSchema)]
#[schema(as = OwnQueue)]
struct QueueShape {
    candidates: u64,
    /// How many of them are in error.
    error: u64,
    /// The headers that they belong to.
    orders: u64,
    /// When the oldest of them came.
    oldest: Option<Timestamp>,
}

/// Orders, and what they are worth.
#[derive(Serialize, ToSchema)]
#[schema(as = OrdersOfDay)]
struct OrdersShape<'a> {
    orders: u64,
    /// Candidates in them.
    candidates: u64,
    /// Without tax, for each currency.
    worth: Vec<GroupWorth<'a>>,
    /// Whether these are all: the 20,000 newest are summed up.
    whole: bool,
}

/// What a data source sends on such a day.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SourceDay<'a> {
    data_source: IntakeSourceName<'a>,
    /// When something came last.
    last: Option<Timestamp>,
    /// Candidates that came today.
    today: u64,
    /// How many usually came up to the same time of day: the middle of the same weekdays of four weeks, or of as many as it
    /// has been sending; null where it never did.
    usual_by_now: Option<u64>,
    /// The same of the whole day.
    usual: Option<u64>,
    /// Whether less than half of what is usual came so far, where that is five or more.
    quiet: bool,
}

/// Read the statistics of today.
///
/// Returns open candidates by age and value, candidates assigned to the caller, orders compared with a week ago, the
/// number of candidates without manual changes, and whether data sources send as usual.
#[utoipa::path(get, path = "/api/statistics/day", tag = "statistics", operation_id = "getDay",
    params(DayParameters), responses((status = 200, description = "The figures.", body = DayAnswer)))]
pub async fn get_day(Asking { api, caller, uri, .. }: Asking) -> Result<Response, Refusal> {
    let reference = api.app.reference().await?;
    let mut parameters = Parameters::of::<DayParameters>(&uri);
    let source = data_source(&mut parameters, &caller, &reference);
    let organisation = parameters.text("org");
    parameters.finish()?;
    let organisation =
        organisation.map(|code| resolve_organisation(&caller, &reference, &code)).transpose()?;
    let day = api.app.day(&caller, source, organisation).await?;
    let stored = api.app.organisation_storage(&caller).await?;
    let storage = storage(api.app.disks(), &stored, &reference);
    Ok(Json(shape(&day, storage, &reference)).into_response())
}

fn storage<'a>(
    disks: Vec<DiskView>,
    stored: &[OrganisationStorage],
    reference: &'a Reference,
) -> StorageShape<'a> {
    let disk =
        |DiskView { name, space, floor }| DiskShape { name, free_bytes: space.free, floor_bytes: floor };
    let organisation = |one: &OrganisationStorage| OrganisationStorageShape {
        org_code: reference.organisation(one.stored.organisation).map(|found| found.code.as_str()),
        attachment_bytes: one.stored.attachments,
        attachment_quota: one.attachment_quota,
        refused_request_bytes: one.stored.refused,
        refused_request_quota: one.refused_quota,
    };
    StorageShape {
        disks: disks.into_iter().map(disk).collect(),
        organisations: stored.iter().map(organisation).collect(),
    }
}

fn shape<'a>(day: &'a Day, storage: StorageShape<'a>, reference: &'a Reference) -> DayAnswer<'a> {
    let open = |open: &'a Open| OpenShape {
        candidates: open.candidates,
        worth: open.worth.iter().map(|worth| GroupWorth::of(worth, reference)).collect(),
        unpriced: open.unpriced,
    };
    let orders = |orders: &'a OrdersOfDay| OrdersShape {
        orders: orders.orders,
        candidates: orders.candidates,
        worth: orders.worth.iter().map(|worth| GroupWorth::of(worth, reference)).collect(),
        whole: orders.whole,
    };
    let [today, week, longer] = &day.open;
    let [now, before] = &day.orders;
    let Queue { candidates, error, headers, oldest } = day.queue;
    DayAnswer {
        open: OpenByAge { today: open(today), week: open(week), longer: open(longer) },
        open_whole: day.open_whole,
        mine: QueueShape { candidates, error, orders: headers, oldest },
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
        today: source.came.first().map_or(0, |(_, whole)| *whole),
        usual_by_now: usual.map(|(until, _)| until),
        usual: usual.map(|(_, whole)| whole),
        quiet: is_quiet(source),
    }
}
