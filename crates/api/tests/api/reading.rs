//! Requests in the forms of the original clients and their libraries.

use orderdock_domain::access::Scope;
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, new_token, send};
use reqwest::Method;
use serde_json::{Value, json};

const ORDERS: &str = "/api/sales/order";

fn order() -> String {
    json!({ "shipBPartnerCode": "G0001", "datePromised": "2026-12-08T00:00:00Z",
        "lines": [{ "productCode": "A001", "qty": 1 }] })
    .to_string()
}

/// Returns code and pointer of each item.
fn codes_and_pointers(items: &Value) -> Vec<String> {
    let items = items.as_array().into_iter().flatten();
    items.map(|item| format!("{} {}", item["code"], item["pointer"]).replace('"', "")).collect()
}

async fn post_strict(app: &TestApp, path: &str, body: String) -> HttpResponse {
    let request = app.request(Method::POST, path).header("Authorization", &app.admin);
    send(request.header("Content-Type", "application/json").header("Prefer", "handling=strict").body(body))
        .await
}

async fn attach(app: &TestApp, path: &str, headers: &str, body: &str) -> HttpResponse {
    let form = format!("--=x=\r\n{headers}\r\n\r\n{body}\r\n--=x=--\r\n");
    let request = app.request(Method::POST, path).header("Authorization", &app.admin);
    send(request.header("Content-Type", "multipart/form-data; boundary==x=").body(form)).await
}

#[tokio::test]
async fn unknown_parameters_of_metasfresh_endpoints_are_warnings() {
    let app = TestApp::start().await;
    let one = candidate("H", "1", json!({})).to_string();
    let many = bulk([candidate("H", "2", json!({}))]);
    for (path, body, status) in [
        (CANDIDATES.to_owned(), &one, 201),
        (format!("{CANDIDATES}/bulk"), &many, 201),
        (ORDERS.to_owned(), &order(), 200),
    ] {
        let warned = app.post(&app.admin, &format!("{path}?shop=7"), body.clone()).await;
        assert_eq!(
            (warned.status, codes_and_pointers(&warned.json()["warnings"])),
            (status, vec!["query.unknown ".to_owned()])
        );
        assert_eq!(warned.json()["warningsTotal"], 1, "{}", warned.text);
        for query in ["dry_run=true", "DryRun=true", "dryRum=true", "apiKey=x", "token=x", "access_token=x"] {
            let rejected = app.post(&app.admin, &format!("{path}?{query}"), body.clone()).await;
            assert_eq!(
                (rejected.status, codes_and_pointers(&rejected.json()["errors"])),
                (400, vec!["query.unknown ".to_owned()])
            );
        }
        assert_eq!(post_strict(&app, &format!("{path}?shop=7"), body.clone()).await.status, 400);
    }
    // a parameter of another endpoint counts as unknown
    let single = app.post(&app.admin, &format!("{CANDIDATES}?errorPolicy=some"), one).await;
    assert_eq!(
        (single.status, codes_and_pointers(&single.json()["warnings"])),
        (200, vec!["query.unknown ".to_owned()])
    );
    let file = "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"";
    let attached = attach(&app, &format!("{CANDIDATES}/H/attachments?shop=7"), file, "text").await;
    assert_eq!(
        (attached.status, codes_and_pointers(&attached.json()["warnings"])),
        (201, vec!["query.unknown ".to_owned()])
    );
    let misspelled = attach(&app, &format!("{CANDIDATES}/H/attachments?tag=a"), file, "text").await;
    assert_eq!(misspelled.status, 400, "{}", misspelled.text);
    assert_eq!(app.get(&app.admin, &format!("{CANDIDATES}?shop=7")).await.status, 400);
}

