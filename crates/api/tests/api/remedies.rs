//! Suggested fixes of a candidate's problems, over HTTP: each fix can be applied as suggested.

use orderdock_domain::access::Scope;
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, candidate, reqwest, send};
use reqwest::Method;
use serde_json::{Value, json};

const CLERK: [Scope; 3] = [Scope::CandidatesWrite, Scope::CandidatesRead, Scope::ProcessRun];

/// An application with a candidate of organisation `001`.
struct Desk {
    app: TestApp,
    path: String,
}

impl Desk {
    async fn with(change: Value) -> Self {
        let app = TestApp::start().await;
        app.load(
            r#"
products:
  - {org: "*", code: UNPRICED, name: Unpriced, type: ITEM, uom: PCE}
  - {org: "001", code: OWN, name: Own, type: ITEM, uom: PCE}
"#,
        )
        .await;
        let response = app.import(candidate("H", "1", change).to_string()).await;
        assert_eq!(response.status, 201, "{}", response.text);
        let path = format!("{CANDIDATES}/{}", response.json()["result"][0]["id"]);
        Self { app, path }
    }

    async fn read(&self, token: &str) -> Value {
        let response = self.app.get(token, &self.path).await;
        assert_eq!(response.status, 200, "{}", response.text);
        response.json()
    }

    /// Returns the suggested fixes of a problem.
    async fn fixes(&self, token: &str, problem: &str) -> Vec<Value> {
        let candidate = self.read(token).await;
        let problems = candidate["problems"].as_array().unwrap();
        let found = problems.iter().find(|one| one["code"] == problem);
        let found = found.unwrap_or_else(|| panic!("{problem} in {candidate}"));
        found["fixes"].as_array().unwrap().clone()
    }

    async fn fix(&self, token: &str, problem: &str, kind: &str) -> Value {
        let fixes = self.fixes(token, problem).await;
        let found = fixes.iter().find(|one| one["kind"] == kind);
        found.unwrap_or_else(|| panic!("{kind} in {fixes:?}")).clone()
    }

    /// Applies a fix, with `entered` for the values that it leaves to the user.
    async fn take(&self, token: &str, fix: &Value, entered: &[(&str, Value)]) -> HttpResponse {
        let fill: Vec<_> = fix["fill"].as_array().into_iter().flatten().cloned().collect();
        let places: Vec<_> = entered.iter().map(|(pointer, _)| json!(pointer)).collect();
        assert_eq!(fill, places, "{fix}");
        if fix.get("patch").is_some() {
            return self.app.patch(token, &self.path, "*", with_entered_values(&fix["patch"], entered)).await;
        }
        let request = &fix["request"];
        let method: Method = request["method"].as_str().unwrap().parse().unwrap();
        let sent = self.app.request(method, request["path"].as_str().unwrap());
        let sent = sent.header("Authorization", token).header("Prefer", "wait=20");
        let body = with_entered_values(&request["body"], entered).to_string();
        send(sent.header("Content-Type", "application/json").body(body)).await
    }

    /// Revalidates the candidate, as the schedule does after changes of master data.
    async fn revalidated(&self, problem: &str) -> Value {
        let fix = self.fix(&self.app.admin, problem, "revalidate").await;
        let response = self.take(&self.app.admin, &fix, &[]).await;
        assert_eq!((response.status, &response.json()["state"]), (200, &json!("done")), "{}", response.text);
        self.read(&self.app.admin).await
    }
}

/// Returns a body with the values that the user entered.
fn with_entered_values(body: &Value, entered: &[(&str, Value)]) -> Value {
    let mut body = body.clone();
    for (pointer, value) in entered {
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        body.pointer_mut(parent).unwrap_or_else(|| panic!("{pointer}"))[name] = value.clone();
    }
    body
}

