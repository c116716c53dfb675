//! Runs that edit many candidates in chunks: with concurrent changes, a stop request, a shutdown and a killed process.

use std::sync::Arc;
use std::time::Duration;

use crate::common::{Day, number};
use crate::killing::{services_from_environment, start};
use orderdock_app::{CandidateHistoryChange, HistoryItem, HistoryQuery, RunCommand, RunTask};
use orderdock_domain::candidate::Field;
use orderdock_domain::correction::{CandidateEdit, FieldEdit, HistoryEvent, Step};
use orderdock_domain::ids::RunId;
use orderdock_domain::number::{Decimal, add};
use orderdock_domain::processing::{RunCounts, RunState, RunTrigger};
use orderdock_store::{CandidateFilter, RunTarget, Selection};
use orderdock_testkit::{CANDIDATES, bulk, candidate, operator};
use serde_json::json;

/// Candidates per chunk of an edit, and number of all candidates.
const CHUNK: u64 = 500;
const ALL: u64 = 6 * CHUNK;

/// Returns the command that edits the quantities of all candidates.
fn edit(change: FieldEdit) -> RunCommand {
    let edit = CandidateEdit { changes: vec![(Field::Qty, change)], ..CandidateEdit::default() };
    let filter = CandidateFilter { external_header_id: Some("H".to_owned()), ..CandidateFilter::default() };
    let selection = Selection::Filter { filter: Box::new(filter), exclude: Vec::new() };
    RunCommand {
        task: RunTask::Edit(Arc::new(edit)),
        trigger: RunTrigger::Command,
        gather: RunTarget::Selected(selection),
    }
}

/// Returns the command that raises all quantities by one.
fn raise() -> RunCommand {
    edit(FieldEdit::ChangeBy(Step::parse(Field::Qty, "+1").unwrap()))
}

/// Imports all candidates, under header `H` with a quantity of 5.
async fn import_all() -> Day {
    let day = Day::begin().await;
    for part in 0..ALL / 1_000 {
        let lines = part * 1_000..(part + 1) * 1_000;
        day.import(bulk(lines.map(|line| candidate("H", &line.to_string(), json!({}))))).await;
    }
    day
}

/// Returns the number of candidates that were raised never, once, twice, …. Fails if quantity, version or history of a
/// candidate differ.
async fn count_by_number_of_raises(day: &Day) -> Vec<u64> {
    let mut counts = Vec::new();
    for (place, one) in day.candidates("H").await.iter().enumerate() {
        let steps = usize::try_from(one.version - 1).unwrap();
        assert_eq!(Some(one.qty), add(number("5"), Decimal::from(steps)), "{}", one.id);
        if place % 100 == 0 {
            let query = HistoryQuery { newest_first: false, after: None, limit: 500 };
            let history =
                day.test.services.candidates.candidate_history(&day.caller(), one.id, query).await.unwrap();
            let known: Vec<_> = history
                .page
                .items
                .iter()
                .filter_map(|item| match item {
                    HistoryItem::Change(CandidateHistoryChange::Changed(entry)) => {
                        Some((entry.version, entry.event))
                    }
                    _ => None,
                })
                .collect();
            let whole = (2..=one.version).map(|version| (version, HistoryEvent::Corrected));
            assert_eq!(known, whole.collect::<Vec<_>>());
        }
        counts.resize(counts.len().max(steps + 1), 0);
        counts[steps] += 1;
    }
    counts
}

