//! Upgrades from older versions: during the migration, while both versions run, and after it.

use crate::{
    postgres_cluster::Cluster,
    postgres_ledger::Senders,
    running::{Server, call, demo_token, status_and_body, stderr_of},
};
use serde_json::{Value, json};
use std::path::Path;

const CLIENTS: usize = 4;
/// Environment variable with the binary of the previous version.
const PREVIOUS: &str = "ORDERDOCK_PREVIOUS";
/// Environment variable with the binary of a version that cannot read the current schema.
const TOO_OLD: &str = "ORDERDOCK_TOO_OLD";
const STEPS: &str = "SELECT count(*) FROM schema_step";

/// Returns the number of instances that the server reports.
async fn instances(server: &Server, token: &str) -> usize {
    let shown = server.get("/api/instances").header("Authorization", token);
    let (status, shown) = status_and_body(shown.send().await).await;
    assert_eq!(status, 200, "{shown}");
    shown["items"].as_array().map_or(0, Vec::len)
}

/// Returns the responses to some reads.
async fn shown<const N: usize>(server: &Server, token: &str, paths: [&str; N]) -> [Value; N] {
    let mut shown = [const { Value::Null }; N];
    for (path, shown) in paths.into_iter().zip(&mut shown) {
        let (status, response) =
            status_and_body(server.get(path).header("Authorization", token).send().await).await;
        assert_eq!(status, 200, "{path}: {response}");
        *shown = response;
    }
    shown
}

/// Asserts that both versions return the same data.
async fn assert_same_data(one: &Server, other: &Server, token: &str) {
    let lists = [
        "/api/sales/order/candidates?limit=50",
        "/api/sales/order/candidates/counts",
        "/api/sales/order?limit=50",
    ];
    assert_eq!(shown(one, token, lists).await, shown(other, token, lists).await);
}

/// Processes all new candidates on this instance.
async fn process(server: &Server, token: &str) {
    let run = json!({"selection": {"filter": {"status": "new"}}});
    let request = server.post("/api/sales/order/candidates/process", &run).header("Prefer", "wait=60");
    let (status, run) = status_and_body(request.header("Authorization", token).send().await).await;
    assert_eq!((status, &run["state"]), (200, &json!("done")), "{run}");
}

#[tokio::test]
#[ignore = "needs the binary of an older version: scripts/test-previous"]
async fn previous_version_continues_during_and_after_migration() {
    let previous = std::env::var(PREVIOUS).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cluster = Cluster::start(&[]);
    cluster.connect("postgres").batch("CREATE DATABASE orders").unwrap();
    let url = cluster.url("orders");
    let connection = cluster.connect("orders");
    let options = ["--data-dir", "d", "--scheduler", "false", "--attachments-shared", "--database", &url];
    let older = |word: &str| Server::start_other(&previous, folder, &[&[word], &options[..]].concat());
    let first = older("demo");
    let token = demo_token(&folder.join("d"));
    let second = older("serve");
    let before = connection.figure(STEPS).unwrap();

    // orders are imported while the schema changes
    let senders = Senders::to(vec![&first, &second], &token, "older", CLIENTS);
    let (mut ledger, text) = senders
        .send_during(async {
            senders.more(40).await;
            let migrated = call(folder, &[], &["migrate", "--database", &url]);
            assert!(migrated.status.success(), "{}", stderr_of(&migrated));
            senders.more(40).await;
            stderr_of(&migrated)
        })
        .await;
    assert!(connection.figure(STEPS).unwrap() > before, "the older version has all steps");
    assert!(text.contains("older instances continue with the new schema"), "{text}");
    eprintln!("{text}during the migration: {}", ledger.summary());
    ledger.check(&connection);
    senders.settle(&mut ledger).await;
    ledger.check(&connection);

    // while this version runs, and after it was started alone
    assert!(second.stop().status.success());
    let newer = Server::start(folder, &[&["serve"], &options[..]].concat());
    let again = older("serve");
    let senders = Senders::to(vec![&first, &newer, &again], &token, "beside", CLIENTS);
    let (mut ledger, ()) = senders.send_during(senders.more(120)).await;
    eprintln!("beside: {}", ledger.summary());
    senders.settle(&mut ledger).await;
    ledger.check(&connection);
    for server in [&again, &newer] {
        process(server, &token).await;
        assert_same_data(&again, &newer, &token).await;
    }
    assert_eq!((instances(&newer, &token).await, instances(&again, &token).await), (3, 3));
}

/// Runs a command of an older version.
fn call_older(program: &str, folder: &Path, arguments: &[&str]) -> std::process::Output {
    std::process::Command::new(program).args(arguments).current_dir(folder).env_clear().output().unwrap()
}

