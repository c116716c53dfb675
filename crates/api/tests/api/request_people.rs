//! Access of users to the request log: requests of their organisations without rows of others.

use orderdock_domain::access::{Role, Scope};
use orderdock_testkit::{
    BrowserSession, CANDIDATES, HttpResponse, TestApp, bulk, candidate, new_token, send,
};
use reqwest::Method;
use serde_json::{Value, json};

const LOG: &str = "/api/requests";
const OTHER: &str = "test-org-03";

/// Creates a token for organisations; the first is the default.
async fn sender(app: &TestApp, organisations: &[&str]) -> String {
    let scopes = [Scope::CandidatesWrite, Scope::CandidatesRead];
    let organisations: Vec<_> = organisations.iter().map(|code| (*code).to_owned()).collect();
    let default_organisation = organisations.first().cloned();
    let new = new_token("sender", &scopes);
    app.create_token(orderdock_app::NewToken { organisations, default_organisation, ..new }).await
}

async fn person(app: &TestApp, role: Role, organisations: &[&str]) -> BrowserSession {
    let name = format!("{}-{}", role.as_str(), organisations.join("-"));
    app.create_user(&name, role, organisations).await;
    app.sign_in(&name).await
}

async fn clerk(app: &TestApp, organisations: &[&str]) -> BrowserSession {
    person(app, Role::Clerk, organisations).await
}

async fn read(app: &TestApp, person: &BrowserSession, path: &str) -> HttpResponse {
    send(person.with(app.request(Method::GET, path))).await
}

async fn listed(app: &TestApp, person: &BrowserSession, query: &str) -> Vec<Value> {
    let response = read(app, person, &format!("{LOG}{query}")).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.json()["items"].as_array().unwrap().clone()
}

/// Returns the path of the newest request in the log.
async fn newest(app: &TestApp) -> String {
    let log = app.get(&app.admin, LOG).await.json();
    format!("{LOG}/{}", log["items"][0]["id"])
}

fn of_other(header: &str, change: Value) -> Value {
    let mut row = candidate(header, "1", change);
    row["org"] = json!({ "code": OTHER });
    row
}

/// Returns the rows of a displayed body, which must be as long as the sent body.
fn rows(shown: &HttpResponse, sent: &str) -> Vec<Value> {
    assert_eq!(shown.status, 200, "{}", shown.text);
    let body = shown.json()["body"].as_str().unwrap().to_owned();
    assert_eq!(body.chars().count(), sent.chars().count());
    serde_json::from_str::<Value>(&body).unwrap()["requests"].as_array().unwrap().clone()
}

