//! Ids of records in external systems over HTTP: two shops with equal customer numbers, reads and writes of master
//! data, load files, authorisation.

use orderdock_domain::access::Scope;
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

/// Returns master data of two shops, each with its own data source.
fn shops(external_ids: &str) -> String {
    format!(
        "external-systems: [{{org: \"*\", code: shop-a}}, {{org: \"*\", code: shop-b}}]\n\
         data-sources:\n\
         - {{internalNames: [SOURCE.a], externalSystem: shop-a, externalIds: {external_ids}}}\n\
         - {{internalNames: [SOURCE.b], externalSystem: shop-b, externalIds: {external_ids}}}\n"
    )
}

/// Returns a row of a shop with its customer 1001, which the import creates if it does not exist.
fn order(shop: &str, header: &str, name: &str, city: &str) -> Value {
    let advice = json!({ "ifNotExists": "CREATE", "ifExists": "DONT_UPDATE" });
    candidate(
        header,
        "1",
        json!({
            "dataSourceInternalName": format!("SOURCE.{shop}"),
            "bpartner": {
                "bpartner": { "externalId": "1001", "name": name },
                "location": {
                    "externalId": "1", "address1": "Weg 1", "postal": "53179", "city": city, "countryCode": "DE",
                },
                "contact": { "externalId": "1", "name": name },
                "syncAdvise": advice,
            },
        }),
    )
}

