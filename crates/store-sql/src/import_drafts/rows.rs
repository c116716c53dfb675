//! Rows of import drafts, their results, and the records in columns.

use std::collections::BTreeMap;

use orderdock_domain::cast;
use orderdock_domain::ids::ImportDraftId;
use orderdock_domain::import_draft::{
    CheckedRow, EditedCell, ImportDraft, ImportMapping, RowCheck, RowCheckCounts,
};
use orderdock_store::{CheckedRowQuery, StoreResult};

use super::sql::{ROW_COUNTS, ROWS, ROWS_WITH, SET_ROW};
use crate::sql::column::{Column, FromRow, RowReader, ToRow, integer};
use crate::sql::keys;
use crate::sql::query::{RowWriter, decode_row, rows};
use crate::{SqlValue, Transaction};

pub fn find(
    transaction: &dyn Transaction,
    draft: ImportDraftId,
    query: &CheckedRowQuery,
) -> StoreResult<Vec<CheckedRow>> {
    let CheckedRowQuery { checks, offset, limit } = query;
    let page = [draft.write(), limit.write(), integer(cast::<i64>(*offset))];
    if checks.is_empty() {
        return rows(transaction, "import_draft_row", &ROWS, page, decode_row);
    }
    let checks = keys::texts(checks.iter().map(|check| check.as_str()));
    rows(transaction, "import_draft_row", &ROWS_WITH, page.into_iter().chain([checks]), decode_row)
}

pub fn counts(transaction: &dyn Transaction, draft: ImportDraftId) -> StoreResult<RowCheckCounts> {
    let mut counts = RowCheckCounts::default();
    rows(transaction, "import_draft_row", &ROW_COUNTS, [draft.write()], |row| {
        let (check, number): (RowCheck, i64) = row.read()?;
        let count = match check {
            RowCheck::Ready => &mut counts.ready,
            RowCheck::Problems => &mut counts.problems,
            RowCheck::Rejected => &mut counts.rejected,
            RowCheck::Unchanged => &mut counts.unchanged,
            RowCheck::Conflict => &mut counts.conflict,
        };
        *count = cast(number);
        Ok(())
    })?;
    Ok(counts)
}

/// Stores results, ordered by row. Of several results of a row, the last one is stored.
pub fn store(transaction: &dyn Transaction, draft: ImportDraftId, results: &[CheckedRow]) -> StoreResult<()> {
    if results.is_empty() {
        return Ok(());
    }
    let by_row: BTreeMap<_, _> = results.iter().map(|result| (result.row, result)).collect();
    let mut rows = RowWriter::prepare(transaction, &SET_ROW)?;
    for result in by_row.into_values() {
        let CheckedRow { row, check, header_id, problems } = result;
        rows.write([draft.write(), row.write(), check.write(), header_id.write(), problems.write()])?;
    }
    rows.close()
}

impl FromRow for ImportDraft {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            version: row.read()?,
            organisation: row.read()?,
            file_name: row.read()?,
            size: row.read()?,
            content: row.read()?,
            status: row.read()?,
            settings: row.read()?,
            results: row.read()?,
            undo_run: row.read()?,
            created_by: row.read()?,
            created_at: row.read()?,
            changed_by: row.read()?,
            changed_at: row.read()?,
            expires_at: row.read()?,
        })
    }
}

impl ToRow for ImportDraft {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.id.append_to(row);
        self.version.append_to(row);
        self.organisation.append_to(row);
        self.file_name.append_to(row);
        self.size.append_to(row);
        self.content.append_to(row);
        self.status.append_to(row);
        self.settings.append_to(row);
        self.results.append_to(row);
        self.undo_run.append_to(row);
        self.created_by.append_to(row);
        self.created_at.append_to(row);
        self.changed_by.append_to(row);
        self.changed_at.append_to(row);
        self.expires_at.append_to(row);
    }
}

/// Only changed cells are stored, so each has a text.
impl FromRow for EditedCell {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { row: row.read()?, column: row.read()?, text: Some(row.read()?) })
    }
}

impl FromRow for CheckedRow {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { row: row.read()?, check: row.read()?, header_id: row.read()?, problems: row.read()? })
    }
}

impl FromRow for ImportMapping {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            organisation: row.read()?,
            name: row.read()?,
            columns: row.read()?,
            settings: row.read()?,
            changed_by: row.read()?,
            changed_at: row.read()?,
        })
    }
}

impl ToRow for ImportMapping {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.id.append_to(row);
        self.organisation.append_to(row);
        self.name.append_to(row);
        self.columns.append_to(row);
        self.settings.append_to(row);
        self.changed_by.append_to(row);
        self.changed_at.append_to(row);
    }
}
