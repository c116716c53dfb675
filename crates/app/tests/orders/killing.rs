//! Killed and concurrent processes: each candidate is in exactly one order or in none.

use std::collections::HashMap;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use crate::common::Day;
use orderdock_app::{RunCommand, RunTask, Services};
use orderdock_domain::candidate::{Releases, Status};
use orderdock_domain::processing::{Run, RunState, RunTrigger};
use orderdock_store::{NewInstance, RunTarget};
use orderdock_testkit::{SeededRandomness, TestClock, TestDatabase, bulk, candidate, operator};
use serde_json::json;

/// Environment variable with the database address for a child process.
const DATABASE: &str = "ORDERDOCK_TEST_DATABASE_OF_PARENT";
const HEADERS: usize = 600;

/// Processes all due candidates, in a process of its own.
#[tokio::test]
#[ignore = "started by the tests below, as a process of its own"]
async fn process_due_candidates() {
    let Some(services) = services_from_environment() else { return };
    let command = RunCommand {
        task: RunTask::Process(Releases::NONE),
        trigger: RunTrigger::Command,
        gather: RunTarget::Due,
    };
    services.runs.run_to_end(&operator(&services), command).await.unwrap();
}

/// Opens services on the database of the environment variable; `None` if it is not set.
pub fn services_from_environment() -> Option<Arc<Services>> {
    let (store, files) = TestDatabase::open_at(&std::env::var(DATABASE).ok()?);
    let (clock, randomness) = (Arc::new(TestClock::default()), Arc::new(SeededRandomness::default()));
    Some(Services::new(store, files, clock, randomness, NewInstance::default()))
}

/// Starts an ignored test as a child process on the same database.
pub fn start(day: &Day, test: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([test, "--exact", "--ignored"])
        .env(DATABASE, day.test.database.address())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Imports `more` further headers of three lines each and adds their ids to `headers`.
async fn import_headers(day: &Day, headers: &mut Vec<String>, more: usize) {
    for number in headers.len()..headers.len() + more {
        headers.push(format!("H{number}"));
    }
    for part in headers[headers.len() - more..].chunks(200) {
        let lines = |header| [1, 2, 3].map(|line: u8| candidate(header, &line.to_string(), json!({})));
        day.import(bulk(part.iter().flat_map(|header| lines(header)))).await;
    }
}

/// Asserts that each processed candidate is in exactly one order, any other in none, and that the document numbers have
/// no gap. Returns the number of orders.
async fn assert_orders_are_complete(day: &Day, headers: &[String]) -> usize {
    let mut placed = HashMap::new();
    let mut numbers = Vec::new();
    let mut after = None;
    loop {
        let query = orderdock_store::OrderQuery {
            filter: orderdock_store::OrderFilter::default(),
            descending: false,
            after,
            limit: 500,
            counted: true,
        };
        let page = day.test.services.orders.find_orders(&day.caller(), query).await.unwrap();
        for head in &page.orders {
            numbers.push(head.document_no.as_ref().unwrap().as_str().parse::<usize>().unwrap());
            let order = day.test.services.orders.order(&day.caller(), head.id).await.unwrap();
            assert_eq!(order.lines.len(), 3, "an order is whole");
            for given in order.lines.iter().flat_map(|line| &line.allocations) {
                assert_eq!(placed.insert(given.candidate, order.id), None, "in two orders");
            }
        }
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    for header in headers {
        for candidate in day.candidates(header).await {
            let is_placed = placed.contains_key(&candidate.id);
            let expected = if is_placed { Status::Processed } else { Status::New };
            assert_eq!(candidate.status, expected);
        }
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>());
    numbers.len()
}

async fn newest_run(day: &Day) -> Option<Run> {
    day.test.services.runs.process_runs(&day.caller(), None, 1).await.unwrap().pop().map(|record| record.run)
}

/// Starts a child process and kills it after `pause` from the start of its run. Returns `false` if the run had already
/// ended.
async fn kill_during_run(day: &Day, pause: Duration) -> bool {
    let before = newest_run(day).await.map(|run| run.id);
    let mut other = start(day, "killing::process_due_candidates");
    while newest_run(day).await.map(|run| run.id) == before {
        assert!(other.try_wait().unwrap().is_none(), "it ended without a run");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    tokio::time::sleep(pause).await;
    other.kill().unwrap();
    other.wait().unwrap();
    newest_run(day).await.unwrap().finished_at.is_none()
}

#[tokio::test]
async fn killed_run_leaves_only_complete_orders() {
    let day = Day::begin().await;
    let mut headers = Vec::new();
    for pause in [0, 15, 40, 90] {
        import_headers(&day, &mut headers, HEADERS / 4).await;
        let mut pause = Duration::from_millis(pause);
        while !kill_during_run(&day, pause).await {
            assert_orders_are_complete(&day, &headers).await;
            import_headers(&day, &mut headers, HEADERS / 4).await;
            pause /= 2;
        }
        assert_orders_are_complete(&day, &headers).await;
    }
    // the runs of the killed processes do not block a new one
    let run = day.process().await;
    assert_eq!(run.state, RunState::Done);
    assert_eq!(assert_orders_are_complete(&day, &headers).await, headers.len());
    for _ in 0..20 {
        day.later(3);
        day.test.services.instances.send_heartbeat().await.unwrap();
        day.test.services.heartbeat.take_over().await.unwrap();
    }
    let runs = day.test.services.runs.process_runs(&day.caller(), None, 100).await.unwrap();
    assert!(runs.iter().all(|record| record.run.finished_at.is_some()), "{runs:?}");
}

#[tokio::test]
async fn concurrent_processes_create_each_order_once() {
    let day = Day::begin().await;
    let mut headers = Vec::new();
    import_headers(&day, &mut headers, HEADERS).await;
    let others: Vec<_> = (0..10).map(|_| start(&day, "killing::process_due_candidates")).collect();
    for mut other in others {
        assert!(other.wait().unwrap().success());
    }
    assert_eq!(assert_orders_are_complete(&day, &headers).await, HEADERS);
}
