//! Undoes the changes of one call on a record of master data, within a transaction.
//!
//! Created records are removed, and changed ones get their previous values; the history contains both. A change cannot
//! be undone if its record has changed since, if another record references it, or if an order that is not voided was
//! created with it.

use std::sync::Arc;

use jiff::civil::Date;
use orderdock_domain::ids::{OrganisationId, SHARED};
use orderdock_domain::masterdata::kinds::{
    Batch, Cell, GivenValue, KINDS, Kind, KindName, MemberChange, NESTED_IN, RecordRevert, RecordRow,
    RecordWrite, RowLookup, StoredRecord, UpsertWrites,
};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{
    Conflict, MasterdataUndo, RecordChange, StoreError, StoreResult, UndoOutcome, UndoResult, UndoneChange,
    UndoneRecord,
};

use super::history::{self, HistoryRecord};
use super::load;
use super::shown::{by_ids, one};
use super::stages::{decide, raise, write};
use super::undo::{OrderSearch, PriceOrigin, find_order, named_by, remove};
use crate::sql::column::{Column, integer};
use crate::sql::query::{decode_row, first, rows};
use crate::sql::scope::OrganisationIds;
use crate::{Transaction, requests};

/// Kinds for which all references to a record can be found, so that a created record can be removed.
const REMOVABLE: [KindName; 7] = [
    KindName::Taxes,
    KindName::PriceListVersions,
    KindName::UomConversions,
    KindName::ProductConversions,
    KindName::ProductPrices,
    KindName::PartnerProducts,
    KindName::CrossReferences,
];

/// A change to undo, with the current record.
struct ChangeToUndo {
    kind: &'static Kind,
    change: RecordChange,
    now: Option<(StoredRecord, RecordRow)>,
}

impl ChangeToUndo {
    /// Returns the current record. It must exist, because nothing depends on the change.
    fn record(&self) -> StoreResult<&StoredRecord> {
        let conflict = StoreError::Conflict(Conflict::ReferenceData);
        self.now.as_ref().map(|(record, _)| record).ok_or(conflict)
    }

    fn changes(&self) -> &[MemberChange] {
        self.change.changes.as_deref().unwrap_or_default()
    }

    fn is_creation(&self) -> bool {
        self.change.changes.is_none()
    }
}

/// Undoes the changes of a call on a record that was found in the caller's scope.
pub fn undo(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    undo: &MasterdataUndo,
) -> StoreResult<UndoOutcome> {
    let kind = undo.kind.kind();
    let Some(root) = one(transaction, organisations, kind, undo.id)? else {
        let named = Phrase::RecordWithId.of([kind.singular.into(), undo.id.into()]);
        return Ok(rejected(Problem::new(ProblemCode::RecordNotFound, "").with("kind", named)));
    };
    let call = [integer(root.id), undo.request_id.write()];
    let changes: Vec<RecordChange> =
        rows(transaction, "masterdata_change", &history::OF_CALL, call, decode_row)?;
    // several calls with the same id cannot be distinguished; older versions gave one to all calls of the command line
    if changes.is_empty() || changes.iter().any(|change| change.by.at != changes[0].by.at) {
        let unknown = Problem::new(ProblemCode::UndoRecordUnknown, "");
        return Ok(rejected(unknown.with("requestId", undo.request_id.as_str())));
    }
    let taken = load_changes(transaction, &changes)?;
    if let Some(code) = forbidden(undo, &root, &taken) {
        return Ok(rejected(Problem::new(code, "")));
    }
    let mut problems = Vec::new();
    for one in &taken {
        problems.extend(later_uses(transaction, kind, &root, one)?);
    }
    if !problems.is_empty() {
        problems.dedup();
        return Ok(Err(problems));
    }
    let decided = match restored(transaction, undo, &root, &taken)? {
        Ok(decided) => decided,
        Err(problems) => return Ok(Err(problems)),
    };
    if !undo.dry_run {
        undo_change(transaction, undo, root.id, &decided, &taken)?;
    }
    let undone = UndoResult { records: taken.iter().map(undone).collect::<StoreResult<_>>()? };
    if let (false, Some(build_log_entry)) = (undo.dry_run, &undo.build_log_entry) {
        requests::store_call(transaction, Some(&build_log_entry(&undone)))?;
    }
    Ok(Ok(undone))
}

