//! Network and database faults: acknowledged data is stored once, and the server recovers automatically.

use crate::{
    postgres::rejected,
    postgres_cluster::Cluster,
    postgres_ledger::Senders,
    postgres_pair::until,
    proxy::{Fault, Proxy},
    running::{Server, demo_token, ready_within},
};
use std::{
    path::Path,
    time::{Duration, Instant},
};

const CLIENTS: usize = 8;

/// Starts a demo on a database and returns it with its token.
pub fn demo(folder: &Path, url: &str, options: &[&str]) -> (Server, String) {
    let command = ["demo", "--data-dir", "d", "--scheduler", "false", "--database", url];
    let server = Server::start(folder, &[&command, options].concat());
    (server, demo_token(&folder.join("d")))
}

#[tokio::test]
async fn broken_connections_neither_lose_nor_duplicate_data() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(&[]);
    cluster.connect("postgres").batch("CREATE DATABASE orders").unwrap();
    let proxy = Proxy::start_for(cluster.port);
    let url = format!("postgres://postgres@127.0.0.1:{}/orders", proxy.port);
    let (server, token) = demo(folder.path(), &url, &[]);
    for (name, fault) in [("cut", Fault::CutEach(10)), ("lost", Fault::LoseCommit(3))] {
        let senders = Senders::to(vec![&server], &token, name, CLIENTS);
        let suffering = async {
            senders.more(30).await;
            proxy.inject(fault);
            let before = proxy.cuts();
            while proxy.cuts() < before + 60 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            proxy.inject(Fault::None);
            senders.more(30).await;
        };
        let (mut ledger, ()) = senders.send_during(suffering).await;
        eprintln!("{name}: {}, {} connections ended", ledger.summary(), proxy.cuts());
        let connection = cluster.connect("orders");
        ledger.check(&connection);
        senders.settle(&mut ledger).await;
        ledger.check(&connection);
        ready_within(&server, Duration::from_secs(30)).await;
    }
}

#[tokio::test]
async fn silent_connection_is_abandoned() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(&[]);
    cluster.connect("postgres").batch("CREATE DATABASE orders").unwrap();
    let proxy = Proxy::start_for(cluster.port);
    let url = format!("postgres://postgres@127.0.0.1:{}/orders?answer_timeout=2", proxy.port);
    let (server, token) = demo(folder.path(), &url, &[]);
    let senders = Senders::to(vec![&server], &token, "silence", CLIENTS);
    let falling_silent = async {
        senders.more(30).await;
        proxy.inject(Fault::Silence);
        // the operating system detects no fault, because both ends are still open
        server.logged("database does not respond, connection closed").await;
        proxy.inject(Fault::None);
        senders.more(30).await;
    };
    let (mut ledger, ()) = senders.send_during(falling_silent).await;
    eprintln!("{}", ledger.summary());
    let connection = cluster.connect("orders");
    ledger.check(&connection);
    senders.settle(&mut ledger).await;
    ledger.check(&connection);
    ready_within(&server, Duration::from_secs(30)).await;
}

#[tokio::test]
async fn ready_answers_within_a_second_while_the_database_hangs() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(&[]);
    cluster.connect("postgres").batch("CREATE DATABASE orders").unwrap();
    let proxy = Proxy::start_for(cluster.port);
    let url = format!("postgres://postgres@127.0.0.1:{}/orders", proxy.port);
    let (server, _) = demo(folder.path(), &url, &[]);
    ready_within(&server, Duration::from_secs(30)).await;
    proxy.inject(Fault::Silence);
    let silent = Instant::now();
    while silent.elapsed() < Duration::from_secs(8) {
        let started = Instant::now();
        let status = server.get("/api/ready").send().await.unwrap().status().as_u16();
        // twice the limit of one second, for a busy machine
        assert!(started.elapsed() < Duration::from_secs(2), "answered after {:?}", started.elapsed());
        if started.duration_since(silent) > Duration::from_secs(2) {
            assert_eq!(status, 503, "{:?} after the last answer of the database", silent.elapsed());
        }
    }
    proxy.inject(Fault::None);
    ready_within(&server, Duration::from_mins(1)).await;
}

/// Reports each setting that prevents durability, with the expected value and the option that accepts it.
#[tokio::test]
async fn database_without_durability_is_refused_with_reason() {
    const SETTINGS: [&str; 3] = ["fsync", "full_page_writes", "synchronous_commit"];
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(&[]);
    cluster.connect("postgres").batch("CREATE DATABASE orders").unwrap();
    let url = cluster.url("orders");
    let serve = ["serve", "--attachments-shared", "--scheduler", "false", "--database", &url];
    let switch = async |name: &str, to: &str| {
        let connection = cluster.connect("orders");
        connection.batch(&format!("ALTER SYSTEM SET {name} = {to}")).unwrap();
        connection.batch("SELECT pg_reload_conf()").unwrap();
        let switched = || connection.text(&format!("SHOW {name}")).unwrap() == to;
        until("it is switched", switched).await;
    };
    let rejection = |off: &str| {
        let text = rejected(folder.path(), &[&serve[..], &["--listen", "127.0.0.1:0"]].concat(), 2);
        let expected = format!(
            "the PostgreSQL server of {url} has {off} off and can lose committed data in a crash. Switch this on in its \
             configuration. If data loss is acceptable, as in tests, set --accept-data-loss."
        );
        assert!(text.contains(&expected), "{text}");
    };
    for name in SETTINGS {
        switch(name, "off").await;
        rejection(name);
        switch(name, "on").await;
    }
    for name in SETTINGS {
        switch(name, "off").await;
    }
    rejection(&SETTINGS.join(" and "));
    let tables = "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace";
    assert_eq!(cluster.connect("orders").figure(tables).unwrap(), 0, "nothing was begun");
    let server = Server::start(folder.path(), &[&serve[..], &["--accept-data-loss"]].concat());
    ready_within(&server, Duration::from_secs(30)).await;
}
