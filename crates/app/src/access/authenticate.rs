//! Authentication of callers by the `Authorization` header.

use std::collections::HashMap;
use std::sync::Mutex;

use jiff::Timestamp;
use orderdock_domain::ids::TokenId;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{TokenRecord, WriteMode};

use super::token::{self, ParsedToken, SecretHash};
use crate::access::AccessService;
use crate::locked::locked;
use crate::lookups::Lookups;
use crate::metrics::count;
use crate::{Actor, Caller, Outcome};

/// Cached tokens, and uses that are not yet stored.
#[derive(Default)]
pub(crate) struct TokenCache {
    records: Lookups<String, TokenRecord>,
    used: Mutex<HashMap<TokenId, Timestamp>>,
}

impl AccessService {
    /// Returns the caller of a token. Fails with 401 and the reason: missing, malformed, unknown, expired or revoked.
    pub async fn authenticate(&self, header: Option<&str>, request_id: &str) -> Outcome<Caller> {
        let outcome = self.find_caller(header, request_id).await;
        if matches!(&outcome, Err(failure) if failure.status() == 401) {
            count(&self.metrics.authentications_failed, 1);
        }
        outcome
    }

    async fn find_caller(&self, header: Option<&str>, request_id: &str) -> Outcome<Caller> {
        let header = header.map(str::trim).filter(|text| !text.is_empty());
        let header = header.ok_or(ProblemCode::TokenMissing)?;
        let token = token::from_authorization_header(header).map_err(|reason| {
            tracing::debug!(%reason, "malformed token");
            ProblemCode::TokenMalformed
        })?;
        let now = self.clock.now();
        let record = self.live_token(&token, now).await?;
        locked(&self.tokens.used).insert(record.id, now);
        Ok(Caller {
            actor: Actor { caller: Some(record.id.into()), name: record.name },
            scopes: record.scopes,
            organisations: record.organisations,
            default_organisation: record.default_organisation,
            minimal_responses: record.minimal_responses,
            request_id: request_id.to_owned(),
            now,
        })
    }

    /// Returns a token that is valid; does not count as use.
    pub(crate) async fn live_token(&self, token: &ParsedToken, now: Timestamp) -> Outcome<TokenRecord> {
        let id = token.id().to_owned();
        let public_id = id.clone();
        let read = self.store.read(move |tx| tx.token_by_public_id(&public_id));
        let record = self.tokens.records.find(&*self.store, now, id, read).await?;
        let known = proves(token, record.as_ref());
        let record = record.filter(|_| known).ok_or(ProblemCode::TokenUnknown)?;
        if let Some(at) = record.revoked_at {
            return Err(Problem::new(ProblemCode::TokenRevoked, "").with("at", at).into());
        }
        if let Some(at) = record.expires_at.filter(|at| *at <= now) {
            return Err(Problem::new(ProblemCode::TokenExpired, "").with("at", at).into());
        }
        Ok(record)
    }

    /// Clears the token cache of this process after a token was revoked.
    pub(crate) fn forget_tokens(&self) {
        self.tokens.records.forget();
    }

    /// Stores the last use of tokens. The server calls it once a minute.
    pub async fn note_token_use(&self) -> Outcome<()> {
        let used: Vec<_> = locked(&self.tokens.used).drain().collect();
        if !used.is_empty() {
            self.store.write(WriteMode::Unlocked, 1, move |tx| tx.touch_tokens(&used)).await?;
        }
        Ok(())
    }
}

/// Compares a token with its record in constant time, also if there is no record.
fn proves(token: &ParsedToken, record: Option<&TokenRecord>) -> bool {
    let stored = record.map_or([0; 32], |record| record.secret_hash);
    token.hash() == SecretHash::from_bytes(stored) && record.is_some()
}
