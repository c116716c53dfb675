//! Corrections over HTTP: overrides, exclusion, restoring, cancellation, and their history.

use orderdock_domain::access::Scope;
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, new_token, send};
use reqwest::Method;
use serde_json::{Value, json};

const SOURCE: &str = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";

/// An application with a clerk and a candidate of header `H`.
struct Desk {
    app: TestApp,
    clerk: String,
    path: String,
}

impl Desk {
    async fn with(change: Value) -> Self {
        let app = TestApp::start().await;
        let clerk =
            app.create_token(new_token("Order desk", &[Scope::CandidatesWrite, Scope::CandidatesRead])).await;
        let response = app.import(candidate("H", "1", change).to_string()).await;
        assert_eq!(response.status, 201, "{}", response.text);
        let path = format!("{CANDIDATES}/{}", response.json()["result"][0]["id"]);
        Self { app, clerk, path }
    }

    async fn read(&self) -> HttpResponse {
        self.app.get(&self.clerk, &self.path).await
    }

    /// Patches the current version of the candidate.
    async fn patch(&self, body: Value) -> HttpResponse {
        self.app.patch(&self.clerk, &self.path, "*", body).await
    }

    async fn corrected(&self, body: Value) -> Value {
        let response = self.patch(body.clone()).await;
        assert_eq!(response.status, 200, "{body}: {}", response.text);
        let read = self.read().await;
        assert_eq!(response.header("etag"), read.header("etag"));
        let mut corrected = response.json();
        corrected.as_object_mut().unwrap().remove("warnings");
        assert_eq!(corrected, read.json(), "the response equals the stored candidate");
        corrected
    }

    async fn history(&self) -> Vec<Value> {
        let response = self.app.get(&self.clerk, &format!("{}/history", self.path)).await;
        assert_eq!(response.status, 200, "{}", response.text);
        response.json()["items"].as_array().unwrap().clone()
    }
}

fn codes(response: &HttpResponse) -> Vec<String> {
    let document = response.json();
    let errors = document["errors"].as_array().unwrap_or_else(|| panic!("{}", response.text));
    errors
        .iter()
        .map(|error| {
            let text = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
            format!("{} {}", text("code"), text("pointer"))
        })
        .collect()
}

#[tokio::test]
async fn override_applies_until_removed() {
    let desk = Desk::with(json!({ "qty": -1, "description": "as sent" })).await;
    let before = desk.read().await.json();
    assert_eq!((&before["status"], &before["override"]), (&json!("error"), &json!({})));
    let corrected = desk.corrected(json!({ "override": { "qty": 12.50, "description": "corrected" } })).await;
    assert_eq!((&corrected["status"], &corrected["problems"]), (&json!("new"), &json!([])));
    assert_eq!(corrected["override"], json!({ "qty": 12.5, "description": "corrected" }));
    assert_eq!((&corrected["effective"]["qty"], &corrected["qty"]), (&json!(12.5), &json!(12.5)));
    assert_eq!(corrected["imported"], before["imported"], "imported values are never overwritten");
    assert_eq!(corrected["overriddenBy"]["qty"], json!({ "by": "Order desk", "at": "2026-11-20T12:00:00Z" }));
    assert_eq!(corrected["version"], 2);
    let back = desk.corrected(json!({ "override": { "qty": null } })).await;
    assert_eq!((&back["status"], &back["effective"]["qty"]), (&json!("error"), &json!(-1)));
    assert_eq!(back["override"], json!({ "description": "corrected" }));
    let none = desk.corrected(json!({ "override": null })).await;
    assert_eq!((&none["override"], &none["effective"]["description"]), (&json!({}), &json!("as sent")));
    assert_eq!(none["overriddenBy"], json!({}));
}

