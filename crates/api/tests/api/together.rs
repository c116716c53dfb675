//! Batches of small imports: responses and stored data equal those of the same requests sent one after another.

use std::collections::BTreeSet;
use std::time::Duration;

use jiff::SignedDuration;
use orderdock_domain::access::Scope;
use orderdock_testkit::reqwest::Method;
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, send};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

/// First id of the test, larger than any other number in a response.
const FIRST_ID: u64 = 5_000_000;

/// Deterministic random numbers from a seed.
struct Rng(u64);

impl Rng {
    fn roll(&mut self, sides: u64) -> u64 {
        // linear congruential generator of Knuth's MMIX
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn one_in(&mut self, sides: u64) -> bool {
        self.roll(sides) == 0
    }
}

/// An import request, by a caller with or without the right to change master data.
struct Request {
    path: String,
    body: String,
    key: Option<String>,
    may_update: bool,
}

fn advice(rng: &mut Rng) -> Value {
    let if_exists =
        ["DONT_UPDATE", "UPDATE_MERGE", "ASSERT_UNCHANGED"][usize::try_from(rng.roll(3)).unwrap()];
    let if_not_exists = if rng.one_in(5) { "FAIL" } else { "CREATE" };
    json!({ "ifExists": if_exists, "ifNotExists": if_not_exists })
}

/// Returns a row with few distinct values, so that rows conflict often.
fn row(rng: &mut Rng) -> Value {
    let mut change = json!({ "qty": 1 + rng.roll(2), "poReference": format!("PO-{}", rng.roll(3)) });
    if !rng.one_in(3) {
        let number = rng.roll(3);
        let advice = advice(rng);
        let mut location = json!({ "externalId": format!("l{}", rng.roll(2)), "countryCode": "DE",
            "postal": "53179", "city": "Bonn", "address1": format!("Street {}", rng.roll(2)) });
        if rng.one_in(6) {
            location["countryCode"] = json!("XX");
        }
        let name = format!("Partner {}", rng.roll(2));
        let mut partner = json!({ "code": format!("P{number}"), "name": name });
        if rng.one_in(8) {
            partner["group"] = json!(format!("Group {number}"));
        }
        let contact = json!({ "name": "Desk", "email": format!("desk{}@example.com", rng.roll(2)) });
        change["bpartner"] = json!({ "bpartner": partner, "location": location, "contact": contact,
            "syncAdvise": advice });
    }
    if rng.one_in(3) {
        let number = rng.roll(2);
        change["product"] = json!({ "code": format!("A{number}"), "name": format!("Article {}", rng.roll(2)),
            "type": "ITEM", "uomCode": "PCE", "priceStd": 1 + rng.roll(3), "syncAdvise": advice(rng) });
    }
    if rng.one_in(12) {
        change["org"] = json!({ "code": "N01", "name": "New", "syncAdvise": advice(rng) });
    }
    if rng.one_in(8) {
        change["uomCode"] = json!("???");
    }
    if rng.one_in(10) {
        change["qty"] = json!("many");
    }
    candidate(&format!("H{}", rng.roll(5)), &rng.roll(4).to_string(), change)
}

fn requests(seed: u64) -> Vec<Request> {
    let mut rng = Rng(seed);
    let count = 8 + rng.roll(8);
    let mut bulks = 0;
    let request = |number: u64| {
        // the number of active bulks per caller is limited
        let (path, body) = if bulks < 6 && rng.one_in(3) {
            bulks += 1;
            let policy = ["all", "header", "row"][usize::try_from(rng.roll(3)).unwrap()];
            let rows: Vec<_> = (0..=rng.roll(3)).map(|_| row(&mut rng)).collect();
            (format!("{CANDIDATES}/bulk?errorPolicy={policy}"), bulk(rows))
        } else {
            (CANDIDATES.to_owned(), row(&mut rng).to_string())
        };
        let key = rng.one_in(2).then(|| format!("key-{number}"));
        Request { path, body, key, may_update: !rng.one_in(3) }
    };
    // the first request must write something
    let body = candidate("First", "1", json!({})).to_string();
    let first = Request { path: CANDIDATES.to_owned(), body, key: None, may_update: true };
    std::iter::once(first).chain((0..count).map(request)).collect()
}

struct Server {
    app: TestApp,
    /// Token without the right to change master data.
    shop: String,
}

impl Server {
    async fn start() -> Self {
        let app = TestApp::start_with_lock_timeout(Duration::from_mins(1)).await;
        app.database.change(&format!("UPDATE counter SET value = {FIRST_ID} WHERE name = 'id'"));
        // reserved ids expire, so that none of them is used
        app.clock.advance(SignedDuration::from_secs(2));
        let shop = app.token(&[Scope::CandidatesWrite, Scope::CandidatesRead]).await;
        Self { app, shop }
    }

