//! The HTTP client that sends webhook deliveries of `app` to receivers.
//!
//! URLs come from administrators, and DNS records from the owners of the domains. The client therefore resolves host
//! names itself and connects only to checked addresses, so that no request reaches the internal network.

mod address;
mod response;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use orderdock_app::{WebhookReply, WebhookRequest, WebhookSender};
use orderdock_domain::phrase::Phrase;
use reqwest::header::{CONTENT_TYPE, USER_AGENT};
use reqwest::redirect::Policy;
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};

use address::{AllowedAddresses, FilteringResolver, HostLookup, ReceiverUrl, SystemResolver};

/// Timeout of a request, including its response.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
/// Maximum number of idle connections to one receiver.
const IDLE_CONNECTIONS: usize = 64;
const USER_AGENT_VALUE: &str = concat!("Orderdock/", env!("CARGO_PKG_VERSION"));

/// The networks that webhooks may be sent to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkPolicy {
    /// Public addresses, over HTTPS.
    PublicOnly,
    /// Also loopback and private addresses, over HTTP or HTTPS.
    AllowPrivate,
}

/// HTTP client that calls only addresses allowed by its network policy.
#[derive(Debug)]
pub struct WebhookClient {
    policy: NetworkPolicy,
    lookup: Arc<dyn HostLookup>,
    https: reqwest::Client,
    /// Connects to private addresses only, because plain HTTP is not encrypted.
    http: reqwest::Client,
}

impl WebhookClient {
    /// Creates a client with the root certificates and the resolver of the operating system.
    pub fn new(policy: NetworkPolicy) -> Result<Self, String> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        Self::with(policy, roots, Arc::new(SystemResolver), REQUEST_TIMEOUT)
    }

    fn with(
        policy: NetworkPolicy,
        roots: RootCertStore,
        lookup: Arc<dyn HostLookup>,
        timeout: Duration,
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
                .timeout(timeout)
                .pool_max_idle_per_host(IDLE_CONNECTIONS)
                .dns_resolver(Arc::new(FilteringResolver { lookup: lookup.clone(), allowed }))
                .build()
                .map_err(|error| format!("cannot create the HTTP client: {error}"))
        };
        let allowed = if policy == NetworkPolicy::AllowPrivate {
            AllowedAddresses::Any
        } else {
            AllowedAddresses::Public
        };
        let (https, http) = (client(allowed)?, client(AllowedAddresses::Private)?);
        Ok(Self { policy, lookup, https, http })
    }

    /// Parses a URL and returns it with the addresses it may resolve to, or the reason why it is rejected.
    fn target(&self, url: &str) -> Result<(ReceiverUrl, AllowedAddresses), Phrase> {
        let target = ReceiverUrl::parse(url)?;
        let allowed = match (target.is_https, self.policy) {
            (true, NetworkPolicy::AllowPrivate) => AllowedAddresses::Any,
            (true, NetworkPolicy::PublicOnly) => AllowedAddresses::Public,
            (false, NetworkPolicy::AllowPrivate) => AllowedAddresses::Private,
            (false, NetworkPolicy::PublicOnly) => return Err(Phrase::NotHttps),
        };
        if let Some(address) = target.address {
            allowed.check(address)?;
        }
        Ok((target, allowed))
    }

    async fn call(&self, call: WebhookRequest) -> Result<WebhookReply, String> {
        let (target, _) = self.target(&call.url).map_err(rejection)?;
        let client = if target.is_https { &self.https } else { &self.http };
        let request = client
            .post(target.url)
            .header(CONTENT_TYPE, call.media_type)
            .header(USER_AGENT, USER_AGENT_VALUE)
            .header("webhook-id", call.id)
            .header("webhook-timestamp", call.timestamp)
            .header("webhook-signature", call.signature)
            .body(call.body);
        let response = request.send().await.map_err(|error| response::error_message(&error))?;
        Ok(response::read(response).await)
    }
}

/// Formats the reason for a rejected URL as the error of a delivery attempt.
fn rejection(reason: Phrase) -> String {
    Phrase::NotCalled.format_stored(&[reason.english()])
}

#[async_trait]
impl WebhookSender for WebhookClient {
    async fn reject(&self, url: &str) -> Option<Phrase> {
        let (target, allowed) = match self.target(url) {
            Ok(found) => found,
            Err(reason) => return Some(reason),
        };
        let host = target.name?;
        match self.lookup.lookup(&host).await {
            Ok(found) if !found.is_empty() => allowed.filter(found).err(),
            _ => Some(Phrase::UnknownHost),
        }
    }

    async fn post(&self, call: WebhookRequest) -> WebhookReply {
        self.call(call)
            .await
            .unwrap_or_else(|error| WebhookReply { error: Some(error), ..WebhookReply::default() })
    }
}
