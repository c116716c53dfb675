//! Taking in a body: media type, size, pace and room are checked before a byte is decoded. Sizes are those of the content
//! without its content coding.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, header};
use bytes::Bytes;
use orderdock_app::OpContext;
use orderdock_domain::problem::{Param, Problem, ProblemCode};

use crate::Api;
use crate::http::incoming::IncomingBody;
use crate::http::limits::{GatePlace, Reservation};
use crate::http::refusal::Refusal;

/// Most bytes of a list of candidates.
pub const BULK_BYTES: usize = 64 << 20;
/// Most bytes of a sales order: 10,000 lines fit.
pub const ORDER_BYTES: usize = 8 << 20;
/// Most bytes of any other JSON body.
pub const SINGLE_BYTES: usize = 1 << 20;
/// What has come of a body is kept in blocks of so many bytes at most.
const BLOCK_BYTES: usize = 1 << 20;

/// Reads the JSON body of a bulk whole; it keeps a place among the caller's bulks as long as its bytes live.
pub async fn read_bulk(
    api: &Api,
    caller: &OpContext,
    headers: &HeaderMap,
    body: Body,
) -> Result<(Bytes, Arc<GatePlace>), Refusal> {
    check_media_type(headers)?;
    let body = ComingBody::begin(api, headers, body, BULK_BYTES)?;
    match api.in_force.bulk(caller).await {
        Ok(place) => Ok((body.whole(Some(place.clone())).await?, place)),
        Err(refusal) => Err(body.refused(refusal).await),
    }
}

/// Reads a body whole. One that comes too slowly is answered 408, one for which there is no room 503.
pub async fn read(api: &Api, headers: &HeaderMap, body: Body, limit: usize) -> Result<Bytes, Refusal> {
    ComingBody::begin(api, headers, body, limit)?.whole(None).await
}

/// A body while it comes.
struct ComingBody {
    pieces: IncomingBody,
    /// What has come. A block that is full stays where it is: large ones that are copied while they grow leave the allocator
    /// with as much again.
    blocks: Vec<Vec<u8>>,
    length: usize,
    /// Of what is made for the bytes, which is never more than twice what has come: who announces much and sends little
    /// takes it from nobody.
    room: Reservation,
    limit: usize,
    announced: Option<usize>,
    /// The sender waits for a word before it sends the body.
    waits: bool,
}

impl ComingBody {
    fn begin(api: &Api, headers: &HeaderMap, body: Body, limit: usize) -> Result<Self, Refusal> {
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
            room: api.in_force.bodies.begin(),
            limit,
            announced,
            waits: headers.contains_key(header::EXPECT),
        })
    }

    async fn whole(mut self, place: Option<Arc<GatePlace>>) -> Result<Bytes, Refusal> {
        while let Some(piece) = self.pieces.next().await? {
            self.waits = false;
            if self.length + piece.len() > self.limit {
                return Err(too_large(self.limit));
            }
            if let Err(refusal) = self.add(&piece) {
                return Err(self.refused(refusal).await);
            }
        }
        let mut bytes = if self.blocks.len() > 1 {
            let mut bytes = Vec::with_capacity(self.length);
            // each goes as soon as it is copied
            self.blocks.drain(..).for_each(|block| bytes.extend_from_slice(&block));
            bytes
        } else {
            self.blocks.pop().unwrap_or_default()
        };
        bytes.shrink_to_fit();
        self.room.shrink_to(bytes.capacity());
        Ok(self.room.keep(bytes, place))
    }

    fn add(&mut self, mut piece: &[u8]) -> Result<(), Refusal> {
        while !piece.is_empty() {
            let block = self.block(piece.len())?;
            let (now, rest) = piece.split_at(piece.len().min(block.capacity() - block.len()));
            block.extend_from_slice(now);
            self.length += now.len();
            piece = rest;
        }
        Ok(())
    }

    /// A block with room for some of what comes next.
    fn block(&mut self, more: usize) -> Result<&mut Vec<u8>, Refusal> {
        let expected = self.announced.unwrap_or(self.limit).max(self.length + more);
        let open = self.blocks.pop_if(|last| last.len() < BLOCK_BYTES);
        let mut block = open.unwrap_or_default();
        if block.len() == block.capacity() {
            let doubled = (block.len() + more).max(block.capacity() + self.length);
            let most = (expected - self.length + block.len()).min(BLOCK_BYTES);
            let wanted = doubled.min(most);
            self.room.grow(wanted - block.capacity())?;
            block.reserve_exact(wanted - block.len());
        }
        self.blocks.push(block);
        Ok(self.blocks.last_mut().unwrap_or_else(|| unreachable!("it was put there")))
    }

    /// What is refused for the moment alone: its sender is to read that, and sends the body first.
    async fn refused(self, refusal: Refusal) -> Refusal {
        let Self { mut pieces, waits, blocks, room, .. } = self;
        drop((blocks, room));
        if !waits {
            pieces.drain().await;
        }
        refusal
    }
}

fn too_large(limit: usize) -> Refusal {
    Problem::new(ProblemCode::BodyTooLarge, "").with("limit", i64::try_from(limit).unwrap_or(i64::MAX)).into()
}

/// The media type as sent, for the request log.
pub fn media_type(headers: &HeaderMap) -> String {
    header_text(headers, &header::CONTENT_TYPE).unwrap_or_default().to_owned()
}

/// `Prefer: handling=strict` makes unknown members errors.
pub fn is_strict(headers: &HeaderMap) -> bool {
    preferences(headers, "handling").any(|value| value.eq_ignore_ascii_case("strict"))
}

/// The values that `Prefer` (RFC 7240) has of a name.
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

/// Refuses what is not said to be JSON.
pub fn check_media_type(headers: &HeaderMap) -> Result<(), Refusal> {
    let sent = header_text(headers, &header::CONTENT_TYPE).unwrap_or_default();
    if is_json(sent) {
        return Ok(());
    }
    let fault = Problem::new(ProblemCode::BodyMediaType, "");
    Err(fault.with("expected", Param::one_of(["application/json"])).with("seen", sent).into())
}

/// `application/json`, or any type ending in `+json`, in UTF-8.
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
    fn json_by_any_of_its_names() {
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
    fn strict_handling_is_asked_for_by_prefer() {
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
