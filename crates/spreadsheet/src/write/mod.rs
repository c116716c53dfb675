//! Writes XLSX files as a stream: rows are compressed as they come, and only their bytes are in memory.

mod cell;
mod drop_down;
mod layout;
mod package;
mod styles;
mod xlsx;
mod xml;

pub use cell::{CellFormat, WrittenCell};
pub use drop_down::DropDown;
pub use layout::{ColumnLayout, SheetLayout};
pub use xlsx::XlsxWriter;
