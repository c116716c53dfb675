//! Imports of candidates: the records that rows reference, and the commit.

pub mod commit;
pub mod context;
pub(crate) mod cross_references;
pub(crate) mod external_references;
pub(crate) mod location_glns;
pub(crate) mod spellings;
