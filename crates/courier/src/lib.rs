//! Calls the receivers of webhooks.
//!
//! Their addresses come from administrators, and what a name leads to from whoever owns it. So that no call goes into the
//! network that the service is in, names are resolved here: what was checked is what is connected to.

mod address;
mod answer;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use orderdock_app::{Answered, OutgoingCall, Receivers};
use orderdock_domain::phrase::Phrase;
use reqwest::header::{CONTENT_TYPE, USER_AGENT};
use reqwest::redirect::Policy;
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};

use address::{Allowed, Checked, Lookup, Machine, ReceiverAddress};

/// A call and its answer take no longer.
const LONGEST_CALL: Duration = Duration::from_secs(15);
/// Connections to one receiver that are kept for the next call.
const IDLE_CONNECTIONS: usize = 64;
const AGENT: &str = concat!("Orderdock/", env!("CARGO_PKG_VERSION"));

/// Whom this service may call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Addresses of the open network, by https.
    Open,
    /// Also those of private networks and of this machine, these also by http.
    Private,
}

/// Calls receivers.
#[derive(Debug)]
pub struct Courier {
    reach: Reach,
    lookup: Arc<dyn Lookup>,
    https: reqwest::Client,
    /// For addresses of private networks alone, if any.
    http: reqwest::Client,
}

impl Courier {
    /// Trusts the authorities that this machine trusts, and finds names as it does.
    pub fn new(reach: Reach) -> Result<Self, String> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        Self::with(reach, roots, Arc::new(Machine), LONGEST_CALL)
    }

    /// Trusts these authorities, finds names by this, and gives a call so long.
    fn with(
        reach: Reach,
        roots: RootCertStore,
        lookup: Arc<dyn Lookup>,
        longest: Duration,
    ) -> Result<Self, String> {
        let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| format!("cannot initialise TLS: {error}"))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let client = |allowed| {
            reqwest::Client::builder()
                .tls_backend_preconfigured(tls.clone())
                .redirect(Policy::none())
                .no_proxy()
                .timeout(longest)
                .pool_max_idle_per_host(IDLE_CONNECTIONS)
                .dns_resolver(Arc::new(Checked { lookup: lookup.clone(), allowed }))
                .build()
                .map_err(|error| format!("cannot create the HTTP client: {error}"))
        };
        let allowed = if reach == Reach::Private { Allowed::Both } else { Allowed::Open };
        let (https, http) = (client(allowed)?, client(Allowed::Private)?);
        Ok(Self { reach, lookup, https, http })
    }

    /// Where an address leads and what may be called there, or why it is not called.
    fn target(&self, url: &str) -> Result<(ReceiverAddress, Allowed), Phrase> {
        let target = ReceiverAddress::parse(url)?;
        let allowed = match (target.is_https, self.reach) {
            (true, Reach::Private) => Allowed::Both,
            (true, Reach::Open) => Allowed::Open,
            (false, Reach::Private) => Allowed::Private,
            (false, Reach::Open) => return Err(Phrase::NotHttps),
        };
        if let Some(address) = target.address {
            allowed.check(address)?;
        }
        Ok((target, allowed))
    }

    async fn call(&self, call: OutgoingCall) -> Result<Answered, String> {
        let (target, _) = self.target(&call.url).map_err(refused)?;
        let client = if target.is_https { &self.https } else { &self.http };
        let request = client
            .post(target.url)
            .header(CONTENT_TYPE, call.media_type)
            .header(USER_AGENT, AGENT)
            .header("webhook-id", call.id)
            .header("webhook-timestamp", call.timestamp)
            .header("webhook-signature", call.signature)
            .body(call.body);
        let response = request.send().await.map_err(|error| answer::fault(&error))?;
        Ok(answer::read(response).await)
    }
}

/// As it stands in an attempt.
fn refused(reason: Phrase) -> String {
    Phrase::NotCalled.said(&[reason.english()])
}

#[async_trait]
impl Receivers for Courier {
    async fn refuse(&self, url: &str) -> Option<Phrase> {
        let (target, allowed) = match self.target(url) {
            Ok(found) => found,
            Err(reason) => return Some(reason),
        };
        let host = target.name?;
        match self.lookup.lookup(&host).await {
            Ok(found) if !found.is_empty() => allowed.choose(found).err(),
            _ => Some(Phrase::UnknownHost),
        }
    }

    async fn post(&self, call: OutgoingCall) -> Answered {
        self.call(call).await.unwrap_or_else(|error| Answered { error: Some(error), ..Answered::default() })
    }
}
