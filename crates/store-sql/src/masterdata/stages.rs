//! Changes of master data within a transaction: validation, writes and history.

use std::collections::HashMap;
use std::sync::Arc;

use orderdock_domain::access::WriteScope;
use orderdock_domain::ids::{OrganisationId, SHARED};
use orderdock_domain::masterdata::kinds::{
    Batch, Cell, GTINS, KINDS, Kind, KindName, OUT_OF_USE, StoredRecord, Upsert, UpsertWrites,
};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{
    ChangeAuthor, Conflict, Deactivation, MasterdataOutcome, MasterdataUpsert, StoreError, StoreResult,
    UndoneChange, UpsertResult,
};

use super::history::{HistoryRecord, note};
use super::shown::{by_ids, one};
use super::{complete, load, postal, set, write_all};
use crate::reference::{bump_generations, bump_master_data, product_keys};
use crate::sql::ids::reserve_ids;
use crate::sql::scope::OrganisationIds;
use crate::{Transaction, imports::spellings, requests};

/// Validates a batch and writes it, unless it is a dry run.
pub fn upsert(transaction: &dyn Transaction, upsert: &MasterdataUpsert) -> StoreResult<MasterdataOutcome> {
    let MasterdataUpsert { by, dry_run, build_log_entry, .. } = upsert;
    let mut decided = match decide(transaction, &upsert.batch, &upsert.scope)? {
        Ok(decided) => decided,
        Err(problems) => return Ok(Err(problems)),
    };
    if !dry_run && !decided.writes.is_empty() {
        decided.number(reserve_ids(transaction, decided.new_records)?);
        write(transaction, &decided, by, &|_| None)?;
    }
    let upserted =
        UpsertResult { counts: decided.counts, records: decided.records, warnings: decided.warnings };
    if let (false, Some(build_log_entry)) = (dry_run, build_log_entry) {
        requests::store_call(transaction, Some(&build_log_entry(&upserted)))?;
    }
    Ok(Ok(upserted))
}

pub fn decide(
    transaction: &dyn Transaction,
    batch: &Arc<Batch>,
    scope: &WriteScope,
) -> StoreResult<Result<UpsertWrites, Vec<Problem>>> {
    let mut upsert = Upsert::new(Arc::clone(batch), scope.clone());
    for kind in KINDS {
        let mut found = Vec::new();
        for mut lookup in upsert.lookups(kind) {
            spellings::respell(transaction, &mut lookup)?;
            found.extend(load(transaction, kind, &lookup)?);
        }
        upsert.found(kind, found);
    }
    Ok(upsert.decide())
}

/// Writes records in an order in which every referenced record already exists. References to later records of the batch
/// are set after all records are written. `undoes` returns the undone change of a record by its id.
pub fn write(
    transaction: &dyn Transaction,
    decided: &UpsertWrites,
    by: &ChangeAuthor,
    undoes: &dyn Fn(i64) -> Option<UndoneChange>,
) -> StoreResult<()> {
    let of = |kind: &'static Kind| decided.writes.iter().filter(|write| write.kind == kind.name);
    let adds_keys = adds_product_keys(transaction, decided)?;
    let mut changing = Vec::new();
    for kind in KINDS {
        let changed = of(kind).filter(|write| write.replaces.is_some());
        changing.push(KindBeforeChange::read(
            transaction,
            kind,
            changed.map(|write| (write.root(), write.id)),
        )?);
    }
    for kind in KINDS {
        write_all(transaction, kind, of(kind))?;
        let owner_cell = kind.owner_cell();
        let created = of(kind).filter(|write| write.replaces.is_none());
        let created = created.map(|write| {
            HistoryRecord::created(write.root(), write.id, OrganisationId(write.owner(owner_cell)))
        });
        note(transaction, by, kind, created)?;
    }
    decided
        .writes
        .iter()
        .filter(|write| !write.late.is_empty())
        .try_for_each(|write| complete(transaction, write))?;
    changing.into_iter().try_for_each(|changing| changing.record_undo(transaction, by, undoes))?;
    postal::link(transaction, &decided.postal_places())?;
    let owners = if adds_keys { decided.owners() } else { decided.reference_owners() };
    bump_generations(transaction, &owners)?;
    bump_master_data(transaction, &decided.owners())
}

