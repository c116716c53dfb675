//! Effective values of a candidate, over HTTP: defaults of partner, group and organisation, expired price lists, postal
//! codes that are added later, and overrides by users.

use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

const ORDERS: &str = "/api/sales/order";
const MASTERDATA: &str = "/api/masterdata";

/// Imports a candidate and returns its path.
async fn import(app: &TestApp, candidate: &Value) -> String {
    let response = app.import(candidate.to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    format!("{CANDIDATES}/{}", response.json()["result"][0]["id"])
}

async fn read(app: &TestApp, path: &str) -> Value {
    let response = app.get(&app.admin, path).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.json()
}

async fn patch(app: &TestApp, path: &str, overrides: Value) -> HttpResponse {
    app.patch(&app.admin, path, "*", json!({ "override": overrides })).await
}

async fn put(app: &TestApp, kind: &str, records: Value) -> HttpResponse {
    let request = app.request(Method::PUT, &format!("{MASTERDATA}/{kind}"));
    send(request.header("Authorization", &app.admin).json(&records)).await
}

async fn upsert(app: &TestApp, kind: &str, records: Value) {
    let response = put(app, kind, records).await;
    assert_eq!(response.status, 200, "{}", response.text);
}

/// Processes candidates and waits for the end of the run.
async fn process(app: &TestApp, paths: &[&String]) -> Value {
    let ids: Vec<u64> = paths.iter().map(|path| path.rsplit('/').next().unwrap().parse().unwrap()).collect();
    let request = app.request(Method::POST, &format!("{CANDIDATES}/process"));
    let request = request.header("Authorization", &app.admin).header("Prefer", "wait=60");
    let response = send(request.json(&json!({ "selection": { "ids": ids } }))).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.json()
}

/// Returns the order of a candidate.
async fn order_of(app: &TestApp, path: &str) -> Value {
    let candidate = read(app, path).await;
    let order = candidate["order"]["salesOrderId"].as_str().unwrap_or_else(|| panic!("{candidate}"));
    read(app, &format!("{ORDERS}/{order}")).await
}

fn codes(problems: &Value) -> Vec<&str> {
    problems.as_array().unwrap().iter().map(|problem| problem["code"].as_str().unwrap()).collect()
}

/// A product without a price and without a tax category.
const UNPRICED: &str = "
products:
  - {code: NEW, name: New, uom: PCE}
price-lists:
  - {code: DE-EUR, name: Germany, pricingSystem: Testpreise Kunden, currency: EUR, defaultTaxCategory: null}
";

#[tokio::test]
async fn line_without_price_is_ordered_after_correction() {
    let app = TestApp::start().await;
    app.load(UNPRICED).await;
    let path = import(&app, &candidate("H", "1", json!({ "product": { "code": "NEW" } }))).await;
    assert_eq!(codes(&read(&app, &path).await["problems"]), ["price.none"]);
    let priced = patch(&app, &path, json!({ "price": 12.5, "currencyCode": "EUR" })).await;
    assert_eq!(codes(&priced.json()["problems"]), ["taxcategory.none"], "{}", priced.text);

    let unknown = patch(&app, &path, json!({ "taxCategoryCode": "luxury" })).await;
    let fault = &unknown.json()["errors"][0];
    assert_eq!((unknown.status, &fault["code"]), (400, &json!("taxcategory.unknown")), "{}", unknown.text);
    assert_eq!(fault["pointer"], "/override/taxCategoryCode");
    let corrected = patch(&app, &path, json!({ "taxCategoryCode": "reduced" })).await;
    assert_eq!(corrected.status, 200, "{}", corrected.text);
    let corrected = corrected.json();
    assert_eq!((&corrected["status"], &corrected["problems"]), (&json!("new"), &json!([])));
    assert_eq!(corrected["override"]["taxCategoryCode"]["code"], "reduced");
    assert_eq!(corrected["effective"]["taxCategoryCode"]["name"], "Reduced rate");

    process(&app, &[&path]).await;
    let line = order_of(&app, &path).await["lines"][0].clone();
    assert_eq!((&line["taxCode"], line["net"].to_string()), (&json!("DE-7"), "62.50".to_owned()), "{line}");
    let history = app.get(&app.admin, &format!("{path}/history")).await;
    assert!(history.text.contains("\"taxCategoryCode\""), "{}", history.text);
}

#[tokio::test]
async fn bulk_edit_sets_tax_category() {
    let app = TestApp::start().await;
    app.load(UNPRICED).await;
    let new = |line: &str| candidate("H", line, json!({ "product": { "code": "NEW" } }));
    let paths = [import(&app, &new("1")).await, import(&app, &new("2")).await];
    let edit = json!({
        "selection": { "filter": { "status": "error" } },
        "changes": {
            "price": { "set": 3 }, "currencyCode": { "set": "EUR" }, "taxCategoryCode": { "set": "standard" },
        },
    });
    let request = app.request(Method::POST, &format!("{CANDIDATES}/edit"));
    let request = request.header("Authorization", &app.admin).header("Prefer", "wait=60");
    let response = send(request.json(&edit)).await;
    assert_eq!(response.status, 200, "{}", response.text);
    for path in &paths {
        assert_eq!(read(&app, path).await["status"], "new");
    }
    process(&app, &[&paths[0], &paths[1]]).await;
    let order = order_of(&app, &paths[0]).await;
    let taxes: Vec<_> = order["lines"].as_array().unwrap().iter().map(|line| &line["taxCode"]).collect();
    assert_eq!(taxes, ["DE-19", "DE-19"]);
}

#[tokio::test]
async fn manual_price_has_tax_of_list_or_organisation() {
    let app = TestApp::start().await;
    app.load(UNPRICED).await;
    let by_hand = |header| {
        candidate(header, "1", json!({ "product": { "code": "NEW" }, "price": 3, "currencyCode": "EUR" }))
    };
    assert_eq!(
        codes(&read(&app, &import(&app, &by_hand("1")).await).await["problems"]),
        ["taxcategory.none"]
    );
    upsert(
        &app,
        "organisations",
        json!([{ "code": "001", "name": "Hauptbetrieb", "defaultTaxCategory": "reduced" }]),
    )
    .await;
    let of_organisation = import(&app, &by_hand("2")).await;
    process(&app, &[&of_organisation]).await;
    assert_eq!(order_of(&app, &of_organisation).await["lines"][0]["taxCode"], "DE-7");
    let list = json!({
        "code": "DE-EUR", "name": "Germany", "pricingSystem": "Testpreise Kunden", "currency": "EUR",
        "defaultTaxCategory": "standard",
    });
    upsert(&app, "price-lists", json!([list])).await;
    let of_list = import(&app, &by_hand("3")).await;
    process(&app, &[&of_list]).await;
    assert_eq!(order_of(&app, &of_list).await["lines"][0]["taxCode"], "DE-19");
}

const TERMS: &str = "
payment-terms:
  - {code: N30, name: 30 days}
  - {code: N60, name: 60 days}
warehouses:
  - {code: MAIN, name: Main, country: DE}
organisations:
  - {code: \"001\", name: Hauptbetrieb, paymentRule: OnCredit, warehouse: MAIN, deliveryRule: A}
bpartner-groups:
  - {name: Standard, paymentTerm: N30, shipper: DPD - Classic}
bpartners:
  - {code: G0001, name: Nord, paymentRule: DirectDebit, deliveryViaRule: S}
  - {code: \"1000106\", name: Rhein, deliveryRule: F, deliveryViaRule: P}
";

#[tokio::test]
async fn defaults_of_partner_group_and_organisation_have_source() {
    let app = TestApp::start().await;
    app.load(TERMS).await;
    let elsewhere = json!({ "dropShipBPartner": { "bpartner": { "code": "1000106" } } });
    let path = import(&app, &candidate("H", "1", elsewhere)).await;
    let held = read(&app, &path).await;
    let table = [
        ("paymentRule", json!("DirectDebit"), json!({ "from": "bpartner", "code": "G0001" })),
        ("paymentTerm", json!("N30"), json!({ "from": "bpartnerGroup", "code": "Standard" })),
        ("shipper", json!("DPD - Classic"), json!({ "from": "bpartnerGroup", "code": "Standard" })),
        ("warehouseCode", json!("MAIN"), json!({ "from": "organisation", "code": "001" })),
        ("deliveryRule", json!("F"), json!({ "from": "bpartner", "code": "1000106" })),
        ("deliveryViaRule", json!("P"), json!({ "from": "bpartner", "code": "1000106" })),
        (
            "pricingSystemCode",
            json!("Testpreise Kunden"),
            json!({ "from": "bpartnerGroup", "code": "Standard" }),
        ),
    ];
    for (member, value, from) in &table {
        let effective = &held["effective"][member];
        assert_eq!(effective.get("code").unwrap_or(effective), value, "{member} in {held}");
        assert_eq!(held["valuesFrom"][member], *from, "{member} in {held}");
    }
    assert_eq!(held["override"], json!({}), "nothing was set by hand");
    let own = patch(&app, &path, json!({ "paymentRule": "Paypal", "deliveryRule": "C" })).await.json();
    assert_eq!(own["effective"]["paymentRule"], "Paypal");
    assert_eq!(own["valuesFrom"]["paymentRule"], json!({ "from": "candidate" }));

    // a run uses the current default, and later changes do not affect its order
    upsert(&app, "bpartner-groups", json!([{ "name": "Standard", "paymentTerm": "N60" }])).await;
    process(&app, &[&path]).await;
    let made = order_of(&app, &path).await;
    upsert(&app, "bpartner-groups", json!([{ "name": "Standard", "paymentTerm": null }])).await;
    assert_eq!(order_of(&app, &path).await, made);
    for (pointer, value) in [
        ("/paymentRule", json!("Paypal")),
        ("/paymentTerm/code", json!("N60")),
        ("/shipper/code", json!("DPD - Classic")),
        ("/warehouse/code", json!("MAIN")),
        ("/deliveryRule", json!("C")),
        ("/deliveryViaRule", json!("P")),
        ("/valuesFrom/paymentRule", json!({ "from": "candidate" })),
        ("/valuesFrom/paymentTerm", json!({ "from": "bpartnerGroup", "code": "Standard" })),
        ("/valuesFrom/warehouse", json!({ "from": "organisation", "code": "001" })),
        ("/valuesFrom/deliveryViaRule", json!({ "from": "bpartner", "code": "1000106" })),
    ] {
        assert_eq!(made.pointer(pointer), Some(&value), "{pointer} in {made}");
    }
}

#[tokio::test]
async fn created_order_has_defaults_of_partner() {
    let app = TestApp::start().await;
    app.load(TERMS).await;
    let sent = json!({
        "shipBPartnerCode": "G0001", "datePromised": "2026-12-08T00:00:00.000Z",
        "lines": [{ "productCode": "P002737", "qty": 3 }],
    });
    let made = app.post(&app.admin, ORDERS, sent.to_string()).await;
    assert_eq!(made.status, 200, "{}", made.text);
    let made = made.json();
    for (member, value, from) in [
        ("/paymentRule", "DirectDebit", "bpartner"),
        ("/paymentTerm/code", "N30", "bpartnerGroup"),
        ("/shipper/code", "DPD - Classic", "bpartnerGroup"),
        ("/warehouse/code", "MAIN", "organisation"),
        ("/deliveryRule", "A", "organisation"),
        ("/deliveryViaRule", "S", "bpartner"),
    ] {
        assert_eq!(made.pointer(member), Some(&json!(value)), "{member} in {made}");
        let member = member.split('/').nth(1).unwrap();
        assert_eq!(made["valuesFrom"][member]["from"], from, "{member} in {made}");
    }
}

#[tokio::test]
async fn defaults_belong_to_organisation_or_are_shared() {
    let app = TestApp::start().await;
    app.load(TERMS).await;
    app.load("shippers:\n  - {org: \"001\", code: OWN}\n  - {org: test-org-03, code: THEIRS}\n").await;
    let partner = |shipper| json!([{ "org": "001", "code": "MINE", "name": "Mine", "shipper": shipper }]);
    let foreign = put(&app, "bpartners", partner("THEIRS")).await;
    assert_eq!(
        (foreign.status, &foreign.json()["errors"][0]["code"]),
        (400, &json!("record.reference_unknown")),
        "{}",
        foreign.text
    );
    upsert(&app, "bpartners", partner("OWN")).await;
    let shared = json!([{ "code": "G0001", "name": "Nord", "shipper": "OWN" }]);
    let shared = put(&app, "bpartners", shared).await;
    assert_eq!(shared.status, 400, "shared records can only reference shared records: {}", shared.text);
    upsert(&app, "bpartners", json!([{ "code": "G0001", "name": "Nord", "paymentRule": null }])).await;
    let unsaid = import(&app, &candidate("H", "1", json!({}))).await;
    assert_eq!(read(&app, &unsaid).await["valuesFrom"]["paymentRule"]["from"], "organisation");
    let wrong = put(&app, "bpartner-groups", json!([{ "name": "Standard", "paymentRule": "Cash" }])).await;
    assert_eq!((wrong.status, &wrong.json()["errors"][0]["code"]), (400, &json!("enum.unknown")));
}

#[tokio::test]
async fn price_list_version_ends_with_its_last_day() {
    let app = TestApp::start().await;
    let list = |version: Value| {
        json!([{ "code": "DE-EUR", "name": "Germany", "pricingSystem": "Testpreise Kunden", "currency": "EUR",
            "versions": [version] }])
    };
    let backwards =
        put(&app, "price-lists", list(json!({ "validFrom": "2015-01-01", "validTo": "2014-12-31" })));
    let backwards = backwards.await;
    let fault = &backwards.json()["errors"][0];
    assert_eq!((backwards.status, &fault["code"]), (400, &json!("type.wrong")), "{}", backwards.text);
    assert_eq!(fault["pointer"], "/0/versions/0/validTo");
    upsert(&app, "price-lists", list(json!({ "validFrom": "2015-01-01", "validTo": "2026-12-07" }))).await;
    let shown = read(&app, &format!("{MASTERDATA}/price-lists?q=DE-EUR")).await["items"][0].clone();
    assert_eq!(shown["versions"][0]["validTo"], "2026-12-07", "{shown}");
    let history = app.get(&app.admin, &format!("{MASTERDATA}/price-lists/{}/history", shown["id"])).await;
    assert_eq!(history.json()["items"][0]["changes"][0]["member"], "validTo", "{}", history.text);

    let on = |line: &str, day: &str| candidate("H", line, json!({ "dateRequired": day }));
    let last_day = import(&app, &on("1", "2026-12-07")).await;
    assert_eq!(read(&app, &last_day).await["status"], "new");
    let day_after = import(&app, &on("2", "2026-12-08")).await;
    assert_eq!(codes(&read(&app, &day_after).await["problems"]), ["pricelist.no_version"]);
    let create = json!({ "ifNotExists": "CREATE", "ifExists": "DONT_UPDATE" });
    let product = json!({
        "code": "FRESH", "name": "Fresh", "type": "ITEM", "uomCode": "PCE", "priceStd": 7, "syncAdvise": create,
    });
    let mut fresh = on("3", "2026-12-08");
    fresh["product"] = product;
    let made = app.import(fresh.to_string()).await.json()["result"][0].clone();
    assert_eq!(codes(&made["warnings"])[0], "pricelist.no_version", "{made}");
    let kinds: Vec<_> = made["created"].as_array().unwrap().iter().map(|one| one["kind"].clone()).collect();
    assert_eq!(kinds, ["product"], "and no price");
}

#[tokio::test]
async fn addresses_are_linked_when_postal_code_is_loaded() {
    let app = TestApp::start().await;
    let create = json!({ "ifNotExists": "CREATE", "ifExists": "DONT_UPDATE" });
    let at = |header: &str, city: &str| {
        let location = json!({ "externalId": header, "postal": "99999", "city": city, "countryCode": "DE" });
        let block = json!({ "bpartner": { "code": "G0001" }, "location": location, "syncAdvise": create });
        candidate(header, "1", json!({ "bpartner": block }))
    };
    let response = app.import(at("A", "Neustadt").to_string()).await;
    assert!(response.text.contains("location.postal_unknown"), "{}", response.text);
    let neustadt = format!("{CANDIDATES}/{}", response.json()["result"][0]["id"]);
    let altdorf = import(&app, &at("B", "Altdorf")).await;
    let link = async |path: &str| read(&app, path).await["bpartner"]["location"]["postalCodeId"].clone();
    assert_eq!(link(&neustadt).await, Value::Null);

    upsert(&app, "postal-codes", json!([{ "country": "AT", "postal": "99999" }])).await;
    assert_eq!(link(&neustadt).await, Value::Null, "another country's");
    app.load("postal-codes:\n  - {country: DE, postal: \"99999\", city: NEUSTADT}\n").await;
    upsert(&app, "postal-codes", json!([{ "country": "DE", "postal": "99999", "city": "Altdorf" }])).await;
    let page = read(&app, &format!("{MASTERDATA}/postal-codes?q=99999")).await;
    let id = |city: &str| {
        let items = page["items"].as_array().unwrap();
        items.iter().find(|code| code["city"] == city).unwrap_or_else(|| panic!("{page}"))["id"].clone()
    };
    assert_eq!(link(&neustadt).await, id("NEUSTADT"));
    assert_eq!(link(&altdorf).await, id("NEUSTADT"), "linked by the postal code, before its city was known");
    let partners = read(&app, &format!("{MASTERDATA}/bpartners?q=G0001")).await;
    let locations = partners["items"][0]["locations"].as_array().unwrap();
    let stored_at = locations.iter().find(|location| location["externalId"] == "A").unwrap();
    assert_eq!(stored_at["postalCodeId"], id("NEUSTADT"), "{stored_at}");
    let response = app.import(at("C", "Neustadt").to_string()).await;
    assert_eq!(response.json()["result"][0]["bpartner"]["location"]["postalCodeId"], id("NEUSTADT"));
}