#[tokio::test]
async fn users_see_rows_of_their_organisations() {
    let app = TestApp::start().await;
    let token = sender(&app, &["001", OTHER]).await;
    let wrong = json!({ "product": { "code": "nothing" } });
    let sent = [
        of_other("SECRET-A", json!({ "description": "Größe 🧺" })),
        candidate("OWN-B", "1", json!({})),
        of_other("SECRET-C", wrong.clone()),
        candidate("OWN-D", "1", wrong),
        of_other("SECRET-E", json!({ "qty": "SECRET-F" })),
        candidate("OWN-G", "1", json!({ "qty": "x" })),
    ];
    let body = bulk(sent.clone());
    let response = app.post(&token, &format!("{CANDIDATES}/bulk?errorPolicy=row"), body.clone()).await;
    assert_eq!(response.status, 207, "{}", response.text);
    let [foreign, own] =
        [0, 1].map(|row| format!("{CANDIDATES}/{}/request", response.json()["result"][row]["id"]));
    let logged = newest(&app).await;
    let people = Role::ALL.iter().copied().filter(|role| *role != Role::Administrator);
    for role in people {
        let session = person(&app, role, &["001"]).await;
        for path in [&own, &logged] {
            let response = read(&app, &session, path).await;
            let shown = rows(&response, &body);
            let empty = json!({});
            let expected = [&empty, &sent[1], &empty, &sent[3], &empty, &sent[5]];
            assert_eq!(shown.iter().collect::<Vec<_>>(), expected, "{role:?}");
            let document = response.json();
            let rows = document["rows"].as_array().unwrap();
            let indexes: Vec<_> = rows.iter().map(|row| &row["index"]).collect();
            assert_eq!(indexes, [3, 5]);
            assert_eq!(rows[0]["codes"], json!(["product.unknown"]));
            assert_eq!(document["rowsLeftOut"], 3);
            // candidates of other organisations must not be countable
            assert_eq!((document.get("rowsCreated"), &document["rowsRejected"]), (None, &json!(2)));
            assert!(!response.text.contains("SECRET") && !response.text.contains(OTHER), "{}", response.text);
            // visible text keeps its position
            let shown = document["body"].as_str().unwrap();
            for mark in ["OWN-B", "OWN-D", "OWN-G"] {
                let column = |text: &str| text[..text.find(mark).unwrap()].chars().count();
                assert_eq!(column(shown), column(&body), "{mark}");
            }
        }
        let listed = listed(&app, &session, "").await;
        assert_eq!(listed.len(), 1, "{listed:?}");
        let indexes: Vec<_> = listed[0]["rows"].as_array().unwrap().iter().map(|row| &row["index"]).collect();
        assert_eq!(indexes, [3, 5]);
        assert_eq!(read(&app, &session, &foreign).await.status, 404, "another organisation's candidate");
    }
    let session = clerk(&app, &[OTHER]).await;
    let shown = rows(&read(&app, &session, &logged).await, &body);
    assert_eq!((&shown[0], &shown[1], &shown[4]), (&sent[0], &json!({}), &sent[4]));
    // a user with access to all organisations reads the body byte for byte
    for organisations in [&["001", OTHER][..], &[]] {
        let session = clerk(&app, organisations).await;
        let response = read(&app, &session, &logged).await;
        assert_eq!(rows(&response, &body), sent, "{organisations:?}");
        assert_eq!(response.json()["rows"].as_array().unwrap().len(), 4);
        assert_eq!(response.json().get("rowsLeftOut"), None);
        assert_eq!(response.json()["rowsCreated"], 2);
    }
    app.load("organisations:\n  - {code: third, name: Third, country: DE}").await;
    let stranger = clerk(&app, &["third"]).await;
    assert_eq!(read(&app, &stranger, &logged).await.status, 404);
    assert_eq!(listed(&app, &stranger, "").await, Vec::<Value>::new());
    // a token reads its own requests only
    let other = sender(&app, &["001"]).await;
    assert_eq!(app.get(&other, &own).await.status, 404);
    assert_eq!(app.get(&other, &logged).await.status, 404);
    assert_eq!(app.get(&other, LOG).await.json()["items"], json!([]));
    assert_eq!(rows(&app.get(&token, &own).await, &body), sent);
}

