//! Handler of `GET /metrics`, and the metrics of requests. Labels contain no values of senders.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use orderdock_app::{DiskView, NotificationFigures, OrganisationStorage};
use orderdock_domain::cast;
use orderdock_domain::problem::ProblemCode;
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::Api;
use crate::http::error::ApiError;

/// Histogram buckets in seconds, from single candidates to large bulks.
const BUCKETS: [f64; 9] = [0.005, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0, 120.0];

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    /// Path with the names of its parameters.
    route: String,
    /// Status class, for example `2xx`.
    status_class: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RouteLabels {
    method: &'static str,
    route: String,
}

/// Metrics of requests by route.
pub struct HttpMetrics {
    requests: Family<RequestLabels, Counter>,
    durations: Family<RouteLabels, Histogram, fn() -> Histogram>,
}

impl Default for HttpMetrics {
    fn default() -> Self {
        Self {
            requests: Family::default(),
            durations: Family::new_with_constructor(|| Histogram::new(BUCKETS)),
        }
    }
}

/// Counts each response.
pub async fn count(State(api): State<Api>, request: Request, next: Next) -> Response {
    let matched = request.extensions().get::<MatchedPath>();
    let route = matched.map_or("none", MatchedPath::as_str).to_owned();
    let method = known_method(&request);
    let started = Instant::now();
    let response = next.run(request).await;
    let status_class = status_class(response.status().as_u16());
    let labels = RequestLabels { method, route: route.clone(), status_class };
    api.metrics.requests.get_or_create(&labels).inc();
    let duration = api.metrics.durations.get_or_create(&RouteLabels { method, route });
    duration.observe(started.elapsed().as_secs_f64());
    response
}

fn status_class(status: u16) -> &'static str {
    match status {
        100..200 => "1xx",
        200..300 => "2xx",
        300..400 => "3xx",
        400..500 => "4xx",
        _ => "5xx",
    }
}

/// Returns the method as a label; unknown methods share one label.
fn known_method(request: &Request) -> &'static str {
    match request.method().as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        _ => "other",
    }
}

/// Read metrics.
///
/// Returns metrics in the OpenMetrics text format, for example for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "system", operation_id = "metrics",
    responses((status = 200, description = "The metrics.", body = String,
        content_type = "application/openmetrics-text; version=1.0.0; charset=utf-8")))]
pub async fn metrics(State(api): State<Api>) -> Result<Response, ApiError> {
    let mut text = String::new();
    text::encode(&mut text, &registry(&api).await).map_err(|_| ApiError::from(ProblemCode::ServerFault))?;
    let media_type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, media_type)], text).into_response())
}

async fn registry(api: &Api) -> Registry {
    let mut registry = Registry::with_prefix("orderdock");
    let requests = api.metrics.requests.clone();
    registry.register(
        "http_requests",
        "Total number of HTTP requests by method, route and status class",
        requests,
    );
    let durations = api.metrics.durations.clone();
    registry.register(
        "http_request_duration_seconds",
        "Time until the HTTP response begins in seconds",
        durations,
    );
    register_work(&mut registry, api);
    register_connections(&mut registry, api);
    register_store(&mut registry, api);
    let quiet = i64::from(api.services.quiet.is_quiet());
    let help = "1 if schedules, webhooks and mail are off because the server is quiet, otherwise 0";
    registry.register("quiet", help, ConstGauge::new(quiet));
    register_build(&mut registry);
    register_operation(&mut registry, api).await;
    register_limits(&mut registry, api);
    register_storage(&mut registry, api).await;
    registry
}

