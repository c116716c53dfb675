//! Idempotency keys: the first committed answer of a key is the answer of the key; of a call that waits for what it
//! began, the one at the end of the waiting.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{IdempotencyKey, Store, StoreError, StoreResult, StoredAnswer, WriteMode};
use sha2::{Digest, Sha256};

use crate::bodies::{compress, decompress};
use crate::locked::locked;
use crate::metrics::count;
use crate::{Answer, Caller, Failure, Metrics, Outcome};

const LONGEST_KEY: usize = 255;

/// Keys whose requests are running in this process.
#[derive(Clone, Default)]
pub(crate) struct RunningKeys(Arc<Mutex<HashSet<IdempotencyKey>>>);

/// What an idempotency key says about a request.
pub enum Idempotency {
    /// It was answered before, byte for byte like this.
    Replay(Answer),
    /// Nobody has answered it; while this lives, nobody else will.
    Unanswered(FirstAnswer),
}

/// The path without its version: both prefixes of the interface share one key space.
fn unversioned(path: &str) -> String {
    path.strip_prefix("/api/v1/").map_or_else(|| path.to_owned(), |rest| format!("/api/{rest}"))
}

/// Whether a text can be a key at all: also that of a dry run must.
pub fn check_idempotency_key(key: &str) -> Outcome<()> {
    let printable = key.chars().all(|character| !character.is_control());
    if key.trim().is_empty() || key.chars().count() > LONGEST_KEY || !printable {
        return Err(ProblemCode::IdempotencyKeyInvalid.into());
    }
    Ok(())
}

/// The right to answer a key for the first time; dropping it gives the right back.
pub struct FirstAnswer {
    key: IdempotencyKey,
    body_hash: [u8; 32],
    running: RunningKeys,
}

impl FirstAnswer {
    /// What the commit keeps.
    pub(crate) fn answer(&self, ctx: &Caller, answer: &Answer) -> StoredAnswer {
        StoredAnswer {
            key: self.key.clone(),
            body_hash: self.body_hash,
            status: answer.status,
            answer: compress(&answer.body).bytes,
            created_at: ctx.now,
        }
    }
}

impl Drop for FirstAnswer {
    fn drop(&mut self) {
        locked(&self.running.0).remove(&self.key);
    }
}

/// Idempotency keys: stored answers and the keys of running requests.
pub struct IdempotencyService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) running_keys: RunningKeys,
}

impl IdempotencyService {
    /// Looks at a request's idempotency key before anything else is done with it. A key belongs to caller,
    /// method and path; another body under it is 422, a call that has not ended 409.
    pub async fn begin_idempotent(
        &self,
        ctx: &Caller,
        key: &str,
        method: &str,
        path: &str,
        body: &[u8],
    ) -> Outcome<Idempotency> {
        check_idempotency_key(key)?;
        let Some(caller) = ctx.actor.caller else {
            return Err(Failure::fault("an idempotency key without a caller"));
        };
        let (method, path, key) = (method.to_owned(), unversioned(path), key.to_owned());
        let key = IdempotencyKey { caller, method, path, key };
        let body_hash: [u8; 32] = Sha256::digest(body).into();
        let first = self.start(key.clone(), body_hash)?;
        Ok(match self.known_answer(&first).await? {
            None => Idempotency::Unanswered(first),
            Some(answer) => Idempotency::Replay(answer),
        })
    }

    /// The answer that a key has, if it was given to the same body.
    async fn known_answer(&self, first: &FirstAnswer) -> Outcome<Option<Answer>> {
        let key = first.key.clone();
        match self.store.read(move |tx| tx.answer_for(&key)).await? {
            None => Ok(None),
            Some(stored) if stored.body_hash != first.body_hash => Err(ProblemCode::IdempotencyReused.into()),
            Some(stored) => {
                count(&self.metrics.answers_replayed, 1);
                Ok(Some(Answer { status: stored.status, body: decompress(&stored.answer)? }))
            }
        }
    }

    /// What a call wrote. If its key was answered meanwhile by another process, it wrote nothing and fails with that
    /// answer.
    pub(crate) async fn or_replay<T>(
        &self,
        first: Option<&FirstAnswer>,
        written: StoreResult<T>,
    ) -> Outcome<T> {
        let error = match written {
            Ok(written) => return Ok(written),
            Err(error) => error,
        };
        if let (StoreError::AnswerTaken, Some(first)) = (&error, first)
            && let Some(answer) = self.known_answer(first).await?
        {
            return Err(answer.into());
        }
        Err(error.into())
    }

    /// Stores the answer of a call whose effect is committed already; the answer that another process stored stays.
    pub async fn keep_answer(&self, ctx: &Caller, first: &FirstAnswer, answer: &Answer) -> Outcome<()> {
        let answer = first.answer(ctx, answer);
        match self.store.write(WriteMode::Shared, 1, move |tx| tx.keep_answer(&answer)).await {
            Err(StoreError::AnswerTaken) => Ok(()),
            kept => Ok(kept?),
        }
    }

    /// Keeps what a call answered at last instead of what was committed with its effect: it waited meanwhile.
    pub async fn keep_later_answer(&self, ctx: &Caller, first: &FirstAnswer, answer: &Answer) -> Outcome<()> {
        let answer = first.answer(ctx, answer);
        Ok(self.store.write(WriteMode::Shared, 1, move |tx| tx.replace_answer(&answer)).await?)
    }

    fn start(&self, key: IdempotencyKey, body_hash: [u8; 32]) -> Outcome<FirstAnswer> {
        let running = self.running_keys.clone();
        if !locked(&running.0).insert(key.clone()) {
            return Err(Failure::retryable(Problem::new(ProblemCode::IdempotencyRunning, ""), 1));
        }
        Ok(FirstAnswer { key, body_hash, running })
    }
}
