//! Targets of attachments: incoming orders and orders.

use super::common::{
    Form, OTHER_SOURCE, PDF, SOURCE, assert_nothing_stored, attach, code, files, form, import, order_of, pdf,
    with_header,
};
use orderdock_domain::access::Scope;
use orderdock_testkit::{CANDIDATES, TestApp, candidate, send};
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn pdf_of_candidate_is_returned_unchanged() {
    let app = with_header().await;
    let response = attach(&app, &format!("{SOURCE}/H"), pdf()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let attachment = response.json();
    let id = attachment["attachmentId"].as_str().unwrap();
    let expected = json!({
        "externalReference": "H",
        "dataSourceName": SOURCE,
        "externalSystemCode": SOURCE,
        "id": id.parse::<i64>().unwrap(),
        "attachmentId": id,
        "type": "Data",
        "filename": "order.pdf",
        "mimeType": "application/pdf",
        "size": PDF.len(),
        "sha256": "a5e6af8059d4b2336959e51a451a59d992a91ae3e1a453d4bc14947ed1d45315",
        "url": format!("/api/attachments/{id}/content"),
        "createdBy": "admin",
        "createdAt": "2026-11-20T12:00:00Z",
    });
    assert_eq!(attachment, expected);
    let digits = attachment["sha256"].as_str().unwrap();
    assert_eq!(files(app.database.folder()), [format!("sha256/{}/{digits}", &digits[..2])]);

    let download = app.get(&app.admin, attachment["url"].as_str().unwrap()).await;
    assert_eq!((download.status, download.text.as_bytes()), (200, PDF));
    for (header, value) in [
        ("content-type", "application/pdf"),
        ("content-length", "48"),
        ("content-disposition", "attachment; filename=\"order.pdf\"; filename*=UTF-8''order.pdf"),
        ("x-content-type-options", "nosniff"),
        ("content-security-policy", "sandbox; default-src 'none'"),
        ("cache-control", "no-store"),
    ] {
        assert_eq!(download.header(header), value, "{header}");
    }
}

#[tokio::test]
async fn attachment_belongs_to_all_lines_including_later_ones() {
    let app = with_header().await;
    let attachment = attach(&app, "H", pdf()).await.json();
    let later = import(&app, candidate("H", "2", json!({}))).await;
    let stranger = import(&app, candidate("I", "1", json!({}))).await;
    let read = app.get(&app.admin, &format!("{CANDIDATES}/{later}")).await.json();
    assert_eq!(read["attachments"], json!([attachment]));
    let read = app.get(&app.admin, &format!("{CANDIDATES}/{stranger}")).await.json();
    assert_eq!(read["attachments"], json!([]));
    let whole = app.get(&app.admin, &format!("{CANDIDATES}/by-ref/{SOURCE}/H")).await.json();
    assert_eq!(whole["attachments"], json!([attachment]));
    assert_eq!(whole["candidates"][0]["attachments"], json!([attachment]));
    let list = app.get(&app.admin, &format!("{CANDIDATES}?externalHeaderId=H")).await.json();
    assert_eq!(list["items"][1]["attachments"], json!([attachment]));
}

#[tokio::test]
async fn header_id_matches_in_every_spelling() {
    let app = TestApp::start().await;
    import(&app, candidate("K/1 ü", "1", json!({}))).await;
    let short = json!({ "externalId": "FLAT", "poReference": "P", "productCode": "P002737", "qty": 1,
        "dateRequired": "2026-12-08", "bpartner": { "bpartner": { "code": "G0001" } } });
    import(&app, short).await;
    let listed = app.get(&app.admin, &format!("{CANDIDATES}?limit=1")).await.json();
    let record = listed["items"][0]["dataSourceId"].to_string();
    let older = "SOURCE.de.metas.ordercandidate.rest.OrderCandidatesRestControllerImpl";
    let odd = "K%2F1%20%C3%BC";
    for (path, status) in [
        (format!("{SOURCE}/{odd}"), 201),
        (format!("int-{SOURCE}/{odd}"), 200),
        (format!("INT-{older}/{odd}"), 200),
        (format!("int%2D{SOURCE}/{odd}"), 200),
        (format!("{record}/{odd}"), 200),
        (odd.to_owned(), 200),
        ("FLAT".to_owned(), 201),
        (format!("{older}/FLAT"), 200),
        ("%20FLAT%20".to_owned(), 200),
        ("flat".to_owned(), 404),
        ("SOURCE.nobody/FLAT".to_owned(), 404),
        ("999999/FLAT".to_owned(), 404),
        (format!("ext-{SOURCE}/FLAT"), 404),
        (format!("{SOURCE}/nothing"), 404),
        ("%20".to_owned(), 404),
    ] {
        let response = attach(&app, &path, pdf()).await;
        assert_eq!(response.status, status, "{path}: {}", response.text);
        if status == 404 {
            assert_eq!(code(&response), "candidate.not_found", "{path}");
        }
    }
    assert_eq!(files(app.database.folder()).len(), 1, "the same bytes at two headers are one file");
}

#[tokio::test]
async fn attachment_without_candidate_is_not_stored() {
    let app = with_header().await;
    let response = attach(&app, "nothing", pdf()).await;
    assert_eq!((response.status, code(&response)), (404, "candidate.not_found".to_owned()));
    let foreign = app.token_of("test-org-03", &[Scope::AttachmentsWrite]).await;
    let request = app.request(Method::POST, &format!("{CANDIDATES}/H/attachments"));
    let request = request.header("Authorization", foreign);
    let request = request.header("Content-Type", "multipart/form-data; boundary=edge").body(pdf());
    let response = send(request).await;
    assert_eq!(
        (response.status, code(&response)),
        (404, "candidate.not_found".to_owned()),
        "another organisation's"
    );
    assert_nothing_stored(&app).await;
}

#[tokio::test]
async fn organisation_selects_among_equal_header_ids() {
    let app = with_header().await;
    let load = format!("data-sources:\n  - org: \"*\"\n    internalNames: [{OTHER_SOURCE}]\n");
    app.services
        .master_data
        .load_masterdata(&orderdock_testkit::operator(&app.services), &load)
        .await
        .unwrap();
    import(&app, candidate("H", "1", json!({ "dataSource": format!("int-{OTHER_SOURCE}") }))).await;
    import(&app, candidate("H", "1", json!({ "org": { "code": "test-org-03" } }))).await;

    let response = attach(&app, "H", pdf()).await;
    assert_eq!((response.status, code(&response)), (409, "candidate.ambiguous".to_owned()));
    let mut named: Vec<String> =
        serde_json::from_value(response.json()["errors"][0]["params"]["candidates"].clone()).unwrap();
    named.sort();
    assert_eq!(
        named,
        [format!("{SOURCE} (001)"), format!("{SOURCE} (test-org-03)"), format!("{OTHER_SOURCE} (001)")]
    );
    assert_nothing_stored(&app).await;

    let own = app.token_of("test-org-03", &[Scope::AttachmentsWrite]).await;
    for (path, query, status) in [
        (format!("{SOURCE}/H"), "", 409),
        ("H".to_owned(), "?org=001", 409),
        (format!("{SOURCE}/H"), "?org=001", 201),
        (format!("{OTHER_SOURCE}/H"), "", 201),
        ("H".to_owned(), "?org=test-org-03", 201),
        ("H".to_owned(), "?org=nobody", 400),
        // an unknown parameter that resembles no known one is ignored
        ("H".to_owned(), "?organisation=001", 409),
        ("H".to_owned(), "?Org=001", 400),
    ] {
        let request = app.request(Method::POST, &format!("{CANDIDATES}/{path}/attachments{query}"));
        let request = request.header("Content-Type", "multipart/form-data; boundary=edge").body(pdf());
        let response = send(request.header("Authorization", &app.admin)).await;
        assert_eq!(response.status, status, "{path}{query}: {}", response.text);
    }
    let request = app.request(Method::POST, &format!("{CANDIDATES}/H/attachments"));
    let request = request.header("Content-Type", "multipart/form-data; boundary=edge").body(pdf());
    let response = send(request.header("Authorization", own)).await;
    assert_eq!(response.status, 200, "one organisation alone sees its own: {}", response.text);
}

#[tokio::test]
async fn order_lists_own_files_and_those_of_its_incoming_orders() {
    let app = TestApp::start().await;
    let (order, other) = (order_of(&app, "H").await, order_of(&app, "I").await);
    let files = format!("{order}/attachments");
    let response = send(form(&app, &app.admin, &files, pdf())).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let own = response.json();
    let id = own["attachmentId"].as_str().unwrap();
    let expected = json!({
        "salesOrderId": order.rsplit('/').next().unwrap(),
        "id": id.parse::<i64>().unwrap(),
        "attachmentId": id,
        "type": "Data",
        "filename": "order.pdf",
        "mimeType": "application/pdf",
        "size": PDF.len(),
        "sha256": "a5e6af8059d4b2336959e51a451a59d992a91ae3e1a453d4bc14947ed1d45315",
        "url": format!("/api/attachments/{id}/content"),
        "createdBy": "admin",
        "createdAt": "2026-11-20T12:00:00Z",
    });
    assert_eq!(own, expected);
    let again = send(form(&app, &app.admin, &files, pdf())).await;
    assert_eq!((again.status, again.json()), (200, own.clone()));
    let of_header = attach(&app, "H", pdf()).await;
    assert_eq!(of_header.status, 201, "the same bytes elsewhere are another attachment");

    let both = json!([own, of_header.json()]);
    assert_eq!(app.get(&app.admin, &files).await.json(), both);
    assert_eq!(app.get(&app.admin, &order).await.json()["attachments"], both);
    assert_eq!(app.get(&app.admin, &other).await.json()["attachments"], json!([]));
    let life = app.get(&app.admin, &format!("{CANDIDATES}/by-ref/{SOURCE}/H")).await.json();
    assert_eq!(life["candidates"][0]["attachments"], json!([of_header.json()]), "not at the candidate");

    let url = own["url"].as_str().unwrap();
    let download = app.get(&app.admin, url).await;
    assert_eq!((download.status, download.text.as_bytes()), (200, PDF));
    let foreign = app.token_of("test-org-03", &[Scope::CandidatesRead]).await;
    let denied = app.get(&foreign, url).await;
    assert_eq!((denied.status, code(&denied).as_str()), (404, "attachment.not_found"));
}

#[tokio::test]
async fn file_without_order_or_bytes_is_rejected() {
    let app = TestApp::start().await;
    let files = format!("{}/attachments", order_of(&app, "H").await);
    let foreign = app.token_of("test-org-03", &[Scope::AttachmentsWrite]).await;
    let empty = Form::default().file("a.pdf", b"").end();
    for (token, path, body, status, expected) in [
        (&foreign, files.as_str(), pdf(), 404, "order.not_found"),
        (&app.admin, "/api/sales/order/999999999/attachments", pdf(), 404, "order.not_found"),
        (&app.admin, "/api/sales/order/x/attachments", pdf(), 404, "order.not_found"),
        (&app.admin, &files, empty, 400, "attachment.empty"),
        (&app.admin, &format!("{files}?org=001"), pdf(), 400, "query.unknown"),
    ] {
        let response = send(form(&app, token, path, body)).await;
        assert_eq!(
            (response.status, code(&response).as_str()),
            (status, expected),
            "{path}: {}",
            response.text
        );
    }
    assert_nothing_stored(&app).await;
    assert_eq!(app.get(&app.admin, &files).await.json(), json!([]));
}
