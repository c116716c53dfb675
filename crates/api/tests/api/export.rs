//! Export of candidates and orders as spreadsheets over HTTP.

use orderdock_testkit::reqwest::Method;
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, send};
use serde_json::json;

async fn export(app: &TestApp, query: &str, language: &str) -> HttpResponse {
    let request = app.request(Method::GET, &format!("{CANDIDATES}/export{query}"));
    send(request.header("Authorization", &app.admin).header("Accept-Language", language)).await
}

#[tokio::test]
async fn candidate_export_uses_requested_language() {
    let app = TestApp::start().await;
    let row = candidate(
        "H1",
        "1",
        json!({
            "qty": 2.5, "price": 9.8, "currencyCode": "EUR", "discount": 3, "poReference": "=HYPERLINK(\"http://x\")",
            "productDescription": "blau, \"groß\"; mit Deckel",
        }),
    );
    assert_eq!(app.import(row.to_string()).await.status, 201);
    for (language, name, header, cells) in [
        (
            "en",
            "candidates.csv",
            "ID,Status,Error description,On hold,Waiting until,Assignee,Organisation,Data source,Ext. order ID,",
            ",\"'=HYPERLINK(\"\"http://x\"\")\",G0001,Testkunde Nord GmbH,20095,Hamburg,P002737,Kräutertee 250 g,\
             \"blau, \"\"groß\"\"; mit Deckel\",2.5,PCE,9.8,EUR,3,",
        ),
        (
            "de",
            "positionen.csv",
            "ID;Status;Fehlerbeschreibung;Zurückgehalten;Wiedervorlage am;Zuständig;Organisation;Datenquelle;Ext. Bestell-ID;",
            ";\"'=HYPERLINK(\"\"http://x\"\")\";G0001;Testkunde Nord GmbH;20095;Hamburg;P002737;Kräutertee 250 g;\
             \"blau, \"\"groß\"\"; mit Deckel\";2,5;PCE;9,8;EUR;3;",
        ),
    ] {
        let response = export(&app, "", language).await;
        assert_eq!((response.status, response.header("content-type")), (200, "text/csv; charset=utf-8"));
        assert_eq!(response.header("content-disposition"), format!("attachment; filename=\"{name}\""));
        let text = response.text.strip_prefix('\u{feff}').unwrap();
        assert!(text.starts_with(header) && text.ends_with("\r\n"), "{text}");
        assert!(text.contains(cells), "{text}");
        assert!(text.contains(if language == "de" { ";Neu;" } else { ",New," }), "{text}");
    }
}

#[tokio::test]
async fn candidate_export_has_every_row_once_in_order() {
    let app = TestApp::start().await;
    let rows = (0..1_203).map(|line| candidate("H1", &line.to_string(), json!({ "qty": 1 + line % 7 })));
    assert_eq!(app.import_bulk("", bulk(rows)).await.status, 201);
    for (query, count) in
        [("?sort=-qty", 1_203), ("?status=new&sort=qty", 1_203), ("?status=error", 0), ("?q=h1", 1_203)]
    {
        let response = export(&app, query, "en").await;
        let lines: Vec<_> = response.text.lines().skip(1).collect();
        assert_eq!(lines.len(), count, "{query}");
        let mut ids: Vec<_> = lines.iter().map(|line| line.split(',').next().unwrap()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "{query}");
    }
    let response = export(&app, "?sort=qty", "en").await;
    let quantities: Vec<_> =
        response.text.lines().skip(1).map(|line| line.split(",PCE,").next().unwrap()).collect();
    let numbers: Vec<u32> =
        quantities.iter().map(|line| line.rsplit(',').next().unwrap().parse().unwrap()).collect();
    assert!(numbers.is_sorted() && numbers.len() == 1_203, "{numbers:?}");
}

#[tokio::test]
async fn invalid_export_is_rejected_before_response() {
    let app = TestApp::start().await;
    for query in ["?limit=5", "?sort=name", "?status=lost", "?offset=5"] {
        let response = export(&app, query, "en").await;
        assert_eq!((response.status, response.header("content-disposition")), (400, ""), "{query}");
    }
}

async fn export_orders(app: &TestApp, query: &str, language: &str) -> HttpResponse {
    let request = app.request(Method::GET, &format!("/api/sales/order/export{query}"));
    send(request.header("Authorization", &app.admin).header("Accept-Language", language)).await
}

/// Creates a whole order with one line.
async fn order(app: &TestApp, product: &str, promised: &str) {
    let order = json!({
        "shipBPartnerCode": "G0001", "datePromised": promised, "lines": [{ "productCode": product, "qty": 2.5 }],
    });
    let response = app.post(&app.admin, "/api/sales/order", order.to_string()).await;
    assert_eq!(response.status, 200, "{}", response.text);
}

