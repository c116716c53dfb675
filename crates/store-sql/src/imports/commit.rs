//! Writes imports atomically.

use orderdock_domain::cast;
use std::collections::{BTreeSet, HashSet};

use orderdock_domain::access::ReadScope;
use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::{CandidateId, OrganisationId};
use orderdock_domain::import::{Expectation, ImportContext, ImportKeys, ImportWrites, KnownReference};
use orderdock_domain::masterdata::kinds::KindName;
use orderdock_domain::masterdata::{Contact, Location, ProductPrice};
use orderdock_domain::number::sort_key;
use orderdock_store::{ChangeAuthor, ImportCommit, ImportReader, ImportWriter, StoreResult};

use crate::imports::external_references::{self, separate_key};
use crate::masterdata::history::{HistoryRecord, note};
use crate::masterdata::postal;
use crate::masterdata::stages::KindBeforeChange;
use crate::records::{insert, insert_with, update, update_with};
use crate::sql::column::{Column, integer, owned};
use crate::sql::query::{Pipeline, RowWriter, decode_row};
use crate::sql::tables::{CANDIDATE_IDENTITY, PO_REFERENCE_USE, PRODUCT_PRICE_SCALE};
use crate::sql::template::Statement;
use crate::store::transaction::StoreTransaction;
use crate::{
    SqlValue, Transaction, candidates::changes, candidates::content, conflict, imports::cross_references,
    imports::location_glns, reference, rejected_rows, requests, sql::keys, unresolved::missing_records,
    unresolved::open_references,
};

/// Writes imports in order; `Conflict` if a dependency of the plans has changed, in which case the caller rolls back.
pub fn commit(transaction: &dyn Transaction, commits: &[ImportCommit]) -> StoreResult<()> {
    // later imports may depend on the records that an earlier one writes
    let mut together = commits.chunk_by(|earlier, _| !writes_records(earlier));
    together.try_for_each(|commits| commit_together(transaction, commits))?;
    rejected_rows::write(transaction, commits)
}

fn writes_records(commit: &ImportCommit) -> bool {
    commit.row_count() > 1 + commit.writes.candidates.len()
}

/// Writes imports; only the last one may write records other than candidates.
fn commit_together(transaction: &dyn Transaction, commits: &[ImportCommit]) -> StoreResult<()> {
    // first, so that a repeated request gets the stored response instead of a conflict of its rows
    let mut responses = commits.iter().filter_map(|commit| commit.response.as_ref());
    responses.try_for_each(|response| requests::store_response(transaction, response))?;
    let writes = || commits.iter().map(|commit| &commit.writes);
    check_relied(transaction, writes().flat_map(|writes| &writes.unchanged))?;
    commits.iter().try_for_each(|commit| write_records(transaction, commit))?;
    let ids_used_before = writes().flat_map(|writes| &writes.ids_used_before).copied().collect();
    insert_candidates(transaction, writes().flat_map(|writes| &writes.candidates), &ids_used_before)?;
    insert_references(transaction, writes().flat_map(|writes| &writes.po_references))?;
    let uses = commits.iter().map(|commit| (commit.now, &commit.writes.used_cross_references));
    cross_references::count_uses(transaction, uses)?;
    let stored = commits.iter().map(|commit| (&commit.request, commit.writes.candidates.as_slice()));
    requests::store_all(transaction, stored)?;
    commits.iter().try_for_each(|ImportCommit { writes, request, .. }| {
        requests::store_rejected_lines(transaction, request, &writes.rejected)
    })
}

