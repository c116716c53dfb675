//! Import drafts and saved mappings.

mod jobs;
mod rows;
pub mod sql;

use std::collections::BTreeMap;

use jiff::Timestamp;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::attachment::ContentHash;
use orderdock_domain::ids::{ImportDraftId, ImportMappingId, InstanceId};
use orderdock_domain::import_draft::{
    CheckedRow, EditedCell, ImportDraft, ImportDraftStatus, ImportMapping, RowCheckCounts,
};
use orderdock_domain::text::fold;
use orderdock_store::{
    AdoptedImportJob, CheckedRowQuery, Conflict, ImportDraftReader, ImportDraftWriter, ImportJob,
    ImportJobProgress, StoreError, StoreResult,
};

use self::sql::{
    BY_ID, CELL_COUNT, CELLS, CHANGE, COUNT, CREATE, CREATE_MAPPING, DELETE_CELLS, DELETE_REQUESTS,
    DELETE_ROWS, EXPIRED, EXTEND_CLAIM, LIST, MAPPING_COUNT, MAPPINGS, RELEASE_CLAIM, REMOVE, REMOVE_MAPPING,
    REPLACE_MAPPING, RESTORE_CELL, SET_CELL,
};
use crate::Transaction;
use crate::sql::column::{Column, ToRow, owned, text};
use crate::sql::query::{RowWriter, decode_row, first, rows, run, run_one, value};
use crate::sql::template::Statement;
use crate::store::transaction::StoreTransaction;

/// The draft has changed, or another job is working on it.
const DRAFT_CHANGED: StoreError = StoreError::Conflict(Conflict::ImportDraft);

fn count(transaction: &dyn Transaction, sql: &Statement, of: &impl Column) -> StoreResult<i64> {
    Ok(value::<i64>(transaction, "import_draft", sql, [of.write()])?.unwrap_or_default())
}

fn create(transaction: &dyn Transaction, draft: &ImportDraft, maximum: u32) -> StoreResult<()> {
    if count(transaction, &COUNT, &draft.organisation)? >= i64::from(maximum) {
        return Err(DRAFT_CHANGED);
    }
    // the file must still exist; from now on the draft keeps it
    let claim = [draft.content.write(), draft.expires_at.write()];
    run_one(transaction, &EXTEND_CLAIM, claim, StoreError::Conflict(Conflict::Content))?;
    run(transaction, &CREATE, draft.to_row()).map(|_| ())
}

fn change(transaction: &dyn Transaction, draft: &ImportDraft) -> StoreResult<()> {
    let values = [
        draft.id.write(),
        draft.version.write(),
        draft.status.write(),
        draft.settings.write(),
        draft.results.write(),
        draft.undo_run.write(),
        draft.changed_by.write(),
        draft.changed_at.write(),
        draft.expires_at.write(),
    ];
    run_one(transaction, &CHANGE, values, DRAFT_CHANGED)
}

/// Applies edited cells, ordered by row and column. Of several edits of a cell, the last one counts.
fn edit(
    transaction: &dyn Transaction,
    draft: ImportDraftId,
    edits: &[EditedCell],
    maximum: u32,
) -> StoreResult<()> {
    if edits.is_empty() {
        return Ok(());
    }
    let cells: BTreeMap<_, _> =
        edits.iter().map(|cell| ((cell.row, cell.column), cell.text.as_deref())).collect();
    let mut restored = RowWriter::prepare(transaction, &RESTORE_CELL)?;
    for ((row, column), _) in cells.iter().filter(|(_, text)| text.is_none()) {
        restored.write([draft.write(), row.write(), column.write()])?;
    }
    restored.close()?;
    let mut set = RowWriter::prepare(transaction, &SET_CELL)?;
    for ((row, column), new) in &cells {
        if let Some(new) = new {
            set.write([draft.write(), row.write(), column.write(), text(new)])?;
        }
    }
    set.close()?;
    if count(transaction, &CELL_COUNT, &draft)? > i64::from(maximum) {
        return Err(DRAFT_CHANGED);
    }
    Ok(())
}

fn remove(transaction: &dyn Transaction, draft: ImportDraftId, now: Timestamp) -> StoreResult<bool> {
    let content: Option<ContentHash> = value(transaction, "import_draft", &REMOVE, [draft.write()])?;
    let Some(content) = content else { return Ok(false) };
    run(transaction, &DELETE_CELLS, [draft.write()])?;
    run(transaction, &DELETE_ROWS, [draft.write()])?;
    run(transaction, &DELETE_REQUESTS, [draft.write()])?;
    run(transaction, &RELEASE_CLAIM, [content.write(), now.write()])?;
    Ok(true)
}

