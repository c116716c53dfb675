//! Mapping of unresolved references to existing records: runs, cross-references, conflicts, undo.

use futures_util::future::join_all;
use orderdock_domain::access::{Role, Scope};
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

const ENTRIES: &str = "/api/unresolved-references";

async fn import(app: &TestApp, row: Value) -> i64 {
    let imported = app.post(&app.admin, &format!("{CANDIDATES}?unresolved=store"), row.to_string()).await;
    assert!(imported.status < 300, "{}", imported.text);
    imported.json()["result"][0]["id"].as_i64().unwrap()
}

async fn read(app: &TestApp, path: &str) -> Value {
    let found = app.get(&app.admin, path).await;
    assert_eq!(found.status, 200, "{}", found.text);
    found.json()
}

/// Returns the id of the only missing record of a kind.
async fn entry(app: &TestApp, kind: &str) -> String {
    let list = read(app, &format!("{ENTRIES}?kind={kind}")).await;
    assert_eq!(list["items"].as_array().unwrap().len(), 1, "{list}");
    list["items"][0]["id"].as_str().unwrap().to_owned()
}

/// Returns the record id of a master data record.
async fn record(app: &TestApp, kind: &str, code: &str) -> i64 {
    let list = read(app, &format!("/api/masterdata/{kind}?q={code}")).await;
    let found = list["items"].as_array().unwrap().iter().find(|one| one["code"] == code);
    found.unwrap_or_else(|| panic!("{list}"))["id"].as_i64().unwrap()
}

async fn map(app: &TestApp, token: &str, entry: &str, body: Value) -> HttpResponse {
    let request = app.request(Method::POST, &format!("{ENTRIES}/{entry}/map")).header("Prefer", "wait=60");
    send(request.header("Authorization", token).json(&body)).await
}

async fn undo(app: &TestApp, run: &Value) -> Value {
    let path = format!("/api/process-runs/{}/undo", run["id"]);
    let request = app.request(Method::POST, &path).header("Prefer", "wait=60");
    let undone = send(request.header("Authorization", &app.admin)).await;
    assert_eq!(undone.status, 200, "{}", undone.text);
    undone.json()
}

async fn resolve(app: &TestApp) -> usize {
    let mut resolver =
        app.services.candidates.reference_resolver(&app.services.instances, &app.services.feed);
    resolver.tick().await.unwrap().resolved
}

fn product(header: &str, code: &str) -> Value {
    candidate(header, "1", json!({ "product": { "code": code } }))
}

async fn cross_reference(app: &TestApp, value: &str) -> Value {
    let list = read(app, &format!("/api/masterdata/cross-references?value={value}")).await;
    list["items"][0].clone()
}

#[tokio::test]
async fn clerk_maps_a_product_and_later_rows_use_it() {
    let app = TestApp::start().await;
    let clerk = app.token_of("001", &Role::Clerk.scopes().iter().collect::<Vec<_>>()).await;
    let ids = [import(&app, product("H1", "KAF")).await, import(&app, product("H2", "KAF")).await];
    let (entry, target) = (entry(&app, "product").await, record(&app, "products", "P002737").await);
    let mapped = map(&app, &clerk, &entry, json!({ "targetId": target, "remember": "dataSource" })).await;
    assert_eq!(mapped.status, 200, "{}", mapped.text);
    let run = mapped.json();
    assert_eq!((&run["kind"], &run["counts"]["processed"]), (&json!("map"), &json!(2)), "{run}");
    for id in ids {
        let line = read(&app, &format!("{CANDIDATES}/{id}")).await;
        assert_eq!((&line["status"], &line["productCode"]), (&json!("new"), &json!("P002737")), "{line}");
        assert_eq!(line["uomCode"], "PCE", "{line}");
        assert_eq!(line["imported"]["product"], json!({ "code": "KAF" }), "{line}");
        let mark = json!([{ "kind": "product", "pointer": "/product", "keys": [{ "key": "code", "value": "KAF" }],
            "targetId": target, "runId": run["id"] }]);
        assert_eq!(line["mapped"], mark, "{line}");
        let history = read(&app, &format!("{CANDIDATES}/{id}/history")).await;
        let last = history["items"].as_array().unwrap().last().unwrap();
        assert_eq!((&last["event"], &last["runId"]), (&json!("mapped"), &run["id"]), "{history}");
    }
    let known = cross_reference(&app, "KAF").await;
    assert_eq!((&known["targetProduct"], &known["useCount"]), (&json!("P002737"), &json!(2)), "{known}");
    assert_eq!(resolve(&app).await, 0);
    let later = import(&app, product("H3", "KAF")).await;
    let later = read(&app, &format!("{CANDIDATES}/{later}")).await;
    assert_eq!((&later["status"], &later["productCode"]), (&json!("new"), &json!("P002737")), "{later}");
    assert_eq!(read(&app, ENTRIES).await["items"], json!([]));
}

