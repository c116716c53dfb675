//! Who may have how many connections.

use super::{ConnectionLimits, activity::Activity};
use orderdock_app::ConnectionMetrics;
use std::{
    collections::{HashMap, VecDeque},
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::Ordering},
    time::Duration,
};
use tokio::sync::oneshot;

/// How many of something each address has, up to its share.
#[derive(Debug)]
pub struct Shares {
    most: u32,
    held: Mutex<HashMap<IpAddr, u32>>,
}

/// One of them, until it is dropped.
#[derive(Debug)]
pub struct HeldShare {
    shares: Arc<Shares>,
    address: IpAddr,
}

impl Shares {
    pub fn new(most: u32) -> Arc<Self> {
        Arc::new(Self { most, held: Mutex::default() })
    }

    /// None if the address has its share.
    pub fn take(self: &Arc<Self>, address: IpAddr) -> Option<HeldShare> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(address).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(HeldShare { shares: self.clone(), address })
    }
}

impl Drop for HeldShare {
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

/// The connections that there can be at the same time.
#[derive(Debug)]
pub struct ConnectionPlaces {
    most: usize,
    share: usize,
    settled_after: Duration,
    held: Arc<Mutex<HeldPlaces>>,
    reserve: Arc<Reserve>,
    metrics: Arc<ConnectionMetrics>,
}

/// The ordinary places that are taken.
#[derive(Debug, Default)]
struct HeldPlaces {
    next: u64,
    places: HashMap<u64, HeldPlace>,
}

#[derive(Debug)]
struct HeldPlace {
    /// None for a trusted proxy.
    peer: Option<IpAddr>,
    activity: Arc<Activity>,
    /// Nothing is ever sent: the connection ends when this is dropped.
    _keep: oneshot::Sender<()>,
}

/// What a connection may be used for; free again when it is dropped.
#[derive(Debug)]
pub struct ConnectionPlace {
    /// For the questions that are always answered, and nothing else.
    pub in_reserve: bool,
    /// Done when another connection has the place.
    pub lost: oneshot::Receiver<()>,
    _held: Option<PlaceGuard>,
}

/// Gives an ordinary place back.
#[derive(Debug)]
struct PlaceGuard {
    held: Arc<Mutex<HeldPlaces>>,
    id: u64,
}

impl Drop for PlaceGuard {
    fn drop(&mut self) {
        let removed = locked(&self.held).places.remove(&self.id);
        drop(removed);
    }
}

impl ConnectionPlaces {
    pub fn new(limits: &ConnectionLimits, metrics: Arc<ConnectionMetrics>) -> Self {
        Self {
            most: limits.connections as usize,
            share: limits.share as usize,
            settled_after: limits.settled_after,
            held: Arc::default(),
            reserve: Arc::new(Reserve { most: limits.reserve as usize, held: Mutex::default() }),
            metrics,
        }
    }

