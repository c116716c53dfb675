//! Addresses of PostgreSQL databases, parsed from URLs like `postgres://user@host/database`.
//!
//! A connection to another machine is encrypted, and the certificate is verified including the host name, unless the
//! URL contains `sslmode=disable`. That is stricter than libpq, where `require` verifies no certificate and `prefer`
//! falls back to clear text. With those, an attacker in the network could read all orders and impersonate the server.
//!
//! An address contains the password, but its formatted text never does.

use std::borrow::Cow;
use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use orderdock_store::{StoreError, StoreResult};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, pem::PemObject};
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Parameters that are passed to the driver unchanged.
const PASSED_ON: [&str; 12] = [
    "user",
    "host",
    "hostaddr",
    "port",
    "connect_timeout",
    "tcp_user_timeout",
    "keepalives",
    "keepalives_idle",
    "keepalives_interval",
    "keepalives_retries",
    "channel_binding",
    "load_balance_hosts",
];
const EXAMPLE: &str = "postgres://orderdock@db.example/orderdock";
/// Characters of a name in a URL that are not percent-encoded.
const IN_NAME: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// TCP timeout, by which a network that drops packets is detected sooner than after the usual two hours.
const SILENCE: Duration = Duration::from_secs(10);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Default response timeout. One response may cover several statements, each limited to 30 s.
const ANSWER_TIMEOUT: Duration = Duration::from_mins(1);

/// Address, credentials and connection options of a database.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    /// Configuration of the driver, including password and database.
    config: Config,
    /// The hosts as in the URL, and the parameters after the database name, without a password.
    hosts: String,
    parameters: String,
    database: String,
    password: Option<String>,
    encrypted: bool,
    roots: Option<PathBuf>,
    pooled: bool,
    answer_timeout: Duration,
}

