//! Incoming orders over HTTP.

use orderdock_domain::access::Scope;
use orderdock_testkit::reqwest::Method;
use orderdock_testkit::{CANDIDATES, TestApp, bulk, candidate, send};
use serde_json::{Value, json};

/// Starts an application with two incoming orders of one organisation; one line of the second is in error.
async fn app_with_two_orders() -> TestApp {
    let app = TestApp::start().await;
    app.load("products: [{code: BARE, name: Without a price, uom: PCE}]").await;
    let rows = [
        candidate("H1", "1", json!({ "poReference": "B", "dateRequired": "2026-12-09" })),
        candidate("H2", "1", json!({ "poReference": "A", "dateRequired": "2026-12-08", "qty": 2 })),
        candidate("H1", "2", json!({ "poReference": "B", "dateRequired": "2026-12-10" })),
        candidate("H2", "2", json!({ "poReference": "A", "product": { "code": "BARE" } })),
    ];
    let response = app.import_bulk("", bulk(rows)).await;
    assert_eq!(response.status, 201, "{}", response.text);
    app
}

async fn headers(app: &TestApp, token: &str, query: &str) -> Value {
    let response = app.get(token, &format!("{CANDIDATES}/headers?{query}")).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.json()
}

fn names(page: &Value) -> Vec<&str> {
    page["items"].as_array().unwrap().iter().map(|one| one["externalHeaderId"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn incoming_orders_have_problem_and_value() {
    let app = app_with_two_orders().await;
    let bad = headers(&app, &app.admin, "status=error").await["items"][0]["candidateId"].clone();
    let body = json!({ "selection": { "filter": { "headerOf": [bad] } } });
    let run = app.request(Method::POST, &format!("{CANDIDATES}/process")).header("Prefer", "wait=20");
    let run = send(run.header("Authorization", &app.admin).json(&body)).await;
    assert_eq!((run.status, &run.json()["counts"]["orders"]), (200, &json!(0)), "{}", run.text);
    let page = headers(&app, &app.admin, "").await;
    assert_eq!((names(&page), &page["total"]), (vec!["H1", "H2"], &json!({ "value": 2, "exact": true })));
    let [good, bad] = [&page["items"][0], &page["items"][1]];
    assert_eq!(good["counts"], json!({ "new": 2, "held": 0, "error": 0, "processed": 0, "inactive": 0 }));
    assert_eq!((&good["lines"], &good["dateRequired"]), (&json!(2), &json!("2026-12-09")));
    assert_eq!((&good["hold"], &good["problem"]), (&Value::Null, &Value::Null), "{good}");
    assert_eq!((&bad["counts"]["error"], &bad["counts"]["held"]), (&json!(1), &json!(1)), "{bad}");
    assert_eq!(
        (&bad["problem"]["code"], &bad["hold"]),
        (&json!("price.none"), &json!("sibling.error")),
        "{bad}"
    );
    assert_eq!((&bad["unpriced"], &bad["totals"][0]["currencyCode"]), (&json!(1), &json!("EUR")), "{bad}");
    assert_eq!(bad["bpartner"]["bpartner"]["code"], "G0001");
    // the lines of the incoming order have the same values
    let lines = app.get(&app.admin, &format!("{CANDIDATES}?headerOf={}", bad["candidateId"])).await.json();
    assert_eq!((&lines["total"]["value"], &lines["items"][1]["id"]), (&json!(2), &bad["problemCandidateId"]));
    let net = lines["items"][0]["price"].as_number().unwrap().to_string();
    assert_ne!(net, bad["totals"][0]["net"].to_string(), "two of them");
}

#[tokio::test]
async fn incoming_orders_are_filtered_sorted_and_paged() {
    let app = app_with_two_orders().await;
    for (query, expected) in [
        ("sort=-createdAt", vec!["H2", "H1"]),
        ("sort=poReference", vec!["H2", "H1"]),
        ("sort=-dateRequired", vec!["H1", "H2"]),
        ("sort=bpartner", vec!["H1", "H2"]),
        ("status=error", vec!["H2"]),
        ("hold=header.settling", vec![]),
        ("q=h1", vec!["H1"]),
        ("org=001&problem=price.none", vec!["H2"]),
        ("limit=1", vec!["H1"]),
        ("offset=1", vec!["H2"]),
        ("externalHeaderId=H3", vec![]),
    ] {
        assert_eq!(names(&headers(&app, &app.admin, query).await), expected, "{query}");
    }
    let error = headers(&app, &app.admin, "status=error").await;
    assert_eq!((&error["items"][0]["lines"], &error["items"][0]["matching"]), (&json!(2), &json!(1)));
    let first = headers(&app, &app.admin, "limit=1&sort=-poReference").await;
    let after = format!("limit=1&sort=-poReference&after={}", first["next"].as_str().unwrap());
    let second = headers(&app, &app.admin, &after).await;
    assert_eq!((names(&second), &second["next"]), (vec!["H2"], &Value::Null));
    let before = format!("limit=1&sort=-poReference&before={}", second["previous"].as_str().unwrap());
    assert_eq!(names(&headers(&app, &app.admin, &before).await), ["H1"]);
    for query in ["sort=qty", "limit=101", "headerOf=x", "colour=red", after.replace("-po", "po").as_str()] {
        let response = app.get(&app.admin, &format!("{CANDIDATES}/headers?{query}")).await;
        assert_eq!(response.status, 400, "{query} {}", response.text);
    }
}

#[tokio::test]
async fn runs_select_incoming_orders_by_candidate() {
    let app = app_with_two_orders().await;
    let page = headers(&app, &app.admin, "").await;
    let clerk = app.token_of("001", &[Scope::CandidatesRead, Scope::CandidatesWrite]).await;
    let foreign = app.token_of("test-org-03", &[Scope::CandidatesRead]).await;
    assert_eq!(names(&headers(&app, &foreign, "").await), Vec::<&str>::new());
    let of_first = format!("headerOf={}", page["items"][0]["candidateId"]);
    assert_eq!(names(&headers(&app, &foreign, &of_first).await), Vec::<&str>::new());
    let viewer = app.token_of("001", &[Scope::CandidatesRead]).await;
    assert_eq!(names(&headers(&app, &viewer, &of_first).await), ["H1"]);
    let exclusion = |ids: Value| json!({ "selection": { "filter": { "headerOf": ids } }, "active": false });
    let edit = async |body: Value| {
        app.post(&clerk, &format!("{CANDIDATES}/edit?dryRun=true"), body.to_string()).await
    };
    let tried = edit(exclusion(json!([page["items"][0]["candidateId"]]))).await;
    assert_eq!(tried.json()["counts"]["selected"], 2, "{}", tried.text);
    let both = json!([page["items"][0]["candidateId"], page["items"][1]["candidateId"]]);
    assert_eq!(edit(exclusion(both)).await.json()["counts"]["selected"], 4);
    // an empty list selects nothing, not everything
    let none = edit(exclusion(json!([]))).await;
    assert_eq!(
        (none.status, &none.json()["errors"][0]["code"]),
        (400, &json!("selection.invalid")),
        "{}",
        none.text
    );
}

#[tokio::test]
async fn held_candidates_are_grouped_by_reason() {
    let app = TestApp::start().await;
    let rows = [
        candidate("H1", "1", json!({ "headerLineCount": 3 })),
        candidate("H1", "2", json!({ "headerLineCount": 3 })),
        candidate("H2", "1", json!({})),
        candidate("H2", "2", json!({ "qty": 0 })),
        candidate("H3", "1", json!({})),
    ];
    let response = app.import_bulk("", bulk(rows)).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let holds = async |token: &str, query: &str| {
        let response = app.get(token, &format!("{CANDIDATES}/holds?{query}")).await;
        assert_eq!(response.status, 200, "{}", response.text);
        response.json()
    };
    let found = holds(&app.admin, "").await;
    assert_eq!(
        (&found["candidates"], &found["orders"], &found["complete"]),
        (&json!(3), &json!(2), &json!(true))
    );
    let [incomplete, sibling] = [&found["items"][0], &found["items"][1]];
    assert_eq!(
        (&incomplete["hold"], &incomplete["candidates"], &incomplete["orders"], &incomplete["releasable"]),
        (&json!("header.incomplete"), &json!(2), &json!(1), &json!(true)),
        "{found}"
    );
    assert_eq!(sibling["hold"], "sibling.error");
    let counts = app.get(&app.admin, &format!("{CANDIDATES}/counts")).await.json();
    assert_eq!((&counts["new"]["value"], &counts["ready"]["value"]), (&json!(4), &json!(1)));
    // the filter of a group selects its incoming orders
    let page = headers(&app, &app.admin, "status=new&hold=header.incomplete").await;
    let [order] = page["items"].as_array().unwrap().as_slice() else { panic!("{page}") };
    assert_eq!((&order["announcedLines"], &order["lines"]), (&json!(3), &json!(2)));
    assert_eq!(order["heldSince"], order["createdAt"]);
    assert_eq!((&found["since"], &incomplete["worth"]), (&order["heldSince"], &order["totals"]));
    let source = order["dataSourceInternalName"].as_str().unwrap();
    let of_source = holds(&app.admin, &format!("org=001&dataSource={source}")).await;
    assert_eq!(of_source["items"][0]["filter"]["dataSource"], source);
    assert_eq!((&of_source["orders"], &of_source["items"][0]["filter"]["org"]), (&json!(2), &json!("001")));
    // other organisations do not see these orders
    let foreign = app.token_of("test-org-03", &[Scope::CandidatesRead]).await;
    assert_eq!(holds(&foreign, "").await["candidates"], 0);
    for (token, query, status) in [(&foreign, "org=001", 403), (&app.admin, "colour=red", 400)] {
        let response = app.get(token, &format!("{CANDIDATES}/holds?{query}")).await;
        assert_eq!(response.status, status, "{query} {}", response.text);
    }
    // the hold of a line that waits for the customer starts with the wait
    let id = order["candidateId"].clone();
    app.clock.advance(jiff::SignedDuration::from_mins(5));
    let body = json!({ "waitingUntil": "2026-11-22" });
    let wait = app.request(Method::PATCH, &format!("{CANDIDATES}/{id}")).header("If-Match", "\"1\"");
    let wait = send(wait.header("Authorization", &app.admin).json(&body)).await;
    assert_eq!(wait.status, 200, "{}", wait.text);
    let found = holds(&app.admin, "").await;
    let waiting = found["items"].as_array().unwrap().iter().find(|group| group["hold"] == "waiting").unwrap();
    assert_eq!((&waiting["candidates"], &waiting["releasable"]), (&json!(2), &json!(false)), "{found}");
    assert!(waiting["since"].as_str().unwrap() > order["heldSince"].as_str().unwrap(), "{found}");
}
