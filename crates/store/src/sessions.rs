//! Sessions of users as they are kept: hashed.

use jiff::Timestamp;
use orderdock_domain::ids::UserId;

/// Sessions that a user can have; a further one ends the oldest.
pub const SESSIONS_OF_A_USER: u32 = 50;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionRecord {
    /// SHA-256 of the secret, which names and proves it.
    pub secret_hash: [u8; 32],
    pub user: UserId,
    pub created_at: Timestamp,
    pub last_used_at: Timestamp,
    /// From then on it is not accepted any more.
    pub expires_at: Timestamp,
}

/// Of a user name, a network or a browser by which wrong passwords are counted, as a hash.
pub type FailureKey = [u8; 32];
