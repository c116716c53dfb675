//! Logs as JSON, and traces and metrics at an OpenTelemetry collector.

use crate::running::Server;
use crate::webhooks::wait;
use opentelemetry_proto::tonic::collector::{
    metrics::v1::ExportMetricsServiceRequest, trace::v1::ExportTraceServiceRequest,
};
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value::Value as Attribute};
use opentelemetry_proto::tonic::metrics::v1::metric::Data;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use serde_json::Value;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

/// Requests that a collector received: path and body.
type Received = Arc<Mutex<Vec<(String, Vec<u8>)>>>;

/// Starts a collector; returns its base URL.
fn start_collector() -> (String, Received) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let received = Received::default();
    let store = received.clone();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let store = store.clone();
            thread::spawn(move || receive(stream.unwrap(), &store));
        }
    });
    (url, received)
}

/// Reads one request and closes the connection.
fn receive(mut stream: TcpStream, store: &Received) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let (mut path, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|count| *count > 0)?;
        match line.trim_end().split_once(": ") {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.parse().ok()?;
            }
            None if line == "\r\n" => break,
            None => line.split(' ').nth(1)?.clone_into(&mut path),
            Some(_) => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    store.lock().unwrap().push((path, body));
    stream.write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n").ok()
}

fn bodies(received: &Received, path: &str) -> Vec<Vec<u8>> {
    let received = received.lock().unwrap();
    received.iter().filter(|(of, _)| of == path).map(|(_, body)| body.clone()).collect()
}

fn spans(received: &Received) -> Vec<Span> {
    let requests = bodies(received, "/v1/traces");
    let requests = requests.iter().map(|body| ExportTraceServiceRequest::decode(body.as_slice()).unwrap());
    let scopes =
        requests.flat_map(|request| request.resource_spans).flat_map(|resource| resource.scope_spans);
    scopes.flat_map(|scope| scope.spans).collect()
}

fn attribute(attributes: &[KeyValue], key: &str) -> Option<Attribute> {
    attributes.iter().find(|one| one.key == key)?.value.clone()?.value
}

fn text(value: &str) -> Attribute {
    Attribute::StringValue(value.to_owned())
}

#[tokio::test]
async fn request_is_exported_as_child_of_the_span_of_its_sender() {
    let folder = tempfile::tempdir().unwrap();
    let (collector, received) = start_collector();
    let server = Server::start(
        folder.path(),
        &["serve", "--log", "warn,orderdock=info", "--otlp-endpoint", &collector],
    );
    let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let response =
        server.get("/api/sales/order/candidates/7?x=1").header("traceparent", parent).send().await.unwrap();
    assert_eq!(response.status(), 401);
    server.stop();

    let spans = spans(&received);
    let span =
        spans.iter().find(|span| span.parent_span_id == [0xb7, 0xad, 0x6b, 0x71, 0x69, 0x20, 0x33, 0x31]);
    let span = span.unwrap_or_else(|| panic!("{spans:?}"));
    assert_eq!(span.name, "GET /api/sales/order/candidates/{id}");
    assert_eq!(span.trace_id[..4], [0x0a, 0xf7, 0x65, 0x19]);
    assert_eq!(attribute(&span.attributes, "http.response.status_code"), Some(Attribute::IntValue(401)));
    assert_eq!(attribute(&span.attributes, "http.route"), Some(text("/api/sales/order/candidates/{id}")));
    assert_eq!(attribute(&span.attributes, "path"), Some(text("/api/sales/order/candidates/7")));
}

#[tokio::test]
async fn trace_that_its_sender_does_not_record_is_not_exported() {
    let folder = tempfile::tempdir().unwrap();
    let (collector, received) = start_collector();
    let server = Server::start(folder.path(), &["serve", "--otlp-endpoint", &collector]);
    let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";
    server.get("/api/ready").header("traceparent", parent).send().await.unwrap();
    server.stop();
    assert_eq!(spans(&received).iter().filter(|span| span.trace_id[0] == 0x0a).count(), 0);
}

#[tokio::test]
async fn metrics_are_exported() {
    let folder = tempfile::tempdir().unwrap();
    let (collector, received) = start_collector();
    let server = Server::start(folder.path(), &["serve", "--otlp-endpoint", &collector]);
    wait("metrics are exported", || !bodies(&received, "/v1/metrics").is_empty());
    server.stop();

    let request =
        ExportMetricsServiceRequest::decode(bodies(&received, "/v1/metrics")[0].as_slice()).unwrap();
    let resource = &request.resource_metrics[0];
    let attributes = &resource.resource.as_ref().unwrap().attributes;
    assert_eq!(attribute(attributes, "service.name"), Some(text("orderdock")));
    assert_eq!(attribute(attributes, "service.version"), Some(text(env!("CARGO_PKG_VERSION"))));
    let metrics = &resource.scope_metrics[0].metrics;
    let data =
        |name: &str| metrics.iter().find(|metric| metric.name == name).and_then(|metric| metric.data.clone());
    assert!(matches!(data("orderdock_commits"), Some(Data::Sum(sum)) if sum.is_monotonic));
    assert!(matches!(data("orderdock_connections_open"), Some(Data::Gauge(_))));
}

#[tokio::test]
async fn json_line_names_its_request_once_and_has_the_duration_as_a_number() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["serve", "--log-format", "json"]);
    let response = server.get("/api/health").send().await.unwrap();
    let request_id = response.headers()["x-request-id"].to_str().unwrap().to_owned();
    let log = server.logged("request finished").await;

    let line = log.lines().find(|line| line.contains("request finished")).unwrap();
    let line: Value = serde_json::from_str(line).unwrap();
    assert_eq!(line["span"]["request_id"], request_id.as_str());
    assert_eq!(line["span"]["path"], "/api/health");
    assert_eq!(line["status"], 200);
    assert!(line["duration_ms"].is_f64(), "{line}");
    assert!(line.get("spans").is_none(), "{line}");
    assert_eq!(line.to_string().matches(&request_id).count(), 1, "{line}");
    server.stop();
}
