//! Batches of small imports. Requests that arrive while a batch is running are loaded with one set of look-ups, planned
//! in order of arrival and committed in one transaction; each gets its own response. A request does not wait if no
//! batch is running.
//!
//! A request that cannot be decided in a batch is decided alone, as if no other had arrived. That result is
//! authoritative.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::IdBlock;
use orderdock_domain::import::{ImportKeys, ImportPlanner, ImportWrites};
use orderdock_domain::text::Code;
use orderdock_store::{Candidates, ImportCommit, ReadTransaction, StoreError, StoreResult, WriteTransaction};
use tokio::sync::oneshot;

use super::import::{DecidedImport, ImportService, LoadedImport, LoadedRows, PendingImport, decide, load};
use crate::failure::is_transient;
use crate::locked::locked;
use crate::metrics::count;
use crate::planned_write::{PlannedWrite, PreparedWrite};
use crate::{Caller, Outcome};

/// Maximum number of requests and rows of a batch, so that a single request does not wait long.
const MAX_REQUESTS: usize = 64;
const MAX_ROWS: usize = 256;
/// Maximum number of waiting requests; further ones are rejected.
const MAX_WAITING: usize = 1_024;

/// Message to a waiting request.
enum BatchReply {
    /// The request starts the next batch.
    Begin(BatchLock),
    Decided(Box<DecidedImport>),
    /// The request must be decided alone.
    Alone,
    /// The whole batch failed.
    Failed(StoreError),
}

struct WaitingRequest {
    request: Arc<PendingImport>,
    reply: oneshot::Sender<BatchReply>,
}

impl WaitingRequest {
    fn send_reply(self, received: BatchReply) {
        // the receiver is gone if the request was cancelled
        let _ = self.reply.send(received);
    }
}

/// Waiting requests by their organisations, because only requests with equal rights share a load. An entry exists while
/// one of its requests is running.
#[derive(Clone, Default)]
pub(crate) struct Batches(Arc<Mutex<HashMap<OrgScope, VecDeque<WaitingRequest>>>>);

impl Batches {
    fn lines(&self) -> MutexGuard<'_, HashMap<OrgScope, VecDeque<WaitingRequest>>> {
        locked(&self.0)
    }

    /// Adds a request and returns the receiver of its message. It starts a batch immediately if none is running.
    fn enter(&self, request: &Arc<PendingImport>) -> Result<oneshot::Receiver<BatchReply>, StoreError> {
        let scope = &request.caller.organisations;
        let (reply, received) = oneshot::channel();
        let waiting = WaitingRequest { request: Arc::clone(request), reply };
        let mut lines = self.lines();
        match lines.get_mut(scope) {
            None => {
                lines.insert(scope.clone(), VecDeque::new());
                waiting
                    .send_reply(BatchReply::Begin(BatchLock { batches: self.clone(), scope: scope.clone() }));
            }
            Some(line) if line.len() >= MAX_WAITING => return Err(StoreError::Overloaded),
            Some(line) => line.push_back(waiting),
        }
        Ok(received)
    }
}

/// Exclusive right to run a batch. When it is dropped, the longest-waiting request gets it.
struct BatchLock {
    batches: Batches,
    scope: OrgScope,
}

impl BatchLock {
    /// Takes the longest-waiting requests that fit into a batch with the first one. No two requests of a batch contain
    /// the same row, because the response to the second must show the stored row of the first.
    fn company(&self, first: &PendingImport) -> Vec<WaitingRequest> {
        let mut lines = self.batches.lines();
        let Some(line) = lines.get_mut(&self.scope) else { return Vec::new() };
        let mut identities: HashSet<&(Code, Code)> = first.keys.identities.iter().collect();
        let (mut requests, mut rows) = (1, first.command.rows.len());
        let fits = line.iter().take_while(|WaitingRequest { request, .. }| {
            requests += 1;
            rows += request.command.rows.len();
            let repeats = request.keys.identities.iter().any(|identity| !identities.insert(identity));
            !repeats && requests <= MAX_REQUESTS && rows <= MAX_ROWS
        });
        let fits = fits.count();
        line.drain(..fits).collect()
    }

    /// Returns undecided requests to the front of the queue.
    fn requeue(&self, undecided: Vec<WaitingRequest>) {
        if let Some(line) = self.batches.lines().get_mut(&self.scope) {
            for waiting in undecided.into_iter().rev() {
                line.push_front(waiting);
            }
        }
    }
}

impl Drop for BatchLock {
    fn drop(&mut self) {
        let next = {
            let mut lines = self.batches.lines();
            let next = lines.get_mut(&self.scope).and_then(VecDeque::pop_front);
            if next.is_none() {
                lines.remove(&self.scope);
            }
            next
        };
        if let Some(next) = next {
            // if that request was cancelled, its receiver drops the right, which passes it on
            next.send_reply(BatchReply::Begin(BatchLock {
                batches: self.batches.clone(),
                scope: self.scope.clone(),
            }));
        }
    }
}

impl ImportService {
    /// Decides and commits a small import in a batch with requests that arrived at the same time.
    pub(super) async fn decide_together(&self, request: &Arc<PendingImport>) -> Outcome<DecidedImport> {
        let mut received = self.batches.enter(request)?.await.unwrap_or(BatchReply::Alone);
        if let BatchReply::Begin(lock) = received {
            let company = lock.company(request);
            if company.is_empty() {
                return Ok(self.writes.run(request).await?.response);
            }
            let decided = self.try_batch(request, &company).await;
            received = send_replies(&lock, company, decided);
        }
        match received {
            BatchReply::Decided(decided) => Ok(*decided),
            BatchReply::Failed(error) => Err(error.into()),
            BatchReply::Alone | BatchReply::Begin(_) => {
                count(&self.metrics.unbatched_requests, 1);
                Ok(self.writes.run(request).await?.response)
            }
        }
    }

