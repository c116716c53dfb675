//! Authorisation matrix: every route with every kind of invalid token.

use std::collections::{BTreeMap, BTreeSet};

use jiff::SignedDuration;
use orderdock_api::{Access, Call, calls};
use orderdock_domain::access::{Role, Scope};
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, candidate, new_token, send};
use reqwest::Method;
use serde_json::{Value, json};

const SOURCE: &str = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";

/// Ids for the parameters of paths.
struct Ids {
    candidate: String,
    attachment: String,
    order: String,
    run: String,
    /// Id of a partner of organisation `001`.
    partner: String,
    request: String,
    /// Id of a rejected row of organisation `001`.
    rejected_row: String,
    /// Id of a webhook for all organisations.
    webhook: String,
    /// Id of a notification rule of organisation `001`.
    rule: String,
    /// Id of an imported draft of organisation `001`.
    draft: String,
    /// Id of a saved mapping of organisation `001`.
    mapping: String,
    /// Id of a missing record that a line of organisation `001` refers to.
    missing: String,
}

/// Replaces the parameters of a route by ids of organisation `001`. A route without an entry fails the tests.
fn real_path(path: &str, ids: &Ids) -> String {
    let id = match path {
        path if path.contains("/attachments/{id}") => &ids.attachment,
        path if path.contains("/order/{id}") => &ids.order,
        path if path.contains("/process-runs/{id}") => &ids.run,
        path if path.contains("/masterdata/") => &ids.partner,
        path if path.contains("/requests/{id}") => &ids.request,
        path if path.contains("/rejected-rows/{id}") => &ids.rejected_row,
        path if path.contains("/webhooks/{id}") => &ids.webhook,
        path if path.contains("/notification-rules/{id}") => &ids.rule,
        path if path.contains("/unresolved-references/{id}") => &ids.missing,
        path if path.contains("/import-drafts/{id}") => &ids.draft,
        path if path.contains("/import-mappings/{id}") => &ids.mapping,
        _ => &ids.candidate,
    };
    let filled = path
        .replace("{id}", id)
        .replace("{deliveryId}", "7")
        .replace("{salesOrderId}", &ids.order)
        .replace("{org}", "001")
        .replace("{kind}", "bpartners")
        .replace("{nested}", "locations")
        .replace("{dataSource}", SOURCE)
        .replace("{dataSourceName}", SOURCE)
        .replace("{externalHeaderId}", "H")
        .replace("{externalReference}", "H")
        .replace("{externalId}", "H")
        .replace("{externalLineId}", "1");
    assert!(!filled.contains('{'), "{path} has a parameter that is missing in the matrix");
    filled
}

