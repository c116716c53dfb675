//! State of the planner: the loaded context and the current draft on top of it.

mod candidates;
mod cross_references;
mod external_references;
mod partners;
mod products;
mod records;

pub(super) use candidates::{RepeatedRow, row_key};
pub(super) use cross_references::MappedRecord;
pub(super) use records::RowRecord;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use candidates::{HeaderId, RowKey, UsedReference};
use cross_references::Mappings;
use external_references::DraftReference;

use super::table::{HashIndex, RecordTable};
use super::{
    Content, Expectation, HeaderDate, ImportContext, ImportWrites, KnownIdentity, KnownReference, PostalCode,
    used_references,
};
use crate::candidate::{Candidate, ExternalIdentity, Related};
use crate::ids::{DataSourceId, ExternalSystemId, IdBlock, OrganisationId, PartnerId, ProductId};
use crate::masterdata::kinds::KindName;
use crate::masterdata::{
    Contact, CrossReferenceKind, ExternalSystem, Location, Organisation, Partner, PartnerGroup, Product,
    ProductPrice, Reference,
};
use crate::text::{Code, plain_spaces};

/// Keys for the lookup of records.
#[derive(Hash)]
enum RecordKey<'a> {
    PartnerId(PartnerId),
    PartnerCode(&'a str),
    PartnerExternalId(&'a str),
    SalesCode(&'a str),
    Gln(&'a str),
    LocationsOf(PartnerId),
    LocationExternalId(PartnerId, &'a str),
    LocationGln(PartnerId, &'a str),
    Address(PartnerId, &'a str),
    ContactExternalId(PartnerId, &'a str),
    ContactName(PartnerId, &'a str),
    ProductCode(&'a str),
    ProductExternalId(&'a str),
    /// Kind, external system, partner of a location or contact, id.
    Reference(KindName, ExternalSystemId, Option<PartnerId>, &'a str),
    CrossReference(CrossReferenceKind, &'a str),
    Gtin(&'a str),
    /// Buyer and its number for a product.
    ProductNumber(PartnerId, &'a str),
    /// References of the record with this id.
    ReferencesOf(i64),
    /// Record with external references, or with cross-references, GTINs or product numbers.
    Record(i64),
    PricesOf(ProductId),
    Postal(&'a str, &'a str),
    Known(RowKey<'a>),
    Drafted(RowKey<'a>),
    Fallen(RowKey<'a>),
    KnownHeader(HeaderId<'a>),
    DraftedHeader(HeaderId<'a>),
    KnownReference(UsedReference<'a>),
    DraftedReference(UsedReference<'a>),
}

/// A rejected row of the current unit. The identity of later rows is compared with it.
#[derive(Debug)]
pub(super) struct RowRejection {
    pub(super) organisation: OrganisationId,
    pub(super) data_source: DataSourceId,
    /// Code of the external system.
    pub(super) system: Option<Code>,
    pub(super) identity: ExternalIdentity,
    pub(super) content: Content,
    pub(super) index: u32,
}

/// Allocates ids from the reserved block. After its end, ids are placeholders, so that the plan can report the number of
/// ids that it needs.
#[derive(Clone, Debug)]
struct IdAllocator {
    block: IdBlock,
    beyond: IdBlock,
    drawn: u32,
}

impl IdAllocator {
    fn of(block: IdBlock) -> Self {
        Self { block, beyond: IdBlock::imaginary(), drawn: 0 }
    }
}

pub(super) struct ImportState {
    pub(super) reference: Arc<Reference>,
    /// New and changed organisations. Others are in the reference data.
    pub(super) organisations: RecordTable<Organisation>,
    pub(super) groups: RecordTable<PartnerGroup>,
    /// New external systems. Others are in the reference data.
    pub(super) systems: RecordTable<ExternalSystem>,
    pub(super) partners: RecordTable<Partner>,
    pub(super) locations: RecordTable<Location>,
    pub(super) contacts: RecordTable<Contact>,
    pub(super) products: RecordTable<Product>,
    pub(super) prices: RecordTable<ProductPrice>,
    external_references: RecordTable<DraftReference>,
    pub(super) mappings: Mappings,
    pub(super) candidates: RecordTable<Candidate>,
    pub(super) rejected_rows: Vec<RowRejection>,
    expectations: Vec<Expectation>,
    expectations_kept: usize,
    postal_codes: Vec<PostalCode>,
    identities: Vec<KnownIdentity>,
    references: Vec<KnownReference>,
    header_dates: Vec<HeaderDate>,
    hints: HashIndex,
    ids: IdAllocator,
    ids_kept: IdAllocator,
    ids_peak: u32,
}

impl ImportState {
    pub(super) fn new(mut context: ImportContext) -> Self {
        let ids = IdAllocator::of(IdBlock::new(0, 0));
        let mappings = Mappings::take(&mut context);
        let mut state = Self {
            mappings,
            reference: context.reference,
            organisations: RecordTable::loaded(Vec::new()),
            groups: RecordTable::loaded(Vec::new()),
            systems: RecordTable::loaded(Vec::new()),
            partners: RecordTable::loaded(context.partners),
            locations: RecordTable::loaded(context.locations),
            contacts: RecordTable::loaded(context.contacts),
            products: RecordTable::loaded(context.products),
            prices: RecordTable::loaded(context.product_prices),
            external_references: RecordTable::loaded(
                context.external_references.into_iter().map(DraftReference::from).collect(),
            ),
            candidates: RecordTable::loaded(Vec::new()),
            rejected_rows: Vec::new(),
            expectations: Vec::new(),
            expectations_kept: 0,
            postal_codes: context.postal_codes,
            identities: context.identities,
            references: context.po_references,
            header_dates: context.header_dates,
            hints: HashIndex::default(),
            ids_kept: ids.clone(),
            ids,
            ids_peak: 0,
        };
        state.index();
        state
    }

    fn index(&mut self) {
        self.index_records::<Partner>();
        self.index_records::<Location>();
        self.index_records::<Contact>();
        self.index_records::<Product>();
        self.index_references();
        self.index_mappings();
        let hints = &mut self.hints;
        self.prices.iter().for_each(|(index, price)| hints.add(RecordKey::PricesOf(price.product), index));
        for (index, postal) in self.postal_codes.iter().enumerate() {
            hints.add(RecordKey::Postal(postal.country.as_str(), postal.postal.as_str()), index);
        }
        for (index, known) in self.identities.iter().enumerate() {
            let (organisation, source, header, line) = known.row();
            let row = (organisation, source, &*plain_spaces(header), &*plain_spaces(line));
            hints.add(RecordKey::Known(row), index);
        }
        for (index, known) in self.references.iter().enumerate() {
            hints.add(RecordKey::KnownReference(known.used()), index);
        }
        for (index, known) in self.header_dates.iter().enumerate() {
            hints.add(RecordKey::KnownHeader(known.header()), index);
        }
    }

    /// Returns the items of a list at the indexes that are stored for a key.
    fn known<'w, T>(&'w self, list: &'w [T], key: RecordKey<'_>) -> impl Iterator<Item = &'w T> {
        self.hints.get(key).iter().filter_map(|index| list.get(*index))
    }

    /// Starts a plan with a block of ids.
    pub(super) fn begin(&mut self, ids: IdBlock) {
        self.ids = IdAllocator::of(ids);
        self.ids_kept = self.ids.clone();
        self.ids_peak = 0;
    }

    /// Returns the next id. After the end of the block it is a placeholder, and the plan must be discarded.
    pub(super) fn next_id<T: From<i64>>(&mut self) -> T {
        self.ids.drawn += 1;
        self.ids_peak = self.ids_peak.max(self.ids.drawn);
        let id = self.ids.block.next::<i64>().or_else(|| self.ids.beyond.next::<i64>());
        T::from(id.unwrap_or_default())
    }

    /// Returns the number of ids that the plan needs; 0 if the `given` ids were enough.
    pub(super) fn ids_short(&self, given: u32) -> u32 {
        if self.ids_peak > given { self.ids_peak } else { 0 }
    }

    pub(super) fn expect(&mut self, expectation: Expectation) {
        self.expectations.push(expectation);
    }

    /// Ends the draft and keeps its changes.
    pub(super) fn keep(&mut self) {
        self.organisations.keep();
        self.groups.keep();
        self.systems.keep();
        self.partners.keep();
        self.locations.keep();
        self.contacts.keep();
        self.products.keep();
        self.prices.keep();
        self.external_references.keep();
        self.candidates.keep();
        self.mappings.keep();
        self.rejected_rows.clear();
        self.expectations_kept = self.expectations.len();
        self.ids_kept = self.ids.clone();
    }

    /// Ends the draft and reverts its changes.
    pub(super) fn undo(&mut self) {
        self.organisations.undo();
        self.groups.undo();
        self.systems.undo();
        self.partners.undo();
        self.locations.undo();
        self.contacts.undo();
        self.products.undo();
        self.prices.undo();
        self.external_references.undo();
        self.candidates.undo();
        self.mappings.undo();
        self.rejected_rows.clear();
        self.expectations.truncate(self.expectations_kept);
        self.ids = self.ids_kept.clone();
    }

    /// Returns the writes and the records related to them.
    pub(super) fn finish(mut self) -> (ImportWrites, Related) {
        let writes = self.take_writes();
        let external_ids = self.external_ids(|_| true);
        let related = Related {
            reference: reference_with(self.reference, &writes),
            partners: self.partners.into_records().map(|record| (record.id, record)).collect(),
            locations: self.locations.into_records().map(|record| (record.id, record)).collect(),
            contacts: self.contacts.into_records().map(|record| (record.id, record)).collect(),
            products: self.products.into_records().map(|record| (record.id, record)).collect(),
            external_ids,
        };
        (writes, related)
    }

    /// Returns the writes and related records of a plan that others follow. The next plan treats the changes as written
    /// and loaded. It does not see new organisations, groups and external systems.
    pub(super) fn settle(&mut self) -> (ImportWrites, Related) {
        let writes = self.take_writes();
        let related = self.related_to(&writes);
        self.organisations = RecordTable::loaded(Vec::new());
        self.groups = RecordTable::loaded(Vec::new());
        self.systems = RecordTable::loaded(Vec::new());
        self.partners.settle(|record| record.version += 1);
        self.locations.settle(|record| record.version += 1);
        self.contacts.settle(|record| record.version += 1);
        self.products.settle(|record| record.version += 1);
        self.prices.settle(|_| {});
        self.external_references.settle(|_| {});
        self.learn_candidates(&writes);
        (writes, related)
    }

    fn take_writes(&mut self) -> ImportWrites {
        let mut writes = ImportWrites {
            organisations: self.organisations.changes(),
            partner_groups: self.groups.changes(),
            external_systems: self.systems.changes(),
            partners: self.partners.changes(),
            locations: self.locations.changes(),
            contacts: self.contacts.changes(),
            products: self.products.changes(),
            product_prices: self.prices.changes().created,
            external_references: self.reference_changes(),
            without_unique_key: BTreeSet::new(),
            used_cross_references: self.mappings.take_used(),
            candidates: self.candidates.take(),
            ids_used_before: Vec::new(),
            po_references: Vec::new(),
            rejected: Vec::new(),
            unchanged: Vec::new(),
        };
        writes.without_unique_key = self.without_unique_key(&writes);
        let changed = changed_records(&writes);
        let mut expectations = std::mem::take(&mut self.expectations);
        self.expectations_kept = 0;
        expectations.sort_unstable();
        expectations.dedup();
        let relied = expectations.into_iter().filter(|known| !changed.contains(known));
        // rows are decided header by header, but candidates are written in the order of their rows
        writes.candidates.sort_by_key(|candidate| candidate.request_index);
        writes.ids_used_before = self.ids_used_before(&writes.candidates);
        writes.po_references = used_references(&self.references, &writes.candidates);
        writes.unchanged = relied.chain(self.reference.expectations(writes.organisations())).collect();
        writes
    }

    /// Returns the current records that the candidates of a plan reference.
    fn related_to(&self, writes: &ImportWrites) -> Related {
        let candidates = &writes.candidates;
        let roles = || candidates.iter().flat_map(Candidate::roles);
        let sellers = candidates.iter().filter_map(|candidate| candidate.sales_partner);
        let partners: HashSet<_> = roles().map(|role| role.partner).chain(sellers).collect();
        let locations: HashSet<_> = roles().filter_map(|role| role.location).collect();
        let contacts: HashSet<_> = roles().filter_map(|role| role.contact).collect();
        let products: HashSet<_> = candidates.iter().filter_map(|candidate| candidate.product).collect();
        let named_ids: HashSet<i64> = (partners.iter().map(|id| id.0))
            .chain(locations.iter().map(|id| id.0))
            .chain(contacts.iter().map(|id| id.0))
            .collect();
        let external_ids = self.external_ids(|record| named_ids.contains(&record));
        Related {
            reference: reference_with(self.reference.clone(), writes),
            partners: named(&self.partners, &partners, |record| record.id),
            locations: named(&self.locations, &locations, |record| record.id),
            contacts: named(&self.contacts, &contacts, |record| record.id),
            products: named(&self.products, &products, |record| record.id),
            external_ids,
        }
    }
}

fn named<T: Clone, K: Copy + Eq + Hash>(
    table: &RecordTable<T>,
    ids: &HashSet<K>,
    id: impl Fn(&T) -> K,
) -> HashMap<K, T> {
    if ids.is_empty() {
        return HashMap::new();
    }
    let records = table.iter().map(|(_, record)| (id(record), record));
    records.filter(|(id, _)| ids.contains(id)).map(|(id, record)| (id, record.clone())).collect()
}

/// Returns the expectations that changed records cover, because the commit compares their version when it writes them.
fn changed_records(writes: &ImportWrites) -> Vec<Expectation> {
    let partners = writes.partners.changed.iter().map(Expectation::from);
    let locations = writes.locations.changed.iter().map(Expectation::from);
    let contacts = writes.contacts.changed.iter().map(Expectation::from);
    let products = writes.products.changed.iter().map(Expectation::from);
    partners.chain(locations).chain(contacts).chain(products).collect()
}

/// Returns the reference data including the organisations, groups and external systems to write.
fn reference_with(reference: Arc<Reference>, writes: &ImportWrites) -> Arc<Reference> {
    if !writes.writes_reference() {
        return reference;
    }
    let mut reference = Arc::unwrap_or_clone(reference);
    for organisation in &writes.organisations.changed {
        reference.organisations.retain(|old| old.id != organisation.id);
    }
    reference.organisations.extend(writes.organisations.changed.iter().cloned());
    reference.organisations.extend(writes.organisations.created.iter().cloned());
    reference.partner_groups.extend(writes.partner_groups.created.iter().cloned());
    reference.external_systems.extend(writes.external_systems.created.iter().cloned());
    Arc::new(reference.indexed())
}
