//! Cells of spreadsheet rows, added to the errors of the server.

use orderdock_spreadsheet::{CellAddress, ConvertedRow, MemberFault};
use serde_json::{Map, Value};
use std::sync::Arc;

/// Origin of a row in a spreadsheet.
#[derive(Debug)]
pub struct SheetOrigin {
    /// Name of the sheet; empty for text files.
    pub name: Arc<str>,
    /// The row; its JSON was taken out.
    pub row: ConvertedRow,
}

impl SheetOrigin {
    /// Adds the cell to each error. Errors of values that could not be read are replaced by the reason.
    pub fn locate(&self, errors: &mut Vec<Map<String, Value>>) {
        let pointer_of = |error: &Map<String, Value>| {
            error.get("pointer").and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        errors.retain(|error| !self.row.has_fault(&pointer_of(error)));
        for error in errors.iter_mut() {
            if let Some(cell) = self.row.cell_of(&pointer_of(error)) {
                error.insert("cell".to_owned(), self.address(cell).into());
            }
        }
        for MemberFault { pointer, cell, code, message, seen } in &self.row.faults {
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

    fn address(&self, cell: CellAddress) -> String {
        if self.name.is_empty() { cell.to_string() } else { format!("{}!{cell}", self.name) }
    }
}
