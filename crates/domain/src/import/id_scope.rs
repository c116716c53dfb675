//! Scope in which the external ids of a row are looked up.

use crate::ids::ExternalSystemId;

/// Scope of external ids: those of the row's system take precedence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct IdScope {
    pub(super) system: Option<ExternalSystemId>,
    /// Whether ids without a system are looked up too and are given to new records.
    pub(super) shared: bool,
}

impl IdScope {
    pub(super) const SHARED: Self = Self { system: None, shared: true };
}
