//! An older version serves while this one changes the schema, and beside it.

use crate::{
    postgres_cluster::Cluster,
    postgres_ledger::Senders,
    running::{Server, answered, call, demo_token, told},
};
use serde_json::{Value, json};

const CLIENTS: usize = 4;
/// The binary of the older version.
const PREVIOUS: &str = "ORDERDOCK_PREVIOUS";
/// The binary of a version that cannot read data of the current schema.
const TOO_OLD: &str = "ORDERDOCK_TOO_OLD";
const STEPS: &str = "SELECT count(*) FROM schema_step";

/// Returns the number of instances that the server reports.
async fn instances(server: &Server, token: &str) -> usize {
    let shown = server.get("/api/instances").header("Authorization", token);
    let (status, shown) = answered(shown.send().await).await;
    assert_eq!(status, 200, "{shown}");
    shown["items"].as_array().map_or(0, Vec::len)
}

/// Both show what the other has taken in.
async fn show_the_same(one: &Server, other: &Server, token: &str) {
    for path in [
        "/api/sales/order/candidates?limit=50",
        "/api/sales/order/candidates/counts",
        "/api/sales/order?limit=50",
    ] {
        let mut shown: Vec<Value> = Vec::new();
        for server in [one, other] {
            let (status, answer) =
                answered(server.get(path).header("Authorization", token).send().await).await;
            assert_eq!(status, 200, "{path}: {answer}");
            shown.push(answer);
        }
        assert_eq!(shown[0], shown[1], "{path}");
    }
}

/// A run by this instance makes orders of all that is due.
async fn process(server: &Server, token: &str) {
    let run = json!({"selection": {"filter": {"status": "new"}}});
    let request = server.post("/api/sales/order/candidates/process", &run).header("Prefer", "wait=60");
    let (status, run) = answered(request.header("Authorization", token).send().await).await;
    assert_eq!((status, &run["state"]), (200, &json!("done")), "{run}");
}

#[tokio::test]
#[ignore = "needs the binary of an older version: scripts/test-previous"]
async fn the_previous_version_goes_on_while_the_schema_changes_and_beside_it() {
    let previous = std::env::var(PREVIOUS).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cluster = Cluster::start(&[]);
    cluster.inside("postgres").batch("CREATE DATABASE orders").unwrap();
    let url = cluster.url("orders");
    let inside = cluster.inside("orders");
    let options = ["--data-dir", "d", "--scheduler", "false", "--attachments-shared", "--database", &url];
    let older = |word: &str| Server::start_other(&previous, folder, &[&[word], &options[..]].concat());
    let first = older("demo");
    let token = demo_token(&folder.join("d"));
    let second = older("serve");
    let before = inside.figure(STEPS).unwrap();

    // they are sent orders while the schema becomes another
    let senders = Senders::to(vec![&first, &second], &token, "older", CLIENTS);
    let (mut ledger, words) = senders
        .send_during(async {
            senders.more(40).await;
            let migrated = call(folder, &[], &["migrate", "--database", &url]);
            assert!(migrated.status.success(), "{}", told(&migrated));
            senders.more(40).await;
            told(&migrated)
        })
        .await;
    assert!(inside.figure(STEPS).unwrap() > before, "the older version knows every step");
    assert!(words.contains("older instances continue with the new schema"), "{words}");
    eprintln!("{words}while it came: {}", ledger.told());
    ledger.check(&inside);
    senders.settle(&mut ledger).await;
    ledger.check(&inside);

    // beside this version, and once more from its start
    assert!(second.stop().status.success());
    let newer = Server::start(folder, &[&["serve"], &options[..]].concat());
    let again = older("serve");
    let senders = Senders::to(vec![&first, &newer, &again], &token, "beside", CLIENTS);
    let (mut ledger, ()) = senders.send_during(senders.more(120)).await;
    eprintln!("beside: {}", ledger.told());
    senders.settle(&mut ledger).await;
    ledger.check(&inside);
    for server in [&again, &newer] {
        process(server, &token).await;
        show_the_same(&again, &newer, &token).await;
    }
    assert_eq!((instances(&newer, &token).await, instances(&again, &token).await), (3, 3));
}

/// Imports a row whose location is named by its address alone.
async fn import_address(server: &Server, token: &str, header: &str, address: &str) {
    let location = json!({"address1": address, "postal": "35390", "city": "Gießen", "countryCode": "DE",
        "syncAdvise": {"ifNotExists": "CREATE"}});
    let row = json!({
        "bpartner": {"bpartner": {"code": "G0001"}, "location": location}, "product": {"code": "P002737"}, "qty": 1,
        "poReference": header, "dateRequired": "2030-01-15", "externalHeaderId": header, "externalLineId": "1",
    });
    let request = server.post("/api/sales/order/candidates", &row).header("Authorization", token);
    let (status, answer) = answered(request.send().await).await;
    assert_eq!(status, 201, "{header}: {answer}");
}

