//! Imports of candidates from files, to a server and directly into the database.

use crate::engine::missing;
use crate::running::{
    Server, call, call_with_input, command, demo_token, printed, status_and_body, stderr_of,
};
use serde_json::Value;
use std::{
    fmt::Write as _,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::Stdio,
};

/// Master data with an organisation, a partner with a location, and a product with a price.
const MASTER_DATA: &str = "
organisations:
  - {code: '001', name: One, country: DE, pricingSystem: P}
pricing-systems:
  - {org: '001', code: P, name: P}
tax-categories:
  - {org: '001', code: normal, name: normal}
price-lists:
  - {org: '001', code: L, name: L, pricingSystem: P, country: DE, currency: EUR, defaultTaxCategory: normal, versions: [{validFrom: 2015-01-01}]}
bpartners:
  - {org: '001', code: B, name: B, locations: [{country: DE, address1: Kai 1, city: Emden}]}
products:
  - {org: '001', code: A, name: A, uom: PCE}
product-prices:
  - {org: '001', priceList: L, validFrom: 2015-01-01, product: A, uom: PCE, price: 10}
";

/// Returns a row that is valid if `qty` is.
pub fn row(header: &str, line: usize, qty: &str) -> String {
    format!(
        r#"{{"externalHeaderId":"{header}","externalLineId":"{line}","poReference":"{header}","bpartner":{{"bpartner":{{"code":"B"}}}},"product":{{"code":"A"}},"qty":{qty},"dateRequired":"2030-01-15"}}"#
    )
}

pub fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "master.yaml", MASTER_DATA);
    printed(folder.path(), &["load", "master.yaml"]);
    folder
}

pub fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

/// Runs an import and returns exit code, counts (created, unchanged, rejected) and output.
pub fn import(folder: &Path, arguments: &[&str]) -> (Option<i32>, [u64; 3], String) {
    counted(&call(folder, &[], &[&["import"], arguments].concat()))
}

pub fn counted(output: &std::process::Output) -> (Option<i32>, [u64; 3], String) {
    let summary = String::from_utf8(output.stdout.clone()).unwrap();
    let count = |name: &str| {
        let line = summary.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(u64::MAX)
    };
    (output.status.code(), ["created", "unchanged", "rejected"].map(count), stderr_of(output))
}

#[test]
fn every_file_format_is_imported_and_repeats_change_nothing() {
    let folder = folder();
    let list = |rows: [String; 2]| format!("[\n{}\n]", rows.join(",\n"));
    write(folder.path(), "one.json", &row("ONE", 1, "1"));
    write(folder.path(), "list.json", &list([row("LIST", 1, "1"), row("LIST", 2, "1")]));
    write(
        folder.path(),
        "envelope.json",
        &format!("{{\"requests\": {}}}", list([row("E", 1, "1"), row("E", 2, "1")])),
    );
    write(folder.path(), "lines.ndjson", &format!("{}\n\n{}\n", row("N", 1, "1"), row("N", 2, "0")));
    let files = ["one.json", "list.json", "envelope.json", "lines.ndjson"];
    let (code, counts, stderr) = import(folder.path(), &files);
    assert_eq!((code, counts), (Some(0), [7, 0, 0]), "{stderr}");
    assert_eq!(import(folder.path(), &files).1, [0, 7, 0]);

    let input = format!("{}\n{}\n", row("S", 1, "1"), row("N", 1, "1"));
    let output = call_with_input(folder.path(), &["import", "-"], input.as_bytes());
    assert_eq!(counted(&output).1, [1, 1, 0]);
    let summary = String::from_utf8(output.stdout).unwrap();
    assert!(summary.contains("rows       2\n"), "{summary}");
}

