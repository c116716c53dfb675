//! Limits of sign-in attempts. They prevent mass guessing of passwords and the use of all processors and memory for
//! hashing, and they do not let an attacker lock out a user.

use std::num::NonZero;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use orderdock_store::{FailureKey, Store, StoreError, StoreResult};
use sha2::{Digest, Sha256};

use super::browser::KnownBrowser;
use super::network::Network;
use super::sign_in_queue::{SignInQueue, SlotRequest};
use super::slots::{KeyedSlot, WaitingQuota};
use crate::Outcome;
use crate::blocking::blocking;
use crate::rate_limit::RateLimit;

/// Period in which failures are counted, from the first of them.
const WINDOW: SignedDuration = SignedDuration::from_mins(15);
/// Maximum number of concurrent password hashes, at 19 MiB each; they use at most half of the processors.
const HASHES_AT_ONCE: usize = 2;
/// Maximum number of running attempts per network, including delayed rejections.
const MAX_PER_NETWORK: usize = 256;
/// Maximum number of running attempts of all networks.
const MAX_TOTAL: usize = 2_048;
/// Maximum number of running attempts by known browsers of a user.
const MAX_KNOWN_PER_USER: usize = 4;
/// Maximum number of running attempts by known browsers of all users.
const MAX_KNOWN: usize = 256;
/// Number of failures after which a browser counts as unknown, until the failures expire.
const FAILURES_OF_A_BROWSER: u32 = 10;

/// Backoff of rejections.
struct Backoff {
    /// Failures without a delay.
    free: u32,
    /// Number of further failures after which the delay doubles.
    doubling: u32,
    longest: Duration,
}

/// First delay.
const FIRST: Duration = Duration::from_millis(250);
const OF_A_NAME: Backoff = Backoff { free: 5, doubling: 1, longest: Duration::from_secs(4) };
const OF_A_NETWORK: Backoff = Backoff { free: 20, doubling: 10, longest: Duration::from_secs(10) };
/// Pause between two attempts for a name, except by its known browsers.
const BETWEEN: Backoff = Backoff { free: 10, doubling: 1, longest: Duration::from_secs(1) };

pub(crate) struct Attempts {
    queue: SignInQueue,
    slots: WaitingQuota,
    known_slots: WaitingQuota,
    names: RateLimit,
    networks: RateLimit,
    browsers: RateLimit,
}

/// Key type of failure counts.
#[derive(Clone, Copy)]
enum AttemptKeyKind {
    Name,
    Network,
    Browser,
}

/// A running sign-in attempt.
pub(crate) struct SignInAttempt {
    name: String,
    network: String,
    /// Key for the failures of a known browser of the user.
    browser: Option<String>,
    _place: KeyedSlot<String>,
}

impl Default for Attempts {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        let maximum = u32::MAX;
        Self {
            queue: SignInQueue::new(hashes_at_once(processors)),
            slots: WaitingQuota::new(MAX_TOTAL, MAX_PER_NETWORK),
            known_slots: WaitingQuota::new(MAX_KNOWN, MAX_KNOWN_PER_USER),
            names: RateLimit::new(maximum, WINDOW),
            networks: RateLimit::new(maximum, WINDOW),
            browsers: RateLimit::new(FAILURES_OF_A_BROWSER, WINDOW),
        }
    }
}

impl Attempts {
    /// Returns whether a browser counts as known.
    pub fn trusts(&self, browser: &KnownBrowser, now: Timestamp) -> bool {
        self.browsers.times(&browser.key(), now) < FAILURES_OF_A_BROWSER
    }

    /// Starts an attempt for a name; `None` if too many are running. `known` is the browser if it is a known one.
    pub fn begin(
        &self,
        name: String,
        network: Network,
        known: Option<&KnownBrowser>,
    ) -> Option<SignInAttempt> {
        let network = network.to_string();
        // a browser of a user without a free slot for known browsers counts as unknown
        let own = known.and_then(|known| Some((known.key(), self.known_slots.take(&name)?)));
        let (browser, place) = match own {
            Some((browser, place)) => (Some(browser), place),
            None => (None, self.slots.take(&network)?),
        };
        Some(SignInAttempt { name, network, browser, _place: place })
    }

