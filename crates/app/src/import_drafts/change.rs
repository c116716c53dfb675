//! Changes of settings and cells of a draft.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use bytes::Bytes;
use orderdock_domain::candidate::MaybeUndefined;
use orderdock_domain::ids::ImportDraftId;
use orderdock_domain::import_draft::{EditedCell, ImportDraft, ImportDraftStatus, MAX_EDITS, expiry};
use orderdock_domain::masterdata::UnresolvedReferences;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_spreadsheet::{FileSettings, MemberSource};
use orderdock_store::{Conflict, StoreError, WriteMode, WriteTransaction, to_json};

use super::inspection::Inspection;
use super::settings::{DraftErrorPolicy, DraftResults, DraftSettings};
use super::sheet_file::{Edits, open, visit_rows};
use super::{
    DraftView, ImportDraftService, decode_results, decode_settings, outdated, require_version, require_write,
};
use crate::blocking::blocking;
use crate::received::sent;
use crate::{Caller, Outcome};

/// Maximum size of all texts that a replacement changes, in bytes.
const MAX_REPLACED_BYTES: usize = 32 << 20;

/// A change of a draft. Absent values stay unchanged.
#[derive(Clone, Debug, Default)]
pub struct DraftChange {
    /// Version that was read.
    pub version: i64,
    pub file: Option<FileSettings>,
    /// Null returns to the proposal.
    pub members: MaybeUndefined<BTreeMap<String, MemberSource>>,
    /// Internal name; null for the default data source.
    pub data_source: MaybeUndefined<String>,
    pub error_policy: Option<DraftErrorPolicy>,
    pub unresolved: Option<UnresolvedReferences>,
    pub edits: Vec<EditedCell>,
    pub replacement: Option<CellReplacement>,
}

/// Replacement of texts in a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellReplacement {
    /// Column number, from 0.
    pub column: u32,
    pub find: String,
    pub replace: String,
    /// Whether the whole cell must equal `find`; otherwise each occurrence is replaced.
    pub whole: bool,
}

impl ImportDraftService {
    /// Changes a draft. It must be checked again. Fails if a mapping does not fit the file.
    pub async fn change_import_draft(
        &self,
        caller: &Caller,
        id: ImportDraftId,
        change: DraftChange,
    ) -> Outcome<DraftView> {
        require_write(caller)?;
        let draft = self.find_draft(caller, id).await?;
        require_version(&draft, change.version)?;
        require_editable(&draft)?;
        if change.file.is_some() && change.replacement.is_some() {
            let problem = Problem::new(ProblemCode::PropertyConflict, "/replace");
            return Err(problem.with("name", "mapping.file").with("other", "replace").into());
        }
        self.check_data_source(&change).await?;
        let settings = changed(decode_settings(&draft)?, &change);
        let bytes = self.attachments.draft_file(draft.content).await?;
        let stored = self.store.read(move |tx| tx.edited_cells(id)).await?;
        let before = decode_settings(&draft)?.file;
        let mut edits = if shows_other_cells(&before, &settings.file) {
            // the texts belong to cells of the other sheet
            stored.iter().map(|cell| EditedCell { text: None, ..cell.clone() }).collect()
        } else {
            Vec::new()
        };
        edits.extend(change.edits.iter().cloned());
        let mut all_edits = merged(stored, &edits);
        if let Some(replacement) = change.replacement.clone() {
            let replaced = self.replaced_cells(&draft, bytes.clone(), all_edits.clone(), replacement).await?;
            all_edits = merged(all_edits, &replaced);
            edits.extend(replaced);
        }
        let all_edits = Edits::new(all_edits);
        let members_sent = !change.members.is_absent();
        let (settings, inspection) = self.fitting(bytes, settings, all_edits, members_sent).await?;
        let results = decode_results(&draft)?;
        let changed = ImportDraft {
            status: ImportDraftStatus::Open,
            settings: to_json(&settings),
            // the requests of an earlier import stay known, so that it can be undone
            results: to_json(&DraftResults {
                orders: results.orders,
                requests: results.requests,
                ..DraftResults::default()
            }),
            changed_by: caller.actor.name.clone(),
            changed_at: caller.now,
            expires_at: expiry(caller.now),
            ..draft
        };
        let rows = edits.len() + 1;
        let write =
            move |tx: &dyn WriteTransaction| tx.change_import_draft(&changed, &edits, true, MAX_EDITS);
        let written = self.store.write(WriteMode::Shared, rows, write).await;
        self.explain_conflict(caller, id, change.version, written).await?;
        let draft = self.find_draft(caller, id).await?;
        let inspection = Arc::new(inspection);
        if draft.version == change.version + 1 {
            self.state.inspections.put(id, draft.version, &inspection);
        }
        self.view(caller, draft, inspection).await
    }

