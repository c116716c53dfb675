//! Idempotency keys: the first committed response of a key is replayed for later requests. A call that waits for its
//! effect replaces it with the response after the wait.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{IdempotencyKey, Store, StoreError, StoreResult, StoredResponse, WriteMode};
use sha2::{Digest, Sha256};

use crate::bodies::{compress, decompress};
use crate::locked::locked;
use crate::metrics::count;
use crate::{Caller, EncodedResponse, Failure, Metrics, Outcome};

const MAX_KEY_LENGTH: usize = 255;

/// Keys whose requests are running in this process.
#[derive(Clone, Default)]
pub(crate) struct RunningKeys(Arc<Mutex<HashSet<IdempotencyKey>>>);

/// State of an idempotency key.
pub enum Idempotency {
    /// The stored response, byte for byte.
    Replay(EncodedResponse),
    /// No response is stored. While the value lives, no other request can use the key in this process.
    Started(IdempotencyGuard),
}

/// Removes the version from a path, because both prefixes of the interface share one key space.
fn unversioned(path: &str) -> String {
    path.strip_prefix("/api/v1/").map_or_else(|| path.to_owned(), |rest| format!("/api/{rest}"))
}

/// Validates the syntax of a key, also for dry runs.
pub fn check_idempotency_key(key: &str) -> Outcome<()> {
    let printable = key.chars().all(|character| !character.is_control());
    if key.trim().is_empty() || key.chars().count() > MAX_KEY_LENGTH || !printable {
        return Err(ProblemCode::IdempotencyKeyInvalid.into());
    }
    Ok(())
}

/// Exclusive right to store the response of a key; dropping it releases the key.
pub struct IdempotencyGuard {
    key: IdempotencyKey,
    body_hash: [u8; 32],
    running: RunningKeys,
}

impl IdempotencyGuard {
    /// Returns the row that is stored with the commit.
    pub(crate) fn stored_response(&self, caller: &Caller, response: &EncodedResponse) -> StoredResponse {
        StoredResponse {
            key: self.key.clone(),
            body_hash: self.body_hash,
            status: response.status,
            body: compress(&response.body).bytes,
            created_at: caller.now,
        }
    }
}

impl Drop for IdempotencyGuard {
    fn drop(&mut self) {
        locked(&self.running.0).remove(&self.key);
    }
}

/// Service for idempotency keys: stored responses and the keys of running requests.
pub struct IdempotencyService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) running_keys: RunningKeys,
}

impl IdempotencyService {
    /// Checks the idempotency key of a request before any other work. A key is scoped to caller, method and path.
    /// Returns 422 if it was used with another body, and 409 if its request is still running.
    pub async fn begin_idempotent(
        &self,
        caller: &Caller,
        key: &str,
        method: &str,
        path: &str,
        body: &[u8],
    ) -> Outcome<Idempotency> {
        check_idempotency_key(key)?;
        let Some(caller_id) = caller.actor.caller else {
            return Err(Failure::fault("an idempotency key without a caller"));
        };
        let (method, path, key) = (method.to_owned(), unversioned(path), key.to_owned());
        let key = IdempotencyKey { caller: caller_id, method, path, key };
        let body_hash: [u8; 32] = Sha256::digest(body).into();
        let first = self.start(key.clone(), body_hash)?;
        Ok(match self.known_response(&first).await? {
            None => Idempotency::Started(first),
            Some(response) => Idempotency::Replay(response),
        })
    }

    /// Returns the stored response of a key; fails if it was stored for another body.
    async fn known_response(&self, first: &IdempotencyGuard) -> Outcome<Option<EncodedResponse>> {
        let key = first.key.clone();
        match self.store.read(move |tx| tx.stored_response(&key)).await? {
            None => Ok(None),
            Some(stored) if stored.body_hash != first.body_hash => Err(ProblemCode::IdempotencyReused.into()),
            Some(stored) => {
                count(&self.metrics.responses_replayed, 1);
                Ok(Some(EncodedResponse { status: stored.status, body: decompress(&stored.body)? }))
            }
        }
    }

    /// Converts the result of a write. If another process has stored a response for the key, this call wrote nothing
    /// and fails with that response.
    pub(crate) async fn or_replay<T>(
        &self,
        first: Option<&IdempotencyGuard>,
        written: StoreResult<T>,
    ) -> Outcome<T> {
        let error = match written {
            Ok(written) => return Ok(written),
            Err(error) => error,
        };
        if let (StoreError::ResponseExists, Some(first)) = (&error, first)
            && let Some(response) = self.known_response(first).await?
        {
            return Err(response.into());
        }
        Err(error.into())
    }

    /// Stores the response of a call that is committed already. A response that another process stored is kept.
    pub async fn store_response(
        &self,
        caller: &Caller,
        first: &IdempotencyGuard,
        response: &EncodedResponse,
    ) -> Outcome<()> {
        let response = first.stored_response(caller, response);
        match self.store.write(WriteMode::Shared, 1, move |tx| tx.store_response(&response)).await {
            Err(StoreError::ResponseExists) => Ok(()),
            stored => Ok(stored?),
        }
    }

    /// Replaces the response that was committed with the effect by the response after the wait.
    pub async fn store_later_response(
        &self,
        caller: &Caller,
        first: &IdempotencyGuard,
        response: &EncodedResponse,
    ) -> Outcome<()> {
        let response = first.stored_response(caller, response);
        Ok(self.store.write(WriteMode::Shared, 1, move |tx| tx.replace_response(&response)).await?)
    }

    fn start(&self, key: IdempotencyKey, body_hash: [u8; 32]) -> Outcome<IdempotencyGuard> {
        let running = self.running_keys.clone();
        if !locked(&running.0).insert(key.clone()) {
            return Err(Failure::retryable(Problem::new(ProblemCode::IdempotencyRunning, ""), 1));
        }
        Ok(IdempotencyGuard { key, body_hash, running })
    }
}
