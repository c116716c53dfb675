//! Operations that are common to all kinds of records that rows name: tables, lookup keys and names in messages.

use super::super::table::{HashIndex, RecordTable, TableIndex};
use super::{ImportState, RecordKey};
use crate::ids::{OrganisationId, PartnerId, SHARED, is_of_a_record};
use crate::masterdata::kinds::KindName;
use crate::masterdata::{Contact, CrossReferenceKind, Location, Partner, Product};
use crate::phrase::Phrase;
use crate::problem::ProblemCode;
use crate::text::{Code, plain_spaces};

/// A record that rows name, create and update.
pub trait RowRecord: Clone {
    /// Name of the kind in messages.
    const ENTITY: Phrase;
    /// Problem for a record that differs from the values that the row asserts.
    const CHANGED: ProblemCode;
    /// Kind of the records in master data.
    const KIND: KindName;
    /// Kind of the records in cross-references.
    const MAPPED_AS: CrossReferenceKind;

    /// Returns the partner of a location or contact.
    fn partner(&self) -> Option<PartnerId> {
        None
    }

    /// Returns the table of the kind and the index over its records.
    fn table(state: &mut ImportState) -> (&mut RecordTable<Self>, &mut HashIndex);

    /// Returns the owner, whether the record is active, and the id.
    fn rank(&self) -> (OrganisationId, bool, i64);

    /// Returns a readable label for messages.
    fn known_as(&self) -> String;

    /// Adds the keys of the record to the index. For an existing record, adds only keys that can have changed.
    fn hint(&self, hints: &mut HashIndex, index: TableIndex, is_new: bool);
}

impl RowRecord for Partner {
    const ENTITY: Phrase = Phrase::Bpartner;
    const CHANGED: ProblemCode = ProblemCode::BpartnerChanged;
    const KIND: KindName = KindName::Partners;
    const MAPPED_AS: CrossReferenceKind = CrossReferenceKind::Partner;

    fn table(state: &mut ImportState) -> (&mut RecordTable<Self>, &mut HashIndex) {
        (&mut state.partners, &mut state.hints)
    }

    fn rank(&self) -> (OrganisationId, bool, i64) {
        (self.organisation, self.active, self.id.0)
    }

    fn known_as(&self) -> String {
        self.label().to_owned()
    }

    fn hint(&self, hints: &mut HashIndex, index: TableIndex, _: bool) {
        hints.add(RecordKey::PartnerId(self.id), index);
        hints.add(RecordKey::PartnerCode(&plain_spaces(self.code.as_str())), index);
        if let Some(id) = &self.external_id {
            hints.add(RecordKey::PartnerExternalId(&plain_spaces(id.as_str())), index);
        }
        if let Some(code) = &self.sales_code {
            hints.add(RecordKey::SalesCode(&plain_spaces(code.as_str())), index);
        }
    }
}

impl RowRecord for Location {
    const ENTITY: Phrase = Phrase::Location;
    const CHANGED: ProblemCode = ProblemCode::LocationChanged;
    const KIND: KindName = KindName::Locations;
    const MAPPED_AS: CrossReferenceKind = CrossReferenceKind::Location;

    fn partner(&self) -> Option<PartnerId> {
        Some(self.partner)
    }

    fn table(state: &mut ImportState) -> (&mut RecordTable<Self>, &mut HashIndex) {
        (&mut state.locations, &mut state.hints)
    }

    fn rank(&self) -> (OrganisationId, bool, i64) {
        (self.organisation, self.active, self.id.0)
    }

    fn known_as(&self) -> String {
        label(self)
    }

    fn hint(&self, hints: &mut HashIndex, index: TableIndex, is_new: bool) {
        if is_new {
            hints.add(RecordKey::LocationsOf(self.partner), index);
        }
        hints.add(RecordKey::Address(self.partner, &self.address_key()), index);
        if let Some(id) = &self.external_id {
            hints.add(RecordKey::LocationExternalId(self.partner, &plain_spaces(id.as_str())), index);
        }
        if let Some(gln) = &self.gln {
            hints.add(RecordKey::LocationGln(self.partner, &plain_spaces(gln.as_str())), index);
            hints.add(RecordKey::Gln(&plain_spaces(gln.as_str())), index);
        }
    }
}

impl RowRecord for Contact {
    const ENTITY: Phrase = Phrase::Contact;
    const CHANGED: ProblemCode = ProblemCode::ContactChanged;
    const KIND: KindName = KindName::Contacts;
    const MAPPED_AS: CrossReferenceKind = CrossReferenceKind::Contact;

    fn partner(&self) -> Option<PartnerId> {
        Some(self.partner)
    }

    fn table(state: &mut ImportState) -> (&mut RecordTable<Self>, &mut HashIndex) {
        (&mut state.contacts, &mut state.hints)
    }

    fn rank(&self) -> (OrganisationId, bool, i64) {
        (self.organisation, self.active, self.id.0)
    }

    fn known_as(&self) -> String {
        self.name.to_string()
    }