fn write_records(transaction: &dyn Transaction, commit: &ImportCommit) -> StoreResult<()> {
    let writes = &commit.writes;
    if !writes_records(commit) {
        return Ok(());
    }
    location_glns::lock(transaction, writes)?;
    let noted = ImportHistory::read(transaction, commit)?;
    write_reference(transaction, writes)?;
    // ordered by unique key, so that no two imports deadlock
    insert(transaction, sorted(&writes.partners.created, |one| (one.organisation, &one.code)))?;
    update(transaction, sorted(&writes.partners.changed, |one| one.id))?;
    let (locations, contacts) = (&writes.locations, &writes.contacts);
    let address =
        |one: &Location, row: &mut [SqlValue<'_>]| separate_key(&writes.without_unique_key, one.id.0, row, 1);
    insert_with(transaction, sorted(&locations.created, |one| (one.partner, &one.external_id)), address)?;
    update_with(transaction, sorted(&locations.changed, |one| one.id), address)?;
    location_glns::check(transaction, writes)?;
    let name =
        |one: &Contact, row: &mut [SqlValue<'_>]| separate_key(&writes.without_unique_key, one.id.0, row, 2);
    insert_with(transaction, sorted(&contacts.created, |one| (one.partner, &one.external_id)), name)?;
    update_with(transaction, sorted(&contacts.changed, |one| one.id), name)?;
    insert(transaction, sorted(&writes.products.created, |one| (one.organisation, &one.code)))?;
    update(transaction, sorted(&writes.products.changed, |one| one.id))?;
    external_references::write(transaction, &writes.external_references)?;
    insert_prices(transaction, &writes.product_prices)?;
    noted.note(transaction, writes)?;
    let addresses = &writes.locations;
    let places = postal::places(addresses.created.iter().chain(&addresses.changed));
    postal::link(transaction, &places)?;
    reference::bump_master_data(transaction, &owners_of_changed(writes))
}

fn sorted<'r, T, K: Ord>(records: &'r [T], key: impl Fn(&'r T) -> K) -> Vec<&'r T> {
    let mut records: Vec<_> = records.iter().collect();
    records.sort_by_cached_key(|record| key(record));
    records
}

/// History of the master data that an import creates and changes; most imports do neither.
struct ImportHistory {
    by: ChangeAuthor,
    changing: Vec<KindBeforeChange>,
}

impl ImportHistory {
    /// Reads the records before they change.
    fn read(transaction: &dyn Transaction, commit: &ImportCommit) -> StoreResult<Self> {
        let (writes, request) = (&commit.writes, &commit.request);
        let by = ChangeAuthor {
            actor: request.actor.clone(),
            request_id: request.request_id.clone(),
            at: commit.now,
        };
        let organisations = writes.organisations.changed.iter().map(|one| (one.id.0, one.id.0)).collect();
        let groups = writes.partner_groups.changed.iter().map(|one| (one.id.0, one.id.0)).collect();
        let partners = writes.partners.changed.iter().map(|one| (one.id.0, one.id.0)).collect();
        let locations = writes.locations.changed.iter().map(|one| (one.partner.0, one.id.0)).collect();
        let contacts = writes.contacts.changed.iter().map(|one| (one.partner.0, one.id.0)).collect();
        let products = writes.products.changed.iter().map(|one| (one.id.0, one.id.0)).collect();
        let changed: [(KindName, Vec<(i64, i64)>); 6] = [
            (KindName::Organisations, organisations),
            (KindName::PartnerGroups, groups),
            (KindName::Partners, partners),
            (KindName::Locations, locations),
            (KindName::Contacts, contacts),
            (KindName::Products, products),
        ];
        let changed = changed.into_iter().filter(|(_, records)| !records.is_empty());
        let changing =
            changed.map(|(kind, records)| KindBeforeChange::read(transaction, kind.kind(), records));
        Ok(Self { by, changing: changing.collect::<StoreResult<_>>()? })
    }

    /// Writes the history of the written records.
    fn note(self, transaction: &dyn Transaction, writes: &ImportWrites) -> StoreResult<()> {
        let organisations = writes.organisations.created.iter();
        let organisations = organisations.map(|one| HistoryRecord::created(one.id.0, one.id.0, one.id));
        let groups = writes.partner_groups.created.iter();
        let groups = groups.map(|one| HistoryRecord::created(one.id.0, one.id.0, one.organisation));
        let systems = writes.external_systems.created.iter();
        let systems = systems.map(|one| HistoryRecord::created(one.id.0, one.id.0, one.organisation));
        let partners = writes.partners.created.iter();
        let partners = partners.map(|one| HistoryRecord::created(one.id.0, one.id.0, one.organisation));
        let locations = writes.locations.created.iter();
        let locations =
            locations.map(|one| HistoryRecord::created(one.partner.0, one.id.0, one.organisation));
        let contacts = writes.contacts.created.iter();
        let contacts = contacts.map(|one| HistoryRecord::created(one.partner.0, one.id.0, one.organisation));
        let products = writes.products.created.iter();
        let products = products.map(|one| HistoryRecord::created(one.id.0, one.id.0, one.organisation));
        let prices = writes.product_prices.iter();
        let prices = prices.map(|one| HistoryRecord::created(one.id.0, one.id.0, one.organisation));
        note(transaction, &self.by, KindName::Organisations.kind(), organisations)?;
        note(transaction, &self.by, KindName::PartnerGroups.kind(), groups)?;
        note(transaction, &self.by, KindName::ExternalSystems.kind(), systems)?;
        note(transaction, &self.by, KindName::Partners.kind(), partners)?;
        note(transaction, &self.by, KindName::Locations.kind(), locations)?;
        note(transaction, &self.by, KindName::Contacts.kind(), contacts)?;
        note(transaction, &self.by, KindName::Products.kind(), products)?;
        note(transaction, &self.by, KindName::ProductPrices.kind(), prices)?;
        self.changing.into_iter().try_for_each(|changing| changing.note(transaction, &self.by))
    }
}

/// Returns the owners of changed records to which stored candidates may refer.
fn owners_of_changed(writes: &ImportWrites) -> BTreeSet<OrganisationId> {
    let partners = writes.partners.changed.iter().map(|one| one.organisation);
    let locations = writes.locations.changed.iter().map(|one| one.organisation);
    let contacts = writes.contacts.changed.iter().map(|one| one.organisation);
    let products = writes.products.changed.iter().map(|one| one.organisation);
    partners.chain(locations).chain(contacts).chain(products).collect()
}

/// `?1` pairs of organisation and generation.
static GENERATIONS_EXPECTED: Statement = Statement::new(
    r"
    SELECT count(*)
    FROM {tuples ?1 int8 int8}
    {join} generation g ON g.org_id = {tuple 0}
    WHERE g.value = {tuple 1}
    ",
);

static EXPECTED_PARTNERS: Statement = Statement::new(
    r"
    SELECT count(*)
    FROM {tuples ?1 int8 int8}
    {join} bpartner r ON r.id = {tuple 0}
    WHERE r.version = {tuple 1}
    ",
);

static EXPECTED_LOCATIONS: Statement = Statement::new(
    r"
    SELECT count(*)
    FROM {tuples ?1 int8 int8}
    {join} bpartner_location r ON r.id = {tuple 0}
    WHERE r.version = {tuple 1}
    ",
);

static EXPECTED_CONTACTS: Statement = Statement::new(
    r"
    SELECT count(*)
    FROM {tuples ?1 int8 int8}
    {join} bpartner_contact r ON r.id = {tuple 0}
    WHERE r.version = {tuple 1}
    ",
);

static EXPECTED_PRODUCTS: Statement = Statement::new(
    r"
    SELECT count(*)
    FROM {tuples ?1 int8 int8}
    {join} product r ON r.id = {tuple 0}
    WHERE r.version = {tuple 1}
    ",
);

static INSERT_SCALE: Statement = Statement::insert(&PRODUCT_PRICE_SCALE);
static INSERT_IDENTITY: Statement = Statement::insert(&CANDIDATE_IDENTITY);
static INSERT_REFERENCE_USE: Statement = Statement::keep(&PO_REFERENCE_USE);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[
    &GENERATIONS_EXPECTED,
    &EXPECTED_PARTNERS,
    &EXPECTED_LOCATIONS,
    &EXPECTED_CONTACTS,
    &EXPECTED_PRODUCTS,
    &INSERT_SCALE,
    &INSERT_IDENTITY,
    &INSERT_REFERENCE_USE,
];

/// Returns `Conflict` if a dependency of a plan has changed.
pub fn check_relied<'e>(
    transaction: &dyn Transaction,
    expectations: impl IntoIterator<Item = &'e Expectation>,
) -> StoreResult<()> {
    let mut expectations: Vec<_> = expectations.into_iter().copied().collect();
    expectations.sort_unstable();
    expectations.dedup();
    let (mut partners, mut locations, mut contacts, mut products) = (vec![], vec![], vec![], vec![]);
    let mut generations = vec![];
    for expectation in expectations {
        match expectation {
            Expectation::Partner(id, version) => partners.push((id.0, version)),
            Expectation::Location(id, version) => locations.push((id.0, version)),
            Expectation::Contact(id, version) => contacts.push((id.0, version)),
            Expectation::Product(id, version) => products.push((id.0, version)),
            Expectation::Reference(id, generation) => generations.push((id.0, generation)),
        }
    }
    let kinds = [
        ("generation", &GENERATIONS_EXPECTED, generations),
        ("bpartner", &EXPECTED_PARTNERS, partners),
        ("bpartner_location", &EXPECTED_LOCATIONS, locations),
        ("bpartner_contact", &EXPECTED_CONTACTS, contacts),
        ("product", &EXPECTED_PRODUCTS, products),
    ];
    let kinds: Vec<_> = kinds.into_iter().filter(|(_, _, wanted)| !wanted.is_empty()).collect();
    if kinds.is_empty() {
        return Ok(());
    }
    let mut found: Vec<Vec<i64>> = kinds.iter().map(|_| Vec::new()).collect();
    let mut pipeline = Pipeline::of(transaction);
    for ((table, sql, wanted), found) in kinds.iter().zip(&mut found) {
        pipeline.push(table, *sql, [keys::number_pairs(wanted.iter().copied())], decode_row, found)?;
    }
    pipeline.execute()?;
    for ((table, _, wanted), found) in kinds.iter().zip(found) {
        let count = cast::<i64>(wanted.len());
        if found != [count] {
            return Err(conflict(table));
        }
    }
    Ok(())
}

fn write_reference(transaction: &dyn Transaction, writes: &ImportWrites) -> StoreResult<()> {
    let (organisations, groups) = (&writes.organisations, &writes.partner_groups);
    let systems = &writes.external_systems;
    insert(transaction, &organisations.created)?;
    update(transaction, &organisations.changed)?;
    insert(transaction, &groups.created)?;
    update(transaction, &groups.changed)?;
    insert(transaction, sorted(&systems.created, |one| (one.organisation, &one.code)))?;
    update(transaction, &systems.changed)?;
    let of_organisations = organisations.created.iter().chain(&organisations.changed).map(|one| one.id);
    let of_groups = groups.created.iter().chain(&groups.changed).map(|one| one.organisation);
    let of_systems = systems.created.iter().chain(&systems.changed).map(|one| one.organisation);
    let owners = of_organisations.chain(of_groups).chain(of_systems).collect();
    reference::bump_generations(transaction, &owners)
}

fn insert_prices(transaction: &dyn Transaction, prices: &[ProductPrice]) -> StoreResult<()> {
    insert(transaction, prices)?;
    let mut rows = RowWriter::prepare(transaction, &INSERT_SCALE)?;
    for price in prices {
        for scale in &price.scales {
            rows.write([
                price.id.write(),
                scale.from_quantity.write(),
                owned(sort_key(&scale.from_quantity)),
                scale.price.write(),
            ])?;
        }
    }
    rows.close()
}

impl ImportReader for StoreTransaction<'_> {
    fn load_import_context(&self, scope: &ReadScope, keys: &ImportKeys) -> StoreResult<ImportContext> {
        self.shared.load_import(self.transaction, scope, keys, self.reference()?)
    }
}

impl ImportWriter for StoreTransaction<'_> {
    fn commit_imports(&self, commits: &[ImportCommit]) -> StoreResult<()> {
        commit(self.transaction, commits)
    }
}