#[tokio::test]
#[ignore = "needs the binary of an older version: scripts/test-previous"]
async fn keys_of_both_versions_are_found_and_recomputed_when_the_older_one_has_ended() {
    let previous = std::env::var(PREVIOUS).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cluster = Cluster::start(&[]);
    cluster.inside("postgres").batch("CREATE DATABASE orders").unwrap();
    let url = cluster.url("orders");
    let inside = cluster.inside("orders");
    let options = ["--data-dir", "d", "--scheduler", "false", "--attachments-shared", "--database", &url];
    let older = Server::start_other(&previous, folder, &[&["demo"], &options[..]].concat());
    let token = demo_token(&folder.join("d"));
    import_address(&older, &token, "fold-1", "Hauptstraße 1").await;
    let migrated = call(folder, &[], &["migrate", "--database", &url]);
    assert!(migrated.status.success(), "{}", told(&migrated));
    let newer = Server::start(folder, &[&["serve"], &options[..]].concat());

    // each finds by its own form and by that of the other
    import_address(&newer, &token, "fold-2", "HAUPT\u{ad}STRASSE 1").await;
    import_address(&newer, &token, "fold-3", "Maßweg 2").await;
    import_address(&older, &token, "fold-4", "HAUPTSTRASSE 1").await;
    import_address(&older, &token, "fold-5", "massweg 2").await;
    let locations = "SELECT count(*) FROM bpartner_location WHERE postal = '35390'";
    assert_eq!(inside.figure(locations).unwrap(), 2);
    let of_older = "SELECT count(*) FROM bpartner_location WHERE address_key LIKE '%ß%'";
    assert!(inside.figure(of_older).unwrap() > 0, "keys are recomputed while the older version works");

    assert!(older.stop().status.success());
    let left = "SELECT CAST(sum(value) AS bigint) FROM counter WHERE name LIKE 'fold_%'";
    for _ in 0..60 {
        if inside.figure(left).unwrap() == 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    }
    assert_eq!((inside.figure(left).unwrap(), inside.figure(of_older).unwrap()), (0, 0));
    import_address(&newer, &token, "fold-6", "Hauptstraße 1").await;
    import_address(&newer, &token, "fold-7", "MASSWEG 2").await;
    assert_eq!(inside.figure(locations).unwrap(), 2);
}

#[tokio::test]
#[ignore = "needs the binary of an older version: scripts/test-previous"]
async fn a_version_that_could_not_read_what_is_written_keeps_the_schema_as_it_is() {
    let too_old = std::env::var(TOO_OLD).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cluster = Cluster::start(&[]);
    cluster.inside("postgres").batch("CREATE DATABASE orders").unwrap();
    let url = cluster.url("orders");
    let inside = cluster.inside("orders");
    let options = ["--data-dir", "d", "--scheduler", "false", "--attachments-shared", "--database", &url];
    let older = Server::start_other(&too_old, folder, &[&["demo"], &options[..]].concat());
    let token = demo_token(&folder.join("d"));
    let before = inside.figure(STEPS).unwrap();
    for changing in [&["migrate", "--database", &url][..], &[&["serve"], &options[..]].concat()] {
        let refused = call(folder, &[], changing);
        assert!(
            !refused.status.success() && told(&refused).contains("too old for the new schema"),
            "{}",
            told(&refused)
        );
    }
    assert_eq!(inside.figure(STEPS).unwrap(), before, "nothing is changed");
    let senders = Senders::to(vec![&older], &token, "older", CLIENTS);
    let (mut ledger, ()) = senders.send_during(senders.more(40)).await;
    senders.settle(&mut ledger).await;
    ledger.check(&inside);

    // when it has gone the schema changes, and it does not come back
    assert!(older.stop().status.success());
    let newer = Server::start(folder, &[&["serve"], &options[..]].concat());
    assert!(inside.figure(STEPS).unwrap() > before);
    process(&newer, &token).await;
    let mut again = std::process::Command::new(&too_old);
    let again = again.arg("serve").args(options).current_dir(folder).env_clear().output();
    let again = again.unwrap();
    assert!(
        !again.status.success() && told(&again).contains("a newer version of Orderdock"),
        "{}",
        told(&again)
    );
}
