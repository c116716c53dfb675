//! Upsert of a batch of master data, decided without database access.
//!
//! For each kind in order, the caller gets the lookups from [`Upsert::lookups`], loads the rows and passes them to
//! [`Upsert::found`]. [`Upsert::decide`] then returns the writes or all errors. New records have negative ids until
//! [`UpsertWrites::number`] replaces them.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::{
    Batch, Derived, EXTERNAL_REFERENCES, Field, FieldType, GTINS, GivenValue, KINDS, Kind, KindName,
    NESTED_IN,
};
use crate::access::WriteScope;
use crate::ids::{OrganisationId, SHARED};
use crate::problem::{Param, Problem, ProblemCode};
use crate::text::plain_spaces;

/// Value of a cell.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cell {
    Null,
    Int(i64),
    Text(String),
    /// Rows of a separate table: codes or GTINs in order, pairs of quantity and price, or pairs of system and id.
    List(Vec<Vec<String>>),
}

/// A stored record with its cells in the order of [`Kind::cells`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordRow {
    pub id: i64,
    pub version: i64,
    pub cells: Vec<Cell>,
}

/// Lookup of the rows whose `cells` equal one of the `keys`. Without cells, it matches all rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowLookup {
    pub cells: &'static [&'static str],
    /// Distinct keys.
    pub keys: Vec<Vec<Cell>>,
}

/// One record to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordWrite {
    pub kind: KindName,
    pub id: i64,
    /// Version that the write replaces; `None` for a new record.
    pub replaces: Option<i64>,
    /// All cells, in the order of [`Kind::cells`].
    pub cells: Vec<Cell>,
    /// New values of cells that may refer to records written later. They are set after all records are written. `cells`
    /// contains the previous values.
    pub late: Vec<(usize, Cell)>,
}

/// Number of records of one kind by outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub created: u64,
    pub changed: u64,
    pub unchanged: u64,
}

/// Outcome for a record, including its nested records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UpsertOutcome {
    Created,
    Changed,
    Unchanged,
}

/// Result for a sent record that is not nested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UpsertedRecord {
    pub kind: KindName,
    /// Negative if nothing was written.
    pub id: i64,
    pub version: i64,
    pub outcome: UpsertOutcome,
}

/// Maximum number of warnings per batch.
pub const MAX_WARNINGS: usize = 1_000;

/// Writes of an upsert, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UpsertWrites {
    pub writes: Vec<RecordWrite>,
    /// Results by kind, in the order of the request.
    pub records: Vec<UpsertedRecord>,
    pub counts: Vec<(KindName, Counts)>,
    /// Warnings, at most [`MAX_WARNINGS`].
    pub warnings: Vec<Problem>,
    /// Number of ids to reserve for new records.
    pub new_records: u32,
}

/// Upsert of a batch: loaded records, batch and errors found so far.
#[derive(Debug)]
pub struct Upsert {
    pub(super) scope: WriteScope,
    pub(super) batch: Arc<Batch>,
    pub(super) states: Vec<KindState>,
    pub(super) problems: Vec<Problem>,
    /// Indexes of the known postal codes, by country and postal code.
    pub(super) postal_codes: HashMap<[Cell; 2], Vec<usize>>,
    new_records: u32,
}

/// State of the upsert for one kind.
#[derive(Debug, Default)]
pub(super) struct KindState {
    /// Names of the cells, in order.
    pub(super) names: Vec<&'static str>,
    /// Index of each field's cell.
    pub(super) field_cells: Vec<Option<usize>>,
    /// Default value of each cell.
    pub(super) defaults: Vec<Cell>,
    pub(super) known: Vec<KnownRecord>,
    by_id: HashMap<i64, usize>,
    /// Indexes of known records by key. The number is the index of the key in [`Kind::keys`].
    index: HashMap<(usize, Vec<Cell>), usize>,
    /// Indexes of known records whose keys contain other space characters, by the key with plain spaces.
    spelled: HashMap<(usize, Vec<Cell>), usize>,
    /// Indexes of nested records by owner, parent, external system and id.
    pub(super) referenced: HashMap<Vec<Cell>, usize>,
    /// Records of the batch with their references to earlier kinds resolved; `None` if that failed.
    pub(super) given: Vec<Option<Given>>,
    /// Index of the known record for each record of the batch.
    pub(super) place: Vec<Option<usize>>,
}

/// A record of the batch with the values of the sent cells.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) owner: i64,
    pub(super) cells: Vec<Option<Cell>>,
}