fn codes(candidate: &Value) -> Vec<&str> {
    candidate["problems"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn suggested_patch_has_announced_effect() {
    let all: &[(&str, Value, &str)] = &[
        ("currencyCode.mismatch", json!({ "currencyCode": "INR" }), "currency.take_list"),
        ("currencyCode.mismatch", json!({ "currencyCode": "INR", "price": 5.5 }), "currency.take_list"),
        ("qty.not_positive", json!({ "qty": -2.5 }), "qty.set"),
        ("price.negative", json!({ "price": -2.5, "currencyCode": "EUR" }), "price.set"),
        ("price.negative", json!({ "price": -2.5, "currencyCode": "EUR" }), "price.take_list"),
        ("uomCode.no_conversion", json!({ "uomCode": "KGM" }), "unit.take_stock"),
        ("pricelist.no_version", json!({ "dateRequired": "2014-12-31" }), "date.take_valid"),
    ];
    for (problem, change, kind) in all {
        let desk = Desk::with(change.clone()).await;
        let clerk = desk.app.token_of("001", &CLERK).await;
        let fix = desk.fix(&clerk, problem, kind).await;
        assert_eq!((&fix["needs"], &fix["allowed"]), (&json!("candidates:write"), &json!(true)), "{fix}");
        let response = desk.take(&clerk, &fix, &[]).await;
        assert_eq!(response.status, 200, "{fix}: {}", response.text);
        assert_eq!(json!(codes(&response.json())), fix["leaves"], "{fix}");
        assert_eq!(response.json()["status"], "new", "{fix}");
        assert_eq!(desk.read(&clerk).await["status"], "new");
    }
}

#[tokio::test]
async fn fixes_with_a_caution_are_last() {
    let untaxed = "{tax-categories: [{code: untaxed, name: Untaxed}],
        products: [{code: UNPRICED, name: Unpriced, uom: PCE, taxCategory: untaxed}],
        product-prices: [{priceList: DE-EUR, validFrom: 2015-01-01, product: UNPRICED, uom: PCE, price: 3}]}";
    let ended = "{price-lists: [{code: DE-EUR, name: Germany, pricingSystem: Testpreise Kunden, country: DE,
        currency: EUR, versions: [{validFrom: 2015-01-01, validTo: 2020-12-31}]}]}";
    for (change, load, problem, kind, caution) in [
        (
            json!({ "product": { "code": "UNPRICED" } }),
            untaxed,
            "tax.none",
            "taxcategory.choose",
            "tax_class",
        ),
        (
            json!({ "dateRequired": "2014-12-31" }),
            ended,
            "pricelist.no_version",
            "date.take_valid",
            "past_date",
        ),
    ] {
        let desk = Desk::with(change).await;
        desk.app.load(load).await;
        desk.app.patch(&desk.app.admin, &desk.path, "*", json!({ "override": { "qty": 7 } })).await;
        let fixes = desk.fixes(&desk.app.admin, problem).await;
        let last = fixes.last().unwrap();
        assert_eq!((&last["kind"], &last["caution"]), (&json!(kind), &json!(caution)), "{fixes:?}");
        assert_eq!(fixes[0].get("caution"), None, "{fixes:?}");
    }
}

