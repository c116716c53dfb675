//! Who may have how many connections.

use super::ConnectionLimits;
use orderdock_app::ConnectionMetrics;
use std::{
    collections::{HashMap, VecDeque},
    net::IpAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

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
    ordinary: Arc<Semaphore>,
    shares: Arc<Shares>,
    reserve: Arc<Reserve>,
    metrics: Arc<ConnectionMetrics>,
}

/// What a connection may be used for; free again when it is dropped.
#[derive(Debug)]
pub enum ConnectionPlace {
    Ordinary {
        _permit: OwnedSemaphorePermit,
        _share: Option<HeldShare>,
    },
    /// For the questions that are always answered, until another connection needs it: nothing is ever sent, the other end
    /// is dropped.
    Reserve(oneshot::Receiver<()>),
}

impl ConnectionPlaces {
    pub fn new(limits: &ConnectionLimits, metrics: Arc<ConnectionMetrics>) -> Self {
        Self {
            ordinary: Arc::new(Semaphore::new(limits.connections as usize)),
            shares: Shares::new(limits.share),
            reserve: Arc::new(Reserve { most: limits.reserve as usize, held: Mutex::default() }),
            metrics,
        }
    }

    /// An ordinary place if there is one, and one in the reserve if not. Without a peer no share is looked at.
    pub fn take(&self, peer: Option<IpAddr>) -> ConnectionPlace {
        let share = match peer {
            None => None,
            Some(peer) => match self.shares.take(peer) {
                None => return self.take_reserve(&self.metrics.over_share),
                share => share,
            },
        };
        match self.ordinary.clone().try_acquire_owned() {
            Ok(permit) => ConnectionPlace::Ordinary { _permit: permit, _share: share },
            Err(_) => self.take_reserve(&self.metrics.over_all),
        }
    }

    fn take_reserve(&self, because: &AtomicU64) -> ConnectionPlace {
        because.fetch_add(1, Ordering::Relaxed);
        ConnectionPlace::Reserve(self.reserve.take())
    }
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

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    fn is_ordinary(place: &ConnectionPlace) -> bool {
        matches!(place, ConnectionPlace::Ordinary { .. })
    }

    #[test]
    fn one_peer_has_at_most_three_quarters() {
        let limits = ConnectionLimits::for_connections(1024);
        assert_eq!(limits.share, 768);
        let places = ConnectionPlaces::new(&limits, Arc::default());
        let mut held: Vec<_> = (0..768).map(|_| places.take(Some(ONE))).collect();
        assert!(held.iter().all(is_ordinary));
        assert!(!is_ordinary(&places.take(Some(ONE))), "769 of one peer");
        held.extend((768..1024).map(|_| places.take(Some(OTHER))));
        assert!(held.iter().all(is_ordinary));
        assert!(!is_ordinary(&places.take(Some(OTHER))), "1025 in all");
        held.remove(0);
        assert!(is_ordinary(&places.take(Some(OTHER))), "one has become free");
        assert!(is_ordinary(&places.take(Some(ONE))), "one of the share has become free");
    }

    #[test]
    fn a_small_server_serves_one_peer_too() {
        for (connections, share) in [(1, 1), (2, 2), (3, 3), (4, 3), (8, 6)] {
            assert_eq!(ConnectionLimits::for_connections(connections).share, share, "{connections}");
        }
    }

    #[test]
    fn a_trusted_proxy_has_no_share() {
        let places = ConnectionPlaces::new(&ConnectionLimits::for_connections(8), Arc::default());
        let held: Vec<_> = (0..8).map(|_| places.take(None)).collect();
        assert!(held.iter().all(is_ordinary));
        assert!(!is_ordinary(&places.take(None)));
    }

    #[tokio::test]
    async fn the_newest_connection_of_the_reserve_takes_the_place_of_the_oldest() {
        let reserve = Reserve { most: 2, held: Mutex::default() };
        let mut first = reserve.take();
        let gone = reserve.take();
        drop(gone);
        let mut second = reserve.take();
        assert!(first.try_recv().is_err_and(|state| state == oneshot::error::TryRecvError::Empty));
        let _third = reserve.take();
        assert!(first.await.is_err());
        assert!(second.try_recv().is_err_and(|state| state == oneshot::error::TryRecvError::Empty));
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
