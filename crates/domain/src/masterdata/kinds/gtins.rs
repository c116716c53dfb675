//! GTINs of products, in a batch of master data.

use std::collections::HashMap;

use super::upsert::{KindState, KnownRecord};
use super::{Cell, FieldType, Kind, Upsert};
use crate::phrase::Phrase;
use crate::problem::{Param, Problem, ProblemCode};
use crate::text::gtin;

/// Member with the GTINs of a product.
pub const GTINS: &str = "gtins";

impl Kind {
    fn has_gtins(&self) -> bool {
        self.fields.iter().any(|field| field.field_type == FieldType::Gtins)
    }
}

/// Parses a GTIN and returns its 14 digits; the caller sets the pointer of the problem.
pub(super) fn parse_gtin(text: &str) -> Result<String, Problem> {
    if let Some(gtin) = gtin(text) {
        return Ok(gtin.into_string());
    }
    let mut start = text.chars();
    let last = start.next_back();
    let right = (0..10).find(|digit| gtin(&format!("{}{digit}", start.as_str())).is_some());
    let expected = match right.filter(|_| last.is_some_and(|last| last.is_ascii_digit())) {
        Some(digit) => Phrase::GtinWithCheckDigit.of([digit.into()]),
        None => Phrase::Gtin.into(),
    };
    let found: Param = Phrase::Quoted.of([text.into()]);
    Err(Problem::new(ProblemCode::TypeWrong, "").with("expected", expected).with("found", found))
}

impl KindState {
    /// Returns the key of each GTIN of a record: owner, GTIN.
    fn gtin_keys(&self, kind: &Kind, cells: &[Cell]) -> Vec<Vec<Cell>> {
        if !kind.has_gtins() {
            return Vec::new();
        }
        let Cell::List(rows) = self.cell(cells, GTINS) else { return Vec::new() };
        let owner = self.cell(cells, "org");
        rows.iter().flatten().map(|gtin| vec![owner.clone(), Cell::Text(gtin.clone())]).collect()
    }

    /// Returns the GTINs that the batch gives to two active records of an organisation: index of the later record, the
    /// other record, and the GTIN.
    pub(super) fn gtins_taken(&self, kind: &Kind) -> Vec<(usize, &KnownRecord, String)> {
        let mut holders: HashMap<Vec<Cell>, &KnownRecord> = HashMap::new();
        let mut taken = Vec::new();
        let (stored, sent): (Vec<_>, Vec<_>) = self.known.iter().partition(|known| known.record.is_none());
        let is_active = |known: &&&KnownRecord| *self.cell(&known.after, "active") != Cell::Int(0);
        for known in stored.iter().chain(&sent).filter(is_active) {
            for key in self.gtin_keys(kind, &known.after) {
                let Some(Cell::Text(gtin)) = key.last().cloned() else { continue };
                if let (Some(other), Some(record)) = (holders.insert(key, known), known.record) {
                    taken.push((record, other, gtin));
                }
            }
        }
        taken
    }
}

impl Upsert {
    /// Returns the lookup keys of the records that have one of the batch's GTINs.
    pub(super) fn given_gtins(&self, kind: &Kind) -> Vec<Vec<Cell>> {
        let state = &self.states[kind.name as usize];
        let given = state.given.iter().flatten().flat_map(|given| {
            let cells: Vec<_> = given.cells.iter().map(|cell| cell.clone().unwrap_or(Cell::Null)).collect();
            state.gtin_keys(kind, &cells)
        });
        given.collect()
    }

    /// Returns owner and code of records of the batch whose GTINs stay unchanged and that may become active. Other records
    /// with these GTINs must be looked up.
    pub(super) fn records_with_kept_gtins(&self, kind: &Kind) -> Vec<Vec<Cell>> {
        let state = &self.states[kind.name as usize];
        let [owner, code, active, gtins] = ["org", "code", "active", GTINS].map(|cell| state.place(cell));
        let given = state.given.iter().flatten().map(|given| &given.cells);
        let unchanged = given.filter(|cells| {
            cells[gtins].is_none() && matches!(cells[active], Some(Cell::Null | Cell::Int(1)))
        });
        unchanged
            .map(|cells| [owner, code].map(|place| cells[place].clone().unwrap_or(Cell::Null)).into())
            .collect()
    }
}
