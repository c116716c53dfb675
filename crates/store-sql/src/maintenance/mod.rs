//! Identity, copy, examination and upkeep of a database.

pub mod copy;
pub mod examine;
pub mod identity;
pub mod storage_use;
pub(crate) mod upkeep;
