//! Access tokens; their secrets are stored as hashes.

use jiff::Timestamp;
use orderdock_domain::access::{OrgScope, Scopes};
use orderdock_domain::ids::{OrganisationId, TokenId};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenRecord {
    pub id: TokenId,
    /// The part of the token that identifies it.
    pub public_id: String,
    /// SHA-256 of the secret part of the token.
    pub secret_hash: [u8; 32],
    pub name: String,
    pub scopes: Scopes,
    pub organisations: OrgScope,
    pub default_organisation: Option<OrganisationId>,
    pub created_at: Timestamp,
    pub created_by: String,
    pub expires_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
    pub last_used_at: Option<Timestamp>,
    /// Whether responses to its imports contain only the members of the original interface.
    pub minimal_responses: bool,
}
