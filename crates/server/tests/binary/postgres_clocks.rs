//! Instances on machines with wrong clocks: instances and commands use the clock of the database.

use crate::{
    postgres::TestDatabase,
    postgres_faults::demo,
    postgres_pair::{row, until},
    running::{Server, call, printed, status_and_body, stderr_of},
};
use orderdock_store_postgres::BlockingConnection;
use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

const SINGLE: &str = "/api/sales/order/candidates";
/// Seconds by which one clock is ahead and the other one behind.
const HOUR: i64 = 3_600;
/// Command prefix that shifts the system time of a program, but not its timers.
const CLOCK: &str = r"
#define _GNU_SOURCE
#include <time.h>
#include <sys/time.h>
#include <unistd.h>
#include <sys/syscall.h>
int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int) syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += AHEAD;
    return result;
}
int gettimeofday(struct timeval *time, void *zone) {
    struct timespec now;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    (void) zone;
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return result;
}
time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}
";

/// A machine whose clock is ahead by some seconds.
struct Machine {
    library: PathBuf,
    ahead: i64,
}

impl Machine {
    fn new(folder: &Path, ahead: i64) -> Self {
        let (source, library) = (folder.join("clock.c"), folder.join(format!("clock{ahead}.so")));
        fs::write(&source, CLOCK).unwrap();
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", &format!("-DAHEAD=({ahead})"), "-o"]);
        let output = compiler.arg(&library).arg(&source).output().unwrap();
        assert!(output.status.success(), "{}", stderr_of(&output));
        Self { library, ahead }
    }

    fn environment(&self) -> [(&str, &str); 1] {
        [("LD_PRELOAD", self.library.to_str().unwrap())]
    }

    fn serve(&self, folder: &Path, database: &TestDatabase) -> Server {
        let place = ["--database", &database.url, "--accept-data-loss"];
        let serve = [&["serve", "--data-dir", "d", "--attachments-shared"], &place[..]].concat();
        Server::start_with(folder, &self.environment(), &serve)
    }
}

/// Distance of the planted times from now, half of the difference of each clock.
const HALF: &str = "interval '30 minutes'";

async fn seen(server: &Server, cookie: &str) -> u16 {
    status_and_body(server.get("/api/session").header("Cookie", cookie).send().await).await.0
}

/// Signs in and returns the cookie.
async fn sign_in(server: &Server) -> String {
    let login = json!({ "user": "anna", "password": "correct horse battery" });
    let response = server.post("/api/session", &login).send().await.unwrap();
    assert_eq!(response.status(), 200);
    let cookie = response.headers()["set-cookie"].to_str().unwrap();
    cookie.split(';').next().unwrap().to_owned()
}

/// Plants two schedules, one with a pause of another half hour and one whose pause ended half an hour ago, and two file
/// claims with the same times.
fn plant(connection: &BlockingConnection) {
    connection
        .batch(&format!(
            "DELETE FROM schedule_state; DELETE FROM schedule; DELETE FROM attachment_content; \
             INSERT INTO schedule (org_id, active, cron, paused_until) \
             SELECT id, true, '* * * * *', now() + CASE WHEN number = 1 THEN 1 ELSE -1 END * {HALF} \
             FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM organisation WHERE id <> 0 AND active) o \
             WHERE number <= 2; \
             INSERT INTO attachment_content (sha256, claimed_until, claimed_by) VALUES \
             ('\\x{:064x}', now() + {HALF}, 1), ('\\x{:064x}', now() - {HALF}, 1); \
             DELETE FROM idempotency; INSERT INTO idempotency (caller_id, status, created_at, method, path, key, body_hash, answer) \
             SELECT 1, 201, now() - interval '30 days' + part * {HALF}, 'POST', '/', 'kept ' || part, '', '' \
             FROM unnest(ARRAY[1, -1]) part",
            1, 2
        ))
        .unwrap();
}

