//! From settings to the running application: the only place that names a concrete store, the clock and the source
//! of randomness.

mod beginning;

use crate::{
    cli::{Failure, on_one_line},
    config::{AttachmentPlace, Settings},
};
use jiff::Timestamp;
use orderdock_app::{Actor, App, AttachmentFiles, Clock, OpContext, Randomness};
use orderdock_domain::{
    access::{OrgScope, Scope, Scopes},
    problem::Language,
};
use orderdock_store_sqlite::{SqliteOptions, SqliteStore};
use std::{fs, io, path::Path, sync::Arc, time::Duration};

/// How long a command waits for its turn to write while other processes write.
const PATIENCE: Duration = Duration::from_mins(2);

struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the one clock that everything else is given")]
    fn now(&self) -> Timestamp {
        // what is told at once and what is read later must be the same, and databases keep microseconds
        let now = Timestamp::now();
        Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
    }
}

struct SystemRandomness;

impl Randomness for SystemRandomness {
    fn token_bytes(&self) -> [u8; 48] {
        rand::random()
    }
}

/// Opens the database, brings it to the current schema and puts the application on it.
///
/// Folder and database are made if they do not exist, for their owner alone.
pub fn open(settings: &Settings) -> Result<Arc<App>, Failure> {
    open_with(settings, SqliteOptions::default())
}

fn open_with(settings: &Settings, options: SqliteOptions) -> Result<Arc<App>, Failure> {
    beginning::check(settings)?;
    make_folder(&settings.data_dir).map_err(|error| {
        Failure::work(format!("cannot make the folder {}: {error}", settings.data_dir.display()))
    })?;
    make_file(&settings.database).map_err(|error| {
        Failure::work(format!("cannot make the database {}: {error}", settings.database.display()))
    })?;
    let store = SqliteStore::open(&settings.database, options).map_err(|error| {
        Failure::work(format!("cannot open the database {}: {error}", settings.database.display()))
    })?;
    beginning::mark(&settings.database)?;
    let files = attachment_files(&settings.attachments)?;
    Ok(App::new(Arc::new(store), files, Arc::new(SystemClock), Arc::new(SystemRandomness)))
}

/// Where attached files are kept; a folder is made if it is not there.
pub fn attachment_files(place: &AttachmentPlace) -> Result<AttachmentFiles, Failure> {
    match place {
        AttachmentPlace::Folder(folder) => AttachmentFiles::local(folder).map_err(|error| {
            Failure::work(format!("cannot keep attachments in {}: {error}", folder.display()))
        }),
        #[cfg(feature = "cloud")]
        AttachmentPlace::Bucket(bucket) => AttachmentFiles::s3(bucket)
            .map_err(|error| Failure::work(format!("cannot keep attachments in s3:{bucket}: {error}"))),
        #[cfg(not(feature = "cloud"))]
        AttachmentPlace::Bucket(bucket) => {
            Err(Failure::call(format!("s3:{bucket} cannot be used by this build")))
        }
    }
}

/// For commands that only make sense on a database that is there.
pub fn require_database(settings: &Settings) -> Result<(), Failure> {
    if !settings.database.exists() {
        return Err(Failure::work(format!(
            "there is no database {}; name the folder of the server with --data-dir, or the database with --database",
            settings.database.display()
        )));
    }
    Ok(())
}

/// Opens a database that is there.
pub fn open_existing(settings: &Settings) -> Result<Arc<App>, Failure> {
    require_database(settings)?;
    open(settings)
}

/// The same for work that rather waits for other processes than gives up half-way.
pub fn open_patiently(settings: &Settings) -> Result<Arc<App>, Failure> {
    require_database(settings)?;
    open_with(settings, SqliteOptions { busy_timeout: PATIENCE, ..SqliteOptions::default() })
}

/// The time, for what is asked without the application.
pub fn now() -> Timestamp {
    SystemClock.now()
}

/// What the interface is told.
pub fn api_options(settings: &Settings) -> orderdock_api::Options {
    orderdock_api::Options {
        largest_attachment: settings.max_attachment_bytes,
        limits: orderdock_api::Limits {
            body_bytes: settings.max_body_bytes_under_way,
            requests_per_second: settings.max_requests_per_second,
            lists: SqliteOptions::default().list_readers,
            ..orderdock_api::Limits::default()
        },
        pages: Some(axum::routing::get(orderdock_ui::serve)),
        behind_tls: settings.behind_proxy,
        cors_origins: settings.cors_origins.clone(),
    }
}

/// The one at the command line, who has the database in hand and may do everything.
pub fn operator(app: &App) -> OpContext {
    OpContext {
        actor: Actor { caller: None, name: "cli".to_owned() },
        scopes: Scopes::new(vec![Scope::Admin]),
        organisations: OrgScope::All,
        default_organisation: None,
        request_id: "cli".to_owned(),
        now: app.now(),
    }
}

impl From<orderdock_app::Failure> for Failure {
    fn from(failure: orderdock_app::Failure) -> Self {
        let messages: Vec<_> =
            failure.problems.iter().map(|problem| problem.message(Language::English)).collect();
        let messages: Vec<_> = messages.iter().map(|message| on_one_line(message)).collect();
        Self::work(messages.join("\n"))
    }
}

/// For its owner alone; one that is there stays as it is.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// An empty file is a new database to SQLite, and the files that it puts beside it get the same mode.
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
