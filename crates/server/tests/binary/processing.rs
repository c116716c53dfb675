//! Processing of candidates by processes that are killed.

use crate::engine::{connect, missing};
use crate::running::{Server, call, command, demo_token, printed, status_and_body, stderr_of};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    process::Stdio,
    time::Duration,
};

const HEADERS: usize = 1_500;
const LINES: usize = 4;

/// Creates a folder with unprocessed candidates: `HEADERS` headers of `LINES` lines, and one line with an error.
/// Returns the token.
async fn create_candidates(folder: &Path) -> String {
    let server = Server::start(
        folder,
        &["demo", "--data-dir", "d", "--scheduler", "false", "--log", "warn,orderdock=info"],
    );
    let token = demo_token(&folder.join("d"));
    let mut faulty = row("K", HEADERS, 0);
    faulty["qty"] = json!(0);
    let mut rows = headers("K");
    rows.extend([row("K", HEADERS, 1), faulty]);
    import(&server, &token, rows).await;
    token
}

fn row(kind: &str, header: usize, line: usize) -> Value {
    json!({
        "bpartner": {"bpartner": {"code": "G0001"}},
        "product": {"code": "P002737"},
        "qty": line + 1,
        "poReference": format!("P{header}"),
        "dateRequired": "2030-01-15",
        "externalHeaderId": format!("{kind}{header}"),
        "externalLineId": line.to_string(),
    })
}

/// Returns the lines of `HEADERS` complete headers.
fn headers(kind: &str) -> Vec<Value> {
    (0..HEADERS).flat_map(|header| (0..LINES).map(move |line| row(kind, header, line))).collect()
}

async fn import(server: &Server, token: &str, rows: Vec<Value>) {
    let request = server.post("/api/sales/order/candidates/bulk", &json!({ "requests": rows }));
    let (status, response) = status_and_body(request.header("Authorization", token).send().await).await;
    assert_eq!(status, 201, "{}", response["errors"]);
}

/// Returns the order number of each candidate of the headers.
async fn orders_by_candidate(server: &Server, token: &str) -> BTreeMap<String, Option<String>> {
    let mut placed = BTreeMap::new();
    let mut after = String::new();
    loop {
        let path = format!("/api/sales/order/candidates?limit=500{after}");
        let (status, page) =
            status_and_body(server.get(&path).header("Authorization", token).send().await).await;
        assert_eq!(status, 200, "{page}");
        for one in page["items"].as_array().unwrap() {
            let header = one["externalHeaderId"].as_str().unwrap();
            if !header.starts_with('K') {
                continue;
            }
            let order = one["order"]["documentNo"].as_str().map(str::to_owned);
            assert_eq!(order.is_some(), one["status"] == "processed", "{one}");
            placed.insert(format!("{header}/{}", one["externalLineId"].as_str().unwrap()), order);
        }
        match page["next"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => return placed,
        }
    }
}

/// Asserts that each candidate is allocated once and that numbers have no gap. Returns the number of orders.
async fn check_orders(server: &Server, token: &str) -> usize {
    let (mut numbers, mut allocated, mut after) = (BTreeSet::new(), BTreeSet::new(), String::new());
    loop {
        let path = format!("/api/sales/order?limit=500{after}");
        let (_, page) = status_and_body(server.get(&path).header("Authorization", token).send().await).await;
        for order in page["items"].as_array().unwrap() {
            let number = order["documentNo"].as_str().unwrap().to_owned();
            let kind = format!("{} of {}", order["docType"]["name"], order["org"]["code"]);
            assert!(numbers.insert((kind, number)), "{order}");
            // a sample, because reading every order would take long
            if numbers.len() % 50 == 1 {
                let path = format!("/api/sales/order/{}", order["salesOrderId"].as_str().unwrap());
                let (_, whole) =
                    status_and_body(server.get(&path).header("Authorization", token).send().await).await;
                for line in whole["lines"].as_array().unwrap() {
                    for given in line["allocations"].as_array().unwrap() {
                        assert!(allocated.insert(given["candidateId"].to_string()), "{whole}");
                        assert_eq!(given["qty"], line["qty"]);
                    }
                }
            }
        }
        match page["next"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => break,
        }
    }
    let mut by_kind: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (kind, number) in &numbers {
        by_kind.entry(kind.clone()).or_default().push(number.parse().unwrap());
    }
    for (kind, mut drawn) in by_kind {
        drawn.sort_unstable();
        assert_eq!(drawn, (1..=drawn.len()).collect::<Vec<_>>(), "numbers of {kind} without gaps");
    }
    numbers.len()
}

/// Asserts that the lines of each header are in the same order.
fn check_headers_share_an_order(placed: &BTreeMap<String, Option<String>>) {
    let mut headers: BTreeMap<&str, BTreeSet<&Option<String>>> = BTreeMap::new();
    for (candidate, order) in placed {
        headers.entry(candidate.split('/').next().unwrap()).or_default().insert(order);
    }
    for (header, orders) in headers {
        assert_eq!(orders.len(), 1, "{header} is in one order or in none: {orders:?}");
    }
}

