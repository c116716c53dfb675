//! What requests may take of this process: together, and those of one caller.

mod bodies;
mod gate;
mod pace;
mod rates;

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use axum::response::Response;
use orderdock_app::{Answer, OpContext};
use orderdock_domain::ids::CallerId;
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::http::refusal::Refusal;
use crate::http::written::json;

pub use bodies::{Bodies, Reservation};
pub use gate::{Gate, GatePlace};
pub use pace::{BodyWatch, TooSlow};
pub use rates::Rates;

/// What requests may take.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of all bodies under way together, until what they said is done; 503 beyond.
    pub body_bytes: usize,
    /// How fast a body must come; 408 below.
    pub body_pace: BodyPace,
    /// Bulks of one caller under way; the next one waits, then hears 429.
    pub bulks_of_a_caller: usize,
    /// Lists that are read at the same time, by as many threads of the store; the next one waits, then hears 503.
    pub lists: usize,
    /// Other things that are read at the same time.
    pub reads: usize,
    /// How long a request waits for its turn.
    pub patience: Duration,
    /// Requests of one caller; unlimited where nothing is set.
    pub requests_per_second: Option<NonZero<u32>>,
}

/// In every stretch of so much waiting for a body, so many bytes of it must come.
#[derive(Clone, Copy, Debug)]
pub struct BodyPace {
    pub within: Duration,
    pub bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes: 256 << 20,
            body_pace: BodyPace { within: Duration::from_secs(10), bytes: 160 << 10 },
            bulks_of_a_caller: 8,
            lists: 3,
            reads: 16,
            patience: Duration::from_secs(1),
            requests_per_second: None,
        }
    }
}

/// The limits in force, with what is taken of them.
pub struct InForce {
    pub bodies: Arc<Bodies>,
    pub bulks: Gate,
    pub lists: Gate,
    pub reads: Gate,
    pub rates: Rates,
}

impl InForce {
    pub fn of(limits: &Limits) -> Self {
        // whoever takes all that they may leaves a place to others
        let most = |places: usize| (places * 3 / 4).max(1);
        let shared = |places: usize| Gate::new(places, most(places), limits.patience);
        Self {
            bodies: Arc::new(Bodies::new(limits.body_bytes)),
            bulks: Gate::unshared(limits.bulks_of_a_caller, limits.patience),
            lists: shared(limits.lists),
            reads: shared(limits.reads),
            rates: Rates::new(limits.requests_per_second),
        }
    }

    /// A place for a bulk, which it keeps until its answer has been taken.
    pub async fn bulk(&self, caller: &OpContext) -> Result<Arc<GatePlace>, Refusal> {
        let entered = self.bulks.enter(who(caller)).await;
        entered.map(Arc::new).ok_or_else(|| {
            let limit = i64::try_from(self.bulks.places_of_a_caller()).unwrap_or(i64::MAX);
            refusal(Problem::new(ProblemCode::BulkTooManyAtOnce, "").with("limit", limit))
        })
    }

    /// A place for the reading of a list.
    pub async fn list(&self, caller: &OpContext) -> Result<GatePlace, Refusal> {
        Self::reading(&self.lists, caller).await
    }

    /// A place for other reading, that of a dry run too.
    pub async fn read(&self, caller: &OpContext) -> Result<GatePlace, Refusal> {
        Self::reading(&self.reads, caller).await
    }

    /// An answer that can be large: counted, and under way until it has been taken.
    pub fn counted(&self, answer: Answer, place: Option<Arc<GatePlace>>) -> Response {
        let mut response = json(answer.status, self.bodies.count(answer.body, place.clone()));
        if let Some(place) = place {
            // a compressed body keeps it in place of this one
            response.extensions_mut().insert(place);
        }
        response
    }

    async fn reading(gate: &Gate, caller: &OpContext) -> Result<GatePlace, Refusal> {
        let entered = gate.enter(who(caller)).await;
        entered.ok_or_else(|| refusal(Problem::new(ProblemCode::ServerReadsWaiting, "")))
    }
}

/// Whom limits count by; the command line has no caller, and is one all the same.
pub fn who(caller: &OpContext) -> CallerId {
    caller.actor.caller.unwrap_or(CallerId(0))
}

/// One for the moment alone.
fn refusal(problem: Problem) -> Refusal {
    const SECONDS: u32 = 1;
    Refusal::from(problem.with("seconds", i64::from(SECONDS))).retry_after(SECONDS)
}
