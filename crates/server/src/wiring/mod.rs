//! Creation of the application from settings. This is the only module that selects an engine, the clock and the source
//! of randomness.

mod database;
mod mail;

pub use database::{Contents, verify_backup};
pub use mail::SmtpMailer;

use crate::{
    config::{AttachmentStorage, Settings},
    database::Database,
    failure::CommandFailure,
};
use jiff::{SignedDuration, Timestamp};
use orderdock_api::CloudEvents;
use orderdock_app::{
    Actor, AttachmentFiles, Caller, Clock, Disk, DiskSpace, Mailer, NotificationConfig, Randomness, Services,
    StorageLimits, WebhookSender, WebhookTransport,
};
use orderdock_courier::{NetworkPolicy, WebhookClient};
use orderdock_domain::access::{OrgScope, Scope, Scopes};
use orderdock_store::NewInstance;
use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

/// Timeout of a command for the write lock.
const WRITE_LOCK_TIMEOUT: Duration = Duration::from_mins(2);

/// System clock, adjusted to the clock of the store.
#[derive(Default)]
struct SystemClock {
    /// Microseconds by which the clock of the store is ahead.
    ahead: AtomicI64,
}

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let now = now();
        let ahead = SignedDuration::from_micros(self.ahead.load(Ordering::Relaxed));
        now.checked_add(ahead).unwrap_or(now)
    }

    fn ahead(&self) -> SignedDuration {
        -SignedDuration::from_micros(self.ahead.load(Ordering::Relaxed))
    }

    fn follow(&self, time: Timestamp) {
        self.ahead.store(time.as_microsecond() - now().as_microsecond(), Ordering::Relaxed);
    }
}

struct SystemRandomness;

impl Randomness for SystemRandomness {
    fn token_bytes(&self) -> [u8; 48] {
        rand::random()
    }
}

/// Purpose of opening the application.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// A server, which stores and deletes files.
    Serving,
    /// A command, which accesses no attached files.
    Work,
}

/// Opens the database, migrates it to the current schema and creates the services.
///
/// A missing folder or SQLite file is created with access for its owner only. A PostgreSQL database must exist and be
/// empty or contain an Orderdock schema.
pub async fn open(settings: &Settings) -> Result<Arc<Services>, CommandFailure> {
    open_for(Use::Work, settings, None).await
}

/// Opens the application for a server. Fails if the settings do not guarantee durability.
pub async fn open_to_serve(settings: &Settings) -> Result<Arc<Services>, CommandFailure> {
    require_shared_files(settings)?;
    if !settings.accept_data_loss {
        settings.database.require_durable()?;
    }
    let notifying = notifying(settings)?;
    let services = open_for(Use::Serving, settings, None).await?;
    services.notifications.notify_by(notifying);
    services.storage.limit_storage(storage_limits(settings));
    services.quiet.start_quiet_if_copy(settings.quiet).await?;
    Ok(services)
}

/// A folder whose disk is checked for free space.
#[derive(Debug)]
struct FolderDisk(PathBuf);

impl Disk for FolderDisk {
    #[cfg(unix)]
    fn space(&self) -> Option<DiskSpace> {
        let found = rustix::fs::statvfs(&self.0).ok()?;
        let bytes = |blocks: u64| blocks.saturating_mul(found.f_frsize);
        Some(DiskSpace { free: bytes(found.f_bavail), total: bytes(found.f_blocks) })
    }

    #[cfg(not(unix))]
    fn space(&self) -> Option<DiskSpace> {
        None
    }
}

/// Returns the storage limits of the configured folders.
pub fn storage_limits(settings: &Settings) -> StorageLimits {
    let disk = |folder: &Path| {
        let folder = Some(folder).filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Arc::new(FolderDisk(folder.to_owned())) as Arc<dyn Disk>
    };
    let default = StorageLimits::default();
    StorageLimits {
        attachment_quota: settings.attachment_quota.unwrap_or(default.attachment_quota),
        rejected_quota: settings.request_log_quota.unwrap_or(default.rejected_quota),
        free_space_floor: settings.free_space_floor,
        database: settings.database.files().first().and_then(|file| file.parent()).map(disk),
        attachments: match &settings.attachments {
            AttachmentStorage::Folder(folder) => Some(disk(folder)),
            AttachmentStorage::Bucket(_) => None,
        },
    }
}

