//! Generates import rows. They use few distinct values, so that rows refer to the same records, and some invalid ones.

use orderdock_testkit::candidate;
use serde_json::{Value, json};

use crate::dice::Dice;

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
fn number(dice: &mut Dice) -> Value {
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
    match dice.roll(60) {
        0 => json!(*dice.pick(&STRANGE)),
        2..8 => json!(format!("{}.{}0", dice.roll(9), dice.roll(9))),
        1 => Value::Null,
        _ => json!(1 + dice.roll(4)),
    }
}

fn day(dice: &mut Dice) -> Value {
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
    let usual = !dice.one_in(30);
    if usual { days[dice.below(3)].clone() } else { dice.pick(&days).clone() }
}

/// Generates a text, sometimes with characters that databases handle differently.
fn text(dice: &mut Dice) -> Value {
    match dice.roll(40) {
        0 => json!("with \u{0} inside"),
        1 => json!("   "),
        2 => json!("long ".repeat(60)),
        _ => json!(*dice.pick(&LETTERS)),
    }
}

fn advice(dice: &mut Dice) -> Value {
    const IF_EXISTS: [&str; 6] =
        ["DONT_UPDATE", "UPDATE_MERGE", "UPDATE_MERGE", "ASSERT_UNCHANGED", "UPDATE_REMOVE", "REPLACE"];
    // UPDATE_REMOVE applies to products only
    let allowed = if dice.one_in(30) { IF_EXISTS.len() } else { IF_EXISTS.len() - 2 };
    let if_exists = IF_EXISTS[dice.below(allowed)];
    let if_not_exists = if dice.one_in(5) { "FAIL" } else { "CREATE" };
    json!({ "ifExists": if_exists, "ifNotExists": if_not_exists })
}

fn location(dice: &mut Dice) -> Value {
    let postal = [("53179", "Bonn"), ("50667", "Köln"), ("20095", "Hamburg"), ("99999", "Nirgends")];
    let (postal, city) = *dice.pick(&postal);
    let mut location = json!({ "countryCode": if dice.one_in(40) { "XX" } else { "DE" }, "postal": postal,
        "city": city, "address1": format!("Straße {}", dice.roll(3)) });
    if !dice.one_in(3) {
        location["externalId"] = json!(format!("l{}", dice.roll(3)));
    }
    if dice.one_in(6) {
        location["gln"] = json!(format!("40123450000{:02}", dice.roll(3)));
    }
    if dice.one_in(6) {
        location["address2"] = if dice.one_in(2) { Value::Null } else { text(dice) };
    }
    for flag in ["shipToDefault", "billToDefault", "active"] {
        if dice.one_in(10) {
            location[flag] = json!(dice.one_in(2));
        }
    }
    if dice.one_in(5) {
        location["syncAdvise"] = advice(dice);
    }
    location
}

fn contact(dice: &mut Dice) -> Value {
    let name = *dice.pick(&["Desk", "DESK", "Jörg Größmann", "Zoë"]);
    let mut contact = json!({ "name": name });
    if dice.one_in(2) {
        contact["email"] = json!(format!("desk{}@example.com", dice.roll(2)));
    }
    if dice.one_in(3) {
        contact["externalId"] = json!(format!("c{}", dice.roll(3)));
    }
    if dice.one_in(4) {
        contact["description"] = text(dice);
    }
    if dice.one_in(5) {
        contact["syncAdvise"] = advice(dice);
    }
    contact
}

fn partner_block(dice: &mut Dice) -> Value {
    if dice.one_in(4) {
        let known = ["G0001", "1000106", "G0001", "V0042", "1000106", "G0001", "1000106", "G9999"];
        return json!({ "bpartner": { "code": *dice.pick(&known) } });
    }
    let number = dice.roll(6);
    let mut partner = json!({ "code": format!("P{number}"), "name": format!("Partner {}", dice.roll(3)) });
    if dice.one_in(4) {
        partner["externalId"] = json!(format!("e{}", dice.roll(6)));
        if dice.one_in(3) {
            partner["code"] = Value::Null;
        }
    }
    if dice.one_in(6) {
        partner["group"] = json!(*dice.pick(&["Standard", "Gruppe Süd"]));
    }
    if dice.one_in(6) {
        partner["companyName"] = text(dice);
    }
    if dice.one_in(8) {
        partner["vatId"] = if dice.one_in(3) { Value::Null } else { json!(format!("DE{}", dice.roll(3))) };
    }
    let mut block = json!({ "bpartner": partner, "syncAdvise": advice(dice) });
    if !dice.one_in(4) {
        block["location"] = location(dice);
    }
    if dice.one_in(2) {
        block["contact"] = contact(dice);
    }
    block
}

