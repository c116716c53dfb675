//! Import drafts: spreadsheets that are uploaded, mapped to members of candidates, checked and imported.
//!
//! A draft contains the file, its settings and edited cells. Jobs check and import it in bulks of whole incoming orders
//! through [`ImportService`]; the results of each row are stored. A draft can be changed and imported again after its
//! import, because existing rows stay unchanged.

mod change;
mod inspection;
mod job;
mod mappings;
mod row_results;
mod rows;
mod settings;
mod sheet_bulks;
mod sheet_file;
mod start;
mod undo;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use orderdock_domain::access::Scope;
use orderdock_domain::attachment::FileName;
use orderdock_domain::ids::{ImportDraftId, OrganisationId};
use orderdock_domain::import_draft::{ImportDraft, ImportDraftStatus, MAX_DRAFTS, RowCheckCounts, expiry};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{
    Conflict, ReadTransaction, Store, StoreError, StoreResult, WriteMode, WriteTransaction, from_json,
    to_json,
};
use tokio::sync::{Semaphore, SemaphorePermit};

use self::inspection::InspectionCache;
use self::job::DraftJobs;
use self::sheet_file::Edits;
use crate::attachments::AttachmentService;
use crate::blocking::blocking;
use crate::candidates::ImportService;
use crate::clock::Clock;
use crate::idempotency::IdempotencyService;
use crate::ids::IdSource;
use crate::instances::InstanceService;
use crate::runs::RunService;
use crate::{Caller, Failure, Outcome};

pub use change::{CellReplacement, DraftChange};
pub use inspection::{Inspection, PROBLEM_COLUMN, SheetTotals};
pub use job::{DecodedRows, RowDecoder};
pub use mappings::SavedMapping;
pub use row_results::{RowProblem, RowProblemKind, RowProblemReason};
pub use rows::{DraftRow, DraftRowPage};
pub use settings::{
    DraftErrorPolicy, DraftProgress, DraftResults, DraftSettings, SuggestedCode, UnknownValue,
};
pub use start::ImportStart;

/// Files that are inspected or read at the same time in one process.
const READERS: usize = 2;
/// Longest time that a request waits for a reader.
const READER_WAIT: Duration = Duration::from_secs(20);
/// Number of newest drafts among which other uploads of the same file are searched.
const SAME_FILE_SEARCH: u32 = 50;

/// Service for import drafts.
pub struct ImportDraftService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) ids: Arc<IdSource>,
    pub(crate) attachments: Arc<AttachmentService>,
    pub(crate) idempotency: Arc<IdempotencyService>,
    pub(crate) imports: Arc<ImportService>,
    pub(crate) instances: Arc<InstanceService>,
    pub(crate) runs: Arc<RunService>,
    pub(crate) state: DraftState,
}

/// State of the drafts in this process.
pub(crate) struct DraftState {
    readers: Semaphore,
    inspections: InspectionCache,
    jobs: DraftJobs,
}

impl Default for DraftState {
    fn default() -> Self {
        Self {
            readers: Semaphore::new(READERS),
            inspections: InspectionCache::default(),
            jobs: DraftJobs::default(),
        }
    }
}

/// An uploaded file.
pub struct DraftUpload {
    /// Name as sent.
    pub file_name: String,
    pub bytes: Bytes,
    /// Code of the organisation; `None` for the default one of the caller.
    pub organisation: Option<OrganisationId>,
}

/// A draft with everything that is shown about it.
#[derive(Clone, Debug)]
pub struct DraftView {
    pub draft: ImportDraft,
    pub settings: DraftSettings,
    pub results: DraftResults,
    pub inspection: Arc<Inspection>,
    /// Rows by result; `None` if no row was checked.
    pub counts: Option<RowCheckCounts>,
    /// The newest other draft with the same file.
    pub same_file: Option<ImportDraft>,
}

