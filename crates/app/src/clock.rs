//! Clock and random bytes of the process; tests replace both.

use jiff::{SignedDuration, Timestamp};

/// Source of the current time; tests set it.
pub trait Clock: Send + Sync + 'static {
    fn now(&self) -> Timestamp;

    /// Adjusts the clock to the time of the database.
    fn follow(&self, _time: Timestamp) {}

    /// Returns how far the clock of the machine is ahead of that of the database.
    fn ahead(&self) -> SignedDuration {
        SignedDuration::ZERO
    }

    /// Returns the instant `time` before now.
    fn ago(&self, time: SignedDuration) -> Timestamp {
        self.now().checked_sub(time).unwrap_or(Timestamp::MIN)
    }
}

/// Source of unpredictable bytes for tokens and sessions; tests seed it.
pub trait Randomness: Send + Sync + 'static {
    fn token_bytes(&self) -> [u8; 48];

    /// Returns an unpredictable number.
    fn chance(&self) -> u16 {
        let [low, high, ..] = self.token_bytes();
        u16::from_le_bytes([low, high])
    }
}
