//! Walking a list of rows inside a document without ever holding the whole of it as a tree.

use super::pointer::Step;
use super::reader::Reader;
use super::syntax::SyntaxFault;
use super::tree::{Node, Parser, Value, offset};
use jiter::Peek;

/// One entry of the list. Its tree lives as long as the visit.
#[derive(Debug)]
pub struct Row<'a> {
    pub index: usize,
    pub node: Node<'a>,
    /// The entry as it was sent, for reading it again.
    pub text: &'a str,
}

/// Reads `{"<list>": [row, row, …]}`, handing over one row after the other; answers how many there were.
///
/// What is wrong with the document around the rows (no object, no such list, unknown or duplicate members) is
/// noted in the reader. A text that breaks off or is not JSON ends the walk, after rows that were visited.
pub fn visit_rows<'a>(
    text: &'a str,
    list: &'static str,
    reader: &mut Reader,
    mut visit: impl FnMut(Row<'a>),
) -> Result<usize, SyntaxFault> {
    let mut parser = Parser::new(text);
    let peek = parser.peek()?;
    if peek != Peek::Object {
        let node = parser.tree(peek, 0)?;
        parser.finish()?;
        reader.wrong_type(&node, "object");
        return Ok(0);
    }
    let document = offset(parser.index());
    let mut count = None;
    let mut unknown = std::collections::HashSet::new();
    let mut next = parser.object_first()?;
    while let Some(name) = next {
        let peek = parser.peek()?;
        let at = offset(parser.index());
        if name == list && peek == Peek::Array {
            let rows = rows(&mut parser, text, |row| {
                if count.is_none() {
                    visit(row);
                }
            })?;
            if count.replace(rows).is_some() {
                reader.duplicate(&name, at);
            }
        } else {
            let node = parser.tree(peek, 1)?;
            if name != list {
                reader.unknown(&mut unknown, name, &node);
            } else if count.replace(0).is_some() {
                reader.duplicate(&name, at);
            } else if node.value == Value::Null {
                reader.missing(list, document);
            } else {
                reader.within(Step::Member(list), |reader| reader.wrong_type(&node, "array"));
            }
        }
        next = parser.object_next()?;
    }
    parser.finish()?;
    if count.is_none() {
        reader.missing(list, document);
    }
    Ok(count.unwrap_or(0))
}

fn rows<'a>(
    parser: &mut Parser<'a>,
    text: &'a str,
    mut visit: impl FnMut(Row<'a>),
) -> Result<usize, SyntaxFault> {
    let mut index = 0;
    let mut next = parser.array_first()?;
    while let Some(peek) = next {
        let start = parser.index();
        let node = parser.tree(peek, 2)?;
        visit(Row { index, node, text: &text[start..parser.index()] });
        index += 1;
        next = parser.array_next()?;
    }
    Ok(index)
}
