//! The certificate of this server, which is loaded again when its files change.

use crate::{config::TlsFiles, failure::CommandFailure};
use rustls::{
    InconsistentKeys, ServerConfig,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    server::{ClientHello, ResolvesServerCert},
    sign::CertifiedKey,
};
use std::{
    fmt, fs,
    path::Path,
    sync::{Arc, Mutex, PoisonError, RwLock},
    time::Duration,
};
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::{MissedTickBehavior, interval};

/// Interval at which the files are compared with the loaded ones.
const CHECKED_EVERY: Duration = Duration::from_secs(2);

/// Certificate and key of the last valid version of the files.
pub struct ServerCertificate {
    files: TlsFiles,
    current: RwLock<Arc<CertifiedKey>>,
    /// Files as last read, valid or not, so that a change is loaded or reported only once.
    read: Mutex<Result<PemFiles, String>>,
}

/// The contents of both files.
#[derive(Clone, PartialEq, Eq)]
struct PemFiles {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

impl ServerCertificate {
    pub fn load(files: &TlsFiles) -> Result<Arc<Self>, CommandFailure> {
        let read = PemFiles::read(files).map_err(CommandFailure::call)?;
        let key = read.parse(files).map_err(CommandFailure::call)?;
        Ok(Arc::new(Self {
            files: files.clone(),
            current: RwLock::new(Arc::new(key)),
            read: Mutex::new(Ok(read)),
        }))
    }

    /// Returns the TLS settings: TLS 1.2 and 1.3, HTTP/2 before HTTP/1.1.
    pub fn config(self: Arc<Self>) -> Result<Arc<ServerConfig>, CommandFailure> {
        let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let builder = builder
            .with_safe_default_protocol_versions()
            .map_err(|error| CommandFailure::work(format!("cannot set up TLS: {error}")))?;
        let mut config = builder.with_no_client_auth().with_cert_resolver(self);
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(Arc::new(config))
    }

    /// Reloads the files when they change and on every reload signal. Invalid files are logged, and the previous
    /// certificate stays in use.
    pub async fn follow(self: Arc<Self>, mut signals: ReloadSignals) {
        let mut checks = interval(CHECKED_EVERY);
        checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let requested = tokio::select! {
                _ = checks.tick() => false,
                () = signals.next() => true,
            };
            let certificate = self.clone();
            let reload = tokio::task::spawn_blocking(move || certificate.reload(requested));
            let file = self.files.certificate.display();
            match reload.await {
                Ok(Ok(true)) => tracing::info!(%file, "TLS certificate loaded"),
                Ok(Ok(false)) => {}
                Ok(Err(fault)) => {
                    tracing::error!(%fault, "TLS certificate not loaded, the previous one stays in use");
                }
                Err(fault) => tracing::error!(%fault, "loading the TLS certificate failed"),
            }
        }
    }

    /// Loads the files if they have changed or if `requested` is set. Returns whether it loaded them.
    fn reload(&self, requested: bool) -> Result<bool, String> {
        let now = PemFiles::read(&self.files);
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if !requested && *read == now {
            return Ok(false);
        }
        read.clone_from(&now);
        let key = now?.parse(&self.files)?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(key);
        Ok(true)
    }
}

impl ResolvesServerCert for ServerCertificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.current.read().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

impl fmt::Debug for ServerCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerCertificate").field("files", &self.files).finish_non_exhaustive()
    }
}

impl PemFiles {
    fn read(files: &TlsFiles) -> Result<Self, String> {
        let read = |option: &str, path: &Path| {
            fs::read(path).map_err(|error| format!("cannot read {option} {}: {error}", path.display()))
        };
        Ok(Self {
            certificate: read("--tls-certificate", &files.certificate)?,
            key: read("--tls-key", &files.key)?,
        })
    }