#[tokio::test]
async fn every_type_of_value_can_be_overridden() {
    let desk = Desk::with(json!({})).await;
    let set = json!({
        "qty": 3, "uomCode": "PCE", "price": 9.99, "currencyCode": "EUR", "discount": 2.5,
        "pricingSystemCode": "Testpreise Kunden", "productCode": "A001", "productDescription": "in red",
        "description": "call first", "bpartner": "val-1000106", "poReference": "PO-2",
        "dateOrdered": "2026-11-21", "dateRequired": "2026-12-24", "presetDateInvoiced": "2026-12-25",
        "presetDateShipped": [2026, 12, 23], "orderDocType": "PrepayOrder",
        "invoiceDocType": { "docBaseType": "ARI" }, "paymentRule": "Paypal", "shipper": "val-DPD - Classic",
        "salesPartnerCode": "test_42", "deliveryRule": "Availability", "deliveryViaRule": "Pickup", "line": 20,
        "promotionCode": "SUMMER 26", "billBPartner": { "bpartner": "ext-2156425" },
    });
    let corrected = desk.corrected(json!({ "override": set })).await;
    assert_eq!(corrected["status"], "new", "{corrected}");
    for (pointer, value) in [
        ("/effective/qty", json!(3)),
        ("/effective/price", json!(9.99)),
        ("/effective/discount", json!(2.5)),
        ("/effective/productCode/code", json!("A001")),
        ("/effective/bpartner/code", json!("1000106")),
        ("/effective/billBPartner/bpartner/code", json!("G0001")),
        ("/effective/billBPartner/location/code", json!("2156425")),
        ("/effective/poReference", json!("PO-2")),
        ("/effective/dateRequired", json!("2026-12-24")),
        ("/effective/presetDateShipped", json!("2026-12-23")),
        ("/effective/orderDocType", json!("PrepayOrder")),
        ("/effective/invoiceDocType/docBaseType", json!("ARI")),
        ("/effective/shipper/code", json!("DPD - Classic")),
        ("/effective/salesPartnerCode/code", json!("test_42")),
        ("/effective/line", json!(20)),
        ("/effective/promotionCode", json!("SUMMER 26")),
    ] {
        assert_eq!(corrected.pointer(pointer), Some(&value), "{pointer} in {corrected}");
    }
    for name in set.as_object().unwrap().keys() {
        assert!(corrected["override"].get(name).is_some(), "{name} in {}", corrected["override"]);
    }
    let back = desk.corrected(json!({ "override": null })).await;
    let mut first = candidate("H", "1", json!({}));
    first["bpartner"]["bpartner"] = json!({ "code": "G0001" });
    assert_eq!(back["imported"], first);
    assert_eq!((&back["override"], &back["clear"]), (&json!({}), &json!([])));
    assert_eq!(back["effective"]["location"]["code"], "2156425");
    assert_eq!((back["effective"]["price"].to_string(), back.get("shipper")), ("10.00".to_owned(), None));
}

/// Unicode space separators (Zs) except the ASCII space.
const SPACES: [char; 16] = [
    '\u{A0}', '\u{1680}', '\u{2000}', '\u{2001}', '\u{2002}', '\u{2003}', '\u{2004}', '\u{2005}', '\u{2006}',
    '\u{2007}', '\u{2008}', '\u{2009}', '\u{200A}', '\u{202F}', '\u{205F}', '\u{3000}',
];

