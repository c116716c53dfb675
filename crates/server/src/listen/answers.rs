//! What a connection answers with, and its bodies as they go out.

use super::{
    activity::{Activity, RequestUnderWay},
    budget::{ResponseBudget, UntakenBytes},
    origin::{Origin, TrustedProxies},
    places::{HeldShare, Shares},
};
use crate::wiring;
use axum::{Router, body::Bytes};
use hyper::{
    Request, Response, Version,
    body::{Body, Frame, Incoming, SizeHint},
    header::{self, HeaderValue},
};
use jiff::{Timestamp, fmt::rfc2822::DateTimePrinter};
use orderdock_api::{ClientAddress, OverloadReason, SharedBody};
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
const HTTP2_PIECE: usize = 8 << 10;
/// What a connection over HTTP/1 is handed at once, so that the rest is still counted.
const HTTP1_PIECE: usize = 64 << 10;

/// What all connections answer with.
#[derive(Debug)]
pub struct Answers {
    pub router: Router,
    /// For those who are too many.
    pub crowded: Router,
    pub proxies: TrustedProxies,
    /// Requests under way of those behind trusted proxies.
    pub requests: Arc<Shares>,
    pub budget: Arc<ResponseBudget>,
}

/// How a request is let in.
enum Admission {
    /// Whatever else is under way.
    Vital,
    Ordinary(Option<HeldShare>),
    Refused(OverloadReason),
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
        let admission = self.admit(request.uri().path(), origin, in_reserve);
        let mut request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ClientAddress(origin.address()));
        request.extensions_mut().insert(activity.caller_seen.clone());
        let (router, crowded, budget) = (self.router.clone(), self.crowded.clone(), self.budget.clone());
        async move {
            let untaken = UntakenBytes::none(&budget, under_way.activity().clone());
            let (mut answer, share) = match admission {
                Admission::Vital => (routed(router, request).await, None),
                Admission::Ordinary(share) => {
                    (within(&budget, &under_way, router, crowded, request).await, share)
                }
                Admission::Refused(because) => (refused(crowded, request, because).await, None),
            };
            if let Some(date) = date(wiring::now()) {
                answer.headers_mut().insert(header::DATE, date);
            }
            // what is shared costs no memory
            let is_counted = answer.extensions().get::<SharedBody>().is_none();
            let answer = answer
                .map(|body| AnswerBody::new(body, http2, under_way, is_counted.then_some(untaken), share));
            Ok(answer)
        }
    }

    fn admit(&self, path: &str, origin: Origin, in_reserve: bool) -> Admission {
        match origin {
            _ if VITAL.contains(&path.trim_end_matches('/')) => Admission::Vital,
            _ if in_reserve => Admission::Refused(OverloadReason::Connections),
            Origin::Forwarded(_) => match self.requests.take(origin.address()) {
                Some(share) => Admission::Ordinary(Some(share)),
                None => Admission::Refused(OverloadReason::Requests),
            },
            Origin::Peer(_) | Origin::Proxy(_) => Admission::Ordinary(None),
        }
    }
}

/// A time as HTTP writes it, also one before 1970.
fn date(time: Timestamp) -> Option<HeaderValue> {
    DateTimePrinter::new().timestamp_to_rfc9110_string(&time).ok()?.try_into().ok()
}

type ServedResponse = Response<axum::body::Body>;

async fn routed(router: Router, request: Request<axum::body::Body>) -> ServedResponse {
    let Ok(answer) = router.oneshot(request).await;
    answer
}

async fn refused(
    crowded: Router,
    mut request: Request<axum::body::Body>,
    because: OverloadReason,
) -> ServedResponse {
    request.extensions_mut().insert(because);
    routed(crowded, request).await
}

/// Answers when the connection has taken what came before, unless responses fill the memory for them. A response that
/// does not fit is given up where the request can be repeated without harm.
async fn within(
    budget: &ResponseBudget,
    under_way: &RequestUnderWay,
    router: Router,
    crowded: Router,
    request: Request<axum::body::Body>,
) -> ServedResponse {
    under_way.activity().holds_fewer_than(budget.of_a_connection).await;
    if budget.is_full() {
        budget.note_refused();
        return refused(crowded, request, OverloadReason::Responses).await;
    }
    let again = request.method().is_safe().then(|| repeated(&request));
    let answer = routed(router, request).await;
    let size = answer.body().size_hint().exact().unwrap_or(0);
    let is_shared = answer.extensions().get::<SharedBody>().is_some();
    match again {
        Some(again) if !is_shared && !budget.has_room(size) => {
            drop(answer);
            budget.note_refused();
            refused(crowded, again, OverloadReason::Responses).await
        }
        _ => answer,
    }
}

/// A request as far as its refusal depends on it.
fn repeated(request: &Request<axum::body::Body>) -> Request<axum::body::Body> {
    let mut copy = Request::new(axum::body::Body::empty());
    *copy.method_mut() = request.method().clone();
    *copy.uri_mut() = request.uri().clone();
    *copy.headers_mut() = request.headers().clone();
    copy
}

