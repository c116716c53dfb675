//! The scheduler, with a clock that the tests advance.

use crate::common::Day;
use std::task::Poll;

use jiff::Timestamp;
use orderdock_app::{ScheduleChange, SettingsChange, Tick};
use orderdock_domain::candidate::Status;
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::processing::{RunKind, RunState, RunTrigger};
use orderdock_testkit::{bulk, candidate};
use serde_json::json;

/// Number of heartbeats after which an instance without them is lost on every engine.
const SIGNS_OF_A_MINUTE: usize = 20;

/// Returns a time of the day on which the clock starts at noon.
fn at(time: &str) -> Timestamp {
    format!("2026-11-20T{time}Z").parse().unwrap()
}

async fn organisation(day: &Day) -> OrganisationId {
    let reference = day.test.services.reference().await.unwrap();
    reference.organisations.iter().find(|organisation| organisation.code == "001").unwrap().id
}

/// Changes the schedules of all organisations.
async fn change_schedules(day: &Day, change: ScheduleChange) {
    for view in day.test.services.runs.schedules(&day.caller()).await.unwrap() {
        let organisation = view.schedule.organisation;
        let change = SettingsChange { schedule: change.clone(), ..SettingsChange::default() };
        day.test.services.runs.change_process_settings(&day.caller(), organisation, change).await.unwrap();
    }
}

#[tokio::test]
async fn scheduler_processes_candidates_when_due() {
    let day = Day::begin().await;
    let scheduler = day.test.services.runs.scheduler();
    assert_eq!(
        scheduler.tick().await.unwrap(),
        Tick { idle: false, runs: vec![], next: Some(at("12:01:00")) }
    );
    day.import(bulk([candidate("A", "1", json!({}))])).await;
    day.later(59);
    assert_eq!(scheduler.tick().await.unwrap().runs, [], "it is not time yet");
    day.later(1);
    let tick = scheduler.tick().await.unwrap();
    assert_eq!((tick.runs.len(), tick.next), (1, Some(at("12:02:00"))));
    let run = day.test.services.runs.process_run(&day.caller(), tick.runs[0]).await.unwrap().run;
    assert_eq!(
        (run.state, run.trigger, run.actor.as_str()),
        (RunState::Done, RunTrigger::Schedule, "scheduler")
    );
    assert_eq!((run.counts.orders, day.orders().await.len()), (1, 1));
    // several missed runs are executed as one
    day.later(3 * 3_600);
    assert_eq!(scheduler.tick().await.unwrap().next, Some(at("15:02:00")));
}

#[tokio::test]
async fn settling_header_sets_the_next_tick() {
    let day = Day::begin().await;
    change_schedules(&day, ScheduleChange { cron: Some("0 * * * *".into()), ..ScheduleChange::default() })
        .await;
    let scheduler = day.test.services.runs.scheduler();
    day.later(5);
    day.import_one(candidate("A", "1", json!({}))).await;
    assert_eq!(scheduler.tick().await.unwrap().next, Some(at("12:00:35")));
    // the due time is stored, so it is known after a restart
    let day = Day { test: day.test.restart().await };
    let scheduler = day.test.services.runs.scheduler();
    day.later(31);
    assert_eq!(scheduler.tick().await.unwrap().next, Some(at("13:00:00")));
    assert_eq!(day.orders().await.len(), 1);
}

#[tokio::test]
async fn inactive_or_paused_schedule_starts_no_run() {
    let day = Day::begin().await;
    let scheduler = day.test.services.runs.scheduler();
    let off = ScheduleChange { active: Some(false), ..ScheduleChange::default() };
    change_schedules(&day, off).await;
    day.import(bulk([candidate("A", "1", json!({}))])).await;
    scheduler.tick().await.unwrap();
    assert_eq!(day.candidates("A").await[0].status, Status::New);
    let paused = ScheduleChange {
        active: Some(true),
        paused_until: Some(Some(at("12:10:30"))),
        ..ScheduleChange::default()
    };
    change_schedules(&day, paused).await;
    day.later(600);
    scheduler.tick().await.unwrap();
    assert_eq!(day.candidates("A").await[0].status, Status::New);
    day.later(30);
    scheduler.tick().await.unwrap();
    assert_eq!(day.candidates("A").await[0].status, Status::Processed);
    let view = day.test.services.runs.schedule(&day.caller(), organisation(&day).await).await.unwrap();
    assert_eq!(view.next_runs[0], at("12:11:00"));
    let schedule = ScheduleChange { cron: Some("0 0 31 2 *".into()), ..ScheduleChange::default() };
    let nonsense = SettingsChange { schedule, merge_lines: Some(true), ..SettingsChange::default() };
    let rejected = day
        .test
        .services
        .runs
        .change_process_settings(&day.caller(), organisation(&day).await, nonsense)
        .await;
    assert_eq!(rejected.unwrap_err().problems[0].code, ProblemCode::ScheduleInvalid);
}

