//! Pages of histories, and the limit of 1,000 comments per record.

use orderdock_testkit::{CANDIDATES, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

const ORDERS: &str = "/api/sales/order";

async fn imported(app: &TestApp) -> String {
    let response = app.import_bulk("", bulk([candidate("H", "1", json!({}))])).await;
    assert_eq!(response.status, 201, "{}", response.text);
    format!("{CANDIDATES}/{}", response.json()["result"][0]["id"])
}

async fn comment(app: &TestApp, record: &str, text: &str) -> u16 {
    let body = json!({ "text": text }).to_string();
    app.post(&app.admin, &format!("{record}/comments"), body).await.status
}

/// Returns all items of a history, read page by page, and the lengths of the pages.
async fn pages(app: &TestApp, record: &str, query: &str) -> (Vec<Value>, Vec<usize>) {
    let (mut items, mut lengths, mut after) = (Vec::new(), Vec::new(), String::new());
    loop {
        let page = app.get(&app.admin, &format!("{record}/history?{query}{after}")).await;
        assert_eq!(page.status, 200, "{}", page.text);
        let page = page.json();
        let found = page["items"].as_array().unwrap().clone();
        lengths.push(found.len());
        items.extend(found);
        match page["next"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => return (items, lengths),
        }
    }
}

fn summaries(items: &[Value]) -> Vec<String> {
    let shown = |item: &Value| {
        let text = item["comment"].as_str().or_else(|| item["event"].as_str()).unwrap();
        format!("{text} {}", item["version"])
    };
    items.iter().map(shown).collect()
}

#[tokio::test]
async fn long_history_of_candidate_has_next_page() {
    let app = TestApp::start().await;
    let record = imported(&app).await;
    for round in 0..4 {
        assert_eq!(comment(&app, &record, &format!("said {round}")).await, 201);
        app.clock.advance(jiff::SignedDuration::from_secs(5));
        let active = json!({ "active": round % 2 == 1 });
        assert_eq!(app.patch(&app.admin, &record, "*", active).await.status, 200);
        app.clock.advance(jiff::SignedDuration::from_secs(5));
    }
    let expected = [
        "imported 1",
        "said 0 1",
        "putAside 2",
        "said 1 2",
        "takenBack 3",
        "said 2 3",
        "putAside 4",
        "said 3 4",
        "takenBack 5",
    ];
    let (whole, lengths) = pages(&app, &record, "").await;
    assert_eq!((summaries(&whole), lengths), (expected.map(str::to_owned).to_vec(), vec![9]));
    let (items, lengths) = pages(&app, &record, "limit=2").await;
    assert_eq!((items, lengths), (whole.clone(), vec![2, 2, 2, 2, 1]));
    let (mut items, lengths) = pages(&app, &record, "limit=4&sort=-at").await;
    items.reverse();
    assert_eq!((items, lengths), (whole, vec![4, 4, 1]));
    for wrong in ["limit=0", "limit=501", "after=x", "sort=version", "page=2"] {
        let rejected = app.get(&app.admin, &format!("{record}/history?{wrong}")).await;
        assert_eq!(rejected.status, 400, "{wrong}");
    }
}

#[tokio::test]
async fn comment_above_limit_is_rejected() {
    let app = TestApp::start().await;
    let record = imported(&app).await;
    for number in 0..1_000 {
        assert_eq!(comment(&app, &record, &format!("{number}")).await, 201, "{number}");
    }
    let request = app.request(Method::POST, &format!("{record}/comments"));
    let request = request.header("Authorization", &app.admin).header("Accept-Language", "de");
    let rejected = send(request.json(&json!({ "text": "one more" }))).await;
    let error = &rejected.json()["errors"][0];
    assert_eq!((rejected.status, &error["code"]), (409, &json!("comments.too_many")));
    assert_eq!(error["message"], "Die Höchstzahl von 1000 Bemerkungen ist erreicht.");
    let (items, lengths) = pages(&app, &record, "limit=500").await;
    assert_eq!((items.len(), lengths), (1_001, vec![500, 500, 1]));
    let default = app.get(&app.admin, &format!("{record}/history")).await.json();
    assert_eq!(default["items"].as_array().unwrap().len(), 50);
}

#[tokio::test]
async fn history_of_order_is_paged() {
    let app = TestApp::start().await;
    imported(&app).await;
    let selection = json!({ "selection": { "filter": { "externalHeaderId": "H" } } }).to_string();
    let run = app.post(&app.admin, &format!("{CANDIDATES}/process"), selection).await;
    assert!(run.status < 300, "{}", run.text);
    let mut orders = json!([]);
    while orders.as_array().unwrap().is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        orders = app.get(&app.admin, ORDERS).await.json()["items"].clone();
    }
    let order = format!("{ORDERS}/{}", orders[0]["salesOrderId"].as_str().unwrap());
    for number in 0..5 {
        app.clock.advance(jiff::SignedDuration::from_secs(5));
        assert_eq!(comment(&app, &order, &format!("said {number}")).await, 201);
        if number == 2 {
            assert_eq!(app.post(&app.admin, &format!("{order}/void"), "").await.status, 200);
        }
    }
    let expected = ["created", "said 0", "said 1", "voided", "said 2", "said 3", "said 4"];
    let (whole, lengths) = pages(&app, &order, "limit=3").await;
    let words: Vec<_> =
        whole.iter().map(|one| one["comment"].as_str().or(one["event"].as_str()).unwrap()).collect();
    assert_eq!((words, lengths), (expected.to_vec(), vec![3, 3, 1]));
    let (mut items, _) = pages(&app, &order, "limit=2&sort=-at").await;
    items.reverse();
    assert_eq!(items, whole);
}
