//! Trusted certificates, and messages for untrusted servers.

use crate::failure::CommandFailure;
use rustls::{
    CertificateError, ClientConfig, Error, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject},
};
use std::{io, path::Path, sync::Arc};

/// Returns the certificate authorities of this machine and of the file.
pub fn trusted(ca_file: Option<&Path>) -> Result<RootCertStore, CommandFailure> {
    let mut roots = RootCertStore::empty();
    let native = rustls_native_certs::load_native_certs();
    roots.add_parsable_certificates(native.certs);
    if let Some(path) = ca_file {
        let wrong = |reason: &dyn std::fmt::Display| {
            CommandFailure::call(format!(
                "--ca-file {}: {reason}; expected PEM certificates (-----BEGIN CERTIFICATE-----)",
                path.display()
            ))
        };
        let before = roots.len();
        for certificate in CertificateDer::pem_file_iter(path).map_err(|error| wrong(&error))? {
            let certificate = certificate.map_err(|error| wrong(&error))?;
            roots.add(certificate).map_err(|error| wrong(&error))?;
        }
        if roots.len() == before {
            return Err(wrong(&"the file contains no certificate"));
        }
    }
    if roots.is_empty() {
        let reasons: Vec<_> = native.errors.iter().map(ToString::to_string).collect();
        return Err(CommandFailure::work(format!(
            "no trusted certificate authorities found ({}); install the ca-certificates of the system, or set \
             --ca-file",
            if reasons.is_empty() { "this machine has none".to_owned() } else { reasons.join("; ") }
        )));
    }
    Ok(roots)
}

/// Returns the TLS configuration of the client; without roots it trusts no server.
pub fn config(roots: RootCertStore) -> Result<ClientConfig, CommandFailure> {
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| CommandFailure::work(format!("cannot initialise TLS: {error}")))?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

/// Describes a permanent TLS failure with advice. Returns none for other errors.
pub fn rejection(error: &(dyn std::error::Error + 'static)) -> Option<String> {
    match fault(error)? {
        Error::InvalidCertificate(reason) => {
            Some(format!("the certificate of the server is not trusted: {}", advice(reason)))
        }
        Error::InvalidMessage(_) => Some(
            "the server does not use TLS on this port. Set --url to its TLS port, or begin it with http:// to import \
             without TLS"
                .to_owned(),
        ),
        _ => None,
    }
}

fn advice(reason: &CertificateError) -> String {
    match reason {
        CertificateError::UnknownIssuer => {
            "its issuer is unknown. If it was issued by a private certificate authority, set --ca-file to the \
             certificate of that authority"
                .to_owned()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            format!("{reason}. Use a host name in --url that the certificate contains")
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "it has expired. Renew it, or correct the clock of this machine".to_owned()
        }
        // includes CaUsedAsEndEntity, reported for a self-signed certificate marked as an authority
        _ => format!("{reason}. Expected a server certificate from a certificate authority"),
    }
}

/// Returns the first TLS error among the causes. An I/O error does not return its inner error as `source`, so it is
/// downcast.
fn fault<'a>(error: &'a (dyn std::error::Error + 'static)) -> Option<&'a Error> {
    if let Some(fault) = error.downcast_ref() {
        return Some(fault);
    }
    match error.downcast_ref::<io::Error>() {
        Some(carrier) => fault(carrier.get_ref()?),
        None => fault(error.source()?),
    }
}