/// Writes candidates. The first row with its external ids has the system key 0, so a concurrently imported row with the
/// same ids is a conflict. Rows in `ids_used_before` have the key of their external system.
fn insert_candidates<'c>(
    transaction: &dyn Transaction,
    candidates: impl Iterator<Item = &'c Candidate> + Clone,
    ids_used_before: &HashSet<CandidateId>,
) -> StoreResult<()> {
    if candidates.clone().next().is_none() {
        return Ok(());
    }
    let system_key = |candidate: &Candidate| match candidate.external_system {
        Some(system) if ids_used_before.contains(&candidate.id) => system.0,
        _ => 0,
    };
    let mut by_identity: Vec<_> = candidates.clone().collect();
    by_identity.sort_unstable_by_key(|candidate| {
        (&candidate.identity.header_id, &candidate.identity.line_id, system_key(candidate))
    });
    let mut identities = RowWriter::prepare(transaction, &INSERT_IDENTITY)?;
    for candidate in by_identity {
        identities.write([
            candidate.identity.header_id.write(),
            candidate.identity.line_id.write(),
            candidate.organisation.write(),
            candidate.data_source.write(),
            integer(system_key(candidate)),
            candidate.id.write(),
            candidate.external_system.write(),
        ])?;
    }
    identities.close()?;
    insert(transaction, candidates.clone())?;
    content::insert(transaction, candidates.clone())?;
    open_references::insert(transaction, candidates.clone())?;
    missing_records::insert(transaction, candidates.clone())?;
    changes::note_new(transaction, candidates)
}

/// Writes order references; skips those that another import has written since.
fn insert_references<'r>(
    transaction: &dyn Transaction,
    used: impl Iterator<Item = &'r KnownReference>,
) -> StoreResult<()> {
    let mut rows = RowWriter::prepare(transaction, &INSERT_REFERENCE_USE)?;
    for KnownReference { organisation, partner, po_reference, data_source, header_id, .. } in used {
        rows.write([
            po_reference.write(),
            partner.write(),
            organisation.write(),
            data_source.write(),
            header_id.write(),
        ])?;
    }
    rows.close()
}
