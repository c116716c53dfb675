//! Content of rows: storage, reading and comparison with repeated rows.

use orderdock_testkit::{CANDIDATES, TestApp, bulk, candidate};
use serde_json::{Value, json};

use super::outcomes;

#[tokio::test]
async fn imported_values_are_read_unchanged() {
    let app = TestApp::start().await;
    let sent = include_str!("../../../../../examples/candidate-variant-a.json");
    let id = app.import(sent).await.json()["result"][0]["id"].to_string();
    let read = app.get(&app.admin, &format!("{CANDIDATES}/{id}")).await;
    assert_eq!((read.status, read.header("etag")), (200, "\"1\""));
    let candidate = read.json();
    let mut sent: Value = serde_json::from_str(sent).unwrap();
    remove_uncompared_members(&mut sent);
    assert_eq!(candidate["imported"], sent, "as sent, without advice and nulls");
    assert_eq!(candidate["override"], json!({}));
    assert_eq!(candidate["effective"]["productCode"]["code"], "MEHL-550-25");
    assert_eq!(candidate["effective"]["qty"], 12);
    assert_eq!(candidate["createdAt"], "2026-11-20T12:00:00Z");
}

/// Removes members that are not part of the content: sync advice and nulls.
fn remove_uncompared_members(value: &mut Value) {
    if let Value::Object(members) = value {
        members.retain(|name, value| name != "syncAdvise" && !value.is_null());
        members.values_mut().for_each(remove_uncompared_members);
    }
}

#[tokio::test]
async fn equal_values_of_many_rows_are_stored_once() {
    let app = TestApp::start().await;
    let rows: Vec<_> =
        (0..20).map(|line| candidate("H", &line.to_string(), json!({ "qty": line + 1 }))).collect();
    let response = app.import_bulk("", &bulk(rows.clone())).await;
    assert_eq!(response.status, 201, "{}", response.text);
    assert_eq!(app.database.figure("SELECT count(*) FROM content_block"), 3, "terms, partner, product");
    let other =
        candidate("H2", "1", json!({ "billBPartner": { "bpartner": rows[0]["bpartner"]["bpartner"] } }));
    assert_eq!(app.import(other.to_string()).await.status, 201);
    let blocks = "SELECT count(DISTINCT bill_bpartner_block) FROM candidate_content";
    assert_eq!(app.database.figure(blocks), 1);
    let again = app.import_bulk("", &bulk(rows.clone())).await;
    assert_eq!((again.status, outcomes(&again)), (200, vec!["unchanged".to_owned(); 20]));
}

/// Values of columns are not stored again in the content, unless a user has overridden them.
#[tokio::test]
async fn imported_values_are_compared_despite_overrides() {
    let app = TestApp::start().await;
    let own = json!({ "qty": "2.50", "price": 7, "currencyCode": "EUR", "discount": 0, "poReference": "PO 7", "dateOrdered": "2026-11-01",
        "productDescription": "Größe \"XL\"", "description": "two\nlines\tand tabs" });
    let sent = |qty: &str| {
        let mut row = candidate("H-1", "L 1", own.clone());
        row["qty"] = json!(qty);
        row.to_string()
    };
    let created = app.import(sent("2.50")).await;
    assert_eq!(created.status, 201, "{}", created.text);
    let place = format!("{CANDIDATES}/{}", created.json()["result"][0]["id"]);
    let imported = app.get(&app.admin, &place).await.json()["imported"].clone();
    assert_eq!(imported["description"], own["description"]);
    let content_length = "SELECT max(length(content)) FROM candidate_content WHERE content LIKE '=hlP%'";
    let content_length = app.database.figure(content_length);
    assert!(content_length < 40, "{content_length} characters: the description, and letters for the rest");
    let by_hand = json!({ "qty": 9, "price": 1, "discount": null, "poReference": "other", "dateOrdered": "2026-10-10",
        "dateRequired": null, "productDescription": "other", "description": null });
    let change = json!({ "override": by_hand, "clear": ["dateRequired", "description"] });
    let changed = app.patch(&app.admin, &place, "*", change).await;
    assert_eq!(changed.status, 200, "{}", changed.text);
    let read = app.get(&app.admin, &place).await.json();
    assert_eq!((&read["imported"], &read["effective"]["qty"]), (&imported, &json!(9)));
    assert_eq!(outcomes(&app.import(sent("2.5")).await), ["unchanged"]);
    let other = app.import(sent("9")).await;
    assert_eq!(other.status, 409, "{}", other.text);
    let members = json!([{ "pointer": "/qty", "stored": "2.5", "sent": "9" }]);
    assert_eq!(other.json()["errors"][0]["params"]["members"], members, "{}", other.text);
}

/// Content from before the introduction of blocks: the row contains all values, in the order of that version.
#[tokio::test]
async fn content_stored_by_older_versions_is_read_and_compared() {
    let app = TestApp::start().await;
    let sent = |qty: u32| candidate("H", "1", json!({ "qty": qty, "currencyCode": "EUR" })).to_string();
    let created = app.import(sent(2)).await.json()["result"][0].clone();
    let place = format!("{CANDIDATES}/{}", created["id"]);
    let imported = app.get(&app.admin, &place).await.json()["imported"].clone();
    let organisation = created["org"]["id"].as_i64().unwrap();
    let whole = [
        ("org", 'r', &*organisation.to_string()),
        ("dataSource", 'r', "101"),
        ("dataDest", 'r', "102"),
        ("externalHeaderId", 's', "H"),
        ("externalLineId", 's', "1"),
        ("bpartner/bpartner/code", 's', "G0001"),
        ("bpartner/location/externalId", 's', "2156425"),
        ("product/code", 's', "P002737"),
        ("qty", 'n', "2"),
        ("currencyCode", 's', "EUR"),
        ("poReference", 's', "PO-H"),
        ("dateRequired", 'd', "2026-12-08"),
    ]
    .map(|(name, kind, value)| format!("/{name}\t{kind}\t{value}\n"));
    let connection = app.database.connect();
    connection.change(&format!(
        "UPDATE candidate_content SET content = '{}', content_version = 1, content_hash = {}, \
         terms_block = NULL, bpartner_block = NULL, product_block = NULL",
        whole.concat(),
        connection.zeros(32)
    ));
    assert_eq!(app.get(&app.admin, &place).await.json()["imported"], imported);
    assert_eq!(outcomes(&app.import(sent(2)).await), ["unchanged"]);
    let other = app.import(sent(3)).await;
    assert_eq!(other.status, 409, "{}", other.text);
    let members = json!([{ "pointer": "/qty", "stored": "2", "sent": "3" }]);
    assert_eq!(other.json()["errors"][0]["params"]["members"], members, "{}", other.text);
}