impl Address {
    /// Parses a URL. The error contains the fault and the expected form, but no part that could be a password.
    pub fn parse(url: &str) -> Result<Self, String> {
        let parts = UrlParts::of(url)?;
        let mut own = OwnParameters::default();
        let mut passed = Vec::new();
        for (name, value) in parts.parameters()? {
            if !own.take(&name, &value)? {
                passed.push((name, value));
            }
        }
        // the driver parses hosts, ports and its own parameters; names and secrets are set separately
        let written =
            passed.iter().map(|(name, value)| format!("{name}={}", utf8_percent_encode(value, IN_NAME)));
        let plain = format!("postgres://{}/?{}", parts.hosts, written.collect::<Vec<_>>().join("&"));
        let mut config: Config = plain.parse().map_err(|error| wrong(&innermost(&error)))?;
        if let Some(user) = &parts.user {
            config.user(user);
        }
        if let Some(password) = &parts.password {
            config.password(password);
        }
        config.dbname(&parts.database);
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(wrong(
                "the host is missing; for a Unix socket, set its folder, as in postgres:///orderdock?host=/var/run/postgresql",
            ));
        }
        own.complete(&mut config, |name| passed.iter().any(|(given, _)| given == name));
        let encrypted = own.encrypted(&config)?;
        config.ssl_mode(if encrypted { SslMode::Require } else { SslMode::Disable });
        Ok(Self {
            config,
            hosts: parts.hosts_with_user(),
            parameters: parts.query.to_owned(),
            database: parts.database,
            password: parts.password,
            encrypted,
            roots: own.roots,
            pooled: own.pooled,
            answer_timeout: own.answer_timeout.unwrap_or(ANSWER_TIMEOUT),
        })
    }

    #[must_use]
    pub fn with_password(mut self, password: &str) -> Self {
        self.config.password(password);
        self.password = Some(password.to_owned());
        self
    }

    pub fn has_password(&self) -> bool {
        self.password.is_some()
    }

    pub fn database(&self) -> &str {
        &self.database
    }

    /// Returns the address of another database on the same server, with the same password.
    #[must_use]
    pub fn with_database(&self, database: &str) -> Self {
        let mut other = self.clone();
        other.config.dbname(database);
        database.clone_into(&mut other.database);
        other
    }

    /// Returns the address for reading from a standby: of several hosts, one that accepts no writes.
    #[must_use]
    pub fn of_standby(&self) -> Self {
        let mut standby = self.clone();
        standby.config.target_session_attrs(TargetSessionAttrs::ReadOnly);
        standby
    }

    /// Returns the address with the password of `other`, unless it has its own.
    #[must_use]
    pub fn or_password_of(self, other: &Self) -> Self {
        match &other.password {
            Some(password) if !self.has_password() => self.with_password(password),
            _ => self,
        }
    }

    /// Returns whether the connection uses PgBouncer or a similar pooler, which may use another server connection for
    /// each transaction.
    pub fn is_pooled(&self) -> bool {
        self.pooled
    }

    /// Returns the response timeout of a connection, which is longer than the statement timeout of the server.
    pub fn answer_timeout(&self) -> Duration {
        self.answer_timeout
    }

    /// Returns environment variables with which the PostgreSQL programs connect to the same database. **They contain
    /// the password**, so they must not appear anywhere that others can read, such as process arguments.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        let listed = |texts: Vec<String>| (!texts.is_empty()).then(|| texts.join(","));
        let hosts = self.config.get_hosts().iter().map(|host| match host {
            Host::Tcp(name) => name.clone(),
            #[cfg(unix)]
            Host::Unix(folder) => folder.to_string_lossy().into_owned(),
        });
        let mode = if self.encrypted { "verify-full" } else { "disable" };
        let several = self.config.get_hosts().len() > 1;
        let variables = [
            ("PGHOST", listed(hosts.collect())),
            ("PGHOSTADDR", listed(self.config.get_hostaddrs().iter().map(ToString::to_string).collect())),
            ("PGPORT", listed(self.config.get_ports().iter().map(ToString::to_string).collect())),
            ("PGUSER", self.config.get_user().map(str::to_owned)),
            ("PGDATABASE", Some(self.database.clone())),
            ("PGPASSWORD", self.password.clone()),
            ("PGSSLMODE", Some(mode.to_owned())),
            ("PGSSLROOTCERT", self.encrypted.then(|| roots_for_libpq(self.roots.as_deref()))),
            ("PGTARGETSESSIONATTRS", several.then(|| "read-write".to_owned())),
            ("PGCONNECT_TIMEOUT", Some(CONNECT_TIMEOUT.as_secs().to_string())),
        ];
        variables.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    pub(crate) fn config(&self) -> Config {
        self.config.clone()
    }

    /// Returns the TLS configuration. Reads the trusted certificates again for each connection, so that a renewed file
    /// takes effect at once.
    pub(crate) fn tls(&self) -> StoreResult<MakeRustlsConnect> {
        let roots = if self.encrypted { trusted(self.roots.as_deref())? } else { RootCertStore::empty() };
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| unavailable(format!("cannot initialise TLS: {error}")))?;
        Ok(MakeRustlsConnect::new(config.with_root_certificates(roots).with_no_client_auth()))
    }
}

/// Formats the address as a URL without the password.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let database = utf8_percent_encode(&self.database, IN_NAME);
        write!(f, "postgres://{}/{database}", self.hosts)?;
        if self.parameters.is_empty() { Ok(()) } else { write!(f, "?{}", self.parameters) }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

/// The parts of a URL.
struct UrlParts<'u> {
    user: Option<String>,
    password: Option<String>,
    hosts: &'u str,
    database: String,
    query: &'u str,
}

impl<'u> UrlParts<'u> {
    fn of(url: &'u str) -> Result<Self, String> {
        let rest = url.strip_prefix("postgres://").or_else(|| url.strip_prefix("postgresql://"));
        let rest = rest.ok_or_else(|| wrong("the URL does not begin with postgres://"))?;
        if rest.contains(|character: char| character.is_control() || character == ' ') {
            return Err(wrong(
                "the URL contains a space or a control character; percent-encode it (a space is %20)",
            ));
        }
        let (before, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, database) = before.split_once('/').unwrap_or((before, ""));
        if rest.matches('@').count() > usize::from(authority.contains('@')) {
            return Err(wrong(
                "the URL contains more than one @; in user and password, write the characters @ / ? % as %40 %2F %3F %25",
            ));
        }
        let (person, hosts) = authority.rsplit_once('@').unwrap_or(("", authority));
        let (user, password) =
            person.split_once(':').map_or((person, None), |(user, word)| (user, Some(word)));
        let database = decoded(database, "the name of the database")?;
        if database.is_empty() || database.contains('/') {
            return Err(wrong("the name of the database is missing after the host"));
        }
        Ok(Self {
            user: Some(decoded(user, "the user")?).filter(|user| !user.is_empty()),
            password: password.map(|word| decoded(word, "the password")).transpose()?,
            hosts,
            database,
            query,
        })
    }

