//! Addresses of receivers: parsing URLs, resolving host names, and rejecting addresses that the network policy excludes.

use std::fmt::Debug;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::webhook::forbidden;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::time::timeout;
use url::{Host, Url};

const LOOKUP_TIMEOUT: Duration = Duration::from_secs(5);

/// A resolver of host names.
#[async_trait]
pub trait HostLookup: Debug + Send + Sync + 'static {
    async fn lookup(&self, host: &str) -> io::Result<Vec<IpAddr>>;
}

/// The resolver of the operating system.
#[derive(Debug)]
pub struct SystemResolver;

#[async_trait]
impl HostLookup for SystemResolver {
    async fn lookup(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        let found = timeout(LOOKUP_TIMEOUT, tokio::net::lookup_host((host, 0))).await;
        Ok(found.map_err(|_| io::ErrorKind::TimedOut)??.map(|address| address.ip()).collect())
    }
}

/// The addresses that a request may connect to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AllowedAddresses {
    Public,
    Private,
    Any,
}

impl AllowedAddresses {
    /// Checks an address. The error is the reason why it is rejected.
    pub fn check(self, address: IpAddr) -> Result<(), Phrase> {
        match (forbidden(address), self) {
            // rejected under every policy: metadata services of clouds return credentials at these addresses
            (Some(always @ (Phrase::SpecialAddress | Phrase::AddressOfThisLink)), _) => Err(always),
            (None, Self::Public | Self::Any) | (Some(_), Self::Private | Self::Any) => Ok(()),
            (None, Self::Private) => Err(Phrase::NotHttps),
            (Some(reason), Self::Public) => Err(reason),
        }
    }

    /// Returns the allowed addresses, or the reason for rejecting the first one if no address is allowed.
    pub fn filter(self, found: Vec<IpAddr>) -> Result<Vec<IpAddr>, Phrase> {
        let reason = found.iter().find_map(|address| self.check(*address).err());
        let allowed: Vec<IpAddr> = found.into_iter().filter(|address| self.check(*address).is_ok()).collect();
        if allowed.is_empty() { Err(reason.unwrap_or(Phrase::UnknownHost)) } else { Ok(allowed) }
    }
}

/// A resolver that returns allowed addresses only.
#[derive(Debug)]
pub struct FilteringResolver {
    pub lookup: Arc<dyn HostLookup>,
    pub allowed: AllowedAddresses,
}

impl Resolve for FilteringResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (lookup, allowed) = (self.lookup.clone(), self.allowed);
        Box::pin(async move {
            let found = lookup.lookup(name.as_str()).await?;
            if found.is_empty() {
                return Err(Phrase::HostNotFound.english().into());
            }
            let addresses = allowed
                .filter(found)
                .map_err(|reason| Phrase::NotCalledName.format_stored(&[reason.english()]))?;
            let addresses: Addrs = Box::new(addresses.into_iter().map(|address| SocketAddr::new(address, 0)));
            Ok(addresses)
        })
    }
}

/// The URL of a receiver.
pub struct ReceiverUrl {
    pub url: Url,
    pub is_https: bool,
    /// The host if it is an IP address, in any notation.
    pub address: Option<IpAddr>,
    /// The host if it is a name.
    pub name: Option<String>,
}

impl ReceiverUrl {
    pub fn parse(text: &str) -> Result<Self, Phrase> {
        let url = Url::parse(text).map_err(|_| Phrase::NoAddress)?;
        let is_https = match url.scheme() {
            "https" => true,
            "http" => false,
            _ => return Err(Phrase::NoAddress),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Phrase::NamesUser);
        }
        if url.fragment().is_some() {
            return Err(Phrase::HasFragment);
        }
        let (address, name) = match url.host().ok_or(Phrase::NoAddress)? {
            Host::Ipv4(address) => (Some(address.into()), None),
            Host::Ipv6(address) => (Some(address.into()), None),
            Host::Domain(name) => (None, Some(name.to_owned())),
        };
        Ok(Self { url, is_https, address, name })
    }
}