#[tokio::test]
async fn undone_mapping_makes_lines_unresolved_again() {
    let app = TestApp::start().await;
    let ids = [import(&app, product("H1", "KAF")).await, import(&app, product("H2", "KAF")).await];
    let (entry_id, target) = (entry(&app, "product").await, record(&app, "products", "P002737").await);
    let body = json!({ "targetId": target, "remember": "dataSource" });
    let run = map(&app, &app.admin, &entry_id, body.clone()).await.json();
    let paths = ids.map(|id| format!("{CANDIDATES}/{id}"));
    let changed = app.patch(&app.admin, &paths[1], "*", json!({ "override": { "qty": 3 } })).await;
    assert_eq!(changed.status, 200, "{}", changed.text);
    let undone = undo(&app, &run).await;
    assert_eq!(undone["counts"]["processed"], 1, "the second line was changed since: {undone}");
    let line = read(&app, &paths[0]).await;
    assert_eq!((&line["status"], line.get("productCode")), (&json!("error"), None), "{line}");
    assert_eq!((line.get("uomCode"), &line["problems"][0]["code"]), (None, &json!("product.unresolved")));
    assert_eq!(read(&app, &paths[1]).await["productCode"], "P002737");
    assert_eq!(cross_reference(&app, "KAF").await["active"], false);
    assert_eq!(resolve(&app).await, 0, "the cross-reference is not used any more");
    assert_eq!(entry(&app, "product").await, entry_id, "the same record has the same id");
    let again = map(&app, &app.admin, &entry_id, body).await;
    assert_eq!(again.status, 200, "{}", again.text);
    assert_eq!(cross_reference(&app, "KAF").await["active"], true);
    assert_eq!(read(&app, &paths[0]).await["productCode"], "P002737");
}

#[tokio::test]
async fn second_clerk_gets_the_first_mapping() {
    let app = TestApp::start().await;
    import(&app, product("H1", "KAF")).await;
    let entry_id = entry(&app, "product").await;
    let (first, second) = (record(&app, "products", "P002737").await, record(&app, "products", "A001").await);
    let body = |target: i64| json!({ "targetId": target, "remember": "dataSource" });
    let missing = json!({ "targetId": first, "remember": "dataSource", "candidates": [] });
    let mapped = map(&app, &app.admin, &entry_id, missing).await;
    assert_eq!(mapped.status, 200, "{}", mapped.text);
    // a row that was planned before the mapping and is committed after it
    let row = product("H2", "KAF");
    let known = cross_reference(&app, "KAF").await;
    let deactivated = format!(
        "cross-references: [{{org: \"001\", dataSource: {}, kind: product, member: code, value: KAF, targetProduct: P002737, active: false}}]",
        known["dataSource"].as_str().unwrap()
    );
    app.load(&deactivated).await;
    import(&app, row).await;
    app.load(&deactivated.replace("active: false", "active: true")).await;
    let rejected = map(&app, &app.admin, &entry_id, body(second)).await;
    assert_eq!(rejected.status, 409, "{}", rejected.text);
    let error = &rejected.json()["errors"][0];
    assert_eq!(
        (&error["code"], &error["params"]["target"]),
        (&json!("crossReference.taken"), &json!("P002737"))
    );
    let same = map(&app, &app.admin, &entry_id, body(first)).await;
    assert_eq!(same.status, 200, "{}", same.text);
}

