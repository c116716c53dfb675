//! The request log over HTTP: lists, reads, replays.

use jiff::SignedDuration;
use orderdock_api::{LocalRow, import_local_rows};
use orderdock_app::Caller;
use orderdock_domain::access::{OrgScope, Scope};
use orderdock_domain::import::{ErrorPolicy, ImportPolicies};
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, new_token, send};
use reqwest::Method;
use serde_json::{Value, json};

const LOG: &str = "/api/requests";

async fn listed(app: &TestApp, token: &str, query: &str) -> Vec<Value> {
    let response = app.get(token, &format!("{LOG}{query}")).await;
    assert_eq!(response.status, 200, "{query}: {}", response.text);
    response.json()["items"].as_array().unwrap().clone()
}

/// Returns the numbers of created, unchanged and rejected rows of a logged request.
fn row_numbers(request: &Value) -> Value {
    json!([request["rowsCreated"], request["rowsUnchanged"], request["rowsRejected"]])
}

fn outcomes(response: &HttpResponse) -> Vec<String> {
    let document = response.json();
    let rows = document["result"].as_array().unwrap_or_else(|| panic!("{}", response.text));
    rows.iter().map(|row| row["outcome"].as_str().unwrap().to_owned()).collect()
}

/// Returns a row with a product that the demo data do not contain.
fn row_with_unknown_product(line: &str) -> Value {
    candidate("H", line, json!({ "product": { "code": "LATE" } }))
}

async fn add_product(app: &TestApp) {
    let create = json!({ "ifNotExists": "CREATE", "ifExists": "DONT_UPDATE" });
    let product = json!({ "code": "LATE", "name": "Late", "type": "ITEM", "uomCode": "PCE", "priceStd": 1,
        "syncAdvise": create });
    let response = app.import(candidate("P", "1", json!({ "product": product })).to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);
}

#[tokio::test]
async fn requests_are_filtered_by_token_status_reference_and_time() {
    let app = TestApp::start().await;
    let scopes = [Scope::CandidatesWrite, Scope::CandidatesRead];
    let shop = app.create_token(new_token("shop", &scopes)).await;
    let edi = app.create_token(new_token("edi", &scopes)).await;
    let rows = bulk([candidate("H", "1", json!({})), row_with_unknown_product("2")]);
    assert_eq!(
        app.post(&shop, &format!("{CANDIDATES}/bulk?errorPolicy=row"), rows.clone()).await.status,
        207
    );
    let rejected = app.post(&edi, CANDIDATES, candidate("E", "1", json!({ "qty": "x" })).to_string()).await;
    assert_eq!(rejected.status, 400);
    let own = listed(&app, &shop, "").await;
    assert_eq!(own.len(), 1);
    let request = &own[0];
    assert_eq!((&request["status"], &request["actor"]), (&json!(207), &json!("shop")));
    assert_eq!((&request["query"], request.get("body")), (&json!("errorPolicy=row"), None));
    assert_eq!(
        request["rows"],
        json!([{ "index": 1, "outcome": "rejected", "externalHeaderId": "H", "externalLineId": "2",
            "codes": ["product.unknown"] }])
    );
    assert_eq!(row_numbers(request), json!([1, 0, 1]));
    let request_id = rejected.json()["requestId"].as_str().unwrap().to_owned();
    for (query, statuses) in [
        (String::new(), vec![400, 207]),
        ("?status=207,409".to_owned(), vec![207]),
        ("?token=edi".to_owned(), vec![400]),
        ("?reference=H".to_owned(), vec![207]),
        (format!("?reference={request_id}"), vec![400]),
        ("?from=2026-11-21".to_owned(), vec![]),
        ("?to=2026-11-20".to_owned(), vec![400, 207]),
        ("?limit=1".to_owned(), vec![400]),
    ] {
        let found: Vec<_> =
            listed(&app, &app.admin, &query).await.iter().map(|one| one["status"].clone()).collect();
        assert_eq!(json!(found), json!(statuses), "{query}");
    }
    let page = app.get(&app.admin, &format!("{LOG}?limit=1")).await.json();
    let next = listed(&app, &app.admin, &format!("?after={}", page["next"])).await;
    assert_eq!(next[0]["status"], 207);
    let path = format!("{LOG}/{}", request["id"]);
    let read = app.get(&shop, &path).await;
    assert_eq!((read.status, &read.json()["body"]), (200, &json!(rows)));
    let foreign = app.get(&edi, &path).await;
    assert_eq!((foreign.status, &foreign.json()["errors"][0]["code"]), (404, &json!("request.not_found")));
    for wrong in ["?status=9", "?from=yesterday", "?limit=501", "?since=2026"] {
        assert_eq!(app.get(&shop, &format!("{LOG}{wrong}")).await.status, 400, "{wrong}");
    }
}

