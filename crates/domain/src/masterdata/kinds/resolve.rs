//! Converts the sent members of a record to the cells of its row: owners, references, defaults and computed cells.

use super::upsert::{Given, KindState, is_late};
use super::{Cell, Derived, Field, FieldType, GivenRecord, GivenValue, Kind, KindName, Upsert};
use crate::ids::SHARED;
use crate::masterdata::folded_address;
use crate::number::{canonical, exact, sort_key};
use crate::problem::ProblemCode;
use crate::text::fold;

impl KindState {
    /// Returns the index of the known record with this key: own before shared.
    pub(super) fn find_owned(&self, owner: i64, parts: &[Cell], key: usize) -> Option<usize> {
        let of = |owner: i64| self.find(key, [&[Cell::Int(owner)], parts].concat());
        of(owner).or_else(|| of(SHARED.0))
    }
}

impl Upsert {
    /// Resolves the references of all records of a kind to records of earlier kinds.
    pub(super) fn prepare(&mut self, kind: &'static Kind) {
        for record in 0..self.batch.of(kind.name).len() {
            let given = self.given(kind, record);
            self.states[kind.name as usize].given.push(given);
        }
    }

    fn given(&mut self, kind: &'static Kind, record: usize) -> Option<Given> {
        let owner = match self.owner_of(kind, record) {
            Ok(owner) => owner,
            Err(Some((code, org))) => {
                self.problem(kind, record, "org", code, [("code", org.as_str().into())]);
                return None;
            }
            Err(None) => return None, // its parent has the fault
        };
        let cells = self.states[kind.name as usize].names.len();
        let mut given = Given { owner, cells: vec![None; cells] };
        if kind.nested {
            given.cells[0] = Some(Cell::Int(self.parent_id(kind, record)?));
        }
        for (place, field) in kind.fields.iter().enumerate() {
            let Some(cell) = self.states[kind.name as usize].field_cells[place] else { continue };
            if field.field_type == FieldType::Owner {
                given.cells[cell] = Some(Cell::Int(owner));
            } else if !is_late(kind, field) {
                // a record with an error in a cell counts as existing, so that no further errors result from it
                given.cells[cell] = self.cell(kind, record, owner, place).unwrap_or_default();
            }
        }
        let cells: Vec<Cell> = given.cells.iter().map(|cell| cell.clone().unwrap_or(Cell::Null)).collect();
        for (name, derived) in kind.derived {
            let cell = self.derive(&self.states[kind.name as usize], &cells, *derived);
            let place = self.states[kind.name as usize].place(name);
            given.cells[place] = Some(cell);
        }
        // an absent part of a key has its default value
        let state = &self.states[kind.name as usize];
        for name in kind.keys.iter().copied().flatten() {
            let place = state.place(name);
            let (cell, default) = (&mut given.cells[place], &state.defaults[place]);
            if matches!(cell, None | Some(Cell::Null)) && matches!(default, Cell::Text(_)) {
                *cell = Some(default.clone());
            }
        }
        Some(given)
    }

    /// Merges the sent members into the existing record and computes defaults and derived cells.
    pub(super) fn apply(&mut self, kind: &'static Kind, record: usize) {
        let Some(place) = self.states[kind.name as usize].place[record] else { return };
        let Some(given) = self.states[kind.name as usize].given[record].take() else { return };
        let late = self.late_cells(kind, record, given.owner);
        let state = &self.states[kind.name as usize];
        let known = &state.known[place];
        let is_new = known.version.is_none();
        let mut after = if is_new { vec![Cell::Null; state.names.len()] } else { known.before.clone() };
        for (cell, given) in after.iter_mut().zip(given.cells) {
            match (given, &mut *cell) {
                (Some(Cell::List(new)), Cell::List(old)) if kind.name == KindName::DataSources => {
                    let added: Vec<_> = new.into_iter().filter(|code| !old.contains(code)).collect();
                    old.extend(added);
                }
                (Some(new), _) => *cell = new,
                (None, _) => {}
            }
        }
        for (place, cell) in late {
            after[place] = cell;
        }
        for (cell, default) in after.iter_mut().zip(&state.defaults) {
            if *cell == Cell::Null {
                *cell = default.clone();
            }
        }
        for (name, derived) in kind.derived {
            let cell = self.derive(state, &after, *derived);
            after[state.place(name)] = cell;
        }
        self.states[kind.name as usize].known[place].after = after;
        if is_new && kind.name == KindName::Locations {
            self.default_first_location(record, place);
        }
    }

