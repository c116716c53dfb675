//! Reading JSON bodies: exact, collecting every fault, with the place of each.
//!
//! One pass builds a small tree per row that keeps the text of numbers and where values begin. Typed readers
//! walk that tree and note all that is wrong; pointers, lines and columns are worked out only for what is
//! noted. Offsets count bytes of the text after a byte order mark, if there is one.

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
