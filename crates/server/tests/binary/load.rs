//! Master data loaded from files while a server runs.

use crate::engine::examined;
use crate::running::{Server, call, demo_token, printed, status_and_body, stderr_of};
use serde_json::json;

#[tokio::test]
async fn loaded_master_data_is_used_by_next_request() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["demo", "--data-dir", "d"]);
    let token = demo_token(&folder.path().join("d"));
    let candidate = json!({
        "bpartner": {"bpartner": {"code": "LATE-1"}},
        "product": {"code": "P002737"},
        "qty": 1,
        "poReference": "L-1",
        "dateRequired": "2030-01-15",
        "externalHeaderId": "L-1",
        "externalLineId": "1",
    });
    let send = async || {
        let request = server.post("/api/sales/order/candidates", &candidate);
        status_and_body(request.header("Authorization", &token).send().await).await
    };
    let (status, response) = send().await;
    assert_eq!((status, &response["errors"][0]["code"]), (400, &json!("bpartner.unknown")), "{response}");

    let file = "bpartners:\n  - org: '001'\n    code: LATE-1\n    name: Spätzünder\n    \
                locations:\n      - country: DE\n        city: Köln\n        address1: Am Ring 1\n";
    std::fs::write(folder.path().join("late.yaml"), file).unwrap();
    for counts in ["created 1, changed 0, unchanged 0", "created 0, changed 0, unchanged 1"] {
        let output = call(folder.path(), &[], &["load", "--data-dir", "d", "late.yaml"]);
        assert!(output.status.success(), "{}", stderr_of(&output));
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(printed.contains(&format!("bpartners: {counts}")), "{printed}");
    }
    let (status, response) = send().await;
    assert_eq!((status, &response["result"][0]["outcome"]), (201, &json!("created")), "{response}");
}

#[test]
fn faulty_file_is_skipped_and_others_are_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("good.yaml", "organisations:\n  - code: '007'\n    name: Seven\n");
    write("bad.yaml", "organisations:\n  - code: '008'\n    name: Eight\n  - code: '009'\n    nmae: Nine\n");
    let output = call(folder.path(), &[], &["load", "bad.yaml", "good.yaml", "none.yaml"]);
    let stderr = stderr_of(&output);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    for part in ["bad.yaml:5:", "organisations[1]", "nmae", "none.yaml: No such file", "bad.yaml, none.yaml"]
    {
        assert!(stderr.contains(part), "{part:?} in {stderr}");
    }
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("good.yaml\norganisations: created 1"), "{printed}");

    let create =
        |org| call(folder.path(), &[], &["token", "create", "--name", "n", "--scope", "admin", "--org", org]);
    assert_eq!(create("007").status.code(), Some(0));
    assert_eq!(create("008").status.code(), Some(1));
}

/// Runs the commands of `docs/operating.md` without demo data.
#[tokio::test]
async fn first_master_data_suffice_for_the_first_order() {
    let folder = tempfile::tempdir().unwrap();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/first-master-data.yaml");
    printed(folder.path(), &["migrate", "--data-dir", "d"]);
    printed(folder.path(), &["load", "--data-dir", "d", example]);
    printed(folder.path(), &["user", "create", "anna", "--role", "administrator", "--data-dir", "d"]);
    let scopes = ["--scope", "candidates:write", "candidates:read", "--org", "100", "--data-dir", "d"];
    let token = printed(folder.path(), &[&["token", "create", "--name", "webshop"], &scopes[..]].concat());
    assert_eq!(examined(folder.path(), &["--data-dir", "d"]).1, "no errors found\n");

    let server = Server::start(folder.path(), &["serve", "--data-dir", "d", "--scheduler", "false"]);
    let candidate = include_str!("../../../../examples/first-order.json").to_owned();
    let request = server.post_text("/api/sales/order/candidates", candidate);
    let (status, response) =
        status_and_body(request.header("Authorization", token.trim()).send().await).await;
    assert_eq!((status, &response["result"][0]["status"]), (201, &json!("new")), "{response}");
    let report = printed(folder.path(), &["process", "--data-dir", "d"]);
    assert!(report.contains("59.50 EUR"), "4 × 12.50 and 19 %: {report}");
}

#[tokio::test]
async fn example_of_first_master_data_changes_nothing_of_the_demo() {
    let folder = tempfile::tempdir().unwrap();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/first-master-data.yaml");
    drop(Server::start(folder.path(), &["demo", "--data-dir", "d", "--scheduler", "false"]));
    let report = printed(folder.path(), &["load", "--data-dir", "d", example]);
    let counted = report.lines().filter(|line| line.contains("created"));
    assert!(
        counted.clone().count() >= 5 && counted.clone().all(|line| line.contains("changed 0,")),
        "{report}"
    );
}

#[test]
fn invalid_utf8_is_located_and_control_characters_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    write("latin.yaml", b"shippers:\n  - {code: Gr\xfcn}\n");
    write("utf-16.yaml", b"\xff\xfes\0h\0");
    write("control.json", b"{\"shippers\": [{\"code\": \"\\u001b[2Jx\\ny\"}], \"\\u0007\": 1}");
    write("none.json", b"{}");
    let output =
        call(folder.path(), &[], &["load", "latin.yaml", "utf-16.yaml", "control.json", "none.json"]);
    let stderr = stderr_of(&output);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    for part in [
        "latin.yaml:2:14: invalid UTF-8; save the file as UTF-8",
        "utf-16.yaml:1:1: invalid UTF-8",
        "Seen: “\\u{1b}[2Jx\\ny”.",
        "Unknown kind “\\u{7}”.",
    ] {
        assert!(stderr.contains(part), "{part:?} in {stderr}");
    }
    assert!(!stderr.contains(['\u{1b}', '\u{7}']), "{stderr:?}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "none.json\nno records\n");
}
