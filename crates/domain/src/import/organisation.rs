//! Organisation, data source and destination of a row.

use super::content::{dest_pointer, source_pointer};
use super::merge::{ExistingRecord, Merge};
use super::row::RowDraft;
use crate::access::{OrgScope, Scope};
use crate::candidate::{CandidateRequest, OrgData, SourceReference};
use crate::identifier::IdentifierString;
use crate::ids::{DataSourceId, OrganisationId, SHARED};
use crate::masterdata::{
    DataSource, Defaults, Letterhead, NegativePrices, Organisation, Reference, own_or_shared,
};
use crate::phrase::Phrase;
use crate::problem::{Problem, ProblemCode};
use crate::sync_advice::{IfExists, IfNotExists, SyncAdvice};
use crate::text::{Code, Name};

/// Internal name of the data source for rows without one.
pub const DEFAULT_SOURCE: &str =
    "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";
/// Internal name of the destination for rows without one: the order desk.
pub const DEFAULT_DEST: &str = "DEST.de.metas.ordercandidate";
/// Internal name of the destination whose candidates do not need a required date.
pub const INVOICE_CANDIDATE_DEST: &str = "DEST.de.metas.invoicecandidate";

const ORG_CODE: &str = "/org/code";

/// Data source or destination of a row.
struct RowEndpoint<'a> {
    sent: Option<&'a SourceReference>,
    /// Internal name of the record for rows without one.
    default: &'static str,
    pointer: &'static str,
    unknown: ProblemCode,
}

impl<'a> RowEndpoint<'a> {
    fn source(request: &'a CandidateRequest) -> Self {
        let sent = request.data_source.as_ref();
        let (pointer, unknown) = (sent.map_or("/dataSource", source_pointer), ProblemCode::SourceUnknown);
        Self { sent, default: DEFAULT_SOURCE, pointer, unknown }
    }

    fn dest(request: &'a CandidateRequest) -> Self {
        let sent = request.data_dest.as_ref();
        let (pointer, unknown) = (sent.map_or("/dataDest", dest_pointer), ProblemCode::DestUnknown);
        Self { sent, default: DEFAULT_DEST, pointer, unknown }
    }
}

