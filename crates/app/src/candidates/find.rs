//! Reads, searches and counts of candidates.

use jiff::tz::TimeZone;
use orderdock_domain::access::Scope;
use orderdock_domain::ids::{CandidateId, DataSourceId, ExternalSystemId, OrganisationId};
use orderdock_domain::masterdata::{DataSource, Reference};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text;
use orderdock_store::{
    CandidateCounts, CandidateFilter, CandidatePage, CandidateQuery, Candidates, HeaderPage, HoldGroupQuery,
    HoldGroups, OwnerChoice, ReferenceOwner,
};

use super::attention::{remove_expired_holds, without_expired_holds};
use super::named_order::named_lines;
use crate::candidates::CandidateService;
use crate::{Caller, Outcome};

/// Name of a data source in a path or query; in paths of references also the code of an external system. Digits alone are the record id and other text without a prefix is an
/// internal name. The prefixes of identifiers (`int-`, `ext-`, `val-`) are supported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceName(pub String);

impl SourceName {
    /// Returns the data source of this name that the caller may see. Own data sources precede shared ones.
    pub fn find<'a>(&'a self, caller: &Caller, reference: &'a Reference) -> Option<&'a DataSource> {
        self.all(caller, reference).max_by_key(|source| source.organisation != orderdock_domain::ids::SHARED)
    }

    /// Returns the data source of this name, otherwise the external systems with this code that the caller may see.
    pub(crate) fn owner(&self, caller: &Caller, reference: &Reference) -> Option<ReferenceOwner> {
        if let Some(source) = self.find(caller, reference) {
            return Some(ReferenceOwner::DataSource(source.id));
        }
        let systems = self.systems(caller, reference);
        (!systems.is_empty()).then_some(ReferenceOwner::Systems(systems))
    }

    /// Returns the external systems with this code that the caller may see.
    pub(crate) fn systems(&self, caller: &Caller, reference: &Reference) -> Vec<ExternalSystemId> {
        let Ok(Some(code)) = text::Code::parse(&self.0) else { return Vec::new() };
        let scope = caller.organisations.read();
        let visible = reference.external_systems_by_code(&code);
        visible.filter(|system| scope.contains(system.organisation)).map(|system| system.id).collect()
    }

    /// Returns all data sources of this name that the caller may see.
    pub(crate) fn all<'a>(
        &'a self,
        caller: &Caller,
        reference: &'a Reference,
    ) -> impl Iterator<Item = &'a DataSource> {
        let scope = caller.organisations.read();
        reference
            .data_sources
            .iter()
            .filter(move |source| scope.contains(source.organisation) && self.names(source))
    }

    fn names(&self, source: &DataSource) -> bool {
        let Ok(Some(name)) = text::Code::parse(&self.0) else { return false };
        let name = name.as_str();
        let prefix = name.get(..4).map(str::to_ascii_lowercase);
        let rest = name.get(4..).unwrap_or_default().trim();
        let is = |code: Option<&text::Code>| code.is_some_and(|code| code.as_str() == rest);
        match prefix.as_deref() {
            Some("int-") => has_internal_name(source, rest),
            Some("ext-") => is(source.external_id.as_ref()),
            Some("val-") => is(source.code.as_ref()),
            _ if name.bytes().all(|byte| byte.is_ascii_digit()) => name.parse() == Ok(source.id.0),
            _ => has_internal_name(source, name),
        }
    }
}

fn has_internal_name(source: &DataSource, name: &str) -> bool {
    source.internal_names.iter().any(|internal| internal.as_str() == name)
}

/// Returns the organisation of a code. Fails with 403 for an organisation outside the caller's scope, whether it exists
/// or not, and with 400 for an unknown one if the caller may access all.
pub fn resolve_organisation(caller: &Caller, reference: &Reference, code: &str) -> Outcome<OrganisationId> {
    let known = text::Code::parse(code).ok().flatten();
    let known = known.and_then(|known| reference.organisation_by_code(&known));
    let fault = |fault| Problem::new(fault, "").with("code", code.to_owned()).into();
    match known {
        Some(organisation) if caller.organisations.contains(organisation.id) => Ok(organisation.id),
        None if caller.organisations == orderdock_domain::access::OrgScope::All => {
            Err(fault(ProblemCode::OrgUnknown))
        }
        _ => Err(fault(ProblemCode::OrgNotAllowed)),
    }
}

