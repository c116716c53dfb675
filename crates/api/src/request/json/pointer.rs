//! JSON Pointers (RFC 6901): built only for what is wrong, and followed back to the text.

use std::fmt::Write;

use super::tree::{JsonNode, JsonValue, parse};

/// One step from an object or list to a value in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PointerStep<'a> {
    Member(&'a str),
    Index(usize),
}

/// The pointer along these steps.
pub(super) fn pointer<'a>(steps: impl IntoIterator<Item = PointerStep<'a>>) -> String {
    let mut pointer = String::new();
    for step in steps {
        pointer.push('/');
        match step {
            PointerStep::Member(name) => {
                for character in name.chars() {
                    match character {
                        '~' => pointer.push_str("~0"),
                        '/' => pointer.push_str("~1"),
                        other => pointer.push(other),
                    }
                }
            }
            PointerStep::Index(index) => {
                let _ = write!(pointer, "{index}"); // writing to a String cannot fail
            }
        }
    }
    pointer
}

/// Where a pointer leads in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResolvedPointer {
    /// Offset of the value; if it is missing, of the object it is missing from.
    pub at: u32,
    /// The value, quoted; `None` if it is missing.
    pub seen: Option<String>,
}

/// Finds the values at pointers in a row's own text, for faults that were found after its tree was dropped.
///
/// In the order of the pointers. A text that cannot be read, which then was no row, has them all at its start.
pub fn locate<'p>(row: &str, pointers: impl IntoIterator<Item = &'p str>) -> Vec<ResolvedPointer> {
    let root = parse(row).unwrap_or(JsonNode { at: 0, value: JsonValue::Null });
    pointers.into_iter().map(|pointer| follow(&root, pointer)).collect()
}

fn follow(root: &JsonNode<'_>, pointer: &str) -> ResolvedPointer {
    let mut node = root;
    for step in pointer.split('/').skip(1) {
        let name = step.replace("~1", "/").replace("~0", "~");
        match child(node, &name) {
            Some(inner) => node = inner,
            None => return ResolvedPointer { at: node.at, seen: None },
        }
    }
    ResolvedPointer { at: node.at, seen: Some(node.value.seen()) }
}

fn child<'t, 'a>(node: &'t JsonNode<'a>, name: &str) -> Option<&'t JsonNode<'a>> {
    match &node.value {
        JsonValue::Object(members) => {
            members.iter().find(|member| member.name == name).map(|member| &member.value)
        }
        JsonValue::Array(nodes) => nodes.get(name.parse::<usize>().ok()?),
        _ => None,
    }
}
