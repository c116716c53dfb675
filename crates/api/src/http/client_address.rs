//! Address of the client.

use std::net::{IpAddr, Ipv4Addr};

use axum::http::Extensions;

/// Client address for limits and logs: the peer of the connection, or the address that a trusted proxy
/// reports. The server adds it to the request extensions; without it, the request comes from this process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// Returns the address from the request extensions.
    pub fn of(extensions: &Extensions) -> Self {
        extensions.get().copied().unwrap_or(Self(IpAddr::V4(Ipv4Addr::LOCALHOST)))
    }
}
