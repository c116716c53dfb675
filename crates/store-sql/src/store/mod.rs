//! The store over the backend of an engine.

pub(crate) mod backend;
pub(crate) mod clock;
pub mod threads;
pub(crate) mod transaction;