#[tokio::test]
async fn space_separators_in_corrections_are_plain_spaces() {
    let desk = Desk::with(json!({})).await;
    for space in SPACES {
        let set = json!({
            "description": format!("call{space}first"), "productDescription": format!("in{space}red"),
            "poReference": format!("{space}PO{space}7"), "deliveryRule": format!("As{space}is"),
            "promotionCode": format!("SUMMER{space}26"), "shipper": format!("val-DPD{space}-{space}Classic"),
            "pricingSystemCode": format!("Testpreise{space}Kunden"),
        });
        let body = json!({ "override": set, "comment": format!("as{space}agreed") });
        let corrected = desk.corrected(body).await;
        let held = &corrected["override"];
        for (pointer, plain) in [
            ("/description", "call first"),
            ("/productDescription", "in red"),
            ("/poReference", "PO 7"),
            ("/deliveryRule", "As is"),
            ("/promotionCode", "SUMMER 26"),
            ("/shipper/code", "DPD - Classic"),
            ("/pricingSystemCode/code", "Testpreise Kunden"),
        ] {
            assert_eq!(held.pointer(pointer), Some(&json!(plain)), "U+{:04X} {pointer}", u32::from(space));
        }
        desk.corrected(json!({ "override": null })).await;
    }
    let comments = desk.history().await;
    let comments = comments.iter().filter_map(|entry| entry["comment"].as_str());
    assert_eq!(comments.collect::<Vec<_>>(), ["as agreed"; SPACES.len()]);

    let edit = json!({
        "selection": { "filter": { "status": "new" } },
        "changes": { "description": { "set": "for\u{2003}all" }, "poReference": { "set": "PO\u{3000}8" } },
    });
    let scopes = [Scope::CandidatesWrite, Scope::CandidatesRead, Scope::ProcessRun];
    let clerk = desk.app.create_token(new_token("Bulk", &scopes)).await;
    let request =
        desk.app.request(Method::POST, &format!("{CANDIDATES}/edit")).header("Authorization", &clerk);
    let request = request.header("Content-Type", "application/json").header("Prefer", "wait=20");
    let edited = send(request.body(edit.to_string())).await;
    assert_eq!(edited.json()["state"], "done", "{}", edited.text);
    assert_eq!(
        desk.read().await.json()["override"],
        json!({ "description": "for all", "poReference": "PO 8" }),
        "{}",
        edited.text
    );
}

#[tokio::test]
async fn record_stored_with_other_spaces_is_found_by_correction() {
    let desk = Desk::with(json!({})).await;
    let records = "
bpartners: [{code: N B, name: Old, salesCode: S 1, locations: [{externalId: L 1, country: DE, shipToDefault: true}]}]
products: [{code: P 9, name: Old, uom: PCE}]
";
    desk.app.load(records).await;
    // codes in the form that older versions stored
    for sql in [
        "UPDATE bpartner SET code = 'N\u{202F}B', sales_code = 'S\u{A0}1' WHERE code = 'N B'",
        "UPDATE bpartner_location SET external_id = 'L\u{3000}1' WHERE external_id = 'L 1'",
        "UPDATE product SET code = 'P\u{2003}9' WHERE code = 'P 9'",
        "INSERT INTO key_spelling (plain, spelling) VALUES ('N B', 'N\u{202F}B'), ('S 1', 'S\u{A0}1'), \
         ('L 1', 'L\u{3000}1'), ('P 9', 'P\u{2003}9')",
    ] {
        desk.app.database.change(sql);
    }
    for space in [' ', '\u{A0}', '\u{2003}'] {
        let set = json!({
            "bpartner": format!("val-N{space}B"), "location": format!("ext-L{space}1"),
            "productCode": format!("P{space}9"), "salesPartnerCode": format!("S{space}1"),
        });
        let response = desk.patch(json!({ "override": set })).await;
        assert_eq!(response.status, 200, "U+{:04X}: {}", u32::from(space), response.text);
        let held = response.json()["override"].clone();
        for (pointer, stored) in [
            ("/bpartner/code", "N\u{202F}B"),
            ("/location/code", "L\u{3000}1"),
            ("/productCode/code", "P\u{2003}9"),
            ("/salesPartnerCode/code", "S\u{A0}1"),
        ] {
            assert_eq!(held.pointer(pointer), Some(&json!(stored)), "{pointer} in {held}");
        }
        desk.corrected(json!({ "override": null })).await;
    }
}

#[tokio::test]
async fn new_partner_gets_its_default_location() {
    let desk = Desk::with(json!({ "bpartner": {
        "bpartner": { "code": "G0001" }, "location": { "externalId": "2156425" },
        "contact": { "name": "Ada", "syncAdvise": { "ifNotExists": "CREATE", "ifExists": "DONT_UPDATE" } },
    } }))
    .await;
    let contact = desk.read().await.json()["effective"]["contact"].clone();
    assert_eq!(contact["name"], "Ada");
    let moved = desk.corrected(json!({ "override": { "bpartner": "val-1000106" } })).await;
    assert_eq!(moved["effective"]["bpartner"]["code"], "1000106");
    assert_ne!(moved["effective"]["location"]["id"], Value::Null);
    assert_ne!(moved["effective"]["location"]["code"], "2156425");
    assert_eq!(moved["effective"].get("contact"), None, "the contact of another partner is not its own");
    let foreign = desk.patch(json!({ "override": { "location": "ext-2156425" } })).await;
    assert_eq!(codes(&foreign), ["reference.unknown /override/location"]);
    let back = desk.corrected(json!({ "override": { "bpartner": null } })).await;
    assert_eq!(back["override"], json!({}));
    assert_eq!(back["effective"]["location"]["code"], "2156425");
    assert_eq!(back["effective"]["contact"], contact);
}