/// Returns media type and body of a valid request to a route.
fn body(path: &str) -> (&'static str, String) {
    const JSON: &str = "application/json";
    match path.rsplit('/').next() {
        Some("candidates") => (JSON, candidate("H", "1", json!({})).to_string()),
        Some("order") => (JSON, order().to_string()),
        Some("process" | "revalidate") => {
            (JSON, json!({ "selection": { "dataSource": SOURCE, "externalHeaderId": "elsewhere" } }).to_string())
        }
        Some("edit") => {
            let selection = json!({ "dataSource": SOURCE, "externalHeaderId": "elsewhere" });
            (JSON, json!({ "selection": selection, "active": true }).to_string())
        }
        _ if path.ends_with("/import-drafts") => ("text/csv", "Menge;Artikel\r\n1;P002737\r\n".to_owned()),
        _ if path.contains("/import-drafts/") => (JSON, json!({ "version": 0 }).to_string()),
        _ if path.contains("/import-mappings/") => (JSON, String::new()),
        _ if path.ends_with("/notification-rules/{id}") => (JSON, json!({ "version": 1 }).to_string()),
        _ if path.ends_with("/{id}/try") => (JSON, String::new()),
        Some("notification-rules" | "try") => {
            let recipients = json!(["anna@shop.example"]);
            (JSON, json!({ "orgCode": "001", "kind": "run-failed", "recipients": recipients }).to_string())
        }
        _ if path.ends_with("/rejected-rows/dismiss") => {
            (JSON, json!({ "reason": "x", "filter": { "cause": "product.unknown" } }).to_string())
        }
        Some("dismiss") => (JSON, json!({ "reason": "x" }).to_string()),
        Some("send") => (JSON, candidate("R", "1", json!({})).to_string()),
        // the target does not exist
        Some("map") => (JSON, json!({ "targetId": 1 }).to_string()),
        Some("comments") => (JSON, json!({ "text": "calls back tomorrow" }).to_string()),
        Some("handed-over") => (JSON, json!({ "orders": [{ "salesOrderId": "7", "receiver": "ERP" }] }).to_string()),
        Some("webhooks") => (JSON, json!({ "url": "http://127.0.0.1:9/events" }).to_string()),
        Some("resend") => (JSON, json!({ "since": "2026-11-20T12:00:00Z" }).to_string()),
        Some("{id}") if path.contains("/views/") => (JSON, json!({ "version": 1 }).to_string()),
        Some("views") => (JSON, json!({ "name": "Late" }).to_string()),
        Some("default") => (JSON, json!({ "id": null }).to_string()),
        Some("{id}") if path.contains("/webhooks/") => (JSON, json!({ "version": 1 }).to_string()),
        _ if path.ends_with("/masterdata/{kind}/{id}/undo") => (JSON, json!({ "requestId": "none" }).to_string()),
        Some(
            "process-runs" | "stop" | "undo" | "void" | "cancel" | "replay" | "deactivate" | "session" | "test" | "rotate" | "reopen",
        ) => (JSON, String::new()),
        Some("001" | "{org}") => (JSON, json!({ "active": true }).to_string()),
        Some("bulk") => (JSON, json!({ "requests": [candidate("H", "1", json!({}))] }).to_string()),
        Some("attachments") => (
            "multipart/form-data; boundary=b",
            "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nhello\r\n--b--\r\n"
                .to_owned(),
        ),
        Some("{id}") => ("application/merge-patch+json", "{}".to_owned()),
        Some("{kind}" | "bpartners") => (JSON, json!([{ "org": "001", "code": "Matrix", "name": "Matrix" }]).to_string()),
        _ => panic!("the matrix has no body for {path}"),
    }
}

/// Returns the body of a whole order.
fn order() -> Value {
    json!({
        "shipBPartnerCode": "G0001",
        "datePromised": "2026-12-08T00:00:00.000Z",
        "lines": [{ "productCode": "P002737", "qty": 1 }],
    })
}

async fn call(app: &TestApp, call: &Call, ids: &Ids, token: Option<&str>) -> HttpResponse {
    let method: Method = call.method.parse().unwrap();
    let mut request = app.request(method.clone(), &real_path(&call.path, ids));
    if method != Method::GET {
        let (media_type, body) = body(&call.path);
        request = request.header("Content-Type", media_type).header("If-Match", "*").body(body);
    }
    if let Some(token) = token {
        request = request.header("Authorization", token);
    }
    send(request).await
}

