//! Jobs that check or import a draft in the background. A job continues on another instance if its instance is lost.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use orderdock_domain::ids::RequestId;
use orderdock_domain::import::{ImportPolicies, ImportRow};
use orderdock_domain::import_draft::{CheckedRow, ImportDraft, ImportDraftStatus, RowCheck};
use orderdock_domain::problem::{Language, Problem, ProblemCode};
use orderdock_store::{FencingToken, ImportJobProgress, StoreError, WriteMode, WriteTransaction, to_json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit, mpsc};

use super::ImportDraftService;
use super::row_results::{BulkResult, ResultTally, SheetRowResult, encoder};
use super::settings::{DraftErrorPolicy, DraftProgress, DraftResults, DraftSettings};
use super::sheet_bulks::{BulkRow, MAX_ORDER_ROWS, SheetBulk, read_bulks};
use crate::blocking::blocking;
use crate::failure::is_transient;
use crate::{
    CallCommand, Caller, EncodedResponse, Failure, Idempotency, ImportCommand, Outcome, Received, RowTexts,
};

/// Maximum number of jobs that execute at the same time in one process; others wait.
const AT_ONCE: u32 = 2;
/// Maximum number of jobs that execute or wait in one process.
const QUEUE_LIMIT: u32 = 50;
/// Maximum number of retries of a bulk after transient failures, one per second.
const RETRIES: u32 = 180;
const PAUSE: Duration = Duration::from_secs(1);
/// Pause before the end of a job is recorded again.
const END_PAUSE: Duration = Duration::from_secs(10);
/// Interval at which a waiting job checks for a stop request.
const STOP_CHECK_INTERVAL: Duration = Duration::from_secs(5);

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
    permits: Arc<Semaphore>,
    stopping: AtomicBool,
}

impl DraftJobs {
    /// Takes a place in the queue, which is freed on drop; fails if the queue is full or the process shuts down.
    pub fn acquire(&self) -> Outcome<OwnedSemaphorePermit> {
        let permit = self.permits.clone().try_acquire_owned().ok().filter(|_| !self.are_stopping());
        permit.ok_or_else(|| StoreError::Overloaded.into())
    }

    fn are_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }
}

impl Default for DraftJobs {
    fn default() -> Self {
        Self {
            slots: Semaphore::new(AT_ONCE as usize),
            permits: Arc::new(Semaphore::new(QUEUE_LIMIT as usize)),
            stopping: AtomicBool::new(false),
        }
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
        let errors = self.settings.error_policy.of_bulk(self.is_import());
        ImportPolicies { errors, unresolved: Some(self.settings.unresolved) }
    }
}

