//! Lookup and change of the ids that records have in external systems.

use std::collections::{BTreeSet, HashMap};

use super::super::id_scope::IdScope;
use super::super::table::{RecordTable, TableIndex};
use super::records::{best, follow};
use super::{ImportState, RecordKey, RowRecord};
use crate::ids::{ExternalSystemId, OrganisationId, PartnerId, SHARED};
use crate::import::{Changes, ImportWrites, ReferenceChanges};
use crate::masterdata::ExternalReference;
use crate::text::Code;

/// An external reference, and whether the draft removed it.
#[derive(Clone, Debug)]
pub struct DraftReference {
    pub reference: ExternalReference,
    pub removed: bool,
}

impl From<ExternalReference> for DraftReference {
    fn from(reference: ExternalReference) -> Self {
        Self { reference, removed: false }
    }
}

impl ImportState {
    /// Adds the keys of the loaded references and their records to the index.
    pub(super) fn index_references(&mut self) {
        if self.external_references.iter().next().is_none() && self.mappings.is_empty() {
            return;
        }
        for (index, DraftReference { reference, .. }) in self.external_references.iter() {
            let ExternalReference { kind, partner, system, id, record, .. } = reference;
            self.hints.add(RecordKey::Reference(*kind, *system, *partner, id.as_str()), index);
            self.hints.add(RecordKey::ReferencesOf(*record), index);
        }
        let hints = &mut self.hints;
        self.partners.iter().for_each(|(index, record)| hints.add(RecordKey::Record(record.id.0), index));
        self.locations.iter().for_each(|(index, record)| hints.add(RecordKey::Record(record.id.0), index));
        self.contacts.iter().for_each(|(index, record)| hints.add(RecordKey::Record(record.id.0), index));
        self.products.iter().for_each(|(index, record)| hints.add(RecordKey::Record(record.id.0), index));
    }

    /// Returns the record with this id in the system of the row; the best one if there are several.
    pub(super) fn best_referenced<R: RowRecord>(
        &self,
        table: &RecordTable<R>,
        (organisation, partner): (OrganisationId, Option<PartnerId>),
        system: Option<ExternalSystemId>,
        id: &Code,
    ) -> Option<TableIndex> {
        let key = RecordKey::Reference(R::KIND, system?, partner, id.as_str());
        let fits = |one: &DraftReference| {
            let reference = &one.reference;
            let same =
                (reference.kind, Some(reference.system), reference.partner) == (R::KIND, system, partner);
            same && !one.removed && reference.id == *id
        };
        let found = follow(&self.external_references, self.hints.get(key), fits);
        let records = found.flat_map(|(_, one)| {
            let record = one.reference.record;
            follow(table, self.hints.get(RecordKey::Record(record)), move |known| known.rank().2 == record)
        });
        best(records, organisation)
    }

    /// Returns the first id of a record in the system of the row.
    pub fn system_id(&self, record: i64, system: Option<ExternalSystemId>) -> Option<&Code> {
        let ids = self.references_of(record).filter(|(_, reference)| Some(reference.system) == system);
        ids.map(|(_, reference)| &reference.id).min()
    }

    /// Returns the id of a record for the row: the one in its system, otherwise the shared one.
    pub fn row_id<'s>(&'s self, record: i64, ids: IdScope, shared: Option<&'s Code>) -> Option<&'s Code> {
        self.system_id(record, ids.system).or(shared.filter(|_| ids.shared))
    }

    pub(super) fn has_references(&self, record: i64) -> bool {
        self.references_of(record).next().is_some()
    }

    fn references_of(&self, record: i64) -> impl Iterator<Item = (TableIndex, &ExternalReference)> {
        let indexes = self.hints.get(RecordKey::ReferencesOf(record));
        let known = follow(&self.external_references, indexes, move |one| {
            one.reference.record == record && !one.removed
        });
        known.map(|(index, one)| (index, &one.reference))
    }

    /// Replaces the first id of a record in a system. A shared record gets no id in the system of an organisation, because
    /// all organisations can read it.
    pub fn set_system_id<R: RowRecord>(
        &mut self,
        index: TableIndex,
        system: ExternalSystemId,
        id: Option<&Code>,
    ) {
        let system_owner = self.external_system(system).map(|system| system.organisation);
        let (table, hints) = R::table(self);
        let record = table.get(index);
        let ((organisation, _, record), partner) = (record.rank(), record.partner());
        if organisation == SHARED && system_owner != Some(SHARED) {
            return;
        }
        hints.add(RecordKey::Record(record), index);
        let stored = self.system_id(record, Some(system)).cloned();
        if stored.as_ref() == id {
            return;
        }
        let former = self
            .references_of(record)
            .find(|(_, known)| known.system == system && Some(&known.id) == stored.as_ref());
        if let Some((index, former)) = former {
            let former = DraftReference { reference: former.clone(), removed: true };
            self.external_references.change(index, former);
        }
        if let Some(id) = id {
            let kind = R::KIND;
            let reference = ExternalReference { kind, record, organisation, partner, system, id: id.clone() };
            let index = self.external_references.create(reference.into());
            self.hints.add(RecordKey::Reference(kind, system, partner, id.as_str()), index);
            self.hints.add(RecordKey::ReferencesOf(record), index);
        }
    }

    /// Returns the first id in each system of the wanted records.
    pub(super) fn external_ids(
        &self,
        wanted: impl Fn(i64) -> bool,
    ) -> HashMap<(i64, ExternalSystemId), Code> {
        let known = self.external_references.iter().filter(|(_, one)| !one.removed);
        let known = known.map(|(_, one)| &one.reference).filter(|reference| wanted(reference.record));
        ExternalReference::first_ids(known)
    }

    /// Returns the written locations and contacts that have ids in external systems.
    pub(super) fn without_unique_key(&self, writes: &ImportWrites) -> BTreeSet<i64> {
        if self.external_references.iter().next().is_none() {
            return BTreeSet::new();
        }
        let (locations, contacts) = (&writes.locations, &writes.contacts);
        let locations = locations.created.iter().chain(&locations.changed).map(|one| one.id.0);
        let contacts = contacts.created.iter().chain(&contacts.changed).map(|one| one.id.0);
        locations.chain(contacts).filter(|record| self.has_references(*record)).collect()
    }

    pub(super) fn reference_changes(&self) -> ReferenceChanges {
        let Changes { created, changed } = self.external_references.changes();
        let inserted = created.into_iter().filter(|one| !one.removed);
        ReferenceChanges {
            inserted: inserted.map(|one| one.reference).collect(),
            deleted: changed.into_iter().map(|one| one.reference).collect(),
        }
    }
}