#[test]
fn unknown_codes_are_reported_with_similar_records() {
    let folder = folder();
    write(
        folder.path(),
        "products.yaml",
        "products: [{org: '001', code: KAF-1KG, name: Coffee 1 kg, uom: PCE}]",
    );
    printed(folder.path(), &["load", "products.yaml"]);
    let unknown = row("A", 1, "1").replace(r#"{"code":"A"}"#, r#"{"code":"KAF-1GK"}"#);
    write(folder.path(), "orders.ndjson", &unknown.replace(r#""qty""#, r#""uomCode":"PCEE","qty""#));
    let (code, counts, stderr) = import(folder.path(), &["orders.ndjson"]);
    assert_eq!((code, counts), (Some(1), [0, 0, 1]), "{stderr}");
    for part in ["Did you mean KAF-1KG (Coffee 1 kg)?", "Did you mean PCE"] {
        assert!(stderr.contains(part), "{part:?} in {stderr}");
    }
}

#[test]
fn rejected_rows_are_reported_and_importable_after_correction() {
    let folder = folder();
    let lines = [
        row("A", 1, "1"),
        row("A", 2, "\"many\""),
        row("B", 1, "1"),
        "{\"broken\": ".to_owned(),
        row("C", 1, "1"),
    ];
    write(folder.path(), "orders.ndjson", &lines.join("\n"));
    let (code, counts, stderr) = import(folder.path(), &["orders.ndjson", "--rejected", "rejected.ndjson"]);
    assert_eq!((code, counts), (Some(1), [2, 0, 3]), "{stderr}");
    for part in [
        "orders.ndjson:1: The row was rejected with its incoming order because of errors in rows orders.ndjson:2.",
        "orders.ndjson:2: qty: Invalid number. Use a format like 12.5. Seen: many.",
        "orders.ndjson:4: invalid JSON: expected a value",
        "(column 11)",
        "error: 3 rows were rejected",
    ] {
        assert!(stderr.contains(part), "{part:?} in {stderr}");
    }
    let rejected = std::fs::read_to_string(folder.path().join("rejected.ndjson")).unwrap();
    let rejected_lines: Vec<Value> =
        rejected.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let places: Vec<_> = rejected_lines.iter().map(|line| line["line"].as_u64().unwrap()).collect();
    assert_eq!(places, [4, 1, 2], "{rejected}");
    assert_eq!(rejected_lines[2]["errors"][0]["pointer"], "/qty", "{rejected}");
    assert_eq!(rejected_lines[2]["row"], serde_json::from_str::<Value>(&lines[1]).unwrap());
    assert_eq!(rejected_lines[0]["row"], lines[3].trim());

    // importing the rejected rows again rejects them again; the input file may also be the output file
    let again = import(folder.path(), &["rejected.ndjson", "--rejected", "rejected.ndjson"]);
    assert_eq!((again.0, again.1), (Some(1), [0, 0, 3]), "{}", again.2);
    let mended = std::fs::read_to_string(folder.path().join("rejected.ndjson")).unwrap();
    let mended = mended.replace("\"many\"", "7").replace(r#""{\"broken\":""#, &row("D", 1, "1"));
    write(folder.path(), "rejected.ndjson", &mended);
    let (code, counts, stderr) = import(folder.path(), &["rejected.ndjson", "--rejected", "left.ndjson"]);
    assert_eq!((code, counts), (Some(0), [3, 0, 0]), "{stderr}");
    assert_eq!(std::fs::read_to_string(folder.path().join("left.ndjson")).unwrap(), "");
}

#[test]
fn error_policy_determines_the_rows_rejected_with_a_bad_row() {
    for (policy, expected) in [("header", [1, 0, 2]), ("row", [2, 0, 1]), ("all", [0, 0, 3])] {
        let folder = folder();
        write(
            folder.path(),
            "o.ndjson",
            &[row("A", 1, "1"), row("A", 2, "\"x\""), row("B", 1, "1")].join("\n"),
        );
        let (code, counts, stderr) = import(folder.path(), &["o.ndjson", "--error-policy", policy]);
        assert_eq!((code, counts), (Some(1), expected), "{policy}: {stderr}");
    }
}

#[tokio::test]
async fn header_with_an_unreadable_line_is_imported_and_waits() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["demo", "--data-dir", "d"]);
    let token = demo_token(&folder.path().join("d"));
    let row = |header: &str, line| {
        row(header, line, "1").replace("\"B\"", "\"G0001\"").replace("\"A\"", "\"A001\"")
    };
    let broken = row("ONE", 2).replace("\"qty\":1", "\"qty\":");
    let lines =
        [row("ONE", 1), broken.clone(), row("ONE", 3), broken, row("TWO", 1), "]".to_owned(), row("FOUR", 1)];
    write(folder.path(), "orders.ndjson", &lines.join("\n"));
    let environment = [("ORDERDOCK_TOKEN", token.as_str()), ("ORDERDOCK_URL", &server.url)];
    let output = call(folder.path(), &environment, &["import", "orders.ndjson"]);
    let (code, counts, stderr) = counted(&output);
    assert_eq!((code, counts), (Some(1), [4, 0, 3]), "{stderr}");
    for part in [
        "orders.ndjson:2: invalid JSON",
        "incoming order \"ONE\" is on hold",
        "orders.ndjson:4:",
        "orders.ndjson:6:",
    ] {
        assert!(stderr.contains(part), "{part:?} in {stderr}");
    }

    printed(folder.path(), &["process", "--data-dir", "d"]);
    let hold = async |header: &str| {
        let path = format!("/api/sales/order/candidates?externalHeaderId={header}");
        let list = status_and_body(server.get(&path).header("Authorization", &token).send().await).await.1;
        let items = list["items"].as_array().unwrap().clone();
        items.iter().map(|item| item["hold"].to_string()).collect::<Vec<_>>()
    };
    let reasons = hold("ONE").await;
    assert_eq!(reasons.len(), 2);
    assert!(reasons.iter().all(|reason| reason.contains("sibling.rejected")), "{reasons:?}");
    assert_eq!(hold("FOUR").await, ["null"]);
    // the missing row is identified by its line id, so correcting it releases the incoming order
    write(folder.path(), "mended.ndjson", &row("ONE", 2));
    let output = call(folder.path(), &environment, &["import", "mended.ndjson"]);
    assert_eq!(counted(&output).1, [1, 0, 0]);
    printed(folder.path(), &["process", "--data-dir", "d"]);
    assert!(hold("ONE").await.iter().all(|hold| !hold.contains("sibling.rejected")));
}

#[test]
fn rows_of_one_header_share_a_bulk_and_too_large_headers_are_reported() {
    let folder = folder();
    let mut lines = String::new();
    for line in 0..10_001 {
        writeln!(lines, "{}", row("HUGE", line, "1")).unwrap();
    }
    // 999 of one header, then 2 of another: the second header begins a new bulk
    for (header, count) in [("A", 999), ("B", 2)] {
        for line in 0..count {
            writeln!(lines, "{}", row(header, line, if line == 0 { "\"x\"" } else { "1" })).unwrap();
        }
    }
    write(folder.path(), "orders.ndjson", &lines);
    let (code, counts, stderr) = import(folder.path(), &["orders.ndjson"]);
    assert_eq!((code, counts), (Some(1), [0, 0, 10_001 + 999 + 2]), "{stderr}");
    assert!(
        stderr.contains("incoming order \"HUGE\" exceeds the limit of a request (10000 rows"),
        "{stderr}"
    );
    assert!(stderr.lines().count() < 30, "only the first are listed one by one");
}

#[tokio::test]
async fn import_retries_an_unavailable_server_but_not_a_rejection() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["demo", "--data-dir", "d"]);
    let token = demo_token(&folder.path().join("d"));
    write(folder.path(), "o.ndjson", &row("A", 1, "1"));
    let call = |url: &str, token: &str| {
        counted(&call(folder.path(), &[], &["import", "--url", url, "--token", token, "o.ndjson"]))
    };
    let (code, _, stderr) = call(&server.url, "od_wrong");
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("401") && stderr.contains("Run the import again"), "{stderr}");

    let (url, address) = (server.url.clone(), server.url.trim_start_matches("http://").to_owned());
    drop(server);
    let mut import = command(folder.path(), &["import", "--url", &url, "--token", &token, "o.ndjson"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut messages = BufReader::new(import.stderr.take().unwrap());
    let mut stderr = String::new();
    while !stderr.contains("retrying") {
        assert!(messages.read_line(&mut stderr).unwrap() > 0, "it waited for nothing: {stderr}");
    }
    let server = Server::start_at(folder.path(), &["demo", "--data-dir", "d"], &address);
    messages.read_to_string(&mut stderr).unwrap();
    let (code, counts, _) = counted(&import.wait_with_output().unwrap());
    assert_eq!((code, counts), (Some(1), [0, 0, 1]), "partner B is not in the demo: {stderr}");
    assert!(stderr.contains("cannot reach the server"), "{stderr}");
    drop(server);
}

#[test]
fn invalid_calls_and_unreadable_files_are_rejected() {
    let folder = folder();
    write(folder.path(), "good.ndjson", &row("A", 1, "1"));
    write(folder.path(), "cut.json", &format!("[{},\n{}", row("B", 1, "1"), &row("B", 2, "1")[..50]));
    let missing = missing("nowhere");
    let calls: [(&[&str], i32, &str); 11] = [
        (&["--url", "http://", "--token", "x", "good.ndjson"], 2, "empty host"),
        (&["--url", "http://127.0.0.1:99999", "--token", "x", "good.ndjson"], 2, "invalid port number"),
        (
            &["--url", "http://127.0.0.1:1", "--token", "a\nb", "good.ndjson"],
            2,
            "copy the access token again",
        ),
        (&["good.ndjson", "--rejected", "."], 2, "cannot write .: it is a folder"),
        (&["good.ndjson", "--rejected", "new/"], 2, "cannot write new/: it is a folder"),
        (
            &["--url", "orders.example", "--token", "x", "good.ndjson"],
            2,
            "must begin with https:// or http://",
        ),
        (&["--url", "http://127.0.0.1:1", "good.ndjson"], 2, "--token"),
        (
            &["--org", "404", "good.ndjson"],
            2,
            "organisation \"404\" does not exist; known organisations: 001",
        ),
        (&["--data-dir", "nowhere", "good.ndjson"], 1, &missing),
        (&["none.json", "good.ndjson"], 1, "none.json: No such file"),
        (&["cut.json"], 1, "cut.json:2: the value that starts here has no end"),
    ];
    for (arguments, code, part) in calls {
        let (seen, _, stderr) = import(folder.path(), arguments);
        assert_eq!(seen, Some(code), "{arguments:?}: {stderr}");
        assert!(stderr.contains(part), "{part:?} in {stderr}");
    }
    assert_eq!(
        import(folder.path(), &["good.ndjson"]).1,
        [0, 1, 0],
        "it was imported beside the missing file"
    );
    write(folder.path(), "second.yaml", "organisations: [{code: '002', name: Two}]");
    printed(folder.path(), &["load", "second.yaml"]);
    write(folder.path(), "whose.ndjson", &row("W", 1, "1"));
    let (code, _, stderr) = import(folder.path(), &["whose.ndjson"]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("Use --org CODE to set the organisation of rows that contain none."), "{stderr}");
}

#[tokio::test]
async fn rejected_import_or_foreign_server_is_reported_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["demo", "--data-dir", "d"]);
    let token = demo_token(&folder.path().join("d"));
    let reading =
        ["token", "create", "--data-dir", "d", "--name", "r", "--scope", "candidates:read", "--org", "001"];
    let reading = printed(folder.path(), &reading);
    write(folder.path(), "o.ndjson", &row("A", 1, "1"));
    let page = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let elsewhere = format!("http://{}", page.local_addr().unwrap());
    std::thread::spawn(move || {
        let (mut stream, _) = page.accept().unwrap();
        // the response must follow the request
        stream.read_exact(&mut [0]).unwrap();
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n<p>Hello</p>").unwrap();
        // until the client disconnects
        let _ = std::io::copy(&mut stream, &mut std::io::sink());
    });
    for (url, token, parts) in [
        (
            server.url.clone(),
            reading.trim_end(),
            ["rejected the import: 403", "the scope candidates:write is required"],
        ),
        (
            format!("{}/api", server.url),
            &token,
            ["rejected the import: 404", "Set --url to the address of the server without a path"],
        ),
        (
            elsewhere,
            &token,
            [
                "response (200) to the bulk that starts at o.ndjson:1",
                "Check that --url is the address of Orderdock",
            ],
        ),
    ] {
        let arguments = ["import", "--url", &url, "--token", token, "o.ndjson"];
        let (code, _, stderr) = counted(&call(folder.path(), &[], &arguments));
        assert_eq!(code, Some(1), "{stderr}");
        for part in parts {
            assert!(stderr.contains(part), "{part:?} in {stderr}");
        }
        assert!(!stderr.contains("retrying"), "{stderr}");
    }
}

/// Resident memory at its highest, in KiB.
#[cfg(target_os = "linux")]
#[test]
fn import_memory_does_not_grow_with_the_file() {
    let folder = folder();
    let mut peaks = Vec::new();
    for (name, rows) in [("short.ndjson", 5_000), ("long.ndjson", 40_000)] {
        let mut lines = String::new();
        for number in 0..rows {
            writeln!(lines, "{}", row(&format!("{name}-{}", number / 4), number, "1")).unwrap();
        }
        write(folder.path(), name, &lines);
        let (code, counts, peak) = crate::running::peak_memory(folder.path(), &["import", name]);
        assert_eq!(code, Some(0));
        assert!(counts.contains(&format!("created    {rows} ")), "{counts}");
        peaks.push(peak);
    }
    // SQLite fills its cache of 64 MiB; the file itself, 11 MB, must not be held
    assert!(peaks[1] < peaks[0] + 80 * 1024, "KiB at the highest: {peaks:?}");
}
