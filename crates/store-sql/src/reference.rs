//! The small kinds of master data, kept in memory while their generation stands.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use orderdock_domain::ids::{DataSourceId, OrganisationId};
use orderdock_domain::masterdata::{
    Conversion, Currency, DataSource, DocumentType, PaymentTerm, PriceList, PriceListVersion, PricingSystem,
    Reference, Shipper, Tax, TaxCategory, Unit, Warehouse,
};
use orderdock_domain::text::Code;
use orderdock_store::StoreResult;

use crate::Transaction;
use crate::asking::{Rows, rows, take, value};
use crate::column::{Column, Fields};
use crate::records::Stored;
use crate::template::{Statement, statements};

statements! {
    /// Each of them only ever rises, so their sum changes with each.
    GENERATION = "SELECT CAST(coalesce(sum(value), 0) AS bigint) FROM generation";
    GENERATIONS = "SELECT org_id, value FROM generation";
    RAISE_GENERATION = "INSERT INTO generation (org_id, value) VALUES (?1, 1) \
     ON CONFLICT (org_id) DO UPDATE SET value = generation.value + 1";
    STAMP = "SELECT CAST(coalesce(sum(value), 0) + (SELECT coalesce(sum(value), 0) FROM generation) AS bigint) \
     FROM record_generation";
    RAISE_RECORDS = "INSERT INTO record_generation (org_id, value) VALUES (?1, 1) \
     ON CONFLICT (org_id) DO UPDATE SET value = record_generation.value + 1";
    ORGANISATIONS = "SELECT {columns organisation} FROM organisation ORDER BY id";
    GROUPS = "SELECT {columns bpartner_group} FROM bpartner_group ORDER BY id";
    DATA_SOURCES = "SELECT id, org_id, active, external_id, code, name, settle_seconds, \
     partial_headers, release_by_hand FROM data_source ORDER BY id";
    DATA_SOURCE_NAMES = "SELECT data_source_id, name FROM data_source_name ORDER BY data_source_id, position, name";
    DOCUMENT_TYPES = "SELECT id, org_id, active, name, base_type, sub_type, is_default FROM document_type ORDER BY id";
    UNITS = "SELECT id, active, code, name, precision FROM uom ORDER BY id";
    /// The general rules; those of products come with the products.
    CONVERSIONS = "SELECT from_uom_id, to_uom_id, multiplier, divisor FROM uom_conversion \
     WHERE product_id = 0 AND {is active} ORDER BY id";
    CURRENCIES = "SELECT code, active, precision FROM currency ORDER BY id";
    COUNTRIES = "SELECT code FROM country WHERE {is active} ORDER BY id";
    PRICING_SYSTEMS = "SELECT id, org_id, active, code, name FROM pricing_system ORDER BY id";
    PRICE_LISTS = "SELECT id, org_id, active, code, name, pricing_system_id, country, currency, sales, \
     tax_included, precision, default_tax_category_id FROM price_list ORDER BY id";
    VERSIONS = "SELECT id, org_id, price_list_id, active, valid_from, valid_to, base_id FROM price_list_version \
     ORDER BY id";
    TAX_CATEGORIES = "SELECT id, org_id, active, code, name FROM tax_category ORDER BY id";
    TAXES = "SELECT id, org_id, active, code, name, tax_category_id, from_country, to_country, rate, \
     valid_from, valid_to, requires_vat_id, reverse_charge, per_line FROM tax ORDER BY id";
    SHIPPERS = "SELECT id, org_id, active, code, external_id, name FROM shipper ORDER BY id";
    PAYMENT_TERMS = "SELECT id, org_id, active, code, external_id, name FROM payment_term ORDER BY id";
    WAREHOUSES = "SELECT id, org_id, active, code, name, country FROM warehouse ORDER BY id";
}

/// The generation of all reference data in the transaction's snapshot.
fn generation(transaction: &dyn Transaction) -> StoreResult<i64> {
    Ok(value(transaction, "generation", &GENERATION, [])?.unwrap_or_default())
}

