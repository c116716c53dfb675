//! Cookie by which a browser is recognised after its user has signed in once.
//!
//! The cookie contains 16 random bytes and their MAC with the user's password hash as key. So it needs no storage, is
//! valid for one user only, cannot be forged without the database, and becomes invalid with the password. It grants no
//! access; it only selects the queue in which a password check waits.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use orderdock_domain::ids::UserId;
use sha2::Sha256;

const RANDOM: usize = 16;
const MAC: usize = 32;
/// Prefix that separates this MAC from others with the same key.
const PURPOSE: &[u8] = b"orderdock known browser ";

/// Cookie of a known browser. `Debug` does not print it.
#[derive(Clone)]
pub struct KnownBrowser([u8; RANDOM + MAC]);

impl KnownBrowser {
    /// Creates the cookie for a user.
    pub(super) fn of(user: UserId, password_hash: &str, random: [u8; 48]) -> Self {
        let mut bytes = [0; RANDOM + MAC];
        bytes[..RANDOM].copy_from_slice(&random[..RANDOM]);
        let mac = mac(&bytes[..RANDOM], user, password_hash).map(|mac| mac.finalize().into_bytes());
        bytes[RANDOM..].copy_from_slice(&mac.unwrap_or_default());
        Self(bytes)
    }

    /// Returns whether the cookie was created for this user and this password.
    pub(super) fn is_of(&self, user: UserId, password_hash: &str) -> bool {
        let (random, sent) = self.0.split_at(RANDOM);
        // verification takes constant time
        mac(random, user, password_hash).is_some_and(|mac| mac.verify_slice(sent).is_ok())
    }

    /// Returns the key of the failure count of this browser.
    pub(super) fn key(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.0[..RANDOM])
    }

    /// Parses the text of [`Self::reveal`].
    pub fn parse(text: &str) -> Option<Self> {
        URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok().map(Self)
    }

    /// Returns the text for the cookie.
    pub fn reveal(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }
}

fn mac(random: &[u8], user: UserId, password_hash: &str) -> Option<Hmac<Sha256>> {
    // HMAC accepts keys of any length
    let mac = Hmac::<Sha256>::new_from_slice(password_hash.as_bytes()).ok()?;
    Some(mac.chain_update(PURPOSE).chain_update(user.0.to_be_bytes()).chain_update(random))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browser_cookie_is_valid_for_one_user_and_password() {
        let (anna, zoe) = (UserId(7), UserId(8));
        let own = KnownBrowser::of(anna, "$argon2id$first", [5; 48]);
        let read = KnownBrowser::parse(&own.reveal()).unwrap();
        assert!(read.is_of(anna, "$argon2id$first"));
        assert!(!read.is_of(zoe, "$argon2id$first"), "another user");
        assert!(!read.is_of(anna, "$argon2id$second"), "another password");
        for at in 0..RANDOM + MAC {
            let mut changed = read.clone();
            changed.0[at] ^= 1;
            assert!(!changed.is_of(anna, "$argon2id$first"), "{at}");
        }
        for other in ["", "x", &own.reveal()[1..], &format!("{}A", own.reveal())] {
            assert!(KnownBrowser::parse(other).is_none(), "{other}");
        }
        assert!(!format!("{own:?}").contains(&own.reveal()[..8]));
    }
}