#[tokio::test]
async fn one_of_two_concurrent_mappings_wins() {
    let app = TestApp::start().await;
    let (first, second) = (record(&app, "products", "P002737").await, record(&app, "products", "A001").await);
    for round in 0..5 {
        let (header, code) = (format!("H{round}"), format!("KAF-{round}"));
        let line = import(&app, product(&header, &code)).await;
        let entry_id = entry(&app, "product").await;
        let mapped = [first, second].map(|target| {
            map(&app, &app.admin, &entry_id, json!({ "targetId": target, "remember": "dataSource" }))
        });
        let [one, other] = <[HttpResponse; 2]>::try_from(join_all(mapped).await).unwrap();
        let (winner, loser) = if one.status == 200 { (one, other) } else { (other, one) };
        assert_eq!(winner.status, 200, "{}", winner.text);
        // for the loser, the entry is already mapped to another record or no longer exists
        assert!(matches!(loser.status, 404 | 409), "{} {}", loser.status, loser.text);
        let line = read(&app, &format!("{CANDIDATES}/{line}")).await;
        assert_eq!(line["productCode"], cross_reference(&app, &code).await["targetProduct"], "{line}");
    }
}

#[tokio::test]
async fn row_mapped_to_a_deactivated_record_is_stored_with_a_problem() {
    let app = TestApp::start().await;
    let line = import(&app, product("H1", "KAF")).await;
    let (entry, target) = (entry(&app, "product").await, record(&app, "products", "P002737").await);
    let mapped = map(&app, &app.admin, &entry, json!({ "targetId": target, "remember": "dataSource" })).await;
    assert_eq!(mapped.status, 200, "{}", mapped.text);
    let deactivate = format!("/api/masterdata/products/{target}/deactivate");
    let deactivated = app.post(&app.admin, &deactivate, String::new()).await;
    assert_eq!(deactivated.status, 200, "{}", deactivated.text);
    let later = import(&app, product("H2", "KAF")).await;
    let selection = json!({ "selection": { "ids": [line] } });
    let run = app.request(Method::POST, &format!("{CANDIDATES}/revalidate")).header("Prefer", "wait=60");
    let run = send(run.header("Authorization", &app.admin).json(&selection)).await;
    assert_eq!(run.status, 200, "{}", run.text);
    for id in [line, later] {
        let found = read(&app, &format!("{CANDIDATES}/{id}")).await;
        assert_eq!(found["problems"][0]["code"], "product.inactive", "{found}");
    }
}

#[tokio::test]
async fn location_of_a_mapped_partner_is_looked_up_as_sent() {
    let app = TestApp::start().await;
    app.load(
        "bpartners: [{org: \"001\", code: K-1, name: K, locations: [
          {externalId: L-1, city: Bonn, country: DE, shipToDefault: true, billToDefault: true},
          {externalId: L-2, city: Ulm, country: DE}]}]",
    )
    .await;
    let block = |location: &str| json!({ "bpartner": { "bpartner": { "code": "SHOP-7" }, "location": { "externalId": location } } });
    let known = import(&app, candidate("H1", "1", block("L-2"))).await;
    let unknown = import(&app, candidate("H2", "1", block("L-3"))).await;
    let target = record(&app, "bpartners", "K-1").await;
    let mapped = map(&app, &app.admin, &entry(&app, "bpartner").await, json!({ "targetId": target })).await;
    assert_eq!(mapped.status, 200, "{}", mapped.text);
    let line = read(&app, &format!("{CANDIDATES}/{known}")).await;
    assert_eq!(line["bpartner"]["location"]["externalId"], "L-2", "{line}");
    let line = read(&app, &format!("{CANDIDATES}/{unknown}")).await;
    assert_eq!(line["problems"][0]["code"], "location.unresolved", "{line}");
    assert_eq!(resolve(&app).await, 0);
    app.load(
        "bpartners: [{org: \"001\", code: K-1, name: K, locations: [{externalId: L-3, city: Kiel, country: DE}]}]",
    )
    .await;
    assert_eq!(resolve(&app).await, 1, "without a cross-reference the chosen partner counts");
    let line = read(&app, &format!("{CANDIDATES}/{unknown}")).await;
    assert_eq!(line["bpartner"]["location"]["externalId"], "L-3", "{line}");
}

