//! Generic tree of the values of a YAML or JSON document, before it is parsed by the descriptions of the kinds.

use crate::phrase::Phrase;
use crate::problem::Param;

/// A value with its position in the document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Line number, from 1.
    pub line: usize,
    /// Column number in characters, from 1.
    pub column: usize,
    pub content: NodeContent,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeContent {
    Null,
    /// Text or a number, exactly as written. The type of the member determines how it is parsed.
    Scalar(String),
    /// `true` or `false` without quotes.
    Boolean(bool),
    List(Vec<Node>),
    /// In the order of the document, including duplicate names.
    Members(Vec<(String, Node)>),
}

impl Node {
    /// Returns a short description of the value for messages.
    pub fn words(&self) -> Param {
        match &self.content {
            NodeContent::Null => Phrase::Nothing.into(),
            NodeContent::Scalar(text) => Phrase::Quoted.of([shortened(text).into()]),
            NodeContent::Boolean(_) => Phrase::Boolean.into(),
            NodeContent::List(nodes) if nodes.is_empty() => Phrase::EmptyList.into(),
            NodeContent::List(_) => Phrase::AList.into(),
            NodeContent::Members(_) => Phrase::AnObject.into(),
        }
    }

    /// Returns the node at a JSON Pointer; if it does not exist, its nearest existing ancestor.
    pub fn at(&self, pointer: &str) -> &Self {
        let mut node = self;
        for segment in pointer.split('/').skip(1) {
            let name = segment.replace("~1", "/").replace("~0", "~");
            let next = match &node.content {
                NodeContent::List(nodes) => name.parse().ok().and_then(|index: usize| nodes.get(index)),
                // of duplicate names, the last one has the error
                NodeContent::Members(members) => {
                    members.iter().rev().find(|(member, _)| *member == name).map(|(_, node)| node)
                }
                NodeContent::Null | NodeContent::Boolean(_) | NodeContent::Scalar(_) => None,
            };
            let Some(next) = next else { break };
            node = next;
        }
        node
    }
}

/// Escapes a name for use as a segment of a JSON Pointer.
pub(super) fn segment(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Returns at most 40 characters of the text, followed by `…` if it is longer.
fn shortened(text: &str) -> String {
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(40).collect();
    if characters.next().is_some() { start + "…" } else { start }
}
