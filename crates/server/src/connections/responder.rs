//! Responds to the requests of a connection and streams response bodies in chunks.

use super::{
    activity::{ActiveRequest, Activity},
    budget::{BufferedBytes, ResponseBudget},
    origin::{Origin, TrustedProxies},
    slots::{AddressLimits, AddressPermit},
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

/// Paths that are served regardless of load.
const VITAL: [&str; 5] = ["/api/health", "/api/v1/health", "/api/ready", "/api/v1/ready", "/metrics"];
/// Size of a chunk over HTTP/2. Most clients update their window when half of it is used, which fits at least one chunk.
const HTTP2_CHUNK: usize = 8 << 10;
/// Size of a chunk over HTTP/1. The remaining bytes stay counted as buffered.
const HTTP1_CHUNK: usize = 64 << 10;

/// Router and limits that all connections share.
#[derive(Debug)]
pub struct Responder {
    pub router: Router,
    /// Responds to rejected requests.
    pub crowded: Router,
    pub proxies: TrustedProxies,
    /// Active requests per client behind trusted proxies.
    pub requests: Arc<AddressLimits>,
    pub budget: Arc<ResponseBudget>,
}

/// Decision about processing a request.
enum Admission {
    /// Served regardless of load.
    Vital,
    Ordinary(Option<AddressPermit>),
    Rejected(OverloadReason),
}

impl Responder {
    /// Responds to a request of a peer. In the reserve, only vital paths are served.
    pub fn respond(
        &self,
        request: Request<Incoming>,
        activity: &Arc<Activity>,
        peer: IpAddr,
        in_reserve: bool,
    ) -> impl Future<Output = Result<Response<ResponseBody>, Infallible>> + Send + use<> {
        let http2 = request.version() == Version::HTTP_2;
        let active_request = activity.request(http2);
        let origin = self.proxies.origin(peer, request.headers());
        let admission = self.admit(request.uri().path(), origin, in_reserve);
        let mut request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ClientAddress(origin.address()));
        request.extensions_mut().insert(activity.caller_seen.clone());
        let (router, crowded, budget) = (self.router.clone(), self.crowded.clone(), self.budget.clone());
        async move {
            let buffered = BufferedBytes::none(&budget, active_request.activity().clone());
            let (mut response, share) = match admission {
                Admission::Vital => (route(router, request).await, None),
                Admission::Ordinary(share) => {
                    (route_within_budget(&budget, &active_request, router, crowded, request).await, share)
                }
                Admission::Rejected(reason) => (reject(crowded, request, reason).await, None),
            };
            if let Some(date) = date(wiring::now()) {
                response.headers_mut().insert(header::DATE, date);
            }
            // shared bytes need no memory of their own
            let is_counted = response.extensions().get::<SharedBody>().is_none();
            let response = response.map(|body| {
                ResponseBody::new(body, http2, active_request, is_counted.then_some(buffered), share)
            });
            Ok(response)
        }
    }

    fn admit(&self, path: &str, origin: Origin, in_reserve: bool) -> Admission {
        match origin {
            _ if VITAL.contains(&path.trim_end_matches('/')) => Admission::Vital,
            _ if in_reserve => Admission::Rejected(OverloadReason::Connections),
            Origin::Forwarded(_) => match self.requests.take(origin.address()) {
                Some(share) => Admission::Ordinary(Some(share)),
                None => Admission::Rejected(OverloadReason::Requests),
            },
            Origin::Peer(_) | Origin::Proxy(_) => Admission::Ordinary(None),
        }
    }
}

/// Formats a time as an HTTP date, also before 1970.
fn date(time: Timestamp) -> Option<HeaderValue> {
    DateTimePrinter::new().timestamp_to_rfc9110_string(&time).ok()?.try_into().ok()
}

type ServedResponse = Response<axum::body::Body>;

async fn route(router: Router, request: Request<axum::body::Body>) -> ServedResponse {
    let Ok(response) = router.oneshot(request).await;
    response
}

async fn reject(
    crowded: Router,
    mut request: Request<axum::body::Body>,
    reason: OverloadReason,
) -> ServedResponse {
    request.extensions_mut().insert(reason);
    route(crowded, request).await
}

/// Processes a request within the response budget, after earlier responses of the connection are sent. A response that
/// exceeds the budget is replaced by a rejection if the request method is safe.
async fn route_within_budget(
    budget: &ResponseBudget,
    active_request: &ActiveRequest,
    router: Router,
    crowded: Router,
    request: Request<axum::body::Body>,
) -> ServedResponse {
    active_request.activity().buffered_below(budget.per_connection).await;
    if budget.is_full() {
        budget.record_rejection();
        return reject(crowded, request, OverloadReason::Responses).await;
    }
    let copy = request.method().is_safe().then(|| without_body(&request));
    let response = route(router, request).await;
    let size = response.body().size_hint().exact().unwrap_or(0);
    let is_shared = response.extensions().get::<SharedBody>().is_some();
    match copy {
        Some(copy) if !is_shared && !budget.fits(size) => {
            drop(response);
            budget.record_rejection();
            reject(crowded, copy, OverloadReason::Responses).await
        }
        _ => response,
    }
}

/// Copies the parts of a request that the rejection depends on.
fn without_body(request: &Request<axum::body::Body>) -> Request<axum::body::Body> {
    let mut copy = Request::new(axum::body::Body::empty());
    *copy.method_mut() = request.method().clone();
    *copy.uri_mut() = request.uri().clone();
    *copy.headers_mut() = request.headers().clone();
    copy
}