/// State of a job while it works.
struct JobWork {
    results: DraftResults,
    tally: ResultTally,
    /// Hashes of rows by hash of their ids, to recognise rows that repeat earlier ones in a check.
    seen: HashMap<u64, u64>,
    /// Hashes of the ids of imported orders.
    orders: HashSet<u64>,
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
        let _ended = self.state.jobs.permits.acquire_many(QUEUE_LIMIT).await;
    }

    pub(super) fn spawn_job(self: &Arc<Self>, job: DraftJob, permit: OwnedSemaphorePermit) {
        let service = Arc::clone(self);
        tokio::spawn(async move {
            let (working, own) = (Arc::clone(&service), job.clone());
            // in a task of its own, so that a panic also ends the job
            let executed = tokio::spawn(async move { working.execute(own).await });
            if let Err(error) = executed.await {
                let failure = Failure::fault(&error.to_string());
                service.end(&job, job.results.clone(), Err(failure)).await;
            }
            drop(permit);
        });
    }

    /// Waits for a slot, executes a job and records its end.
    async fn execute(self: Arc<Self>, job: DraftJob) {
        let mut work = JobWork {
            results: job.results.clone(),
            tally: ResultTally::default(),
            seen: HashMap::new(),
            orders: HashSet::new(),
        };
        let ended = match self.await_slot(&job).await {
            Ok(Some(_slot)) => self.work(&job, &mut work).await,
            Ok(None) => Ok(JobEnd::Stopped),
            Err(failure) => Err(failure),
        };
        self.end(&job, work.results, ended).await;
    }

    /// Returns a slot, or `None` if a user stops the job before it has one.
    async fn await_slot(&self, job: &DraftJob) -> Outcome<Option<SemaphorePermit<'_>>> {
        loop {
            if let Ok(slot) = tokio::time::timeout(STOP_CHECK_INTERVAL, self.state.jobs.slots.acquire()).await
            {
                return Ok(slot.ok());
            }
            if self.state.jobs.are_stopping() {
                return Err(StoreError::Overloaded.into());
            }
            if !self.record(job, &job.results, NewRows::default(), None).await? {
                return Ok(None);
            }
        }
    }

    /// Records the end of a job, and tries again until it is recorded. At a shutdown another instance continues the job,
    /// or this one after its restart.
    async fn end(&self, job: &DraftJob, mut results: DraftResults, ended: Outcome<JobEnd>) {
        let status = match &ended {
            Ok(JobEnd::Completed) => job.completed(),
            Ok(JobEnd::Stopped) | Err(_) => job.interrupted(),
            Ok(JobEnd::ShutDown) => return,
        };
        if let Err(failure) = ended {
            if self.state.jobs.are_stopping() {
                return;
            }
            tracing::warn!(draft = %job.draft.id, ?failure, "import job ended early");
            let reason = failure.problems.first().map(|problem| problem.message(Language::English));
            results.failure = Some(reason.unwrap_or_default());
        }
        while let Err(failure) = self.record(job, &results, NewRows::default(), Some(status)).await {
            let is_taken_over = failure.problems.iter().any(|one| one.code == ProblemCode::ImportDraftBusy);
            if is_taken_over || self.state.jobs.are_stopping() {
                return;
            }
            tracing::error!(draft = %job.draft.id, ?failure, "recording the end of an import job failed, retrying");
            tokio::time::sleep(END_PAUSE).await;
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
            if self.state.jobs.are_stopping() {
                return Ok(JobEnd::ShutDown);
            }
            if !self.work_bulk(job, work, bulk).await? {
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
        if job.is_import() && job.settings.error_policy == DraftErrorPolicy::All {
            require_accepted(&decided)?;
        }
        let rows: Vec<_> =
            bulk.rows.iter().zip(decided.rows).map(|(row, result)| work.add(job, row, result)).collect();
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
        if bulk.is_too_large {
            let limit = i64::try_from(MAX_ORDER_ROWS).unwrap_or(i64::MAX);
            let problem = Problem::new(ProblemCode::SpreadsheetOrderTooLarge, "").with("limit", limit);
            let rows = bulk.rows.iter().map(|_| SheetRowResult::rejected(problem.clone())).collect();
            return Ok(BulkResult { request: RequestId(0), rows });
        }
        let mut retries = 0;
        let response = loop {
            match self.import_bulk(job, bulk).await {
                Err(Failure { replay: Some(response), .. }) => break response,
                Err(failure)
                    if failure.retry_after.is_some()
                        && retries < RETRIES
                        && !self.state.jobs.are_stopping() =>
                {
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
        Err(Failure::fault("a bulk does not have one result per row"))
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
            let version = job.results.import_version;
            let key = format!("import-{}-{version}-{}", job.draft.id, bulk.first_row());
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
                Err(StoreError::Conflict(_)) => return Err(ProblemCode::ImportDraftBusy.into()),
                Err(error)
                    if is_transient(&error) && retries < RETRIES && !self.state.jobs.are_stopping() =>
                {
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
    fn add(&mut self, job: &DraftJob, row: &BulkRow, result: SheetRowResult) -> CheckedRow {
        let mut checked = self.tally.add(row, result);
        if !job.is_import() {
            self.find_repetition(row, &mut checked);
        } else if matches!(checked.check, RowCheck::Ready | RowCheck::Problems) {
            let is_new = row.header_id.as_ref().is_none_or(|id| self.orders.insert(hash_of(id)));
            self.results.orders += u64::from(is_new);
        }
        checked
    }

    /// Changes the result of a row that repeats a row of an earlier bulk, because a check does not write the earlier one.
    fn find_repetition(&mut self, row: &BulkRow, checked: &mut CheckedRow) {
        let Some(ids) = row.ids().filter(|_| checked.check != RowCheck::Rejected) else { return };
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

/// Fails if a row of a bulk was rejected, so that under the policy `all` nothing of the bulk was written.
fn require_accepted(decided: &BulkResult) -> Outcome<()> {
    let is_rejected = |row: &&SheetRowResult| matches!(row.check, RowCheck::Rejected | RowCheck::Conflict);
    let rejected = decided.rows.iter().filter(is_rejected).count();
    if rejected == 0 {
        return Ok(());
    }
    let count = i64::try_from(rejected).unwrap_or(i64::MAX);
    Err(Problem::new(ProblemCode::ImportDraftRejectedRows, "/errorPolicy").with("count", count).into())
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
