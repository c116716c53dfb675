//! JSON Pointers (RFC 6901): built for reported problems, and resolved to positions.

use std::fmt::Write;

use super::tree::{JsonNode, JsonValue, parse};

/// Step from an object or list to a value in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PointerStep<'a> {
    Member(&'a str),
    Index(usize),
}

/// Returns the pointer of these steps.
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

/// Target of a pointer in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResolvedPointer {
    /// Offset of the value in bytes; of the containing object if the value is missing.
    pub at: u32,
    /// Value as text; `None` if it is missing.
    pub seen: Option<String>,
}

/// Resolves pointers in the text of a row, for problems found after its tree was dropped.
///
/// The result is in the order of the pointers. In a text that cannot be parsed, all pointers resolve to its
/// start.
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
