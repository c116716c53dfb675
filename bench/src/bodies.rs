//! Requests as a shop system writes them: full shape, every common member, about 1.3 kB a row.

/// Lines of an order, unless a measurement says otherwise.
pub const LINES: usize = 3;

/// Partners and products of rows that name none that is there: their numbers begin behind all that are.
const NEW_FROM: usize = 1_000_000;

/// Orders that are faulty: their numbers begin behind all others.
const FAULTY_FROM: usize = 100_000_000;

/// A line of an order.
#[derive(Clone, Copy)]
struct Row {
    order: usize,
    line: usize,
    partner: usize,
    product: usize,
    fault: Option<Fault>,
}

/// What keeps a line from becoming part of an order.
#[derive(Clone, Copy)]
enum Fault {
    Quantity,
    Currency,
}

/// Rows that were never sent before, one after the other.
#[derive(Clone, Copy)]
pub struct Rows {
    next_order: usize,
    lines: usize,
    known: Option<usize>,
    faulty: bool,
}

impl Rows {
    /// So many lines to an order, for so many business partners and products that are there.
    pub fn known(lines: usize, master_data: usize) -> Self {
        Self { next_order: 0, lines, known: Some(master_data), faulty: false }
    }

    /// One line to an order, with a partner, location, contact, product and price of its own.
    pub fn all_new() -> Self {
        Self { next_order: 0, lines: 1, known: None, faulty: false }
    }

    /// The same, beginning behind so many bulks.
    #[must_use]
    pub fn behind(self, bulks: usize, rows_each: usize) -> Self {
        Self { next_order: self.next_order + bulks * rows_each.div_ceil(self.lines), ..self }
    }

    /// Lines of orders that come by turns without a quantity and in another currency than the price list's. They begin
    /// behind all that are right.
    pub fn faulty(lines: usize, master_data: usize) -> Self {
        Self { next_order: FAULTY_FROM, faulty: true, ..Self::known(lines, master_data) }
    }

    /// Candidates with a header that begins here.
    pub fn candidates(&mut self, count: usize) -> impl Iterator<Item = String> + use<> {
        let rows = *self;
        self.next_order += count.div_ceil(self.lines);
        (0..count).map(move |number| rows.row(number).candidate())
    }

    /// The body of a bulk.
    pub fn bulk(&mut self, count: usize) -> String {
        let mut body = String::with_capacity(count * 1_400);
        body.push_str("{\"requests\":[");
        for (index, candidate) in self.candidates(count).enumerate() {
            if index > 0 {
                body.push(',');
            }
            body.push_str(&candidate);
        }
        body.push_str("]}");
        body
    }

    fn row(self, number: usize) -> Row {
        let (order, line) = (self.next_order + number / self.lines, number % self.lines);
        let fault = if order.is_multiple_of(2) { Fault::Quantity } else { Fault::Currency };
        let fault = self.faulty.then_some(fault);
        match self.known {
            Some(count) => {
                Row { order, line, partner: order % count, product: (order * 7 + line) % count, fault }
            }
            None => Row { order, line, partner: NEW_FROM + order, product: NEW_FROM + order, fault },
        }
    }
}

impl Row {
    fn candidate(self) -> String {
        let Self { order, line, partner, product, fault } = self;
        let qty = if matches!(fault, Some(Fault::Quantity)) { 0 } else { 1 + order % 9 };
        let currency = if matches!(fault, Some(Fault::Currency)) { "INR" } else { "EUR" };
        let advice = r#""syncAdvise":{"ifExists":"DONT_UPDATE","ifNotExists":"CREATE"}"#;
        format!(
            r#"{{"org":{{"code":"001","name":"Organisation 001","syncAdvise":{{"ifExists":"DONT_UPDATE","ifNotExists":"FAIL"}}}},"bpartner":{{"bpartner":{{"active":true,"code":"BENCH-{partner}","companyName":"Möbel & Wohnen {partner} GmbH","externalId":"bench-partner-{partner}","group":"Standard","name":"Möbel & Wohnen {partner}","phone":"+49 228 555{partner:04}",{advice}}},"contact":{{"active":true,"description":"purchasing","email":"purchasing{partner}@example.com","externalId":"bench-contact-{partner}","firstName":"Purchasing","lastName":"Desk {partner}","name":"Purchasing Desk {partner}","phone":"+49 228 555{partner:04}",{advice}}},"location":{{"active":true,"address1":"Hauptstraße {partner}","address2":"Tor 3","postal":"53179","city":"Bonn","countryCode":"DE","externalId":"bench-location-{partner}","name":"Warehouse {partner}",{advice}}},{advice}}},"currencyCode":"{currency}","dataDest":"int-DEST.de.metas.ordercandidate","dataSource":"int-SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl","dateRequired":"2030-12-08","discount":0,"externalHeaderId":"bench-{order}","externalLineId":"bench-{order}-{line}","invoiceDocType":{{"docBaseType":"ARI"}},"orderDocType":"SalesOrder","paymentRule":"OnCredit","poReference":"PO-{order}","price":12.5,"pricingSystemCode":"Testpreise Kunden","product":{{"code":"BENCH-{product}","name":"Chair {product}","priceStd":12.5,"type":"ITEM","uomCode":"PCE",{advice}}},"productDescription":"Chair {product}, beech, lacquered","qty":{qty},"salesPartnerCode":"test_42","shipper":"val-DPD - Classic","uomCode":"PCE"}}"#
        )
    }
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
