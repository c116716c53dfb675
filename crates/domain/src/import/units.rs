//! Import planner: decides the rows of a request in units, depending on the error policy.

use crate::cast;
use std::collections::{BTreeSet, HashMap, HashSet};

use jiff::tz::TimeZone;

use super::id_scope::IdScope;
use super::organisation::data_source_of;
use super::row::{FailedRecordKeys, RequestOptions, RowDraft};
use super::row_mapping::RowMapping;
use super::state::ImportState;
use super::{
    DEFAULT_SOURCE, ErrorPolicy, ImportCall, ImportContext, ImportPlan, ImportRow, ImportWrites,
    OptionalReference, RejectedImportRow, RejectedLine, RowNote, RowOrigin, RowOutcome,
};
use crate::candidate::{CandidateRequest, Related};
use crate::ids::{CandidateId, DataSourceId, OrganisationId, SHARED};
use crate::problem::{Param, Problem, ProblemCode};
use crate::processing::RejectedSystem;
use crate::text::Code;

/// Decides every row of a request and returns the writes for the accepted rows.
///
/// A unit (all rows, the rows of one header, or one row, depending on the error policy) is decided on a draft, which is
/// kept only if all its rows are accepted. Within a unit, records that a rejected row would have created count as
/// existing, so that no error is a consequence of another one. Under [`ErrorPolicy::All`], one error prevents all writes.
/// The outcomes of the other rows then describe the result without the error.
pub fn plan_import(context: ImportContext, rows: &[ImportRow], call: ImportCall) -> ImportPlan {
    let mut state = ImportState::new(context);
    let (policy, decided) = (call.policy, decide(&mut state, rows, call));
    written(decided, policy, state.finish())
}

/// Planner for consecutive requests. Each request is planned as if the previous ones had already been written.
///
/// New organisations, groups and external systems are not visible to later requests. After a request that writes
/// these, the next request must not be planned with the same planner.
pub struct ImportPlanner(ImportState);

impl ImportPlanner {
    /// Creates a planner. `context` must be loaded for the keys of all requests.
    pub fn new(context: ImportContext) -> Self {
        Self(ImportState::new(context))
    }

    /// Plans the next request; see [`plan_import`].
    pub fn plan(&mut self, rows: &[ImportRow], call: ImportCall) -> ImportPlan {
        let (policy, decided) = (call.policy, decide(&mut self.0, rows, call));
        written(decided, policy, self.0.settle())
    }
}

/// Decides all rows. The returned plan does not contain the writes yet, which are part of the import state.
fn decide(state: &mut ImportState, rows: &[ImportRow], call: ImportCall) -> ImportPlan {
    let given = call.ids.left();
    state.begin(call.ids);
    let mut planner = UnitsPlanner {
        state,
        wanted: FailedRecordKeys::new(),
        terms: RequestOptions {
            now: call.now,
            request: call.request,
            permissions: &call.permissions,
            unresolved: call.unresolved,
            alone: call.policy == ErrorPolicy::Row,
        },
        policy: call.policy,
        rows,
        outcomes: vec![None; rows.len()],
        rejected_with: HashMap::new(),
    };
    match call.policy {
        ErrorPolicy::All => planner.unit(&(0..rows.len()).collect::<Vec<_>>()),
        ErrorPolicy::Header => headers(rows).iter().for_each(|unit| planner.unit(unit)),
        ErrorPolicy::Row => (0..rows.len()).for_each(|index| planner.unit(&[index])),
    }
    planner.finish(given)
}

/// Completes the plan with the writes of the import state. The writes are empty if ids ran short, or if a row was rejected
/// under [`ErrorPolicy::All`].
fn written(
    decided: ImportPlan,
    policy: ErrorPolicy,
    (writes, related): (ImportWrites, Related),
) -> ImportPlan {
    if decided.ids_short > 0 {
        return ImportPlan { ids_short: decided.ids_short, ..ImportPlan::default() };
    }
    let has_rejection = decided.outcomes.iter().any(|outcome| matches!(outcome, RowOutcome::Rejected { .. }));
    let writes = if has_rejection && policy == ErrorPolicy::All {
        ImportWrites::default()
    } else {
        ImportWrites { rejected: decided.writes.rejected, ..writes }
    };
    ImportPlan { writes, related, ..decided }
}

