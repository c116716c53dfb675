//! Minimum rate at which a client must read a response.

use std::time::Duration;
use tokio::time::Instant;

/// Minimum read rate of a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MinimumRate {
    /// Time for which a client may read nothing.
    pub grace: Duration,
    /// Rate after the grace time.
    pub bytes_per_second: u32,
}

/// Remaining grace time of a client. Waiting reduces it; read bytes restore it up to the full grace time.
#[derive(Debug)]
pub struct RateAllowance {
    rate: MinimumRate,
    left: Duration,
    waits_since: Option<Instant>,
}

impl RateAllowance {
    pub const fn new(rate: MinimumRate) -> Self {
        Self { rate, left: rate.grace, waits_since: None }
    }

    /// Records that bytes wait for the client.
    pub fn wait(&mut self, now: Instant) {
        self.waits_since.get_or_insert(now);
    }

    /// Records that the client read `bytes`; `waits` is true if more bytes wait.
    pub fn take(&mut self, now: Instant, bytes: usize, waits: bool) {
        let waited = self.waits_since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let nanos = bytes.saturating_mul(1_000_000_000) / u64::from(self.rate.bytes_per_second.max(1));
        self.left = self.left.saturating_sub(waited).saturating_add(Duration::from_nanos(nanos));
        self.left = self.left.min(self.rate.grace);
        self.waits_since = waits.then_some(now);
    }

    /// Returns the time at which the grace time ends if the client reads nothing more.
    pub fn ends(&self) -> Option<Instant> {
        self.waits_since.map(|since| since + self.left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: MinimumRate = MinimumRate { grace: Duration::from_secs(10), bytes_per_second: 16 << 10 };

    /// Returns the second, within an hour, in which a client that reads `bytes` per second is too slow.
    fn too_slow_after(bytes: usize) -> Option<u64> {
        let started_at = Instant::now();
        let mut allowance = RateAllowance::new(PACE);
        allowance.wait(started_at);
        (1..3_600).find(|second| {
            let now = started_at + Duration::from_secs(*second);
            let ended = allowance.ends().is_some_and(|end| end <= now);
            allowance.take(now, bytes, true);
            ended
        })
    }

    #[test]
    fn grace_ends_only_below_minimum_rate() {
        for (bytes, expected) in
            [(0, Some(10)), (1, Some(11)), (8 << 10, Some(19)), (16 << 10, None), (1 << 20, None)]
        {
            assert_eq!(too_slow_after(bytes), expected, "{bytes} bytes per second");
        }
    }

    #[test]
    fn grace_decreases_only_while_bytes_wait() {
        let started_at = Instant::now();
        let at = |second| started_at + Duration::from_secs(second);
        let mut allowance = RateAllowance::new(PACE);
        assert_eq!(allowance.ends(), None);
        allowance.wait(at(100));
        allowance.wait(at(103));
        assert_eq!(allowance.ends(), Some(at(110)));
        allowance.take(at(104), 0, false);
        assert_eq!(allowance.ends(), None);
        allowance.wait(at(500));
        assert_eq!(allowance.ends(), Some(at(506)), "idle time restores no grace");
        allowance.take(at(501), 32 << 10, true);
        assert_eq!(allowance.ends(), Some(at(508)));
        allowance.take(at(501), 10 << 20, true);
        assert_eq!(allowance.ends(), Some(at(511)), "limited to the grace time");
    }
}