#[tokio::test]
async fn missing_price_is_created_from_sent_value() {
    let desk = Desk::with(json!({ "product": {
        "code": "FRESH", "name": "Fresh", "type": "ITEM", "uomCode": "PCE", "priceStd": 7.95,
        "syncAdvise": { "ifNotExists": "CREATE", "ifExists": "DONT_UPDATE" },
    }, "dateRequired": "2026-12-08", "pricingSystemCode": "Testpreise Kunden" }))
    .await;
    assert_eq!(desk.read(&desk.app.admin).await["status"], "new", "it had its price at once");

    let desk = Desk::with(json!({ "product": { "code": "UNPRICED" } })).await;
    // a caller with write access to one organisation only gets a price of that organisation in a shared list
    let own = desk.app.token_of("001", &[Scope::MasterdataWrite, Scope::CandidatesRead]).await;
    let fix = desk.fix(&own, "price.none", "price.create").await;
    assert_eq!(
        fix["request"],
        json!({ "method": "PUT", "path": "/api/masterdata/product-prices", "body": [{
            "org": "001", "priceList": "DE-EUR", "validFrom": "2015-01-01", "product": "UNPRICED", "uom": "PCE",
        }] }),
    );
    assert_eq!((&fix["allowed"], &fix["needs"]), (&json!(true), &json!("masterdata:write")));
    let response = desk.take(&own, &fix, &[("/0/price", json!(3.25))]).await;
    assert_eq!(response.status, 200, "{}", response.text);
    let after = desk.revalidated("price.none").await;
    assert_eq!((&after["status"], &after["price"]), (&json!("new"), &json!(3.25)), "{after}");
}

#[tokio::test]
async fn manual_price_resolves_missing_price() {
    let desk = Desk::with(json!({ "product": { "code": "UNPRICED" } })).await;
    let clerk = desk.app.token_of("001", &CLERK).await;
    let fix = desk.fix(&clerk, "price.none", "price.set").await;
    let response = desk.take(&clerk, &fix, &[("/override/price", json!(4))]).await;
    assert_eq!(
        (response.status, &json!(codes(&response.json()))),
        (200, &fix["leaves"]),
        "{}",
        response.text
    );
    assert_eq!(response.json()["status"], "new");
}

#[tokio::test]
async fn suggested_master_data_is_accepted() {
    // a conversion of a shared product requires write access to shared records
    let desk = Desk::with(json!({ "uomCode": "KGM" })).await;
    let own = desk.app.token_of("001", &[Scope::MasterdataWrite, Scope::CandidatesRead]).await;
    let suggested = desk.fix(&own, "uomCode.no_conversion", "conversion.create").await;
    assert_eq!((&suggested["allowed"], &suggested["shared"]), (&json!(false), &json!(true)), "{suggested}");
    let entered = [("/0/conversions/0/multiplier", json!(8))];
    let rejected = desk.take(&own, &suggested, &entered).await;
    assert_eq!(rejected.status, 403, "{}", rejected.text);
    let fix = desk.fix(&desk.app.admin, "uomCode.no_conversion", "conversion.create").await;
    assert_eq!((&fix["allowed"], &fix["request"]), (&json!(true), &suggested["request"]));
    let response = desk.take(&desk.app.admin, &fix, &entered).await;
    assert_eq!(response.status, 200, "{}", response.text);
    assert_eq!(desk.revalidated("uomCode.no_conversion").await["status"], "new");

    // and so does a version of a shared list
    let desk = Desk::with(json!({ "dateRequired": "2014-06-01" })).await;
    let own = desk.app.token_of("001", &[Scope::MasterdataWrite, Scope::CandidatesRead]).await;
    let fix = desk.fix(&own, "pricelist.no_version", "version.create").await;
    assert_eq!(fix["allowed"], false, "{fix}");
    let response = desk.take(&desk.app.admin, &fix, &[]).await;
    assert_eq!(response.status, 200, "{}", response.text);
    let after = desk.revalidated("pricelist.no_version").await;
    assert!(codes(&after).contains(&"price.none"), "{after}");

    let fix = desk.fix(&own, "tax.none", "tax.create").await;
    let response = desk.take(&own, &fix, &[("/0/code", json!("DE16")), ("/0/rate", json!(16))]).await;
    assert_eq!(response.status, 200, "{}", response.text);
    assert!(!codes(&desk.revalidated("tax.none").await).contains(&"tax.none"));
}

