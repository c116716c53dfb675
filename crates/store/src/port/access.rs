//! Tokens, users and their sessions.

use async_trait::async_trait;
use jiff::Timestamp;
use orderdock_domain::ids::{TokenId, UserId};

use crate::{Disabled, FailureKey, SessionRecord, StoreResult, TokenRecord, UserRecord};

/// Tokens, users and their sessions. They belong to no organisation, but say which ones are seen: only administrators
/// and who signs in come here.
#[async_trait]
pub trait AccessStore: Send + Sync + 'static {
    async fn create_token(&self, token: TokenRecord) -> StoreResult<()>;

    async fn token_by_public_id(&self, public_id: String) -> StoreResult<Option<TokenRecord>>;

    /// Revoked and expired ones too.
    async fn token(&self, id: TokenId) -> StoreResult<Option<TokenRecord>>;

    async fn tokens(&self) -> StoreResult<Vec<TokenRecord>>;

    /// Revokes a token; `false` if there is none or it is revoked already.
    async fn revoke_token(&self, token: TokenId, at: Timestamp) -> StoreResult<bool>;

    /// Notes when tokens were last used.
    async fn touch_tokens(&self, used: Vec<(TokenId, Timestamp)>) -> StoreResult<()>;

    /// Conflict if someone has the name, whatever its case.
    async fn create_user(&self, user: UserRecord) -> StoreResult<()>;

    /// By name, without case.
    async fn user_by_name(&self, name: String) -> StoreResult<Option<UserRecord>>;

    async fn user(&self, id: UserId) -> StoreResult<Option<UserRecord>>;

    /// In the order in which they were created.
    async fn users(&self) -> StoreResult<Vec<UserRecord>>;

    /// Replaces the hash of a password and ends the user's sessions; `false` if there is no such user.
    async fn set_user_password(&self, user: UserId, hash: String, at: Timestamp) -> StoreResult<bool>;

    /// Disables a user and ends their sessions, or enables them again; `false` if there is no such user.
    async fn set_user_disabled(&self, user: UserId, disabled: Option<Disabled>) -> StoreResult<bool>;

    /// Keeps a session of a user who is not disabled and whose password still has this hash, else Conflict; ends the oldest of the user
    /// where they have more than [`SESSIONS_OF_A_USER`](crate::SESSIONS_OF_A_USER).
    async fn create_session(&self, session: SessionRecord, password_hash: String) -> StoreResult<()>;

    /// A session with its user, by the hash of its secret; one that has expired too, until it is swept.
    async fn session(&self, secret_hash: [u8; 32]) -> StoreResult<Option<(SessionRecord, UserRecord)>>;

    /// Notes when sessions were last used and when they expire now; neither moves back, and one that has ended
    /// stays so.
    async fn touch_sessions(&self, used: Vec<SessionRecord>) -> StoreResult<()>;

    /// Ends a session; `false` if there is none.
    async fn end_session(&self, secret_hash: [u8; 32]) -> StoreResult<bool>;

    /// Removes sessions that expired before the instant; tells how many.
    async fn sweep_sessions(&self, before: Timestamp) -> StoreResult<u64>;

    /// Counts a wrong password by each of these keys; those from before `since` count no more.
    async fn count_sign_in_failure(
        &self,
        keys: Vec<FailureKey>,
        now: Timestamp,
        since: Timestamp,
    ) -> StoreResult<()>;

    /// How many wrong passwords there were since then by each of these keys, at whichever process.
    async fn sign_in_failures(&self, keys: Vec<FailureKey>, since: Timestamp) -> StoreResult<Vec<u32>>;

    /// Forgets those from before.
    async fn sweep_sign_in_failures(&self, since: Timestamp) -> StoreResult<()>;

    /// Changes whenever another process or request may have changed tokens, users, sessions or settings: caches
    /// compare it.
    async fn change_counter(&self) -> StoreResult<i64>;
}
