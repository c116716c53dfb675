//! Full-text search by parts of words, over HTTP.

use orderdock_domain::access::Scope;
use orderdock_testkit::reqwest::Method;
use orderdock_testkit::{CANDIDATES, TestApp, candidate, send};
use serde_json::{Value, json};

const PARTNERS: &str = "bpartners:
  - {code: K-77, name: Bäckerei Müller, org: '001', locations: [{externalId: L1, postal: '50667', city: Köln, country: DE}]}
products:
  - {code: HW5, name: Honig Waldblüte 500 g, uom: PCE}
";

/// Starts an application with three candidates and their search documents: for the baker, for honey, and with a
/// reference.
async fn app_with_candidates() -> TestApp {
    let app = TestApp::start().await;
    app.load(PARTNERS).await;
    let baker = json!({ "bpartner": { "bpartner": { "code": "K-77" } } });
    for row in [
        candidate("H1", "1", baker),
        candidate("H2", "2", json!({ "product": { "code": "HW5" } })),
        candidate("H3", "3", json!({ "poReference": "PO-76344" })),
    ] {
        let response = app.post(&app.admin, CANDIDATES, row.to_string()).await;
        assert_eq!(response.status, 201, "{}", response.text);
    }
    app.services.search.update_search().await.unwrap();
    app
}

/// Returns the values of a member of all items.
fn member_of_each<'a>(page: &'a Value, member: &str) -> Vec<&'a str> {
    page["items"].as_array().unwrap().iter().map(|item| item[member].as_str().unwrap()).collect()
}

#[tokio::test]
async fn candidates_are_found_by_substring() {
    let app = app_with_candidates().await;
    for (query, lines) in [
        ("M%C3%BCller", &["1"][..]),
        ("mueller", &["1"]),
        ("Baeckerei", &["1"]),
        ("k%C3%B6ln", &["1"]),
        ("50667", &["1"]),
        ("Waldbl%C3%BCte", &["2"]),
        ("76344", &["3"]),
        ("76345", &[]),
    ] {
        let page = app.get(&app.admin, &format!("{CANDIDATES}?q={query}&sort=createdAt")).await.json();
        assert_eq!(member_of_each(&page, "externalLineId"), lines, "{query}");
        let headers = app.get(&app.admin, &format!("{CANDIDATES}/headers?q={query}")).await.json();
        assert_eq!(headers["items"].as_array().unwrap().len(), lines.len(), "{query}");
    }
}

#[tokio::test]
async fn candidates_are_found_by_the_unit_that_the_list_shows() {
    let app = app_with_candidates().await;
    let cartons = candidate("H4", "4", json!({ "uomCode": "CT" }));
    assert_eq!(app.import(cartons.to_string()).await.status, 201);
    let send_in = async |method: Method, path: &str, language: &str, body: Option<Value>| {
        let request = app.request(method, &format!("{CANDIDATES}{path}"));
        let request = request.header("Authorization", &app.admin).header("Accept-Language", language);
        let response = send(if let Some(body) = body { request.json(&body) } else { request }).await;
        assert_eq!(response.status, 200, "{}", response.text);
        response
    };
    for (words, language, lines) in [
        ("Stück", "de", &["1", "2", "3"][..]),
        ("Stück", "en", &[]),
        ("pieces", "en", &["1", "2", "3"]),
        ("Kartons", "de", &["4"]),
        ("Kartons", "en", &[]),
        ("cartons", "en", &["4"]),
    ] {
        let page = send_in(Method::GET, &format!("?q={words}&sort=createdAt"), language, None).await.json();
        assert_eq!(member_of_each(&page, "externalLineId"), lines, "{words} {language}");
        let headers = send_in(Method::GET, &format!("/headers?q={words}"), language, None).await.json();
        assert_eq!(headers["items"].as_array().unwrap().len(), lines.len(), "{words} {language}");
        let counts = send_in(Method::GET, &format!("/counts?q={words}"), language, None).await.json();
        assert_eq!(counts["all"]["value"], lines.len(), "{words} {language}");
        let export = send_in(Method::GET, &format!("/export?q={words}"), language, None).await.text;
        assert_eq!(export.trim_end().lines().count(), 1 + lines.len(), "{words} {language}");
        let selection = json!({ "selection": { "filter": { "q": words } } });
        let planned =
            send_in(Method::POST, "/revalidate?dryRun=true", language, Some(selection)).await.json();
        assert_eq!(planned["counts"]["selected"], lines.len(), "{words} {language}");
    }
}

#[tokio::test]
async fn lookups_find_substrings_and_displayed_units() {
    let app = app_with_candidates().await;
    for (kind, query, language, codes) in [
        ("bpartners", "ckerei", "de", &["K-77"][..]),
        ("bpartners", "koeln", "de", &["K-77"]),
        ("products", "waldbl%C3%BCte", "de", &["HW5"]),
        ("uoms", "St%C3%BCck", "de", &["PCE", "EA", "C62"]),
        ("uoms", "St%C3%BCck", "en", &[]),
        ("currencies", "franken", "de", &["CHF"]),
    ] {
        let request = app.request(Method::GET, &format!("/api/masterdata/{kind}?q={query}"));
        let request = request.header("Authorization", &app.admin).header("Accept-Language", language);
        let response = send(request).await;
        assert_eq!(
            (response.status, member_of_each(&response.json(), "code")),
            (200, codes.to_vec()),
            "{query} {language}"
        );
    }
}

/// A server reads the feed every two seconds. The limit of five seconds counts only the pauses of the test, because
/// requests can be slow on a busy machine.
#[tokio::test]
async fn running_server_finds_new_candidates() {
    let app = TestApp::start().await;
    let (_stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let updater = app.services.search.search_updater();
    let updater = tokio::spawn(updater.run(async { drop(stopped.await) }));
    for reference in ["PO-76344", "PO-76355"] {
        let row = candidate(reference, "1", json!({ "poReference": reference }));
        assert_eq!(app.import(row.to_string()).await.status, 201);
        let list = format!("{CANDIDATES}?q={}", &reference[4..]);
        let mut waited = std::time::Duration::ZERO;
        while app.get(&app.admin, &list).await.json()["items"] == json!([]) {
            assert!(waited < std::time::Duration::from_secs(5), "{reference} is not found");
            let pause = std::time::Duration::from_millis(50);
            tokio::time::sleep(pause).await;
            waited += pause;
        }
    }
    updater.abort();
}

#[tokio::test]
async fn records_of_other_organisations_are_not_found() {
    let app = app_with_candidates().await;
    let other = app.token_of("test-org-03", &[Scope::CandidatesRead]).await;
    for query in ["76344", "m%C3%BCller"] {
        let page = app.get(&other, &format!("{CANDIDATES}?q={query}")).await.json();
        assert_eq!(page["items"], json!([]), "{query}");
    }
    let page = app.get(&other, "/api/masterdata/bpartners?q=m%C3%BCller").await.json();
    assert_eq!(page["items"], json!([]));
}
