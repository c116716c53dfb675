//! Matching of partners, locations and contacts of a row, over HTTP.

use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, candidate};
use serde_json::{Value, json};

const PARTNERS: &str = "bpartners:
  - {code: \"10042\", externalId: shop-1, name: Shop GmbH, locations: [
      {externalId: L-1, gln: \"4000000000017\", address1: Hafen 1, city: Bonn, country: DE}]}
  - {code: EDI, name: EDI AG, locations: [
      {externalId: L-2, gln: \"4000000000024\", address1: Kai 2, city: Bonn, country: DE},
      {externalId: L-3, gln: \"4000000000031\", address1: Kai 3, city: Bonn, country: DE},
      {externalId: L-4, gln: \"4000000000031\", address1: Kai 4, city: Bonn, country: DE}],
     contacts: [{externalId: C-1, name: Ann Able, active: false}]}";

async fn app() -> TestApp {
    let app = TestApp::start().await;
    app.load(PARTNERS).await;
    app
}

async fn import(app: &TestApp, header: &str, block: Value) -> HttpResponse {
    app.import(candidate(header, "1", json!({ "bpartner": block })).to_string()).await
}

fn warnings(response: &HttpResponse) -> Vec<(String, Value)> {
    let row = response.json()["result"][0].clone();
    let warnings = row["warnings"].as_array().cloned().unwrap_or_default();
    warnings
        .into_iter()
        .map(|warning| (warning["code"].as_str().unwrap_or_default().to_owned(), warning["params"].clone()))
        .collect()
}

#[tokio::test]
async fn partner_with_gln_advice_is_found_by_gln() {
    let app = app().await;
    let location = |external_id: &str, gln: &str| json!({ "externalId": external_id, "gln": gln, "syncAdvise": { "ifNotExists": "FAIL" } });
    let response = import(
        &app,
        "H1",
        json!({ "bpartner": { "externalId": "EAN-1" }, "bpartnerLookupAdvise": "GLN",
            "location": location("EAN-1-L", "4000000000024") }),
    )
    .await;
    assert_eq!(response.status, 201, "{}", response.text);
    let block = &response.json()["result"][0]["bpartner"];
    assert_eq!(block["bpartner"]["code"], "EDI");
    assert_eq!(block["location"]["externalId"], "L-2");
    let differs = json!({ "name": "externalId", "stored": "L-2", "sent": "EAN-1-L" });
    assert_eq!(warnings(&response), [("location.key_differs".to_owned(), differs)]);

    // several active locations have this GLN
    let block = json!({ "bpartner": { "code": "EDI" }, "location": location("new", "4000000000031") });
    let response = import(&app, "H2", block).await;
    assert_eq!(response.status, 400, "{}", response.text);
    assert_eq!(response.json()["errors"][0]["code"], "location.ambiguous");
}

#[tokio::test]
async fn external_id_has_priority_over_code() {
    let app = app().await;
    let block = json!({ "bpartner": { "code": "K-77", "externalId": "shop-1" } });
    let response = import(&app, "H1", block.clone()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    assert_eq!(response.json()["result"][0]["bpartner"]["bpartner"]["code"], "10042");
    let differs = json!({ "name": "code", "stored": "10042", "sent": "K-77" });
    assert_eq!(warnings(&response), [("bpartner.key_differs".to_owned(), differs)]);

    // an unknown external id contradicts the other external id of the partner with the code
    let other = import(&app, "H2", json!({ "bpartner": { "code": "10042", "externalId": "shop-2" } })).await;
    let error = &other.json()["errors"][0];
    assert_eq!((other.status, &error["code"]), (400, &json!("bpartner.ambiguous")), "{}", other.text);
    // the partner has no external id yet, so there is no contradiction
    let empty = import(&app, "H3", json!({ "bpartner": { "code": "EDI", "externalId": "edi-1" } })).await;
    assert_eq!((empty.status, warnings(&empty)), (201, vec![]), "{}", empty.text);

    // with `keyMismatch: reject` the row is rejected, otherwise it has a warning
    app.load("data-sources:\n  - {org: \"*\", internalNames: [SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl], keyMismatch: reject}")
        .await;
    let rejected = import(&app, "H4", block).await;
    let error = &rejected.json()["errors"][0];
    assert_eq!((rejected.status, &error["code"]), (400, &json!("bpartner.ambiguous")), "{}", rejected.text);
}

#[tokio::test]
async fn lookup_advice_requires_its_key() {
    let app = app().await;
    for (advice, expected) in [
        ("ExternalId", Some("bpartner.key_missing")),
        ("GLN", Some("bpartner.key_missing")),
        ("Code", None),
        ("code", Some("enum.unknown")),
        ("Name", Some("enum.unknown")),
    ] {
        let block = json!({ "bpartner": { "code": "EDI" }, "bpartnerLookupAdvise": advice,
            "location": { "externalId": "L-2" } });
        let response = import(&app, advice, block).await;
        let error = response.json()["errors"][0].clone();
        assert_eq!(
            response.status,
            if expected.is_some() { 400 } else { 201 },
            "{advice}: {}",
            response.text
        );
        assert_eq!(error["code"].as_str(), expected, "{advice}: {}", response.text);
    }
}

#[tokio::test]
async fn import_reuses_location_with_gln() {
    let app = app().await;
    let block = |external_id: &str| {
        json!({ "bpartner": { "code": "EDI" }, "location": { "externalId": external_id, "gln": "4000000000048",
            "countryCode": "DE" }, "syncAdvise": { "ifNotExists": "CREATE" } })
    };
    let (one, two) = (import(&app, "H1", block("N-1")).await, import(&app, "H2", block("N-2")).await);
    let location =
        |response: &HttpResponse| response.json()["result"][0]["bpartner"]["location"]["externalId"].clone();
    assert_eq!((location(&one), location(&two)), (json!("N-1"), json!("N-1")), "{}", two.text);
    // concurrent imports create the location once, too
    let all = futures_util::future::join_all((0..8).map(|number| {
        let block = json!({ "bpartner": { "code": "EDI" }, "location": { "externalId": format!("M-{number}"),
            "gln": "4000000000055", "countryCode": "DE" }, "syncAdvise": { "ifNotExists": "CREATE" } });
        let app = &app;
        async move { import(app, &format!("M{number}"), block).await }
    }))
    .await;
    let mut found: Vec<_> = all.iter().map(|response| location(response).to_string()).collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), 1, "{found:?}");
}

#[tokio::test]
async fn candidate_with_inactive_contact_is_in_error() {
    let app = app().await;
    let block = json!({ "bpartner": { "code": "EDI" }, "location": { "externalId": "L-2" },
        "contact": { "externalId": "C-1" } });
    let response = import(&app, "H1", block).await;
    let row = response.json()["result"][0].clone();
    assert_eq!((response.status, &row["status"]), (201, &json!("error")), "{}", response.text);
    let problem = &row["problems"][0];
    assert_eq!(
        (&problem["code"], &problem["pointer"]),
        (&json!("contact.inactive"), &json!("/bpartner/contact"))
    );
    assert_eq!(problem["message"], "Contact “Ann Able” is inactive.");
    // without the contact, the line has no problem
    let path = format!("{CANDIDATES}/{}", row["id"]);
    let change = json!({ "clear": ["contact"] });
    let response = app.patch(&app.admin, &path, "*", change).await;
    assert_eq!(response.json()["status"], "new", "{}", response.text);
}

#[tokio::test]
async fn invoice_types_of_metasfresh_exist() {
    let app = app().await;
    for sub_type in ["KV", "EA", "GM"] {
        let invoice = json!({ "invoiceDocType": { "docBaseType": "ARI", "docSubType": sub_type } });
        let response = app.import(candidate(sub_type, "1", invoice).to_string()).await;
        assert_eq!(response.status, 201, "{}", response.text);
    }
}

#[tokio::test]
async fn no_break_space_in_id_creates_no_duplicate() {
    let app = app().await;
    let row = |header: &str, code: &str| {
        candidate(header, "1", json!({ "bpartner": { "bpartner": { "code": code } } })).to_string()
    };
    let first = app.import(row("NB 1", "EDI")).await;
    assert_eq!(first.status, 201, "{}", first.text);
    let again = app.import(row("NB\u{A0}1", "EDI")).await;
    assert_eq!(
        (again.status, &again.json()["result"][0]["outcome"]),
        (200, &json!("unchanged")),
        "{}",
        again.text
    );

    // ids and codes as older versions stored them
    app.load("bpartners: [{code: N B, name: Old, locations: [{externalId: L, country: DE}]}]").await;
    for sql in [
        "UPDATE candidate_identity SET external_header_id = 'NB\u{2003}1' WHERE external_header_id = 'NB 1'",
        "UPDATE bpartner SET code = 'N\u{202F}B' WHERE code = 'N B'",
        "INSERT INTO key_spelling (plain, spelling) VALUES ('NB 1', 'NB\u{2003}1'), ('N B', 'N\u{202F}B')",
    ] {
        app.database.change(sql);
    }
    let again = app.import(row("NB\u{A0}1", "EDI")).await;
    assert_eq!(
        (again.status, &again.json()["result"][0]["outcome"]),
        (200, &json!("unchanged")),
        "{}",
        again.text
    );
    let found = app.import(row("NB 2", "N B")).await;
    assert_eq!(found.status, 201, "{}", found.text);
    let by_reference = format!(
        "{CANDIDATES}/by-ref/int-SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl/NB%201"
    );
    let found = app.get(&app.admin, &by_reference).await;
    assert_eq!(found.status, 200, "{}", found.text);
    app.load("bpartners: [{code: N B, name: Renamed}]").await;
    let listed = app.get(&app.admin, "/api/masterdata/bpartners?q=renamed").await.json();
    assert_eq!(listed["items"].as_array().map(Vec::len), Some(1), "{listed}");
}

#[tokio::test]
async fn upper_case_address_or_name_creates_no_duplicate() {
    let app = app().await;
    let block = |street: &str, city: &str, name: &str| {
        json!({ "bpartner": { "code": "EDI" }, "syncAdvise": { "ifNotExists": "CREATE" },
            "location": { "address1": street, "city": city, "countryCode": "DE" }, "contact": { "name": name } })
    };
    let rows = [
        block("Hauptstraße 1", "Gießen", "Jürgen Groß"),
        block("HAUPTSTRASSE 1", "GIESSEN", "JÜRGEN GROSS"),
        block("hauptstra\u{1E9E}e 1", "Giessen", "Jürgen Gro\u{1E9E}"),
        block("Haupt\u{AD}straße  1", "Gießen", "Ju\u{308}rgen Gross"),
    ];
    let mut found = Vec::new();
    for (number, block) in rows.into_iter().enumerate() {
        let response = import(&app, &format!("H{number}"), block).await;
        assert_eq!(response.status, 201, "{}", response.text);
        let block = response.json()["result"][0]["bpartner"].clone();
        found.push((block["location"]["id"].to_string(), block["contact"]["id"].to_string()));
    }
    found.dedup();
    assert_eq!(found.len(), 1, "{found:?}");
}

/// Customer 1001 of shop B; shop A numbers alike.
fn customer_of_shop_b() -> Value {
    json!({ "bpartner": { "externalId": "shop-1", "name": "Berthold Kramer" },
        "location": { "externalId": "L-1", "postal": "10115", "city": "BONN", "countryCode": "DE" } })
}

#[tokio::test]
async fn data_that_differ_from_the_match_are_warnings() {
    let app = app().await;
    let partner = json!({ "member": "name", "stored": "Shop GmbH", "sent": "Kaffee Nord AG" });
    let block = json!({ "bpartner": { "externalId": "shop-1", "name": "Kaffee Nord AG" } });
    let expected = [("bpartner.differs".to_owned(), partner)];
    let row = candidate("H1", "1", json!({ "bpartner": block }));
    for dry in ["?dryRun=true", ""] {
        let response = app.post(&app.admin, &format!("{CANDIDATES}{dry}"), row.to_string()).await;
        assert_eq!(warnings(&response), expected, "{dry}: {}", response.text);
        let message = &response.json()["result"][0]["warnings"][0]["message"];
        assert_eq!(
            message,
            "The matched business partner has a different name: stored “Shop GmbH”, sent “Kaffee Nord AG”."
        );
    }
    let rows = json!({ "requests": [candidate("H2", "1", json!({ "bpartner": block }))] });
    for dry in ["?dryRun=true", ""] {
        let response = app.import_bulk(dry, rows.to_string()).await;
        assert_eq!(warnings(&response), expected, "{dry}: {}", response.text);
    }
    // a value that the location does not have, case and legal forms do not count
    let same = json!({ "bpartner": { "externalId": "shop-1", "name": "SHOP AG" },
        "location": { "externalId": "L-1", "postal": "53111", "city": "BONN" } });
    let response = import(&app, "H3", same).await;
    assert_eq!((response.status, warnings(&response)), (201, vec![]), "{}", response.text);
}

#[tokio::test]
async fn data_that_differ_are_problems_until_confirmed() {
    let app = app().await;
    app.load("bpartners: [{code: \"10042\", name: Anna Schmidt}]").await;
    app.load("data-sources: [{internalNames: [SOURCE.b], differences: problem}]").await;
    let row = json!({ "dataSource": "int-SOURCE.b", "bpartner": customer_of_shop_b() });
    let response = app.import(candidate("H1", "1", row).to_string()).await;
    let stored = response.json()["result"][0].clone();
    let problem = &stored["problems"][0];
    assert_eq!((response.status, &stored["status"]), (201, &json!("error")), "{}", response.text);
    assert_eq!(
        (&problem["code"], &problem["pointer"], stored["problems"].as_array().map(Vec::len)),
        (&json!("bpartner.differs"), &json!("/bpartner/bpartner/name"), Some(1)),
        "{}",
        response.text
    );
    let path = format!("{CANDIDATES}/{}", stored["id"]);
    // another validation finds it again
    let again = app.patch(&app.admin, &path, "*", json!({ "override": { "qty": 7 } })).await.json();
    let fix = &again["problems"][0]["fixes"][0];
    assert_eq!(
        (&fix["kind"], &fix["words"]),
        (&json!("record.keep"), &json!("Use the matched record.")),
        "{again}"
    );
    let confirmed = app.patch(&app.admin, &path, "*", fix["patch"].clone()).await;
    assert_eq!((confirmed.status, &confirmed.json()["status"]), (200, &json!("new")), "{}", confirmed.text);
    // without the confirmation it is back; another partner also ends it
    let none = json!({ "override": { "bpartner": null } });
    let back = app.patch(&app.admin, &path, "*", none).await.json();
    assert_eq!(back["problems"][0]["code"], "bpartner.differs", "{back}");
    let other = json!({ "override": { "bpartner": "val-EDI" } });
    let other = app.patch(&app.admin, &path, "*", other).await;
    assert_eq!(other.json()["status"], "new", "{}", other.text);
}
