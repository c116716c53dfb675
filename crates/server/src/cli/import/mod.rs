//! Imports candidates from files and spreadsheets: reads rows one by one, sends them in bulks and reports the results.

mod bulks;
mod input;
mod report;
mod sheet;
mod sheet_origin;
pub mod target;
mod tls;

use super::{byte_bar::byte_bar, one_of};
use crate::{config::StorageOptions, failure::CommandFailure, wiring};
use bulks::{Bulk, Collector, ReadWork};
use indicatif::ProgressBar;
use input::InputFault;
use orderdock_api::error_policy_name;
use orderdock_domain::import::{ErrorPolicy, ImportPolicies};
use orderdock_domain::masterdata::UnresolvedReferences;
use orderdock_spreadsheet::SheetMapping;
use report::Report;
use sheet::InputFile;
use std::{
    fs::File,
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
    sync::Arc,
};
use target::Target;
use tokio::sync::mpsc;

pub use input::Format;

/// Import order candidates from JSON files or spreadsheets
///
/// Sends the rows to a server, or writes them directly to the database. A file can be imported again at any time, also
/// after an interruption: existing rows are `unchanged`, and rejected rows are tried again.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock import orders.ndjson --rejected rejected.ndjson\n  \
    orderdock import --data-dir /var/lib/orderdock --org 001 monday.json tuesday.json\n  \
    orderdock import orders.xlsx --rejected rejected.ndjson\n  \
    orderdock import orders.csv --write-mapping mapping.json\n  \
    orderdock import orders.csv --mapping mapping.json\n  \
    orderdock import orders.csv --mapping 'Customer G0001'\n  \
    orderdock import --url http://127.0.0.1:8080 --token od_… -\n  \
    orderdock import --url https://orders.example --ca-file own-authority.pem orders.json\n\n\
    `--rejected` writes rejected rows with their errors, one per line. Correct them in this file and import it.\n\n\
    Columns of spreadsheets are mapped by their names and values. Nothing is imported while a column or a value is \
    ambiguous: write the proposed mapping to a file, complete it, and import with it.")]
pub struct Import {
    /// Files with a candidate, an array, `{"requests": […]}`, one candidate per line (.ndjson), or spreadsheets (.xlsx,
    /// .ods, .csv); `-` is standard input
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
    /// Rows that name unknown records: `store` stores them with problems, `reject` rejects them [default: `store` for
    /// spreadsheets, otherwise the setting of the data source]
    #[arg(long, value_name = "EFFECT", value_parser = one_of(UnresolvedReferences::ALL, UnresolvedReferences::as_str))]
    unresolved: Option<UnresolvedReferences>,
    /// Write rejected rows with their errors to this file
    #[arg(long, value_name = "FILE")]
    rejected: Option<PathBuf>,
    /// JSON file that maps the columns of spreadsheets, or name of a mapping saved in the browser [default: mapped by names
    /// and values]
    #[arg(long, value_name = "FILE|NAME")]
    mapping: Option<PathBuf>,
    /// Write the mapping of a spreadsheet to this file and import nothing
    #[arg(long, value_name = "FILE", conflicts_with = "rejected")]
    write_mapping: Option<PathBuf>,
    #[command(flatten)]
    storage: StorageOptions,
}

const POLICIES: [ErrorPolicy; 3] = [ErrorPolicy::Header, ErrorPolicy::Row, ErrorPolicy::All];