fn save_mapping(transaction: &dyn Transaction, mapping: &ImportMapping, maximum: u32) -> StoreResult<()> {
    let name_key = || owned(fold(mapping.name.as_str()));
    let values = [
        mapping.organisation.write(),
        name_key(),
        mapping.name.write(),
        mapping.columns.write(),
        mapping.settings.write(),
        mapping.changed_by.write(),
        mapping.changed_at.write(),
    ];
    if run(transaction, &REPLACE_MAPPING, values)? == 1 {
        return Ok(());
    }
    if count(transaction, &MAPPING_COUNT, &mapping.organisation)? >= i64::from(maximum) {
        return Err(StoreError::Conflict(Conflict::ImportMapping));
    }
    run(transaction, &CREATE_MAPPING, mapping.to_row().into_iter().chain([name_key()])).map(|_| ())
}

impl ImportDraftReader for StoreTransaction<'_> {
    fn import_draft(&self, scope: &WriteScope, id: ImportDraftId) -> StoreResult<Option<ImportDraft>> {
        let organisations = self.writable(scope)?;
        first(self.transaction, "import_draft", &BY_ID, [organisations.write(), id.write()], decode_row)
    }

    fn import_drafts(
        &self,
        scope: &WriteScope,
        before: Option<ImportDraftId>,
        limit: u32,
    ) -> StoreResult<Vec<ImportDraft>> {
        let organisations = self.writable(scope)?;
        let before = before.unwrap_or(ImportDraftId(i64::MAX));
        let values = [organisations.write(), before.write(), limit.write()];
        rows(self.transaction, "import_draft", &LIST, values, decode_row)
    }

    fn edited_cells(&self, draft: ImportDraftId) -> StoreResult<Vec<EditedCell>> {
        rows(self.transaction, "import_draft_cell", &CELLS, [draft.write()], decode_row)
    }

    fn checked_rows(&self, draft: ImportDraftId, query: &CheckedRowQuery) -> StoreResult<Vec<CheckedRow>> {
        rows::find(self.transaction, draft, query)
    }

    fn checked_row_counts(&self, draft: ImportDraftId) -> StoreResult<RowCheckCounts> {
        rows::counts(self.transaction, draft)
    }

    fn import_mappings(&self, scope: &ReadScope) -> StoreResult<Vec<ImportMapping>> {
        let organisations = self.readable(scope)?;
        rows(self.transaction, "import_mapping", &MAPPINGS, [organisations.write()], decode_row)
    }
}

impl ImportDraftWriter for StoreTransaction<'_> {
    fn create_import_draft(&self, draft: &ImportDraft, maximum: u32) -> StoreResult<()> {
        create(self.transaction, draft, maximum)
    }

    fn change_import_draft(
        &self,
        draft: &ImportDraft,
        edits: &[EditedCell],
        discards_checks: bool,
        maximum_edits: u32,
    ) -> StoreResult<()> {
        change(self.transaction, draft)?;
        if discards_checks {
            run(self.transaction, &DELETE_ROWS, [draft.id.write()])?;
        }
        edit(self.transaction, draft.id, edits, maximum_edits)
    }

    fn remove_import_draft(&self, id: ImportDraftId, now: Timestamp) -> StoreResult<bool> {
        remove(self.transaction, id, now)
    }

    fn remove_expired_import_drafts(&self, now: Timestamp, limit: u32) -> StoreResult<u64> {
        let values = [now.write(), limit.write()];
        let expired = rows(self.transaction, "import_draft", &EXPIRED, values, decode_row)?;
        let mut removed = 0;
        for draft in expired {
            removed += u64::from(remove(self.transaction, draft, now)?);
        }
        Ok(removed)
    }

    fn begin_import_job(
        &self,
        job: &ImportJob,
        version: i64,
        status: ImportDraftStatus,
        by: InstanceId,
        now: Timestamp,
    ) -> StoreResult<()> {
        jobs::begin(self.transaction, job, version, status, by, now)
    }

    fn record_import_progress(&self, progress: &ImportJobProgress) -> StoreResult<bool> {
        jobs::record(self.transaction, progress)
    }

    fn stop_import_job(&self, scope: &WriteScope, draft: ImportDraftId) -> StoreResult<bool> {
        jobs::stop(self.transaction, &self.writable(scope)?, draft)
    }

    fn adopt_import_job(&self, by: InstanceId) -> StoreResult<Option<AdoptedImportJob>> {
        jobs::adopt(self.transaction, by)
    }

    fn save_import_mapping(&self, mapping: &ImportMapping, maximum: u32) -> StoreResult<()> {
        save_mapping(self.transaction, mapping, maximum)
    }

    fn remove_import_mapping(&self, scope: &WriteScope, id: ImportMappingId) -> StoreResult<bool> {
        let organisations = self.writable(scope)?;
        Ok(run(self.transaction, &REMOVE_MAPPING, [organisations.write(), id.write()])? == 1)
    }
}
