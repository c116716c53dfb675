//! Detection of secrets in texts, so that they are not stored or logged.

use base64::{
    Engine,
    engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD},
};

use super::{session_secret, token};

/// Characters after the prefix from which a text contains too much of a token: its public id and half of its secret.
const TOO_MUCH_OF_A_TOKEN: usize = 26;
/// Characters after the prefix from which a text contains too much of a session: half of its secret.
const TOO_MUCH_OF_A_SESSION: usize = 32;
/// Length of the shortest text that can contain too much of either. Encoded forms are longer than plain ones.
pub const SHORTEST: usize = TOO_MUCH_OF_A_TOKEN + token::PREFIX.len();

/// Returns whether a text contains at least half of a token's or session's secret, as plain text or in base64.
pub fn are_in(text: &str) -> bool {
    let words = text.split([' ', '\t', ',', ':']).map(|word| word.trim_end_matches('='));
    let words = words.filter(|word| word.len() >= SHORTEST);
    let mut decoded =
        words.filter_map(|word| STANDARD_NO_PAD.decode(word).or_else(|_| URL_SAFE_NO_PAD.decode(word)).ok());
    are_in_clear(text) || decoded.any(|bytes| are_in_clear(&String::from_utf8_lossy(&bytes)))
}

fn are_in_clear(text: &str) -> bool {
    let of_token = |byte: &u8| byte.is_ascii_alphanumeric();
    let of_session = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_".contains(byte);
    longest(text, token::PREFIX, of_token) >= TOO_MUCH_OF_A_TOKEN
        || longest(text, session_secret::PREFIX, of_session) >= TOO_MUCH_OF_A_SESSION
}

/// Returns the largest number of matching bytes that follow the prefix.
fn longest(text: &str, prefix: &str, belongs: impl Fn(&u8) -> bool) -> usize {
    let ends = text.match_indices(prefix).map(|(at, _)| &text.as_bytes()[at + prefix.len()..]);
    ends.map(|rest| rest.iter().take_while(|byte| belongs(byte)).count()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::STANDARD;

    use super::*;
    use crate::SessionSecret;

    #[test]
    fn secrets_are_found_in_texts() {
        let token = token::generate(std::array::from_fn(|at| u8::try_from(at * 5).unwrap()));
        let (id, token) = (token.id(), token.reveal());
        let session = SessionSecret::new(std::array::from_fn(|at| u8::try_from(at * 5).unwrap())).reveal();
        for (text, found) in [
            (token.to_owned(), true),
            (format!("Bearer {token}"), true),
            (format!("a,{token},b"), true),
            (format!("od_{token}"), true),
            (token[..45].to_owned(), true),
            (format!("Basic {}", STANDARD.encode(format!("x:{token}"))), true),
            (STANDARD.encode(format!(":{token}")).trim_end_matches('=').to_owned(), true),
            (URL_SAFE_NO_PAD.encode(format!("ÿþ?{token}")), true),
            (session.clone(), true),
            (format!("orderdock_session={session}"), true),
            (session[..35].to_owned(), true),
            (format!("od_{id}"), false),
            ("os_linux-x86_64".to_owned(), false),
            ("prod_1234567890123456 period_".to_owned(), false),
            (STANDARD.encode("no token at all, but longer than a token would be, so that it counts"), false),
            (String::new(), false),
        ] {
            assert_eq!(are_in(&text), found, "{text}");
        }
    }
}
