//! Lookup of records by cross-references, GTINs and product numbers of buyers.

use std::collections::BTreeMap;

use super::super::table::{RecordTable, TableIndex};
use super::records::{best, follow};
use super::{ImportState, RecordKey, RowRecord};
use crate::ids::{CrossReferenceId, OrganisationId, PartnerId, SHARED};
use crate::import::ImportContext;
use crate::masterdata::{
    CrossReference, CrossReferenceKind, CrossReferenceScope, PartnerProduct, ProductGtin, SentKey,
};
use crate::text::{Code, gtin};

/// Loaded cross-references, GTINs and product numbers, and the cross-references that accepted rows used.
#[derive(Debug, Default)]
pub struct Mappings {
    references: Vec<CrossReference>,
    gtins: Vec<ProductGtin>,
    numbers: Vec<PartnerProduct>,
    /// Kinds of the loaded cross-references.
    kinds: Vec<CrossReferenceKind>,
    /// Used cross-references, once per row.
    used: Vec<CrossReferenceId>,
    used_kept: usize,
}

impl Mappings {
    pub fn take(context: &mut ImportContext) -> Self {
        let references = std::mem::take(&mut context.cross_references);
        let mut kinds: Vec<_> = references.iter().map(|reference| reference.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let gtins = std::mem::take(&mut context.gtins);
        let numbers = std::mem::take(&mut context.partner_products);
        Self { references, gtins, numbers, kinds, used: Vec::new(), used_kept: 0 }
    }

    pub fn is_empty(&self) -> bool {
        self.references.is_empty() && self.gtins.is_empty() && self.numbers.is_empty()
    }

    pub fn keep(&mut self) {
        self.used_kept = self.used.len();
    }

    pub fn undo(&mut self) {
        self.used.truncate(self.used_kept);
    }

    /// Adds the cross-references that an accepted row used.
    pub fn count(&mut self, used: impl IntoIterator<Item = CrossReferenceId>) {
        self.used.extend(used);
    }

    /// Removes and returns the number of rows that used each cross-reference.
    pub fn take_used(&mut self) -> BTreeMap<CrossReferenceId, u64> {
        self.used_kept = 0;
        let mut counts = BTreeMap::new();
        for id in self.used.drain(..) {
            *counts.entry(id).or_default() += 1;
        }
        counts
    }
}

/// Record of a cross-reference.
#[derive(Clone, Copy, Debug)]
pub struct MappedRecord<R> {
    pub record: R,
    pub reference: CrossReferenceId,
}

impl ImportState {
    pub(super) fn index_mappings(&mut self) {
        let hints = &mut self.hints;
        for (index, reference) in self.mappings.references.iter().enumerate() {
            hints.add(RecordKey::CrossReference(reference.kind, reference.value.as_str()), index);
        }
        for (index, known) in self.mappings.gtins.iter().enumerate() {
            hints.add(RecordKey::Gtin(known.gtin.as_str()), index);
        }
        for (index, known) in self.mappings.numbers.iter().enumerate() {
            hints.add(RecordKey::ProductNumber(known.partner, known.number.as_str()), index);
        }
    }

    /// Returns whether a loaded cross-reference refers to records of the kind.
    pub fn maps(&self, kind: CrossReferenceKind) -> bool {
        self.mappings.kinds.contains(&kind)
    }

    /// Returns whether products can be found by other values than their own keys.
    pub fn maps_products(&self) -> bool {
        let known = &self.mappings;
        self.maps(CrossReferenceKind::Product) || !known.gtins.is_empty() || !known.numbers.is_empty()
    }

    /// Returns whether a cross-reference of a unit, shipper, payment term or warehouse is limited to a buyer.
    pub fn maps_terms_by_buyer(&self) -> bool {
        use CrossReferenceKind::{PaymentTerm, Shipper, Unit, Warehouse};
        let is_term = |kind| [Unit, Shipper, PaymentTerm, Warehouse].contains(&kind);
        self.mappings.kinds.iter().any(|kind| is_term(*kind))
            && self.mappings.references.iter().any(|known| known.partner.is_some() && is_term(known.kind))
    }

