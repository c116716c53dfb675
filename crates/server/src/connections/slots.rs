//! Limits of concurrent connections: in total, per peer, and in the reserve.

use super::{ConnectionLimits, activity::Activity};
use orderdock_app::ConnectionMetrics;
use std::{
    collections::{HashMap, VecDeque},
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::Ordering},
    time::Duration,
};
use tokio::sync::oneshot;

/// Number of connections or requests of each address, up to a limit.
#[derive(Debug)]
pub struct AddressLimits {
    maximum: u32,
    held: Mutex<HashMap<IpAddr, u32>>,
}

/// One counted connection or request of an address; releases its count when dropped.
#[derive(Debug)]
pub struct AddressPermit {
    shares: Arc<AddressLimits>,
    address: IpAddr,
}

impl AddressLimits {
    pub fn new(maximum: u32) -> Arc<Self> {
        Arc::new(Self { maximum, held: Mutex::default() })
    }

    /// Returns none if the address has reached the limit.
    pub fn take(self: &Arc<Self>, address: IpAddr) -> Option<AddressPermit> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(address).or_default();
        if *count >= self.maximum {
            return None;
        }
        *count += 1;
        Some(AddressPermit { shares: self.clone(), address })
    }
}

impl Drop for AddressPermit {
    fn drop(&mut self) {
        let mut held = self.shares.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&self.address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                held.remove(&self.address);
            }
        }
    }
}

/// Slots for concurrent connections.
#[derive(Debug)]
pub struct ConnectionSlots {
    maximum: usize,
    share: usize,
    protected_age: Duration,
    held: Arc<Mutex<OccupiedSlots>>,
    reserve: Arc<Reserve>,
    metrics: Arc<ConnectionMetrics>,
}

/// Occupied slots outside the reserve.
#[derive(Debug, Default)]
struct OccupiedSlots {
    next: u64,
    slots: HashMap<u64, OccupiedSlot>,
}

#[derive(Debug)]
struct OccupiedSlot {
    /// Absent for a trusted proxy.
    peer: Option<IpAddr>,
    activity: Arc<Activity>,
    /// The connection is closed when this sender is dropped.
    _keep: oneshot::Sender<()>,
}

/// Slot of one connection; released when dropped.
#[derive(Debug)]
pub struct ConnectionSlot {
    /// Only health, readiness and metrics are served.
    pub in_reserve: bool,
    /// Closed when another connection takes over the slot.
    pub lost: oneshot::Receiver<()>,
    _held: Option<SlotGuard>,
}

/// Releases an occupied slot when dropped.
#[derive(Debug)]
struct SlotGuard {
    held: Arc<Mutex<OccupiedSlots>>,
    id: u64,
}

impl Drop for SlotGuard {
    fn drop(&mut self) {
        let removed = locked(&self.held).slots.remove(&self.id);
        drop(removed);
    }
}

impl ConnectionSlots {
    pub fn new(limits: &ConnectionLimits, metrics: Arc<ConnectionMetrics>) -> Self {
        Self {
            maximum: limits.connections as usize,
            share: limits.share as usize,
            protected_age: limits.protected_age,
            held: Arc::default(),
            reserve: Arc::new(Reserve { maximum: limits.reserve as usize, held: Mutex::default() }),
            metrics,
        }
    }

