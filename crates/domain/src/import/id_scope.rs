//! External ids that a row refers to.

use crate::ids::ExternalSystemId;

/// External ids that a row refers to: those of its system first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct IdScope {
    pub(super) system: Option<ExternalSystemId>,
    /// Whether ids without a system are looked up too, and new records get these.
    pub(super) shared: bool,
}

impl IdScope {
    pub(super) const SHARED: Self = Self { system: None, shared: true };
}