fn product(dice: &mut Dice) -> Value {
    if dice.one_in(2) {
        return json!({ "code": *dice.pick(&["P002737", "9002737", "A001", "A001", "P002737", "P002737", "9002737", "A999"]) });
    }
    let mut product = json!({ "code": format!("A{}", dice.roll(4)), "name": format!("Artikel {}", dice.roll(2)),
        "type": "ITEM", "uomCode": *dice.pick(&["PCE", "PCE", "PCE", "PCE", "PCE", "KGM"]), "syncAdvise": advice(dice) });
    if dice.one_in(8) {
        product["syncAdvise"]["ifExists"] = json!("UPDATE_REMOVE");
    }
    if !dice.one_in(3) {
        product["priceStd"] = number(dice);
    }
    if dice.one_in(4) {
        product["externalId"] = json!(format!("x{}", dice.roll(4)));
    }
    product
}

/// Adds members that most rows omit.
fn rare(dice: &mut Dice, change: &mut Value) {
    type Make = fn(&mut Dice) -> Value;
    let members: [(&str, Make); 24] = [
        ("price", number),
        ("currencyCode", |dice| json!(*dice.pick(&["EUR", "EUR", "EUR", "INR", "XXX"]))),
        ("discount", number),
        ("uomCode", |dice| json!(*dice.pick(&["PCE", "PCE", "KGM", "CT", "CT", "???"]))),
        ("pricingSystemCode", |dice| json!(*dice.pick(&["Testpreise Kunden", "None"]))),
        ("description", text),
        ("productDescription", text),
        ("dateOrdered", day),
        ("presetDateShipped", day),
        ("presetDateInvoiced", day),
        ("shipper", |_| json!("val-DPD - Classic")),
        ("salesPartnerCode", |dice| json!(*dice.pick(&["test_42", "nobody"]))),
        ("paymentRule", |dice| json!(*dice.pick(&["OnCredit", "Paypal", "Cash"]))),
        ("orderDocType", |dice| json!(*dice.pick(&["SalesOrder", "PrepayOrder"]))),
        ("invoiceDocType", |_| json!({ "docBaseType": "ARI" })),
        ("promotionCode", |dice| json!(*dice.pick(&["SUMMER 26", "summer\u{A0}26", "\u{0}"]))),
        ("extendedProps", |dice| json!({ "z": number(dice), "a": [text(dice), {}], "\u{0}": null })),
        ("headerLineCount", |dice| json!(1 + dice.roll(4))),
        ("line", |dice| json!(10 * dice.roll(4))),
        ("billBPartner", partner_block),
        ("dropShipBPartner", partner_block),
        ("handOverBPartner", partner_block),
        ("dataSource", |dice| json!(format!("int-{}", dice.pick(&SOURCES)))),
        ("surprise", |_| json!([{}, null, 1.50])),
    ];
    let count = dice.roll(4);
    for _ in 0..count {
        let (name, make) = *dice.pick(&members);
        change[name] = make(dice);
    }
    if change.get("dataSource").is_some() && dice.one_in(2) {
        change["externalSystemCode"] = json!(*dice.pick(&["s0", "s1", "Größe", "\u{0}"]));
    }
    if dice.one_in(10) {
        let code = *dice.pick(&["001", "test-org-03", "N01", "N02"]);
        change["org"] = json!({ "code": code, "name": "Neu", "syncAdvise": advice(dice) });
    }
}

/// Generates a row of one of `headers` incoming orders.
pub fn row(dice: &mut Dice, headers: u64) -> Value {
    let reference = match dice.roll(100) {
        0 => json!("\u{0}"),
        1 => Value::Null,
        2..6 => json!("Übernahme 7/30"),
        _ => json!(format!("PO-{}", dice.roll(headers))),
    };
    let mut change = json!({ "qty": number(dice), "poReference": reference, "dateRequired": day(dice) });
    if !dice.one_in(3) {
        change["bpartner"] = partner_block(dice);
    }
    if dice.one_in(2) {
        change["product"] = product(dice);
    }
    if dice.one_in(2) {
        rare(dice, &mut change);
    }
    let (header, line) = (format!("H{}", dice.roll(headers)), dice.roll(5).to_string());
    let mut row = candidate(&header, &line, change);
    if dice.one_in(12) {
        let members = row.as_object_mut().unwrap();
        members.remove("externalHeaderId");
        members.remove("externalLineId");
        members.remove("product");
        row["externalId"] = json!(format!("{header}-{line}"));
        row["productCode"] = json!("P002737");
    }
    if dice.one_in(80) {
        let missing = ["qty", "poReference", "bpartner", "product", "externalLineId"];
        row.as_object_mut().unwrap().remove(*dice.pick(&missing));
    }
    row
}

/// Returns the body as received: sometimes truncated, or with a decimal comma that JSON does not allow.
pub fn sent(dice: &mut Dice, body: &Value) -> String {
    let text = body.to_string();
    match dice.roll(120) {
        0 => text.chars().take(text.chars().count() / 2).collect(),
        1 => text.replacen("\"qty\":1", "\"qty\":1,5", 1),
        2 => serde_json::to_string_pretty(body).unwrap(),
        _ => text,
    }
}
