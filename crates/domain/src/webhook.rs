//! Webhooks: retry schedule of deliveries, and addresses that must not be called.

use crate::cast;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use jiff::{SignedDuration, Timestamp};

use crate::candidate::string_enum;
use crate::phrase::Phrase;

string_enum! {
    /// Status of a webhook. It is `Ended` after the receiver has unsubscribed.
    WebhookStatus { Active "active" Paused "paused" Ended "ended" }
    /// Status of a delivery. A failed one is retried only on request.
    DeliveryStatus { Waiting "waiting" Delivered "delivered" Failed "failed" }
}

/// Signing secret of a webhook. It is shown only to the user who created it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct WebhookSecret(pub [u8; 32]);

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookSecret(…)")
    }
}

/// Time since the first attempt after which a delivery is not retried.
pub const GIVE_UP_AFTER: SignedDuration = SignedDuration::from_hours(3 * 24);
/// Longest scheduled pause between attempts, and maximum pause that a receiver can request.
const MAX_PAUSE: SignedDuration = SignedDuration::from_hours(10);
/// Seconds until the next attempt, by number of failed attempts. After the last entry, the maximum pause applies.
const PAUSES: [i64; 6] = [5, 60, 5 * 60, 30 * 60, 2 * 3_600, 5 * 3_600];

/// Returns the pause after a number of failed attempts, with a jitter of ±20 % to spread deliveries that failed
/// together. A pause requested by the receiver takes precedence, limited to between 1 s and 10 h.
pub fn pause(failed: u32, chance: u16, retry_after: Option<SignedDuration>) -> SignedDuration {
    if let Some(retry_after) = retry_after {
        return retry_after.clamp(SignedDuration::from_secs(1), MAX_PAUSE);
    }
    let index = cast::<usize>(failed.saturating_sub(1));
    let usual = PAUSES.get(index).copied().unwrap_or(MAX_PAUSE.as_secs());
    SignedDuration::from_millis(usual * 10 * (80 + i64::from(chance % 41)))
}

/// Outcome of a delivery attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttemptOutcome {
    /// Status 2xx with a complete response.
    Delivered,
    /// Status 410: the receiver has unsubscribed.
    Unsubscribed,
    /// Any other outcome. `retry_after` is the pause that the receiver requested.
    Failed { retry_after: Option<SignedDuration> },
}

/// Next state of a delivery.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextDeliveryState {
    Delivered,
    RetryAt(Timestamp),
    GivenUp,
}

/// State of a delivery and its webhook before an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttemptHistory {
    /// Number of failed attempts.
    pub failed: u32,
    pub first_tried_at: Option<Timestamp>,
    /// Start of the period in which no delivery to the receiver has succeeded.
    pub failing_since: Option<Timestamp>,
}

/// Returns the next state of a delivery after an attempt, and the new status of its webhook if it changes.
///
/// After [`GIVE_UP_AFTER`], a delivery is given up only if the receiver accepted others in that time. Otherwise the webhook
/// is paused, and its deliveries stay pending.
pub fn after_attempt(
    outcome: AttemptOutcome,
    before: AttemptHistory,
    now: Timestamp,
    chance: u16,
) -> (NextDeliveryState, Option<WebhookStatus>) {
    let since =
        |since: Option<Timestamp>| since.is_some_and(|since| now.duration_since(since) >= GIVE_UP_AFTER);
    let retry_after = match outcome {
        AttemptOutcome::Delivered => return (NextDeliveryState::Delivered, None),
        AttemptOutcome::Unsubscribed => None,
        AttemptOutcome::Failed { retry_after } => retry_after,
    };
    let pause = pause(before.failed.saturating_add(1), chance, retry_after);
    let again = NextDeliveryState::RetryAt(now.saturating_add(pause).unwrap_or(Timestamp::MAX));
    if outcome == AttemptOutcome::Unsubscribed {
        (again, Some(WebhookStatus::Ended))
    } else if since(before.failing_since) {
        (again, Some(WebhookStatus::Paused))
    } else if since(before.first_tried_at) {
        (NextDeliveryState::GivenUp, None)
    } else {
        (again, None)
    }
}

/// Returns the reason for rejecting an address; `None` if it is public.
pub fn forbidden(address: IpAddr) -> Option<Phrase> {
    if is_cloud_metadata(address) {
        return Some(Phrase::SpecialAddress);
    }
    match address {
        IpAddr::V4(address) => forbidden_v4(address),
        IpAddr::V6(address) => forbidden_v6(address),
    }
}

/// Addresses of cloud metadata services, which return credentials. They are rejected even if private networks are allowed.
/// 169.254.169.254 is not listed, because link-local addresses are always rejected.
const CLOUD_METADATA: [IpAddr; 2] = [
    // AWS
    IpAddr::V6(Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254)),
    // Alibaba Cloud
    IpAddr::V4(Ipv4Addr::new(100, 100, 100, 200)),
];

/// Returns whether an address is a metadata address, including IPv4 addresses embedded in IPv6.
fn is_cloud_metadata(address: IpAddr) -> bool {
    let inner = match address {
        IpAddr::V6(address) => embedded_v4(address).map(IpAddr::V4),
        IpAddr::V4(_) => None,
    };
    CLOUD_METADATA.contains(&address) || inner.is_some_and(|inner| CLOUD_METADATA.contains(&inner))
}

