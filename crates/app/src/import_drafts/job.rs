//! Jobs that check or import a draft in the background. A job continues on another instance if its instance is lost.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use orderdock_domain::ids::RequestId;
use orderdock_domain::import::{ImportPolicies, ImportRow};
use orderdock_domain::import_draft::{CheckedRow, ImportDraft, ImportDraftStatus, RowCheck};
use orderdock_domain::problem::{Language, Problem, ProblemCode};
use orderdock_store::{FencingToken, ImportJobProgress, WriteMode, WriteTransaction, to_json};
use tokio::sync::{Semaphore, mpsc};

use super::ImportDraftService;
use super::row_results::{BulkResult, ImportedRow, ResultTally, encoder};
use super::settings::{DraftProgress, DraftResults, DraftSettings};
use super::sheet_bulks::{BulkRow, MAX_ORDER_ROWS, SheetBulk, read_bulks};
use crate::blocking::blocking;
use crate::failure::is_transient;
use crate::{
    CallCommand, Caller, EncodedResponse, Failure, Idempotency, ImportCommand, Outcome, Received, RowTexts,
};

/// Jobs that execute at the same time in one process; others wait.
const AT_ONCE: u32 = 2;
/// Retries of a bulk after transient failures, one per second.
const RETRIES: u32 = 180;
const PAUSE: Duration = Duration::from_secs(1);

/// Rows in the form in which an import receives them.
pub struct DecodedRows {
    pub received: Received,
    pub rows: Vec<ImportRow>,
    pub texts: Arc<dyn RowTexts>,
}

/// Decodes rows in the JSON of the API.
pub trait RowDecoder: Send + Sync + 'static {
    fn decode(&self, rows: &[&str], policies: ImportPolicies) -> DecodedRows;
}

/// Jobs of this process.
pub(super) struct DraftJobs {
    slots: Semaphore,
    stopping: AtomicBool,
}

impl Default for DraftJobs {
    fn default() -> Self {
        Self { slots: Semaphore::new(AT_ONCE as usize), stopping: AtomicBool::new(false) }
    }
}

/// A job that checks or imports a draft.
#[derive(Clone)]
pub(super) struct DraftJob {
    /// The draft when the job began.
    pub draft: ImportDraft,
    pub fence: FencingToken,
    pub caller: Caller,
    pub settings: DraftSettings,
    pub results: DraftResults,
    pub decoder: Arc<dyn RowDecoder>,
}

impl DraftJob {
    fn is_import(&self) -> bool {
        self.draft.status == ImportDraftStatus::Importing
    }

    /// Returns the state of the draft after a complete job.
    fn completed(&self) -> ImportDraftStatus {
        if self.is_import() { ImportDraftStatus::Imported } else { ImportDraftStatus::Checked }
    }

    /// Returns the state of the draft after a job that ended early.
    fn interrupted(&self) -> ImportDraftStatus {
        if self.is_import() { ImportDraftStatus::Stopped } else { ImportDraftStatus::Open }
    }

    fn policies(&self) -> ImportPolicies {
        let errors = self.settings.error_policy.of_import();
        ImportPolicies { errors, unresolved: Some(self.settings.unresolved) }
    }
}

/// State of a job while it works.
struct JobWork {
    results: DraftResults,
    tally: ResultTally,
    /// Hashes of rows by hash of their ids, to recognise rows that repeat earlier ones in a check.
    seen: HashMap<u64, u64>,
    last_order: Option<String>,
}

/// Results of a bulk that are recorded together.
#[derive(Default)]
struct NewRows {
    rows: Vec<CheckedRow>,
    /// Request that created candidates.
    request: Option<RequestId>,
}

/// Reason why a job ended.
enum JobEnd {
    Completed,
    /// A user stopped it.
    Stopped,
    /// The process shuts down. Another instance continues, or this one after its restart.
    ShutDown,
}

impl ImportDraftService {
    /// Prevents further bulks of all jobs of this process and returns when they have ended.
    pub async fn stop_import_jobs(&self) {
        self.state.jobs.stopping.store(true, Ordering::Relaxed);
        let _working = self.state.jobs.slots.acquire_many(AT_ONCE).await;
    }

    pub(super) fn spawn_job(self: &Arc<Self>, job: DraftJob) {
        let service = Arc::clone(self);
        tokio::spawn(async move { service.execute(job).await });
    }