/// Waits until a run has written at least one chunk.
async fn wait_for_first_chunk(day: &Day, run: RunId) {
    loop {
        let run_state = day.run_state(run).await;
        if run_state.counts.processed > 0 {
            return;
        }
        assert_eq!(run_state.finished_at, None, "ended without writes: {run_state:?}");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

#[tokio::test]
async fn concurrent_changes_are_applied_exactly_once() {
    let day = import_all().await;
    let runs = [day.start(raise()).await, day.start(raise()).await];
    wait_for_first_chunk(&day, runs[0]).await;
    // a user raises some at the same time, and reads a candidate again if a run has changed it since
    let mut by_hand = 0;
    for one in day.candidates("H").await.iter().step_by(400) {
        let path = format!("{CANDIDATES}/{}", one.id);
        loop {
            let read = day.test.get(&day.test.admin, &path).await;
            let more = read.json()["qty"].as_i64().unwrap() + 1;
            let body = json!({ "override": { "qty": more } });
            let response = day.test.patch(&day.test.admin, &path, read.header("etag"), body).await;
            if response.status == 200 {
                break;
            }
            assert_eq!(response.status, 412, "{}", response.text);
        }
        by_hand += 1;
    }
    for run in runs {
        let counts = RunCounts { selected: ALL, processed: ALL, ..RunCounts::default() };
        let run = day.ended(run).await;
        assert_eq!((run.state, run.counts), (RunState::Done, counts));
    }
    assert_eq!(count_by_number_of_raises(&day).await, [0, 0, ALL - by_hand, by_hand]);
}

#[tokio::test]
async fn stopped_edit_ends_after_its_chunk() {
    let day = import_all().await;
    let run = day.start(raise()).await;
    wait_for_first_chunk(&day, run).await;
    day.stop(run).await;
    let run = day.ended(run).await;
    assert_eq!(run.state, RunState::Stopped);
    let done = run.counts.processed;
    assert!(done.is_multiple_of(CHUNK) && done < ALL, "{done}");
    assert_eq!(count_by_number_of_raises(&day).await, [ALL - done, done]);
}

#[tokio::test]
async fn edit_stopped_after_its_last_chunk_is_done() {
    let day = Day::begin().await;
    day.import(bulk((0..3).map(|line| candidate("H", &line.to_string(), json!({}))))).await;
    let run = day.start(raise()).await;
    // the run stops before its only chunk, or is done if the chunk was written before the stop request
    day.stop(run).await;
    let run = day.ended(run).await;
    let through = run.counts.processed == 3;
    assert_eq!(run.state, if through { RunState::Done } else { RunState::Stopped }, "{run:?}");
}

#[tokio::test]
async fn requested_run_continues_after_a_restart() {
    let day = import_all().await;
    let requested = RunCommand { trigger: RunTrigger::Call, ..raise() };
    let runs =
        [day.start(requested.clone()).await, day.start(requested.clone()).await, day.start(requested).await];
    wait_for_first_chunk(&day, runs[0]).await;
    day.test.services.runs.stop_runs().await;
    let left = day.run_state(runs[0]).await;
    assert_eq!((left.state, left.finished_at), (RunState::Running, None));
    let done = left.counts.processed;
    assert!(done.is_multiple_of(CHUNK) && 0 < done && done < ALL, "{done}");
    let waits = day.run_state(runs[2]).await;
    assert_eq!((waits.state, waits.counts), (RunState::Queued, RunCounts::default()), "it did not begin");
    day.test.services.heartbeat.live(std::future::ready(())).await;
    let day = Day { test: day.test.restart().await };
    day.test.services.heartbeat.take_over().await.unwrap();
    for run in runs {
        let ended = day.ended(run).await;
        assert_eq!((ended.state, ended.counts.processed), (RunState::Done, ALL), "{ended:?}");
    }
    assert_eq!(count_by_number_of_raises(&day).await, [0, 0, 0, ALL], "each candidate once by each run");
}

#[tokio::test]
async fn shutdown_stops_runs_after_their_chunk() {
    let day = import_all().await;
    // a value that no raise can reach, otherwise the run would change nothing
    let run = day.start(edit(FieldEdit::Set(number("60").into()))).await;
    let second = day.start(raise()).await;
    let queued = day.start(raise()).await;
    wait_for_first_chunk(&day, run).await;
    day.test.services.runs.stop_runs().await;
    let stopped = day.run_state(run).await;
    assert_eq!((stopped.state, stopped.finished_at.is_some()), (RunState::Stopped, true));
    let done = stopped.counts.processed;
    assert!(done.is_multiple_of(CHUNK) && 0 < done && done < ALL, "{done}");
    assert_eq!(day.run_state(second).await.state, RunState::Stopped);
    let waited = day.run_state(queued).await;
    assert_eq!((waited.state, waited.counts), (RunState::Stopped, RunCounts::default()), "it did not begin");
    let day = Day { test: day.test.restart().await };
    let next = day.run_command(edit(FieldEdit::Set(number("9").into()))).await;
    assert_eq!((next.state, next.counts.processed), (RunState::Done, ALL));
}

/// Raises all quantities, in a process of its own.
#[tokio::test]
#[ignore = "started by the test below, as a process of its own"]
async fn raise_all() {
    let Some(services) = services_from_environment() else { return };
    services.runs.run_to_end(&operator(&services), raise()).await.unwrap();
}

/// Returns the number of candidates that all runs have recorded as processed.
async fn processed_by_runs(day: &Day) -> u64 {
    let runs = day.test.services.runs.process_runs(&day.caller(), None, 100).await.unwrap();
    runs.iter().map(|record| record.run.counts.processed).sum()
}

#[tokio::test]
async fn killed_edit_leaves_each_candidate_either_changed_or_unchanged() {
    let day = import_all().await;
    for pause in [0, 20, 50, 90] {
        let before = processed_by_runs(&day).await;
        let mut other = start(&day, "editing::raise_all");
        while processed_by_runs(&day).await == before {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        tokio::time::sleep(Duration::from_millis(pause)).await;
        other.kill().unwrap();
        other.wait().unwrap();
        let seen = count_by_number_of_raises(&day).await;
        assert!(seen.iter().all(|count| count.is_multiple_of(CHUNK)), "{seen:?}");
        let made: u64 = (0..).zip(&seen).map(|(steps, count)| steps * count).sum();
        assert_eq!(
            processed_by_runs(&day).await,
            made,
            "the result of a run contains every changed candidate, also after a stop"
        );
    }
}
