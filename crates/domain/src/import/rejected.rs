//! Rejected rows: the data that an import stores about them, and the entries that an import closes.
//!
//! An imported row closes the entry of a rejected row with the same header and line id under these conditions:
//!
//! | Entry | Condition |
//! |---|---|
//! | with organisation and data source | both are equal, and the external systems are equal or one is absent |
//! | without one of them, because the row named none that exists | in addition, the sender is the same |

use std::collections::HashMap;

use crate::candidate::{Candidate, string_enum};
use crate::ids::{CallerId, CandidateId, DataSourceId, OrganisationId, RejectedRowId};
use crate::processing::RejectedSystem;
use crate::text::Code;

string_enum! {
    /// Status of the entry of a rejected row.
    RejectedRowStatus {
        Open "open"
        /// A row with the same identity was imported by another request.
        Imported "imported"
        /// The row was sent again from its entry and imported.
        SentAgain "sentAgain"
        Dismissed "dismissed"
    }
}

impl RejectedRowStatus {
    /// Returns whether the row was imported.
    pub fn is_imported(self) -> bool {
        matches!(self, Self::Imported | Self::SentAgain)
    }
}

/// A row that was rejected because of errors of its own. Ids and references are present as far as they could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RejectedImportRow {
    /// Index of the row in its request.
    pub index: u32,
    /// `None` if the row named none of the caller's organisations.
    pub organisation: Option<OrganisationId>,
    /// `None` if no data source matches.
    pub data_source: Option<DataSourceId>,
    pub system: RejectedSystem,
    pub header_id: Option<Code>,
    pub line_id: Option<Code>,
    /// Number of rows without errors that were rejected because of this one.
    pub rejected_with: u32,
}

/// Entry of a rejected row that was not imported since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenRejection {
    pub entry: RejectedRowId,
    pub organisation: Option<OrganisationId>,
    pub data_source: Option<DataSourceId>,
    pub system: RejectedSystem,
    pub header_id: Code,
    pub line_id: Code,
    pub sender: Option<CallerId>,
}

/// Entry of a rejected row whose row was imported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClosedRejection {
    pub entry: RejectedRowId,
    pub candidate: CandidateId,
    pub status: RejectedRowStatus,
}

impl OpenRejection {
    /// Returns whether a candidate with the same ids from a request of `sender` closes this entry.
    fn is_of(&self, candidate: &Candidate, sender: Option<CallerId>) -> bool {
        let is_certain = self.organisation.is_some() && self.data_source.is_some();
        let same_system = match (self.system, candidate.external_system) {
            (RejectedSystem::One(own), Some(system)) => own == system,
            (RejectedSystem::Any | RejectedSystem::NotSent, _) | (_, None) => true,
        };
        (is_certain || self.sender == sender)
            && self.organisation.is_none_or(|own| own == candidate.organisation)
            && self.data_source.is_none_or(|own| own == candidate.data_source)
            && same_system
    }
}

/// Returns the entries that are closed by the candidates of a request, ascending by id.
pub fn closed_rejections<'c>(
    open: &[OpenRejection],
    candidates: impl Iterator<Item = &'c Candidate>,
    sender: Option<CallerId>,
) -> Vec<ClosedRejection> {
    if open.is_empty() {
        return Vec::new();
    }
    let mut by_ids: HashMap<_, Vec<_>> = HashMap::new();
    for candidate in candidates {
        let identity = &candidate.identity;
        by_ids.entry((&identity.header_id, &identity.line_id)).or_default().push(candidate);
    }
    let closed = open.iter().filter_map(|rejection| {
        let same_ids = by_ids.get(&(&rejection.header_id, &rejection.line_id))?;
        let candidate = same_ids.iter().find(|candidate| rejection.is_of(candidate, sender))?;
        let status = RejectedRowStatus::Imported;
        Some(ClosedRejection { entry: rejection.entry, candidate: candidate.id, status })
    });
    let mut closed: Vec<_> = closed.collect();
    closed.sort_unstable_by_key(|one| one.entry);
    closed
}
