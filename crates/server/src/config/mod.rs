//! Configuration. Precedence: flag, environment (`ORDERDOCK_…`), file (TOML), default.

/// Combines options: the first names exist only on the command line, the others also in the file.
macro_rules! or_of_file {
    ($call:ident: $($alone:ident)+; $file:ident: $($option:ident)+) => {
        Self { $($alone: $call.$alone,)+ $($option: $call.$option.or($file.$option),)+ }
    };
}

mod faults;
mod file;
mod file_fault;
mod given;
mod limits;
mod mail;
mod nearest;
mod options;
mod reference;

pub use faults::all as all_faults;
pub use given::{ExaminedOptions, GivenOptions};
pub use mail::{MAIL_PASSWORD, MailOptions, MailSettings, MailTls};
pub use nearest::nearest;
pub use reference::{example, reference};

use crate::database::Database;
use crate::failure::CommandFailure;
use crate::secret::Secret;
use axum::http::{HeaderValue, uri::Authority};
use clap::{Args, ValueEnum};
use faults::ConfigFaults;
use ipnet::IpNet;
use serde::Deserialize;
use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    num::NonZero,
    path::{Path, PathBuf},
};

/// Every option of the service: flags of `serve` and `demo`, and the members of the configuration file.
#[derive(Args, Deserialize, Debug, Default)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct ServiceOptions {
    /// Configuration file (TOML); keys are the long names of these options
    #[arg(long, value_name = "FILE", env = "ORDERDOCK_CONFIG")]
    #[serde(skip)]
    pub config: Option<PathBuf>,

    /// Address and port to listen on [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS:PORT", env = "ORDERDOCK_LISTEN")]
    pub listen: Option<SocketAddr>,

    /// A proxy in front of this server terminates TLS; this or --tls-certificate is required for addresses other than
    /// loopback
    #[arg(long, value_name = "BOOL", env = "ORDERDOCK_BEHIND_PROXY")]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub behind_proxy: Option<bool>,

    /// Certificate of this server, followed by its chain, as a PEM file; with --tls-key, this server terminates TLS itself.
    /// Both files are reloaded when they change and on SIGHUP [default: none, no TLS]
    #[arg(long, value_name = "FILE", env = "ORDERDOCK_TLS_CERTIFICATE")]
    pub tls_certificate: Option<PathBuf>,

    /// Private key of the certificate, an unencrypted PEM file
    #[arg(long, value_name = "FILE", env = "ORDERDOCK_TLS_KEY")]
    pub tls_key: Option<PathBuf>,

    /// Seconds during which browsers use only HTTPS for this host (Strict-Transport-Security); requires --tls-certificate or
    /// --behind-proxy. Browsers remember the value, so start with a small one [default: none, no header]
    #[arg(long, value_name = "SECONDS", env = "ORDERDOCK_HSTS_MAX_AGE")]
    pub hsts_max_age: Option<u32>,

    /// Addresses or networks of proxies whose X-Forwarded-For is trusted with --behind-proxy; their clients are
    /// limited by concurrent requests instead of connections [default: 127.0.0.0/8,::1]
    #[arg(long, value_name = "CIDR", env = "ORDERDOCK_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Option<Vec<String>>,

    /// Origins of other websites that may call the API with an access token (CORS), like https://shop.example [default:
    /// none]
    #[arg(long, value_name = "ORIGIN", env = "ORDERDOCK_CORS_ORIGIN", num_args = 1.., value_delimiter = ',')]
    pub cors_origin: Option<Vec<String>>,

    /// Data folder, created if missing [default: orderdock-data; demo: orderdock-demo]
    #[arg(long, value_name = "DIR", env = "ORDERDOCK_DATA_DIR")]
    pub data_dir: Option<PathBuf>,

    /// Database, `sqlite:PATH` or `postgres://USER@HOST/DATABASE`; pass the password in a file or in
    /// ORDERDOCK_DATABASE_PASSWORD [default: orderdock.sqlite in the data folder]
    #[arg(long, value_name = "URL", env = "ORDERDOCK_DATABASE", hide_env_values = true)]
    pub database: Option<Secret>,

    /// File whose first line is the password of the PostgreSQL database
    #[arg(long, value_name = "FILE", env = "ORDERDOCK_DATABASE_PASSWORD_FILE")]
    pub database_password_file: Option<PathBuf>,

    /// Password from the environment, without an option, because all users can read the command line
    #[arg(skip)]
    #[serde(skip)]
    pub database_password: Option<Secret>,

    /// Accept a PostgreSQL server whose settings can lose committed data in a crash; for tests only
    #[arg(long, value_name = "BOOL", env = "ORDERDOCK_ACCEPT_DATA_LOSS")]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub accept_data_loss: Option<bool>,

    /// Standby of the PostgreSQL database for lists and exports, used while it is up to date; same password as the
    /// database [default: none]
    #[arg(long, value_name = "URL", env = "ORDERDOCK_DATABASE_REPLICA", hide_env_values = true)]
    pub database_replica: Option<Secret>,

    /// Maximum connections of this process to PostgreSQL, at least 2 [default: 11]
    #[arg(long, value_name = "N", env = "ORDERDOCK_DATABASE_CONNECTIONS")]
    pub database_connections: Option<usize>,

    /// Start with an empty database even if there are traces of a previous one
    #[arg(long)]
    #[serde(skip)]
    pub begin_anew: bool,

    /// Maximum concurrent connections, of which one address can use three quarters; 32 additional connections serve
    /// only health, ready and metrics [default: 1024]
    #[arg(long, value_name = "N", env = "ORDERDOCK_MAX_CONNECTIONS")]
    pub max_connections: Option<u32>,

    /// Maximum size of an attached file in bytes [default: 26214400 (25 MiB)]
    #[arg(long, value_name = "BYTES", env = "ORDERDOCK_MAX_ATTACHMENT_BYTES")]
    pub max_attachment_bytes: Option<u64>,

    /// Quota of attachments per organisation in bytes; uploads beyond it return 507 [default: 53687091200 (50 GiB)]
    #[arg(long, value_name = "BYTES", env = "ORDERDOCK_ATTACHMENT_QUOTA")]
    pub attachment_quota: Option<u64>,

    /// Quota of rejected requests per organisation in bytes; beyond it, the request log stores only their faulty rows
    /// [default: 5368709120 (5 GiB)]
    #[arg(long, value_name = "BYTES", env = "ORDERDOCK_REQUEST_LOG_QUOTA")]
    pub request_log_quota: Option<u64>,

    /// Minimum free bytes on the disks of database and attachments; below it, writes return 507; 0: no minimum
    /// [default: 5 % of the disk, at most 1073741824 (1 GiB)]
    #[arg(long, value_name = "BYTES", env = "ORDERDOCK_FREE_SPACE_FLOOR")]
    pub free_space_floor: Option<u64>,

    /// Maximum bytes of all request bodies being processed; requests beyond it return 503 [default: 268435456 (256 MiB)]
    #[arg(long, value_name = "BYTES", env = "ORDERDOCK_MAX_BODY_BYTES_UNDER_WAY")]
    pub max_body_bytes_under_way: Option<usize>,

    /// Maximum bytes of all responses that clients have not read yet; requests beyond it return 503 [default: 268435456
    /// (256 MiB)]
    #[arg(long, value_name = "BYTES", env = "ORDERDOCK_MAX_RESPONSE_BYTES_UNDER_WAY")]
    pub max_response_bytes_under_way: Option<u64>,

    /// Maximum requests per second of an access token or user; requests beyond it return 429 [default: no limit]
    #[arg(long, value_name = "N", env = "ORDERDOCK_MAX_REQUESTS_PER_SECOND")]
    pub max_requests_per_second: Option<NonZero<u32>>,

    /// Storage of attached files, `s3:BUCKET` with credentials from the environment (`AWS_…`) [default: the folder
    /// attachments in the data folder]
    #[arg(long, value_name = "URL", env = "ORDERDOCK_ATTACHMENTS")]
    pub attachments: Option<String>,

    /// The attachments folder is shared by all instances on the PostgreSQL database
    #[arg(long, value_name = "BOOL", env = "ORDERDOCK_ATTACHMENTS_SHARED")]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub attachments_shared: Option<bool>,

    /// Run the scheduler in this process; otherwise this process creates orders on demand only [default: true]
    #[arg(long, value_name = "BOOL", env = "ORDERDOCK_SCHEDULER")]
    pub scheduler: Option<bool>,

    /// Run no schedules and send no webhooks or mail, for example on a copy for tests [default: false, or true on a
    /// database that is a copy]
    #[arg(long, value_name = "BOOL", env = "ORDERDOCK_QUIET")]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub quiet: Option<bool>,

    /// Days to keep logged requests that created no candidates, and responses of idempotency keys [default: 30]
    #[arg(long, value_name = "DAYS", env = "ORDERDOCK_REQUESTS_KEPT_DAYS")]
    pub requests_kept_days: Option<u16>,

    /// Days to keep rejected rows after their last rejection [default: as --requests-kept-days]
    #[arg(long, value_name = "DAYS", env = "ORDERDOCK_REJECTED_ROWS_KEPT_DAYS")]
    pub rejected_rows_kept_days: Option<u16>,

    /// Days to keep events and webhook deliveries [default: 30]
    #[arg(long, value_name = "DAYS", env = "ORDERDOCK_EVENTS_KEPT_DAYS")]
    pub events_kept_days: Option<u16>,

    /// Allow webhooks to private networks and to this machine, and plain http to this machine [default: false; demo:
    /// true]
    #[arg(long, value_name = "BOOL", env = "ORDERDOCK_WEBHOOKS_ALLOW_PRIVATE")]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub webhooks_allow_private: Option<bool>,
    /// Public URL of the order desk for links in mails, like https://orders.example [default: no links]
    #[arg(long, value_name = "URL", env = "ORDERDOCK_PUBLIC_URL")]
    pub public_url: Option<String>,

    #[command(flatten)]
    pub mail: MailOptions,

    /// Log filter: a level, or levels by module like `warn,orderdock=debug` [default: info]
    #[arg(long, value_name = "FILTER", env = "ORDERDOCK_LOG")]
    pub log: Option<String>,

    /// Log format [default: text]
    #[arg(long, value_name = "FORMAT", env = "ORDERDOCK_LOG_FORMAT")]
    pub log_format: Option<LogFormat>,

    /// OpenTelemetry collector for traces and metrics (OTLP over HTTP), like http://127.0.0.1:4318 [default: none]
    #[arg(long, value_name = "URL", env = "ORDERDOCK_OTLP_ENDPOINT")]
    pub otlp_endpoint: Option<String>,

    /// Percentage of requests with a trace; a `traceparent` header takes precedence [default: 100]
    #[arg(long, value_name = "PERCENT", env = "ORDERDOCK_OTLP_TRACE_PERCENT")]
    pub otlp_trace_percent: Option<u8>,
}