#[tokio::test]
async fn inactive_record_is_reactivated_by_fix() {
    let desk = Desk::with(json!({ "product": { "code": "OWN" }, "price": 3, "currencyCode": "EUR" })).await;
    let admin = desk.app.admin.clone();
    assert_eq!(desk.read(&admin).await["status"], "new");
    desk.app.load("products: [{org: \"001\", code: OWN, name: Own, uom: PCE, active: false}]").await;
    let id = desk.read(&admin).await["id"].clone();
    let revalidate = desk.app.request(Method::POST, &format!("{CANDIDATES}/revalidate"));
    let revalidate = revalidate.header("Authorization", &admin).header("Prefer", "wait=20");
    let body = json!({ "selection": { "ids": [id] } });
    assert_eq!(send(revalidate.json(&body)).await.status, 200);
    let own = desk.app.token_of("001", &[Scope::MasterdataWrite, Scope::CandidatesRead]).await;
    let fix = desk.fix(&own, "product.inactive", "product.activate").await;
    assert_eq!(fix["allowed"], true, "{fix}");
    assert_eq!(desk.take(&own, &fix, &[]).await.status, 200);
    assert_eq!(desk.revalidated("product.inactive").await["status"], "new");
}

#[tokio::test]
async fn fixes_state_whether_caller_is_allowed() {
    let desk = Desk::with(json!({ "product": { "code": "UNPRICED" }, "currencyCode": "INR" })).await;
    let viewer = desk.app.token_of("001", &[Scope::CandidatesRead]).await;
    let clerk = desk.app.token_of("001", &CLERK).await;
    for (token, patches, records) in
        [(&viewer, false, false), (&clerk, true, false), (&desk.app.admin, true, true)]
    {
        let candidate = desk.read(token).await;
        let fixes = candidate["problems"].as_array().unwrap().iter();
        let fixes: Vec<_> = fixes.flat_map(|one| one["fixes"].as_array().unwrap()).collect();
        assert!(fixes.len() >= 3, "{candidate}");
        for fix in fixes {
            let expected = if fix["needs"] == "masterdata:write" { records } else { patches };
            assert_eq!(fix["allowed"], expected, "{fix}");
        }
    }
    let other = desk.app.token_of("test-org-03", &CLERK).await;
    assert_eq!(desk.app.get(&other, &desk.path).await.status, 404);
    // lists contain no suggested fixes
    let list = desk.app.get(&clerk, CANDIDATES).await.json();
    assert_eq!(list["items"][0]["problems"][0].get("fixes"), None);
    // texts are in the language of the request
    let german = desk.app.request(Method::GET, &desk.path).header("Authorization", &clerk);
    let german = send(german.header("Accept-Language", "de")).await.json();
    let message = german["problems"][0]["fixes"][0]["words"].as_str().unwrap().to_owned();
    assert_eq!(message, "Währung auf EUR ändern (Währung der Preisliste „DE-EUR“).");
}

/// Fixes contain no records of other organisations.
#[tokio::test]
async fn records_of_other_organisations_are_not_suggested() {
    let desk = Desk::with(json!({ "currencyCode": "INR" })).await;
    desk.app
        .load(
            r"
pricing-systems: [{org: test-org-03, code: SECRET, name: Secret}]
price-lists:
  - {org: test-org-03, code: SECRET-INR, name: Secret, pricingSystem: SECRET, country: DE, currency: INR,
     versions: [{validFrom: 2015-01-01}]}
",
        )
        .await;
    let clerk = desk.app.token_of("001", &CLERK).await;
    for token in [&clerk, &desk.app.admin] {
        let read = desk.read(token).await.to_string();
        assert!(!read.contains("SECRET"), "{read}");
    }
}

