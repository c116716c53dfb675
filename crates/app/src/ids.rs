//! Reserved ids of the process. Lists in order of creation sort by id, so reserved ids are used for one second at most
//! and dropped after that.

use std::sync::{Arc, Mutex, MutexGuard};

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::ids::IdBlock;
use orderdock_store::{Store, StoreResult, WriteMode};

use crate::clock::Clock;
use crate::locked::locked;
use crate::{Failure, Outcome};

/// Time for which reserved ids are used.
const KEPT: SignedDuration = SignedDuration::from_secs(1);
/// Size of the first block and of the largest one, which is enough for about 1,000 single requests.
const MIN_BLOCK: u32 = 64;
const MAX_BLOCK: u32 = 20_000;

/// Source of ids, which are reserved in the database in blocks.
pub struct IdSource {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    reserved: Ids,
}

impl IdSource {
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock, reserved: Ids::default() }
    }

    /// Takes `count` ids, from the reserved ones or from the database.
    pub async fn take(&self, count: u32) -> StoreResult<IdBlock> {
        if count == 0 {
            return Ok(IdBlock::new(0, 0));
        }
        let requested_at = self.clock.now();
        if let Some(ids) = self.reserved.take(count, requested_at) {
            return Ok(ids);
        }
        let wanted = self.reserved.wanted(count);
        let mut fresh = self.store.write(WriteMode::Ids, 1, move |tx| tx.reserve_ids(wanted)).await?;
        let taken = fresh.split(count).unwrap_or_else(|| IdBlock::new(0, 0));
        self.reserved.keep(fresh, requested_at);
        Ok(taken)
    }

    /// Takes one id.
    pub async fn take_one<T: From<i64>>(&self) -> Outcome<T> {
        self.take(1).await?.next().ok_or_else(|| Failure::fault("no id was reserved"))
    }

    /// Reserves `count` ids unless as many are reserved already, so that taking them soon does not wait for the writer.
    pub async fn reserve(&self, count: u32) -> StoreResult<()> {
        let requested_at = self.clock.now();
        if self.reserved.left(requested_at) < count {
            let fresh = self.store.write(WriteMode::Ids, 1, move |tx| tx.reserve_ids(count)).await?;
            self.reserved.keep(fresh, requested_at);
        }
        Ok(())
    }
}

/// Reserved ids of the process that are not used yet.
struct Ids(Mutex<Reserved>);

struct Reserved {
    ids: IdBlock,
    at: Timestamp,
    /// Size of the next block.
    next: u32,
    /// Whether the last block expired before its ids were used, or no block was reserved yet.
    is_unused: bool,
}

impl Default for Ids {
    fn default() -> Self {
        Self(Mutex::new(Reserved {
            ids: IdBlock::new(0, 0),
            at: Timestamp::MIN,
            next: MIN_BLOCK,
            is_unused: true,
        }))
    }
}

impl Ids {
    fn reserved(&self, now: Timestamp) -> MutexGuard<'_, Reserved> {
        let mut reserved = locked(&self.0);
        // a clock that was set back must not extend the time either
        let age = now.duration_since(reserved.at);
        if reserved.ids.left() > 0 && !(SignedDuration::ZERO..KEPT).contains(&age) {
            reserved.ids = IdBlock::new(0, 0);
            reserved.next = MIN_BLOCK.max(reserved.next / 2);
            reserved.is_unused = true;
        }
        reserved
    }

    /// Takes reserved ids; `None` if too few are left.
    fn take(&self, count: u32, now: Timestamp) -> Option<IdBlock> {
        self.reserved(now).ids.split(count)
    }

    fn left(&self, now: Timestamp) -> u32 {
        self.reserved(now).ids.left()
    }

    /// Returns how many ids to reserve for a caller that needs `count`. The block size doubles when the last
    /// block was used up, and is halved when reserved ids expire unused.
    fn wanted(&self, count: u32) -> u32 {
        let mut reserved = locked(&self.0);
        let is_used_up = !std::mem::take(&mut reserved.is_unused) && reserved.ids.left() == 0;
        if is_used_up {
            reserved.next = MAX_BLOCK.min(reserved.next.saturating_mul(2));
        }
        count.max(reserved.next)
    }

    /// Keeps fresh ids that were requested at `asked`. The rest of an earlier block is dropped, regardless of its size.
    fn keep(&self, fresh: IdBlock, requested_at: Timestamp) {
        let mut reserved = locked(&self.0);
        if reserved.ids.is_before(&fresh) {
            reserved.ids = fresh;
            reserved.at = requested_at;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(milliseconds: i64) -> Timestamp {
        Timestamp::from_millisecond(milliseconds).unwrap()
    }

    #[test]
    fn reserved_ids_expire_after_a_second_or_a_clock_change() {
        for (later, there) in [(0, true), (999, true), (1_000, false), (604_800_000, false), (-1, false)] {
            let ids = Ids::default();
            ids.keep(IdBlock::new(1, 10), at(5_000));
            assert_eq!(ids.take(1, at(5_000 + later)).is_some(), there, "{later}");
        }
    }

    #[test]
    fn id_block_size_adapts_to_usage() {
        let ids = Ids::default();
        let grown: Vec<_> = (0..11).map(|_| ids.wanted(1)).collect();
        assert_eq!((grown[0], grown[1], grown[10]), (MIN_BLOCK, 2 * MIN_BLOCK, MAX_BLOCK));
        assert_eq!(ids.wanted(MAX_BLOCK + 5), MAX_BLOCK + 5);
        for _ in 0..12 {
            ids.keep(IdBlock::new(i64::from(MAX_BLOCK), 10), at(0));
            assert_eq!(ids.left(at(2_000)), 0);
        }
        assert!(ids.wanted(1) <= 2 * MIN_BLOCK);
    }
    #[test]
    fn block_size_doubles_only_after_a_block_was_used_up() {
        let ids = Ids::default();
        let reserve = |first: i64, now: Timestamp| {
            let size = ids.wanted(1);
            ids.keep(IdBlock::new(first, size), now);
            size
        };
        assert_eq!(reserve(1_000, at(0)), MIN_BLOCK);
        ids.take(MIN_BLOCK, at(0)).unwrap();
        assert_eq!(reserve(2_000, at(0)), 2 * MIN_BLOCK);
        assert_eq!(ids.wanted(1_000), 1_000, "a request that is larger than the rest of the block");
        ids.take(2 * MIN_BLOCK, at(0)).unwrap();
        assert_eq!(reserve(3_000, at(0)), 4 * MIN_BLOCK);
        assert!(ids.take(1, at(1_000)).is_none());
        assert_eq!(reserve(4_000, at(1_000)), 2 * MIN_BLOCK);
        assert!(ids.take(1, at(2_000)).is_none());
        assert_eq!(reserve(5_000, at(2_000)), MIN_BLOCK);
    }
}
