//! Reading JSON bodies: exact, collecting every fault, with the place of each.
//!
//! One pass builds a small tree per row that keeps the text of numbers and where values begin. Typed readers
//! walk that tree and note all that is wrong; pointers, lines and columns are worked out only for what is
//! noted. Offsets count bytes of the text after a byte order mark, if there is one.

mod body;
mod described;
mod members;
mod place;
mod pointer;
mod reader;
mod rows;
mod scalar;
mod syntax;
mod tree;

pub use body::text_of;
pub(crate) use described::{Described, DescribedMember, Parts, Property, object, one_of, reference, typed};
pub(crate) use members::{Anything, Listed, Members, Plain, Sent, Slot, members};
pub use place::{Place, places};
pub use pointer::{Spot, locate};
pub use reader::{Finding, Findings, Handling, Keep, Reader};
pub use rows::{List, Row, visit_list, visit_rows};
pub(crate) use scalar::code;
pub use scalar::{Fault, Scalar};
pub use syntax::{SyntaxFault, SyntaxKind};
pub(crate) use tree::offset;
pub use tree::{MAX_NESTING, MAX_VALUES, Member, Node, Value, parse};

#[cfg(test)]
mod tests;