impl RowDraft<'_> {
    /// Returns the row's organisation. Creates it if it is missing and the advice and permissions allow it.
    pub(super) fn find_organisation(&mut self) -> Option<OrganisationId> {
        let Some(data) = &self.request.org else {
            let default = self.terms.permissions.default_organisation;
            if default.is_none() {
                self.error(ProblemCode::OrgRequired, ORG_CODE);
            }
            return default;
        };
        let found = self.state.organisation_by_code(&data.code).map(|organisation| organisation.id);
        match found {
            Some(id) if id != SHARED && self.terms.permissions.organisations.contains(id) => Some(id),
            Some(SHARED) => self.organisation_problem(ProblemCode::OrgNotAllowed, data),
            // callers without access must not learn whether the organisation exists
            _ if self.terms.permissions.organisations != OrgScope::All => {
                self.organisation_problem(ProblemCode::OrgNotAllowed, data)
            }
            _ => self.create_organisation(data),
        }
    }

    fn organisation_problem<T>(&mut self, code: ProblemCode, data: &OrgData) -> Option<T> {
        self.errors.push(Problem::new(code, ORG_CODE).with("code", data.code.as_str()));
        None
    }

    fn create_organisation(&mut self, data: &OrgData) -> Option<OrganisationId> {
        let advice = data.advice.unwrap_or(SyncAdvice::READ_ONLY);
        if advice.if_not_exists == IfNotExists::Fail {
            if self.is_wanted("org", 0, &[data.code.to_string()]) {
                return None;
            }
            return self.organisation_problem(ProblemCode::OrgUnknown, data);
        }
        let name = data.name.value();
        if !self.terms.permissions.create_organisations {
            let action = Phrase::CreateOrganisation.of([data.code.as_str().into()]);
            self.reject(Scope::Admin, ORG_CODE, action);
        }
        if name.is_none() {
            let problem =
                Problem::new(ProblemCode::OrgNameRequired, "/org/name").with("code", data.code.as_str());
            self.errors.push(problem);
        }
        let (Some(name), true) = (name, self.terms.permissions.create_organisations) else {
            self.want("org", 0, &[data.code.to_string()]);
            return None;
        };
        let organisation = new_organisation(self.state.next_id(), &data.code, name);
        let id = organisation.id;
        self.record_created("org", id.0, Some(data.code.as_str()));
        self.state.organisations.create(organisation);
        Some(id)
    }

    /// Applies the advice to an existing organisation. Under `DONT_UPDATE` it is never written.
    pub(super) fn sync_organisation(&mut self, id: OrganisationId) {
        let Some(stored) = self.state.organisation(id) else { return };
        if !stored.active {
            let problem = Problem::new(ProblemCode::OrgUnknown, ORG_CODE).with("code", stored.code.as_str());
            self.errors.push(problem);
            return;
        }
        let Some((data, advice)) = self.request.org.as_ref().and_then(|data| Some((data, data.advice?)))
        else {
            return;
        };
        if advice.if_exists == IfExists::UpdateRemove {
            let problem = Problem::new(ProblemCode::AdviceNotAllowed, "/org/syncAdvise/ifExists");
            self.errors.push(problem.with("advice", advice.if_exists.as_str()));
        }
        if !matches!(advice.if_exists, IfExists::UpdateMerge | IfExists::AssertUnchanged) {
            return;
        }
        let mut organisation = stored.clone();
        let drafted = self.state.organisations.iter().find(|(_, drafted)| drafted.id == id);
        let drafted = drafted.map(|(place, _)| place);
        let record = ExistingRecord {
            entity: Phrase::Organisation,
            label: organisation.code.to_string(),
            owner: id,
            is_new: drafted.is_some_and(|place| self.state.organisations.is_created(place)),
            pointer: "/org".to_owned(),
            changed: ProblemCode::OrgChanged,
            // the plan expects an unchanged generation of the reference data instead
            expectation: None,
        };
        let mut merge = Merge::updating(advice);
        merge.required("name", &data.name, &mut organisation.name);
        if self.must_write(&record, advice, &merge) {
            match drafted {
                Some(place) => self.state.organisations.change(place, organisation),
                None => {
                    self.state.organisations.overlay(organisation);
                }
            }
        }
    }

    /// Returns data source and destination, including inactive ones, because rows of these may be repeated.
    pub(super) fn find_ends(
        &mut self,
        organisation: OrganisationId,
    ) -> (Option<DataSourceId>, Option<DataSourceId>) {
        let mut find = |end: RowEndpoint<'_>| {
            let found = data_source_of(organisation, end.sent, end.default, &self.state.reference);
            if found.is_none() {
                let name = end.sent.map_or_else(|| end.default.to_owned(), ToString::to_string);
                self.errors.push(Problem::new(end.unknown, end.pointer).with("name", name));
            }
            found
        };
        (find(RowEndpoint::source(self.request)), find(RowEndpoint::dest(self.request)))
    }

    /// Validates that source and destination are active, as required for a new row.
    pub(super) fn check_active(&mut self, source: Option<DataSourceId>, dest: Option<DataSourceId>) {
        for (end, found) in
            [(RowEndpoint::source(self.request), source), (RowEndpoint::dest(self.request), dest)]
        {
            let found = found.and_then(|id| self.state.reference.data_source(id));
            if let Some(source) = found.filter(|source| !source.active) {
                let name = source.internal_names.first().map(ToString::to_string).unwrap_or_default();
                self.errors.push(Problem::new(end.unknown, end.pointer).with("name", name));
            }
        }
    }

    /// Returns whether the destination is the one for invoice candidates, which do not need a required date.
    pub(super) fn is_for_invoicing(&self, dest: DataSourceId) -> bool {
        let dest = self.state.reference.data_source(dest);
        dest.is_some_and(|dest| dest.internal_names.iter().any(|name| *name == *INVOICE_CANDIDATE_DEST))
    }
}

/// Returns the data source of a reference, otherwise the default. Active ones take precedence over inactive ones.
pub(super) fn data_source_of(
    organisation: OrganisationId,
    sent: Option<&SourceReference>,
    default: &str,
    reference: &Reference,
) -> Option<DataSourceId> {
    let fits = |source: &&DataSource| is_named(source, sent, default);
    let sources = &reference.data_sources;
    let of = |active: bool| {
        let found = sources.iter().filter(|source| source.active == active).filter(fits);
        own_or_shared(found, organisation, |source| source.organisation)
    };
    of(true).or_else(|| of(false)).map(|source| source.id)
}

/// Returns whether a row's reference, or the default if it has none, names the data source.
pub(super) fn is_named(source: &DataSource, sent: Option<&SourceReference>, default: &str) -> bool {
    let named = |name: &str| source.internal_names.iter().any(|known| known == name);
    match sent {
        None => named(default),
        Some(SourceReference::InternalName(name)) => named(name.as_str()),
        Some(SourceReference::ExternalSystem(name)) => {
            let label = source.name.as_ref().map(Name::as_str);
            named(name.as_str()) || source.code.as_ref() == Some(name) || label == Some(name.as_str())
        }
        Some(SourceReference::Identifier(identifier)) => match identifier {
            IdentifierString::Id(id) => source.id.0 == *id,
            IdentifierString::Internal(name) => named(name.as_str()),
            IdentifierString::External(id) => source.external_id.as_ref() == Some(id),
            IdentifierString::Value(code) => source.code.as_ref() == Some(code),
        },
    }
}

/// Returns a new organisation with time zone UTC and no country; both can be set later.
fn new_organisation(id: OrganisationId, code: &Code, name: &Name) -> Organisation {
    Organisation {
        id,
        version: 1,
        active: true,
        code: code.clone(),
        name: name.clone(),
        time_zone: jiff::tz::TimeZone::UTC,
        country: None,
        defaults: Defaults::default(),
        tax_category: None,
        negative_prices: NegativePrices::Problem,
        letterhead: Letterhead::default(),
    }
}