    /// Returns the cells that refer to records of the same kind or a later one.
    fn late_cells(&mut self, kind: &'static Kind, record: usize, owner: i64) -> Vec<(usize, Cell)> {
        // an organisation's own records take precedence over shared ones
        let owner = if kind.name == KindName::Organisations { self.id_of(kind, record) } else { owner };
        let mut cells = Vec::new();
        let fields = kind.fields.iter().enumerate().filter(|(_, field)| is_late(kind, field));
        for (place, _) in fields {
            let at = self.states[kind.name as usize].field_cells[place];
            if let (Ok(Some(cell)), Some(at)) = (self.cell(kind, record, owner, place), at) {
                cells.push((at, cell));
            }
        }
        cells
    }

    /// Returns the owner of a record. The error is `None` if it is reported at the parent.
    pub(super) fn owner_of(&self, kind: &Kind, record: usize) -> Result<i64, Option<(ProblemCode, String)>> {
        let given = &self.batch.of(kind.name)[record];
        let place = kind.fields.iter().position(|field| field.field_type == FieldType::Owner);
        let named = match place.and_then(|place| given.values[place].as_ref()) {
            Some(GivenValue::Text(code)) => Some(code.as_str()),
            _ => None,
        };
        let code = named.unwrap_or("*");
        let owner = if let (None, Some((parent, number))) = (named, kind.parent.zip(given.parent)) {
            let given = self.states[parent as usize].given.get(number);
            given.and_then(|given| Some(given.as_ref()?.owner)).ok_or(None)?
        } else if code == "*" {
            SHARED.0
        } else {
            let organisations = &self.states[KindName::Organisations as usize];
            let found = organisations.find(0, vec![Cell::Text(code.to_owned())]);
            // callers without access to all organisations must not learn which organisations exist
            let fault = if self.scope.contains(SHARED) {
                ProblemCode::OrgUnknown
            } else {
                ProblemCode::OrgNotAllowed
            };
            let found = found.ok_or_else(|| Some((fault, code.to_owned())))?;
            organisations.known[found].id
        };
        self.may_write(owner).map_err(|fault| Some((fault, code.to_owned())))?;
        Ok(owner)
    }

    fn id_of(&self, kind: &Kind, record: usize) -> i64 {
        let state = &self.states[kind.name as usize];
        state.place[record].map_or(SHARED.0, |place| state.known[place].id)
    }

    /// Returns the id of the parent record; 0 for general unit conversions.
    fn parent_id(&self, kind: &Kind, record: usize) -> Option<i64> {
        let Some(parent) = kind.parent else { return Some(0) };
        let number = self.batch.of(kind.name)[record].parent?;
        let state = &self.states[parent as usize];
        Some(state.known[state.place[number]?].id)
    }

    /// Returns the cell of a member; `None` if it is absent.
    fn cell(
        &mut self,
        kind: &'static Kind,
        record: usize,
        owner: i64,
        place: usize,
    ) -> Result<Option<Cell>, ()> {
        let field = &kind.fields[place];
        let value = self.batch.of(kind.name)[record].values[place].clone();
        match field.field_type {
            FieldType::Version { day } => self.version(kind, record, owner, field, day),
            FieldType::Reference(to) => match value {
                Some(GivenValue::Text(code)) => {
                    self.reference(kind, record, owner, field.name, to, code).map(Some)
                }
                other => Ok(other.map(|_| Cell::Null)),
            },
            FieldType::ReferenceWithin { kind: to, parent } => match value {
                Some(GivenValue::Text(text)) => {
                    self.reference_within(kind, (record, owner), (field.name, parent), to, &text).map(Some)
                }
                other => Ok(other.map(|_| Cell::Null)),
            },
            FieldType::ExternalReferences => match value {
                Some(GivenValue::ExternalReferences(references)) => {
                    self.references_cell(kind, record, owner, references).map(Some)
                }
                other => Ok(other.map(|_| Cell::Null)),
            },
            _ => Ok(value.map(Cell::from)),
        }
    }