#[tokio::test]
async fn rows_of_requests_are_counted_by_outcome() {
    let app = TestApp::start().await;
    let (first, second) = (candidate("H", "1", json!({})), candidate("H", "2", json!({})));
    let by_row = format!("{CANDIDATES}/bulk?errorPolicy=row");
    let whole = format!("{CANDIDATES}/bulk");
    for (path, body, status, expected) in [
        (CANDIDATES, first.to_string(), 201, json!([1, 0, 0])),
        (CANDIDATES, first.to_string(), 200, json!([0, 1, 0])),
        (
            &by_row,
            bulk([first.clone(), second.clone(), row_with_unknown_product("3")]),
            207,
            json!([1, 1, 1]),
        ),
        (
            &whole,
            bulk([candidate("H", "4", json!({})), row_with_unknown_product("3")]),
            400,
            json!([0, 0, 1]),
        ),
        // an unreadable body has no rows
        (CANDIDATES, "{".to_owned(), 400, json!([0, 0, 0])),
        ("/api/sales/order", "{}".to_owned(), 400, json!([null, null, null])),
    ] {
        assert_eq!(app.post(&app.admin, path, body.clone()).await.status, status, "{path} {body}");
        let logged = &listed(&app, &app.admin, "?limit=1").await[0];
        assert_eq!(row_numbers(logged), expected, "{path} {body}");
        let read = app.get(&app.admin, &format!("{LOG}/{}", logged["id"])).await.json();
        assert_eq!(row_numbers(&read), expected, "{path} {body}");
    }
}

#[tokio::test]
async fn similar_bodies_are_compressed_and_restored() {
    let mut app = TestApp::start().await;
    let shop = app.create_token(new_token("shop", &[Scope::CandidatesWrite, Scope::CandidatesRead])).await;
    let mut sent = Vec::new();
    for (number, description) in ["pretty", "hässlich", "quite long, but not too long", ""].iter().enumerate()
    {
        let header = format!("H-{number}");
        let row = candidate(&header, "1", json!({ "productDescription": description, "qty": number + 1 }));
        let body = serde_json::to_string_pretty(&row).unwrap();
        let response = app.post(&shop, CANDIDATES, body.clone()).await;
        assert_eq!(response.status, 201, "{}", response.text);
        sent.push((response.json()["result"][0]["id"].to_string(), body));
        if number == 1 {
            app = app.restart().await;
        }
    }
    for (id, body) in &sent {
        let stored = app.get(&shop, &format!("{CANDIDATES}/{id}/request")).await;
        assert_eq!((stored.status, &stored.json()["body"]), (200, &json!(body)), "{}", stored.text);
    }
    let stored = |which: &str, dictionary: &str| {
        let of =
            "FROM request WHERE caller_id = (SELECT id FROM token WHERE name = 'shop') AND dictionary_id IS";
        app.database.figure(&format!("SELECT {which} {of} {dictionary}"))
    };
    // a restarted process has no dictionary, so the first body is stored without one
    assert_eq!((stored("count(*)", "NULL"), stored("count(*)", "NOT NULL")), (2, 2));
    assert!(stored("min(length(body))", "NULL") > 2 * stored("max(length(body))", "NOT NULL"));
}