    /// An ordinary place if there is one, or that of a connection that takes less; otherwise one in the reserve. Without a
    /// peer no share is looked at.
    pub fn take(&self, peer: Option<IpAddr>, activity: &Arc<Activity>) -> ConnectionPlace {
        let mut held = locked(&self.held);
        let of_peer = |place: &HeldPlace| peer.is_some() && place.peer == peer;
        let over_share =
            peer.is_some() && held.places.values().filter(|place| of_peer(place)).count() >= self.share;
        let over_all = held.places.len() >= self.most;
        if over_share || over_all {
            let because = if over_share { &self.metrics.over_share } else { &self.metrics.over_all };
            because.fetch_add(1, Ordering::Relaxed);
            let worth = |place: &HeldPlace| place.activity.worth(self.settled_after);
            let candidates = held.places.iter().filter(|(_, place)| !over_share || of_peer(place));
            let least = candidates.filter_map(|(id, place)| Some((worth(place)?, *id))).min();
            let Some((_, id)) = least else {
                return ConnectionPlace { in_reserve: true, lost: self.reserve.take(), _held: None };
            };
            held.places.remove(&id);
            self.metrics.displaced.fetch_add(1, Ordering::Relaxed);
        }
        let (keep, lost) = oneshot::channel();
        held.next += 1;
        let id = held.next;
        held.places.insert(id, HeldPlace { peer, activity: activity.clone(), _keep: keep });
        let guard = PlaceGuard { held: self.held.clone(), id };
        ConnectionPlace { in_reserve: false, lost, _held: Some(guard) }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A few places that nobody can hold: the newest connection takes the place of the oldest. Who has a question asks it
/// at once, so that it is answered before as many others have come.
#[derive(Debug)]
struct Reserve {
    most: usize,
    held: Mutex<VecDeque<oneshot::Sender<()>>>,
}

impl Reserve {
    fn take(&self) -> oneshot::Receiver<()> {
        let (place, lost) = oneshot::channel();
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|other| !other.is_closed());
        if held.len() >= self.most {
            held.pop_front();
        }
        held.push_back(place);
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::oneshot::error::TryRecvError;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    fn places(limits: &ConnectionLimits) -> ConnectionPlaces {
        ConnectionPlaces::new(limits, Arc::default())
    }

    /// A connection that has just begun.
    fn take(places: &ConnectionPlaces, peer: Option<IpAddr>) -> ConnectionPlace {
        places.take(peer, &Activity::begin(&ConnectionLimits::for_connections(1)))
    }

    fn is_ordinary(place: &ConnectionPlace) -> bool {
        !place.in_reserve
    }

    #[test]
    fn one_peer_has_at_most_three_quarters() {
        let limits = ConnectionLimits::for_connections(1024);
        assert_eq!(limits.share, 768);
        let places = places(&limits);
        let mut held: Vec<_> = (0..768).map(|_| take(&places, Some(ONE))).collect();
        assert!(held.iter().all(is_ordinary));
        assert!(!is_ordinary(&take(&places, Some(ONE))), "769 of one peer");
        held.extend((768..1024).map(|_| take(&places, Some(OTHER))));
        assert!(held.iter().all(is_ordinary));
        assert!(!is_ordinary(&take(&places, Some(OTHER))), "1025 in all");
        held.remove(0);
        assert!(is_ordinary(&take(&places, Some(OTHER))), "one has become free");
        assert!(is_ordinary(&take(&places, Some(ONE))), "one of the share has become free");
    }

    /// Bytes that each of four connections took, and whether it had a known caller; a fifth one comes after a minute.
    async fn displaced(connections: [(usize, bool); 4]) -> Option<usize> {
        let limits = ConnectionLimits::for_connections(4);
        let places = places(&limits);
        let mut held = Vec::new();
        for (bytes, has_caller) in connections {
            let activity = Activity::begin(&limits);
            activity.wrote(bytes);
            if has_caller {
                activity.caller_seen.set();
            }
            held.push(places.take(None, &activity));
        }
        assert!(!is_ordinary(&take(&places, None)), "all of them have just come");
        tokio::time::advance(Duration::from_mins(1)).await;
        let newest = take(&places, None);
        let lost = held.iter_mut().position(|place| place.lost.try_recv() == Err(TryRecvError::Closed));
        assert_eq!(is_ordinary(&newest), lost.is_some());
        lost
    }

    #[tokio::test(start_paused = true)]
    async fn connection_that_took_least_is_displaced_and_known_callers_last() {
        for (connections, expected) in [
            ([(90_000, false), (6_000, false), (90_000, false), (90_000, false)], 1),
            ([(90_000, false), (0, true), (90_000, true), (80_000, false)], 3),
            ([(90_000, true), (80_000, true), (0, true), (90_000, true)], 2),
        ] {
            assert_eq!(displaced(connections).await, Some(expected), "{connections:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn peer_with_its_share_displaces_none_but_its_own() {
        let places = places(&ConnectionLimits::for_connections(4));
        let mut others = take(&places, Some(OTHER));
        let mut own: Vec<_> = (0..3).map(|_| take(&places, Some(ONE))).collect();
        tokio::time::advance(Duration::from_mins(1)).await;
        assert!(is_ordinary(&take(&places, Some(ONE))));
        assert_eq!(others.lost.try_recv(), Err(TryRecvError::Empty));
        let lost = own
            .iter_mut()
            .filter_map(|place| place.lost.try_recv().err())
            .filter(|state| *state == TryRecvError::Closed);
        assert_eq!(lost.count(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn known_caller_who_waits_for_a_response_is_not_displaced() {
        let limits = ConnectionLimits::for_connections(1);
        let places = places(&limits);
        let activity = Activity::begin(&limits);
        activity.caller_seen.set();
        let _held = places.take(None, &activity);
        let request = activity.request(true);
        tokio::time::advance(Duration::from_mins(1)).await;
        assert!(!is_ordinary(&take(&places, None)));
        activity.handed_out();
        assert!(is_ordinary(&take(&places, None)), "it takes nothing");
        drop(request);
    }

    #[test]
    fn a_small_server_serves_one_peer_too() {
        for (connections, share) in [(1, 1), (2, 2), (3, 3), (4, 3), (8, 6)] {
            assert_eq!(ConnectionLimits::for_connections(connections).share, share, "{connections}");
        }
    }

    #[test]
    fn a_trusted_proxy_has_no_share() {
        let places = places(&ConnectionLimits::for_connections(8));
        let held: Vec<_> = (0..8).map(|_| take(&places, None)).collect();
        assert!(held.iter().all(is_ordinary));
        assert!(!is_ordinary(&take(&places, None)));
    }

    #[tokio::test]
    async fn the_newest_connection_of_the_reserve_takes_the_place_of_the_oldest() {
        let reserve = Reserve { most: 2, held: Mutex::default() };
        let mut first = reserve.take();
        let gone = reserve.take();
        drop(gone);
        let mut second = reserve.take();
        assert!(first.try_recv().is_err_and(|state| state == TryRecvError::Empty));
        let _third = reserve.take();
        assert!(first.await.is_err());
        assert!(second.try_recv().is_err_and(|state| state == TryRecvError::Empty));
    }

    #[test]
    fn an_address_without_anything_is_forgotten() {
        let shares = Shares::new(1);
        let held = shares.take(ONE);
        assert!(held.is_some() && shares.take(ONE).is_none() && shares.take(OTHER).is_some());
        drop(held);
        assert!(shares.held.lock().unwrap().is_empty());
    }
}
