//! Filters of candidates: each is a query parameter, a field of selections and of saved views, and documented.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use orderdock_domain::access::Role;
use orderdock_testkit::{CANDIDATES, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

/// A filter with its value in a query and in a selection, and the number of candidates that match it.
struct Case {
    name: &'static str,
    query: String,
    member: Value,
    count: u64,
    /// Filter that this one requires, as query and as members.
    requires: Option<(String, Value)>,
}

fn case(name: &'static str, value: &str, count: u64) -> Case {
    Case { name, query: value.to_owned(), member: json!(value), count, requires: None }
}

fn flag(name: &'static str, count: u64) -> Case {
    Case { member: json!(true), ..case(name, "true", count) }
}

fn id(name: &'static str, id: &Value, count: u64) -> Case {
    Case { member: id.clone(), ..case(name, &id.to_string(), count) }
}

impl Case {
    fn query(&self) -> String {
        let own = format!("{}={}", self.name, self.query);
        self.requires.as_ref().map_or(own.clone(), |(other, _)| format!("{other}&{own}"))
    }

    fn selection(&self) -> Value {
        let mut members = self.requires.as_ref().map_or(json!({}), |(_, members)| members.clone());
        members[self.name] = self.member.clone();
        members
    }
}

async fn get(app: &TestApp, path: &str) -> Value {
    let response = app.get(&app.admin, path).await;
    assert_eq!(response.status, 200, "{path} {}", response.text);
    response.json()
}

async fn post(app: &TestApp, path: &str, body: &Value) -> Value {
    let request = app.request(Method::POST, &format!("{CANDIDATES}/{path}")).header("Prefer", "wait=60");
    let response = send(request.header("Authorization", &app.admin).json(body)).await;
    assert_eq!(response.status, 200, "{path} {body} {}", response.text);
    response.json()
}

/// Records created by [`create_candidates`] whose ids are used in the cases.
struct Created {
    /// Candidate `H1` / `1`, from the response to the import.
    first: Value,
    /// Candidate `H2` / `1`, from the response to `GET`.
    other: Value,
    /// Id of a run that revalidated one candidate with an error.
    run: Value,
}

/// Creates the user Anna and five candidates that differ in every filter.
async fn create_candidates(app: &TestApp) -> Created {
    app.create_user("Anna", Role::Clerk, &[]).await;
    app.load("products: [{code: BARE, name: Without a price, uom: PCE}]").await;
    app.load("data-sources: [{org: \"*\", internalNames: [SOURCE.shop]}]").await;
    let rows = [
        candidate("H1", "1", json!({})),
        candidate("H1", "2", json!({})),
        candidate("H3", "1", json!({ "product": { "code": "BARE" } })),
        candidate("H3", "2", json!({})),
    ];
    let first = app.import_bulk("", bulk(rows)).await;
    assert_eq!(first.status, 201, "{}", first.text);
    let first = first.json()["result"].clone();
    app.clock.advance(SignedDuration::from_hours(24));
    let other = json!({
        "org": { "code": "test-org-03" },
        "dataSource": "int-SOURCE.shop",
        "bpartner": { "bpartner": { "code": "1000106" } },
        "product": { "code": "A001" },
        "poReference": "Other",
        "promotionCode": "WINTER",
        "externalSystemCode": "shop-1",
        "dateRequired": "2026-12-20",
    });
    let other = app.import(candidate("H2", "1", other).to_string()).await;
    assert_eq!(other.status, 201, "{}", other.text);
    let other = get(app, &format!("{CANDIDATES}/{}", other.json()["result"][0]["id"])).await;
    let change = json!({ "waitingUntil": "2026-11-25", "assignedTo": "Anna" });
    let changed = app.patch(&app.admin, &format!("{CANDIDATES}/{}", first[0]["id"]), "*", change).await;
    assert_eq!(changed.status, 200, "{}", changed.text);
    let comments = app.request(Method::POST, &format!("{CANDIDATES}/{}/comments", first[0]["id"]));
    let comments = comments.header("Authorization", &app.admin).json(&json!({ "text": "Asked." }));
    let commented = send(comments).await;
    assert_eq!(commented.status, 201, "{}", commented.text);
    let form =
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\ntext\r\n--x--\r\n";
    let request = app.request(Method::POST, &format!("{CANDIDATES}/H2/attachments"));
    let request = request.header("Content-Type", "multipart/form-data; boundary=x");
    let attached = send(request.header("Authorization", &app.admin).body(form)).await;
    assert_eq!(attached.status, 201, "{}", attached.text);
    let faulty = json!({ "selection": { "filter": { "problem": "price.none" } } });
    let run = post(app, "revalidate", &faulty).await["id"].clone();
    Created { first: first[0].clone(), other, run }
}

/// Creates the candidates and returns the filters with the number of candidates that each of them selects.
async fn cases(app: &TestApp) -> Vec<Case> {
    let Created { first, other, run } = create_candidates(app).await;
    let with_run = (format!("runId={run}"), json!({ "runId": run }));
    let with_problem = ("problem=price.none".to_owned(), json!({ "problem": "price.none" }));
    vec![
        case("status", "error", 1),
        case("dataSource", "SOURCE.shop", 1),
        case("externalSystem", "shop-1", 1),
        case("org", "test-org-03", 1),
        case("bpartner", "1000106", 1),
        case("product", "A001", 1),
        case("externalHeaderId", "H1", 2),
        case("dateRequiredFrom", "2026-12-09", 1),
        case("dateRequiredTo", "2026-12-08", 4),
        case("createdFrom", "2026-11-21", 1),
        case("createdTo", "2026-11-20", 4),
        case("q", "other", 1),
        case("problem", "price.none", 1),
        Case { requires: Some(with_problem), ..case("cause", "unknown", 0) },
        case("hold", "sibling.error", 1),
        case("waitingUntilFrom", "2026-11-25", 2),
        case("waitingUntilTo", "2026-11-25", 2),
        case("assignedTo", "Anna", 1),
        Case { member: json!([first["id"]]), ..id("headerOf", &first["id"], 2) },
        flag("hasAttachment", 1),
        flag("held", 3),
        flag("hasComments", 1),
        id("requestId", &other["requestId"], 1),
        id("importDraft", &json!(1), 0),
        id("runId", &run, 1),
        Case { requires: Some(with_run), ..case("outcome", "passed", 0) },
        case("poReference", "Other", 1),
        case("promotionCode", "WINTER", 1),
        case("unresolvedReference", "00000000000000000000000000000000", 0),
    ]
}

#[tokio::test]
async fn every_filter_applies_to_lists_and_selections() {
    let app = TestApp::start().await;
    let cases = cases(&app).await;
    let anna = app.sign_in("Anna").await;
    let mut wrong = Vec::new();
    for case in cases {
        let query = case.query();
        let list = get(&app, &format!("{CANDIDATES}?{query}")).await;
        let body = json!({ "selection": { "filter": case.selection() }, "active": false });
        let selected = post(&app, "edit?dryRun=true", &body).await;
        let counts = [&list["total"]["value"], &selected["counts"]["selected"]];
        if counts.iter().any(|count| **count != case.count) {
            wrong.push(format!("{query}: {counts:?}, expected {}", case.count));
        }
        let view = json!({ "name": case.name, "query": query });
        let saved = send(anna.writing(app.request(Method::POST, "/api/views")).json(&view)).await;
        if saved.status != 201 {
            wrong.push(format!("view {query}: {}", saved.text));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test]
async fn every_filter_is_documented_and_tested() {
    let app = TestApp::start().await;
    let tested: BTreeSet<String> = cases(&app).await.iter().map(|case| case.name.to_owned()).collect();
    let document = get(&app, "/api/openapi.json").await;
    let members = document["components"]["schemas"]["SelectionFilterData"]["properties"].as_object().unwrap();
    let mut members: BTreeSet<String> = members.keys().cloned().collect();
    assert!(members.remove("exclude"), "the only member that is no filter");
    assert_eq!(members, tested);
    let parameters = document["paths"][format!("{CANDIDATES}/counts")]["get"]["parameters"].as_array();
    let name = |parameter: &Value| {
        let shared = parameter["$ref"]
            .as_str()
            .and_then(|reference| document.pointer(reference.trim_start_matches('#')));
        shared.unwrap_or(parameter)["name"].as_str().unwrap().to_owned()
    };
    let parameters: BTreeSet<String> = parameters.unwrap().iter().map(name).collect();
    assert_eq!(parameters, tested);
}
