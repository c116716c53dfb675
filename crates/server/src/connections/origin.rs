//! Determines the client address of a request from its connection and from `X-Forwarded-For` of trusted proxies.

use hyper::HeaderMap;
use ipnet::IpNet;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

const X_FORWARDED_FOR: &str = "x-forwarded-for";

/// Networks whose `X-Forwarded-For` header is trusted.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(pub Vec<IpNet>);

/// Sender of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A direct peer, with a limit of connections.
    Peer(IpAddr),
    /// A client behind a trusted proxy, with a limit of active requests.
    Forwarded(IpAddr),
    /// A trusted proxy without a forwarded client.
    Proxy(IpAddr),
}

impl Origin {
    pub fn address(self) -> IpAddr {
        match self {
            Self::Peer(address) | Self::Forwarded(address) | Self::Proxy(address) => counted_address(address),
        }
    }
}

impl TrustedProxies {
    pub fn trust(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address.to_canonical()))
    }

    /// Returns the last forwarded address that is not a trusted proxy. Earlier addresses can be forged.
    pub fn origin(&self, peer: IpAddr, headers: &HeaderMap) -> Origin {
        if !self.trust(peer) {
            return Origin::Peer(peer);
        }
        let values = headers.get_all(X_FORWARDED_FOR).iter().rev();
        let hops = values.flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b','));
        // addresses before an invalid one are not trustworthy
        let mut known = hops.map_while(address_of);
        known.find(|address| !self.trust(*address)).map_or(Origin::Proxy(peer), Origin::Forwarded)
    }
}

/// Parses an address, with an optional port or brackets.
fn address_of(hop: &[u8]) -> Option<IpAddr> {
    let hop = std::str::from_utf8(hop).ok()?.trim();
    let bare = hop.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(hop);
    let address = bare.parse().ok().or_else(|| hop.parse::<SocketAddr>().ok().map(|both| both.ip()))?;
    Some(address.to_canonical())
}

/// Returns the address that limits count. IPv6 addresses count by /64, because one client can use the whole network.
pub fn counted_address(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)))
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderValue;

    fn origin(peer: &str, forwarded: &[&'static str]) -> Origin {
        let networks = ["127.0.0.0/8", "::1/128", "192.0.2.0/24"];
        let proxies = TrustedProxies(networks.map(|network| network.parse().unwrap()).to_vec());
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(X_FORWARDED_FOR, HeaderValue::from_static(value));
        }
        proxies.origin(peer.parse().unwrap(), &headers)
    }

    #[test]
    fn last_untrusted_forwarded_address_is_the_client() {
        for (peer, forwarded, client) in [
            ("127.0.0.1", &["203.0.113.9"][..], Some("203.0.113.9")),
            ("::ffff:127.0.0.1", &["203.0.113.9"], Some("203.0.113.9")),
            ("127.0.0.1", &["198.51.100.1, 203.0.113.9"], Some("203.0.113.9")),
            ("127.0.0.1", &["198.51.100.1", "203.0.113.9"], Some("203.0.113.9")),
            ("127.0.0.1", &["203.0.113.9, 192.0.2.7,127.0.0.1"], Some("203.0.113.9")),
            ("127.0.0.1", &["203.0.113.9", "192.0.2.7"], Some("203.0.113.9")),
            ("127.0.0.1", &["203.0.113.9:4711"], Some("203.0.113.9")),
            ("127.0.0.1", &["[2001:db8::1]:4711"], Some("2001:db8::1")),
            ("127.0.0.1", &["[2001:db8::1]"], Some("2001:db8::1")),
            ("127.0.0.1", &["2001:db8::1"], Some("2001:db8::1")),
            ("127.0.0.1", &["203.0.113.9, unknown"], None),
            ("127.0.0.1", &["203.0.113.9, unknown, 192.0.2.7"], None),
            ("127.0.0.1", &["192.0.2.7"], None),
            ("127.0.0.1", &[""], None),
            ("127.0.0.1", &[], None),
        ] {
            let expected = client.map_or(Origin::Proxy(peer.parse().unwrap()), |client| {
                Origin::Forwarded(client.parse().unwrap())
            });
            assert_eq!(origin(peer, forwarded), expected, "{peer} {forwarded:?}");
        }
    }

    #[test]
    fn forwarded_address_of_untrusted_peer_is_ignored() {
        let peer = "198.51.100.7".parse().unwrap();
        assert_eq!(origin("198.51.100.7", &["203.0.113.9"]), Origin::Peer(peer));
        let no_proxies = TrustedProxies::default();
        let loopback = "127.0.0.1".parse().unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(X_FORWARDED_FOR, HeaderValue::from_static("203.0.113.9"));
        assert_eq!(no_proxies.origin(loopback, &headers), Origin::Peer(loopback));
    }

    #[test]
    fn ipv6_address_counts_by_its_network() {
        for (address, expected) in [
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:2::", "2001:db8:1:2::"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("192.0.2.1", "192.0.2.1"),
            ("::1", "::1"),
        ] {
            assert_eq!(
                counted_address(address.parse().unwrap()),
                expected.parse::<IpAddr>().unwrap(),
                "{address}"
            );
        }
    }
}
