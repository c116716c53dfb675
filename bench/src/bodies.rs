//! Request bodies like those of a shop system: full shape, all common members, about 1.3 kB per row.

/// Default number of lines per order.
pub const LINES: usize = 3;

/// Number of the first new partner and product.
const NEW_FROM: usize = 1_000_000;

/// Number of the first faulty order.
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

/// A fault because of which a line gets the status `error`.
#[derive(Clone, Copy)]
enum Fault {
    Quantity,
    Currency,
    /// A product that does not exist and is not created.
    Product,
}

/// The faults of a sequence of rows.
#[derive(Clone, Copy)]
enum Faults {
    None,
    /// Alternately quantity and currency.
    Values,
    Products,
}

/// An infinite sequence of rows of new orders.
#[derive(Clone, Copy)]
pub struct Rows {
    next_order: usize,
    lines: usize,
    known: Option<usize>,
    faults: Faults,
}

impl Rows {
    /// Creates rows with existing partners and products, and `lines` lines per order.
    pub fn known(lines: usize, master_data: usize) -> Self {
        Self { next_order: 0, lines, known: Some(master_data), faults: Faults::None }
    }

    /// Creates rows with one line per order, each with a new partner, location, contact, product and price.
    pub fn all_new() -> Self {
        Self { next_order: 0, lines: 1, known: None, faults: Faults::None }
    }

    /// Skips the rows of `bulks` bulk requests.
    #[must_use]
    pub fn skip_bulks(self, bulks: usize, rows_each: usize) -> Self {
        Self { next_order: self.next_order + bulks * rows_each.div_ceil(self.lines), ..self }
    }

    /// Creates rows of faulty orders, alternately with a quantity of 0 and with a currency that differs from that of
    /// the price list. Their order numbers are higher than all others.
    pub fn faulty(lines: usize, master_data: usize) -> Self {
        Self { next_order: FAULTY_FROM, faults: Faults::Values, ..Self::known(lines, master_data) }
    }

    /// Creates rows that each name another product that does not exist.
    pub fn unresolved(lines: usize, master_data: usize) -> Self {
        Self { faults: Faults::Products, ..Self::known(lines, master_data) }
    }

    /// Returns the JSON of the next `count` candidates.
    pub fn candidates(&mut self, count: usize) -> impl Iterator<Item = String> + use<> {
        let rows = *self;
        self.next_order += count.div_ceil(self.lines);
        (0..count).map(move |number| rows.row(number).candidate())
    }

    /// Returns the body of a bulk request.
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
        let fault = match self.faults {
            Faults::None => None,
            Faults::Values if order.is_multiple_of(2) => Some(Fault::Quantity),
            Faults::Values => Some(Fault::Currency),
            Faults::Products => Some(Fault::Product),
        };
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
        let product = if matches!(fault, Some(Fault::Product)) {
            format!(r#""product":{{"code":"MISSING-{order}-{line}"}}"#)
        } else {
            format!(
                r#""product":{{"code":"BENCH-{product}","name":"Chair {product}","priceStd":12.5,"type":"ITEM","uomCode":"PCE",{advice}}},"productDescription":"Chair {product}, beech, lacquered""#
            )
        };
        format!(
            r#"{{"org":{{"code":"001","name":"Organisation 001","syncAdvise":{{"ifExists":"DONT_UPDATE","ifNotExists":"FAIL"}}}},"bpartner":{{"bpartner":{{"active":true,"code":"BENCH-{partner}","companyName":"Möbel & Wohnen {partner} GmbH","externalId":"bench-partner-{partner}","group":"Standard","name":"Möbel & Wohnen {partner}","phone":"+49 228 555{partner:04}",{advice}}},"contact":{{"active":true,"description":"purchasing","email":"purchasing{partner}@example.com","externalId":"bench-contact-{partner}","firstName":"Purchasing","lastName":"Desk {partner}","name":"Purchasing Desk {partner}","phone":"+49 228 555{partner:04}",{advice}}},"location":{{"active":true,"address1":"Hauptstraße {partner}","address2":"Tor 3","postal":"53179","city":"Bonn","countryCode":"DE","externalId":"bench-location-{partner}","name":"Warehouse {partner}",{advice}}},{advice}}},"currencyCode":"{currency}","dataDest":"int-DEST.de.metas.ordercandidate","dataSource":"int-SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl","dateRequired":"2030-12-08","discount":0,"externalHeaderId":"bench-{order}","externalLineId":"bench-{order}-{line}","invoiceDocType":{{"docBaseType":"ARI"}},"orderDocType":"SalesOrder","paymentRule":"OnCredit","poReference":"PO-{order}","price":12.5,"pricingSystemCode":"Testpreise Kunden",{product},"qty":{qty},"salesPartnerCode":"test_42","shipper":"val-DPD - Classic","uomCode":"PCE"}}"#
        )
    }
}

/// Returns a load file with the partners and products of the rows.
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