/// A record before and after the upsert.
#[derive(Debug)]
pub(super) struct KnownRecord {
    pub(super) id: i64,
    pub(super) version: Option<i64>,
    pub(super) before: Vec<Cell>,
    pub(super) after: Vec<Cell>,
    /// Index in the batch, if the record is in it.
    pub(super) record: Option<usize>,
}

impl KnownRecord {
    fn outcome(&self) -> UpsertOutcome {
        match self.version {
            None => UpsertOutcome::Created,
            Some(_) if self.before == self.after => UpsertOutcome::Unchanged,
            Some(_) => UpsertOutcome::Changed,
        }
    }
}

impl KindState {
    fn of(kind: &Kind) -> Self {
        let names = kind.cells();
        let place = |field: &Field| names.iter().position(|name| field.has_cell() && *name == field.name);
        let field_cells = kind.fields.iter().map(place).collect();
        let defaults = Self::defaults(kind, &names);
        Self { names, field_cells, defaults, ..Self::default() }
    }

    pub(super) fn place(&self, cell: &str) -> usize {
        // tests ensure that descriptions name only known cells
        self.names.iter().position(|name| *name == cell).unwrap_or(usize::MAX)
    }

    pub(super) fn cell<'a>(&self, cells: &'a [Cell], name: &str) -> &'a Cell {
        cells.get(self.place(name)).unwrap_or(&Cell::Null)
    }

    pub(super) fn find(&self, key: usize, cells: Vec<Cell>) -> Option<usize> {
        let found = (key, cells);
        self.index.get(&found).or_else(|| self.spelled.get(&found)).copied()
    }

    /// Returns owner and parent, the prefix of every key.
    fn key_start(&self, kind: &Kind, cells: &[Cell]) -> Vec<Cell> {
        let owner = kind.is_owned().then_some("org");
        let parent = kind.nested.then_some(NESTED_IN);
        owner.into_iter().chain(parent).map(|name| self.cell(cells, name).clone()).collect()
    }

    /// Returns the values of a key in a record; for a list of codes, one per code. Empty if a part is missing, unless the
    /// part is optional in the only key of the kind.
    fn key_values(&self, kind: &Kind, key: usize, cells: &[Cell]) -> Vec<Vec<Cell>> {
        let mut values = vec![self.key_start(kind, cells)];
        for name in kind.keys[key] {
            match self.cell(cells, name) {
                Cell::Null if kind.keys.len() > 1 || kind.field(name).is_none_or(|field| field.required) => {
                    return Vec::new();
                }
                Cell::Text(text) if text.is_empty() && kind.keys.len() > 1 => return Vec::new(),
                Cell::List(rows) => {
                    let start = values.pop().unwrap_or_default();
                    let code = |row: &Vec<String>| Cell::Text(row.first().cloned().unwrap_or_default());
                    values = rows.iter().map(|row| [start.clone(), vec![code(row)]].concat()).collect();
                }
                cell => values.iter_mut().for_each(|value| value.push(cell.clone())),
            }
        }
        values
    }

    /// Returns the results for the records of the batch, in order.
    fn outcomes(&self, kind: KindName) -> impl Iterator<Item = UpsertedRecord> + '_ {
        let known = self.place.iter().flatten().map(|place| &self.known[*place]);
        known.map(move |known| {
            let (outcome, before) = (known.outcome(), known.version.unwrap_or_default());
            let version = before + i64::from(outcome != UpsertOutcome::Unchanged);
            UpsertedRecord { kind, id: known.id, version, outcome }
        })
    }

    fn add(&mut self, kind: &Kind, known: KnownRecord) -> usize {
        let place = self.known.len();
        for key in 0..kind.keys.len() {
            for value in self.key_values(kind, key, &known.after) {
                if let Some(plain) = plainly_spaced(&value) {
                    self.spelled.entry((key, plain)).or_insert(place);
                }
                self.index.entry((key, value)).or_insert(place);
            }
        }
        self.index_references(kind, &known.after, place);
        self.by_id.insert(known.id, place);
        self.known.push(known);
        place
    }

    pub(super) fn by_id(&self, id: i64) -> Option<&KnownRecord> {
        self.by_id.get(&id).and_then(|place| self.known.get(*place))
    }
}

/// Returns the key with plain spaces, if one of its texts contains other space characters.
fn plainly_spaced(key: &[Cell]) -> Option<Vec<Cell>> {
    let plain = key.iter().map(|cell| match cell {
        Cell::Text(text) => Cell::Text(plain_spaces(text).into_owned()),
        other => other.clone(),
    });
    Some(plain.collect::<Vec<_>>()).filter(|plain| plain != key)
}

