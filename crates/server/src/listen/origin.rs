//! Where a request came from: the peer of its connection, or what trusted proxies say of it.

use hyper::HeaderMap;
use ipnet::IpNet;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

const X_FORWARDED_FOR: &str = "x-forwarded-for";

/// The proxies whose word is taken.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(pub Vec<IpNet>);

/// Who sent a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The peer itself, whose connections are counted.
    Peer(IpAddr),
    /// Somebody behind a trusted proxy, whose requests are counted.
    Forwarded(IpAddr),
    /// A trusted proxy that names nobody.
    Proxy(IpAddr),
}

impl Origin {
    pub fn address(self) -> IpAddr {
        match self {
            Self::Peer(address) | Self::Forwarded(address) | Self::Proxy(address) => counted_by(address),
        }
    }
}

impl TrustedProxies {
    pub fn trust(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address.to_canonical()))
    }

    /// The last forwarded address that is not a trusted proxy's. What stands before it may be made up.
    pub fn origin(&self, peer: IpAddr, headers: &HeaderMap) -> Origin {
        if !self.trust(peer) {
            return Origin::Peer(peer);
        }
        let values = headers.get_all(X_FORWARDED_FOR).iter().rev();
        let hops = values.flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b','));
        // a hop that cannot be read is as far as is known
        let mut known = hops.map_while(address_of);
        known.find(|address| !self.trust(*address)).map_or(Origin::Proxy(peer), Origin::Forwarded)
    }
}

/// Written alone, with a port, or in brackets.
fn address_of(hop: &[u8]) -> Option<IpAddr> {
    let hop = std::str::from_utf8(hop).ok()?.trim();
    let bare = hop.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(hop);
    let address = bare.parse().ok().or_else(|| hop.parse::<SocketAddr>().ok().map(|both| both.ip()))?;
    Some(address.to_canonical())
}

/// One who has an IPv6 address has all of its /64.
pub fn counted_by(address: IpAddr) -> IpAddr {
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
    fn the_last_forwarded_address_that_is_no_trusted_proxys_is_the_client() {
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
    fn who_is_not_trusted_is_who_it_is() {
        let peer = "198.51.100.7".parse().unwrap();
        assert_eq!(origin("198.51.100.7", &["203.0.113.9"]), Origin::Peer(peer));
        let trusts_nobody = TrustedProxies::default();
        let loopback = "127.0.0.1".parse().unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(X_FORWARDED_FOR, HeaderValue::from_static("203.0.113.9"));
        assert_eq!(trusts_nobody.origin(loopback, &headers), Origin::Peer(loopback));
    }

    #[test]
    fn an_ipv6_address_counts_as_its_network() {
        for (address, expected) in [
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:2::", "2001:db8:1:2::"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("192.0.2.1", "192.0.2.1"),
            ("::1", "::1"),
        ] {
            assert_eq!(
                counted_by(address.parse().unwrap()),
                expected.parse::<IpAddr>().unwrap(),
                "{address}"
            );
        }
    }
}
