//! Requests as a shop system writes them: full shape, every common member, about 1.3 kB a row.

use std::fmt::Write;

/// Bulk bodies with rows never sent before, so many lines to an order.
pub fn bulks(
    requests: usize,
    rows: usize,
    lines: usize,
    master_data: usize,
    next_order: &mut usize,
) -> Vec<Vec<u8>> {
    (0..requests)
        .map(|_| {
            let mut body = String::with_capacity(rows * 1400);
            body.push_str("{\"requests\":[");
            for row in 0..rows {
                if row > 0 {
                    body.push(',');
                }
                if row % lines == 0 {
                    *next_order += 1;
                }
                candidate(&mut body, *next_order, row % lines, master_data);
            }
            body.push_str("]}");
            body.into_bytes()
        })
        .collect()
}

/// Adds a line of an order.
pub fn candidate(body: &mut String, order: usize, line: usize, master_data: usize) {
    let partner = order % master_data;
    let product = (order * 7 + line) % master_data;
    let advice = r#""syncAdvise":{"ifExists":"DONT_UPDATE","ifNotExists":"CREATE"}"#;
    let written = write!(
        body,
        r#"{{"org":{{"code":"001","name":"Organisation 001","syncAdvise":{{"ifExists":"DONT_UPDATE","ifNotExists":"FAIL"}}}},"bpartner":{{"bpartner":{{"active":true,"code":"BENCH-{partner}","companyName":"Möbel & Wohnen {partner} GmbH","externalId":"bench-partner-{partner}","group":"Standard","name":"Möbel & Wohnen {partner}","phone":"+49 228 555{partner:04}",{advice}}},"contact":{{"active":true,"description":"purchasing","email":"purchasing{partner}@example.com","externalId":"bench-contact-{partner}","firstName":"Purchasing","lastName":"Desk {partner}","name":"Purchasing Desk {partner}","phone":"+49 228 555{partner:04}",{advice}}},"location":{{"active":true,"address1":"Hauptstraße {partner}","address2":"Tor 3","postal":"53179","city":"Bonn","countryCode":"DE","externalId":"bench-location-{partner}","name":"Warehouse {partner}",{advice}}},{advice}}},"currencyCode":"EUR","dataDest":"int-DEST.de.metas.ordercandidate","dataSource":"int-SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl","dateRequired":"2030-12-08","discount":0,"externalHeaderId":"bench-{order}","externalLineId":"bench-{order}-{line}","invoiceDocType":{{"docBaseType":"ARI"}},"orderDocType":"SalesOrder","paymentRule":"OnCredit","poReference":"PO-{order}","price":12.5,"pricingSystemCode":"Testpreise Kunden","product":{{"code":"BENCH-{product}","name":"Chair {product}","priceStd":12.5,"type":"ITEM","uomCode":"PCE",{advice}}},"productDescription":"Chair {product}, beech, lacquered","qty":{qty},"salesPartnerCode":"test_42","shipper":"val-DPD - Classic","uomCode":"PCE"}}"#,
        qty = 1 + order % 9,
    );
    debug_assert!(written.is_ok());
}

/// The partners and products that the rows refer to, as a load file.
pub fn master_data(count: usize) -> String {
    let partners: Vec<_> = (0..count).map(partner).collect();
    let products: Vec<_> = (0..count)
        .map(|number| {
            serde_json::json!({ "org": "001", "code": format!("BENCH-{number}"), "name": format!("Chair {number}"),
                "type": "ITEM", "uom": "PCE", "taxCategory": "standard" })
        })
        .collect();
    serde_json::json!({ "bpartners": partners, "products": products }).to_string()
}

fn partner(number: usize) -> serde_json::Value {
    serde_json::json!({
        "org": "001",
        "code": format!("BENCH-{number}"),
        "externalId": format!("bench-partner-{number}"),
        "name": format!("Möbel & Wohnen {number}"),
        "group": "Standard",
        "locations": [{ "externalId": format!("bench-location-{number}"), "name": format!("Warehouse {number}"),
            "address1": format!("Hauptstraße {number}"), "postal": "53179", "city": "Bonn", "country": "DE",
            "shipToDefault": true, "billToDefault": true }],
        "contacts": [{ "externalId": format!("bench-contact-{number}"), "name": format!("Purchasing Desk {number}"),
            "email": format!("purchasing{number}@example.com") }],
    })
}
