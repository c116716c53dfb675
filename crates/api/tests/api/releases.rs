//! Releases of holds: a held line is processed only if its reason is released, and the history records the author.

use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

const SOURCE: &str = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";
/// Master data that deactivate the price.
const DEACTIVATED_PRICE: &str = "
product-prices:
  - {priceList: DE-EUR, validFrom: 2015-01-01, product: A001, uom: PCE, price: 25.50, taxCategory: standard, active: false}
";

async fn process(app: &TestApp, query: &str, body: &Value) -> HttpResponse {
    let request = app.request(Method::POST, &format!("{CANDIDATES}/process{query}"));
    let request = request.header("Authorization", &app.admin).header("Prefer", "wait=60");
    send(request.header("Content-Type", "application/json").body(body.to_string())).await
}

/// Runs the process on all due candidates.
async fn process_due(app: &TestApp) -> Value {
    let request = app.request(Method::POST, "/api/process-runs").header("Authorization", &app.admin);
    let run = send(request.header("Prefer", "wait=60")).await;
    assert_eq!((run.status, &run.json()["state"]), (200, &json!("done")), "{}", run.text);
    run.json()
}

async fn one(app: &TestApp, header: &str) -> Value {
    app.get(&app.admin, &format!("{CANDIDATES}?externalHeaderId={header}")).await.json()["items"][0].clone()
}

/// Returns the selection of all open candidates with released reasons.
fn open(release: &[&str]) -> Value {
    json!({ "selection": { "filter": { "status": "new,error" } }, "release": release })
}

async fn dry_run(app: &TestApp, release: &[&str]) -> Value {
    let response = process(app, "?dryRun=true", &open(release)).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.json()
}

async fn run_with_releases(app: &TestApp, release: &[&str]) -> Value {
    let response = process(app, "", &open(release)).await;
    assert_eq!(response.status, 200, "{}", response.text);
    assert_eq!(response.json()["state"], "done");
    response.json()
}

/// Returns the number of orders of the dry run and of the run.
async fn orders(app: &TestApp, release: &[&str]) -> [Value; 2] {
    let planned = dry_run(app, release).await["counts"]["orders"].clone();
    [planned, run_with_releases(app, release).await["counts"]["orders"].clone()]
}

fn held(hold: &str, candidates: u64, given: bool, orders: u64) -> Value {
    json!({ "hold": hold, "candidates": candidates,
        "release": { "given": given, "candidates": candidates, "orders": orders, "failed": 0 } })
}

/// Starts an application with 90 candidates of incomplete headers and 60 with a faulty line in their header.
async fn app_with_held_candidates() -> TestApp {
    let app = TestApp::start().await;
    let incomplete = (0..30).flat_map(|header| {
        (0..3).map(move |line| {
            candidate(&format!("L{header}"), &line.to_string(), json!({ "headerLineCount": 4 }))
        })
    });
    let faulty = (0..30).flat_map(|header| {
        (0..3).map(move |line| {
            let change = if line == 1 { json!({ "qty": 0 }) } else { json!({}) };
            candidate(&format!("F{header}"), &line.to_string(), change)
        })
    });
    let response = app.import_bulk("", bulk(incomplete.chain(faulty))).await;
    assert_eq!(response.status, 201, "{}", response.text);
    app
}

