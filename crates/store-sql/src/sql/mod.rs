//! Statements, their values, and descriptions of tables.

pub mod column;
pub(crate) mod conflict;
pub(crate) mod ids;
pub mod keys;
pub(crate) mod lines;
pub mod query;
pub mod scope;
pub mod table;
pub mod tables;
pub mod template;
pub(crate) mod transaction;
pub(crate) mod value;