/// Asserts that the leader runs the schedule after its pause, sweeps expired records, and keeps records with half an hour left.
async fn assert_leader_uses_database_clock(connection: &BlockingConnection) {
    let figure = |sql: &str| connection.figure(sql).unwrap();
    until("expired sessions are swept", || figure("SELECT count(*) FROM attachment_content") == 1).await;
    until("contents older than a month are swept", || figure("SELECT count(*) FROM idempotency") == 1).await;
    until("the one schedule is followed", || {
        figure("SELECT count(*) FROM schedule_state WHERE last_run_at IS NOT NULL") > 0
    })
    .await;
    // the due schedule is executed first in each check
    for (condition, sql) in [
        (
            "schedule",
            "SELECT count(*) FROM schedule_state s JOIN schedule USING (org_id) WHERE paused_until > now() AND last_run_at IS NOT NULL",
        ),
        ("file", "SELECT count(*) FROM attachment_content WHERE claimed_until < now()"),
        ("key", "SELECT count(*) FROM idempotency WHERE key <> 'kept 1'"),
        (
            "look",
            "SELECT count(*) FROM schedule_state WHERE abs(extract(epoch FROM now() - last_run_at)) > 1000",
        ),
    ] {
        assert_eq!(figure(sql), 0, "{condition}");
    }
}

#[tokio::test]
async fn instances_with_wrong_clocks_use_database_time() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let database = TestDatabase::empty();
    let (server, token) = demo(folder, &database.url, &["--accept-data-loss"]);
    assert!(server.stop().status.success());
    let connection = database.connect();
    let figure = |sql: &str| connection.figure(sql).unwrap();
    let machines = [HOUR, -HOUR].map(|ahead| Machine::new(folder, ahead));

    plant(&connection);
    let mut servers = Vec::new();
    for machine in &machines {
        servers.push(machine.serve(folder, &database));
        // the first instance holds the leases
        until("it has a row", || {
            figure("SELECT count(*) FROM instance") == i64::try_from(servers.len()).unwrap()
        })
        .await;
        until("an instance holds the leases", || figure("SELECT count(*) FROM lease") >= 3).await;
    }
    assert_leader_uses_database_clock(&connection).await;
    assert_clock_differences_are_reported(&servers, &machines, &token).await;
    assert_sessions_expire(folder, &database, &servers).await;
    commands_write_the_right_time(folder, &database, &servers, &machines).await;
    assert_imports_have_database_time(&connection, &servers, &token).await;

    // neither instance has declared the other one lost or lost its own leases
    let signed = "SELECT count(*) FROM instance WHERE signs >= 4 AND signed_at > now() - interval '6 seconds' \
                  AND started_at BETWEEN now() - interval '20 minutes' AND now()";
    until("both sign", || figure(signed) == 2).await;
    assert_eq!(figure("SELECT count(DISTINCT fence) FROM lease"), figure("SELECT count(*) FROM lease"));
    assert_eq!(figure("SELECT count(*) FROM lease WHERE holder <> (SELECT min(id) FROM instance)"), 0);

    // the second instance takes over the leases
    plant(&connection);
    assert!(servers.remove(0).stop().status.success());
    assert_leader_uses_database_clock(&connection).await;
}

