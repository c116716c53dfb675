//! Failures of the PostgreSQL server: stop, kill, full disk, no free connection, and failover to a standby.

use crate::{
    postgres_cluster::{Cluster, End},
    postgres_faults::demo,
    postgres_ledger::Senders,
    postgres_pair::until,
    running::{Server, ready_within, status_and_body, stderr_of},
};
use std::{process::Command, time::Duration};

const CLIENTS: usize = 8;
const RECOVERY: Duration = Duration::from_secs(30);

#[tokio::test]
async fn database_restart_loses_no_data() {
    let folder = tempfile::tempdir().unwrap();
    let mut cluster = Cluster::start(&[]);
    cluster.connect("postgres").batch("CREATE DATABASE orders").unwrap();
    let (server, token) = demo(folder.path(), &cluster.url("orders"), &[]);
    for (name, end) in [("fast", End::Fast), ("immediate", End::Immediate), ("killed", End::Killed)] {
        let senders = Senders::to(vec![&server], &token, name, CLIENTS);
        let restarting = async {
            senders.more(30).await;
            cluster.end(end);
            tokio::time::sleep(Duration::from_millis(300)).await;
            cluster.go();
            senders.more(30).await;
        };
        let (mut ledger, ()) = senders.send_during(restarting).await;
        eprintln!("{name}: {}", ledger.summary());
        ledger.check(&cluster.connect("orders"));
        senders.settle(&mut ledger).await;
        ledger.check(&cluster.connect("orders"));
        ready_within(&server, RECOVERY).await;
    }
}

#[tokio::test]
async fn server_without_free_connections_is_retried() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(&["max_connections=20"]);
    cluster.connect("postgres").batch("CREATE ROLE od LOGIN").unwrap();
    cluster.connect("postgres").batch("CREATE DATABASE orders OWNER od").unwrap();
    let url = cluster.url("orders").replace("//postgres@", "//od@");
    let (server, token) = demo(folder.path(), &url, &[]);
    let connection = cluster.connect("orders");
    let senders = Senders::to(vec![&server], &token, "full", CLIENTS);
    let filling = async {
        senders.more(20).await;
        // ends all connections and prevents new ones
        connection.batch("ALTER ROLE od CONNECTION LIMIT 0").unwrap();
        let ended =
            "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE usename = 'od'";
        assert!(connection.figure(ended).unwrap() > 0);
        wait_until_not_ready(&server).await;
        // fewer connections than the default; an instance that gets none leaves its work to the others
        connection.batch("ALTER ROLE od CONNECTION LIMIT 8").unwrap();
        senders.more(20).await;
        connection.batch("ALTER ROLE od CONNECTION LIMIT -1").unwrap();
        senders.more(20).await;
    };
    let (mut ledger, ()) = senders.send_during(filling).await;
    eprintln!("{}", ledger.summary());
    ledger.check(&connection);
    senders.settle(&mut ledger).await;
    ledger.check(&connection);
    ready_within(&server, RECOVERY).await;
}

