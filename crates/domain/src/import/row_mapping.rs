//! Use of cross-references by a row.

use std::collections::BTreeSet;

use crate::candidate::Field;
use crate::ids::{CrossReferenceId, DataSourceId, OrganisationId, PartnerId};

/// Scope of the cross-references of a row, and the used ones.
#[derive(Debug, Default)]
pub(super) struct RowMapping {
    pub(super) organisation: Option<OrganisationId>,
    pub(super) source: Option<DataSourceId>,
    /// `None` until the buyer is found.
    pub(super) buyer: Option<PartnerId>,
    pub(super) used: BTreeSet<CrossReferenceId>,
    /// Partners that a user chose for unresolved references.
    pub(super) chosen: Vec<(Field, PartnerId)>,
    /// Pointers of the parts whose records were found by a value other than their own keys.
    pub(super) parts: Vec<String>,
}

impl RowMapping {
    /// Returns whether the product was found by a cross-reference or the buyer's number.
    pub(super) fn maps_product(&self) -> bool {
        self.parts.iter().any(|part| part == PRODUCT)
    }
}

/// Pointer of the product in a row.
pub(super) const PRODUCT: &str = "/product";