/// Returns whether the writes contain the first GTIN or the first product number of a partner.
fn adds_product_keys(transaction: &dyn Transaction, decided: &UpsertWrites) -> StoreResult<bool> {
    let cells = KindName::Products.kind().cells();
    let gtins = cells.iter().position(|cell| *cell == GTINS).unwrap_or_default();
    let (mut with_gtins, mut with_numbers) = (false, false);
    for write in &decided.writes {
        with_gtins |= write.kind == KindName::Products
            && matches!(&write.cells[gtins], Cell::List(rows) if !rows.is_empty());
        with_numbers |= write.kind == KindName::PartnerProducts;
    }
    if !with_gtins && !with_numbers {
        return Ok(false);
    }
    let stored = product_keys(transaction)?;
    Ok(with_gtins && !stored.gtins || with_numbers && !stored.partner_numbers)
}

/// Deactivates a record that was found in the caller's scope. Returns the inactive record.
pub fn deactivate(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    deactivation: &Deactivation,
) -> StoreResult<Result<StoredRecord, Problem>> {
    let (kind, changed_since) = (deactivation.kind.kind(), || StoreError::Conflict(Conflict::ReferenceData));
    let find = || one(transaction, organisations, kind, deactivation.id);
    let Some(mut record) = find()? else {
        let named = Phrase::RecordWithId.of([kind.singular.into(), deactivation.id.into()]);
        return Ok(Err(Problem::new(ProblemCode::RecordNotFound, "").with("kind", named)));
    };
    if !deactivation.write.contains(if kind.is_owned() { record.owner } else { SHARED }) {
        // records of other organisations are not found, so this one is shared
        return Ok(Err(Problem::new(ProblemCode::RecordSharedForbidden, "")));
    }
    if record.is_active(kind) {
        let (member, value) = OUT_OF_USE;
        let changing = KindBeforeChange::read(transaction, kind, [(record.id, record.id)])?;
        set(transaction, kind, &record, kind.field(member).ok_or_else(changed_since)?, &value)?;
        changing.note(transaction, &deactivation.by)?;
        raise(transaction, kind, record.owner)?;
        record = find()?.ok_or_else(changed_since)?;
    }
    requests::store_call(transaction, Some(&(deactivation.build_log_entry)(&record)))?;
    Ok(Ok(record))
}

/// Increments the generation of the owner of a changed record.
pub fn raise(transaction: &dyn Transaction, kind: &Kind, owner: OrganisationId) -> StoreResult<()> {
    let owner = [owner].into();
    if kind.is_reference() {
        bump_generations(transaction, &owner)?;
    }
    bump_master_data(transaction, &owner)
}

/// Records of a kind before a change.
pub struct KindBeforeChange {
    kind: &'static Kind,
    /// Root records by record id: the parent record, or the record itself.
    roots: HashMap<i64, i64>,
    before: Vec<StoredRecord>,
}

impl KindBeforeChange {
    /// Reads the records before the change. Each is given by root and id.
    pub fn read(
        transaction: &dyn Transaction,
        kind: &'static Kind,
        records: impl IntoIterator<Item = (i64, i64)>,
    ) -> StoreResult<Self> {
        let roots: HashMap<i64, i64> = records.into_iter().map(|(root, id)| (id, root)).collect();
        let before = if roots.is_empty() {
            Vec::new()
        } else {
            by_ids(transaction, None, kind, roots.keys().copied())?
        };
        Ok(Self { kind, roots, before })
    }

    /// Writes history entries of the differences.
    pub fn note(self, transaction: &dyn Transaction, by: &ChangeAuthor) -> StoreResult<()> {
        self.record_undo(transaction, by, &|_| None)
    }

    fn record_undo(
        self,
        transaction: &dyn Transaction,
        by: &ChangeAuthor,
        undoes: &dyn Fn(i64) -> Option<UndoneChange>,
    ) -> StoreResult<()> {
        if self.before.is_empty() {
            return Ok(());
        }
        let after = by_ids(transaction, None, self.kind, self.before.iter().map(|record| record.id))?;
        // both lists are ordered by id, and the change removes no record
        let changes = self.before.iter().zip(&after).filter_map(|(before, after)| {
            let changes = after.changes(self.kind, before);
            let root = self.roots.get(&after.id).copied().unwrap_or(after.id);
            let (id, version, owner) = (after.id, after.version, after.owner);
            // a new link to a postal code is not a change
            let noted =
                HistoryRecord { root, id, version, owner, changes: Some(changes), undoes: undoes(id) };
            noted.changes.as_ref().is_some_and(|changes| !changes.is_empty()).then_some(noted)
        });
        note(transaction, by, self.kind, changes)
    }
}