    /// Returns the kind of a loaded cross-reference.
    pub fn kind_of_mapping(&self, id: CrossReferenceId) -> Option<CrossReferenceKind> {
        self.mappings.references.iter().find(|one| one.id == id).map(|one| one.kind)
    }

    /// Returns the record of the cross-reference with the highest precedence among those of the sent keys; on equal
    /// precedence, of the first key. `find` returns `None` for a record that the row cannot use.
    pub fn mapped_by<R>(
        &self,
        kind: CrossReferenceKind,
        scope: CrossReferenceScope,
        keys: &[SentKey<'_>],
        find: impl Fn(i64) -> Option<R>,
    ) -> Option<MappedRecord<R>> {
        let of_key = |(number, key): (usize, &SentKey<'_>)| {
            let hint = RecordKey::CrossReference(kind, key.1.as_str());
            let known = self.known(&self.mappings.references, hint);
            let fitting = known.filter_map(|one| Some((one.precedence(kind, *key, scope)?, one)));
            let usable = fitting.filter_map(|(precedence, one)| {
                let found = MappedRecord { record: find(one.record)?, reference: one.id };
                Some(((precedence.level(), number, precedence), found))
            });
            usable.collect::<Vec<_>>()
        };
        let found = keys.iter().enumerate().flat_map(of_key);
        found.min_by_key(|(order, _)| *order).map(|(_, found)| found)
    }

    /// Returns the table index of the record of the cross-references for the sent keys. A location or contact must belong
    /// to the partner of the scope.
    pub fn mapped<R: RowRecord>(
        &self,
        table: &RecordTable<R>,
        scope: CrossReferenceScope,
        keys: &[SentKey<'_>],
    ) -> Option<MappedRecord<TableIndex>> {
        let fits = |known: &R| known.partner().is_none_or(|partner| Some(partner) == scope.partner);
        let find = |id| best(self.records_of(table, id).filter(|(_, known)| fits(known)), scope.organisation);
        self.mapped_by(R::MAPPED_AS, scope, keys, find)
    }

    fn records_of<'s, R: RowRecord>(
        &'s self,
        table: &'s RecordTable<R>,
        id: i64,
    ) -> impl Iterator<Item = (TableIndex, &'s R)> {
        follow(table, self.hints.get(RecordKey::Record(id)), move |known| known.rank().2 == id)
    }

    /// Returns the product whose GTIN is the sent key.
    pub fn product_by_gtin(&self, organisation: OrganisationId, sent: &Code) -> Option<TableIndex> {
        if self.mappings.gtins.is_empty() {
            return None;
        }
        let number = gtin(sent.as_str())?;
        let known = self.known(&self.mappings.gtins, RecordKey::Gtin(number.as_str()));
        let products = known.filter(|one| one.gtin == number).map(|one| one.product.0);
        best(products.flat_map(|id| self.records_of(&self.products, id)), organisation)
    }

    /// Returns the product for which the buyer uses a number. Own records of the organisation take precedence over shared
    /// ones.
    pub fn product_by_number(
        &self,
        organisation: OrganisationId,
        buyer: Option<PartnerId>,
        number: &Code,
    ) -> Option<TableIndex> {
        let buyer = buyer.filter(|_| !self.mappings.numbers.is_empty())?;
        let of = |owner: OrganisationId| {
            let known = self.known(&self.mappings.numbers, RecordKey::ProductNumber(buyer, number.as_str()));
            let fitting = known.filter(move |one| {
                one.organisation == owner && one.partner == buyer && one.number == *number
            });
            let products = fitting.map(|one| one.product.0);
            best(products.flat_map(|id| self.records_of(&self.products, id)), organisation)
        };
        of(organisation).or_else(|| of(SHARED))
    }
}
