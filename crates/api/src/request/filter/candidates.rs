//! Filters of candidates.
//!
//! The recipe "Add a filter of candidates" in `CONTRIBUTING.md` lists the steps for a new filter.

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use orderdock_app::{Caller, Failure, resolve_organisation};
use orderdock_domain::candidate::{HoldReason, Status};
use orderdock_domain::ids::{ImportDraftId, OrganisationId, RequestId, RunId};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Language;
use orderdock_domain::processing::RunOutcomeKind;
use orderdock_store::{AssigneeFilter, CandidateFilter, CustomerWaitFilter, HoldFilter};
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use super::Filter;
use super::FilterType::{
    Boolean, Candidates, Choice, Choices, DataSource, Day, Id, PeriodEnd, PeriodStart, Problem, Text,
};
use crate::request::query::{KnownParameters, Parameters};

/// Filters of candidates, in the order of the OpenAPI document; faults are reported in this order, too.
pub const CANDIDATE_FILTERS: &[Filter<CandidateFilterInput>] = &[
    Filter::new(
        "status",
        Choices(statuses, |input, words| {
            input.filter.statuses = words.iter().filter_map(|word| Status::parse(word)).collect();
        }),
        "Statuses, separated by commas: `new`, `error`, `processed`, `inactive`. Default: all.",
    ),
    Filter::new(
        "dataSource",
        DataSource(|input, source| input.filter.data_source = Some(source)),
        "Data source by internal name, record id or identifier string.",
    ),
    Filter::new(
        "externalSystem",
        Text(|input, code| input.filter.external_system = Some(code)),
        "Code of the external system that was sent.",
    ),
    Filter::new("org", Text(|input, code| input.organisation = Some(code)), "Organisation code."),
    Filter::new("bpartner", Text(|input, code| input.filter.bpartner = Some(code)), "Code of the buyer."),
    Filter::new("product", Text(|input, code| input.filter.product = Some(code)), "Product code."),
    Filter::new(
        "externalHeaderId",
        Text(|input, id| input.filter.external_header_id = Some(id)),
        "Header id of the sender.",
    ),
    Filter::new(
        "dateRequiredFrom",
        Day(|input, day| input.filter.date_required_from = Some(day)),
        "Earliest required date, inclusive.",
    ),
    Filter::new(
        "dateRequiredTo",
        Day(|input, day| input.filter.date_required_to = Some(day)),
        "Latest required date, inclusive.",
    ),
    Filter::new(
        "createdFrom",
        PeriodStart(|input, start| input.filter.created_from = Some(start)),
        "Earliest creation time, inclusive: a date (in UTC) or a timestamp.",
    ),
    Filter::new(
        "createdTo",
        PeriodEnd(|input, end| input.filter.created_to = Some(end)),
        "Latest creation time: a date (in UTC), inclusive, or a timestamp, exclusive.",
    ),
    Filter::new(
        "q",
        Text(|input, words| input.filter.search = Some(words)),
        "Search words, not case-sensitive; all must match. A word of at least 3 characters matches parts of a \
         reference, or of the code, name, town or postal code of a partner or product. Shorter words and ids of \
         the sender match from the start.",
    ),
    Filter::with_example(
        "problem",
        Problem(|input, problem| input.filter.problem = Some(problem)),
        "Problem code. Matches candidates that have this problem.",
        "price.none",
    ),
    Filter::new(
        "cause",
        Text(|input, cause| input.filter.cause = Some(cause)),
        "Cause of the problem, as in the problem groups. Requires `problem`.",
    ),
    Filter::with_example(
        "hold",
        Choice(hold_reasons, |input, word| input.filter.hold = HoldReason::parse(word)),
        "Hold reason of the candidate.",
        "sibling.error",
    ),
    Filter::with_example(
        "waitingUntilFrom",
        Day(|input, day| input.waiting_from = Some(day)),
        "Waiting for the customer until this date or later.",
        "2026-12-01",
    ),
    Filter::with_example(
        "waitingUntilTo",
        Day(|input, day| input.waiting_to = Some(day)),
        "Waiting for the customer until this date or earlier, but after today.",
        "2026-12-08",
    ),
    Filter::with_example(
        "assignedTo",
        Text(|input, name| input.assigned_to = Some(name)),
        "User name of the assignee; `me` for the caller, `none` for unassigned candidates.",
        "me",
    ),
    Filter::new(
        HEADER_OF,
        Candidates(|input, ids| input.filter.header_of = ids),
        "Record ids of candidates: in a query separated by commas, in a selection at most 10,000. Matches all \
         candidates of their incoming orders.",
    ),
    Filter::new(
        "hasAttachment",
        Boolean(|input, value| input.filter.has_attachment = Some(value)),
        "Whether the incoming order has attachments.",
    ),
    Filter::new(
        "held",
        Boolean(|input, held| input.held = Some(held)),
        "Whether a run started now would skip the candidate because it is on hold.",
    ),
    Filter::new(
        "hasComments",
        Boolean(|input, value| input.filter.has_comments = Some(value)),
        "Whether the candidate has comments.",
    ),
    Filter::new(
        "requestId",
        Id(Phrase::RequestId, |input, id| input.filter.request = Some(RequestId(id))),
        "Stored request that imported the candidates: their `requestId`.",
    ),
    Filter::new(
        "importDraft",
        Id(Phrase::ImportDraftId, |input, id| input.filter.import_draft = Some(ImportDraftId(id))),
        "Spreadsheet draft that imported the candidates.",
    ),
    Filter::new(
        "runId",
        Id(Phrase::RunId, |input, id| input.filter.run = Some(RunId(id))),
        "Id of a run that has a result for the candidate. Scheduled runs store results of changed candidates only.",
    ),
    Filter::new(
        OUTCOME,
        Choice(outcomes, |input, word| input.filter.outcome = RunOutcomeKind::parse(word)),
        "Result of the run for the candidate. Requires `runId`.",
    ),
    Filter::new(
        "poReference",
        Text(|input, reference| input.filter.po_reference = Some(reference)),
        "Order reference of the customer.",
    ),
    Filter::new(
        "promotionCode",
        Text(|input, code| input.filter.promotion_code = Some(code)),
        "Promotion code. Any code is accepted.",
    ),
    Filter::new(
        "unresolvedReference",
        Text(|input, id| input.filter.missing_record = Some(id.parse().unwrap_or_default())),
        "Id of an unresolved reference. Matches the lines with this reference.",
    ),
];

