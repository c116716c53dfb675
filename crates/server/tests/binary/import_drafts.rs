//! Import drafts on a server that is killed, and their mappings on the command line.

use crate::import::counted;
use crate::running::{Server, call, demo_token, status_and_body};
use serde_json::{Value, json};
use std::{fmt::Write as _, path::Path, time::Duration};

const ORDERS: usize = 1_500;
const LINES: usize = 4;
const ROWS: usize = ORDERS * LINES;

/// Returns a sheet with orders of the customer, each with [`LINES`] lines.
fn sheet(kind: &str, orders: usize) -> String {
    let mut sheet = "Bestellnummer;Kundennummer;Artikelnummer;Menge;Liefertermin\r\n".to_owned();
    for order in 0..orders {
        for line in 1..=LINES {
            write!(sheet, "{kind}{order};G0001;P002737;{line},5;24.12.2030\r\n").unwrap();
        }
    }
    sheet
}

struct Drafts<'s> {
    server: &'s Server,
    token: &'s str,
}

impl Drafts<'_> {
    async fn get(&self, path: &str) -> Value {
        let (status, found) =
            status_and_body(self.server.get(path).header("Authorization", self.token).send().await).await;
        assert_eq!(status, 200, "{found}");
        found
    }

    async fn upload(&self, sheet: String) -> String {
        let request = self.server.post_text("/api/import-drafts?filename=orders.csv", sheet);
        let (status, draft) = status_and_body(request.header("Authorization", self.token).send().await).await;
        assert_eq!(status, 201, "{draft}");
        format!("/api/import-drafts/{}", draft["id"])
    }

    async fn start(&self, draft: &str, action: &str, mut body: Value) {
        body["version"] = self.get(draft).await["version"].clone();
        let request = self.server.post(&format!("{draft}/{action}"), &body);
        let (status, started) =
            status_and_body(request.header("Authorization", self.token).send().await).await;
        assert_eq!(status, 202, "{started}");
    }

    /// Returns the draft as soon as it is in the expected state.
    async fn until(&self, draft: &str, is_expected: impl Fn(&Value) -> bool) -> Value {
        loop {
            let found = self.get(draft).await;
            if is_expected(&found) {
                return found;
            }
            assert!(found["failure"].is_null(), "{found}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

fn start(folder: &Path) -> Server {
    Server::start(folder, &["demo", "--data-dir", "d", "--scheduler", "false"])
}

#[tokio::test]
async fn import_continues_after_the_server_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(folder.path());
    let token = demo_token(&folder.path().join("d"));
    let draft = {
        let drafts = Drafts { server: &server, token: &token };
        let draft = drafts.upload(sheet("K", ORDERS)).await;
        drafts.start(&draft, "check", json!({})).await;
        drafts.until(&draft, |draft| draft["status"] == "checked").await;
        drafts.start(&draft, "commit", json!({})).await;
        drafts.until(&draft, |draft| draft["progress"]["rows"].as_u64() > Some(0)).await;
        draft
    };
    server.kill();
    let server = start(folder.path());
    let drafts = Drafts { server: &server, token: &token };
    let imported = drafts.until(&draft, |draft| draft["status"] == "imported").await;
    assert_eq!(imported["progress"], json!({ "rows": ROWS, "total": ROWS }));
    assert_eq!(imported["checks"]["ready"], ROWS, "{imported}");
    assert_eq!(imported["result"]["orders"], ORDERS);
    let id = draft.rsplit('/').next().unwrap();
    let counts = drafts.get(&format!("/api/sales/order/candidates/counts?importDraft={id}")).await;
    assert_eq!(counts["all"]["value"], ROWS, "{counts}");
}

#[tokio::test]
async fn saved_mapping_is_used_by_name_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let token = demo_token(&folder.path().join("d"));
    let drafts = Drafts { server: &server, token: &token };
    let draft = drafts.upload(sheet("M", 1)).await;
    drafts.start(&draft, "check", json!({})).await;
    drafts.until(&draft, |draft| draft["status"] == "checked").await;
    drafts.start(&draft, "commit", json!({ "saveMapping": "Customer 1" })).await;
    drafts.until(&draft, |draft| draft["status"] == "imported").await;
    std::fs::write(folder.path().join("next.csv"), sheet("N", 2)).unwrap();
    let environment = [("ORDERDOCK_TOKEN", token.as_str()), ("ORDERDOCK_URL", &server.url)];
    let import =
        |name: &str| counted(&call(folder.path(), &environment, &["import", "next.csv", "--mapping", name]));
    let (code, counts, stderr) = import("customer 1");
    assert_eq!((code, counts), (Some(0), [2 * LINES as u64, 0, 0]), "{stderr}");
    let unknown = call(folder.path(), &environment, &["import", "next.csv", "--mapping", "Customer 2"]);
    let stderr = String::from_utf8_lossy(&unknown.stderr);
    assert_eq!(unknown.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("saved mappings: \"Customer 1\""), "{stderr}");
    let direct = ["import", "next.csv", "--mapping", "Customer 1", "--data-dir", "d", "--org", "001"];
    let (code, counts, stderr) = counted(&call(folder.path(), &[], &direct));
    assert_eq!((code, counts), (Some(0), [0, 2 * LINES as u64, 0]), "{stderr}");
}