/// Asserts that both instances report the deviations of their clocks.
async fn assert_clock_differences_are_reported(servers: &[Server], machines: &[Machine], token: &str) {
    for server in servers {
        // an instance measures its clock with its first heartbeat
        for attempt in 1.. {
            let shown = server.get("/api/instances").header("Authorization", token);
            let (status, shown) = status_and_body(shown.send().await).await;
            assert_eq!(status, 200, "{shown}");
            let items = shown["items"].as_array().unwrap();
            let ahead = items.iter().map(|item| item["clockAheadSeconds"].as_i64().unwrap());
            let mut pairs = ahead.zip(machines);
            // an instance that was stopped while it started can be listed until the others remove it
            if items.len() == 2 && pairs.all(|(ahead, machine)| (ahead - machine.ahead).abs() < 60) {
                break;
            }
            assert!(attempt < 100, "{shown}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

/// Checks that a session expires at the right time on the instance that has not cached it.
async fn assert_sessions_expire(folder: &Path, database: &TestDatabase, servers: &[Server]) {
    let create =
        ["user", "create", "anna", "--role", "clerk", "--password-stdin", "--database", &database.url];
    let created = crate::running::call_with_input(folder, &create, b"correct horse battery\n");
    assert!(created.status.success(), "{}", stderr_of(&created));
    let connection = database.connect();
    for (signed_at, asked_at) in [(0, 1), (1, 0)] {
        for (until, expected) in [("+", 200), ("-", 401)] {
            let cookie = sign_in(&servers[signed_at]).await;
            let fresh = format!(
                "SELECT count(*) FROM session WHERE created_at BETWEEN now() - {HALF} AND now() \
                 AND expires_at BETWEEN now() + interval '11 hours 30 minutes' AND now() + interval '12 hours'"
            );
            assert_eq!(connection.figure(&fresh).unwrap(), 1, "it was begun now");
            connection.batch(&format!("UPDATE session SET expires_at = now() {until} {HALF}")).unwrap();
            assert_eq!(seen(&servers[asked_at], &cookie).await, expected, "{signed_at} {asked_at} {until}");
            connection.batch("DELETE FROM session").unwrap();
        }
    }
}

/// Checks that a token with a lifetime of half an hour, created on one machine, is valid on the server of the other one
/// for exactly that time.
async fn commands_write_the_right_time(
    folder: &Path,
    database: &TestDatabase,
    servers: &[Server],
    machines: &[Machine],
) {
    let connection = database.connect();
    let place = ["--database", database.url.as_str()];
    for (made, reader) in [(0, 1), (1, 0)] {
        let name = format!("shop {made}");
        let create =
            ["token", "create", "--name", &name, "--scope", "candidates:read", "--expires-in", "30m"];
        let output = call(folder, &machines[made].environment(), &[&create[..], &place].concat());
        assert!(output.status.success(), "{}", stderr_of(&output));
        let token = String::from_utf8(output.stdout).unwrap();
        let right = format!(
            "SELECT count(*) FROM token WHERE name = '{name}' AND created_at BETWEEN now() - interval '10 minutes' AND now() \
             AND expires_at = created_at + {HALF}"
        );
        assert_eq!(connection.figure(&right).unwrap(), 1, "{name}");
        let response = servers[reader].get(SINGLE).header("Authorization", token.trim()).send();
        assert_eq!(response.await.unwrap().status(), 200, "{name}");
        let over = ["token", "create", "--name", "over", "--scope", "candidates:read", "--expires-in", "30m"];
        let token = printed(folder, &[&over[..], &place].concat());
        connection
            .batch(&format!("UPDATE token SET expires_at = now() - {HALF} WHERE name = 'over'"))
            .unwrap();
        let response = servers[reader].get(SINGLE).header("Authorization", token.trim()).send();
        assert_eq!(response.await.unwrap().status(), 401, "{name}");
    }
}

/// Asserts that imports have the correct time and that both instances know an idempotency key of either.
async fn assert_imports_have_database_time(connection: &BlockingConnection, servers: &[Server], token: &str) {
    let started = connection.text("SELECT clock_timestamp()::text").unwrap();
    for (number, server) in servers.iter().enumerate() {
        let key = format!("clock {number}");
        let post = |server: &Server| {
            let request = server.post(SINGLE, &row(&key, 1)).header("Authorization", token);
            request.header("Idempotency-Key", &key).send()
        };
        assert_eq!(post(server).await.unwrap().status(), 201);
        let again = post(&servers[1 - number]).await.unwrap();
        assert_eq!(again.headers()["idempotency-replayed"], "true", "{key}");
    }
    for of_now in [
        "candidate WHERE external_header_id LIKE 'clock %' AND created_at",
        "idempotency WHERE key LIKE 'clock %' AND created_at",
    ] {
        let counted = format!(
            "SELECT count(*) FROM {of_now} BETWEEN '{started}'::timestamptz - interval '1 minute' AND now()"
        );
        assert_eq!(connection.figure(&counted).unwrap(), 2, "{of_now}");
    }
}
