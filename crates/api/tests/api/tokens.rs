//! List of access tokens.

use orderdock_domain::access::Scope;
use orderdock_testkit::{TestApp, new_token};
use serde_json::json;

#[tokio::test]
async fn tokens_are_listed_without_secrets() {
    let app = TestApp::start().await;
    let reader = app.create_token(new_token("Reader", &[Scope::CandidatesRead])).await;
    let response = app.get(&app.admin, "/api/tokens").await;
    assert_eq!(response.status, 200, "{}", response.text);
    let secret = &reader[reader.len() - 20..];
    assert!(
        !response.text.contains(secret) && !response.text.to_lowercase().contains("hash"),
        "{}",
        response.text
    );
    let tokens = response.json()["items"].as_array().unwrap().clone();
    let listed = tokens.iter().find(|token| token["name"] == "Reader").unwrap();
    assert_eq!(listed["scopes"], json!(["candidates:read"]));
    assert!(listed["createdAt"].is_string() && listed.get("revokedAt").is_none(), "{listed}");
    let codes: Vec<_> = listed["organisations"].as_array().unwrap().iter().map(|org| &org["code"]).collect();
    assert!(codes.contains(&&json!("001")), "{codes:?}");
    assert_eq!(app.get(&reader, "/api/tokens").await.status, 403);
}
