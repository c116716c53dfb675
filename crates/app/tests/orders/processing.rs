//! Processing of candidates to orders: due lines, holds, dry runs, releases and problems.

use crate::common::{Day, SOURCE, call, number};
use orderdock_app::{DRY_RUN_SAMPLE, PlannedHold, PlannedRelease, RunCommand, RunTask, UnprocessedCounts};
use orderdock_domain::candidate::{Hold, HoldReason, Releases, Status};
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::processing::{RunCandidateResult, RunCounts, RunOutcome, RunState, RunTrigger};
use orderdock_store::{CandidateFilter, RunResultOutcome, RunTarget, Selection};
use orderdock_testkit::{bulk, candidate};
use serde_json::json;

const NEW: Status = Status::New;
const DONE: (Status, Option<HoldReason>) = (Status::Processed, None);

#[tokio::test]
async fn bulk_becomes_orders_in_the_next_run() {
    let day = Day::begin().await;
    let rows = [
        candidate("A", "1", json!({})),
        candidate("A", "2", json!({ "qty": 2 })),
        candidate("B", "1", json!({})),
    ];
    day.import(bulk(rows)).await;
    let run = day.process().await;
    assert_eq!(run.state, RunState::Done);
    assert_eq!(run.counts, RunCounts { selected: 3, processed: 3, orders: 2, skipped: 0, failed: 0 });
    let orders = day.orders().await;
    let numbers: Vec<_> = orders.iter().map(|order| order.document_no.as_ref().unwrap().as_str()).collect();
    assert_eq!(numbers, ["000001", "000002"]);
    let first = &orders[0];
    assert_eq!(first.lines.len(), 2);
    assert_eq!(first.lines[1].qty, number("2"));
    assert_eq!(first.total_lines, number("70"));
    assert_eq!(first.grand_total, first.total_lines + first.total_tax);
    assert_eq!(first.run, Some(run.id));
    assert_eq!(day.statuses("A").await, [DONE, DONE]);
    let placed = day
        .test
        .services
        .orders
        .orders_of_candidates(&day.caller(), vec![day.candidates("B").await[0].id])
        .await;
    assert_eq!(placed.unwrap()[0].document_no, "000002");
    // a second run finds nothing to process
    assert_eq!(day.process().await.counts, RunCounts::default());
}

#[tokio::test]
async fn single_lines_settle_before_they_are_processed() {
    let day = Day::begin().await;
    day.import_one(candidate("A", "1", json!({}))).await;
    day.later(20);
    day.import_one(candidate("A", "2", json!({}))).await;
    assert_eq!(day.process().await.counts.skipped, 2);
    assert_eq!(day.statuses("A").await, [(NEW, Some(HoldReason::HeaderSettling)); 2]);
    day.later(29);
    assert_eq!(day.process().await.counts.processed, 0);
    day.later(1);
    assert_eq!(day.process().await.counts.orders, 1);
    assert_eq!(day.statuses("A").await, [DONE, DONE]);
}

#[tokio::test]
async fn flat_ids_settle_by_buyer_and_reference() {
    let day = Day::begin().await;
    let flat = |id: &str, reference: &str| {
        let names = json!({ "externalHeaderId": null, "externalLineId": null, "product": null });
        let mut row = candidate("-", "-", names);
        row["externalId"] = json!(id);
        row["productCode"] = json!("P002737");
        row["poReference"] = json!(reference);
        row
    };
    day.import_one(flat("f1", "R")).await;
    day.later(25);
    day.import_one(flat("f2", "R")).await;
    day.import_one(flat("f3", "S")).await;
    day.later(10);
    assert_eq!(day.process().await.counts.processed, 0, "the newer line holds the older one");
    day.later(20);
    assert_eq!(
        day.process().await.counts,
        RunCounts { selected: 3, processed: 3, orders: 2, ..RunCounts::default() }
    );
}

#[tokio::test]
async fn announced_header_waits_for_all_lines() {
    let day = Day::begin().await;
    let line = |number: &str| candidate("A", number, json!({ "headerLineCount": 2 }));
    day.import(bulk([line("1")])).await;
    day.later(3_600);
    day.process().await;
    assert_eq!(day.statuses("A").await, [(NEW, Some(HoldReason::HeaderIncomplete))]);
    day.import_one(line("2")).await;
    assert_eq!(day.process().await.counts.orders, 1);
    assert_eq!(day.statuses("A").await, [DONE, DONE]);
}

