//! Mapping of columns to members of order candidates: its stored form, its proposal, and the conversion of rows.

mod convert;
mod model;
mod propose;
mod read_value;

pub use convert::{ConvertedRow, MemberFault, SheetConverter, SkippedRows};
pub use model::{MappingError, MemberSource, SheetMapping, SplitText};
pub use propose::{Proposal, complete_settings, propose};
pub use read_value::{MappedValue, ValueReader};
