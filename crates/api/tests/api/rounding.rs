//! Rounding over HTTP: prices and amounts that would round to zero, exact quantities, digits of net amounts, included
//! tax.

use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

const ORDERS: &str = "/api/sales/order";

/// Prices of the demo's net list DE-EUR, which has two decimal places.
const PRICES: &str = "
uoms:
  - {code: BX, name: Box, precision: 0}
  - {code: GRM, name: Gram}
  - {code: KGM, name: Kilogram, precision: 2, roundConvertedQuantities: true}
products:
  - {code: RIVET, name: Rivet, uom: PCE}
  - {code: WASHER, name: Washer, uom: PCE}
  - {code: CUP, name: Cup, uom: PCE, conversions: [{from: BX, to: PCE, multiplier: 12}]}
  - {code: SALT, name: Salt, uom: KGM, conversions: [{from: GRM, to: KGM, multiplier: 1, divisor: 1000}]}
product-prices:
  - {priceList: DE-EUR, validFrom: 2015-01-01, product: RIVET, uom: PCE, price: 0.0049}
  - priceList: DE-EUR
    validFrom: 2015-01-01
    product: WASHER
    uom: PCE
    price: 0.02
    scales: [{fromQuantity: 10000, price: 0.004}]
  - {priceList: DE-EUR, validFrom: 2015-01-01, product: CUP, uom: BX, price: 24.00}
  - {priceList: DE-EUR, validFrom: 2015-01-01, product: SALT, uom: KGM, price: 10.00}
";

/// Gross lists that remove the tax for exempt buyers or keep it, and a list with few decimal places.
const LISTS: &str = "
products:
  - {code: JAM, name: Jam, uom: PCE}
pricing-systems:
  - {code: GROSS, name: Gross}
  - {code: KEPT, name: Kept}
  - {code: COARSE, name: Coarse}
price-lists:
  - {code: DE-GROSS, name: Gross, pricingSystem: GROSS, currency: EUR, taxIncluded: true, exemptBuyers: removeTax,
     defaultTaxCategory: standard, versions: [{validFrom: 2015-01-01}]}
  - {code: DE-KEPT, name: Kept, pricingSystem: KEPT, currency: EUR, taxIncluded: true,
     defaultTaxCategory: standard, versions: [{validFrom: 2015-01-01}]}
  - {code: DE-COARSE, name: Coarse, pricingSystem: COARSE, currency: EUR, precision: 0, netPrecision: list,
     defaultTaxCategory: standard, versions: [{validFrom: 2015-01-01}]}
product-prices:
  - {priceList: DE-GROSS, validFrom: 2015-01-01, product: JAM, uom: PCE, price: 119.00}
  - {priceList: DE-KEPT, validFrom: 2015-01-01, product: JAM, uom: PCE, price: 119.00}
  - {priceList: DE-COARSE, validFrom: 2015-01-01, product: JAM, uom: PCE, price: 3}
bpartners:
  - {code: EXEMPT, name: Embassy, taxExempt: true, pricingSystem: GROSS,
     locations: [{name: Office, externalId: office, country: DE, shipToDefault: true}]}
";

async fn order(app: &TestApp, product: &str, qty: &str) -> HttpResponse {
    let order = json!({ "shipBPartnerCode": "G0001", "datePromised": "2026-12-08T00:00:00Z",
        "lines": [{ "productCode": product, "qty": qty }] });
    app.post(&app.admin, ORDERS, order.to_string()).await
}