#[tokio::test]
async fn header_waits_for_its_rejected_line() {
    let day = Day::begin().await;
    let bad = candidate("A", "2", json!({ "qty": "much" }));
    let response =
        day.test.import_bulk("?errorPolicy=row", bulk([candidate("A", "1", json!({})), bad])).await;
    assert_eq!(response.status, 207, "{}", response.text);
    day.later(60);
    day.process().await;
    let held = day.candidates("A").await[0].hold.clone().unwrap();
    assert!(matches!(&held, Hold::SiblingRejected { line_id } if *line_id == "2"), "{held:?}");
    day.import_one(candidate("A", "2", json!({}))).await;
    day.later(30);
    assert_eq!(day.process().await.counts.orders, 1);
}

/// The rejected line arrives in a later request that contains no other line of the order.
#[tokio::test]
async fn line_rejected_later_holds_its_siblings() {
    let day = Day::begin().await;
    day.import(bulk([candidate("A", "1", json!({})), candidate("B", "1", json!({}))])).await;
    assert_eq!(day.statuses("A").await, [(NEW, None)]);
    for other in [Some(candidate("C", "1", json!({}))), None] {
        let line = if other.is_some() { "2" } else { "3" };
        let bad = candidate("A", line, json!({ "qty": "much" }));
        let status = if other.is_some() { 207 } else { 400 };
        let rows = other.into_iter().chain([bad]);
        let response = day.test.import_bulk("?errorPolicy=row", bulk(rows)).await;
        assert_eq!(response.status, status, "{}", response.text);
        let held = day.candidates("A").await[0].hold.clone().unwrap();
        assert!(matches!(&held, Hold::SiblingRejected { line_id } if *line_id == line), "{held:?}");
        day.import_one(candidate("A", line, json!({}))).await;
        assert_eq!(day.candidates("A").await[0].hold, None, "the missing line was imported");
    }
    assert_eq!(day.statuses("B").await, [(NEW, None)]);
}

#[tokio::test]
async fn faulty_line_holds_only_its_header() {
    let day = Day::begin().await;
    let rows = [
        candidate("A", "1", json!({})),
        candidate("A", "2", json!({ "qty": 0 })),
        candidate("B", "1", json!({})),
    ];
    day.import(bulk(rows)).await;
    let [good, bad] = day.candidates("A").await.try_into().unwrap();
    let culprit = Hold::SiblingError { candidate: bad.id, code: ProblemCode::QtyNotPositive };
    assert_eq!((good.status, good.hold), (NEW, Some(culprit.clone())), "the import stores the hold");
    let run = day.process().await;
    assert_eq!((run.counts.orders, run.counts.skipped), (1, 1));
    let results =
        async |run| day.test.services.runs.run_results(&day.caller(), run, None, None, 100).await.unwrap();
    // the import recorded the hold, so a scheduled run has nothing new to record
    let [ordered] = results(run.id).await.try_into().unwrap();
    assert!(matches!(ordered.outcome, RunResultOutcome::Ordered { .. }));
    let again = day.process().await;
    assert_eq!(results(again.id).await, []);
    // a run of a selection has a result for each of its lines
    let selected = day.process_header("A").await;
    let held = RunResultOutcome::Held(culprit.clone());
    let outcomes: Vec<_> = results(selected.id).await.into_iter().map(|result| result.outcome).collect();
    assert_eq!(outcomes, [held, RunResultOutcome::Passed(Status::Error)]);
    assert_eq!(day.candidates("A").await[0].hold, Some(culprit));
}