/// Token, method, path, headers, body, status, and whether the body was imported before.
type LoggedWrite<'a> = (&'a str, Method, String, Vec<(&'a str, &'a str)>, &'a str, u16, bool);

#[tokio::test]
async fn rejected_write_is_logged_once() {
    let app = TestApp::start().await;
    let shop = &*app.token(&[Scope::CandidatesWrite, Scope::CandidatesRead, Scope::AttachmentsWrite]).await;
    let admin = &*app.admin;
    let sent = candidate("H", "1", json!({})).to_string();
    let imported = app.post(shop, CANDIDATES, sent.clone()).await;
    let one = format!("{CANDIDATES}/{}", imported.json()["result"][0]["id"]);
    let (json, text) = (("Content-Type", "application/json"), ("Content-Type", "text/plain"));
    let void = "/api/sales/order/1/void".to_owned();
    let settings = |code| format!("/api/process-settings/{code}");
    let cases: Vec<LoggedWrite<'_>> = vec![
        (shop, Method::POST, CANDIDATES.to_owned(), vec![text], &sent, 415, false),
        (shop, Method::POST, format!("{CANDIDATES}?dryRn=true"), vec![json], &sent, 400, false),
        (shop, Method::POST, CANDIDATES.to_owned(), vec![json], "{", 400, true),
        (shop, Method::POST, CANDIDATES.to_owned(), vec![json, ("Idempotency-Key", " ")], &sent, 400, true),
        (shop, Method::POST, CANDIDATES.to_owned(), vec![json, ("Idempotency-Key", "ü")], &sent, 400, true),
        (shop, Method::PATCH, one.clone(), vec![json], "{}", 428, false),
        (shop, Method::PATCH, one.clone(), vec![json, ("If-Match", "\"7\"")], "{}", 412, true),
        (shop, Method::PATCH, format!("{CANDIDATES}/x"), vec![json, ("If-Match", "*")], "{}", 404, false),
        (shop, Method::POST, format!("{CANDIDATES}/revalidate"), vec![json], "{}", 400, true),
        (shop, Method::POST, format!("{CANDIDATES}/process"), vec![json], "{}", 403, false),
        (shop, Method::POST, "/api/sales/order".to_owned(), vec![json], "{}", 403, false),
        (
            admin,
            Method::POST,
            "/api/sales/order".to_owned(),
            vec![json, ("Idempotency-Key", "ü")],
            "{}",
            400,
            true,
        ),
        (admin, Method::POST, void.clone(), vec![json], "{\"why\": 5}", 400, true),
        (admin, Method::POST, void.clone(), vec![text], "twice", 415, true),
        (admin, Method::POST, void, vec![], "", 404, false),
        (admin, Method::PUT, settings("none"), vec![json], "{}", 400, true),
        (admin, Method::PUT, settings("001"), vec![json], "{\"active\": 5}", 400, true),
        (shop, Method::POST, format!("{CANDIDATES}/by-ref/x/H/cancel?org=none"), vec![], "", 400, false),
        (shop, Method::POST, format!("{CANDIDATES}/H/attachments"), vec![json], "{}", 415, false),
        (shop, Method::POST, format!("{LOG}/1/replay"), vec![], "", 404, false),
    ];
    for (token, method, path, headers, body, status, taken_in) in cases {
        let before = listed(&app, admin, "").await.len();
        let request = app.request(method.clone(), &path).header("Authorization", token);
        let request =
            headers.iter().fold(request, |request, (name, value)| request.header(*name, value.as_bytes()));
        let response = send(request.body(body.to_owned())).await;
        assert_eq!(response.status, status, "{method} {path}: {}", response.text);
        let log = listed(&app, admin, "").await;
        assert_eq!(log.len(), before + 1, "{method} {path}");
        assert_eq!(
            (&log[0]["requestId"], &log[0]["status"], &log[0]["size"]),
            (&response.json()["requestId"], &json!(status), &json!(if taken_in { body.len() } else { 0 })),
            "{method} {path}"
        );
        let entry = app.get(admin, &format!("{LOG}/{}", log[0]["id"])).await.json();
        assert_eq!(entry["body"], if taken_in { body } else { "" }, "{method} {path}");
    }
    let entry = listed(&app, shop, "").await.len();
    for path in ["?dryRun=true&policy=row", "?dryRun=true"] {
        assert_eq!(app.post(shop, &format!("{CANDIDATES}{path}"), "{").await.status, 400);
    }
    assert_eq!(app.get(shop, &format!("{CANDIDATES}?policy=row")).await.status, 400);
    assert_eq!(listed(&app, shop, "").await.len(), entry, "neither trials nor reads are kept");
}

