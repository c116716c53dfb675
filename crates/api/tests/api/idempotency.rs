//! Requests with `Idempotency-Key`: each `POST` is executed once; other methods ignore the key, except `PUT` of master data.

use std::collections::BTreeSet;

use orderdock_domain::access::Role;
use orderdock_testkit::{
    BrowserSession, CANDIDATES, HttpResponse, PASSWORD, TestApp, bulk, candidate, reqwest, send,
};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

const ORDERS: &str = "/api/sales/order";
const SOURCE: &str = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";
const JSON: &str = "application/json";
const FORM: &str = "multipart/form-data; boundary=edge";
const FILE: &str =
    "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\none\r\n--edge--\r\n";

/// Returns the text at a pointer of a successful response.
fn text_at(response: &HttpResponse, pointer: &str) -> String {
    assert!((200..300).contains(&response.status), "{}", response.text);
    let document = response.json();
    let value = document.pointer(pointer).unwrap_or_else(|| panic!("{pointer} in {document}"));
    value.to_string().replace('"', "")
}

/// Records that the requests refer to.
struct Records {
    app: TestApp,
    session: BrowserSession,
    line: String,
    processed: String,
    orders: [String; 2],
    webhook: String,
    delivery: String,
    rule: String,
    product: String,
    /// Id of a product and id of the request that changed it.
    changed_product: [String; 2],
    /// Id of a run that edited a candidate.
    run: String,
    /// Id of the request of an import.
    request: String,
    rejected_rows: Vec<String>,
    /// Ids of import drafts: new, checked and imported.
    drafts: [String; 3],
    /// Id of a missing record and id of a candidate that refers to it.
    missing: [String; 2],
}

fn rule() -> Value {
    json!({ "orgCode": "001", "kind": "candidates-in-error", "minutes": 30, "language": "de",
        "recipients": ["anna@shop.example"] })
}

fn order() -> String {
    json!({ "shipBPartnerCode": "G0001", "datePromised": "2026-12-08T00:00:00Z",
        "lines": [{ "productCode": "A001", "qty": 1 }] })
    .to_string()
}

fn edit(id: &str, qty: i32) -> String {
    let selection = json!({ "ids": [id.parse::<i64>().unwrap()] });
    json!({ "selection": selection, "changes": { "qty": { "set": qty } } }).to_string()
}

const SHEET: &str =
    "Bestellnummer;Kundennummer;Artikelnummer;Menge;Liefertermin\r\nPO-1;G0001;P002737;1;24.12.2026\r\n";

fn version(version: i64) -> String {
    json!({ "version": version }).to_string()
}