    /// Returns a free slot, the slot of the evictable connection with the lowest priority, or a slot in the reserve. The
    /// limit per peer applies only with a `peer`.
    pub fn take(&self, peer: Option<IpAddr>, activity: &Arc<Activity>) -> ConnectionSlot {
        let mut held = locked(&self.held);
        let of_peer = |slot: &OccupiedSlot| peer.is_some() && slot.peer == peer;
        let over_share =
            peer.is_some() && held.slots.values().filter(|slot| of_peer(slot)).count() >= self.share;
        let over_all = held.slots.len() >= self.maximum;
        if over_share || over_all {
            let counter = if over_share { &self.metrics.over_share } else { &self.metrics.over_all };
            counter.fetch_add(1, Ordering::Relaxed);
            let priority = |slot: &OccupiedSlot| slot.activity.priority(self.protected_age);
            let candidates = held.slots.iter().filter(|(_, slot)| !over_share || of_peer(slot));
            let lowest = candidates.filter_map(|(id, slot)| Some((priority(slot)?, *id))).min();
            let Some((_, id)) = lowest else {
                return ConnectionSlot { in_reserve: true, lost: self.reserve.take(), _held: None };
            };
            held.slots.remove(&id);
            self.metrics.displaced.fetch_add(1, Ordering::Relaxed);
        }
        let (keep, lost) = oneshot::channel();
        held.next += 1;
        let id = held.next;
        held.slots.insert(id, OccupiedSlot { peer, activity: activity.clone(), _keep: keep });
        let guard = SlotGuard { held: self.held.clone(), id };
        ConnectionSlot { in_reserve: false, lost, _held: Some(guard) }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Slots in which the newest connection replaces the oldest, so that no client can block them. A health check sends its
/// request immediately and is answered before it is replaced.
#[derive(Debug)]
struct Reserve {
    maximum: usize,
    held: Mutex<VecDeque<oneshot::Sender<()>>>,
}

impl Reserve {
    fn take(&self) -> oneshot::Receiver<()> {
        let (slot, lost) = oneshot::channel();
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|other| !other.is_closed());
        if held.len() >= self.maximum {
            held.pop_front();
        }
        held.push_back(slot);
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::oneshot::error::TryRecvError;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    fn slots(limits: &ConnectionLimits) -> ConnectionSlots {
        ConnectionSlots::new(limits, Arc::default())
    }

    /// Takes a slot for a new connection.
    fn take(slots: &ConnectionSlots, peer: Option<IpAddr>) -> ConnectionSlot {
        slots.take(peer, &Activity::begin(&ConnectionLimits::for_connections(1)))
    }

    fn is_ordinary(slot: &ConnectionSlot) -> bool {
        !slot.in_reserve
    }

    #[test]
    fn peer_gets_at_most_three_quarters_of_slots() {
        let limits = ConnectionLimits::for_connections(1024);
        assert_eq!(limits.share, 768);
        let slots = slots(&limits);
        let mut held: Vec<_> = (0..768).map(|_| take(&slots, Some(ONE))).collect();
        assert!(held.iter().all(is_ordinary));
        assert!(!is_ordinary(&take(&slots, Some(ONE))), "connection 769 of one peer");
        held.extend((768..1024).map(|_| take(&slots, Some(OTHER))));
        assert!(held.iter().all(is_ordinary));
        assert!(!is_ordinary(&take(&slots, Some(OTHER))), "connection 1025 in total");
        held.remove(0);
        assert!(is_ordinary(&take(&slots, Some(OTHER))), "a slot was released");
        assert!(is_ordinary(&take(&slots, Some(ONE))), "a slot of the peer was released");
    }

    /// Returns the index of the connection that is closed for a fifth one after a minute. Each of the four has sent a
    /// number of bytes and is authenticated or not.
    async fn displaced(connections: [(usize, bool); 4]) -> Option<usize> {
        let limits = ConnectionLimits::for_connections(4);
        let slots = slots(&limits);
        let mut held = Vec::new();
        for (bytes, authenticated) in connections {
            let activity = Activity::begin(&limits);
            activity.bytes_sent(bytes);
            if authenticated {
                activity.caller_seen.set();
            }
            held.push(slots.take(None, &activity));
        }
        assert!(!is_ordinary(&take(&slots, None)), "new connections are not displaced");
        tokio::time::advance(Duration::from_mins(1)).await;
        let newest = take(&slots, None);
        let lost = held.iter_mut().position(|slot| slot.lost.try_recv() == Err(TryRecvError::Closed));
        assert_eq!(is_ordinary(&newest), lost.is_some());
        lost
    }

    #[tokio::test(start_paused = true)]
    async fn slowest_unauthenticated_connection_is_displaced_first() {
        for (connections, expected) in [
            ([(90_000, false), (6_000, false), (90_000, false), (90_000, false)], 1),
            ([(90_000, false), (0, true), (90_000, true), (80_000, false)], 3),
            ([(90_000, true), (80_000, true), (0, true), (90_000, true)], 2),
        ] {
            assert_eq!(displaced(connections).await, Some(expected), "{connections:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn peer_at_its_limit_displaces_its_own_connection() {
        let slots = slots(&ConnectionLimits::for_connections(4));
        let mut others = take(&slots, Some(OTHER));
        let mut own: Vec<_> = (0..3).map(|_| take(&slots, Some(ONE))).collect();
        tokio::time::advance(Duration::from_mins(1)).await;
        assert!(is_ordinary(&take(&slots, Some(ONE))));
        assert_eq!(others.lost.try_recv(), Err(TryRecvError::Empty));
        let lost = own
            .iter_mut()
            .filter_map(|slot| slot.lost.try_recv().err())
            .filter(|state| *state == TryRecvError::Closed);
        assert_eq!(lost.count(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn authenticated_connection_awaiting_response_is_not_displaced() {
        let limits = ConnectionLimits::for_connections(1);
        let slots = slots(&limits);
        let activity = Activity::begin(&limits);
        activity.caller_seen.set();
        let _held = slots.take(None, &activity);
        let request = activity.request(true);
        tokio::time::advance(Duration::from_mins(1)).await;
        assert!(!is_ordinary(&take(&slots, None)));
        activity.chunk_queued();
        assert!(is_ordinary(&take(&slots, None)), "the client reads nothing");
        drop(request);
    }

    #[test]
    fn limit_per_peer_is_at_least_one() {
        for (connections, share) in [(1, 1), (2, 2), (3, 3), (4, 3), (8, 6)] {
            assert_eq!(ConnectionLimits::for_connections(connections).share, share, "{connections}");
        }
    }

    #[test]
    fn trusted_proxy_has_no_limit_per_peer() {
        let slots = slots(&ConnectionLimits::for_connections(8));
        let held: Vec<_> = (0..8).map(|_| take(&slots, None)).collect();
        assert!(held.iter().all(is_ordinary));
        assert!(!is_ordinary(&take(&slots, None)));
    }

    #[tokio::test]
    async fn newest_connection_in_reserve_replaces_oldest() {
        let reserve = Reserve { maximum: 2, held: Mutex::default() };
        let mut first = reserve.take();
        let oldest = reserve.take();
        drop(oldest);
        let mut second = reserve.take();
        assert!(first.try_recv().is_err_and(|state| state == TryRecvError::Empty));
        let _third = reserve.take();
        assert!(first.await.is_err());
        assert!(second.try_recv().is_err_and(|state| state == TryRecvError::Empty));
    }

    #[test]
    fn address_without_connections_is_removed() {
        let shares = AddressLimits::new(1);
        let held = shares.take(ONE);
        assert!(held.is_some() && shares.take(ONE).is_none() && shares.take(OTHER).is_some());
        drop(held);
        assert!(shares.held.lock().unwrap().is_empty());
    }
}
