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
/// That of one which cannot read what is written from a step on that it does not know.
const TOO_OLD: &str = "ORDERDOCK_TOO_OLD";
const STEPS: &str = "SELECT count(*) FROM schema_step";

/// Who works on the database, by their versions' steps, as any instance tells it.
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