/// Uploads a spreadsheet and performs the actions, each to its end. Returns the id of the draft.
async fn draft(app: &TestApp, actions: &[&str]) -> String {
    let draft = app.post(&app.admin, "/api/import-drafts?filename=a.csv", SHEET).await;
    let id = text_at(&draft, "/id");
    let path = format!("/api/import-drafts/{id}");
    for action in actions {
        let before = app.get(&app.admin, &path).await.json()["version"].as_i64().unwrap();
        let started = app.post(&app.admin, &format!("{path}/{action}"), version(before)).await;
        assert_eq!(started.status, 202, "{}", started.text);
        // the start and the end of a job change the version
        while app.get(&app.admin, &path).await.json()["version"] != before + 2 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
    id
}

impl Records {
    async fn new() -> Self {
        let app = TestApp::start().await;
        app.create_user("Anna", Role::Clerk, &["001"]).await;
        let session = app.sign_in("Anna").await;
        let import = async |header: &str, change: Value| {
            text_at(&app.import(candidate(header, "1", change).to_string()).await, "/result/0/id")
        };
        let post = async |path: &str, body: String| app.post(&app.admin, path, body).await;
        let lines = [
            import("H", json!({})).await,
            import("E", json!({})).await,
            import("P", json!({})).await,
            import("C", json!({})).await,
            import("D", json!({})).await,
        ];
        let request = text_at(&app.get(&app.admin, "/api/requests").await, "/items/0/id");
        let [line, edited, processed, ..] = lines;
        let waited = app.request(Method::POST, &format!("{CANDIDATES}/edit")).header("Prefer", "wait=60");
        let waited = waited.header("Authorization", &app.admin).header("Content-Type", JSON);
        let run = text_at(&send(waited.body(edit(&edited, 9))).await, "/id");
        let orders = [post(ORDERS, order()).await, post(ORDERS, order()).await];
        let webhook = json!({ "url": "http://127.0.0.1:9/", "active": false }).to_string();
        let webhook = text_at(&post("/api/webhooks", webhook).await, "/id");
        let delivery = text_at(&post(&format!("/api/webhooks/{webhook}/test"), String::new()).await, "/id");
        let put = async |body: &str| {
            let product = app.request(Method::PUT, "/api/masterdata/products");
            let product = product.header("Authorization", &app.admin).header("Content-Type", JSON);
            send(product.body(body.to_owned())).await
        };
        put(r#"[{"code": "S", "name": "Screw", "uom": "PCE"}]"#).await;
        let changed = put(r#"[{"code": "S", "name": "Nail", "uom": "PCE"}]"#).await;
        for header in ["R1", "R2", "R3"] {
            let rejected =
                app.import(candidate(header, "1", json!({ "uomCode": "KISTE" })).to_string()).await;
            assert_eq!(rejected.status, 400, "{}", rejected.text);
        }
        let mut rejected = app.get(&app.admin, "/api/rejected-rows").await.json()["items"].take();
        let rejected = rejected.as_array_mut().unwrap();
        rejected.sort_by_key(|row| row["externalHeaderId"].to_string());
        let rejected_rows = rejected.iter().map(|row| row["id"].to_string()).collect();
        let unknown = candidate("M", "1", json!({ "product": { "code": "MISSING" } })).to_string();
        let waiting =
            text_at(&post(&format!("{CANDIDATES}?unresolved=store"), unknown).await, "/result/0/id");
        let missing = text_at(&app.get(&app.admin, "/api/unresolved-references").await, "/items/0/id");
        Self {
            line,
            processed,
            orders: orders.map(|order| text_at(&order, "/salesOrderId")),
            webhook,
            delivery,
            rule: text_at(&post("/api/notification-rules", rule().to_string()).await, "/id"),
            product: text_at(&app.get(&app.admin, "/api/masterdata/products?q=A001").await, "/items/0/id"),
            changed_product: [text_at(&changed, "/result/0/id"), changed.header("x-request-id").to_owned()],
            run,
            request,
            rejected_rows,
            drafts: [
                draft(&app, &[]).await,
                draft(&app, &["check"]).await,
                draft(&app, &["check", "commit"]).await,
            ],
            missing: [missing, waiting],
            app,
            session,
        }
    }

    /// Returns every path that accepts a `POST` about candidates and orders, with the values of its parameters and a body.
    fn order_posts(&self) -> Vec<(&'static str, Vec<&str>, String)> {
        let one = |id: &str| json!({ "selection": { "ids": [id.parse::<i64>().unwrap()] } }).to_string();
        let (comment, none) = (json!({ "text": "said" }).to_string(), String::new);
        let [handed_over, voided] = self.orders.each_ref().map(String::as_str);
        let confirmed = json!({ "orders": [{ "salesOrderId": handed_over, "receiver": "ERP" }] }).to_string();
        let map =
            json!({ "targetId": self.product.parse::<i64>().unwrap(), "candidates": [self.missing[1]] });
        vec![
            ("/api/sales/order/candidates", vec![], candidate("N", "1", json!({})).to_string()),
            ("/api/sales/order/candidates/bulk", vec![], bulk([candidate("N", "2", json!({}))])),
            ("/api/sales/order/candidates/{externalId}/attachments", vec!["H"], FILE.to_owned()),
            (
                "/api/sales/order/candidates/{dataSourceName}/{externalReference}/attachments",
                vec![SOURCE, "E"],
                FILE.to_owned(),
            ),
            ("/api/sales/order/candidates/{id}/comments", vec![&self.line], comment.clone()),
            (
                "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/cancel",
                vec![SOURCE, "C"],
                none(),
            ),
            (
                "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/{externalLineId}/cancel",
                vec![SOURCE, "D", "1"],
                none(),
            ),
            ("/api/sales/order/candidates/edit", vec![], edit(&self.line, 7)),
            ("/api/sales/order/candidates/revalidate", vec![], one(&self.line)),
            ("/api/sales/order/candidates/process", vec![], one(&self.processed)),
            ("/api/sales/order", vec![], order()),
            ("/api/sales/order/{id}/comments", vec![handed_over], comment),
            ("/api/sales/order/{salesOrderId}/attachments", vec![handed_over], FILE.to_owned()),
            ("/api/sales/order/handed-over", vec![], confirmed),
            ("/api/sales/order/{id}/void", vec![voided], none()),
            ("/api/unresolved-references/{id}/map", vec![&self.missing[0]], map.to_string()),
            ("/api/process-runs", vec![], none()),
            ("/api/process-runs/{id}/stop", vec![&self.run], none()),
            ("/api/process-runs/{id}/undo", vec![&self.run], none()),
        ]
    }

    /// Returns the other paths that accept a `POST`.
    fn other_posts(&self) -> Vec<(&'static str, Vec<&str>, String)> {
        let [sent, dismissed, by_ids] = [0, 1, 2].map(|place| self.rejected_rows[place].as_str());
        let reason = json!({ "reason": "test order" }).to_string();
        let ids = json!({ "reason": "test order", "ids": [by_ids.parse::<i64>().unwrap()] }).to_string();
        let corrected = candidate("R1", "1", json!({})).to_string();
        let [changed, changed_by] = self.changed_product.each_ref().map(String::as_str);
        let webhook = json!({ "url": "http://127.0.0.1:9/", "active": false }).to_string();
        let (rule, none) = (rule().to_string(), String::new);
        vec![
            ("/api/masterdata/{kind}/{id}/deactivate", vec!["products", &self.product], none()),
            (
                "/api/masterdata/{kind}/{id}/undo",
                vec!["products", changed],
                json!({ "requestId": changed_by }).to_string(),
            ),
            ("/api/rejected-rows/dismiss", vec![], ids),
            ("/api/rejected-rows/{id}/dismiss", vec![dismissed], reason),
            ("/api/rejected-rows/{id}/reopen", vec![dismissed], none()),
            ("/api/rejected-rows/{id}/send", vec![sent], corrected),
            ("/api/requests/{id}/replay", vec![&self.request], none()),
            ("/api/notification-rules", vec![], rule.clone()),
            ("/api/notification-rules/try", vec![], rule),
            ("/api/notification-rules/{id}/try", vec![&self.rule], none()),
            ("/api/import-drafts", vec![], SHEET.to_owned()),
            ("/api/import-drafts/{id}/check", vec![&self.drafts[0]], version(1)),
            ("/api/import-drafts/{id}/stop", vec![&self.drafts[0]], none()),
            ("/api/import-drafts/{id}/commit", vec![&self.drafts[1]], version(3)),
            ("/api/import-drafts/{id}/undo", vec![&self.drafts[2]], version(5)),
            ("/api/webhooks", vec![], webhook),
            ("/api/webhooks/{id}/rotate", vec![&self.webhook], "{}".to_owned()),
            ("/api/webhooks/{id}/test", vec![&self.webhook], none()),
            (
                "/api/webhooks/{id}/deliveries/{deliveryId}/resend",
                vec![&self.webhook, &self.delivery],
                none(),
            ),
            (
                "/api/webhooks/{id}/resend",
                vec![&self.webhook],
                json!({ "since": "2026-11-20T00:00:00Z" }).to_string(),
            ),
            ("/api/views", vec![], json!({ "name": "Late", "query": "sort=qty" }).to_string()),
        ]
    }

    fn post(&self, path: &str, body: String) -> RequestBuilder {
        let request = self.app.request(Method::POST, path);
        let request = match path {
            "/api/views" => self.session.writing(request),
            _ => request.header("Authorization", &self.app.admin),
        };
        let media_type = if body == FILE { FORM } else { JSON };
        request.header("Content-Type", media_type).header("Idempotency-Key", &path[5..]).body(body)
    }
}

/// Replaces the parameters of a path, in their order.
fn fill_parameters(path: &str, values: &[&str]) -> String {
    let mut path = path.to_owned();
    for value in values {
        let (start, end) = (path.find('{').unwrap(), path.find('}').unwrap());
        path.replace_range(start..=end, value);
    }
    assert!(!path.contains('{'), "{path}");
    path
}

#[tokio::test]
async fn every_kind_of_post_repeats_its_response() {
    let records = Records::new().await;
    let app = &records.app;
    let cases = [records.order_posts(), records.other_posts()].concat();
    let document = app.get("", "/api/openapi.json").await.json();
    let paths = document["paths"].as_object().unwrap().iter();
    let posts: BTreeSet<_> =
        paths.filter(|(_, item)| item.get("post").is_some()).map(|(path, _)| path.as_str()).collect();
    let tested = cases.iter().map(|(path, ..)| *path).chain(["/api/session"]);
    assert_eq!(tested.collect::<BTreeSet<_>>(), posts, "each has a case");
    for (path, values, body) in cases {
        let path = fill_parameters(path, &values);
        let first = send(records.post(&path, body.clone())).await;
        assert!((200..300).contains(&first.status), "{path}: {}", first.text);
        assert_eq!(first.header("idempotency-replayed"), "", "{path}");
        let again = send(records.post(&path, body.clone())).await;
        assert_eq!((again.status, &again.text), (first.status, &first.text), "{path}");
        assert_eq!(again.header("idempotency-replayed"), "true", "{path}");
        if body.is_empty() || body == FILE || body == SHEET {
            continue;
        }
        let other = send(records.post(&path, json!({ "other": true }).to_string())).await;
        assert_eq!(other.status, 422, "{path}: {}", other.text);
    }
    let history = app.get(&app.admin, &format!("{CANDIDATES}/{}/history", records.line)).await.json();
    let comments =
        history["items"].as_array().unwrap().iter().filter(|entry| entry["comment"] == "said").count();
    assert_eq!(comments, 1, "{history}");
}

#[tokio::test]
async fn sign_in_ignores_idempotency_key() {
    let app = TestApp::start().await;
    app.create_user("Anna", Role::Clerk, &["001"]).await;
    let sign_in = || {
        let request = app.request(Method::POST, "/api/session").header("Idempotency-Key", "one");
        send(request.json(&json!({ "user": "Anna", "password": PASSWORD })))
    };
    let (first, second) = (sign_in().await, sign_in().await);
    assert_eq!((first.status, second.status), (200, 200), "{} {}", first.text, second.text);
    assert_eq!(second.header("idempotency-replayed"), "");
    assert_ne!(first.header("set-cookie"), second.header("set-cookie"));
}

#[tokio::test]
async fn patch_and_delete_ignore_idempotency_key() {
    let app = TestApp::start().await;
    let keyed = |method: Method, path: &str, body: Value| {
        let request = app.request(method, path).header("Authorization", &app.admin);
        let request = request.header("Idempotency-Key", "one").header("If-Match", "*");
        send(request.header("Content-Type", "application/merge-patch+json").body(body.to_string()))
    };
    let line = text_at(&app.import(candidate("H", "1", json!({})).to_string()).await, "/result/0/id");
    let line = format!("{CANDIDATES}/{line}");
    let webhook = json!({ "url": "http://127.0.0.1:9/", "active": false }).to_string();
    let webhook = app.post(&app.admin, "/api/webhooks", webhook).await;
    let webhook = format!("/api/webhooks/{}", text_at(&webhook, "/id"));
    let rule = app.post(&app.admin, "/api/notification-rules", rule().to_string()).await;
    let rule = format!("/api/notification-rules/{}", text_at(&rule, "/id"));
    let (delete, patch) = (Method::DELETE, Method::PATCH);
    for (method, path, body, statuses) in [
        (&patch, &line, json!({ "override": { "qty": 7 } }), [200, 200]),
        (&patch, &line, json!({ "override": { "qty": 8 } }), [200, 200]),
        (&patch, &webhook, json!({ "version": 1, "active": true }), [200, 409]),
        (&patch, &rule, json!({ "version": 1, "minutes": 60 }), [200, 409]),
        (&delete, &webhook, json!({}), [204, 404]),
        (&delete, &rule, json!({}), [204, 404]),
    ] {
        for status in statuses {
            let response = keyed(method.clone(), path, body.clone()).await;
            assert_eq!(response.status, status, "{method} {path}: {}", response.text);
            assert_eq!(response.header("idempotency-replayed"), "", "{method} {path}");
        }
    }
    let settings = "/api/process-settings/001";
    for active in [true, false] {
        let request = app.request(Method::PUT, settings).header("Authorization", &app.admin);
        let response =
            send(request.header("Idempotency-Key", "one").json(&json!({ "active": active }))).await;
        assert_eq!(
            (response.status, &response.json()["schedule"]["active"]),
            (200, &json!(active)),
            "{}",
            response.text
        );
    }
}
