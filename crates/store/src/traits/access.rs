//! Tokens, users and sessions.

use jiff::Timestamp;
use orderdock_domain::access::{OrgScope, Role};
use orderdock_domain::ids::{TokenId, UserId};

use crate::{Disabled, FailureKey, SessionRecord, StoreResult, TokenRecord, UserRecord};

/// Reads of tokens, users and sessions. They belong to no organisation: only administrators and sign-in use them.
pub trait AccessReader {
    /// Returns a token by the public part of its text.
    fn token_by_public_id(&self, public_id: &str) -> StoreResult<Option<TokenRecord>>;

    /// Returns a token, including a revoked or expired one.
    fn token(&self, id: TokenId) -> StoreResult<Option<TokenRecord>>;

    fn tokens(&self) -> StoreResult<Vec<TokenRecord>>;

    /// Returns a user by name, compared without case.
    fn user_by_name(&self, name: &str) -> StoreResult<Option<UserRecord>>;

    fn user(&self, id: UserId) -> StoreResult<Option<UserRecord>>;

    /// Returns all users in the order of their creation.
    fn users(&self) -> StoreResult<Vec<UserRecord>>;

    /// Returns a session and its user by the hash of the session secret. An expired session is returned until it is
    /// removed.
    fn session(&self, secret_hash: [u8; 32]) -> StoreResult<Option<(SessionRecord, UserRecord)>>;

    /// Returns for each key the number of failed sign-ins since an instant, counted over all instances.
    fn sign_in_failures(&self, keys: &[FailureKey], since: Timestamp) -> StoreResult<Vec<u32>>;

    /// Returns a number that changes with every change of tokens, users, sessions or settings; caches compare it.
    fn change_counter(&self) -> StoreResult<i64>;
}

/// Writes of tokens, users and sessions.
pub trait AccessWriter: AccessReader {
    fn create_token(&self, token: &TokenRecord) -> StoreResult<()>;

    /// Revokes a token. Returns `false` if it does not exist or was already revoked.
    fn revoke_token(&self, token: TokenId, at: Timestamp) -> StoreResult<bool>;

    /// Records when tokens were last used.
    fn touch_tokens(&self, used: &[(TokenId, Timestamp)]) -> StoreResult<()>;

    /// Creates a user; `Conflict` if the name is taken, compared without case.
    fn create_user(&self, user: &UserRecord) -> StoreResult<()>;

    /// Replaces a password hash and ends the user's sessions. Returns `false` if the user does not exist.
    fn set_user_password(&self, user: UserId, hash: &str, at: Timestamp) -> StoreResult<bool>;

    /// Disables a user and ends their sessions, or enables the user again. Returns `false` if the user does not exist.
    fn set_user_disabled(&self, user: UserId, disabled: Option<&Disabled>) -> StoreResult<bool>;

    /// Replaces role and organisations of a user and ends their sessions. Returns `false` if the user does not exist.
    fn set_user_rights(&self, user: UserId, role: Role, organisations: &OrgScope) -> StoreResult<bool>;

    /// Removes a user with their sessions and saved views. Records keep the name of the user. Returns `false` if the
    /// user does not exist.
    fn remove_user(&self, user: UserId) -> StoreResult<bool>;

    /// Creates a session if the user is enabled and the password still has this hash, otherwise `Conflict`. Ends the
    /// oldest sessions of the user beyond [`SESSIONS_OF_A_USER`](crate::SESSIONS_OF_A_USER).
    fn create_session(&self, session: &SessionRecord, password_hash: &str) -> StoreResult<()>;

    /// Records when sessions were last used and when they expire. Neither moves back, and ended sessions stay ended.
    fn touch_sessions(&self, used: &[SessionRecord]) -> StoreResult<()>;

    /// Ends a session. Returns `false` if it does not exist.
    fn end_session(&self, secret_hash: [u8; 32]) -> StoreResult<bool>;

    /// Removes sessions that expired before an instant. Returns their number.
    fn sweep_sessions(&self, before: Timestamp) -> StoreResult<u64>;

    /// Counts a failed sign-in for each key, and removes failures before `since`.
    fn count_sign_in_failure(&self, keys: &[FailureKey], now: Timestamp, since: Timestamp)
    -> StoreResult<()>;

    /// Removes failed sign-ins before an instant.
    fn sweep_sign_in_failures(&self, since: Timestamp) -> StoreResult<()>;
}
