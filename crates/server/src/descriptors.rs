//! Limits of file descriptors, and the number of connections that they allow.

use crate::connections::ConnectionLimits;

/// Descriptors reserved for database, listener, timers, signals, housekeeping and runs.
const RESERVED: u64 = 40;
/// Descriptors per connection: the socket, and a file that is read or written through it.
const PER_CONNECTION: u64 = 2;

/// Raises the limit of this process to the maximum and returns it. Returns `None` if there is no limit.
#[cfg(unix)]
pub fn raise() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current == maximum {
        return current;
    }
    match setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        Ok(()) => maximum,
        Err(error) => {
            tracing::warn!(%error, "raising the open file limit failed");
            current
        }
    }
}

/// Returns the maximum to which the limit can be raised.
#[cfg(unix)]
pub fn maximum() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).maximum
}

#[cfg(not(unix))]
pub fn raise() -> Option<u64> {
    None
}

#[cfg(not(unix))]
pub fn maximum() -> Option<u64> {
    None
}

/// Returns connection limits for a process with `maximum` descriptors, with at least one connection of each kind.
pub fn within(maximum: u64, wanted: &ConnectionLimits) -> ConnectionLimits {
    let free = maximum.saturating_sub(RESERVED);
    let reserve = u64::from(wanted.reserve).min(free / 4).max(1);
    let connections = (free.saturating_sub(reserve) / PER_CONNECTION).max(1);
    let connections = u32::try_from(connections).unwrap_or(u32::MAX).min(wanted.connections);
    let reserve = u32::try_from(reserve).unwrap_or(wanted.reserve);
    ConnectionLimits {
        reserve,
        ..ConnectionLimits {
            drain_timeout: wanted.drain_timeout,
            ..ConnectionLimits::for_connections(connections)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_stay_below_the_descriptors() {
        let wanted = ConnectionLimits::for_connections(1024);
        for (maximum, connections, reserve, share) in [
            (0, 1, 1, 1),
            (RESERVED, 1, 1, 1),
            (64, 9, 6, 7),
            (256, 92, 32, 69),
            (1024, 476, 32, 357),
            (2119, 1023, 32, 768),
            (2120, 1024, 32, 768),
            (1 << 20, 1024, 32, 768),
            (u64::MAX, 1024, 32, 768),
        ] {
            let limits = within(maximum, &wanted);
            assert_eq!(
                (limits.connections, limits.reserve, limits.share),
                (connections, reserve, share),
                "{maximum}"
            );
        }
    }
}
