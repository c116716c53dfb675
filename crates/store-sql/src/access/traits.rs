//! The storage traits of tokens, users and sessions.

use jiff::Timestamp;
use orderdock_domain::access::{OrgScope, Role};
use orderdock_domain::ids::{TokenId, UserId};
use orderdock_store::{
    AccessReader, AccessWriter, Disabled, FailureKey, SessionRecord, StoreResult, TokenRecord, UserRecord,
};

use crate::store::transaction::StoreTransaction;
use crate::{access::sessions, access::sign_in_failures, access::tokens, access::users};

impl AccessReader for StoreTransaction<'_> {
    fn token_by_public_id(&self, public_id: &str) -> StoreResult<Option<TokenRecord>> {
        tokens::by_public_id(self.transaction, public_id)
    }

    fn token(&self, id: TokenId) -> StoreResult<Option<TokenRecord>> {
        tokens::by_id(self.transaction, id)
    }

    fn tokens(&self) -> StoreResult<Vec<TokenRecord>> {
        tokens::all(self.transaction)
    }

    fn user_by_name(&self, name: &str) -> StoreResult<Option<UserRecord>> {
        users::by_name(self.transaction, name)
    }

    fn user(&self, id: UserId) -> StoreResult<Option<UserRecord>> {
        users::by_id(self.transaction, id)
    }

    fn users(&self) -> StoreResult<Vec<UserRecord>> {
        users::all(self.transaction)
    }

    fn session(&self, secret_hash: [u8; 32]) -> StoreResult<Option<(SessionRecord, UserRecord)>> {
        sessions::by_hash(self.transaction, secret_hash)
    }

    fn sign_in_failures(&self, keys: &[FailureKey], since: Timestamp) -> StoreResult<Vec<u32>> {
        sign_in_failures::known(self.transaction, keys, since)
    }

    fn change_counter(&self) -> StoreResult<i64> {
        tokens::change_counter(self.transaction)
    }
}

impl AccessWriter for StoreTransaction<'_> {
    fn create_token(&self, token: &TokenRecord) -> StoreResult<()> {
        tokens::create(self.transaction, token)
    }

    fn revoke_token(&self, token: TokenId, at: Timestamp) -> StoreResult<bool> {
        tokens::revoke(self.transaction, token, at)
    }

    fn touch_tokens(&self, used: &[(TokenId, Timestamp)]) -> StoreResult<()> {
        tokens::touch(self.transaction, used)
    }

    fn create_user(&self, user: &UserRecord) -> StoreResult<()> {
        users::create(self.transaction, user)
    }

    fn set_user_password(&self, user: UserId, hash: &str, at: Timestamp) -> StoreResult<bool> {
        users::set_password(self.transaction, user, hash, at)
    }

    fn set_user_disabled(&self, user: UserId, disabled: Option<&Disabled>) -> StoreResult<bool> {
        users::set_disabled(self.transaction, user, disabled)
    }

    fn set_user_rights(&self, user: UserId, role: Role, organisations: &OrgScope) -> StoreResult<bool> {
        users::set_rights(self.transaction, user, role, organisations)
    }

    fn remove_user(&self, user: UserId) -> StoreResult<bool> {
        users::remove(self.transaction, user)
    }

    fn create_session(&self, record: &SessionRecord, password_hash: &str) -> StoreResult<()> {
        sessions::create(self.transaction, record, password_hash)
    }

    fn touch_sessions(&self, used: &[SessionRecord]) -> StoreResult<()> {
        sessions::touch(self.transaction, used)
    }

    fn end_session(&self, secret_hash: [u8; 32]) -> StoreResult<bool> {
        sessions::end(self.transaction, secret_hash)
    }

    fn sweep_sessions(&self, before: Timestamp) -> StoreResult<u64> {
        sessions::sweep(self.transaction, before)
    }

    fn count_sign_in_failure(
        &self,
        keys: &[FailureKey],
        now: Timestamp,
        since: Timestamp,
    ) -> StoreResult<()> {
        sign_in_failures::count(self.transaction, keys, (now, since))
    }

    fn sweep_sign_in_failures(&self, since: Timestamp) -> StoreResult<()> {
        sign_in_failures::sweep(self.transaction, since)
    }
}
