//! What a connection answers with, and its bodies as they go out.

use super::{
    activity::{Activity, RequestUnderWay},
    origin::{Origin, TrustedProxies},
    places::{HeldShare, Shares},
};
use axum::{Router, body::Bytes};
use hyper::{
    Request, Response, Version,
    body::{Body, Frame, Incoming, SizeHint},
};
use orderdock_api::{ClientAddress, Crowded};
use std::{
    convert::Infallible,
    net::IpAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};
use tower::ServiceExt;

/// Answered whatever else is under way.
const VITAL: [&str; 5] = ["/api/health", "/api/v1/health", "/api/ready", "/api/v1/ready", "/metrics"];
/// What a client over HTTP/2 takes at once. Most leave a new window when half of theirs is used up, with which one of
/// these goes at least.
const PIECE: usize = 8 << 10;

/// What all connections answer with.
#[derive(Debug)]
pub struct Answers {
    pub router: Router,
    /// For those who are too many.
    pub crowded: Router,
    pub proxies: TrustedProxies,
    /// Requests under way of those behind trusted proxies.
    pub requests: Arc<Shares>,
}

impl Answers {
    /// Answers a request that came over a connection of a peer; in the reserve only what is vital.
    pub fn answer(
        &self,
        request: Request<Incoming>,
        activity: &Arc<Activity>,
        peer: IpAddr,
        in_reserve: bool,
    ) -> impl Future<Output = Result<Response<AnswerBody>, Infallible>> + Send + use<> {
        let http2 = request.version() == Version::HTTP_2;
        let under_way = activity.request(http2);
        let origin = self.proxies.origin(peer, request.headers());
        let admitted = self.admit(request.uri().path(), origin, in_reserve);
        let mut request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ClientAddress(origin.address()));
        let (router, share) = match admitted {
            Ok(share) => (self.router.clone(), share),
            Err(crowded) => {
                request.extensions_mut().insert(crowded);
                (self.crowded.clone(), None)
            }
        };
        async move {
            let Ok(answer) = router.oneshot(request).await;
            let pieces = http2.then(Pieces::default);
            Ok(answer.map(|body| AnswerBody { body, pieces, under_way, _share: share }))
        }
    }

    fn admit(&self, path: &str, origin: Origin, in_reserve: bool) -> Result<Option<HeldShare>, Crowded> {
        match origin {
            _ if VITAL.contains(&path.trim_end_matches('/')) => Ok(None),
            _ if in_reserve => Err(Crowded::Connections),
            Origin::Forwarded(_) => self.requests.take(origin.address()).map(Some).ok_or(Crowded::Requests),
            Origin::Peer(_) | Origin::Proxy(_) => Ok(None),
        }
    }
}

/// A body that is under way until it is dropped. Over HTTP/2 it notes whether the client takes it: there bytes that
/// nobody leaves a window for wait in this process, where the stream does not see them.
pub struct AnswerBody {
    body: axum::body::Body,
    pieces: Option<Pieces>,
    under_way: RequestUnderWay,
    _share: Option<HeldShare>,
}

/// A piece is asked for when there is a window for the first byte of it, and only after all of the pieces before it
/// went. The last byte of what the body brought goes alone, so that what was asked for has gone too in the end.
#[derive(Default)]
struct Pieces {
    rest: Bytes,
    /// One was handed out and may not have gone yet.
    untaken: bool,
}

impl AnswerBody {
    fn note_taken(&mut self) {
        if let Some(pieces) = &mut self.pieces
            && std::mem::take(&mut pieces.untaken)
        {
            self.under_way.activity().taken();
        }
    }

    /// The first piece of what the body brought.
    fn begin(&mut self, frame: Frame<Bytes>) -> Frame<Bytes> {
        let Some(pieces) = &mut self.pieces else { return frame };
        match frame.into_data() {
            Ok(data) => {
                pieces.rest = data;
                Frame::data(self.next_piece().unwrap_or_default())
            }
            Err(trailers) => trailers,
        }
    }

    /// The next piece of what is there already.
    fn next_piece(&mut self) -> Option<Bytes> {
        let pieces = self.pieces.as_mut()?;
        let length = match pieces.rest.len() {
            0 => return None,
            1 => 1,
            length => PIECE.min(length - 1),
        };
        pieces.untaken = true;
        self.under_way.activity().handed_out();
        Some(pieces.rest.split_to(length))
    }
}

impl Body for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.note_taken();
        if let Some(piece) = self.next_piece() {
            return Poll::Ready(Some(Ok(Frame::data(piece))));
        }
        let next = ready!(Pin::new(&mut self.body).poll_frame(context));
        Poll::Ready(next.map(|frame| frame.map(|frame| self.begin(frame))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest() == 0 && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (mut hint, rest) = (self.body.size_hint(), self.rest());
        // in this order: a hint refuses a lower bound above its upper one
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper.saturating_add(rest));
        }
        hint.set_lower(hint.lower().saturating_add(rest));
        hint
    }
}

impl AnswerBody {
    /// Bytes that the body brought and that were not handed out.
    fn rest(&self) -> u64 {
        self.pieces.as_ref().map_or(0, |pieces| pieces.rest.len() as u64)
    }
}

impl Drop for AnswerBody {
    fn drop(&mut self) {
        self.note_taken();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_vital_is_open_to_all() {
        for path in VITAL {
            let calls = orderdock_api::calls();
            let call = calls.iter().find(|call| call.path == path).unwrap();
            assert_eq!((call.access, call.method.as_str()), (orderdock_api::Access::Open, "GET"), "{path}");
        }
    }

    #[tokio::test]
    async fn a_body_in_pieces_is_the_same_body() {
        for length in [0, 1, 2, 3, PIECE, PIECE + 1, PIECE + 2, 3 * PIECE] {
            let bytes: Vec<u8> = (0..=250).cycle().take(length).collect();
            let activity = Activity::begin();
            let (body, pieces) = (bytes.clone().into(), Some(Pieces::default()));
            let mut answer = AnswerBody { body, pieces, under_way: activity.request(true), _share: None };
            let mut seen = Vec::new();
            let mut last = 0;
            while !answer.is_end_stream() {
                assert_eq!(answer.size_hint().exact(), Some((length - seen.len()) as u64));
                let next = std::future::poll_fn(|context| Pin::new(&mut answer).poll_frame(context)).await;
                let Some(frame) = next else { break };
                let data = frame.unwrap().into_data().unwrap();
                assert!(data.len() <= PIECE);
                last = data.len();
                seen.extend_from_slice(&data);
            }
            assert_eq!(seen, bytes);
            assert_eq!(last, usize::from(length > 0), "the last byte of {length} goes alone");
        }
    }
}