/// The options of the commands that only need to find the data.
#[derive(Args, Clone, Debug, Default)]
pub struct StorageOptions {
    /// Configuration file (TOML) of `serve`
    #[arg(long, value_name = "FILE", env = "ORDERDOCK_CONFIG")]
    config: Option<PathBuf>,

    /// Data folder [default: orderdock-data]
    #[arg(long, value_name = "DIR", env = "ORDERDOCK_DATA_DIR")]
    data_dir: Option<PathBuf>,

    /// Database, `sqlite:PATH` or `postgres://USER@HOST/DATABASE` [default: orderdock.sqlite in the data folder]
    #[arg(long, value_name = "URL", env = "ORDERDOCK_DATABASE", hide_env_values = true)]
    database: Option<Secret>,

    /// File whose first line is the password of the PostgreSQL database; alternative: ORDERDOCK_DATABASE_PASSWORD
    #[arg(long, value_name = "FILE", env = "ORDERDOCK_DATABASE_PASSWORD_FILE")]
    database_password_file: Option<PathBuf>,

    /// Maximum connections of a process to PostgreSQL, at least 2 [default: 11]
    #[arg(long, value_name = "N", env = "ORDERDOCK_DATABASE_CONNECTIONS")]
    database_connections: Option<usize>,

    /// Storage of attached files, `s3:BUCKET` [default: the folder attachments in the data folder]
    #[arg(long, value_name = "URL", env = "ORDERDOCK_ATTACHMENTS")]
    attachments: Option<String>,
}