    /// Inspects the file with changed settings. A confirmed mapping that no longer fits, because another sheet or header
    /// was chosen, is replaced by the proposal.
    async fn fitting(
        &self,
        bytes: Bytes,
        settings: DraftSettings,
        edits: Edits,
        members_sent: bool,
    ) -> Outcome<(DraftSettings, Inspection)> {
        match self.inspect_file(bytes.clone(), settings.clone(), edits.clone()).await? {
            Ok(inspection) => Ok((settings, inspection)),
            Err(problem)
                if problem.code == ProblemCode::ImportMappingInvalid
                    && settings.members.is_some()
                    && !members_sent =>
            {
                let settings = DraftSettings { members: None, mapping_name: None, ..settings };
                let inspection = self.inspect_file(bytes, settings.clone(), edits).await??;
                Ok((settings, inspection))
            }
            Err(problem) => Err(problem.into()),
        }
    }

    async fn check_data_source(&self, change: &DraftChange) -> Outcome<()> {
        let MaybeUndefined::Value(name) = &change.data_source else { return Ok(()) };
        let reference = self.store.reference().await?;
        let mut sources = reference.data_sources.iter();
        if sources.any(|source| source.internal_names.iter().any(|known| known.as_str() == name)) {
            return Ok(());
        }
        Err(Problem::new(ProblemCode::SourceUnknown, "/dataSource").with("name", name.clone()).into())
    }