    fn parse(&self, files: &TlsFiles) -> Result<CertifiedKey, String> {
        let (certificate, key) = (files.certificate.display(), files.key.display());
        let invalid_chain = |reason: &dyn fmt::Display| {
            format!(
                "--tls-certificate {certificate}: {reason}. Expected: PEM, the certificate of the server first, then \
                 those of its authorities."
            )
        };
        let chain = CertificateDer::pem_slice_iter(&self.certificate).collect::<Result<Vec<_>, _>>();
        let chain = chain.map_err(|error| invalid_chain(&error))?;
        if chain.is_empty() {
            return Err(invalid_chain(&"no certificate found"));
        }
        let private = PrivateKeyDer::from_pem_slice(&self.key).map_err(|error| {
            format!("--tls-key {key}: {error}. Expected: PEM with an unencrypted private key.")
        })?;
        CertifiedKey::from_der(chain, private, &ring::default_provider()).map_err(|error| match error {
            rustls::Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
                format!("--tls-key {key} does not belong to the first certificate of {certificate}")
            }
            error => format!("--tls-certificate {certificate} and --tls-key {key}: {error}"),
        })
    }
}

/// Receiver of reload signals (SIGHUP); signals before its creation are not received.
pub struct ReloadSignals {
    #[cfg(unix)]
    hangup: Option<Signal>,
}

impl ReloadSignals {
    pub fn listen() -> Self {
        Self {
            #[cfg(unix)]
            hangup: signal(SignalKind::hangup()).ok(),
        }
    }

    async fn next(&mut self) {
        #[cfg(unix)]
        if let Some(hangup) = &mut self.hangup
            && hangup.recv().await.is_some()
        {
            return;
        }
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls/server.pem");
    const KEY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls/server.key");
    const AUTHORITY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls/authority.pem");

    fn files(certificate: &str, key: &str) -> TlsFiles {
        TlsFiles { certificate: certificate.into(), key: key.into() }
    }

    #[test]
    fn invalid_files_are_reported_with_option_and_expectation() {
        for (certificate, key, text) in [
            (SERVER, KEY, None),
            ("none.pem", KEY, Some("cannot read --tls-certificate none.pem")),
            (SERVER, "none.key", Some("cannot read --tls-key none.key")),
            (KEY, KEY, Some("no certificate found. Expected: PEM")),
            (SERVER, SERVER, Some("Expected: PEM with an unencrypted private key")),
            (AUTHORITY, KEY, Some("does not belong to the first certificate")),
        ] {
            let fault =
                ServerCertificate::load(&files(certificate, key)).err().map(|fault| fault.to_string());
            match (&fault, text) {
                (None, None) => {}
                (Some(fault), Some(text)) if fault.contains(text) => {}
                _ => panic!("{certificate} {key}: {fault:?}"),
            }
        }
    }

    #[test]
    fn changes_are_loaded_once_and_invalid_ones_reported_once() {
        let folder = tempfile::tempdir().unwrap();
        let copied = files(
            folder.path().join("server.pem").to_str().unwrap(),
            folder.path().join("server.key").to_str().unwrap(),
        );
        fs::copy(SERVER, &copied.certificate).unwrap();
        fs::copy(KEY, &copied.key).unwrap();
        let loaded = ServerCertificate::load(&copied).unwrap();
        assert_eq!(loaded.reload(false), Ok(false), "unchanged");
        assert_eq!(loaded.reload(true), Ok(true), "requested");
        fs::write(&copied.certificate, "broken").unwrap();
        assert!(loaded.reload(false).is_err());
        assert_eq!(loaded.reload(false), Ok(false), "reported before");
        assert!(loaded.reload(true).is_err(), "requested");
        fs::remove_file(&copied.certificate).unwrap();
        assert!(loaded.reload(false).is_err());
        fs::copy(SERVER, &copied.certificate).unwrap();
        assert_eq!(loaded.reload(false), Ok(true));
        assert!(!format!("{loaded:?}").contains("PRIVATE"));
    }
}