/// Filters with rules of their own: an outcome requires a run, and an empty list of candidates is an error in JSON.
pub(super) const OUTCOME: &str = "outcome";
pub(super) const HEADER_OF: &str = "headerOf";

fn statuses() -> Vec<&'static str> {
    Status::ALL.iter().copied().map(Status::as_str).collect()
}

fn hold_reasons() -> Vec<&'static str> {
    HoldReason::ALL.iter().copied().map(HoldReason::as_str).collect()
}

fn outcomes() -> Vec<&'static str> {
    RunOutcomeKind::ALL.iter().copied().map(RunOutcomeKind::as_str).collect()
}

/// Filters of a request. [`resolve`](Self::resolve) turns them into a [`CandidateFilter`] after all other
/// problems of the request are reported.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct CandidateFilterInput {
    /// Filters that need neither the caller nor the time.
    pub(super) filter: CandidateFilter,
    /// Code of an organisation.
    organisation: Option<String>,
    held: Option<bool>,
    waiting_from: Option<Date>,
    waiting_to: Option<Date>,
    assigned_to: Option<String>,
}

impl CandidateFilterInput {
    /// Reads the filters of a query.
    pub fn read(parameters: &mut Parameters, caller: &Caller, reference: &Reference) -> Self {
        let mut input = Self::default();
        for filter in CANDIDATE_FILTERS {
            filter.read_parameter(parameters, caller, reference, &mut input);
        }
        if let Some(outcome) = input.outcome_without_run() {
            parameters.wrong(OUTCOME, outcome, Phrase::OnlyWithRun);
        }
        input
    }

    /// Returns the outcome if the filter lacks the run that it requires.
    pub(super) fn outcome_without_run(&self) -> Option<&'static str> {
        self.filter.outcome.filter(|_| self.filter.run.is_none()).map(RunOutcomeKind::as_str)
    }

    /// Looks up the organisation and completes the filters that depend on the caller, the language of the request or the
    /// time. Fails if the caller has no such organisation.
    pub fn resolve(
        self,
        caller: &Caller,
        reference: &Reference,
        language: Language,
    ) -> Result<CandidateFilter, Failure> {
        let Self { mut filter, organisation, held, waiting_from, waiting_to, assigned_to } = self;
        filter.search_language = language;
        let today = caller.now.to_zoned(TimeZone::UTC).date();
        filter.held = held.map(|held| HoldFilter { held, today });
        // the hold reason `waiting` ends when the day begins, which its column does not show
        let is_waiting = filter.hold.take_if(|hold| *hold == HoldReason::Waiting).is_some();
        if is_waiting || waiting_from.is_some() || waiting_to.is_some() {
            filter.waiting = Some(waiting(waiting_from, waiting_to, caller, reference));
        }
        filter.assigned = assigned_to.map(|name| match name.as_str() {
            CALLER => AssigneeFilter::To(caller.actor.name.clone()),
            UNASSIGNED => AssigneeFilter::Unassigned,
            _ => AssigneeFilter::To(name),
        });
        if let Some(code) = organisation {
            filter.organisation = Some(resolve_organisation(caller, reference, &code)?);
        }
        Ok(filter)
    }
}

/// Values of `assignedTo` that are not user names.
const CALLER: &str = "me";
const UNASSIGNED: &str = "none";

/// Returns the days of a period on which a candidate is still on hold for the customer, depending on the time zones of
/// the organisations.
fn waiting(
    from: Option<Date>,
    to: Option<Date>,
    caller: &Caller,
    reference: &Reference,
) -> CustomerWaitFilter {
    let mut first_days: BTreeMap<Date, Vec<OrganisationId>> = BTreeMap::new();
    for organisation in &reference.organisations {
        let today = caller.now.to_zoned(organisation.time_zone.clone()).date();
        let tomorrow = today.tomorrow().unwrap_or(today);
        let first_day = from.map_or(tomorrow, |from| from.max(tomorrow));
        first_days.entry(first_day).or_default().push(organisation.id);
    }
    let mut first_days = first_days.into_iter();
    let first = first_days.next().map(|(day, _)| day).or(from).unwrap_or(Date::MIN);
    let mut later =
        || first_days.next().map_or((Vec::new(), first), |(day, organisations)| (organisations, day));
    CustomerWaitFilter { from: first, elsewhere: [later(), later()], to }
}

/// Filters of candidates as query parameters of an operation.
pub struct CandidateFilters;

impl KnownParameters for CandidateFilters {
    fn names() -> Vec<&'static str> {
        CANDIDATE_FILTERS.iter().map(|filter| filter.name).collect()
    }
}

impl IntoParams for CandidateFilters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        CANDIDATE_FILTERS.iter().map(Filter::parameter).collect()
    }
}