/// Returns the IPv4 address embedded in an IPv6 address.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let within = |at: usize| {
        let mut octets = address.octets().into_iter().skip(at);
        Ipv4Addr::from(std::array::from_fn(|_| octets.next().unwrap_or_default()))
    };
    match address.segments() {
        [0x2002, ..] => Some(within(2)),
        [0x64, 0xff9b, ..] | [0, 0, 0, 0, ..] => Some(within(12)),
        _ => None,
    }
}

fn forbidden_v4(address: Ipv4Addr) -> Option<Phrase> {
    let [a, b, c, _] = address.octets();
    let private = match (a, b, c) {
        (127, ..) => Phrase::AddressOfThisMachine,
        (169, 254, _) => Phrase::AddressOfThisLink,
        (10, ..) | (192, 168, _) | (172, 16..=31, _) | (100, 64..=127, _) => Phrase::PrivateAddress,
        // current network, multicast and reserved; protocol assignments; documentation; 6to4 relay; benchmarking
        (0 | 224..=255, ..)
        | (192, 0, 0 | 2)
        | (198, 51, 100)
        | (203, 0, 113)
        | (192, 88, 99)
        | (198, 18 | 19, _) => Phrase::SpecialAddress,
        _ => return None,
    };
    Some(private)
}

fn forbidden_v6(address: Ipv6Addr) -> Option<Phrase> {
    if address.is_loopback() {
        return Some(Phrase::AddressOfThisMachine);
    }
    // an embedded IPv4 address follows the IPv4 rules, and is a special address if these allow it
    if let Some(inner) = embedded_v4(address) {
        return forbidden_v4(inner).or(Some(Phrase::SpecialAddress));
    }
    match address.segments() {
        [0xfc00..=0xfdff, ..] => Some(Phrase::PrivateAddress),
        [0xfe80..=0xfebf, ..] => Some(Phrase::AddressOfThisLink),
        // in the allocated range: Teredo, benchmarking and documentation
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => Some(Phrase::SpecialAddress),
        [0x2000..=0x3fff, ..] => None,
        _ => Some(Phrase::SpecialAddress),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn retry_pause_grows_with_jitter() {
        for (failed, seconds) in
            [(1, 5), (2, 60), (3, 300), (4, 1_800), (5, 7_200), (6, 18_000), (7, 36_000), (900, 36_000)]
        {
            let of = |chance| pause(failed, chance, None);
            assert_eq!(of(20), SignedDuration::from_secs(seconds), "{failed}");
            assert_eq!(
                (of(0), of(40)),
                (SignedDuration::from_secs(seconds) * 4 / 5, SignedDuration::from_secs(seconds) * 6 / 5)
            );
            assert!((0..=u16::MAX).all(|chance| (of(0)..=of(40)).contains(&of(chance))));
        }
    }

    #[test]
    fn retry_after_of_receiver_is_clamped() {
        let retry_after = |seconds| pause(3, 7, Some(SignedDuration::from_secs(seconds))).as_secs();
        assert_eq!(
            [retry_after(-5), retry_after(0), retry_after(17), retry_after(86_400), retry_after(i64::MAX)],
            [1, 1, 17, 36_000, 36_000]
        );
    }

    #[test]
    fn attempt_outcome_decides_retry_and_webhook_status() {
        let now = at("2026-11-23T12:00:00Z");
        let (long, lately) = (Some(at("2026-11-20T12:00:00Z")), Some(at("2026-11-23T11:00:00Z")));
        let again = NextDeliveryState::RetryAt(at("2026-11-23T12:01:00Z"));
        let back = AttemptOutcome::Failed { retry_after: None };
        let paused = Some(WebhookStatus::Paused);
        for (outcome, first_tried_at, failing_since, expected) in [
            (AttemptOutcome::Delivered, long, long, (NextDeliveryState::Delivered, None)),
            (back, lately, lately, (again, None)),
            (back, lately, None, (again, None)),
            // the receiver accepts other deliveries
            (back, long, lately, (NextDeliveryState::GivenUp, None)),
            (back, long, None, (NextDeliveryState::GivenUp, None)),
            // the receiver accepts none
            (back, long, long, (again, paused)),
            (back, lately, long, (again, paused)),
            (AttemptOutcome::Unsubscribed, lately, None, (again, Some(WebhookStatus::Ended))),
        ] {
            let before = AttemptHistory { failed: 1, first_tried_at, failing_since };
            assert_eq!(after_attempt(outcome, before, now, 20), expected, "{outcome:?} {before:?}");
        }
    }

    #[test]
    fn only_public_addresses_are_allowed() {
        for open in
            ["93.184.216.34", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"]
        {
            assert_eq!(forbidden(open.parse().unwrap()), None, "{open}");
        }
        for closed in [
            "127.0.0.1",
            "127.9.9.9",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "0.1.2.3",
            "224.0.0.1",
            "255.255.255.255",
            "240.0.0.1",
            "192.0.0.8",
            "198.18.0.1",
            "192.0.2.1",
            "198.51.100.7",
            "203.0.113.9",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:8.8.8.8",
            "::7f00:1",
            "64:ff9b::7f00:1",
            "64:ff9b::a00:1",
            "64:ff9b:1::a00:1",
            "2002:7f00:1::",
            "2002:a00:1::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "100::1",
            "3fff::1",
        ] {
            assert!(forbidden(closed.parse().unwrap()).is_some(), "{closed}");
        }
    }

    #[test]
    fn debug_output_hides_the_secret() {
        assert_eq!(format!("{:?}", WebhookSecret([7; 32])), "WebhookSecret(…)");
    }
}