/// Groups the rows by header and external system, in the order of each group's first row. A row with an unreadable
/// header forms a unit of its own. If the system of any row is unreadable, all rows with its header form one unit,
/// because each of them may belong to the same incoming order.
fn headers(rows: &[ImportRow]) -> Vec<Vec<usize>> {
    let unreadable = rows
        .iter()
        .filter(|row| row.request.is_err() && row.origin.external_system == OptionalReference::Unreadable);
    let of_any_system: HashSet<&str> = unreadable.filter_map(|row| row.header_id.as_deref()).collect();
    let mut units: Vec<Vec<usize>> = Vec::new();
    let mut by_header: HashMap<(&str, Option<&Code>), usize> = HashMap::new();
    for (index, row) in rows.iter().enumerate() {
        let (header, system) = match &row.request {
            Ok(request) => (Some(request.identity.header_id.as_str()), request.external_system.as_ref()),
            Err(_) => (row.header_id.as_deref(), row.origin.external_system.named()),
        };
        let unit = header.map_or(units.len(), |header| {
            let system = system.filter(|_| !of_any_system.contains(header));
            *by_header.entry((header, system)).or_insert(units.len())
        });
        match units.get_mut(unit) {
            Some(unit) => unit.push(index),
            None => units.push(vec![index]),
        }
    }
    units
}

struct UnitsPlanner<'a> {
    state: &'a mut ImportState,
    wanted: FailedRecordKeys,
    terms: RequestOptions<'a>,
    policy: ErrorPolicy,
    rows: &'a [ImportRow],
    outcomes: Vec<Option<RowOutcome>>,
    /// Number of rows without errors that were rejected together with a row in error, by its index.
    rejected_with: HashMap<usize, u32>,
}

