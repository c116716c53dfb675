//! External systems over HTTP: creation by rows, responses, filters, exports, renaming, and access of other
//! organisations.

use orderdock_domain::access::Scope;
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

const SYSTEMS: &str = "/api/masterdata/external-systems";
const SOURCE: &str = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";

/// Returns a row with the default data source and this external system.
fn row_of_system(header: &str, code: &str, change: Value) -> Value {
    let mut row = candidate(header, "1", change);
    row["dataSource"] = json!(format!("int-{SOURCE}"));
    row["externalSystemCode"] = json!(code);
    row
}

fn codes(items: &Value) -> Vec<String> {
    let items = items.as_array().map_or(&[][..], Vec::as_slice);
    items.iter().map(|item| item["code"].as_str().unwrap_or_default().to_owned()).collect()
}

async fn put(app: &TestApp, token: &str, kind: &str, records: Value) -> HttpResponse {
    let request = app.request(Method::PUT, &format!("/api/masterdata/{kind}"));
    send(request.header("Authorization", token).json(&records)).await
}

async fn items(app: &TestApp, token: &str, path: &str) -> Value {
    let page = app.get(token, path).await;
    assert_eq!(page.status, 200, "{path} {}", page.text);
    page.json()["items"].clone()
}

#[tokio::test]
async fn unknown_system_is_created_with_warning() {
    let app = TestApp::start().await;
    let importer = app.token_of("001", &[Scope::CandidatesWrite, Scope::CandidatesRead]).await;
    let rows = bulk([row_of_system("H1", "shop-1", json!({})), row_of_system("H2", "shop-1", json!({}))]);
    let response = app.post(&importer, &format!("{CANDIDATES}/bulk"), rows).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let rows = response.json()["result"].clone();
    let (first, second) = (&rows[0], &rows[1]);
    assert_eq!(codes(&first["warnings"]), ["externalSystem.created"]);
    let warning = &first["warnings"][0];
    assert_eq!(
        (&warning["pointer"], &warning["params"]),
        (&json!("/requests/0/externalSystemCode"), &json!({ "code": "shop-1" }))
    );
    let created = &first["created"][0];
    assert_eq!((&created["kind"], &created["code"]), (&json!("externalSystem"), &json!("shop-1")));
    assert_eq!((&second["warnings"], &second["created"]), (&json!([]), &json!([])), "{}", response.text);
    // later requests use the same system, whether it is the only one or not
    let again = app.post(&importer, CANDIDATES, row_of_system("H3", "shop-1", json!({})).to_string()).await;
    assert_eq!((again.status, &again.json()["result"][0]["warnings"]), (201, &json!([])), "{}", again.text);
    let systems = items(&app, &app.admin, SYSTEMS).await;
    assert_eq!(codes(&systems), ["shop-1"]);
    assert_eq!(systems[0]["org"], "001");
    let history = app.get(&app.admin, &format!("{SYSTEMS}/{}/history", created["id"])).await;
    assert_eq!(history.status, 200, "{}", history.text);
}

#[tokio::test]
async fn dry_run_and_rejected_rows_create_no_system() {
    let app = TestApp::start().await;
    let row = row_of_system("H1", "shop-1", json!({}));
    let tried = app.post(&app.admin, &format!("{CANDIDATES}?dryRun=true"), row.to_string()).await;
    assert_eq!(tried.status, 200, "{}", tried.text);
    assert_eq!(codes(&tried.json()["result"][0]["warnings"]), ["externalSystem.created"]);
    let faulty = row_of_system("H1", "shop-1", json!({ "product": { "code": "none" } }));
    assert_eq!(app.import(faulty.to_string()).await.status, 400);
    assert_eq!(items(&app, &app.admin, SYSTEMS).await, json!([]));
}