    /// Waits for a slot and hashes a password. A caller that is cancelled leaves the queue; a hash that has started is
    /// completed.
    pub async fn in_turn<T: Send + 'static>(
        &self,
        attempt: &SignInAttempt,
        now: Timestamp,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Outcome<T> {
        let known = attempt.browser.is_some();
        let claim = SlotRequest {
            known,
            group: if known { &attempt.name } else { &attempt.network }.clone(),
            name: attempt.name.clone(),
        };
        let slot = self.queue.wait(claim).await.ok_or(StoreError::Overloaded)?;
        if !known {
            self.queue.delay(&attempt.name, BETWEEN.after(self.names.times(&attempt.name, now)));
        }
        blocking(move || {
            let _turn = slot;
            work()
        })
        .await
    }

    /// Loads the failures that other instances have counted for a name, a network and a browser.
    pub async fn learn(
        &self,
        store: &dyn Store,
        (name, network, browser): (&str, &Network, Option<&KnownBrowser>),
        now: Timestamp,
    ) -> StoreResult<()> {
        let network = network.to_string();
        let mut by = vec![(AttemptKeyKind::Name, name.to_owned()), (AttemptKeyKind::Network, network)];
        by.extend(browser.map(|browser| (AttemptKeyKind::Browser, browser.key())));
        let keys: Vec<_> = by.iter().map(|(by, text)| by.key(text)).collect();
        let since = started(now);
        let failures = store.read(move |tx| tx.sign_in_failures(&keys, since)).await?;
        for ((by, text), failures) in by.iter().zip(failures) {
            self.counts(*by).at_least(text, failures, now);
        }
        Ok(())
    }

    /// Returns the keys by which a failed attempt is counted in all instances.
    pub fn keys(attempt: &SignInAttempt) -> Vec<FailureKey> {
        match &attempt.browser {
            Some(browser) => vec![AttemptKeyKind::Browser.key(browser)],
            None => {
                vec![AttemptKeyKind::Name.key(&attempt.name), AttemptKeyKind::Network.key(&attempt.network)]
            }
        }
    }

    fn counts(&self, by: AttemptKeyKind) -> &RateLimit {
        match by {
            AttemptKeyKind::Name => &self.names,
            AttemptKeyKind::Network => &self.networks,
            AttemptKeyKind::Browser => &self.browsers,
        }
    }

    /// Counts a failed attempt and returns the delay of its rejection. A successful sign-in does not reset counts,
    /// because that would reveal which names exist.
    pub fn failed(&self, attempt: &SignInAttempt, now: Timestamp) -> Duration {
        let count = |counts: &RateLimit, key: &str| {
            let _ = counts.add(key, now); // it cannot be too often
            counts.times(key, now)
        };
        if let Some(browser) = &attempt.browser {
            return OF_A_NAME.after(count(&self.browsers, browser));
        }
        let of_network = count(&self.networks, &attempt.network);
        if of_network == OF_A_NETWORK.free + 1 {
            tracing::warn!(network = attempt.network, "many failed sign-ins from one address");
        }
        OF_A_NAME.after(count(&self.names, &attempt.name)).max(OF_A_NETWORK.after(of_network))
    }
}

impl AttemptKeyKind {
    /// Returns the key for the database: a hash, so that typed names are not stored.
    fn key(self, text: &str) -> FailureKey {
        let kind = match self {
            Self::Name => "name",
            Self::Network => "network",
            Self::Browser => "browser",
        };
        Sha256::new().chain_update(kind).chain_update([0]).chain_update(text).finalize().into()
    }
}

/// Returns the time from which failures count.
pub(crate) fn started(now: Timestamp) -> Timestamp {
    now.saturating_sub(WINDOW).unwrap_or(Timestamp::MIN)
}

