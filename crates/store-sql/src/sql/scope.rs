//! The organisations that a statement may read or write.

use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::masterdata::Reference;

use crate::SqlValue;
use crate::sql::column::text;
use crate::sql::keys;

/// The ids of the readable (or writable) organisations as a JSON array: the first parameter of every statement on their
/// data.
#[derive(Clone, Debug)]
pub struct OrganisationIds {
    ids: String,
    all: bool,
}

impl OrganisationIds {
    pub fn readable(scope: &ReadScope, reference: &Reference) -> Self {
        Self::of(scope.ids(), reference)
    }

    pub fn writable(scope: &WriteScope, reference: &Reference) -> Self {
        Self::of(scope.ids(), reference)
    }

    fn of(ids: Option<Vec<OrganisationId>>, reference: &Reference) -> Self {
        let all = ids.is_none();
        let ids = ids
            .unwrap_or_else(|| reference.organisations.iter().map(|organisation| organisation.id).collect());
        Self { ids: keys::number_array(ids.iter().map(|id| id.0)), all }
    }

    pub fn write(&self) -> SqlValue<'_> {
        text(&self.ids)
    }

    /// Returns whether the scope is all organisations, so that no condition is needed.
    pub fn are_all(&self) -> bool {
        self.all
    }
}

/// A scope of organisations.
pub(crate) trait Scoped: Send + Sync + 'static {
    fn organisations(&self, reference: &Reference) -> OrganisationIds;
}

impl Scoped for ReadScope {
    fn organisations(&self, reference: &Reference) -> OrganisationIds {
        OrganisationIds::readable(self, reference)
    }
}

impl Scoped for WriteScope {
    fn organisations(&self, reference: &Reference) -> OrganisationIds {
        OrganisationIds::writable(self, reference)
    }
}
