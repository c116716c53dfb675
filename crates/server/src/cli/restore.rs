use super::backup::{copy_new_files, sync_folder};
use crate::{
    config::{AttachmentStorage, Settings, StorageOptions},
    database::Database,
    failure::CommandFailure,
    wiring,
};
use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

/// Restore a backup
///
/// The restored database is marked as a copy: a server starts quiet on it, without schedules, webhooks and mail, until
/// `orderdock copy activate`. Stop the server first.
///
/// SQLite: the backup is checked and copied to the data folder. PostgreSQL: the archive is restored by pg_restore into
/// an empty database, which CREATE DATABASE makes.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock restore /backup/orderdock-20261127T013000Z.sqlite --data-dir /var/lib/orderdock --replace\n  \
    orderdock restore --data-dir /var/lib/orderdock --attachments-from /backup/attachments /backup/orderdock.sqlite\n  \
    orderdock restore --database postgres://orderdock@db.example/orderdock /backup/orderdock.dump")]
pub struct Restore {
    /// Backup file of `orderdock backup`
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// SQLite: replace the database of the data folder; its files are kept under a name with the time
    #[arg(long)]
    replace: bool,
    /// Also copy attachments from this folder of `backup --copy-attachments`; existing files are skipped
    #[arg(long, value_name = "DIR")]
    attachments_from: Option<PathBuf>,
    #[command(flatten)]
    storage: StorageOptions,
}

impl Restore {
    pub fn run(self) -> Result<(), CommandFailure> {
        let settings = self.storage.resolve()?;
        if !self.file.is_file() {
            return Err(CommandFailure::call(format!(
                "{} does not exist or is not a file",
                self.file.display()
            )));
        }
        let attachments = attachment_folders(&settings, self.attachments_from.as_deref())?;
        match &settings.database {
            Database::Sqlite(database) => {
                restore_file(&settings, &self.file, database, self.replace)?;
            }
            Database::Postgres(_) => {
                if settings.database.is_there()? {
                    return Err(CommandFailure::call(format!(
                        "{} is not empty. Create an empty database with CREATE DATABASE and name it with --database.",
                        settings.database
                    )));
                }
                settings.database.restore(&self.file).map_err(|error| failed(&error))?;
            }
        }
        super::print(&format!("{}: restored from {}\n", settings.database, self.file.display()))?;
        if let Some((from, to)) = attachments {
            let copied = copy_new_files(&from.join("sha256"), &to.join("sha256")).map_err(|error| {
                CommandFailure::work(format!("copying attachments from {} failed: {error}", from.display()))
            })?;
            super::print(&format!("{}: {copied} attachments restored\n", to.display()))?;
        }
        eprintln!(
            "The server starts quiet on it: no schedules, webhooks and mail. If it takes the place of the original: \
             orderdock copy activate"
        );
        Ok(())
    }
}

fn failed(what: &dyn std::fmt::Display) -> CommandFailure {
    CommandFailure::work(format!("the backup was not restored: {what}"))
}

/// Source and target of attached files, if they are restored.
fn attachment_folders<'s>(
    settings: &'s Settings,
    from: Option<&'s Path>,
) -> Result<Option<(&'s Path, &'s Path)>, CommandFailure> {
    let Some(from) = from else { return Ok(None) };
    if !from.join("sha256").is_dir() {
        return Err(CommandFailure::call(format!(
            "{} has no folder sha256, so it is no target of `backup --copy-attachments`",
            from.display()
        )));
    }
    match &settings.attachments {
        AttachmentStorage::Folder(to) => Ok(Some((from, to))),
        AttachmentStorage::Bucket(bucket) => Err(CommandFailure::call(format!(
            "attachments are stored in the bucket {bucket}. Copy them with the tools of the bucket."
        ))),
    }
}

/// Puts the backup in the place of the database. What was there keeps its contents under another name.
fn restore_file(
    settings: &Settings,
    backup: &Path,
    database: &Path,
    replace: bool,
) -> Result<(), CommandFailure> {
    if database.exists() {
        if !replace {
            return Err(CommandFailure::call(format!(
                "{} exists. Use --replace to put the backup in its place; the present files are kept.",
                database.display()
            )));
        }
        orderdock_store_sqlite::require_unused(database)?;
    }
    let unfinished = database.with_added_extension("restoring");
    wiring::make_folder(&settings.data_dir)
        .and_then(|()| remove_if_there(&unfinished))
        .and_then(|()| wiring::make_file(&unfinished))
        .map_err(|error| failed(&format!("{}: {error}", unfinished.display())))?;
    let place = Database::Sqlite(unfinished.clone());
    let restored = place.restore(backup).and_then(|()| {
        put_in_place(&unfinished, database).map_err(|error| format!("{}: {error}", database.display()))
    });
    if let Err(error) = restored {
        // what is left of it is no database
        let _ = fs::remove_file(&unfinished);
        return Err(failed(&error));
    }
    settings.database.has_begun()
}

fn put_in_place(unfinished: &Path, database: &Path) -> io::Result<()> {
    fs::File::open(unfinished)?.sync_all()?;
    if database.exists() {
        let kept =
            database.with_added_extension(format!("replaced-{}", wiring::now().strftime("%Y%m%dT%H%M%SZ")));
        for ending in ["", "-wal", "-shm"] {
            let (from, to) = (with_ending(database, ending), with_ending(&kept, ending));
            if from.exists() {
                fs::rename(from, to)?;
            }
        }
        eprintln!("the previous database is kept as {}", kept.display());
    }
    fs::rename(unfinished, database)?;
    sync_folder(database.parent())
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn remove_if_there(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
