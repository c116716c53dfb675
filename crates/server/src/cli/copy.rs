//! Copies of databases between engines, and activation of a copy.

use super::byte_bar::row_bar;
use crate::{
    config::{AttachmentStorage, StorageOptions, attachment_place},
    database::Database,
    failure::{CommandFailure, on_one_line},
    secret::Secret,
    wiring,
};
use clap::Subcommand;
use indicatif::ProgressBar;
use orderdock_app::AttachmentFiles;
use orderdock_domain::cast;
use orderdock_store_sql::maintenance::copy::{CopyFault, CopyProgress, DatabaseCopy, ReportProgress, Side};
use std::{fmt::Write, num::NonZero, path::PathBuf};
use tokio::runtime::Handle;

const AGAIN: &str = "The data copied so far is kept: run the same command again to continue.";
/// Maximum number of files that are listed by name.
const MAX_FILES: usize = 20;

/// Copy a database to an empty one, within or between SQLite and PostgreSQL
///
/// Stop all servers first: neither database may be in use. An interrupted copy continues when the same command is run
/// again; until it is complete, no server opens the target. At the end all rows are compared. The source is not
/// changed.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "Examples:\n  \
    orderdock copy --from sqlite:/var/lib/orderdock/orderdock.sqlite --to postgres://orderdock@db.example/orderdock \
    --attachments-from /var/lib/orderdock/attachments --attachments-to s3:orderdock-files\n  \
    orderdock copy --from postgres://orderdock@db.example/orderdock --to sqlite:back.sqlite\n\n\
    A password is read from --from-password-file and --to-password-file, or from ORDERDOCK_DATABASE_PASSWORD.")]
pub struct Copy {
    #[command(subcommand)]
    command: Option<CopyCommand>,
    #[command(flatten)]
    move_options: Option<MoveOptions>,
}

#[derive(Subcommand)]
enum CopyCommand {
    Activate(Activate),
}

/// Enable schedules, webhooks and mail on a copy
///
/// Servers are quiet on a restored backup or any other copy of a database. Activate a copy only if it replaces its
/// original: otherwise both send the same events. Running servers apply the change within a few seconds.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock copy activate --data-dir /var/lib/orderdock\n  \
    orderdock copy activate --database postgres://orderdock@db.example/orderdock")]
struct Activate {
    #[command(flatten)]
    storage: StorageOptions,
}

impl Activate {
    async fn run(self) -> Result<(), CommandFailure> {
        let settings = self.storage.resolve()?;
        let services = wiring::open_existing(&settings).await?;
        let outcome = if services.quiet.activate_database().await? { "activated" } else { "already active" };
        super::print(&format!("{}: {outcome}\n", settings.database))
    }
}

/// Source and target of a copy.
#[derive(clap::Args)]
struct MoveOptions {
    /// Source database, `sqlite:PATH` or `postgres://USER@HOST/DATABASE`
    #[arg(long, value_name = "URL")]
    from: Secret,
    /// Target database: empty, or an interrupted copy of the same source
    #[arg(long, value_name = "URL")]
    to: Secret,
    /// File whose first line is the password of the source database
    #[arg(long, value_name = "FILE")]
    from_password_file: Option<PathBuf>,
    /// File whose first line is the password of the target database
    #[arg(long, value_name = "FILE")]
    to_password_file: Option<PathBuf>,
    /// Source of attached files: a folder or s3:BUCKET
    #[arg(long, value_name = "LOCATION", requires = "attachments_to")]
    attachments_from: Option<String>,
    /// Target of attached files: a folder or s3:BUCKET; existing files are skipped
    #[arg(long, value_name = "LOCATION", requires = "attachments_from")]
    attachments_to: Option<String>,
    /// Number of rows per commit
    #[arg(long, value_name = "ROWS", default_value = "10000")]
    rows_per_commit: NonZero<usize>,
}

/// A validated copy command.
struct CopyWork {
    from: Database,
    to: Database,
    files: Option<(AttachmentFiles, AttachmentFiles)>,
    page: usize,
    bar: ProgressBar,
}

/// Result of a copy.
struct CopyOutcome {
    rows: u64,
    /// Attached files.
    contents: usize,
    copied: u64,
    /// Attached files that are missing or damaged.
    lost: Vec<String>,
}

impl Copy {
    pub async fn run(self) -> Result<(), CommandFailure> {
        match (self.command, self.move_options) {
            (Some(CopyCommand::Activate(activate)), _) => activate.run().await,
            (None, Some(options)) => options.run().await,
            (None, None) => {
                Err(CommandFailure::call("--from and --to are missing; see orderdock copy --help"))
            }
        }
    }
}

impl MoveOptions {
    async fn run(self) -> Result<(), CommandFailure> {
        let from = database("--from", &self.from, self.from_password_file.as_ref())?;
        let to = database("--to", &self.to, self.to_password_file.as_ref())?;
        let files = match (&self.attachments_from, &self.attachments_to) {
            (Some(from), Some(to)) => Some(places(from, to)?),
            _ => None,
        };
        let (with_files, name) = (files.is_some(), to.to_string());
        let bar = row_bar();
        let work = CopyWork { from, to, files, page: self.rows_per_commit.get(), bar: bar.clone() };
        let runtime = Handle::current();
        // the connections block, which is not allowed on a thread of this runtime
        let done =
            tokio::task::spawn_blocking(move || std::thread::spawn(move || work.done(&runtime)).join()).await;
        bar.finish_and_clear();
        let done = match done {
            Ok(Ok(done)) => done?,
            Ok(Err(_)) | Err(_) => {
                return Err(CommandFailure::work("the copy failed unexpectedly").and(AGAIN));
            }
        };
        super::print(&format!("{name}: {} rows, equal to the source\n", done.rows))?;
        if !with_files && done.contents > 0 {
            eprintln!(
                "{} attached files were not copied; copy them manually, or copy again to an empty database with \
                 --attachments-from and --attachments-to",
                done.contents
            );
            return Ok(());
        }
        if with_files {
            super::print(&format!("{} of {} attachments copied\n", done.copied, done.contents))?;
        }
        report_lost(&done.lost)
    }
}

