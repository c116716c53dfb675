//! The requests in `examples/`, sent unchanged to a server with demo data, which imported the same requests at its
//! start.

use crate::running::{Server, demo_token, status_and_body};
use serde_json::Value;
use std::{collections::BTreeSet, path::Path};

const CANDIDATES: &str = "/api/sales/order/candidates";

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// Returns the request with new order ids.
fn with_new_ids(text: &str) -> String {
    let mut request: Value = serde_json::from_str(text).unwrap();
    let rows = match request["requests"].as_array_mut() {
        Some(rows) => rows.iter_mut().collect(),
        None => vec![&mut request],
    };
    for row in rows {
        for id in ["externalHeaderId", "externalId"] {
            if let Some(Value::String(text)) = row.get_mut(id) {
                text.insert_str(0, "NEW-");
            }
        }
    }
    request.to_string()
}

/// Returns outcome, status and the codes of problems and errors of each row.
fn summary(response: &Value) -> Vec<String> {
    let rows = response["result"].as_array().unwrap();
    let words = |row: &Value| {
        let codes =
            ["problems", "errors"].map(|list| row[list].as_array().cloned().unwrap_or_default()).concat();
        let codes = codes.iter().filter_map(|item| item["code"].as_str());
        let first = [&row["outcome"], &row["status"]].into_iter().filter_map(Value::as_str);
        first.chain(codes).collect::<Vec<_>>().join(" ")
    };
    rows.iter().map(words).collect()
}

#[tokio::test]
async fn examples_have_the_documented_results() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["demo", "--data-dir", "d", "--scheduler", "false"]);
    let token = demo_token(&folder.path().join("d"));
    let send = async |path: &str, body: String| {
        let request = server.post_text(&format!("{CANDIDATES}{path}"), body);
        status_and_body(request.header("Authorization", &token).send().await).await
    };
    let bulk = [
        "created new",
        "created new",
        "created new",
        "created new",
        "created error price.none",
        "created error currencyCode.mismatch",
        "rejected bpartner.unknown",
        "rejected uomCode.unknown",
        "created new",
    ];
    let table: [(&str, &str, u16, &[&str]); 4] = [
        ("candidate-variant-a.json", "", 201, &["created new"]),
        ("candidate-variant-b.json", "", 201, &["created new"]),
        ("candidate-short.json", "", 201, &["created new"]),
        ("bulk.json", "/bulk?errorPolicy=row", 207, &bulk),
    ];
    // README.md is no request; `first-*` are tested by load.rs, `follow` by following.rs, `receive.py` by
    // scripts/test-webhooks, `shop.py`, `erp.mjs` and `receive.mjs` by scripts/test-clients
    let mut tested = BTreeSet::from([
        "README.md",
        "first-master-data.yaml",
        "first-order.json",
        "follow.py",
        "follow.sh",
        "receive.py",
        "shop.py",
        "erp.mjs",
        "receive.mjs",
    ]);
    for (name, path, status, rows) in table {
        tested.insert(name);
        let text = example(name);
        let fresh = send(path, with_new_ids(&text)).await;
        assert_eq!(
            (fresh.0, summary(&fresh.1)),
            (status, rows.iter().map(|row| (*row).to_owned()).collect()),
            "{name}"
        );
        let again = send(path, text).await;
        let unchanged: Vec<_> = rows.iter().map(|row| row.replace("created", "unchanged")).collect();
        assert_eq!(
            (again.0, summary(&again.1)),
            (if status == 201 { 200 } else { status }, unchanged),
            "{name}"
        );
    }
    tested.insert("order.json");
    let request = server.post_text("/api/sales/order", example("order.json"));
    let (status, order) = status_and_body(request.header("Authorization", &token).send().await).await;
    assert_eq!((status, &order["documentNo"]), (200, &"000001".into()), "{order}");
    assert_eq!((order["totalLines"].as_f64(), order["grandTotal"].as_f64()), (Some(769.5), Some(915.71)));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for file in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        // scripts/test-monitoring tests that folder
        if file.file_name() == "monitoring" {
            continue;
        }
        let name = file.file_name().into_string().unwrap();
        assert!(tested.contains(name.as_str()), "{name} is sent by no test");
    }
}

#[tokio::test]
async fn bulk_without_error_policy_is_rejected_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["demo", "--data-dir", "d", "--scheduler", "false"]);
    let token = demo_token(&folder.path().join("d"));
    let body = with_new_ids(&example("bulk.json"));
    let count = async || {
        let list = server.get(&format!("{CANDIDATES}?limit=1")).header("Authorization", &token).send().await;
        status_and_body(list).await.1["total"]["value"].clone()
    };
    let before = count().await;
    let request = server.post_text(&format!("{CANDIDATES}/bulk"), body).header("Authorization", &token);
    let (status, response) = status_and_body(request.send().await).await;
    let codes: Vec<_> =
        response["errors"].as_array().unwrap().iter().map(|error| error["code"].as_str().unwrap()).collect();
    assert_eq!((status, codes), (400, vec!["bpartner.unknown", "uomCode.unknown"]));
    assert_eq!(count().await, before);
}
