//! Who may do what, and whose records they see.

use crate::ids::{OrganisationId, SHARED};

/// What a token allows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Scope {
    CandidatesWrite,
    CandidatesRead,
    OrdersWrite,
    AttachmentsWrite,
    ProcessRun,
    MasterdataWrite,
    Admin,
}

impl Scope {
    pub const ALL: [Self; 7] = [
        Self::CandidatesWrite,
        Self::CandidatesRead,
        Self::OrdersWrite,
        Self::AttachmentsWrite,
        Self::ProcessRun,
        Self::MasterdataWrite,
        Self::Admin,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::CandidatesWrite => "candidates:write",
            Self::CandidatesRead => "candidates:read",
            Self::OrdersWrite => "orders:write",
            Self::AttachmentsWrite => "attachments:write",
            Self::ProcessRun => "process:run",
            Self::MasterdataWrite => "masterdata:write",
            Self::Admin => "admin",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.as_str() == text)
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

/// What a user of the browser interface is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Looks at candidates and orders.
    Viewer,
    /// Looks after candidates and orders.
    Clerk,
    /// May do everything.
    Administrator,
}

impl Role {
    pub const ALL: [Self; 3] = [Self::Viewer, Self::Clerk, Self::Administrator];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Clerk => "clerk",
            Self::Administrator => "administrator",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == text)
    }

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

/// The organisations a caller works for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
