//! Search keys in the form of older versions, over HTTP.

use orderdock_testkit::reqwest::Method;
use orderdock_testkit::{CANDIDATES, TestApp, TestDatabaseAccess, candidate, send};
use serde_json::{Value, json};

/// Locations and contacts that older versions distinguished and that now have equal keys.
const PARTNERS: &str = "bpartners:
  - {code: K-77, name: Groß KG, org: '001', locations: [
       {address1: Hauptstraße 1, postal: '35390', city: Gießen, country: DE},
       {address1: other, postal: '35390', city: GIESSEN, country: DE}],
     contacts: [{name: Ann Weiß, active: false}, {name: other}]}";

/// Writes the keys that an older version would have written.
fn write_older_keys(connection: &TestDatabaseAccess) {
    let key = |parts: [&str; 7]| parts.join("\u{1f}");
    let first = key(["hauptstraße 1", "", "", "", "35390", "gießen", "de"]);
    let second = key(["hauptstrasse 1", "", "", "", "35390", "giessen", "de"]);
    let candidates = connection.candidate_table();
    connection.change(&format!(
        "UPDATE bpartner_location SET address_key = '{first}' WHERE address1 = 'Hauptstraße 1';
         UPDATE bpartner_location SET address1 = 'HAUPTSTRASSE 1', address_key = '{second}' WHERE address1 = 'other';
         UPDATE bpartner_contact SET name_key = 'ann weiß' WHERE name = 'Ann Weiß';
         UPDATE bpartner_contact SET name = 'Ann WEISS', name_key = 'ann weiss' WHERE name = 'other';
         UPDATE bpartner SET name_key = 'groß kg' WHERE code = 'K-77';
         UPDATE \"user\" SET name_key = 'groß' WHERE name = 'Groß';
         UPDATE \"user\" SET name = 'GROSS', name_key = 'gross' WHERE name = 'other';
         UPDATE {candidates} SET line_key = 'l-ß', po_reference_key = 'maß' WHERE po_reference = 'Maß';
         UPDATE counter SET value = 1 WHERE name = 'fold_pending'"
    ));
}

/// Returns a row of the partner with location and contact in a spelling other than the stored one.
fn row(header: &str) -> Value {
    let location = json!({ "address1": "hauptSTRASSE 1", "postal": "35390", "city": "Gies\u{ad}sen", "countryCode": "DE" });
    let block =
        json!({ "bpartner": { "code": "K-77" }, "location": location, "contact": { "name": "ann weiss" } });
    candidate(header, "L-ß", json!({ "bpartner": block, "poReference": "Maß" }))
}

