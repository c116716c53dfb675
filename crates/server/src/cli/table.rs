//! Tables on a terminal.

use jiff::Timestamp;
use orderdock_domain::{access::OrgScope, ids::OrganisationId, masterdata::Reference};
use std::fmt::Write;

/// Formats rows in aligned columns, one line each.
pub fn aligned<const N: usize>(names: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let mut table = vec![names.map(str::to_owned)];
    table.extend(rows);
    let widths: [usize; N] =
        std::array::from_fn(|column| table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    table.iter().fold(String::new(), |mut text, row| {
        let line = row.iter().zip(widths).fold(String::new(), |mut line, (cell, width)| {
            let _ = write!(line, "{cell:width$}  ");
            line
        });
        text.push_str(line.trim_end());
        text.push('\n');
        text
    })
}

/// Returns the codes of organisations, with a mark for the default one.
pub fn organisations(scope: &OrgScope, default: Option<OrganisationId>, reference: &Reference) -> String {
    let code = |id| reference.organisation(id).map_or_else(|| id.to_string(), |found| found.code.to_string());
    match scope {
        OrgScope::All => {
            let default = default.map(|id| format!(" (default {})", code(id)));
            format!("all{}", default.unwrap_or_default())
        }
        OrgScope::These(ids) => {
            let mark = |id| if Some(id) == default { " (default)" } else { "" };
            ids.iter().map(|id| code(*id) + mark(*id)).collect::<Vec<_>>().join(",")
        }
    }
}

pub fn day(at: Timestamp) -> String {
    at.strftime("%Y-%m-%d").to_string()
}
