//! The room of access: tokens, users, sessions.

use async_trait::async_trait;
use jiff::Timestamp;
use orderdock_domain::ids::{TokenId, UserId};
use orderdock_store::{
    AccessStore, Disabled, FailureKey, SessionRecord, StoreResult, TokenRecord, UserRecord,
};

use crate::{Backend, SqlStore, sessions, sign_in_failures, tokens, users};

#[async_trait]
impl<B: Backend> AccessStore for SqlStore<B> {
    async fn create_token(&self, token: TokenRecord) -> StoreResult<()> {
        self.write(1, move |transaction| tokens::create(transaction, &token)).await
    }

    async fn token_by_public_id(&self, public_id: String) -> StoreResult<Option<TokenRecord>> {
        self.read(move |transaction| tokens::by_public_id(transaction, &public_id)).await
    }

    async fn token(&self, id: TokenId) -> StoreResult<Option<TokenRecord>> {
        self.read(move |transaction| tokens::by_id(transaction, id)).await
    }

    async fn tokens(&self) -> StoreResult<Vec<TokenRecord>> {
        self.read(tokens::all).await
    }

    async fn revoke_token(&self, token: TokenId, at: Timestamp) -> StoreResult<bool> {
        self.write(1, move |transaction| tokens::revoke(transaction, token, at)).await
    }

    async fn touch_tokens(&self, used: Vec<(TokenId, Timestamp)>) -> StoreResult<()> {
        self.apart(1, move |transaction| tokens::touch(transaction, &used)).await
    }

    async fn create_user(&self, user: UserRecord) -> StoreResult<()> {
        self.write(1, move |transaction| users::create(transaction, &user)).await
    }

    async fn user_by_name(&self, name: String) -> StoreResult<Option<UserRecord>> {
        self.read(move |transaction| users::by_name(transaction, &name)).await
    }

    async fn user(&self, id: UserId) -> StoreResult<Option<UserRecord>> {
        self.read(move |transaction| users::by_id(transaction, id)).await
    }

    async fn users(&self) -> StoreResult<Vec<UserRecord>> {
        self.read(users::all).await
    }

    async fn set_user_password(&self, user: UserId, hash: String, at: Timestamp) -> StoreResult<bool> {
        self.write(1, move |transaction| users::set_password(transaction, user, &hash, at)).await
    }

    async fn set_user_disabled(&self, user: UserId, disabled: Option<Disabled>) -> StoreResult<bool> {
        self.write(1, move |transaction| users::set_disabled(transaction, user, disabled.as_ref())).await
    }

    async fn create_session(&self, record: SessionRecord, password_hash: String) -> StoreResult<()> {
        self.write(1, move |transaction| sessions::create(transaction, &record, &password_hash)).await
    }

    async fn session(&self, secret_hash: [u8; 32]) -> StoreResult<Option<(SessionRecord, UserRecord)>> {
        self.read(move |transaction| sessions::by_hash(transaction, secret_hash)).await
    }

    async fn touch_sessions(&self, used: Vec<SessionRecord>) -> StoreResult<()> {
        self.apart(1, move |transaction| sessions::touch(transaction, &used)).await
    }

    async fn end_session(&self, secret_hash: [u8; 32]) -> StoreResult<bool> {
        self.write(1, move |transaction| sessions::end(transaction, secret_hash)).await
    }

    async fn sweep_sessions(&self, before: Timestamp) -> StoreResult<u64> {
        self.write(1, move |transaction| sessions::sweep(transaction, before)).await
    }

    async fn count_sign_in_failure(
        &self,
        keys: Vec<FailureKey>,
        now: Timestamp,
        since: Timestamp,
    ) -> StoreResult<()> {
        self.apart(3, move |transaction| sign_in_failures::count(transaction, &keys, (now, since))).await
    }

    async fn sign_in_failures(&self, keys: Vec<FailureKey>, since: Timestamp) -> StoreResult<Vec<u32>> {
        self.read(move |transaction| sign_in_failures::known(transaction, &keys, since)).await
    }

    async fn sweep_sign_in_failures(&self, since: Timestamp) -> StoreResult<()> {
        self.write(1, move |transaction| sign_in_failures::sweep(transaction, since)).await
    }

    async fn change_counter(&self) -> StoreResult<i64> {
        self.read(tokens::change_counter).await
    }
}