impl UnitsPlanner<'_> {
    fn unit(&mut self, unit: &[usize]) {
        let mut decided: Vec<_> = unit.iter().map(|index| (*index, self.decide(*index))).collect();
        self.wanted.clear();
        let has_rejection = decided.iter().any(|(_, outcome)| matches!(outcome, RowOutcome::Rejected { .. }));
        if has_rejection {
            self.state.undo();
        } else {
            self.state.keep();
        }
        if has_rejection && self.policy != ErrorPolicy::Row {
            self.count_faultless_rows(&decided);
        }
        if has_rejection && self.policy == ErrorPolicy::Header {
            // rows without errors of their own are rejected with the faulty rows of their header
            let at_fault = decided.iter().filter(|(_, outcome)| outcome.has_errors());
            let at_fault: Vec<i64> = at_fault.map(|(index, _)| cast(*index)).collect();
            let created: HashSet<_> = decided.iter().filter_map(|(_, outcome)| outcome.created()).collect();
            let rejected_rows = |(index, outcome)| (index, rejected_outcome(outcome, &at_fault, &created));
            decided = decided.into_iter().map(rejected_rows).collect();
        }
        for (index, outcome) in decided {
            self.outcomes[index] = Some(self.with_reader_warnings(index, outcome));
        }
    }

    /// Counts the rows of a rejected unit that have no errors and were not imported before.
    fn count_faultless_rows(&mut self, decided: &[(usize, RowOutcome)]) {
        let created: HashSet<_> = decided.iter().filter_map(|(_, outcome)| outcome.created()).collect();
        let is_faultless = |outcome: &RowOutcome| match outcome {
            RowOutcome::Created { .. } => true,
            RowOutcome::Unchanged { candidate, .. } => created.contains(candidate),
            RowOutcome::Rejected { errors } => errors.is_empty(),
        };
        let faultless = cast::<u32>(decided.iter().filter(|(_, outcome)| is_faultless(outcome)).count());
        let at_fault = decided.iter().filter(|(_, outcome)| outcome.has_errors());
        self.rejected_with.extend(at_fault.map(|(index, _)| (*index, faultless)));
    }

    fn decide(&mut self, index: usize) -> RowOutcome {
        let request = match &self.rows[index].request {
            Ok(request) => request,
            Err(errors) => return RowOutcome::Rejected { errors: errors.clone() },
        };
        let request = match request.in_zone(|| self.zone(request)) {
            Ok(request) => request,
            Err(errors) => return RowOutcome::Rejected { errors },
        };
        let draft = RowDraft {
            state: &mut *self.state,
            wanted: &mut self.wanted,
            terms: &self.terms,
            request: &request,
            index: cast::<u32>(index),
            ids: IdScope::SHARED,
            mapping: RowMapping::default(),
            errors: Vec::new(),
            warnings: Vec::new(),
            created: Vec::new(),
            differences: Vec::new(),
            incomplete: false,
            stores: false,
            unresolved: Vec::new(),
        };
        draft.decide()
    }

    fn with_reader_warnings(&self, index: usize, mut outcome: RowOutcome) -> RowOutcome {
        let read = &self.rows[index].warnings;
        if let RowOutcome::Created { warnings, .. } | RowOutcome::Unchanged { warnings, .. } = &mut outcome
            && !read.is_empty()
        {
            warnings.splice(0..0, read.iter().cloned());
        }
        outcome
    }

    fn finish(self, given: u32) -> ImportPlan {
        let rejected = self.rejected_lines();
        let rejected_rows = self.rejected_rows();
        let organisations: Vec<_> =
            self.rows.iter().map(|row| self.organisation_of(&RowOrigin::of_row(row))).collect();
        let ids_short = self.state.ids_short(given);
        let outcomes: Vec<_> = self.outcomes.into_iter().flatten().collect();
        let notes = notes(self.rows, &outcomes, &organisations);
        let organisations: BTreeSet<_> = organisations.into_iter().flatten().collect();
        let organisations = organisations.into_iter().collect();
        let writes = ImportWrites { rejected, ..ImportWrites::default() };
        let related = Related::default();
        ImportPlan { writes, outcomes, notes, rejected_rows, organisations, related, ids_short }
    }

    /// Returns the lines that were rejected individually, which is possible only under [`ErrorPolicy::Row`].
    fn rejected_lines(&self) -> Vec<RejectedLine> {
        if self.policy != ErrorPolicy::Row {
            return Vec::new();
        }
        let outcomes = self.outcomes.iter().enumerate();
        let rejected_rows =
            outcomes.filter(|(_, outcome)| matches!(outcome, Some(RowOutcome::Rejected { .. })));
        rejected_rows.filter_map(|(index, _)| self.rejected_line(index)).collect()
    }

    fn rejected_line(&self, index: usize) -> Option<RejectedLine> {
        let row = self.rows.get(index)?;
        let origin = RowOrigin::of_row(row);
        let organisation = self.organisation_of(&origin);
        (!origin.flat).then_some(RejectedLine {
            organisation,
            data_source: organisation.and_then(|organisation| self.data_source(organisation, &origin)),
            system: self.rejected_system(organisation, &origin),
            header_id: parsed_id(row.header_id.as_deref())?,
            line_id: parsed_id(row.line_id.as_deref())?,
            index: cast(index),
        })
    }

    /// Returns the rows that were rejected because of errors of their own.
    fn rejected_rows(&self) -> Vec<RejectedImportRow> {
        let rows = self.rows.iter().zip(&self.outcomes).enumerate();
        let at_fault = rows.filter(|(_, (_, outcome))| outcome.as_ref().is_some_and(RowOutcome::is_at_fault));
        at_fault.map(|(index, (row, _))| self.rejected_row(index, row)).collect()
    }

    fn rejected_row(&self, index: usize, row: &ImportRow) -> RejectedImportRow {
        let origin = RowOrigin::of_row(row);
        let organisation = self.organisation_of(&origin);
        RejectedImportRow {
            index: cast(index),
            organisation,
            data_source: organisation.and_then(|organisation| self.data_source(organisation, &origin)),
            system: self.rejected_system(organisation, &origin),
            header_id: parsed_id(row.header_id.as_deref()),
            line_id: parsed_id(row.line_id.as_deref()),
            rejected_with: self.rejected_with.get(&index).copied().unwrap_or_default(),
        }
    }

    fn data_source(&self, organisation: OrganisationId, origin: &RowOrigin) -> Option<DataSourceId> {
        let sent = match &origin.data_source {
            OptionalReference::Unreadable => return None,
            OptionalReference::Default => None,
            OptionalReference::Named(sent) => Some(sent),
        };
        data_source_of(organisation, sent, DEFAULT_SOURCE, &self.state.reference)
    }

    fn rejected_system(&self, organisation: Option<OrganisationId>, origin: &RowOrigin) -> RejectedSystem {
        match &origin.external_system {
            OptionalReference::Unreadable => RejectedSystem::Any,
            OptionalReference::Default => RejectedSystem::NotSent,
            OptionalReference::Named(code) => organisation
                .and_then(|organisation| self.state.external_system_by_code(organisation, code))
                .map_or(RejectedSystem::Any, |system| RejectedSystem::One(system.id)),
        }
    }

    /// Returns the time zone for the row's dates; UTC for an organisation that does not exist yet.
    fn zone(&self, request: &CandidateRequest) -> TimeZone {
        let organisation = self.organisation_of(&RowOrigin::of(request));
        let organisation = organisation.and_then(|id| self.state.organisation(id));
        organisation.map_or(TimeZone::UTC, |organisation| organisation.time_zone.clone())
    }

    /// Returns the organisation of a row, if the caller has access to it.
    fn organisation_of(&self, origin: &RowOrigin) -> Option<OrganisationId> {
        match &origin.org {
            OptionalReference::Unreadable => None,
            OptionalReference::Default => self.terms.permissions.default_organisation,
            OptionalReference::Named(code) => {
                let found = self.state.organisation_by_code(code).map(|organisation| organisation.id);
                found.filter(|id| *id != SHARED && self.terms.permissions.organisations.contains(*id))
            }
        }
    }
}

