//! Small kinds of master data: the query for all records of a kind, and its columns.

use orderdock_domain::masterdata::{
    Conversion, Currency, DataSource, DocumentType, PaymentTerm, PriceList, PriceListVersion, PricingSystem,
    Shipper, Tax, TaxCategory, Unit, Warehouse,
};
use orderdock_store::StoreResult;

use crate::sql::column::{FromRow, RowReader};
use crate::sql::template::Statement;

/// A kind of which all records are loaded, ordered by id.
pub(super) trait SmallKind: FromRow {
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
        release_by_hand, key_mismatch, unsupported_members, external_system_id, external_ids, differences,
        unresolved_references
    FROM data_source
    ORDER BY id
    ",
);

impl SmallKind for DataSource {
    const TABLE: &'static str = "data_source";
    const ALL: &'static Statement = &DATA_SOURCES;
}

impl FromRow for DataSource {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            organisation: row.read()?,
            active: row.read()?,
            external_id: row.read()?,
            code: row.read()?,
            name: row.read()?,
            settle_seconds: row.read()?,
            partial_headers: row.read()?,
            release_by_hand: row.read()?,
            key_mismatch: row.read()?,
            unsupported_members: row.read()?,
            external_system: row.read()?,
            external_ids: row.read()?,
            differences: row.read()?,
            unresolved_references: row.read()?,
            // in a separate table, loaded by the caller
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

impl FromRow for DocumentType {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            organisation: row.read()?,
            active: row.read()?,
            name: row.read()?,
            base_type: row.read()?,
            sub_type: row.read()?,
            is_default: row.read()?,
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

impl FromRow for Unit {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            active: row.read()?,
            code: row.read()?,
            name: row.read()?,
            precision: row.read()?,
            round_converted_quantities: row.read()?,
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

impl FromRow for Currency {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { code: row.read()?, active: row.read()?, precision: row.read()? })
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

impl FromRow for PricingSystem {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            organisation: row.read()?,
            active: row.read()?,
            code: row.read()?,
            name: row.read()?,
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

impl FromRow for PriceList {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            organisation: row.read()?,
            active: row.read()?,
            code: row.read()?,
            name: row.read()?,
            pricing_system: row.read()?,
            country: row.read()?,
            currency: row.read()?,
            sales: row.read()?,
            tax_included: row.read()?,
            precision: row.read()?,
            net_precision: row.read()?,
            exempt_buyers: row.read()?,
            default_tax_category: row.read()?,
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

impl FromRow for PriceListVersion {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            organisation: row.read()?,
            price_list: row.read()?,
            active: row.read()?,
            valid_from: row.read()?,
            valid_to: row.read()?,
            base: row.read()?,
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

impl FromRow for TaxCategory {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            organisation: row.read()?,
            active: row.read()?,
            code: row.read()?,
            name: row.read()?,
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

impl FromRow for Tax {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            organisation: row.read()?,
            active: row.read()?,
            code: row.read()?,
            name: row.read()?,
            tax_category: row.read()?,
            from_country: row.read()?,
            to_country: row.read()?,
            rate: row.read()?,
            valid_from: row.read()?,
            valid_to: row.read()?,
            requires_vat_id: row.read()?,
            reverse_charge: row.read()?,
            per_line: row.read()?,
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

impl FromRow for Shipper {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            organisation: row.read()?,
            active: row.read()?,
            code: row.read()?,
            external_id: row.read()?,
            name: row.read()?,
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

impl FromRow for PaymentTerm {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            organisation: row.read()?,
            active: row.read()?,
            code: row.read()?,
            external_id: row.read()?,
            name: row.read()?,
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

impl FromRow for Warehouse {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            organisation: row.read()?,
            active: row.read()?,
            code: row.read()?,
            name: row.read()?,
            country: row.read()?,
        })
    }
}

impl FromRow for Conversion {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { from: row.read()?, to: row.read()?, multiplier: row.read()?, divisor: row.read()? })
    }
}
