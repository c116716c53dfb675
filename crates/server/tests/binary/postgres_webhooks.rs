//! Takeover of webhook delivery after the delivering instance was killed.

use crate::{
    postgres_pair::{Pair, row},
    webhooks::{ROWS, ReceivedEvents, import_until_queued, receiver, wait, wait_for_all},
};
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread")]
async fn deliveries_continue_after_their_sender_is_killed() {
    let mut pair = Pair::begin().await;
    let (url, taken) = receiver();
    import_until_queued(&pair.first, &pair.token, &url, &taken, |number| row(&format!("kill-{number}"), 1))
        .await;
    pair.first.kill();
    let killed = Instant::now();
    assert!(taken.lock().unwrap().len() < ROWS, "all events were delivered before the kill");
    let others = |taken: &ReceivedEvents| {
        taken.lock().unwrap().iter().find(|(_, at)| *at > killed + Duration::from_secs(1)).map(|one| one.1)
    };
    wait("the other instance continues", || others(&taken).is_some());
    let silent = others(&taken).unwrap() - killed;
    wait_for_all(&pair.second, &pair.token, &taken, "kill-").await;
    let times = taken.lock().unwrap().len();
    eprintln!("silent for {silent:?} after a kill; {ROWS} events were taken {times} times");
}
