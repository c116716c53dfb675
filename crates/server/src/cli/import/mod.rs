//! Candidates from files: reads them row by row, sends them in bulks, and reports what became of them.

mod bulks;
mod input;
mod report;
mod target;
mod tls;

use super::{byte_bar::byte_bar, one_of};
use crate::{config::StorageOptions, failure::CommandFailure, wiring};
use bulks::{Bulk, Collector, ReadWork};
use indicatif::ProgressBar;
use input::{Format, InputFault};
use orderdock_api::error_policy_name;
use orderdock_domain::import::ErrorPolicy;
use report::Report;
use std::{
    fs::File,
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
    sync::Arc,
};
use target::Target;
use tokio::sync::mpsc;

/// Import order candidates from JSON or NDJSON files
///
/// Sends the rows to a server, or writes them directly to the database. A file can be imported again at any time, also
/// after an interruption: existing rows are `unchanged`, rejected rows are imported again.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock import orders.ndjson --rejected rejected.ndjson\n  \
    orderdock import --data-dir /var/lib/orderdock --org 001 monday.json tuesday.json\n  \
    orderdock import --url http://127.0.0.1:8080 --token od_… -\n  \
    orderdock import --url https://orders.example --ca-file own-authority.pem orders.json\n\n\
    Rejected rows are written with their errors, one per line; correct them there and import that file.")]
pub struct Import {
    /// Files with a candidate, an array, `{"requests": […]}`, or one candidate per line (.ndjson); `-` is standard
    /// input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// File format [default: by file name, otherwise by content]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// URL of the server [default: write to the database]
    #[arg(long, value_name = "URL", env = "ORDERDOCK_URL")]
    url: Option<String>,
    /// Access token for the server
    #[arg(long, value_name = "TOKEN", env = "ORDERDOCK_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// PEM file with additional trusted certificate authorities
    #[arg(long, value_name = "FILE", requires = "url")]
    ca_file: Option<PathBuf>,
    /// Organisation of rows without one, required if the database has several; with --url, the access token determines it
    #[arg(long = "org", value_name = "CODE")]
    organisation: Option<String>,
    /// Rows rejected because of a faulty row: all rows of its incoming order (header), only the row itself (row), or all rows
    /// of its bulk (all)
    #[arg(long, value_name = "POLICY", default_value = "header", value_parser = one_of(&POLICIES, error_policy_name))]
    error_policy: ErrorPolicy,
    /// Write rejected rows with their errors to this file
    #[arg(long, value_name = "FILE")]
    rejected: Option<PathBuf>,
    #[command(flatten)]
    storage: StorageOptions,
}

const POLICIES: [ErrorPolicy; 3] = [ErrorPolicy::Header, ErrorPolicy::Row, ErrorPolicy::All];

impl Import {
    pub async fn run(self) -> Result<(), CommandFailure> {
        let target = if let Some(url) = self.url {
            if self.organisation.is_some() {
                return Err(CommandFailure::call(
                    "--org requires direct access to the database; a server uses the organisation of the access token",
                ));
            }
            let missing = || CommandFailure::call("--url requires --token or ORDERDOCK_TOKEN");
            Target::server(&url, &self.token.ok_or_else(missing)?, self.ca_file.as_deref())?
        } else {
            let services = wiring::open_existing(&self.storage.resolve()?).await?;
            Target::database(services, self.organisation.as_deref()).await?
        };
        let bar = progress_bar(&self.files);
        let mut report = Report::new(bar.clone(), self.rejected.as_deref())?;
        // two bulks wait at most
        let (hand_over, work) = mpsc::channel(2);
        let (files, format, seen) = (self.files, self.format, bar.clone());
        let reader = std::thread::spawn(move || read_all(&files, format, &seen, &hand_over));
        let sent = send_all(&target, self.error_policy, work, &mut report).await;
        let read = reader.join();
        bar.finish_and_clear();
        let kept = report.finish();
        super::print(&report.totals.to_string())?;
        kept?;
        let unread =
            sent.map_err(|failure| failure.and("Run the import again: existing rows stay unchanged."))?;
        if read.is_err() {
            return Err(CommandFailure::work("reading the files failed unexpectedly"));
        }
        let failure = match (report.totals.rejected, unread) {
            (0, 0) => return Ok(()),
            (0, _) => CommandFailure::work("not all files could be read completely"),
            (1, _) => CommandFailure::work("1 row was rejected"),
            (rejected, _) => CommandFailure::work(format!("{rejected} rows were rejected")),
        };
        if report.without_organisation && matches!(target, Target::Database { .. }) {
            return Err(failure.and("Use --org CODE to set the organisation of rows that contain none."));
        }
        Err(failure)
    }
}

