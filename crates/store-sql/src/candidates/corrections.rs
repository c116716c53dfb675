//! Loads the context of corrections, and commits them.

use orderdock_domain::cast;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use jiff::Timestamp;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::candidate::{Candidate, Related};
use orderdock_domain::correction::{
    Correction, CorrectionContext, CorrectionMappings, KindKeys, RecordKeys, RunChanges, imported,
};
use orderdock_domain::ids::{CandidateId, CrossReferenceId};
use orderdock_domain::masterdata::{
    Contact, CrossReference, CrossReferenceKind, Location, Partner, Product, Reference,
};
use orderdock_domain::processing::{ProcessingContext, RunCounts};
use orderdock_domain::text::Code;
use orderdock_store::{
    ChunkOutcome, CommentCommit, CommentOutcome, CorrectionCommit, CorrectionKeys, CorrectionReader,
    CorrectionTarget, CorrectionWriter, EditCommit, History, HistoryRange, RecordChanges, ResolutionCommit,
    RunScope, StoreResult,
};

use crate::imports::commit::check_relied;
use crate::imports::context::{add_conversions, product_keys, product_prices};
use crate::imports::spellings::respell_records;
use crate::records::TableRecord;
use crate::sql::query::{decode_row, rows};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::store::transaction::StoreTransaction;
use crate::{
    SqlValue, Transaction, candidates::changes, candidates::history, candidates::loaded, candidates::undo,
    imports::cross_references, orders, processing, requests, sql::keys, unresolved::open_references,
    unresolved::waiting,
};

/// `?2` record ids, `?3` external ids, `?4` codes, `?5` sales codes.
static PARTNERS: Statement = Statement::new(
    r"
    SELECT {columns bpartner}
    FROM bpartner
    WHERE id IN (
        SELECT k.value FROM {array ?2 int8}
        UNION ALL
        SELECT p.id FROM {array ?3 text} {join} bpartner p ON p.external_id = k.value
        UNION ALL
        SELECT p.id FROM {array ?4 text} {join} bpartner p ON p.code = k.value
        UNION ALL
        SELECT p.id FROM {array ?5 text} {join} bpartner p ON p.sales_code = k.value
    )
      AND {no_index org_id} {in ?1 int8}
    ORDER BY id
    ",
);

/// `?2` record ids, `?3` external ids, `?4` codes.
static PRODUCTS: Statement = Statement::new(
    r"
    SELECT {columns product}
    FROM product
    WHERE id IN (
        SELECT k.value FROM {array ?2 int8}
        UNION ALL
        SELECT p.id FROM {array ?3 text} {join} product p ON p.external_id = k.value
        UNION ALL
        SELECT p.id FROM {array ?4 text} {join} product p ON p.code = k.value
    )
      AND {no_index org_id} {in ?1 int8}
    ORDER BY id
    ",
);

static LOCATIONS: Statement = Statement::new(
    r"
    SELECT {columns bpartner_location}
    FROM bpartner_location
    WHERE bpartner_id {in ?2 int8} AND {no_index org_id} {in ?1 int8}
    ORDER BY id
    ",
);

static CONTACTS: Statement = Statement::new(
    r"
    SELECT {columns bpartner_contact}
    FROM bpartner_contact
    WHERE bpartner_id {in ?2 int8} AND {no_index org_id} {in ?1 int8}
    ORDER BY id
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&PARTNERS, &PRODUCTS, &LOCATIONS, &CONTACTS];

impl CorrectionReader for StoreTransaction<'_> {
    fn load_correction(&self, scope: &RunScope, keys: &CorrectionKeys) -> StoreResult<CorrectionContext> {
        load(self.transaction, scope, self.reference()?, keys)
    }

    fn candidate_history(
        &self,
        scope: &WriteScope,
        candidate: CandidateId,
        range: HistoryRange,
    ) -> StoreResult<History> {
        history::of_candidate(self.transaction, &self.writable(scope)?, candidate, &range)
    }

    fn waiting_candidates(
        &self,
        scope: &WriteScope,
        after: CandidateId,
        limit: u32,
    ) -> StoreResult<Vec<CandidateId>> {
        open_references::waiting(self.transaction, &self.writable(scope)?, after, limit)
    }

    fn candidates_waiting_for(
        &self,
        scope: &WriteScope,
        changed: &RecordChanges,
    ) -> StoreResult<Vec<CandidateId>> {
        waiting::of_changed(self.transaction, &self.writable(scope)?, changed)
    }

    fn count_comments(
        &self,
        scope: &ReadScope,
        candidates: &[CandidateId],
    ) -> StoreResult<HashMap<CandidateId, u64>> {
        history::count_comments(self.transaction, &self.readable(scope)?, candidates)
    }
}