#[tokio::test]
async fn rows_without_organisation_belong_to_default() {
    let app = TestApp::start().await;
    let token = sender(&app, &[OTHER, "001"]).await;
    let mut own = candidate("OWN", "1", json!({}));
    own["org"] = json!({ "code": "001" });
    let body = bulk([candidate("SECRET", "1", json!({})), own.clone()]);
    let response = app.post(&token, &format!("{CANDIDATES}/bulk"), body.clone()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let path = format!("{CANDIDATES}/{}/request", response.json()["result"][1]["id"]);
    let session = clerk(&app, &["001"]).await;
    assert_eq!(rows(&read(&app, &session, &path).await, &body), [json!({}), own]);
    let session = clerk(&app, &[OTHER]).await;
    let shown = rows(&read(&app, &session, &newest(&app).await).await, &body);
    assert_eq!((&shown[0]["externalHeaderId"], &shown[1]), (&json!("SECRET"), &json!({})));
}

/// An unreadable body can concern any organisation for which its sender may write.
#[tokio::test]
async fn unreadable_body_requires_access_to_all_organisations_of_sender() {
    let app = TestApp::start().await;
    let (alone, both) = (sender(&app, &["001"]).await, sender(&app, &["001", OTHER]).await);
    let (own, other) = (clerk(&app, &["001"]).await, clerk(&app, &[OTHER]).await);
    let (everything, administrator) = (clerk(&app, &[]).await, person(&app, Role::Administrator, &[]).await);
    let unreadable_row = bulk([json!({ "org": { "code": 7.5 }, "poReference": "SECRET" })]);
    let cut_off = "{\"requests\": [{\"poReference\": \"SECRET";
    for body in [cut_off, "{\"requests\": 7}", "[\"SECRET\"]", &*unreadable_row] {
        for (token, by_own) in [(&alone, 200), (&both, 404)] {
            let response = app.post(token, &format!("{CANDIDATES}/bulk"), body).await;
            assert_eq!(response.status, 400, "{}", response.text);
            let path = newest(&app).await;
            for (session, status) in
                [(&own, by_own), (&other, 404), (&everything, 200), (&administrator, 200)]
            {
                let response = read(&app, session, &path).await;
                assert_eq!(response.status, status, "{body}: {}", response.text);
                let is_listed =
                    listed(&app, session, "?limit=1").await.first().map(|one| one["id"].to_string());
                assert_eq!(is_listed.is_some_and(|id| path.ends_with(&id)), status == 200, "{body}");
                if status == 200 {
                    assert_eq!(response.json()["body"], body);
                }
            }
        }
    }
}

/// A row with an unreadable organisation is hidden, even if other rows of the request are shown.
#[tokio::test]
async fn row_without_certain_organisation_is_hidden() {
    let app = TestApp::start().await;
    let token = sender(&app, &["001", OTHER]).await;
    let own = candidate("OWN", "1", json!({}));
    let unclear = [
        json!({ "org": { "code": ["001"] }, "poReference": "SECRET" }),
        json!({ "org": { "code": "none" }, "poReference": "SECRET" }),
        json!({ "org": "001", "poReference": "SECRET" }),
        json!(["SECRET"]),
        json!("SECRET"),
    ];
    let body = bulk(std::iter::once(own.clone()).chain(unclear.clone()));
    let response = app.post(&token, &format!("{CANDIDATES}/bulk?errorPolicy=row"), body.clone()).await;
    assert_eq!(response.status, 207, "{}", response.text);
    let session = clerk(&app, &["001"]).await;
    let path = format!("{CANDIDATES}/{}/request", response.json()["result"][0]["id"]);
    let response = read(&app, &session, &path).await;
    let shown = rows(&response, &body);
    assert_eq!(shown[0], own);
    assert!(shown[1..].iter().all(|row| *row == json!({})), "{shown:?}");
    assert_eq!((&response.json()["rows"], &response.json()["rowsLeftOut"]), (&json!([]), &json!(5)));
}

#[tokio::test]
async fn single_import_is_visible_to_its_organisation() {
    let app = TestApp::start().await;
    let token = sender(&app, &["001", OTHER]).await;
    let body = of_other("S", json!({})).to_string();
    let response = app.post(&token, CANDIDATES, body.clone()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let path = format!("{CANDIDATES}/{}/request", response.json()["result"][0]["id"]);
    let shown = read(&app, &clerk(&app, &[OTHER]).await, &path).await;
    assert_eq!((shown.status, &shown.json()["body"]), (200, &json!(body)));
    let stranger = clerk(&app, &["001"]).await;
    assert_eq!(read(&app, &stranger, &path).await.status, 404);
    assert_eq!(read(&app, &stranger, &newest(&app).await).await.status, 404);
}

/// A search for a header does not disclose rows of other organisations.
#[tokio::test]
async fn reference_finds_visible_requests_only() {
    let app = TestApp::start().await;
    let token = sender(&app, &["001", OTHER]).await;
    let unknown = json!({ "product": { "code": "nothing" } });
    let body = bulk([
        candidate("OWN", "1", json!({})),
        of_other("THEIRS", json!({})),
        of_other("THEIRS-REJECTED", unknown),
    ]);
    assert_eq!(app.post(&token, &format!("{CANDIDATES}/bulk?errorPolicy=row"), body).await.status, 207);
    let session = clerk(&app, &["001"]).await;
    for (reference, count) in [("OWN", 1), ("THEIRS", 0), ("THEIRS-REJECTED", 0)] {
        assert_eq!(
            listed(&app, &session, &format!("?reference={reference}")).await.len(),
            count,
            "{reference}"
        );
    }
}

/// Users do not see requests of others that are not imports, and cannot replay imports of others.
#[tokio::test]
async fn other_requests_of_others_are_hidden() {
    let app = TestApp::start().await;
    let token = sender(&app, &["001"]).await;
    let imported = app.post(&token, CANDIDATES, candidate("H", "1", json!({})).to_string()).await;
    let import = newest(&app).await;
    let one = format!("{CANDIDATES}/{}", imported.json()["result"][0]["id"]);
    let put_aside = json!({ "active": false });
    assert_eq!(app.patch(&token, &one, "*", put_aside.clone()).await.status, 200);
    let correction = newest(&app).await;
    let session = clerk(&app, &["001"]).await;
    assert_eq!(read(&app, &session, &import).await.status, 200);
    assert_eq!(read(&app, &session, &correction).await.status, 404);
    let back = session.writing(app.request(Method::PATCH, &one)).header("If-Match", "*");
    assert_eq!(send(back.json(&json!({ "active": true }))).await.status, 200);
    let methods = listed(&app, &session, "").await;
    let methods: Vec<_> = methods.iter().map(|request| request["method"].as_str().unwrap()).collect();
    assert_eq!(methods, ["PATCH", "POST"], "their own, and the import");
    let again = send(session.writing(app.request(Method::POST, &format!("{import}/replay")))).await;
    assert_eq!(again.status, 404, "{}", again.text);
}
