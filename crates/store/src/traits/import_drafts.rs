//! Import drafts and saved mappings.

use jiff::Timestamp;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::ids::{ImportDraftId, ImportMappingId, InstanceId};
use orderdock_domain::import_draft::{
    CheckedRow, EditedCell, ImportDraft, ImportDraftStatus, ImportMapping, RowCheckCounts,
};

use crate::{AdoptedImportJob, CheckedRowQuery, ImportJob, ImportJobProgress, StoreResult};

/// Reads of import drafts. A draft belongs to one organisation.
pub trait ImportDraftReader {
    fn import_draft(&self, scope: &WriteScope, id: ImportDraftId) -> StoreResult<Option<ImportDraft>>;

    /// Returns drafts before the given one, newest first.
    fn import_drafts(
        &self,
        scope: &WriteScope,
        before: Option<ImportDraftId>,
        limit: u32,
    ) -> StoreResult<Vec<ImportDraft>>;

    /// Returns the edited cells of a draft, ordered by row and column.
    fn edited_cells(&self, draft: ImportDraftId) -> StoreResult<Vec<EditedCell>>;

    /// Returns results of rows, ordered by row.
    fn checked_rows(&self, draft: ImportDraftId, query: &CheckedRowQuery) -> StoreResult<Vec<CheckedRow>>;

    fn checked_row_counts(&self, draft: ImportDraftId) -> StoreResult<RowCheckCounts>;

    /// Returns the saved mappings, ordered by name, then organisation.
    fn import_mappings(&self, scope: &ReadScope) -> StoreResult<Vec<ImportMapping>>;
}

/// Writes of import drafts.
pub trait ImportDraftWriter: ImportDraftReader {
    /// Creates a draft; `Conflict` if its organisation has `maximum` drafts.
    fn create_import_draft(&self, draft: &ImportDraft, maximum: u32) -> StoreResult<()>;

    /// Replaces status, settings, results, undo run, `changed_by`, `changed_at` and `expires_at` of a draft, increments
    /// its version, and applies the edited cells. If `discards_checks` is set, the results of its rows are deleted.
    /// `Conflict` if the stored version differs, a job is working on it, or it would have more than `maximum_edits`
    /// edited cells.
    fn change_import_draft(
        &self,
        draft: &ImportDraft,
        edits: &[EditedCell],
        discards_checks: bool,
        maximum_edits: u32,
    ) -> StoreResult<()>;

    /// Deletes a draft with its cells and rows, and releases the claim on its file unless another draft has the same
    /// file. Returns `false` if it does not exist or a job is working on it.
    fn remove_import_draft(&self, id: ImportDraftId, now: Timestamp) -> StoreResult<bool>;

    /// Deletes at most `limit` drafts that have expired at `now`, like
    /// [`remove_import_draft`](Self::remove_import_draft). Returns their number.
    fn remove_expired_import_drafts(&self, now: Timestamp, limit: u32) -> StoreResult<u64>;

    /// Starts a job of an instance: sets the status, which is `Checking` or `Importing`, and increments the version.
    /// `Conflict` if the stored version differs or a job is working on it.
    fn begin_import_job(
        &self,
        job: &ImportJob,
        version: i64,
        status: ImportDraftStatus,
        by: InstanceId,
        now: Timestamp,
    ) -> StoreResult<()>;

    /// Writes the progress of a job. Returns whether the job may continue: `false` if a stop was requested. `Conflict`
    /// if another instance has taken it over. If the job has ended, the version is incremented.
    fn record_import_progress(&self, progress: &ImportJobProgress) -> StoreResult<bool>;

    /// Requests the job of a draft to stop. Returns `false` if no job is working on it.
    fn stop_import_job(&self, scope: &WriteScope, draft: ImportDraftId) -> StoreResult<bool>;

    /// Takes over the oldest unfinished job whose instance is lost.
    fn adopt_import_job(&self, by: InstanceId) -> StoreResult<Option<AdoptedImportJob>>;

    /// Creates the mapping, or replaces the one of its organisation with the same name and keeps its id. `Conflict` if
    /// the organisation has `maximum` other mappings.
    fn save_import_mapping(&self, mapping: &ImportMapping, maximum: u32) -> StoreResult<()>;

    /// Deletes a saved mapping. Returns `false` if it does not exist.
    fn remove_import_mapping(&self, scope: &WriteScope, id: ImportMappingId) -> StoreResult<bool>;
}
