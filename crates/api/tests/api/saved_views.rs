//! Saved views: ownership, visibility, changes and allowed content.

use orderdock_domain::access::Role;
use orderdock_testkit::{BrowserSession, CANDIDATES, HttpResponse, TestApp, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

const VIEWS: &str = "/api/views";

struct People {
    app: TestApp,
    /// Clerks of `001`, of `test-org-03`, and of both.
    anna: BrowserSession,
    theo: BrowserSession,
    bea: BrowserSession,
    /// Viewer of `001`.
    vera: BrowserSession,
    root: BrowserSession,
}

async fn people() -> People {
    let app = TestApp::start().await;
    for (name, role, organisations) in [
        ("Anna", Role::Clerk, &["001"] as &[&str]),
        ("Theo", Role::Clerk, &["test-org-03"]),
        ("Bea", Role::Clerk, &["001", "test-org-03"]),
        ("Vera", Role::Viewer, &["001"]),
        ("root", Role::Administrator, &[]),
    ] {
        app.create_user(name, role, organisations).await;
    }
    let [anna, theo, bea] = [app.sign_in("Anna").await, app.sign_in("Theo").await, app.sign_in("Bea").await];
    let (vera, root) = (app.sign_in("Vera").await, app.sign_in("root").await);
    People { app, anna, theo, bea, vera, root }
}

impl People {
    async fn call(&self, session: &BrowserSession, method: Method, path: &str, body: Value) -> HttpResponse {
        let request = session.writing(self.app.request(method, path));
        let request = request.header("Content-Type", "application/json");
        send(if body.is_null() { request } else { request.body(body.to_string()) }).await
    }

    async fn save(&self, session: &BrowserSession, body: Value) -> Value {
        let response = self.call(session, Method::POST, VIEWS, body).await;
        assert_eq!(response.status, 201, "{}", response.text);
        response.json()
    }

    async fn patch(&self, session: &BrowserSession, view: &Value, body: Value) -> HttpResponse {
        self.call(session, Method::PATCH, &format!("{VIEWS}/{}", view["id"]), body).await
    }

    async fn list(&self, session: &BrowserSession) -> Vec<Value> {
        let response = send(session.with(self.app.request(Method::GET, VIEWS))).await;
        assert_eq!(response.status, 200, "{}", response.text);
        response.json()["items"].as_array().unwrap().clone()
    }

    async fn names(&self, session: &BrowserSession) -> Vec<String> {
        self.list(session).await.iter().map(|view| view["name"].as_str().unwrap().to_owned()).collect()
    }

    async fn begin_with(&self, session: &BrowserSession, id: &Value) -> u16 {
        self.call(session, Method::PUT, &format!("{VIEWS}/default"), json!({ "id": id })).await.status
    }
}

fn faults(response: &HttpResponse) -> (u16, Vec<String>) {
    let errors = response.json()["errors"].as_array().unwrap().clone();
    let code = |error: &Value| {
        format!("{} {}", error["code"].as_str().unwrap(), error["pointer"].as_str().unwrap_or_default())
    };
    (response.status, errors.iter().map(code).collect())
}

fn fault(status: u16, code: &str) -> (u16, Vec<String>) {
    (status, vec![code.to_owned()])
}

#[tokio::test]
async fn view_is_created_changed_and_deleted() {
    let people = people().await;
    let columns =
        json!([{ "name": "status", "width": 120, "pinned": true }, { "name": "qty", "hidden": true }]);
    let saved = people
        .save(
            &people.anna,
            json!({ "name": "  Späte  ", "list": "headers", "query": "status=error&q=Gr%C3%B6%C3%9Fe&sort=-dateRequired",
                "columns": columns }),
        )
        .await;
    assert_eq!(saved["name"], "Späte");
    assert_eq!(
        (&saved["version"], &saved["own"], &saved["owner"]),
        (&json!(1), &json!(true), &json!("Anna"))
    );
    assert_eq!(
        (&saved["shared"], &saved["changeable"], &saved["default"]),
        (&json!(false), &json!(true), &json!(false))
    );
    assert_eq!((&saved["list"], &saved["columns"][0]["width"]), (&json!("headers"), &json!(120)));
    assert_eq!(saved["columns"][1], json!({ "name": "qty", "pinned": false, "hidden": true }));
    assert_eq!(people.list(&people.anna).await, std::slice::from_ref(&saved));

    let response =
        people.patch(&people.anna, &saved, json!({ "version": 1, "query": null, "columns": null })).await;
    let changed = response.json();
    assert_eq!((response.status, &changed["version"]), (200, &json!(2)), "{}", response.text);
    assert_eq!((&changed["query"], &changed["columns"]), (&json!(""), &json!([])));
    assert_eq!(
        (&changed["name"], &changed["list"]),
        (&json!("Späte"), &json!("headers")),
        "absent members stay unchanged"
    );
    let response = people.patch(&people.anna, &saved, json!({ "version": 1, "name": "Late" })).await;
    assert_eq!(faults(&response), fault(409, "view.outdated /version"));

    let path = format!("{VIEWS}/{}", saved["id"]);
    assert_eq!(people.call(&people.anna, Method::DELETE, &path, Value::Null).await.status, 204);
    let response = people.call(&people.anna, Method::DELETE, &path, Value::Null).await;
    assert_eq!(faults(&response), fault(404, "view.not_found "));
    assert_eq!(people.names(&people.anna).await, [] as [String; 0]);
}

#[tokio::test]
async fn view_with_invalid_filters_is_rejected() {
    let people = people().await;
    for (body, code) in [
        (json!({ "name": "x", "query": "statsu=error" }), "query.unknown /query"),
        (json!({ "name": "x", "query": "status=late" }), "query.invalid /query"),
        (json!({ "name": "x", "query": "limit=5" }), "query.unknown /query"),
        (json!({ "name": "x", "query": "sort=colour" }), "query.invalid /query"),
        (json!({ "name": "x", "list": "headers", "query": "sort=qty" }), "query.invalid /query"),
        (json!({ "name": "x", "query": "dataSource=none" }), "query.invalid /query"),
        (json!({ "name": "x", "query": "a b" }), "type.wrong /query"),
        (json!({ "name": "x", "query": "q=".to_owned() + &"x".repeat(4_000) }), "text.too_long /query"),
        (json!({ "name": "x", "list": "orders" }), "enum.unknown /list"),
        (json!({ "name": "x".repeat(61) }), "text.too_long /name"),
        (json!({ "query": "status=new" }), "property.missing /name"),
        (json!({ "name": " " }), "property.missing /name"),
        (json!({ "name": "x", "owner": "root" }), "property.unknown /owner"),
        (json!({ "name": "x", "columns": [{ "name": "qty" }, { "name": "qty" }] }), "type.wrong /columns"),
        (json!({ "name": "x", "columns": [{ "name": "qty", "width": 0 }] }), "type.wrong /columns/0/width"),
        (json!({ "name": "x", "columns": [{ "width": 90 }] }), "property.missing /columns/0/name"),
    ] {
        let response = people.call(&people.anna, Method::POST, VIEWS, body.clone()).await;
        assert_eq!(faults(&response), fault(400, code), "{body}");
    }
    let saved = people.save(&people.anna, json!({ "name": "x", "query": "sort=qty" })).await;
    let response = people.patch(&people.anna, &saved, json!({ "version": 1, "list": "headers" })).await;
    assert_eq!(faults(&response), fault(400, "query.invalid /query"), "the other list has no such order");
    let large = json!({ "name": "y", "query": "status=new", "columns": (0..100).map(|number| {
        json!({ "name": format!("{number}{}", "x".repeat(200)) }) }).collect::<Vec<_>>() });
    let response = people.call(&people.anna, Method::POST, VIEWS, large).await;
    assert_eq!(response.status, 413, "{}", response.text);
    assert_eq!(people.names(&people.anna).await, ["x"]);
    let log = people.app.get(&people.app.admin, "/api/requests?status=413").await.json();
    assert_eq!(
        (&log["items"][0]["path"], log["items"].as_array().unwrap().len()),
        (&json!(VIEWS), 1),
        "{log}"
    );
}

#[tokio::test]
async fn view_names_are_unique_per_user_and_number_is_limited() {
    let people = people().await;
    people.save(&people.anna, json!({ "name": "Größe" })).await;
    let other = people.save(&people.anna, json!({ "name": "Other" })).await;
    people.save(&people.theo, json!({ "name": "größe" })).await;
    let response = people.call(&people.anna, Method::POST, VIEWS, json!({ "name": "gRÖßE" })).await;
    assert_eq!(faults(&response), fault(409, "view.name_taken /name"));
    let response = people.patch(&people.anna, &other, json!({ "version": 1, "name": "größe" })).await;
    assert_eq!(faults(&response), fault(409, "view.name_taken /name"));
    for number in 2..100 {
        people.save(&people.anna, json!({ "name": number.to_string() })).await;
    }
    let response = people.call(&people.anna, Method::POST, VIEWS, json!({ "name": "more" })).await;
    assert_eq!(faults(&response), fault(409, "view.too_many "));
}

#[tokio::test]
async fn shared_view_is_visible_within_same_organisations() {
    let people = people().await;
    people.save(&people.anna, json!({ "name": "anna's" })).await;
    people.save(&people.anna, json!({ "name": "of 001", "shared": true, "query": "bpartner=G0001" })).await;
    people.save(&people.bea, json!({ "name": "of both", "shared": true })).await;
    people.save(&people.root, json!({ "name": "of all", "shared": true })).await;
    people.save(&people.root, json!({ "name": "of 001 by root", "shared": true, "query": "org=001" })).await;
    people.save(&people.root, json!({ "name": "root's" })).await;
    assert_eq!(people.names(&people.anna).await, ["anna's", "of 001", "of 001 by root", "of all"]);
    assert_eq!(people.names(&people.vera).await, ["of 001", "of 001 by root", "of all"]);
    assert_eq!(people.names(&people.theo).await, ["of all"]);
    assert_eq!(people.names(&people.bea).await, ["of both", "of 001", "of 001 by root", "of all"]);
    let seen = people.names(&people.root).await;
    assert_eq!(seen, ["of 001 by root", "of all", "root's", "of 001", "of both"]);
}

#[tokio::test]
async fn view_shows_records_of_its_reader() {
    let people = people().await;
    let sent = json!({ "org": { "code": "001" } });
    let response = people.app.import(candidate("H", "1", sent).to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let view = people
        .save(&people.root, json!({ "name": "all", "shared": true, "query": "externalHeaderId=H" }))
        .await;
    for (session, seen) in [(&people.root, 1), (&people.vera, 1), (&people.theo, 0)] {
        let found = people.list(session).await.into_iter().find(|known| known["id"] == view["id"]).unwrap();
        let path = format!("{CANDIDATES}?{}", found["query"].as_str().unwrap());
        let response = send(session.with(people.app.request(Method::GET, &path))).await;
        assert_eq!(response.json()["total"]["value"], seen, "{}", response.text);
    }
}

#[tokio::test]
async fn shared_view_is_changed_by_owner_and_administrators_only() {
    let people = people().await;
    let own = people.save(&people.vera, json!({ "name": "hers" })).await;
    let shared = people.save(&people.vera, json!({ "name": "everybody's", "shared": true })).await;
    let path = |view: &Value| format!("{VIEWS}/{}", view["id"]);
    for (session, view, code) in [
        (&people.anna, &own, "view.not_found "),
        (&people.root, &own, "view.not_found "),
        (&people.theo, &shared, "view.not_found "),
        (&people.anna, &shared, "view.not_yours "),
    ] {
        let status = if code.contains("found") { 404 } else { 403 };
        let response = people.patch(session, view, json!({ "version": 1, "name": "mine" })).await;
        assert_eq!(faults(&response), fault(status, code));
        let response = people.call(session, Method::DELETE, &path(view), Value::Null).await;
        assert_eq!(faults(&response), fault(status, code));
    }
    let seen = people.list(&people.anna).await;
    assert_eq!((&seen[0]["own"], &seen[0]["changeable"]), (&json!(false), &json!(false)));
    let response = people.patch(&people.root, &shared, json!({ "version": 1, "name": "Everybody's" })).await;
    assert_eq!(
        (response.status, &response.json()["owner"]),
        (200, &json!("Vera")),
        "it stays hers: {}",
        response.text
    );
    assert_eq!(people.call(&people.root, Method::DELETE, &path(&shared), Value::Null).await.status, 204);
    assert_eq!(people.names(&people.vera).await, ["hers"]);
}

#[tokio::test]
async fn default_view_applies_while_visible() {
    let people = people().await;
    let shared = people.save(&people.anna, json!({ "name": "shared", "shared": true })).await;
    let own = people.save(&people.vera, json!({ "name": "own" })).await;
    let begins = async |session| {
        let views = people.list(session).await;
        let name = |view: &Value| view["name"].as_str().map(str::to_owned);
        views.iter().find(|view| view["default"] == true).and_then(name)
    };
    assert_eq!(people.begin_with(&people.vera, &own["id"]).await, 204);
    assert_eq!(people.begin_with(&people.vera, &shared["id"]).await, 204);
    assert_eq!(begins(&people.vera).await.as_deref(), Some("shared"));
    assert_eq!(begins(&people.anna).await, None);
    assert_eq!(people.begin_with(&people.theo, &shared["id"]).await, 404);
    assert_eq!(people.begin_with(&people.anna, &own["id"]).await, 404);
    let response = people.patch(&people.anna, &shared, json!({ "version": 1, "shared": false })).await;
    assert_eq!(response.status, 200, "{}", response.text);
    assert_eq!(begins(&people.vera).await, None);
    assert_eq!(people.begin_with(&people.vera, &own["id"]).await, 204);
    assert_eq!(people.begin_with(&people.vera, &Value::Null).await, 204);
    assert_eq!(begins(&people.vera).await, None);
    let response = people.call(&people.vera, Method::PUT, &format!("{VIEWS}/default"), json!({})).await;
    assert_eq!(faults(&response), fault(400, "property.missing /id"));
}

#[tokio::test]
async fn views_require_session() {
    let people = people().await;
    let response = people.app.get(&people.app.admin, VIEWS).await;
    assert_eq!(faults(&response), fault(401, "session.missing "));
    let without_csrf =
        send(people.anna.with(people.app.request(Method::POST, VIEWS)).json(&json!({ "name": "x" }))).await;
    assert_eq!(faults(&without_csrf), fault(403, "csrf.missing "));
}
