use super::{backup_name::is_backup_name, verify_backup::VerifyBackup};
use crate::{
    config::{AttachmentStorage, Settings, StorageOptions},
    failure::CommandFailure,
    wiring,
};
use clap::Subcommand;
use std::{
    fs::{self, File, TryLockError},
    io,
    num::NonZero,
    path::{Path, PathBuf},
};

/// Back up the database while the server runs
///
/// The backup is a consistent snapshot, verified and flushed to disk before the command ends. `orderdock restore`
/// restores it, and `orderdock backup verify` verifies it again later.
///
/// A PostgreSQL backup is a pg_dump archive. pg_dump must be installed on this machine, in the version of the server or
/// newer.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "Examples:\n  \
    orderdock backup /backup/orderdock-monday.sqlite\n  \
    orderdock backup --data-dir /var/lib/orderdock --copy-attachments /backup/attachments \
    /backup/orderdock.sqlite\n  \
    orderdock backup --data-dir /var/lib/orderdock --keep 14 /backup\n  \
    orderdock backup --database postgres://orderdock@db.example/orderdock /backup/orderdock.dump")]
pub struct Backup {
    #[command(subcommand)]
    command: Option<BackupCommand>,
    /// Backup file to create, which must not exist; with --keep: an existing folder for backup files named by their time
    #[arg(value_name = "FILE|DIR", required = true)]
    file: Option<PathBuf>,
    /// Keep this many backups in the folder and delete older ones after a successful backup
    #[arg(long, value_name = "N")]
    keep: Option<NonZero<usize>>,
    /// Also copy attachments to this folder; existing files are skipped
    #[arg(long, value_name = "DIR")]
    copy_attachments: Option<PathBuf>,
    #[command(flatten)]
    storage: StorageOptions,
}

#[derive(Subcommand)]
enum BackupCommand {
    Verify(VerifyBackup),
}

impl Backup {
    pub async fn run(self) -> Result<(), CommandFailure> {
        let Self { command, file, keep, copy_attachments, storage } = self;
        match (command, file) {
            (Some(BackupCommand::Verify(verify)), _) => verify.run().await,
            (None, Some(target)) => NewBackup { target, keep, copy_attachments }.create(&storage.resolve()?),
            (None, None) => Err(CommandFailure::call("a backup requires FILE, or --keep and a folder")),
        }
    }
}

/// Options of a backup to create.
struct NewBackup {
    target: PathBuf,
    keep: Option<NonZero<usize>>,
    copy_attachments: Option<PathBuf>,
}

impl NewBackup {
    fn create(self, settings: &Settings) -> Result<(), CommandFailure> {
        wiring::require_database(settings)?;
        let series = self.keep.map(|keep| BackupSeries::new(&self.target, keep, settings)).transpose()?;
        let file = series.as_ref().map_or(self.target, BackupSeries::next_file);
        reject_existing(&file)?;
        let failed =
            |error: &dyn std::fmt::Display| CommandFailure::work(format!("the backup failed: {error}"));
        let unfinished = file.with_added_extension("unfinished");
        let _lock = begin(&unfinished).map_err(|error| failed(&unwritable(&file, &error)))?;
        if let Err(rejected) = reject_existing(&file) {
            // another backup has created the file in the meantime, so the one of this backup is deleted
            let _ = fs::remove_file(&unfinished);
            return Err(rejected);
        }
        let copied = settings
            .database
            .back_up(&unfinished)
            .map_err(|error| failed(&error))
            .and_then(|()| put_in_place(&unfinished, &file).map_err(|error| failed(&error)));
        if copied.is_err() {
            // an incomplete file is not a backup; `copied` contains the failure
            let _ = fs::remove_file(&unfinished);
        }
        copied?;
        let bytes = fs::metadata(&file).map_or(0, |file| file.len());
        super::print(&format!("{}: {bytes} bytes, verified\n", file.display()))?;
        if let Some(series) = series {
            series.delete_oldest()?;
        }
        // attachments after the database, so that each attachment in the copied database exists in the folder
        match (&settings.attachments, self.copy_attachments) {
            (AttachmentStorage::Folder(from), Some(to)) => {
                let copied = copy_new_files(&from.join("sha256"), &to.join("sha256"))
                    .map_err(|error| CommandFailure::work(format!("copying attachments failed: {error}")))?;
                super::print(&format!("{}: {copied} new attachments\n", to.display()))
            }
            (AttachmentStorage::Folder(from), None) if from.exists() => {
                eprintln!(
                    "attachments are not included; use --copy-attachments DIR to copy those of {}",
                    from.display()
                );
                Ok(())
            }
            (AttachmentStorage::Bucket(bucket), Some(_)) => Err(CommandFailure::work(format!(
                "attachments are not included; copy the bucket {bucket} with its own tools"
            ))),
            _ => Ok(()),
        }
    }
}

/// Backups of one database in a folder, named by their time.
struct BackupSeries {
    folder: PathBuf,
    keep: usize,
    ending: &'static str,
}

impl BackupSeries {
    fn new(folder: &Path, keep: NonZero<usize>, settings: &Settings) -> Result<Self, CommandFailure> {
        if !folder.is_dir() {
            return Err(CommandFailure::call(format!(
                "--keep requires an existing folder; {} is not a folder",
                folder.display()
            )));
        }
        let ending = if settings.database.is_shared() { ".dump" } else { ".sqlite" };
        Ok(Self { folder: folder.to_owned(), keep: keep.get(), ending })
    }