#[tokio::test]
async fn held_line_is_skipped_unless_released() {
    let app = app_with_held_candidates().await;
    let (incomplete, faulty) = ("header.incomplete", "sibling.error");
    let nothing = dry_run(&app, &[]).await;
    assert_eq!(
        nothing["counts"],
        json!({ "selected": 180, "added": 0, "processed": 0, "orders": 0, "stayed": 180, "failed": 0 })
    );
    assert_eq!(nothing["stays"], json!({ "held": 150, "error": 30, "processed": 0, "inactive": 0 }));
    assert_eq!(nothing["holds"], json!([held(faulty, 60, false, 30), held(incomplete, 90, false, 30)]));
    let one = dry_run(&app, &[incomplete]).await;
    assert_eq!((&one["counts"]["orders"], &one["counts"]["processed"]), (&json!(30), &json!(90)));
    assert_eq!(one["holds"], json!([held(faulty, 60, false, 30), held(incomplete, 90, true, 30)]));
    let both = dry_run(&app, &[incomplete, faulty]).await;
    assert_eq!((&both["counts"]["orders"], &both["counts"]["processed"]), (&json!(60), &json!(150)));
    assert_eq!(both["holds"], json!([held(faulty, 60, true, 30), held(incomplete, 90, true, 30)]));
    // the run has the same result
    let run = run_with_releases(&app, &[]).await;
    assert_eq!((&run["counts"]["orders"], run.get("release")), (&json!(0), None));
    let results = format!("/api/process-runs/{}/results?outcome=held&limit=500", run["id"]);
    let results = app.get(&app.admin, &results).await.json();
    let skipped = results["items"].as_array().unwrap();
    let because = |hold: &str| skipped.iter().filter(|result| result["hold"] == hold).count();
    assert_eq!((skipped.len(), because(faulty), because(incomplete)), (150, 60, 90));
    assert!(skipped.iter().all(|result| result["holdMessage"].is_string()));
    let run = run_with_releases(&app, &[incomplete]).await;
    assert_eq!((&run["counts"]["orders"], &run["counts"]["processed"]), (&json!(30), &json!(90)));
    let stored_run = app.get(&app.admin, &format!("/api/process-runs/{}", run["id"])).await.json();
    assert_eq!(stored_run["release"], json!([incomplete]));
    assert_eq!(orders(&app, &[]).await, [json!(0), json!(0)]);
    let run = run_with_releases(&app, &[faulty]).await;
    assert_eq!(
        run["counts"],
        json!({ "selected": 90, "added": 0, "processed": 60, "orders": 30, "stayed": 30, "failed": 0 }),
        "the faulty ones stay"
    );
}

#[tokio::test]
async fn release_is_in_history_with_actor() {
    let app = TestApp::start().await;
    let incomplete = json!({ "headerLineCount": 3 });
    let faulty = json!({ "headerLineCount": 3, "qty": 0 });
    app.import_bulk("", bulk([candidate("A", "1", incomplete), candidate("A", "2", faulty)])).await;
    app.import_bulk("", bulk([candidate("B", "1", json!({}))])).await;
    let run = run_with_releases(&app, &["header.incomplete", "sibling.error", "release"]).await;
    assert_eq!(run["release"], json!(["release", "sibling.error", "header.incomplete"]));
    assert_eq!(run["counts"]["orders"], 2);
    let listed = app.get(&app.admin, &format!("{CANDIDATES}?status=processed&sort=createdAt")).await.json();
    let entries = async |place: usize| {
        let path = format!("{CANDIDATES}/{}/history", listed["items"][place]["id"]);
        app.get(&app.admin, &path).await.json()["items"].as_array().unwrap().clone()
    };
    let ordered = entries(0).await.pop().unwrap();
    assert_eq!((&ordered["event"], &ordered["actor"]), (&json!("ordered"), &json!("admin")));
    assert_eq!(
        ordered["released"],
        json!(["sibling.error", "header.incomplete"]),
        "only reasons for which it was on hold"
    );
    assert_eq!(entries(1).await.pop().unwrap().get("released"), None, "it waited for nothing");
    // the release stays in the history after the order is voided
    let void = format!("/api/sales/order/{}/void", ordered["salesOrderId"].as_str().unwrap());
    assert_eq!(app.post(&app.admin, &void, "").await.status, 200);
    let after = entries(0).await;
    let [.., before, voided] = after.as_slice() else { panic!("{after:?}") };
    assert_eq!((before, &voided["event"]), (&ordered, &json!("orderVoided")));
}

