//! Users of the browser interface; their passwords are stored as hashes.

use jiff::Timestamp;
use orderdock_domain::access::{OrgScope, Role};
use orderdock_domain::ids::UserId;
use orderdock_domain::text::Code;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserRecord {
    pub id: UserId,
    /// The sign-in name, compared without case, so `Anna` and `anna` cannot both exist.
    pub name: Code,
    pub role: Role,
    pub organisations: OrgScope,
    /// Argon2id in the PHC string format, with its salt and parameters.
    pub password_hash: String,
    pub created_at: Timestamp,
    pub created_by: String,
    pub password_changed_at: Timestamp,
    /// Present if the user may not sign in.
    pub disabled: Option<Disabled>,
}

/// Time and author of the disabling of a user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disabled {
    pub at: Timestamp,
    pub by: String,
}