#[tokio::test]
async fn log_of_rejected_requests_is_limited_per_caller() {
    let app = TestApp::start().await;
    let reader = app.token(&[Scope::CandidatesRead]).await;
    let writer = app.token(&[Scope::CandidatesRead, Scope::CandidatesWrite]).await;
    let reject = async |times: usize| {
        for _ in 0..times {
            assert_eq!(app.post(&reader, CANDIDATES, "{}").await.status, 403);
        }
        listed(&app, &reader, "?limit=500").await.len()
    };
    assert_eq!(reject(59).await, 59);
    assert_eq!(reject(1).await, 60);
    assert_eq!(reject(1).await, 60, "beyond the limit of a minute");
    for body in ["", "{"] {
        assert_eq!(app.post(&writer, CANDIDATES, body).await.status, 400);
    }
    assert_eq!(listed(&app, &writer, "").await.len(), 2, "another caller is not held up");
    app.clock.advance(SignedDuration::from_mins(1));
    assert_eq!(reject(1).await, 61);
    for _ in 0..61 {
        assert_eq!(app.post(&writer, CANDIDATES, "{").await.status, 400);
    }
    assert_eq!(listed(&app, &writer, "?limit=500").await.len(), 63, "sent bodies are stored");
}

#[tokio::test]
async fn long_query_is_logged_truncated() {
    let app = TestApp::start().await;
    let void = "/api/sales/order/1/void";
    for (over, ending) in [(0, "x"), (1, "…")] {
        let query = format!("org={}x", "x".repeat(2_000 - "org=x".len() + over));
        assert_eq!(app.post(&app.admin, &format!("{void}?{query}"), "").await.status, 400);
        let log = listed(&app, &app.admin, "").await;
        let logged = log[0]["query"].as_str().unwrap();
        assert_eq!(logged.chars().count(), 2_000 + over);
        assert!(logged.ends_with(ending), "{logged}");
    }
}

#[tokio::test]
async fn committed_write_is_logged_once_if_response_fails() {
    let app = TestApp::start().await;
    let imported = app.import(candidate("H", "1", json!({})).to_string()).await;
    let id = &imported.json()["result"][0]["id"];
    // simulates a failure between the commit and the response; runs are never deleted in operation
    app.database.connect().delete_inserted_rows("run");
    let request = app.request(Method::POST, &format!("{CANDIDATES}/process")).header("Prefer", "wait=1");
    let selection = json!({ "selection": { "ids": [id] } });
    let response = send(request.header("Authorization", &app.admin).json(&selection)).await;
    assert_eq!((response.status, &response.json()["errors"][0]["code"]), (404, &json!("run.not_found")));
    let log = listed(&app, &app.admin, "").await;
    let statuses: Vec<_> = log.iter().map(|request| &request["status"]).collect();
    assert_eq!(statuses, [202, 201], "{log:?}");
}

