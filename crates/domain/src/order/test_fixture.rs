//! Master data fixture for the tests of orders and runs.
//!
//! Organisation 001 in Berlin sells to customers net in EUR and to consumers gross; a carton (CTN) of any
//! product is 12 pieces (PCE). Deliveries to Germany bear 19 % tax.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::OrderSettings;
use crate::candidate::{Candidate, ExternalIdentity, NewCandidate, PartnerRole, Related};
use crate::ids::*;
use crate::masterdata::*;
use crate::number::{Decimal, exact};
use crate::text::{Code, Name};

pub const OWN: OrganisationId = OrganisationId(1);
pub const SHOP: DataSourceId = DataSourceId(10);
pub const EDI: DataSourceId = DataSourceId(11);
pub const ORDERS: DataSourceId = DataSourceId(12);
pub const INVOICES: DataSourceId = DataSourceId(13);
pub const SALES_ORDER: DocumentTypeId = DocumentTypeId(20);
pub const PREPAY_ORDER: DocumentTypeId = DocumentTypeId(21);
pub const OFFER: DocumentTypeId = DocumentTypeId(22);
pub const INVOICE: DocumentTypeId = DocumentTypeId(23);
pub const PCE: UnitId = UnitId(30);
pub const CTN: UnitId = UnitId(31);
pub const CUSTOMERS: PricingSystemId = PricingSystemId(40);
pub const CONSUMERS: PricingSystemId = PricingSystemId(41);
pub const RUPEES: PricingSystemId = PricingSystemId(42);
pub const GROUP: PartnerGroupId = PartnerGroupId(50);
pub const BUYER: PartnerId = PartnerId(60);
pub const OTHER: PartnerId = PartnerId(61);
pub const AGENT: PartnerId = PartnerId(62);
pub const BUYER_DOCK: LocationId = LocationId(70);
pub const BUYER_OFFICE: LocationId = LocationId(71);
pub const OTHER_DOCK: LocationId = LocationId(72);
pub const CLERK: ContactId = ContactId(80);
pub const NORMAL: TaxCategoryId = TaxCategoryId(90);
pub const WAREHOUSE: WarehouseId = WarehouseId(100);
/// Product with a price of 1.99 per PCE for customers and 19.99 gross for consumers.
pub const SCREW: ProductId = ProductId(110);
/// Product with a price of 10.00 per PCE for customers, and 9.00 from 100 PCE on.
pub const NAIL: ProductId = ProductId(111);
/// Product without price.
pub const GLUE: ProductId = ProductId(112);

pub struct OrderFixture {
    pub reference: Reference,
    pub settings: OrderSettings,
    pub partners: HashMap<PartnerId, Partner>,
    pub locations: HashMap<LocationId, Location>,
    pub contacts: HashMap<ContactId, Contact>,
    pub products: HashMap<ProductId, Product>,
    pub prices: Vec<ProductPrice>,
}

impl OrderFixture {
    pub fn new() -> Self {
        let partners = [partner(BUYER, "G0001"), partner(OTHER, "G0002"), partner(AGENT, "A0001")];
        let locations = [
            location(BUYER_DOCK, BUYER, true),
            location(BUYER_OFFICE, BUYER, false),
            location(OTHER_DOCK, OTHER, true),
        ];
        let products = [product(SCREW, "SCREW"), product(NAIL, "NAIL"), product(GLUE, "GLUE")];
        let mut nail = price(CUSTOMERS, NAIL, "10.00");
        nail.scales = vec![
            ScalePrice { from_quantity: number("1"), price: number("10.00") },
            ScalePrice { from_quantity: number("100"), price: number("9.00") },
        ];
        Self {
            reference: reference(),
            settings: OrderSettings::default(),
            partners: partners.into_iter().map(|partner| (partner.id, partner)).collect(),
            locations: locations.into_iter().map(|location| (location.id, location)).collect(),
            contacts: HashMap::from([(CLERK, contact(CLERK, BUYER))]),
            products: products.into_iter().map(|product| (product.id, product)).collect(),
            prices: vec![price(CUSTOMERS, SCREW, "1.99"), price(CONSUMERS, SCREW, "19.99"), nail],
        }
    }

    pub fn reference(&self) -> Arc<Reference> {
        Arc::new(self.reference.clone().indexed())
    }

    pub fn related(&self) -> Related {
        Related {
            reference: self.reference(),
            partners: self.partners.clone(),
            locations: self.locations.clone(),
            contacts: self.contacts.clone(),
            products: self.products.clone(),
            external_ids: HashMap::new(),
        }
    }

