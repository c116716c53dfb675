//! From the header `Authorization` to the caller.

use std::collections::HashMap;
use std::sync::Mutex;

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::ids::TokenId;
use orderdock_domain::problem::{Code, Problem};
use orderdock_store::TokenRecord;

use crate::metrics::count;
use crate::token::{self, ParsedToken, SecretHash};
use crate::{Actor, App, Failure, OpContext, Outcome};

/// How long a look-up may be answered from memory before another process's change is looked for.
const STALE_AFTER: SignedDuration = SignedDuration::from_millis(500);
/// Tokens that are remembered at most; beyond it the memory starts anew.
const CACHED_TOKENS: usize = 10_000;

/// Tokens looked up lately, and when they were last used.
#[derive(Default)]
pub(crate) struct TokenCache(Mutex<Cached>);

#[derive(Default)]
struct Cached {
    change_counter: i64,
    checked_at: Timestamp,
    records: HashMap<String, TokenRecord>,
    used: HashMap<TokenId, Timestamp>,
}

impl App {
    /// Finds the caller of a token. 401 says which of missing, malformed, unknown, expired or revoked it is.
    pub async fn authenticate(&self, header: Option<&str>, request_id: &str) -> Outcome<OpContext> {
        let outcome = self.find_caller(header, request_id).await;
        if matches!(&outcome, Err(failure) if failure.status() == 401) {
            count(&self.metrics.authentications_failed, 1);
        }
        outcome
    }

    async fn find_caller(&self, header: Option<&str>, request_id: &str) -> Outcome<OpContext> {
        let fail = |code| Failure::from(Problem::new(code, ""));
        let header = header.map(str::trim).filter(|text| !text.is_empty());
        let header = header.ok_or_else(|| fail(Code::TokenMissing))?;
        let token = token::from_authorization_header(header).map_err(|reason| {
            tracing::debug!(%reason, "malformed token");
            fail(Code::TokenMalformed)
        })?;
        let now = self.clock.now();
        let record = self.token_record(&token, now).await?;
        let known = proves(&token, record.as_ref());
        let record = record.filter(|_| known).ok_or_else(|| fail(Code::TokenUnknown))?;
        if let Some(at) = record.revoked_at {
            return Err(Problem::new(Code::TokenRevoked, "").with("at", at.to_string()).into());
        }
        if let Some(at) = record.expires_at.filter(|at| *at <= now) {
            return Err(Problem::new(Code::TokenExpired, "").with("at", at.to_string()).into());
        }
        if let Ok(mut cached) = self.tokens.0.lock() {
            cached.used.insert(record.id, now);
        }
        Ok(OpContext {
            actor: Actor { token: Some(record.id), name: record.name },
            scopes: record.scopes,
            organisations: record.organisations,
            default_organisation: record.default_organisation,
            request_id: request_id.to_owned(),
            now,
        })
    }

    async fn token_record(&self, token: &ParsedToken, now: Timestamp) -> Outcome<Option<TokenRecord>> {
        let fresh = |cached: &Cached| now.duration_since(cached.checked_at).abs() < STALE_AFTER;
        if let Ok(cached) = self.tokens.0.lock()
            && fresh(&cached)
            && let Some(record) = cached.records.get(token.id())
        {
            return Ok(Some(record.clone()));
        }
        // The counter is read before the record: a change in between is then noticed the next time.
        let change_counter = self.store.change_counter().await?;
        if let Ok(mut cached) = self.tokens.0.lock() {
            if cached.change_counter != change_counter || cached.records.len() > CACHED_TOKENS {
                cached.records.clear();
            }
            cached.change_counter = change_counter;
            cached.checked_at = now;
            if let Some(record) = cached.records.get(token.id()) {
                return Ok(Some(record.clone()));
            }
        }
        let record = self.store.token_by_public_id(token.id().to_owned()).await?;
        if let (Some(record), Ok(mut cached)) = (&record, self.tokens.0.lock()) {
            cached.records.insert(record.public_id.clone(), record.clone());
        }
        Ok(record)
    }

    /// Makes this process look every token up again: one of them has ended.
    pub(crate) fn forget_tokens(&self) {
        if let Ok(mut cached) = self.tokens.0.lock() {
            cached.records.clear();
        }
    }

    /// Writes down when tokens were last used. The server calls it once a minute.
    pub async fn note_token_use(&self) -> Outcome<()> {
        let used: Vec<_> = match self.tokens.0.lock() {
            Ok(mut cached) => cached.used.drain().collect(),
            Err(_) => Vec::new(),
        };
        if !used.is_empty() {
            self.store.touch_tokens(used).await?;
        }
        Ok(())
    }
}

/// Compares in constant time, also for an id that nobody has.
fn proves(token: &ParsedToken, record: Option<&TokenRecord>) -> bool {
    let stored = record.map_or([0; 32], |record| record.secret_hash);
    token.hash() == SecretHash::from_bytes(stored) && record.is_some()
}
