//! Undo of an import: a run excludes its candidates.

use std::sync::Arc;

use orderdock_domain::correction::CandidateEdit;
use orderdock_domain::ids::ImportDraftId;
use orderdock_domain::import_draft::{ImportDraft, ImportDraftStatus, MAX_EDITS, expiry};
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::processing::RunTrigger;
use orderdock_store::{CandidateFilter, RunTarget, Selection, WriteMode, WriteTransaction};

use super::{DraftView, ImportDraftService, decode_results, require_version, require_write};
use crate::{CallCommand, Caller, Outcome, RunCommand, RunTask};

impl ImportDraftService {
    /// Starts a run that excludes the imported candidates. Candidates in orders stay; the run lists them.
    pub async fn undo_import_draft(
        self: &Arc<Self>,
        caller: &Caller,
        id: ImportDraftId,
        version: i64,
        call: &CallCommand,
    ) -> Outcome<DraftView> {
        require_write(caller)?;
        let draft = self.find_draft(caller, id).await?;
        if draft.status.is_working() {
            return Err(ProblemCode::ImportDraftBusy.into());
        }
        // without a run, the undo was interrupted and can be repeated
        if draft.status == ImportDraftStatus::Undone && draft.undo_run.is_some() {
            return Err(ProblemCode::ImportDraftUndone.into());
        }
        require_version(&draft, version)?;
        if decode_results(&draft)?.requests.is_empty() {
            return Err(ProblemCode::ImportDraftNotImported.into());
        }
        let before = draft.clone();
        // first, so that no import can begin while the candidates are excluded
        let draft =
            self.change_status(caller, ImportDraft { status: ImportDraftStatus::Undone, ..draft }).await?;
        let filter = Box::new(CandidateFilter { import_draft: Some(id), ..CandidateFilter::default() });
        let command = RunCommand {
            task: RunTask::Edit(Arc::new(CandidateEdit { active: Some(false), ..CandidateEdit::default() })),
            trigger: RunTrigger::Call,
            gather: RunTarget::Selected(Selection::Filter { filter, exclude: Vec::new() }),
        };
        match self.runs.start_run(caller, command, call, |_| Vec::new()).await {
            Ok((run, _)) => {
                self.change_status(caller, ImportDraft { undo_run: Some(run.run.id), ..draft }).await?;
            }
            Err(failure) => {
                self.change_status(caller, ImportDraft { status: before.status, ..draft }).await?;
                return Err(failure);
            }
        }
        self.load_view(caller, id).await
    }

    /// Writes a draft and returns it with its next version.
    async fn change_status(&self, caller: &Caller, draft: ImportDraft) -> Outcome<ImportDraft> {
        let (id, version) = (draft.id, draft.version);
        let changed = ImportDraft {
            changed_by: caller.actor.name.clone(),
            changed_at: caller.now,
            expires_at: expiry(caller.now),
            ..draft
        };
        let stored = changed.clone();
        let write = move |tx: &dyn WriteTransaction| tx.change_import_draft(&stored, &[], false, MAX_EDITS);
        let written = self.store.write(WriteMode::Shared, 1, write).await;
        self.explain_conflict(caller, id, version, written).await?;
        Ok(ImportDraft { version: version + 1, ..changed })
    }
}