#[tokio::test]
async fn unsuitable_mappings_are_rejected() {
    let app = TestApp::start().await;
    app.load("products: [{org: \"001\", code: OLD, name: Old, uom: PCE, active: false}]").await;
    app.load("products: [{org: \"test-org-03\", code: THEIRS, name: Theirs, uom: PCE}]").await;
    let id = import(&app, product("H1", "KAF")).await;
    let entry_id = entry(&app, "product").await;
    let target = record(&app, "products", "P002737").await;
    let partner = record(&app, "bpartners", "G0001").await;
    for (body, status, code) in [
        (json!({ "targetId": record(&app, "products", "OLD").await }), 400, "mapping.target_unknown"),
        (json!({ "targetId": record(&app, "products", "THEIRS").await }), 400, "mapping.target_unknown"),
        (json!({ "targetId": partner }), 400, "mapping.target_unknown"),
        (json!({}), 400, "property.missing"),
        (json!({ "targetId": target, "remember": "forever" }), 400, "enum.unknown"),
    ] {
        let rejected = map(&app, &app.admin, &entry_id, body.clone()).await;
        assert_eq!(rejected.status, status, "{body}: {}", rejected.text);
        assert_eq!(rejected.json()["errors"][0]["code"], code, "{body}: {}", rejected.text);
    }
    let other_token = app.token_of("test-org-03", &[Scope::ReferencesWrite]).await;
    assert_eq!(map(&app, &other_token, &entry_id, json!({ "targetId": target })).await.status, 404);
    let reader = app.token_of("001", &[Scope::CandidatesRead, Scope::CandidatesWrite]).await;
    assert_eq!(map(&app, &reader, &entry_id, json!({ "targetId": target })).await.status, 403);
    let line = read(&app, &format!("{CANDIDATES}/{id}")).await;
    assert_eq!((&line["version"], &line["status"]), (&json!(1), &json!("error")), "{line}");
}

#[tokio::test]
async fn repeated_mapping_returns_the_first_run() {
    let app = TestApp::start().await;
    let id = import(&app, product("H1", "KAF")).await;
    let other = import(&app, product("H2", "KAF")).await;
    let (entry_id, target) = (entry(&app, "product").await, record(&app, "products", "P002737").await);
    let body = json!({ "targetId": target, "candidates": [id] });
    let mut runs = Vec::new();
    for _ in 0..2 {
        let request = app.request(Method::POST, &format!("{ENTRIES}/{entry_id}/map"));
        let request = request.header("Prefer", "wait=60").header("Idempotency-Key", "map-1");
        let mapped = send(request.header("Authorization", &app.admin).json(&body)).await;
        assert_eq!(mapped.status, 200, "{}", mapped.text);
        runs.push(mapped.json()["id"].clone());
    }
    assert_eq!(runs[0], runs[1]);
    assert_eq!(read(&app, &format!("{CANDIDATES}/{other}")).await["status"], "error", "only the chosen line");
    assert_eq!(read(&app, "/api/masterdata/cross-references").await["items"], json!([]));
}
