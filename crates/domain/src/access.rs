//! Scopes of tokens, roles of users, and the organisations that a caller may read and write.

use serde::{Deserialize, Serialize};

use crate::candidate::string_enum;
use crate::ids::{OrganisationId, SHARED};

string_enum! {
    /// Permission of an access token.
    Scope {
        CandidatesWrite "candidates:write"
        CandidatesRead "candidates:read"
        OrdersWrite "orders:write"
        AttachmentsWrite "attachments:write"
        ProcessRun "process:run"
        MasterdataWrite "masterdata:write"
        ReferencesWrite "references:write"
        Admin "admin"
    }

    /// Role of a user of the browser interface.
    Role {
        /// Reads candidates and orders.
        Viewer "viewer"
        /// Processes candidates and orders.
        Clerk "clerk"
        /// Has every permission.
        Administrator "administrator"
    }
}

/// Scopes of a token. `admin` includes every other scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scopes(Vec<Scope>);

impl Scopes {
    pub fn new(mut scopes: Vec<Scope>) -> Self {
        scopes.sort_unstable();
        scopes.dedup();
        Self(scopes)
    }

    pub fn allow(&self, scope: Scope) -> bool {
        self.0.contains(&scope) || self.0.contains(&Scope::Admin)
    }

    pub fn iter(&self) -> impl Iterator<Item = Scope> + '_ {
        self.0.iter().copied()
    }
}

impl Role {
    pub fn scopes(self) -> Scopes {
        Scopes::new(match self {
            Self::Viewer => vec![Scope::CandidatesRead],
            Self::Clerk => vec![
                Scope::CandidatesWrite,
                Scope::CandidatesRead,
                Scope::OrdersWrite,
                Scope::AttachmentsWrite,
                Scope::ProcessRun,
                Scope::ReferencesWrite,
            ],
            Self::Administrator => vec![Scope::Admin],
        })
    }
}

/// Organisations of a caller. Stored as a list of ids, or null for all.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OrgScope {
    /// Every organisation, and write access to shared records.
    All,
    These(Vec<OrganisationId>),
}

/// Organisations that a query may read: those of the caller and the shared one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadScope(OrgScope);

/// Organisations that a statement may write: those of the caller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriteScope(OrgScope);

impl OrgScope {
    pub fn read(&self) -> ReadScope {
        ReadScope(self.clone())
    }

    pub fn write(&self) -> WriteScope {
        WriteScope(self.clone())
    }

    /// Returns whether all organisations of another scope are in this one.
    pub fn includes(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::All, _) => true,
            (Self::These(_), Self::All) => false,
            (Self::These(_), Self::These(ids)) => ids.iter().all(|id| self.contains(*id)),
        }
    }

    pub fn contains(&self, organisation: OrganisationId) -> bool {
        match self {
            Self::All => true,
            Self::These(ids) => ids.contains(&organisation),
        }
    }
}

impl ReadScope {
    /// Returns the ids including the shared organisation, or `None` for all organisations.
    pub fn ids(&self) -> Option<Vec<OrganisationId>> {
        match &self.0 {
            OrgScope::All => None,
            OrgScope::These(ids) => Some(ids.iter().copied().chain([SHARED]).collect()),
        }
    }

    pub fn contains(&self, organisation: OrganisationId) -> bool {
        organisation == SHARED || self.0.contains(organisation)
    }
}

impl WriteScope {
    /// Returns the ids, or `None` for all organisations including the shared one.
    pub fn ids(&self) -> Option<Vec<OrganisationId>> {
        match &self.0 {
            OrgScope::All => None,
            OrgScope::These(ids) => Some(ids.clone()),
        }
    }

    pub fn contains(&self, organisation: OrganisationId) -> bool {
        self.0.contains(organisation)
    }
}

/// Permissions of the caller that an import depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Permissions {
    pub organisations: OrgScope,
    /// Organisation of rows without one.
    pub default_organisation: Option<OrganisationId>,
    /// Whether the caller may change existing master data (`UPDATE_…`).
    pub update_masterdata: bool,
    /// Whether the caller may create organisations.
    pub create_organisations: bool,
}