/// Starts an application with a header that is split into two orders; the price of the second order's product is gone.
async fn app_with_missing_price() -> TestApp {
    let app = TestApp::start().await;
    let second = json!({ "poReference": "other", "product": { "code": "A001" } });
    let response =
        app.import_bulk("", bulk([candidate("A", "1", json!({})), candidate("A", "2", second)])).await;
    assert_eq!(response.status, 201, "{}", response.text);
    assert_eq!(dry_run(&app, &[]).await["counts"]["orders"], 2);
    app.load(DEACTIVATED_PRICE).await;
    app
}

#[tokio::test]
async fn line_with_faulty_sibling_has_same_reason_in_every_run() {
    let (none, one) = ([json!(0), json!(0)], [json!(1), json!(1)]);
    let app = app_with_missing_price().await;
    assert_eq!(dry_run(&app, &["sibling.error"]).await["counts"]["orders"], 1);
    assert_eq!(orders(&app, &[]).await, none, "found by the run");
    assert_eq!(orders(&app, &[]).await, none, "known before");
    assert_eq!(orders(&app, &["header.incomplete", "sibling.rejected", "release"]).await, none);
    let held = dry_run(&app, &[]).await["holds"].clone();
    assert_eq!(held, json!([self::held("sibling.error", 1, false, 1)]));
    assert_eq!(orders(&app, &["sibling.error"]).await, one, "known before, and released");
    let app = app_with_missing_price().await;
    assert_eq!(orders(&app, &["sibling.error"]).await, one, "found by the run, and released");
    let faulty = app.get(&app.admin, &format!("{CANDIDATES}?status=error")).await.json();
    assert_eq!(faulty["items"][0]["problems"][0]["code"], "price.none");
}

#[tokio::test]
async fn selection_overrides_settle_time_only() {
    let app = TestApp::start().await;
    app.import(candidate("A", "1", json!({})).to_string()).await;
    let bad = candidate("B", "2", json!({ "qty": "much" }));
    app.import_bulk("?errorPolicy=row", bulk([candidate("B", "1", json!({})), bad])).await;
    assert_eq!(orders(&app, &[]).await, [json!(1), json!(1)], "A, of which lines may follow");
    assert_eq!(dry_run(&app, &[]).await["holds"], json!([held("sibling.rejected", 1, false, 1)]));
    assert_eq!(orders(&app, &["sibling.rejected"]).await, [json!(1), json!(1)]);
    app.load(&format!("data-sources:\n  - {{org: \"*\", internalNames: [{SOURCE}], releaseByHand: true}}"))
        .await;
    app.import_bulk("", bulk([candidate("C", "1", json!({}))])).await;
    assert_eq!(dry_run(&app, &[]).await["holds"], json!([held("release", 1, false, 1)]));
    assert_eq!(orders(&app, &[]).await, [json!(0), json!(0)]);
    assert_eq!(orders(&app, &["release"]).await, [json!(1), json!(1)]);
}

/// Line 1 has no problem; the product of line 2 no longer has a price. Both are on hold until a release.
#[tokio::test]
async fn dry_run_counts_lines_in_error_apart_from_lines_on_hold() {
    let app = app_with_missing_price().await;
    let by_hand =
        format!("data-sources:\n  - {{org: \"*\", internalNames: [{SOURCE}], releaseByHand: true}}");
    app.load(&by_hand).await;
    let hold = |given: bool, gained: u64| {
        json!([{ "hold": "release", "candidates": 1,
            "release": { "given": given, "candidates": gained, "orders": gained, "failed": 1 } }])
    };
    assert_eq!(dry_run(&app, &[]).await["holds"], hold(false, 0), "the release leaves line 1 on hold");
    let released = dry_run(&app, &["release", "sibling.error"]).await;
    assert_eq!(released["holds"][0], hold(true, 1)[0]);
    assert_eq!(released["stays"], json!({ "held": 0, "error": 1, "processed": 0, "inactive": 0 }));
    assert_eq!(released["counts"]["processed"], 1);
}