impl Upsert {
    pub fn new(batch: Arc<Batch>, scope: WriteScope) -> Self {
        let states = KINDS.iter().map(|kind| KindState::of(kind));
        let (problems, postal_codes) = (batch.problems.clone(), HashMap::new());
        Self { scope, batch, states: states.collect(), problems, postal_codes, new_records: 0 }
    }

    /// Returns the lookups for the rows of this kind: the records of the batch and the records that it refers to.
    pub fn lookups(&mut self, kind: &'static Kind) -> Vec<RowLookup> {
        self.prepare(kind);
        if kind.lookups.is_empty() {
            return vec![RowLookup { cells: &[], keys: Vec::new() }];
        }
        let referred = self.referred_keys(kind);
        let mut lookups = Vec::new();
        for (place, cells) in kind.lookups.iter().enumerate() {
            let mut keys = match **cells {
                [EXTERNAL_REFERENCES] => self.given_references(kind),
                [GTINS] => self.given_gtins(kind),
                [.., GTINS] => self.records_with_kept_gtins(kind),
                _ => self.given_keys(kind, cells),
            };
            if place == 0 {
                keys.extend(referred.iter().cloned());
            }
            // new records have no rows yet, and keys without a value match nothing
            keys.retain(|key| !key.iter().any(|cell| matches!(cell, Cell::Null | Cell::Int(..0))));
            keys.sort_unstable();
            keys.dedup();
            if !keys.is_empty() {
                lookups.push(RowLookup { cells, keys });
            }
        }
        lookups
    }

    /// Adds the loaded rows of the kind, and matches the records of the batch with them.
    pub fn found(&mut self, kind: &'static Kind, mut rows: Vec<RecordRow>) {
        self.recompute_keys(kind, &mut rows);
        for RecordRow { id, version, cells } in rows {
            let state = &mut self.states[kind.name as usize];
            if !state.by_id.contains_key(&id) {
                let after = cells.clone();
                state.add(
                    kind,
                    KnownRecord { id, version: Some(version), before: cells, after, record: None },
                );
            }
        }
        for record in 0..self.batch.of(kind.name).len() {
            let place = self.match_record(kind, record);
            self.states[kind.name as usize].place.push(place);
        }
        if kind.name == KindName::PostalCodes {
            self.index_postal_codes();
        }
    }

    /// Recomputes derived keys, because an older version may have stored others. Sorts active records first, so that they
    /// take precedence over inactive ones with the same key.
    fn recompute_keys(&self, kind: &'static Kind, rows: &mut [RecordRow]) {
        let state = &self.states[kind.name as usize];
        let keys = || kind.derived.iter().filter(|(_, derived)| *derived != Derived::PostalCode);
        if keys().next().is_none() {
            return;
        }
        for row in &mut *rows {
            for (name, derived) in keys() {
                row.cells[state.place(name)] = self.derive(state, &row.cells, *derived);
            }
        }
        rows.sort_by_key(|row| (*state.cell(&row.cells, "active") == Cell::Int(0), row.id));
    }

    /// Returns the writes, or all errors.
    pub fn decide(mut self) -> Result<UpsertWrites, Vec<Problem>> {
        for kind in KINDS {
            for record in 0..self.batch.of(kind.name).len() {
                self.apply(kind, record);
            }
        }
        self.check_rules();
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        let warnings = self.price_warnings().take(MAX_WARNINGS).collect();
        let mut writes = UpsertWrites { new_records: self.new_records, warnings, ..UpsertWrites::default() };
        for kind in KINDS {
            let state = std::mem::take(&mut self.states[kind.name as usize]);
            if kind.parent.is_none() {
                writes.records.extend(state.outcomes(kind.name));
            }
            writes.add(kind, state);
        }
        writes.count_nested_changes();
        Ok(writes)
    }

