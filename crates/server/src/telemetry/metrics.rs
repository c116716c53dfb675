//! Metrics: what `/metrics` shows, sent to an OpenTelemetry collector once a minute.

use super::{
    openmetrics::{self, Family, FamilyType, Sample},
    otlp::{EXPORT_TIMEOUT, client_failure, resource, tls},
};
use crate::{config::Otlp, failure::CommandFailure};
use axum::{
    Router,
    body::{Body, to_bytes},
    http::Request,
};
use opentelemetry_proto::tonic::{
    collector::metrics::v1::ExportMetricsServiceRequest,
    common::v1::{AnyValue, InstrumentationScope, KeyValue, any_value},
    metrics::v1::{
        AggregationTemporality, Gauge, Histogram, HistogramDataPoint, Metric, NumberDataPoint,
        ResourceMetrics, ScopeMetrics, Sum, metric, number_data_point,
    },
    resource::v1::Resource,
};
use prost::Message;
use std::{collections::BTreeMap, time::Duration};
use tokio::time::{MissedTickBehavior, interval};
use tower::ServiceExt;

/// Time between two exports.
const INTERVAL: Duration = Duration::from_mins(1);
/// Largest text of metrics that is read, in bytes.
const MAX_TEXT: usize = 16 << 20;

/// Exports until the task is aborted. A collector that cannot be reached is retried with the next export.
pub async fn export(otlp: Otlp, router: Router) {
    let client = match client() {
        Ok(client) => client,
        Err(failure) => return tracing::error!(?failure, "setting up the metrics exporter failed"),
    };
    let url = otlp.signal("metrics");
    let start = nanoseconds();
    let mut ticks = interval(INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = export_once(&client, &url, router.clone(), start).await {
            tracing::warn!(error, "exporting metrics failed");
        }
    }
}

fn client() -> Result<reqwest::Client, CommandFailure> {
    let client = reqwest::Client::builder().tls_backend_preconfigured(tls()?);
    client.timeout(EXPORT_TIMEOUT).no_proxy().build().map_err(client_failure)
}

async fn export_once(client: &reqwest::Client, url: &str, router: Router, start: u64) -> Result<(), String> {
    let families = openmetrics::read(&read(router).await?);
    let body = request(families, start, nanoseconds()).encode_to_vec();
    let response = client.post(url).header("content-type", "application/x-protobuf").body(body).send().await;
    let response = response.map_err(|error| error.to_string())?;
    let status = response.status();
    if status.is_success() { Ok(()) } else { Err(format!("the collector responded with {status}")) }
}

/// The text of `/metrics`.
async fn read(router: Router) -> Result<String, String> {
    let request = Request::get("/metrics").header("host", "localhost").body(Body::empty());
    let Ok(response) = router.oneshot(request.map_err(|error| error.to_string())?).await;
    if !response.status().is_success() {
        return Err(format!("reading the metrics failed with {}", response.status()));
    }
    let bytes = to_bytes(response.into_body(), MAX_TEXT).await.map_err(|error| error.to_string())?;
    String::from_utf8(bytes.into()).map_err(|error| error.to_string())
}

/// Nanoseconds since 1970.
fn nanoseconds() -> u64 {
    u64::try_from(crate::wiring::now().as_nanosecond()).unwrap_or_default()
}

fn request(families: Vec<Family>, start: u64, now: u64) -> ExportMetricsServiceRequest {
    let attributes =
        resource().iter().map(|(key, value)| text_attribute(key.as_str(), &value.as_str())).collect();
    let scope = InstrumentationScope { name: "orderdock".to_owned(), ..InstrumentationScope::default() };
    let scope = ScopeMetrics {
        scope: Some(scope),
        metrics: families.into_iter().map(|family| to_metric(family, start, now)).collect(),
        ..ScopeMetrics::default()
    };
    let resource = Resource { attributes, ..Resource::default() };
    let metrics = ResourceMetrics {
        resource: Some(resource),
        scope_metrics: vec![scope],
        ..ResourceMetrics::default()
    };
    ExportMetricsServiceRequest { resource_metrics: vec![metrics] }
}

fn text_attribute(key: &str, value: &str) -> KeyValue {
    let value = AnyValue { value: Some(any_value::Value::StringValue(value.to_owned())) };
    KeyValue { key: key.to_owned(), value: Some(value), ..KeyValue::default() }
}

fn attributes(labels: &[(String, String)]) -> Vec<KeyValue> {
    labels.iter().map(|(name, value)| text_attribute(name, value)).collect()
}

