//! Signatures by the Standard Webhooks specification.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use orderdock_domain::webhook::WebhookSecret;
use orderdock_store::WebhookSecrets;
use sha2::Sha256;

/// Encodes a secret for its receiver.
pub fn revealed(secret: WebhookSecret) -> String {
    format!("whsec_{}", STANDARD.encode(secret.0))
}

/// Returns the value of the header `webhook-signature`, with one signature for each valid secret.
pub fn signature(secrets: &WebhookSecrets, now: Timestamp, id: &str, timestamp: i64, body: &[u8]) -> String {
    let before = secrets.before.filter(|(_, until)| now < *until).map(|(secret, _)| secret);
    let all = [Some(secrets.current), before].into_iter().flatten();
    let signatures = all.filter_map(|secret| signed(secret, id, timestamp, body));
    signatures.collect::<Vec<_>>().join(" ")
}

fn signed(secret: WebhookSecret, id: &str, timestamp: i64, body: &[u8]) -> Option<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(&secret.0).ok()?;
    mac.update(format!("{id}.{timestamp}.").as_bytes());
    mac.update(body);
    Some(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks signatures of 32-byte secrets, because the example of the specification has one of 24 bytes. The expected
    /// values were computed by another program (`openssl dgst -sha256 -mac HMAC`).
    #[test]
    fn message_is_signed_with_every_active_secret() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let (current, old) = (WebhookSecret([1; 32]), WebhookSecret([2; 32]));
        let secrets = WebhookSecrets { current, before: Some((old, at(100))), rotated_at: Some(at(50)) };
        let of = |now| signature(&secrets, at(now), "7-1", 1_614_265_330, b"{\"test\": 2432232314}");
        assert_eq!(revealed(current), "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=");
        assert_eq!(of(100), "v1,soAcHeWQ0jnpQ1U5H5ikGz/bI6hiKLjVEGZNGcyOA8Y=");
        assert_eq!(
            of(99),
            "v1,soAcHeWQ0jnpQ1U5H5ikGz/bI6hiKLjVEGZNGcyOA8Y= v1,BcGvUqvoNfD568Q1a0aZKevMHiCk8pWK+lWcoSE8Be4="
        );
    }
}