#[tokio::test]
async fn suggested_release_is_accepted() {
    let desk = Desk::with(json!({ "headerLineCount": 2 })).await;
    let run = desk.app.request(Method::POST, "/api/process-runs").header("Authorization", &desk.app.admin);
    let run = send(run.header("Prefer", "wait=20").json(&json!({}))).await;
    assert_eq!(run.status, 200, "{}", run.text);
    let clerk = desk.app.token_of("001", &CLERK).await;
    let waits = desk.read(&clerk).await;
    assert_eq!(waits["hold"], "header.incomplete", "{waits}");
    let fix = waits["holdFixes"][0].clone();
    assert_eq!((&fix["kind"], &fix["needs"]), (&json!("release"), &json!("process:run")));
    let response = desk.take(&clerk, &fix, &[]).await;
    assert_eq!(
        (response.status, &response.json()["counts"]["orders"]),
        (200, &json!(1)),
        "{}",
        response.text
    );
    assert_eq!(desk.read(&clerk).await["status"], "processed");
}

#[tokio::test]
async fn too_large_amount_suggests_smaller_value() {
    let huge = json!({ "qty": 1e20, "price": 3e20, "currencyCode": "EUR" });
    let desk = Desk::with(huge).await;
    let clerk = desk.app.token_of("001", &CLERK).await;
    let fix = desk.fix(&clerk, "number.too_large", "qty.set").await;
    assert_eq!(fix["words"], "Enter a smaller quantity: numbers and amounts are limited to 28 digits.");
    let response = desk.take(&clerk, &fix, &[("/override/qty", json!(2))]).await;
    assert_eq!((response.status, &response.json()["status"]), (200, &json!("new")), "{}", response.text);
}

/// Fixes of a candidate and of another candidate whose wait holds it.
#[tokio::test]
async fn customer_wait_is_ended_or_extended_by_fix() {
    let desk = Desk::with(json!({})).await;
    let other = desk.app.import(candidate("H", "2", json!({})).to_string()).await.json();
    let other = format!("{CANDIDATES}/{}", other["result"][0]["id"]);
    let clerk = desk.app.token_of("001", &CLERK).await;
    let until = |day: u8| json!(format!("2026-11-{day}"));
    let waits = json!({ "waitingUntil": until(25) });
    assert_eq!(desk.app.patch(&clerk, &desk.path, "*", waits).await.status, 200);
    let run = desk.app.request(Method::POST, "/api/process-runs").header("Authorization", &desk.app.admin);
    assert_eq!(send(run.header("Prefer", "wait=20").json(&json!({}))).await.status, 200);

    let suggested = desk.app.get(&clerk, &other).await.json();
    assert_eq!(suggested["hold"], "waiting", "{suggested}");
    let longer = suggested["holdFixes"][1].clone();
    assert_eq!(longer["kind"], "wait_until", "{suggested}");
    let moved = desk.take(&clerk, &longer, &[("/waitingUntil", until(29))]).await;
    assert_eq!((moved.status, &moved.json()["counts"]["processed"]), (200, &json!(1)), "{}", moved.text);
    let read = desk.read(&clerk).await;
    assert_eq!(read["waitingUntil"], until(29), "{read}");

    let longer = read["holdFixes"][1].clone();
    let moved = desk.take(&clerk, &longer, &[("/waitingUntil", until(23))]).await;
    assert_eq!((moved.status, &moved.json()["waitingUntil"]), (200, &until(23)), "{}", moved.text);
    let up = read["holdFixes"][0].clone();
    assert_eq!((&up["kind"], &up["patch"]), (&json!("take_up"), &json!({ "waitingUntil": null })));
    let taken = desk.take(&clerk, &up, &[]).await;
    assert_eq!((taken.status, taken.json().get("hold")), (200, None), "{}", taken.text);
    let up = suggested["holdFixes"][0].clone();
    let again = desk.take(&clerk, &up, &[]).await;
    assert_eq!((again.status, &again.json()["counts"]["stayed"]), (200, &json!(1)), "{}", again.text);
}

