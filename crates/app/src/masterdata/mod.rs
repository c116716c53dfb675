//! Master data: loading of YAML and JSON files, and records over the API.

mod document;
mod load_batch;
mod records;

use std::fmt;
use std::sync::Arc;

use orderdock_domain::access::Scope;
use orderdock_domain::masterdata::kinds::{Counts, KindName};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Language, Param, Problem, ProblemCode, list_path};
use orderdock_store::Store;

use crate::idempotency::IdempotencyService;
use crate::requests::RequestService;

pub use load_batch::{BatchDifferences, BatchFailure, MAX_DIFFERENCES};
pub(crate) use records::changed_by;
pub use records::{MAX_PUT_RECORDS, PutCommand, UndoRecordCommand};

use crate::{Caller, Failure};

/// Maximum size of a file in bytes.
pub const MAX_FILE_BYTES: usize = 64 * 1024 * 1024;

/// Maximum number of listed faults; the report contains the number of all.
const MAX_FAULTS: usize = 100;

/// Result of loading a file. `Display` prints one line for each kind in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadedFile {
    pub counts: Vec<(KindName, Counts)>,
    /// Warnings in the order of the file.
    pub warnings: Vec<FileFault>,
}

/// Reason why nothing of a file was loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadFailure {
    /// The file has faults.
    Rejected {
        /// The first faults, in the order of the file.
        faults: Vec<FileFault>,
        /// Number of all faults.
        total: usize,
    },
    /// The caller lacks a scope, or the database failed.
    Failed(Failure),
}

/// A fault in a file. `Display` omits the file name: `12:9: product-prices[3].price: …`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileFault {
    /// 1-based.
    pub line: usize,
    /// 1-based, in characters.
    pub column: usize,
    pub problem: Problem,
}

/// Service for partners, products, prices and the small kinds of master data.
pub struct MasterDataService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) idempotency: Arc<IdempotencyService>,
    pub(crate) requests: Arc<RequestService>,
}

impl MasterDataService {
    /// Loads a whole file, or nothing if it has faults. Loading the same file again changes nothing.
    pub async fn load_masterdata(&self, caller: &Caller, text: &str) -> Result<LoadedFile, LoadFailure> {
        caller.require(Scope::MasterdataWrite, Phrase::LoadMasterdata)?;
        let batch = document::read(text).map_err(|problems| rejected(text, problems))?;
        let upserted =
            self.load_batch(caller, batch.into(), false).await.map_err(|failure| match failure {
                BatchFailure::Rejected(problems) => rejected(text, problems),
                BatchFailure::Failed(failure) => LoadFailure::Failed(failure),
            })?;
        Ok(LoadedFile { counts: upserted.counts, warnings: located(text, upserted.warnings) })
    }
}

fn rejected(text: &str, problems: Vec<Problem>) -> LoadFailure {
    let total = problems.len();
    LoadFailure::Rejected { faults: located(text, problems), total }
}

/// Adds line and column to the problems and returns the first ones in the order of the file.
fn located(text: &str, problems: Vec<Problem>) -> Vec<FileFault> {
    let positions = document::positions(text, problems.iter().map(|problem| problem.pointer.as_ref()));
    let faults = problems.into_iter().zip(positions);
    let mut faults: Vec<FileFault> =
        faults.map(|(problem, (line, column))| FileFault { line, column, problem }).collect();
    faults.sort_by_key(|fault| (fault.line, fault.column));
    faults.truncate(MAX_FAULTS);
    faults
}

impl From<Failure> for LoadFailure {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl LoadFailure {
    /// Returns lines to print, each fault after the name of the file.
    pub fn lines(&self, file: &str) -> Vec<String> {
        match self {
            Self::Rejected { faults, total } => {
                let more = total.saturating_sub(faults.len());
                let lines = faults.iter().map(|fault| format!("{file}:{fault}"));
                lines.chain((more > 0).then(|| format!("{file}: and {more} more"))).collect()
            }
            Self::Failed(failure) => {
                let problems = failure.problems.iter();
                problems.map(|problem| format!("{file}: {}", problem.message(Language::English))).collect()
            }
        }
    }
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.line, self.column)?;
        let at = list_path(&self.problem.pointer);
        if !at.is_empty() {
            write!(f, "{at}: ")?;
        }
        f.write_str(&problem_text(&self.problem))
    }
}

/// Returns the message of a problem in English, with the value that was seen. Pointers in it are written as paths such as
/// `product-prices[3]`.
pub fn problem_text(problem: &Problem) -> String {
    let mut problem = problem.clone();
    for (_, value) in &mut problem.params {
        if let Param::Text(pointer) = value
            && pointer.starts_with('/')
        {
            *pointer = list_path(pointer);
        }
    }
    let mut message = problem.message(Language::English);
    if let Some((_, seen)) = problem.params.iter().find(|(name, _)| name == "seen") {
        let seen = seen.text(Language::English);
        if !message.contains(&seen) {
            message = format!("{message} Seen: {seen}.");
        }
    }
    message
}

impl fmt::Display for LoadedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counts_text(&self.counts))
    }
}

/// Returns one line for each kind with its counts.
pub fn counts_text(counts: &[(KindName, Counts)]) -> String {
    let lines = counts.iter().map(|(kind, Counts { created, changed, unchanged })| {
        format!("{}: created {created}, changed {changed}, unchanged {unchanged}", kind.kind().path())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the problem of a document that cannot be parsed further.
fn syntax(reason: impl Into<Param>) -> Problem {
    Problem::new(ProblemCode::DocumentSyntax, "").with("reason", reason)
}
