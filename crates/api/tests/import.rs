//! Endpoints 2 and 3 over HTTP.

use orderdock_testkit::{CANDIDATES, TestApp};

#[tokio::test]
async fn a_candidate_is_stored_and_read_back() {
    let app = TestApp::start().await;
    let answer = app.import(include_str!("../../../examples/candidate-variant-a.json")).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    let id = answer.json()["result"][0]["id"].as_i64().unwrap();
    let read = app.get(&app.admin, &format!("{CANDIDATES}/{id}")).await;
    assert_eq!((read.status, read.header("etag")), (200, "\"1\""));
    assert_eq!(read.json()["imported"]["org"]["code"], "001");
}