/// Raises the generations of those whose reference data has changed; ascending, so that no two wait for each other.
pub fn raise_generations(
    transaction: &dyn Transaction,
    owners: &BTreeSet<OrganisationId>,
) -> StoreResult<()> {
    let mut rows = Rows::prepare(transaction, &RAISE_GENERATION)?;
    owners.iter().try_for_each(|owner| rows.write([owner.write()]))?;
    rows.close()
}

/// Notes whose partners, locations, contacts, products or prices have changed; ascending, too.
pub fn raise_master_data(
    transaction: &dyn Transaction,
    owners: &BTreeSet<OrganisationId>,
) -> StoreResult<()> {
    let mut rows = Rows::prepare(transaction, &RAISE_RECORDS)?;
    owners.iter().try_for_each(|owner| rows.write([owner.write()]))?;
    rows.close()
}

/// Changes with every change of master data: all counters only ever rise.
pub fn master_data_stamp(transaction: &dyn Transaction) -> StoreResult<i64> {
    Ok(value(transaction, "record_generation", &STAMP, [])?.unwrap_or_default())
}

/// The reference data that was read last.
#[derive(Debug, Default)]
pub struct ReferenceCache(Mutex<Arc<Reference>>);

impl ReferenceCache {
    /// The reference data of the transaction's read snapshot.
    pub fn in_snapshot(&self, transaction: &dyn Transaction) -> StoreResult<Arc<Reference>> {
        let generation = generation(transaction)?;
        if let Some(cached) = self.of(generation) {
            return Ok(cached);
        }
        let reference = Arc::new(load(transaction)?);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.generation() < generation {
            *kept = Arc::clone(&reference);
        }
        Ok(reference)
    }

    /// The reference data as the writer sees it, with what is not yet committed; that is never kept.
    pub fn in_turn(&self, transaction: &dyn Transaction) -> StoreResult<Arc<Reference>> {
        let generation = generation(transaction)?;
        self.of(generation).map_or_else(|| load(transaction).map(Arc::new), Ok)
    }

    fn of(&self, generation: i64) -> Option<Arc<Reference>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (kept.generation() == generation).then(|| Arc::clone(&kept))
    }
}

fn load(transaction: &dyn Transaction) -> StoreResult<Reference> {
    let mut reference = Reference::default();
    let generations =
        rows(transaction, "generation", &GENERATIONS, [], |fields| Ok((fields.take()?, fields.take()?)))?;
    reference.generations = generations.into_iter().collect();
    reference.organisations = records(transaction, &ORGANISATIONS)?;
    reference.data_sources = data_sources(transaction)?;
    reference.document_types = all(transaction, "document_type", &DOCUMENT_TYPES, document_type)?;
    reference.partner_groups = records(transaction, &GROUPS)?;
    reference.units = all(transaction, "uom", &UNITS, unit)?;
    reference.unit_conversions = all(transaction, "uom_conversion", &CONVERSIONS, conversion)?;
    reference.currencies = all(transaction, "currency", &CURRENCIES, currency)?;
    reference.countries = all(transaction, "country", &COUNTRIES, take)?;
    reference.pricing_systems = all(transaction, "pricing_system", &PRICING_SYSTEMS, pricing_system)?;
    reference.price_lists = all(transaction, "price_list", &PRICE_LISTS, price_list)?;
    reference.price_list_versions = all(transaction, "price_list_version", &VERSIONS, price_list_version)?;
    reference.tax_categories = all(transaction, "tax_category", &TAX_CATEGORIES, tax_category)?;
    reference.taxes = all(transaction, "tax", &TAXES, tax)?;
    reference.shippers = all(transaction, "shipper", &SHIPPERS, shipper)?;
    reference.payment_terms = all(transaction, "payment_term", &PAYMENT_TERMS, payment_term)?;
    reference.warehouses = all(transaction, "warehouse", &WAREHOUSES, warehouse)?;
    Ok(reference.indexed())
}

