//! Who may do what, and whose records they see.

use serde::{Deserialize, Serialize};

use crate::candidate::words;
use crate::ids::{OrganisationId, SHARED};

words! {
    /// What a token allows.
    Scope {
        CandidatesWrite "candidates:write"
        CandidatesRead "candidates:read"
        OrdersWrite "orders:write"
        AttachmentsWrite "attachments:write"
        ProcessRun "process:run"
        MasterdataWrite "masterdata:write"
        Admin "admin"
    }

    /// What a user of the browser interface is.
    Role {
        /// Looks at candidates and orders.
        Viewer "viewer"
        /// Looks after candidates and orders.
        Clerk "clerk"
        /// May do everything.
        Administrator "administrator"
    }
}

/// The scopes of a token; `admin` contains every other.
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
            ],
            Self::Administrator => vec![Scope::Admin],
        })
    }
}

/// The organisations a caller works for. Stored as a list of ids, or null for all.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OrgScope {
    /// Every organisation, and the shared records for writing.
    All,
    These(Vec<OrganisationId>),
}

/// The organisations a query may read: the caller's and the shared one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadScope(OrgScope);

/// The organisations a statement may write: the caller's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriteScope(OrgScope);

impl OrgScope {
    pub fn read(&self) -> ReadScope {
        ReadScope(self.clone())
    }

    pub fn write(&self) -> WriteScope {
        WriteScope(self.clone())
    }

    pub fn contains(&self, organisation: OrganisationId) -> bool {
        match self {
            Self::All => true,
            Self::These(ids) => ids.contains(&organisation),
        }
    }
}

impl ReadScope {
    /// `None` means all; the shared organisation is always among the ids.
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
    /// `None` means all, the shared organisation included.
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

/// What the planner must know of the caller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Permissions {
    pub organisations: OrgScope,
    /// The organisation of rows that name none.
    pub default_organisation: Option<OrganisationId>,
    /// May really change existing master data (`UPDATE_…`).
    pub update_masterdata: bool,
    /// May create organisations.
    pub create_organisations: bool,
}
