//! Traces: spans of requests and runs, sent to an OpenTelemetry collector in batches.

use super::otlp::{EXPORT_TIMEOUT, client_failure, resource, tls};
use crate::{config::Otlp, failure::CommandFailure};
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::{
    propagation::TraceContextPropagator,
    trace::{Sampler, SdkTracerProvider},
};
use std::thread;
use tracing::{Subscriber, level_filters::LevelFilter};
use tracing_subscriber::{Layer, filter::Targets, registry::LookupSpan};

/// Sends spans to a collector from a thread of its own.
pub struct TraceExporter {
    provider: SdkTracerProvider,
}

impl TraceExporter {
    /// Starts the exporter. A collector that is down does not matter: its spans are lost, with a log line.
    pub fn new(otlp: &Otlp) -> Result<Self, CommandFailure> {
        let endpoint = otlp.signal("traces");
        let tls = tls()?;
        // a blocking client cannot be created on a thread of the asynchronous runtime
        let client = thread::spawn(move || {
            let client = reqwest::blocking::Client::builder();
            client.tls_backend_preconfigured(tls).timeout(EXPORT_TIMEOUT).no_proxy().build()
        });
        let client = client.join().map_err(|_| client_failure("its thread failed"))?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(client.map_err(client_failure)?)
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(endpoint)
            .build()
            .map_err(client_failure)?;
        opentelemetry::global::set_text_map_propagator(TraceContextPropagator::new());
        let ratio = f64::from(otlp.trace_percent) / 100.0;
        let sampler = Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(ratio)));
        let provider = SdkTracerProvider::builder()
            .with_resource(resource())
            .with_sampler(sampler)
            .with_batch_exporter(exporter)
            .build();
        Ok(Self { provider })
    }

    /// Layer that collects the spans of Orderdock, regardless of the log filter.
    pub fn layer<S: Subscriber + for<'s> LookupSpan<'s>>(&self) -> impl Layer<S> + use<S> {
        let spans = tracing_opentelemetry::layer().with_tracer(self.provider.tracer("orderdock"));
        let spans = spans.with_location(false).with_threads(false);
        spans.with_filter(Targets::new().with_target("orderdock", LevelFilter::INFO))
    }

    /// Sends the remaining spans. Blocks.
    pub fn shut_down(self) {
        if let Err(error) = self.provider.shutdown() {
            tracing::warn!(%error, "exporting the last traces failed");
        }
    }
}