fn rejected(problem: Problem) -> UndoOutcome {
    Err(vec![problem])
}

fn load_changes(transaction: &dyn Transaction, changes: &[RecordChange]) -> StoreResult<Vec<ChangeToUndo>> {
    let mut taken = Vec::new();
    for kind in KINDS {
        let of_kind: Vec<_> = changes.iter().filter(|change| change.kind == kind.name).collect();
        if of_kind.is_empty() {
            continue;
        }
        let shown = by_ids(transaction, None, kind, of_kind.iter().map(|change| change.id))?;
        let keys = of_kind.iter().map(|change| vec![Cell::Int(change.id)]).collect();
        let found = load(transaction, kind, &RowLookup { cells: &["id"], keys })?;
        for change in of_kind {
            let record = shown.iter().find(|record| record.id == change.id);
            let row = found.iter().find(|row| row.id == change.id);
            let now = record.cloned().zip(row.cloned());
            taken.push(ChangeToUndo { kind, change: change.clone(), now });
        }
    }
    Ok(taken)
}

/// Returns the problem if the caller may not write the owner of the record or of one of its nested records.
fn forbidden(undo: &MasterdataUndo, root: &StoredRecord, taken: &[ChangeToUndo]) -> Option<ProblemCode> {
    let root_owner = if undo.kind.kind().is_owned() { root.owner } else { SHARED };
    let nested = taken.iter().filter(|one| one.kind.is_owned());
    let owners = nested.filter_map(|one| one.now.as_ref().map(|(record, _)| record.owner));
    let mut closed = [root_owner].into_iter().chain(owners).filter(|owner| !undo.write.contains(*owner));
    closed.next().map(|owner| match owner {
        SHARED => ProblemCode::RecordSharedForbidden,
        _ => ProblemCode::OrgNotAllowed,
    })
}

/// Returns the problems that prevent undoing a change.
fn later_uses(
    transaction: &dyn Transaction,
    root_kind: &'static Kind,
    root: &StoredRecord,
    taken: &ChangeToUndo,
) -> StoreResult<Vec<Problem>> {
    let ChangeToUndo { kind, change, now } = taken;
    if change.undoes.as_ref().is_some_and(|undoes| undoes.removed) {
        return Ok(vec![Problem::new(ProblemCode::UndoRecordRemoved, "")]);
    }
    let Some((record, row)) = now.as_ref().filter(|(record, _)| record.version == change.version) else {
        let of_record = [integer(root.id), integer(change.id)];
        let last = first(transaction, "masterdata_change", &history::LAST, of_record, decode_row)?;
        let last: RecordChange = last.unwrap_or_else(|| change.clone());
        let undone = last.undoes.is_some_and(|undoes| undoes.version == change.version);
        let code = if undone { ProblemCode::UndoRecordUndone } else { ProblemCode::UndoRecordChanged };
        let problem = Problem::new(code, "").with("actor", last.by.actor);
        return Ok(vec![problem.with("at", last.by.at)]);
    };
    let mut problems = Vec::new();
    if taken.is_creation() {
        if REMOVABLE.contains(&kind.name) {
            let other = named_by(transaction, kind, record.id)?;
            problems.extend(
                other.map(|other| Problem::new(ProblemCode::UndoRecordNamed, "").with("other", other)),
            );
        } else {
            problems.push(Problem::new(ProblemCode::UndoRecordStays, "").with("kind", kind.singular));
        }
    }
    let former = RecordRevert { kind, record, changes: taken.changes() };
    problems.extend(
        former.lasting().map(|field| Problem::new(ProblemCode::UndoMemberStays, "").with("name", field.name)),
    );
    if kind.name == KindName::CrossReferences {
        // orders contain the target, regardless of how it was found
        return Ok(problems);
    }
    let with = orders_with(transaction, (root_kind, root), taken, (record, row))?;
    let used = find_order(transaction, &with)?;
    problems
        .extend(used.map(|number| Problem::new(ProblemCode::UndoRecordUsed, "").with("documentNo", number)));
    Ok(problems)
}