impl CorrectionWriter for StoreTransaction<'_> {
    fn commit_correction(&self, commit: &CorrectionCommit) -> StoreResult<()> {
        self::commit(self.transaction, commit)
    }

    fn commit_resolution(&self, commit: &ResolutionCommit) -> StoreResult<()> {
        check_relied(self.transaction, &commit.unchanged)?;
        changes::correct(self.transaction, &commit.corrections)?;
        cross_references::count_uses(self.transaction, std::iter::once((commit.now, &commit.used)))
    }

    fn commit_edit(&self, commit: &EditCommit) -> StoreResult<ChunkOutcome> {
        commit_edit(self.transaction, &self.writable(&commit.scope)?, commit)
    }

    fn comment(&self, scope: &WriteScope, commit: &CommentCommit) -> StoreResult<CommentOutcome> {
        history::comment(self.transaction, &self.writable(scope)?, commit)
    }
}

/// Loads the context within the transaction, to which `reference` belongs.
pub fn load(
    transaction: &dyn Transaction,
    scope: &RunScope,
    reference: Arc<Reference>,
    wanted: &CorrectionKeys,
) -> StoreResult<CorrectionContext> {
    let writable = &OrganisationIds::writable(&scope.candidates, &reference);
    let readable = &OrganisationIds::readable(&scope.records, &reference);
    let (mut done, mut named) = (RunChanges::default(), wanted.records.clone());
    let candidates = match &wanted.candidates {
        CorrectionTarget::One(id) => loaded::load(transaction, writable, &[*id])?,
        CorrectionTarget::These(ids) => loaded::load(transaction, writable, ids)?,
        CorrectionTarget::DoneBy { run, candidates } => {
            done = undo::load(transaction, writable, *run, candidates)?;
            done.changed.values().flatten().for_each(|previous| previous.add_keys(&mut named));
            loaded::load(transaction, writable, candidates)?
        }
        CorrectionTarget::Reference { owner, header_id, line_id } => {
            loaded::load_by_reference(transaction, writable, owner, header_id, line_id.as_deref())?
        }
    };
    // removing an override restores the imported value, so its records are loaded too
    let both: Vec<Candidate> = candidates.iter().map(imported).chain(candidates.iter().cloned()).collect();
    let mut related = loaded::related(transaction, readable, reference, &both)?;
    let sent = named.values.clone();
    let sent: BTreeSet<&Code> = sent.iter().collect();
    let has_references = !related.reference.cross_reference_kinds.is_empty();
    let values = if has_references { sent.clone() } else { BTreeSet::new() };
    let mut cross_references = cross_references::of_all_buyers(transaction, readable, &values)?;
    for found in &cross_references {
        add_target(&mut named, found);
    }
    respell_records(transaction, &mut named)?;
    let load = CorrectionLoad { transaction, readable };
    load.named(&named, &mut related)?;
    // includes a new buyer
    let buyers = || related.partners.keys().copied();
    let of_buyers = cross_references::of_buyers(transaction, readable, &values, buyers())?;
    let stored = related.reference.product_keys;
    let found = product_keys::find(transaction, readable, stored, &sent, buyers())?;
    let mut others = RecordKeys { places: named.places, ..RecordKeys::default() };
    for one in &of_buyers {
        add_target(&mut others, one);
    }
    others.products.ids.extend(found.products().into_iter().map(|product| product.0));
    if !(others.partners.ids.is_empty() && others.products.ids.is_empty()) {
        load.named(&others, &mut related)?;
    }
    cross_references.extend(of_buyers);
    let products = keys::number_array(related.products.keys().map(|id| id.0).collect::<BTreeSet<_>>());
    let product_prices = product_prices(transaction, readable, &products)?;
    let ids: Vec<_> = candidates.iter().map(|candidate| candidate.id).collect();
    let orders = orders::of_candidates(transaction, writable, &ids)?;
    Ok(CorrectionContext {
        candidates,
        records: ProcessingContext { related, product_prices, ..ProcessingContext::default() },
        orders: orders.into_iter().map(|one| (one.candidate, one.document_no)).collect(),
        mappings: CorrectionMappings {
            cross_references,
            gtins: found.gtins,
            partner_products: found.partner_products,
        },
        done,
    })
}