#[tokio::test]
async fn partial_incoming_order_does_not_wait_for_siblings() {
    let app = app_with_missing_price().await;
    app.load(&format!("data-sources:\n  - {{org: \"*\", internalNames: [{SOURCE}], partialHeaders: true}}"))
        .await;
    assert_eq!(dry_run(&app, &[]).await["holds"], json!([]));
    assert_eq!(orders(&app, &[]).await, [json!(1), json!(1)]);
}

/// A line for another destination stays on hold, regardless of releases.
#[tokio::test]
async fn hold_for_other_destination_cannot_be_released() {
    let app = TestApp::start().await;
    app.load("data-sources:\n  - {internalNames: [DEST.de.metas.invoicecandidate]}").await;
    let elsewhere = json!({ "dataDest": "int-DEST.de.metas.invoicecandidate" });
    let response = app.import_bulk("", bulk([candidate("A", "1", elsewhere)])).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let everything = ["header.incomplete", "sibling.rejected", "sibling.error", "release"];
    let planned = dry_run(&app, &everything).await;
    assert_eq!(planned["holds"], json!([{ "hold": "destination", "candidates": 1 }]));
    assert_eq!(run_with_releases(&app, &everything).await["counts"]["stayed"], 1);
}

#[tokio::test]
async fn unknown_release_is_rejected_with_allowed_ones() {
    let app = TestApp::start().await;
    app.import_bulk("", bulk([candidate("A", "1", json!({ "headerLineCount": 2 }))])).await;
    for query in ["", "?dryRun=true"] {
        for word in ["destination", "order.voided", "header.settling", "Release", "all", ""] {
            let body = open(&["release", word]);
            let response = process(&app, query, &body).await;
            assert_eq!(response.status, 400, "{word}: {}", response.text);
            let error = &response.json()["errors"][0];
            assert_eq!(error["pointer"], "/release/1", "{}", response.text);
            let message = error["message"].as_str().unwrap();
            for allowed in ["release", "sibling.error", "sibling.rejected", "header.incomplete"] {
                assert!(message.contains(allowed), "{message}");
            }
        }
        for release in [json!([7]), json!("release"), json!({ "release": true }), json!([["release"]])] {
            let mut body = open(&[]);
            body["release"] = release;
            assert_eq!(process(&app, query, &body).await.status, 400, "{body}");
        }
    }
    let mut body = open(&[]);
    body["release"] = Value::Null;
    assert_eq!(process(&app, "?dryRun=true", &body).await.status, 200, "null is absent");
    let response =
        app.post(&app.admin, &format!("{CANDIDATES}/revalidate"), open(&["release"]).to_string()).await;
    assert_eq!(response.status, 400, "a validation releases nothing: {}", response.text);
    assert_eq!(app.get(&app.admin, "/api/process-runs").await.json()["items"], json!([]));
}

#[tokio::test]
async fn idempotency_key_covers_releases() {
    let app = TestApp::start().await;
    app.import_bulk("", bulk([candidate("A", "1", json!({ "headerLineCount": 2 }))])).await;
    let send_once = async |release: &[&str]| {
        let request = app.request(Method::POST, &format!("{CANDIDATES}/process"));
        let request = request.header("Authorization", &app.admin).header("Idempotency-Key", "once");
        send(request.header("Content-Type", "application/json").body(open(release).to_string())).await
    };
    assert_eq!(send_once(&[]).await.status, 202);
    assert_eq!(send_once(&["header.incomplete"]).await.status, 422);
}

/// Neither a scheduled run nor a run of due candidates releases a hold.
#[tokio::test]
async fn scheduled_run_skips_held_lines() {
    let app = TestApp::start().await;
    app.import_bulk("", bulk([candidate("A", "1", json!({ "headerLineCount": 2 }))])).await;
    let run = process_due(&app).await;
    assert_eq!(run["counts"]["orders"], 0);
    assert_eq!(run.get("release"), None);
}

