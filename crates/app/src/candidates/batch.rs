//! Small imports that arrive together become one batch: what comes while the batch before is at work is loaded with
//! one set of look-ups, planned in the order of its coming, committed in one transaction, and each request is answered
//! by itself. Nobody waits while nothing is at work.
//!
//! A request that cannot be decided in company goes on by itself, as if it had come alone: that way says what is right.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::IdBlock;
use orderdock_domain::import::{Changes, ImportContext, ImportKeys, ImportPlanner, ImportWrites};
use orderdock_domain::text::Code;
use orderdock_store::{Candidates, ImportCommit, StoreError};
use tokio::sync::oneshot;

use super::import::{DecidedImport, PendingImport, decide};
use crate::failure::passes;
use crate::locked::locked;
use crate::metrics::count;
use crate::{App, Effort, Outcome};

/// Requests of a batch, and rows: a single one does not wait for long.
const MOST_REQUESTS: usize = 64;
const MOST_ROWS: usize = 256;
/// Requests that may wait; one more is refused at once.
const MOST_WAITING: usize = 1_024;

/// A request with the keys that it mentions.
#[derive(Clone)]
struct Request {
    attempt: Arc<PendingImport>,
    keys: Arc<ImportKeys>,
}

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
    request: Request,
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
    fn enter(&self, request: &Request) -> Result<oneshot::Receiver<BatchReply>, StoreError> {
        let scope = &request.attempt.ctx.organisations;
        let (reply, told) = oneshot::channel();
        let waiting = WaitingRequest { request: request.clone(), reply };
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
    fn company(&self, first: &Request) -> Vec<WaitingRequest> {
        let mut lines = self.batches.lines();
        let Some(line) = lines.get_mut(&self.scope) else { return Vec::new() };
        let mut identities: HashSet<&(Code, Code)> = first.keys.identities.iter().collect();
        let (mut requests, mut rows) = (1, first.attempt.command.rows.len());
        let fits = line.iter().take_while(|WaitingRequest { request, .. }| {
            requests += 1;
            rows += request.attempt.command.rows.len();
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

impl App {
    /// Decides and commits a small import, with those that arrive together with it.
    pub(super) async fn decide_together(
        &self,
        attempt: &Arc<PendingImport>,
        keys: Arc<ImportKeys>,
    ) -> Outcome<DecidedImport> {
        let request = Request { attempt: attempt.clone(), keys };
        let mut told = self.batches.enter(&request)?.await.unwrap_or(BatchReply::Alone);
        if let BatchReply::Begin(turn) = told {
            let company = turn.company(&request);
            if company.is_empty() {
                return self.decide_and_commit(attempt, request.keys).await;
            }
            let decided = self.try_batch(&request, &company).await;
            told = answer(&turn, company, decided);
        }
        match told {
            BatchReply::Decided(decided) => Ok(*decided),
            BatchReply::Failed(error) => Err(error.into()),
            BatchReply::Alone | BatchReply::Begin(_) => self.by_itself(request).await,
        }
    }

    async fn by_itself(&self, request: Request) -> Outcome<DecidedImport> {
        count(&self.metrics.unbatched_requests, 1);
        self.decide_and_commit(&request.attempt, request.keys).await
    }

    /// Small imports that wait for those before them.
    pub fn waiting_imports(&self) -> usize {
        self.batches.lines().values().map(VecDeque::len).sum()
    }

    /// Loads, plans and commits a batch, and tells what was decided of its first requests, all of which is written. Those
    /// behind them are not to be decided in this company.
    async fn try_batch(
        &self,
        first: &Request,
        company: &[WaitingRequest],
    ) -> Result<Vec<DecidedImport>, StoreError> {
        let mut batch = vec![first.clone()];
        batch.extend(company.iter().map(|waiting| waiting.request.clone()));
        count(&self.metrics.batches, 1);
        count(&self.metrics.batched_requests, batch.len());
        let keys =
            Arc::new(ImportKeys::collect(batch.iter().flat_map(|request| &request.attempt.command.rows)));
        let ctx = &first.attempt.ctx;
        let context = self.store.load_import_context(ctx.organisations.read(), keys).await?;
        let known = self.known_candidates(ctx, &context).await?;
        let ids = self.take_ids(batch.iter().map(|request| request.attempt.ids()).sum()).await?;
        let work = move || decide_each(&batch, context, &known, ids);
        // a fault of one of them: each finds out by itself
        let Ok((decided, commits)) = self.compute(Effort::Small, work).await else { return Ok(Vec::new()) };
        if !commits.is_empty() {
            self.store.commit_imports(commits).await?;
        }
        Ok(decided)
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

/// Decides requests one after the other, up to the first that is not to be decided in this company.
fn decide_each(
    batch: &[Request],
    context: ImportContext,
    known: &Candidates,
    mut ids: IdBlock,
) -> (Vec<DecidedImport>, Vec<ImportCommit>) {
    let mut planner = ImportPlanner::new(context);
    let (mut all, mut commits) = (Vec::new(), Vec::new());
    for Request { attempt, .. } in batch {
        let Some(ids) = ids.split(attempt.ids()) else { break };
        let plan = |rows: &[_], call| planner.plan(rows, call);
        let Ok(mut decided) = decide(attempt, plan, known, ids) else { break };
        let commit = decided.commit.take();
        let last = commit.as_ref().is_some_and(|commit| hides(&commit.writes, known));
        commits.extend(commit);
        all.push(decided);
        if last {
            break;
        }
    }
    (all, commits)
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