    pub fn partner(&mut self, id: PartnerId) -> &mut Partner {
        self.partners.get_mut(&id).unwrap()
    }

    pub fn product(&mut self, id: ProductId) -> &mut Product {
        self.products.get_mut(&id).unwrap()
    }

    pub fn source(&mut self, id: DataSourceId) -> &mut DataSource {
        self.reference.data_sources.iter_mut().find(|source| source.id == id).unwrap()
    }
}

/// Returns a candidate of the shop with line id `id` and header id `header`: one screw for the buyer's dock on 2026-12-08.
pub fn candidate(id: i64, header: &str) -> Candidate {
    let new = NewCandidate {
        id: CandidateId(id),
        organisation: OWN,
        identity: ExternalIdentity { header_id: code(header), line_id: code(&id.to_string()), flat: false },
        data_source: SHOP,
        data_dest: ORDERS,
        request: RequestId(1),
        request_index: 0,
        buyer: Some(PartnerRole { partner: BUYER, location: Some(BUYER_DOCK), contact: None }),
        product: Some(SCREW),
        qty: number("1"),
        unit: Some(PCE),
        po_reference: code("PO-1"),
        date_ordered: day("2026-12-01"),
        at: moment("2026-12-01T08:00:00Z"),
    };
    Candidate { date_required: Some(day("2026-12-08")), ..new.into() }
}

pub fn number(text: &str) -> Decimal {
    exact(text).unwrap()
}

pub fn day(text: &str) -> Date {
    text.parse().unwrap()
}

pub fn moment(text: &str) -> Timestamp {
    text.parse().unwrap()
}

pub fn code(text: &str) -> Code {
    Code::parse(text).unwrap().unwrap()
}

pub fn name(text: &str) -> Name {
    Name::parse(text).unwrap().unwrap()
}

fn reference() -> Reference {
    let mut reference = Reference::default();
    reference.generations = [(SHARED, 3), (OWN, 7)].into();
    reference.organisations = vec![Organisation {
        id: OWN,
        version: 1,
        active: true,
        code: code("001"),
        name: name("Own"),
        time_zone: TimeZone::get("Europe/Berlin").unwrap(),
        country: Some(code("DE")),
        defaults: Defaults { pricing_system: Some(CUSTOMERS), ..Defaults::default() },
        tax_category: None,
        negative_prices: NegativePrices::Problem,
        letterhead: Letterhead::default(),
    }];
    reference.data_sources = vec![
        source(SHOP, "SOURCE.shop"),
        source(EDI, "SOURCE.edi"),
        source(ORDERS, "DEST.de.metas.ordercandidate"),
        source(INVOICES, "DEST.de.metas.invoicecandidate"),
    ];
    reference.document_types = vec![
        document_type(SALES_ORDER, "Sales Order", "SOO", Some("SO")),
        document_type(PREPAY_ORDER, "Prepay Order", "SOO", Some("PR")),
        document_type(OFFER, "Proposal", "SOO", Some("ON")),
        document_type(INVOICE, "Invoice", "ARI", None),
    ];
    reference.partner_groups = vec![PartnerGroup {
        id: GROUP,
        organisation: SHARED,
        active: true,
        name: name("Standard"),
        defaults: Defaults::default(),
    }];
    reference.units = vec![unit(PCE, "PCE"), unit(CTN, "CTN")];
    reference.unit_conversions =
        vec![Conversion { from: CTN, to: PCE, multiplier: number("12"), divisor: number("1") }];
    reference.currencies =
        ["EUR", "INR"].map(|key| Currency { code: code(key), active: true, precision: 2 }).to_vec();
    reference.countries = vec![code("DE"), code("AT")];
    set_prices(&mut reference);
    reference.shippers = vec![Shipper {
        id: ShipperId(120),
        organisation: SHARED,
        active: true,
        code: code("DPD - Classic"),
        external_id: None,
        name: None,
    }];
    reference.payment_terms = vec![PaymentTerm {
        id: PaymentTermId(130),
        organisation: SHARED,
        active: true,
        code: code("30 days"),
        external_id: None,
        name: None,
    }];
    reference.warehouses = vec![Warehouse {
        id: WAREHOUSE,
        organisation: OWN,
        active: true,
        code: code("Bonn"),
        name: None,
        country: Some(code("DE")),
    }];
    reference
}