/// Imports a candidate and returns its row of the response.
async fn import(app: &TestApp, header: &str, change: Value) -> Value {
    let response = app.post(&app.admin, CANDIDATES, candidate(header, "1", change).to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    response.json()["result"][0].clone()
}

/// Processes the candidates of a header and returns the order.
async fn process_header(app: &TestApp, header: &str) -> Value {
    let source = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";
    let selection = json!({ "selection": { "dataSource": source, "externalHeaderId": header } });
    let request = app.request(Method::POST, &format!("{CANDIDATES}/process"));
    let request = request.header("Authorization", &app.admin).header("Content-Type", "application/json");
    let run = send(request.header("Prefer", "wait=60").body(selection.to_string())).await;
    assert_eq!(run.json()["counts"]["orders"], 1, "{}", run.text);
    let page = app.get(&app.admin, &format!("{ORDERS}?externalHeaderId={header}")).await.json();
    let id = page["items"][0]["salesOrderId"].as_str().unwrap().to_owned();
    app.get(&app.admin, &format!("{ORDERS}/{id}")).await.json()
}

/// Returns members as JSON text, with all digits of numbers.
fn member_texts<const N: usize>(value: &Value, members: [&str; N]) -> [String; N] {
    members.map(|member| value.get(member).map_or_else(|| "-".to_owned(), ToString::to_string))
}

fn codes(items: &Value) -> Vec<&str> {
    let items = items.as_array().map_or(&[][..], Vec::as_slice);
    items.iter().map(|item| item["code"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn price_rounding_to_zero_is_rejected_in_order_and_stored_in_candidate() {
    let app = TestApp::start().await;
    app.load(PRICES).await;
    for (product, qty) in [("RIVET", "10000"), ("WASHER", "10000")] {
        let rejected = order(&app, product, qty).await;
        assert_eq!(rejected.status, 400, "{}", rejected.text);
        let errors = rejected.json()["errors"].clone();
        assert_eq!(codes(&errors), ["price.rounds_to_zero"], "{product}");
        assert_eq!(errors[0]["pointer"], "/lines/0/productCode");
        let row = import(&app, product, json!({ "product": { "code": product }, "qty": qty })).await;
        assert_eq!(
            (&row["status"], codes(&row["problems"])),
            (&json!("error"), vec!["price.rounds_to_zero"])
        );
    }
    let below = order(&app, "WASHER", "9999").await;
    assert_eq!(member_texts(&below.json()["lines"][0], ["net"]), ["199.98"], "{}", below.text);
    let created = json!({ "product": { "code": "NEW", "name": "New", "type": "ITEM", "uomCode": "PCE", "priceStd": 0.0049,
        "syncAdvise": { "ifNotExists": "CREATE" } }, "qty": 10000 });
    let row = import(&app, "priceStd", created).await;
    assert_eq!(codes(&row["problems"]), ["price.rounds_to_zero"], "{row}");
    let tiny = order(&app, "P002737", "0.0001").await;
    assert_eq!(
        (tiny.status, codes(&tiny.json()["errors"])),
        (400, vec!["net.rounds_to_zero"]),
        "{}",
        tiny.text
    );
    assert_eq!(tiny.json()["errors"][0]["pointer"], "/lines/0/qty");
    let free = json!({ "product": { "code": "RIVET" }, "discount": 100 });
    assert_eq!(import(&app, "free", free).await["status"], "new");
}

#[tokio::test]
async fn converted_quantities_are_priced_exactly() {
    let app = TestApp::start().await;
    app.load(PRICES).await;
    let figures = ["net", "qtyInPriceUom", "multiplier", "divisor"];
    for (pieces, net, shown) in
        [("5", "10.00", "0.416667"), ("6", "12.00", "0.5"), ("7", "14.00", "0.583333")]
    {
        let made = order(&app, "CUP", pieces).await;
        let line = &made.json()["lines"][0];
        assert_eq!(member_texts(line, figures), [net, shown, "1", "12"], "{}", made.text);
        let path = format!("{ORDERS}/{}", made.json()["salesOrderId"].as_str().unwrap());
        assert_eq!(app.get(&app.admin, &path).await.json()["lines"][0], *line, "as it was stored");
    }
    let salt = json!({ "product": { "code": "SALT" }, "qty": 125, "uomCode": "GRM" });
    import(&app, "salt", salt.clone()).await;
    let line = process_header(&app, "salt").await["lines"][0].clone();
    assert_eq!(member_texts(&line, figures), ["1.30", "0.13", "-", "-"], "{line}");
    app.load("{uoms: [{code: KGM, name: Kilogram, roundConvertedQuantities: false}]}").await;
    import(&app, "exact", salt).await;
    let line = process_header(&app, "exact").await["lines"][0].clone();
    assert_eq!(member_texts(&line, figures), ["1.25", "0.125", "1", "1000"], "{line}");
}

/// Older versions stored the quantity in the price unit, but no conversion factor.
#[tokio::test]
async fn order_stored_without_conversion_factor_keeps_its_amounts() {
    let app = TestApp::start().await;
    app.load(PRICES).await;
    let made = order(&app, "CUP", "7").await;
    let path = format!("{ORDERS}/{}", made.json()["salesOrderId"].as_str().unwrap());
    let mut before = app.get(&app.admin, &path).await.json();
    assert_eq!(member_texts(&before["lines"][0], ["net", "multiplier", "divisor"]), ["14.00", "1", "12"]);
    app.database.change("UPDATE sales_order_line SET multiplier = NULL, divisor = NULL");
    for member in ["multiplier", "divisor"] {
        before["lines"][0].as_object_mut().unwrap().remove(member);
    }
    assert_eq!(app.get(&app.admin, &path).await.json(), before);
}

#[tokio::test]
async fn price_lists_determine_rounding_and_exempt_prices() {
    let app = TestApp::start().await;
    app.load(LISTS).await;
    let jam = |change: Value| {
        let mut row = json!({ "product": { "code": "JAM" }, "qty": 1 });
        row.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        row
    };
    import(&app, "coarse", jam(json!({ "pricingSystemCode": "COARSE", "qty": 1.5 }))).await;
    assert_eq!(member_texts(&process_header(&app, "coarse").await["lines"][0], ["net"]), ["5.00"]);

    let embassy = json!({ "bpartner": { "code": "EXEMPT" } });
    let removed = import(&app, "removed", jam(json!({ "bpartner": embassy, "discount": 10 }))).await;
    assert_eq!((&removed["status"], codes(&removed["warnings"])), (&json!("new"), vec![]), "{removed}");
    let made = process_header(&app, "removed").await;
    let line = &made["lines"][0];
    assert_eq!(member_texts(line, ["priceEntered", "price", "net"]), ["100.00", "90.00", "90.00"], "{made}");
    assert_eq!(
        member_texts(&made, ["taxIncluded", "totalTax", "grandTotal"]),
        ["false", "0.00", "90.00"],
        "{made}"
    );
    let explanation = &line["priceExplanation"];
    assert_eq!(explanation["removedTax"], json!({ "taxCode": "DE-19", "rate": 19 }), "{made}");
    assert_eq!(
        explanation["message"],
        "Price list DE-GROSS, version of 1 January 2015: 119.00 per PCE; excluding the included tax DE-19 (19 %): \
         100.00; less 10 %: 90.00."
    );

    let own_prices = jam(json!({ "bpartner": embassy, "pricingSystemCode": "KEPT" }));
    let imported = import(&app, "kept", own_prices).await;
    assert_eq!(
        (&imported["status"], codes(&imported["warnings"])),
        (&json!("new"), vec!["price.includes_tax"])
    );
    let made = process_header(&app, "kept").await;
    assert_eq!(member_texts(&made, ["taxIncluded", "grandTotal"]), ["true", "119.00"], "{made}");
}

#[tokio::test]
async fn prices_with_too_many_decimals_are_warnings() {
    let app = TestApp::start().await;
    let price = json!([{ "priceList": "DE-EUR", "validFrom": "2015-01-01", "product": "A001", "uom": "PCE",
        "price": 25.505, "scales": [{ "fromQuantity": 10, "price": 24.999 }] }]);
    let request = app.request(Method::PUT, "/api/masterdata/product-prices");
    let request = request.header("Authorization", &app.admin).header("Content-Type", "application/json");
    let response = send(request.body(price.to_string())).await;
    assert_eq!(response.status, 200, "{}", response.text);
    let warnings = response.json()["warnings"].clone();
    assert_eq!(codes(&warnings), ["price.rounded", "price.rounded"], "{warnings}");
    assert_eq!((&warnings[0]["pointer"], &warnings[0]["index"]), (&json!("/0/price"), &json!(0)));
    assert_eq!(warnings[1]["pointer"], "/0/scales");
    let row = import(&app, "rounded", json!({ "product": { "code": "A001" }, "qty": 1 })).await;
    assert_eq!((&row["status"], codes(&row["warnings"])), (&json!("new"), vec!["price.rounded"]), "{row}");
}

#[tokio::test]
async fn free_line_has_zero_price_with_explanation() {
    let app = TestApp::start().await;
    let free = json!({ "isWithoutCharge": true, "reason": "Replacement", "price": 11.90, "currencyCode": "EUR", "qty": 3 });
    let row = import(&app, "free", free.clone()).await;
    assert_eq!((&row["status"], codes(&row["warnings"])), (&json!("new"), vec![]), "{row}");
    let members = ["price", "isWithoutCharge", "reason", "value"];
    assert_eq!(member_texts(&row, members), ["0.00", "true", "\"Replacement\"", "11.90"], "{row}");
    let again = app.post(&app.admin, CANDIDATES, candidate("free", "1", free).to_string()).await;
    assert_eq!(again.json()["result"][0]["outcome"], "unchanged", "{}", again.text);
    let charged = json!({ "isWithoutCharge": false, "reason": "Replacement", "price": 11.90, "currencyCode": "EUR", "qty": 3 });
    let other = app.post(&app.admin, CANDIDATES, candidate("free", "1", charged).to_string()).await;
    assert_eq!(other.status, 409, "{}", other.text);
    let read = app.get(&app.admin, &format!("{CANDIDATES}/{}", row["id"])).await.json();
    assert_eq!(member_texts(&read["imported"], ["isWithoutCharge", "price"]), ["true", "11.9"], "{read}");
    assert_eq!(member_texts(&read["effective"], ["price"]), ["0.00"], "{read}");
    assert_eq!(member_texts(&read, members), ["0.00", "true", "\"Replacement\"", "11.90"], "{read}");

    let made = process_header(&app, "free").await;
    let line = &made["lines"][0];
    assert_eq!(member_texts(line, ["priceEntered", "price", "net"]), ["0.00", "0.00", "0.00"], "{made}");
    assert_eq!(member_texts(line, members), ["0.00", "true", "\"Replacement\"", "11.90"], "{made}");
    assert_eq!(member_texts(&made, ["grandTotal"]), ["0.00"]);
    assert_eq!(line["priceExplanation"]["source"], "withoutCharge");
    assert_eq!(line["priceExplanation"]["message"], "Free of charge (Replacement), value 11.90.");
}