    /// Returns the cells that a replacement changes.
    async fn replaced_cells(
        &self,
        draft: &ImportDraft,
        bytes: Bytes,
        stored: Vec<EditedCell>,
        replacement: CellReplacement,
    ) -> Outcome<Vec<EditedCell>> {
        let inspection = self.inspect(draft).await?;
        let file = decode_settings(draft)?.file;
        let find = move || {
            let mut workbook = open(&bytes, &file)?;
            let (edits, mut cells, mut bytes) = (Edits::new(stored), Vec::new(), 0);
            visit_rows(&mut workbook, inspection.detected.sheet, &edits, |row| {
                let cell =
                    row.get(replacement.column).filter(|_| row.number >= inspection.detected.first_row);
                let text = cell.and_then(|cell| replacement.apply(&cell.value.to_text()));
                let column = replacement.column;
                bytes += text.as_ref().map_or(0, String::len);
                cells.extend(text.map(|text| EditedCell { row: row.number, column, text: Some(text) }));
                if cells.len() > MAX_EDITS as usize || bytes > MAX_REPLACED_BYTES {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })?;
            Ok::<_, Problem>((cells, bytes))
        };
        let _reader = self.reader().await?;
        let (cells, bytes) = blocking(find).await??;
        if cells.len() > MAX_EDITS as usize || bytes > MAX_REPLACED_BYTES {
            return Err(too_many_edits());
        }
        Ok(cells)
    }

    /// Replaces a conflict of a change by its reason: changed by someone else, in progress, or too many edited cells.
    pub(super) async fn explain_conflict<T>(
        &self,
        caller: &Caller,
        id: ImportDraftId,
        version: i64,
        written: Result<T, StoreError>,
    ) -> Outcome<T> {
        match written {
            Err(StoreError::Conflict(Conflict::ImportDraft)) => {
                let draft = self.find_draft(caller, id).await?;
                require_editable(&draft)?;
                if draft.version == version { Err(too_many_edits()) } else { Err(outdated(&draft)) }
            }
            written => Ok(written?),
        }
    }
}

impl CellReplacement {
    /// Returns the text after the replacement; `None` if it does not change.
    fn apply(&self, text: &str) -> Option<String> {
        if self.whole {
            return (text.trim() == self.find.trim() && text != self.replace).then(|| self.replace.clone());
        }
        let found = !self.find.is_empty() && text.contains(&self.find);
        found.then(|| text.replace(&self.find, &self.replace)).filter(|replaced| replaced != text)
    }
}

/// Returns whether the same rows and columns are other cells with other settings.
fn shows_other_cells(before: &FileSettings, after: &FileSettings) -> bool {
    (&before.sheet, before.delimiter, before.encoding) != (&after.sheet, after.delimiter, after.encoding)
}

fn require_editable(draft: &ImportDraft) -> Outcome<()> {
    if draft.status.is_working() {
        return Err(ProblemCode::ImportDraftBusy.into());
    }
    if draft.status.is_editable() { Ok(()) } else { Err(ProblemCode::ImportDraftUndone.into()) }
}

fn too_many_edits() -> crate::Failure {
    Problem::new(ProblemCode::ImportDraftTooManyEdits, "/edits").with("limit", i64::from(MAX_EDITS)).into()
}

fn changed(settings: DraftSettings, change: &DraftChange) -> DraftSettings {
    DraftSettings {
        file: change.file.clone().unwrap_or(settings.file),
        members: sent(change.members.clone(), settings.members),
        data_source: sent(change.data_source.clone(), settings.data_source),
        error_policy: change.error_policy.unwrap_or(settings.error_policy),
        unresolved: change.unresolved.unwrap_or(settings.unresolved),
        mapping_name: settings.mapping_name,
        columns: settings.columns,
    }
}

/// Returns the edited cells after further edits.
fn merged(stored: Vec<EditedCell>, edits: &[EditedCell]) -> Vec<EditedCell> {
    let key = |cell: &EditedCell| (cell.row, cell.column);
    let mut cells: BTreeMap<_, _> = stored.into_iter().map(|cell| (key(&cell), cell)).collect();
    for edit in edits {
        if edit.text.is_some() {
            cells.insert(key(edit), edit.clone());
        } else {
            cells.remove(&key(edit));
        }
    }
    cells.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replacement_changes_matching_texts_only() {
        let whole = |find: &str, text: &str| {
            let (find, replace) = (find.to_owned(), "CT".to_owned());
            CellReplacement { column: 0, find, replace, whole: true }.apply(text)
        };
        assert_eq!(whole("KISTE", " KISTE "), Some("CT".to_owned()));
        assert_eq!(whole("KISTE", "KISTE 2"), None);
        assert_eq!(whole("CT", "CT"), None);
        let part = |find: &str, text: &str| {
            let (find, replace) = (find.to_owned(), "-".to_owned());
            CellReplacement { column: 0, find, replace, whole: false }.apply(text)
        };
        assert_eq!(part("/", "4711/1/2"), Some("4711-1-2".to_owned()));
        assert_eq!(part("/", "4711"), None);
        assert_eq!(part("", "4711"), None);
    }

    #[test]
    fn later_edit_of_a_cell_replaces_the_earlier_one() {
        let cell =
            |row, column, text: Option<&str>| EditedCell { row, column, text: text.map(str::to_owned) };
        let stored = vec![cell(2, 0, Some("a")), cell(2, 1, Some("b")), cell(3, 0, Some("c"))];
        let edits = [cell(2, 1, None), cell(3, 0, Some("d")), cell(4, 0, Some("e"))];
        let expected = vec![cell(2, 0, Some("a")), cell(3, 0, Some("d")), cell(4, 0, Some("e"))];
        assert_eq!(merged(stored, &edits), expected);
    }
}
