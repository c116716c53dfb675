//! Small imports that arrive together become one batch: what comes while the batch before is at work is loaded with
//! one set of look-ups, planned in the order of its coming, committed in one transaction, and each request is answered
//! by itself. Nobody waits while nothing is at work.
//!
//! A request that cannot be decided in company goes on by itself, as if it had come alone: that way says what is right.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::IdBlock;
use orderdock_domain::import::{Changes, ImportKeys, ImportPlanner, ImportWrites};
use orderdock_domain::text::Code;
use orderdock_store::{Candidates, ImportCommit, ReadTransaction, StoreError, StoreResult, WriteTransaction};
use tokio::sync::oneshot;

use super::import::{DecidedImport, ImportService, LoadedImport, PendingImport, decide, load};
use crate::failure::passes;
use crate::locked::locked;
use crate::metrics::count;
use crate::planned_write::{PlannedWrite, PreparedWrite};
use crate::{Caller, Outcome};

/// Requests of a batch, and rows: a single one does not wait for long.
const MOST_REQUESTS: usize = 64;
const MOST_ROWS: usize = 256;
/// Requests that may wait; one more is refused at once.
const MOST_WAITING: usize = 1_024;

/// The answer to a request that waited.
enum BatchReply {
    /// It begins the next batch.
    Begin(BatchTurn),
    Decided(Box<DecidedImport>),
    /// It goes on by itself.
    Alone,
    /// What befell the whole batch.
    Failed(StoreError),
}

struct WaitingRequest {
    request: Arc<PendingImport>,
    reply: oneshot::Sender<BatchReply>,
}

impl WaitingRequest {
    fn tell(self, told: BatchReply) {
        // who has gone meanwhile needs no answer
        let _ = self.reply.send(told);
    }
}

/// Requests by what they may read: only those of equal rights share a load. A line is there while one of its requests
/// is at work.
#[derive(Clone, Default)]
pub(crate) struct Batches(Arc<Mutex<HashMap<OrgScope, VecDeque<WaitingRequest>>>>);

impl Batches {
    fn lines(&self) -> MutexGuard<'_, HashMap<OrgScope, VecDeque<WaitingRequest>>> {
        locked(&self.0)
    }

    /// Where a request hears what becomes of it: that it begins, at once if nothing is at work, or how it was decided.
    fn enter(&self, request: &Arc<PendingImport>) -> Result<oneshot::Receiver<BatchReply>, StoreError> {
        let scope = &request.ctx.organisations;
        let (reply, told) = oneshot::channel();
        let waiting = WaitingRequest { request: Arc::clone(request), reply };
        let mut lines = self.lines();
        match lines.get_mut(scope) {
            None => {
                lines.insert(scope.clone(), VecDeque::new());
                waiting.tell(BatchReply::Begin(BatchTurn { batches: self.clone(), scope: scope.clone() }));
            }
            Some(line) if line.len() >= MOST_WAITING => return Err(StoreError::Overloaded),
            Some(line) => line.push_back(waiting),
        }
        Ok(told)
    }
}

/// The right to work on a batch. Dropped, it goes to who waits longest.
struct BatchTurn {
    batches: Batches,
    scope: OrgScope,
}

impl BatchTurn {
    /// Those that wait longest, as far as they fit into a batch with the request. No two of a batch repeat the same row:
    /// the answer to the second shows what the first one stored.
    fn company(&self, first: &PendingImport) -> Vec<WaitingRequest> {
        let mut lines = self.batches.lines();
        let Some(line) = lines.get_mut(&self.scope) else { return Vec::new() };
        let mut identities: HashSet<&(Code, Code)> = first.keys.identities.iter().collect();
        let (mut requests, mut rows) = (1, first.command.rows.len());
        let fits = line.iter().take_while(|WaitingRequest { request, .. }| {
            requests += 1;
            rows += request.command.rows.len();
            let repeats = request.keys.identities.iter().any(|identity| !identities.insert(identity));
            !repeats && requests <= MOST_REQUESTS && rows <= MOST_ROWS
        });
        let fits = fits.count();
        line.drain(..fits).collect()
    }

    /// Puts those back that were not decided: they are the next.
    fn give_back(&self, undecided: Vec<WaitingRequest>) {
        if let Some(line) = self.batches.lines().get_mut(&self.scope) {
            for waiting in undecided.into_iter().rev() {
                line.push_front(waiting);
            }
        }
    }
}

impl Drop for BatchTurn {
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
            // who has gone meanwhile drops it, and so gives it on
            next.tell(BatchReply::Begin(BatchTurn {
                batches: self.batches.clone(),
                scope: self.scope.clone(),
            }));
        }
    }
}