/// Sends all rows and returns the number of files that could not be read completely.
async fn send_all(
    target: &Target,
    policy: ErrorPolicy,
    mut work: mpsc::Receiver<ReadWork>,
    report: &mut Report,
) -> Result<usize, CommandFailure> {
    let mut unread = 0;
    while let Some(read) = work.recv().await {
        match read {
            ReadWork::Bulk(bulk) => send(target, policy, &bulk, report).await?,
            ReadWork::Unsent(row, reason) => report.unsent(&row, &reason)?,
            ReadWork::Fault(words) => {
                unread += 1;
                report.tell(&words);
            }
        }
    }
    Ok(unread)
}

async fn send(
    target: &Target,
    policy: ErrorPolicy,
    bulk: &Bulk,
    report: &mut Report,
) -> Result<(), CommandFailure> {
    // the good rows of a header that is incomplete anyhow are taken, and wait
    let policy = match (policy, &bulk.incomplete) {
        (ErrorPolicy::Header, Some(_)) => ErrorPolicy::Row,
        (policy, _) => policy,
    };
    let answer = target.send(policy, &bulk.brought(), |words| report.tell(words)).await?;
    report.answered(bulk, &answer)
}

/// Reads every file, until nobody takes the rows any more. A file that cannot be read does not keep the others.
fn read_all(files: &[PathBuf], format: Option<Format>, bar: &ProgressBar, work: &mpsc::Sender<ReadWork>) {
    for path in files {
        let name: Arc<str> =
            if is_standard_input(path) { "standard input".into() } else { path.to_string_lossy().into() };
        let mut collector = Collector::default();
        let format = format.or_else(|| Format::of_name(&name));
        let opened: io::Result<Box<dyn Read>> = if is_standard_input(path) {
            Ok(Box::new(io::stdin()))
        } else {
            File::open(path).map(|file| Box::new(file) as _)
        };
        let read = opened.map_err(InputFault::from).and_then(|source| {
            let source = BufReader::with_capacity(1 << 16, bar.wrap_read(source));
            input::read(source, format, &mut |piece| hand_over(work, collector.take(&name, piece)))
        });
        let fault = match read {
            Err(InputFault::Unwanted) => return,
            Err(InputFault::Unreadable(error)) => Some(format!("{name}: {error}")),
            Err(InputFault::Broken { line, reason }) => Some(format!("{name}:{line}: {reason}")),
            Ok(()) => None,
        };
        // rows before the fault are imported
        let mut last = collector.finish();
        last.extend(fault.map(ReadWork::Fault));
        if hand_over(work, last).is_err() {
            return;
        }
    }
}

fn hand_over(work: &mpsc::Sender<ReadWork>, ready: Vec<ReadWork>) -> Result<(), InputFault> {
    ready.into_iter().try_for_each(|ready| work.blocking_send(ready)).map_err(|_| InputFault::Unwanted)
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn progress_bar(files: &[PathBuf]) -> ProgressBar {
    let length = |path: &PathBuf| {
        std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file).map(|file| file.len())
    };
    byte_bar(files.iter().map(length).sum())
}