impl ImportDraftService {
    /// Creates a draft. Fails if the file cannot be read. A saved mapping for the same columns is applied.
    pub async fn create_import_draft(&self, caller: &Caller, upload: DraftUpload) -> Outcome<DraftView> {
        require_write(caller)?;
        let organisation = upload.organisation.or(caller.default_organisation);
        let organisation = organisation.filter(|one| caller.organisations.contains(*one));
        let organisation = organisation.ok_or(ProblemCode::OrgRequired)?;
        let file_name = FileName::clean(&upload.file_name);
        let (settings, inspection) = self.first_settings(caller, organisation, &upload.bytes).await?;
        let size = i64::try_from(upload.bytes.len()).unwrap_or(i64::MAX);
        let content = self.attachments.store_draft_file(upload.bytes, organisation).await?;
        let draft = ImportDraft {
            id: self.ids.take_one().await?,
            version: 1,
            organisation,
            file_name: file_name.unwrap_or_else(|| FileName::unnamed("csv")),
            size,
            content,
            status: ImportDraftStatus::Open,
            settings: to_json(&settings),
            results: to_json(&DraftResults::default()),
            undo_run: None,
            created_by: caller.actor.name.clone(),
            created_at: caller.now,
            changed_by: caller.actor.name.clone(),
            changed_at: caller.now,
            expires_at: expiry(caller.now),
        };
        let id = draft.id;
        self.state.inspections.put(id, 1, &Arc::new(inspection));
        let create = move |tx: &dyn WriteTransaction| tx.create_import_draft(&draft, MAX_DRAFTS);
        match self.store.write(WriteMode::Shared, 1, create).await {
            Err(StoreError::Conflict(Conflict::ImportDraft)) => {
                let limit = i64::from(MAX_DRAFTS);
                return Err(Problem::new(ProblemCode::ImportDraftTooMany, "").with("limit", limit).into());
            }
            created => created?,
        }
        self.load_view(caller, id).await
    }

    /// Returns drafts before the given one, newest first, with their results.
    pub async fn import_drafts(
        &self,
        caller: &Caller,
        before: Option<ImportDraftId>,
        limit: u32,
    ) -> Outcome<Vec<(ImportDraft, DraftResults, Option<RowCheckCounts>)>> {
        caller.require(Scope::CandidatesRead, Phrase::ReadImportDrafts)?;
        let scope = caller.organisations.write();
        let read = move |tx: &dyn ReadTransaction| -> StoreResult<_> {
            let drafts = tx.import_drafts(&scope, before, limit)?;
            let with_counts = drafts.into_iter().map(|draft| {
                let counts = counts_of(tx, draft.id)?;
                Ok((decode_results(&draft)?, counts, draft))
            });
            with_counts.collect::<StoreResult<Vec<_>>>()
        };
        let found = self.store.read(read).await?;
        Ok(found.into_iter().map(|(results, counts, draft)| (draft, results, counts)).collect())
    }

    /// Returns a draft with its inspection.
    pub async fn import_draft(&self, caller: &Caller, id: ImportDraftId) -> Outcome<DraftView> {
        caller.require(Scope::CandidatesRead, Phrase::ReadImportDrafts)?;
        self.load_view(caller, id).await
    }

    async fn load_view(&self, caller: &Caller, id: ImportDraftId) -> Outcome<DraftView> {
        let draft = self.find_draft(caller, id).await?;
        let inspection = self.inspect(&draft).await?;
        self.view(caller, draft, inspection).await
    }

    /// Deletes a draft. Imported candidates stay.
    pub async fn remove_import_draft(&self, caller: &Caller, id: ImportDraftId) -> Outcome<()> {
        require_write(caller)?;
        self.find_draft(caller, id).await?;
        let now = self.clock.now();
        let remove = move |tx: &dyn WriteTransaction| tx.remove_import_draft(id, now);
        if self.store.write(WriteMode::Shared, 1, remove).await? {
            return Ok(());
        }
        self.find_draft(caller, id).await?;
        Err(ProblemCode::ImportDraftBusy.into())
    }

    /// Deletes expired drafts and returns their number.
    pub async fn sweep_import_drafts(&self) -> Outcome<u64> {
        const AT_ONCE: u32 = 20;
        let mut removed = 0;
        loop {
            let now = self.clock.now();
            let sweep = move |tx: &dyn WriteTransaction| tx.remove_expired_import_drafts(now, AT_ONCE);
            let swept = self.store.write(WriteMode::Shared, AT_ONCE as usize, sweep).await?;
            removed += swept;
            if swept < u64::from(AT_ONCE) {
                return Ok(removed);
            }
        }
    }