impl StorageOptions {
    /// Resolves the options in the same way as `serve`.
    pub fn resolve(self) -> Result<Settings, CommandFailure> {
        ServiceOptions::from(self).resolve("orderdock-data")
    }
}

impl From<StorageOptions> for ServiceOptions {
    fn from(given: StorageOptions) -> Self {
        Self {
            config: given.config,
            data_dir: given.data_dir,
            database: given.database,
            database_password_file: given.database_password_file,
            database_connections: given.database_connections,
            attachments: given.attachments,
            ..Self::default()
        }
    }
}

/// Format of log lines.
#[derive(ValueEnum, Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// One readable line per event
    Text,
    /// One JSON object per event
    Json,
}

/// Storage of attached files.
#[derive(Debug, PartialEq, Eq)]
pub enum AttachmentStorage {
    Folder(PathBuf),
    /// A bucket of S3 or a compatible service.
    Bucket(String),
}

impl fmt::Display for AttachmentStorage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => folder.display().fmt(f),
            Self::Bucket(bucket) => write!(f, "s3:{bucket}"),
        }
    }
}

/// Certificate and key files of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TlsFiles {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

/// Validated configuration.
#[derive(Debug, PartialEq, Eq)]
pub struct Settings {
    pub listen: SocketAddr,
    pub behind_proxy: bool,
    /// Absent for plain HTTP.
    pub tls: Option<TlsFiles>,
    pub hsts_max_age: Option<u32>,
    /// Empty without a proxy.
    pub trusted_proxies: Vec<IpNet>,
    pub cors_origins: Vec<HeaderValue>,
    pub data_dir: PathBuf,
    pub database: Database,
    /// Read replica for lists.
    pub replica: Option<Database>,
    /// Maximum number of connections to a PostgreSQL server.
    pub database_connections: usize,
    pub accept_data_loss: bool,
    pub begin_anew: bool,
    pub max_connections: u32,
    pub max_attachment_bytes: u64,
    pub attachment_quota: Option<u64>,
    pub request_log_quota: Option<u64>,
    pub free_space_floor: Option<u64>,
    pub max_body_bytes_under_way: usize,
    pub max_response_bytes_under_way: u64,
    pub max_requests_per_second: Option<NonZero<u32>>,
    /// Files that contain passwords.
    pub secret_files: Vec<PathBuf>,
    pub attachments: AttachmentStorage,
    pub attachments_shared: bool,
    pub scheduler: bool,
    pub quiet: bool,
    pub requests_kept_days: u16,
    pub rejected_rows_kept_days: u16,
    pub events_kept_days: u16,
    /// Absent unless set.
    pub webhooks_allow_private: Option<bool>,
    /// URL of the order desk without a trailing slash.
    pub public_url: Option<String>,
    /// Not validated yet, because only commands that send mail need it.
    pub mail: MailOptions,
    pub log: String,
    pub log_format: LogFormat,
    pub otlp: Option<Otlp>,
}

