//! State of a connection, and the time at which it must be drained or closed.

use super::{ConnectionLimits, rate::RateAllowance};
use orderdock_api::CallerSeen;
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{sync::Notify, time::Instant};

/// Activity of a connection, updated by its stream, requests and responses.
#[derive(Debug)]
pub struct Activity {
    state: Mutex<ActivityState>,
    /// Notified when buffered bytes decrease.
    bytes_released: Notify,
    /// Set after the first request with a valid token or session.
    pub caller_seen: CallerSeen,
}

/// Action on a connection whose timeout has passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeoutAction {
    /// Accept no new request.
    Drain,
    /// Close immediately.
    Close(CloseReason),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseReason {
    NoHandshake,
    NoHeader,
    Stalled,
    Idle,
}

/// Retention priority of a connection when slots are scarce. The connection with the lowest priority is closed first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RetentionPriority {
    authenticated: bool,
    /// Average bytes sent per second.
    rate: u64,
}

#[derive(Debug)]
struct ActivityState {
    started_at: Instant,
    http2: bool,
    /// Requests without a complete response.
    requests: usize,
    /// Start of the idle time: the end of the last request or the last sent byte.
    idle_since: Instant,
    /// Start of the wait for request headers: the start of the connection; over HTTP/1, also the first byte of a later request.
    header_since: Option<Instant>,
    /// Minimum rate of writes to the socket.
    writing: RateAllowance,
    /// HTTP/2 responses with a chunk that waits for the flow-control window.
    pending_chunks: usize,
    /// Minimum rate of opening flow-control windows.
    windows: RateAllowance,
    /// Bytes sent since the start of the connection.
    sent_bytes: u64,
    /// Response bytes in memory.
    buffered_bytes: u64,
    draining_since: Option<Instant>,
}

impl Activity {
    pub fn begin(limits: &ConnectionLimits) -> Arc<Self> {
        let now = Instant::now();
        let state = ActivityState {
            started_at: now,
            http2: false,
            requests: 0,
            idle_since: now,
            header_since: Some(now),
            writing: RateAllowance::new(limits.rate),
            pending_chunks: 0,
            windows: RateAllowance::new(limits.rate),
            sent_bytes: 0,
            buffered_bytes: 0,
            draining_since: None,
        };
        Arc::new(Self {
            state: Mutex::new(state),
            bytes_released: Notify::new(),
            caller_seen: CallerSeen::default(),
        })
    }

    /// Counts a request as active until its response body is dropped.
    pub fn request(self: &Arc<Self>, http2: bool) -> ActiveRequest {
        let mut state = self.state();
        state.http2 = http2;
        state.requests += 1;
        state.header_since = None;
        ActiveRequest(self.clone())
    }

    /// Records received bytes.
    pub fn bytes_received(&self) {
        let mut state = self.state();
        // over HTTP/2 the bytes can be a ping response
        if state.requests == 0 && !state.http2 {
            state.header_since.get_or_insert_with(Instant::now);
        }
    }

    /// Records sent bytes.
    pub fn bytes_sent(&self, bytes: usize) {
        let now = Instant::now();
        let mut state = self.state();
        state.writing.take(now, bytes, false);
        state.sent_bytes = state.sent_bytes.saturating_add(bytes as u64);
        // over HTTP/2 the bytes can be a ping, and a response counts as active until it is sent
        if state.requests == 0 && !state.http2 {
            state.idle_since = now;
        }
    }

    /// Records a blocked write.
    pub fn write_blocked(&self) {
        self.state().writing.wait(Instant::now());
    }

    /// Records a chunk that waits for the flow-control window.
    pub fn chunk_queued(&self) {
        let mut state = self.state();
        state.pending_chunks += 1;
        state.windows.wait(Instant::now());
    }

    /// Records that a queued chunk was sent or dropped.
    pub fn chunk_sent(&self, bytes: usize) {
        let mut state = self.state();
        state.pending_chunks = state.pending_chunks.saturating_sub(1);
        let chunks_remain = state.pending_chunks > 0;
        state.windows.take(Instant::now(), bytes, chunks_remain);
    }

    /// Updates the buffered bytes of a response.
    pub fn change_buffered_bytes(&self, before: u64, now: u64) {
        let mut state = self.state();
        state.buffered_bytes = state.buffered_bytes.saturating_sub(before).saturating_add(now);
        drop(state);
        if now < before {
            self.bytes_released.notify_waiters();
        }
    }

    /// Waits until fewer than `bytes` are buffered.
    pub async fn buffered_below(&self, bytes: u64) {
        loop {
            let released = self.bytes_released.notified();
            if self.state().buffered_bytes < bytes {
                return;
            }
            released.await;
        }
    }

    /// Marks the connection as draining.
    pub fn drain(&self) {
        self.state().draining_since.get_or_insert_with(Instant::now);
    }

    /// Returns the retention priority, or none if the connection must not be closed to free its slot: a young connection
    /// with an incomplete request or response, or an authenticated connection with a request that is being processed.
    pub fn priority(&self, protected_age: Duration) -> Option<RetentionPriority> {
        let state = self.state();
        let age = state.started_at.elapsed();
        let authenticated = self.caller_seen.is_set();
        let processing =
            state.requests > 0 && state.windows.ends().is_none() && state.writing.ends().is_none();
        let starting = age < protected_age && (processing || state.header_since.is_some());
        if starting || (authenticated && processing) {
            return None;
        }
        let seconds = age.as_secs().max(1);
        Some(RetentionPriority { authenticated, rate: state.sent_bytes / seconds })
    }