/// Returns the configuration of notifications.
fn notifying(settings: &Settings) -> Result<NotificationConfig, CommandFailure> {
    let mail = settings.mail.clone().complete()?;
    let mailer = mail.as_ref().map(SmtpMailer::of).transpose().map_err(CommandFailure::work)?;
    if mailer.is_some() && settings.public_url.is_none() {
        tracing::warn!("mails contain no links: set --public-url");
    }
    let mailer = mailer.map(|mailer| Arc::new(mailer) as Arc<dyn Mailer>);
    Ok(NotificationConfig { order_desk: settings.public_url.clone(), mailer })
}

async fn open_for(
    purpose: Use,
    settings: &Settings,
    lock_timeout: Option<Duration>,
) -> Result<Arc<Services>, CommandFailure> {
    let store = Database::open(settings, lock_timeout)?;
    let files = match &settings.attachments {
        // the servers store the files, possibly on other machines, so this command creates no folder
        AttachmentStorage::Folder(folder) if purpose == Use::Work && settings.database.is_shared() => {
            AttachmentFiles::when_needed(folder).map_err(|error| unkept(folder, &error))?
        }
        place => attachment_files(place)?,
    };
    let about = about(settings);
    let services =
        Services::new(store, files, Arc::<SystemClock>::default(), Arc::new(SystemRandomness), about);
    // commands write times as well
    services.follow_store_time().await;
    Ok(services)
}

/// Name of this process among the instances: machine and process id.
pub fn instance_name() -> String {
    let machine = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let machine = Some(machine.trim()).filter(|name| !name.is_empty()).unwrap_or("unknown");
    format!("{machine}/{}", std::process::id())
}