#[tokio::test]
async fn request_is_replayed_after_fix() {
    let app = TestApp::start().await;
    let shop = app.token(&[Scope::CandidatesWrite, Scope::CandidatesRead]).await;
    let rows = bulk([candidate("H", "1", json!({})), row_with_unknown_product("2")]);
    let first = app.post(&shop, &format!("{CANDIDATES}/bulk?errorPolicy=row"), rows).await;
    assert_eq!(outcomes(&first), ["created", "rejected"]);
    let replay = format!("{LOG}/{}/replay", listed(&app, &shop, "").await[0]["id"]);
    let tried = app.post(&shop, &format!("{replay}?dryRun=true"), "").await;
    assert_eq!((tried.status, outcomes(&tried)), (207, vec!["unchanged".to_owned(), "rejected".to_owned()]));
    add_product(&app).await;
    let count = app.count().await;
    let tried = app.post(&shop, &format!("{replay}?dryRun=true"), "").await;
    assert_eq!((tried.status, outcomes(&tried)), (200, vec!["unchanged".to_owned(), "created".to_owned()]));
    assert_eq!(app.count().await, count, "nothing is written by trying");
    let again = app.post(&shop, &replay, "").await;
    assert_eq!((again.status, outcomes(&again)), (201, vec!["unchanged".to_owned(), "created".to_owned()]));
    let once_more = app.post(&shop, &replay, "").await;
    assert_eq!((once_more.status, outcomes(&once_more)), (200, vec!["unchanged".to_owned(); 2]));
    let log = listed(&app, &shop, "").await;
    assert_eq!(log.len(), 3);
    assert_eq!(log[0]["replayOf"], log[2]["id"]);
    assert_eq!(log[0]["rows"][0]["candidateId"], first.json()["result"][0]["id"]);
}

#[tokio::test]
async fn administrator_replays_as_sender() {
    let app = TestApp::start().await;
    let branch = app.token_of("test-org-03", &[Scope::CandidatesWrite]).await;
    let rejected = app.post(&branch, CANDIDATES, row_with_unknown_product("1").to_string()).await;
    assert_eq!(rejected.status, 400, "{}", rejected.text);
    let replay = format!("{LOG}/{}/replay", listed(&app, &app.admin, "").await[0]["id"]);
    let product = json!({ "products": [{ "org": "*", "code": "LATE", "name": "Late", "uom": "PCE" }] });
    let operator = orderdock_testkit::operator(&app.services);
    app.services.master_data.load_masterdata(&operator, &product.to_string()).await.unwrap();
    let known = app.services.access.tokens(&operator).await.unwrap();
    let sender = known.iter().find(|token| token.organisations != OrgScope::All).unwrap();
    app.services.access.revoke_token(&operator, sender.id).await.unwrap();
    let again = app.post(&app.admin, &replay, "").await;
    assert_eq!(again.status, 201, "{}", again.text);
    assert_eq!(again.json()["result"][0]["org"]["code"], "test-org-03", "not the administrator's own");
}

#[tokio::test]
async fn replay_requires_current_access_of_sender() {
    let app = TestApp::start().await;
    let branch = app.token_of("test-org-03", &[Scope::CandidatesWrite]).await;
    assert_eq!(app.post(&branch, CANDIDATES, row_with_unknown_product("1").to_string()).await.status, 400);
    let replay = format!("{LOG}/{}/replay", listed(&app, &app.admin, "").await[0]["id"]);
    add_product(&app).await;
    let other = "(SELECT id FROM organisation WHERE code = '001')";
    let moved = format!(
        "UPDATE token_org SET org_id = {other};
        UPDATE token SET default_org_id = {other} WHERE id IN (SELECT token_id FROM token_org)"
    );
    app.database.change(&moved);
    let again = app.post(&app.admin, &replay, "").await;
    assert_eq!(again.status, 201, "{}", again.text);
    assert_eq!(again.json()["result"][0]["org"]["code"], "001");
}

