//! Delays for unknown tokens and sessions, by network.
//!
//! A malformed credential is rejected by its syntax and costs no more than any other request. An expired or revoked one
//! proves that its sender had it. Neither is a guess. A valid credential is never delayed, regardless of other requests
//! from its network.

use std::time::Duration;

use jiff::SignedDuration;
use orderdock_domain::problem::{Problem, ProblemCode};

use super::network::Network;
use super::slots::WaitingQuota;
use crate::Failure;
use crate::access::AccessService;
use crate::rate_limit::RateLimit;

/// Unknown credentials per network and minute that are rejected without a delay.
const FREE: u32 = 20;
const WINDOW: SignedDuration = SignedDuration::from_mins(1);
/// Delay of further rejections.
const HELD: Duration = Duration::from_secs(1);
/// Maximum number of delayed rejections per network; further ones are reported as too many.
const MAX_PER_NETWORK: usize = 16;
/// Maximum number of delayed rejections of all networks.
const MAX_TOTAL: usize = 1_024;

pub(crate) struct WrongCredentials {
    networks: RateLimit,
    held: WaitingQuota,
}

impl Default for WrongCredentials {
    fn default() -> Self {
        Self { networks: RateLimit::new(FREE, WINDOW), held: WaitingQuota::new(MAX_TOTAL, MAX_PER_NETWORK) }
    }
}

impl AccessService {
    /// Returns the response to a rejected credential, delayed if its network has sent many unknown ones.
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
        // the response "too many" is delayed as well, because it reveals as much; limits of connections and streams
        // bound the number of waiting requests
        tokio::time::sleep(HELD).await;
        if place.is_some() {
            return failure;
        }
        let problem = Problem::new(ProblemCode::CredentialsTooMany, "").with("seconds", i64::from(seconds));
        Failure::retryable(problem, seconds)
    }
}
