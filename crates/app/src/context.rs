//! The caller of a use case and its rights.

use jiff::Timestamp;
use orderdock_domain::access::{OrgScope, Permissions, Role, Scope, Scopes};
use orderdock_domain::ids::{CallerId, OrganisationId, SHARED};
use orderdock_domain::masterdata::{Organisation, Reference};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::{Failure, Outcome};

/// Author of a change, as the history records it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Actor {
    /// `None` for the command line on the database itself.
    pub caller: Option<CallerId>,
    pub name: String,
}

/// Scopes and organisations of a caller.
pub(crate) struct Rights {
    pub scopes: Scopes,
    pub organisations: OrgScope,
    pub default_organisation: Option<OrganisationId>,
}

impl Rights {
    /// Returns the rights of a user. Rows without an organisation belong to the user's first organisation.
    pub fn of_user(role: Role, organisations: OrgScope, reference: &Reference) -> Self {
        let first = organisations_of(&organisations, reference).first().map(|first| first.id);
        Self { scopes: role.scopes(), organisations, default_organisation: first }
    }
}

/// Returns the active organisations whose candidates a caller may write, oldest first.
pub fn organisations_of<'a>(scope: &OrgScope, reference: &'a Reference) -> Vec<&'a Organisation> {
    let own = |organisation: &&Organisation| {
        organisation.active && organisation.id != SHARED && scope.contains(organisation.id)
    };
    let mut organisations: Vec<_> = reference.organisations.iter().filter(own).collect();
    organisations.sort_unstable_by_key(|organisation| organisation.id);
    organisations
}

/// Returns the scope of one organisation, or of all for `None`.
pub(crate) fn one_or_all(organisation: Option<OrganisationId>) -> OrgScope {
    organisation.map_or(OrgScope::All, |one| OrgScope::These(vec![one]))
}

/// The caller of a use case and the time of the call.
#[derive(Clone, Debug)]
pub struct Caller {
    pub actor: Actor,
    pub scopes: Scopes,
    pub organisations: OrgScope,
    pub default_organisation: Option<OrganisationId>,
    /// Whether responses to imports have only the members of the original interface.
    pub minimal_responses: bool,
    /// Request id of responses and log lines.
    pub request_id: String,
    pub now: Timestamp,
}

impl Caller {
    /// Returns the caller of a background task, for one organisation or for all.
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

    /// Returns 403 with the missing scope and the action that needs it, unless the caller has the scope.
    pub fn require(&self, scope: Scope, action: Phrase) -> Outcome<()> {
        if self.scopes.allow(scope) {
            return Ok(());
        }
        Err(Failure::from(
            Problem::new(ProblemCode::ScopeMissing, "").with("scope", scope.as_str()).with("action", action),
        ))
    }

    /// Returns the rights of the caller as the planners need them.
    pub fn permissions(&self) -> Permissions {
        Permissions {
            organisations: self.organisations.clone(),
            default_organisation: self.default_organisation,
            update_masterdata: self.scopes.allow(Scope::MasterdataWrite),
            create_organisations: self.scopes.allow(Scope::Admin),
        }
    }
}
