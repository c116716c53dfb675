//! Cells of spreadsheet rows, added to the errors of the server.

use orderdock_spreadsheet::{CellAddress, MemberFault};
use serde_json::{Map, Value};
use std::sync::Arc;

/// Origin of a row in a spreadsheet.
#[derive(Debug)]
pub struct SheetOrigin {
    /// Name of the sheet; empty for text files.
    pub name: Arc<str>,
    pub cells: Vec<(String, CellAddress)>,
    pub faults: Vec<MemberFault>,
}

impl SheetOrigin {
    /// Adds the cell to each error. Errors of values that could not be read are replaced by the reason.
    pub fn locate(&self, errors: &mut Vec<Map<String, Value>>) {
        let pointer_of = |error: &Map<String, Value>| {
            error.get("pointer").and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        errors.retain(|error| !self.faults.iter().any(|fault| is_within(&pointer_of(error), &fault.pointer)));
        for error in errors.iter_mut() {
            if let Some(cell) = self.cell_of(&pointer_of(error)) {
                error.insert("cell".to_owned(), cell.into());
            }
        }
        for MemberFault { pointer, cell, code, message, seen } in &self.faults {
            let members = [
                ("code", Some((*code).to_owned())),
                ("pointer", Some(pointer.clone())),
                ("message", Some(message.clone())),
                ("seen", Some(seen.clone()).filter(|seen| !seen.is_empty())),
                ("cell", cell.map(|cell| self.address(cell))),
            ];
            let members =
                members.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?.into())));
            errors.push(members.collect());
        }
    }

    /// Returns the cell of a member, or of the first member within an object.
    fn cell_of(&self, pointer: &str) -> Option<String> {
        let found = self.cells.iter().find(|(member, _)| {
            !pointer.is_empty() && (is_within(pointer, member) || is_within(member, pointer))
        });
        found.map(|(_, cell)| self.address(*cell))
    }

    fn address(&self, cell: CellAddress) -> String {
        if self.name.is_empty() { cell.to_string() } else { format!("{}!{cell}", self.name) }
    }
}

/// Returns whether a pointer equals `outer` or is within it.
fn is_within(pointer: &str, outer: &str) -> bool {
    pointer.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