/// Creates a list with one version for each pricing system, and the tax records.
fn set_prices(reference: &mut Reference) {
    reference.pricing_systems = [CUSTOMERS, CONSUMERS, RUPEES].map(pricing_system).to_vec();
    reference.price_lists =
        vec![list(CUSTOMERS, "EUR", false), list(CONSUMERS, "EUR", true), list(RUPEES, "INR", false)];
    reference.price_list_versions = [CUSTOMERS, CONSUMERS, RUPEES]
        .map(|system| PriceListVersion {
            id: PriceListVersionId(system.0),
            organisation: SHARED,
            price_list: PriceListId(system.0),
            active: true,
            valid_from: day("2015-01-01"),
            valid_to: None,
            base: None,
        })
        .to_vec();
    reference.tax_categories = vec![TaxCategory {
        id: NORMAL,
        organisation: SHARED,
        active: true,
        code: code("normal"),
        name: name("Normal"),
    }];
    reference.taxes = vec![tax("DE19", "19")];
}

fn source(id: DataSourceId, internal_name: &str) -> DataSource {
    DataSource {
        id,
        organisation: SHARED,
        active: true,
        internal_names: vec![code(internal_name)],
        external_id: None,
        code: None,
        name: None,
        settle_seconds: 30,
        partial_headers: false,
        release_by_hand: false,
        key_mismatch: KeyMismatch::Warn,
        unsupported_members: crate::masterdata::UnsupportedMembers::Problem,
        external_system: None,
        external_ids: crate::masterdata::ExternalIds::Shared,
        differences: crate::masterdata::MatchDifferences::Warn,
        unresolved_references: crate::masterdata::UnresolvedReferences::Reject,
    }
}

pub fn document_type(id: DocumentTypeId, label: &str, base: &str, sub_type: Option<&str>) -> DocumentType {
    DocumentType {
        id,
        organisation: SHARED,
        active: true,
        name: name(label),
        base_type: code(base),
        sub_type: sub_type.map(code),
        is_default: true,
    }
}

fn unit(id: UnitId, key: &str) -> Unit {
    Unit {
        id,
        active: true,
        code: code(key),
        name: name(key),
        precision: 6,
        round_converted_quantities: false,
    }
}

fn pricing_system(id: PricingSystemId) -> PricingSystem {
    let key = id.to_string();
    PricingSystem { id, organisation: SHARED, active: true, code: code(&key), name: name(&key) }
}

/// Creates the list of a pricing system; list and version have the id of the system.
fn list(system: PricingSystemId, currency: &str, tax_included: bool) -> PriceList {
    let key = format!("list {system}");
    PriceList {
        id: PriceListId(system.0),
        organisation: SHARED,
        active: true,
        code: code(&key),
        name: name(&key),
        pricing_system: system,
        country: None,
        currency: code(currency),
        sales: true,
        tax_included,
        precision: 2,
        net_precision: NetPrecision::Currency,
        exempt_buyers: ExemptBuyers::KeepGross,
        default_tax_category: Some(NORMAL),
    }
}

pub fn price(system: PricingSystemId, product: ProductId, price: &str) -> ProductPrice {
    ProductPrice {
        id: ProductPriceId(product.0 * 100 + system.0),
        organisation: SHARED,
        active: true,
        price_list_version: PriceListVersionId(system.0),
        product,
        unit: PCE,
        price: number(price),
        tax_category: None,
        scales: Vec::new(),
    }
}

/// Creates a tax from Germany to Germany with an id derived from its code.
pub fn tax(key: &str, rate: &str) -> Tax {
    Tax {
        id: TaxId(key.bytes().fold(0, |id, byte| id * 128 + i64::from(byte))),
        organisation: SHARED,
        active: true,
        code: code(key),
        name: None,
        tax_category: NORMAL,
        from_country: code("DE"),
        to_country: Some(code("DE")),
        rate: number(rate),
        valid_from: day("2015-01-01"),
        valid_to: None,
        requires_vat_id: false,
        reverse_charge: false,
        per_line: false,
    }
}

fn partner(id: PartnerId, key: &str) -> Partner {
    Partner { version: 3, group: Some(GROUP), ..Partner::new(id, SHARED, code(key), name(key)) }
}

pub fn location(id: LocationId, partner: PartnerId, default: bool) -> Location {
    Location {
        version: 4,
        address1: Some(name("Dock 1")),
        ship_to_default: default,
        bill_to_default: default,
        ..Location::new(id, partner, SHARED, code("DE"))
    }
}

fn contact(id: ContactId, partner: PartnerId) -> Contact {
    Contact { version: 5, ..Contact::new(id, partner, SHARED, name("Clerk")) }
}

pub fn product(id: ProductId, key: &str) -> Product {
    Product { version: 6, tax_category: Some(NORMAL), ..Product::new(id, SHARED, code(key), name(key), PCE) }
}