async fn app_with_partners() -> TestApp {
    let app = TestApp::start().await;
    app.load(PARTNERS).await;
    for user in ["Groß", "other"] {
        app.create_user(user, orderdock_domain::access::Role::Clerk, &["001"]).await;
    }
    let response = app.import(row("H1").to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    write_older_keys(&app.database.connect());
    app
}

/// Asserts that both records are found by each of their spellings and that none is created.
async fn assert_each_record_is_found(app: &TestApp, header: &str, location: &str, contact: &str) {
    let response = app.import(row(header).to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let block = &response.json()["result"][0]["bpartner"];
    assert_eq!(block["location"]["address1"], location, "{}", response.text);
    assert_eq!(block["contact"]["name"], contact, "{}", response.text);
    let connection = app.database.connect();
    let count = |table: &str| {
        connection.figure(&format!(
            "SELECT count(*) FROM {table} t JOIN bpartner p ON p.id = t.bpartner_id WHERE p.code = 'K-77'"
        ))
    };
    assert_eq!((count("bpartner_location"), count("bpartner_contact")), (2, 2));
    let list = app.get(&app.admin, &format!("{CANDIDATES}?poReference=Ma%C3%9F")).await.json();
    assert_eq!(list["total"]["value"], app.count().await, "{list}");
    let list = app.get(&app.admin, &format!("{CANDIDATES}?q=l-%C3%9F")).await.json();
    assert_eq!(list["total"]["value"], app.count().await, "{list}");
    for name in ["Groß", "GROSS"] {
        let signed_in = app.sign_in(name).await;
        let session = send(signed_in.with(app.request(Method::GET, "/api/session"))).await;
        assert_eq!(session.json()["user"], name, "{}", session.text);
    }
}

#[tokio::test]
async fn keys_of_older_version_are_found_and_recomputed() {
    let app = app_with_partners().await;
    assert_each_record_is_found(&app, "H2", "Hauptstraße 1", "Ann WEISS").await;

    // keys are not recomputed while an instance of an older version is alive
    let connection = app.database.connect();
    let now = connection.now();
    connection.change(&format!(
        "INSERT INTO instance (id, name, session, version, attachments, started_at, signed_at, watching_since, clock_ahead, \
         signs, steps) VALUES (77, 'older', '', '0.1', '', {now}, {now}, {now}, 0, 1, 1)"
    ));
    app.services.search.refold_keys().await.unwrap();
    let name_key = "SELECT name_key FROM bpartner WHERE code = 'K-77'";
    assert_eq!(connection.text(name_key), "groß kg");
    connection.change("DELETE FROM instance WHERE id = 77");

    app.services.search.refold_keys().await.unwrap();
    assert_eq!(connection.text(name_key), "gross kg");
    let keys = |key: &str, table: &str| {
        let keys = connection.texts(&format!("SELECT {key} FROM {table} ORDER BY id"));
        let wanted = ["hauptstrasse", "ann weiss", "gross"];
        keys.into_iter().filter(|key| wanted.iter().any(|wanted| key.starts_with(wanted))).collect::<Vec<_>>()
    };
    let id = |condition: &str| connection.figure(&format!("SELECT id FROM {condition}"));
    // of duplicates, the oldest active record has the plain key
    let key = "hauptstrasse 1\u{1f}\u{1f}\u{1f}\u{1f}35390\u{1f}giessen\u{1f}de".to_owned();
    let second = id("bpartner_location WHERE address1 = 'HAUPTSTRASSE 1'");
    let locations = [key.clone(), format!("{key}\u{1e}{second}")];
    assert_eq!(keys("address_key", "bpartner_location"), locations);
    let first = id("bpartner_contact WHERE name = 'Ann Weiß'");
    let contacts = [format!("ann weiss\u{1e}{first}"), "ann weiss".to_owned()];
    assert_eq!(keys("name_key", "bpartner_contact"), contacts);
    let second = id("\"user\" WHERE name = 'GROSS'");
    assert_eq!(keys("name_key", "\"user\""), ["gross".to_owned(), format!("gross\u{1e}{second}")]);
    let candidates = connection.candidate_table();
    let columns =
        connection.texts(&format!("SELECT DISTINCT line_key || po_reference_key FROM {candidates}"));
    assert_eq!(columns, ["l-ssmass"]);
    assert_each_record_is_found(&app, "H3", "Hauptstraße 1", "Ann WEISS").await;

    // changing the record with the plain key does not change the key of a duplicate
    let changed = "bpartners:
  - {code: K-77, name: Groß KG, org: '001', locations: [{address1: Hauptstraße 1, postal: '35390', city: Gießen, country: DE, name: Shop}],
     contacts: [{name: Ann Weiß, phone: '1'}]}";
    app.load(changed).await;
    assert_eq!(keys("address_key", "bpartner_location"), locations);
    assert_eq!(keys("name_key", "bpartner_contact"), contacts);
    connection.change("UPDATE bpartner_location SET external_id = address1 WHERE address1 LIKE 'H%'");
    let block = json!({ "bpartner": { "code": "K-77" }, "location": {
        "externalId": "HAUPTSTRASSE 1", "address1": "HAUPTSTRASSE 1", "city": "Gießen", "countryCode": "DE",
        "syncAdvise": { "ifExists": "UPDATE_MERGE" }, "bpartnerName": "Laden" } });
    let response = app.import(candidate("H4", "1", json!({ "bpartner": block })).to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);

    // recomputing again changes nothing
    connection.change("UPDATE counter SET value = 1 WHERE name = 'fold_pending'");
    app.services.search.refold_keys().await.unwrap();
    assert_eq!(keys("name_key", "bpartner_contact"), contacts);
}
