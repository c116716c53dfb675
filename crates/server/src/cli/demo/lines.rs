//! Order lines that `demo --lines` creates as test data. Each line depends only on its number, so that repeating an import
//! changes nothing.

use super::data::ORGANISATION;
use crate::{
    cli::{
        byte_bar::row_bar,
        import::target::{Target, rejected},
    },
    failure::CommandFailure,
    wiring,
};
use indicatif::ProgressBar;
use jiff::{ToSpan, civil::Date};
use orderdock_api::LocalRow;
use orderdock_app::{Outcome, Services};
use orderdock_domain::{
    import::{ErrorPolicy, ImportPolicies},
    problem::Language,
};
use orderdock_store::CandidateFilter;
use serde_json::{Value, json};
use std::{ops::Range, sync::Arc};

/// Largest number of lines.
pub const MAX_LINES: u32 = 1_000_000;

/// Lines per request. A multiple of `CYCLE.len()`, so that a request contains whole orders.
const BULK_LINES: u32 = 1_000;

/// Place of each line of a cycle of orders with 1, 2, 3 and 4 lines: number of the order in the cycle, and of the line in
/// the order.
const CYCLE: [(u32, u32); 10] =
    [(0, 1), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3), (3, 4)];
const ORDERS_PER_CYCLE: u32 = 4;

/// One of this number of orders has a line with a fault of each kind.
const ORDERS_PER_FAULT: u32 = 50;

const FIRST_DAY: Date = jiff::civil::date(2030, 1, 7);
/// Number of days to which the required dates are spread.
const DAYS: u32 = 120;

/// Kinds of customers, in English and German.
const CUSTOMERS: [(&str, &str); 8] = [
    ("Bakery", "Bäckerei"),
    ("Café", "Café"),
    ("Farm Shop", "Hofladen"),
    ("Tea House", "Teehaus"),
    ("Delicatessen", "Feinkost"),
    ("Gift Shop", "Geschenkladen"),
    ("Canteen", "Kantine"),
    ("Guest House", "Gasthaus"),
];

/// Places whose postal codes are in the demo data.
const PLACES: [(&str, &str); 8] = [
    ("10115", "Berlin"),
    ("20095", "Hamburg"),
    ("50667", "Köln"),
    ("53115", "Bonn"),
    ("53179", "Bonn"),
    ("60311", "Frankfurt am Main"),
    ("70173", "Stuttgart"),
    ("80331", "München"),
];

const STREETS: [&str; 5] = ["Hafenstraße", "Marktplatz", "Bahnhofstraße", "Lindenallee", "Am Rheinufer"];

/// Kinds of products, in English and German.
const PRODUCTS: [(&str, &str); 8] = [
    ("Herbal tea", "Kräutertee"),
    ("Apple juice", "Apfelsaft"),
    ("Honey", "Honig"),
    ("Strawberry jam", "Erdbeermarmelade"),
    ("Coffee", "Kaffee"),
    ("Olive oil", "Olivenöl"),
    ("Chocolate", "Schokolade"),
    ("Gift box", "Geschenkkarton"),
];
/// Number of varieties of each kind of product.
const VARIETIES: u32 = 6;

/// Number of customers: each kind at each place.
const CUSTOMER_COUNT: u32 = 64;
const PRODUCT_COUNT: u32 = 48;
/// Number of a product without a price.
const UNPRICED: u32 = PRODUCT_COUNT;

/// Creates the first `count` lines unless they exist, with their customers and products.
pub async fn create(services: &Arc<Services>, language: Language, count: u32) -> Result<(), CommandFailure> {
    let first = first_missing(services, count).await?;
    if first >= count {
        return Ok(());
    }
    let loaded =
        services.master_data.load_masterdata(&wiring::operator(services), &master_data(language)).await;
    loaded.map_err(|failure| CommandFailure::work(failure.lines("test data").join("\n")))?;
    let bar = row_bar();
    bar.set_message("candidates");
    bar.set_length(u64::from(count));
    bar.set_position(u64::from(first));
    bar.reset_eta();
    let imported = import(services, language, first..count, &bar).await;
    bar.finish_and_clear();
    imported?;
    tracing::info!(lines = count - first, "test data created");
    Ok(())
}

