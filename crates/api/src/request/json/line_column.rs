//! Converts offsets to lines and columns, only for reported problems.

use super::body::BYTE_ORDER_MARK;
use orderdock_domain::cast;

/// Position in the text as sent. Both count from 1; the column counts characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineColumn {
    pub line: u32,
    pub column: u32,
}

/// Returns the positions of offsets, in the given order, in one pass over the body.
pub fn line_columns(sent: &[u8], offsets: &[u32]) -> Vec<LineColumn> {
    let bytes = sent.strip_prefix(BYTE_ORDER_MARK).unwrap_or(sent);
    let mut order: Vec<usize> = (0..offsets.len()).collect();
    order.sort_unstable_by_key(|index| offsets[*index]);
    let mut places = vec![LineColumn { line: 1, column: 1 }; offsets.len()];
    let (mut position, mut visited) = (LineColumn { line: 1, column: 1 }, 0);
    for index in order {
        let until = cast::<usize>(offsets[index]).min(bytes.len());
        for byte in &bytes[visited..until] {
            match byte {
                b'\n' => position = LineColumn { line: position.line + 1, column: 1 },
                0x80..=0xBF => {} // the rest of a character that was counted by its first byte
                _ => position.column += 1,
            }
        }
        visited = until;
        places[index] = position;
    }
    places
}
