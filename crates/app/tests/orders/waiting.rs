//! Runs while the database is locked for longer than the lock timeout.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::{Day, number};
use orderdock_app::{RunCommand, RunTask};
use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Candidate, Field, Releases, Status};
use orderdock_domain::correction::{CandidateEdit, FieldEdit, Step};
use orderdock_domain::ids::RunId;
use orderdock_domain::processing::{OrdersWrites, RunCounts, RunState, RunTrigger};
use orderdock_store::{
    CandidateFilter, Chunk, ChunkCommit, ChunkExtent, FencingToken, LoadedChunk, RunScope, RunTarget,
    Selection, WriteMode, WriteTransaction,
};
use orderdock_testkit::{TestApp, bulk, candidate};
use serde_json::json;
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};

/// Candidates per chunk of an edit, and number of lines of a header.
const CHUNK: u64 = 500;
const ALL: u64 = 4 * CHUNK;
/// Lock timeout of the database.
const LOCK_TIMEOUT: Duration = Duration::from_millis(200);

/// Commit of another writer while it holds the lock.
type Write = fn(RunId, &LoadedChunk, &Day) -> ChunkCommit;

/// Returns a commit that adds the counts of a chunk to the run, as its own commit of that chunk would.
fn commit_of_own_chunk(run: RunId, loaded: &LoadedChunk, day: &Day) -> ChunkCommit {
    let now = day.caller().now;
    ChunkCommit {
        run,
        actor: "Webshop".to_owned(),
        writes: OrdersWrites {
            unchanged: loaded.context.related.reference.expectations([]),
            ..OrdersWrites::default()
        },
        results: Vec::new(),
        counts: RunCounts { selected: CHUNK, skipped: CHUNK, ..RunCounts::default() },
        now,
        fence: FencingToken(run.0),
    }
}

fn raise() -> RunTask {
    let step = FieldEdit::ChangeBy(Step::parse(Field::Qty, "+1").unwrap());
    RunTask::Edit(Arc::new(CandidateEdit { changes: vec![(Field::Qty, step)], ..CandidateEdit::default() }))
}

/// Counts the pauses of runs after errors of the database, by their log messages.
#[derive(Clone, Default)]
struct PauseCounter(Arc<AtomicUsize>);

impl PauseCounter {
    fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

impl<S: Subscriber> Layer<S> for PauseCounter {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() == "orderdock_app::runs::retry" {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
}

/// Waits until a run is no longer queued. The test has a single thread, so the run has written at most one chunk by
/// then.
async fn wait_until_started(day: &Day, run: RunId) {
    let queued = format!("SELECT count(*) FROM run WHERE id = {run} AND state = 'queued'");
    while day.test.database.figure(&queued) > 0 {
        tokio::task::yield_now().await;
    }
}

/// Locks the database until an active run has paused after a failed write. Returns `false` if the run had already ended.
async fn lock_writes(day: &Day, run: RunId, beside: Option<Write>) -> bool {
    let pauses = PauseCounter::default();
    // the tasks of the run are executed by the thread of the test
    let _logging = tracing::subscriber::set_default(tracing_subscriber::registry().with(pauses.clone()));
    let store = day.test.database.open();
    let (hold, holding) = std::sync::mpsc::channel();
    let (sender, receiver) = std::sync::mpsc::channel();
    let receiver = Mutex::new(receiver);
    let no_candidates = Chunk { candidates: Vec::new(), extent: ChunkExtent::Listed };
    let work = move |tx: &dyn WriteTransaction| {
        hold.send(tx.load_chunk(&RunScope::of(&OrgScope::All), &no_candidates)?).unwrap();
        let commit: Option<ChunkCommit> = receiver.lock().unwrap().recv().unwrap_or_default();
        commit.map(|commit| tx.commit_chunk(&commit)).transpose()
    };
    wait_until_started(day, run).await;
    let mut writing = Box::pin(store.write(WriteMode::Exclusive, 1, work));
    tokio::select! {
        biased;
        _ = &mut writing => unreachable!("it waits for the commit"),
        () = std::future::ready(()) => {}
    }
    // blocks the run as well, because both share the thread
    let loaded = holding.recv().unwrap();
    let finished = day.run_state(run).await.counts.selected == ALL;
    let before = pauses.count();
    while !finished && pauses.count() == before {
        tokio::time::sleep(LOCK_TIMEOUT).await;
    }
    sender.send(beside.filter(|_| !finished).map(|write| write(run, &loaded, day))).unwrap();
    writing.await.unwrap();
    !finished
}

/// Executes a run whose writes are delayed by a lock. Returns its state and counts, and the candidates afterwards.
async fn run_with_locked_database(
    task: RunTask,
    beside: Option<Write>,
) -> (RunState, RunCounts, Vec<Candidate>) {
    let day = Day { test: TestApp::start_with_lock_timeout(LOCK_TIMEOUT).await };
    for attempt in 0.. {
        let header = format!("H{attempt}");
        let lines = (0..ALL).map(|line| candidate(&header, &line.to_string(), json!({})));
        day.import(bulk(lines)).await;
        let filter =
            CandidateFilter { external_header_id: Some(header.clone()), ..CandidateFilter::default() };
        let selection = Selection::Filter { filter: Box::new(filter), exclude: Vec::new() };
        let gather = RunTarget::Selected(selection);
        let run = day.start(RunCommand { task: task.clone(), trigger: RunTrigger::Command, gather }).await;
        let was_locked = lock_writes(&day, run, beside).await;
        let run = day.ended(run).await;
        if was_locked {
            return (run.state, run.counts, day.candidates(&header).await);
        }
    }
    unreachable!()
}

const NONE: RunCounts = RunCounts { selected: ALL, processed: 0, orders: 0, skipped: 0, failed: 0 };

#[tokio::test]
async fn processing_run_retries_until_writes_succeed() {
    let (state, counts, candidates) = run_with_locked_database(RunTask::Process(Releases::NONE), None).await;
    assert_eq!((state, counts), (RunState::Done, RunCounts { processed: ALL, orders: 1, ..NONE }));
    assert!(candidates.iter().all(|one| one.status == Status::Processed));
}

#[tokio::test]
async fn revalidation_run_retries_until_writes_succeed() {
    let (state, counts, _) = run_with_locked_database(RunTask::Revalidate, None).await;
    assert_eq!((state, counts), (RunState::Done, RunCounts { skipped: ALL, ..NONE }));
}

#[tokio::test]
async fn edit_run_retries_until_writes_succeed() {
    let (state, counts, candidates) = run_with_locked_database(raise(), None).await;
    assert_eq!((state, counts), (RunState::Done, RunCounts { processed: ALL, ..NONE }));
    assert!(candidates.iter().all(|one| one.qty == number("6") && one.version == 2), "once each");
}

/// A failed commit can have been written; the run then has counts that it did not receive in a response.
#[tokio::test]
async fn chunk_with_unknown_outcome_is_not_written_twice() {
    let (state, counts, candidates) = run_with_locked_database(raise(), Some(commit_of_own_chunk)).await;
    let expected = RunCounts { processed: ALL - CHUNK, skipped: CHUNK, ..NONE };
    assert_eq!((state, counts), (RunState::Done, expected));
    let raised = candidates.iter().filter(|one| one.version == 2).count();
    assert_eq!(u64::try_from(raised).unwrap(), ALL - CHUNK);
}
