//! Where a request came from.

use std::net::{IpAddr, Ipv4Addr};

use axum::http::Extensions;

/// The address that a request is counted by: the peer of its connection, or what trusted proxies say of it. The server
/// puts it into the extensions of a request; without it the request came from this process itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// What the server put there.
    pub fn of(extensions: &Extensions) -> Self {
        extensions.get().copied().unwrap_or(Self(IpAddr::V4(Ipv4Addr::LOCALHOST)))
    }
}