fn all<T>(
    transaction: &dyn Transaction,
    place: &'static str,
    sql: &Statement,
    read: impl FnMut(&mut Fields<'_>) -> StoreResult<T>,
) -> StoreResult<Vec<T>> {
    rows(transaction, place, sql, [], read)
}

fn records<R: Stored>(transaction: &dyn Transaction, sql: &Statement) -> StoreResult<Vec<R>> {
    all(transaction, R::TABLE.name, sql, R::read)
}

fn data_sources(transaction: &dyn Transaction) -> StoreResult<Vec<DataSource>> {
    let mut names = all(transaction, "data_source_name", &DATA_SOURCE_NAMES, |fields| {
        Ok((fields.take::<DataSourceId>()?, fields.take::<Code>()?))
    })?
    .into_iter()
    .peekable();
    all(transaction, "data_source", &DATA_SOURCES, |fields| {
        let id = fields.take()?;
        Ok(DataSource {
            id,
            organisation: fields.take()?,
            active: fields.take()?,
            internal_names: std::iter::from_fn(|| names.next_if(|(source, _)| *source == id))
                .map(|(_, name)| name)
                .collect(),
            external_id: fields.take()?,
            code: fields.take()?,
            name: fields.take()?,
            settle_seconds: fields.take()?,
            partial_headers: fields.take()?,
            release_by_hand: fields.take()?,
        })
    })
}

fn document_type(fields: &mut Fields<'_>) -> StoreResult<DocumentType> {
    Ok(DocumentType {
        id: fields.take()?,
        organisation: fields.take()?,
        active: fields.take()?,
        name: fields.take()?,
        base_type: fields.take()?,
        sub_type: fields.take()?,
        is_default: fields.take()?,
    })
}

fn unit(fields: &mut Fields<'_>) -> StoreResult<Unit> {
    Ok(Unit {
        id: fields.take()?,
        active: fields.take()?,
        code: fields.take()?,
        name: fields.take()?,
        precision: fields.take()?,
    })
}

/// Units, multiplier and divisor.
pub fn conversion(fields: &mut Fields<'_>) -> StoreResult<Conversion> {
    Ok(Conversion {
        from: fields.take()?,
        to: fields.take()?,
        multiplier: fields.take()?,
        divisor: fields.take()?,
    })
}

fn currency(fields: &mut Fields<'_>) -> StoreResult<Currency> {
    Ok(Currency { code: fields.take()?, active: fields.take()?, precision: fields.take()? })
}

fn pricing_system(fields: &mut Fields<'_>) -> StoreResult<PricingSystem> {
    Ok(PricingSystem {
        id: fields.take()?,
        organisation: fields.take()?,
        active: fields.take()?,
        code: fields.take()?,
        name: fields.take()?,
    })
}

fn price_list(fields: &mut Fields<'_>) -> StoreResult<PriceList> {
    Ok(PriceList {
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
        default_tax_category: fields.take()?,
    })
}

fn price_list_version(fields: &mut Fields<'_>) -> StoreResult<PriceListVersion> {
    Ok(PriceListVersion {
        id: fields.take()?,
        organisation: fields.take()?,
        price_list: fields.take()?,
        active: fields.take()?,
        valid_from: fields.take()?,
        valid_to: fields.take()?,
        base: fields.take()?,
    })
}

fn tax_category(fields: &mut Fields<'_>) -> StoreResult<TaxCategory> {
    Ok(TaxCategory {
        id: fields.take()?,
        organisation: fields.take()?,
        active: fields.take()?,
        code: fields.take()?,
        name: fields.take()?,
    })
}

fn tax(fields: &mut Fields<'_>) -> StoreResult<Tax> {
    Ok(Tax {
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

fn shipper(fields: &mut Fields<'_>) -> StoreResult<Shipper> {
    Ok(Shipper {
        id: fields.take()?,
        organisation: fields.take()?,
        active: fields.take()?,
        code: fields.take()?,
        external_id: fields.take()?,
        name: fields.take()?,
    })
}

fn payment_term(fields: &mut Fields<'_>) -> StoreResult<PaymentTerm> {
    Ok(PaymentTerm {
        id: fields.take()?,
        organisation: fields.take()?,
        active: fields.take()?,
        code: fields.take()?,
        external_id: fields.take()?,
        name: fields.take()?,
    })
}

fn warehouse(fields: &mut Fields<'_>) -> StoreResult<Warehouse> {
    Ok(Warehouse {
        id: fields.take()?,
        organisation: fields.take()?,
        active: fields.take()?,
        code: fields.take()?,
        name: fields.take()?,
        country: fields.take()?,
    })
}