    fn post(&self, request: &Request) -> impl Future<Output = HttpResponse> + Send + use<> {
        let token = if request.may_update { &self.app.admin } else { &self.shop };
        let mut post = self.app.request(Method::POST, &request.path).header("Authorization", token);
        post = post.header("Content-Type", "application/json");
        if let Some(key) = &request.key {
            post = post.header("Idempotency-Key", key);
        }
        send(post.body(request.body.clone()))
    }

    async fn one_after_another(&self, requests: &[Request]) -> Vec<HttpResponse> {
        let mut responses = Vec::new();
        for request in requests {
            responses.push(self.post(request).await);
        }
        responses
    }

    /// Sends a request. Returns when `behind` requests are queued, or when the first request is loaded.
    async fn begin(&self, request: &Request, behind: usize) -> JoinHandle<HttpResponse> {
        let response = tokio::spawn(self.post(request));
        let loaded = || self.app.services.store_statistics().import_loads == 1;
        while !loaded() || self.app.services.imports.waiting_imports() < behind {
            let waiting = self.app.services.imports.waiting_imports();
            assert!(!response.is_finished(), "{waiting} wait: {:?}", response.await.unwrap());
            tokio::task::yield_now().await;
        }
        response
    }

    /// Sends all requests while writes are locked: the first is loaded, the others are queued.
    async fn together(&self, requests: &[Request]) -> Vec<HttpResponse> {
        let lock = self.app.database.lock_writes();
        let mut sent = Vec::new();
        for (behind, request) in requests.iter().enumerate() {
            sent.push(self.begin(request, behind).await);
        }
        drop(lock);
        let mut responses = Vec::new();
        for response in sent {
            responses.push(response.await.unwrap());
        }
        responses
    }