    /// Returns the index of the known record that matches a record of the batch; adds a new one if none does.
    /// `None` after an error.
    fn match_record(&mut self, kind: &'static Kind, record: usize) -> Option<usize> {
        let state = &self.states[kind.name as usize];
        let given = state.given.get(record)?.as_ref()?;
        let cells: Vec<Cell> = given.cells.iter().map(|cell| cell.clone().unwrap_or(Cell::Null)).collect();
        let mut keys = (0..kind.keys.len()).map(|key| (key, state.key_values(kind, key, &cells)));
        let (key, values) = keys.find(|(_, values)| !values.is_empty())?;
        let mut matches: Vec<usize> = values.into_iter().filter_map(|value| state.find(key, value)).collect();
        if matches.is_empty() || *kind.keys[key] != ["externalId"] {
            let referenced = state.find_referenced(kind, &cells);
            matches = if referenced.is_empty() { matches } else { referenced };
        }
        matches.dedup();
        if matches.len() > 1 {
            self.problem(kind, record, "", ProblemCode::RecordAmbiguous, [("kind", kind.singular.into())]);
            return None;
        }
        let Some(place) = matches.pop() else { return Some(self.new_record(kind, record, cells)) };
        if let Some(other) = state.known[place].record {
            let other = self.batch.pointer(kind.name, other);
            self.problem(
                kind,
                record,
                "",
                ProblemCode::RecordDuplicate,
                [("kind", kind.singular.into()), ("other", other.into())],
            );
            return None;
        }
        self.states[kind.name as usize].known[place].record = Some(record);
        Some(place)
    }

    fn new_record(&mut self, kind: &Kind, record: usize, cells: Vec<Cell>) -> usize {
        self.new_records += 1;
        let id = -i64::from(self.new_records);
        let known = KnownRecord { id, version: None, before: Vec::new(), after: cells, record: Some(record) };
        self.states[kind.name as usize].add(kind, known)
    }

    /// Returns the values of these cells in each record of the batch.
    fn given_keys(&self, kind: &Kind, cells: &[&str]) -> Vec<Vec<Cell>> {
        let state = &self.states[kind.name as usize];
        let places: Vec<usize> = cells.iter().map(|name| state.place(name)).collect();
        let cell =
            |given: &Given, place: &usize| given.cells.get(*place).cloned().flatten().unwrap_or(Cell::Null);
        let given = state.given.iter().flatten();
        given.map(|given| places.iter().map(|place| cell(given, place)).collect()).collect()
    }

    /// Returns the keys of this kind to which records of any kind refer, each for the owner and the shared organisation.
    fn referred_keys(&self, kind: &Kind) -> Vec<Vec<Cell>> {
        let mut keys = Vec::new();
        if kind.name == KindName::PostalCodes {
            keys.extend(self.location_postals());
        }
        keys.extend(self.parents_of_targets(kind));
        for other in KINDS {
            for (place, field) in other.fields.iter().enumerate() {
                if field.field_type != FieldType::Reference(kind.name) {
                    continue;
                }
                for (number, record) in self.batch.of(other.name).iter().enumerate() {
                    let Some(Some(GivenValue::Text(code))) = record.values.get(place) else {
                        continue;
                    };
                    let owner = self.owner_of(other, number).unwrap_or(SHARED.0);
                    for owner in [owner, SHARED.0] {
                        keys.push(vec![Cell::Int(owner), Cell::Text(code.clone())]);
                    }
                }
            }
        }
        keys
    }

    pub(super) fn may_write(&self, owner: i64) -> Result<(), ProblemCode> {
        match self.scope.contains(OrganisationId(owner)) {
            true => Ok(()),
            false if owner == SHARED.0 => Err(ProblemCode::RecordSharedForbidden),
            false => Err(ProblemCode::OrgNotAllowed),
        }
    }

    /// Adds an error for a member of a record, or for the record itself.
    pub(super) fn problem(
        &mut self,
        kind: &Kind,
        record: usize,
        member: &str,
        code: ProblemCode,
        params: impl IntoIterator<Item = (&'static str, Param)>,
    ) {
        let mut pointer = self.batch.pointer(kind.name, record);
        if !member.is_empty() {
            pointer = format!("{pointer}/{member}");
        }
        let problem = Problem::new(code, pointer);
        let problem = params.into_iter().fold(problem, |problem, (name, value)| problem.with(name, value));
        self.problems.push(problem);
    }
}

impl RecordWrite {
    /// Returns the id of the parent record, or the record's own id if it is not nested.
    pub fn root(&self) -> i64 {
        match (self.kind.kind().parent, self.cells.first()) {
            (Some(_), Some(Cell::Int(parent))) => *parent,
            _ => self.id,
        }
    }

