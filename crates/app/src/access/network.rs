//! Network of a request, by which sign-in attempts are counted.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// An IPv4 address or an IPv6 /64, because the owner of one address in a /64 usually has all of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Network(IpAddr);

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
            plain @ IpAddr::V4(_) => plain,
        })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(address) => write!(f, "{address}/64"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ipv6_address_counts_as_its_64_bit_prefix() {
        for (address, network) in [
            ("192.0.2.7", "192.0.2.7"),
            ("192.0.2.8", "192.0.2.8"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2::", "2001:db8:1:2::/64"),
            ("2001:db8:1:3::", "2001:db8:1:3::/64"),
            ("::1", "::/64"),
        ] {
            assert_eq!(Network::from(address.parse::<IpAddr>().unwrap()).to_string(), network);
        }
    }
}
