//! Unresolved references: missing records, the candidates that wait for them, and mappings.

pub(crate) mod mappings;
pub mod missing_records;
pub(crate) mod open_references;
pub(crate) mod waiting;