#[tokio::test]
async fn command_line_import_is_replayed_to_same_organisation() {
    let app = TestApp::start().await;
    let organisations = app.services.reference().await.unwrap().organisations.clone();
    let branch = organisations.iter().find(|one| one.code == "test-org-03").unwrap();
    let operator = orderdock_testkit::operator(&app.services);
    let importer = Caller { default_organisation: Some(branch.id), ..operator };
    let row = LocalRow::read(row_with_unknown_product("1").to_string().as_bytes()).unwrap();
    let policies = ImportPolicies { errors: ErrorPolicy::Row, unresolved: None };
    let rejected = import_local_rows(&app.services, importer, policies, &[&row]).await;
    assert_eq!(rejected.status, 400);
    let replay = format!("{LOG}/{}/replay", listed(&app, &app.admin, "").await[0]["id"]);
    let product = json!({ "products": [{ "org": "*", "code": "LATE", "name": "Late", "uom": "PCE" }] });
    let operator = orderdock_testkit::operator(&app.services);
    app.services.master_data.load_masterdata(&operator, &product.to_string()).await.unwrap();
    let again = app.post(&app.admin, &replay, "").await;
    assert_eq!(again.status, 201, "{}", again.text);
    assert_eq!(again.json()["result"][0]["org"]["code"], "test-org-03", "not the administrator's own");
}

#[tokio::test]
async fn token_is_not_logged() {
    let app = TestApp::start().await;
    let encoded = app.admin.replace('_', "%5F");
    for (query, logged_query) in [
        (format!("token={}", app.admin), "token=…"),
        (format!("authorization=Basic%20{encoded}"), "authorization=…"),
        (format!("dryRun={encoded}"), "dryRun=…"),
    ] {
        let sent = app.post(&app.admin, &format!("{CANDIDATES}?{query}"), "{}").await;
        assert_eq!(sent.status, 400, "{}", sent.text);
        assert_eq!(listed(&app, &app.admin, "").await[0]["query"], logged_query);
    }
    let void = format!("/api/sales/order/{encoded}/void");
    assert_eq!(app.post(&app.admin, &void, "").await.status, 404);
    assert_eq!(listed(&app, &app.admin, "").await[0]["path"], "/api/sales/order/…/void");
}

#[tokio::test]
async fn only_imports_can_be_replayed() {
    let app = TestApp::start().await;
    let imported = app.import(candidate("H", "1", json!({})).to_string()).await;
    let path = format!("{CANDIDATES}/{}", imported.json()["result"][0]["id"]);
    assert_eq!(app.patch(&app.admin, &path, "*", json!({ "active": false })).await.status, 200);
    let log = listed(&app, &app.admin, "").await;
    assert_eq!(
        (&log[0]["method"], &log[0]["status"]),
        (&json!("PATCH"), &json!(200)),
        "corrections are kept too"
    );
    let response = app.post(&app.admin, &format!("{LOG}/{}/replay", log[0]["id"]), "").await;
    assert_eq!(
        (response.status, &response.json()["errors"][0]["code"]),
        (409, &json!("request.not_replayable"))
    );
    for id in ["0", "999999999", "x"] {
        assert_eq!(app.post(&app.admin, &format!("{LOG}/{id}/replay"), "").await.status, 404, "{id}");
    }
}

#[tokio::test]
async fn strict_request_is_replayed_strictly() {
    let app = TestApp::start().await;
    let sent = candidate("H-strict", "1", json!({ "colour": "blue" })).to_string();
    let request = app.request(Method::POST, CANDIDATES).header("Authorization", &app.admin);
    let request = request.header("Content-Type", "application/json").header("Prefer", "handling=strict");
    assert_eq!(send(request.body(sent)).await.status, 400);
    let replay = format!("{LOG}/{}/replay", listed(&app, &app.admin, "").await[0]["id"]);
    let again = app.post(&app.admin, &replay, "").await;
    assert_eq!((again.status, &again.json()["errors"][0]["code"]), (400, &json!("property.unknown")));
}
