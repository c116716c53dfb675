//! Logs on standard error, and traces and metrics for an OpenTelemetry collector. Standard output belongs to results.

mod metrics;
mod openmetrics;
mod otlp;
mod traces;

use crate::{
    config::{LogFormat, Otlp},
    failure::CommandFailure,
};
use axum::Router;
use std::io::{IsTerminal, stderr};
use tokio::task::{JoinHandle, spawn_blocking};
use traces::TraceExporter;
use tracing_subscriber::{EnvFilter, Layer, layer::SubscriberExt, registry, util::SubscriberInitExt};

pub fn parse_filter(filter: &str) -> Result<EnvFilter, CommandFailure> {
    EnvFilter::try_new(filter).map_err(|error| {
        CommandFailure::call(format!(
            "--log {filter:?} is not a log filter: {error}. Expected: info, or warn,orderdock=debug"
        ))
    })
}

/// Starts logging for the life of the process.
pub fn start(filter: &str, format: LogFormat) -> Result<(), CommandFailure> {
    Telemetry::start(filter, format, None).map(drop)
}

/// Logs, and the exporters of a server.
pub struct Telemetry {
    traces: Option<TraceExporter>,
    otlp: Option<Otlp>,
}

impl Telemetry {
    /// Starts logging, and exporting traces if a collector is configured, for the life of the process.
    pub fn start(filter: &str, format: LogFormat, otlp: Option<&Otlp>) -> Result<Self, CommandFailure> {
        let filter = parse_filter(filter)?;
        let lines = tracing_subscriber::fmt::layer().with_writer(stderr);
        let lines = match format {
            LogFormat::Text => lines.with_ansi(stderr().is_terminal()).boxed(),
            // a line names its innermost span; a list would repeat that one
            LogFormat::Json => lines.json().flatten_event(true).with_span_list(false).boxed(),
        };
        let traces = otlp.map(TraceExporter::new).transpose()?;
        let spans = traces.as_ref().map(TraceExporter::layer);
        registry().with(lines.with_filter(filter)).with(spans).init();
        Ok(Self { traces, otlp: otlp.cloned() })
    }

    /// Exports the metrics of a server once a minute, if a collector is configured.
    pub fn export_metrics(&self, router: &Router) -> Option<JoinHandle<()>> {
        let otlp = self.otlp.clone()?;
        Some(tokio::spawn(metrics::export(otlp, router.clone())))
    }

    /// Sends the remaining spans.
    pub async fn shut_down(self) {
        if let Some(traces) = self.traces {
            // the exporter blocks
            drop(spawn_blocking(move || traces.shut_down()).await);
        }
    }
}