    /// Returns the number of waiting imports.
    pub fn waiting_imports(&self) -> usize {
        self.batches.lines().values().map(VecDeque::len).sum()
    }

    /// Loads, plans and commits a batch. Returns the results of its first requests, which are all committed; the rest
    /// cannot be decided in this batch.
    async fn try_batch(
        &self,
        first: &Arc<PendingImport>,
        company: &[WaitingRequest],
    ) -> Result<Vec<DecidedImport>, StoreError> {
        let mut requests = vec![Arc::clone(first)];
        requests.extend(company.iter().map(|waiting| Arc::clone(&waiting.request)));
        count(&self.metrics.batches, 1);
        count(&self.metrics.batched_requests, requests.len());
        let keys = ImportKeys::collect(requests.iter().flat_map(|request| &request.command.rows));
        let write = Arc::new(BatchWrite { caller: first.caller.clone(), requests, keys });
        let context = self.writes.load(&write).await?;
        let ids = self.ids.take(write.id_count(&context)).await?;
        // one of the requests is faulty: each is decided alone
        let Ok(plan) = self.writes.plan(&write, context, ids).await else { return Ok(Vec::new()) };
        Ok(self.writes.commit(&write, plan).await?.response)
    }
}

/// A batch of imports of callers with equal rights. It is tried once; after a conflict each import is planned alone.
struct BatchWrite {
    /// The caller of the first request.
    caller: Caller,
    requests: Vec<Arc<PendingImport>>,
    /// The keys of all rows.
    keys: ImportKeys,
}

impl PlannedWrite for BatchWrite {
    type Context = LoadedImport;
    type Commit = Vec<ImportCommit>;
    /// Results of the first requests, which are all committed.
    type Response = Vec<DecidedImport>;
    type Written = ();

    fn load(&self, tx: &dyn ReadTransaction) -> StoreResult<LoadedImport> {
        let rows = self.requests.iter().flat_map(|request| &request.command.rows);
        load(tx, &self.caller, rows, &self.keys)
    }

    fn id_count(&self, _: &LoadedImport) -> u32 {
        self.requests.iter().map(|request| request.ids()).sum()
    }

    /// Decides the requests in order, up to the first one that cannot be decided in this batch.
    fn plan(&self, loaded: LoadedImport, mut ids: IdBlock) -> Outcome<PreparedWrite<Self>> {
        let LoadedImport { context, existing, similar, open_rejections, .. } = loaded;
        let rows = LoadedRows {
            existing: &existing,
            similar: &similar,
            open_rejections: &open_rejections,
            resent: None,
        };
        let mut planner = ImportPlanner::new(context);
        let (mut decided, mut commits) = (Vec::new(), Vec::new());
        for request in &self.requests {
            let Some(ids) = ids.split(request.ids()) else { break };
            let plan = |rows: &[_], call| planner.plan(rows, call);
            let Ok((one, commit)) = decide(request, plan, rows, ids) else { break };
            // earlier requests may create records that it should suggest
            if one.has_suggestions && !decided.is_empty() {
                break;
            }
            let last = commit.as_ref().is_some_and(|commit| hides(&commit.writes, &existing));
            commits.extend(commit);
            decided.push(one);
            if last {
                break;
            }
        }
        Ok(PreparedWrite { commit: (!commits.is_empty()).then_some(commits), response: decided })
    }

    fn row_count(&self, commits: &Vec<ImportCommit>) -> usize {
        commits.iter().map(ImportCommit::row_count).sum()
    }

    fn commit(&self, tx: &dyn WriteTransaction, commits: &Vec<ImportCommit>) -> StoreResult<()> {
        tx.commit_imports(commits)
    }
}

/// Sends the results to the other requests of the batch and returns that of the first one.
fn send_replies(
    lock: &BatchLock,
    mut company: Vec<WaitingRequest>,
    decided: Result<Vec<DecidedImport>, StoreError>,
) -> BatchReply {
    let mut decided = match decided {
        Ok(decided) if !decided.is_empty() => {
            decided.into_iter().map(|one| BatchReply::Decided(Box::new(one)))
        }
        failed => {
            let error = failed.err().filter(affects_whole_batch);
            let received = || error.clone().map_or(BatchReply::Alone, BatchReply::Failed);
            for waiting in company {
                waiting.send_reply(received());
            }
            return received();
        }
    };
    let first = decided.next().unwrap_or(BatchReply::Alone);
    let undecided = company.split_off(decided.len().min(company.len()));
    for (waiting, received) in company.into_iter().zip(decided) {
        waiting.send_reply(received);
    }
    lock.requeue(undecided);
    first
}

/// Returns whether an error is not caused by a single request.
fn affects_whole_batch(error: &StoreError) -> bool {
    is_transient(error) || matches!(error, StoreError::NoSpace(_))
}

/// Returns whether a request writes something that later requests of the batch would not see. The reference data is
/// loaded once, and repeated candidates were read with the records before the change.
fn hides(writes: &ImportWrites, known: &Candidates) -> bool {
    let changes_records = !(writes.partners.changed.is_empty()
        && writes.locations.changed.is_empty()
        && writes.contacts.changed.is_empty()
        && writes.products.changed.is_empty());
    writes.writes_reference() || (changes_records && !known.candidates.is_empty())
}
