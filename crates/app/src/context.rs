//! Who asks.

use jiff::Timestamp;
use orderdock_domain::access::{OrgScope, Permissions, Role, Scope, Scopes};
use orderdock_domain::ids::{CallerId, OrganisationId, SHARED};
use orderdock_domain::masterdata::{Organisation, Reference};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::{Failure, Outcome};

/// Whose name stands in the history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Actor {
    /// `None` for the command line on the database itself.
    pub caller: Option<CallerId>,
    pub name: String,
}

/// What a caller may do, and whose records they see.
pub(crate) struct Rights {
    pub scopes: Scopes,
    pub organisations: OrgScope,
    pub default_organisation: Option<OrganisationId>,
}

impl Rights {
    /// Rows of a user that name no organisation belong to the first of theirs.
    pub fn of_user(role: Role, organisations: OrgScope, reference: &Reference) -> Self {
        let first = organisations_of(&organisations, reference).first().map(|first| first.id);
        Self { scopes: role.scopes(), organisations, default_organisation: first }
    }
}

/// The organisations whose candidates a caller may write, oldest first.
pub fn organisations_of<'a>(scope: &OrgScope, reference: &'a Reference) -> Vec<&'a Organisation> {
    let own = |organisation: &&Organisation| {
        organisation.active && organisation.id != SHARED && scope.contains(organisation.id)
    };
    let mut organisations: Vec<_> = reference.organisations.iter().filter(own).collect();
    organisations.sort_unstable_by_key(|organisation| organisation.id);
    organisations
}

/// One organisation, or all where none is named.
pub(crate) fn one_or_all(organisation: Option<OrganisationId>) -> OrgScope {
    organisation.map_or(OrgScope::All, |one| OrgScope::These(vec![one]))
}

/// The caller of a use case and the moment of the call.
#[derive(Clone, Debug)]
pub struct Caller {
    pub actor: Actor,
    pub scopes: Scopes,
    pub organisations: OrgScope,
    pub default_organisation: Option<OrganisationId>,
    /// Responses to imports have only the members of the original interface.
    pub minimal_responses: bool,
    /// The id that answers and log lines carry.
    pub request_id: String,
    pub now: Timestamp,
}

impl Caller {
    /// A part of this service that works by itself, for an organisation or for all.
    pub(crate) fn own(
        name: &str,
        scopes: Vec<Scope>,
        organisation: Option<OrganisationId>,
        now: Timestamp,
    ) -> Self {
        Self {
            actor: Actor { caller: None, name: name.to_owned() },
            scopes: Scopes::new(scopes),
            organisations: one_or_all(organisation),
            default_organisation: organisation,
            minimal_responses: false,
            request_id: name.to_owned(),
            now,
        }
    }

    /// Fails with 403 that names the scope and what it is needed for.
    pub fn require(&self, scope: Scope, action: Phrase) -> Outcome<()> {
        if self.scopes.allow(scope) {
            return Ok(());
        }
        Err(Failure::from(
            Problem::new(ProblemCode::ScopeMissing, "").with("scope", scope.as_str()).with("action", action),
        ))
    }

    /// What the planners must know of the caller.
    pub fn permissions(&self) -> Permissions {
        Permissions {
            organisations: self.organisations.clone(),
            default_organisation: self.default_organisation,
            update_masterdata: self.scopes.allow(Scope::MasterdataWrite),
            create_organisations: self.scopes.allow(Scope::Admin),
        }
    }
}
