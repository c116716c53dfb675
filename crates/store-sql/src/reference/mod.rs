//! The small kinds of master data, cached in memory while their generation is unchanged.

pub mod small_kinds;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use orderdock_domain::ids::{DataSourceId, OrganisationId};
use orderdock_domain::masterdata::{DataSource, ProductKeys, Reference};
use orderdock_domain::text::{Code, Name};
use orderdock_store::StoreResult;

use crate::records::TableRecord;
use crate::sql::column::Column;
use crate::sql::query::{RowWriter, decode_row, first, rows, value};
use crate::sql::template::Statement;
use crate::{Transaction, imports::cross_references};
use small_kinds::SmallKind;

/// Generations only increase, so their sum changes with each change.
static GENERATION: Statement =
    Statement::new("SELECT CAST(coalesce(sum(value), 0) AS bigint) FROM generation");
static GENERATIONS: Statement = Statement::new("SELECT org_id, value FROM generation");

static RAISE_GENERATION: Statement = Statement::new(
    r"
    INSERT INTO generation (org_id, value)
    VALUES (?1, 1)
    ON CONFLICT (org_id) DO UPDATE SET value = generation.value + 1
    ",
);

static STAMP: Statement = Statement::new(
    r"
    SELECT
        CAST(
            coalesce(sum(value), 0) + (SELECT coalesce(sum(value), 0) FROM generation) AS bigint
        )
    FROM record_generation
    ",
);

static RAISE_RECORDS: Statement = Statement::new(
    r"
    INSERT INTO record_generation (org_id, value)
    VALUES (?1, 1)
    ON CONFLICT (org_id) DO UPDATE SET value = record_generation.value + 1
    ",
);

static ORGANISATIONS: Statement =
    Statement::new("SELECT {columns organisation} FROM organisation ORDER BY id");
static GROUPS: Statement = Statement::new("SELECT {columns bpartner_group} FROM bpartner_group ORDER BY id");

static SYSTEMS: Statement =
    Statement::new("SELECT {columns external_system} FROM external_system ORDER BY id");

static DATA_SOURCE_NAMES: Statement = Statement::new(
    r"
    SELECT data_source_id, name
    FROM data_source_name
    ORDER BY data_source_id, position, name
    ",
);

/// Conversions without a product; other conversions are loaded with their products.
static CONVERSIONS: Statement = Statement::new(
    r"
    SELECT from_uom_id, to_uom_id, multiplier, divisor
    FROM uom_conversion
    WHERE product_id = 0 AND {is_true active}
    ORDER BY id
    ",
);

static COUNTRIES: Statement = Statement::new("SELECT code FROM country WHERE {is_true active} ORDER BY id");

