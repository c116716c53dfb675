//! Reads request bodies: checks media type, size, transfer rate and memory budget before decoding. Sizes
//! refer to the content without its content coding.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, header};
use bytes::Bytes;
use orderdock_app::Caller;
use orderdock_domain::problem::{Param, Problem, ProblemCode};

use crate::Api;
use crate::http::error::ApiError;
use crate::http::incoming::IncomingBody;
use crate::http::limits::{Permit, Reservation};

/// Maximum size of a bulk import in bytes.
pub const BULK_BYTES: usize = 64 << 20;
/// Maximum size of a sales order in bytes: 10,000 lines fit.
pub const ORDER_BYTES: usize = 8 << 20;
/// Maximum size of other JSON bodies in bytes.
pub const SINGLE_BYTES: usize = 1 << 20;
/// Maximum size of a memory block in bytes.
const BLOCK_BYTES: usize = 1 << 20;

/// Reads the JSON body of a bulk import and acquires a permit, which is held as long as the bytes exist.
pub async fn read_bulk(
    api: &Api,
    caller: &Caller,
    headers: &HeaderMap,
    body: Body,
) -> Result<(Bytes, Arc<Permit>), ApiError> {
    check_media_type(headers)?;
    let body = ComingBody::begin(api, headers, body, BULK_BYTES)?;
    match api.active_limits.bulk(caller).await {
        Ok(permit) => Ok((body.whole(Some(permit.clone())).await?, permit)),
        Err(error) => Err(body.rejected(error).await),
    }
}

/// Reads a complete body. Returns 408 if it arrives too slowly, 413 if it is too large, 503 if the memory
/// budget is exhausted.
pub async fn read(api: &Api, headers: &HeaderMap, body: Body, limit: usize) -> Result<Bytes, ApiError> {
    ComingBody::begin(api, headers, body, limit)?.whole(None).await
}

/// Body that is being buffered.
struct ComingBody {
    pieces: IncomingBody,
    /// Received bytes. Full blocks are not moved: reallocating large buffers would leave the allocator with
    /// twice the memory.
    blocks: Vec<Vec<u8>>,
    length: usize,
    /// Reservation for allocated memory, at most twice the received bytes: a large `Content-Length` alone
    /// reserves nothing.
    reservation: Reservation,
    limit: usize,
    announced: Option<usize>,
    /// The sender waits for `100 Continue`.
    waits: bool,
}

impl ComingBody {
    fn begin(api: &Api, headers: &HeaderMap, body: Body, limit: usize) -> Result<Self, ApiError> {
        let pieces = IncomingBody::new(api, headers, body)?;
        let announced = header_text(headers, &header::CONTENT_LENGTH).filter(|_| pieces.is_plain());
        let announced = announced.and_then(|length| length.parse().ok());
        if announced.is_some_and(|length: usize| length > limit) {
            return Err(too_large(limit));
        }
        Ok(Self {
            pieces,
            blocks: Vec::new(),
            length: 0,
            reservation: api.active_limits.bodies.begin(),
            limit,
            announced,
            waits: headers.contains_key(header::EXPECT),
        })
    }

    async fn whole(mut self, permit: Option<Arc<Permit>>) -> Result<Bytes, ApiError> {
        while let Some(piece) = self.pieces.next().await? {
            self.waits = false;
            if self.length + piece.len() > self.limit {
                return Err(too_large(self.limit));
            }
            if let Err(error) = self.add(&piece) {
                return Err(self.rejected(error).await);
            }
        }
        let mut bytes = if self.blocks.len() > 1 {
            let mut bytes = Vec::with_capacity(self.length);
            // each block is freed once it is copied
            self.blocks.drain(..).for_each(|block| bytes.extend_from_slice(&block));
            bytes
        } else {
            self.blocks.pop().unwrap_or_default()
        };
        bytes.shrink_to_fit();
        self.reservation.shrink_to(bytes.capacity());
        Ok(self.reservation.keep(bytes, permit))
    }

    fn add(&mut self, mut piece: &[u8]) -> Result<(), ApiError> {
        while !piece.is_empty() {
            let block = self.block(piece.len())?;
            let (now, rest) = piece.split_at(piece.len().min(block.capacity() - block.len()));
            block.extend_from_slice(now);
            self.length += now.len();
            piece = rest;
        }
        Ok(())
    }