    fn hosts_with_user(&self) -> String {
        let user = self.user.as_deref().map(|user| format!("{}@", utf8_percent_encode(user, IN_NAME)));
        format!("{}{}", user.unwrap_or_default(), self.hosts)
    }

    /// Returns the parameters as names and values. A name may occur only once.
    fn parameters(&self) -> Result<Vec<(String, String)>, String> {
        let mut found: Vec<(String, String)> = Vec::new();
        let written = self.query.split('&').filter(|part| !part.is_empty());
        let names: Vec<_> = written.clone().map(|part| part.split('=').next().unwrap_or_default()).collect();
        if names.contains(&"password") {
            return Err(wrong(
                "the password cannot be a parameter; write it after the user, in a file or in the environment",
            ));
        }
        for part in written {
            let (name, value) =
                part.split_once('=').ok_or_else(|| wrong(&format!("the parameter {part:?} has no value")))?;
            if found.iter().any(|(known, _)| known == name) {
                return Err(wrong(&format!("the parameter {name:?} is given twice")));
            }
            found.push((name.to_owned(), decoded(value, "a parameter")?));
        }
        Ok(found)
    }
}

/// Parameters that this program interprets itself.
#[derive(Default)]
struct OwnParameters {
    mode: Option<String>,
    roots: Option<PathBuf>,
    pooled: bool,
    answer_timeout: Option<Duration>,
    target: Option<TargetSessionAttrs>,
}

impl OwnParameters {
    /// Stores a parameter of this program. Returns `false` for others, which are passed to the driver.
    fn take(&mut self, name: &str, value: &str) -> Result<bool, String> {
        match (name, value) {
            ("pooler", "transaction") => self.pooled = true,
            ("pooler", "none" | "session") => self.pooled = false,
            ("pooler", _) => return Err(wrong("pooler must be transaction, session or none")),
            ("answer_timeout", seconds) => {
                let seconds = seconds.parse().ok().filter(|seconds| *seconds > 0);
                let seconds = seconds.ok_or_else(|| wrong("answer_timeout must be a number of seconds"))?;
                self.answer_timeout = Some(Duration::from_secs(seconds));
            }
            ("sslmode", "disable" | "prefer" | "require" | "verify-ca" | "verify-full") => {
                self.mode = Some(value.to_owned());
            }
            ("sslmode", _) => {
                return Err(wrong("sslmode must be disable, prefer, require, verify-ca or verify-full"));
            }
            ("sslrootcert", "" | "system") => self.roots = None,
            ("sslrootcert", file) => self.roots = Some(file.into()),
            ("target_session_attrs", "read-write") => self.target = Some(TargetSessionAttrs::ReadWrite),
            ("target_session_attrs", "any") => self.target = Some(TargetSessionAttrs::Any),
            ("target_session_attrs", _) => {
                return Err(wrong("target_session_attrs must be read-write or any"));
            }
            ("application_name" | "options", _) => {
                return Err(wrong(&format!("{name} is set by Orderdock; remove it")));
            }
            _ if PASSED_ON.contains(&name) => return Ok(false),
            _ => {
                let known = PASSED_ON.join(", ");
                return Err(wrong(&format!(
                    "unknown parameter {name:?}; known parameters: sslmode, sslrootcert, pooler, \
                     answer_timeout, target_session_attrs, {known}"
                )));
            }
        }
        Ok(true)
    }

