//! Bulk edits over HTTP: dry runs, runs, and candidates that an edit leaves unchanged.

use std::time::Duration;

use orderdock_domain::access::Scope;
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, new_token, send};
use reqwest::Method;
use serde_json::{Value, json};

/// An application with a clerk and the candidates of header `H`.
struct Desk {
    app: TestApp,
    clerk: String,
    ids: Vec<i64>,
}

impl Desk {
    async fn with<const N: usize>(rows: [Value; N]) -> Self {
        let app = TestApp::start().await;
        let scopes = [Scope::CandidatesWrite, Scope::CandidatesRead, Scope::ProcessRun];
        let clerk = app.create_token(new_token("Order desk", &scopes)).await;
        let mut line = 0;
        let rows = rows.map(|change| {
            line += 1;
            candidate("H", &line.to_string(), change)
        });
        let response = app.import_bulk("", bulk(rows)).await;
        assert_eq!(response.status, 201, "{}", response.text);
        let result = response.json()["result"].as_array().unwrap().clone();
        let ids = result.iter().map(|row| row["id"].as_i64().unwrap()).collect();
        Self { app, clerk, ids }
    }

    fn body(&self, rest: Value) -> Value {
        let mut body = rest;
        body["selection"] = json!({ "ids": self.ids });
        body
    }

    async fn post(&self, query: &str, body: &Value) -> HttpResponse {
        let request = self.app.request(Method::POST, &format!("{CANDIDATES}/edit{query}"));
        let request = request.header("Authorization", &self.clerk).header("Prefer", "wait=20");
        send(request.header("Content-Type", "application/json").body(body.to_string())).await
    }

    async fn tried(&self, rest: Value) -> Value {
        let response = self.post("?dryRun=true", &self.body(rest)).await;
        assert_eq!(response.status, 200, "{}", response.text);
        response.json()
    }

    /// Runs an edit and returns its outcomes with codes and pointers of the problems.
    async fn edited(&self, rest: Value) -> Vec<String> {
        let response = self.post("", &self.body(rest)).await;
        assert_eq!((response.status, &response.json()["kind"]), (200, &json!("edit")), "{}", response.text);
        assert_eq!(response.json()["state"], "done");
        let results = self.app.get(&self.clerk, &format!("{}/results", response.header("location"))).await;
        let results = results.json()["items"].as_array().unwrap().clone();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let lines = results.iter().map(|result| {
            let problems = result["problems"].as_array().into_iter().flatten();
            let problems = problems.map(|one| [text(&one["code"]), text(&one["pointer"])].join(" "));
            std::iter::once(text(&result["outcome"])).chain(problems).collect::<Vec<_>>().join(" ")
        });
        lines.collect()
    }

    async fn candidate(&self, place: usize) -> Value {
        self.app.get(&self.clerk, &format!("{CANDIDATES}/{}", self.ids[place])).await.json()
    }

    async fn history(&self, place: usize) -> Vec<Value> {
        let response = self.app.get(&self.clerk, &format!("{CANDIDATES}/{}/history", self.ids[place])).await;
        response.json()["items"].as_array().unwrap().clone()
    }
}

fn codes(response: &HttpResponse) -> Vec<String> {
    let document = response.json();
    let errors = document["errors"].as_array().unwrap_or_else(|| panic!("{}", response.text));
    let text = |error: &Value, name: &str| error[name].as_str().unwrap_or_default().to_owned();
    errors.iter().map(|error| format!("{} {}", text(error, "code"), text(error, "pointer"))).collect()
}

#[tokio::test]
async fn dry_run_of_edit_equals_its_result() {
    let desk = Desk::with([
        json!({ "qty": 5, "price": 103.99, "currencyCode": "EUR", "dateRequired": "2026-12-08" }),
        json!({ "qty": 8 }),
        json!({ "qty": 2 }),
    ])
    .await;
    let edit = json!({ "changes": {
        "qty": { "changeBy": "-2" },
        "price": { "changeBy": "+10%" },
        "dateRequired": { "changeBy": "+3" },
    } });
    let tried = desk.tried(edit.clone()).await;
    assert_eq!(
        tried["counts"],
        json!({ "selected": 3, "changed": 1, "unchanged": 0, "refused": 2, "resolved": 0 })
    );
    let sample = &tried["sample"][0];
    assert_eq!(sample["candidateId"], desk.ids[0]);
    let named = ["externalHeaderId", "externalLineId", "poReference"];
    let stored = desk.candidate(0).await;
    assert_eq!(named.map(|name| &sample[name]), named.map(|name| &stored[name]));
    assert_eq!(sample["before"], json!({ "qty": 5, "price": 103.99, "dateRequired": "2026-12-08" }));
    assert_eq!(sample["after"], json!({ "qty": 3, "price": 114.39, "dateRequired": "2026-12-11" }));
    assert_eq!(sample["problems"], json!([]));
    assert_eq!(tried["refused"][1]["candidateId"], desk.ids[2]);
    assert_eq!(tried["refused"][1]["problems"][0]["code"], "qty.not_positive");
    assert_eq!(desk.candidate(0).await["version"], 1, "nothing is written by trying");
    assert_eq!(
        desk.edited(edit).await,
        [
            "changed",
            "failed changeBy.no_value /price",
            "failed qty.not_positive /qty changeBy.no_value /price"
        ]
    );
    let after = desk.candidate(0).await;
    assert_eq!(after["override"], sample["after"]);
    assert_eq!((&after["version"], &after["status"]), (&json!(2), &json!("new")));
    assert_eq!(desk.candidate(1).await["override"], json!({}), "all of a candidate is edited or nothing");
    let last = desk.history(0).await.pop().unwrap();
    assert_eq!((&last["event"], &last["actor"]), (&json!("corrected"), &json!("Order desk")));
    assert_eq!(last["changes"]["price"], json!({ "old": "103.99", "new": "114.39" }));
    assert!(last["runId"].is_i64(), "{last}");
}

