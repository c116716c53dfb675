//! Candidates become orders: from the request to the figures.
#![expect(clippy::unwrap_used, reason = "a test that cannot be prepared is to fail where it stands")]

mod common;

use common::{Day, number};
use jiff::SignedDuration;
use orderdock_app::{RunResultOutcome, Selection};
use orderdock_domain::candidate::{Hold, HoldReason, Status};
use orderdock_domain::processing::{RunCounts, RunState};
use orderdock_testkit::{bulk, candidate};
use serde_json::json;

#[tokio::test]
async fn a_bulk_becomes_orders_at_once() {
    let day = Day::begin().await;
    let rows = [
        candidate("A", "1", json!({})),
        candidate("A", "2", json!({ "qty": 2 })),
        candidate("B", "1", json!({})),
    ];
    day.import(bulk(rows)).await;
    let run = day.process().await;
    assert_eq!(run.state, RunState::Done);
    assert_eq!(run.counts, RunCounts { selected: 3, processed: 3, orders: 2, stayed: 0, failed: 0 });
    let orders = day.orders().await;
    let numbers: Vec<_> = orders.iter().map(|order| order.document_no.as_ref().unwrap().as_str()).collect();
    assert_eq!(numbers, ["000001", "000002"]);
    let first = &orders[0];
    assert_eq!(first.lines.len(), 2);
    assert_eq!(first.lines[1].qty, number("2"));
    assert_eq!(first.total_lines, first.lines.iter().map(|line| line.net).sum());
    assert_eq!(first.run, Some(run.id));
    for candidate in day.candidates("A").await {
        assert_eq!((candidate.status, candidate.hold), (Status::Processed, None));
    }
}
