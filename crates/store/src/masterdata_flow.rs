//! How master data is changed: the stages, over a transaction of any database.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use orderdock_domain::access::WriteScope;
use orderdock_domain::ids::{LocationId, OrganisationId, PostalCodeId, SHARED};
use orderdock_domain::import::PostalCode;
use orderdock_domain::masterdata::kinds::{
    Batch, Field, GivenValue, KINDS, Kind, MemberChange, OUT_OF_USE, RecordRow, RecordWrite, RowLookup,
    StoredRecord, Upsert, UpsertWrites,
};
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text::{Code, Name};

use crate::{
    ChangedBy, Conflict, Deactivation, KeptCall, MasterdataOutcome, MasterdataUpsert, StoreError,
    StoreResult, Undoes, Upserted,
};

/// What the stages ask of the transaction they run in. It reads and writes; nothing is decided there.
pub trait MasterdataRows {
    fn look_up(&self, kind: &'static Kind, lookup: &RowLookup) -> StoreResult<Vec<RecordRow>>;

    /// Records whosever they are, ascending by id, without those nested in them.
    fn shown(
        &self,
        kind: &'static Kind,
        ids: &mut dyn Iterator<Item = i64>,
    ) -> StoreResult<Vec<StoredRecord>>;

    /// Takes so many ids and tells the first.
    fn reserve_ids(&self, count: u32) -> StoreResult<i64>;

    /// Writes records of a kind; Conflict unless each is what it replaces.
    fn write(&self, kind: &'static Kind, writes: &mut dyn Iterator<Item = &RecordWrite>) -> StoreResult<()>;

    /// Writes the late cells of a record that was written.
    fn complete(&self, write: &RecordWrite) -> StoreResult<()>;

    /// Gives a member of a record another value; Conflict unless the record is what it was.
    fn set(
        &self,
        kind: &'static Kind,
        record: &StoredRecord,
        field: &'static Field,
        value: &GivenValue,
    ) -> StoreResult<()>;

    /// Keeps what the history tells of records of a kind.
    fn note(
        &self,
        by: &ChangedBy,
        kind: &'static Kind,
        changes: &mut dyn Iterator<Item = NotedRecord>,
    ) -> StoreResult<()>;

    /// The known postal codes of these countries and postal codes.
    fn postal_codes(&self, places: &BTreeSet<(&str, &str)>) -> StoreResult<Vec<PostalCode>>;

    /// The addresses of all organisations with one of these countries and postal codes that are linked to none.
    fn unlinked(&self, places: &BTreeSet<(&str, &str)>) -> StoreResult<Vec<Unlinked>>;

    fn link(&self, links: &mut dyn Iterator<Item = (LocationId, PostalCodeId)>) -> StoreResult<()>;

    /// Raises the generations of those whose reference data has changed.
    fn raise_generations(&self, owners: &BTreeSet<OrganisationId>) -> StoreResult<()>;

    /// Tells that master data has changed which a candidate in error may have waited for.
    fn raise_master_data(&self, owners: &BTreeSet<OrganisationId>) -> StoreResult<()>;

    fn keep(&self, call: &KeptCall) -> StoreResult<()>;
}

/// What the history tells of one record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotedRecord {
    /// The record it is nested in, or itself.
    pub root: i64,
    pub id: i64,
    /// The version that the change made.
    pub version: i64,
    pub owner: OrganisationId,
    /// `None` where it was created.
    pub changes: Option<Vec<MemberChange>>,
    /// Where it takes another change back.
    pub undoes: Option<Undoes>,
}

impl NotedRecord {
    pub fn created(root: i64, id: i64, owner: OrganisationId) -> Self {
        Self { root, id, version: 1, owner, changes: None, undoes: None }
    }
}

/// An address without a link to a known postal code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unlinked {
    pub location: LocationId,
    pub country: Code,
    pub postal: Code,
    pub city: Option<Name>,
}

/// Decides a batch and writes it, unless it is only tried out.
pub fn upsert(rows: &dyn MasterdataRows, upsert: &MasterdataUpsert) -> StoreResult<MasterdataOutcome> {
    let MasterdataUpsert { by, dry_run, keep, .. } = upsert;
    let mut decided = match decide(rows, &upsert.batch, &upsert.scope)? {
        Ok(decided) => decided,
        Err(problems) => return Ok(Err(problems)),
    };
    if !dry_run && !decided.writes.is_empty() {
        decided.number(rows.reserve_ids(decided.new_records)?);
        write(rows, &decided, by, &|_| None)?;
    }
    let upserted = Upserted { counts: decided.counts, records: decided.records };
    if let (false, Some(keep)) = (dry_run, keep) {
        rows.keep(&keep(&upserted))?;
    }
    Ok(Ok(upserted))
}

pub(crate) fn decide(
    rows: &dyn MasterdataRows,
    batch: &Arc<Batch>,
    scope: &WriteScope,
) -> StoreResult<Result<UpsertWrites, Vec<Problem>>> {
    let mut upsert = Upsert::new(Arc::clone(batch), scope.clone());
    for kind in KINDS {
        let mut found = Vec::new();
        for lookup in upsert.lookups(kind) {
            found.extend(rows.look_up(kind, &lookup)?);
        }
        upsert.found(kind, found);
    }
    Ok(upsert.decide())
}