    /// Returns the next action and its time if no activity happens before.
    pub fn next(&self, limits: &ConnectionLimits) -> Option<(Instant, TimeoutAction)> {
        let state = self.state();
        let end = |at: Instant, cause| (at, TimeoutAction::Close(cause));
        let idle =
            (state.requests == 0 && state.header_since.is_none()).then(|| match state.draining_since {
                None => (state.idle_since + limits.idle, TimeoutAction::Drain),
                // the client receives the last response within the header timeout
                Some(draining) => end(draining.max(state.idle_since) + limits.header, CloseReason::Idle),
            });
        let due = [
            state.header_since.map(|since| end(since + limits.header, CloseReason::NoHeader)),
            state.writing.ends().map(|at| end(at, CloseReason::Stalled)),
            state.windows.ends().map(|at| end(at, CloseReason::Stalled)),
            idle,
            state.draining_since.is_none().then(|| (state.started_at + limits.age, TimeoutAction::Drain)),
        ];
        due.into_iter().flatten().min_by_key(|(at, _)| *at)
    }

    fn state(&self) -> MutexGuard<'_, ActivityState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An active request; dropped with its response body.
#[derive(Debug)]
pub struct ActiveRequest(Arc<Activity>);

impl ActiveRequest {
    pub fn activity(&self) -> &Arc<Activity> {
        &self.0
    }
}

impl Drop for ActiveRequest {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.requests = state.requests.saturating_sub(1);
        state.idle_since = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    type Event = fn(&Arc<Activity>, &mut Vec<ActiveRequest>);

    /// Applies events, each with its time in seconds, and returns the next action with its time.
    async fn next_action(http2: bool, events: &[(u64, Event)]) -> Option<(u64, TimeoutAction)> {
        let limits = ConnectionLimits::for_connections(1024);
        let (started_at, activity, mut active_request) =
            (Instant::now(), Activity::begin(&limits), Vec::new());
        activity.state().http2 = http2;
        for (second, apply) in events {
            tokio::time::advance(started_at + Duration::from_secs(*second) - Instant::now()).await;
            apply(&activity, &mut active_request);
        }
        let next = activity.next(&limits);
        next.map(|(at, step)| ((at - started_at).as_secs(), step))
    }

    const REQUESTED: Event = |activity, active_request| {
        let http2 = activity.state().http2;
        active_request.push(activity.request(http2));
    };
    const RESPONDED: Event = |_, active_request| drop(active_request.pop());
    const READ: Event = |activity, _| activity.bytes_received();
    const WROTE: Event = |activity, _| activity.bytes_sent(1);
    const WAITS: Event = |activity, _| activity.write_blocked();
    const HANDED: Event = |activity, _| activity.chunk_queued();
    const TAKEN: Event = |activity, _| activity.chunk_sent(1);
    const LEFT: Event = |activity, _| activity.drain();
    const HOUR: u64 = 3600;

    #[tokio::test(start_paused = true)]
    async fn next_action_depends_on_state() {
        let stalled = TimeoutAction::Close(CloseReason::Stalled);
        for (state, http2, events, expected) in [
            ("no bytes received", false, &[][..], (10, TimeoutAction::Close(CloseReason::NoHeader))),
            ("incomplete headers", false, &[(4, READ)], (10, TimeoutAction::Close(CloseReason::NoHeader))),
            (
                "request is processed",
                false,
                &[(1, READ), (2, REQUESTED), (3, READ)],
                (HOUR, TimeoutAction::Drain),
            ),
            ("response complete", false, &[(2, REQUESTED), (5, RESPONDED)], (65, TimeoutAction::Drain)),
            (
                "response complete, bytes sent later",
                false,
                &[(2, REQUESTED), (5, RESPONDED), (30, WROTE)],
                (90, TimeoutAction::Drain),
            ),
            (
                "incomplete headers of a second request",
                false,
                &[(2, REQUESTED), (5, RESPONDED), (30, READ)],
                (40, TimeoutAction::Close(CloseReason::NoHeader)),
            ),
            ("write blocked", false, &[(2, REQUESTED), (5, WAITS), (6, WAITS)], (15, stalled)),
            (
                "write of a complete response blocked",
                false,
                &[(2, REQUESTED), (5, WAITS), (6, RESPONDED)],
                (15, stalled),
            ),
            (
                "write resumed",
                false,
                &[(2, REQUESTED), (5, WAITS), (14, WROTE)],
                (HOUR, TimeoutAction::Drain),
            ),
            (
                "ping after the response",
                true,
                &[(2, REQUESTED), (5, RESPONDED), (30, READ), (31, WROTE)],
                (65, TimeoutAction::Drain),
            ),
            ("chunk queued", true, &[(2, REQUESTED), (3, HANDED)], (13, stalled)),
            (
                "chunk queued, pings exchanged",
                true,
                &[(2, REQUESTED), (3, HANDED), (12, READ), (12, WROTE)],
                (13, stalled),
            ),
            (
                "one of two chunks sent, one byte long",
                true,
                &[(2, REQUESTED), (3, HANDED), (4, HANDED), (9, TAKEN)],
                (13, stalled),
            ),
            ("chunk sent", true, &[(2, REQUESTED), (3, HANDED), (9, TAKEN)], (HOUR, TimeoutAction::Drain)),
            (
                "draining, response complete",
                true,
                &[(2, REQUESTED), (3600, LEFT), (3700, RESPONDED)],
                (3710, TimeoutAction::Close(CloseReason::Idle)),
            ),
        ] {
            assert_eq!(next_action(http2, events).await, Some(expected), "{state}");
        }
        assert_eq!(
            next_action(false, &[(2, REQUESTED), (HOUR, LEFT)]).await,
            None,
            "draining, request is processed"
        );
    }
}