/// Imports lines in bulks, like `orderdock import`.
async fn import(
    services: &Arc<Services>,
    language: Language,
    numbers: Range<u32>,
    bar: &ProgressBar,
) -> Result<(), CommandFailure> {
    let target = Target::database(services.clone(), Some(ORGANISATION)).await?;
    let policies = ImportPolicies { errors: ErrorPolicy::Row, unresolved: None };
    let mut start = numbers.start;
    while start < numbers.end {
        let end = numbers.end.min(start + BULK_LINES);
        let rows = (start..end).map(|number| LocalRow::read(line(number, language).to_string().as_bytes()));
        let rows = rows.collect::<Result<Vec<_>, _>>();
        let rows = rows.map_err(|_| CommandFailure::work("the test data are not valid JSON"))?;
        let waiting = |reason: &str| tracing::info!(reason, "importing test data delayed");
        let response = target.send(policies, &rows.iter().collect::<Vec<_>>(), waiting).await?;
        match response.status {
            200 | 201 => {}
            207 => tracing::warn!(first = start + 1, last = end, "some lines of the test data were rejected"),
            _ => return Err(rejected(&response)),
        }
        start = end;
        bar.set_position(u64::from(start));
    }
    Ok(())
}

/// Returns the number of the first line of the first bulk that is not stored completely. Bulks are imported one after
/// another, each in one transaction, so a binary search finds it.
async fn first_missing(services: &Services, count: u32) -> Outcome<u32> {
    let (mut stored, mut missing) = (0, count.div_ceil(BULK_LINES));
    while stored < missing {
        let bulk = stored.midpoint(missing);
        let last = count.min((bulk + 1) * BULK_LINES) - 1;
        if is_stored(services, last).await? {
            stored = bulk + 1;
        } else {
            missing = bulk;
        }
    }
    Ok(stored * BULK_LINES)
}

/// Returns whether a line is stored, with all earlier lines of its order.
async fn is_stored(services: &Services, number: u32) -> Outcome<bool> {
    let (order, line) = place(number);
    let filter = CandidateFilter { external_header_id: Some(order_id(order)), ..CandidateFilter::default() };
    let counts = services.candidates.count_candidates(&wiring::operator(services), filter).await?;
    Ok(counts.all.value >= u64::from(line))
}

/// Returns the order of a line, and its number in this order.
fn place(number: u32) -> (u32, u32) {
    let cycle = u32::try_from(CYCLE.len()).unwrap_or(1);
    let (order, line) = pick(&CYCLE, number);
    (number / cycle * ORDERS_PER_CYCLE + order, line)
}

/// Returns the item with this number; the list starts again after its end.
fn pick<T: Copy>(items: &[T], number: u32) -> T {
    let number = usize::try_from(number).unwrap_or_default();
    items[number % items.len()]
}

fn order_id(order: u32) -> String {
    format!("TEST-{:06}", order + 1)
}

fn customer_code(customer: u32) -> String {
    format!("TC{:03}", customer + 1)
}

fn product_code(product: u32) -> String {
    format!("TP{:03}", product + 1)
}

fn line(number: u32, language: Language) -> Value {
    let (order, line) = place(number);
    let product = (order * 11 + line * 5) % PRODUCT_COUNT;
    let day = FIRST_DAY.saturating_add(i64::from(order * 7 % DAYS).days());
    let mut row = json!({
        "externalHeaderId": order_id(order),
        "externalLineId": line.to_string(),
        "poReference": format!("PO-{:06}", order + 1),
        "dateRequired": day,
        "bpartner": { "bpartner": { "code": customer_code(order * 13 % CUSTOMER_COUNT) } },
        "product": { "code": product_code(product) },
        "productDescription": product_name(product, language),
        "qty": 1 + (order * 5 + line * 3) % 24,
    });
    if line == 1 {
        match order % ORDERS_PER_FAULT {
            9 => row["qty"] = json!(0),
            24 => {
                row["price"] = json!(30);
                row["currencyCode"] = json!("INR");
            }
            39 => row["product"]["code"] = json!(product_code(UNPRICED)),
            _ => {}
        }
    }
    row
}