#[tokio::test]
async fn rejected_line_holds_its_incoming_order_only() {
    let app = TestApp::start().await;
    // the error policy is recognised in percent-encoded form, too
    for (header, policy) in [("PLAIN", "row"), ("CODED", "%72ow")] {
        let foreign = |change: Value| {
            let mut row = candidate(header, "1", change);
            row["org"] = json!({ "code": "test-org-03" });
            row
        };
        let rows = [
            candidate(header, "1", json!({})),
            candidate(header, "2", json!({ "qty": "5,5" })),
            foreign(json!({})),
            candidate(&format!("{header}-2"), "1", json!({})),
            {
                let mut row = foreign(json!({ "uomCode": "KISTE" }));
                row["externalHeaderId"] = json!(format!("{header}-2"));
                row
            },
        ];
        let response = app.import_bulk(&format!("?errorPolicy={policy}"), bulk(rows)).await;
        let expected = ["created", "rejected", "created", "created", "rejected"];
        let outcomes = [0, 1, 2, 3, 4].map(|row| response.json()["result"][row]["outcome"].clone());
        assert_eq!((response.status, outcomes), (207, expected.map(Value::from)));
    }
    process_due(&app).await;
    for header in ["PLAIN", "CODED"] {
        for (header, org, status, hold) in [
            (header.to_owned(), "001", "new", json!("sibling.rejected")),
            (header.to_owned(), "test-org-03", "processed", Value::Null),
            (format!("{header}-2"), "001", "processed", Value::Null),
        ] {
            let listed =
                app.get(&app.admin, &format!("{CANDIDATES}?externalHeaderId={header}&org={org}")).await;
            let path = format!("{CANDIDATES}/{}", listed.json()["items"][0]["id"]);
            let found = app.get(&app.admin, &path).await.json();
            assert_eq!((&found["status"], &found["hold"]), (&json!(status), &hold), "{found}");
        }
    }
}

#[tokio::test]
async fn bulk_is_recognised_in_every_spelling_of_path() {
    let app = TestApp::start().await;
    let single = app.import(candidate("SINGLE", "1", json!({})).to_string()).await;
    assert_eq!(single.status, 201, "{}", single.text);
    let versioned = CANDIDATES.replacen("/api/", "/api/v1/", 1);
    let paths = ["", "/"].map(|end| [CANDIDATES, &versioned].map(|path| format!("{path}/bulk{end}")));
    for (number, path) in paths.iter().flatten().enumerate() {
        let rows =
            bulk([1, 2].map(|line| candidate(&format!("BULK-{number}"), &line.to_string(), json!({}))));
        assert_eq!(app.post(&app.admin, path, rows).await.status, 201, "{path}");
    }
    process_due(&app).await;
    // a bulk is complete, whereas a single row can be followed by further lines
    for number in 0..4 {
        assert_eq!(one(&app, &format!("BULK-{number}")).await["status"], "processed", "{number}");
    }
    assert_eq!(one(&app, "SINGLE").await["hold"], "header.settling");
}

#[tokio::test]
async fn planned_orders_name_no_run() {
    let app = app_with_held_candidates().await;
    for release in [&[][..], &["header.incomplete"]] {
        let planned = dry_run(&app, release).await;
        for list in ["released", "orders"] {
            let orders = planned[list].as_array().unwrap();
            assert_eq!(orders.is_empty(), list == "orders" && release.is_empty(), "{list} {release:?}");
            let order = |one: &Value| if list == "released" { one["order"].clone() } else { one.clone() };
            for order in orders.iter().map(order) {
                assert!(order["lineCount"].is_u64() || order["lines"].is_array(), "{order}");
                assert_eq!((order.get("runId"), order.get("documentNo")), (None, None), "{order}");
            }
        }
    }
}
