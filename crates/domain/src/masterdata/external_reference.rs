//! Ids of records in external systems.

use std::collections::HashMap;

use super::kinds::KindName;
use crate::ids::{ExternalSystemId, OrganisationId, PartnerId};
use crate::text::Code;

/// An id of a partner, location, contact or product in an external system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalReference {
    pub kind: KindName,
    /// Id of the record.
    pub record: i64,
    /// Owner of the record.
    pub organisation: OrganisationId,
    /// Partner of a location or contact.
    pub partner: Option<PartnerId>,
    pub system: ExternalSystemId,
    pub id: Code,
}

impl ExternalReference {
    /// Returns the first id of each record in each system, by record and system.
    pub fn first_ids<'r>(
        references: impl IntoIterator<Item = &'r Self>,
    ) -> HashMap<(i64, ExternalSystemId), Code> {
        let mut ids: HashMap<_, Code> = HashMap::new();
        for Self { record, system, id, .. } in references {
            let first = ids.entry((*record, *system)).or_insert_with(|| id.clone());
            if id < first {
                first.clone_from(id);
            }
        }
        ids
    }
}