#[tokio::test]
async fn values_are_set_and_removed() {
    let desk = Desk::with([json!({ "qty": 5 }), json!({ "qty": -1 })]).await;
    let set = json!({ "changes": {
        "qty": { "set": 7 },
        "shipper": { "set": "val-DPD - Classic" },
        "bpartner": { "set": "val-1000106" },
        "poReference": { "set": "PO-2" },
    } });
    let sample = desk.tried(set.clone()).await["sample"].clone();
    assert_eq!(
        (&sample[1]["before"]["status"], &sample[1]["after"]["status"]),
        (&json!("error"), &json!("new"))
    );
    assert_eq!(sample[0]["after"]["bpartner"]["code"], "1000106");
    assert_eq!(sample[0]["before"].get("shipper"), None, "there was none");
    assert_eq!(desk.edited(set.clone()).await, ["changed", "changed"]);
    assert_eq!(desk.edited(set).await, ["unchanged", "unchanged"]);
    let after = desk.candidate(1).await;
    assert_eq!((&after["status"], &after["effective"]["qty"]), (&json!("new"), &json!(7)));
    assert_ne!(after["effective"]["location"]["code"], "2156425", "the new partner has its own places");
    let back = json!({ "changes": {
        "qty": { "clear": true }, "shipper": { "clear": true }, "bpartner": { "clear": true },
        "poReference": { "clear": true }, "price": { "clear": true },
    } });
    assert_eq!(desk.edited(back).await, ["changed", "changed"]);
    let back = desk.candidate(1).await;
    assert_eq!((&back["status"], &back["override"]), (&json!("error"), &json!({})));
    assert_eq!(back["effective"]["location"]["code"], "2156425");
    let unknown = json!({ "changes": { "shipper": { "set": "val-Kutsche" } } });
    let rejected = "failed shipper.unknown /shipper";
    assert_eq!(desk.edited(unknown).await, [rejected, rejected]);
}

#[tokio::test]
async fn many_candidates_are_excluded_and_restored() {
    let desk = Desk::with([json!({}), json!({ "qty": 0 }), json!({})]).await;
    let release = ["sibling.error", "partial"];
    let process = json!({ "selection": { "ids": [desk.ids[2]] }, "scope": "selection", "release": release });
    let process = process.to_string();
    let request = desk.app.request(Method::POST, &format!("{CANDIDATES}/process"));
    let request = request.header("Authorization", &desk.clerk).header("Prefer", "wait=20");
    let run = send(request.header("Content-Type", "application/json").body(process)).await;
    assert_eq!((run.status, &run.json()["counts"]["processed"]), (200, &json!(1)), "{}", run.text);
    let excluded = desk.tried(json!({ "active": false })).await;
    assert_eq!(
        excluded["counts"],
        json!({ "selected": 3, "changed": 2, "unchanged": 0, "refused": 1, "resolved": 0 })
    );
    assert_eq!(excluded["sample"][0]["after"], json!({ "status": "inactive" }));
    assert_eq!(
        desk.edited(json!({ "active": false })).await,
        ["changed", "changed", "failed processed.readonly "]
    );
    assert_eq!(desk.candidate(0).await["status"], "inactive");
    let counts = desk.app.get(&desk.clerk, &format!("{CANDIDATES}/counts")).await.json();
    let counted = ["all", "new", "error", "processed", "inactive"].map(|name| counts[name]["value"].clone());
    assert_eq!(counted, [3, 0, 0, 1, 2]);
    let back = json!({ "active": true, "changes": { "qty": { "set": 4 } } });
    assert_eq!(desk.edited(back).await, ["changed", "changed", "failed processed.readonly "]);
    let after = desk.candidate(1).await;
    assert_eq!((&after["status"], &after["effective"]["qty"]), (&json!("new"), &json!(4)));
    let events: Vec<_> = desk.history(1).await.iter().map(|entry| entry["event"].clone()).collect();
    assert_eq!(events, ["imported", "putAside", "takenBack"]);
}