/// Describes this process to other instances on the same database.
fn about(settings: &Settings) -> NewInstance {
    NewInstance {
        name: instance_name(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        attachments: settings.attachments.to_string(),
    }
}

/// Fails if instances could run on several machines with separate attachment folders: files attached on one machine
/// would be missing on the others.
fn require_shared_files(settings: &Settings) -> Result<(), CommandFailure> {
    match &settings.attachments {
        AttachmentStorage::Folder(folder)
            if settings.database.is_shared() && !settings.attachments_shared =>
        {
            Err(CommandFailure::call(format!(
                "attachments would be stored in the folder {}, which other instances on {} may not share. Store them in a \
                 bucket (--attachments s3:BUCKET), or set --attachments-shared if all instances share this folder or only \
                 one instance exists.",
                folder.display(),
                settings.database
            )))
        }
        _ => Ok(()),
    }
}

/// Opens the store of attached files; a missing folder is created.
pub fn attachment_files(place: &AttachmentStorage) -> Result<AttachmentFiles, CommandFailure> {
    match place {
        AttachmentStorage::Folder(folder) => {
            AttachmentFiles::local(folder).map_err(|error| unkept(folder, &error))
        }
        #[cfg(feature = "cloud")]
        AttachmentStorage::Bucket(bucket) => AttachmentFiles::s3(bucket).map_err(|error| {
            CommandFailure::work(format!("cannot use s3:{bucket} for attachments: {error}"))
        }),
        #[cfg(not(feature = "cloud"))]
        AttachmentStorage::Bucket(bucket) => {
            Err(CommandFailure::call(format!("this build has no S3 support and cannot use s3:{bucket}")))
        }
    }
}

fn unkept(folder: &Path, error: &io::Error) -> CommandFailure {
    CommandFailure::work(format!("cannot use {} for attachments: {error}", folder.display()))
}

/// Fails unless the database exists.
pub fn require_database(settings: &Settings) -> Result<(), CommandFailure> {
    if settings.database.is_there()? {
        return Ok(());
    }
    let advice = if settings.database.is_shared() {
        "create its tables with `orderdock migrate`, or set --database to another database"
    } else {
        "set --data-dir to the folder of the server, or --database to its database"
    };
    Err(CommandFailure::work(format!("database {} does not exist; {advice}", settings.database)))
}

/// Opens an existing database.
pub async fn open_existing(settings: &Settings) -> Result<Arc<Services>, CommandFailure> {
    require_database(settings)?;
    open(settings).await
}

/// Opens an existing database and returns the context of the command line.
pub async fn open_as_operator(settings: &Settings) -> Result<(Arc<Services>, Caller), CommandFailure> {
    let services = open_existing(settings).await?;
    let operator = operator(&services);
    Ok((services, operator))
}

/// Opens an existing database with a long write lock timeout, for commands that must not stop half-way.
pub async fn open_with_long_timeout(settings: &Settings) -> Result<Arc<Services>, CommandFailure> {
    require_database(settings)?;
    open_for(Use::Work, settings, Some(WRITE_LOCK_TIMEOUT)).await
}

/// Returns the system time in microseconds precision, for use without the application.
#[expect(clippy::disallowed_methods, reason = "this is the one clock that everything else is given")]
pub fn now() -> Timestamp {
    // databases store microseconds, and a response must equal the value that is read later
    let now = Timestamp::now();
    Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
}

/// Creates the client that delivers webhooks within the configured network policy.
pub fn receivers(settings: &Settings) -> Result<Arc<dyn WebhookSender>, CommandFailure> {
    let policy = if settings.webhooks_allow_private == Some(true) {
        NetworkPolicy::AllowPrivate
    } else {
        NetworkPolicy::PublicOnly
    };
    Ok(Arc::new(WebhookClient::new(policy).map_err(CommandFailure::work)?))
}

/// Returns the configuration for sending events.
pub fn outgoing(services: &Arc<Services>, receivers: Arc<dyn WebhookSender>) -> WebhookTransport {
    WebhookTransport { receivers, messages: Arc::new(CloudEvents::new(Arc::clone(services))) }
}

/// Returns the configuration of the API.
pub fn api_options(settings: &Settings, receivers: Arc<dyn WebhookSender>) -> orderdock_api::Options {
    orderdock_api::Options {
        receivers,
        largest_attachment: settings.max_attachment_bytes,
        limits: orderdock_api::Limits {
            body_bytes: settings.max_body_bytes_under_way,
            requests_per_second: settings.max_requests_per_second,
            lists: Database::lists(settings),
            ..orderdock_api::Limits::default()
        },
        pages: Some(orderdock_ui::pages(crate::version::COMMIT)),
        behind_tls: settings.behind_proxy || settings.tls.is_some(),
        hsts_max_age: settings.hsts_max_age,
        cors_origins: settings.cors_origins.clone(),
        traces: settings.otlp.is_some(),
    }
}

/// Returns the context of the command line, which has all permissions.
pub fn operator(services: &Services) -> Caller {
    Caller {
        actor: Actor { caller: None, name: "cli".to_owned() },
        scopes: Scopes::new(vec![Scope::Admin]),
        organisations: OrgScope::All,
        default_organisation: None,
        request_id: "cli".to_owned(),
        minimal_responses: false,
        now: services.now(),
    }
}

/// Creates a folder for its owner only; an existing one is not changed.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Creates an empty file, which SQLite accepts as a new database. SQLite gives its journal files the same mode.
pub fn make_file(database: &Path) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(database) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Flushes a folder, so that names in it are durable; without a path, the current folder.
pub fn sync_folder(folder: Option<&Path>) -> io::Result<()> {
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) { fs::File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_follows_the_store() {
        let clock = SystemClock::default();
        let hour = SignedDuration::from_hours(1);
        for (offset, expected) in [(hour, "ahead"), (-hour, "behind"), (SignedDuration::ZERO, "as here")] {
            let (before, time) = (now(), now() + offset);
            clock.follow(time);
            let passed = clock.now().duration_since(time);
            // at most the time that has passed
            assert!(passed >= SignedDuration::ZERO && passed <= now().duration_since(before), "{expected}");
        }
    }
}