#[tokio::test]
async fn selected_candidates_are_processed_if_their_hold_is_released() {
    let day = Day::begin().await;
    day.import_one(candidate("A", "1", json!({ "headerLineCount": 9 }))).await;
    day.import_one(candidate("B", "1", json!({}))).await;
    let release = Releases::NONE.with(HoldReason::HeaderIncomplete);
    let imported = day.candidates("A").await;
    assert_eq!(day.statuses("A").await, [(NEW, Some(HoldReason::HeaderIncomplete))]);
    for (release, orders) in [(Releases::NONE, 0), (release, 1)] {
        let task = RunTask::Process(release);
        let planned = day
            .test
            .services
            .runs
            .plan_run(&day.caller(), &task, RunTarget::Selected(day.header("A").await))
            .await
            .unwrap();
        assert_eq!((planned.orders.len(), planned.counts.processed), (orders, orders as u64));
        let gain = PlannedRelease { given: orders == 1, candidates: 1, orders: 1, failed: 0 };
        let hold = PlannedHold { reason: HoldReason::HeaderIncomplete, candidates: 1, release: Some(gain) };
        assert_eq!(planned.holds, [hold]);
        let released: Vec<_> = planned.released.iter().map(|one| (one.reason, one.place)).collect();
        assert_eq!(released, [(HoldReason::HeaderIncomplete, (orders == 1).then_some(0))]);
        let total = planned.released[0].new.order.grand_total;
        let worth: Vec<_> = planned.worth.iter().map(|worth| (worth.orders, worth.amount)).collect();
        assert_eq!(worth, [(1, Some(total))][..orders], "held orders have no value");
        assert_eq!(day.candidates("A").await, imported, "a dry run writes nothing");
    }
    assert_eq!(day.process_header("A").await.counts.orders, 0);
    assert_eq!(day.statuses("A").await, [(NEW, Some(HoldReason::HeaderIncomplete))]);
    let gather = RunTarget::Selected(day.header("A").await);
    let command = RunCommand { task: RunTask::Process(release), trigger: RunTrigger::Call, gather };
    let run = day.run_command(command).await;
    assert_eq!((run.counts.orders, run.release), (1, release));
    assert_eq!(
        day.orders().await[0].document_no.as_ref().unwrap(),
        &"000001",
        "a dry run assigns no document number"
    );
    let all = [day.candidates("A").await, day.candidates("B").await].concat();
    let ids: Vec<_> = all.iter().map(|one| one.id).collect();
    let run = day.run(RunTarget::Selected(Selection::Ids(ids))).await;
    assert_eq!((run.counts.selected, run.counts.processed, run.counts.skipped), (2, 1, 1));
    let results = day.test.services.runs.run_results(&day.caller(), run.id, None, None, 100).await.unwrap();
    assert_eq!(results[0].outcome, RunResultOutcome::Passed(Status::Processed));
}

/// The counts cover the whole selection, the lists only a sample.
#[tokio::test]
async fn dry_run_counts_all_candidates_and_lists_a_sample() {
    let day = Day::begin().await;
    let sample = u64::try_from(DRY_RUN_SAMPLE).unwrap();
    let (good, bad) = (sample + 500, sample + 300);
    let lines = |header: String, count: u64, change: serde_json::Value| {
        (0..count).map(move |line| candidate(&header, &line.to_string(), change.clone()))
    };
    day.import(bulk((0..good / 50).flat_map(|header| lines(format!("G{header}"), 50, json!({}))))).await;
    day.import(bulk(lines("B".to_owned(), bad, json!({ "qty": 0 })))).await;
    day.import(bulk(lines("L".to_owned(), 7, json!({})))).await;
    let select = |status| CandidateFilter { statuses: vec![status], ..CandidateFilter::default() };
    for (filter, selected, ordered) in [
        (CandidateFilter { statuses: vec![NEW, Status::Error], ..select(NEW) }, good + bad + 7, good + 7),
        (select(Status::Error), bad, 0),
    ] {
        let selection = Selection::Filter { filter: Box::new(filter), exclude: Vec::new() };
        let planned = day
            .test
            .services
            .runs
            .plan_run(&day.caller(), &RunTask::Process(Releases::NONE), RunTarget::Selected(selection))
            .await
            .unwrap();
        assert_eq!((planned.counts.selected, planned.counts.processed), (selected, ordered));
        assert_eq!(planned.stays, UnprocessedCounts { error: bad, ..UnprocessedCounts::default() });
        let is_ordered = |result: &&RunCandidateResult| matches!(result.outcome, RunOutcome::Ordered { .. });
        let shown = planned.results.iter().filter(is_ordered).count();
        let expected = DRY_RUN_SAMPLE.min(usize::try_from(ordered).unwrap());
        assert_eq!((shown, planned.results.len()), (expected, expected + DRY_RUN_SAMPLE));
        let lines: usize = planned.orders.iter().map(|new| new.order.lines.len()).sum();
        assert_eq!(lines, expected, "complete orders of the sample");
    }
}