fn parsed_id(id: Option<&str>) -> Option<Code> {
    Code::parse(id?).ok().flatten()
}

impl RowOrigin {
    /// Returns the origin of a row, whether it could be parsed or not.
    pub fn of_row(row: &ImportRow) -> Self {
        row.request.as_ref().map_or_else(|_| row.origin.clone(), |request| Self::of(request))
    }

    fn of(request: &CandidateRequest) -> Self {
        Self {
            org: request
                .org
                .as_ref()
                .map_or(OptionalReference::Default, |org| OptionalReference::Named(org.code.clone())),
            data_source: request
                .data_source
                .clone()
                .map_or(OptionalReference::Default, OptionalReference::Named),
            external_system: request
                .external_system
                .clone()
                .map_or(OptionalReference::Default, OptionalReference::Named),
            flat: request.identity.flat,
        }
    }
}

fn notes(
    rows: &[ImportRow],
    outcomes: &[RowOutcome],
    organisations: &[Option<OrganisationId>],
) -> Vec<RowNote> {
    let rows = (0..).zip(rows).zip(outcomes).zip(organisations);
    rows.filter_map(|(((index, row), outcome), organisation)| RowNote::of(index, row, outcome, *organisation))
        .collect()
}

/// Returns the outcome of a row whose header was rejected. A row that was imported before stays `Unchanged`. A
/// repetition of a row of this request is rejected too.
fn rejected_outcome(outcome: RowOutcome, at_fault: &[i64], created: &HashSet<CandidateId>) -> RowOutcome {
    match &outcome {
        RowOutcome::Unchanged { candidate, .. } if !created.contains(candidate) => outcome,
        _ if outcome.has_errors() => outcome,
        _ => {
            let rows = Param::Numbers(at_fault.to_vec());
            let problem = Problem::new(ProblemCode::HeaderRejected, "").with("rows", rows);
            RowOutcome::Rejected { errors: vec![problem] }
        }
    }
}

impl RowOutcome {
    fn has_errors(&self) -> bool {
        matches!(self, Self::Rejected { errors } if !errors.is_empty())
    }

    /// Returns whether the row was rejected because of errors of its own.
    fn is_at_fault(&self) -> bool {
        let own = |error: &Problem| error.code != ProblemCode::HeaderRejected;
        matches!(self, Self::Rejected { errors } if errors.iter().any(own))
    }

    fn created(&self) -> Option<CandidateId> {
        match self {
            Self::Created { candidate, .. } => Some(*candidate),
            Self::Unchanged { .. } | Self::Rejected { .. } => None,
        }
    }
}
