use super::{attachment_check, backup_name::is_backup_name, byte_bar::byte_bar};
use crate::{config::AttachmentStorage, failure::CommandFailure, wiring};
use orderdock_store::BackupContents;
use std::{
    fmt::Write,
    fs, io,
    path::{Path, PathBuf},
};

/// Verify existing backups
///
/// Reads each backup completely, without changing it, and prints its schema and its contents. With --attachments, also
/// reads every attached file and compares it with its hash.
///
/// PostgreSQL: requires pg_restore, but no database.
///
/// Exit codes: 0 all backups are intact, 1 a backup is damaged or incomplete, 2 invalid arguments.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock backup verify /backup/orderdock-20261127T013000Z.sqlite\n  \
    orderdock backup verify /backup --attachments /backup/attachments")]
pub struct VerifyBackup {
    /// Backup file; of a folder: all backups that `backup --keep` created in it
    #[arg(value_name = "FILE|DIR")]
    path: PathBuf,
    /// Folder filled by `backup --copy-attachments`, or the folder of the attachments [default: attachments are not
    /// checked]
    #[arg(long, value_name = "DIR")]
    attachments: Option<PathBuf>,
}

impl VerifyBackup {
    pub async fn run(self) -> Result<(), CommandFailure> {
        let files = backups_of(&self.path)?;
        if let Some(folder) = &self.attachments
            && !folder.join("sha256").is_dir()
        {
            return Err(CommandFailure::call(format!(
                "{} has no folder sha256, so it contains no attachments. Use the folder of `backup --copy-attachments`.",
                folder.display()
            )));
        }
        let attachments = self.attachments.map(AttachmentStorage::Folder);
        let mut faulty = 0_usize;
        for file in &files {
            let found = verify(file, attachments.as_ref()).await?;
            faulty += usize::from(found > 0);
        }
        match (faulty, files.len()) {
            (0, _) => Ok(()),
            (_, 1) => Err(CommandFailure::work("the backup is damaged or incomplete")),
            (faulty, all) => {
                Err(CommandFailure::work(format!("{faulty} of {all} backups are damaged or incomplete")))
            }
        }
    }
}

/// Returns the backups of a path, oldest first.
fn backups_of(path: &Path) -> Result<Vec<PathBuf>, CommandFailure> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let unreadable =
        |error: io::Error| CommandFailure::call(format!("cannot read {}: {error}", path.display()));
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name();
        let text = name.to_string_lossy();
        if [".sqlite", ".dump"].into_iter().any(|ending| is_backup_name(&text, ending)) {
            files.push(path.join(&name));
        }
    }
    if files.is_empty() {
        return Err(CommandFailure::work(format!(
            "{} contains no backup named like orderdock-20261127T013000Z.sqlite. Name a backup file, or the folder of \
             `backup --keep`.",
            path.display()
        )));
    }
    files.sort();
    Ok(files)
}

/// Verifies one backup and prints the result. Returns the number of faults.
async fn verify(file: &Path, attachments: Option<&AttachmentStorage>) -> Result<usize, CommandFailure> {
    let (summary, faults) = match wiring::verify_backup(file) {
        Ok(contents) => examined(contents, attachments).await,
        Err(fault) => (String::new(), vec![fault]),
    };
    let result = if faults.is_empty() { "intact" } else { "damaged or incomplete" };
    let mut text = format!("{}: {result}\n{summary}", file.display());
    for fault in &faults {
        let _ = writeln!(text, "  error: {fault}");
    }
    super::print(&text)?;
    Ok(faults.len())
}

/// Returns the summary and the faults of a backup that can be read.
async fn examined(
    contents: BackupContents,
    attachments: Option<&AttachmentStorage>,
) -> (String, Vec<String>) {
    let BackupContents { steps, known_steps, rows, attachments: files, mut faults } = contents;
    let mut text = format!("  schema: {steps} of {known_steps} migration steps\n");
    if steps > known_steps {
        faults.push(format!(
            "it was written by a newer version of Orderdock: its schema has {steps} steps, and this version knows \
             {known_steps}. Restore it with that version."
        ));
    }
    for (label, count) in rows {
        let _ = writeln!(text, "  {label}: {count}");
    }
    let bytes = files.iter().filter_map(|(_, size)| u64::try_from(*size).ok()).sum::<u64>();
    let checked = match attachments {
        None => "not checked, use --attachments DIR".to_owned(),
        Some(place) => match attachment_check::faults(place, &files, Some(&byte_bar(Some(bytes)))).await {
            Ok(found) if found.is_empty() => format!("all in {place} with matching hashes"),
            Ok(found) => {
                faults.extend(found);
                format!("incomplete in {place}")
            }
            Err(fault) => {
                faults.push(fault);
                "not checked".to_owned()
            }
        },
    };
    let _ = writeln!(text, "  attached files: {}, {bytes} bytes; {checked}", files.len());
    (text, faults)
}
