//! Loading master data from a YAML or JSON file, and what there is over the interface.

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

pub use records::{MAX_PUT_RECORDS, PutCommand, UndoRecordCommand};

use crate::{Caller, Failure};

/// Bytes of one file.
pub const MAX_FILE_BYTES: usize = 64 * 1024 * 1024;

/// How many faults the report lists one by one; it counts the rest.
const MAX_FAULTS: usize = 100;

/// What became of a file. Displayed, it is a line for each kind that the file has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadedFile {
    pub counts: Vec<(KindName, Counts)>,
    /// In the order of the file.
    pub warnings: Vec<FileFault>,
}

/// Why a file was not loaded; nothing of it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadFailure {
    /// Something is wrong in the file.
    Refused {
        /// In the order of the file, the first ones.
        faults: Vec<FileFault>,
        /// How many there are altogether.
        total: usize,
    },
    /// The caller or the store does not allow it.
    Failed(Failure),
}

/// Something wrong in a file. Displayed without the file's name: `12:9: product-prices[3].price: …`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileFault {
    /// 1-based.
    pub line: usize,
    /// 1-based, in characters.
    pub column: usize,
    pub problem: Problem,
}

/// Partners, products, prices and the small kinds of master data.
pub struct MasterDataService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) idempotency: Arc<IdempotencyService>,
    pub(crate) requests: Arc<RequestService>,
}

impl MasterDataService {
    /// Loads a file whole or not at all; the same file again changes nothing.
    pub async fn load_masterdata(&self, ctx: &Caller, text: &str) -> Result<LoadedFile, LoadFailure> {
        ctx.require(Scope::MasterdataWrite, Phrase::LoadMasterdata)?;
        let batch = document::read(text).map_err(|problems| refused(text, problems))?;
        if !batch.of(KindName::Organisations).is_empty() {
            ctx.require(Scope::Admin, Phrase::ChangeOrganisations)?;
        }
        let (scope, by) = (ctx.organisations.write(), records::changed_by(ctx));
        let upsert = MasterdataUpsert { scope, batch: batch.into(), by, dry_run: false, keep: None };
        let outcome = self.store.upsert_masterdata(upsert).await;
        let upserted = outcome.map_err(Failure::from)?.map_err(|problems| refused(text, problems))?;
        Ok(LoadedFile { counts: upserted.counts, warnings: located(text, upserted.warnings) })
    }
}

fn refused(text: &str, problems: Vec<Problem>) -> LoadFailure {
    let total = problems.len();
    LoadFailure::Refused { faults: located(text, problems), total }
}

/// Gives the problems their places and their order, the first ones.
fn located(text: &str, problems: Vec<Problem>) -> Vec<FileFault> {
    let places = document::places(text, problems.iter().map(|problem| problem.pointer.as_ref()));
    let faults = problems.into_iter().zip(places);
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
    /// Lines to print, each fault after the name of the file.
    pub fn lines(&self, file: &str) -> Vec<String> {
        match self {
            Self::Refused { faults, total } => {
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
                let seen = seen.words(Language::English);
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

/// A document that cannot be read further.
fn syntax(reason: impl Into<Param>) -> Problem {
    Problem::new(ProblemCode::DocumentSyntax, "").with("reason", reason)
}
