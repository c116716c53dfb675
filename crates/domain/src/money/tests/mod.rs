//! Tests of quotes, taxes and totals. Each test changes one value in a fixture and compares the result as text.

mod exempt;
mod lists;
mod manual;
mod prices;
mod properties;
mod rounding;
mod sums;
mod taxes;
mod units;

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::*;
use crate::ids::*;
use crate::masterdata::*;
use crate::number::{Decimal, canonical, exact};
use crate::problem::{Language, Problem};
use crate::text::{Code, Name};

const OWN: OrganisationId = OrganisationId(1);
const OTHER: OrganisationId = OrganisationId(2);
const PCE: UnitId = UnitId(1);
const CTN: UnitId = UnitId(2);
const KGM: UnitId = UnitId(3);
const LTR: UnitId = UnitId(4);
const CUSTOMERS: PricingSystemId = PricingSystemId(10);
const DEALERS: PricingSystemId = PricingSystemId(11);
const LIST: PriceListId = PriceListId(20);
const VERSION: PriceListVersionId = PriceListVersionId(30);
const PRODUCT: ProductId = ProductId(40);
const NORMAL: TaxCategoryId = TaxCategoryId(50);
const REDUCED: TaxCategoryId = TaxCategoryId(51);
const GROUP: PartnerGroupId = PartnerGroupId(60);
const WAREHOUSE: WarehouseId = WarehouseId(70);

/// A row of organisation `own` with its master data: a product in PCE (a CTN has 12) at 10.00 EUR in the list `DE`,
/// delivered to Germany on 2026-12-08, with 19 % tax.
#[derive(Clone)]
struct Fixture {
    reference: Reference,
    organisation: Organisation,
    partner: Partner,
    product: Product,
    prices: Vec<ProductPrice>,
    quantity: Decimal,
    unit: UnitId,
    price: Option<Decimal>,
    free: bool,
    currency: Option<CurrencyCode>,
    discount: Option<Decimal>,
    tax_category: Option<TaxCategoryId>,
    pricing_system: Option<PricingSystemId>,
    country: CountryCode,
    warehouse: Option<WarehouseId>,
    date: Date,
}

impl Fixture {
    fn new() -> Self {
        let mut organisation = organisation(OWN, "own");
        organisation.defaults.pricing_system = Some(CUSTOMERS);
        Self {
            reference: reference(),
            organisation,
            partner: partner(),
            product: product(),
            prices: vec![price(VERSION, PCE, "10.00")],
            quantity: number("1"),
            unit: PCE,
            price: None,
            free: false,
            currency: None,
            discount: None,
            tax_category: None,
            pricing_system: None,
            country: code("DE"),
            warehouse: None,
            date: day("2026-12-08"),
        }
    }