/// A body that is under way until it is dropped. It is handed out in pieces, so that what the client has not taken is
/// counted. Over HTTP/2 it notes whether the client takes it: there bytes that nobody leaves a window for wait in this
/// process, where the stream does not see them.
///
/// Over HTTP/2 a piece is asked for when there is a window for the first byte of it, and only after all of the pieces
/// before it went. The last byte of what the body brought goes alone, so that what was asked for has gone too in the end.
pub struct AnswerBody {
    body: axum::body::Body,
    http2: bool,
    /// What the body brought and was not handed out.
    rest: Bytes,
    /// Bytes that were handed out over HTTP/2 and may not have gone yet.
    handed_out: usize,
    /// None for bytes that are shared.
    untaken: Option<UntakenBytes>,
    under_way: RequestUnderWay,
    _share: Option<HeldShare>,
}

impl AnswerBody {
    fn new(
        body: axum::body::Body,
        http2: bool,
        under_way: RequestUnderWay,
        untaken: Option<UntakenBytes>,
        share: Option<HeldShare>,
    ) -> Self {
        let mut answer =
            Self { body, http2, rest: Bytes::new(), handed_out: 0, untaken, under_way, _share: share };
        answer.count();
        answer
    }

    fn note_taken(&mut self) {
        let bytes = std::mem::take(&mut self.handed_out);
        if bytes > 0 {
            self.under_way.activity().taken(bytes);
        }
    }

    /// The next piece of what is there already.
    fn next_piece(&mut self) -> Option<Bytes> {
        let length = match self.rest.len() {
            0 => return None,
            length if !self.http2 => HTTP1_PIECE.min(length),
            1 => 1,
            length => HTTP2_PIECE.min(length - 1),
        };
        if self.http2 {
            self.handed_out = length;
            self.under_way.activity().handed_out();
        }
        Some(self.rest.split_to(length))
    }

    /// Bytes that wait in memory: those whose window is not there yet, what was brought, and a body that is there as a whole.
    fn count(&mut self) {
        let waiting = (self.handed_out + self.rest.len()) as u64 + self.body.size_hint().exact().unwrap_or(0);
        if let Some(untaken) = &mut self.untaken {
            untaken.set(waiting);
        }
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
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
                },
                end => return Poll::Ready(end),
            }
        }
        let piece = self.next_piece().unwrap_or_default();
        self.count();
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (mut hint, rest) = (self.body.size_hint(), self.rest.len() as u64);
        // in this order: a hint refuses a lower bound above its upper one
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper.saturating_add(rest));
        }
        hint.set_lower(hint.lower().saturating_add(rest));
        hint
    }
}

impl Drop for AnswerBody {
    fn drop(&mut self) {
        self.note_taken();
    }
}

#[cfg(test)]
mod tests {
    use super::{super::ConnectionLimits, *};
    use std::sync::atomic::Ordering;

    #[test]
    fn what_is_vital_is_open_to_all() {
        for path in VITAL {
            let calls = orderdock_api::calls();
            let call = calls.iter().find(|call| call.path == path).unwrap();
            assert_eq!((call.access, call.method.as_str()), (orderdock_api::Access::Open, "GET"), "{path}");
        }
    }

    #[test]
    fn dates_are_written_as_http_writes_them_also_before_1970() {
        for (time, expected) in [
            ("1994-11-06T08:49:37.5Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
            ("1966-10-11T22:00:00Z", "Tue, 11 Oct 1966 22:00:00 GMT"),
        ] {
            assert_eq!(date(time.parse().unwrap()).unwrap(), expected);
        }
    }

    #[tokio::test]
    async fn a_body_in_pieces_is_the_same_body() {
        for length in [0, 1, 2, 3, HTTP2_PIECE, HTTP2_PIECE + 1, HTTP2_PIECE + 2, 3 * HTTP2_PIECE] {
            let bytes: Vec<u8> = (0..=250).cycle().take(length).collect();
            let activity = Activity::begin(&ConnectionLimits::for_connections(1));
            let budget = ResponseBudget { total: 1, of_a_connection: 1, metrics: Arc::default() };
            let untaken = UntakenBytes::none(&budget, activity.clone());
            let under_way = activity.request(true);
            let mut answer = AnswerBody::new(bytes.clone().into(), true, under_way, Some(untaken), None);
            let counted = || budget.metrics.response_bytes.load(Ordering::Relaxed);
            let mut seen = Vec::new();
            let mut last = 0;
            while !answer.is_end_stream() {
                let left = (length - seen.len()) as u64;
                assert_eq!(answer.size_hint().exact(), Some(left));
                assert_eq!(counted(), left + last as u64, "the last piece may not have gone yet");
                let next = std::future::poll_fn(|context| Pin::new(&mut answer).poll_frame(context)).await;
                let Some(frame) = next else { break };
                let data = frame.unwrap().into_data().unwrap();
                assert!(data.len() <= HTTP2_PIECE);
                last = data.len();
                seen.extend_from_slice(&data);
            }
            assert_eq!(seen, bytes);
            assert_eq!(last, usize::from(length > 0), "the last byte of {length} goes alone");
        }
    }
}
