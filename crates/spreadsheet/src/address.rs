//! Addresses of cells, as spreadsheet programs show them.

use std::fmt;

/// Address of a cell, for example `B17`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CellAddress {
    /// Row number, from 1.
    pub row: u32,
    /// Column number, from 0.
    pub column: u32,
}

impl fmt::Display for CellAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_letters(self.column), self.row)
    }
}

impl CellAddress {
    /// Parses an address such as `B17` or `$B$17`. Returns `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.strip_prefix('$').unwrap_or(text);
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (letters, row) = text.split_at(letters);
        let row: u32 = row.strip_prefix('$').unwrap_or(row).parse().ok()?;
        let column = column_number(letters)?;
        (row > 0).then_some(Self { row, column })
    }
}

/// Returns the letters of a column: 0 is `A`, 26 is `AA`.
pub fn column_letters(column: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = column;
    loop {
        letters.push(u8::try_from(rest % 26).unwrap_or_default() + b'A');
        if rest < 26 {
            break;
        }
        rest = rest / 26 - 1;
    }
    letters.iter().rev().map(|letter| char::from(*letter)).collect()
}

/// Returns the number of a column: `A` is 0. Returns `None` for text other than 1 to 3 letters.
pub(crate) fn column_number(letters: &str) -> Option<u32> {
    if letters.is_empty() || letters.len() > 3 || !letters.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return None;
    }
    let number =
        letters.bytes().fold(0, |sum, letter| sum * 26 + u32::from(letter.to_ascii_uppercase() - b'A') + 1);
    Some(number - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_parses_back_from_its_text() {
        for (text, row, column) in [
            ("A1", 1, 0),
            ("B17", 17, 1),
            ("Z9", 9, 25),
            ("AA10", 10, 26),
            ("AZ1", 1, 51),
            ("XFD1048576", 1_048_576, 16_383),
        ] {
            assert_eq!(CellAddress::parse(text), Some(CellAddress { row, column }), "{text}");
            assert_eq!(CellAddress { row, column }.to_string(), text);
        }
        assert_eq!(CellAddress::parse("$C$4"), Some(CellAddress { row: 4, column: 2 }));
        for text in ["", "A", "7", "A0", "ABCD1", "A-1", "A1B", "Ä1"] {
            assert_eq!(CellAddress::parse(text), None, "{text}");
        }
    }
}
