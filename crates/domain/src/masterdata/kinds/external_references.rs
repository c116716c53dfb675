//! Ids of records in external systems, in a batch of master data.

use std::collections::HashMap;

use super::upsert::{KindState, KnownRecord};
use super::{Cell, FieldType, Kind, KindName, NESTED_IN, Upsert};
use crate::problem::ProblemCode;

/// Member with the ids of a record in external systems.
pub const EXTERNAL_REFERENCES: &str = "externalReferences";

impl Kind {
    /// Returns whether records of this kind have ids in external systems.
    pub fn has_external_references(&self) -> bool {
        self.fields.iter().any(|field| field.field_type == FieldType::ExternalReferences)
    }
}

impl KindState {
    /// Returns the key of each reference of a record: owner, parent if nested, system, id.
    fn reference_keys(&self, kind: &Kind, cells: &[Cell]) -> Vec<Vec<Cell>> {
        if !kind.has_external_references() {
            return Vec::new();
        }
        let parent = kind.nested.then_some(NESTED_IN);
        let start: Vec<Cell> =
            ["org"].into_iter().chain(parent).map(|name| self.cell(cells, name).clone()).collect();
        let Cell::List(rows) = self.cell(cells, EXTERNAL_REFERENCES) else { return Vec::new() };
        let key = |row: &Vec<String>| {
            let system = row.first().and_then(|system| system.parse().ok()).unwrap_or_default();
            let id = Cell::Text(row.get(1).cloned().unwrap_or_default());
            [start.as_slice(), &[Cell::Int(system), id]].concat()
        };
        rows.iter().map(key).collect()
    }

    /// Adds the references of a nested record to the index. Other records are not found by references.
    pub(super) fn index_references(&mut self, kind: &Kind, cells: &[Cell], place: usize) {
        if kind.nested {
            for key in self.reference_keys(kind, cells) {
                self.referenced.entry(key).or_insert(place);
            }
        }
    }

    /// Returns the indexes of the known records with one of the references.
    pub(super) fn find_referenced(&self, kind: &Kind, cells: &[Cell]) -> Vec<usize> {
        let keys = self.reference_keys(kind, cells);
        let mut found: Vec<usize> = keys.iter().filter_map(|key| self.referenced.get(key).copied()).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the references that the batch gives to two records: index of the later record, the other record, and the
    /// id.
    pub(super) fn references_taken(&self, kind: &Kind) -> Vec<(usize, &KnownRecord, String)> {
        let mut holders: HashMap<Vec<Cell>, &KnownRecord> = HashMap::new();
        let mut taken = Vec::new();
        let stored = self.known.iter().filter(|known| known.record.is_none());
        for known in stored.chain(self.known.iter().filter(|known| known.record.is_some())) {
            for key in self.reference_keys(kind, &known.after) {
                let Some(Cell::Text(id)) = key.last().cloned() else { continue };
                if let (Some(other), Some(record)) = (holders.insert(key, known), known.record) {
                    taken.push((record, other, id));
                }
            }
        }
        taken
    }
}

impl Upsert {
    /// Returns the lookup keys of the records that have one of the batch's references.
    pub(super) fn given_references(&self, kind: &Kind) -> Vec<Vec<Cell>> {
        let state = &self.states[kind.name as usize];
        let given = state.given.iter().flatten().flat_map(|given| {
            let cells: Vec<_> = given.cells.iter().map(|cell| cell.clone().unwrap_or(Cell::Null)).collect();
            state.reference_keys(kind, &cells)
        });
        given.collect()
    }

    /// Returns the cell with the references, as pairs of system id and id in ascending order.
    pub(super) fn references_cell(
        &mut self,
        kind: &'static Kind,
        record: usize,
        owner: i64,
        references: Vec<(String, String)>,
    ) -> Result<Cell, ()> {
        let (mut rows, mut complete) = (Vec::with_capacity(references.len()), true);
        for (index, (system, id)) in references.into_iter().enumerate() {
            let member = format!("{EXTERNAL_REFERENCES}/{index}/system");
            match self.reference(kind, record, owner, &member, KindName::ExternalSystems, system) {
                Ok(Cell::Int(system)) => rows.push((system, id)),
                _ => complete = false,
            }
        }
        if !complete {
            return Err(());
        }
        rows.sort_unstable();
        for (index, pair) in rows.windows(2).enumerate() {
            if pair[0] == pair[1] {
                let params = [("seen", pair[0].1.as_str().into())];
                let member = format!("{EXTERNAL_REFERENCES}/{}", index + 1);
                self.problem(kind, record, &member, ProblemCode::EntryDuplicate, params);
                return Err(());
            }
        }
        Ok(Cell::List(rows.into_iter().map(|(system, id)| vec![system.to_string(), id]).collect()))
    }
}

impl Cell {
    /// Replaces the ids of new systems in a cell with references.
    pub(super) fn number_systems(&mut self, real: impl Fn(&mut i64)) {
        let Self::List(rows) = self else { return };
        for system in rows.iter_mut().filter_map(|row| row.first_mut()) {
            if let Ok(mut id) = system.parse::<i64>()
                && id < 0
            {
                real(&mut id);
                *system = id.to_string();
            }
        }
    }
}