/// OpenTelemetry collector that receives traces and metrics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Otlp {
    /// Base URL without a slash at the end.
    pub endpoint: String,
    /// Percentage of requests with a trace, 0 to 100.
    pub trace_percent: u8,
}

impl Otlp {
    /// URL of `traces` or `metrics`.
    pub fn signal(&self, signal: &str) -> String {
        format!("{}/v1/{signal}", self.endpoint)
    }
}

impl ServiceOptions {
    /// Adds the options of the configuration file and the defaults. Every fault is a wrong call (exit code 2).
    pub fn resolve(self, default_data_dir: &str) -> Result<Settings, CommandFailure> {
        let file = self.config.as_deref().map_or_else(|| Ok(Self::default()), file::read)?;
        let secret_config = self.config.clone().filter(|_| file::contains_password(&file));
        let given =
            Self { database_password: self.database_password.clone().or_else(Secret::of_database), ..self };
        let mut settings = given.or(file).complete(default_data_dir)?;
        settings.secret_files.extend(secret_config);
        Ok(settings)
    }

    fn or(self, file: Self) -> Self {
        or_of_file! {
            self: config database_password begin_anew;
            file: listen behind_proxy tls_certificate tls_key hsts_max_age trusted_proxies cors_origin data_dir database database_password_file
                database_replica database_connections accept_data_loss max_connections max_attachment_bytes
                attachment_quota request_log_quota free_space_floor
                max_body_bytes_under_way max_response_bytes_under_way max_requests_per_second attachments
                attachments_shared scheduler quiet requests_kept_days rejected_rows_kept_days events_kept_days webhooks_allow_private public_url mail log log_format
                otlp_endpoint otlp_trace_percent
        }
    }

