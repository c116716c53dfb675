//! Reading of JSON bodies: exact, with all faults and their positions.
//!
//! One pass builds a small tree per row, which keeps the text of numbers and the offsets of values. Typed readers walk
//! the tree and report all faults. Pointers, lines and columns are computed only for reported faults. Offsets are bytes
//! of the text after an optional byte order mark.

mod body;
mod described;
mod finding;
mod line_column;
mod members;
mod pointer;
mod reader;
mod rows;
mod scalar;
mod syntax;
mod tree;
mod typed_member;

pub use body::text_of;
pub use described::Handling;
pub(crate) use described::{
    Described, DescribedMember, NamedSchemas, Property, object, one_of, reference, typed,
};
pub use finding::{Findings, ValueFinding};
pub use line_column::{LineColumn, line_columns};
pub(crate) use members::{Plain, marks_member, members};
pub use pointer::{ResolvedPointer, locate};
pub(crate) use reader::Members;
pub use reader::{Keep, Reader};
pub use rows::{WalkedList, WalkedRow, visit_list, visit_rows};
pub use scalar::{Scalar, ValueFault};
pub(crate) use scalar::{checked, code, no_longer, scalars, word};
pub(crate) use syntax::offset;
pub use syntax::{MAX_NESTING, MAX_VALUES, SyntaxFault, SyntaxKind};
pub use tree::{JsonForm, JsonMember, JsonNode, JsonValue, parse};
pub(crate) use typed_member::{Anything, ListOf, MaybeUndefined, TypedMember};

#[cfg(test)]
mod tests;
