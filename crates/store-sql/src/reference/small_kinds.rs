//! Small kinds of master data in their tables: the statement that reads all records of a kind, and its columns.

use orderdock_domain::masterdata::{
    Conversion, Currency, DataSource, DocumentType, PaymentTerm, PriceList, PriceListVersion, PricingSystem,
    Shipper, Tax, TaxCategory, Unit, Warehouse,
};
use orderdock_store::StoreResult;

use crate::column::{Fields, Taken};
use crate::template::Statement;

/// A kind of which all records are read, in the order of their ids.
pub(super) trait SmallKind: Taken {
    const TABLE: &'static str;
    const ALL: &'static Statement;
}

/// Every statement of this file; each reads all records of a kind.
pub const STATEMENTS: &[&Statement] = &[
    &DATA_SOURCES,
    &DOCUMENT_TYPES,
    &UNITS,
    &CURRENCIES,
    &PRICING_SYSTEMS,
    &PRICE_LISTS,
    &PRICE_LIST_VERSIONS,
    &TAX_CATEGORIES,
    &TAXES,
    &SHIPPERS,
    &PAYMENT_TERMS,
    &WAREHOUSES,
];

static DATA_SOURCES: Statement = Statement::new(
    r"
    SELECT
        id, org_id, active, external_id, code, name, settle_seconds, partial_headers,
        release_by_hand, key_mismatch, unsupported_members
    FROM data_source
    ORDER BY id
    ",
);

impl SmallKind for DataSource {
    const TABLE: &'static str = "data_source";
    const ALL: &'static Statement = &DATA_SOURCES;
}

impl Taken for DataSource {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            organisation: fields.take()?,
            active: fields.take()?,
            external_id: fields.take()?,
            code: fields.take()?,
            name: fields.take()?,
            settle_seconds: fields.take()?,
            partial_headers: fields.take()?,
            release_by_hand: fields.take()?,
            key_mismatch: fields.take()?,
            unsupported_members: fields.take()?,
            // rows of their own table, read by the caller
            internal_names: Vec::new(),
        })
    }
}

static DOCUMENT_TYPES: Statement = Statement::new(
    r"
    SELECT id, org_id, active, name, base_type, sub_type, is_default
    FROM document_type
    ORDER BY id
    ",
);

impl SmallKind for DocumentType {
    const TABLE: &'static str = "document_type";
    const ALL: &'static Statement = &DOCUMENT_TYPES;
}

impl Taken for DocumentType {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            organisation: fields.take()?,
            active: fields.take()?,
            name: fields.take()?,
            base_type: fields.take()?,
            sub_type: fields.take()?,
            is_default: fields.take()?,
        })
    }
}

static UNITS: Statement = Statement::new(
    r"
    SELECT id, active, code, name, precision, round_converted_quantities
    FROM uom
    ORDER BY id
    ",
);

impl SmallKind for Unit {
    const TABLE: &'static str = "uom";
    const ALL: &'static Statement = &UNITS;
}

impl Taken for Unit {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            active: fields.take()?,
            code: fields.take()?,
            name: fields.take()?,
            precision: fields.take()?,
            round_converted_quantities: fields.take()?,
        })
    }
}

static CURRENCIES: Statement = Statement::new(
    r"
    SELECT code, active, precision
    FROM currency
    ORDER BY id
    ",
);

impl SmallKind for Currency {
    const TABLE: &'static str = "currency";
    const ALL: &'static Statement = &CURRENCIES;
}

impl Taken for Currency {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self { code: fields.take()?, active: fields.take()?, precision: fields.take()? })
    }
}

static PRICING_SYSTEMS: Statement = Statement::new(
    r"
    SELECT id, org_id, active, code, name
    FROM pricing_system
    ORDER BY id
    ",
);

impl SmallKind for PricingSystem {
    const TABLE: &'static str = "pricing_system";
    const ALL: &'static Statement = &PRICING_SYSTEMS;
}

impl Taken for PricingSystem {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            organisation: fields.take()?,
            active: fields.take()?,
            code: fields.take()?,
            name: fields.take()?,
        })
    }
}

static PRICE_LISTS: Statement = Statement::new(
    r"
    SELECT
        id, org_id, active, code, name, pricing_system_id, country, currency, sales,
        tax_included, precision, net_precision, exempt_buyers, default_tax_category_id
    FROM price_list
    ORDER BY id
    ",
);