#[tokio::test]
async fn cleared_values_count_as_absent() {
    let desk = Desk::with(json!({
        "price": 5, "currencyCode": "EUR", "discount": 10, "paymentRule": "OnCredit", "uomCode": "PCE",
    }))
    .await;
    let cleared = desk.corrected(json!({ "clear": ["price", "discount", "currencyCode", "uomCode"] })).await;
    assert_eq!(cleared["clear"], json!(["uomCode", "price", "currencyCode", "discount"]));
    assert_eq!((&cleared["status"], &cleared["override"]), (&json!("new"), &json!({})));
    assert_eq!((cleared["price"].to_string(), &cleared["currencyCode"]), ("10.00".to_owned(), &json!("EUR")));
    assert_eq!((&cleared["discount"], &cleared["imported"]["discount"]), (&json!(0), &json!(10)));
    assert_eq!(cleared["effective"].get("discount"), None);
    let set = desk.corrected(json!({ "override": { "discount": 3 } })).await;
    assert_eq!((&set["clear"], &set["discount"]), (&json!(["uomCode", "price", "currencyCode"]), &json!(3)));
    let back = desk.corrected(json!({ "clear": [] })).await;
    assert_eq!((&back["clear"], back["price"].to_string()), (&json!([]), "5.00".to_owned()));
    assert_eq!(back["discount"], 3, "an override is not cleared with the rest");
    for (body, code) in [
        (json!({ "clear": ["qty"] }), "property.required_cleared /clear/0"),
        (json!({ "clear": ["price", "prise"] }), "enum.unknown /clear/1"),
        (json!({ "override": { "price": 1 }, "clear": ["price"] }), "property.conflict /clear/0"),
    ] {
        let response = desk.patch(body.clone()).await;
        assert_eq!((response.status, codes(&response)), (400, vec![code.to_owned()]), "{body}");
    }
}

#[tokio::test]
async fn errors_have_position_in_patch() {
    let desk = Desk::with(json!({})).await;
    let body = "{\n \"override\": {\"uomCode\": \"KISTE\",\n  \"shipper\": \"val-Kutsche\", \"productCode\": \"ext-none\"}}";
    let request = desk.app.request(Method::PATCH, &desk.path).header("Authorization", &desk.clerk);
    let request = request.header("If-Match", "\"1\"").header("Accept-Language", "de");
    let response = send(request.header("Content-Type", "application/json").body(body)).await;
    assert_eq!(response.status, 400);
    assert_eq!(
        codes(&response),
        [
            "reference.unknown /override/productCode",
            "uomCode.unknown /override/uomCode",
            "shipper.unknown /override/shipper"
        ]
    );
    let unit = &response.json()["errors"][1];
    assert_eq!((&unit["line"], &unit["column"], &unit["seen"]), (&json!(2), &json!(26), &json!("KISTE")));
    assert_eq!(unit["message"], "Die Einheit „KISTE“ existiert nicht.");
    let unknown = desk.patch(json!({ "override": { "quantity": 1 }, "status": "new" })).await;
    assert_eq!(codes(&unknown), ["property.unknown /status", "property.unknown /override/quantity"]);
    let read = desk.read().await.json();
    assert_eq!((&read["version"], &read["override"]), (&json!(1), &json!({})), "nothing was changed");
}