#[tokio::test]
async fn unknown_code_has_suggestion() {
    let desk = Desk::with(json!({})).await;
    desk.app
        .load(
            r#"
products:
  - {org: test-org-03, code: P002738, name: "Of others", type: ITEM, uom: PCE}
  - {org: "001", code: P002730, name: "Out of use", type: ITEM, uom: PCE, active: false}
shippers: [{org: "001", code: OWNSHIP, name: "Our vans"}, {org: test-org-03, code: OWNSHIQ}]
payment-terms: [{org: "001", code: NET30}, {org: test-org-03, code: NET3}]
bpartners:
  - code: G0001
    org: "*"
    name: Testkunde Nord GmbH
    locations: [{org: "*", externalId: quay, gln: "4399999999999", city: Bremen, country: DE}]
    contacts: [{org: "*", code: ANNA, name: Anna}]
  - {org: "001", code: SELLER, name: Seller, salesCode: SELL7}
  - {org: test-org-03, code: SELLER3, name: "Of others", salesCode: SELL8}
"#,
        )
        .await;
    let clerk = desk.app.token_of("001", &CLERK).await;
    for (member, wrong, meant) in [
        // wrong characters at the beginning, in the middle and at the end, and in lower case
        ("productCode", "X002737", json!("P002737")),
        ("productCode", "P02737", json!("P002737")),
        ("productCode", "P0027373", json!("P002737")),
        ("productCode", "p002737", json!("P002737")),
        ("bpartner", "val-G0010", json!("val-G0001")),
        ("uomCode", "PCX", json!("PCE")),
        ("currencyCode", "EUX", json!("EUR")),
        ("taxCategoryCode", "standart", Value::Null),
        ("shipper", "val-OWN SHIP", json!("val-OWNSHIP")),
        ("paymentTerm", "val-NET31", json!("val-NET30")),
        ("salesPartnerCode", "SELL-7", json!("SELL7")),
        ("location", "val-4399999999998", json!("val-4399999999999")),
        ("contact", "val-ANNE", json!("val-ANNA")),
    ] {
        let body = json!({ "override": { member: wrong } });
        let response = desk.app.patch(&clerk, &desk.path, "*", body).await;
        assert_eq!(response.status, 400, "{}", response.text);
        let fixes = response.json()["errors"][0]["fixes"].clone();
        if meant.is_null() {
            continue;
        }
        let fixes = fixes.as_array().unwrap_or_else(|| panic!("{member} {wrong}: {}", response.text)).clone();
        assert!(fixes.len() <= 3 && fixes.iter().all(|fix| fix["kind"] == "code.meant"), "{fixes:?}");
        let patches: Vec<_> = fixes.iter().map(|fix| fix["patch"]["override"][member].clone()).collect();
        assert!(patches.contains(&meant), "{member} {wrong}: {fixes:?}");
        for hidden in ["P002738", "P002730", "OWNSHIQ", "NET3\"", "SELL8"] {
            assert!(!response.text.contains(hidden), "{}", response.text);
        }
    }
    let response =
        desk.app.patch(&clerk, &desk.path, "*", json!({ "override": { "productCode": "A0O1" } })).await;
    let fix = response.json()["errors"][0]["fixes"][0].clone();
    let taken = desk.take(&clerk, &fix, &[]).await;
    assert_eq!((taken.status, &taken.json()["effective"]["productCode"]["code"]), (200, &json!("A001")));
    let nothing =
        desk.app.patch(&clerk, &desk.path, "*", json!({ "override": { "productCode": "ZZZZ" } })).await;
    assert_eq!((nothing.status, nothing.json()["errors"][0].get("fixes")), (400, None), "{}", nothing.text);
}

