//! Decision on one row: accepted with a candidate, unchanged or rejected.

use std::borrow::Cow;
use std::collections::HashSet;

use jiff::civil::Date;

use super::id_scope::IdScope;
use super::row_mapping::RowMapping;
use super::state::{ImportState, RepeatedRow, RowRejection, row_key};
use super::{Content, CreatedRecord, IdentityMatch, KnownIdentity, RowOutcome, SentSystem};
use crate::access::{Permissions, Scope};
use crate::candidate::{
    Candidate, CandidateRequest, Field, ReferenceKey, ReferenceKind, Status, UnresolvedReference,
};
use crate::ids::{CandidateId, DataSourceId, OrganisationId, RequestId};
use crate::masterdata::UnresolvedReferences;
use crate::phrase::Phrase;
use crate::problem::{Param, Problem, ProblemCode};
use crate::sync_advice::{IfNotExists, SyncAdvice};

/// Values shared by all rows of a request.
pub(super) struct RequestOptions<'a> {
    pub(super) now: jiff::Timestamp,
    pub(super) request: RequestId,
    pub(super) permissions: &'a Permissions,
    /// Effect of unknown records; `None`: that of the data source.
    pub(super) unresolved: Option<UnresolvedReferences>,
    /// Whether each row is decided on its own, so that records of earlier rows are final.
    pub(super) alone: bool,
}

/// Keys of records that could not be created because of a reported error. A later row that only looks up such a record
/// gets no error of its own.
pub(super) type FailedRecordKeys = HashSet<(&'static str, i64, String)>;

/// A row with its results so far.
pub(super) struct RowDraft<'a> {
    pub(super) state: &'a mut ImportState,
    pub(super) wanted: &'a mut FailedRecordKeys,
    pub(super) terms: &'a RequestOptions<'a>,
    pub(super) request: &'a CandidateRequest,
    pub(super) index: u32,
    /// Scope in which the external ids of the row are looked up.
    pub(super) ids: IdScope,
    pub(super) mapping: RowMapping,
    pub(super) errors: Vec<Problem>,
    pub(super) warnings: Vec<Problem>,
    pub(super) created: Vec<CreatedRecord>,
    /// Problems about sent values that differ clearly from the records found.
    pub(super) differences: Vec<Problem>,
    /// Whether an optional partner block failed.
    pub(super) incomplete: bool,
    /// Whether unknown records are stored as unresolved references instead of being errors.
    pub(super) stores: bool,
    pub(super) unresolved: Vec<UnresolvedReference>,
}

/// Error value for a missing value whose problem was already added.
#[derive(Clone, Copy, Debug)]
pub(super) struct AlreadyReported;

/// Member that names an unknown record, the kind of the record, and the keys as sent.
pub(super) type SentReference = (Field, ReferenceKind, Vec<(ReferenceKey, String)>);

/// A sync advice and its level: `bpartner`, `location`, `product`, …, `block` or `default`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AdviceAtLevel {
    pub(super) advice: SyncAdvice,
    pub(super) level: Phrase,
}

