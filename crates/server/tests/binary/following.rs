//! Reading the event feed with the loop of the documentation.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::running::{Server, demo_token, status_and_body};

const KILLS: usize = 8;
/// Timeout of an expected state, long enough for a busy machine.
const TEST_TIMEOUT: Duration = Duration::from_mins(3);

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The documentation contains the example programs unchanged.
#[test]
fn documented_loops_equal_the_examples() {
    let page = std::fs::read_to_string(root().join("docs/events.md")).unwrap();
    for name in ["follow.py", "follow.sh"] {
        let program = std::fs::read_to_string(root().join("examples").join(name)).unwrap();
        assert!(page.contains(program.trim_end()), "docs/events.md shows another {name}");
    }
    let page = std::fs::read_to_string(root().join("docs/webhooks.md")).unwrap();
    let program = std::fs::read_to_string(root().join("examples/receive.py")).unwrap();
    assert!(page.contains(program.trim_end()), "docs/webhooks.md shows another receive.py");
}

fn follow(folder: &Path, server: &Server, token: &str) -> Child {
    Command::new("python3")
        .arg(root().join("examples/follow.py"))
        .current_dir(folder)
        .env("URL", &server.url)
        .env("TOKEN", token)
        .stdin(Stdio::null())
        .spawn()
        .unwrap()
}

/// Returns the records that the loop wrote, by event.
fn followed(folder: &Path) -> BTreeMap<String, String> {
    let read = "import sqlite3\nfor row in sqlite3.connect('followed.sqlite').execute('SELECT id, type FROM event'): print(*row)";
    let output = Command::new("python3").args(["-c", read]).current_dir(folder).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<_> = text.lines().map(|line| line.split_once(' ').unwrap()).collect();
    let count = rows.len();
    let events: BTreeMap<_, _> =
        rows.into_iter().map(|(id, kind)| (id.to_owned(), kind.to_owned())).collect();
    assert_eq!(events.len(), count, "no event is there twice");
    events
}

async fn events_by_id(server: &Server, token: &str) -> BTreeMap<String, String> {
    let (mut events, mut after) = (BTreeMap::new(), String::new());
    loop {
        let path = format!("/api/event-feed?limit=1000&after={after}");
        let (status, page) =
            status_and_body(server.get(&path).header("Authorization", token).send().await).await;
        assert_eq!(status, 200, "{page}");
        let Some(last) = page.as_array().unwrap().last() else { return events };
        last["id"].as_str().unwrap().clone_into(&mut after);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        events
            .extend(page.as_array().unwrap().iter().map(|event| (text(&event["id"]), text(&event["type"]))));
    }
}

#[tokio::test]
async fn killed_reader_of_feed_misses_and_repeats_no_event() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), &["demo", "--data-dir", "d"]);
    let token = demo_token(&folder.path().join("d"));
    let mut sent = BTreeSet::new();
    for kill in 0..KILLS {
        let mut child = follow(folder.path(), &server, &token);
        for number in 0..6 {
            let header = format!("F{kill}-{number}");
            let row = json!({
                "bpartner": {"bpartner": {"code": "G0001"}}, "product": {"code": "P002737"}, "qty": 1,
                "poReference": header, "dateRequired": "2030-01-15", "externalHeaderId": header,
                "externalLineId": "1",
            });
            let request = server.post("/api/sales/order/candidates", &row).header("Authorization", &token);
            let (status, response) = status_and_body(request.send().await).await;
            assert_eq!(status, 201, "{response}");
            sent.insert(header);
            tokio::time::sleep(Duration::from_millis(20 + 13 * u64::try_from(kill).unwrap())).await;
        }
        // the server is killed in the last round, too
        if kill + 1 == KILLS {
            server.kill();
            server = Server::start(folder.path(), &["demo", "--data-dir", "d"]);
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let mut child = follow(folder.path(), &server, &token);
    let started = Instant::now();
    let mut seen = followed(folder.path());
    let mut all = events_by_id(&server, &token).await;
    while seen != all {
        assert!(child.try_wait().unwrap().is_none(), "the process is still running");
        assert!(started.elapsed() < TEST_TIMEOUT, "{} of {}", seen.len(), all.len());
        tokio::time::sleep(Duration::from_millis(200)).await;
        (seen, all) = (followed(folder.path()), events_by_id(&server, &token).await);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let received = all.values().filter(|kind| *kind == "orderdock.candidate.received").count();
    assert!(received >= sent.len(), "{received} of {}", sent.len());
}

#[tokio::test]
async fn shell_loop_prints_a_line_per_event() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["demo", "--data-dir", "d", "--scheduler", "false"]);
    let token = demo_token(&folder.path().join("d"));
    let printed = folder.path().join("printed");
    let mut child = Command::new("sh")
        .arg(root().join("examples/follow.sh"))
        .current_dir(folder.path())
        .env("URL", &server.url)
        .env("TOKEN", &token)
        .stdin(Stdio::null())
        .stdout(std::fs::File::create(&printed).unwrap())
        .spawn()
        .unwrap();
    let all = events_by_id(&server, &token).await;
    let (started, mut lines) = (Instant::now(), 0);
    while lines < all.len() {
        assert!(child.try_wait().unwrap().is_none(), "the process is still running");
        assert!(started.elapsed() < TEST_TIMEOUT, "{lines} of {}", all.len());
        tokio::time::sleep(Duration::from_millis(200)).await;
        lines = std::fs::read_to_string(&printed).unwrap().lines().count();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let text = std::fs::read_to_string(&printed).unwrap();
    assert!(text.contains("  orderdock.candidate.received  001  W-1001  1  -  new"), "{text}");
}