/// Returns the search for orders that may have been created with a record. For kinds that orders do not contain, any
/// order since the change counts.
fn orders_with(
    transaction: &dyn Transaction,
    (root_kind, root): (&'static Kind, &StoredRecord),
    taken: &ChangeToUndo,
    (record, row): (&StoredRecord, &RecordRow),
) -> StoreResult<OrderSearch> {
    let ChangeToUndo { kind, change, .. } = taken;
    let owner = match (kind.is_owned(), root_kind.is_owned()) {
        (true, _) => record.owner,
        (false, true) => root.owner,
        (false, false) => SHARED,
    };
    let owner = if kind.name == KindName::Organisations { OrganisationId(record.id) } else { owner };
    let (since, units) = (change.by.at, Vec::new());
    let mut with =
        OrderSearch { owner, since, partner: None, product: None, units, tax: None, priced_by: None };
    match kind.name {
        KindName::Partners => with.partner = Some(record.id),
        KindName::Locations | KindName::Contacts => with.partner = Some(root.id),
        KindName::Products => with.product = Some(record.id),
        KindName::Taxes => with.tax = Some(record.id),
        KindName::PriceLists => with.priced_by = text(kind, record, "code").map(PriceOrigin::List),
        KindName::PriceListVersions => {
            let version = text(root_kind, root, "code").zip(day(kind, record));
            with.priced_by = version.map(|(list, day)| PriceOrigin::Version(list, day));
        }
        KindName::ProductPrices => {
            with.product = id(kind, row, "product");
            let unit = id(kind, row, "uom");
            with.units.extend(unit);
            let version = text(kind, record, "priceList").zip(day(kind, record)).zip(unit);
            with.priced_by = version.map(|((list, day), unit)| PriceOrigin::Record(list, day, unit));
        }
        KindName::PartnerProducts => {
            with.partner = id(kind, row, "bpartner");
            with.product = id(kind, row, "product");
        }
        KindName::ProductConversions => {
            with.product = id(kind, row, NESTED_IN);
            let product = RowLookup { cells: &["id"], keys: vec![vec![Cell::Int(root.id)]] };
            let product = load(transaction, root_kind, &product)?;
            let stock = product.first().and_then(|row| id(root_kind, row, "uom"));
            let units = ["from", "to"].map(|member| id(kind, row, member));
            // lines in the stock unit needed no conversion
            with.units.extend(units.into_iter().flatten().filter(|unit| Some(*unit) != stock));
        }
        _ => {}
    }
    Ok(with)
}

fn id(kind: &Kind, row: &RecordRow, cell: &str) -> Option<i64> {
    let place = kind.cells().iter().position(|name| *name == cell)?;
    match row.cells.get(place) {
        Some(Cell::Int(id)) => Some(*id),
        _ => None,
    }
}

fn text(kind: &Kind, record: &StoredRecord, member: &str) -> Option<String> {
    match record.value(kind, member) {
        Some(GivenValue::Text(text)) => Some(text.clone()),
        _ => None,
    }
}

fn day(kind: &Kind, record: &StoredRecord) -> Option<Date> {
    match record.value(kind, "validFrom") {
        Some(GivenValue::Date(day)) => Some(*day),
        _ => None,
    }
}

/// Returns the writes that restore changed records. They are validated like any other change.
fn restored(
    transaction: &dyn Transaction,
    undo: &MasterdataUndo,
    root: &StoredRecord,
    taken: &[ChangeToUndo],
) -> StoreResult<Result<UpsertWrites, Vec<Problem>>> {
    let changed: Vec<&ChangeToUndo> = taken.iter().filter(|one| !one.is_creation()).collect();
    if changed.is_empty() {
        return Ok(Ok(UpsertWrites::default()));
    }
    let of_root = changed.iter().find(|one| one.change.id == root.id);
    let of_root = of_root.map_or(&[][..], |one| one.changes());
    let outer = RecordRevert { kind: undo.kind.kind(), record: root, changes: of_root };
    let nested = changed.iter().filter(|one| one.change.id != root.id);
    let nested =
        nested.map(|one| Ok(RecordRevert { kind: one.kind, record: one.record()?, changes: one.changes() }));
    let nested = nested.collect::<StoreResult<Vec<_>>>()?;
    let batch = Arc::new(Batch::restoring(outer, &nested));
    let decided = match decide(transaction, &batch, &undo.write)? {
        Ok(decided) => decided,
        // there is no request body to which the pointers could refer
        Err(problems) => {
            let without_pointer =
                problems.into_iter().map(|problem| Problem { pointer: String::new().into(), ..problem });
            return Ok(Err(without_pointer.collect()));
        }
    };
    let is_expected = |one: &&ChangeToUndo| {
        let of_it = |write: &&RecordWrite| write.id == one.change.id;
        decided.writes.iter().find(of_it).is_some_and(|write| write.replaces == Some(one.change.version))
    };
    let whole = decided.writes.len() == changed.len() && changed.iter().all(is_expected);
    if whole {
        return Ok(Ok(decided));
    }
    // the change of an identifying key cannot be undone, because the record would not be found
    let field = changed.iter().find_map(|one| one.changes().first()).map_or("", |change| change.field.name);
    Ok(Err(vec![Problem::new(ProblemCode::UndoMemberStays, "").with("name", field)]))
}

fn undo_change(
    transaction: &dyn Transaction,
    undo: &MasterdataUndo,
    root: i64,
    decided: &UpsertWrites,
    taken: &[ChangeToUndo],
) -> StoreResult<()> {
    let undoes = |removed: bool, version: i64| UndoneChange { version, removed, reason: undo.reason.clone() };
    if !decided.writes.is_empty() {
        let of_record = |id: i64| {
            let one = taken.iter().find(|one| one.change.id == id)?;
            Some(undoes(false, one.change.version))
        };
        write(transaction, decided, &undo.by, &of_record)?;
    }
    for one in taken.iter().filter(|one| one.is_creation()) {
        let (kind, record) = (one.kind, one.record()?);
        remove(transaction, kind, record)?;
        let noted = HistoryRecord {
            root,
            id: record.id,
            version: record.version + 1,
            owner: record.owner,
            changes: Some(values_before_removal(kind, record)),
            undoes: Some(undoes(true, record.version)),
        };
        history::note(transaction, &undo.by, kind, [noted])?;
        raise(transaction, kind, record.owner)?;
    }
    Ok(())
}

/// Returns the values of a record that is removed, for the history: the entry of its creation contains none.
fn values_before_removal(kind: &'static Kind, record: &StoredRecord) -> Vec<MemberChange> {
    let values = kind.fields.iter().zip(&record.values).filter(|(_, value)| **value != GivenValue::Null);
    values
        .map(|(field, value)| MemberChange { field, before: value.clone(), after: GivenValue::Null })
        .collect()
}

fn undone(one: &ChangeToUndo) -> StoreResult<UndoneRecord> {
    let record = one.record()?;
    let (removed, version) = (one.is_creation(), record.version + 1);
    let back = |change: &MemberChange| MemberChange {
        field: change.field,
        before: change.after.clone(),
        after: change.before.clone(),
    };
    let changes = if removed {
        values_before_removal(one.kind, record)
    } else {
        one.changes().iter().map(back).collect()
    };
    Ok(UndoneRecord { kind: one.kind.name, id: record.id, version, removed, changes })
}
