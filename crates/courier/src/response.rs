//! Reads the responses of receivers and describes failed requests.

use std::error::Error;
use std::io::{self, ErrorKind};

use futures_util::StreamExt;
use jiff::SignedDuration;
use orderdock_app::{MAX_STORED_RESPONSE, RetryAfter, WebhookReply};
use orderdock_domain::phrase::Phrase;
use reqwest::Response;
use reqwest::header::{HeaderMap, RETRY_AFTER};

/// Maximum number of bytes that are read from a body. The connection is closed afterwards.
const MAX_BODY_BYTES: usize = 64 << 10;
/// Maximum length of an error message in characters.
const MAX_ERROR_CHARS: usize = 500;

/// Reads a response up to [`MAX_BODY_BYTES`] and keeps the first [`MAX_STORED_RESPONSE`] bytes of its body.
pub async fn read(response: Response) -> WebhookReply {
    let (status, retry_after) = (response.status().as_u16(), retry_after(response.headers()));
    let mut stored = Vec::new();
    let mut seen = 0;
    let mut error = None;
    let mut parts = response.bytes_stream();
    while let Some(part) = parts.next().await {
        match part {
            Ok(part) => {
                seen += part.len();
                let remaining = MAX_STORED_RESPONSE - stored.len();
                stored.extend_from_slice(part.get(..remaining).unwrap_or(&part));
            }
            Err(cut) => error = Some(Phrase::ResponseInterrupted.format_stored(&[&error_message(&cut)])),
        }
        if error.is_some() || seen > MAX_BODY_BYTES {
            break;
        }
    }
    let response = (!stored.is_empty()).then(|| printable_text(&stored));
    WebhookReply { status: Some(status), error, response, retry_after }
}

/// Decodes bytes as UTF-8 and replaces invalid bytes and NUL, because PostgreSQL stores neither invalid UTF-8 nor NUL.
fn printable_text(bytes: &[u8]) -> String {
    let text = bytes.utf8_chunks().map(|chunk| chunk.valid()).collect::<Vec<_>>().join("\u{fffd}");
    text.replace('\0', "\u{fffd}")
}

/// Parses `Retry-After`, in seconds or as an HTTP date.
fn retry_after(headers: &HeaderMap) -> Option<RetryAfter> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse::<u32>() {
        return Some(RetryAfter::In(SignedDuration::from_secs(seconds.into())));
    }
    jiff::fmt::rfc2822::parse(text).ok().map(|at| RetryAfter::At(at.timestamp()))
}

/// Describes a failed request by its innermost cause, which is the most specific one.
pub fn error_message(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return Phrase::ResponseTimeout.english().to_owned();
    }
    let mut reason: &dyn Error = error;
    while let Some(source) = reason.source() {
        reason = source;
    }
    if reason.downcast_ref::<io::Error>().is_some_and(|reason| reason.kind() == ErrorKind::ConnectionRefused)
    {
        return Phrase::ConnectionRefused.english().to_owned();
    }
    let reason = reason.to_string();
    let message: String =
        reason.chars().filter(|character| !character.is_control()).take(MAX_ERROR_CHARS).collect();
    match message {
        message if Phrase::is_kept(&message) => message,
        message if message.contains("certificate") => Phrase::NotTrusted.format_stored(&[&message]),
        message if error.is_connect() => Phrase::NoConnection.format_stored(&[&message]),
        message => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_parsed_as_seconds_or_date() {
        let parse = |text: &str| retry_after(&HeaderMap::from_iter([(RETRY_AFTER, text.parse().unwrap())]));
        assert_eq!(parse("120"), Some(RetryAfter::In(SignedDuration::from_secs(120))));
        let at = "2026-11-23T08:49:37Z".parse().unwrap();
        assert_eq!(parse("Mon, 23 Nov 2026 08:49:37 GMT"), Some(RetryAfter::At(at)));
        for invalid in ["soon", "-5", ""] {
            assert_eq!(parse(invalid), None, "{invalid:?}");
        }
    }

    #[test]
    fn invalid_bytes_are_replaced() {
        assert_eq!(printable_text("grün".as_bytes()), "grün");
        assert_eq!(printable_text(b"a\0b\xffc"), "a\u{fffd}b\u{fffd}c");
    }
}