static PRODUCT_KEYS: Statement = Statement::new(
    r"
    SELECT
        EXISTS (SELECT 1 FROM product_gtin WHERE gtin > ''),
        EXISTS (SELECT 1 FROM bpartner_product WHERE id > 0)
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[
    &GENERATION,
    &GENERATIONS,
    &RAISE_GENERATION,
    &STAMP,
    &RAISE_RECORDS,
    &ORGANISATIONS,
    &GROUPS,
    &SYSTEMS,
    &DATA_SOURCE_NAMES,
    &CONVERSIONS,
    &COUNTRIES,
    &PRODUCT_KEYS,
];

/// Returns the generation of all reference data in the transaction's snapshot.
fn generation(transaction: &dyn Transaction) -> StoreResult<i64> {
    Ok(value(transaction, "generation", &GENERATION, [])?.unwrap_or_default())
}

/// Increments the generations of organisations whose reference data has changed, in ascending order, so that no two
/// transactions deadlock.
pub fn bump_generations(transaction: &dyn Transaction, owners: &BTreeSet<OrganisationId>) -> StoreResult<()> {
    let mut rows = RowWriter::prepare(transaction, &RAISE_GENERATION)?;
    owners.iter().try_for_each(|owner| rows.write([owner.write()]))?;
    rows.close()
}

/// Increments the counters of organisations whose partners, locations, contacts, products or prices have changed, in
/// ascending order.
pub fn bump_master_data(transaction: &dyn Transaction, owners: &BTreeSet<OrganisationId>) -> StoreResult<()> {
    let mut rows = RowWriter::prepare(transaction, &RAISE_RECORDS)?;
    owners.iter().try_for_each(|owner| rows.write([owner.write()]))?;
    rows.close()
}

/// Returns a number that changes with every change of master data, because the counters only increase.
pub fn master_data_stamp(transaction: &dyn Transaction) -> StoreResult<i64> {
    Ok(value(transaction, "record_generation", &STAMP, [])?.unwrap_or_default())
}

/// Returns which further keys of products exist. This is part of the reference data, so the first GTIN and the first
/// product number of a partner increment a generation.
pub fn product_keys(transaction: &dyn Transaction) -> StoreResult<ProductKeys> {
    let stored: Option<(bool, bool)> = first(transaction, "product_gtin", &PRODUCT_KEYS, [], decode_row)?;
    let (gtins, partner_numbers) = stored.unwrap_or_default();
    Ok(ProductKeys { gtins, partner_numbers })
}

/// Cache of the last loaded reference data.
#[derive(Debug, Default)]
pub struct ReferenceCache(Mutex<Arc<Reference>>);

impl ReferenceCache {
    /// Returns the reference data of the transaction's read snapshot.
    pub fn in_snapshot(&self, transaction: &dyn Transaction) -> StoreResult<Arc<Reference>> {
        let generation = generation(transaction)?;
        if let Some(cached) = self.of(generation) {
            return Ok(cached);
        }
        let reference = Arc::new(load(transaction)?);
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cached.generation() < generation {
            *cached = Arc::clone(&reference);
        }
        Ok(reference)
    }

    /// Returns the reference data including uncommitted changes of the transaction. Never cached.
    pub fn in_write(&self, transaction: &dyn Transaction) -> StoreResult<Arc<Reference>> {
        let generation = generation(transaction)?;
        self.of(generation).map_or_else(|| load(transaction).map(Arc::new), Ok)
    }

    fn of(&self, generation: i64) -> Option<Arc<Reference>> {
        let cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (cached.generation() == generation).then(|| Arc::clone(&cached))
    }
}

fn load(transaction: &dyn Transaction) -> StoreResult<Reference> {
    let generations: Vec<(OrganisationId, i64)> =
        rows(transaction, "generation", &GENERATIONS, [], decode_row)?;
    let mut reference = Reference::default();
    reference.generations = generations.into_iter().collect();
    reference.organisations = records(transaction, &ORGANISATIONS)?;
    reference.external_systems = records(transaction, &SYSTEMS)?;
    reference.data_sources = data_sources(transaction)?;
    reference.document_types = all(transaction)?;
    reference.partner_groups = records(transaction, &GROUPS)?;
    reference.units = all(transaction)?;
    reference.unit_conversions = rows(transaction, "uom_conversion", &CONVERSIONS, [], decode_row)?;
    reference.currencies = all(transaction)?;
    reference.countries = rows(transaction, "country", &COUNTRIES, [], decode_row)?;
    reference.pricing_systems = all(transaction)?;
    reference.price_lists = all(transaction)?;
    reference.price_list_versions = all(transaction)?;
    reference.tax_categories = all(transaction)?;
    reference.taxes = all(transaction)?;
    reference.shippers = all(transaction)?;
    reference.payment_terms = all(transaction)?;
    reference.warehouses = all(transaction)?;
    reference.product_keys = product_keys(transaction)?;
    reference.cross_reference_kinds = cross_references::kinds(transaction)?;
    space_plainly(&mut reference);
    Ok(reference.indexed())
}

/// Normalises the spaces of codes and names, like those of requests, because older versions stored other space
/// characters.
fn space_plainly(reference: &mut Reference) {
    reference.organisations.iter_mut().for_each(|one| one.code.space_plainly());
    reference.external_systems.iter_mut().for_each(|one| one.code.space_plainly());
    for source in &mut reference.data_sources {
        let codes = source.internal_names.iter_mut().chain(&mut source.external_id).chain(&mut source.code);
        codes.for_each(Code::space_plainly);
        source.name.iter_mut().for_each(Name::space_plainly);
    }
    reference.document_types.iter_mut().for_each(|one| one.name.space_plainly());
    reference.partner_groups.iter_mut().for_each(|one| one.name.space_plainly());
    reference.units.iter_mut().for_each(|one| one.code.space_plainly());
    reference.pricing_systems.iter_mut().for_each(|one| one.code.space_plainly());
    reference.price_lists.iter_mut().for_each(|one| one.code.space_plainly());
    reference.tax_categories.iter_mut().for_each(|one| one.code.space_plainly());
    for shipper in &mut reference.shippers {
        std::iter::once(&mut shipper.code).chain(&mut shipper.external_id).for_each(Code::space_plainly);
    }
    for term in &mut reference.payment_terms {
        std::iter::once(&mut term.code).chain(&mut term.external_id).for_each(Code::space_plainly);
    }
    reference.warehouses.iter_mut().for_each(|one| one.code.space_plainly());
}

fn all<K: SmallKind>(transaction: &dyn Transaction) -> StoreResult<Vec<K>> {
    rows(transaction, K::TABLE, K::ALL, [], decode_row)
}

fn records<R: TableRecord>(transaction: &dyn Transaction, sql: &Statement) -> StoreResult<Vec<R>> {
    rows(transaction, R::TABLE.name, sql, [], decode_row)
}

fn data_sources(transaction: &dyn Transaction) -> StoreResult<Vec<DataSource>> {
    let names: Vec<(DataSourceId, Code)> =
        rows(transaction, "data_source_name", &DATA_SOURCE_NAMES, [], decode_row)?;
    let mut names = names.into_iter().peekable();
    let mut sources: Vec<DataSource> = all(transaction)?;
    for source in &mut sources {
        let own = std::iter::from_fn(|| names.next_if(|(id, _)| *id == source.id));
        source.internal_names = own.map(|(_, name)| name).collect();
    }
    Ok(sources)
}
