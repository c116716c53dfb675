//! Reads and writes of tokens, users and sessions, each in its own transaction.

use jiff::Timestamp;
use orderdock_domain::access::{OrgScope, Role};
use orderdock_domain::ids::{TokenId, UserId};

use crate::{Disabled, FailureKey, SessionRecord, Store, StoreResult, TokenRecord, UserRecord, WriteMode};

/// Methods of [`AccessReader`](crate::AccessReader) and [`AccessWriter`](crate::AccessWriter).
pub trait AccessCalls {
    async fn create_token(&self, token: TokenRecord) -> StoreResult<()>;
    async fn token_by_public_id(&self, public_id: String) -> StoreResult<Option<TokenRecord>>;
    async fn token(&self, id: TokenId) -> StoreResult<Option<TokenRecord>>;
    async fn tokens(&self) -> StoreResult<Vec<TokenRecord>>;
    async fn revoke_token(&self, token: TokenId, at: Timestamp) -> StoreResult<bool>;
    async fn touch_tokens(&self, used: Vec<(TokenId, Timestamp)>) -> StoreResult<()>;
    async fn create_user(&self, user: UserRecord) -> StoreResult<()>;
    async fn user_by_name(&self, name: String) -> StoreResult<Option<UserRecord>>;
    async fn user(&self, id: UserId) -> StoreResult<Option<UserRecord>>;
    async fn users(&self) -> StoreResult<Vec<UserRecord>>;
    async fn set_user_password(&self, user: UserId, hash: String, at: Timestamp) -> StoreResult<bool>;
    async fn set_user_disabled(&self, user: UserId, disabled: Option<Disabled>) -> StoreResult<bool>;
    async fn set_user_rights(&self, user: UserId, role: Role, organisations: OrgScope) -> StoreResult<bool>;
    async fn remove_user(&self, user: UserId) -> StoreResult<bool>;
    async fn create_session(&self, record: SessionRecord, password_hash: String) -> StoreResult<()>;
    async fn session(&self, secret_hash: [u8; 32]) -> StoreResult<Option<(SessionRecord, UserRecord)>>;
    async fn touch_sessions(&self, used: Vec<SessionRecord>) -> StoreResult<()>;
    async fn end_session(&self, secret_hash: [u8; 32]) -> StoreResult<bool>;
    async fn sweep_sessions(&self, before: Timestamp) -> StoreResult<u64>;
    async fn count_sign_in_failure(
        &self,
        keys: Vec<FailureKey>,
        now: Timestamp,
        since: Timestamp,
    ) -> StoreResult<()>;
    async fn sign_in_failures(&self, keys: Vec<FailureKey>, since: Timestamp) -> StoreResult<Vec<u32>>;
    async fn sweep_sign_in_failures(&self, since: Timestamp) -> StoreResult<()>;
    async fn change_counter(&self) -> StoreResult<i64>;
}

impl AccessCalls for dyn Store {
    async fn create_token(&self, token: TokenRecord) -> StoreResult<()> {
        self.write(WriteMode::Shared, 1, move |tx| tx.create_token(&token)).await
    }

    async fn token_by_public_id(&self, public_id: String) -> StoreResult<Option<TokenRecord>> {
        self.read(move |tx| tx.token_by_public_id(&public_id)).await
    }

    async fn token(&self, id: TokenId) -> StoreResult<Option<TokenRecord>> {
        self.read(move |tx| tx.token(id)).await
    }

    async fn tokens(&self) -> StoreResult<Vec<TokenRecord>> {
        self.read(move |tx| tx.tokens()).await
    }

    async fn revoke_token(&self, token: TokenId, at: Timestamp) -> StoreResult<bool> {
        self.write(WriteMode::Shared, 1, move |tx| tx.revoke_token(token, at)).await
    }

    async fn touch_tokens(&self, used: Vec<(TokenId, Timestamp)>) -> StoreResult<()> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.touch_tokens(&used)).await
    }

    async fn create_user(&self, user: UserRecord) -> StoreResult<()> {
        self.write(WriteMode::Shared, 1, move |tx| tx.create_user(&user)).await
    }

    async fn user_by_name(&self, name: String) -> StoreResult<Option<UserRecord>> {
        self.read(move |tx| tx.user_by_name(&name)).await
    }

    async fn user(&self, id: UserId) -> StoreResult<Option<UserRecord>> {
        self.read(move |tx| tx.user(id)).await
    }

    async fn users(&self) -> StoreResult<Vec<UserRecord>> {
        self.read(move |tx| tx.users()).await
    }

    async fn set_user_password(&self, user: UserId, hash: String, at: Timestamp) -> StoreResult<bool> {
        self.write(WriteMode::Shared, 1, move |tx| tx.set_user_password(user, &hash, at)).await
    }

    async fn set_user_disabled(&self, user: UserId, disabled: Option<Disabled>) -> StoreResult<bool> {
        self.write(WriteMode::Shared, 1, move |tx| tx.set_user_disabled(user, disabled.as_ref())).await
    }

    async fn set_user_rights(&self, user: UserId, role: Role, organisations: OrgScope) -> StoreResult<bool> {
        self.write(WriteMode::Records, 1, move |tx| tx.set_user_rights(user, role, &organisations)).await
    }

    async fn remove_user(&self, user: UserId) -> StoreResult<bool> {
        self.write(WriteMode::Records, 1, move |tx| tx.remove_user(user)).await
    }

    async fn create_session(&self, record: SessionRecord, password_hash: String) -> StoreResult<()> {
        self.write(WriteMode::Shared, 1, move |tx| tx.create_session(&record, &password_hash)).await
    }

    async fn session(&self, secret_hash: [u8; 32]) -> StoreResult<Option<(SessionRecord, UserRecord)>> {
        self.read(move |tx| tx.session(secret_hash)).await
    }

    async fn touch_sessions(&self, used: Vec<SessionRecord>) -> StoreResult<()> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.touch_sessions(&used)).await
    }

    async fn end_session(&self, secret_hash: [u8; 32]) -> StoreResult<bool> {
        self.write(WriteMode::Shared, 1, move |tx| tx.end_session(secret_hash)).await
    }

    async fn sweep_sessions(&self, before: Timestamp) -> StoreResult<u64> {
        self.write(WriteMode::Shared, 1, move |tx| tx.sweep_sessions(before)).await
    }

    async fn count_sign_in_failure(
        &self,
        keys: Vec<FailureKey>,
        now: Timestamp,
        since: Timestamp,
    ) -> StoreResult<()> {
        self.write(WriteMode::Unlocked, 3, move |tx| tx.count_sign_in_failure(&keys, now, since)).await
    }

    async fn sign_in_failures(&self, keys: Vec<FailureKey>, since: Timestamp) -> StoreResult<Vec<u32>> {
        self.read(move |tx| tx.sign_in_failures(&keys, since)).await
    }

    async fn sweep_sign_in_failures(&self, since: Timestamp) -> StoreResult<()> {
        self.write(WriteMode::Shared, 1, move |tx| tx.sweep_sign_in_failures(since)).await
    }

    async fn change_counter(&self) -> StoreResult<i64> {
        self.read(move |tx| tx.change_counter()).await
    }
}
