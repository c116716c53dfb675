//! Text form of access tokens; no database access.
//!
//! A token consists of `od_`, 10 characters public id, 32 characters secret and 6 characters CRC-32 of everything
//! before, in base 62. The prefix lets secret scanners find a leaked token, the checksum distinguishes a mistyped token
//! from an unknown one without a query, and the public id finds the record. Only the SHA-256 of the secret is stored,
//! because a slow password hash adds nothing to 190 random bits.

use std::fmt;

use base64::{Engine, engine::general_purpose::STANDARD};
use orderdock_domain::cast;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

pub(super) const PREFIX: &str = "od_";
const ID: usize = 10;
const SECRET: usize = 32;
const CHECKSUM: usize = 6;
const LENGTH: usize = PREFIX.len() + ID + SECRET + CHECKSUM;
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Reason why a text is not a token. The messages contain the expected form and never the received text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// The header contains no token.
    #[error("it is empty")]
    Empty,
    /// `Basic` credentials that cannot be decoded.
    #[error("`Basic` must be followed by the base64 form of `x:<token>`")]
    Basic,
    /// Unknown authentication scheme.
    #[error("expected the bare token, or `Bearer`, `Token` or `Basic` before it")]
    Scheme,
    /// No token of this service.
    #[error("a token begins with `{PREFIX}`")]
    Prefix,
    /// Truncated or pasted twice.
    #[error("a token has {LENGTH} characters, not {0}")]
    Length(usize),
    /// Character outside the alphabet.
    #[error("after `{PREFIX}` a token has only the letters A to Z, a to z and digits")]
    Alphabet,
    /// Mistyped token: the last six characters are not the checksum of the others.
    #[error("its checksum is wrong: a character was changed or left out when it was copied")]
    Checksum,
}

/// A well-formed token: prefix, length, alphabet and checksum are valid. It may be unknown.
///
/// `Debug` prints the public id only.
#[derive(Clone)]
pub struct ParsedToken(String);

impl ParsedToken {
    /// Returns the public id, which identifies the record and may appear in logs.
    pub fn id(&self) -> &str {
        &self.0[PREFIX.len()..PREFIX.len() + ID]
    }

    /// Returns the stored hash of the secret.
    pub fn hash(&self) -> SecretHash {
        let secret = &self.0[PREFIX.len() + ID..LENGTH - CHECKSUM];
        SecretHash(Sha256::digest(secret).into())
    }

    /// Returns the whole token as plain text, to show it once to its creator.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ParsedToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}…", self.id())
    }
}

/// SHA-256 of a token's secret; comparison takes constant time.
#[derive(Clone, Copy)]
pub struct SecretHash([u8; 32]);

impl SecretHash {
    /// Returns the hash of stored bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes to store.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl PartialEq for SecretHash {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for SecretHash {}

/// Generates a token from 48 random bytes: 16 for the id and 16 for each half of the secret. With this many bytes, the
/// remainder of a division by 62^16 favours no character by more than one in a billion.
pub fn generate(random: [u8; 48]) -> ParsedToken {
    let mut text = String::with_capacity(LENGTH);
    text.push_str(PREFIX);
    for (part, digits) in random.chunks_exact(16).zip([ID, SECRET / 2, SECRET / 2]) {
        let number = part.iter().fold(0_u128, |number, byte| number << 8 | u128::from(*byte));
        push_base62(&mut text, number, digits);
    }
    let checksum = crc32fast::hash(text.as_bytes());
    push_base62(&mut text, checksum.into(), CHECKSUM);
    ParsedToken(text)
}

/// Parses a token of [`generate`].
pub fn parse(text: &str) -> Result<ParsedToken, Malformed> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Malformed::Empty);
    }
    let Some(rest) = text.strip_prefix(PREFIX) else { return Err(Malformed::Prefix) };
    if !rest.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(Malformed::Alphabet);
    }
    if text.len() != LENGTH {
        return Err(Malformed::Length(text.len()));
    }
    let (signed, checksum) = text.split_at(LENGTH - CHECKSUM);
    let mut expected = String::with_capacity(CHECKSUM);
    push_base62(&mut expected, crc32fast::hash(signed.as_bytes()).into(), CHECKSUM);
    if checksum != expected {
        return Err(Malformed::Checksum);
    }
    Ok(ParsedToken(text.to_owned()))
}

/// Parses the value of an `Authorization` header: the bare token, `Bearer <token>`, `Token <token>` or
/// `Basic base64(x:<token>)`. The scheme is case-insensitive.
pub fn from_authorization_header(value: &str) -> Result<ParsedToken, Malformed> {
    let value = value.trim();
    let (scheme, rest) = value.split_once([' ', '\t']).unwrap_or((value, ""));
    match scheme.to_ascii_lowercase().as_str() {
        "bearer" | "token" => parse(rest),
        "basic" => parse(&password_of(rest.trim()).ok_or(Malformed::Basic)?),
        _ if rest.is_empty() => parse(value),
        _ => Err(Malformed::Scheme),
    }
}

