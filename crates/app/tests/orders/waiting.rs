//! Runs that cannot write for longer than the database is waited for.

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

/// Candidates that an edit writes at once, and how many a header has.
const CHUNK: u64 = 500;
const ALL: u64 = 4 * CHUNK;
/// Lock timeout of the database.
const PATIENCE: Duration = Duration::from_millis(200);

/// What somebody else writes while nobody but they can.
type Write = fn(RunId, &LoadedChunk, &Day) -> ChunkCommit;

/// Adds the figures of a chunk to a run, which will find them to be its own.
fn its_work(run: RunId, loaded: &LoadedChunk, day: &Day) -> ChunkCommit {
    let now = day.who().now;
    ChunkCommit {
        run,
        actor: "Webshop".to_owned(),
        writes: OrdersWrites {
            unchanged: loaded.context.related.reference.expectations([]),
            ..OrdersWrites::default()
        },
        results: Vec::new(),
        counts: RunCounts { selected: CHUNK, stayed: CHUNK, ..RunCounts::default() },
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

/// Waits until a run has begun. A test has a single thread, and between two looks the run comes to its next step at
/// most: it has written nothing, or little, when this returns.
async fn begun(day: &Day, run: RunId) {
    let queued = format!("SELECT count(*) FROM run WHERE id = {run} AND state = 'queued'");
    while day.test.database.figure(&queued) > 0 {
        tokio::task::yield_now().await;
    }
}

/// Locks the database until the run has paused after a failed write; `false` if the run had ended before.
async fn lock_writes(day: &Day, run: RunId, beside: Option<Write>) -> bool {
    let pauses = PauseCounter::default();
    // the tasks of the run are executed by the thread of the test
    let _logging = tracing::subscriber::set_default(tracing_subscriber::registry().with(pauses.clone()));
    let store = day.test.database.open();
    let (hold, holding) = std::sync::mpsc::channel();
    let (tell, told) = std::sync::mpsc::channel();
    let told = Mutex::new(told);
    let nobody = Chunk { candidates: Vec::new(), extent: ChunkExtent::Listed };
    let work = move |tx: &dyn WriteTransaction| {
        hold.send(tx.load_chunk(&RunScope::of(&OrgScope::All), &nobody)?).unwrap();
        let commit: Option<ChunkCommit> = told.lock().unwrap().recv().unwrap_or_default();
        commit.map(|commit| tx.commit_chunk(&commit)).transpose()
    };
    begun(day, run).await;
    let mut writing = Box::pin(store.write(WriteMode::Exclusive, 1, work));
    tokio::select! {
        biased;
        _ = &mut writing => unreachable!("it waits for what it is to write"),
        () = std::future::ready(()) => {}
    }
    // blocks the run too, which shares the thread
    let loaded = holding.recv().unwrap();
    let through = day.stand_of(run).await.counts.selected == ALL;
    let before = pauses.count();
    while !through && pauses.count() == before {
        tokio::time::sleep(PATIENCE).await;
    }
    tell.send(beside.filter(|_| !through).map(|write| write(run, &loaded, day))).unwrap();
    writing.await.unwrap();
    !through
}

/// A run over a header that was kept from writing, and its candidates afterwards.
async fn kept_from_writing(task: RunTask, beside: Option<Write>) -> (RunState, RunCounts, Vec<Candidate>) {
    let day = Day { test: TestApp::start_with_lock_timeout(PATIENCE).await };
    for attempt in 0.. {
        let header = format!("H{attempt}");
        let lines = (0..ALL).map(|line| candidate(&header, &line.to_string(), json!({})));
        day.import(bulk(lines)).await;
        let filter =
            CandidateFilter { external_header_id: Some(header.clone()), ..CandidateFilter::default() };
        let selection = Selection::Filter { filter: Box::new(filter), exclude: Vec::new() };
        let gather = RunTarget::Selected(selection);
        let run = day.start(RunCommand { task: task.clone(), trigger: RunTrigger::Command, gather }).await;
        let kept = lock_writes(&day, run, beside).await;
        let run = day.ended(run).await;
        if kept {
            return (run.state, run.counts, day.candidates(&header).await);
        }
    }
    unreachable!()
}

const NONE: RunCounts = RunCounts { selected: ALL, processed: 0, orders: 0, stayed: 0, failed: 0 };

#[tokio::test]
async fn processing_run_retries_until_writes_succeed() {
    let (state, counts, candidates) = kept_from_writing(RunTask::Process(Releases::NONE), None).await;
    assert_eq!((state, counts), (RunState::Done, RunCounts { processed: ALL, orders: 1, ..NONE }));
    assert!(candidates.iter().all(|one| one.status == Status::Processed));
}

#[tokio::test]
async fn revalidation_run_retries_until_writes_succeed() {
    let (state, counts, _) = kept_from_writing(RunTask::Revalidate, None).await;
    assert_eq!((state, counts), (RunState::Done, RunCounts { stayed: ALL, ..NONE }));
}

#[tokio::test]
async fn edit_run_retries_until_writes_succeed() {
    let (state, counts, candidates) = kept_from_writing(raise(), None).await;
    assert_eq!((state, counts), (RunState::Done, RunCounts { processed: ALL, ..NONE }));
    assert!(candidates.iter().all(|one| one.qty == number("6") && one.version == 2), "once each");
}

/// A commit may have been written although it failed; the run then has figures that it did not hear of.
#[tokio::test]
async fn chunk_with_unknown_outcome_is_not_written_twice() {
    let (state, counts, candidates) = kept_from_writing(raise(), Some(its_work)).await;
    let expected = RunCounts { processed: ALL - CHUNK, stayed: CHUNK, ..NONE };
    assert_eq!((state, counts), (RunState::Done, expected));
    let raised = candidates.iter().filter(|one| one.version == 2).count();
    assert_eq!(u64::try_from(raised).unwrap(), ALL - CHUNK);
}
