//! Start, stop and takeover of jobs.

use std::sync::Arc;

use orderdock_domain::access::{OrgScope, Scope, Scopes};
use orderdock_domain::ids::{CallerId, ImportDraftId, InstanceId};
use orderdock_domain::import_draft::{ImportDraft, ImportDraftStatus};
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text::Name;
use orderdock_store::{
    AdoptedImportJob, FencingToken, ImportJob, ImportJobProgress, StoreError, StoreResult, WriteMode,
    WriteTransaction, from_json, to_json,
};
use serde::{Deserialize, Serialize};

use super::inspection::Inspection;
use super::job::{DraftJob, RowDecoder};
use super::settings::{DraftErrorPolicy, DraftResults, DraftSettings};
use super::{DraftView, ImportDraftService, decode_results, decode_settings, require_version, require_write};
use crate::{Actor, Caller, Outcome};

/// Parameters of an import.
#[derive(Clone, Debug)]
pub struct ImportStart {
    /// Version that was read.
    pub version: i64,
    /// Name under which the mapping is saved.
    pub save_mapping: Option<Name>,
}

/// Caller of a job, stored with it.
#[derive(Serialize, Deserialize)]
struct StoredCaller {
    id: Option<i64>,
    name: String,
    scopes: Vec<Scope>,
}

impl ImportDraftService {
    /// Starts a check of all rows, which writes nothing but its results.
    pub async fn check_import_draft(
        self: &Arc<Self>,
        caller: &Caller,
        id: ImportDraftId,
        version: i64,
        decoder: Arc<dyn RowDecoder>,
    ) -> Outcome<DraftView> {
        let (draft, inspection) = self.ready_draft(caller, id, version).await?;
        let results = decode_results(&draft)?;
        let results =
            DraftResults { orders: results.orders, requests: results.requests, ..DraftResults::default() };
        self.begin(caller, draft, ImportDraftStatus::Checking, results, inspection, decoder).await
    }

    /// Starts or continues the import. Fails if the draft was not checked since its last change.
    pub async fn commit_import_draft(
        self: &Arc<Self>,
        caller: &Caller,
        id: ImportDraftId,
        start: ImportStart,
        decoder: Arc<dyn RowDecoder>,
    ) -> Outcome<DraftView> {
        let (draft, inspection) = self.ready_draft(caller, id, start.version).await?;
        let continues = draft.status == ImportDraftStatus::Stopped;
        if !continues && draft.status != ImportDraftStatus::Checked {
            return Err(ProblemCode::ImportDraftNotChecked.into());
        }
        let settings = decode_settings(&draft)?;
        if settings.error_policy == DraftErrorPolicy::All && !continues {
            let counts = self.store.read(move |tx| tx.checked_row_counts(id)).await?;
            let rejected = counts.rejected + counts.conflict;
            if rejected > 0 {
                let count = i64::try_from(rejected).unwrap_or(i64::MAX);
                let problem = Problem::new(ProblemCode::ImportDraftRejectedRows, "/errorPolicy");
                return Err(problem.with("count", count).into());
            }
        }
        if let Some(name) = start.save_mapping {
            self.save_import_mapping(caller, draft.organisation, name, &settings, &inspection).await?;
        }
        let stored = decode_results(&draft)?;
        let results = if continues {
            DraftResults { failure: None, ..stored }
        } else {
            let DraftResults { orders, requests, .. } = stored;
            let import_version = draft.version;
            DraftResults { import_version, orders, requests, ..DraftResults::default() }
        };
        self.begin(caller, draft, ImportDraftStatus::Importing, results, inspection, decoder).await
    }

    /// Requests the job of a draft to stop before its next bulk.
    pub async fn stop_import_draft(&self, caller: &Caller, id: ImportDraftId) -> Outcome<DraftView> {
        require_write(caller)?;
        self.find_draft(caller, id).await?;
        let scope = caller.organisations.write();
        let stop = move |tx: &dyn WriteTransaction| tx.stop_import_job(&scope, id);
        self.store.write(WriteMode::Shared, 1, stop).await?;
        self.load_view(caller, id).await
    }

    /// Continues jobs of lost instances.
    pub async fn adopt_import_jobs(self: &Arc<Self>, decoder: &Arc<dyn RowDecoder>) -> Outcome<()> {
        let own: InstanceId = self.instances.instance().await?;
        let adopt = move |tx: &dyn WriteTransaction| tx.adopt_import_job(own);
        while let Ok(permit) = self.state.jobs.acquire() {
            let Some(adopted) = self.store.write(WriteMode::Shared, 1, adopt).await? else { return Ok(()) };
            tracing::warn!(draft = %adopted.draft.id, "import job taken over from a lost instance");
            match self.adopted_job(&adopted, Arc::clone(decoder)) {
                Ok(job) => self.spawn_job(job, permit),
                Err(error) => {
                    tracing::error!(draft = %adopted.draft.id, %error, "import job failed: its data is unknown");
                    self.give_up(adopted).await?;
                }
            }
        }
        Ok(())
    }

