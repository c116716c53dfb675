//! `GET /metrics`: counts without data. No label holds anything that a sender wrote.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use orderdock_app::{DiskView, OrganisationStorage};
use orderdock_domain::fit;
use orderdock_domain::problem::ProblemCode;
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::Api;
use crate::http::refusal::Refusal;

/// Seconds; a single candidate takes the first ones, a large bulk the last.
const BUCKETS: [f64; 9] = [0.005, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0, 120.0];

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct CallLabels {
    method: &'static str,
    /// The path with the names of its parameters, not their values.
    path: String,
    status: u16,
}

/// What the interface counts itself.
pub struct HttpMetrics {
    answers: Family<CallLabels, Counter>,
    seconds: Histogram,
}

impl Default for HttpMetrics {
    fn default() -> Self {
        Self { answers: Family::default(), seconds: Histogram::new(BUCKETS) }
    }
}

/// Counts every answer.
pub async fn count(State(api): State<Api>, request: Request, next: Next) -> Response {
    let matched = request.extensions().get::<MatchedPath>();
    let path = matched.map_or("none", MatchedPath::as_str).to_owned();
    let method = known_method(&request);
    let begun = Instant::now();
    let response = next.run(request).await;
    let labels = CallLabels { method, path, status: response.status().as_u16() };
    api.metrics.answers.get_or_create(&labels).inc();
    api.metrics.seconds.observe(begun.elapsed().as_secs_f64());
    response
}

/// A method can be any word; only those that are answered become a label.
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
pub async fn metrics(State(api): State<Api>) -> Result<Response, Refusal> {
    let mut text = String::new();
    text::encode(&mut text, &registry(&api).await).map_err(|_| Refusal::from(ProblemCode::ServerFault))?;
    let media_type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, media_type)], text).into_response())
}

