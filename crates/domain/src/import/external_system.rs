//! External system of a row.

use super::row::RowDraft;
use crate::ids::{ExternalSystemId, OrganisationId};
use crate::masterdata::ExternalSystem;
use crate::problem::{Problem, ProblemCode};

const POINTER: &str = "/externalSystemCode";

impl RowDraft<'_> {
    /// Returns the external system that a new row was sent with; creates it if it does not exist.
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
