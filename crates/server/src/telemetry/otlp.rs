//! The parts that traces and metrics share: the service as a resource, and TLS.

use crate::failure::CommandFailure;
use opentelemetry_sdk::Resource;
use rustls::{ClientConfig, RootCertStore, crypto::ring};
use std::time::Duration;

/// Timeout of an export.
pub const EXPORT_TIMEOUT: Duration = Duration::from_secs(10);

/// Name of the service in traces and metrics, unless `OTEL_SERVICE_NAME` sets another one.
const SERVICE: &str = "orderdock";

/// Describes this process. `OTEL_RESOURCE_ATTRIBUTES` adds attributes.
pub fn resource() -> Resource {
    let attributes = [
        opentelemetry::KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
        opentelemetry::KeyValue::new("service.instance.id", crate::wiring::instance_name()),
    ];
    let resource = Resource::builder().with_attributes(attributes);
    match std::env::var_os("OTEL_SERVICE_NAME") {
        Some(_) => resource.build(),
        None => resource.with_service_name(SERVICE).build(),
    }
}

/// TLS that trusts the certificate authorities of this machine.
pub fn tls() -> Result<ClientConfig, CommandFailure> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder_with_provider(ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .map_err(|error| CommandFailure::work(format!("cannot initialise TLS: {error}")))?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

/// Reports a client that cannot be created.
pub fn client_failure(error: impl std::fmt::Display) -> CommandFailure {
    CommandFailure::work(format!("cannot create the OTLP client: {error}"))
}