/// Starts an application with a candidate of organisation `001`, an attachment, an order, a run and a partner.
async fn with_candidate() -> (TestApp, Ids) {
    let app = TestApp::start().await;
    let rejected = app.import(candidate("R", "1", json!({ "uomCode": "KISTE" })).to_string()).await;
    assert_eq!(rejected.status, 400, "{}", rejected.text);
    let rejected_row = app.get(&app.admin, "/api/rejected-rows").await.json()["items"][0]["id"].to_string();
    let response = app.import(candidate("H", "1", json!({})).to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let candidate = response.json()["result"][0]["id"].to_string();
    let logged = app.get(&app.admin, "/api/requests").await.json()["items"][0]["id"].to_string();
    let path = format!("{CANDIDATES}/H/attachments");
    let (media_type, body) = body(&path);
    let request = app.request(Method::POST, &path).header("Authorization", &app.admin);
    let response = send(request.header("Content-Type", media_type).body(body)).await;
    let attachment = response.json()["attachmentId"].as_str().unwrap().to_owned();
    let order = app.post(&app.admin, "/api/sales/order", order().to_string()).await;
    let order = order.json()["salesOrderId"].as_str().unwrap().to_owned();
    let run = app.post(&app.admin, "/api/process-runs", "").await.json()["id"].to_string();
    let path = "/api/masterdata/bpartners";
    let request = app.request(Method::PUT, path).header("Authorization", &app.admin);
    let (media_type, body) = self::body(path);
    let response = send(request.header("Content-Type", media_type).body(body)).await;
    let partner = response.json()["result"][0]["id"].to_string();
    let path = "/api/webhooks";
    let response = app.post(&app.admin, path, self::body(path).1).await;
    let webhook = response.json()["id"].to_string();
    let path = "/api/notification-rules";
    let rule = app.post(&app.admin, path, self::body(path).1).await.json()["id"].to_string();
    let waiting =
        orderdock_testkit::candidate("W", "1", json!({ "product": { "code": "MISSING" } })).to_string();
    let response = app.post(&app.admin, &format!("{CANDIDATES}?unresolved=store"), waiting).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let missing = app.get(&app.admin, "/api/unresolved-references").await.json();
    let missing = missing["items"][0]["id"].as_str().unwrap().to_owned();
    let (draft, mapping) = imported_draft(&app).await;
    (
        app,
        Ids {
            draft,
            mapping,
            missing,
            candidate,
            attachment,
            order,
            run,
            request: logged,
            rejected_row,
            partner,
            webhook,
            rule,
        },
    )
}

/// Imports a spreadsheet and saves its mapping. Returns the ids of the draft and the mapping.
async fn imported_draft(app: &TestApp) -> (String, String) {
    let sheet =
        "Bestellnummer;Kundennummer;Artikelnummer;Menge;Liefertermin\r\nPO-1;G0001;P002737;1;24.12.2026\r\n";
    let draft = app.post(&app.admin, "/api/import-drafts?filename=a.csv", sheet).await.json();
    let path = format!("/api/import-drafts/{}", draft["id"]);
    for (action, end) in [("check", "checked"), ("commit", "imported")] {
        let draft = app.get(&app.admin, &path).await.json();
        let mut body = json!({ "version": draft["version"] });
        if action == "commit" {
            body["saveMapping"] = json!("Matrix");
        }
        let started = app.post(&app.admin, &format!("{path}/{action}"), body.to_string()).await;
        assert_eq!(started.status, 202, "{}", started.text);
        while app.get(&app.admin, &path).await.json()["status"] != end {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
    let mappings = app.get(&app.admin, "/api/import-mappings").await.json();
    (draft["id"].to_string(), mappings["items"][0]["id"].to_string())
}

fn guarded() -> impl Iterator<Item = (Call, Scope)> {
    calls().into_iter().filter_map(|call| match call.access {
        Access::Token(scope, _) => Some((call, scope)),
        Access::Open | Access::Session | Access::User => None,
    })
}

/// Records that a call with the scope can change or delete.
const CHANGEABLE: [&str; 4] =
    ["/webhooks/{id}", "/notification-rules/{id}", "/import-drafts/{id}", "/import-mappings/{id}"];

/// Returns whether a webhook, rule or draft was already changed by an earlier call, so that the version is outdated.
fn is_outdated(response: &HttpResponse) -> bool {
    let outdated = ["webhook.outdated", "notification_rule.outdated", "importDraft.outdated"];
    response.status == 409 && outdated.iter().any(|code| first(response)["code"] == *code)
}

/// Returns whether a rejected row was already sent again by an earlier call.
fn is_closed_row(response: &HttpResponse) -> bool {
    response.status == 409 && first(response)["code"] == "rejectedRow.closed"
}

fn is_voided(response: &HttpResponse) -> bool {
    response.status == 409 && first(response)["code"] == "order.voided"
}

/// Returns whether an undo passed authorisation and failed only because of its target: the run was already undone, the
/// user may not undo it, or the request changed no such record.
fn is_undo_rejection(call: &Call, response: &HttpResponse) -> bool {
    let unknown = call.path.contains("/masterdata/") && first(response)["code"] == "undo.record_unknown";
    call.path.ends_with("/undo") && (unknown || matches!(response.status, 403 | 409))
}

/// Returns whether a mapping passed authorisation and failed only because its target does not exist.
fn is_unknown_target(call: &Call, response: &HttpResponse) -> bool {
    call.path.ends_with("/map") && first(response)["code"] == "mapping.target_unknown"
}

fn first(response: &HttpResponse) -> Value {
    response.json()["errors"][0].clone()
}

#[tokio::test]
async fn invalid_token_is_reported_with_reason() {
    let (app, ids) = with_candidate().await;
    let good = app.token(Scope::ALL).await;
    let expired = app.expired_token(Scope::ALL).await;
    let revoked = app.revoked_token(Scope::ALL).await;
    let other = TestApp::start().await;
    let mut unknown = String::new();
    for _ in 0..8 {
        unknown = other.token(Scope::ALL).await; // further in the same sequence than any token of this service
    }
    let mistyped = format!("{}x{}", &good[..20], &good[21..]);
    for (call_, _) in guarded() {
        // responses to many unknown tokens within a minute are delayed
        app.clock.advance(SignedDuration::from_mins(1));
        for (token, code) in [
            (None, "token.missing"),
            (Some(""), "token.missing"),
            (Some("secret"), "token.malformed"),
            (Some(mistyped.as_str()), "token.malformed"),
            (Some(unknown.as_str()), "token.unknown"),
            (Some(expired.as_str()), "token.expired"),
            (Some(revoked.as_str()), "token.revoked"),
        ] {
            let response = call(&app, &call_, &ids, token).await;
            assert_eq!((response.status, &first(&response)["code"]), (401, &json!(code)), "{call_:?}");
            assert_eq!(response.header("www-authenticate"), "Bearer realm=\"orderdock\"");
            assert!(!response.text.contains(&good[13..]), "no token in an answer");
        }
        for spelling in ["{}", "Bearer {}", "token {}"] {
            let response = call(&app, &call_, &ids, Some(&spelling.replace("{}", &good))).await;
            // an order can be voided once, and the handed-over order does not exist
            let nothing = call_.path.ends_with("/handed-over") && response.status == 404
                // there is no delivery, a version can be changed once, and a deleted webhook or rule is not found
                || CHANGEABLE.iter().any(|path| call_.path.contains(path))
                    && matches!(response.status, 404 | 409);
            let done = response.status < 300 || is_voided(&response) || is_closed_row(&response);
            let done = done || is_undo_rejection(&call_, &response) || is_unknown_target(&call_, &response);
            assert!(done || nothing, "{call_:?}: {}", response.text);
        }
    }
}

#[tokio::test]
async fn missing_scope_is_named() {
    let (app, ids) = with_candidate().await;
    for (call_, needed) in guarded() {
        for scope in Scope::ALL.iter().copied() {
            let token = app.token(&[scope]).await;
            let response = call(&app, &call_, &ids, Some(&token)).await;
            if scope == needed || scope == Scope::Admin {
                let done = matches!(response.status, 200..300 | 404)
                    || is_voided(&response)
                    || is_outdated(&response);
                let done = done
                    || is_closed_row(&response)
                    || is_undo_rejection(&call_, &response)
                    || is_unknown_target(&call_, &response);
                assert!(done, "{call_:?} {scope:?}: {}", response.text);
                continue;
            }
            assert_eq!(response.status, 403, "{call_:?} {scope:?}: {}", response.text);
            assert_eq!(first(&response)["code"], "scope.missing");
            assert_eq!(first(&response)["params"]["scope"], needed.as_str());
        }
    }
}

#[tokio::test]
async fn viewer_reads_everything_and_writes_nothing() {
    let (app, ids) = with_candidate().await;
    app.create_user("Vera", Role::Viewer, &[]).await;
    let session = app.sign_in("Vera").await;
    let shown = send(session.with(app.request(Method::GET, "/api/session"))).await.json();
    assert_eq!((&shown["role"], &shown["scopes"]), (&json!("viewer"), &json!(["candidates:read"])));
    for (call, needed) in guarded() {
        let path = real_path(&call.path, &ids);
        let response = if call.method == "GET" {
            send(session.with(app.request(Method::GET, &path))).await
        } else {
            let (media_type, body) = body(&call.path);
            let request = session.writing(app.request(call.method.parse().unwrap(), &path));
            send(request.header("Content-Type", media_type).header("If-Match", "*").body(body)).await
        };
        if needed == Scope::CandidatesRead {
            assert_eq!(response.status, 200, "{call:?}: {}", response.text);
        } else {
            assert_eq!(
                (response.status, &first(&response)["code"]),
                (403, &json!("scope.missing")),
                "{call:?}"
            );
        }
    }
}

/// Returns status and code of the response about a record of another organisation.
fn rejection_of(path: &str) -> (u16, &'static str) {
    match path {
        path if path.starts_with("/process-settings/") => (403, "org.not_allowed"),
        path if path.starts_with("/masterdata/") => (404, "record.not_found"),
        path if path.starts_with("/process-runs/") => (404, "run.not_found"),
        path if path.starts_with("/webhooks/") => (404, "webhook.not_found"),
        path if path.starts_with("/import-drafts/") => (404, "importDraft.not_found"),
        path if path.starts_with("/import-mappings/") => (404, "importMapping.not_found"),
        path if path.starts_with("/unresolved-references/") => (404, "unresolvedReference.not_found"),
        path if path.starts_with("/notification-rules/") => (404, "notification_rule.not_found"),
        path if path.starts_with("/rejected-rows/") => (404, "rejectedRow.not_found"),
        path if path.starts_with("/requests/") => (404, "request.not_found"),
        path if path.starts_with("/attachments/") => (404, "attachment.not_found"),
        path if path.starts_with("/sales/order/candidates/") => (404, "candidate.not_found"),
        _ => (404, "order.not_found"),
    }
}

#[tokio::test]
async fn candidate_of_other_organisation_is_not_found() {
    let (app, ids) = with_candidate().await;
    let foreign = app.token_of("test-org-03", &[Scope::Admin]).await;
    let about_one = |call: &Call| {
        call.method == "GET" || call.path.ends_with("/deactivate") || call.path.contains("{salesOrderId}")
    };
    for (call_, _) in guarded().filter(|(call, _)| about_one(call)) {
        let response = call(&app, &call_, &ids, Some(&foreign)).await;
        let path = call_.path.strip_prefix("/api/v1").or(call_.path.strip_prefix("/api")).unwrap();
        let empty = match path {
            "/sales/order/candidates" | "/sales/order" => response.json()["total"]["value"] == 0,
            "/sales/order/candidates/counts" => response.json()["all"]["value"] == 0,
            "/sales/order/candidates/export" | "/sales/order/export" => {
                response.status == 200 && response.text.lines().count() == 1
            }
            "/statistics/day" => {
                response.json()["open"]["today"]["candidates"] == 0 && response.json()["sources"] == json!([])
            }
            "/statistics/intake" => response.json()["new"] == 0 && response.json()["sources"] == json!([]),
            "/masterdata/{kind}" => response.status == 200 && !response.text.contains("Matrix"),
            // the schema is the same for all callers; the tests of the event stream check the events of each caller, those of
            // workbooks the lists of a template
            "/masterdata/schema" | "/events" | "/instances" | "/import-templates/orders.xlsx" => {
                response.status == 200
            }
            // events of shared records are sent to all callers
            "/event-feed" => response.status == 200 && !response.text.contains("candidate"),
            "/sales/order/candidates/problems"
            | "/unresolved-references"
            | "/sales/order/candidates/assignees"
            | "/rejected-rows"
            | "/rejected-rows/causes"
            | "/sales/order/candidates/headers"
            | "/sales/order/candidates/holds"
            | "/process-runs"
            | "/import-drafts"
            | "/import-mappings"
            | "/webhooks"
            | "/notification-rules"
            | "/notification-rules/messages" => response.json()["items"] == json!([]),
            "/rejected-rows/export" => response.status == 200 && response.text.is_empty(),
            // its own requests, without those that created the records of the test
            "/requests" => response.status == 200 && !response.text.contains("/candidates"),
            // only tokens of its organisation
            "/tokens" => {
                let tokens = response.json()["items"].as_array().unwrap().clone();
                let codes = |token: &Value| token["organisations"].as_array().map(Vec::len);
                let own = |token: &Value| token["organisations"][0]["code"] == "test-org-03";
                !tokens.is_empty() && tokens.iter().all(|token| own(token) && codes(token) == Some(1))
            }
            "/process-settings" => response.json()["items"][0]["org"]["code"] == "test-org-03",
            _ => false,
        };
        if empty {
            continue;
        }
        let expected = rejection_of(path);
        let error = first(&response);
        assert_eq!(
            (response.status, error["code"].as_str().unwrap()),
            expected,
            "{call_:?}: {}",
            response.text
        );
    }
    let missing = app.get(&foreign, &format!("{CANDIDATES}/999999999")).await;
    assert_eq!(missing.status, 404, "the same as for one that does not exist");
}

#[tokio::test]
async fn organisation_without_access_is_403_even_if_unknown() {
    let app = TestApp::start().await;
    let token = app.token_of("test-org-03", &[Scope::CandidatesWrite, Scope::CandidatesRead]).await;
    for code in ["001", "no-such-org"] {
        let sent = candidate("H", "1", json!({ "org": { "code": code } })).to_string();
        let response = app.post(&token, CANDIDATES, sent).await;
        assert_eq!(
            (response.status, &first(&response)["code"]),
            (403, &json!("org.not_allowed")),
            "{}",
            response.text
        );
        assert_eq!(first(&response)["pointer"], "/org/code");
        let listed = app.get(&token, &format!("{CANDIDATES}?org={code}")).await;
        assert_eq!((listed.status, &first(&listed)["code"]), (403, &json!("org.not_allowed")));
    }
    let known = app.get(&app.admin, &format!("{CANDIDATES}?org=no-such-org")).await;
    assert_eq!((known.status, &first(&known)["code"]), (400, &json!("org.unknown")));
}

#[tokio::test]
async fn received_request_is_visible_to_sender_and_administrators() {
    let app = TestApp::start().await;
    let scopes = [Scope::CandidatesWrite, Scope::CandidatesRead];
    let (sender, reader) = (app.token(&scopes).await, app.create_token(new_token("reader", &scopes)).await);
    let sent = candidate("H", "1", json!({ "description": "Größe \"XL\"" })).to_string();
    let id = app.post(&sender, CANDIDATES, sent.clone()).await.json()["result"][0]["id"].to_string();
    let path = format!("{CANDIDATES}/{id}/request");
    for token in [&sender, &app.admin] {
        let response = app.get(token, &path).await;
        assert_eq!((response.status, &response.json()["body"]), (200, &json!(sent)), "{}", response.text);
        assert_eq!((&response.json()["status"], &response.json()["method"]), (&json!(201), &json!("POST")));
        assert!(!response.text.contains(&sender[13..40]), "a secret is never kept");
    }
    let response = app.get(&reader, &path).await;
    assert_eq!((response.status, &first(&response)["code"]), (404, &json!("request.not_found")));
}

#[tokio::test]
async fn only_open_operations_need_no_token() {
    let app = TestApp::start().await;
    let open = calls().into_iter().filter(|call| call.access == Access::Open);
    let (read, written): (Vec<_>, Vec<_>) = open.partition(|call| call.method == "GET");
    let mut paths: Vec<String> = read.into_iter().map(|call| call.path).collect();
    paths.sort();
    assert_eq!(paths, ["/api/health", "/api/ready", "/api/v1/health", "/api/v1/ready", "/metrics"]);
    // sign-in
    let written: Vec<_> = written.iter().map(|call| (&*call.method, &*call.path)).collect();
    assert_eq!(written, [("POST", "/api/session"), ("POST", "/api/v1/session")]);
    let static_ones = ["/docs/", "/docs/problems", "/api/openapi.json"];
    for path in paths.iter().map(String::as_str).chain(static_ones) {
        let response = send(app.request(Method::GET, path)).await;
        assert_eq!(response.status, 200, "{path}: {}", response.text);
    }
}

#[tokio::test]
async fn options_lists_methods_without_token() {
    let (app, ids) = with_candidate().await;
    let mut methods: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for call in calls() {
        let of_path = methods.entry(real_path(&call.path, &ids)).or_default();
        // every `GET` route also accepts `HEAD`
        of_path.extend((call.method == "GET").then(|| "HEAD".to_owned()));
        of_path.insert(call.method);
    }
    let read = || BTreeSet::from(["GET", "HEAD"].map(str::to_owned));
    let besides = ["/docs/", "/docs/problems", "/api/openapi.json", "/api/v1/openapi.json"];
    methods.extend(besides.map(|path| (path.to_owned(), read())));
    assert!(methods.len() > 80, "{methods:?}");
    for (path, mut methods) in methods {
        methods.insert("OPTIONS".to_owned());
        let response = send(app.request(Method::OPTIONS, &path)).await;
        assert_eq!((response.status, response.text.as_str()), (204, ""), "{path}");
        let allowed: BTreeSet<_> = response.header("allow").split(',').map(str::to_owned).collect();
        assert_eq!(allowed, methods, "{path}");
        assert_eq!(response.header("access-control-allow-origin"), "", "{path}");
        assert_eq!(response.header("content-type"), "", "{path}");
    }
    let nowhere = send(app.request(Method::OPTIONS, "/api/nothing")).await;
    assert_eq!((nowhere.status, &first(&nowhere)["code"]), (404, &json!("path.not_found")));
}

#[tokio::test]
async fn session_operations_reject_tokens() {
    let (app, ids) = with_candidate().await;
    let about_sessions: Vec<_> =
        calls().into_iter().filter(|call| matches!(call.access, Access::Session | Access::User)).collect();
    // reading and ending the session, and saved views, under both prefixes
    assert_eq!(about_sessions.len(), 2 * (2 + 6), "{about_sessions:?}");
    for call_ in about_sessions {
        for token in [None, Some(app.admin.as_str())] {
            let response = call(&app, &call_, &ids, token).await;
            assert_eq!(
                (response.status, &first(&response)["code"]),
                (401, &json!("session.missing")),
                "{call_:?}"
            );
        }
    }
}

#[tokio::test]
async fn operations_accept_sessions_and_writes_require_csrf_token() {
    let (app, ids) = with_candidate().await;
    app.create_user("root", Role::Administrator, &[]).await;
    let session = app.sign_in("root").await;
    for (call_, _) in guarded() {
        let request = || {
            let method: Method = call_.method.parse().unwrap();
            let request = app.request(method.clone(), &real_path(&call_.path, &ids));
            if method == Method::GET {
                return request;
            }
            let (media_type, body) = body(&call_.path);
            request.header("Content-Type", media_type).header("If-Match", "*").body(body)
        };
        let response = send(session.with(request())).await;
        if call_.method != "GET" {
            assert_eq!(
                (response.status, &first(&response)["code"]),
                (403, &json!("csrf.missing")),
                "{call_:?}"
            );
        }
        let response = send(session.writing(request())).await;
        let done =
            matches!(response.status, 200..300 | 404) || is_voided(&response) || is_outdated(&response);
        let done = done
            || is_closed_row(&response)
            || is_undo_rejection(&call_, &response)
            || is_unknown_target(&call_, &response);
        assert!(done, "{call_:?}: {}", response.text);
    }
}

#[tokio::test]
async fn every_route_has_both_prefixes() {
    let calls = calls();
    for call in &calls {
        if let Some(rest) = call.path.strip_prefix("/api/").filter(|rest| !rest.starts_with("v1/")) {
            let versioned = Call { path: format!("/api/v1/{rest}"), ..call.clone() };
            assert!(calls.contains(&versioned), "{versioned:?}");
        }
    }
    let document = serde_json::to_value(orderdock_api::openapi()).unwrap();
    let described: usize =
        document["paths"].as_object().unwrap().values().map(|item| item.as_object().unwrap().len()).sum();
    let own = calls.iter().filter(|call| !call.path.starts_with("/api/v1/")).count();
    assert_eq!(described, own, "the document describes every route once");
}