    /// Sets defaults of parameters that are not in the URL.
    fn complete(&self, config: &mut Config, is_given: impl Fn(&str) -> bool) {
        if !is_given("connect_timeout") {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        if !is_given("keepalives_idle") {
            config.keepalives_idle(SILENCE);
            config.keepalives_interval(SILENCE / 5);
            config.keepalives_retries(3);
        }
        if !is_given("tcp_user_timeout") {
            config.tcp_user_timeout(SILENCE);
        }
        // with several hosts, only the primary accepts writes
        let several = config.get_hosts().len().max(config.get_hostaddrs().len()) > 1;
        let usual = if several { TargetSessionAttrs::ReadWrite } else { TargetSessionAttrs::Any };
        config.target_session_attrs(self.target.unwrap_or(usual));
    }

    /// Returns whether the connection is encrypted. Encryption includes verifying the certificate.
    fn encrypted(&self, config: &Config) -> Result<bool, String> {
        let (sockets, local) = (only_sockets(config), is_local(config));
        let encrypted = match self.mode.as_deref() {
            Some("disable") => false,
            // local sockets cannot be intercepted and do not support TLS
            _ if sockets => false,
            None | Some("prefer") => !local || self.roots.is_some(),
            Some(_) => true,
        };
        if encrypted && config.get_hosts().is_empty() {
            return Err(wrong(
                "hostaddr requires a host, because the certificate is checked against the host name",
            ));
        }
        Ok(encrypted)
    }
}

fn only_sockets(config: &Config) -> bool {
    let hosts = config.get_hosts();
    !hosts.is_empty()
        && config.get_hostaddrs().is_empty()
        && !hosts.iter().any(|host| matches!(host, Host::Tcp(_)))
}

/// Returns whether the connection stays on this machine.
fn is_local(config: &Config) -> bool {
    if !config.get_hostaddrs().is_empty() {
        return config.get_hostaddrs().iter().all(IpAddr::is_loopback);
    }
    config.get_hosts().iter().all(|host| match host {
        Host::Tcp(name) => {
            let loopback = name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
            loopback || name.eq_ignore_ascii_case("localhost")
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    })
}

/// Returns the certificates in the file or, without a file, those that this machine trusts.
fn trusted(file: Option<&Path>) -> StoreResult<RootCertStore> {
    let mut roots = RootCertStore::empty();
    if let Some(file) = file {
        let fault = |reason: &dyn fmt::Display| {
            unavailable(format!(
                "sslrootcert {}: {reason}; expected PEM certificates (-----BEGIN CERTIFICATE-----)",
                file.display()
            ))
        };
        for certificate in CertificateDer::pem_file_iter(file).map_err(|error| fault(&error))? {
            let certificate = certificate.map_err(|error| fault(&error))?;
            roots.add(certificate).map_err(|error| fault(&error))?;
        }
        if roots.is_empty() {
            return Err(fault(&"the file contains no certificate"));
        }
        return Ok(roots);
    }
    let native = rustls_native_certs::load_native_certs();
    roots.add_parsable_certificates(native.certs);
    if roots.is_empty() {
        let reasons: Vec<_> = native.errors.iter().map(ToString::to_string).collect();
        return Err(unavailable(format!(
            "no trusted certificate authorities found ({}); install the ca-certificates of the system, or set \
             ?sslrootcert=FILE",
            if reasons.is_empty() { "this machine has none".to_owned() } else { reasons.join("; ") }
        )));
    }
    Ok(roots)
}

/// Returns the trusted certificates for the PostgreSQL programs. Before version 16, these have no keyword for the
/// certificates of the machine.
fn roots_for_libpq(file: Option<&Path>) -> String {
    const BUNDLES: [&str; 3] =
        ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];
    let bundle = || BUNDLES.iter().map(Path::new).find(|path| path.exists());
    file.or_else(bundle).map_or_else(|| "system".to_owned(), |path| path.to_string_lossy().into_owned())
}

fn decoded(text: &str, part: &str) -> Result<String, String> {
    let text = percent_decode_str(text).decode_utf8().map(Cow::into_owned);
    match text {
        Ok(text) if text.contains('\0') => Err(wrong(&format!("{part} contains a NUL character"))),
        Ok(text) => Ok(text),
        Err(_) => Err(wrong(&format!("{part} is not UTF-8"))),
    }
}

fn wrong(fault: &str) -> String {
    format!("{fault}; expected a URL like {EXAMPLE}")
}

fn unavailable(fault: String) -> StoreError {
    StoreError::Unavailable(fault)
}

/// Returns the message of the innermost error, because the driver's own message is unspecific.
fn innermost(error: &dyn std::error::Error) -> String {
    std::iter::successors(Some(error), |error| error.source())
        .last()
        .map_or_else(String::new, ToString::to_string)
}

#[cfg(test)]
mod tests;
