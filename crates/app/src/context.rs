//! Who asks.

use jiff::Timestamp;
use orderdock_domain::access::{OrgScope, Permissions, Scope, Scopes};
use orderdock_domain::ids::{OrganisationId, TokenId};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Code, Problem};

use crate::{Failure, Outcome};

/// Whose name stands in the history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Actor {
    /// `None` for the command line on the database itself.
    pub token: Option<TokenId>,
    pub name: String,
}

/// The caller of a use case and the moment of the call.
#[derive(Clone, Debug)]
pub struct OpContext {
    pub actor: Actor,
    pub scopes: Scopes,
    pub organisations: OrgScope,
    pub default_organisation: Option<OrganisationId>,
    /// The id that answers and log lines carry.
    pub request_id: String,
    pub now: Timestamp,
}

impl OpContext {
    /// Fails with 403 that names the scope and what it is needed for.
    pub fn require(&self, scope: Scope, action: Phrase) -> Outcome<()> {
        if self.scopes.allow(scope) {
            return Ok(());
        }
        Err(Failure::from(
            Problem::new(Code::ScopeMissing, "").with("scope", scope.as_str()).with("action", action),
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