/// Uses the same call as the command line.
#[tokio::test]
async fn released_candidates_are_processed_with_the_due_ones() {
    let day = Day::begin().await;
    let source = |change: &str| format!("data-sources:\n  - {{internalNames: [{SOURCE}], {change}}}");
    day.test.load(&source("releaseByHand: true")).await;
    day.import(bulk([candidate("A", "1", json!({}))])).await;
    day.import_one(candidate("B", "1", json!({}))).await;
    let due = async |reasons: &[HoldReason]| {
        let release = reasons.iter().copied().collect();
        day.test.services.runs.process_due(&day.caller(), release).await.unwrap().run.counts.orders
    };
    assert_eq!(due(&[HoldReason::HeaderIncomplete]).await, 0);
    assert_eq!(day.statuses("A").await, [(NEW, Some(HoldReason::Release))]);
    assert_eq!(due(&[HoldReason::Release]).await, 1, "includes candidates already held for this reason");
    assert_eq!(day.statuses("A").await, [DONE]);
    assert_eq!(day.statuses("B").await, [(NEW, Some(HoldReason::HeaderSettling))], "not selected");
}

#[tokio::test]
async fn candidates_of_a_voided_order_are_excluded() {
    let day = Day::begin().await;
    day.import(bulk([candidate("A", "1", json!({})), candidate("A", "2", json!({}))])).await;
    day.process().await;
    let order = day.orders().await.remove(0);
    let call = || call(&format!("/api/sales/order/{}/void", order.id));
    let word = |order: &orderdock_domain::order::Order| order.status.as_str().into();
    let response =
        day.test.services.orders.void_order(&day.caller(), order.id, None, call(), word).await.unwrap();
    assert_eq!(response.body, b"voided");
    assert_eq!(day.statuses("A").await, [(Status::Inactive, Some(HoldReason::OrderVoided)); 2]);
    let voided = day.orders().await.remove(0);
    assert_eq!(
        (voided.status.as_str(), &voided.lines, &voided.document_no),
        ("voided", &order.lines, &order.document_no)
    );
    let ids: Vec<_> = day.candidates("A").await.iter().map(|one| one.id).collect();
    assert_eq!(day.test.services.orders.orders_of_candidates(&day.caller(), ids).await.unwrap(), []);
    let again = day
        .test
        .services
        .orders
        .void_order(&day.caller(), order.id, None, call(), |_| Vec::new())
        .await
        .unwrap_err();
    assert_eq!(again.problems[0].code, ProblemCode::OrderVoided);
    // the document number is not assigned again
    day.import(bulk([candidate("B", "1", json!({}))])).await;
    day.process().await;
    assert_eq!(day.orders().await[1].document_no.as_ref().unwrap(), &"000002");
}

#[tokio::test]
async fn run_finds_problems_that_arose_after_the_import() {
    let day = Day::begin().await;
    day.import(bulk([candidate("A", "1", json!({}))])).await;
    day.test.load("products:\n  - {code: P002737, name: Tee, uom: PCE, active: false}").await;
    let run = day.process().await;
    assert_eq!(run.counts.failed, 1);
    let [one] = day.candidates("A").await.try_into().unwrap();
    assert_eq!((one.status, one.problems[0].code), (Status::Error, ProblemCode::ProductInactive));
}

#[tokio::test]
async fn orders_and_runs_of_other_organisations_are_hidden() {
    let day = Day::begin().await;
    day.import(bulk([candidate("A", "1", json!({}))])).await;
    let run = day.process().await;
    let order = day.orders().await[0].id;
    let stranger = orderdock_app::Caller {
        organisations: orderdock_domain::access::OrgScope::These(vec![]),
        ..day.caller()
    };
    let app = &day.test.services;
    assert_eq!(app.orders.order(&stranger, order).await.unwrap_err().status(), 404);
    assert_eq!(app.runs.process_run(&stranger, run.id).await.unwrap_err().status(), 404);
    assert_eq!(app.runs.process_runs(&stranger, None, 10).await.unwrap(), []);
    let ids = Selection::Ids(vec![day.candidates("A").await[0].id]);
    assert_eq!(
        app.runs
            .plan_run(&stranger, &RunTask::Process(Releases::NONE), RunTarget::Selected(ids))
            .await
            .unwrap_err()
            .status(),
        404
    );
}
