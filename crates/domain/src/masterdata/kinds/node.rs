//! What a document says, before anything is known about kinds: the same for YAML and JSON.

use crate::phrase::Phrase;
use crate::problem::Param;

/// A value and where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// 1-based.
    pub line: usize,
    /// 1-based, in characters.
    pub column: usize,
    pub content: NodeContent,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeContent {
    Null,
    /// Text or a number, exactly as written; the member it stands in says what it is.
    Scalar(String),
    /// `true` or `false`, which is no text.
    Boolean(bool),
    List(Vec<Node>),
    /// In the order of the document, equal names included.
    Members(Vec<(String, Node)>),
}

impl Node {
    /// What it is, in words, for messages.
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

    /// The node a JSON Pointer leads to; of what is not there, the place where it is missing.
    pub fn at(&self, pointer: &str) -> &Self {
        let mut node = self;
        for segment in pointer.split('/').skip(1) {
            let name = segment.replace("~1", "/").replace("~0", "~");
            let next = match &node.content {
                NodeContent::List(nodes) => name.parse().ok().and_then(|index: usize| nodes.get(index)),
                // of equal names the last one is at fault
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

/// The name as a segment of a JSON Pointer.
pub(super) fn segment(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// At most forty characters.
fn shortened(text: &str) -> String {
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(40).collect();
    if characters.next().is_some() { start + "…" } else { start }
}
