//! Undo of an import: a run excludes its candidates.

use std::sync::Arc;

use orderdock_domain::correction::CandidateEdit;
use orderdock_domain::ids::ImportDraftId;
use orderdock_domain::import_draft::{ImportDraft, ImportDraftStatus, MAX_EDITS};
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::processing::RunTrigger;
use orderdock_store::{CandidateFilter, RunTarget, Selection, WriteMode, WriteTransaction};

use super::{DraftView, ImportDraftService, decode_results, expiry, require_version, require_write};
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
        if draft.status == ImportDraftStatus::Undone {
            return Err(ProblemCode::ImportDraftUndone.into());
        }
        require_version(&draft, version)?;
        if decode_results(&draft)?.requests.is_empty() {
            return Err(ProblemCode::ImportDraftNotImported.into());
        }
        let filter = Box::new(CandidateFilter { import_draft: Some(id), ..CandidateFilter::default() });
        let command = RunCommand {
            task: RunTask::Edit(Arc::new(CandidateEdit { active: Some(false), ..CandidateEdit::default() })),
            trigger: RunTrigger::Call,
            gather: RunTarget::Selected(Selection::Filter { filter, exclude: Vec::new() }),
        };
        let (run, _) = self.runs.start_run(caller, command, call, |_| Vec::new()).await?;
        let undone = ImportDraft {
            status: ImportDraftStatus::Undone,
            undo_run: Some(run.run.id),
            changed_by: caller.actor.name.clone(),
            changed_at: caller.now,
            expires_at: expiry(caller.now),
            ..draft
        };
        let write = move |tx: &dyn WriteTransaction| tx.change_import_draft(&undone, &[], false, MAX_EDITS);
        let written = self.store.write(WriteMode::Shared, 1, write).await;
        self.explain_conflict(caller, id, version, written).await?;
        self.load_view(caller, id).await
    }
}
