//! Reading JSON bodies: exact, collecting every fault, with the place of each.
//!
//! One pass builds a small tree per row that keeps the text of numbers and where values begin. Typed readers
//! walk that tree and note all that is wrong; pointers, lines and columns are worked out only for what is
//! noted. Offsets count bytes of the text after a byte order mark, if there is one.

mod body;
mod place;
mod pointer;
mod reader;
mod rows;
mod scalar;
mod syntax;
mod tree;

pub use body::text_of;
pub use place::{Place, places};
pub use pointer::{Spot, locate};
#[cfg(test)]
pub(crate) use reader::Named;
pub(crate) use reader::members;
pub use reader::{Finding, Findings, Handling, Keep, Reader, Slot};
pub use rows::{List, Row, visit_list, visit_rows};
pub(crate) use scalar::code;
pub use scalar::{Fault, Scalar};
pub use syntax::{SyntaxFault, SyntaxKind};
pub use tree::{MAX_NESTING, MAX_VALUES, Member, Node, Value, parse};

#[cfg(test)]
mod tests;
