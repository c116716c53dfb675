//! Undoing of runs: restored candidates, skipped candidates, and undoing of an undo.

use std::sync::Arc;

use orderdock_app::{HistoryItem, HistoryQuery, OrderChange, RunCommand, RunTask, UndoTask};
use orderdock_domain::candidate::{Candidate, Field, HoldReason, Status};
use orderdock_domain::correction::{CandidateEdit, FieldEdit, PreviousState};
use orderdock_domain::ids::RunId;
use orderdock_domain::order::OrderStatus;
use orderdock_domain::processing::{Run, RunState, RunTrigger};
use orderdock_domain::text::Text;
use orderdock_store::{OrderFilter, OrderQuery, RunTarget, Selection};
use orderdock_testkit::{bulk, candidate};
use serde_json::json;

use crate::common::{Day, number};

fn undo(run: RunId) -> RunCommand {
    let reason = Text::parse("made too early").unwrap();
    RunCommand {
        task: RunTask::Undo(Arc::new(UndoTask { run, reason })),
        trigger: RunTrigger::Call,
        gather: RunTarget::DoneBy(run),
    }
}

impl Day {
    async fn with_lines(lines: usize) -> Self {
        let day = Self::begin().await;
        day.import(bulk((0..lines).map(|line| candidate("H", &line.to_string(), json!({}))))).await;
        day
    }

    async fn edit(&self, changes: Vec<(Field, FieldEdit)>, active: Option<bool>) -> Run {
        self.run_command(RunCommand {
            task: RunTask::Edit(Arc::new(CandidateEdit { changes, active, ..CandidateEdit::default() })),
            trigger: RunTrigger::Command,
            gather: RunTarget::Selected(self.header("H").await),
        })
        .await
    }

    async fn undo(&self, run: RunId) -> Run {
        self.run_command(undo(run)).await
    }

    async fn states(&self) -> Vec<(PreviousState, String)> {
        let of = |one: &Candidate| (PreviousState::of(one), one.qty.to_string());
        self.candidates("H").await.iter().map(of).collect()
    }
}

fn quantity(text: &str) -> Vec<(Field, FieldEdit)> {
    vec![(Field::Qty, FieldEdit::Set(number(text).into()))]
}

#[tokio::test]
async fn undo_of_an_edit_can_be_undone() {
    let day = Day::with_lines(3).await;
    day.edit(quantity("7"), None).await;
    let before = day.states().await;
    let edit = day.edit(quantity("9"), Some(false)).await;
    let after = day.states().await;
    let back = day.undo(edit.id).await;
    assert_eq!((back.state, back.counts.processed, back.undoes), (RunState::Done, 3, Some(edit.id)));
    assert_eq!(day.states().await, before, "with actor and time of each value");
    day.undo(back.id).await;
    assert_eq!(day.states().await, after);
}

#[tokio::test]
async fn undo_skips_candidates_changed_since() {
    let day = Day::with_lines(3).await;
    let edit = day.edit(quantity("9"), None).await;
    let chosen = day.candidates("H").await[1].id;
    let by_hand = CandidateEdit { changes: quantity("4"), ..CandidateEdit::default() };
    day.run_command(RunCommand {
        task: RunTask::Edit(Arc::new(by_hand)),
        trigger: RunTrigger::Command,
        gather: RunTarget::Selected(Selection::Ids(vec![chosen])),
    })
    .await;
    let plan = day
        .test
        .services
        .runs
        .plan_undo(&day.caller(), UndoTask { run: edit.id, reason: None })
        .await
        .unwrap();
    assert_eq!((plan.counts.restored, plan.counts.left), (2, 1));
    assert_eq!((plan.left[0].code.as_str(), plan.left[0].sample[0].0), ("undo.changed", chosen));
    let back = day.undo(edit.id).await;
    assert_eq!((back.counts.processed, back.counts.failed), (2, 1));
    let quantities: Vec<_> = day.states().await.into_iter().map(|(_, qty)| qty).collect();
    assert_eq!(quantities, ["5", "4", "5"]);
}

#[tokio::test]
async fn undo_of_a_run_voids_its_orders() {
    let day = Day::with_lines(2).await;
    let made = day.process_header("H").await;
    let back = day.undo(made.id).await;
    assert_eq!((back.counts.orders, back.counts.processed), (1, 2));
    let orders = day.orders().await;
    assert_eq!(orders[0].status, OrderStatus::Voided);
    let query = HistoryQuery { newest_first: true, after: None, limit: 1 };
    let history = day.test.services.orders.order_history(&day.caller(), orders[0].id, query).await.unwrap();
    let HistoryItem::Change(OrderChange::Voided(voided)) = &history.items[0] else { panic!("{history:?}") };
    assert_eq!(voided.reason.as_ref().unwrap().as_str(), "made too early");
    assert_eq!(day.statuses("H").await, [(Status::Inactive, Some(HoldReason::OrderVoided)); 2]);
    // a scheduled run skips excluded candidates until a user restores them
    assert_eq!(day.process().await.counts.processed, 0);
    day.undo(back.id).await;
    assert_eq!(day.statuses("H").await, [(Status::New, None); 2]);
    let again = day.process_header("H").await;
    assert_eq!(again.counts.orders, 1);
    let query = OrderQuery {
        filter: OrderFilter { status: Some(OrderStatus::Completed), ..OrderFilter::default() },
        descending: false,
        after: None,
        limit: 9,
        counted: true,
    };
    assert_eq!(day.test.services.orders.find_orders(&day.caller(), query).await.unwrap().total.value, 1);
}

#[tokio::test]
async fn requested_undo_continues_after_a_restart() {
    const ALL: usize = 3_000;
    let day = Day::with_lines(ALL).await;
    let before = day.states().await;
    let edit = day.edit(quantity("9"), None).await;
    let run = day.start(undo(edit.id)).await;
    let rejected = day.try_to_start(undo(edit.id)).await.unwrap_err();
    assert_eq!(rejected.problems[0].code.as_str(), "run.undone");
    while day.run_state(run).await.counts.processed == 0 {
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    day.test.services.runs.stop_runs().await;
    day.test.services.heartbeat.live(std::future::ready(())).await;
    let day = Day { test: day.test.restart().await };
    day.test.services.heartbeat.take_over().await.unwrap();
    let ended = day.ended(run).await;
    assert_eq!((ended.state, ended.counts.processed), (RunState::Done, ALL as u64), "{ended:?}");
    assert_eq!(day.states().await, before);
}
