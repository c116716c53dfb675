//! External system of a row, and the scope of its external ids.

use super::id_scope::IdScope;
use super::merge::{Merge, RowId};
use super::row::RowDraft;
use super::state::RowRecord;
use super::table::TableIndex;
use crate::ids::{DataSourceId, ExternalSystemId, OrganisationId};
use crate::masterdata::{ExternalIds, ExternalSystem};
use crate::problem::{Problem, ProblemCode};
use crate::sync_advice::SyncAdvice;

const POINTER: &str = "/externalSystemCode";

impl RowDraft<'_> {
    /// Returns the scope in which the external ids of the row are looked up.
    pub(super) fn id_scope(&self, sent: Option<ExternalSystemId>, source: Option<DataSourceId>) -> IdScope {
        let (system, ids) = match source {
            Some(source) => self.state.reference.row_system(sent, source),
            None => (sent, ExternalIds::Shared),
        };
        IdScope { system, shared: system.is_none() || ids == ExternalIds::Shared }
    }

    /// Returns the merge for a new record.
    pub(super) fn creating(&self) -> Merge {
        let row_id = if self.ids.shared { RowId::Shared } else { RowId::OfSystem(None) };
        Merge::creating().with_row_id(row_id)
    }

    /// Returns the merge for an existing record.
    pub(super) fn updating<R: RowRecord>(&self, record: &R, advice: SyncAdvice) -> Merge {
        let row_id = match self.state.system_id(record.rank().2, self.ids.system) {
            None if self.ids.shared => RowId::Shared,
            id => RowId::OfSystem(id.cloned()),
        };
        Merge::updating(advice).with_row_id(row_id)
    }

    /// Stores the id that a merged record has in the system of the row.
    pub(super) fn store_system_id<R: RowRecord>(&mut self, place: TableIndex, merge: &Merge) {
        if let (RowId::OfSystem(id), Some(system)) = (&merge.row_id, self.ids.system) {
            self.state.set_system_id::<R>(place, system, id.as_ref());
        }
    }

    /// Returns the external system of a new row. Creates it with a warning if it does not exist.
    pub(super) fn sync_system(&mut self, organisation: OrganisationId) -> Option<ExternalSystemId> {
        let code = self.request.external_system.as_ref()?;
        if let Some(known) = self.state.external_system_by_code(organisation, code) {
            let (id, active) = (known.id, known.active);
            if !active {
                let problem = Problem::new(ProblemCode::ExternalSystemInactive, POINTER);
                self.errors.push(problem.with("code", code.as_str()));
            }
            return Some(id);
        }
        let id: ExternalSystemId = self.state.next_id();
        let system = ExternalSystem { id, organisation, active: true, code: code.clone(), name: None };
        self.state.systems.create(system);
        self.record_created("externalSystem", id.0, Some(code.as_str()));
        let warning = Problem::new(ProblemCode::ExternalSystemCreated, POINTER);
        self.warnings.push(warning.with("code", code.as_str()));
        Some(id)
    }
}