/// Adds the target of a cross-reference to the records to load, unless it is loaded anyway: locations and contacts with
/// their partners, small kinds from memory.
fn add_target(named: &mut RecordKeys, found: &CrossReference) {
    match found.kind {
        CrossReferenceKind::Partner => {
            named.partners.ids.insert(found.record);
        }
        CrossReferenceKind::Product => {
            named.products.ids.insert(found.record);
        }
        _ => {}
    }
}

struct CorrectionLoad<'c> {
    transaction: &'c dyn Transaction,
    readable: &'c OrganisationIds,
}

impl CorrectionLoad<'_> {
    fn named(&self, wanted: &RecordKeys, related: &mut Related) -> StoreResult<()> {
        let [ids, external_ids, codes] = key_lists(&wanted.partners);
        let sales_codes = texts(&wanted.sales_partner_codes);
        let partners: Vec<Partner> = self.list(&PARTNERS, [ids, external_ids, codes, sales_codes])?;
        related.partners.extend(partners.into_iter().map(|one| (one.id, one)));
        let mut products: Vec<Product> = self.list(&PRODUCTS, key_lists(&wanted.products))?;
        let ids = keys::number_array(products.iter().map(|one| one.id.0));
        add_conversions(self.transaction, &mut products, &ids)?;
        related.products.extend(products.into_iter().map(|one| (one.id, one)));
        if wanted.places {
            let partners: BTreeSet<_> = related.partners.keys().map(|id| id.0).collect();
            let locations: Vec<Location> =
                self.list(&LOCATIONS, [keys::numbers(partners.iter().copied())])?;
            related.locations.extend(locations.into_iter().map(|one| (one.id, one)));
            let contacts: Vec<Contact> = self.list(&CONTACTS, [keys::numbers(partners)])?;
            related.contacts.extend(contacts.into_iter().map(|one| (one.id, one)));
        }
        Ok(())
    }

    fn list<R: TableRecord>(
        &self,
        sql: &Statement,
        keys: impl IntoIterator<Item = SqlValue<'static>>,
    ) -> StoreResult<Vec<R>> {
        let mut values = vec![self.readable.write()];
        for list in keys {
            values.push(list);
        }
        rows(self.transaction, R::TABLE.name, sql, values, decode_row)
    }
}

fn key_lists(keys: &KindKeys) -> [SqlValue<'static>; 3] {
    [keys::numbers(keys.ids.iter().copied()), texts(&keys.external_ids), texts(&keys.codes)]
}

fn texts(codes: &BTreeSet<Code>) -> SqlValue<'static> {
    keys::texts(codes.iter().map(Code::as_str))
}

/// Writes a correction; `Conflict` if a candidate or a dependency of the plan has changed, in which case the caller
/// rolls back.
pub fn commit(transaction: &dyn Transaction, commit: &CorrectionCommit) -> StoreResult<()> {
    check_relied(transaction, &commit.unchanged)?;
    changes::correct(transaction, &commit.corrections)?;
    requests::store_call(transaction, Some(&commit.log_entry))
}

pub fn commit_edit(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    commit: &EditCommit,
) -> StoreResult<ChunkOutcome> {
    check_relied(transaction, &commit.unchanged)?;
    commit.voids.iter().try_for_each(|void| orders::void(transaction, organisations, void))?;
    changes::correct(transaction, &commit.corrections)?;
    count_mapped(transaction, commit)?;
    processing::store_results(transaction, commit.run, &commit.results)?;
    let orders = cast::<u64>(commit.voids.len());
    let counts = RunCounts { orders, ..RunCounts::of_results(&commit.results) };
    let stop = !processing::progress(transaction, commit.run, counts, commit.fence)?;
    Ok(ChunkOutcome { counts, stop, ..ChunkOutcome::default() })
}

/// Counts the lines that a run mapped as uses of their cross-reference.
fn count_mapped(transaction: &dyn Transaction, commit: &EditCommit) -> StoreResult<()> {
    let mut used: BTreeMap<CrossReferenceId, u64> = BTreeMap::new();
    let mut last = Timestamp::MIN;
    for Correction { candidate, .. } in &commit.corrections {
        let of_run = candidate.mapped_references().filter(|(_, mapped)| mapped.run == commit.run);
        let named: BTreeSet<_> = of_run.filter_map(|(_, mapped)| mapped.cross_reference).collect();
        for id in named {
            *used.entry(id).or_default() += 1;
            last = last.max(candidate.updated_at);
        }
    }
    cross_references::count_uses(transaction, std::iter::once((last, &used)))
}
