//! Voiding of orders with concurrent changes.

use orderdock_domain::candidate::{HoldReason, Status};
use orderdock_domain::order::Order;
use orderdock_testkit::{CompetingSql, bulk, candidate, operator};
use serde_json::json;

use crate::common::{Day, call};

#[tokio::test]
async fn voiding_succeeds_despite_repeated_conflicts() {
    let day = Day::begin().await;
    day.import(bulk([candidate("A", "1", json!({})), candidate("A", "2", json!({}))])).await;
    day.process().await;
    let order = day.orders().await.remove(0);
    let others = CompetingSql {
        before_writing: "UPDATE sales_order SET version = version + 1".into(),
        ..CompetingSql::default()
    };
    let server = day.test.start_racing_instance(others).await;
    let command = call(&format!("/api/sales/order/{}/void", order.id));
    let word = |order: &Order| order.status.as_str().into();
    let response =
        server.services.orders.void_order(&operator(&server.services), order.id, None, command, word).await;
    assert_eq!(response.unwrap().body, b"voided");
    assert_eq!(day.statuses("A").await, [(Status::Inactive, Some(HoldReason::OrderVoided)); 2]);
}
