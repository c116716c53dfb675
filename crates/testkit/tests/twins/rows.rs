//! Generates import rows. They use few distinct values, so that rows refer to the same records, and some invalid ones.

use orderdock_testkit::candidate;
use serde_json::{Value, json};

use crate::rng::Rng;

pub const SOURCES: [&str; 3] = [
    "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl",
    "SOURCE.shop",
    "SOURCE.nowhere",
];
const LETTERS: [&str; 7] = [
    "Müller & Söhne",
    "Größe \"XL\"",
    "two\nlines\tand tabs",
    "日本語 🍵",
    "O'Neil; DROP",
    "%_\\",
    "e\u{301}",
];

/// Generates a number, rarely an unusual or invalid one.
fn number(rng: &mut Rng) -> Value {
    const STRANGE: [&str; 10] = [
        "5,5",
        "many",
        "",
        "-3",
        "0",
        "1e3",
        "0.000001",
        "1.10",
        "79228162514264337593543950335",
        "1.2345678901234567890123456789",
    ];
    match rng.roll(60) {
        0 => json!(*rng.pick(&STRANGE)),
        2..8 => json!(format!("{}.{}0", rng.roll(9), rng.roll(9))),
        1 => Value::Null,
        _ => json!(1 + rng.roll(4)),
    }
}

fn day(rng: &mut Rng) -> Value {
    let days = [
        json!("2026-12-08"),
        json!("2026-12-24"),
        json!("2027-01-02"),
        json!([2026, 12, 9]),
        json!("2026-12-08T23:30:00Z"),
        json!("2026-02-30"),
        json!("8.12.2026"),
        Value::Null,
    ];
    let usual = !rng.one_in(30);
    if usual { days[rng.below(3)].clone() } else { rng.pick(&days).clone() }
}

/// Generates a text, sometimes with characters that databases handle differently.
fn text(rng: &mut Rng) -> Value {
    match rng.roll(40) {
        0 => json!("with \u{0} inside"),
        1 => json!("   "),
        2 => json!("long ".repeat(60)),
        _ => json!(*rng.pick(&LETTERS)),
    }
}

fn advice(rng: &mut Rng) -> Value {
    const IF_EXISTS: [&str; 6] =
        ["DONT_UPDATE", "UPDATE_MERGE", "UPDATE_MERGE", "ASSERT_UNCHANGED", "UPDATE_REMOVE", "REPLACE"];
    // UPDATE_REMOVE applies to products only
    let allowed = if rng.one_in(30) { IF_EXISTS.len() } else { IF_EXISTS.len() - 2 };
    let if_exists = IF_EXISTS[rng.below(allowed)];
    let if_not_exists = if rng.one_in(5) { "FAIL" } else { "CREATE" };
    json!({ "ifExists": if_exists, "ifNotExists": if_not_exists })
}

fn location(rng: &mut Rng) -> Value {
    let postal = [("53179", "Bonn"), ("50667", "Köln"), ("20095", "Hamburg"), ("99999", "Nirgends")];
    let (postal, city) = *rng.pick(&postal);
    let mut location = json!({ "countryCode": if rng.one_in(40) { "XX" } else { "DE" }, "postal": postal,
        "city": city, "address1": format!("Straße {}", rng.roll(3)) });
    if !rng.one_in(3) {
        location["externalId"] = json!(format!("l{}", rng.roll(3)));
    }
    if rng.one_in(6) {
        location["gln"] = json!(format!("40123450000{:02}", rng.roll(3)));
    }
    if rng.one_in(6) {
        location["address2"] = if rng.one_in(2) { Value::Null } else { text(rng) };
    }
    for flag in ["shipToDefault", "billToDefault", "active"] {
        if rng.one_in(10) {
            location[flag] = json!(rng.one_in(2));
        }
    }
    if rng.one_in(5) {
        location["syncAdvise"] = advice(rng);
    }
    location
}

fn contact(rng: &mut Rng) -> Value {
    let name = *rng.pick(&["Desk", "DESK", "Jörg Größmann", "Zoë"]);
    let mut contact = json!({ "name": name });
    if rng.one_in(2) {
        contact["email"] = json!(format!("desk{}@example.com", rng.roll(2)));
    }
    if rng.one_in(3) {
        contact["externalId"] = json!(format!("c{}", rng.roll(3)));
    }
    if rng.one_in(4) {
        contact["description"] = text(rng);
    }
    if rng.one_in(5) {
        contact["syncAdvise"] = advice(rng);
    }
    contact
}

fn partner_block(rng: &mut Rng) -> Value {
    if rng.one_in(4) {
        let known = ["G0001", "1000106", "G0001", "V0042", "1000106", "G0001", "1000106", "G9999"];
        return json!({ "bpartner": { "code": *rng.pick(&known) } });
    }
    let number = rng.roll(6);
    let mut partner = json!({ "code": format!("P{number}"), "name": format!("Partner {}", rng.roll(3)) });
    if rng.one_in(4) {
        partner["externalId"] = json!(format!("e{}", rng.roll(6)));
        if rng.one_in(3) {
            partner["code"] = Value::Null;
        }
    }
    if rng.one_in(6) {
        partner["group"] = json!(*rng.pick(&["Standard", "Gruppe Süd"]));
    }
    if rng.one_in(6) {
        partner["companyName"] = text(rng);
    }
    if rng.one_in(8) {
        partner["vatId"] = if rng.one_in(3) { Value::Null } else { json!(format!("DE{}", rng.roll(3))) };
    }
    let mut block = json!({ "bpartner": partner, "syncAdvise": advice(rng) });
    if !rng.one_in(4) {
        block["location"] = location(rng);
    }
    if rng.one_in(2) {
        block["contact"] = contact(rng);
    }
    block
}