#[tokio::test]
async fn outdated_version_is_rejected_with_changes() {
    let desk = Desk::with(json!({})).await;
    let app = &desk.app;
    let missing = send(
        app.request(Method::PATCH, &desk.path)
            .header("Authorization", &desk.clerk)
            .header("Content-Type", "application/json")
            .body("{}"),
    )
    .await;
    assert_eq!((missing.status, codes(&missing)), (428, vec!["version.required ".to_owned()]));
    let first = app.patch(&desk.clerk, &desk.path, "\"1\"", json!({ "override": { "qty": 7 } })).await;
    assert_eq!((first.status, first.header("etag")), (200, "\"2\""));
    for tag in ["\"1\"", "1", "\"1\", \"17\""] {
        let late = app.patch(&desk.clerk, &desk.path, tag, json!({ "override": { "qty": 8 } })).await;
        assert_eq!((late.status, codes(&late)), (412, vec!["version.outdated ".to_owned()]), "{tag}");
        assert_eq!(late.json()["errors"][0]["params"]["user"], "Order desk", "{tag}");
    }
    let unknown = app.patch(&desk.clerk, &desk.path, "\"17\"", json!({ "override": { "qty": 8 } })).await;
    assert_eq!((unknown.status, codes(&unknown)), (412, vec!["version.unknown ".to_owned()]));
    let message =
        "The line has no version 17; its version is 2. Read the line and send the ETag of the response.";
    assert_eq!(unknown.json()["detail"], message);
    let nonsense = app.patch(&desk.clerk, &desk.path, "nonsense", json!({ "override": { "qty": 8 } })).await;
    assert_eq!((nonsense.status, codes(&nonsense)), (400, vec!["version.invalid ".to_owned()]));
    let compressed =
        app.patch(&desk.clerk, &desk.path, "\"2-gzip\"", json!({ "override": { "qty": 7 } })).await;
    assert_eq!(compressed.status, 200, "{}", compressed.text);
    let late = app.patch(&desk.clerk, &desk.path, "\"1\"", json!({ "active": false })).await;
    let message = "Order desk changed the line at 13:00 on 20 November 2026 (Europe/Berlin); its version is now 2. Reload it and try again.";
    assert_eq!(late.json()["detail"], message);
    let params = late.json()["errors"][0]["params"].clone();
    assert_eq!((&params["user"], &params["time"]), (&json!("Order desk"), &json!("2026-11-20T12:00:00Z")));
    assert_eq!((&params["fields"], &params["version"]), (&json!(["qty"]), &json!(2)));
    assert_eq!(params["members"], json!([{ "pointer": "/qty", "stored": "7", "sent": "5" }]));
    assert_eq!(desk.read().await.json()["effective"]["qty"], 7);
    let again = app.patch(&desk.clerk, &desk.path, "\"2\"", json!({ "override": { "qty": 7.0 } })).await;
    assert_eq!((again.status, again.header("etag")), (200, "\"2\""), "the same again changes nothing");
}

#[tokio::test]
async fn excluded_candidate_can_be_restored() {
    let desk = Desk::with(json!({ "qty": 0 })).await;
    let excluded = desk.corrected(json!({ "active": false })).await;
    assert_eq!(excluded["status"], "inactive");
    let still = desk.corrected(json!({ "override": { "qty": 2 } })).await;
    assert_eq!(still["status"], "inactive", "a correction alone does not take it back");
    let back = desk.corrected(json!({ "active": true })).await;
    assert_eq!((&back["status"], &back["problems"]), (&json!("new"), &json!([])));
    let unchanged = desk.corrected(json!({ "active": true })).await;
    assert_eq!(unchanged["version"], back["version"]);
    let history = desk.history().await;
    let events: Vec<_> = history.iter().map(|entry| entry["event"].as_str().unwrap()).collect();
    assert_eq!(events, ["imported", "putAside", "corrected", "takenBack"]);
    assert_eq!((&history[0]["status"], &history[0]["actor"]), (&json!("error"), &json!("admin")));
    assert_eq!(history[0]["problems"][0]["code"], "qty.not_positive", "although it was mended since");
    assert_eq!((&history[1]["statusBefore"], &history[1]["status"]), (&json!("error"), &json!("inactive")));
    assert_eq!(history[2]["changes"], json!({ "qty": { "old": "0", "new": "2" } }));
    assert_eq!((&history[3]["actor"], &history[3]["version"]), (&json!("Order desk"), &json!(4)));
}