impl Backoff {
    fn after(&self, failures: u32) -> Duration {
        let Some(beyond) = failures.checked_sub(self.free + 1) else { return Duration::ZERO };
        FIRST.saturating_mul(1 << (beyond / self.doubling).min(16)).min(self.longest)
    }
}

/// Returns the number of concurrent hashes, which leave half of the processors to other work.
fn hashes_at_once(processors: usize) -> usize {
    (processors / 2).clamp(1, HASHES_AT_ONCE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use orderdock_domain::ids::UserId;
    use std::net::IpAddr;

    fn network(last: u8) -> Network {
        IpAddr::from([192, 0, 2, last]).into()
    }

    fn now() -> Timestamp {
        "2026-11-20T08:00:00Z".parse().unwrap()
    }

    #[test]
    fn failed_attempts_are_delayed_up_to_a_maximum() {
        let milliseconds = |slowing: &Backoff, failures| slowing.after(failures).as_millis();
        for (failures, expected) in
            [(0, 0), (5, 0), (6, 250), (7, 500), (9, 2_000), (10, 4_000), (11, 4_000), (u32::MAX, 4_000)]
        {
            assert_eq!(milliseconds(&OF_A_NAME, failures), expected, "{failures}");
        }
        for (failures, expected) in
            [(20, 0), (21, 250), (30, 250), (31, 500), (71, 8_000), (81, 10_000), (u32::MAX, 10_000)]
        {
            assert_eq!(milliseconds(&OF_A_NETWORK, failures), expected, "{failures}");
        }
        assert_eq!(milliseconds(&BETWEEN, 10), 0);
        assert_eq!(milliseconds(&BETWEEN, u32::MAX), 1_000);
    }

    #[test]
    fn failed_attempts_are_counted_per_name_network_and_browser() {
        let attempts = Attempts::default();
        let fail = |name: &str, last, now| {
            let attempt = attempts.begin(name.to_owned(), network(last), None).unwrap();
            attempts.failed(&attempt, now)
        };
        for _ in 0..5 {
            assert!(fail("anna", 1, now()).is_zero());
        }
        assert_eq!(fail("anna", 2, now()), FIRST, "from wherever");
        assert!(fail("berta", 1, now()).is_zero());
        for made_up in 0..14 {
            assert!(fail(&made_up.to_string(), 1, now()).is_zero(), "{made_up}");
        }
        assert_eq!(fail("made up", 1, now()), FIRST, "for any name");
        let browser = KnownBrowser::of(UserId(1), "hash", [1; 48]);
        for failure in 1..=FAILURES_OF_A_BROWSER {
            assert!(attempts.trusts(&browser, now()));
            let attempt = attempts.begin("anna".to_owned(), network(1), Some(&browser)).unwrap();
            assert_eq!(attempts.failed(&attempt, now()), OF_A_NAME.after(failure));
        }
        assert!(!attempts.trusts(&browser, now()));
        let later = now() + WINDOW;
        assert!(attempts.trusts(&browser, later) && fail("anna", 1, later).is_zero());
    }

    #[test]
    fn known_browser_has_reserved_slots() {
        let attempts = Attempts::default();
        let begin = |known| attempts.begin("anna".to_owned(), network(1), known);
        let strangers: Vec<_> = std::iter::from_fn(|| begin(None)).collect();
        assert_eq!(strangers.len(), MAX_PER_NETWORK);
        let browser = KnownBrowser::of(UserId(1), "hash", [1; 48]);
        let own: Vec<_> = std::iter::from_fn(|| begin(Some(&browser))).collect();
        assert_eq!(own.len(), MAX_KNOWN_PER_USER);
        assert!(own.iter().all(|attempt| attempt.browser.is_some()));
        drop(strangers);
        assert!(begin(Some(&browser)).unwrap().browser.is_none(), "one more waits with the strangers");
    }

    #[test]
    fn at_most_half_of_the_processors_hash() {
        for (processors, expected) in [(1, 1), (2, 1), (3, 1), (4, 2), (64, 2)] {
            assert_eq!(hashes_at_once(processors), expected, "{processors}");
        }
    }
}