#[tokio::test]
async fn line_breaks_in_single_line_texts_become_spaces() {
    let app = TestApp::start().await;
    let partner = json!({
        "bpartner": { "code": "NEW", "name": "Müller\r\n\tGmbH", "url": "https://a\nb" },
        "location": { "countryCode": "DE", "address1": "Kai 1\u{2028}Hof" },
        "syncAdvise": { "ifNotExists": "CREATE" },
    });
    let row = candidate(
        "H",
        "1",
        json!({ "bpartner": partner, "poReference": "PO\n1", "description": "one\u{2028}two\u{2029}three" }),
    );
    let response = app.import_bulk("", bulk([row])).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let row = &response.json()["result"][0];
    let mut warned = codes_and_pointers(&row["warnings"]);
    warned.retain(|warning| warning.starts_with("text."));
    warned.sort_unstable();
    let expected =
        ["/bpartner/bpartner/name", "/bpartner/bpartner/url", "/bpartner/location/address1", "/poReference"];
    assert_eq!(warned, expected.map(|place| format!("text.line_break /requests/0{place}")));
    assert_eq!(row["bpartner"]["bpartner"]["name"], "Müller GmbH");
    assert_eq!(row["bpartner"]["location"]["address1"], "Kai 1 Hof");
    assert_eq!(row["poReference"], "PO 1");
    let stored = app.get(&app.admin, &format!("{CANDIDATES}/{}", row["id"])).await.json();
    assert_eq!(stored["imported"]["description"], "one\ntwo\nthree");
    let tab = app.import(candidate("H", "2", json!({ "poReference": "PO\t2" })).to_string()).await.json();
    let row = &tab["result"][0];
    assert_eq!(row["poReference"], "PO 2", "{tab}");
    assert!(
        codes_and_pointers(&row["warnings"]).contains(&"text.line_break /poReference".to_owned()),
        "{tab}"
    );
}