impl ImportService {
    /// Decides and commits a small import, with those that arrive together with it.
    pub(super) async fn decide_together(&self, request: &Arc<PendingImport>) -> Outcome<DecidedImport> {
        let mut told = self.batches.enter(request)?.await.unwrap_or(BatchReply::Alone);
        if let BatchReply::Begin(turn) = told {
            let company = turn.company(request);
            if company.is_empty() {
                return Ok(self.writes.run(request).await?.response);
            }
            let decided = self.try_batch(request, &company).await;
            told = answer(&turn, company, decided);
        }
        match told {
            BatchReply::Decided(decided) => Ok(*decided),
            BatchReply::Failed(error) => Err(error.into()),
            BatchReply::Alone | BatchReply::Begin(_) => {
                count(&self.metrics.unbatched_requests, 1);
                Ok(self.writes.run(request).await?.response)
            }
        }
    }

    /// Small imports that wait for those before them.
    pub fn waiting_imports(&self) -> usize {
        self.batches.lines().values().map(VecDeque::len).sum()
    }

    /// Loads, plans and commits a batch, and tells what was decided of its first requests, all of which is written. Those
    /// behind them are not to be decided in this company.
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
        let write = Arc::new(BatchWrite { ctx: first.ctx.clone(), requests, keys });
        let context = self.writes.load(&write).await?;
        let ids = self.ids.take(write.id_count(&context)).await?;
        // a fault of one of them: each finds out by itself
        let Ok(plan) = self.writes.plan(&write, context, ids).await else { return Ok(Vec::new()) };
        Ok(self.writes.commit(&write, plan).await?.response)
    }
}

/// A batch of imports of callers with equal rights. It is tried once: after a conflict each import is planned by itself.
struct BatchWrite {
    /// The caller of one of them.
    ctx: Caller,
    requests: Vec<Arc<PendingImport>>,
    /// The keys of all rows.
    keys: ImportKeys,
}

impl PlannedWrite for BatchWrite {
    type Context = LoadedImport;
    type Commit = Vec<ImportCommit>;
    /// Of the first requests, all of which are written.
    type Response = Vec<DecidedImport>;
    type Written = ();

    fn load(&self, tx: &dyn ReadTransaction) -> StoreResult<LoadedImport> {
        load(tx, &self.ctx, &self.keys)
    }

    fn id_count(&self, _: &LoadedImport) -> u32 {
        self.requests.iter().map(|request| request.ids()).sum()
    }

    /// Decides requests one after the other, up to the first that is not to be decided in this company.
    fn plan(&self, (context, existing): LoadedImport, mut ids: IdBlock) -> Outcome<PreparedWrite<Self>> {
        let mut planner = ImportPlanner::new(context);
        let (mut decided, mut commits) = (Vec::new(), Vec::new());
        for request in &self.requests {
            let Some(ids) = ids.split(request.ids()) else { break };
            let plan = |rows: &[_], call| planner.plan(rows, call);
            let Ok((one, commit)) = decide(request, plan, &existing, ids) else { break };
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

/// Tells those that came together what became of them, and returns the answer to the first.
fn answer(
    turn: &BatchTurn,
    mut company: Vec<WaitingRequest>,
    decided: Result<Vec<DecidedImport>, StoreError>,
) -> BatchReply {
    let mut decided = match decided {
        Ok(decided) if !decided.is_empty() => {
            decided.into_iter().map(|one| BatchReply::Decided(Box::new(one)))
        }
        failed => {
            let error = failed.err().filter(befalls_all);
            let told = || error.clone().map_or(BatchReply::Alone, BatchReply::Failed);
            for waiting in company {
                waiting.tell(told());
            }
            return told();
        }
    };
    let first = decided.next().unwrap_or(BatchReply::Alone);
    let undecided = company.split_off(decided.len().min(company.len()));
    for (waiting, told) in company.into_iter().zip(decided) {
        waiting.tell(told);
    }
    turn.give_back(undecided);
    first
}

/// What is no fault of a single request.
fn befalls_all(error: &StoreError) -> bool {
    passes(error) || matches!(error, StoreError::NoSpace(_))
}

/// Whether something is written that those behind it in a batch would not see: the reference data is not planned anew,
/// and candidates that are repeated were read with the records as they had been.
fn hides(writes: &ImportWrites, known: &Candidates) -> bool {
    let changes_records = !(writes.partners.changed.is_empty()
        && writes.locations.changed.is_empty()
        && writes.contacts.changed.is_empty()
        && writes.products.changed.is_empty());
    writes.organisations != Changes::default()
        || writes.partner_groups != Changes::default()
        || (changes_records && !known.candidates.is_empty())
}