/// A response body that keeps its request active until it is dropped. It is split into chunks, so that bytes that the
/// client has not read are counted. Over HTTP/2, bytes without a window wait in this process, where the monitored stream does not see them.
/// The body therefore records itself when its chunks are sent.
///
/// hyper polls for an HTTP/2 chunk when the window has room for its first byte and all earlier chunks are sent. The last
/// byte is a chunk of its own, so that polling for it confirms all bytes before it.
pub struct ResponseBody {
    body: axum::body::Body,
    http2: bool,
    /// Bytes of the inner body that are not yet part of a chunk.
    rest: Bytes,
    /// Bytes of the HTTP/2 chunk that may not be sent yet.
    chunk_bytes: usize,
    /// Absent for bytes shared by responses.
    buffered: Option<BufferedBytes>,
    active_request: ActiveRequest,
    _share: Option<AddressPermit>,
}

impl ResponseBody {
    fn new(
        body: axum::body::Body,
        http2: bool,
        active_request: ActiveRequest,
        buffered: Option<BufferedBytes>,
        share: Option<AddressPermit>,
    ) -> Self {
        let mut response =
            Self { body, http2, rest: Bytes::new(), chunk_bytes: 0, buffered, active_request, _share: share };
        response.update_buffered();
        response
    }

    fn record_sent_chunk(&mut self) {
        let bytes = std::mem::take(&mut self.chunk_bytes);
        if bytes > 0 {
            self.active_request.activity().chunk_sent(bytes);
        }
    }

    /// Splits the next chunk off the received bytes.
    fn next_chunk(&mut self) -> Option<Bytes> {
        let length = match self.rest.len() {
            0 => return None,
            length if !self.http2 => HTTP1_CHUNK.min(length),
            1 => 1,
            length => HTTP2_CHUNK.min(length - 1),
        };
        if self.http2 {
            self.chunk_bytes = length;
            self.active_request.activity().chunk_queued();
        }
        Some(self.rest.split_to(length))
    }

    /// Updates the buffered bytes: the unsent chunk, the remaining bytes, and a body of known size.
    fn update_buffered(&mut self) {
        let waiting =
            (self.chunk_bytes + self.rest.len()) as u64 + self.body.size_hint().exact().unwrap_or(0);
        if let Some(buffered) = &mut self.buffered {
            buffered.set(waiting);
        }
    }
}

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.record_sent_chunk();
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
                },
                end => return Poll::Ready(end),
            }
        }
        let chunk = self.next_chunk().unwrap_or_default();
        self.update_buffered();
        Poll::Ready(Some(Ok(Frame::data(chunk))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (mut hint, rest) = (self.body.size_hint(), self.rest.len() as u64);
        // `set_lower` panics above the upper bound, so the upper bound is set first
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper.saturating_add(rest));
        }
        hint.set_lower(hint.lower().saturating_add(rest));
        hint
    }
}

impl Drop for ResponseBody {
    fn drop(&mut self) {
        self.record_sent_chunk();
    }
}

#[cfg(test)]
mod tests {
    use super::{super::ConnectionLimits, *};
    use std::sync::atomic::Ordering;

    #[test]
    fn vital_paths_need_no_authentication() {
        for path in VITAL {
            let calls = orderdock_api::calls();
            let call = calls.iter().find(|call| call.path == path).unwrap();
            assert_eq!((call.access, call.method.as_str()), (orderdock_api::Access::Open, "GET"), "{path}");
        }
    }

    #[test]
    fn date_before_1970_is_formatted() {
        for (time, expected) in [
            ("1994-11-06T08:49:37.5Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
            ("1966-10-11T22:00:00Z", "Tue, 11 Oct 1966 22:00:00 GMT"),
        ] {
            assert_eq!(date(time.parse().unwrap()).unwrap(), expected);
        }
    }

    #[tokio::test]
    async fn chunked_body_keeps_its_bytes() {
        for length in [0, 1, 2, 3, HTTP2_CHUNK, HTTP2_CHUNK + 1, HTTP2_CHUNK + 2, 3 * HTTP2_CHUNK] {
            let bytes: Vec<u8> = (0..=250).cycle().take(length).collect();
            let activity = Activity::begin(&ConnectionLimits::for_connections(1));
            let budget = ResponseBudget { total: 1, per_connection: 1, metrics: Arc::default() };
            let buffered = BufferedBytes::none(&budget, activity.clone());
            let active_request = activity.request(true);
            let mut response =
                ResponseBody::new(bytes.clone().into(), true, active_request, Some(buffered), None);
            let counted = || budget.metrics.response_bytes.load(Ordering::Relaxed);
            let mut seen = Vec::new();
            let mut last = 0;
            while !response.is_end_stream() {
                let left = (length - seen.len()) as u64;
                assert_eq!(response.size_hint().exact(), Some(left));
                assert_eq!(counted(), left + last as u64, "the last chunk may not be sent yet");
                let next = std::future::poll_fn(|context| Pin::new(&mut response).poll_frame(context)).await;
                let Some(frame) = next else { break };
                let data = frame.unwrap().into_data().unwrap();
                assert!(data.len() <= HTTP2_CHUNK);
                last = data.len();
                seen.extend_from_slice(&data);
            }
            assert_eq!(seen, bytes);
            assert_eq!(last, usize::from(length > 0), "the last byte of {length} is a chunk of its own");
        }
    }
}
