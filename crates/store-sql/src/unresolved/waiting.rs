//! Candidates that wait for a key of a changed record.

use std::collections::BTreeSet;

use orderdock_domain::candidate::ReferenceKind;
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::kinds::KindName;
use orderdock_store::{RecordChanges, StoreResult};

use crate::sql::query::{decode_row, rows};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::unresolved::open_references::stored_value;
use crate::{SqlValue, Transaction, sql::keys};

/// `?1` partners.
static PARTNERS: Statement = Statement::new(
    r"
    SELECT id, code, external_id, sales_code
    FROM bpartner
    WHERE id {in ?1 int8}
    ",
);

/// `?1` locations. Returns their partners, and GLNs that rows can contain as keys of these.
static LOCATIONS: Statement = Statement::new(
    r"
    SELECT bpartner_id, gln
    FROM bpartner_location
    WHERE id {in ?1 int8}
    ",
);

/// `?1` contacts.
static CONTACTS: Statement = Statement::new(
    r"
    SELECT bpartner_id
    FROM bpartner_contact
    WHERE id {in ?1 int8}
    ",
);

/// `?1` products.
static PRODUCTS: Statement = Statement::new(
    r"
    SELECT id, code, external_id
    FROM product
    WHERE id {in ?1 int8}
    ",
);

/// `?1` partners or products.
static EXTERNAL_IDS: Statement = Statement::new(
    r"
    SELECT e.external_id
    FROM {array ?1 int8}
    {join} external_reference e ON e.record_id = k.value
    ",
);

/// `?1` products.
static GTINS: Statement = Statement::new(
    r"
    SELECT g.gtin
    FROM {array ?1 int8}
    {join} product_gtin g ON g.product_id = k.value
    ",
);

static NUMBERS: Statement = Statement::new("SELECT number FROM bpartner_product WHERE id {in ?1 int8}");
static MAPPED: Statement = Statement::new("SELECT kind, value FROM cross_reference WHERE id {in ?1 int8}");
static UNITS: Statement = Statement::new("SELECT id, code, NULL FROM uom WHERE id {in ?1 int8}");
static WAREHOUSES: Statement = Statement::new("SELECT id, code, NULL FROM warehouse WHERE id {in ?1 int8}");
static SHIPPERS: Statement =
    Statement::new("SELECT id, code, external_id FROM shipper WHERE id {in ?1 int8}");
static PAYMENT_TERMS: Statement =
    Statement::new("SELECT id, code, external_id FROM payment_term WHERE id {in ?1 int8}");
static PRICING_SYSTEMS: Statement =
    Statement::new("SELECT id, code, NULL FROM pricing_system WHERE id {in ?1 int8}");

/// `?1` organisations, `?2` pairs of kind and value.
static BY_KEY: Statement = Statement::new(
    r"
    SELECT DISTINCT o.candidate_id
    FROM {tuples ?2 text text}
    {join} open_reference o {use_index open_reference_value} ON o.kind = {tuple 0} AND o.value = {tuple 1}
    WHERE {no_index o.org_id} {in ?1 int8}
    ",
);

/// `?1` organisations, `?2` partners of locations and contacts.
static BY_PARTNER: Statement = Statement::new(
    r"
    SELECT DISTINCT o.candidate_id
    FROM {array ?2 int8}
    {join} open_reference o {use_index open_reference_bpartner} ON o.bpartner_id = k.value
    WHERE o.bpartner_id <> 0 AND {no_index o.org_id} {in ?1 int8}
    ",
);

/// `?1` organisations, `?2` kinds.
static BY_KIND: Statement = Statement::new(
    r"
    SELECT DISTINCT candidate_id
    FROM open_reference
    WHERE kind {in ?2 text} AND {no_index org_id} {in ?1 int8}
    ",
);

/// `?1` organisations, `?2` candidates.
static AMONG: Statement = Statement::new(
    r"
    SELECT DISTINCT o.candidate_id
    FROM {array ?2 int8}
    {join} open_reference o ON o.candidate_id = k.value
    WHERE {no_index o.org_id} {in ?1 int8}
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[
    &PARTNERS,
    &LOCATIONS,
    &CONTACTS,
    &PRODUCTS,
    &EXTERNAL_IDS,
    &GTINS,
    &NUMBERS,
    &MAPPED,
    &UNITS,
    &WAREHOUSES,
    &SHIPPERS,
    &PAYMENT_TERMS,
    &PRICING_SYSTEMS,
    &BY_KEY,
    &BY_PARTNER,
    &BY_KIND,
    &AMONG,
];

/// Lengths of GTINs that rows can contain without leading zeros.
const GTIN_LENGTHS: [usize; 3] = [8, 12, 13];

/// Returns the candidates that wait for a key of changed records, and changed candidates that wait, ascending by id.
pub fn of_changed(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    changed: &RecordChanges,
) -> StoreResult<Vec<CandidateId>> {
    let mut appeared = AppearedKeys { transaction, keys: BTreeSet::new(), partners: BTreeSet::new() };
    for (kind, ids) in &changed.records {
        appeared.add(*kind, keys::numbers(ids.iter().copied()))?;
    }
    let mut found: BTreeSet<CandidateId> = BTreeSet::new();
    let mut add = |sql: &Statement, wanted: SqlValue<'static>| {
        let candidates: Vec<CandidateId> =
            rows(transaction, "open_reference", sql, [organisations.write(), wanted], decode_row)?;
        found.extend(candidates);
        StoreResult::Ok(())
    };
    if !appeared.keys.is_empty() {
        let pairs = appeared.keys.iter().map(|(kind, value)| (kind.as_str(), value.as_str()));
        add(&BY_KEY, keys::text_pairs(pairs))?;
    }
    if !appeared.partners.is_empty() {
        add(&BY_PARTNER, keys::numbers(appeared.partners.iter().copied()))?;
    }
    // the key of a document type has two members, so all waiting candidates of the kind are returned
    if changed.records.contains_key(&KindName::DocumentTypes) {
        add(&BY_KIND, keys::texts([ReferenceKind::DocumentType.as_str()]))?;
    }
    if !changed.candidates.is_empty() {
        add(&AMONG, keys::numbers(changed.candidates.iter().map(|id| id.0)))?;
    }
    Ok(found.into_iter().collect())
}