#[tokio::test]
async fn order_export_uses_requested_language() {
    let app = TestApp::start().await;
    order(&app, "P002737", "2026-12-08T10:00:00.000Z").await;
    for (language, name, header, cells) in [
        (
            "en",
            "orders.csv",
            "ID,No.,Status,Document type,",
            [
                ",000001,Completed,Sales Order,001,,,,G0001,Testkunde Nord GmbH,20095,Hamburg,",
                ",2026-12-08 11:00:00,1,25.00,4.75,29.75,EUR,",
            ],
        ),
        (
            "de",
            "auftraege.csv",
            "ID;Nr.;Status;Belegart;",
            [";000001;Fertiggestellt;Sales Order;", ";2026-12-08 11:00:00;1;25,00;4,75;29,75;EUR;"],
        ),
    ] {
        let response = export_orders(&app, "", language).await;
        assert_eq!((response.status, response.header("content-type")), (200, "text/csv; charset=utf-8"));
        assert_eq!(response.header("content-disposition"), format!("attachment; filename=\"{name}\""));
        let text = response.text.strip_prefix('\u{feff}').unwrap();
        assert!(text.starts_with(header) && text.ends_with("\r\n"), "{text}");
        assert!(cells.iter().all(|cells| text.contains(cells)), "{text}");
    }
}

#[tokio::test]
async fn order_export_contains_transfer_state() {
    let app = TestApp::start().await;
    for _ in 0..3 {
        order(&app, "P002737", "2026-12-08T10:00:00.000Z").await;
    }
    let listed = app.get(&app.admin, "/api/sales/order").await.json();
    let ids: Vec<_> =
        listed["items"].as_array().unwrap().iter().map(|order| order["salesOrderId"].clone()).collect();
    let replies = json!({ "orders": [
        { "salesOrderId": ids[0], "receiver": "ERP", "number": "4711", "at": "2026-12-08T10:00:00Z" },
        { "salesOrderId": ids[1], "receiver": "ERP", "at": "2026-12-08T11:00:00Z", "refused": "=blocked" },
    ]});
    let response = app.post(&app.admin, "/api/sales/order/handed-over", replies.to_string()).await;
    assert_eq!(response.status, 200, "{}", response.text);
    for (language, header, cells) in [
        (
            "en",
            ",Receiver,Number at the receiver,Transfer confirmed or rejected on,Reason for rejection",
            [",ERP,4711,2026-12-08 11:00:00,", ",ERP,,2026-12-08 12:00:00,'=blocked", ",,,,"],
        ),
        (
            "de",
            ";Empfänger;Nummer beim Empfänger;Übergabe bestätigt oder abgelehnt am;Ablehnungsgrund",
            [";ERP;4711;2026-12-08 11:00:00;", ";ERP;;2026-12-08 12:00:00;'=blocked", ";;;;"],
        ),
    ] {
        let response = export_orders(&app, "", language).await;
        let mut lines = response.text.lines();
        let head = lines.next().unwrap();
        assert!(head.ends_with(header), "{head}");
        let rows: Vec<_> = lines.collect();
        assert_eq!(rows.len(), cells.len(), "{}", response.text);
        for (row, cells) in rows.iter().zip(cells) {
            assert!(row.ends_with(cells), "{row}");
        }
    }
    let waiting = export_orders(&app, "?handedOver=false", "en").await;
    assert_eq!(waiting.text.lines().count(), 3, "{}", waiting.text);
}

#[tokio::test]
async fn order_export_has_every_row_once_in_order() {
    let app = TestApp::start().await;
    let day = |number: usize| format!("2026-12-{:02}T10:00:00.000Z", 1 + number % 28);
    for number in 0..503 {
        order(&app, "P002737", &day(number)).await;
    }
    for (query, count) in [("", 503), ("?sort=-createdAt&bpartner=G0001", 503), ("?status=voided", 0)] {
        let response = export_orders(&app, query, "en").await;
        let rows = response.text.lines().skip(1);
        let numbers: Vec<u32> = rows.map(|row| row.split(',').nth(1).unwrap().parse().unwrap()).collect();
        assert_eq!(numbers.len(), count, "{query}");
        if query.contains('-') {
            assert!(numbers.is_sorted_by(|one, next| one > next), "{query}");
        } else {
            assert!(numbers.is_sorted_by(|one, next| one < next), "{query}");
        }
    }
    for query in ["?limit=5", "?after=5", "?sort=documentNo", "?status=lost"] {
        let response = export_orders(&app, query, "en").await;
        assert_eq!((response.status, response.header("content-disposition")), (400, ""), "{query}");
    }
}
