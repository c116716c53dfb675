//! Secret of a session, stored in a cookie of the browser.
//!
//! The secret consists of `os_` and 384 random bits in base64. The database has only its SHA-256, and the CSRF token is
//! derived from it, so that nothing else is stored. The prefix distinguishes it from an access token.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

pub(super) const PREFIX: &str = "os_";
const BYTES: usize = 48;
/// Prefix that separates the CSRF token from the stored hash.
const CSRF: &[u8] = b"orderdock csrf ";

/// Secret of a session. `Debug` does not print it.
#[derive(Clone)]
pub struct SessionSecret([u8; BYTES]);

impl SessionSecret {
    pub fn new(random: [u8; BYTES]) -> Self {
        Self(random)
    }

    /// Parses the text of [`Self::reveal`].
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text.strip_prefix(PREFIX)?).ok()?;
        bytes.try_into().ok().map(Self)
    }

    /// Returns the plain text for the cookie.
    pub fn reveal(&self) -> String {
        format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(self.0))
    }

    /// Returns the stored hash.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }

    /// Returns the CSRF token, which only a reader of this service's responses knows. Other sites can make a browser
    /// send requests with the cookie, but not with the token.
    pub fn csrf_token(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::new().chain_update(CSRF).chain_update(self.0).finalize())
    }

    /// Compares a CSRF token in constant time.
    pub fn is_csrf_token(&self, sent: &str) -> bool {
        self.csrf_token().as_bytes().ct_eq(sent.as_bytes()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token;

    #[test]
    fn session_secret_parses_from_its_text() {
        let secret = SessionSecret::new(std::array::from_fn(|at| u8::try_from(at * 5).unwrap()));
        let text = secret.reveal();
        assert_eq!(text.len(), 67);
        assert_eq!(SessionSecret::parse(&text).unwrap().hash(), secret.hash());
        let longer = format!("{text}AAAA");
        for other in ["", "os_", &text[3..], &text[..66], longer.as_str(), &text.replace("os_", "od_")] {
            assert!(SessionSecret::parse(other).is_none(), "{other}");
        }
    }

    #[test]
    fn session_secret_and_token_are_not_interchangeable() {
        assert!(token::parse(&SessionSecret::new([7; 48]).reveal()).is_err());
        assert!(SessionSecret::parse(token::generate([7; 48]).reveal()).is_none());
    }

    #[test]
    fn csrf_token_matches_only_its_secret_and_does_not_reveal_it() {
        let (own, other) = (SessionSecret::new([1; 48]), SessionSecret::new([2; 48]));
        assert!(own.is_csrf_token(&own.csrf_token()));
        for sent in ["", &other.csrf_token(), &own.reveal(), &own.csrf_token()[1..]] {
            assert!(!own.is_csrf_token(sent), "{sent}");
        }
        assert_ne!(own.csrf_token(), URL_SAFE_NO_PAD.encode(own.hash()), "the hash is in the database");
        assert!(!format!("{own:?}").contains(&own.reveal()[3..10]));
    }
}