    /// Returns all stored data that the API shows.
    async fn stored(&self) -> String {
        let get = async |path: String| {
            let response = self.app.get(&self.app.admin, &path).await;
            assert_eq!(response.status, 200, "{path}: {}", response.text);
            response.json()
        };
        let mut all = vec![get(format!("{CANDIDATES}/counts")).await];
        let list = get(format!("{CANDIDATES}?limit=200&sort=createdAt")).await;
        for item in list["items"].as_array().unwrap() {
            for path in ["", "/history", "/request"] {
                let mut found = get(format!("{CANDIDATES}/{}{path}", item["id"])).await;
                without_request_ids(&mut found);
                all.push(found);
            }
        }
        for kind in ["organisations", "bpartner-groups", "bpartners", "products", "product-prices"] {
            let list = get(format!("/api/masterdata/{kind}?limit=200")).await;
            for item in list["items"].as_array().unwrap() {
                all.push(item.clone());
                all.push(get(format!("/api/masterdata/{kind}/{}/history", item["id"])).await);
            }
        }
        // rejected requests are stored after their responses, so their ids are in any order
        let mut log = get("/api/requests?limit=200".to_owned()).await["items"].as_array().unwrap().clone();
        log.iter_mut().for_each(without_request_ids);
        log.sort_by_key(ToString::to_string);
        all.extend(log);
        all.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }
}

fn without_request_ids(shown: &mut Value) {
    let id = |member: &str| matches!(member, "requestId" | "request" | "replayOf");
    if let Value::Object(members) = shown {
        let request = members.contains_key("receivedAt");
        members.retain(|name, _| !id(name) && (!request || name != "id"));
        members.values_mut().for_each(without_request_ids);
    }
}

/// Replaces ids by their rank and removes the ids of log lines.
fn ranked(text: &str) -> String {
    let drawn = |word: &str| word.len() == 36 && word.matches('-').count() == 4;
    let words: Vec<_> = text.split('"').map(|word| if drawn(word) { "" } else { word }).collect();
    let text = words.join("\"");
    let mut pieces: Vec<(bool, String)> = Vec::new();
    for character in text.chars() {
        let digit = character.is_ascii_digit();
        match pieces.last_mut() {
            Some((digits, piece)) if *digits == digit => piece.push(character),
            _ => pieces.push((digit, character.to_string())),
        }
    }
    let id = |piece: &str| piece.parse().ok().filter(|number| (FIRST_ID..2 * FIRST_ID).contains(number));
    let ids: BTreeSet<u64> = pieces.iter().filter_map(|(_, piece)| id(piece)).collect();
    let shown = |piece: &String| match id(piece) {
        Some(number) => format!("<{}>", ids.range(..number).count()),
        None => piece.clone(),
    };
    pieces.iter().map(|(_, piece)| shown(piece)).collect()
}

fn texts(responses: &[HttpResponse]) -> String {
    let lines: Vec<_> =
        responses.iter().map(|response| format!("{} {}", response.status, response.text)).collect();
    lines.join("\n") + "\n"
}

fn assert_same(seed: u64, one: &str, other: &str) {
    for (one, other) in ranked(one).lines().zip(ranked(other).lines()) {
        assert_eq!(one, other, "seed {seed}");
    }
    assert_eq!(one.lines().count(), other.lines().count(), "seed {seed}");
}

async fn compare(seed: u64) -> u64 {
    let (alone, together) = (Server::start().await, Server::start().await);
    let requests = requests(seed);
    let expected = texts(&alone.one_after_another(&requests).await) + &alone.stored().await;
    let came_to = texts(&together.together(&requests).await) + &together.stored().await;
    assert_same(seed, &came_to, &expected);
    // repeated requests with a key return the stored responses
    let again = texts(&together.one_after_another(&requests).await);
    let expected = texts(&alone.one_after_another(&requests).await);
    assert_same(seed, &again, &expected);
    together.app.services.metrics.batched_requests.load(std::sync::atomic::Ordering::Relaxed)
}

#[tokio::test]
async fn batched_imports_equal_sequential_ones() {
    let mut batched = 0;
    for seed in 0..12 {
        batched += compare(seed).await;
    }
    assert!(batched > 60, "{batched} requests were in batches");
}

/// If a batch cannot be written because of one request, each request is processed alone.
#[tokio::test]
async fn key_answered_elsewhere_does_not_block_batch() {
    let server = Server::start().await;
    let other = Server { app: server.app.start_second_instance().await, shop: server.shop.clone() };
    let single = |header: &str, key: Option<&str>| Request {
        path: CANDIDATES.to_owned(),
        body: candidate(header, "1", json!({})).to_string(),
        key: key.map(str::to_owned),
        may_update: true,
    };
    let requests = [single("H1", None), single("H2", Some("key")), single("H3", None)];
    let lock = server.app.database.lock_writes();
    let mut sent = Vec::new();
    for (behind, request) in requests.iter().enumerate() {
        sent.push(server.begin(request, behind).await);
    }
    sent.push(other.begin(&requests[1], 0).await);
    drop(lock);
    let mut responses = Vec::new();
    for response in sent {
        responses.push(response.await.unwrap());
    }
    assert!(responses.iter().all(|response| response.status == 201), "{responses:?}");
    assert_eq!(responses[1].text, responses[3].text);
    let replayed = responses.iter().filter(|response| response.header("idempotency-replayed") == "true");
    assert_eq!(replayed.count(), 1, "{responses:?}");
    assert_eq!(server.app.count().await, 3);
}

/// An incoming order waits for rejected lines of the sender of its first line, regardless of which line changed last.
#[tokio::test]
async fn line_of_other_sender_keeps_hold_of_rejected_line() {
    let server = Server::start().await;
    let line = |line: &str, change: Value, may_update: bool| Request {
        path: format!("{CANDIDATES}/bulk?errorPolicy=row"),
        body: bulk([candidate("H", line, change)]),
        key: None,
        may_update,
    };
    let requests =
        [line("1", json!({}), true), line("2", json!({ "qty": "many" }), true), line("3", json!({}), false)];
    let responses = server.one_after_another(&requests).await;
    assert_eq!(responses.iter().map(|response| response.status).collect::<Vec<_>>(), [201, 400, 201]);
    let list = server.app.get(&server.app.admin, &format!("{CANDIDATES}?sort=createdAt")).await.json();
    let holds: Vec<_> = list["items"].as_array().unwrap().iter().map(|item| item["hold"].clone()).collect();
    assert_eq!(holds, ["sibling.rejected", "sibling.rejected"]);
}