/// Registers the counters of the use cases.
fn register_work(registry: &mut Registry, api: &Api) {
    let own = &api.services.metrics;
    let counters = [
        ("rows_created", "Total number of imported rows stored as new candidates", &own.rows_created),
        ("rows_unchanged", "Total number of imported rows that were already stored", &own.rows_unchanged),
        ("rows_rejected", "Total number of rejected rows of imports", &own.rows_rejected),
        ("batches", "Total number of batches of concurrent small imports", &own.batches),
        ("batched_requests", "Total number of import requests in batches", &own.batched_requests),
        (
            "unbatched_requests",
            "Total number of batched import requests that were then processed individually",
            &own.unbatched_requests,
        ),
        ("plan_conflicts", "Total number of plans repeated after a conflicting change", &own.plan_conflicts),
        ("plans_in_turn", "Total number of plans made in an exclusive transaction", &own.plans_in_turn),
        (
            "answers_replayed",
            "Total number of stored responses returned for a repeated idempotency key",
            &own.responses_replayed,
        ),
        ("run_looks", "Total number of queries for active runs for event streams", &own.run_looks),
        (
            "authentications_failed",
            "Total number of requests without a valid access token",
            &own.authentications_failed,
        ),
    ];
    for (name, help, value) in counters {
        registry.register(name, help, ConstCounter::new(value.load(Ordering::Relaxed)));
    }
}

fn register_connections(registry: &mut Registry, api: &Api) {
    let connections = &api.services.metrics.connections;
    let counters = [
        (
            "connections_over_all",
            "Total number of connections beyond the connection limit of the server",
            &connections.over_all,
        ),
        (
            "connections_over_share",
            "Total number of connections beyond the connection limit of one address",
            &connections.over_share,
        ),
        (
            "connections_stalled",
            "Total number of connections closed because the client was too slow",
            &connections.stalled,
        ),
        (
            "connections_displaced",
            "Total number of connections closed in favour of a new connection",
            &connections.displaced,
        ),
        (
            "responses_refused",
            "Total number of requests rejected because the memory for responses was in use",
            &connections.responses_rejected,
        ),
    ];
    for (name, help, value) in counters {
        registry.register(name, help, ConstCounter::new(value.load(Ordering::Relaxed)));
    }
    let read = |value: &AtomicU64| cast::<i64>(value.load(Ordering::Relaxed));
    let open = read(&connections.open);
    registry.register("connections_open", "Number of open connections", ConstGauge::new(open));
    let unread = read(&connections.response_bytes);
    let help = "Size in bytes of responses that clients have not read yet";
    registry.register("response_bytes", help, ConstGauge::new(unread));
}