#[tokio::test]
async fn currency_follows_price_list_unless_sent() {
    for (sent, status, currency) in
        [(json!({}), "new", "INR"), (json!({ "currencyCode": "EUR" }), "error", "EUR")]
    {
        let desk = Desk::with(sent.clone()).await;
        let create = json!({ "ifNotExists": "CREATE", "ifExists": "DONT_UPDATE" });
        let in_india = json!({
            "bpartner": {
                "bpartner": { "code": "G0001" },
                "location": { "externalId": "india", "countryCode": "IN", "syncAdvise": create },
            },
            "product": { "code": "TEA", "name": "Tea", "type": "ITEM", "uomCode": "PCE", "priceStd": 700,
                "syncAdvise": create },
        });
        let location = desk.app.import(candidate("I", "1", in_india).to_string()).await;
        assert_eq!(location.status, 201, "{}", location.text);
        assert_eq!(desk.read().await.json()["currencyCode"], "EUR");
        let set = json!({ "override": { "location": "ext-india", "productCode": "TEA" } });
        let moved = desk.corrected(set).await;
        assert_eq!((&moved["status"], &moved["currencyCode"]), (&json!(status), &json!(currency)), "{moved}");
        let back = desk.corrected(json!({ "override": { "location": null, "productCode": null } })).await;
        assert_eq!((&back["status"], &back["currencyCode"]), (&json!("new"), &json!("EUR")));
    }
}

#[tokio::test]
async fn sender_cancels_all_lines_or_none() {
    let app = TestApp::start().await;
    let sender = app.token(&[Scope::CandidatesWrite]).await;
    let rows = ["1", "2"].map(|line| candidate("H", line, json!({})));
    assert_eq!(app.import_bulk("", bulk(rows)).await.status, 201);
    let path = |rest: &str| format!("{CANDIDATES}/by-ref/{SOURCE}/{rest}/cancel");
    let line = app.post(&sender, &path("H/2"), "").await;
    assert_eq!(line.status, 200, "{}", line.text);
    assert_eq!(line.json()["candidates"][0]["externalLineId"], "2");
    let all = app.post(&sender, &path("H"), "").await;
    let versions: Vec<_> =
        all.json()["candidates"].as_array().unwrap().iter().map(|one| one["version"].clone()).collect();
    assert_eq!((all.status, versions), (200, vec![json!(2), json!(2)]), "the second was put aside before");
    assert_eq!(app.post(&sender, &path("H"), "").await.text, all.text);
    let listed = app.get(&app.admin, &format!("{CANDIDATES}?status=inactive")).await;
    assert_eq!(listed.json()["total"]["value"], 2);
    let missing = app.post(&sender, &path("X"), "").await;
    assert_eq!((missing.status, codes(&missing)), (404, vec!["candidate.not_found ".to_owned()]));
    let foreign = app.token_of("test-org-03", &[Scope::CandidatesWrite]).await;
    assert_eq!(app.post(&foreign, &path("H"), "").await.status, 404);
    let again = app.import_bulk("", bulk([candidate("H", "1", json!({}))])).await;
    assert_eq!((again.status, &again.json()["result"][0]["status"]), (200, &json!("inactive")));
}