async fn registry(api: &Api) -> Registry {
    let mut registry = Registry::with_prefix("orderdock");
    registry.register("http_answers", "Answers by method, path and status", api.metrics.answers.clone());
    registry.register("http_seconds", "Time to answer", api.metrics.seconds.clone());
    let mut counter = |name: &str, help: &str, value: u64| {
        registry.register(name, help, ConstCounter::new(value));
    };
    let read = |value: &AtomicU64| value.load(Ordering::Relaxed);
    let own = &api.app.metrics;
    counter("rows_created", "Rows that became candidates", read(&own.rows_created));
    counter("rows_unchanged", "Rows that were imported before", read(&own.rows_unchanged));
    counter("rows_rejected", "Rows that were rejected", read(&own.rows_rejected));
    counter("batches", "Batches of small imports that arrived together", read(&own.batches));
    counter("batched_requests", "Requests in those batches", read(&own.batched_requests));
    counter("unbatched_requests", "Of those such that went on by themselves", read(&own.unbatched_requests));
    counter("plan_conflicts", "Plans that were overtaken and made again", read(&own.plan_conflicts));
    counter("plans_in_turn", "Plans made inside the writer's turn", read(&own.plans_in_turn));
    counter("answers_replayed", "Answers repeated for an idempotency key", read(&own.answers_replayed));
    counter("run_looks", "Looks at the runs for all who listen to events", read(&own.run_looks));
    counter("authentications_failed", "Requests without a valid token", read(&own.authentications_failed));
    let connections = &own.connections;
    let (over_all, over_share) = (read(&connections.over_all), read(&connections.over_share));
    counter("connections_over_all", "Connections that came when all places were taken", over_all);
    counter("connections_over_share", "Connections that came when their peer had its share", over_share);
    counter("connections_stalled", "Connections whose client was too slow", read(&connections.stalled));
    counter("connections_displaced", "Connections closed for another one", read(&connections.displaced));
    let refused = read(&connections.responses_refused);
    counter("responses_refused", "Requests for whose responses there was no room", refused);
    let store = api.app.store_statistics();
    counter("import_loads", "Batches whose context was loaded", store.import_loads);
    counter("import_load_statements", "Statements of those loads", store.import_load_statements);
    counter("commits", "Durable commits", store.commits);
    counter("committed_plans", "Plans in those commits", store.committed_plans);
    counter("replica_lists", "Lists that the replica answered", store.replica_lists);
    counter("replica_passed_over", "Lists that the replica left to the primary", store.replica_passed_over);
    let waiting: i64 = fit(store.waiting_plans);
    registry.register("waiting_plans", "Plans that wait to be written", ConstGauge::new(waiting));
    let open: i64 = fit(read(&connections.open));
    registry.register("connections_open", "Connections that there are", ConstGauge::new(open));
    let untaken: i64 = fit(read(&connections.response_bytes));
    registry.register("response_bytes", "Bytes of responses that wait for clients", ConstGauge::new(untaken));
    let quiet = i64::from(api.app.is_quiet());
    registry.register("quiet", "Whether schedules, webhooks and mail are off", ConstGauge::new(quiet));
    register_limits(&mut registry, api);
    register_storage(&mut registry, api).await;
    registry
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct DiskLabels {
    disk: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct StoredLabels {
    kind: &'static str,
    organisation: i64,
}

/// Free space of disks, and stored bytes of organisations beside their quotas.
async fn register_storage(registry: &mut Registry, api: &Api) {
    let [free, floor] = [(); 2].map(|()| Family::<DiskLabels, Gauge>::default());
    for DiskView { name: disk, space, floor: least } in api.app.disks() {
        free.get_or_create(&DiskLabels { disk }).set(fit::<i64>(space.free));
        floor.get_or_create(&DiskLabels { disk }).set(fit::<i64>(least));
    }
    let [stored, quota] = [(); 2].map(|()| Family::<StoredLabels, Gauge>::default());
    for figures in api.app.storage_figures().await {
        let OrganisationStorage { stored: bytes, attachment_quota, refused_quota } = figures;
        let kinds = [
            ("attachments", bytes.attachments, attachment_quota),
            ("refused_requests", bytes.refused, refused_quota),
        ];
        for (kind, bytes, limit) in kinds {
            let labels = StoredLabels { kind, organisation: figures.stored.organisation.0 };
            stored.get_or_create(&labels).set(bytes);
            quota.get_or_create(&labels).set(fit::<i64>(limit));
        }
    }
    registry.register("disk_free_bytes", "Free bytes of the disk", free);
    registry.register("disk_floor_bytes", "Free bytes below which writes are refused", floor);
    registry.register("stored_bytes", "Stored bytes by kind and id of the organisation", stored);
    registry.register("stored_bytes_quota", "Quota of the stored bytes", quota);
}

/// What is taken of the limits, who waits, and what was refused.
fn register_limits(registry: &mut Registry, api: &Api) {
    let limits = &api.in_force;
    let mut counter = |name: &str, help: &str, value: u64| {
        registry.register(name, help, ConstCounter::new(value));
    };
    counter("bodies_refused", "Bodies for which there was no room", limits.bodies.refused());
    counter("bulks_refused", "Bulks of those with too many under way", limits.bulks.refused());
    counter("lists_refused", "Lists that waited for their turn in vain", limits.lists.refused());
    counter("reads_refused", "Other reading requests that waited in vain", limits.reads.refused());
    counter("rate_exceeded", "Requests beyond the rate that is set", limits.rates.refused());
    let mut gauge = |name: &str, help: &str, value: usize| {
        registry.register(name, help, ConstGauge::new(i64::try_from(value).unwrap_or(i64::MAX)));
    };
    gauge("body_bytes", "Bytes of bodies under way", limits.bodies.taken());
    gauge("body_bytes_limit", "Bytes of bodies that may be under way", limits.bodies.limit());
    gauge("waiting_bulks", "Bulks that wait for others of the same sender", limits.bulks.waiting());
    gauge("waiting_lists", "Lists that wait for their turn", limits.lists.waiting());
    gauge("waiting_reads", "Other reading requests that wait for their turn", limits.reads.waiting());
    let computations = api.app.computations_at_hand();
    gauge("waiting_imports", "Small imports that wait for those before them", api.app.waiting_imports());
    gauge("computations", "Pieces of decoding, planning and encoding that run or wait", computations);
}
