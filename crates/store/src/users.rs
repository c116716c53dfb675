//! Users of the browser interface as they are kept: their passwords hashed.

use jiff::Timestamp;
use orderdock_domain::access::{OrgScope, Role};
use orderdock_domain::ids::UserId;
use orderdock_domain::text::Code;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserRecord {
    pub id: UserId,
    /// What they sign in with; compared without case, so `Anna` and `anna` cannot both be there.
    pub name: Code,
    pub role: Role,
    pub organisations: OrgScope,
    /// Argon2id in the PHC string format, with its salt and parameters.
    pub password_hash: String,
    pub created_at: Timestamp,
    pub created_by: String,
    pub password_changed_at: Timestamp,
    /// They may not sign in.
    pub disabled: Option<Disabled>,
}

/// Since when a user may not sign in, and who saw to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disabled {
    pub at: Timestamp,
    pub by: String,
}