#[tokio::test]
async fn reference_is_found_in_every_unicode_normalisation() {
    let desk = Desk::with(json!({})).await;
    let app = &desk.app;
    let sent = "Ko\u{308}ln 1";
    let row = candidate(sent, sent, json!({})).to_string();
    assert_eq!(app.import(row).await.status, 201);
    for path in ["Ko%CC%88ln%201", "K%C3%B6ln%201", "%20K%C3%B6ln%201%20"] {
        for path in [path.to_owned(), format!("{path}/{path}")] {
            let read = app.get(&desk.clerk, &format!("{CANDIDATES}/by-ref/{SOURCE}/{path}")).await;
            assert_eq!((read.status, &read.json()["externalHeaderId"]), (200, &json!("Köln 1")), "{path}");
            let cancelled =
                app.post(&desk.clerk, &format!("{CANDIDATES}/by-ref/{SOURCE}/{path}/cancel"), "").await;
            assert_eq!(cancelled.status, 200, "{path}: {}", cancelled.text);
        }
        for list in [CANDIDATES, "/api/sales/order"] {
            let listed = app.get(&app.admin, &format!("{list}?externalHeaderId={path}")).await;
            assert_eq!(listed.status, 200, "{}", listed.text);
            let count = usize::from(list == CANDIDATES);
            assert_eq!(listed.json()["items"].as_array().unwrap().len(), count, "{list} {path}");
        }
    }
    let blank = app.get(&desk.clerk, &format!("{CANDIDATES}/by-ref/{SOURCE}/%20")).await;
    assert_eq!((blank.status, codes(&blank)), (404, vec!["candidate.not_found ".to_owned()]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_requests_with_one_key_cancel_once() {
    let desk = Desk::with(json!({})).await;
    let app = &desk.app;
    let path = format!("{CANDIDATES}/by-ref/{SOURCE}/H/cancel");
    for key in 0..20 {
        let calls = (0..8).map(|_| {
            let request = app.request(Method::POST, &path).header("Authorization", &desk.clerk);
            send(request.header("Idempotency-Key", format!("k{key}")))
        });
        let responses = futures_util::future::join_all(calls).await;
        let replayed = |response: &&HttpResponse| response.header("idempotency-replayed") == "true";
        let fresh = responses.iter().filter(|response| response.status == 200 && !replayed(response)).count();
        assert_eq!(fresh, 1, "{responses:?}");
        for response in responses.iter().filter(|response| response.status != 200) {
            assert_eq!((response.status, codes(response)), (409, vec!["idempotency.running ".to_owned()]));
        }
    }
}

#[tokio::test]
async fn reference_of_several_organisations_requires_organisation() {
    let app = TestApp::start().await;
    for org in ["001", "test-org-03"] {
        let sent = candidate("H", "1", json!({ "org": { "code": org } })).to_string();
        assert_eq!(app.import(sent).await.status, 201);
    }
    let path = format!("{CANDIDATES}/by-ref/{SOURCE}/H/cancel");
    let both = app.post(&app.admin, &path, "").await;
    assert_eq!((both.status, codes(&both)), (409, vec!["candidate.ambiguous ".to_owned()]));
    assert_eq!(both.json()["errors"][0]["params"]["candidates"], json!(["001", "test-org-03"]));
    let one = app.post(&app.admin, &format!("{path}?org=001"), "").await;
    assert_eq!(one.json()["candidates"].as_array().unwrap().len(), 1);
    let listed = app.get(&app.admin, &format!("{CANDIDATES}?status=new&org=test-org-03")).await;
    assert_eq!(listed.json()["total"]["value"], 1);
}

#[tokio::test]
async fn candidates_are_revalidated_after_master_data_fix() {
    let desk =
        Desk::with(json!({ "product": { "code": "NEW", "name": "New", "type": "ITEM", "uomCode": "PCE",
        "syncAdvise": { "ifNotExists": "CREATE", "ifExists": "DONT_UPDATE" } } }))
        .await;
    let before = desk.read().await.json();
    assert_eq!((&before["status"], &before["problems"][0]["code"]), (&json!("error"), &json!("price.none")));
    let operator = orderdock_testkit::operator(&desk.app.services);
    let price = json!({ "product-prices": [{ "org": "001", "priceList": "DE-EUR", "validFrom": "2015-01-01",
        "product": "NEW", "uom": "PCE", "price": 4.2, "taxCategory": "standard" }] });
    let loaded = desk.app.services.master_data.load_masterdata(&operator, &price.to_string()).await;
    assert!(loaded.is_ok(), "{:?}", loaded.err().map(|failure| failure.lines("price")));
    let revalidate = |query: &str| format!("{CANDIDATES}/revalidate{query}");
    let selection = json!({ "selection": { "ids": [before["id"]] } }).to_string();
    let tried = desk.app.post(&desk.clerk, &revalidate("?dryRun=true"), selection.clone()).await;
    assert_eq!(tried.status, 200, "{}", tried.text);
    assert_eq!(desk.read().await.json()["version"], 1, "nothing is written by trying");
    let request = desk.app.request(Method::POST, &revalidate("")).header("Authorization", &desk.clerk);
    let request = request.header("Content-Type", "application/json").header("Prefer", "wait=20");
    let run = send(request.body(selection)).await;
    assert_eq!((run.status, &run.json()["kind"]), (200, &json!("revalidate")), "{}", run.text);
    assert!(run.header("location").starts_with("/api/process-runs/"));
    let after = desk.read().await.json();
    assert_eq!((&after["status"], after["price"].to_string()), (&json!("new"), "4.20".to_owned()));
    let last = desk.history().await.pop().unwrap();
    assert_eq!((&last["event"], &last["actor"]), (&json!("validated"), &json!("Order desk")));
    assert_eq!((&last["statusBefore"], &last["status"]), (&json!("error"), &json!("new")));
    for empty in ["{}", "{\"selection\": {}}", "{\"selection\": {\"ids\": []}}"] {
        assert_eq!(desk.app.post(&desk.clerk, &revalidate(""), empty).await.status, 400, "{empty}");
    }
}

#[tokio::test]
async fn processed_candidate_cannot_be_corrected() {
    let desk = Desk::with(json!({})).await;
    let selection = json!({ "selection": { "dataSource": SOURCE, "externalHeaderId": "H" } }).to_string();
    let request = desk.app.request(Method::POST, &format!("{CANDIDATES}/process"));
    let request = request.header("Authorization", &desk.app.admin).header("Prefer", "wait=20");
    let run = send(request.header("Content-Type", "application/json").body(selection)).await;
    assert_eq!((run.status, &run.json()["counts"]["orders"]), (200, &json!(1)), "{}", run.text);
    for body in [json!({ "override": { "qty": 1 } }), json!({ "active": false })] {
        let response = desk.patch(body).await;
        assert_eq!((response.status, codes(&response)), (409, vec!["processed.readonly ".to_owned()]));
    }
    let ordered = desk.history().await.pop().unwrap();
    assert_eq!((&ordered["event"], &ordered["status"]), (&json!("ordered"), &json!("processed")));
    let number = ordered["documentNo"].as_str().unwrap().to_owned();
    let cancelled = desk.app.post(&desk.clerk, &format!("{CANDIDATES}/by-ref/{SOURCE}/H/cancel"), "").await;
    assert_eq!((cancelled.status, codes(&cancelled)), (409, vec!["header.processed ".to_owned()]));
    assert_eq!(cancelled.json()["errors"][0]["params"]["orders"], json!([number]));
    let order = ordered["salesOrderId"].as_str().unwrap();
    let voided = desk.app.post(&desk.app.admin, &format!("/api/sales/order/{order}/void"), "").await;
    assert_eq!(voided.status, 200, "{}", voided.text);
    let last = desk.history().await.pop().unwrap();
    assert_eq!(
        (&last["event"], &last["documentNo"], &last["actor"]),
        (&json!("orderVoided"), &json!(number), &json!("admin"))
    );
    let back = desk.corrected(json!({ "active": true })).await;
    assert_eq!((&back["status"], back.get("hold")), (&json!("new"), None), "a clerk releases it");
}

#[tokio::test]
async fn line_with_id_cancel_is_read_by_escaped_path() {
    let desk = Desk::with(json!({})).await;
    let app = &desk.app;
    let sent = app.import(candidate("H-c", "cancel", json!({})).to_string()).await;
    assert_eq!(sent.status, 201, "{}", sent.text);
    let read = app.get(&app.admin, &format!("{CANDIDATES}/by-ref/{SOURCE}/H-c/%63ancel")).await;
    assert_eq!(
        (read.status, &read.json()["candidates"][0]["externalLineId"]),
        (200, &json!("cancel")),
        "{}",
        read.text
    );
}
