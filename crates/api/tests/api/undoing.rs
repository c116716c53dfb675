//! Undo of runs over HTTP: dry run, execution, authorisation.

use orderdock_domain::access::Role;
use orderdock_testkit::{BrowserSession, CANDIDATES, HttpResponse, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

/// Candidates of header `H`, assigned to a clerk of organisation `001`.
struct Desk {
    app: TestApp,
    clerk: BrowserSession,
    ids: Vec<i64>,
}

impl Desk {
    async fn with(lines: usize) -> Self {
        let app = TestApp::start().await;
        app.create_user("kim", Role::Clerk, &["001"]).await;
        let clerk = app.sign_in("kim").await;
        let rows = (1..=lines).map(|line| candidate("H", &line.to_string(), json!({})));
        let response = app.import_bulk("", bulk(rows)).await;
        let result = response.json()["result"].as_array().unwrap().clone();
        let ids = result.iter().map(|row| row["id"].as_i64().unwrap()).collect();
        Self { app, clerk, ids }
    }

    async fn post(&self, session: &BrowserSession, path: &str, body: &str) -> HttpResponse {
        let request = session.writing(self.app.request(Method::POST, path)).header("Prefer", "wait=20");
        send(request.header("Content-Type", "application/json").body(body.to_owned())).await
    }

    /// Executes a run on the candidates and returns its id.
    async fn run(&self, path: &str, mut body: Value) -> i64 {
        body["selection"] = json!({ "ids": self.ids });
        let response = self.post(&self.clerk, &format!("{CANDIDATES}/{path}"), &body.to_string()).await;
        assert_eq!((response.status, &response.json()["state"]), (200, &json!("done")), "{}", response.text);
        response.json()["id"].as_i64().unwrap()
    }

    async fn undo(&self, session: &BrowserSession, run: i64, query: &str) -> HttpResponse {
        self.post(session, &format!("/api/process-runs/{run}/undo{query}"), r#"{"reason":"ordered twice"}"#)
            .await
    }

    async fn get(&self, path: &str) -> Value {
        send(self.clerk.with(self.app.request(Method::GET, path))).await.json()
    }

    async fn candidate(&self, place: usize) -> Value {
        self.get(&format!("{CANDIDATES}/{}", self.ids[place])).await
    }
}

fn code(response: &HttpResponse) -> String {
    response.json()["errors"][0]["code"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn dry_run_of_undo_equals_its_result() {
    let desk = Desk::with(3).await;
    let run = desk.run("edit", json!({ "changes": { "qty": { "set": 9 } } })).await;
    // two of the candidates are changed afterwards
    let path = format!("{CANDIDATES}/{}", desk.ids[0]);
    let changed = desk.app.patch(&desk.app.admin, &path, "*", json!({ "override": { "qty": 4 } })).await;
    assert_eq!(changed.status, 200, "{}", changed.text);
    let tried = desk.undo(&desk.clerk, run, "?dryRun=true").await;
    assert_eq!(tried.status, 200, "{}", tried.text);
    let tried = tried.json();
    assert_eq!(tried["counts"], json!({ "selected": 3, "restored": 2, "orders": 0, "left": 1 }));
    let sample = &tried["sample"][0];
    assert_eq!((&sample["before"]["qty"], &sample["after"]["qty"]), (&json!(9), &json!(5)));
    let left = &tried["left"][0];
    assert_eq!((&left["code"], &left["candidates"]), (&json!("undo.changed"), &json!(1)));
    assert_eq!(left["sample"][0]["candidateId"], json!(desk.ids[0]));
    assert_eq!(desk.candidate(1).await["qty"], 9, "nothing was written");

    let undone = desk.undo(&desk.clerk, run, "").await;
    let counts = json!({ "selected": 3, "added": 0, "processed": 2, "orders": 0, "stayed": 0, "failed": 1 });
    let document = undone.json();
    assert_eq!(
        (undone.status, &document["kind"], &document["counts"]),
        (200, &json!("undo"), &counts),
        "{document}"
    );
    assert_eq!(document["undoes"], json!(run));
    assert_eq!(desk.get(&format!("/api/process-runs/{run}")).await["undoneBy"], document["id"]);
    assert_eq!((&desk.candidate(0).await["qty"], &desk.candidate(1).await["qty"]), (&json!(4), &json!(5)));
    let history = desk.get(&format!("{CANDIDATES}/{}/history", desk.ids[1])).await;
    let last = history["items"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["event"], &last["runId"]), (&json!("undone"), &document["id"]), "{history}");
    let again = desk.undo(&desk.clerk, run, "").await;
    assert_eq!((again.status, code(&again)), (409, "run.undone".to_owned()), "{}", again.text);
}

#[tokio::test]
async fn undo_voids_orders_without_confirmed_transfer() {
    let desk = Desk::with(1).await;
    desk.app.import(candidate("J", "1", json!({})).to_string()).await;
    let other =
        desk.get(&format!("{CANDIDATES}?externalHeaderId=J")).await["items"][0]["id"].as_i64().unwrap();
    let desk = Desk { ids: vec![desk.ids[0], other], ..desk };
    let run = desk.run("process", json!({})).await;
    let orders = desk.get(&format!("/api/sales/order?runId={run}")).await["items"].clone();
    let (first, second) = (&orders[0]["salesOrderId"], &orders[1]["salesOrderId"]);
    let handed = json!({ "orders": [{ "salesOrderId": first, "receiver": "ERP" }] }).to_string();
    desk.post(&desk.clerk, "/api/sales/order/handed-over", &handed).await;
    let tried = desk.undo(&desk.clerk, run, "?dryRun=true").await.json();
    assert_eq!(tried["counts"], json!({ "selected": 2, "restored": 1, "orders": 1, "left": 1 }), "{tried}");
    assert_eq!(&tried["orders"][0]["salesOrderId"], second);
    assert_eq!(tried["left"][0]["code"], "order.handed_over");
    let undone = desk.undo(&desk.clerk, run, "").await.json();
    let of = async |order: &Value| {
        let id = order.as_str().unwrap();
        let document = desk.get(&format!("/api/sales/order/{id}/history")).await;
        (desk.get(&format!("/api/sales/order/{id}")).await["status"].clone(), document.to_string())
    };
    assert_eq!(of(first).await.0, "completed");
    let (status, document) = of(second).await;
    assert!(status == "voided" && document.contains("ordered twice"), "{document}");
    // undoing the undo restores the excluded candidate; the user who caused the exclusion may do so
    let back = desk.undo(&desk.clerk, undone["id"].as_i64().unwrap(), "").await.json();
    assert_eq!(back["counts"]["processed"], 1, "{back}");
    let found = desk.get(&format!("{CANDIDATES}?status=new")).await;
    assert_eq!(found["total"]["value"], 1);
}

#[tokio::test]
async fn undo_requires_scopes_and_access_of_run() {
    let desk = Desk::with(1).await;
    let run = desk.run("edit", json!({ "active": false })).await;
    for (name, role, organisation, expected) in [
        ("vera", Role::Viewer, "001", (403, "scope.missing")),
        ("otto", Role::Clerk, "test-org-03", (404, "run.not_found")),
    ] {
        desk.app.create_user(name, role, &[organisation]).await;
        let session = desk.app.sign_in(name).await;
        for query in ["?dryRun=true", ""] {
            let response = desk.undo(&session, run, query).await;
            assert_eq!((response.status, code(&response).as_str()), expected, "{name}");
        }
    }
    let looked = desk.run("revalidate", json!({})).await;
    let response = desk.undo(&desk.clerk, looked, "").await;
    assert_eq!((response.status, code(&response)), (409, "run.not_undoable".to_owned()));
    let same = json!({ "changes": { "qty": { "set": 5 } } });
    desk.run("edit", same.clone()).await;
    let idle = desk.run("edit", same).await;
    for query in ["?dryRun=true", ""] {
        let response = desk.undo(&desk.clerk, idle, query).await;
        assert_eq!(
            (response.status, code(&response)),
            (409, "run.changed_nothing".to_owned()),
            "{}",
            response.text
        );
    }
}
