use super::backup::copy_new_files;
use crate::{
    config::{AttachmentStorage, Settings, StorageOptions},
    failure::CommandFailure,
};
use std::path::{Path, PathBuf};

/// Restore a backup
///
/// The restored database is marked as a copy: a server starts quiet on it, without schedules, webhooks or mail, until
/// `orderdock copy activate`. Stop the server first.
///
/// SQLite: the backup is checked and copied to the data folder. PostgreSQL: pg_restore restores the archive into an
/// empty database; create it with CREATE DATABASE first.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock restore /backup/orderdock-20261127T013000Z.sqlite --data-dir /var/lib/orderdock --replace\n  \
    orderdock restore --data-dir /var/lib/orderdock --attachments-from /backup/attachments /backup/orderdock.sqlite\n  \
    orderdock restore --database postgres://orderdock@db.example/orderdock /backup/orderdock.dump")]
pub struct Restore {
    /// Backup file of `orderdock backup`
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// SQLite: replace the database of the data folder; the previous files are kept, with the time in their names
    #[arg(long)]
    replace: bool,
    /// Also copy attachments from this folder, filled by `backup --copy-attachments`; existing files are skipped
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
        settings.database.restore(&settings.data_dir, &self.file, self.replace)?;
        super::print(&format!("{}: restored from {}\n", settings.database, self.file.display()))?;
        if let Some((from, to)) = attachments {
            let copied = copy_new_files(&from.join("sha256"), &to.join("sha256")).map_err(|error| {
                CommandFailure::work(format!("copying attachments from {} failed: {error}", from.display()))
            })?;
            super::print(&format!("{}: {copied} attachments restored\n", to.display()))?;
        }
        eprintln!(
            "Servers start quiet on this database: schedules, webhooks and mail are off. If it replaces the original, run \
             `orderdock copy activate`."
        );
        Ok(())
    }
}

/// Source and target of attached files, if they are restored.
fn attachment_folders<'s>(
    settings: &'s Settings,
    from: Option<&'s Path>,
) -> Result<Option<(&'s Path, &'s Path)>, CommandFailure> {
    let Some(from) = from else { return Ok(None) };
    if !from.join("sha256").is_dir() {
        return Err(CommandFailure::call(format!(
            "{} has no folder sha256, so it was not filled by `backup --copy-attachments`",
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
