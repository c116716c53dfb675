//! Tokens and sessions that nobody has: who sends many of them waits for the answer.
//!
//! One that is malformed is known by its written form alone and costs no more than any other request; one that has
//! expired or was revoked proves that its sender had it. Neither is a guess. One that is right is never held back,
//! whatever else comes from its address.

use std::time::Duration;

use jiff::SignedDuration;
use orderdock_domain::problem::{Problem, ProblemCode};

use super::network::Network;
use super::places::WaitingPlaces;
use crate::Failure;
use crate::access::AccessService;
use crate::rate_limit::RateLimit;

/// Wrong ones of a network that are answered at once, in a minute.
const FREE: u32 = 20;
const WINDOW: SignedDuration = SignedDuration::from_mins(1);
/// So long any further answer is held back.
const HELD: Duration = Duration::from_secs(1);
/// Wrong ones of a network that are answered as such at the same time; one more is refused as too many.
const MOST_OF_A_NETWORK: usize = 16;
/// The same for all networks.
const MOST: usize = 1_024;

pub(crate) struct WrongCredentials {
    networks: RateLimit,
    held: WaitingPlaces,
}

impl Default for WrongCredentials {
    fn default() -> Self {
        Self { networks: RateLimit::new(FREE, WINDOW), held: WaitingPlaces::new(MOST, MOST_OF_A_NETWORK) }
    }
}

impl AccessService {
    /// The answer to a credential that was refused, held back where many are wrong that come from its network.
    pub async fn after_wrong_credential(&self, network: Network, failure: Failure) -> Failure {
        let guess = |problem: &Problem| {
            matches!(problem.code, ProblemCode::TokenUnknown | ProblemCode::SessionUnknown)
        };
        if !failure.problems.iter().any(guess) {
            return failure;
        }
        let network = network.to_string();
        let wrong = &self.wrong_credentials;
        let Err(seconds) = wrong.networks.add(&network, self.clock.now()) else { return failure };
        let place = wrong.held.take(&network);
        // a refusal tells as much as the answer would, so that it waits as well; connections and their streams bound
        // how many do
        tokio::time::sleep(HELD).await;
        if place.is_some() {
            return failure;
        }
        let problem = Problem::new(ProblemCode::CredentialsTooMany, "").with("seconds", i64::from(seconds));
        Failure::retryable(problem, seconds)
    }
}