fn register_store(registry: &mut Registry, api: &Api) {
    let store = api.services.store_statistics();
    let counters = [
        ("import_loads", "Total number of import contexts loaded", store.import_loads),
        (
            "import_load_statements",
            "Total number of SQL statements that loaded import contexts",
            store.import_load_statements,
        ),
        ("commits", "Total number of durable commits", store.commits),
        ("committed_plans", "Total number of plans written by durable commits", store.committed_plans),
        ("replica_lists", "Total number of list queries executed by the replica", store.replica_lists),
        (
            "replica_passed_over",
            "Total number of list queries executed by the primary instead of the replica",
            store.replica_passed_over,
        ),
    ];
    for (name, help, value) in counters {
        registry.register(name, help, ConstCounter::new(value));
    }
    let waiting: i64 = cast(store.waiting_plans);
    registry.register("waiting_plans", "Number of plans waiting to be written", ConstGauge::new(waiting));
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct BuildLabels {
    version: &'static str,
}

fn register_build(registry: &mut Registry) {
    let build = Family::<BuildLabels, Gauge>::default();
    build.get_or_create(&BuildLabels { version: env!("CARGO_PKG_VERSION") }).set(1);
    registry.register("build_info", "Version of the server; the value is always 1", build);
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct StatusLabels {
    status: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct WebhookLabels {
    webhook: i64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct ReaderLabels {
    reader: &'static str,
}

/// Registers gauges for alerts: candidates, webhooks, the last run, the database. They are at most ten
/// seconds old, and absent if the database cannot be read.
async fn register_operation(registry: &mut Registry, api: &Api) {
    let Some(figures) = api.services.monitoring.operation_figures().await else { return };
    let candidates = Family::<StatusLabels, Gauge>::default();
    for &(status, number) in &figures.candidates {
        candidates.get_or_create(&StatusLabels { status: status.as_str() }).set(cast::<i64>(number));
    }
    registry.register("candidates", "Number of candidates by status", candidates);
    let [pending, oldest, failing] = [(); 3].map(|()| Family::<WebhookLabels, Gauge>::default());
    for webhook in &figures.webhooks {
        let labels = WebhookLabels { webhook: webhook.webhook.0 };
        pending.get_or_create(&labels).set(cast::<i64>(webhook.pending_deliveries));
        oldest.get_or_create(&labels).set(webhook.oldest_pending_seconds);
        failing.get_or_create(&labels).set(i64::from(webhook.is_failing));
    }
    registry.register("webhook_deliveries_pending", "Number of pending deliveries by webhook", pending);
    registry.register(
        "webhook_oldest_pending_seconds",
        "Age of the oldest pending delivery in seconds",
        oldest,
    );
    registry.register(
        "webhook_failing",
        "1 if the last delivery attempt of the webhook failed, otherwise 0",
        failing,
    );
    let [seconds, commits] = [(); 2].map(|()| Family::<ReaderLabels, Gauge>::default());
    for lag in &figures.feed {
        let labels = ReaderLabels { reader: lag.reader };
        seconds.get_or_create(&labels).set(lag.seconds);
        commits.get_or_create(&labels).set(cast::<i64>(lag.commits));
    }
    let help = "Age of the oldest commit in the event feed that the reader has not read yet, in seconds";
    registry.register("event_feed_lag_seconds", help, seconds);
    let help = "Number of commits in the event feed that the reader has not read yet";
    registry.register("event_feed_lag_commits", help, commits);
    register_notifications(registry, figures.notifications);
    if let Some(run) = figures.last_run {
        let finished = ConstGauge::new(run.finished_at.as_second());
        registry.register("last_run_timestamp_seconds", "Unix time when the last run ended", finished);
        let failed = ConstGauge::new(i64::from(run.has_failed));
        registry.register("last_run_failed", "1 if the last run failed, otherwise 0", failed);
    }
    let size = ConstGauge::new(cast::<i64>(figures.database_bytes));
    registry.register(
        "database_size_bytes",
        "Size of the database in bytes, without the write-ahead log",
        size,
    );
}

fn register_notifications(registry: &mut Registry, figures: NotificationFigures) {
    let NotificationFigures { waiting, oldest_waiting_seconds, failed } = figures;
    let help = "Number of notification mails that are due or retried";
    registry.register("notifications_waiting", help, ConstGauge::new(cast::<i64>(waiting)));
    let help = "Age of the oldest notification mail that is due or retried in seconds";
    registry.register("notification_oldest_waiting_seconds", help, ConstGauge::new(oldest_waiting_seconds));
    let help =
        "Number of notification mails of the last two days that were given up after one day of retries";
    registry.register("notifications_failed", help, ConstGauge::new(cast::<i64>(failed)));
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct DiskLabels {
    disk: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct StoredLabels {
    kind: &'static str,
    /// Code of the organisation.
    organisation: String,
}

/// Maximum number of organisations in the metrics.
const MAX_ORGANISATIONS: usize = 200;

/// Returns the organisations that have used most of a quota, up to the maximum of the metrics.
fn fullest(mut figures: Vec<OrganisationStorage>) -> Vec<OrganisationStorage> {
    // in thousandths of the quota
    let used =
        |bytes: i64, quota: u64| u128::try_from(bytes).unwrap_or_default() * 1000 / u128::from(quota.max(1));
    figures.sort_by_cached_key(|figures| {
        let OrganisationStorage { stored, attachment_quota, rejected_quota } = figures;
        std::cmp::Reverse(
            used(stored.attachments, *attachment_quota).max(used(stored.rejected, *rejected_quota)),
        )
    });
    figures.truncate(MAX_ORGANISATIONS);
    figures
}

/// Registers free disk space, and stored bytes of organisations with their quotas.
async fn register_storage(registry: &mut Registry, api: &Api) {
    let [free, floor] = [(); 2].map(|()| Family::<DiskLabels, Gauge>::default());
    for DiskView { name: disk, space, floor: minimum } in api.services.storage.disks() {
        free.get_or_create(&DiskLabels { disk }).set(cast::<i64>(space.free));
        floor.get_or_create(&DiskLabels { disk }).set(cast::<i64>(minimum));
    }
    let [stored, quota] = [(); 2].map(|()| Family::<StoredLabels, Gauge>::default());
    let reference = api.services.reference().await.ok();
    for figures in fullest(api.services.storage.storage_figures().await) {
        let OrganisationStorage { stored: bytes, attachment_quota, rejected_quota } = figures;
        let id = bytes.organisation;
        let known = reference.as_ref().and_then(|reference| reference.organisation(id));
        let organisation = known.map_or_else(|| id.to_string(), |known| known.code.to_string());
        let kinds = [
            ("attachments", bytes.attachments, attachment_quota),
            ("refused_requests", bytes.rejected, rejected_quota),
        ];
        for (kind, bytes, limit) in kinds {
            let labels = StoredLabels { kind, organisation: organisation.clone() };
            stored.get_or_create(&labels).set(bytes);
            quota.get_or_create(&labels).set(cast::<i64>(limit));
        }
    }
    registry.register("disk_free_bytes", "Free disk space in bytes", free);
    registry.register(
        "disk_floor_bytes",
        "Free disk space in bytes below which write requests are rejected",
        floor,
    );
    registry.register("stored_bytes", "Stored data in bytes by kind and organisation code", stored);
    registry.register(
        "stored_bytes_quota",
        "Quota of stored data in bytes by kind and organisation code",
        quota,
    );
}

/// Registers the use of the limits, waiting and rejected requests.
fn register_limits(registry: &mut Registry, api: &Api) {
    let limits = &api.active_limits;
    let mut counter = |name: &str, help: &str, value: u64| {
        registry.register(name, help, ConstCounter::new(value));
    };
    counter(
        "bodies_refused",
        "Total number of requests rejected because the memory for request bodies was in use",
        limits.bodies.rejected(),
    );
    counter(
        "bulks_refused",
        "Total number of bulk requests rejected because their sender had too many active ones",
        limits.bulks.rejected(),
    );
    counter(
        "lists_refused",
        "Total number of list requests rejected after a queue timeout",
        limits.lists.rejected(),
    );
    counter(
        "reads_refused",
        "Total number of other read requests rejected after a queue timeout",
        limits.reads.rejected(),
    );
    counter("rate_exceeded", "Total number of requests rejected by the rate limit", limits.rates.rejected());
    let mut gauge = |name: &str, help: &str, value: usize| {
        registry.register(name, help, ConstGauge::new(i64::try_from(value).unwrap_or(i64::MAX)));
    };
    gauge("body_bytes", "Size in bytes of request bodies being processed", limits.bodies.taken());
    gauge(
        "body_bytes_limit",
        "Maximum size in bytes of request bodies being processed",
        limits.bodies.limit(),
    );
    gauge(
        "waiting_bulks",
        "Number of bulk requests queued behind other requests of the same sender",
        limits.bulks.waiting(),
    );
    gauge("waiting_lists", "Number of queued list requests", limits.lists.waiting());
    gauge("waiting_reads", "Number of other queued read requests", limits.reads.waiting());
    let computations = api.services.workers.queued_computations();
    gauge(
        "waiting_imports",
        "Number of small imports queued for the next batch",
        api.services.imports.waiting_imports(),
    );
    gauge(
        "computations",
        "Number of decoding, planning and encoding tasks that are active or queued",
        computations,
    );
}