    /// Returns a block with free space.
    fn block(&mut self, more: usize) -> Result<&mut Vec<u8>, ApiError> {
        let expected = self.announced.unwrap_or(self.limit).max(self.length + more);
        let open = self.blocks.pop_if(|last| last.len() < BLOCK_BYTES);
        let mut block = open.unwrap_or_default();
        if block.len() == block.capacity() {
            let doubled = (block.len() + more).max(block.capacity() + self.length);
            let maximum = (expected - self.length + block.len()).min(BLOCK_BYTES);
            let wanted = doubled.min(maximum);
            self.reservation.grow(wanted - block.capacity())?;
            block.reserve_exact(wanted - block.len());
        }
        self.blocks.push(block);
        Ok(self.blocks.last_mut().unwrap_or_else(|| unreachable!("it was put there")))
    }

    /// Reads the rest of the body before an error that can be retried, so that the sender reads the response.
    async fn rejected(self, error: ApiError) -> ApiError {
        let Self { mut pieces, waits, blocks, reservation, .. } = self;
        drop((blocks, reservation));
        if !waits {
            pieces.drain().await;
        }
        error
    }
}

fn too_large(limit: usize) -> ApiError {
    Problem::new(ProblemCode::BodyTooLarge, "").with("limit", i64::try_from(limit).unwrap_or(i64::MAX)).into()
}

/// Returns the media type for the request log.
pub fn media_type(headers: &HeaderMap) -> String {
    header_text(headers, &header::CONTENT_TYPE).unwrap_or_default().to_owned()
}

/// Whether unknown members are errors (`Prefer: handling=strict`).
pub fn is_strict(headers: &HeaderMap) -> bool {
    preferences(headers, "handling").any(|value| value.eq_ignore_ascii_case("strict"))
}

/// Returns the values of a preference in `Prefer` (RFC 7240).
pub fn preferences<'a>(headers: &'a HeaderMap, wanted: &str) -> impl Iterator<Item = &'a str> {
    let wishes = headers.get_all("prefer").iter().filter_map(|value| value.to_str().ok());
    wishes.flat_map(|value| value.split([',', ';'])).filter_map(move |wish| {
        let (name, value) = wish.split_once('=')?;
        name.trim().eq_ignore_ascii_case(wanted).then(|| value.trim().trim_matches('"'))
    })
}

fn header_text<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Returns 415 unless the media type is JSON.
pub fn check_media_type(headers: &HeaderMap) -> Result<(), ApiError> {
    let sent = header_text(headers, &header::CONTENT_TYPE).unwrap_or_default();
    if is_json(sent) {
        return Ok(());
    }
    let fault = Problem::new(ProblemCode::BodyMediaType, "");
    Err(fault.with("expected", Param::one_of(["application/json"])).with("seen", sent).into())
}

/// Whether a media type is `application/json` or ends in `+json`, in UTF-8.
fn is_json(media_type: &str) -> bool {
    let mut parts = media_type.split(';');
    let essence = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
    let utf8 = parts.all(|parameter| {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        !name.trim().eq_ignore_ascii_case("charset")
            || ["utf-8", "utf8"].iter().any(|utf8| value.trim().trim_matches('"').eq_ignore_ascii_case(utf8))
    });
    let json = essence == "application/json" || (essence.contains('/') && essence.ends_with("+json"));
    json && utf8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_media_types_are_accepted() {
        for (media_type, accepted) in [
            ("application/json", true),
            ("Application/JSON; charset=utf-8", true),
            ("application/json;charset=\"UTF-8\"", true),
            ("application/json; charset=utf8", true),
            ("application/json; Charset=\"UTF8\"", true),
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
    fn prefer_handling_strict_is_read() {
        for (prefer, strict) in [
            ("handling=strict", true),
            ("respond-async, Handling = \"strict\"", true),
            ("handling=lenient", false),
            ("strict", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("prefer", prefer.parse().unwrap());
            assert_eq!(is_strict(&headers), strict, "{prefer}");
        }
    }
}
