//! Lists on a terminal.

use std::fmt::Write;

/// Rows in columns that are as wide as they must be, one line each.
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
