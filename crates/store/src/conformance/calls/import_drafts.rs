//! Reads and writes of import drafts and saved mappings, each in its own transaction.

use jiff::Timestamp;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::ids::{ImportDraftId, ImportMappingId, InstanceId};
use orderdock_domain::import_draft::{
    CheckedRow, EditedCell, ImportDraft, ImportDraftStatus, ImportMapping, RowCheckCounts,
};

use crate::{AdoptedImportJob, CheckedRowQuery, ImportJob, ImportJobProgress, Store, StoreResult, WriteMode};

/// Methods of [`ImportDraftReader`](crate::ImportDraftReader) and [`ImportDraftWriter`](crate::ImportDraftWriter).
pub trait ImportDraftCalls {
    async fn import_draft(&self, scope: WriteScope, id: ImportDraftId) -> StoreResult<Option<ImportDraft>>;
    async fn import_drafts(
        &self,
        scope: WriteScope,
        before: Option<ImportDraftId>,
        limit: u32,
    ) -> StoreResult<Vec<ImportDraft>>;
    async fn edited_cells(&self, draft: ImportDraftId) -> StoreResult<Vec<EditedCell>>;
    async fn checked_rows(
        &self,
        draft: ImportDraftId,
        query: CheckedRowQuery,
    ) -> StoreResult<Vec<CheckedRow>>;
    async fn checked_row_counts(&self, draft: ImportDraftId) -> StoreResult<RowCheckCounts>;
    async fn import_mappings(&self, scope: ReadScope) -> StoreResult<Vec<ImportMapping>>;
    async fn create_import_draft(&self, draft: ImportDraft, maximum: u32) -> StoreResult<()>;
    async fn change_import_draft(
        &self,
        draft: ImportDraft,
        edits: Vec<EditedCell>,
        discards_checks: bool,
        maximum_edits: u32,
    ) -> StoreResult<()>;
    async fn remove_import_draft(&self, id: ImportDraftId, now: Timestamp) -> StoreResult<bool>;
    async fn remove_expired_import_drafts(&self, now: Timestamp, limit: u32) -> StoreResult<u64>;
    async fn begin_import_job(
        &self,
        job: ImportJob,
        version: i64,
        status: ImportDraftStatus,
        by: InstanceId,
        now: Timestamp,
    ) -> StoreResult<()>;
    async fn record_import_progress(&self, progress: ImportJobProgress) -> StoreResult<bool>;
    async fn stop_import_job(&self, scope: WriteScope, draft: ImportDraftId) -> StoreResult<bool>;
    async fn adopt_import_job(&self, by: InstanceId) -> StoreResult<Option<AdoptedImportJob>>;
    async fn save_import_mapping(&self, mapping: ImportMapping, maximum: u32) -> StoreResult<()>;
    async fn remove_import_mapping(&self, scope: WriteScope, id: ImportMappingId) -> StoreResult<bool>;
}

impl ImportDraftCalls for dyn Store {
    async fn import_draft(&self, scope: WriteScope, id: ImportDraftId) -> StoreResult<Option<ImportDraft>> {
        self.read(move |tx| tx.import_draft(&scope, id)).await
    }

    async fn import_drafts(
        &self,
        scope: WriteScope,
        before: Option<ImportDraftId>,
        limit: u32,
    ) -> StoreResult<Vec<ImportDraft>> {
        self.read(move |tx| tx.import_drafts(&scope, before, limit)).await
    }

    async fn edited_cells(&self, draft: ImportDraftId) -> StoreResult<Vec<EditedCell>> {
        self.read(move |tx| tx.edited_cells(draft)).await
    }

    async fn checked_rows(
        &self,
        draft: ImportDraftId,
        query: CheckedRowQuery,
    ) -> StoreResult<Vec<CheckedRow>> {
        self.read(move |tx| tx.checked_rows(draft, &query)).await
    }

    async fn checked_row_counts(&self, draft: ImportDraftId) -> StoreResult<RowCheckCounts> {
        self.read(move |tx| tx.checked_row_counts(draft)).await
    }

    async fn import_mappings(&self, scope: ReadScope) -> StoreResult<Vec<ImportMapping>> {
        self.read(move |tx| tx.import_mappings(&scope)).await
    }

    async fn create_import_draft(&self, draft: ImportDraft, maximum: u32) -> StoreResult<()> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.create_import_draft(&draft, maximum)).await
    }

    async fn change_import_draft(
        &self,
        draft: ImportDraft,
        edits: Vec<EditedCell>,
        discards_checks: bool,
        maximum_edits: u32,
    ) -> StoreResult<()> {
        let rows = 1 + edits.len();
        self.write(WriteMode::Unlocked, rows, move |tx| {
            tx.change_import_draft(&draft, &edits, discards_checks, maximum_edits)
        })
        .await
    }

    async fn remove_import_draft(&self, id: ImportDraftId, now: Timestamp) -> StoreResult<bool> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.remove_import_draft(id, now)).await
    }

    async fn remove_expired_import_drafts(&self, now: Timestamp, limit: u32) -> StoreResult<u64> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.remove_expired_import_drafts(now, limit)).await
    }

    async fn begin_import_job(
        &self,
        job: ImportJob,
        version: i64,
        status: ImportDraftStatus,
        by: InstanceId,
        now: Timestamp,
    ) -> StoreResult<()> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.begin_import_job(&job, version, status, by, now))
            .await
    }

    async fn record_import_progress(&self, progress: ImportJobProgress) -> StoreResult<bool> {
        let rows = 1 + progress.rows.len();
        self.write(WriteMode::Unlocked, rows, move |tx| tx.record_import_progress(&progress)).await
    }

    async fn stop_import_job(&self, scope: WriteScope, draft: ImportDraftId) -> StoreResult<bool> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.stop_import_job(&scope, draft)).await
    }

    async fn adopt_import_job(&self, by: InstanceId) -> StoreResult<Option<AdoptedImportJob>> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.adopt_import_job(by)).await
    }

    async fn save_import_mapping(&self, mapping: ImportMapping, maximum: u32) -> StoreResult<()> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.save_import_mapping(&mapping, maximum)).await
    }

    async fn remove_import_mapping(&self, scope: WriteScope, id: ImportMappingId) -> StoreResult<bool> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.remove_import_mapping(&scope, id)).await
    }
}
