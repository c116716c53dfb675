//! What a browser keeps from the last time that its user signed in, to be known again.
//!
//! 16 random bytes and their MAC under the hash of the user's password: nothing need be stored, it speaks for no other
//! user, nobody can make one without the database, and it ends with the password. It opens nothing: who has one waits
//! in another line to have a password compared.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use orderdock_domain::ids::UserId;
use sha2::Sha256;

const RANDOM: usize = 16;
const MAC: usize = 32;
/// Sets this MAC apart from any other under the same key.
const PURPOSE: &[u8] = b"orderdock known browser ";

/// `Debug` does not print it.
#[derive(Clone)]
pub struct KnownBrowser([u8; RANDOM + MAC]);

impl KnownBrowser {
    /// One for a user.
    pub(super) fn of(user: UserId, password_hash: &str, random: [u8; 48]) -> Self {
        let mut bytes = [0; RANDOM + MAC];
        bytes[..RANDOM].copy_from_slice(&random[..RANDOM]);
        let mac = mac(&bytes[..RANDOM], user, password_hash).map(|mac| mac.finalize().into_bytes());
        bytes[RANDOM..].copy_from_slice(&mac.unwrap_or_default());
        Self(bytes)
    }

    /// Whether it was made for this user and this password.
    pub(super) fn is_of(&self, user: UserId, password_hash: &str) -> bool {
        let (random, sent) = self.0.split_at(RANDOM);
        // compares in constant time
        mac(random, user, password_hash).is_some_and(|mac| mac.verify_slice(sent).is_ok())
    }

    /// What its failures are counted by.
    pub(super) fn key(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.0[..RANDOM])
    }

    /// Reads what [`Self::reveal`] wrote.
    pub fn parse(text: &str) -> Option<Self> {
        URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok().map(Self)
    }

    /// In clear, for the cookie.
    pub fn reveal(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }
}

fn mac(random: &[u8], user: UserId, password_hash: &str) -> Option<Hmac<Sha256>> {
    // a key of any length will do
    let mac = Hmac::<Sha256>::new_from_slice(password_hash.as_bytes()).ok()?;
    Some(mac.chain_update(PURPOSE).chain_update(user.0.to_be_bytes()).chain_update(random))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_speaks_for_one_user_and_one_password() {
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