    fn next_file(&self) -> PathBuf {
        self.folder.join(format!("orderdock-{}{}", wiring::now().strftime("%Y%m%dT%H%M%SZ"), self.ending))
    }

    /// Deletes all but the newest backups. Other files of the folder stay.
    fn delete_oldest(&self) -> Result<(), CommandFailure> {
        let failed = |error: io::Error| {
            CommandFailure::work(format!("deleting old backups in {} failed: {error}", self.folder.display()))
        };
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name().to_string_lossy().into_owned();
            if is_backup_name(&name, self.ending) {
                names.push(name);
            }
        }
        // the time in the name sorts like the text
        names.sort_unstable_by(|one, other| other.cmp(one));
        for name in names.iter().skip(self.keep) {
            fs::remove_file(self.folder.join(name)).map_err(failed)?;
            super::print(&format!("{name}: deleted\n"))?;
        }
        Ok(())
    }
}

fn reject_existing(file: &Path) -> Result<(), CommandFailure> {
    if file.exists() {
        return Err(CommandFailure::call(format!("{} already exists; choose another name", file.display())));
    }
    super::reject_folder(file)
}

/// Describes why the file cannot be written.
fn unwritable(file: &Path, error: &io::Error) -> String {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match error.kind() {
        io::ErrorKind::NotFound => {
            format!(
                "the folder {} does not exist. Create it with write access for this user.",
                folder.display()
            )
        }
        io::ErrorKind::PermissionDenied => {
            format!("this user cannot write to the folder {}: {error}", folder.display())
        }
        _ => format!("{}: {error}", file.display()),
    }
}

/// Creates an empty file to copy into, for one backup at a time. The remains of an interrupted backup are overwritten.
fn begin(unfinished: &Path) -> io::Result<File> {
    wiring::make_file(unfinished)?;
    let file = File::options().write(true).open(unfinished)?;
    lock_and_empty(&file, unfinished)?;
    Ok(file)
}

/// Locks and empties the file for this backup. Fails if another backup writes it, or has completed it since it was
/// opened.
fn lock_and_empty(file: &File, unfinished: &Path) -> io::Result<()> {
    // on other systems the lock would also block SQLite
    if cfg!(unix) {
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => io::Error::other("another backup is writing this file"),
            TryLockError::Error(error) => error,
        })?;
    }
    if !is_named(file, unfinished)? {
        return Err(io::Error::other("another backup has just created this file"));
    }
    let mut journal = unfinished.as_os_str().to_owned();
    journal.push("-journal");
    match fs::remove_file(journal) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    file.set_len(0)
}

/// Returns whether an open file still has this name.
#[cfg(unix)]
fn is_named(file: &File, name: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let file = file.metadata()?;
    match fs::metadata(name) {
        Ok(named) => Ok((named.dev(), named.ino()) == (file.dev(), file.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Always true: an open file cannot be renamed on this system.
#[cfg(not(unix))]
fn is_named(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

/// Flushes the file, renames it and flushes its folder.
fn put_in_place(unfinished: &Path, file: &Path) -> io::Result<()> {
    File::open(unfinished)?.sync_all()?;
    fs::rename(unfinished, file)?;
    wiring::sync_folder(file.parent())
}

/// Copies missing files. Files are named by the hash of their content, so existing ones need no comparison.
pub fn copy_new_files(from: &Path, to: &Path) -> io::Result<u64> {
    let mut copied = 0;
    // created without files, too, so that `restore` finds the folder
    fs::create_dir_all(to)?;
    if !from.exists() {
        return Ok(copied);
    }
    for entry in fs::read_dir(from)? {
        let (entry, target) = entry.map(|entry| (entry.path(), to.join(entry.file_name())))?;
        if entry.is_dir() {
            copied += copy_new_files(&entry, &target)?;
        } else if !target.exists() {
            let unfinished = target.with_added_extension("unfinished");
            fs::copy(&entry, &unfinished)?;
            // the copy has the permissions of the original, which an older version may have created
            restrict_to_owner(&unfinished)?;
            put_in_place(&unfinished, &target)?;
            copied += 1;
        }
    }
    Ok(copied)
}

/// Restricts a file to its owner.
fn restrict_to_owner(file: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn backup_completed_by_another_process_is_not_changed() {
        let folder = tempfile::tempdir().unwrap();
        let (file, unfinished) = (folder.path().join("x"), folder.path().join("x.unfinished"));
        fs::write(&unfinished, "checked").unwrap();
        let opened = File::options().write(true).open(&unfinished).unwrap();
        fs::rename(&unfinished, &file).unwrap();
        assert!(lock_and_empty(&opened, &unfinished).is_err());
        assert_eq!(fs::read(&file).unwrap(), b"checked");

        // a third backup has started since
        fs::write(&unfinished, "half").unwrap();
        assert!(lock_and_empty(&opened, &unfinished).is_err());
        assert_eq!(fs::read(&file).unwrap(), b"checked");
        assert_eq!(fs::read(&unfinished).unwrap(), b"half");
        drop(opened);
        assert_eq!(begin(&unfinished).unwrap().metadata().unwrap().len(), 0);
    }
}
