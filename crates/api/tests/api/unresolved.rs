//! Rows with unresolved references: import, responses, correction, resolution.

use futures_util::future::{join, join_all};
use orderdock_domain::access::Scope;
use orderdock_testkit::{CANDIDATES, TestApp, bulk, candidate};
use serde_json::{Value, json};

/// Returns a row whose buyer and product do not exist.
fn row_with_unknown_records(header: &str) -> Value {
    candidate(
        header,
        "1",
        json!({
            "bpartner": { "bpartner": { "code": "K-77", "name": "Kaffeehaus" }, "location": { "externalId": "L-77" } },
            "product": { "code": "KAF-1KG" },
        }),
    )
}

const RECORDS: &str = "bpartners: [{org: \"001\", code: K-77, name: Kaffeehaus, locations: [
  {externalId: L-77, city: Bonn, country: DE, shipToDefault: true}]}]
products: [{org: \"001\", code: KAF-1KG, name: Kaffee, uom: PCE}]
cross-references: [{org: \"001\", kind: product, value: X-1, targetProduct: P002737}]";

/// Returns the codes of the problems of a candidate.
fn codes(candidate: &Value) -> Vec<&str> {
    candidate["problems"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect()
}

async fn stored(app: &TestApp, row: Value) -> String {
    let imported = app.post(&app.admin, &format!("{CANDIDATES}?unresolved=store"), row.to_string()).await;
    assert_eq!(imported.status, 201, "{}", imported.text);
    format!("{CANDIDATES}/{}", imported.json()["result"][0]["id"])
}

async fn read(app: &TestApp, path: &str) -> Value {
    let found = app.get(&app.admin, path).await;
    assert_eq!(found.status, 200, "{}", found.text);
    found.json()
}

/// Looks up the records of all candidates with unresolved references.
async fn resolve(app: &TestApp) -> usize {
    let mut resolver =
        app.services.candidates.reference_resolver(&app.services.instances, &app.services.feed);
    resolver.tick().await.unwrap().resolved
}

#[tokio::test]
async fn row_is_stored_without_unknown_records() {
    let app = TestApp::start().await;
    let rejected = app.import(row_with_unknown_records("H1").to_string()).await;
    assert_eq!(rejected.status, 400, "{}", rejected.text);
    let body = bulk([row_with_unknown_records("H1"), candidate("H2", "1", json!({}))]);
    let dry = app.import_bulk("?unresolved=store&dryRun=true", body.clone()).await;
    assert_eq!(dry.status, 200, "{}", dry.text);
    let accepted = app.import_bulk("?unresolved=store", body.clone()).await;
    assert_eq!(accepted.status, 201, "{}", accepted.text);
    let row = &accepted.json()["result"][0];
    assert_eq!(codes(row), ["bpartner.unresolved", "product.unresolved"], "{row}");
    for member in ["bpartner", "billBPartner", "productId", "productCode", "uomId", "price"] {
        assert_eq!(row.get(member), None, "{row}");
    }
    let found = read(&app, &format!("{CANDIDATES}/{}", row["id"])).await;
    assert_eq!(found["status"], "error", "{found}");
    assert_eq!(found["imported"]["product"], json!({ "code": "KAF-1KG" }), "{found}");
    assert_eq!(found["effective"].get("productCode"), None, "{found}");
    let again = app.import_bulk("?unresolved=store", body).await;
    assert_eq!(again.status, 200, "{}", again.text);
}

#[tokio::test]
async fn data_source_decides_unless_the_request_does() {
    let app = TestApp::start().await;
    app.load("data-sources: [{internalNames: [SOURCE.store], unresolvedReferences: store}]").await;
    let row = |header: &str| {
        let mut row = row_with_unknown_records(header);
        row["dataSource"] = json!("int-SOURCE.store");
        row.to_string()
    };
    assert_eq!(app.import(row("H1")).await.status, 201);
    let rejected = app.post(&app.admin, &format!("{CANDIDATES}?unresolved=reject"), row("H2")).await;
    assert_eq!(rejected.status, 400, "{}", rejected.text);
    let unknown_value = app.post(&app.admin, &format!("{CANDIDATES}?unresolved=maybe"), row("H2")).await;
    assert_eq!(unknown_value.status, 400, "{}", unknown_value.text);
}

#[tokio::test]
async fn lists_and_figures_contain_rows_without_a_buyer() {
    let app = TestApp::start().await;
    let path = stored(&app, row_with_unknown_records("H1")).await;
    stored(&app, candidate("H2", "1", json!({}))).await;
    for (query, count) in [
        ("", 2),
        ("?sort=bpartner", 2),
        ("?sort=-bpartner&limit=1", 1),
        ("?problem=product.unresolved", 1),
        ("?q=H1", 1),
        ("?bpartner=K-77", 0),
    ] {
        let list = read(&app, &format!("{CANDIDATES}{query}")).await;
        assert_eq!(list["items"].as_array().unwrap().len(), count, "{query}: {list}");
    }
    let headers = read(&app, &format!("{CANDIDATES}/headers?sort=bpartner")).await;
    assert_eq!(headers["items"][0]["bpartnerAsSent"], "Kaffeehaus", "{headers}");
    assert_eq!(headers["items"][1].get("bpartnerAsSent"), None, "{headers}");
    let groups = read(&app, &format!("{CANDIDATES}/problems")).await;
    assert_eq!(groups["items"][0]["code"], "bpartner.unresolved", "{groups}");
    let csv = app.get(&app.admin, &format!("{CANDIDATES}/export")).await;
    assert_eq!(csv.status, 200, "{}", csv.text);
    assert!(csv.text.contains("H1"), "{}", csv.text);
    let all = json!({ "selection": { "filter": { "status": "error" } } }).to_string();
    let trial = app.post(&app.admin, &format!("{CANDIDATES}/process?dryRun=true"), all).await;
    assert_eq!(trial.status, 200, "{}", trial.text);
    assert_eq!(read(&app, &path).await["status"], "error");
}

#[tokio::test]
async fn clerk_chooses_records_in_place_of_unknown_ones() {
    let app = TestApp::start().await;
    let path = stored(&app, row_with_unknown_records("H1")).await;
    let product =
        app.patch(&app.admin, &path, "*", json!({ "override": { "productCode": "P002737" } })).await;
    assert_eq!(product.status, 200, "{}", product.text);
    assert_eq!(codes(&product.json()), ["bpartner.unresolved"], "{}", product.text);
    let both = app.patch(&app.admin, &path, "*", json!({ "override": { "bpartner": "val-G0001" } })).await;
    let both = both.json();
    assert_eq!((&both["status"], &both["productCode"]), (&json!("new"), &json!("P002737")), "{both}");
    assert_eq!(both["bpartner"]["bpartner"]["code"], "G0001", "{both}");
    let without = app.patch(&app.admin, &path, "*", json!({ "override": null })).await;
    assert_eq!(codes(&without.json()), ["bpartner.unresolved", "product.unresolved"], "{}", without.text);
    // an excluded row is not resolved, a restored one is
    app.load(RECORDS).await;
    let excluded = app.patch(&app.admin, &path, "*", json!({ "active": false })).await;
    assert_eq!(excluded.json()["status"], "inactive", "{}", excluded.text);
    assert_eq!(resolve(&app).await, 0);
    let restored = app.patch(&app.admin, &path, "*", json!({ "active": true })).await;
    assert_eq!(restored.json()["status"], "error", "{}", restored.text);
    assert_eq!(resolve(&app).await, 1);
}

#[tokio::test]
async fn row_resolves_when_its_records_appear() {
    let app = TestApp::start().await;
    let path = stored(&app, row_with_unknown_records("H1")).await;
    let mapped = stored(&app, candidate("H2", "1", json!({ "product": { "code": "X-1" } }))).await;
    assert_eq!(resolve(&app).await, 0);
    app.load(RECORDS).await;
    assert_eq!(resolve(&app).await, 2);
    let found = read(&app, &path).await;
    assert_eq!(found["bpartner"]["bpartner"]["code"], "K-77", "{found}");
    assert_eq!(found["bpartner"]["location"]["externalId"], "L-77", "{found}");
    assert_eq!((&found["productCode"], &found["uomCode"]), (&json!("KAF-1KG"), &json!("PCE")), "{found}");
    assert_eq!(codes(&found), ["price.none"], "{found}");
    assert_eq!(read(&app, &mapped).await["productCode"], "P002737");
    let history = read(&app, &format!("{path}/history")).await;
    let last = history["items"].as_array().unwrap().last().unwrap();
    let changes = last["changes"].to_string();
    assert!(changes.contains("K-77") && changes.contains("KAF-1KG"), "{history}");
    assert_eq!(resolve(&app).await, 0);
}

#[tokio::test]
async fn rows_resolve_whose_records_appear_during_their_import() {
    let app = TestApp::start().await;
    stored(&app, candidate("H0", "1", json!({ "product": { "code": "X-2" } }))).await;
    let mut resolver =
        app.services.candidates.reference_resolver(&app.services.instances, &app.services.feed);
    // from here on the resolver reads only later events
    resolver.tick().await.unwrap();
    for round in 0..5 {
        let code = format!("KAF-{round}");
        let row =
            |line: usize| candidate(&format!("H{round}-{line}"), "1", json!({ "product": { "code": code } }));
        let imports = join_all((0..20).map(|line| stored(&app, row(line))));
        let records = format!("products: [{{org: \"001\", code: {code}, name: Kaffee, uom: PCE}}]");
        let (paths, ()) = join(imports, app.load(&records)).await;
        while resolver.tick().await.unwrap().more {}
        for path in paths {
            let found = read(&app, &path).await;
            assert_eq!((&found["productCode"], codes(&found)), (&json!(code), vec!["price.none"]), "{found}");
        }
    }
}

#[tokio::test]
async fn import_of_the_record_resolves_rows_of_its_organisation_only() {
    let app = TestApp::start().await;
    app.load("organisations: [{code: \"002\", name: Two, country: DE}]").await;
    let other = |header: &str| {
        let mut row = row_with_unknown_records(header);
        row["org"] = json!({ "code": "002" });
        row
    };
    let (own, others) = (stored(&app, row_with_unknown_records("H1")).await, stored(&app, other("H2")).await);
    let creating = candidate(
        "H3",
        "1",
        json!({ "bpartner": {
            "syncAdvise": { "ifNotExists": "CREATE" },
            "bpartner": { "code": "K-77", "name": "Kaffeehaus" },
            "location": { "externalId": "L-77", "countryCode": "DE" },
        } }),
    );
    let created = app.import(creating.to_string()).await;
    assert_eq!(created.status, 201, "{}", created.text);
    assert_eq!(resolve(&app).await, 1);
    assert_eq!(codes(&read(&app, &own).await), ["product.unresolved"]);
    assert_eq!(codes(&read(&app, &others).await), ["bpartner.unresolved", "product.unresolved"]);
}

#[tokio::test]
async fn waiting_rows_are_looked_up_when_something_changed() {
    let app = TestApp::start().await;
    let path = stored(&app, row_with_unknown_records("H1")).await;
    let mut resolver =
        app.services.candidates.reference_resolver(&app.services.instances, &app.services.feed);
    let mut round = async || {
        let round = resolver.tick().await.unwrap();
        (round.looked_up, round.resolved)
    };
    assert_eq!(round().await, (1, 0));
    assert_eq!(round().await, (0, 0), "nothing has changed");
    let excluded = app.patch(&app.admin, &path, "*", json!({ "active": false })).await;
    assert_eq!(excluded.status, 200, "{}", excluded.text);
    app.load(RECORDS).await;
    assert_eq!(round().await, (0, 0), "an excluded row does not wait");
    // like an import that did not find the records and is committed after them
    let restored = app.patch(&app.admin, &path, "*", json!({ "active": true })).await;
    assert_eq!(restored.json()["status"], "error", "{}", restored.text);
    assert_eq!(round().await, (1, 1));
}

/// Ways in which a missing record can be created: the block of the row, and the master data that resolve it.
const APPEARING: [(&str, &str); 9] = [
    (r#"{"product": {"code": "N-1"}}"#, "products: [{org: \"001\", code: N-1, name: N, uom: PCE}]"),
    (
        r#"{"product": {"externalId": "E-1"}}"#,
        "products: [{org: \"001\", code: N-2, externalId: E-1, name: N, uom: PCE}]",
    ),
    (
        r#"{"product": {"code": "40170725"}}"#,
        "products: [{org: \"001\", code: N-3, name: N, uom: PCE, gtins: [\"00000040170725\"]}]",
    ),
    (
        r#"{"product": {"code": "B-1"}}"#,
        "bpartner-products: [{org: \"001\", bpartner: G0001, product: P002737, number: B-1}]",
    ),
    (
        r#"{"product": {"code": "X-2"}}"#,
        "cross-references: [{org: \"001\", kind: product, value: X-2, targetProduct: P002737}]",
    ),
    (r#"{"uomCode": "ZZU"}"#, "uoms: [{code: ZZU, name: Unit}]"),
    (r#"{"shipper": "val-S-1"}"#, "shippers: [{org: \"001\", code: S-1, name: S}]"),
    (r#"{"warehouseCode": "W-1"}"#, "warehouses: [{org: \"001\", code: W-1, name: W}]"),
    (
        r#"{"bpartner": {"bpartner": {"code": "K-1"}}}"#,
        "bpartners: [{org: \"001\", code: K-1, name: K, locations: [
      {city: Bonn, country: DE, shipToDefault: true}]}]",
    ),
];

#[tokio::test]
async fn only_rows_that_wait_for_a_changed_record_are_looked_up() {
    let app = TestApp::start().await;
    for number in 0..30 {
        let row = json!({ "product": { "code": format!("OTHER-{number}") } });
        stored(&app, candidate(&format!("O{number}"), "1", row)).await;
    }
    for (number, (row, _)) in APPEARING.iter().enumerate() {
        for line in ["1", "2"] {
            stored(&app, candidate(&format!("A{number}"), line, serde_json::from_str(row).unwrap())).await;
        }
    }
    let mut resolver =
        app.services.candidates.reference_resolver(&app.services.instances, &app.services.feed);
    let mut round = async || {
        let round = resolver.tick().await.unwrap();
        (round.looked_up, round.resolved, round.more)
    };
    assert_eq!(round().await, (48, 0, false), "the first look-up is of all");
    for (_, records) in APPEARING {
        app.load(records).await;
        assert_eq!(round().await, (2, 2, false), "{records}");
    }
    app.load("products: [{org: \"001\", code: UNWANTED, name: U, uom: PCE}]").await;
    assert_eq!(round().await, (0, 0, false));
    stored(&app, candidate("O30", "1", json!({ "product": { "code": "OTHER-0" } }))).await;
    assert_eq!(round().await, (1, 0, false), "a new row may have missed a record");
    app.load("data-sources: [{internalNames: [SOURCE.new], externalIds: own}]").await;
    assert_eq!(round().await, (31, 0, false), "settings of data sources decide about records");
}

#[tokio::test]
async fn one_instance_resolves_references() {
    let app = TestApp::start().await;
    stored(&app, row_with_unknown_records("H1")).await;
    let second_app = app.start_second_instance().await;
    let mut first = app.services.candidates.reference_resolver(&app.services.instances, &app.services.feed);
    let mut second = second_app
        .services
        .candidates
        .reference_resolver(&second_app.services.instances, &second_app.services.feed);
    assert!(!first.tick().await.unwrap().idle);
    assert!(second.tick().await.unwrap().idle);
}

async fn entries(app: &TestApp, token: &str, query: &str) -> Vec<Value> {
    let list = app.get(token, &format!("/api/unresolved-references{query}")).await;
    assert_eq!(list.status, 200, "{query}: {}", list.text);
    list.json()["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn missing_records_are_listed_with_their_lines() {
    let app = TestApp::start().await;
    let priced = json!({ "product": { "code": "KAF-1KG" }, "price": 2.5, "currencyCode": "EUR" });
    stored(&app, candidate("H1", "1", priced)).await;
    let unpriced = json!({ "product": { "code": "KAF-1KG" } });
    stored(&app, candidate("H1", "2", unpriced.clone())).await;
    stored(&app, candidate("H2", "1", unpriced)).await;
    stored(&app, row_with_unknown_records("H3")).await;
    let place =
        json!({ "bpartner": { "bpartner": { "code": "G0001" }, "location": { "externalId": "L-9" } } });
    stored(&app, candidate("H4", "1", place)).await;
    let list = entries(&app, &app.admin, "").await;
    let first = &list[0];
    assert_eq!(
        (&first["kind"], &first["lines"], &first["orders"]),
        (&json!("product"), &json!(4), &json!(3))
    );
    assert_eq!(first["keys"], json!([{ "key": "code", "value": "KAF-1KG" }]));
    let worth = &first["worth"][0];
    assert_eq!((&worth["currencyCode"], worth["net"].to_string()), (&json!("EUR"), "12.50".to_owned()));
    assert_eq!((&first["unpriced"], &first["org"]["code"]), (&json!(3), &json!("001")), "{first}");
    assert_eq!(list.len(), 3, "{list:?}");
    let location = entries(&app, &app.admin, "?kind=location").await;
    assert_eq!(location[0]["bpartner"]["code"], "G0001", "{location:?}");
    assert_eq!(entries(&app, &app.admin, "?q=k-77").await[0]["kind"], "bpartner");
    assert_eq!(entries(&app, &app.admin, "?kind=uom,shipper").await.len(), 0);
    for (query, status) in
        [("?kind=thing", 400), ("?sort=value", 400), ("?after=x", 400), ("?unknown=1", 400)]
    {
        let response = app.get(&app.admin, &format!("/api/unresolved-references{query}")).await;
        assert_eq!(response.status, status, "{query}: {}", response.text);
    }
    let mut pages = Vec::new();
    let mut next = String::new();
    loop {
        let page = read(&app, &format!("/api/unresolved-references?limit=1&sort=oldest{next}")).await;
        pages.extend(page["items"].as_array().unwrap().iter().map(|one| one["id"].clone()));
        let Some(after) = page["next"].as_str() else { break };
        next = format!("&after={after}");
    }
    let all = entries(&app, &app.admin, "?sort=oldest").await;
    assert_eq!(pages, all.iter().map(|one| one["id"].clone()).collect::<Vec<_>>());
    let id = first["id"].as_str().unwrap();
    let lines = read(&app, &format!("{CANDIDATES}?unresolvedReference={id}")).await;
    assert_eq!(lines["total"]["value"], 4, "{lines}");
    let headers = read(&app, &format!("{CANDIDATES}/headers?unresolvedReference={id}")).await;
    assert_eq!(headers["total"]["value"], 3, "{headers}");
    app.load(RECORDS).await;
    resolve(&app).await;
    let left = entries(&app, &app.admin, "").await;
    assert_eq!(left.iter().map(|one| &one["kind"]).collect::<Vec<_>>(), ["location"], "{left:?}");
    let resolved = app.get(&app.admin, &format!("/api/unresolved-references/{id}")).await;
    assert_eq!(resolved.status, 404, "{}", resolved.text);
}

#[tokio::test]
async fn other_organisations_do_not_see_missing_records() {
    let app = TestApp::start().await;
    stored(&app, row_with_unknown_records("H1")).await;
    let other_token = app.token_of("test-org-03", &[Scope::CandidatesRead]).await;
    assert_eq!(entries(&app, &other_token, "").await, Vec::<Value>::new());
    let own = entries(&app, &app.admin, "").await;
    let path = format!("/api/unresolved-references/{}", own[0]["id"].as_str().unwrap());
    assert_eq!(app.get(&other_token, &path).await.status, 404);
    assert_eq!(app.get(&app.admin, &path).await.status, 200);
    let filtered = app.get(&other_token, &format!("{CANDIDATES}?unresolvedReference={}", &path[27..])).await;
    assert_eq!(filtered.json()["total"]["value"], 0, "{}", filtered.text);
}

/// Returns code and reason of the suggestions for the only missing record of a kind.
async fn suggestions(app: &TestApp, kind: &str) -> Vec<(String, String)> {
    let entry = entries(app, &app.admin, &format!("?kind={kind}")).await;
    let path = format!("/api/unresolved-references/{}", entry[0]["id"].as_str().unwrap());
    let found = read(app, &path).await;
    let text = |one: &Value, member: &str| one[member].as_str().unwrap_or_default().to_owned();
    let suggestions = found["suggestions"].as_array().unwrap().iter();
    suggestions.map(|one| (text(one, "code"), text(one, "reason"))).collect()
}

#[tokio::test]
async fn similar_records_are_suggested() {
    let app = TestApp::start().await;
    app.load(
        "products: [{org: \"001\", code: KAF-1000, name: Kaffee gemahlen, uom: PCE},
          {org: \"001\", code: ZZ-7, name: Roggenbrot rund, uom: PCE},
          {org: \"001\", code: KAF-1001, name: Inactive, uom: PCE, active: false}]
bpartners: [{org: \"001\", code: K-500, name: Kaffeehaus Nord GmbH}]",
    )
    .await;
    app.services.search.update_search().await.unwrap();
    let row = json!({
        "product": { "code": "KAF-100O", "name": "Rundes Roggenbrot" },
        "bpartner": { "bpartner": { "code": "9", "name": "Kaffehaus Nord" } },
        "uomCode": "PCS",
    });
    stored(&app, candidate("H1", "1", row)).await;
    let pair = |code: &str, reason: &str| (code.to_owned(), reason.to_owned());
    let products = suggestions(&app, "product").await;
    assert_eq!(products[0], pair("KAF-1000", "similarCode"), "{products:?}");
    assert!(products.contains(&pair("ZZ-7", "similarName")), "{products:?}");
    assert!(products.iter().all(|(code, _)| code != "KAF-1001"), "{products:?}");
    let partners = suggestions(&app, "bpartner").await;
    assert_eq!(partners, [pair("K-500", "similarName")]);
    assert!(suggestions(&app, "uom").await.contains(&pair("PCE", "similarCode")));
}

/// Returns the codes of errors of a rejected row, each with the codes of its suggestions.
fn suggested(errors: &Value) -> Vec<(&str, Vec<&str>)> {
    let errors = errors.as_array().unwrap().iter();
    errors.map(|error| (error["code"].as_str().unwrap(), suggested_codes(error))).collect()
}

fn suggested_codes(error: &Value) -> Vec<&str> {
    let suggestions = error["suggestions"].as_array().map(Vec::as_slice).unwrap_or_default();
    suggestions.iter().map(|one| one["code"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn errors_of_rejected_rows_suggest_similar_records() {
    let app = TestApp::start().await;
    app.load(RECORDS).await;
    let row = |header: &str, partner: &str, product: &str| {
        candidate(
            header,
            "1",
            json!({ "bpartner": { "bpartner": { "code": partner } }, "product": { "code": product } }),
        )
    };
    let both = vec![("bpartner.unknown", vec!["K-77"]), ("product.unknown", vec!["KAF-1KG"])];
    for query in ["", "?dryRun=true"] {
        let (path, body) = (format!("{CANDIDATES}{query}"), row("H1", "K77", "KAF-1GK").to_string());
        let rejected = app.post(&app.admin, &path, body).await;
        assert_eq!(rejected.status, 400, "{}", rejected.text);
        assert_eq!(suggested(&rejected.json()["errors"]), both, "{}", rejected.text);
    }
    let name = app.import(row("H1", "K-77", "kaf-1kg").to_string()).await.json();
    assert_eq!(name["errors"][0]["suggestions"], json!([{ "code": "KAF-1KG", "name": "Kaffee" }]), "{name}");
    let rows = [row("H1", "K-77", "KAF-1KG"), row("H2", "K-7", "TEE"), row("H3", "K-77", "KAF1KG")];
    let partly = app.import_bulk("?errorPolicy=row", bulk(rows)).await;
    assert_eq!(partly.status, 207, "{}", partly.text);
    let rejected = &partly.json()["result"];
    let expected = vec![("bpartner.unknown", vec!["K-77"]), ("product.unknown", vec![])];
    assert_eq!(suggested(&rejected[1]["errors"]), expected, "{}", partly.text);
    assert_eq!(suggested(&rejected[2]["errors"]), [("product.unknown", vec!["KAF-1KG"])], "{}", partly.text);
}

#[tokio::test]
async fn records_are_suggested_only_to_callers_who_may_read_them() {
    let app = TestApp::start().await;
    app.load(RECORDS).await;
    let row = |header: &str, product: &str| {
        candidate(
            header,
            "1",
            json!({ "bpartner": { "bpartner": { "code": "K-77" } }, "product": { "code": product } }),
        )
    };
    let writer = app.token(&[Scope::CandidatesWrite]).await;
    let reader = app.token(&[Scope::CandidatesWrite, Scope::CandidatesRead]).await;
    for (token, expected) in [(&writer, vec![]), (&reader, vec!["KAF-1KG"])] {
        let rejected = app.post(token, CANDIDATES, row("H1", "KAF-1GK").to_string()).await;
        assert_eq!(
            suggested(&rejected.json()["errors"]),
            [("product.unknown", expected)],
            "{}",
            rejected.text
        );
    }
}

#[tokio::test]
async fn records_of_other_organisations_are_not_suggested_in_errors() {
    let app = TestApp::start().await;
    app.load(
        "organisations: [{code: \"002\", name: Other, country: DE}]
products: [{org: \"002\", code: KAF-1KG, name: Kaffee, uom: PCE}]",
    )
    .await;
    let row = candidate("H1", "1", json!({ "product": { "code": "KAF-1GK" } }));
    let rejected = app.import(row.to_string()).await;
    assert_eq!(suggested(&rejected.json()["errors"]), [("product.unknown", vec![])], "{}", rejected.text);
}