impl Import {
    pub async fn run(self) -> Result<(), CommandFailure> {
        let (mapping, mut opened) = self.find_mapping().await?;
        let inputs = sheet::inputs(&self.files, self.format, mapping.as_ref())?;
        if let Some(path) = &self.write_mapping {
            return sheet::write_mapping(&inputs, path);
        }
        sheet::stop_for_questions(&inputs)?;
        let target = match opened.take() {
            Some(target) => target,
            None => self.open_target().await?,
        };
        let bar = progress_bar(&self.files);
        let mut report = Report::new(bar.clone(), self.rejected.as_deref())?;
        // two bulks wait at most
        let (hand_over, work) = mpsc::channel(2);
        for input in &inputs {
            input.describe(|message| report.note(message));
        }
        let (format, seen) = (self.format, bar.clone());
        let reader = std::thread::spawn(move || read_all(inputs, format, &seen, &hand_over));
        let policies = ImportPolicies { errors: self.error_policy, unresolved: self.unresolved };
        let sent = send_all(&target, policies, work, &mut report).await;
        let read = reader.join();
        bar.finish_and_clear();
        let finished = report.finish();
        super::print(&report.totals.to_string())?;
        finished?;
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

impl Import {
    /// Returns the mapping of the file, or the saved mapping with this name and the target that contains it.
    async fn find_mapping(&self) -> Result<(Option<SheetMapping>, Option<Target>), CommandFailure> {
        match &self.mapping {
            None => Ok((None, None)),
            Some(path) if path.is_file() => Ok((Some(sheet::read_mapping(path)?), None)),
            Some(name) => {
                let target = self.open_target().await?;
                let mapping = target.saved_mapping(&name.to_string_lossy()).await?;
                Ok((Some(mapping), Some(target)))
            }
        }
    }

    async fn open_target(&self) -> Result<Target, CommandFailure> {
        let Some(url) = &self.url else {
            let services = wiring::open_existing(&self.storage.clone().resolve()?).await?;
            return Target::database(services, self.organisation.as_deref()).await;
        };
        if self.organisation.is_some() {
            return Err(CommandFailure::call(
                "--org requires direct access to the database; a server uses the organisation of the access token",
            ));
        }
        let missing = || CommandFailure::call("--url requires --token or ORDERDOCK_TOKEN");
        Target::server(url, self.token.as_deref().ok_or_else(missing)?, self.ca_file.as_deref())
    }
}

/// Sends all rows and returns the number of files that could not be read completely.
async fn send_all(
    target: &Target,
    policies: ImportPolicies,
    mut work: mpsc::Receiver<ReadWork>,
    report: &mut Report,
) -> Result<usize, CommandFailure> {
    let mut unread = 0;
    while let Some(read) = work.recv().await {
        match read {
            ReadWork::Bulk(bulk) => send(target, policies, &bulk, report).await?,
            ReadWork::Unsent(row, reason) => report.unsent(&row, &reason)?,
            ReadWork::Note(message) => report.note(&message),
            ReadWork::Fault(message) => {
                unread += 1;
                report.note(&message);
            }
        }
    }
    Ok(unread)
}

async fn send(
    target: &Target,
    policies: ImportPolicies,
    bulk: &Bulk,
    report: &mut Report,
) -> Result<(), CommandFailure> {
    // valid rows of an incomplete header are imported and put on hold
    let errors = match (policies.errors, &bulk.incomplete) {
        (ErrorPolicy::Header, Some(_)) => ErrorPolicy::Row,
        (errors, _) => errors,
    };
    // records that a sheet refers to can often be created only after its import
    let unresolved = policies.unresolved.or(bulk.is_of_sheet().then_some(UnresolvedReferences::Store));
    let policies = ImportPolicies { errors, unresolved };
    let response = target.send(policies, &bulk.local_rows(), |message| report.note(message)).await?;
    report.add_response(bulk, &response)
}

/// Reads every file until the receiver is closed. An unreadable file does not prevent reading the others.
fn read_all(
    inputs: Vec<InputFile>,
    format: Option<Format>,
    bar: &ProgressBar,
    work: &mpsc::Sender<ReadWork>,
) {
    for input in inputs {
        let mut collector = Collector::default();
        let (name, read) = match input {
            InputFile::Sheet(sheet) => {
                let name = Arc::clone(&sheet.name);
                let read = sheet.read(bar, &mut collector, |ready| hand_over(work, ready));
                (name, read)
            }
            InputFile::Json(path) => read_json(&path, format, bar, &mut collector, work),
        };
        let fault = match read {
            Err(InputFault::Unwanted) => return,
            Err(InputFault::Unreadable(error)) => Some(format!("{name}: {error}")),
            Err(InputFault::Broken { line, reason }) => Some(format!("{name}:{line}: {reason}")),
            Err(InputFault::Sheet(error)) => Some(format!("{name}: {error}")),
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

fn read_json(
    path: &Path,
    format: Option<Format>,
    bar: &ProgressBar,
    collector: &mut Collector,
    work: &mpsc::Sender<ReadWork>,
) -> (Arc<str>, Result<(), InputFault>) {
    let name: Arc<str> =
        if is_standard_input(path) { "standard input".into() } else { path.to_string_lossy().into() };
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
    (name, read)
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