fn product(rng: &mut Rng) -> Value {
    if rng.one_in(2) {
        return json!({ "code": *rng.pick(&["P002737", "9002737", "A001", "A001", "P002737", "P002737", "9002737", "A999"]) });
    }
    let mut product = json!({ "code": format!("A{}", rng.roll(4)), "name": format!("Artikel {}", rng.roll(2)),
        "type": "ITEM", "uomCode": *rng.pick(&["PCE", "PCE", "PCE", "PCE", "PCE", "KGM"]), "syncAdvise": advice(rng) });
    if rng.one_in(8) {
        product["syncAdvise"]["ifExists"] = json!("UPDATE_REMOVE");
    }
    if !rng.one_in(3) {
        product["priceStd"] = number(rng);
    }
    if rng.one_in(4) {
        product["externalId"] = json!(format!("x{}", rng.roll(4)));
    }
    product
}

/// Adds members that most rows omit.
fn add_rare_members(rng: &mut Rng, change: &mut Value) {
    type Make = fn(&mut Rng) -> Value;
    let members: [(&str, Make); 24] = [
        ("price", number),
        ("currencyCode", |rng| json!(*rng.pick(&["EUR", "EUR", "EUR", "INR", "XXX"]))),
        ("discount", number),
        ("uomCode", |rng| json!(*rng.pick(&["PCE", "PCE", "KGM", "CT", "CT", "???"]))),
        ("pricingSystemCode", |rng| json!(*rng.pick(&["Testpreise Kunden", "None"]))),
        ("description", text),
        ("productDescription", text),
        ("dateOrdered", day),
        ("presetDateShipped", day),
        ("presetDateInvoiced", day),
        ("shipper", |_| json!("val-DPD - Classic")),
        ("salesPartnerCode", |rng| json!(*rng.pick(&["test_42", "nobody"]))),
        ("paymentRule", |rng| json!(*rng.pick(&["OnCredit", "Paypal", "Cash"]))),
        ("orderDocType", |rng| json!(*rng.pick(&["SalesOrder", "PrepayOrder"]))),
        ("invoiceDocType", |_| json!({ "docBaseType": "ARI" })),
        ("promotionCode", |rng| json!(*rng.pick(&["SUMMER 26", "summer\u{A0}26", "\u{0}"]))),
        ("extendedProps", |rng| json!({ "z": number(rng), "a": [text(rng), {}], "\u{0}": null })),
        ("headerLineCount", |rng| json!(1 + rng.roll(4))),
        ("line", |rng| json!(10 * rng.roll(4))),
        ("billBPartner", partner_block),
        ("dropShipBPartner", partner_block),
        ("handOverBPartner", partner_block),
        ("dataSource", |rng| json!(format!("int-{}", rng.pick(&SOURCES)))),
        ("surprise", |_| json!([{}, null, 1.50])),
    ];
    let count = rng.roll(4);
    for _ in 0..count {
        let (name, make) = *rng.pick(&members);
        change[name] = make(rng);
    }
    if change.get("dataSource").is_some() && rng.one_in(2) {
        change["externalSystemCode"] = json!(*rng.pick(&["s0", "s1", "Größe", "\u{0}"]));
    }
    if rng.one_in(10) {
        let code = *rng.pick(&["001", "test-org-03", "N01", "N02"]);
        change["org"] = json!({ "code": code, "name": "Neu", "syncAdvise": advice(rng) });
    }
}

/// Generates a row of one of `headers` incoming orders.
pub fn row(rng: &mut Rng, headers: u64) -> Value {
    let reference = match rng.roll(100) {
        0 => json!("\u{0}"),
        1 => Value::Null,
        2..6 => json!("Übernahme 7/30"),
        _ => json!(format!("PO-{}", rng.roll(headers))),
    };
    let mut change = json!({ "qty": number(rng), "poReference": reference, "dateRequired": day(rng) });
    if !rng.one_in(3) {
        change["bpartner"] = partner_block(rng);
    }
    if rng.one_in(2) {
        change["product"] = product(rng);
    }
    if rng.one_in(2) {
        add_rare_members(rng, &mut change);
    }
    let (header, line) = (format!("H{}", rng.roll(headers)), rng.roll(5).to_string());
    let mut row = candidate(&header, &line, change);
    if rng.one_in(12) {
        let members = row.as_object_mut().unwrap();
        members.remove("externalHeaderId");
        members.remove("externalLineId");
        members.remove("product");
        row["externalId"] = json!(format!("{header}-{line}"));
        row["productCode"] = json!("P002737");
    }
    if rng.one_in(80) {
        let missing = ["qty", "poReference", "bpartner", "product", "externalLineId"];
        row.as_object_mut().unwrap().remove(*rng.pick(&missing));
    }
    row
}

/// Returns the body as received: sometimes truncated, or with a decimal comma that JSON does not allow.
pub fn sent(rng: &mut Rng, body: &Value) -> String {
    let text = body.to_string();
    match rng.roll(120) {
        0 => text.chars().take(text.chars().count() / 2).collect(),
        1 => text.replacen("\"qty\":1", "\"qty\":1,5", 1),
        2 => serde_json::to_string_pretty(body).unwrap(),
        _ => text,
    }
}