#[tokio::test]
async fn values_are_read_like_metasfresh() {
    let app = TestApp::start().await;
    let partner = json!({
        "bpartner": { "code": "NEW", "name": "New", "nameSet": true, "customer": "TRUE", "vendor": "False" },
        "location": { "countryCode": "DE", "address1": "Kai 1", "state": "Bayern", "countryCodeSet": true },
        "syncAdvise": { "ifNotExists": "CREATE" },
    });
    let row =
        candidate("H", "1", json!({ "bpartner": partner, "qty": "+5", "qtySet": true, "colourSet": true }));
    let response = app.import(row.to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let stored = &response.json()["result"][0];
    assert_eq!(
        codes_and_pointers(&stored["warnings"])[0],
        "property.unknown /colourSet",
        "{}",
        response.text
    );
    assert!(!response.text.contains("nameSet") && !response.text.contains("qtySet"), "{}", response.text);
    assert_eq!((&stored["qty"], &stored["bpartner"]["location"]["region"]), (&json!(5), &json!("Bayern")));
    assert_eq!(stored["bpartner"]["bpartner"]["vendor"], false);
    assert_eq!(app.import(row.to_string()).await.json()["result"][0]["outcome"], "unchanged");
    let mut other = row;
    other["bpartner"]["location"]["state"] = json!("Hessen");
    let conflict = app.import(other.to_string()).await;
    let members = &conflict.json()["errors"][0]["params"]["members"];
    assert_eq!((conflict.status, &members[0]["pointer"]), (409, &json!("/bpartner/location/state")));
}

#[tokio::test]
async fn state_with_region_is_ignored_with_warning() {
    let app = TestApp::start().await;
    let row = |line: &str, region: Value| {
        let location = json!({ "countryCode": "DE", "address1": line, "state": "Bayern", "region": region });
        let partner = json!({ "bpartner": { "code": line, "name": "New" }, "location": location,
            "syncAdvise": { "ifNotExists": "CREATE" } });
        candidate("H", line, json!({ "bpartner": partner })).to_string()
    };
    let stored = app.import(row("1", json!("Hessen"))).await.json()["result"][0].clone();
    assert_eq!(codes_and_pointers(&stored["warnings"])[0], "property.conflict /bpartner/location/state");
    assert_eq!(stored["bpartner"]["location"]["region"], "Hessen");
    let rejected = post_strict(&app, CANDIDATES, row("2", json!("Hessen"))).await;
    assert_eq!(
        codes_and_pointers(&rejected.json()["errors"]),
        ["property.conflict /bpartner/location/state"]
    );
    let stored = post_strict(&app, CANDIDATES, row("3", Value::Null)).await.json()["result"][0].clone();
    assert_eq!(stored["bpartner"]["location"]["region"], "Bayern", "null is no region: {stored}");
}

#[tokio::test]
async fn dates_and_offsets_outside_calendar_are_rejected() {
    let app = TestApp::start().await;
    for (sent, expected) in [
        ("9999-12-31T23:59:59Z", Ok("9999-12-31")),
        ("2026-12-08T23:30:00+23:59", Ok("2026-12-08")),
        ("2026-12-08T00:00:00+25:00", Err("datetime.invalid /dateRequired")),
        // in Berlin this instant is on the day before the first supported date
        ("0001-01-01T00:00:00+14:00", Err("date.invalid /dateRequired")),
        ("0000-12-31", Err("date.invalid /dateRequired")),
    ] {
        let response = app.import(candidate(sent, "1", json!({ "dateRequired": sent })).to_string()).await;
        let document = response.json();
        let row = &document["result"][0];
        let found = row["datePromised"]
            .as_str()
            .map(str::to_owned)
            .ok_or_else(|| codes_and_pointers(&document["errors"]));
        assert_eq!(found, expected.map(str::to_owned).map_err(|error| vec![error.to_owned()]), "{sent}");
    }
    let early = order().replace("2026-12-08T00:00:00Z", "0000-12-31T00:00:00Z");
    let response = app.post(&app.admin, ORDERS, early).await;
    assert_eq!(
        (response.status, codes_and_pointers(&response.json()["errors"])),
        (400, vec!["date.invalid /datePromised".to_owned()])
    );
    let order = order().replace("2026-12-08T00:00:00Z", "9999-12-31T23:59:59Z");
    let response = app.post(&app.admin, ORDERS, order).await;
    assert_eq!(
        (response.status, &response.json()["datePromised"]),
        (200, &json!("9999-12-31T23:59:59.000Z"))
    );
}

#[tokio::test]
async fn charset_utf8_is_accepted() {
    let app = TestApp::start().await;
    for (line, media_type) in
        [("1", "application/json;charset=utf8"), ("2", "application/json; charset=\"UTF8\"")]
    {
        let request = app.request(Method::POST, CANDIDATES).header("Authorization", &app.admin);
        let body = candidate("H", line, json!({})).to_string();
        assert_eq!(
            send(request.header("Content-Type", media_type).body(body)).await.status,
            201,
            "{media_type}"
        );
    }
}

#[tokio::test]
async fn forms_of_client_libraries_are_read() {
    let app = TestApp::start().await;
    app.import(candidate("H", "1", json!({})).to_string()).await;
    let path = format!("{CANDIDATES}/H/attachments");
    for (headers, body, name, size) in [
        ("CONTENT-DISPOSITION: form-data; NAME=\"file\"; FILENAME=\"a.txt\"", "one", "a.txt", 3),
        (
            "Content-Disposition: form-data;\r\n name=\"file\";\r\n\tfilename=\"a;b \\\"c\\\".txt\"",
            "two!",
            "a;b \"c\".txt",
            4,
        ),
        (
            "Content-Disposition: form-data; name=file; filename=\"=?UTF-8?Q?=C3=9Cber.txt?=\"",
            "three",
            "Über.txt",
            5,
        ),
        (
            "Content-Disposition: form-data; name=\"file\"; filename=\"b.txt\"\r\nContent-Transfer-Encoding: BASE64",
            "SGFsbG8s\r\nIFdlbHQ=",
            "b.txt",
            11,
        ),
        (
            "Content-Disposition: form-data; name=\"file\"; filename=\"c.txt\"\r\nContent-Transfer-Encoding: 8bit",
            "SGFsbG8s",
            "c.txt",
            8,
        ),
    ] {
        let response = attach(&app, &path, headers, body).await;
        assert_eq!(response.status, 201, "{headers}: {}", response.text);
        assert_eq!(
            (&response.json()["filename"], &response.json()["size"]),
            (&json!(name), &json!(size)),
            "{headers}"
        );
    }
    let file =
        "Content-Disposition: form-data; name=\"file\"; filename=\"d.txt\"\r\nContent-Transfer-Encoding: ";
    let quoted = attach(&app, &path, &format!("{file}quoted-printable"), "a=20b").await;
    assert_eq!(
        (quoted.status, codes_and_pointers(&quoted.json()["errors"])),
        (415, vec!["body.media_type ".to_owned()])
    );
    let broken = attach(&app, &path, &format!("{file}base64"), "a*b=").await;
    assert_eq!(
        (broken.status, codes_and_pointers(&broken.json()["errors"])),
        (400, vec!["form.invalid ".to_owned()])
    );
}

#[tokio::test]
async fn two_authorization_headers_are_rejected() {
    let app = TestApp::start().await;
    let request = app.request(Method::GET, CANDIDATES).header("Authorization", &app.admin);
    let response = send(request.header("Authorization", "od_other")).await;
    assert_eq!(
        (response.status, codes_and_pointers(&response.json()["errors"])),
        (400, vec!["authorization.several ".to_owned()])
    );
}

#[tokio::test]
async fn unknown_api_paths_return_no_page() {
    let pages = axum::routing::get(|| async { "<html>page</html>" });
    let app = TestApp::start_with(orderdock_api::Options { pages: Some(pages), ..Default::default() }).await;
    for path in ["/API/nope", "/%61pi/nope", "/api/nope", "/Api"] {
        let response = send(app.request(Method::GET, path)).await;
        assert_eq!(
            (response.status, codes_and_pointers(&response.json()["errors"])),
            (404, vec!["path.not_found ".to_owned()]),
            "{path}"
        );
    }
    assert_eq!(send(app.request(Method::GET, "/apiary")).await.text, "<html>page</html>");
}

fn members(object: &Value) -> Vec<&str> {
    object.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect()
}

#[tokio::test]
async fn minimal_responses_have_only_metasfresh_members() {
    let app = TestApp::start().await;
    let token = orderdock_app::NewToken { minimal_responses: true, ..new_token("strict", &[Scope::Admin]) };
    let token = app.create_token(token).await;
    let body = |line: &str| bulk([candidate("H", line, json!({ "colour": "blue" }))]);
    let minimally = |path: &str, body: String| {
        let request = app.request(Method::POST, path).header("Authorization", &app.admin);
        send(request.header("Content-Type", "application/json").header("Prefer", "return=minimal").body(body))
    };
    let path = format!("{CANDIDATES}/bulk");
    let by_header = minimally(&path, body("1")).await;
    let by_token = app.post(&token, &path, body("2")).await;
    for response in [&by_header, &by_token] {
        assert_eq!((response.status, response.header("preference-applied")), (201, "return=minimal"));
        let document = response.json();
        assert_eq!(members(&document), ["result"]);
        let row = &document["result"][0];
        for absent in ["outcome", "status", "problems", "warnings", "created", "uomCode"] {
            assert_eq!(row.get(absent), None, "{row}");
        }
        assert_eq!((&row["externalHeaderId"], &row["qty"]), (&json!("H"), &json!(5)));
        assert_eq!(members(&row["org"]), ["code", "name"]);
        assert_eq!(row["bpartner"]["bpartner"].get("id"), None, "{row}");
    }
    let whole = app.post(&app.admin, &path, body("3")).await;
    assert_eq!(
        (whole.header("preference-applied"), &whole.json()["result"][0]["outcome"]),
        ("", &json!("created"))
    );
    let order = minimally(ORDERS, order()).await;
    assert_eq!((order.status, members(&order.json())), (200, vec!["salesOrderId"]), "{}", order.text);
    let single = minimally(CANDIDATES, candidate("H", "4", json!({})).to_string()).await;
    assert_eq!((single.status, single.header("preference-applied")), (201, "return=minimal"));
    assert_eq!(members(&single.json()), ["result"], "{}", single.text);
    let file = "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\none\r\n--edge--\r\n";
    let path = format!("{CANDIDATES}/H/attachments");
    let attached = app.request(Method::POST, &path).header("Authorization", &app.admin);
    let attached = attached.header("Content-Type", "multipart/form-data; boundary=edge");
    let attached = send(attached.header("Prefer", "return=minimal").body(file)).await;
    assert_eq!((attached.status, attached.header("preference-applied")), (201, "return=minimal"));
    let known =
        ["externalReference", "externalSystemCode", "attachmentId", "type", "filename", "mimeType", "url"];
    let document = attached.json();
    assert!(members(&document).iter().all(|member| known.contains(member)), "{document}");
    assert_eq!(document["filename"], "a.txt");
    let rejected = minimally(CANDIDATES, "{}".to_owned()).await;
    assert_eq!((rejected.status, rejected.json()["errors"].is_array()), (400, true), "{}", rejected.text);
}

#[tokio::test]
async fn idempotency_key_is_shared_by_both_prefixes() {
    let app = TestApp::start().await;
    let post = |path: &str| {
        let request = app.request(Method::POST, path).header("Authorization", &app.admin);
        let request = request.header("Content-Type", "application/json").header("Idempotency-Key", "one");
        send(request.body(order()))
    };
    let first = post(ORDERS).await;
    let second = post("/api/v1/sales/order").await;
    assert_eq!((first.status, second.status), (200, 200), "{}", second.text);
    assert_eq!((second.header("idempotency-replayed"), &second.text), ("true", &first.text));
}

#[tokio::test]
async fn unsupported_members_about_money_are_problems_until_cleared() {
    let app = TestApp::start().await;
    let row =
        candidate("H", "1", json!({ "packingMaterialId": 540_004, "orderLineGroup": { "groupKey": "a" } }));
    let response = app.import(row.to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let stored = &response.json()["result"][0];
    let problems = ["property.unsupported /packingMaterialId", "property.unsupported /orderLineGroup"];
    assert_eq!(
        (&stored["status"], codes_and_pointers(&stored["problems"])),
        (&json!("error"), problems.map(str::to_owned).to_vec())
    );
    assert_eq!(app.import(row.to_string()).await.json()["result"][0]["outcome"], "unchanged");
    let path = format!("{CANDIDATES}/{}", stored["id"]);
    // another validation still finds the problem
    let again = app.patch(&app.admin, &path, "*", json!({ "override": { "qty": 7 } })).await.json();
    assert_eq!(codes_and_pointers(&again["problems"]), problems);
    let fix = &again["problems"][0]["fixes"][0];
    assert_eq!(
        (&fix["kind"], &fix["words"]),
        (&json!("property.clear"), &json!("Ignore this value and continue.")),
        "{again}"
    );
    let set = app.patch(&app.admin, &path, "*", json!({ "override": { "packingMaterialId": 5 } })).await;
    assert_eq!(set.status, 400, "{}", set.text);
    let cleared = app.patch(&app.admin, &path, "*", fix["patch"].clone()).await;
    assert_eq!((cleared.status, &cleared.json()["status"]), (200, &json!("new")), "{}", cleared.text);
    assert_eq!(cleared.json()["imported"]["packingMaterialId"], "540004", "{}", cleared.text);
    let back = app.patch(&app.admin, &path, "*", json!({ "clear": [] })).await.json();
    assert_eq!(codes_and_pointers(&back["problems"]), problems);

    let nothing = json!({ "packingMaterialId": 0, "qtyItemCapacity": null, "orderLineGroup": {} });
    let plain = app.import(candidate("H", "2", nothing).to_string()).await.json();
    assert_eq!(
        (&plain["result"][0]["status"], codes_and_pointers(&plain["result"][0]["warnings"])),
        (&json!("new"), vec![])
    );

    app.load("data-sources: [{internalNames: [SOURCE.lenient], unsupportedMembers: warn}]").await;
    let lenient = json!({ "dataSource": "int-SOURCE.lenient", "qtyItemCapacity": 6 });
    let warned = app.import(candidate("L", "3", lenient).to_string()).await.json();
    let row = &warned["result"][0];
    assert_eq!(
        (&row["status"], codes_and_pointers(&row["warnings"])),
        (&json!("new"), vec!["property.unsupported /qtyItemCapacity".to_owned()]),
        "{warned}"
    );
}

#[tokio::test]
async fn notification_rule_with_repeated_key_is_created_once() {
    let app = TestApp::start().await;
    let keyed = |path: &str, body: Value, key: &str| {
        let request = app.request(Method::POST, path).header("Authorization", &app.admin);
        let request = request.header("Content-Type", "application/json").header("Idempotency-Key", key);
        send(request.body(body.to_string()))
    };
    let rule = json!({ "orgCode": "001", "kind": "candidates-in-error", "minutes": 30, "language": "de",
        "recipients": ["anna@shop.example"] });
    let first = keyed("/api/notification-rules", rule.clone(), "one").await;
    let second = keyed("/api/v1/notification-rules", rule.clone(), "one").await;
    assert_eq!((first.status, second.status), (201, 201), "{} {}", first.text, second.text);
    assert_eq!((second.header("idempotency-replayed"), &second.text), ("true", &first.text));
    let mut other = rule;
    other["minutes"] = json!(60);
    assert_eq!(keyed("/api/notification-rules", other.clone(), "one").await.status, 422);
    let rejected = || keyed("/api/notification-rules", json!({}), "two");
    assert_eq!((rejected().await.status, rejected().await.status), (400, 400));
    let made = keyed("/api/notification-rules", other, "two").await;
    assert_eq!((made.status, made.json()["id"] == first.json()["id"]), (201, false), "{}", made.text);
    // other methods ignore the key
    let ignored = app.request(Method::GET, CANDIDATES).header("Authorization", &app.admin);
    assert_eq!(send(ignored.header("Idempotency-Key", "one")).await.status, 200);
}