/// Writes in an order in which every record that is named is there already: what may come later in the file is named
/// when all are written. `undoes` says of records by id what their change takes back.
pub(crate) fn write(
    rows: &dyn MasterdataRows,
    decided: &UpsertWrites,
    by: &ChangedBy,
    undoes: &dyn Fn(i64) -> Option<Undoes>,
) -> StoreResult<()> {
    let of = |kind: &'static Kind| decided.writes.iter().filter(|write| write.kind == kind.name);
    let mut changing = Vec::new();
    for kind in KINDS {
        let changed = of(kind).filter(|write| write.replaces.is_some());
        changing.push(Changing::read(rows, kind, changed.map(|write| (write.root(), write.id)))?);
    }
    for kind in KINDS {
        rows.write(kind, &mut of(kind))?;
        let owner_cell = kind.owner_cell();
        let created = of(kind).filter(|write| write.replaces.is_none());
        let created = created.map(|write| {
            NotedRecord::created(write.root(), write.id, OrganisationId(write.owner(owner_cell)))
        });
        note(rows, by, kind, created)?;
    }
    decided
        .writes
        .iter()
        .filter(|write| !write.late.is_empty())
        .try_for_each(|write| rows.complete(write))?;
    changing.into_iter().try_for_each(|changing| changing.note_undoing(rows, by, undoes))?;
    link_addresses(rows, &decided.postal_places())?;
    rows.raise_generations(&decided.reference_owners())?;
    rows.raise_master_data(&decided.owners())
}

/// Takes a record that was found in the caller's scope out of use; `None` if there is none. Answers it as it is then.
pub fn deactivate(
    rows: &dyn MasterdataRows,
    deactivation: &Deactivation,
    find: impl Fn() -> StoreResult<Option<StoredRecord>>,
) -> StoreResult<Result<StoredRecord, Problem>> {
    let (kind, gone) = (deactivation.kind.kind(), || StoreError::Conflict(Conflict::ReferenceData));
    let Some(mut record) = find()? else {
        return Ok(Err(Problem::new(ProblemCode::RecordNotFound, "").with("kind", kind.singular)));
    };
    if !deactivation.write.contains(if kind.is_owned() { record.owner } else { SHARED }) {
        // what another organisation owns was not found
        return Ok(Err(Problem::new(ProblemCode::RecordSharedForbidden, "")));
    }
    if record.is_active(kind) {
        let (member, value) = OUT_OF_USE;
        let changing = Changing::read(rows, kind, [(record.id, record.id)])?;
        rows.set(kind, &record, kind.field(member).ok_or_else(gone)?, &value)?;
        changing.note(rows, &deactivation.by)?;
        let owner = [record.owner].into();
        if kind.is_reference() {
            rows.raise_generations(&owner)?;
        }
        rows.raise_master_data(&owner)?;
        record = find()?.ok_or_else(gone)?;
    }
    rows.keep(&(deactivation.keep)(&record))?;
    Ok(Ok(record))
}

/// Keeps what the history tells of records of a kind, if it tells anything.
pub fn note(
    rows: &dyn MasterdataRows,
    by: &ChangedBy,
    kind: &'static Kind,
    changes: impl IntoIterator<Item = NotedRecord>,
) -> StoreResult<()> {
    let mut changes = changes.into_iter().peekable();
    if changes.peek().is_none() { Ok(()) } else { rows.note(by, kind, &mut changes) }
}

/// Records of a kind that are about to change, as they are before.
pub struct Changing {
    kind: &'static Kind,
    /// By id: the record it is nested in, or itself.
    roots: HashMap<i64, i64>,
    before: Vec<StoredRecord>,
}

impl Changing {
    /// Takes root and id of each.
    pub fn read(
        rows: &dyn MasterdataRows,
        kind: &'static Kind,
        records: impl IntoIterator<Item = (i64, i64)>,
    ) -> StoreResult<Self> {
        let roots: HashMap<i64, i64> = records.into_iter().map(|(root, id)| (id, root)).collect();
        let before =
            if roots.is_empty() { Vec::new() } else { rows.shown(kind, &mut roots.keys().copied())? };
        Ok(Self { kind, roots, before })
    }

    /// Notes what is different now.
    pub fn note(self, rows: &dyn MasterdataRows, by: &ChangedBy) -> StoreResult<()> {
        self.note_undoing(rows, by, &|_| None)
    }

    fn note_undoing(
        self,
        rows: &dyn MasterdataRows,
        by: &ChangedBy,
        undoes: &dyn Fn(i64) -> Option<Undoes>,
    ) -> StoreResult<()> {
        if self.before.is_empty() {
            return Ok(());
        }
        let after = rows.shown(self.kind, &mut self.before.iter().map(|record| record.id))?;
        // both ascend by id, and none is removed by who notes changes
        let changes = self.before.iter().zip(&after).filter_map(|(before, after)| {
            let changes = after.changes(self.kind, before);
            let root = self.roots.get(&after.id).copied().unwrap_or(after.id);
            let (id, version, owner) = (after.id, after.version, after.owner);
            // a link to a postal code is no change
            let noted = NotedRecord { root, id, version, owner, changes: Some(changes), undoes: undoes(id) };
            noted.changes.as_ref().is_some_and(|changes| !changes.is_empty()).then_some(noted)
        });
        note(rows, by, self.kind, changes)
    }
}

/// Links the addresses that have one of these countries and postal codes and no link, by the rule by which an import links
/// them.
pub fn link_addresses(rows: &dyn MasterdataRows, places: &BTreeSet<(&str, &str)>) -> StoreResult<()> {
    if places.is_empty() {
        return Ok(());
    }
    let known = rows.postal_codes(places)?;
    if known.is_empty() {
        return Ok(());
    }
    let unlinked = rows.unlinked(places)?;
    let mut links = unlinked.iter().filter_map(|address| {
        let fitting =
            known.iter().filter(|known| known.country == address.country && known.postal == address.postal);
        let fitting = PostalCode::of_city(fitting, address.city.as_ref().map(Name::as_str))?;
        Some((address.location, fitting.id))
    });
    rows.link(&mut links)
}
