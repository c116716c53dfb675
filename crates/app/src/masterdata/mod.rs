//! Master data: loading of YAML and JSON files, and records over the API.

mod document;
mod records;

use std::fmt;
use std::sync::Arc;

use orderdock_domain::access::Scope;
use orderdock_domain::masterdata::kinds::{Counts, KindName};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Language, Param, Problem, ProblemCode, list_path};
use orderdock_store::{MasterdataUpsert, Store};

use crate::idempotency::IdempotencyService;
use crate::requests::RequestService;

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
        if !batch.of(KindName::Organisations).is_empty() {
            caller.require(Scope::Admin, Phrase::ChangeOrganisations)?;
        }
        let (scope, by) = (caller.organisations.write(), records::changed_by(caller));
        let upsert =
            MasterdataUpsert { scope, batch: batch.into(), by, dry_run: false, build_log_entry: None };
        let outcome = self.store.upsert_masterdata(upsert).await;
        let upserted = outcome.map_err(Failure::from)?.map_err(|problems| rejected(text, problems))?;
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
        let mut problem = self.problem.clone();
        for (_, value) in &mut problem.params {
            if let Param::Text(pointer) = value
                && pointer.starts_with('/')
            {
                *pointer = list_path(pointer);
            }
        }
        let message = problem.message(Language::English);
        f.write_str(&message)?;
        match problem.params.iter().find(|(name, _)| name == "seen") {
            Some((_, seen)) => {
                let seen = seen.text(Language::English);
                if message.contains(&seen) { Ok(()) } else { write!(f, " Seen: {seen}.") }
            }
            None => Ok(()),
        }
    }
}

impl fmt::Display for LoadedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (kind, counts)) in self.counts.iter().enumerate() {
            let kind = kind.kind();
            let name = kind
                .parent
                .map_or(kind.member.to_owned(), |parent| format!("{}.{}", parent.kind().member, kind.member));
            let Counts { created, changed, unchanged } = counts;
            let end = if place == 0 { "" } else { "\n" };
            write!(f, "{end}{name}: created {created}, changed {changed}, unchanged {unchanged}")?;
        }
        Ok(())
    }
}

/// Returns the problem of a document that cannot be parsed further.
fn syntax(reason: impl Into<Param>) -> Problem {
    Problem::new(ProblemCode::DocumentSyntax, "").with("reason", reason)
}