impl SmallKind for PriceList {
    const TABLE: &'static str = "price_list";
    const ALL: &'static Statement = &PRICE_LISTS;
}

impl Taken for PriceList {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            organisation: fields.take()?,
            active: fields.take()?,
            code: fields.take()?,
            name: fields.take()?,
            pricing_system: fields.take()?,
            country: fields.take()?,
            currency: fields.take()?,
            sales: fields.take()?,
            tax_included: fields.take()?,
            precision: fields.take()?,
            net_precision: fields.take()?,
            exempt_buyers: fields.take()?,
            default_tax_category: fields.take()?,
        })
    }
}

static PRICE_LIST_VERSIONS: Statement = Statement::new(
    r"
    SELECT id, org_id, price_list_id, active, valid_from, valid_to, base_id
    FROM price_list_version
    ORDER BY id
    ",
);

impl SmallKind for PriceListVersion {
    const TABLE: &'static str = "price_list_version";
    const ALL: &'static Statement = &PRICE_LIST_VERSIONS;
}

impl Taken for PriceListVersion {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            organisation: fields.take()?,
            price_list: fields.take()?,
            active: fields.take()?,
            valid_from: fields.take()?,
            valid_to: fields.take()?,
            base: fields.take()?,
        })
    }
}

static TAX_CATEGORIES: Statement = Statement::new(
    r"
    SELECT id, org_id, active, code, name
    FROM tax_category
    ORDER BY id
    ",
);

impl SmallKind for TaxCategory {
    const TABLE: &'static str = "tax_category";
    const ALL: &'static Statement = &TAX_CATEGORIES;
}

impl Taken for TaxCategory {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            organisation: fields.take()?,
            active: fields.take()?,
            code: fields.take()?,
            name: fields.take()?,
        })
    }
}

static TAXES: Statement = Statement::new(
    r"
    SELECT
        id, org_id, active, code, name, tax_category_id, from_country, to_country, rate,
        valid_from, valid_to, requires_vat_id, reverse_charge, per_line
    FROM tax
    ORDER BY id
    ",
);

impl SmallKind for Tax {
    const TABLE: &'static str = "tax";
    const ALL: &'static Statement = &TAXES;
}

impl Taken for Tax {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            organisation: fields.take()?,
            active: fields.take()?,
            code: fields.take()?,
            name: fields.take()?,
            tax_category: fields.take()?,
            from_country: fields.take()?,
            to_country: fields.take()?,
            rate: fields.take()?,
            valid_from: fields.take()?,
            valid_to: fields.take()?,
            requires_vat_id: fields.take()?,
            reverse_charge: fields.take()?,
            per_line: fields.take()?,
        })
    }
}

static SHIPPERS: Statement = Statement::new(
    r"
    SELECT id, org_id, active, code, external_id, name
    FROM shipper
    ORDER BY id
    ",
);

impl SmallKind for Shipper {
    const TABLE: &'static str = "shipper";
    const ALL: &'static Statement = &SHIPPERS;
}

impl Taken for Shipper {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            organisation: fields.take()?,
            active: fields.take()?,
            code: fields.take()?,
            external_id: fields.take()?,
            name: fields.take()?,
        })
    }
}

static PAYMENT_TERMS: Statement = Statement::new(
    r"
    SELECT id, org_id, active, code, external_id, name
    FROM payment_term
    ORDER BY id
    ",
);

impl SmallKind for PaymentTerm {
    const TABLE: &'static str = "payment_term";
    const ALL: &'static Statement = &PAYMENT_TERMS;
}

impl Taken for PaymentTerm {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            organisation: fields.take()?,
            active: fields.take()?,
            code: fields.take()?,
            external_id: fields.take()?,
            name: fields.take()?,
        })
    }
}

static WAREHOUSES: Statement = Statement::new(
    r"
    SELECT id, org_id, active, code, name, country
    FROM warehouse
    ORDER BY id
    ",
);

impl SmallKind for Warehouse {
    const TABLE: &'static str = "warehouse";
    const ALL: &'static Statement = &WAREHOUSES;
}

impl Taken for Warehouse {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            organisation: fields.take()?,
            active: fields.take()?,
            code: fields.take()?,
            name: fields.take()?,
            country: fields.take()?,
        })
    }
}

impl Taken for Conversion {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            from: fields.take()?,
            to: fields.take()?,
            multiplier: fields.take()?,
            divisor: fields.take()?,
        })
    }
}