fn serve_without_scheduler(folder: &Path) -> Server {
    Server::start(
        folder,
        &["demo", "--data-dir", "d", "--scheduler", "false", "--log", "warn,orderdock=info"],
    )
}

/// Returns the number of runs.
fn count_runs(folder: &Path) -> i64 {
    connect(&folder.join("d")).figure("SELECT count(*) FROM run")
}

/// Starts processing and kills it some time after its run started. Returns false if it had already ended.
fn kill_run_after(folder: &Path, moment: u64) -> bool {
    let before = count_runs(folder);
    let mut process = command(folder, &["process", "--data-dir", "d"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while count_runs(folder) == before && process.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_millis(moment));
    let ended = process.try_wait().unwrap().is_some();
    process.kill().unwrap();
    process.wait().unwrap();
    !ended
}

#[tokio::test]
async fn kill_9_leaves_every_candidate_in_one_order_or_in_none() {
    let folder = tempfile::tempdir().unwrap();
    let token = create_candidates(folder.path()).await;
    let mut killed_at_work = false;
    for moment in [0, 50, 150] {
        killed_at_work |= kill_run_after(folder.path(), moment);
        let server = serve_without_scheduler(folder.path());
        check_headers_share_an_order(&orders_by_candidate(&server, &token).await);
        check_orders(&server, &token).await;
    }
    // on a busy machine each process may have ended before it was killed; then further candidates are added until one
    // is killed in time
    for more in 0.. {
        if killed_at_work {
            break;
        }
        import(&serve_without_scheduler(folder.path()), &token, headers(&format!("K{more}-"))).await;
        killed_at_work = kill_run_after(folder.path(), 0);
    }
    // the next run processes the rest, and each remaining line has a reason
    let output = call(folder.path(), &[], &["process", "--data-dir", "d"]);
    let report = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(output.status.success(), "{report}{}", stderr_of(&output));
    let server = serve_without_scheduler(folder.path());
    let placed = orders_by_candidate(&server, &token).await;
    check_headers_share_an_order(&placed);
    let left: Vec<_> = placed.iter().filter(|(_, order)| order.is_none()).map(|(line, _)| line).collect();
    assert_eq!(left, [&format!("K{HEADERS}/0"), &format!("K{HEADERS}/1")], "{report}");
    let path = format!("/api/sales/order/candidates?externalHeaderId=K{HEADERS}");
    let (_, page) = status_and_body(server.get(&path).header("Authorization", &token).send().await).await;
    assert_eq!(page["items"][0]["hold"], "sibling.error", "{page}");
    assert_eq!(page["items"][1]["problems"][0]["code"], "qty.not_positive");
    assert!(report.contains("sibling.error"), "{report}");
}

#[tokio::test]
async fn concurrent_processes_create_each_order_once() {
    let folder = tempfile::tempdir().unwrap();
    let token = create_candidates(folder.path()).await;
    let processes: Vec<_> = (0..10)
        .map(|_| {
            let mut command = command(folder.path(), &["process", "--data-dir", "d"]);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    let mut made = 0;
    for process in processes {
        let output = process.wait_with_output().unwrap();
        let report = String::from_utf8(output.stdout.clone()).unwrap();
        assert!(output.status.success(), "{report}{}", stderr_of(&output));
        let (_, rest) = report.split_once("orders ").unwrap();
        made += rest.split(',').next().unwrap().parse::<usize>().unwrap();
    }
    let server = serve_without_scheduler(folder.path());
    let placed = orders_by_candidate(&server, &token).await;
    check_headers_share_an_order(&placed);
    assert_eq!(placed.values().filter(|order| order.is_some()).count(), HEADERS * LINES);
    assert_eq!(check_orders(&server, &token).await, made, "the runs report as many orders as there are");
}

#[tokio::test]
async fn restarted_server_continues_its_schedule() {
    let folder = tempfile::tempdir().unwrap();
    let token = create_candidates(folder.path()).await;
    let server = Server::start(folder.path(), &["demo", "--data-dir", "d"]);
    let settings = server.get("/api/process-settings").header("Authorization", &token).send().await;
    assert_eq!(status_and_body(settings).await.0, 200);
    assert!(server.stop().status.success(), "a run under way ends well with its server");
    let server = Server::start(folder.path(), &["demo", "--data-dir", "d"]);
    let mut processed = Value::Null;
    for _ in 0..1_000 {
        let path = "/api/sales/order/candidates?status=processed&limit=1";
        (_, processed) = status_and_body(server.get(path).header("Authorization", &token).send().await).await;
        if processed["total"]["value"].as_u64() >= Some((HEADERS * LINES) as u64) {
            check_orders(&server, &token).await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    panic!("{}", processed["total"]);
}

#[test]
fn report_contains_figures_orders_and_reasons() {
    let folder = tempfile::tempdir().unwrap();
    drop(Server::start(folder.path(), &["demo", "--data-dir", "d", "--scheduler", "false"]));
    let report = printed(folder.path(), &["process", "--data-dir", "d"]);
    for part in ["done", "selected", "orders\n  000001", "EUR", "skipped\n", "header.settling"] {
        assert!(report.contains(part), "{part} in {report}");
    }
    assert!(report.contains("price.none"), "{report}");
    let price = "product-prices: [{priceList: DE-EUR, validFrom: 2015-01-01, org: '001', product: KAKAO-1, \
                 uom: PCE, price: 7.95, taxCategory: standard}]";
    std::fs::write(folder.path().join("prices.yaml"), price).unwrap();
    printed(folder.path(), &["load", "--data-dir", "d", "prices.yaml"]);
    let report = printed(folder.path(), &["process", "--data-dir", "d"]);
    assert!(!report.contains("price.none"), "validated again first: {report}");
    let output = call(folder.path(), &[], &["process", "--data-dir", "d", "--release", "header.settling"]);
    assert_eq!(output.status.code(), Some(2), "only time settles that");
    for allowed in ["release", "sibling.error", "sibling.rejected", "header.incomplete"] {
        assert!(stderr_of(&output).contains(allowed), "{}", stderr_of(&output));
    }
    let output = call(folder.path(), &[], &["process", "--data-dir", "none"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr_of(&output).contains(&missing("none")), "{}", stderr_of(&output));
    assert!(!folder.path().join("none").exists());
}

#[tokio::test]
async fn line_on_hold_is_released_by_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_without_scheduler(folder.path());
    let token = demo_token(&folder.path().join("d"));
    let row = json!({
        "bpartner": {"bpartner": {"code": "G0001"}},
        "product": {"code": "P002737"},
        "qty": 1,
        "poReference": "P1",
        "dateRequired": "2030-01-15",
        "externalHeaderId": "R1",
        "externalLineId": "1",
        "headerLineCount": 2,
    });
    let request = server.post("/api/sales/order/candidates", &row).header("Authorization", &token);
    assert_eq!(status_and_body(request.send().await).await.0, 201);
    let process = |release: &[&str]| {
        let mut arguments = vec!["process", "--data-dir", "d"];
        arguments.extend(release.iter().flat_map(|reason| ["--release", reason]));
        let output = call(folder.path(), &[], &arguments);
        String::from_utf8(output.stdout).unwrap()
    };
    let mut history = Value::Null;
    for (release, expected) in [
        (vec![], "new"),
        (vec!["sibling.error", "sibling.rejected", "release"], "new"),
        (vec!["sibling.error", "header.incomplete"], "processed"),
    ] {
        let report = process(&release);
        let path = "/api/sales/order/candidates?externalHeaderId=R1";
        let (_, page) = status_and_body(server.get(path).header("Authorization", &token).send().await).await;
        assert_eq!(page["items"][0]["status"], expected, "{release:?}: {report}");
        assert_eq!(report.contains("header.incomplete"), expected == "new", "{report}");
        let path = format!("/api/sales/order/candidates/{}/history", page["items"][0]["id"]);
        (_, history) = status_and_body(server.get(&path).header("Authorization", &token).send().await).await;
    }
    let ordered = history["items"].as_array().unwrap().last().unwrap();
    assert_eq!((&ordered["actor"], &ordered["released"]), (&json!("cli"), &json!(["header.incomplete"])));
}

#[tokio::test]
async fn given_candidate_is_processed_with_its_incoming_order() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_without_scheduler(folder.path());
    let token = demo_token(&folder.path().join("d"));
    let row = |line: &str| {
        json!({
            "bpartner": {"bpartner": {"code": "G0001"}},
            "product": {"code": "P002737"},
            "qty": 1,
            "poReference": "P1",
            "dateRequired": "2030-01-15",
            "externalHeaderId": "W1",
            "externalLineId": line,
        })
    };
    let rows = ["1", "2", "3"].map(row);
    let rows = json!({ "requests": rows });
    let request = server.post("/api/sales/order/candidates/bulk", &rows).header("Authorization", &token);
    let (status, imported) = status_and_body(request.send().await).await;
    assert_eq!(status, 201, "{imported}");
    let id = imported["result"][1]["id"].to_string();
    let process = |options: &[&str]| {
        let arguments = [&["process", "--data-dir", "d", "--candidate", &id], options].concat();
        call(folder.path(), &[], &arguments)
    };
    let rejected = process(&["--scope", "selection"]);
    assert_eq!(rejected.status.code(), Some(2));
    assert!(stderr_of(&rejected).contains("requires --release partial"), "{}", stderr_of(&rejected));
    let report = String::from_utf8(process(&[]).stdout).unwrap();
    assert!(report.contains("selected 3, added 2, processed 3, orders 1, skipped 0, failed 0"), "{report}");
}
