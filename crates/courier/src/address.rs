//! Which addresses are called.

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

/// How long a name may take to be found.
const LONGEST_LOOKUP: Duration = Duration::from_secs(5);

/// Finds the addresses of names.
#[async_trait]
pub trait Lookup: Debug + Send + Sync + 'static {
    async fn lookup(&self, host: &str) -> io::Result<Vec<IpAddr>>;
}

/// As this machine finds them.
#[derive(Debug)]
pub struct Machine;

#[async_trait]
impl Lookup for Machine {
    async fn lookup(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        let found = timeout(LONGEST_LOOKUP, tokio::net::lookup_host((host, 0))).await;
        Ok(found.map_err(|_| io::ErrorKind::TimedOut)??.map(|address| address.ip()).collect())
    }
}

/// What may be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowed {
    Open,
    Private,
    Both,
}

impl Allowed {
    /// Why an address is not called, if it is not.
    pub fn check(self, address: IpAddr) -> Result<(), Phrase> {
        match (forbidden(address), self) {
            // clouds give their machines passwords there, and nothing that lives there takes orders
            (Some(never @ (Phrase::SpecialAddress | Phrase::AddressOfThisLink)), _) => Err(never),
            (None, Self::Open | Self::Both) | (Some(_), Self::Private | Self::Both) => Ok(()),
            (None, Self::Private) => Err(Phrase::NotHttps),
            (Some(reason), Self::Open) => Err(reason),
        }
    }

    /// Those that may be called; if none may, why.
    pub fn choose(self, found: Vec<IpAddr>) -> Result<Vec<IpAddr>, Phrase> {
        let reason = found.iter().find_map(|address| self.check(*address).err());
        let chosen: Vec<IpAddr> = found.into_iter().filter(|address| self.check(*address).is_ok()).collect();
        if chosen.is_empty() { Err(reason.unwrap_or(Phrase::UnknownHost)) } else { Ok(chosen) }
    }
}

/// Resolves names to what may be called, and nothing else.
#[derive(Debug)]
pub struct Checked {
    pub lookup: Arc<dyn Lookup>,
    pub allowed: Allowed,
}

impl Resolve for Checked {
    fn resolve(&self, name: Name) -> Resolving {
        let (lookup, allowed) = (self.lookup.clone(), self.allowed);
        Box::pin(async move {
            let found = lookup.lookup(name.as_str()).await?;
            if found.is_empty() {
                return Err(Phrase::HostNotFound.english().into());
            }
            let chosen =
                allowed.choose(found).map_err(|reason| Phrase::NotCalledName.said(&[reason.english()]))?;
            let addresses: Addrs = Box::new(chosen.into_iter().map(|address| SocketAddr::new(address, 0)));
            Ok(addresses)
        })
    }
}

/// An address as it was given, taken apart.
pub struct ReceiverAddress {
    pub url: Url,
    pub is_https: bool,
    /// The host, where it is one, whatever it was written as.
    pub address: Option<IpAddr>,
    /// Or else its name.
    pub name: Option<String>,
}

impl ReceiverAddress {
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