/// Waits until the server is not ready and returns the response. Readiness is cached for some seconds.
async fn wait_until_not_ready(server: &Server) -> String {
    for _ in 0..600 {
        let (status, response) = status_and_body(server.get("/api/ready").send().await).await;
        if status == 503 {
            return response.to_string();
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the server is not ready");
}

/// A small file system, unmounted on drop.
struct Small(tempfile::TempDir);

impl Small {
    fn mount(size: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let size = format!("size={size},mode=0777");
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(folder.path()).status();
        assert!(mounted.unwrap().success(), "this test must be allowed to mount: scripts/test-disk-full");
        Self(folder)
    }

    /// Fills the file system except for `free` bytes.
    fn fill(&self, free: usize) {
        let output = Command::new("df").args(["--output=avail", "-B1"]).arg(self.0.path()).output().unwrap();
        let output = String::from_utf8(output.stdout).unwrap();
        let available: usize = output.lines().last().unwrap().trim().parse().unwrap();
        std::fs::write(self.0.path().join("filler"), vec![7; available - free]).unwrap();
    }

    fn make_room(&self) {
        std::fs::remove_file(self.0.path().join("filler")).unwrap();
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").args(["--lazy"]).arg(self.0.path()).status();
    }
}

#[tokio::test]
#[ignore = "must be allowed to mount: scripts/test-disk-full"]
async fn full_disk_is_reported_and_work_resumes_with_space() {
    let folder = tempfile::tempdir().unwrap();
    let small = Small::mount("128m");
    let cluster = Cluster::start(&[]);
    let place = cluster.own_folder(small.0.path());
    let connection = cluster.connect("postgres");
    connection.batch(&format!("CREATE TABLESPACE small LOCATION '{}'", place.display())).unwrap();
    connection.batch("CREATE DATABASE orders TABLESPACE small").unwrap();
    let (server, token) = demo(folder.path(), &cluster.url("orders"), &[]);
    let mut senders = Senders::to(vec![&server], &token, "full", CLIENTS);
    senders.accepted_rejections = &[503, 507];
    let filling = async {
        senders.more(30).await;
        small.fill(200_000);
        senders.more_rejected(40).await;
        let (status, response) = status_and_body(server.get("/api/health").send().await).await;
        assert_eq!(status, 200, "{response}");
        small.make_room();
        senders.more(30).await;
    };
    let (mut ledger, ()) = senders.send_during(filling).await;
    eprintln!("{}", ledger.summary());
    assert!(ledger.rejected.contains_key(&507), "{:?}", ledger.rejected);
    let connection = cluster.connect("orders");
    ledger.check(&connection);
    senders.settle(&mut ledger).await;
    ledger.check(&connection);
    ready_within(&server, RECOVERY).await;
}

/// PostgreSQL crashes when the disk of its log is full and does not start until there is space. Writes that were active
/// then are stored completely or not at all.
#[tokio::test]
#[ignore = "must be allowed to mount: scripts/test-disk-full"]
async fn full_log_disk_stops_the_database_without_loss() {
    let folder = tempfile::tempdir().unwrap();
    let small = Small::mount("64m");
    let mut cluster = Cluster::start_with_log_in(small.0.path(), &["max_wal_size=4MB", "min_wal_size=2MB"]);
    cluster.connect("postgres").batch("CREATE DATABASE orders").unwrap();
    let (server, token) = demo(folder.path(), &cluster.url("orders"), &[]);
    let mut senders = Senders::to(vec![&server], &token, "log", CLIENTS);
    senders.accepted_rejections = &[503, 507];
    let filling = async {
        senders.more(30).await;
        small.fill(200_000);
        let has_panicked =
            || cluster.log().lines().any(|line| line.contains("PANIC") && line.contains("pg_wal"));
        until("the server falls", has_panicked).await;
        senders.more_rejected(40).await;
        let (status, response) = status_and_body(server.get("/api/health").send().await).await;
        assert_eq!(status, 200, "{response}");
        wait_until_not_ready(&server).await;
        small.make_room();
        // PostgreSQL does not restart by itself if recovery failed because of the full disk
        cluster.end(End::Immediate);
        cluster.go();
        cluster.connect("orders");
        senders.more(30).await;
    };
    let (mut ledger, ()) = senders.send_during(filling).await;
    eprintln!("{}", ledger.summary());
    let connection = cluster.connect("orders");
    ledger.check(&connection);
    senders.settle(&mut ledger).await;
    ledger.check(&connection);
    ready_within(&server, RECOVERY).await;
}

/// Starts a primary with a synchronous standby. Returns both, and one URL for both.
fn pair() -> (Cluster, Cluster, String) {
    let primary = Cluster::start(&["synchronous_standby_names=second", "wal_level=replica"]);
    let connection = primary.connect("postgres");
    // no standby is connected yet that could confirm the commit
    connection.batch("SET synchronous_commit = local").unwrap();
    connection.batch("CREATE DATABASE orders").unwrap();
    let standby = primary.standby("second", &["hot_standby=on"]);
    let followed = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
    while connection.figure(followed).unwrap() == 0 {
        std::thread::sleep(Duration::from_millis(50));
    }
    let url = format!("postgres://postgres@127.0.0.1:{},127.0.0.1:{}/orders", primary.port, standby.port);
    (primary, standby, url)
}

#[tokio::test]
async fn promoted_standby_has_all_acknowledged_data() {
    let folder = tempfile::tempdir().unwrap();
    let (mut primary, standby, url) = pair();
    let (server, token) = demo(folder.path(), &url, &[]);
    let senders = Senders::to(vec![&server], &token, "over", CLIENTS);
    let failing_over = async {
        senders.more(40).await;
        primary.end(End::Killed);
        tokio::time::sleep(Duration::from_secs(1)).await;
        standby.promote();
        // the promoted server has no standby
        standby.connect("postgres").batch("ALTER SYSTEM RESET synchronous_standby_names").unwrap();
        senders.more(40).await;
    };
    let (mut ledger, ()) = senders.send_during(failing_over).await;
    eprintln!("{}", ledger.summary());
    let connection = standby.connect("orders");
    ledger.check(&connection);
    senders.settle(&mut ledger).await;
    ledger.check(&connection);
    ready_within(&server, RECOVERY).await;
}

#[tokio::test]
async fn hanging_primary_is_replaced_by_promoted_standby() {
    let folder = tempfile::tempdir().unwrap();
    let (primary, standby, url) = pair();
    let (server, token) = demo(folder.path(), &format!("{url}?answer_timeout=2"), &[]);
    let mut senders = Senders::to(vec![&server], &token, "hangs", CLIENTS);
    // a request without a timely response may still be active when it is repeated
    senders.accepted_rejections = &[409, 503];
    let failing_over = async {
        senders.more(40).await;
        primary.freeze();
        standby.promote();
        standby.connect("postgres").batch("ALTER SYSTEM RESET synchronous_standby_names").unwrap();
        senders.more(40).await;
    };
    let (mut ledger, ()) = senders.send_during(failing_over).await;
    eprintln!("{}", ledger.summary());
    let connection = standby.connect("orders");
    ledger.check(&connection);
    senders.settle(&mut ledger).await;
    ledger.check(&connection);
}

#[tokio::test]
async fn standby_is_not_ready_and_reported_by_doctor() {
    let folder = tempfile::tempdir().unwrap();
    let (primary, standby, _) = pair();
    let first = demo(folder.path(), &primary.url("orders"), &[]).0;
    drop(first);
    let serve = ["serve", "--attachments-shared", "--scheduler", "false", "--data-dir", "d"];
    let place = standby.url("orders");
    let server = Server::start(folder.path(), &[&serve[..], &["--database", &place]].concat());
    let text = wait_until_not_ready(&server).await;
    assert!(text.contains("server.unavailable"), "{text}");
    let log = server.logged("the server is read-only, like a standby").await;
    assert!(!log.contains(" 500 "), "{log}");
    let doctor = crate::running::call(folder.path(), &[], &["doctor", "--database", &place]);
    let found = String::from_utf8(doctor.stdout.clone()).unwrap();
    assert!(found.contains("standby"), "{found}{}", stderr_of(&doctor));
}