    pub(super) fn reference(
        &mut self,
        kind: &Kind,
        record: usize,
        owner: i64,
        member: &str,
        to: KindName,
        code: String,
    ) -> Result<Cell, ()> {
        let state = &self.states[to as usize];
        let key = Cell::Text(code.clone());
        let found =
            if to.kind().is_owned() { state.find_owned(owner, &[key], 0) } else { state.find(0, vec![key]) };
        match found {
            Some(_) if to.kind().is_kept_by_code() => Ok(Cell::Text(code)),
            Some(found) => Ok(Cell::Int(state.known[found].id)),
            None => {
                self.unknown(kind, record, owner, member, to, &code);
                Err(())
            }
        }
    }

    /// Returns the version with this price list and first day.
    fn version(
        &mut self,
        kind: &'static Kind,
        record: usize,
        owner: i64,
        field: &Field,
        day: &'static str,
    ) -> Result<Option<Cell>, ()> {
        let given = &self.batch.of(kind.name)[record];
        let (code, day_value) = (given.value(kind, field.name).cloned(), given.value(kind, day).cloned());
        let list = match (&code, &day_value) {
            (None, None) => return Ok(None),
            (_, Some(GivenValue::Null)) | (Some(GivenValue::Null), None) => return Ok(Some(Cell::Null)),
            // the error of the missing or invalid price list or day was already added
            (_, None) => return Err(()),
            (None, _) if kind.parent.is_none() => return Err(()),
            (Some(GivenValue::Text(code)), _) => {
                self.reference(kind, record, owner, field.name, KindName::PriceLists, code.clone())?
            }
            // the version is nested in its price list
            _ => self.parent_id(kind, record).map(Cell::Int).ok_or(())?,
        };
        let Some(day_cell) = day_value.map(Cell::from) else { return Ok(None) };
        let versions = &self.states[KindName::PriceListVersions as usize];
        let of = |owner: i64| versions.find(0, vec![Cell::Int(owner), list.clone(), day_cell.clone()]);
        if let Some(found) = of(owner).or_else(|| of(SHARED.0)) {
            return Ok(Some(Cell::Int(versions.known[found].id)));
        }
        let mut words = String::new();
        if let Some(GivenValue::Text(code)) = &code {
            words = format!("{code} ");
        }
        if let Cell::Text(day) = &day_cell {
            words.push_str(day);
        }
        self.unknown(kind, record, owner, day, KindName::PriceListVersions, &words);
        Err(())
    }

    pub(super) fn unknown(
        &mut self,
        kind: &Kind,
        record: usize,
        owner: i64,
        member: &str,
        to: KindName,
        value: &str,
    ) {
        let to = to.kind();
        if !to.is_owned() {
            let params = [("kind", to.singular.into()), ("value", value.into())];
            self.problem(kind, record, member, ProblemCode::RecordUnknown, params);
            return;
        }
        let organisations = &self.states[KindName::Organisations as usize];
        let owner = organisations.known.iter().find(|known| known.id == owner);
        let org = match owner.map(|known| organisations.cell(&known.after, "code")) {
            Some(Cell::Text(code)) => code.clone(),
            _ => "*".to_owned(),
        };
        let params = [("kind", to.singular.into()), ("value", value.into()), ("org", org.into())];
        self.problem(kind, record, member, ProblemCode::RecordReferenceUnknown, params);
    }

    pub(super) fn derive(&self, state: &KindState, cells: &[Cell], derived: Derived) -> Cell {
        let text = |name: &str| match state.cell(cells, name) {
            Cell::Text(text) => text.as_str(),
            _ => "",
        };
        match derived {
            Derived::Folded(name) => Cell::Text(fold(text(name))),
            Derived::Address => {
                let parts = ["address1", "address2", "address3", "address4", "postal", "city", "country"];
                Cell::Text(folded_address(parts.map(text)))
            }
            Derived::PostalCode => self.postal_code(text("country"), text("postal"), text("city")),
        }
    }