    fn adopted_job(&self, adopted: &AdoptedImportJob, decoder: Arc<dyn RowDecoder>) -> StoreResult<DraftJob> {
        let AdoptedImportJob { draft, job } = adopted;
        let results = decode_results(draft)?;
        // a check begins again
        let results = if draft.status == ImportDraftStatus::Importing {
            results
        } else {
            DraftResults { orders: results.orders, requests: results.requests, ..DraftResults::default() }
        };
        Ok(DraftJob {
            fence: job.fence,
            caller: self.stored_caller(draft, job)?,
            settings: decode_settings(draft)?,
            results,
            decoder,
            draft: draft.clone(),
        })
    }

    /// Ends a job whose data this version cannot read.
    async fn give_up(&self, adopted: AdoptedImportJob) -> Outcome<()> {
        let AdoptedImportJob { draft, job } = adopted;
        let is_import = draft.status == ImportDraftStatus::Importing;
        let progress = ImportJobProgress {
            draft: draft.id,
            fence: job.fence,
            results: draft.results,
            rows: Vec::new(),
            request: None,
            at: self.clock.now(),
            ended: Some(if is_import { ImportDraftStatus::Stopped } else { ImportDraftStatus::Open }),
        };
        let end = move |tx: &dyn WriteTransaction| tx.record_import_progress(&progress);
        self.store.write(WriteMode::Shared, 1, end).await?;
        Ok(())
    }

    /// Returns a draft that has no open questions and no running job.
    async fn ready_draft(
        &self,
        caller: &Caller,
        id: ImportDraftId,
        version: i64,
    ) -> Outcome<(ImportDraft, Arc<Inspection>)> {
        require_write(caller)?;
        let draft = self.find_draft(caller, id).await?;
        if draft.status.is_working() {
            return Err(ProblemCode::ImportDraftBusy.into());
        }
        if draft.status == ImportDraftStatus::Undone {
            return Err(ProblemCode::ImportDraftUndone.into());
        }
        require_version(&draft, version)?;
        let inspection = self.inspect(&draft).await?;
        if inspection.questions.is_empty() {
            return Ok((draft, inspection));
        }
        let count = i64::try_from(inspection.questions.len()).unwrap_or(i64::MAX);
        let settings: Vec<_> =
            inspection.questions.iter().map(|question| question.setting.as_str()).collect();
        let problem = Problem::new(ProblemCode::ImportDraftOpenQuestions, "");
        Err(problem.with("count", count).with("settings", settings.join(", ")).into())
    }

    async fn begin(
        self: &Arc<Self>,
        caller: &Caller,
        draft: ImportDraft,
        status: ImportDraftStatus,
        results: DraftResults,
        inspection: Arc<Inspection>,
        decoder: Arc<dyn RowDecoder>,
    ) -> Outcome<DraftView> {
        let permit = self.state.jobs.acquire()?;
        let (id, version, now) = (draft.id, draft.version, self.clock.now());
        let by = self.instances.instance().await?;
        let fence = FencingToken(self.ids.take_one::<ImportDraftId>().await?.0);
        let scopes = caller.scopes.iter().collect();
        let stored = StoredCaller {
            id: caller.actor.caller.map(|caller| caller.0),
            name: caller.actor.name.clone(),
            scopes,
        };
        let job = ImportJob {
            draft: id,
            fence,
            caller: to_json(&stored),
            author: caller.actor.name.clone(),
            results: to_json(&results),
        };
        let begin = move |tx: &dyn WriteTransaction| tx.begin_import_job(&job, version, status, by, now);
        match self.store.write(WriteMode::Shared, 1, begin).await {
            // the job may have begun; if so, its first progress is written, otherwise the job ends
            Err(StoreError::OutcomeUnknown(_)) => {}
            written => self.explain_conflict(caller, id, version, written).await?,
        }
        let settings: DraftSettings = decode_settings(&draft)?;
        let changed_by = caller.actor.name.clone();
        let draft = ImportDraft { version: version + 1, status, changed_by, ..draft };
        self.state.inspections.put(id, draft.version, &inspection);
        let worker = limited(caller.clone(), &draft);
        let job = DraftJob { draft, fence, caller: worker, settings, results, decoder };
        self.spawn_job(job, permit);
        let draft = self.find_draft(caller, id).await?;
        self.view(caller, draft, inspection).await
    }

    fn stored_caller(&self, draft: &ImportDraft, job: &ImportJob) -> StoreResult<Caller> {
        let StoredCaller { id, name, scopes } = from_json("import_draft.caller", &job.caller)?;
        let caller = Caller {
            actor: Actor { caller: id.map(CallerId), name },
            scopes: Scopes::new(scopes),
            organisations: OrgScope::All,
            default_organisation: None,
            minimal_responses: false,
            request_id: format!("import-{}", draft.id),
            now: self.clock.now(),
        };
        Ok(limited(caller, draft))
    }
}

/// Limits a caller to the organisation of the draft.
fn limited(caller: Caller, draft: &ImportDraft) -> Caller {
    Caller {
        organisations: OrgScope::These(vec![draft.organisation]),
        default_organisation: Some(draft.organisation),
        minimal_responses: false,
        ..caller
    }
}