    /// Adds the defaults.
    pub fn complete(self, default_data_dir: &str) -> Result<Settings, CommandFailure> {
        let (settings, faults) = self.examine(default_data_dir);
        faults.into_result(settings)
    }

    /// Adds the defaults and replaces faulty values by them.
    pub fn examine(self, default_data_dir: &str) -> (Settings, ConfigFaults) {
        let mut faults = ConfigFaults::default();
        let behind_proxy = self.behind_proxy.unwrap_or(false);
        let tls = tls_files(self.tls_certificate, self.tls_key, &mut faults);
        let is_encrypted = behind_proxy || tls.is_some();
        // if only one TLS option is set, that is the fault, not the missing encryption
        let listen = listen_address(self.listen, is_encrypted || !faults.is_empty());
        if self.hsts_max_age.is_some() && !is_encrypted {
            faults.add("hsts-max-age", "--hsts-max-age requires --tls-certificate or --behind-proxy");
        }
        let proxies = self.trusted_proxies.as_deref().map_or_else(loopback, networks);
        let proxies = faults.take("trusted-proxies", proxies).unwrap_or_default();
        let cors_origins = self.cors_origin.unwrap_or_default();
        let cors_origins = cors_origins.iter().map(|origin| cors_origin(origin)).collect::<Result<_, _>>();
        let (database, replica) = databases(
            [self.database.as_ref(), self.database_replica.as_ref()],
            self.database_password_file.as_deref(),
            self.database_password.as_ref(),
            &mut faults,
        );
        let secret_files = [self.database_password_file, self.mail.password_file.clone()];
        let key = tls.as_ref().map(|files| files.key.clone());
        let data_dir = self.data_dir.unwrap_or_else(|| default_data_dir.into());
        let bucket = self.attachments.as_deref().map(bucket).transpose();
        let public_url = self.public_url.as_deref().map(mail::public_url).transpose();
        let rejected_rows = self.rejected_rows_kept_days.or(self.requests_kept_days);
        let settings = Settings {
            listen: faults.take("listen", listen).unwrap_or(LOOPBACK),
            behind_proxy,
            tls,
            hsts_max_age: self.hsts_max_age,
            trusted_proxies: if behind_proxy { proxies } else { Vec::new() },
            cors_origins: faults.take("cors-origin", cors_origins).unwrap_or_default(),
            database: database.unwrap_or_else(|| Database::in_folder(&data_dir)),
            replica,
            database_connections: limits::connections(self.database_connections, &mut faults),
            accept_data_loss: self.accept_data_loss.unwrap_or(false),
            begin_anew: self.begin_anew,
            max_connections: limits::max_connections(self.max_connections, &mut faults),
            max_attachment_bytes: limits::attachment_bytes(self.max_attachment_bytes, &mut faults),
            attachment_quota: self.attachment_quota,
            request_log_quota: self.request_log_quota,
            free_space_floor: self.free_space_floor,
            max_body_bytes_under_way: limits::body_bytes(self.max_body_bytes_under_way, &mut faults),
            max_response_bytes_under_way: limits::response_bytes(
                self.max_response_bytes_under_way,
                &mut faults,
            ),
            max_requests_per_second: self.max_requests_per_second,
            secret_files: secret_files.into_iter().flatten().chain(key).collect(),
            attachments: faults.take("attachments", bucket).flatten().map_or_else(
                || AttachmentStorage::Folder(data_dir.join("attachments")),
                AttachmentStorage::Bucket,
            ),
            attachments_shared: self.attachments_shared.unwrap_or(false),
            scheduler: self.scheduler.unwrap_or(true),
            quiet: self.quiet.unwrap_or(false),
            requests_kept_days: limits::requests_kept_days(self.requests_kept_days, &mut faults),
            rejected_rows_kept_days: limits::rejected_rows_kept_days(rejected_rows, &mut faults),
            events_kept_days: limits::kept_days(self.events_kept_days, &mut faults),
            webhooks_allow_private: self.webhooks_allow_private,
            public_url: faults.take("public-url", public_url).flatten(),
            mail: self.mail,
            log: self.log.unwrap_or_else(|| "info".to_owned()),
            log_format: self.log_format.unwrap_or(LogFormat::Text),
            otlp: otlp(self.otlp_endpoint, self.otlp_trace_percent, &mut faults),
            data_dir,
        };
        (settings, faults)
    }
}

