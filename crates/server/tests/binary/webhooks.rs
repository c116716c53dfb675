//! Webhooks reach a receiver that fails intermittently, even if the server or receiver is killed.

use crate::{
    engine::{connect, ends_here},
    running::{Server, call, demo_token, printed, status_and_body, stderr_of},
};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

pub const ROWS: usize = 600;
/// Timeout of an expected state, long enough for a busy machine.
const LIMIT: Duration = Duration::from_mins(3);

/// Received event ids in order, each with its time.
pub type ReceivedEvents = Arc<Mutex<Vec<(String, Instant)>>>;

/// Starts a receiver. It responds to every third request with 500, at most once per event, and accepts the others after
/// a short delay. Returns its URL and the accepted events.
pub fn receiver() -> (String, ReceivedEvents) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let received = ReceivedEvents::default();
    let (accepted, failed) = (received.clone(), Arc::<Mutex<BTreeSet<String>>>::default());
    thread::spawn(move || {
        for (number, stream) in listener.incoming().enumerate() {
            let (accepted, failed) = (accepted.clone(), failed.clone());
            let fails = move |id: &str| number % 3 == 2 && failed.lock().unwrap().insert(id.to_owned());
            thread::spawn(move || receive(stream.unwrap(), fails, &accepted));
        }
    });
    (url, received)
}

/// Reads one request, responds and closes the connection. The client may have been killed.
fn receive(mut stream: TcpStream, fails: impl Fn(&str) -> bool, received: &ReceivedEvents) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let (mut id, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|count| *count > 0)?;
        match line.trim_end().split_once(": ") {
            Some(("webhook-id", value)) => value.clone_into(&mut id),
            Some(("content-length", value)) => length = value.parse().unwrap(),
            None if line == "\r\n" => break,
            _ => {}
        }
    }
    reader.read_exact(&mut vec![0; length]).ok()?;
    thread::sleep(Duration::from_millis(20));
    let fails = fails(&id);
    let status = if fails { "500 No" } else { "204 Taken" };
    if !fails {
        received.lock().unwrap().push((id, Instant::now()));
    }
    stream
        .write_all(format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n").as_bytes())
        .ok()
}

pub fn wait(condition: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < LIMIT, "timeout: {condition}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Creates a webhook and imports rows until some events are delivered and others are still queued.
pub async fn import_until_queued(
    server: &Server,
    token: &str,
    url: &str,
    received: &ReceivedEvents,
    row: impl Fn(usize) -> Value,
) {
    let webhook = json!({ "url": url, "types": ["orderdock.candidate.received"] });
    let request = server.post("/api/webhooks", &webhook).header("Authorization", token);
    let (status, webhook) = status_and_body(request.send().await).await;
    assert_eq!(status, 201, "{webhook}");
    let rows: Vec<_> = (0..ROWS).map(row).collect();
    let rows = server.post("/api/sales/order/candidates/bulk", &json!({ "requests": rows }));
    let (status, response) = status_and_body(rows.header("Authorization", token).send().await).await;
    assert_eq!(status, 201, "{response}");
    wait("some events are delivered", || received.lock().unwrap().len() >= 60);
}

/// Waits until the receiver has all events of the feed for orders with an id prefix.
pub async fn wait_for_all(server: &Server, token: &str, received: &ReceivedEvents, prefix: &str) {
    let feed = "/api/event-feed?limit=1000&types=orderdock.candidate.received";
    let (status, body) = status_and_body(server.get(feed).header("Authorization", token).send().await).await;
    assert_eq!(status, 200, "{body}");
    let own =
        |event: &&Value| event["data"]["externalHeaderId"].as_str().is_some_and(|id| id.starts_with(prefix));
    let ids: BTreeSet<String> = body
        .as_array()
        .unwrap()
        .iter()
        .filter(own)
        .map(|event| event["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ids.len(), ROWS);
    let received_ids = || received.lock().unwrap().iter().map(|(id, _)| id.clone()).collect::<BTreeSet<_>>();
    wait("all events are delivered", || received_ids() == ids);
}

#[tokio::test(flavor = "multi_thread")]
async fn deliveries_continue_with_next_start_after_kill() {
    if ends_here("deliveries_continue_with_next_start_after_kill") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["demo", "--data-dir", "d", "--scheduler", "false"];
    let mut server = Server::start(folder.path(), &arguments);
    let token = demo_token(&folder.path().join("d"));
    let (url, received) = receiver();
    let row = |number: usize| {
        json!({ "bpartner": {"bpartner": {"code": "G0001"}}, "product": {"code": "P002737"}, "qty": 1,
            "poReference": "P", "dateRequired": "2030-01-15", "externalHeaderId": format!("kill-{number}"),
            "externalLineId": "1" })
    };
    import_until_queued(&server, &token, &url, &received, row).await;
    server.kill();
    let killed = Instant::now();
    assert!(received.lock().unwrap().len() < ROWS, "all events were delivered before the kill");
    // the killed instance must not be recognised by its missing heartbeats
    connect(&folder.path().join("d")).change("UPDATE instance SET signed_at = signed_at + 3600000000");
    let server = Server::start(folder.path(), &arguments);
    let before = received.lock().unwrap().len();
    wait("the next server continues the deliveries", || received.lock().unwrap().len() > before);
    eprintln!("silent for {:?} after a kill", killed.elapsed());
    wait_for_all(&server, &token, &received, "kill-").await;
    server.logged("instance lost, its work is taken over").await;
    assert!(server.stop().status.success());
}

#[test]
fn webhook_is_paused_always_and_resumed_if_receiver_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let webhook = |arguments: &[&str]| {
        call(folder.path(), &[], &[&["webhook"], arguments, &["--data-dir", "d"]].concat())
    };
    printed(folder.path(), &["migrate", "--data-dir", "d"]);
    let added = webhook(&["add", "http://127.0.0.1:9/", "--webhooks-allow-private"]);
    assert!(added.status.success(), "{}", stderr_of(&added));
    let listed = String::from_utf8(webhook(&["list"]).stdout).unwrap();
    let id = listed.split(|sign: char| !sign.is_ascii_digit()).find(|id| id.len() > 4).unwrap();
    let paused = webhook(&["pause", id]);
    assert_eq!(stderr_of(&paused), format!("webhook {id} is paused\n"));
    let rejected = webhook(&["resume", id]);
    assert!(
        !rejected.status.success() && stderr_of(&rejected).contains("127.0.0.1"),
        "{}",
        stderr_of(&rejected)
    );
    let resumed = webhook(&["resume", id, "--webhooks-allow-private"]);
    assert_eq!(stderr_of(&resumed), format!("webhook {id} is active\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn receiver_of_a_demo_on_this_machine_is_called_without_an_option() {
    let folder = tempfile::tempdir().unwrap();
    let _server = Server::start(folder.path(), &["demo", "--data-dir", "d"]);
    let (url, received) = receiver();
    let webhook = |arguments: &[&str]| {
        let output = call(folder.path(), &[], &[&["webhook"], arguments, &["--data-dir", "d"]].concat());
        assert!(output.status.success(), "{arguments:?}: {}", stderr_of(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    webhook(&["add", &url]);
    let listed = webhook(&["list"]);
    let id = listed.split(|sign: char| !sign.is_ascii_digit()).find(|id| id.len() > 4).unwrap();
    // the receiver fails every third request, and the demo sends its own events
    let test = || call(folder.path(), &[], &["webhook", "test", id, "--data-dir", "d"]).status.success();
    assert!(test() || test());
    assert!(!received.lock().unwrap().is_empty());
}
