//! Reads a list of rows one by one, without a tree of the whole document.

use super::described::Handling;
use super::pointer::PointerStep;
use super::reader::Reader;
use super::syntax::{SyntaxFault, offset};
use super::tree::{JsonNode, JsonValue, Parser};
use jiter::Peek;
use orderdock_domain::phrase::Phrase;

/// Entry of the list. Its tree exists during the visit.
#[derive(Debug)]
pub struct WalkedRow<'a> {
    pub index: usize,
    pub node: JsonNode<'a>,
    /// Text of the entry, to parse it again.
    pub text: &'a str,
}

/// Position and length of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WalkedList {
    /// Offset of the list in bytes.
    pub at: u32,
    /// Number of entries.
    pub rows: usize,
}

/// Reads `{"<list>": [row, row, …]}` row by row; `None` if there is no list.
///
/// Problems of the document around the rows (no object, no such list, unknown or duplicate members) are
/// reported. Invalid JSON ends the walk after the rows before it.
pub fn visit_rows<'a>(
    text: &'a str,
    list: &'static str,
    reader: &mut Reader,
    mut visit: impl FnMut(WalkedRow<'a>),
) -> Result<Option<WalkedList>, SyntaxFault> {
    let mut parser = Parser::new(text);
    let peek = parser.peek()?;
    if peek != Peek::Object {
        let node = parser.tree(peek, 0)?;
        parser.finish()?;
        let example = format!("{{\"{list}\": [{{…}}]}}");
        reader.wrong_type(&node, Phrase::ObjectWithList.of([list.into(), example.into()]));
        return Ok(None);
    }
    let document = offset(parser.index());
    let (mut found, mut seen) = (None, false);
    let mut unknown = std::collections::HashSet::new();
    let mut next = parser.object_first()?;
    while let Some(name) = next {
        let peek = parser.peek()?;
        let at = offset(parser.index());
        let again = name == list && std::mem::replace(&mut seen, true);
        if again {
            reader.duplicate(list, at);
        }
        if name == list && peek == Peek::Array {
            let rows = rows(&mut parser, text, 2, |row| {
                if !again {
                    visit(row);
                }
            })?;
            found = found.or(Some(WalkedList { at, rows }));
        } else {
            let node = parser.tree(peek, 1)?;
            if name != list {
                reader.unknown(Handling::Lenient, &mut unknown, name, &node);
            } else if node.value == JsonValue::Null {
                reader.missing_at(list, document);
            } else if !again {
                reader.within(PointerStep::Member(list), |reader| reader.wrong_type(&node, Phrase::Array));
            }
        }
        next = parser.object_next()?;
    }
    parser.finish()?;
    if !seen {
        reader.missing_at(list, document);
    }
    Ok(found)
}

/// Reads `[row, row, …]` row by row. Returns the value if it is not a list.
pub fn visit_list<'a>(
    text: &'a str,
    visit: impl FnMut(WalkedRow<'a>),
) -> Result<Result<usize, JsonNode<'a>>, SyntaxFault> {
    let mut parser = Parser::new(text);
    let peek = parser.peek()?;
    let read = match peek {
        Peek::Array => Ok(rows(&mut parser, text, 1, visit)?),
        other => Err(parser.tree(other, 0)?),
    };
    parser.finish()?;
    Ok(read)
}

/// Reads the rows; `depth` objects and lists are open around them.
fn rows<'a>(
    parser: &mut Parser<'a>,
    text: &'a str,
    depth: usize,
    mut visit: impl FnMut(WalkedRow<'a>),
) -> Result<usize, SyntaxFault> {
    let mut index = 0;
    let mut next = parser.array_first()?;
    while let Some(peek) = next {
        let start = parser.index();
        let node = parser.tree(peek, depth)?;
        visit(WalkedRow { index, node, text: &text[start..parser.index()] });
        index += 1;
        next = parser.array_next()?;
    }
    Ok(index)
}