impl CandidateService {
    pub async fn find_candidates(&self, caller: &Caller, query: CandidateQuery) -> Outcome<CandidatePage> {
        caller.require(Scope::CandidatesRead, Phrase::ListCandidates)?;
        let mut page = self.store.find_candidates(caller.organisations.read(), query).await?;
        remove_expired_holds(caller, &mut page.candidates, &page.related);
        Ok(page)
    }

    /// Finds incoming orders that have a matching candidate.
    pub async fn find_headers(&self, caller: &Caller, query: CandidateQuery) -> Outcome<HeaderPage> {
        caller.require(Scope::CandidatesRead, Phrase::ListCandidates)?;
        let mut page = self.store.find_headers(caller.organisations.read(), query).await?;
        remove_expired_holds(caller, &mut page.candidates, &page.related);
        Ok(page)
    }

    /// Counts matching candidates by status.
    pub async fn count_candidates(
        &self,
        caller: &Caller,
        filter: CandidateFilter,
    ) -> Outcome<CandidateCounts> {
        caller.require(Scope::CandidatesRead, Phrase::CountCandidates)?;
        let today = caller.now.to_zoned(TimeZone::UTC).date();
        Ok(self.store.count_candidates(caller.organisations.read(), filter, today).await?)
    }

    /// Groups `new` candidates on hold by reason.
    pub async fn hold_groups(
        &self,
        caller: &Caller,
        data_source: Option<DataSourceId>,
        organisation: Option<OrganisationId>,
    ) -> Outcome<HoldGroups> {
        caller.require(Scope::CandidatesRead, Phrase::ListCandidates)?;
        let query = HoldGroupQuery { data_source, organisation, now: caller.now };
        Ok(self.store.hold_groups(caller.organisations.write(), query).await?)
    }

    pub async fn candidate(&self, caller: &Caller, id: CandidateId) -> Outcome<Candidates> {
        caller.require(Scope::CandidatesRead, Phrase::ReadCandidates)?;
        let scope = caller.organisations.read();
        let found = self.store.read(move |tx| tx.candidates(&scope, &[id])).await?;
        some(without_expired_holds(caller, found), &id)
    }

    /// Returns the candidates of the ids, as far as the caller may see them.
    pub async fn candidates(&self, caller: &Caller, ids: Vec<CandidateId>) -> Outcome<Candidates> {
        caller.require(Scope::CandidatesRead, Phrase::ReadCandidates)?;
        let scope = caller.organisations.read();
        Ok(without_expired_holds(caller, self.store.read(move |tx| tx.candidates(&scope, &ids)).await?))
    }

    /// Returns the candidates with a reference of their sender, in all organisations of the caller. Fails with 409 if several
    /// incoming orders of an organisation have the reference.
    pub async fn candidates_by_reference(
        &self,
        caller: &Caller,
        source: &SourceName,
        header_id: &str,
        line_id: Option<&str>,
    ) -> Outcome<Candidates> {
        caller.require(Scope::CandidatesRead, Phrase::ReadCandidates)?;
        let owner: OwnerChoice = {
            let (caller, source) = (caller.clone(), source.clone());
            Box::new(move |reference| source.owner(&caller, reference))
        };
        let named = line_id.map_or_else(|| header_id.to_owned(), |line_id| format!("{header_id}/{line_id}"));
        let (header_id, line_id) = (sent_id(header_id)?, line_id.map(sent_id).transpose()?);
        let scope = caller.organisations.read();
        let mut found = self.store.candidates_by_reference(scope, owner, header_id, line_id).await?;
        found.candidates = named_lines(found.candidates, &found.related.reference)?;
        some(without_expired_holds(caller, found), &named)
    }
}

/// Normalises a sender's id as for storing it. Fails with not found if it is invalid, because it cannot have been
/// stored.
pub(crate) fn sent_id(text: &str) -> Outcome<String> {
    let id = text::Code::parse(text).ok().flatten();
    Ok(id.ok_or_else(|| Problem::not_found(ProblemCode::CandidateNotFound, text))?.into_string())
}

fn some(found: Candidates, id: &impl std::fmt::Display) -> Outcome<Candidates> {
    if found.candidates.is_empty() {
        return Err(Problem::not_found(ProblemCode::CandidateNotFound, id).into());
    }
    Ok(found)
}