fn to_metric(family: Family, start: u64, now: u64) -> Metric {
    let temporality = AggregationTemporality::Cumulative.into();
    let numbers = |samples: Vec<Sample>, start| -> Vec<_> {
        let points = samples.into_iter().map(|sample| NumberDataPoint {
            attributes: attributes(&sample.labels),
            start_time_unix_nano: start,
            time_unix_nano: now,
            value: Some(number_data_point::Value::AsDouble(sample.value)),
            ..NumberDataPoint::default()
        });
        points.collect()
    };
    let data = match family.kind {
        FamilyType::Gauge => metric::Data::Gauge(Gauge { data_points: numbers(family.samples, 0) }),
        FamilyType::Counter => metric::Data::Sum(Sum {
            data_points: numbers(family.samples, start),
            aggregation_temporality: temporality,
            is_monotonic: true,
        }),
        FamilyType::Histogram => metric::Data::Histogram(Histogram {
            data_points: histogram_points(family.samples, start, now),
            aggregation_temporality: temporality,
        }),
    };
    Metric { name: family.name, description: family.help, data: Some(data), ..Metric::default() }
}

/// One point for each set of labels; buckets are cumulative in OpenMetrics and separate in OTLP.
fn histogram_points(samples: Vec<Sample>, start: u64, now: u64) -> Vec<HistogramDataPoint> {
    let mut points = BTreeMap::<Vec<(String, String)>, HistogramDataPoint>::new();
    let mut below = BTreeMap::<Vec<(String, String)>, u64>::new();
    for sample in samples {
        let bound = sample
            .labels
            .iter()
            .find(|(name, _)| name == "le")
            .and_then(|(_, bound)| bound.parse::<f64>().ok());
        let labels: Vec<_> = sample.labels.into_iter().filter(|(name, _)| name != "le").collect();
        let point = points.entry(labels.clone()).or_insert_with(|| HistogramDataPoint {
            attributes: attributes(&labels),
            start_time_unix_nano: start,
            time_unix_nano: now,
            ..HistogramDataPoint::default()
        });
        match (sample.suffix.as_str(), bound) {
            ("_sum", _) => point.sum = Some(sample.value),
            ("_count", _) => point.count = to_count(sample.value),
            ("_bucket", Some(bound)) => {
                let cumulative = to_count(sample.value);
                let before = below.insert(labels, cumulative).unwrap_or_default();
                point.bucket_counts.push(cumulative.saturating_sub(before));
                if bound.is_finite() {
                    point.explicit_bounds.push(bound);
                }
            }
            _ => {}
        }
    }
    points.into_values().collect()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts are written as whole numbers"
)]
fn to_count(value: f64) -> u64 {
    value as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# HELP orderdock_http_requests Total number of HTTP requests.
# TYPE orderdock_http_requests counter
orderdock_http_requests_total{method=\"GET\"} 5
# HELP orderdock_seconds Duration.
# TYPE orderdock_seconds histogram
orderdock_seconds_sum{method=\"GET\"} 1.5
orderdock_seconds_count{method=\"GET\"} 5
orderdock_seconds_bucket{le=\"0.1\",method=\"GET\"} 2
orderdock_seconds_bucket{le=\"1.0\",method=\"GET\"} 4
orderdock_seconds_bucket{le=\"+Inf\",method=\"GET\"} 5
# EOF
";

    #[test]
    fn counter_becomes_monotonic_sum() {
        let [counter, _] = <[Family; 2]>::try_from(openmetrics::read(TEXT)).unwrap();
        let metric = to_metric(counter, 1, 2);
        let Some(metric::Data::Sum(sum)) = metric.data else { panic!("no sum") };
        assert!(sum.is_monotonic);
        assert_eq!(sum.data_points[0].value, Some(number_data_point::Value::AsDouble(5.0)));
        assert_eq!(sum.data_points[0].attributes, [text_attribute("method", "GET")]);
    }

    #[test]
    fn cumulative_buckets_become_separate() {
        let [_, histogram] = <[Family; 2]>::try_from(openmetrics::read(TEXT)).unwrap();
        let metric = to_metric(histogram, 1, 2);
        let Some(metric::Data::Histogram(histogram)) = metric.data else { panic!("no histogram") };
        let point = &histogram.data_points[0];
        assert_eq!(point.explicit_bounds, [0.1, 1.0]);
        assert_eq!(point.bucket_counts, [2, 2, 1]);
        assert_eq!((point.count, point.sum), (5, Some(1.5)));
    }
}