    fn hint(&self, hints: &mut HashIndex, index: TableIndex, _: bool) {
        hints.add(RecordKey::ContactName(self.partner, &self.name_key()), index);
        if let Some(id) = &self.external_id {
            hints.add(RecordKey::ContactExternalId(self.partner, &plain_spaces(id.as_str())), index);
        }
    }
}

impl RowRecord for Product {
    const ENTITY: Phrase = Phrase::Product;
    const CHANGED: ProblemCode = ProblemCode::ProductChanged;
    const KIND: KindName = KindName::Products;
    const MAPPED_AS: CrossReferenceKind = CrossReferenceKind::Product;

    fn table(state: &mut ImportState) -> (&mut RecordTable<Self>, &mut HashIndex) {
        (&mut state.products, &mut state.hints)
    }

    fn rank(&self) -> (OrganisationId, bool, i64) {
        (self.organisation, self.active, self.id.0)
    }

    fn known_as(&self) -> String {
        self.label().to_owned()
    }

    fn hint(&self, hints: &mut HashIndex, index: TableIndex, _: bool) {
        hints.add(RecordKey::ProductCode(&plain_spaces(self.code.as_str())), index);
        if let Some(id) = &self.external_id {
            hints.add(RecordKey::ProductExternalId(&plain_spaces(id.as_str())), index);
        }
    }
}

/// Returns a readable label for a location: a key, its name, its first address line, its id, or its city and
/// country.
fn label(location: &Location) -> String {
    let by_key = |name: &str, key: Option<&Code>| key.map(|key| format!("{name} {key}"));
    by_key("externalId", location.external_id.as_ref())
        .or_else(|| by_key("gln", location.gln.as_ref()))
        .or_else(|| location.name.as_ref().or(location.address1.as_ref()).map(ToString::to_string))
        .or_else(|| is_of_a_record(location.id.0).then(|| location.id.to_string()))
        .unwrap_or_else(|| match &location.city {
            Some(city) => format!("{city}, {}", location.country),
            None => location.country.to_string(),
        })
}

impl ImportState {
    pub fn create<R: RowRecord>(&mut self, record: R) -> TableIndex {
        let (table, hints) = R::table(self);
        let index = table.create(record);
        table.get(index).hint(hints, index, true);
        index
    }

    pub fn change<R: RowRecord>(&mut self, index: TableIndex, record: R) {
        let (table, hints) = R::table(self);
        record.hint(hints, index, false);
        table.change(index, record);
    }

    /// Adds the keys of the loaded records to the index.
    pub(super) fn index_records<R: RowRecord>(&mut self) {
        let (table, hints) = R::table(self);
        table.iter().for_each(|(index, record)| record.hint(hints, index, true));
    }

    /// Returns the best record whose key equals the sent text, otherwise the best one whose key differs only in spaces.
    pub(super) fn best_spelled<R: RowRecord>(
        &self,
        table: &RecordTable<R>,
        key: RecordKey<'_>,
        organisation: OrganisationId,
        sent: &Code,
        stored: impl Fn(&R) -> Option<&Code>,
    ) -> Option<TableIndex> {
        best(follow_spelled(table, self.hints.get(key), sent, stored).into_iter(), organisation)
    }

    /// Returns the best record of a key that satisfies `fits`: own before shared, active before inactive, then the
    /// smallest id. Records of other organisations are ignored.
    pub(super) fn best<R: RowRecord>(
        &self,
        table: &RecordTable<R>,
        key: RecordKey<'_>,
        organisation: OrganisationId,
        fits: impl Fn(&R) -> bool,
    ) -> Option<TableIndex> {
        best(follow(table, self.hints.get(key), fits), organisation)
    }
}

/// Returns the records whose key equals the sent text; if there are none, those whose key differs only in spaces.
pub(super) fn follow_spelled<'a, T>(
    table: &'a RecordTable<T>,
    indexes: &'a [TableIndex],
    sent: &Code,
    stored: impl Fn(&T) -> Option<&Code>,
) -> Vec<(TableIndex, &'a T)> {
    let exact: Vec<_> = follow(table, indexes, |record| stored(record) == Some(sent)).collect();
    if !exact.is_empty() {
        return exact;
    }
    follow(table, indexes, |record| stored(record).is_some_and(|stored| stored.is_spelled(sent))).collect()
}

/// Returns the best of the given records; order as in [`ImportState::best`].
pub(super) fn best<'a, R: RowRecord + 'a>(
    records: impl Iterator<Item = (TableIndex, &'a R)>,
    organisation: OrganisationId,
) -> Option<TableIndex> {
    let ranked = records.filter_map(|(index, record)| {
        let (owner, active, id) = record.rank();
        let seen = owner == organisation || owner == SHARED;
        seen.then_some(((owner != organisation, !active, id), index))
    });
    ranked.min().map(|(_, index)| index)
}

/// Returns the records at the indexed positions that satisfy `fits`.
pub(super) fn follow<'a, T>(
    table: &'a RecordTable<T>,
    indexes: &'a [TableIndex],
    fits: impl Fn(&T) -> bool,
) -> impl Iterator<Item = (TableIndex, &'a T)> {
    indexes
        .iter()
        .filter_map(move |index| table.find(*index).map(|record| (*index, record)))
        .filter(move |(_, record)| fits(record))
}