    /// Returns the postal code with the same city; if the city is not known, the first one with this postal code.
    fn postal_code(&self, country: &str, postal: &str, city: &str) -> Cell {
        let state = &self.states[KindName::PostalCodes as usize];
        let key = [country, postal].map(|text| Cell::Text(text.to_owned()));
        let same_city = |cells: &[Cell]| matches!(state.cell(cells, "city"), Cell::Text(text) if fold(text) == fold(city));
        let found = self.postal_codes.get(&key).into_iter().flatten().map(|place| &state.known[*place]);
        let found = found.filter(|known| *state.cell(&known.after, "active") != Cell::Int(0));
        // new ids are negative and descending, so the absolute value gives their order
        let best = found.min_by_key(|known| (!same_city(&known.after), known.id < 0, known.id.abs()));
        best.map_or(Cell::Null, |known| Cell::Int(known.id))
    }

    /// Builds the index of the known postal codes.
    pub(super) fn index_postal_codes(&mut self) {
        let state = &self.states[KindName::PostalCodes as usize];
        for (place, known) in state.known.iter().enumerate() {
            let key = ["country", "postal"].map(|name| state.cell(&known.after, name).clone());
            self.postal_codes.entry(key).or_default().push(place);
        }
    }

    /// Returns country and postal code of the locations in the batch that have both.
    pub(super) fn location_postals(&self) -> impl Iterator<Item = Vec<Cell>> + '_ {
        let kind = KindName::Locations.kind();
        let text = |record: &GivenRecord, member| match record.value(kind, member)? {
            GivenValue::Text(text) => Some(Cell::Text(text.clone())),
            _ => None,
        };
        let records = self.batch.of(kind.name).iter();
        records.filter_map(move |record| Some(vec![text(record, "country")?, text(record, "postal")?]))
    }

    /// Makes the first location of a new partner its default for goods and invoices, unless the file sets these flags.
    fn default_first_location(&mut self, record: usize, place: usize) {
        let kind = KindName::Locations.kind();
        let records = self.batch.of(kind.name);
        let parent = records[record].parent;
        let partner_is_new = self.parent_id(kind, record).is_some_and(|id| id < 0);
        let sets_flag = |other: &GivenRecord| {
            other.parent == parent && FIRST_FLAGS.iter().any(|flag| other.value(kind, flag).is_some())
        };
        if !partner_is_new || records[record].index != 0 || records.iter().any(sets_flag) {
            return;
        }
        let state = &mut self.states[kind.name as usize];
        for cell in FIRST_FLAGS.map(|flag| state.place(flag)) {
            state.known[place].after[cell] = Cell::Int(1);
        }
    }
}

impl KindState {
    /// Returns the default value of each cell of a kind.
    pub(super) fn defaults(kind: &Kind, names: &[&str]) -> Vec<Cell> {
        let of = |name: &&str| {
            let field = kind.field(name);
            match field.map(|field| (field.field_type, field.default)) {
                // an absent list is empty
                Some((field_type, _)) if field_type.is_list() => Cell::List(Vec::new()),
                // the owner has no default, because it is always resolved
                Some((FieldType::Owner, _) | (_, None)) | None => Cell::Null,
                Some((field_type, Some(default))) => match field_type.parse(default) {
                    Ok(GivenValue::Null) | Err(_) => Cell::Text(default.to_owned()),
                    Ok(value) => value.into(),
                },
            }
        };
        names.iter().map(of).collect()
    }
}

/// Flags that are set for the first location of a new partner.
const FIRST_FLAGS: [&str; 2] = ["shipToDefault", "billToDefault"];

/// Converts values that do not refer to other records.
impl From<GivenValue> for Cell {
    fn from(value: GivenValue) -> Self {
        match value {
            GivenValue::Null => Self::Null,
            GivenValue::Text(text) => Self::Text(text),
            GivenValue::Boolean(on) => Self::Int(on.into()),
            GivenValue::Whole(number) => Self::Int(number),
            GivenValue::Decimal(number) => Self::Text(canonical(&number)),
            GivenValue::Date(date) => Self::Text(date.to_string()),
            GivenValue::Codes(codes) => Self::List(codes.into_iter().map(|code| vec![code]).collect()),
            GivenValue::Scales(scales) => Self::List(
                scales.iter().map(|(from, price)| vec![canonical(from), canonical(price)]).collect(),
            ),
            GivenValue::ExternalReferences(references) => {
                Self::List(references.into_iter().map(|(system, id)| vec![system, id]).collect())
            }
        }
    }
}

/// Returns the order-preserving key of a number in a cell.
pub fn number_key(text: &str) -> String {
    exact(text).map(|number| sort_key(&number)).unwrap_or_default()
}