fn password_of(basic: &str) -> Option<String> {
    let credentials = String::from_utf8(STANDARD.decode(basic).ok()?).ok()?;
    let (_user, password) = credentials.split_once(':')?;
    Some(password.to_owned())
}

/// Appends the lowest `digits` base-62 digits of `number`, most significant first.
fn push_base62(text: &mut String, number: u128, digits: usize) {
    let values = std::iter::successors(Some(number), |left| Some(left / 62)).take(digits);
    let mut written = [b'0'; SECRET];
    for (place, value) in written.iter_mut().zip(values) {
        *place = ALPHABET[cast::<usize>(value % 62)];
    }
    text.extend(written[..digits].iter().rev().map(|digit| char::from(*digit)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(seed: u8) -> [u8; 48] {
        std::array::from_fn(|at| Sha256::digest([usize::from(seed), at].map(usize::to_le_bytes).concat())[0])
    }

    #[test]
    fn generated_token_parses_to_the_same_token() {
        for seed in 0..=255 {
            let token = generate(random(seed));
            assert_eq!(token.reveal().len(), 51);
            let read = parse(token.reveal()).unwrap();
            assert_eq!((read.id(), read.hash()), (token.id(), token.hash()));
        }
    }

    #[test]
    fn token_text_is_stable() {
        assert_eq!(generate([0; 48]).reveal(), "od_0000000000000000000000000000000000000000001qb9Fr");
        let token = generate(std::array::from_fn(|at| u8::try_from(at).unwrap()));
        assert_eq!(token.reveal(), "od_EgOGusQGwpBGO3cQWJhXqJNbv5F53nH6nx0olkKwtL0uX0hx");
        assert_eq!(token.id(), "EgOGusQGwp");
    }

    #[test]
    fn checksum_detects_every_changed_character() {
        let token = generate(random(1));
        for at in PREFIX.len()..LENGTH {
            let mut bytes = token.reveal().as_bytes().to_vec();
            bytes[at] = if bytes[at] == b'a' { b'b' } else { b'a' };
            let changed = String::from_utf8(bytes).unwrap();
            assert_eq!(parse(&changed).unwrap_err(), Malformed::Checksum, "{changed}");
        }
    }

    #[test]
    fn malformed_token_is_rejected_with_its_fault() {
        let token = generate(random(2)).reveal().to_owned();
        let cases = [
            (String::new(), Malformed::Empty),
            ("  ".to_owned(), Malformed::Empty),
            ("secret".to_owned(), Malformed::Prefix),
            (token.to_uppercase(), Malformed::Prefix),
            ("od_".to_owned(), Malformed::Length(3)),
            (token[..50].to_owned(), Malformed::Length(50)),
            (format!("{token}{}", &token[3..]), Malformed::Length(99)),
            (token.replacen("od_", "od_ä", 1), Malformed::Alphabet),
            (format!("{}-{}", &token[..20], &token[21..]), Malformed::Alphabet),
        ];
        for (text, fault) in cases {
            assert_eq!(parse(&text).unwrap_err(), fault, "{text}");
        }
    }

    #[test]
    fn authorization_header_accepts_optional_scheme() {
        let token = generate(random(3));
        let text = token.reveal();
        let basic = |user: &str| STANDARD.encode(format!("{user}:{text}"));
        let understood = [
            text.to_owned(),
            format!("  {text} "),
            format!("Bearer {text}"),
            format!("bearer   {text}"),
            format!("TOKEN {text}"),
            format!("Basic {}", basic("x")),
            format!("bAsIc {}", basic("")),
        ];
        for value in understood {
            assert_eq!(from_authorization_header(&value).unwrap().reveal(), text, "{value}");
        }
        let rejected = [
            (String::new(), Malformed::Empty),
            ("Bearer".to_owned(), Malformed::Empty),
            ("Basic !!!".to_owned(), Malformed::Basic),
            (format!("Basic {}", STANDARD.encode(text)), Malformed::Basic),
            (format!("Basic {}", STANDARD.encode("x:")), Malformed::Empty),
            (format!("Digest {text}"), Malformed::Scheme),
            (format!("{text} {text}"), Malformed::Scheme),
            (format!("Bearer {text} {text}"), Malformed::Alphabet),
        ];
        for (value, fault) in rejected {
            assert_eq!(from_authorization_header(&value).unwrap_err(), fault, "{value}");
        }
    }

    #[test]
    fn token_debug_output_hides_the_secret() {
        let token = generate(random(4));
        let printed = format!("{token:?} {:?} {:?}", token.hash(), parse(&token.reveal()[..50]));
        assert!(printed.starts_with(&format!("od_{}… ", token.id())));
        assert!(!printed.contains(&token.reveal()[13..20]), "{printed}");
    }

    #[test]
    fn hash_covers_only_the_secret() {
        let token = generate(random(5));
        let stored = SecretHash::from_bytes(Sha256::digest(&token.reveal()[13..45]).into());
        assert_eq!(token.hash(), stored);
        assert_ne!(generate(random(6)).hash(), stored);
    }
}
