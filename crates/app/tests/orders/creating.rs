//! Creation of whole orders by the use case, without HTTP.

use std::sync::Arc;

use crate::common::{Day, number};
use orderdock_app::{
    CallCommand, Caller, EncodedResponse, Idempotency, OrderCommand, OrderResult, Outcome, Received,
};
use orderdock_domain::access::Scope;
use orderdock_domain::ids::CallerId;
use orderdock_domain::import::RequestKind;
use orderdock_domain::order::{OrderLineRequest, OrderRequest};
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::text;

const PATH: &str = "/api/sales/order";

fn request(lines: &[(&str, &str)]) -> OrderRequest {
    let code = |code: &str| text::Code::parse(code).unwrap().unwrap();
    let line = |(product, qty): &(&str, &str)| OrderLineRequest {
        product_code: code(product),
        qty: number(qty),
        price: None,
    };
    OrderRequest {
        ship_bpartner_code: code("G0001"),
        date_promised: "2026-12-08T13:00:00.000Z".parse().unwrap(),
        doc_type_name: None,
        lines: lines.iter().map(line).collect(),
    }
}

async fn caller(day: &Day) -> Caller {
    let reference = day.test.services.reference().await.unwrap();
    let organisation = reference.organisations.iter().find(|one| one.code == "001").unwrap().id;
    let mut caller = day.caller();
    caller.default_organisation = Some(organisation);
    caller.actor.caller = Some(CallerId(1));
    caller
}

/// Encodes number, number of lines and total as the response body.
fn encode(result: &OrderResult<'_>) -> Vec<u8> {
    let number = result.order.document_no.as_ref().map_or("-", |number| number.as_str());
    format!("{number} {} {}", result.order.lines.len(), result.order.total_lines).into_bytes()
}

async fn create(
    day: &Day,
    request: OrderRequest,
    key: Option<&str>,
    dry_run: bool,
) -> Outcome<EncodedResponse> {
    let caller = caller(day).await;
    let idempotency = match key {
        None => None,
        Some(key) => {
            match day.test.services.idempotency.begin_idempotent(&caller, key, "POST", PATH, b"{}").await? {
                Idempotency::Started(run) => Some(run),
                Idempotency::Replay(response) => return Ok(response),
            }
        }
    };
    let received = Received {
        kind: RequestKind::Call,
        method: "POST".into(),
        path: PATH.into(),
        query: String::new(),
        media_type: "application/json".into(),
        body: "{}".into(),
        strict: false,
        replay_of: None,
    };
    let command = OrderCommand { request, dry_run, call: CallCommand { received, idempotency } };
    day.test.services.orders.create_order(caller, command, Arc::new(encode)).await
}

#[tokio::test]
async fn created_order_is_stored_as_completed() {
    let day = Day::begin().await;
    let response = create(&day, request(&[("P002737", "3"), ("A001", "2")]), None, false).await.unwrap();
    assert_eq!((response.status, response.body.as_slice()), (200, &b"000001 2 81"[..]));
    let order = day.orders().await.remove(0);
    assert_eq!(order.status.as_str(), "completed");
    assert_eq!(order.grand_total, order.total_lines + order.total_tax);
}

#[tokio::test]
async fn repeated_idempotency_key_returns_the_first_response() {
    let day = Day::begin().await;
    let first = create(&day, request(&[("P002737", "3")]), Some("k"), false).await.unwrap();
    let again = create(&day, request(&[("P002737", "3")]), Some("k"), false).await.unwrap();
    assert_eq!((first.body.as_slice(), &first), (&b"000001 1 30"[..], &again));
    assert_eq!(day.orders().await.len(), 1);
}

#[tokio::test]
async fn dry_run_writes_nothing_and_assigns_no_number() {
    let day = Day::begin().await;
    let dry = create(&day, request(&[("P002737", "3")]), None, true).await.unwrap();
    assert_eq!((dry.status, dry.body.as_slice()), (200, &b"- 1 30"[..]));
    assert_eq!(day.orders().await, []);
    let real = create(&day, request(&[("P002737", "3")]), None, false).await.unwrap();
    assert_eq!(real.body, b"000001 1 30");
}

#[tokio::test]
async fn all_faults_of_an_order_are_reported_together() {
    let day = Day::begin().await;
    let faulty = request(&[("P002737", "0"), ("NOWHERE", "1")]);
    let failure = create(&day, faulty, None, false).await.unwrap_err();
    let codes: Vec<_> =
        failure.problems.iter().map(|problem| (problem.code, problem.pointer.as_ref())).collect();
    assert_eq!(failure.status(), 400);
    assert!(codes.contains(&(ProblemCode::QtyNotPositive, "/lines/0/qty")), "{codes:?}");
    assert!(codes.iter().any(|(_, pointer)| *pointer == "/lines/1/productCode"), "{codes:?}");
    assert_eq!(day.orders().await, []);
}

#[tokio::test]
async fn creating_an_order_needs_its_scope() {
    let day = Day::begin().await;
    let caller = Caller {
        scopes: orderdock_domain::access::Scopes::new(vec![Scope::CandidatesWrite, Scope::CandidatesRead]),
        ..caller(&day).await
    };
    let received = Received {
        kind: RequestKind::Call,
        method: "POST".into(),
        path: PATH.into(),
        query: String::new(),
        media_type: String::new(),
        body: "".into(),
        strict: false,
        replay_of: None,
    };
    let call = CallCommand { received, idempotency: None };
    let command = OrderCommand { request: request(&[("P002737", "1")]), dry_run: false, call };
    let rejected =
        day.test.services.orders.create_order(caller, command, Arc::new(encode)).await.unwrap_err();
    assert_eq!(rejected.status(), 403);
}

#[tokio::test]
async fn concurrent_orders_are_numbered_without_gaps() {
    let day = Arc::new(Day::begin().await);
    let callers: Vec<_> = (0..20)
        .map(|_| {
            let day = day.clone();
            tokio::spawn(
                async move { create(&day, request(&[("P002737", "1")]), None, false).await.unwrap() },
            )
        })
        .collect();
    let mut numbers = Vec::new();
    for caller in callers {
        numbers.push(String::from_utf8(caller.await.unwrap().body).unwrap());
    }
    numbers.sort();
    let expected: Vec<_> = (1..=20).map(|number| format!("{number:06} 1 10")).collect();
    assert_eq!(numbers, expected);
}