#[tokio::test]
async fn code_without_data_source_names_the_source() {
    let app = TestApp::start().await;
    app.load("data-sources: [{org: \"*\", internalNames: [SOURCE.shop], code: shop}]").await;
    let response =
        app.import(candidate("H1", "1", json!({ "externalSystemCode": "shop" })).to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let row = &response.json()["result"][0];
    assert_eq!(row["dataSourceInternalName"], "SOURCE.shop");
    assert_eq!((&row["externalSystemCode"], &row["warnings"]), (&Value::Null, &json!([])), "{row}");
    assert_eq!(items(&app, &app.admin, SYSTEMS).await, json!([]));
}

#[tokio::test]
async fn inactive_system_is_rejected() {
    let app = TestApp::start().await;
    app.load("external-systems: [{org: \"001\", code: old, active: false}]").await;
    let response = app.import(row_of_system("H1", "old", json!({})).to_string()).await;
    let error = &response.json()["errors"][0];
    assert_eq!(
        (response.status, &error["code"]),
        (400, &json!("externalSystem.inactive")),
        "{}",
        response.text
    );
    assert_eq!(error["pointer"], "/externalSystemCode");
}

#[tokio::test]
async fn data_source_has_system_and_look_up_of_ids() {
    let app = TestApp::start().await;
    let source =
        json!([{ "internalNames": ["SOURCE.shop"], "externalSystem": "shop-1", "externalIds": "own" }]);
    let unknown = put(&app, &app.admin, "data-sources", source.clone()).await;
    let error = &unknown.json()["errors"][0];
    assert_eq!(
        (&error["code"], &error["pointer"]),
        (&json!("record.reference_unknown"), &json!("/0/externalSystem"))
    );
    let system = json!([{ "code": "shop-1", "name": "Shop 1" }]);
    assert_eq!(put(&app, &app.admin, "external-systems", system).await.status, 200);
    let stored = put(&app, &app.admin, "data-sources", source).await;
    assert_eq!(stored.status, 200, "{}", stored.text);
    let id = stored.json()["result"][0]["id"].clone();
    let read = app.get(&app.admin, &format!("/api/masterdata/data-sources/{id}")).await.json();
    assert_eq!((&read["externalSystem"], &read["externalIds"]), (&json!("shop-1"), &json!("own")), "{read}");
    let default = items(&app, &app.admin, "/api/masterdata/data-sources?org=*").await;
    assert_eq!(default[0]["externalIds"], "shared", "{default}");
    let wrong = json!([{ "internalNames": ["SOURCE.shop"], "externalIds": "none" }]);
    assert_eq!(put(&app, &app.admin, "data-sources", wrong).await.status, 400);
}

#[tokio::test]
async fn systems_of_other_organisations_are_invisible() {
    let app = TestApp::start().await;
    app.load("external-systems: [{org: \"001\", code: shop-1}, {org: \"*\", code: shared}]").await;
    let scopes = [Scope::CandidatesWrite, Scope::CandidatesRead];
    let foreign = app.token_of("test-org-03", &scopes).await;
    assert_eq!(codes(&items(&app, &foreign, SYSTEMS).await), ["shared"]);
    let id = items(&app, &app.admin, &format!("{SYSTEMS}?org=001")).await[0]["id"].clone();
    assert_eq!(app.get(&foreign, &format!("{SYSTEMS}/{id}")).await.status, 404);
    let row = |header: &str, code: &str| {
        row_of_system(
            header,
            code,
            json!({ "bpartner": { "bpartner": { "code": "1000106" } }, "org": { "code": "test-org-03" } }),
        )
    };
    for (header, code, warned) in [("H1", "shared", vec![]), ("H2", "shop-1", vec!["externalSystem.created"])]
    {
        let response = app.post(&foreign, CANDIDATES, row(header, code).to_string()).await;
        assert_eq!(response.status, 201, "{}", response.text);
        assert_eq!(codes(&response.json()["result"][0]["warnings"]), warned, "{}", response.text);
    }
    assert_eq!(codes(&items(&app, &foreign, SYSTEMS).await).len(), 2);
    let writer = app.token_of("test-org-03", &[Scope::MasterdataWrite]).await;
    let rejected = put(&app, &writer, "external-systems", json!([{ "org": "001", "code": "x" }])).await;
    assert_eq!(rejected.status, 403, "{}", rejected.text);
}

/// Returns the cursor after the latest event.
async fn end_of_feed(app: &TestApp) -> String {
    let response = app.get(&app.admin, "/api/event-feed?after=now").await;
    let (_, rest) = response.header("link").split_once("after=").unwrap();
    rest.split(['&', '>']).next().unwrap().to_owned()
}

#[tokio::test]
async fn system_of_row_is_returned_filtered_and_exported() {
    let app = TestApp::start().await;
    let begin = end_of_feed(&app).await;
    let response = app.import(row_of_system("H1", "shop-1", json!({})).to_string()).await;
    assert_eq!(response.json()["result"][0]["externalSystemCode"], "shop-1", "{}", response.text);
    let id = response.json()["result"][0]["id"].clone();
    assert_eq!(app.import(candidate("H2", "1", json!({})).to_string()).await.status, 201);
    let events = app.get(&app.admin, &format!("/api/event-feed?after={begin}")).await.json();
    let received =
        events.as_array().unwrap().iter().filter(|event| event["type"] == "orderdock.candidate.received");
    let systems: Vec<_> = received.map(|event| event["data"]["externalSystemCode"].clone()).collect();
    assert_eq!(systems, [json!("shop-1"), Value::Null], "{events}");
    let read = app.get(&app.admin, &format!("{CANDIDATES}/{id}")).await.json();
    assert_eq!(read["externalSystemCode"], "shop-1");
    assert_eq!(read["imported"]["externalSystemCode"], "shop-1", "{read}");
    let filter = "externalSystem=shop-1";
    let listed = items(&app, &app.admin, &format!("{CANDIDATES}?{filter}")).await;
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["id"]), (1, &id));
    let headers = items(&app, &app.admin, &format!("{CANDIDATES}/headers?{filter}")).await;
    assert_eq!(headers[0]["externalSystemCode"], "shop-1", "{headers}");
    assert_eq!(items(&app, &app.admin, &format!("{CANDIDATES}?externalSystem=none")).await, json!([]));
    let foreign = app.token_of("test-org-03", &[Scope::CandidatesRead]).await;
    assert_eq!(items(&app, &foreign, &format!("{CANDIDATES}?{filter}")).await, json!([]));
    let table = app.get(&app.admin, &format!("{CANDIDATES}/export?{filter}")).await;
    assert!(table.text.trim_end().ends_with(",shop-1"), "{}", table.text);
    // a row refers to the record of the system, so it can be renamed
    app.database.change("UPDATE external_system SET code = 'shop-one'");
    app.database.change("UPDATE generation SET value = value + 1");
    let read = app.get(&app.admin, &format!("{CANDIDATES}/{id}")).await.json();
    assert_eq!(read["externalSystemCode"], "shop-one");
    assert_eq!(read["imported"]["externalSystemCode"], "shop-1");
}

#[tokio::test]
async fn repeated_row_is_unchanged_with_or_without_system() {
    let app = TestApp::start().await;
    let plain = candidate("H1", "1", json!({ "dataSource": format!("int-{SOURCE}") }));
    assert_eq!(app.import(plain.to_string()).await.status, 201);
    for row in [row_of_system("H1", "shop-1", json!({})), plain] {
        let again = app.import(row.to_string()).await;
        assert_eq!(
            (again.status, &again.json()["result"][0]["outcome"]),
            (200, &json!("unchanged")),
            "{}",
            again.text
        );
    }
    assert_eq!(items(&app, &app.admin, SYSTEMS).await, json!([]));
}
