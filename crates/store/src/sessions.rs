//! Sessions of users; their secrets are stored as hashes.

use jiff::Timestamp;
use orderdock_domain::ids::UserId;

/// Maximum number of sessions of a user; a further one ends the oldest.
pub const SESSIONS_OF_A_USER: u32 = 50;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionRecord {
    /// SHA-256 of the secret, which identifies and authenticates the session.
    pub secret_hash: [u8; 32],
    pub user: UserId,
    pub created_at: Timestamp,
    pub last_used_at: Timestamp,
    /// The session is rejected from this instant on.
    pub expires_at: Timestamp,
}

/// Hash of a user name, a network or a browser, by which failed sign-ins are counted.
pub type FailureKey = [u8; 32];
