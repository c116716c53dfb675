//! Taking in a body: media type, size and progress are checked before a byte is decoded.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, header};
use bytes::Bytes;
use futures_util::StreamExt;
use orderdock_domain::problem::{Code, Param, Problem};

use crate::json::Handling;
use crate::refusal::Refusal;

/// Most bytes of a list of candidates.
pub const BULK_BYTES: usize = 64 << 20;
/// Most bytes of any other JSON body.
pub const SINGLE_BYTES: usize = 1 << 20;
/// Room made before anything has come, however much is announced.
const FIRST_ROOM: usize = 1 << 20;

/// Reads a JSON body whole.
pub async fn read_json(
    headers: &HeaderMap,
    body: Body,
    limit: usize,
    pause: Duration,
) -> Result<Bytes, Refusal> {
    check_media_type(headers)?;
    read(headers, body, limit, pause).await
}

/// Reads a body whole. A client that pauses longer than `pause` is answered 408.
pub async fn read(headers: &HeaderMap, body: Body, limit: usize, pause: Duration) -> Result<Bytes, Refusal> {
    let too_large = || {
        Refusal::from(
            Problem::new(Code::BodyTooLarge, "").with("limit", i64::try_from(limit).unwrap_or(i64::MAX)),
        )
    };
    let announced =
        header_text(headers, &header::CONTENT_LENGTH).and_then(|length| length.parse::<usize>().ok());
    if announced.is_some_and(|length| length > limit) {
        return Err(too_large());
    }
    let mut pieces = body.into_data_stream();
    let mut taken = Vec::with_capacity(announced.unwrap_or(0).min(FIRST_ROOM));
    loop {
        let Ok(piece) = tokio::time::timeout(pause, pieces.next()).await else {
            let seconds = i64::try_from(pause.as_secs()).unwrap_or(i64::MAX);
            return Err(
                Refusal::from(Problem::new(Code::BodyTimeout, "").with("seconds", seconds)).retry_after(1)
            );
        };
        match piece {
            None => return Ok(taken.into()),
            Some(Err(_)) => return Err(Code::BodyInterrupted.into()),
            Some(Ok(piece)) if taken.len() + piece.len() > limit => return Err(too_large()),
            Some(Ok(piece)) => taken.extend_from_slice(&piece),
        }
    }
}

/// The media type as sent, for the request log.
pub fn media_type(headers: &HeaderMap) -> String {
    header_text(headers, &header::CONTENT_TYPE).unwrap_or_default().to_owned()
}

/// `Prefer: handling=strict` makes unknown members errors.
pub fn handling(headers: &HeaderMap) -> Handling {
    let wishes = headers.get_all("prefer").iter().filter_map(|value| value.to_str().ok());
    let strict = wishes.flat_map(|value| value.split([',', ';'])).any(|wish| {
        let (name, value) = wish.split_once('=').unwrap_or((wish, ""));
        name.trim().eq_ignore_ascii_case("handling")
            && value.trim().trim_matches('"').eq_ignore_ascii_case("strict")
    });
    if strict { Handling::Strict } else { Handling::Lenient }
}

fn header_text<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Refuses what is not said to be JSON.
pub fn check_media_type(headers: &HeaderMap) -> Result<(), Refusal> {
    let sent = header_text(headers, &header::CONTENT_TYPE).unwrap_or_default();
    let coding = header_text(headers, &header::CONTENT_ENCODING).unwrap_or("identity");
    let refuse = |seen: &str| {
        let fault = Problem::new(Code::BodyMediaType, "")
            .with("expected", Param::one_of(["application/json"]))
            .with("seen", seen);
        Err(fault.into())
    };
    if !coding.trim().eq_ignore_ascii_case("identity") {
        return refuse(&format!("{sent}; content-encoding: {coding}"));
    }
    if is_json(sent) { Ok(()) } else { refuse(sent) }
}

/// `application/json`, or any type ending in `+json`, in UTF-8.
fn is_json(media_type: &str) -> bool {
    let mut parts = media_type.split(';');
    let essence = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
    let utf8 = parts.all(|parameter| {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        !name.trim().eq_ignore_ascii_case("charset")
            || value.trim().trim_matches('"').eq_ignore_ascii_case("utf-8")
    });
    let json = essence == "application/json" || (essence.contains('/') && essence.ends_with("+json"));
    json && utf8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_by_any_of_its_names() {
        for (media_type, accepted) in [
            ("application/json", true),
            ("Application/JSON; charset=utf-8", true),
            ("application/json;charset=\"UTF-8\"", true),
            ("application/vnd.shop.order+json", true),
            ("application/json; charset=iso-8859-1", false),
            ("text/plain", false),
            ("text/json", false),
            ("+json", false),
            ("application/jsonp", false),
            ("", false),
        ] {
            assert_eq!(is_json(media_type), accepted, "{media_type}");
        }
    }

    #[test]
    fn strict_handling_is_asked_for_by_prefer() {
        for (prefer, strict) in [
            ("handling=strict", true),
            ("respond-async, Handling = \"strict\"", true),
            ("handling=lenient", false),
            ("strict", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("prefer", prefer.parse().unwrap());
            assert_eq!(handling(&headers) == Handling::Strict, strict, "{prefer}");
        }
    }
}
