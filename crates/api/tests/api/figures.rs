//! Counts of candidates, figures of received candidates, and filters by outcome, over HTTP.

use jiff::SignedDuration;
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate};
use serde_json::{Value, json};

/// Starts an application with three valid lines and one without a price.
async fn app_with_candidates() -> (TestApp, Value) {
    let app = TestApp::start().await;
    app.load("products: [{code: BARE, name: Without a price, uom: PCE}]").await;
    let rows = [
        candidate("H1", "1", json!({})),
        candidate("H1", "2", json!({})),
        candidate("H2", "1", json!({})),
        candidate("H3", "1", json!({ "product": { "code": "BARE" } })),
    ];
    let response = app.import_bulk("", bulk(rows)).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let result = response.json()["result"].clone();
    assert_eq!(result[3]["problems"][0]["code"], "price.none", "{}", response.text);
    (app, result)
}

async fn get(app: &TestApp, path: &str) -> HttpResponse {
    app.get(&app.admin, path).await
}

fn exact(value: u64) -> Value {
    json!({ "value": value, "exact": true })
}

#[tokio::test]
async fn counts_by_status_follow_filters() {
    let (app, _) = app_with_candidates().await;
    for (query, [all, new, error]) in [
        ("", [4, 3, 1]),
        ("?status=error", [4, 3, 1]),
        ("?externalHeaderId=H1", [2, 2, 0]),
        ("?problem=price.none", [1, 0, 1]),
        ("?problem=price.none&q=h1", [0, 0, 0]),
    ] {
        let response = get(&app, &format!("{CANDIDATES}/counts{query}")).await;
        let expected = json!({
            "all": exact(all), "new": exact(new), "ready": exact(new), "error": exact(error), "processed": exact(0), "inactive": exact(0)
        });
        assert_eq!((response.status, response.json()), (200, expected), "{query}");
    }
}

#[tokio::test]
async fn lists_are_filtered_by_run_outcome() {
    let (app, result) = app_with_candidates().await;
    let request = get(&app, &format!("{CANDIDATES}/{}", result[0]["id"])).await.json()["requestId"].clone();
    let selection = json!({ "selection": { "filter": { "problem": "price.none", "hasAttachment": false } } });
    let run = app.post(&app.admin, &format!("{CANDIDATES}/revalidate"), selection.to_string()).await;
    let run = run.json()["id"].to_string();
    let ended = async || get(&app, &format!("/api/process-runs/{run}")).await.json()["state"] == "done";
    while !ended().await {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    for (query, count) in [
        ("problem=price.none".to_owned(), 1),
        ("problem=tax.none".to_owned(), 0),
        ("hold=sibling.error".to_owned(), 0),
        ("hasAttachment=false".to_owned(), 4),
        ("hasAttachment=true".to_owned(), 0),
        ("hasComments=false".to_owned(), 4),
        ("hasComments=true".to_owned(), 0),
        (format!("requestId={request}"), 4),
        ("requestId=1".to_owned(), 0),
        (format!("runId={run}"), 1),
        (format!("runId={run}&outcome=failed"), 1),
        (format!("runId={run}&outcome=passed"), 0),
    ] {
        let response = get(&app, &format!("{CANDIDATES}?{query}")).await;
        assert_eq!(
            (response.status, &response.json()["total"]),
            (200, &exact(count)),
            "{query} {}",
            response.text
        );
    }
    let results = get(&app, &format!("/api/process-runs/{run}/results?outcome=failed")).await;
    assert_eq!(results.json()["items"].as_array().unwrap().len(), 1, "{}", results.text);
    let results = get(&app, &format!("/api/process-runs/{run}/results?outcome=passed")).await;
    assert_eq!(results.json()["items"], json!([]));
}

#[tokio::test]
async fn invalid_filters_are_rejected() {
    let app = TestApp::start().await;
    for (query, member) in [
        ("problem=nothing", json!({ "problem": "nothing" })),
        ("hold=held", json!({ "hold": "held" })),
        ("hasAttachment=perhaps", json!({ "hasAttachment": "perhaps" })),
        ("hasComments=2", json!({ "hasComments": 2 })),
        ("requestId=x", json!({ "requestId": "x" })),
        ("runId=x", json!({ "runId": "x" })),
        ("outcome=held", json!({ "outcome": "held" })),
        ("runId=7&outcome=lost", json!({ "runId": 7, "outcome": "lost" })),
    ] {
        for path in [CANDIDATES.to_owned(), format!("{CANDIDATES}/counts")] {
            let response = get(&app, &format!("{path}?{query}")).await;
            assert_eq!(
                (response.status, &response.json()["errors"][0]["code"]),
                (400, &json!("query.invalid"))
            );
        }
        let body = json!({ "selection": { "filter": member } }).to_string();
        let response = app.post(&app.admin, &format!("{CANDIDATES}/process"), body).await;
        assert_eq!(response.status, 400, "{query} {}", response.text);
        let pointer = response.json()["errors"][0]["pointer"].clone();
        assert!(pointer.as_str().unwrap().starts_with("/selection/filter/"), "{pointer}");
    }
    let unknown = get(&app, &format!("{CANDIDATES}/counts?limit=5")).await;
    assert_eq!((unknown.status, &unknown.json()["errors"][0]["code"]), (400, &json!("query.unknown")));
}

#[tokio::test]
async fn intake_is_counted_by_hours_and_days_of_organisation() {
    let (app, result) = app_with_candidates().await;
    app.clock.advance(SignedDuration::from_hours(30));
    assert_eq!(app.import(candidate("H4", "1", json!({})).to_string()).await.status, 201);
    let path = "/api/statistics/intake";
    for (period, buckets, received) in [("24h", 24, 1), ("7d", 7, 5), ("30d", 30, 5)] {
        let response = get(&app, &format!("{path}?period={period}")).await.json();
        let starts = response["buckets"].as_array().unwrap();
        assert_eq!(starts.len(), buckets);
        let start = starts[0]["start"].as_str().unwrap();
        assert!(start.ends_with(":00:00+02:00") || start.ends_with(":00:00+01:00"), "{start}");
        assert!(period == "24h" || start.contains("T00:00:00"), "{start}");
        let sum: u64 =
            starts.iter().map(|one| one["new"].as_u64().unwrap() + one["error"].as_u64().unwrap()).sum();
        assert_eq!(sum, received, "{period}");
        assert_eq!((&response["new"], &response["error"]), (&json!(4), &json!(1)));
        assert_eq!(response["oldestUnprocessed"]["candidateId"], result[0]["id"]);
        assert_eq!((&response["processedToday"], &response["failedRuns"]), (&json!(0), &json!(0)));
        let source = &response["sources"][0];
        assert_eq!(
            source["dataSource"]["name"],
            "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl"
        );
        let problem = &response["problems"][0];
        assert_eq!((&problem["code"], &problem["count"]), (&json!("price.none"), &json!(1)));
        assert!(!problem["message"].as_str().unwrap().contains('{'), "{problem}");
    }
    let elsewhere = get(&app, &format!("{path}?org=test-org-03")).await.json();
    assert_eq!((&elsewhere["new"], &elsewhere["oldestUnprocessed"]), (&json!(0), &Value::Null));
    for query in ["period=1y", "dataSource=none", "days=3"] {
        assert_eq!(get(&app, &format!("{path}?{query}")).await.status, 400, "{query}");
    }
}