async fn imported(app: &TestApp, row: Value) -> Value {
    let response = app.import(row.to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    response.json()["result"][0].clone()
}

fn warnings(row: &Value) -> Vec<&str> {
    row["warnings"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect()
}

async fn put(app: &TestApp, token: &str, kind: &str, records: Value) -> HttpResponse {
    let request = app.request(Method::PUT, &format!("/api/masterdata/{kind}"));
    send(request.header("Authorization", token).json(&records)).await
}

async fn record(app: &TestApp, kind: &str, id: &Value) -> Value {
    let read = app.get(&app.admin, &format!("/api/masterdata/{kind}/{id}")).await;
    assert_eq!(read.status, 200, "{}", read.text);
    read.json()
}

#[tokio::test]
async fn customers_of_two_shops_with_own_ids_are_two_partners() {
    let app = TestApp::start().await;
    app.load(&shops("own")).await;
    let first = imported(&app, order("a", "A-1", "Anna Müller", "Bonn")).await;
    let second = imported(&app, order("b", "B-1", "Peter Schmidt", "Köln")).await;
    let (partner, other) = (&first["bpartner"]["bpartner"], &second["bpartner"]["bpartner"]);
    assert_ne!(partner["id"], other["id"]);
    assert_eq!((&partner["name"], &other["name"]), (&json!("Anna Müller"), &json!("Peter Schmidt")));
    let city = |row: &Value| row["bpartner"]["location"]["city"].clone();
    assert_eq!((city(&first), city(&second)), (json!("Bonn"), json!("Köln")));
    for row in [&first, &second] {
        assert!(!warnings(row).contains(&"bpartner.differs"), "{row}");
        let ids = ["bpartner", "location", "contact"].map(|part| row["bpartner"][part]["externalId"].clone());
        assert_eq!(ids, [json!("1001"), json!("1"), json!("1")], "{row}");
    }
    // later orders match the same customer, and reads contain the id
    let again = imported(&app, order("b", "B-2", "Peter Schmidt", "Köln")).await;
    assert_eq!((&again["bpartner"]["bpartner"]["id"], &again["created"]), (&other["id"], &json!([])));
    let read = app.get(&app.admin, &format!("{CANDIDATES}/{}", again["id"])).await.json();
    assert_eq!(read["bpartner"]["bpartner"]["externalId"], "1001");
    assert_eq!(read["bpartner"]["location"]["externalId"], "1");
    // master data lists contain the ids with their systems
    let stored = record(&app, "bpartners", &other["id"]).await;
    let reference = |id: &str| json!([{ "system": "shop-b", "id": id }]);
    assert_eq!((&stored["externalId"], &stored["externalReferences"]), (&Value::Null, &reference("1001")));
    assert_eq!(stored["locations"][0]["externalReferences"], reference("1"));
    assert_eq!(stored["contacts"][0]["externalReferences"], reference("1"));
}

#[tokio::test]
async fn shared_ids_match_the_other_shops_customer_with_a_warning() {
    let app = TestApp::start().await;
    app.load(&shops("shared")).await;
    let first = imported(&app, order("a", "A-1", "Anna Müller", "Bonn")).await;
    let second = imported(&app, order("b", "B-1", "Peter Schmidt", "Köln")).await;
    let partner = &first["bpartner"]["bpartner"]["id"];
    assert_eq!(&second["bpartner"]["bpartner"]["id"], partner);
    assert_eq!(warnings(&second)[..2], ["bpartner.differs", "location.differs"], "{second}");
    let stored = record(&app, "bpartners", partner).await;
    assert_eq!((&stored["externalId"], &stored["externalReferences"]), (&json!("1001"), &json!([])));
}

#[tokio::test]
async fn reference_set_in_master_data_decides_the_look_up() {
    let app = TestApp::start().await;
    app.load(&shops("shared")).await;
    let first = imported(&app, order("a", "A-1", "Anna Müller", "Bonn")).await;
    let file = "bpartners: [{org: \"001\", code: P-B, name: Peter Schmidt, \
                externalReferences: [{system: shop-b, id: 1001}], locations: [{city: Köln, country: DE}]}]";
    app.load(file).await;
    let sent = json!({ "bpartner": { "bpartner": { "externalId": "1001" } } });
    let row = |shop: &str, header: &str| {
        let mut row = candidate(header, "1", sent.clone());
        row["dataSourceInternalName"] = json!(format!("SOURCE.{shop}"));
        row
    };
    let second = imported(&app, row("b", "B-1")).await;
    assert_eq!(second["bpartner"]["bpartner"]["code"], "P-B");
    assert_eq!(second["bpartner"]["bpartner"]["externalId"], "1001");
    let third = imported(&app, row("a", "A-2")).await;
    assert_eq!(third["bpartner"]["bpartner"]["id"], first["bpartner"]["bpartner"]["id"]);
    // a system in the row has priority over the system of the data source
    let mut fourth = row("a", "A-3");
    fourth["externalSystemCode"] = json!("shop-b");
    assert_eq!(imported(&app, fourth).await["bpartner"]["bpartner"]["code"], "P-B");
    // references survive the renaming of their system
    app.database.change("UPDATE external_system SET code = 'shop-two' WHERE code = 'shop-b'");
    app.database.change("UPDATE generation SET value = value + 1");
    let renamed = imported(&app, row("b", "B-2")).await;
    assert_eq!(renamed["bpartner"]["bpartner"]["code"], "P-B");
    let stored = record(&app, "bpartners", &renamed["bpartner"]["bpartner"]["id"]).await;
    assert_eq!(stored["externalReferences"], json!([{ "system": "shop-two", "id": "1001" }]));
}

#[tokio::test]
async fn references_are_written_by_master_data() {
    let app = TestApp::start().await;
    app.load(&shops("own")).await;
    let partner = |references: Value| json!([{ "org": "001", "code": "P-1", "name": "P-1", "externalReferences": references }]);
    let both = json!([{ "system": "shop-b", "id": "2" }, { "system": "shop-a", "id": 1 }]);
    let stored = put(&app, &app.admin, "bpartners", partner(both)).await;
    assert_eq!(stored.status, 200, "{}", stored.text);
    let id = stored.json()["result"][0]["id"].clone();
    let read = record(&app, "bpartners", &id).await;
    let sorted = json!([{ "system": "shop-a", "id": "1" }, { "system": "shop-b", "id": "2" }]);
    assert_eq!(read["externalReferences"], sorted);
    // an absent member keeps the list, null clears it; the history contains both
    let plain = json!([{ "org": "001", "code": "P-1", "name": "P-1" }]);
    let unchanged = put(&app, &app.admin, "bpartners", plain).await.json();
    assert_eq!(unchanged["result"][0]["outcome"], "unchanged", "{unchanged}");
    assert_eq!(put(&app, &app.admin, "bpartners", partner(Value::Null)).await.status, 200);
    let history = app.get(&app.admin, &format!("/api/masterdata/bpartners/{id}/history")).await.json();
    let change = &history["items"][0]["changes"][0];
    assert_eq!((&change["member"], &change["before"]), (&json!("externalReferences"), &sorted), "{history}");
    assert_eq!(change["after"], json!([]));
    for (references, code, pointer) in [
        (
            json!([{ "system": "none", "id": "1" }]),
            "record.reference_unknown",
            "/0/externalReferences/0/system",
        ),
        (json!([{ "system": "shop-a" }]), "property.missing", "/0/externalReferences/0/id"),
        (json!("1"), "type.wrong", "/0/externalReferences"),
    ] {
        let response = put(&app, &app.admin, "bpartners", partner(references)).await;
        let error = &response.json()["errors"][0];
        assert_eq!(response.status, 400, "{}", response.text);
        assert_eq!((&error["code"], &error["pointer"]), (&json!(code), &json!(pointer)), "{}", response.text);
    }
    let product = |code: &str| {
        let references = json!([{ "system": "shop-a", "id": "1" }]);
        json!([{ "org": "001", "code": code, "name": code, "uom": "PCE", "externalReferences": references }])
    };
    assert_eq!(put(&app, &app.admin, "products", product("T-1")).await.status, 200);
    let taken = put(&app, &app.admin, "products", product("T-2")).await;
    assert_eq!(taken.json()["errors"][0]["code"], "record.taken", "{}", taken.text);
}

#[tokio::test]
async fn references_of_other_organisations_are_neither_found_nor_writable() {
    let app = TestApp::start().await;
    app.load(&shops("own")).await;
    imported(&app, order("a", "A-1", "Anna Müller", "Bonn")).await;
    let other_token = app.token_of("test-org-03", &[Scope::CandidatesWrite, Scope::CandidatesRead]).await;
    let mut row = order("a", "A-1", "Peter Schmidt", "Köln");
    row["org"] = json!({ "code": "test-org-03" });
    let response = app.post(&other_token, CANDIDATES, row.to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    assert_eq!(response.json()["result"][0]["bpartner"]["bpartner"]["name"], "Peter Schmidt");
    let written = json!([{ "org": "001", "code": "P-1", "name": "P-1",
        "externalReferences": [{ "system": "shop-a", "id": "9" }] }]);
    let writer = app.token_of("test-org-03", &[Scope::MasterdataWrite]).await;
    assert_eq!(put(&app, &writer, "bpartners", written.clone()).await.status, 403);
    let reader = app.token_of("001", &[Scope::CandidatesWrite, Scope::CandidatesRead]).await;
    assert_eq!(put(&app, &reader, "bpartners", written).await.status, 403);
    // changing the id of an existing record requires the scope as well
    let mut update = order("a", "A-2", "Anna Müller", "Bonn");
    update["bpartner"]["syncAdvise"]["ifExists"] = json!("UPDATE_MERGE");
    update["bpartner"]["location"]["externalId"] = json!("1");
    update["bpartner"]["bpartner"]["name"] = json!("Anna Meier");
    let rejected = app.post(&reader, CANDIDATES, update.to_string()).await;
    assert_eq!((rejected.status, &rejected.json()["errors"][0]["code"]), (403, &json!("scope.missing")));
}

#[tokio::test]
async fn inactive_record_is_found_by_its_reference_and_reported() {
    let app = TestApp::start().await;
    app.load(&shops("own")).await;
    let first = imported(&app, order("a", "A-1", "Anna Müller", "Bonn")).await;
    let id = first["bpartner"]["bpartner"]["id"].clone();
    let deactivated = app.post(&app.admin, &format!("/api/masterdata/bpartners/{id}/deactivate"), "").await;
    assert_eq!(deactivated.status, 200, "{}", deactivated.text);
    let second = imported(&app, order("a", "A-2", "Anna Müller", "Bonn")).await;
    assert_eq!((&second["bpartner"]["bpartner"]["id"], &second["status"]), (&id, &json!("error")));
    assert_eq!(second["problems"][0]["code"], "bpartner.inactive");
}

#[tokio::test]
async fn two_locations_with_one_address_and_two_ids_stay_two() {
    let app = TestApp::start().await;
    app.load(&shops("own")).await;
    let first = imported(&app, order("a", "A-1", "Anna Müller", "Bonn")).await;
    let mut row = order("a", "A-2", "Anna Müller", "Bonn");
    row["bpartner"]["location"]["externalId"] = json!("2");
    row["bpartner"]["contact"]["externalId"] = json!("2");
    let second = imported(&app, row).await;
    for part in ["location", "contact"] {
        assert_ne!(first["bpartner"][part]["id"], second["bpartner"][part]["id"], "{part}");
    }
    // sending a partner as it was read changes nothing
    let id = first["bpartner"]["bpartner"]["id"].clone();
    let mut read = record(&app, "bpartners", &id).await;
    assert_eq!(read["locations"].as_array().unwrap().len(), 2);
    let without_version = |record: &mut Value| {
        record.as_object_mut().unwrap().retain(|name, _| name != "id" && name != "version");
    };
    without_version(&mut read);
    for part in ["locations", "contacts"] {
        read[part].as_array_mut().unwrap().iter_mut().for_each(without_version);
    }
    let sent = put(&app, &app.admin, "bpartners", json!([read])).await;
    assert_eq!(sent.status, 200, "{}", sent.text);
    assert_eq!(sent.json()["result"][0]["outcome"], "unchanged", "{}", sent.text);
}