fn report_lost(lost: &[String]) -> Result<(), CommandFailure> {
    if lost.is_empty() {
        return Ok(());
    }
    let mut message = format!("{} attached files could not be copied:", lost.len());
    for file in lost.iter().take(MAX_FILES) {
        let _ = write!(message, "\n{file}");
    }
    Err(CommandFailure::work(message).and(
        "Everything else was copied. Restore these files from a backup of the attachments; `orderdock doctor --files` \
         lists missing files.",
    ))
}

/// Returns the database of an option. Its password is read from the same sources as for `--database`.
fn database(
    option: &'static str,
    url: &Secret,
    password_file: Option<&PathBuf>,
) -> Result<Database, CommandFailure> {
    let password = if password_file.is_some() { None } else { Secret::of_database() };
    let named = Database::named(Some(url), password_file.map(PathBuf::as_path), password.as_ref());
    named
        .map_err(|failure| failure.about("--database", option))?
        .ok_or_else(|| CommandFailure::call(format!("{option} is empty")))
}

fn places(from: &str, to: &str) -> Result<(AttachmentFiles, AttachmentFiles), CommandFailure> {
    let (from, to) =
        (attachment_place("--attachments-from", from)?, attachment_place("--attachments-to", to)?);
    if let AttachmentStorage::Folder(folder) = &from
        && !folder.is_dir()
    {
        return Err(CommandFailure::call(format!(
            "--attachments-from: folder {} does not exist",
            folder.display()
        )));
    }
    if from == to {
        return Err(CommandFailure::call("--attachments-from and --attachments-to are the same; omit both"));
    }
    Ok((wiring::attachment_files(&from)?, wiring::attachment_files(&to)?))
}

impl CopyWork {
    fn done(self, runtime: &Handle) -> Result<CopyOutcome, CommandFailure> {
        let mut source = self.from.as_source()?;
        // a target file is created only after the source was opened
        let mut target = self.to.as_target()?;
        let done = self.copied(source.as_mut(), target.as_mut(), runtime)?;
        self.to.has_begun()?;
        Ok(done)
    }

    fn copied(
        &self,
        source: &mut dyn Side,
        target: &mut dyn Side,
        runtime: &Handle,
    ) -> Result<CopyOutcome, CommandFailure> {
        let report: ReportProgress<'_> = &|word| match word {
            CopyProgress::Begins(table, rows) => {
                self.bar.set_message(table);
                self.bar.set_length(rows);
                self.bar.set_position(0);
                self.bar.reset_eta();
            }
            CopyProgress::Rows(_, rows) => self.bar.inc(rows),
        };
        let mut copy = DatabaseCopy::begin(source, target, self.page)?;
        if copy.is_continued() {
            self.bar.suspend(|| eprintln!("continuing an interrupted copy"));
        }
        let rows = copy.rows(report)?;
        copy.compare(report)?;
        let contents = copy.contents()?;
        let (copied, lost) = match &self.files {
            Some((from, to)) => {
                report(CopyProgress::Begins("copying attached files", cast::<u64>(contents.len())));
                runtime
                    .block_on(copy_files(from, to, &contents, &self.bar))
                    .map_err(|error| CommandFailure::work(format!("attached files: {error}")).and(AGAIN))?
            }
            None => (0, Vec::new()),
        };
        copy.finish(report)?;
        Ok(CopyOutcome { rows, contents: contents.len(), copied, lost })
    }
}

/// Copies missing files. Returns their number and the files that cannot be copied.
async fn copy_files(
    from: &AttachmentFiles,
    to: &AttachmentFiles,
    contents: &[(String, i64)],
    bar: &ProgressBar,
) -> Result<(u64, Vec<String>), String> {
    let (mut copied, mut lost) = (0, Vec::new());
    for alike in contents.chunk_by(|(one, _), (next, _)| one.get(..2) == next.get(..2)) {
        let Some(digits) = alike.first().and_then(|(hash, _)| hash.get(..2)) else { continue };
        let existing = to.sizes(digits).await.map_err(|error| error.to_string())?;
        for (hash, size) in alike {
            bar.inc(1);
            if existing.get(hash).is_some_and(|bytes| i64::try_from(*bytes) == Ok(*size)) {
                continue;
            }
            if to.take_over(from, hash).await.map_err(|error| error.to_string())? {
                copied += 1;
            } else {
                lost.push(hash.clone());
            }
        }
    }
    Ok((copied, lost))
}

impl From<CopyFault> for CommandFailure {
    fn from(fault: CopyFault) -> Self {
        let failure = Self::work(on_one_line(&fault.to_string()));
        if matches!(fault, CopyFault::Failed { .. }) { failure.and(AGAIN) } else { failure }
    }
}