#[tokio::test]
async fn grouped_problems_are_resolved_together() {
    let desk = Desk::with(json!({ "currencyCode": "INR", "price": 10.5, "qty": 2 })).await;
    let admin = desk.app.admin.clone();
    let other = json!({ "currencyCode": "INR", "price": 1, "qty": 1, "discount": 50 });
    for (line, change) in [
        ("2", other.clone()),
        ("3", json!({ "product": { "code": "UNPRICED" } })),
        ("4", json!({ "currencyCode": "USD" })),
    ] {
        let response = desk.app.import(candidate("H2", line, change).to_string()).await;
        assert_eq!(response.status, 201, "{}", response.text);
    }
    let clerk = desk.app.token_of("001", &CLERK).await;
    let groups = format!("{CANDIDATES}/problems");
    let read = async |token: &str| desk.app.get(token, &groups).await.json();
    let found = read(&clerk).await;
    let items = found["items"].as_array().unwrap();
    let messages: Vec<_> = items
        .iter()
        .map(|one| format!("{} {} {} {}", one["code"], one["candidates"], one["orders"], one["unpriced"]))
        .collect();
    assert_eq!(
        messages,
        ["\"currencyCode.mismatch\" 2 2 0", "\"currencyCode.mismatch\" 1 1 1", "\"price.none\" 1 1 1"],
        "{found}"
    );
    let worth = (items[0]["worth"][0]["currencyCode"].as_str(), items[0]["worth"][0]["net"].to_string());
    assert_eq!(worth, (Some("INR"), "21.50".to_owned()));
    assert_eq!((&found["more"], &found["summed"]), (&json!(false), &json!(true)));
    assert_eq!(items[0]["params"]["listCurrency"], "EUR");
    let trend = |group: &Value| (group["lastWeek"].clone(), group["weekBefore"].clone());
    assert_eq!((trend(&items[0]), found.get("countedSince")), ((json!(2), json!(0)), None));
    // callers of another organisation see no groups
    let foreign = desk.app.token_of("test-org-03", &CLERK).await;
    assert_eq!(read(&foreign).await["items"], json!([]));
    let viewer = desk.app.token_of("001", &[Scope::CandidatesRead]).await;
    let seen = read(&viewer).await;
    assert!(
        seen["items"][0]["fixes"].as_array().unwrap().iter().all(|fix| fix["allowed"] == false),
        "{seen}"
    );
    // the filter selects exactly the group, in lists and for runs
    let filter = items[0]["filter"].as_object().unwrap().clone();
    let query: Vec<_> =
        filter.iter().map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned())).collect();
    let list = reqwest::Url::parse_with_params("http://service/", &query).unwrap();
    let list = desk.app.get(&clerk, &format!("{CANDIDATES}?{}", list.query().unwrap())).await;
    assert_eq!(list.json()["total"]["value"], 2, "{}", list.text);
    let fixes = items[0]["fixes"].as_array().unwrap();
    let fix = fixes.iter().find(|fix| fix["kind"] == "currency.take_list").unwrap();
    let body = json!({ "selection": { "filter": filter }, "changes": fix["changes"] });
    let edit = |query: &str| {
        let edit = desk.app.request(Method::POST, &format!("{CANDIDATES}/edit{query}"));
        edit.header("Authorization", &clerk).header("Prefer", "wait=20").json(&body)
    };
    let tried = send(edit("?dryRun=true")).await.json();
    assert_eq!(
        (&tried["counts"]["changed"], &tried["sample"][0]["after"]["status"]),
        (&json!(2), &json!("new")),
        "{tried}"
    );
    let run = send(edit("")).await;
    assert_eq!((run.status, &run.json()["state"]), (200, &json!("done")), "{}", run.text);
    assert_eq!(read(&admin).await["items"].as_array().unwrap().len(), 2);
    assert_eq!(desk.read(&clerk).await["status"], "new");
    // resolved candidates still count in the trend
    assert_eq!(desk.app.import(candidate("H3", "1", other).to_string()).await.status, 201);
    let again = read(&clerk).await;
    let again =
        again["items"].as_array().unwrap().iter().find(|one| one["filter"] == items[0]["filter"]).unwrap();
    assert_eq!((&again["candidates"], trend(again)), (&json!(1), (json!(3), json!(0))));
}
