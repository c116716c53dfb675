//! What is overtaken between load and commit is planned again, the last time where nothing can overtake it.

use orderdock_store::{StoreError, StoreResult, Turn};

use crate::metrics::count;
use crate::{App, FirstAnswer, Outcome};

/// Plans that are made outside a turn before one is made in it.
pub const TRIES: usize = 3;

impl App {
    /// Makes an attempt, again while others are faster, and after some attempts the same work in turn. `first` is the
    /// right to answer the idempotency key of the call, if it has one.
    pub(crate) async fn until_written<T, A>(
        &self,
        first: Option<&FirstAnswer>,
        attempt: impl Fn() -> A,
        rows: usize,
        in_turn: impl Fn(&dyn Turn) -> StoreResult<Outcome<T>> + Send + Sync + 'static,
    ) -> Outcome<T>
    where
        T: Send + 'static,
        A: Future<Output = Outcome<StoreResult<T>>>,
    {
        for _ in 0..TRIES {
            match attempt().await? {
                Err(StoreError::Conflict(_)) => count(&self.metrics.plan_conflicts, 1),
                written => return self.or_replay(first, written).await,
            }
        }
        count(&self.metrics.plans_in_turn, 1);
        let written = self.store.in_turn(rows, in_turn).await;
        self.or_replay(first, written).await?
    }
}