    /// Returns the owner, from the cell of [`Kind::owner_cell`]. Records of a kind without owners belong to the
    /// shared organisation; an organisation owns itself.
    pub fn owner(&self, owner_cell: Option<usize>) -> i64 {
        match owner_cell.and_then(|cell| self.cells.get(cell)) {
            Some(Cell::Int(owner)) => *owner,
            _ if self.kind == KindName::Organisations => self.id,
            _ => SHARED.0,
        }
    }
}

impl UpsertWrites {
    fn add(&mut self, kind: &'static Kind, state: KindState) {
        let mut counts = Counts::default();
        let flags: Vec<usize> = kind.single.iter().map(|single| state.place(single.flag)).collect();
        let late = kind.fields.iter().zip(&state.field_cells).filter(|(field, _)| is_late(kind, field));
        let late_cells: Vec<usize> = late.filter_map(|(_, cell)| *cell).collect();
        let start = self.writes.len();
        for known in state.known.into_iter().filter(|known| known.record.is_some()) {
            match known.outcome() {
                UpsertOutcome::Created => counts.created += 1,
                UpsertOutcome::Changed => counts.changed += 1,
                UpsertOutcome::Unchanged => {
                    counts.unchanged += 1;
                    continue;
                }
            }
            let KnownRecord { id, version: replaces, before, after: mut cells, .. } = known;
            let mut late = Vec::new();
            for place in &late_cells {
                let before = before.get(*place).cloned().unwrap_or(Cell::Null);
                if before != cells[*place] {
                    late.push((*place, std::mem::replace(&mut cells[*place], before)));
                }
            }
            self.writes.push(RecordWrite { kind: kind.name, id, replaces, cells, late });
        }
        // a default flag must be cleared before another record gets it
        let raised =
            |write: &RecordWrite| flags.iter().filter(|flag| write.cells[**flag] == Cell::Int(1)).count();
        self.writes[start..].sort_by_key(raised);
        if counts != Counts::default() {
            self.counts.push((kind.name, counts));
        }
    }

    /// Sets the outcome of unchanged records to changed if a record nested in them is written.
    fn count_nested_changes(&mut self) {
        let nested = self.writes.iter().filter(|write| write.kind.kind().parent.is_some());
        let parents: HashSet<i64> = nested.map(RecordWrite::root).collect();
        for record in &mut self.records {
            if record.outcome == UpsertOutcome::Unchanged && parents.contains(&record.id) {
                record.outcome = UpsertOutcome::Changed;
            }
        }
    }

    /// Replaces the negative ids of new records by real ones from `first` on.
    pub fn number(&mut self, first: i64) {
        let real = |id: &mut i64| {
            if *id < 0 {
                *id = first - *id - 1;
            }
        };
        self.records.iter_mut().for_each(|record| real(&mut record.id));
        let holds_id = KINDS.map(Kind::cells_with_ids);
        for write in &mut self.writes {
            real(&mut write.id);
            let holds_id = &holds_id[write.kind as usize];
            let cells = write.cells.iter_mut().enumerate();
            for (place, cell) in cells.chain(write.late.iter_mut().map(|(place, cell)| (*place, cell))) {
                match cell {
                    Cell::Int(id) if holds_id[place] => real(id),
                    cell if write.kind.kind().has_external_references() => cell.number_systems(real),
                    _ => {}
                }
            }
        }
    }

    /// Returns the organisations whose records change.
    pub fn owners(&self) -> BTreeSet<OrganisationId> {
        self.owners_of(|_| true)
    }

    /// Returns the organisations whose records change, for kinds that the planners keep in memory.
    pub fn reference_owners(&self) -> BTreeSet<OrganisationId> {
        self.owners_of(Kind::is_reference)
    }

    fn owners_of(&self, wanted: fn(&Kind) -> bool) -> BTreeSet<OrganisationId> {
        let owner_cells = KINDS.map(Kind::owner_cell);
        let writes = self.writes.iter().filter(|write| wanted(write.kind.kind()));
        writes.map(|write| OrganisationId(write.owner(owner_cells[write.kind as usize]))).collect()
    }

    /// Returns the country and postal code of the written postal code records.
    pub fn postal_places(&self) -> BTreeSet<(&str, &str)> {
        let names = KindName::PostalCodes.kind().cells();
        let [country, postal] = ["country", "postal"]
            .map(|name| names.iter().position(|known| *known == name).unwrap_or_default());
        let written = self.writes.iter().filter(|write| write.kind == KindName::PostalCodes);
        let places = written.filter_map(|write| match (&write.cells[country], &write.cells[postal]) {
            (Cell::Text(country), Cell::Text(postal)) => Some((country.as_str(), postal.as_str())),
            _ => None,
        });
        places.collect()
    }
}

/// Returns whether the member refers to records of the same kind or a later one.
pub(super) fn is_late(kind: &Kind, field: &Field) -> bool {
    match field.field_type {
        FieldType::Reference(to) => to >= kind.name,
        FieldType::Version { .. } => kind.name == KindName::PriceListVersions,
        _ => false,
    }
}
