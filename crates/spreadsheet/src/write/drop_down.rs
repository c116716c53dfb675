//! Lists of suggested values for the cells of a column.

use std::fmt::Write as _;

use super::xml::{escape, range};
use crate::address::column_letters;

/// Suggested values for a column. Other values are accepted after a warning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DropDown {
    /// Column of the sheet, from 0.
    pub column: u32,
    /// Last row with the list, from 1.
    pub last_row: u32,
    /// Name of the sheet with the values, which are below a title.
    pub list_sheet: String,
    /// Column of the values, from 0.
    pub list_column: u32,
    /// Number of values.
    pub values: u32,
    pub warning_title: String,
    pub warning: String,
}

/// Appends the lists of a sheet as XML. Lists without values are left out.
pub(super) fn write(xml: &mut String, lists: &[DropDown]) {
    let lists: Vec<_> = lists.iter().filter(|list| list.values > 0).collect();
    if lists.is_empty() {
        return;
    }
    let _ = write!(xml, "<dataValidations count=\"{}\">", lists.len());
    for list in lists {
        xml.push_str(
            "<dataValidation type=\"list\" errorStyle=\"warning\" allowBlank=\"1\" showInputMessage=\"1\" \
             showErrorMessage=\"1\" errorTitle=\"",
        );
        escape(xml, &list.warning_title);
        xml.push_str("\" error=\"");
        escape(xml, &list.warning);
        let cells = range((list.column, 2), (list.column, list.last_row));
        let _ = write!(xml, "\" sqref=\"{cells}\"><formula1>");
        escape(xml, &list.source());
        xml.push_str("</formula1></dataValidation>");
    }
    xml.push_str("</dataValidations>");
}

impl DropDown {
    /// Returns the address of the values as in `'Lists'!$A$2:$A$10`.
    fn source(&self) -> String {
        let letters = column_letters(self.list_column);
        let sheet = self.list_sheet.replace('\'', "''");
        format!("'{sheet}'!${letters}$2:${letters}${}", self.values + 1)
    }
}