#[tokio::test]
async fn corrected_master_data_revalidates_candidates() {
    let day = Day::begin().await;
    day.test.load("products:\n  - {code: NEW, name: New, uom: PCE}").await;
    day.import(bulk([candidate("A", "1", json!({ "product": { "code": "NEW" } }))])).await;
    let scheduler = day.test.services.runs.scheduler();
    scheduler.tick().await.unwrap();
    assert_eq!(day.candidates("A").await[0].status, Status::Error);
    let price = "product-prices:\n  - {priceList: DE-EUR, validFrom: 2015-01-01, product: NEW, uom: PCE, \
                 price: 3.00, taxCategory: standard}";
    day.test.load(price).await;
    day.later(60);
    let tick = scheduler.tick().await.unwrap();
    let mut kinds = Vec::new();
    for run in &tick.runs {
        kinds.push(day.test.services.runs.process_run(&day.caller(), *run).await.unwrap().run.kind);
    }
    assert_eq!(kinds, [RunKind::Revalidate, RunKind::Process]);
    assert_eq!(day.candidates("A").await[0].status, Status::Processed);
    // nothing has changed since, so there is no run
    day.later(60);
    assert_eq!(scheduler.tick().await.unwrap().runs, []);
}

#[tokio::test]
async fn scheduler_lease_moves_when_heartbeats_stop() {
    let day = Day::begin().await;
    let other = day.test.start_second_instance().await;
    let (first, second) = (day.test.services.runs.scheduler(), other.services.runs.scheduler());
    assert!(!first.tick().await.unwrap().idle);
    assert!(second.tick().await.unwrap().idle);
    for _ in 0..SIGNS_OF_A_MINUTE {
        day.later(3);
        day.test.services.instances.send_heartbeat().await.unwrap();
        other.services.instances.send_heartbeat().await.unwrap();
        other.services.heartbeat.take_over().await.unwrap();
        assert!(second.tick().await.unwrap().idle, "an instance with heartbeats keeps the lease");
    }
    for _ in 0..SIGNS_OF_A_MINUTE {
        day.later(3);
        other.services.instances.send_heartbeat().await.unwrap();
        other.services.heartbeat.take_over().await.unwrap();
    }
    assert!(!second.tick().await.unwrap().idle, "an instance without heartbeats loses the lease");
    assert!(first.tick().await.unwrap().idle);
    other.services.heartbeat.live(std::future::ready(())).await;
    day.test.services.instances.send_heartbeat().await.unwrap();
    assert!(
        !first.tick().await.unwrap().idle,
        "an ended instance releases the lease, and a suspended one re-registers"
    );
}

/// Polls a future at most `polls` times and drops it, like an aborted task.
async fn cancel_after(polls: usize, future: impl Future) {
    let mut future = std::pin::pin!(future);
    for _ in 0..polls {
        let polled = std::future::poll_fn(|context| Poll::Ready(future.as_mut().poll(context)));
        if polled.await.is_ready() {
            return;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn instance_that_stops_while_it_registers_leaves_no_row() {
    let day = Day::begin().await;
    for polls in 0..30 {
        cancel_after(polls, day.test.services.instances.is_housekeeping_leader()).await;
        day.test.services.heartbeat.live(std::future::ready(())).await;
        let rows = day.test.database.figure("SELECT count(*) FROM instance");
        assert_eq!(rows, 0, "cancelled after {polls} polls");
    }
}