/// Keys of changed records that rows can contain.
struct AppearedKeys<'t> {
    transaction: &'t dyn Transaction,
    /// Kinds and stored values.
    keys: BTreeSet<(ReferenceKind, String)>,
    /// Partners with changed locations or contacts.
    partners: BTreeSet<i64>,
}

impl AppearedKeys<'_> {
    fn add(&mut self, kind: KindName, ids: SqlValue<'static>) -> StoreResult<()> {
        match kind {
            KindName::Partners => self.add_partners(ids),
            KindName::Locations => self.add_locations(ids),
            KindName::Contacts => {
                let partners: Vec<i64> =
                    rows(self.transaction, "bpartner_contact", &CONTACTS, [ids], decode_row)?;
                self.partners.extend(partners);
                Ok(())
            }
            KindName::Products => self.add_products(ids),
            KindName::PartnerProducts => self.add_values(ReferenceKind::Product, &NUMBERS, ids),
            KindName::CrossReferences => self.add_mapped(ids),
            KindName::Uoms => self.add_named(ReferenceKind::Unit, &UNITS, ids),
            KindName::Warehouses => self.add_named(ReferenceKind::Warehouse, &WAREHOUSES, ids),
            KindName::Shippers => self.add_named(ReferenceKind::Shipper, &SHIPPERS, ids),
            KindName::PaymentTerms => self.add_named(ReferenceKind::PaymentTerm, &PAYMENT_TERMS, ids),
            KindName::PricingSystems => self.add_named(ReferenceKind::PricingSystem, &PRICING_SYSTEMS, ids),
            _ => Ok(()),
        }
    }

    fn insert(&mut self, kind: ReferenceKind, value: &str) {
        self.keys.insert((kind, stored_value(value)));
    }

    /// Adds the record ids, codes and external ids of records.
    fn add_named(&mut self, kind: ReferenceKind, sql: &Statement, ids: SqlValue<'static>) -> StoreResult<()> {
        let found: Vec<(i64, String, Option<String>)> =
            rows(self.transaction, "open_reference", sql, [ids], decode_row)?;
        for (id, code, external_id) in found {
            self.insert(kind, &id.to_string());
            self.insert(kind, &code);
            if let Some(external_id) = &external_id {
                self.insert(kind, external_id);
            }
        }
        Ok(())
    }

    /// Adds the values that a statement returns in its only column.
    fn add_values(
        &mut self,
        kind: ReferenceKind,
        sql: &Statement,
        ids: SqlValue<'static>,
    ) -> StoreResult<()> {
        let found: Vec<String> = rows(self.transaction, "open_reference", sql, [ids], decode_row)?;
        for value in &found {
            self.insert(kind, value);
        }
        Ok(())
    }

    fn add_partners(&mut self, ids: SqlValue<'static>) -> StoreResult<()> {
        let found: Vec<(i64, String, Option<String>, Option<String>)> =
            rows(self.transaction, "bpartner", &PARTNERS, [ids.clone()], decode_row)?;
        for (id, code, external_id, sales_code) in found {
            // an activated partner makes its locations and contacts usable
            self.partners.insert(id);
            self.insert(ReferenceKind::Partner, &code);
            if let Some(value) = &external_id {
                self.insert(ReferenceKind::Partner, value);
            }
            if let Some(value) = &sales_code {
                self.insert(ReferenceKind::SalesPartner, value);
            }
        }
        self.add_values(ReferenceKind::Partner, &EXTERNAL_IDS, ids)
    }

    fn add_locations(&mut self, ids: SqlValue<'static>) -> StoreResult<()> {
        let found: Vec<(i64, Option<String>)> =
            rows(self.transaction, "bpartner_location", &LOCATIONS, [ids], decode_row)?;
        for (partner, gln) in found {
            self.partners.insert(partner);
            if let Some(gln) = &gln {
                self.insert(ReferenceKind::Partner, gln);
            }
        }
        Ok(())
    }

    fn add_products(&mut self, ids: SqlValue<'static>) -> StoreResult<()> {
        self.add_named(ReferenceKind::Product, &PRODUCTS, ids.clone())?;
        self.add_values(ReferenceKind::Product, &EXTERNAL_IDS, ids.clone())?;
        let gtins: Vec<String> = rows(self.transaction, "product_gtin", &GTINS, [ids], decode_row)?;
        for gtin in &gtins {
            self.insert(ReferenceKind::Product, gtin);
            for length in GTIN_LENGTHS {
                let zeros = gtin.len().saturating_sub(length);
                if let Some((start, short)) = gtin.split_at_checked(zeros)
                    && start.bytes().all(|digit| digit == b'0')
                {
                    self.insert(ReferenceKind::Product, short);
                }
            }
        }
        Ok(())
    }

    fn add_mapped(&mut self, ids: SqlValue<'static>) -> StoreResult<()> {
        let found: Vec<(String, String)> =
            rows(self.transaction, "cross_reference", &MAPPED, [ids], decode_row)?;
        for (kind, value) in found {
            // every kind of cross-reference is also a kind of reference
            if let Some(kind) = ReferenceKind::parse(&kind) {
                self.insert(kind, &value);
            }
        }
        Ok(())
    }
}
