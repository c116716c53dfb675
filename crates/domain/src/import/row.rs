//! Decision on one row, on the draft of its unit.

use std::borrow::Cow;
use std::collections::HashSet;

use jiff::civil::Date;

use super::id_scope::IdScope;
use super::state::{ImportState, RowRejection, row_key};
use super::{Content, CreatedRecord, RowOutcome};
use crate::access::{Permissions, Scope};
use crate::candidate::{CandidateRequest, Status};
use crate::ids::{CandidateId, DataSourceId, OrganisationId, RequestId};
use crate::phrase::Phrase;
use crate::problem::{Param, Problem, ProblemCode};
use crate::sync_advice::{IfNotExists, SyncAdvice};

/// Values shared by all rows of a request.
pub(super) struct RequestOptions<'a> {
    pub(super) now: jiff::Timestamp,
    pub(super) request: RequestId,
    pub(super) permissions: &'a Permissions,
    /// Whether each row is a unit of its own, so that records of earlier rows are final.
    pub(super) alone: bool,
}

/// Keys of records that could not be created because of an error that was already added. A later row that only
/// looks up such a record gets no error of its own.
pub(super) type FailedRecordKeys = HashSet<(&'static str, i64, String)>;

/// A row with its results so far.
pub(super) struct RowDraft<'a> {
    pub(super) state: &'a mut ImportState,
    pub(super) wanted: &'a mut FailedRecordKeys,
    pub(super) terms: &'a RequestOptions<'a>,
    pub(super) request: &'a CandidateRequest,
    pub(super) index: u32,
    /// External ids that the row refers to.
    pub(super) ids: IdScope,
    pub(super) errors: Vec<Problem>,
    pub(super) warnings: Vec<Problem>,
    pub(super) created: Vec<CreatedRecord>,
    /// Sent values that differ clearly from the records found.
    pub(super) differences: Vec<Problem>,
    /// Whether an optional partner block failed.
    pub(super) incomplete: bool,
}

/// Marker for a missing value whose error was already added.
#[derive(Clone, Copy, Debug)]
pub(super) struct AlreadyReported;

/// An advice and the level that it was given at: `bpartner`, `location`, `product`, …, `block` or `default`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AdviceAtLevel {
    pub(super) advice: SyncAdvice,
    pub(super) level: Phrase,
}

impl RowDraft<'_> {
    pub(super) fn decide(mut self) -> RowOutcome {
        let organisation = self.find_organisation();
        // the organisation decides which data sources are searched
        let (source, dest) = organisation.map_or((None, None), |organisation| self.find_ends(organisation));
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
            (Some(mut candidate), Some((.., content))) if self.errors.is_empty() && !self.incomplete => {
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

    /// Decides a repeated row. The identity is checked before any other lookup.
    fn repeated(
        &self,
        organisation: OrganisationId,
        source: DataSourceId,
        sent: &Content,
    ) -> Option<RowOutcome> {
        let row = row_key(organisation, source, &self.request.identity);
        if let Some(known) = self.state.known_identity(row) {
            let Some((status, content)) = &known.kept else {
                let problem = Problem::new(ProblemCode::IdentityArchived, self.line_member());
                return Some(rejected(problem.with("id", known.candidate.0)));
            };
            if content.same_as(sent) {
                return Some(unchanged(known.candidate));
            }
            let problem = self.conflict(content, sent);
            return Some(rejected(with_candidate(problem, known.candidate, *status)));
        }
        if let Some(drafted) = self.state.drafted_identity(row) {
            if drafted.content.same_as(sent) {
                return Some(unchanged(drafted.id));
            }
            let problem = self.conflict(&drafted.content, sent).with("row", i64::from(drafted.request_index));
            let problem = if self.terms.alone && drafted.id.0 > 0 {
                with_candidate(problem, drafted.id, drafted.status)
            } else {
                problem
            };
            return Some(rejected(problem));
        }
        let rejected_rows = self.state.rejected_identity(row)?;
        (!rejected_rows.content.same_as(sent)).then(|| {
            rejected(self.conflict(&rejected_rows.content, sent).with("row", i64::from(rejected_rows.index)))
        })
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
                identity: self.request.identity.clone(),
                content,
                index: self.index,
            });
        }
    }

    pub(super) fn error(&mut self, code: ProblemCode, pointer: impl Into<Cow<'static, str>>) {
        self.errors.push(Problem::new(code, pointer));
    }

    /// Adds an error for an action that requires a scope which the caller does not have.
    pub(super) fn refuse(&mut self, scope: Scope, pointer: impl Into<Cow<'static, str>>, action: Param) {
        let problem = Problem::new(ProblemCode::ScopeMissing, pointer).with("scope", scope.as_str());
        self.errors.push(problem.with("action", action));
    }

    pub(super) fn record_created(&mut self, kind: &'static str, id: i64, code: Option<&str>) {
        self.created.push(CreatedRecord { kind, id, code: code.map(str::to_owned) });
    }

    /// Remembers the keys of a record that could not be created.
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

    /// Adds an error for a record that does not exist and must not be created, unless it is missing only because of
    /// an error that was already added.
    pub(super) fn unknown(
        &mut self,
        (code, pointer): (ProblemCode, String),
        (kind, owner, keys): (&'static str, i64, &[String]),
        level: Phrase,
    ) {
        if self.is_wanted(kind, owner, keys) {
            return;
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