    async fn view(
        &self,
        caller: &Caller,
        draft: ImportDraft,
        inspection: Arc<Inspection>,
    ) -> Outcome<DraftView> {
        let scope = caller.organisations.write();
        let (settings, results) = (decode_settings(&draft)?, decode_results(&draft)?);
        let (id, content, organisation) = (draft.id, draft.content, draft.organisation);
        let read = move |tx: &dyn ReadTransaction| -> StoreResult<_> {
            let others = tx.import_drafts(&scope, None, SAME_FILE_SEARCH)?;
            let same_file = others.into_iter().find(|other| {
                (other.content, other.organisation) == (content, organisation) && other.id != id
            });
            Ok((counts_of(tx, id)?, same_file))
        };
        let (counts, same_file) = self.store.read(read).await?;
        Ok(DraftView { draft, settings, results, inspection, counts, same_file })
    }

    /// Returns a draft of the caller's organisations. The scope was checked before.
    async fn find_draft(&self, caller: &Caller, id: ImportDraftId) -> Outcome<ImportDraft> {
        let scope = caller.organisations.write();
        let found = self.store.read(move |tx| tx.import_draft(&scope, id)).await?;
        found.ok_or_else(|| Problem::not_found(ProblemCode::ImportDraftNotFound, &id).into())
    }

    /// Returns the inspection of a draft, which is computed if it is not in memory.
    async fn inspect(&self, draft: &ImportDraft) -> Outcome<Arc<Inspection>> {
        if let Some(known) = self.state.inspections.get(draft.id, draft.version) {
            return Ok(known);
        }
        let _reader = self.reader().await?;
        // another request may have inspected it in the meantime
        if let Some(known) = self.state.inspections.get(draft.id, draft.version) {
            return Ok(known);
        }
        let edits = self.edits(draft.id).await?;
        let settings = decode_settings(draft)?;
        let bytes = self.attachments.draft_file(draft.content).await?;
        let inspection = blocking(move || Inspection::of(&bytes, &settings, &edits)).await??;
        let inspection = Arc::new(inspection);
        self.state.inspections.put(draft.id, draft.version, &inspection);
        Ok(inspection)
    }

    async fn inspect_file(
        &self,
        bytes: Bytes,
        settings: DraftSettings,
        edits: Edits,
    ) -> Outcome<Result<Inspection, Problem>> {
        let _reader = self.reader().await?;
        blocking(move || Inspection::of(&bytes, &settings, &edits)).await
    }

    /// Waits until the file of a draft can be loaded and read. At most [`READERS`] requests do so at the same time.
    async fn reader(&self) -> Outcome<SemaphorePermit<'_>> {
        let waited = tokio::time::timeout(READER_WAIT, self.state.readers.acquire()).await;
        let permit = waited.map_err(|_| StoreError::Overloaded)?;
        Ok(permit.map_err(|_| StoreError::Overloaded)?)
    }

    async fn edits(&self, draft: ImportDraftId) -> Outcome<Edits> {
        Ok(Edits::new(self.store.read(move |tx| tx.edited_cells(draft)).await?))
    }
}

fn require_write(caller: &Caller) -> Outcome<()> {
    caller.require(Scope::CandidatesWrite, Phrase::ImportCandidates)
}

/// Fails unless the draft has the version that the caller read.
fn require_version(draft: &ImportDraft, version: i64) -> Outcome<()> {
    if draft.version == version { Ok(()) } else { Err(outdated(draft)) }
}

fn outdated(draft: &ImportDraft) -> Failure {
    let problem = Problem::new(ProblemCode::ImportDraftOutdated, "/version");
    problem.with("version", draft.version).with("user", draft.changed_by.clone()).into()
}

fn counts_of(tx: &dyn ReadTransaction, draft: ImportDraftId) -> StoreResult<Option<RowCheckCounts>> {
    let counts = tx.checked_row_counts(draft)?;
    Ok((counts != RowCheckCounts::default()).then_some(counts))
}

fn decode_settings(draft: &ImportDraft) -> StoreResult<DraftSettings> {
    from_json("import_draft.settings", &draft.settings)
}

fn decode_results(draft: &ImportDraft) -> StoreResult<DraftResults> {
    from_json("import_draft.results", &draft.results)
}
