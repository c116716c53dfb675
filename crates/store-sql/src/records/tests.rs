//! Tests that column lists, writing and reading of records agree with each other and with the field tables of the
//! domain.

use orderdock_domain::candidate::PaymentRule;
use orderdock_domain::ids::{
    ContactId, ExternalSystemId, LocationId, OrganisationId, PartnerGroupId, PartnerId, PaymentTermId,
    PostalCodeId, PriceListVersionId, PricingSystemId, ProductId, ProductPriceId, ShipperId, TaxCategoryId,
    UnitId, WarehouseId,
};
use orderdock_domain::masterdata::{
    CONTACT_FIELDS, Contact, Defaults, ExternalSystem, LOCATION_FIELDS, Letterhead, Location, NegativePrices,
    Organisation, PARTNER_FIELDS, PRODUCT_FIELDS, Partner, PartnerGroup, Product, ProductPrice, ProductType,
    RecordField,
};
use orderdock_domain::number::exact;
use orderdock_domain::text::{Code, Name, Text};

use super::TableRecord;
use crate::sql::column::RowReader;
use crate::{Row, SqlValue};

const OWN: OrganisationId = OrganisationId(1);

fn code(text: &str) -> Code {
    Code::parse(text).unwrap().unwrap()
}

fn name(text: &str) -> Name {
    Name::parse(text).unwrap().unwrap()
}

fn text(text: &str) -> Text {
    Text::parse(text).unwrap().unwrap()
}

/// A row that consists of the written values of a record.
struct WrittenRow<'r>(&'r [SqlValue<'r>]);

impl Row for WrittenRow<'_> {
    fn value(&self, column: usize) -> Result<SqlValue<'_>, String> {
        Ok(self.0[column].clone())
    }

    fn column_name(&self, _: usize) -> &'static str {
        "column"
    }
}

/// Asserts that a record is read as written. Its values differ from each other within a type, so that swapped columns
/// are detected.
#[track_caller]
fn assert_read_as_written<R: TableRecord + PartialEq + std::fmt::Debug>(record: &R) {
    let mut row = Vec::new();
    record.append_to(&mut row);
    assert_eq!(row.len(), R::TABLE.written().count(), "{}", R::TABLE.name);
    assert_eq!(&RowReader::of("test", &WrittenRow(&row)).read::<R>().unwrap(), record);
    for ((column, held), value) in R::TABLE.columns().zip(&row) {
        assert!(held.nullable || *value != SqlValue::Null, "{}.{column}", R::TABLE.name);
    }
}

/// Asserts that a table has the columns of the field table, in order, after the columns of the record itself.
#[track_caller]
fn assert_has_columns<R: TableRecord>(row: &[RecordField]) {
    let columns: Vec<_> = R::TABLE.read().collect();
    let wanted: Vec<_> = row.iter().map(|field| field.column).collect();
    assert!(columns.ends_with(&wanted), "{}: {columns:?}", R::TABLE.name);
}

fn defaults() -> Defaults {
    Defaults {
        pricing_system: Some(PricingSystemId(20)),
        payment_rule: Some(PaymentRule::Paypal),
        payment_term: Some(PaymentTermId(21)),
        shipper: Some(ShipperId(22)),
        warehouse: Some(WarehouseId(23)),
        delivery_rule: Some(code("delivery rule")),
        delivery_via_rule: Some(code("delivery via rule")),
    }
}

#[test]
fn partner_is_read_as_written() {
    let partner = Partner {
        id: PartnerId(10),
        organisation: OWN,
        version: 3,
        active: true,
        code: code("code"),
        external_id: Some(code("external id")),
        name: name("name"),
        name2: Some(name("name 2")),
        name3: Some(name("name 3")),
        company_name: Some(name("company")),
        group: Some(PartnerGroupId(11)),
        phone: Some(name("phone")),
        language: Some(code("de_DE")),
        url: Some(text("url")),
        url2: Some(text("url 2")),
        url3: Some(text("url 3")),
        global_id: Some(code("global id")),
        vat_id: Some(code("vat id")),
        parent: Some(PartnerId(12)),
        customer: true,
        vendor: false,
        invoice_rule: Some(code("invoice rule")),
        sales_code: Some(code("sales code")),
        tax_exempt: true,
        defaults: defaults(),
    };
    assert_read_as_written(&partner);
    assert_read_as_written(&Partner { customer: false, vendor: true, tax_exempt: false, ..partner });
    assert_read_as_written(&Partner::new(PartnerId(1), OWN, code("code"), name("name")));
    assert_has_columns::<Partner>(PARTNER_FIELDS);
}

