//! Sends the same requests to two services, one on each engine, and compares all responses and stored data. Requests
//! depend on a seed and on earlier responses, and are sent one after the other, so both engines assign the same ids.
//!
//! `ORDERDOCK_TWINS_CALLS=1000000 scripts/test-database cargo test --workspace --test twins -- --nocapture` runs for
//! hours; `ORDERDOCK_TWINS_SEED` sets the first seed. Each round has new databases and the next seed, so the seed of a
//! failed round reproduces the failure.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

mod administration;
mod calls;
mod dump;
mod learned;
mod people;
mod references;
mod rng;
mod rows;
mod twin;

use calls::{Call, KnownValues, next, patch};
use jiff::SignedDuration;
use orderdock_testkit::TestEngine;
use people::{feed, hand_over, views};
use rng::Rng;
use twin::{Twin, TwinResponse};

const DEFAULT_CALLS: u64 = 10_000;
/// Number of requests of a round.
const CALLS_PER_ROUND: u64 = 2_500;
/// Number of requests between comparisons of the stored data.
const CALLS_BETWEEN_COMPARISONS: u64 = 500;

fn env_number(variable: &str, default: u64) -> u64 {
    let text = std::env::var(variable).ok();
    text.map_or(default, |text| {
        text.parse().unwrap_or_else(|_| panic!("{variable} is {text:?}; expected: a number"))
    })
}

struct Pair {
    twins: [Twin; 2],
    seed: u64,
}

impl Pair {
    async fn start(seed: u64) -> Self {
        let twins = [Twin::start(TestEngine::Sqlite).await, Twin::start(TestEngine::Postgres).await];
        let pair = Self { twins, seed };
        pair.assert_equal_data("at the beginning");
        pair
    }

    /// Sends a request to both services and panics if the responses differ.
    async fn call(&self, number: u64, call: &calls::Call) -> TwinResponse {
        let [one, other] = &self.twins;
        let responses = tokio::join!(one.send(call), other.send(call));
        if responses.0 == responses.1 {
            return responses.0;
        }
        let mut report = vec![
            format!("seed {}, call {number}\n{call:#?}", self.seed),
            format!("SQLite: {}", responses.0),
            format!("PostgreSQL: {}", responses.1),
            difference(&responses.0.text, &responses.1.text),
        ];
        let run = responses.0.header("location");
        if run.starts_with("/api/process-runs/") {
            let results = calls::results(run);
            let responses = tokio::join!(one.send(&results), other.send(&results));
            report.push(format!(
                "of the results of the run {}",
                difference(&responses.0.text, &responses.1.text)
            ));
        }
        panic!("{}", report.join("\n\n"));
    }

    fn advance_clocks(&self, time: SignedDuration) {
        for twin in &self.twins {
            twin.app.clock.advance(time);
        }
    }

    fn has_row(&self, query: &str) -> bool {
        !self.twins[1].connection.texts(query).is_empty()
    }

    fn assert_equal_data(&self, when: &str) {
        let [one, other] = &self.twins;
        if let Some(difference) = dump::difference(&one.connection, &other.connection) {
            panic!("seed {}, {when}: {difference}", self.seed);
        }
    }
}

/// Records that a round must create to be meaningful: name, query that finds them, and the request that creates them.
type Required = (&'static str, &'static str, fn(&mut Rng, &KnownValues) -> Call);
const REQUIRED: [Required; 5] = [
    ("assigned candidates", "SELECT 'x' FROM candidate_history WHERE event = 'assigned'", patch),
    ("transferred orders", "SELECT 'x' FROM sales_order WHERE receiver IS NOT NULL", hand_over),
    ("mapped candidates", "SELECT 'x' FROM candidate_history WHERE event = 'mapped'", references::references),
    ("saved views", "SELECT 'x' FROM saved_view", views),
    ("events with a place in the feed", "SELECT 'x' FROM outbox WHERE position IS NOT NULL", feed),
];
/// Maximum number of additional requests for each required record.
const MAX_ADDED: u64 = 500;

/// Returns the position at which two texts differ, with the surrounding text.
fn difference(one: &str, other: &str) -> String {
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let around = |text: &str| text.chars().skip(same.saturating_sub(200)).take(600).collect::<String>();
    format!("different at character {same}:\n  …{}\n  …{}", around(one), around(other))
}

/// Returns the time until the next request: mostly short, sometimes long enough for incoming orders to settle and reserved
/// ids to expire, rarely a month.
fn pause(rng: &mut Rng) -> SignedDuration {
    let milliseconds = rng.weighted(&[(60, 0), (20, 7), (10, 900), (8, 31_000), (2, 3_600_000)]);
    if rng.one_in(500) {
        SignedDuration::from_hours(31 * 24)
    } else {
        SignedDuration::from_millis(milliseconds)
    }
}

async fn round(seed: u64, calls: u64) {
    let pair = Pair::start(seed).await;
    let (mut rng, mut known) = (Rng::of(seed), KnownValues::default());
    for number in 1..=calls {
        known.headers = 12 + number / 20;
        let call = next(&mut rng, &known);
        let response = pair.call(number, &call).await;
        known.learn(call, &response);
        pair.advance_clocks(pause(&mut rng));
        if number % 200 == 0 {
            for twin in &pair.twins {
                twin.run_maintenance().await;
            }
        }
        if number % CALLS_BETWEEN_COMPARISONS == 0 || number == calls {
            pair.assert_equal_data(&format!("after call {number}"));
        }
    }
    known.print_summary(calls);
    if calls >= 1_000 {
        create_required(&pair, &mut rng, &mut known, calls).await;
    }
}

/// Sends additional requests until all required records exist.
async fn create_required(pair: &Pair, rng: &mut Rng, known: &mut KnownValues, calls: u64) {
    for (name, query, make) in REQUIRED {
        let mut added = 0;
        while !pair.has_row(query) {
            assert!(added < MAX_ADDED, "seed {}: no {name}", pair.seed);
            added += 1;
            let call = make(rng, known);
            let response = pair.call(calls + added, &call).await;
            known.learn(call, &response);
        }
    }
    pair.assert_equal_data("at the end");
}

#[tokio::test(flavor = "multi_thread")]
async fn both_engines_return_and_store_the_same() {
    let calls = env_number("ORDERDOCK_TWINS_CALLS", DEFAULT_CALLS);
    let first = env_number("ORDERDOCK_TWINS_SEED", 1);
    let (mut done, mut seed) = (0, first);
    while done < calls {
        let calls_of_round = CALLS_PER_ROUND.min(calls - done);
        round(seed, calls_of_round).await;
        done += calls_of_round;
        println!("seed {seed}: {calls_of_round} calls alike, {done} in all");
        seed += 1;
    }
}