/// Master data with members that the previous version does not know.
const NEWER: &str = "products: [{org: \"001\", code: TEA, name: Tea, uom: PCE, gtins: [\"4006381333931\"]}]
bpartner-products: [{org: \"001\", bpartner: G0001, number: K-1, product: TEA}]
cross-references: [{org: \"001\", kind: product, value: T-1, targetProduct: TEA}]
";
/// A change by the previous version, without the members that it does not know.
const CHANGED: &str = "products: [{org: \"001\", code: TEA, name: Green tea, uom: PCE}]";

/// The previous version changes a product with members that it does not know.
#[tokio::test]
#[ignore = "needs the binary of an older version: scripts/test-previous"]
async fn previous_version_keeps_master_data_of_the_newer() {
    let previous = std::env::var(PREVIOUS).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cluster = Cluster::start(&[]);
    cluster.connect("postgres").batch("CREATE DATABASE orders").unwrap();
    let url = cluster.url("orders");
    let connection = cluster.connect("orders");
    let options = ["--data-dir", "d", "--scheduler", "false", "--attachments-shared", "--database", &url];
    let older = Server::start_other(&previous, folder, &[&["demo"], &options[..]].concat());
    let token = demo_token(&folder.join("d"));
    let newer = Server::start(folder, &[&["serve"], &options[..]].concat());
    std::fs::write(folder.join("newer.yaml"), NEWER).unwrap();
    std::fs::write(folder.join("changed.yaml"), CHANGED).unwrap();
    let records = || {
        ["product_gtin", "bpartner_product", "cross_reference"]
            .map(|table| connection.figure(&format!("SELECT count(*) FROM {table}")).unwrap())
    };
    let loaded = call(folder, &[], &["load", "newer.yaml", "--database", &url]);
    assert!(loaded.status.success(), "{}", stderr_of(&loaded));
    assert_eq!(records(), [1, 1, 1]);
    let changed = call_older(&previous, folder, &["load", "changed.yaml", "--database", &url]);
    assert!(changed.status.success(), "{}", stderr_of(&changed));
    assert_eq!(connection.texts("SELECT name FROM product WHERE code = 'TEA'").unwrap(), ["Green tea"]);
    assert_eq!(records(), [1, 1, 1]);

    // only the newer version finds the product by its GTIN; both recognise the stored row as unchanged
    let row = json!({
        "bpartner": {"bpartner": {"code": "G0001"}}, "product": {"code": "4006381333931"}, "qty": 1, "poReference": "P",
        "dateRequired": "2030-01-15", "externalHeaderId": "gtin", "externalLineId": "1",
    });
    let mut statuses = Vec::new();
    for server in [&older, &newer, &older] {
        let request = server.post("/api/sales/order/candidates", &row).header("Authorization", &token);
        statuses.push(status_and_body(request.send().await).await.0);
    }
    assert_eq!(statuses, [400, 201, 200]);
}

/// Imports a row with a location that is identified by its address only, and returns the status.
async fn import_address(server: &Server, token: &str, header: &str, address: &str) -> u16 {
    let location = json!({"address1": address, "postal": "35390", "city": "Gießen", "countryCode": "DE",
        "syncAdvise": {"ifNotExists": "CREATE"}});
    let row = json!({
        "bpartner": {"bpartner": {"code": "G0001"}, "location": location}, "product": {"code": "P002737"}, "qty": 1,
        "poReference": header, "dateRequired": "2030-01-15", "externalHeaderId": header, "externalLineId": "1",
    });
    let request = server.post("/api/sales/order/candidates", &row).header("Authorization", token);
    let (status, response) = status_and_body(request.send().await).await;
    assert!([200, 201].contains(&status), "{header}: {response}");
    status
}

/// A version that is too old for the current schema has written keys in its own form, and identities without external
/// systems.
#[tokio::test]
#[ignore = "needs the binary of an older version: scripts/test-previous"]
async fn keys_of_older_version_are_found_and_recomputed_after_the_upgrade() {
    let too_old = std::env::var(TOO_OLD).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cluster = Cluster::start(&[]);
    cluster.connect("postgres").batch("CREATE DATABASE orders").unwrap();
    let url = cluster.url("orders");
    let connection = cluster.connect("orders");
    let options = ["--data-dir", "d", "--scheduler", "false", "--attachments-shared", "--database", &url];
    let older = Server::start_other(&too_old, folder, &[&["demo"], &options[..]].concat());
    let token = demo_token(&folder.join("d"));
    assert_eq!(import_address(&older, &token, "fold-1", "Hauptstraße 1").await, 201);
    assert_eq!(import_address(&older, &token, "fold-2", "Maßweg 2").await, 201);
    assert!(older.stop().status.success());
    let of_older = "SELECT count(*) FROM bpartner_location WHERE address_key LIKE '%ß%'";
    assert_eq!(connection.figure(&format!("{of_older} AND postal = '35390'")).unwrap(), 2);

    // immediately, whether or not the keys are recomputed already
    let newer = Server::start(folder, &[&["serve"], &options[..]].concat());
    assert_eq!(import_address(&newer, &token, "fold-3", "HAUPT\u{ad}STRASSE 1").await, 201);
    assert_eq!(import_address(&newer, &token, "fold-4", "massweg 2").await, 201);
    // a row that the older version stored is recognised
    assert_eq!(import_address(&newer, &token, "fold-1", "Hauptstraße 1").await, 200);
    let locations = "SELECT count(*) FROM bpartner_location WHERE postal = '35390'";
    assert_eq!(connection.figure(locations).unwrap(), 2);

    let left = "SELECT CAST(sum(value) AS bigint) FROM counter WHERE name LIKE 'fold_%'";
    for _ in 0..60 {
        if connection.figure(left).unwrap() == 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    }
    assert_eq!((connection.figure(left).unwrap(), connection.figure(of_older).unwrap()), (0, 0));
    assert_eq!(import_address(&newer, &token, "fold-5", "Hauptstraße 1").await, 201);
    assert_eq!(import_address(&newer, &token, "fold-6", "MASSWEG 2").await, 201);
    assert_eq!(import_address(&newer, &token, "fold-2", "Maßweg 2").await, 200);
    assert_eq!(connection.figure(locations).unwrap(), 2);
}

/// Both versions can write a SQLite file, but only one process at a time.
#[tokio::test]
#[ignore = "needs the binary of an older version: scripts/test-previous"]
async fn sqlite_file_of_older_version_is_migrated_and_rejected_by_it() {
    for program in [PREVIOUS, TOO_OLD] {
        let program = std::env::var(program).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let older =
            Server::start_other(&program, folder, &["demo", "--data-dir", "d", "--scheduler", "false"]);
        let token = demo_token(&folder.join("d"));
        assert_eq!(import_address(&older, &token, "fold-1", "Hauptstraße 1").await, 201);
        process(&older, &token).await;
        let lists = ["/api/sales/order/candidates/counts", "/api/sales/order?limit=50"];
        let before = shown(&older, &token, lists).await;
        assert!(older.stop().status.success());

        let serve = ["serve", "--data-dir", "d", "--scheduler", "false"];
        let newer = Server::start_other(env!("CARGO_BIN_EXE_orderdock"), folder, &serve);
        let after = shown(&newer, &token, lists).await;
        assert_eq!(after[0], before[0]);
        assert_eq!(after[1]["items"].as_array().unwrap().len(), before[1]["items"].as_array().unwrap().len());
        assert_eq!(import_address(&newer, &token, "fold-1", "Hauptstraße 1").await, 200);
        assert_eq!(import_address(&newer, &token, "fold-2", "HAUPTSTRASSE 1").await, 201);
        process(&newer, &token).await;
        assert!(newer.stop().status.success());

        let again = call_older(&program, folder, &serve);
        assert!(
            !again.status.success() && stderr_of(&again).contains("a newer version of Orderdock"),
            "{}",
            stderr_of(&again)
        );
    }
}

#[tokio::test]
#[ignore = "needs the binary of an older version: scripts/test-previous"]
async fn running_previous_version_prevents_an_incompatible_migration() {
    let too_old = std::env::var(TOO_OLD).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cluster = Cluster::start(&[]);
    cluster.connect("postgres").batch("CREATE DATABASE orders").unwrap();
    let url = cluster.url("orders");
    let connection = cluster.connect("orders");
    let options = ["--data-dir", "d", "--scheduler", "false", "--attachments-shared", "--database", &url];
    let older = Server::start_other(&too_old, folder, &[&["demo"], &options[..]].concat());
    let token = demo_token(&folder.join("d"));
    let before = connection.figure(STEPS).unwrap();
    for changing in [&["migrate", "--database", &url][..], &[&["serve"], &options[..]].concat()] {
        let rejected = call(folder, &[], changing);
        assert!(
            !rejected.status.success() && stderr_of(&rejected).contains("too old for the new schema"),
            "{}",
            stderr_of(&rejected)
        );
    }
    assert_eq!(connection.figure(STEPS).unwrap(), before, "nothing is changed");
    let senders = Senders::to(vec![&older], &token, "older", CLIENTS);
    let (mut ledger, ()) = senders.send_during(senders.more(40)).await;
    senders.settle(&mut ledger).await;
    ledger.check(&connection);

    // after the older version has ended, the schema is migrated, and the older version cannot start again
    assert!(older.stop().status.success());
    let newer = Server::start(folder, &[&["serve"], &options[..]].concat());
    assert!(connection.figure(STEPS).unwrap() > before);
    process(&newer, &token).await;
    let again = call_older(&too_old, folder, &[&["serve"], &options[..]].concat());
    assert!(
        !again.status.success() && stderr_of(&again).contains("a newer version of Orderdock"),
        "{}",
        stderr_of(&again)
    );
}
