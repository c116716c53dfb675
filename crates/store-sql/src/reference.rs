//! The small kinds of master data, kept in memory while their generation stands.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use orderdock_domain::ids::{DataSourceId, OrganisationId};
use orderdock_domain::masterdata::{
    Conversion, Currency, DataSource, DocumentType, PaymentTerm, PriceList, PriceListVersion, PricingSystem,
    Reference, Shipper, Tax, TaxCategory, Unit, Warehouse,
};
use orderdock_domain::text::{Code, Name};
use orderdock_store::StoreResult;

use crate::Transaction;
use crate::asking::{Rows, rows, take, value};
use crate::column::{Column, Taken, taken};
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
    DATA_SOURCE_NAMES = "SELECT data_source_id, name FROM data_source_name ORDER BY data_source_id, position, name";
    /// The general rules; those of products come with the products.
    CONVERSIONS = "SELECT from_uom_id, to_uom_id, multiplier, divisor FROM uom_conversion \
     WHERE product_id = 0 AND {is active} ORDER BY id";
    COUNTRIES = "SELECT code FROM country WHERE {is active} ORDER BY id";
}

/// A kind of which all records are read, by their ids.
trait SmallKind: Taken {
    const TABLE: &'static str;
    const ALL: &'static Statement;
}

/// Declares small kinds: the table of each, and its members in the columns of their names, or in those that are named. What
/// has a table of its own is read apart.
macro_rules! small_kinds {
    ($($kind:ident in $table:literal {
        $first:ident $(, $member:ident $(: $column:ident)?)* $(; apart $apart:ident)?
    })+) => {
        taken! { $($kind { $first $(, $member)* $(; apart $apart)? })+ }

        $(impl SmallKind for $kind {
            const TABLE: &'static str = $table;
            const ALL: &'static Statement = {
                static ALL: Statement = Statement::new(concat!(
                    "SELECT ", stringify!($first), $(", ", small_kinds!(@column $member $($column)?),)*
                    " FROM ", $table, " ORDER BY id"
                ));
                &ALL
            };
        })+

        /// What reads all records of each.
        pub const ALL_SMALL: &[&Statement] = &[$(<$kind as SmallKind>::ALL),+];
    };
    (@column $member:ident) => { stringify!($member) };
    (@column $member:ident $column:ident) => { stringify!($column) };
}

small_kinds! {
    DataSource in "data_source" {
        id, organisation: org_id, active, external_id, code, name, settle_seconds, partial_headers, release_by_hand,
        key_mismatch, unsupported_members;
        apart internal_names
    }
    DocumentType in "document_type" { id, organisation: org_id, active, name, base_type, sub_type, is_default }
    Unit in "uom" { id, active, code, name, precision, round_converted_quantities }
    Currency in "currency" { code, active, precision }
    PricingSystem in "pricing_system" { id, organisation: org_id, active, code, name }
    PriceList in "price_list" {
        id, organisation: org_id, active, code, name, pricing_system: pricing_system_id, country, currency, sales,
        tax_included, precision, net_precision, exempt_buyers, default_tax_category: default_tax_category_id
    }
    PriceListVersion in "price_list_version" {
        id, organisation: org_id, price_list: price_list_id, active, valid_from, valid_to, base: base_id
    }
    TaxCategory in "tax_category" { id, organisation: org_id, active, code, name }
    Tax in "tax" {
        id, organisation: org_id, active, code, name, tax_category: tax_category_id, from_country, to_country, rate,
        valid_from, valid_to, requires_vat_id, reverse_charge, per_line
    }
    Shipper in "shipper" { id, organisation: org_id, active, code, external_id, name }
    PaymentTerm in "payment_term" { id, organisation: org_id, active, code, external_id, name }
    Warehouse in "warehouse" { id, organisation: org_id, active, code, name, country }
}

taken! { Conversion { from, to, multiplier, divisor } }

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
    pub fn in_write(&self, transaction: &dyn Transaction) -> StoreResult<Arc<Reference>> {
        let generation = generation(transaction)?;
        self.of(generation).map_or_else(|| load(transaction).map(Arc::new), Ok)
    }

    fn of(&self, generation: i64) -> Option<Arc<Reference>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (kept.generation() == generation).then(|| Arc::clone(&kept))
    }
}

fn load(transaction: &dyn Transaction) -> StoreResult<Reference> {
    let generations: Vec<(OrganisationId, i64)> = rows(transaction, "generation", &GENERATIONS, [], take)?;
    let mut reference = Reference::default();
    reference.generations = generations.into_iter().collect();
    reference.organisations = records(transaction, &ORGANISATIONS)?;
    reference.data_sources = data_sources(transaction)?;
    reference.document_types = all(transaction)?;
    reference.partner_groups = records(transaction, &GROUPS)?;
    reference.units = all(transaction)?;
    reference.unit_conversions = rows(transaction, "uom_conversion", &CONVERSIONS, [], take)?;
    reference.currencies = all(transaction)?;
    reference.countries = rows(transaction, "country", &COUNTRIES, [], take)?;
    reference.pricing_systems = all(transaction)?;
    reference.price_lists = all(transaction)?;
    reference.price_list_versions = all(transaction)?;
    reference.tax_categories = all(transaction)?;
    reference.taxes = all(transaction)?;
    reference.shippers = all(transaction)?;
    reference.payment_terms = all(transaction)?;
    reference.warehouses = all(transaction)?;
    space_plainly(&mut reference);
    Ok(reference.indexed())
}

/// Gives codes and names that are looked up plain spaces, as those have that are sent: older versions stored others.
fn space_plainly(reference: &mut Reference) {
    reference.organisations.iter_mut().for_each(|one| one.code.space_plainly());
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
    rows(transaction, K::TABLE, K::ALL, [], take)
}

fn records<R: Stored>(transaction: &dyn Transaction, sql: &Statement) -> StoreResult<Vec<R>> {
    rows(transaction, R::TABLE.name, sql, [], take)
}

fn data_sources(transaction: &dyn Transaction) -> StoreResult<Vec<DataSource>> {
    let names: Vec<(DataSourceId, Code)> =
        rows(transaction, "data_source_name", &DATA_SOURCE_NAMES, [], take)?;
    let mut names = names.into_iter().peekable();
    let mut sources: Vec<DataSource> = all(transaction)?;
    for source in &mut sources {
        let own = std::iter::from_fn(|| names.next_if(|(id, _)| *id == source.id));
        source.internal_names = own.map(|(_, name)| name).collect();
    }
    Ok(sources)
}
