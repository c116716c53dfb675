//! How fast a client must take bytes that wait for it.

use std::time::Duration;
use tokio::time::Instant;

/// The slowest client that is served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResponsePace {
    /// For so long a client may take nothing.
    pub grace: Duration,
    /// After that it takes so many bytes per second.
    pub bytes_per_second: u32,
}

/// What a client has left of its grace: waiting uses it up, and bytes that are taken give it back.
#[derive(Debug)]
pub struct PaceAllowance {
    pace: ResponsePace,
    left: Duration,
    waits_since: Option<Instant>,
}

impl PaceAllowance {
    pub const fn new(pace: ResponsePace) -> Self {
        Self { pace, left: pace.grace, waits_since: None }
    }

    /// Bytes wait for the client, if they did not already.
    pub fn wait(&mut self, now: Instant) {
        self.waits_since.get_or_insert(now);
    }

    /// The client took bytes; whether others wait still.
    pub fn take(&mut self, now: Instant, bytes: usize, waits: bool) {
        let waited = self.waits_since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let nanos = bytes.saturating_mul(1_000_000_000) / u64::from(self.pace.bytes_per_second.max(1));
        self.left = self.left.saturating_sub(waited).saturating_add(Duration::from_nanos(nanos));
        self.left = self.left.min(self.pace.grace);
        self.waits_since = waits.then_some(now);
    }

    /// When the client is too slow, if it takes nothing more.
    pub fn ends(&self) -> Option<Instant> {
        self.waits_since.map(|since| since + self.left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: ResponsePace = ResponsePace { grace: Duration::from_secs(10), bytes_per_second: 16 << 10 };

    /// Takes so many bytes each second while others wait; the second in which that is too slow, within an hour.
    fn too_slow_after(bytes: usize) -> Option<u64> {
        let begun = Instant::now();
        let mut allowance = PaceAllowance::new(PACE);
        allowance.wait(begun);
        (1..3_600).find(|second| {
            let now = begun + Duration::from_secs(*second);
            let ended = allowance.ends().is_some_and(|end| end <= now);
            allowance.take(now, bytes, true);
            ended
        })
    }

    #[test]
    fn slow_client_ends_and_fast_client_does_not() {
        for (bytes, expected) in
            [(0, Some(10)), (1, Some(11)), (8 << 10, Some(19)), (16 << 10, None), (1 << 20, None)]
        {
            assert_eq!(too_slow_after(bytes), expected, "{bytes} bytes per second");
        }
    }

    #[test]
    fn only_waiting_counts() {
        let begun = Instant::now();
        let at = |second| begun + Duration::from_secs(second);
        let mut allowance = PaceAllowance::new(PACE);
        assert_eq!(allowance.ends(), None);
        allowance.wait(at(100));
        allowance.wait(at(103));
        assert_eq!(allowance.ends(), Some(at(110)));
        allowance.take(at(104), 0, false);
        assert_eq!(allowance.ends(), None);
        allowance.wait(at(500));
        assert_eq!(allowance.ends(), Some(at(506)), "a pause gives nothing back");
        allowance.take(at(501), 32 << 10, true);
        assert_eq!(allowance.ends(), Some(at(508)));
        allowance.take(at(501), 10 << 20, true);
        assert_eq!(allowance.ends(), Some(at(511)), "never more than the grace");
    }
}