const LOOPBACK: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// The collector; a percentage without one is a fault.
fn otlp(endpoint: Option<String>, percent: Option<u8>, faults: &mut ConfigFaults) -> Option<Otlp> {
    let trace_percent = limits::trace_percent(percent, faults);
    let Some(endpoint) = endpoint else {
        if percent.is_some() {
            faults.add("otlp-trace-percent", "--otlp-trace-percent requires --otlp-endpoint");
        }
        return None;
    };
    let url = reqwest::Url::parse(&endpoint).ok();
    if url.is_none_or(|url| !matches!(url.scheme(), "http" | "https") || url.query().is_some()) {
        let fault = format!(
            "--otlp-endpoint {endpoint:?} is not a base URL. Expected: a URL like http://127.0.0.1:4318, without /v1/traces"
        );
        faults.add("otlp-endpoint", fault);
        return None;
    }
    Some(Otlp { endpoint: endpoint.trim_end_matches('/').to_owned(), trace_percent })
}

/// Both files or none.
fn tls_files(
    certificate: Option<PathBuf>,
    key: Option<PathBuf>,
    faults: &mut ConfigFaults,
) -> Option<TlsFiles> {
    match (certificate, key) {
        (Some(certificate), Some(key)) => return Some(TlsFiles { certificate, key }),
        (Some(_), None) => {
            faults
                .add("tls-certificate", "--tls-certificate requires --tls-key, the file of its private key");
        }
        (None, Some(_)) => {
            faults.add("tls-key", "--tls-key requires --tls-certificate, the file of its certificate");
        }
        (None, None) => {}
    }
    None
}

