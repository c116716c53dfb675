//! Loads external references: ids of records in external systems.

use orderdock_domain::import::{ImportContext, ImportKeys};
use orderdock_domain::masterdata::kinds::{Kind, KindName};
use orderdock_domain::masterdata::{CrossReference, CrossReferenceKind, ExternalReference};
use orderdock_store::{StoreError, StoreResult};

use super::codes;
use crate::sql::column::{FromRow, RowReader};
use crate::sql::query::{decode_row, rows};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::{Transaction, sql::keys};

/// `?1` organisations, `?2` ids in external systems.
static PARTNERS_AND_PRODUCTS: Statement = Statement::new(
    r"
    SELECT r.kind, r.record_id
    FROM {array ?2 text}
    {join} external_reference r ON r.external_id = k.value
    WHERE r.bpartner_id = 0
      AND {no_index r.org_id} {in ?1 int8}
    ",
);

/// `?1` partners, `?2` ids in external systems of their locations and contacts.
static LOCATIONS_AND_CONTACTS: Statement = Statement::new(
    r"
    SELECT r.kind, r.record_id
    FROM {array ?1 int8}
    {join} external_reference r ON r.bpartner_id = k.value
    WHERE r.bpartner_id <> 0
      AND {no_index r.external_id} {in ?2 text}
    ",
);

/// `?1` records.
static OF_RECORDS: Statement = Statement::new(
    r"
    SELECT r.kind, r.record_id, r.org_id, r.bpartner_id, r.external_system_id, r.external_id
    FROM {array ?1 int8}
    {join} external_reference r ON r.record_id = k.value
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&PARTNERS_AND_PRODUCTS, &LOCATIONS_AND_CONTACTS, &OF_RECORDS];

/// Ids of records that external references or cross-references refer to. The statements that load the records check the
/// organisations.
#[derive(Debug, Default)]
pub struct ReferencedIds {
    pub partners: Vec<i64>,
    pub locations: Vec<i64>,
    pub contacts: Vec<i64>,
    pub products: Vec<i64>,
}

impl ReferencedIds {
    /// Finds partners and products. Returns the number of statements.
    pub fn find(
        &mut self,
        transaction: &dyn Transaction,
        organisations: &OrganisationIds,
        keys: &ImportKeys,
    ) -> StoreResult<u64> {
        let ids = codes(keys.partner_external_ids.iter().chain(&keys.product_external_ids));
        let values = [organisations.write(), ids];
        let found = rows(transaction, "external_reference", &PARTNERS_AND_PRODUCTS, values, decode_row)?;
        self.add(found);
        Ok(1)
    }

    /// Finds locations and contacts of the loaded partners. Returns the number of statements.
    pub fn find_nested(
        &mut self,
        transaction: &dyn Transaction,
        context: &ImportContext,
        keys: &ImportKeys,
    ) -> StoreResult<u64> {
        let ids = keys.location_external_ids.iter().chain(&keys.contact_external_ids);
        if context.partners.is_empty() || ids.clone().next().is_none() {
            return Ok(0);
        }
        let partners = keys::numbers(context.partners.iter().map(|partner| partner.id.0));
        let values = [partners, codes(ids)];
        let found = rows(transaction, "external_reference", &LOCATIONS_AND_CONTACTS, values, decode_row)?;
        self.add(found);
        Ok(1)
    }

    /// Adds the targets of cross-references.
    pub fn add_targets(&mut self, found: &[CrossReference]) {
        for CrossReference { kind, record, .. } in found {
            match kind {
                CrossReferenceKind::Partner => self.partners.push(*record),
                CrossReferenceKind::Location => self.locations.push(*record),
                CrossReferenceKind::Contact => self.contacts.push(*record),
                CrossReferenceKind::Product => self.products.push(*record),
                // these kinds are in memory
                CrossReferenceKind::Unit
                | CrossReferenceKind::Shipper
                | CrossReferenceKind::PaymentTerm
                | CrossReferenceKind::Warehouse => {}
            }
        }
    }

    fn add(&mut self, found: Vec<(String, i64)>) {
        for (path, id) in found {
            match Kind::by_path(&path).map(|kind| kind.name) {
                Some(KindName::Partners) => self.partners.push(id),
                Some(KindName::Locations) => self.locations.push(id),
                Some(KindName::Contacts) => self.contacts.push(id),
                Some(KindName::Products) => self.products.push(id),
                _ => {}
            }
        }
    }
}

/// Loads the external references of all loaded records. Returns the number of statements.
pub fn add(transaction: &dyn Transaction, context: &mut ImportContext) -> StoreResult<u64> {
    let partners = context.partners.iter().map(|one| one.id.0);
    let locations = context.locations.iter().map(|one| one.id.0);
    let contacts = context.contacts.iter().map(|one| one.id.0);
    let products = context.products.iter().map(|one| one.id.0);
    context.external_references =
        of_records(transaction, partners.chain(locations).chain(contacts).chain(products))?;
    Ok(1)
}

/// Returns the references of records.
pub fn of_records(
    transaction: &dyn Transaction,
    records: impl Iterator<Item = i64>,
) -> StoreResult<Vec<ExternalReference>> {
    rows(transaction, "external_reference", &OF_RECORDS, [keys::numbers(records)], decode_row)
}

impl FromRow for ExternalReference {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        let path: String = row.read()?;
        let kind = Kind::by_path(&path).ok_or_else(|| StoreError::Inconsistent {
            place: "external_reference",
            fault: format!("kind {path}"),
        })?;
        let (record, organisation) = (row.read()?, row.read()?);
        let partner: i64 = row.read()?;
        Ok(Self {
            kind: kind.name,
            record,
            organisation,
            partner: (partner != 0).then_some(partner.into()),
            system: row.read()?,
            id: row.read()?,
        })
    }
}
