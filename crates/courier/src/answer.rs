//! What a receiver answers, as far as it is of interest.

use std::error::Error;
use std::io::{self, ErrorKind};

use futures_util::StreamExt;
use jiff::SignedDuration;
use orderdock_app::{Answered, KEPT_OF_ANSWER, RetryAfter};
use orderdock_domain::phrase::Phrase;
use reqwest::Response;
use reqwest::header::{HeaderMap, RETRY_AFTER};

/// Of a longer answer the rest is not read, and the connection is closed.
const LARGEST_ANSWER: usize = 64 << 10;
/// Of what went wrong.
const LONGEST_WORDS: usize = 500;

/// Reads an answer to its end, and keeps how it begins.
pub async fn read(response: Response) -> Answered {
    let (status, asked) = (response.status().as_u16(), asked(response.headers()));
    let mut kept = Vec::new();
    let mut seen = 0;
    let mut error = None;
    let mut parts = response.bytes_stream();
    while let Some(part) = parts.next().await {
        match part {
            Ok(part) => {
                seen += part.len();
                let room = KEPT_OF_ANSWER - kept.len();
                kept.extend_from_slice(part.get(..room).unwrap_or(&part));
            }
            Err(cut) => error = Some(Phrase::AnswerBrokeOff.said(&[&fault(&cut)])),
        }
        if error.is_some() || seen > LARGEST_ANSWER {
            break;
        }
    }
    let answer = (!kept.is_empty()).then(|| words(&kept));
    Answered { status: Some(status), error, answer, asked }
}

/// What was cut in the middle of a character ends before it; a database may have no room for what is none.
fn words(kept: &[u8]) -> String {
    let whole = kept.utf8_chunks().map(|chunk| chunk.valid()).collect::<Vec<_>>().join("\u{fffd}");
    whole.replace('\0', "\u{fffd}")
}

/// `Retry-After`: seconds, or an instant.
fn asked(headers: &HeaderMap) -> Option<RetryAfter> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse::<u32>() {
        return Some(RetryAfter::In(SignedDuration::from_secs(seconds.into())));
    }
    jiff::fmt::rfc2822::parse(text).ok().map(|at| RetryAfter::At(at.timestamp()))
}

/// What went wrong with a call: the innermost reason says most.
pub fn fault(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return Phrase::NoAnswerInTime.english().to_owned();
    }
    let mut reason: &dyn Error = error;
    while let Some(within) = reason.source() {
        reason = within;
    }
    if reason.downcast_ref::<io::Error>().is_some_and(|reason| reason.kind() == ErrorKind::ConnectionRefused)
    {
        return Phrase::ConnectionRefused.english().to_owned();
    }
    let words = reason.to_string();
    let told: String =
        words.chars().filter(|character| !character.is_control()).take(LONGEST_WORDS).collect();
    match told {
        told if Phrase::is_kept(&told) => told,
        told if told.contains("certificate") => Phrase::NotTrusted.said(&[&told]),
        told if error.is_connect() => Phrase::NoConnection.said(&[&told]),
        told => told,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receiver_asks_for_a_pause_in_seconds_or_until_an_instant() {
        let of = |text: &str| asked(&HeaderMap::from_iter([(RETRY_AFTER, text.parse().unwrap())]));
        assert_eq!(of("120"), Some(RetryAfter::In(SignedDuration::from_secs(120))));
        let at = "2026-11-23T08:49:37Z".parse().unwrap();
        assert_eq!(of("Mon, 23 Nov 2026 08:49:37 GMT"), Some(RetryAfter::At(at)));
        assert_eq!([of("soon"), of("-5"), of("")], [None, None, None]);
    }

    #[test]
    fn how_an_answer_begins_is_text_whatever_it_is() {
        assert_eq!(words("grün".as_bytes()), "grün");
        assert_eq!(words(b"a\0b\xffc"), "a\u{fffd}b\u{fffd}c");
    }
}