impl RowDraft<'_> {
    pub(super) fn decide(mut self) -> RowOutcome {
        let organisation = self.find_organisation();
        // data sources can be searched only if the organisation is known
        let (source, dest) = organisation.map_or((None, None), |organisation| self.find_ends(organisation));
        (self.mapping.organisation, self.mapping.source) = (organisation, source);
        self.stores = self.stores_unresolved(source);
        let mut content = None;
        if let (Some(organisation), Some(source), Some(dest)) = (organisation, source, dest) {
            let sent = Content::of(self.request, organisation, source, dest);
            if let Some(decision) = self.repeated(organisation, source, &sent) {
                return decision;
            }
            content = Some((organisation, source, sent));
        }
        let built = self.build(organisation, source, dest);
        match (built, content) {
            (Some(mut candidate), Some((.., mut content))) if self.errors.is_empty() && !self.incomplete => {
                content.mark_mapped(&self.mapping.parts);
                self.state.mappings.count(self.mapping.used);
                candidate.content = content;
                let id = candidate.id;
                self.state.create_candidate(candidate);
                RowOutcome::Created { candidate: id, warnings: self.warnings, created: self.created }
            }
            (_, content) => {
                self.remember_rejected(content);
                RowOutcome::Rejected { errors: self.errors }
            }
        }
    }

    /// Decides a repeated row, before any other lookup; `None` if the row is new.
    fn repeated(
        &self,
        organisation: OrganisationId,
        source: DataSourceId,
        sent: &Content,
    ) -> Option<RowOutcome> {
        let row = row_key(organisation, source, &self.request.identity);
        match self.state.repeated_row(row, self.sent_system(organisation)) {
            IdentityMatch::One(RepeatedRow::Known(known)) => Some(self.repeats_known(known, sent)),
            IdentityMatch::One(RepeatedRow::Drafted(drafted)) => Some(self.repeats_drafted(drafted, sent)),
            IdentityMatch::Ambiguous(systems) => {
                let codes = systems.into_iter().filter_map(|id| self.state.external_system_code(id));
                let mut codes: Vec<_> = codes.map(ToString::to_string).collect();
                codes.sort_unstable();
                let problem = Problem::new(ProblemCode::IdentityAmbiguous, self.line_member());
                Some(rejected(problem.with("systems", Param::Texts(codes))))
            }
            IdentityMatch::None => {
                let before = self.state.rejected_identity(row, self.request.external_system.as_ref())?;
                (!before.content.same_as(sent)).then(|| {
                    rejected(self.conflict(&before.content, sent).with("row", i64::from(before.index)))
                })
            }
        }
    }

    /// Returns the external system of the row, without creating it.
    pub(super) fn sent_system(&self, organisation: OrganisationId) -> SentSystem {
        self.request.external_system.as_ref().map_or(SentSystem::NotSent, |code| {
            let known = self.state.external_system_by_code(organisation, code);
            known.map_or(SentSystem::Unknown, |system| SentSystem::Known(system.id))
        })
    }

    fn repeats_known(&self, known: &KnownIdentity, sent: &Content) -> RowOutcome {
        let Some((status, content)) = &known.stored else {
            let problem = Problem::new(ProblemCode::IdentityArchived, self.line_member());
            return rejected(problem.with("id", known.candidate.0));
        };
        if content.same_as(sent) {
            return unchanged(known.candidate);
        }
        rejected(with_candidate(self.conflict(content, sent), known.candidate, *status))
    }

    fn repeats_drafted(&self, drafted: &Candidate, sent: &Content) -> RowOutcome {
        if drafted.content.same_as(sent) {
            return unchanged(drafted.id);
        }
        let problem = self.conflict(&drafted.content, sent).with("row", i64::from(drafted.request_index));
        if self.terms.alone && drafted.id.0 > 0 {
            return rejected(with_candidate(problem, drafted.id, drafted.status));
        }
        rejected(problem)
    }

    fn conflict(&self, stored: &Content, sent: &Content) -> Problem {
        let differences = Param::Differences(stored.differences(sent));
        Problem::new(ProblemCode::IdentityConflict, self.line_member()).with("members", differences)
    }

    fn line_member(&self) -> &'static str {
        if self.request.identity.flat { "/externalId" } else { "/externalLineId" }
    }

    fn remember_rejected(&mut self, content: Option<(OrganisationId, DataSourceId, Content)>) {
        if let Some((organisation, data_source, content)) = content {
            self.state.add_rejected(RowRejection {
                organisation,
                data_source,
                system: self.request.external_system.clone(),
                identity: self.request.identity.clone(),
                content,
                index: self.index,
            });
        }
    }

    pub(super) fn error(&mut self, code: ProblemCode, pointer: impl Into<Cow<'static, str>>) {
        self.errors.push(Problem::new(code, pointer));
    }

    /// Adds an error for an action whose scope the caller does not have.
    pub(super) fn reject(&mut self, scope: Scope, pointer: impl Into<Cow<'static, str>>, action: Param) {
        let problem = Problem::new(ProblemCode::ScopeMissing, pointer).with("scope", scope.as_str());
        self.errors.push(problem.with("action", action));
    }

    pub(super) fn record_created(&mut self, kind: &'static str, id: i64, code: Option<&str>) {
        self.created.push(CreatedRecord { kind, id, code: code.map(str::to_owned) });
    }

    /// Records the keys of a record that could not be created.
    pub(super) fn want(&mut self, kind: &'static str, owner: i64, keys: &[String]) {
        self.wanted.extend(keys.iter().map(|key| (kind, owner, key.clone())));
    }

    /// Returns today's date in the organisation's time zone.
    pub(super) fn today(&self, organisation: OrganisationId) -> Date {
        let zone = self.state.organisation(organisation).map(|organisation| &organisation.time_zone);
        zone.unwrap_or(&jiff::tz::TimeZone::UTC).to_datetime(self.terms.now).date()
    }

    /// Returns whether a record is missing only because of an error that was already added.
    pub(super) fn is_wanted(&self, kind: &'static str, owner: i64, keys: &[String]) -> bool {
        !self.wanted.is_empty() && keys.iter().any(|key| self.wanted.contains(&(kind, owner, key.clone())))
    }

    /// Adds an error for a record that does not exist and must not be created, unless it is missing only because of an
    /// error that was already added. If unresolved references are stored, adds the reference instead.
    pub(super) fn unknown(
        &mut self,
        (code, pointer): (ProblemCode, String),
        (kind, owner, keys): (&'static str, i64, &[String]),
        level: Phrase,
        reference: SentReference,
    ) {
        if self.is_wanted(kind, owner, keys) {
            return;
        }
        if self.stores {
            return self.leave_open(reference);
        }
        let problem = Problem::new(code, pointer)
            .with("keys", keys.join(", "))
            .with("level", level)
            .with("advice", IfNotExists::Fail.as_str());
        self.errors.push(problem);
    }
}

/// Returns the outcome of a row that was already imported.
fn unchanged(candidate: CandidateId) -> RowOutcome {
    RowOutcome::Unchanged { candidate, warnings: Vec::new() }
}

fn rejected(problem: Problem) -> RowOutcome {
    RowOutcome::Rejected { errors: vec![problem] }
}

fn with_candidate(problem: Problem, id: CandidateId, status: Status) -> Problem {
    problem.with("id", id.0).with("status", status.as_str()).with("url", url(id))
}

fn url(candidate: CandidateId) -> String {
    format!("/api/sales/order/candidates/{candidate}")
}