#[tokio::test]
async fn invalid_edit_is_rejected_with_positions() {
    let desk = Desk::with([json!({})]).await;
    for (rest, expected) in [
        (json!({}), vec!["edit.empty "]),
        (json!({ "changes": {} }), vec!["edit.empty "]),
        (
            json!({ "changes": { "qty": {}, "price": { "set": 1, "clear": true }, "line": null,
                "discount": { "clear": false }, "dateRequired": { "set": null }, "shipper": "" } }),
            vec![
                "change.invalid /changes/qty",
                "change.invalid /changes/price",
                "change.invalid /changes/discount",
                "change.invalid /changes/dateRequired",
                "change.invalid /changes/shipper",
                "change.invalid /changes/line",
            ],
        ),
        (
            json!({ "changes": { "qty": { "changeBy": "10" }, "price": { "set": "x" },
                "discount": { "changeBy": "+2,5" }, "dateRequired": { "changeBy": "+3%" },
                "poReference": { "changeBy": "+1" }, "prise": { "set": 1 } } }),
            vec![
                "property.unknown /changes/prise",
                "changeBy.invalid /changes/qty/changeBy",
                "number.invalid /changes/price/set",
                "number.decimal_comma /changes/discount/changeBy",
                "changeBy.not_allowed /changes/poReference/changeBy",
                "changeBy.invalid /changes/dateRequired/changeBy",
            ],
        ),
    ] {
        for query in ["", "?dryRun=true"] {
            let response = desk.post(query, &desk.body(rest.clone())).await;
            assert_eq!(
                (response.status, codes(&response)),
                (400, expected.iter().map(ToString::to_string).collect())
            );
        }
    }
    let unselected = desk.post("", &json!({ "active": true })).await;
    assert_eq!(
        (unselected.status, codes(&unselected)),
        (400, vec!["property.missing /selection".to_owned()])
    );
    let step = json!({ "changes": { "dateRequired": { "changeBy": "3 days" } } });
    let response = desk.post("", &desk.body(step)).await;
    assert_eq!(
        response.json()["errors"][0]["message"],
        "Invalid step “3 days”. Use a sign and a number, as in +3 or -1."
    );
    let missing = desk.post("", &json!({ "active": true, "selection": { "ids": [desk.ids[0], 1] } })).await;
    assert_eq!(
        (missing.status, codes(&missing)),
        (404, vec!["candidate.not_found /selection/ids/1".to_owned()])
    );
    assert_eq!(desk.candidate(0).await["version"], 1);
}

#[tokio::test]
async fn same_key_edits_once() {
    let desk = Desk::with([json!({ "qty": 10 })]).await;
    let edit = desk.body(json!({ "changes": { "qty": { "changeBy": "+10%" } } })).to_string();
    let send_it = async || {
        let request = desk.app.request(Method::POST, &format!("{CANDIDATES}/edit"));
        let request = request.header("Authorization", &desk.clerk).header("Idempotency-Key", "raise");
        send(request.header("Content-Type", "application/json").body(edit.clone())).await
    };
    let first = send_it().await;
    assert_eq!(first.status, 202, "{}", first.text);
    let again = send_it().await;
    assert_eq!((again.status, &again.text), (202, &first.text));
    let runs = async || desk.app.get(&desk.clerk, "/api/process-runs").await.json()["items"].clone();
    while runs().await[0].get("finishedAt").is_none() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(runs().await.as_array().unwrap().len(), 1);
    assert_eq!(desk.candidate(0).await["effective"]["qty"], 11);
}

#[tokio::test]
async fn key_repeats_response_of_waiting_request() {
    let app = TestApp::start().await;
    let imported = app.import(candidate("H", "1", json!({})).to_string()).await.json();
    let selection = json!({ "ids": [imported["result"][0]["id"]] });
    for (path, body) in [
        (format!("{CANDIDATES}/edit"), json!({ "selection": selection, "changes": { "qty": { "set": 7 } } })),
        (format!("{CANDIDATES}/revalidate"), json!({ "selection": selection })),
        (format!("{CANDIDATES}/process"), json!({ "selection": selection })),
        ("/api/process-runs".to_owned(), json!({})),
    ] {
        let send_edit = |prefer: &'static str| {
            let request = app.request(Method::POST, &path).header("Authorization", &app.admin);
            send(request.header("Idempotency-Key", "once").header("Prefer", prefer).json(&body))
        };
        let first = send_edit("wait=60").await;
        assert_eq!((first.status, &first.json()["state"]), (200, &json!("done")), "{path}: {}", first.text);
        for prefer in ["wait=60", "respond-async"] {
            let again = send_edit(prefer).await;
            assert_eq!((again.status, &again.text), (200, &first.text), "{path}, {prefer}");
            assert_eq!(again.header("idempotency-replayed"), "true");
        }
    }
    let runs = app.get(&app.admin, "/api/process-runs").await.json();
    assert_eq!(runs["items"].as_array().map(Vec::len), Some(4), "{runs}");
}
