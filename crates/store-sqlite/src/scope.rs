//! The organisations that a statement may see.

use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::masterdata::Reference;
use rusqlite::types::ToSqlOutput;

use crate::column::text;
use crate::keys;

/// The ids of the readable (or writable) organisations as a JSON array, the first parameter of every statement on their data.
#[derive(Clone, Debug)]
pub struct OrganisationIds(String);

impl OrganisationIds {
    pub fn readable(scope: &ReadScope, reference: &Reference) -> Self {
        Self::of(scope.ids(), reference)
    }

    pub fn writable(scope: &WriteScope, reference: &Reference) -> Self {
        Self::of(scope.ids(), reference)
    }

    fn of(ids: Option<Vec<OrganisationId>>, reference: &Reference) -> Self {
        let ids = ids
            .unwrap_or_else(|| reference.organisations.iter().map(|organisation| organisation.id).collect());
        Self(keys::number_array(ids.iter().map(|id| id.0)))
    }

    pub fn write(&self) -> ToSqlOutput<'_> {
        text(&self.0)
    }
}