    /// Prices the row and passes the result to `read`.
    fn quoted<T>(&self, read: impl FnOnce(&QuoteResult<'_>) -> T) -> T {
        let reference = self.reference.clone().indexed();
        let prices: Vec<_> = self.prices.iter().collect();
        let line = LineToPrice {
            organisation: &self.organisation,
            bill_partner: &self.partner,
            ship_to_country: &self.country,
            warehouse: self.warehouse,
            date: self.date,
            product: &self.product,
            prices: &prices,
            quantity: self.quantity,
            unit: self.unit,
            pricing_system: self.pricing_system,
            price: self.price,
            without_charge: self.free.then_some(FreeOfCharge { reason: None }),
            currency: self.currency.as_ref(),
            discount: self.discount,
            tax_category: self.tax_category,
            product_pointer: "/product/code",
        };
        read(&quote(&line, &reference))
    }

    /// Returns the same fixture with all records in reverse order.
    fn reversed(&self) -> Self {
        let mut fixture = self.clone();
        fixture.reference.price_lists.reverse();
        fixture.reference.price_list_versions.reverse();
        fixture.reference.taxes.reverse();
        fixture.reference.unit_conversions.reverse();
        fixture.product.conversions.reverse();
        fixture.prices.reverse();
        fixture
    }

    /// Formats `LIST: entered -> price x quantity UNIT = net, TAX`, or the problems with their pointers; then warnings.
    fn describe(&self) -> String {
        let reference = self.reference.clone().indexed();
        let unit = |id: UnitId| reference.unit(id).map_or("?", |unit| unit.code.as_str());
        self.quoted(|quotation| {
            let mut text = match &quotation.result {
                Ok(quote) => format!(
                    "{}: {} -> {} x {} {} = {}, {}",
                    quote.list.code,
                    canonical(&quote.price_entered),
                    canonical(&quote.price),
                    canonical(&quote.quantity),
                    unit(quote.price_unit),
                    canonical(&quote.net),
                    quote.tax.map_or("exempt", |tax| tax.code.as_str()),
                ),
                Err(problems) => problems.iter().map(at).collect::<Vec<_>>().join(", "),
            };
            for warning in &quotation.warnings {
                text.push_str(" ! ");
                text.push_str(&at(warning));
            }
            text
        })
    }

    /// Formats the problems and warnings.
    fn messages(&self) -> Vec<String> {
        self.quoted(|quotation| {
            let problems = quotation.result.as_ref().err().into_iter().flatten();
            problems.chain(&quotation.warnings).map(|problem| problem.message(Language::English)).collect()
        })
    }
}

fn at(problem: &Problem) -> String {
    for language in [Language::English, Language::German] {
        let messages = problem.message(language);
        assert!(!messages.contains(['{', '}']), "a parameter is missing: {messages}");
    }
    format!("{} at {}", problem.code.as_str(), problem.pointer)
}

/// Test case: description, change of the fixture, expected text.
type Case = (&'static str, fn(&mut Fixture), &'static str);

/// Checks each case twice: with the records of the fixture in their order, and reversed.
fn check(cases: &[Case]) {
    for (special, change, expected) in cases {
        let mut fixture = Fixture::new();
        change(&mut fixture);
        assert_eq!(&fixture.describe(), expected, "{special}");
        assert_eq!(&fixture.reversed().describe(), expected, "{special}, listed the other way round");
    }
}

fn number(text: &str) -> Decimal {
    exact(text).unwrap()
}

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn code(text: &str) -> Code {
    Code::parse(text).unwrap().unwrap()
}

fn name(text: &str) -> Name {
    Name::parse(text).unwrap().unwrap()
}

fn reference() -> Reference {
    let mut reference = Reference::default();
    reference.units =
        vec![unit(PCE, "PCE", 0), unit(CTN, "CTN", 6), unit(KGM, "KGM", 3), unit(LTR, "LTR", 6)];
    reference.currencies = vec![currency("EUR", 2), currency("JPY", 0), currency("INR", 2)];
    reference.pricing_systems = vec![system(CUSTOMERS, "customers"), system(DEALERS, "dealers")];
    reference.price_lists = vec![list(LIST, "DE", Some("DE"), "EUR")];
    reference.price_list_versions = vec![version(VERSION, LIST, "2015-01-01")];
    reference.tax_categories = vec![category(NORMAL, "normal"), category(REDUCED, "reduced")];
    reference.taxes = vec![tax("DE19", Some("DE"), "19")];
    reference.partner_groups = vec![PartnerGroup {
        id: GROUP,
        organisation: SHARED,
        active: true,
        name: name("Standard"),
        defaults: Defaults::default(),
    }];
    reference.warehouses = vec![Warehouse {
        id: WAREHOUSE,
        organisation: OWN,
        active: true,
        code: code("vienna"),
        name: None,
        country: Some(code("AT")),
    }];
    reference
}

fn organisation(id: OrganisationId, key: &str) -> Organisation {
    Organisation {
        id,
        version: 1,
        active: true,
        code: code(key),
        name: name(key),
        time_zone: TimeZone::UTC,
        country: Some(code("DE")),
        defaults: Defaults::default(),
        tax_category: None,
        negative_prices: NegativePrices::Problem,
        letterhead: Letterhead::default(),
    }
}

fn partner() -> Partner {
    Partner { group: Some(GROUP), ..Partner::new(PartnerId(80), SHARED, code("G0001"), name("Testkunde")) }
}

fn product() -> Product {
    Product {
        tax_category: Some(NORMAL),
        conversions: vec![conversion(CTN, PCE, "12", "1")],
        ..Product::new(PRODUCT, SHARED, code("P002737"), name("Product"), PCE)
    }
}

fn unit(id: UnitId, key: &str, precision: u32) -> Unit {
    Unit { id, active: true, code: code(key), name: name(key), precision, round_converted_quantities: false }
}

fn currency(key: &str, precision: u32) -> Currency {
    Currency { code: code(key), active: true, precision }
}

fn conversion(from: UnitId, to: UnitId, multiplier: &str, divisor: &str) -> Conversion {
    Conversion { from, to, multiplier: number(multiplier), divisor: number(divisor) }
}

fn system(id: PricingSystemId, key: &str) -> PricingSystem {
    PricingSystem { id, organisation: SHARED, active: true, code: code(key), name: name(key) }
}

fn list(id: PriceListId, key: &str, country: Option<&str>, currency: &str) -> PriceList {
    PriceList {
        id,
        organisation: SHARED,
        active: true,
        code: code(key),
        name: name(key),
        pricing_system: CUSTOMERS,
        country: country.map(code),
        currency: code(currency),
        sales: true,
        tax_included: false,
        precision: 2,
        net_precision: NetPrecision::Currency,
        exempt_buyers: ExemptBuyers::KeepGross,
        default_tax_category: Some(REDUCED),
    }
}

fn version(id: PriceListVersionId, price_list: PriceListId, valid_from: &str) -> PriceListVersion {
    PriceListVersion {
        id,
        organisation: SHARED,
        price_list,
        active: true,
        valid_from: day(valid_from),
        valid_to: None,
        base: None,
    }
}

fn price(price_list_version: PriceListVersionId, unit: UnitId, price: &str) -> ProductPrice {
    ProductPrice {
        id: ProductPriceId(90),
        organisation: SHARED,
        active: true,
        price_list_version,
        product: PRODUCT,
        unit,
        price: number(price),
        tax_category: None,
        scales: Vec::new(),
    }
}

fn scale(from_quantity: &str, price: &str) -> ScalePrice {
    ScalePrice { from_quantity: number(from_quantity), price: number(price) }
}

fn category(id: TaxCategoryId, key: &str) -> TaxCategory {
    TaxCategory { id, organisation: SHARED, active: true, code: code(key), name: name(key) }
}

/// Creates a shared tax of the normal category from Germany, valid since 2015, with an id derived from its code.
fn tax(key: &str, to_country: Option<&str>, rate: &str) -> Tax {
    Tax {
        id: TaxId(key.bytes().fold(0, |id, byte| id * 128 + i64::from(byte))),
        organisation: SHARED,
        active: true,
        code: code(key),
        name: None,
        tax_category: NORMAL,
        from_country: code("DE"),
        to_country: to_country.map(code),
        rate: number(rate),
        valid_from: day("2015-01-01"),
        valid_to: None,
        requires_vat_id: false,
        reverse_charge: false,
        per_line: false,
    }
}