#[test]
fn location_is_read_as_written() {
    let location = Location {
        id: LocationId(13),
        partner: PartnerId(10),
        organisation: OWN,
        version: 4,
        active: true,
        external_id: Some(code("external id")),
        gln: Some(code("gln")),
        name: Some(name("name")),
        bpartner_name: Some(name("partner")),
        address1: Some(name("1")),
        address2: Some(name("2")),
        address3: Some(name("3")),
        address4: Some(name("4")),
        po_box: Some(name("po box")),
        postal: Some(code("postal")),
        city: Some(name("city")),
        district: Some(name("district")),
        region: Some(name("region")),
        country: code("DE"),
        ship_to: true,
        ship_to_default: false,
        bill_to: false,
        bill_to_default: true,
        postal_code: Some(PostalCodeId(14)),
    };
    assert_read_as_written(&location);
    assert_read_as_written(&Location { ship_to: false, bill_to: true, ..location });
    assert_read_as_written(&Location::new(LocationId(1), PartnerId(1), OWN, code("DE")));
    assert_has_columns::<Location>(LOCATION_FIELDS);
}

#[test]
fn contact_is_read_as_written() {
    let contact = Contact {
        id: ContactId(15),
        partner: PartnerId(10),
        organisation: OWN,
        version: 5,
        active: true,
        external_id: Some(code("external id")),
        code: Some(code("code")),
        name: name("name"),
        greeting: Some(name("greeting")),
        first_name: Some(name("first name")),
        last_name: Some(name("last name")),
        email: Some(name("email")),
        phone: Some(name("phone")),
        mobile_phone: Some(name("mobile phone")),
        fax: Some(name("fax")),
        description: Some(text("description")),
        newsletter: false,
        default_contact: false,
        ship_to_default: false,
        bill_to_default: false,
        sales: false,
        sales_default: false,
        purchase: false,
        purchase_default: false,
        subject_matter: false,
    };
    assert_read_as_written(&contact);
    // each flag separately
    assert_read_as_written(&Contact { newsletter: true, ..contact.clone() });
    assert_read_as_written(&Contact { default_contact: true, ..contact.clone() });
    assert_read_as_written(&Contact { ship_to_default: true, ..contact.clone() });
    assert_read_as_written(&Contact { bill_to_default: true, ..contact.clone() });
    assert_read_as_written(&Contact { sales: true, ..contact.clone() });
    assert_read_as_written(&Contact { sales_default: true, ..contact.clone() });
    assert_read_as_written(&Contact { purchase: true, ..contact.clone() });
    assert_read_as_written(&Contact { purchase_default: true, ..contact.clone() });
    assert_read_as_written(&Contact { subject_matter: true, ..contact });
    assert_has_columns::<Contact>(CONTACT_FIELDS);
}

#[test]
fn product_and_price_are_read_as_written() {
    let product = Product::new(ProductId(16), OWN, code("code"), name("name"), UnitId(17));
    assert_read_as_written(&Product {
        external_id: Some(code("external id")),
        product_type: ProductType::Service,
        tax_category: Some(TaxCategoryId(18)),
        ..product
    });
    assert_has_columns::<Product>(PRODUCT_FIELDS);
    assert_read_as_written(&ProductPrice {
        id: ProductPriceId(1),
        organisation: OWN,
        active: true,
        price_list_version: PriceListVersionId(2),
        product: ProductId(3),
        unit: UnitId(4),
        price: exact("1.99").unwrap(),
        tax_category: Some(TaxCategoryId(5)),
        scales: Vec::new(),
    });
}

#[test]
fn organisation_group_and_system_are_read_as_written() {
    assert_read_as_written(&Organisation {
        id: OWN,
        version: 2,
        active: true,
        code: code("001"),
        name: name("name"),
        time_zone: jiff::tz::TimeZone::get("Europe/Berlin").unwrap(),
        country: Some(code("DE")),
        defaults: defaults(),
        tax_category: Some(TaxCategoryId(5)),
        negative_prices: NegativePrices::Allow,
        letterhead: Letterhead {
            legal_name: Some(name("legal name")),
            address1: Some(name("address 1")),
            address2: Some(name("address 2")),
            postal: Some(name("postal")),
            city: Some(name("city")),
            vat_id: Some(name("VAT id")),
            phone: Some(name("phone")),
            email: Some(name("e-mail")),
            footer: Text::parse("first line\nsecond line").unwrap(),
        },
    });
    assert_read_as_written(&ExternalSystem {
        id: ExternalSystemId(12),
        organisation: OWN,
        active: true,
        code: code("shop-1"),
        name: Some(name("Shop 1")),
    });
    assert_read_as_written(&PartnerGroup {
        id: PartnerGroupId(11),
        organisation: OWN,
        active: true,
        name: name("group"),
        defaults: defaults(),
    });
}