    /// Executes a job and records its end.
    async fn execute(self: Arc<Self>, job: DraftJob) {
        let Ok(_slot) = self.state.jobs.slots.acquire().await else { return };
        let mut work = JobWork {
            results: job.results.clone(),
            tally: ResultTally::default(),
            seen: HashMap::new(),
            last_order: None,
        };
        let ended = self.work(&job, &mut work).await;
        let status = match &ended {
            Ok(JobEnd::ShutDown) => return,
            Ok(JobEnd::Completed) => job.completed(),
            Ok(JobEnd::Stopped) | Err(_) => job.interrupted(),
        };
        if let Err(failure) = ended {
            tracing::warn!(draft = %job.draft.id, ?failure, "import job ended early");
            let reason = failure.problems.first().map(|problem| problem.message(Language::English));
            work.results.failure = Some(reason.unwrap_or_default());
        }
        let ended = self.record(&job, &work.results, NewRows::default(), Some(status)).await;
        if let Err(failure) = ended {
            tracing::error!(draft = %job.draft.id, ?failure, "recording the end of an import job failed");
        }
    }

    async fn work(self: &Arc<Self>, job: &DraftJob, work: &mut JobWork) -> Outcome<JobEnd> {
        let inspection = self.inspect(&job.draft).await?;
        let edits = self.edits(job.draft.id).await?;
        let bytes = self.attachments.draft_file(job.draft.content).await?;
        let total = inspection.totals.rows;
        let before = work.results.progress.filter(|_| job.results.imported_to > 0);
        work.results.progress = Some(DraftProgress { rows: before.map_or(0, |done| done.rows), total });
        // two bulks wait at most
        let (sender, mut bulks) = mpsc::channel(2);
        let (settings, imported_to) = (job.settings.clone(), job.results.imported_to);
        let found = Arc::clone(&inspection);
        let reader = blocking(move || {
            read_bulks(&bytes, &settings, &found, &edits, |bulk| {
                let is_new = bulk.last_row() > imported_to;
                if is_new && sender.blocking_send(bulk).is_err() {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })
        });
        let reader = tokio::spawn(reader);
        if !self.record(job, &work.results, NewRows::default(), None).await? {
            return Ok(JobEnd::Stopped);
        }
        while let Some(bulk) = bulks.recv().await {
            let may_continue = self.work_bulk(job, work, bulk).await?;
            if self.state.jobs.stopping.load(Ordering::Relaxed) {
                return Ok(JobEnd::ShutDown);
            }
            if !may_continue {
                return Ok(JobEnd::Stopped);
            }
        }
        reader.await.map_err(|error| Failure::fault(&error.to_string()))???;
        Ok(JobEnd::Completed)
    }

    /// Checks or imports a bulk and writes the results of its rows. Returns whether the job may continue.
    async fn work_bulk(&self, job: &DraftJob, work: &mut JobWork, bulk: SheetBulk) -> Outcome<bool> {
        let bulk = Arc::new(bulk);
        let decided = self.decide(job, &bulk).await?;
        let rows: Vec<_> =
            bulk.rows.iter().zip(decided.rows).map(|(row, imported)| work.add(job, row, imported)).collect();
        let is_stored = |row: &CheckedRow| matches!(row.check, RowCheck::Ready | RowCheck::Problems);
        let request = (job.is_import() && rows.iter().any(is_stored)).then_some(decided.request);
        if job.is_import() {
            work.results.imported_to = bulk.last_row();
            let is_new = !work.results.requests.contains(&decided.request);
            work.results.requests.extend(request.filter(|_| is_new));
        }
        let progress = work.results.progress.get_or_insert_default();
        progress.rows += rows.len() as u64;
        let DraftResults { created, values, .. } = work.tally.added_to(&job.results);
        (work.results.created, work.results.values) = (created, values);
        self.record(job, &work.results, NewRows { rows, request }, None).await
    }

    /// Imports a bulk, or checks it without writing; retries after transient failures.
    async fn decide(&self, job: &DraftJob, bulk: &Arc<SheetBulk>) -> Outcome<BulkResult> {
        if bulk.is_too_large() {
            let limit = i64::try_from(MAX_ORDER_ROWS).unwrap_or(i64::MAX);
            let count = i64::try_from(bulk.rows.len()).unwrap_or(i64::MAX);
            let problem = Problem::new(ProblemCode::SpreadsheetOrderTooLarge, "")
                .with("rows", count)
                .with("limit", limit);
            let rows = bulk.rows.iter().map(|_| ImportedRow::rejected(problem.clone())).collect();
            return Ok(BulkResult { request: RequestId(0), rows });
        }
        let mut retries = 0;
        let response = loop {
            match self.import_bulk(job, bulk).await {
                Err(Failure { replay: Some(response), .. }) => break response,
                Err(failure) if failure.retry_after.is_some() && retries < RETRIES => {
                    retries += 1;
                    tokio::time::sleep(PAUSE).await;
                }
                imported => break imported?,
            }
        };
        let decided: BulkResult = serde_json::from_slice(&response.body)
            .map_err(|error| Failure::fault(&format!("the result of a bulk: {error}")))?;
        if decided.rows.len() == bulk.rows.len() {
            return Ok(decided);
        }
        Err(Failure::fault("a bulk has not one result per row"))
    }

    async fn import_bulk(&self, job: &DraftJob, bulk: &Arc<SheetBulk>) -> Outcome<EncodedResponse> {
        let (decoder, rows, policies) = (Arc::clone(&job.decoder), Arc::clone(bulk), job.policies());
        let decode = move || {
            let texts: Vec<_> = rows.rows.iter().map(|row| row.text.as_str()).collect();
            decoder.decode(&texts, policies)
        };
        let DecodedRows { received, rows, texts } = blocking(decode).await?;
        let caller = Caller { now: self.clock.now(), ..job.caller.clone() };
        let dry_run = !job.is_import();
        let idempotency = if dry_run {
            None
        } else {
            // a repeated bulk, whose progress was not recorded, has the same result
            let key = format!("import-{}-{}-{}", job.draft.id, job.draft.version, bulk.first_row());
            let (method, path) = (received.method.clone(), received.path.clone());
            let begun =
                self.idempotency.begin_idempotent(&caller, &key, &method, &path, &received.body).await?;
            match begun {
                Idempotency::Replay(response) => return Ok(response),
                Idempotency::Started(guard) => Some(guard),
            }
        };
        let call = CallCommand { received, idempotency };
        let command = ImportCommand { rows, policies, dry_run, call, texts, resend: None };
        self.imports.import_candidates(caller, command, encoder()).await
    }

    /// Writes progress. Returns whether the job may continue; fails if another instance has taken it over.
    async fn record(
        &self,
        job: &DraftJob,
        results: &DraftResults,
        new: NewRows,
        ended: Option<ImportDraftStatus>,
    ) -> Outcome<bool> {
        let NewRows { rows, request } = new;
        let count = rows.len() + 1;
        let progress = Arc::new(ImportJobProgress {
            draft: job.draft.id,
            fence: job.fence,
            results: to_json(results),
            rows,
            request,
            at: self.clock.now(),
            ended,
        });
        let mut retries = 0;
        loop {
            let progress = Arc::clone(&progress);
            let write = move |tx: &dyn WriteTransaction| tx.record_import_progress(&progress);
            let written = self.store.write(WriteMode::Shared, count, write).await;
            match written {
                Err(error) if is_transient(&error) && retries < RETRIES => {
                    retries += 1;
                    tokio::time::sleep(PAUSE).await;
                }
                written => return Ok(written?),
            }
        }
    }
}

impl JobWork {
    /// Returns the result of a row in stored form.
    fn add(&mut self, job: &DraftJob, row: &BulkRow, imported: ImportedRow) -> CheckedRow {
        let mut checked = self.tally.add(row, imported);
        if !job.is_import() {
            self.find_repetition(row, &mut checked);
        } else if matches!(checked.check, RowCheck::Ready | RowCheck::Problems)
            && (self.last_order != row.header_id || row.header_id.is_none())
        {
            self.results.orders += 1;
            self.last_order.clone_from(&row.header_id);
        }
        checked
    }

    /// Changes the result of a row that repeats a row of an earlier bulk, because a check does not write the earlier one.
    fn find_repetition(&mut self, row: &BulkRow, checked: &mut CheckedRow) {
        let Some(ids) = row.ids() else { return };
        let (key, content) = (hash_of(&ids), hash_of(&row.text));
        match self.seen.get(&key) {
            None => {
                self.seen.insert(key, content);
            }
            Some(first) if matches!(checked.check, RowCheck::Ready | RowCheck::Problems) => {
                checked.check = if *first == content { RowCheck::Unchanged } else { RowCheck::Conflict };
            }
            Some(_) => {}
        }
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
