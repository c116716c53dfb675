//! Whoever sends events dies in the middle, and another one goes on: a receiver that fails now and then hears of everything.

use crate::{
    postgres_takeover::{Pair, row},
    running::answered,
};
use serde_json::json;
use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

const ROWS: usize = 600;
/// However busy the machine is.
const LIMIT: Duration = Duration::from_mins(3);

/// What a receiver has taken: ids in the order in which they came, each with when that was.
type Taken = Arc<Mutex<Vec<(String, Instant)>>>;

/// Answers every third call with 500, each event once at most, and takes the others, a little late.
fn receiver() -> (String, Taken) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let taken = Taken::default();
    let (kept, failed) = (taken.clone(), Arc::<Mutex<BTreeSet<String>>>::default());
    thread::spawn(move || {
        for (number, stream) in listener.incoming().enumerate() {
            let (kept, failed) = (kept.clone(), failed.clone());
            let fails = move |id: &str| number % 3 == 2 && failed.lock().unwrap().insert(id.to_owned());
            thread::spawn(move || hear(stream.unwrap(), fails, &kept));
        }
    });
    (url, taken)
}

/// Reads one call and closes. Who calls may have died.
fn hear(mut stream: TcpStream, fails: impl Fn(&str) -> bool, taken: &Taken) -> Option<()> {
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
        taken.lock().unwrap().push((id, Instant::now()));
    }
    stream
        .write_all(format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n").as_bytes())
        .ok()
}

fn wait(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < LIMIT, "waited in vain until {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn events_go_on_when_who_sends_them_is_killed() {
    let mut pair = Pair::begin().await;
    let (url, taken) = receiver();
    let webhook = json!({ "url": url, "types": ["orderdock.candidate.received"] });
    let request = pair.first.post("/api/webhooks", &webhook).header("Authorization", &pair.token);
    let (status, webhook) = answered(request.send().await).await;
    assert_eq!(status, 201, "{webhook}");
    let rows: Vec<_> = (0..ROWS).map(|number| row(&format!("kill-{number}"), 1)).collect();
    let rows = pair.first.post("/api/sales/order/candidates/bulk", &json!({ "requests": rows }));
    let (status, brought) = answered(rows.header("Authorization", &pair.token).send().await).await;
    assert_eq!(status, 201, "{brought}");
    wait("some have come", || taken.lock().unwrap().len() >= 60);
    pair.first.kill();
    let killed = Instant::now();
    let before = taken.lock().unwrap().len();
    assert!(before < ROWS, "it was too fast for the test");
    let others = |taken: &Taken| {
        taken.lock().unwrap().iter().find(|(_, at)| *at > killed + Duration::from_secs(1)).map(|one| one.1)
    };
    wait("the other one goes on", || others(&taken).is_some());
    let silent = others(&taken).unwrap() - killed;
    let feed = "/api/event-feed?limit=1000&types=orderdock.candidate.received";
    let (status, told) =
        answered(pair.second.get(feed).header("Authorization", &pair.token).send().await).await;
    assert_eq!(status, 200, "{told}");
    let own = |event: &&serde_json::Value| {
        event["data"]["externalHeaderId"].as_str().is_some_and(|id| id.starts_with("kill-"))
    };
    let ids: BTreeSet<String> = told
        .as_array()
        .unwrap()
        .iter()
        .filter(own)
        .map(|event| event["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ids.len(), ROWS);
    let heard = || taken.lock().unwrap().iter().map(|(id, _)| id.clone()).collect::<BTreeSet<_>>();
    wait("all have come", || heard() == ids);
    let times = taken.lock().unwrap().len();
    eprintln!("silent for {silent:?} after a kill; {ROWS} events were taken {times} times");
}