/// Returns a load file with the customers and products of the lines.
fn master_data(language: Language) -> String {
    let products = (0..=UNPRICED).map(|product| {
        json!({ "code": product_code(product), "name": product_name(product, language), "uom": "PCE" })
    });
    // prices from 1.50 to 17.95
    let prices = (0..PRODUCT_COUNT).map(|product| {
        let cents = 150 + product * 35;
        json!({ "priceList": "DE-EUR", "validFrom": "2015-01-01", "product": product_code(product), "uom": "PCE",
            "price": format!("{}.{:02}", cents / 100, cents % 100), "taxCategory": "standard" })
    });
    json!({
        "bpartners": (0..CUSTOMER_COUNT).map(|number| customer(number, language)).collect::<Vec<_>>(),
        "products": products.collect::<Vec<_>>(),
        "product-prices": prices.collect::<Vec<_>>(),
    })
    .to_string()
}

fn customer(number: u32, language: Language) -> Value {
    let (postal, city) = pick(&PLACES, number / 8);
    let kind = in_language(pick(&CUSTOMERS, number), language);
    let code = customer_code(number);
    json!({
        "code": code,
        "name": format!("{kind} {city} {}", number + 1),
        "group": "Standard",
        "locations": [{
            "externalId": code,
            "address1": format!("{} {}", pick(&STREETS, number), number + 1),
            "postal": postal,
            "city": city,
            "country": "DE",
        }],
    })
}

fn product_name(product: u32, language: Language) -> String {
    if product == UNPRICED {
        return in_language(("Catalogue", "Katalog"), language).to_owned();
    }
    let kind = in_language(pick(&PRODUCTS, product / VARIETIES), language);
    let number = in_language(("no.", "Nr."), language);
    format!("{kind} {number} {}", product % VARIETIES + 1)
}

fn in_language((english, german): (&'static str, &'static str), language: Language) -> &'static str {
    match language {
        Language::English => english,
        Language::German => german,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn lines_are_spread_over_customers_products_and_dates() {
        let rows: Vec<_> = (0..6_000).map(|number| line(number, Language::English)).collect();
        let distinct = |pointer: &str| {
            rows.iter().map(|row| row.pointer(pointer).unwrap().to_string()).collect::<BTreeSet<_>>().len()
        };
        assert_eq!(distinct("/bpartner/bpartner/code"), 64);
        assert_eq!(distinct("/product/code"), 49);
        assert_eq!(distinct("/dateRequired"), 120);
        assert_eq!(distinct("/externalHeaderId"), 2_400);
        let faults = rows.iter().filter(|row| {
            row["qty"] == 0
                || row["currencyCode"] == "INR"
                || row["product"]["code"] == product_code(UNPRICED)
        });
        assert_eq!(faults.count(), 144);
    }

    #[test]
    fn bulks_contain_whole_orders_with_numbered_lines() {
        let mut lines = BTreeMap::<_, Vec<_>>::new();
        for number in 0..3_000 {
            let (order, line) = place(number);
            lines.entry(order).or_default().push((number / BULK_LINES, line));
        }
        for (order, lines) in lines {
            let bulk = lines[0].0;
            let expected: Vec<_> = (1..=order % 4 + 1).map(|line| (bulk, line)).collect();
            assert_eq!(lines, expected, "{order}");
        }
    }

    #[test]
    fn languages_have_the_same_codes() {
        let mut texts = Language::ALL.map(|language| {
            let data: Value = serde_json::from_str(&master_data(language)).unwrap();
            let lines: Vec<_> = (0..500).map(|number| line(number, language)).collect();
            json!([data, lines])
        });
        assert_ne!(texts[0], texts[1]);
        for text in &mut texts {
            for list in ["bpartners", "products"] {
                for record in text[0][list].as_array_mut().unwrap() {
                    record["name"] = "".into();
                }
            }
            for row in text[1].as_array_mut().unwrap() {
                row["productDescription"] = "".into();
            }
        }
        assert_eq!(texts[0], texts[1]);
    }
}