/// Returns the database and its standby, if they are set.
fn databases(
    [database, replica]: [Option<&Secret>; 2],
    password_file: Option<&Path>,
    password: Option<&Secret>,
    faults: &mut ConfigFaults,
) -> (Option<Database>, Option<Database>) {
    let named = Database::named(database, password_file, password);
    let Some(named) = faults.take("database", named) else { return (None, None) };
    // without `--database` it is the SQLite file of the data folder, which has no standby
    let primary = named.clone().unwrap_or_else(|| Database::in_folder(Path::new("")));
    let replica = replica.map(|url| primary.replica(url.reveal())).transpose();
    (named, faults.take("database-replica", replica).flatten())
}

/// Addresses beyond this machine require TLS, because tokens would cross the network unencrypted.
fn listen_address(given: Option<SocketAddr>, is_encrypted: bool) -> Result<SocketAddr, CommandFailure> {
    let listen = given.unwrap_or(LOOPBACK);
    if listen.ip().is_loopback() || is_encrypted {
        return Ok(listen);
    }
    Err(CommandFailure::call(format!(
        "cannot listen on {listen}: other machines can reach this address, and access tokens would cross the network \
         unencrypted.\nSet --tls-certificate and --tls-key, or put a proxy that terminates TLS in front of the server and \
         set --behind-proxy, or listen on 127.0.0.1."
    )))
}

fn loopback() -> Result<Vec<IpNet>, CommandFailure> {
    networks(&["127.0.0.0/8".to_owned(), "::1".to_owned()])
}

/// Parses networks and single addresses.
fn networks(written: &[String]) -> Result<Vec<IpNet>, CommandFailure> {
    let read = |text: &String| {
        let text = text.trim();
        let network = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        network.map_err(|_| {
            CommandFailure::call(format!(
                "--trusted-proxies: \"{text}\" is neither an address nor a network; expected a value like 192.0.2.7 or \
                 10.0.0.0/8"
            ))
        })
    };
    written.iter().map(read).collect()
}

/// Parses an origin in the form that browsers send, because origins are compared byte by byte.
fn cors_origin(text: &str) -> Result<HeaderValue, CommandFailure> {
    let authority = text.strip_prefix("https://").or(text.strip_prefix("http://")).unwrap_or_default();
    let authority = authority.parse().ok().filter(|known: &Authority| known.as_str() == authority);
    let plain = |known: &Authority| {
        let name = known.as_str();
        !name.contains(['@', '*']) && name == name.to_lowercase() && !name.ends_with(':')
    };
    let default_port = text.starts_with("https:") && text.ends_with(":443")
        || text.starts_with("http:") && text.ends_with(":80");
    let origin = authority.filter(plain).filter(|_| !default_port).and_then(|_| text.parse().ok());
    origin.ok_or_else(|| {
        CommandFailure::call(format!(
            "--cors-origin is {text:?}; expected an origin as browsers send it: https:// or http://, the host in \
             lower case, the port unless it is the default, and no path, for example https://shop.example"
        ))
    })
}

/// Parses the storage of attached files: a folder or a bucket.
pub fn attachment_place(option: &str, place: &str) -> Result<AttachmentStorage, CommandFailure> {
    match place.split_once(':') {
        Some(("s3", _)) => bucket(place)
            .map(AttachmentStorage::Bucket)
            .map_err(|failure| failure.about("--attachments", option)),
        _ => Ok(AttachmentStorage::Folder(place.into())),
    }
}

fn bucket(url: &str) -> Result<String, CommandFailure> {
    match url.split_once(':') {
        Some(("s3", _)) if cfg!(not(feature = "cloud")) => Err(CommandFailure::call(
            "--attachments is a bucket, but this build has no S3 support; build with the feature `cloud`, or keep \
             the files in the data folder",
        )),
        Some(("s3", bucket)) if !bucket.is_empty() => Ok(bucket.to_owned()),
        _ => Err(CommandFailure::call("--attachments must be s3:BUCKET, for example s3:orderdock-files")),
    }
}

#[cfg(test)]
mod tests;
