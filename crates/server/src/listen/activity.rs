//! What a connection is doing, and when it has to end.

use super::{ConnectionLimits, pace::PaceAllowance};
use orderdock_api::CallerSeen;
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{sync::Notify, time::Instant};

/// Noted from several places at once: the stream, the requests and their answers.
#[derive(Debug)]
pub struct Activity {
    state: Mutex<ActivityState>,
    /// Bytes of a response were taken or dropped.
    fewer_bytes: Notify,
    /// Set once a request of the connection had a valid token or session.
    pub caller_seen: CallerSeen,
}

/// What is due on a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DueStep {
    /// It takes no new request.
    Leave,
    /// It ends at once.
    End(EndReason),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndReason {
    NoHandshake,
    NoHeader,
    Stalled,
    Idle,
}

/// How much a connection is worth keeping where places are short; the smallest is closed first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worth {
    authenticated: bool,
    /// Bytes per second, since it began.
    taken: u64,
}

#[derive(Debug)]
struct ActivityState {
    begun: Instant,
    http2: bool,
    /// Requests whose answers are not whole yet.
    requests: usize,
    /// Since when there is none; bytes of an answer that are still being taken count as one.
    idle_since: Instant,
    /// A header is awaited: from the beginning, and over HTTP/1 from the first byte of a further one.
    header_since: Option<Instant>,
    /// For bytes that the network does not take.
    writing: PaceAllowance,
    /// Answers over HTTP/2 with a piece that the client leaves no window for.
    untaken: usize,
    /// For those pieces.
    windows: PaceAllowance,
    /// Bytes that the network took since the beginning.
    written: u64,
    /// Bytes of responses that are held.
    held_bytes: u64,
    leaving_since: Option<Instant>,
}

impl Activity {
    pub fn begin(limits: &ConnectionLimits) -> Arc<Self> {
        let now = Instant::now();
        let state = ActivityState {
            begun: now,
            http2: false,
            requests: 0,
            idle_since: now,
            header_since: Some(now),
            writing: PaceAllowance::new(limits.pace),
            untaken: 0,
            windows: PaceAllowance::new(limits.pace),
            written: 0,
            held_bytes: 0,
            leaving_since: None,
        };
        Arc::new(Self {
            state: Mutex::new(state),
            fewer_bytes: Notify::new(),
            caller_seen: CallerSeen::default(),
        })
    }

    /// Counts a request until what is answered is dropped.
    pub fn request(self: &Arc<Self>, http2: bool) -> RequestUnderWay {
        let mut state = self.state();
        state.http2 = http2;
        state.requests += 1;
        state.header_since = None;
        RequestUnderWay(self.clone())
    }

    /// Bytes came.
    pub fn heard(&self) {
        let mut state = self.state();
        // over HTTP/2 it may be the answer to a ping, which is no beginning of anything
        if state.requests == 0 && !state.http2 {
            state.header_since.get_or_insert_with(Instant::now);
        }
    }

    /// Bytes went.
    pub fn wrote(&self, bytes: usize) {
        let now = Instant::now();
        let mut state = self.state();
        state.writing.take(now, bytes, false);
        state.written = state.written.saturating_add(bytes as u64);
        // over HTTP/2 it may be a ping of ours, and answers are under way until they are taken
        if state.requests == 0 && !state.http2 {
            state.idle_since = now;
        }
    }

    /// Bytes cannot go.
    pub fn write_waits(&self) {
        self.state().writing.wait(Instant::now());
    }

    /// A piece of an answer was handed out, to go when the client leaves a window for it.
    pub fn handed_out(&self) {
        let mut state = self.state();
        state.untaken += 1;
        state.windows.wait(Instant::now());
    }

    /// It has gone, or never will.
    pub fn taken(&self, bytes: usize) {
        let mut state = self.state();
        state.untaken = state.untaken.saturating_sub(1);
        let others_wait = state.untaken > 0;
        state.windows.take(Instant::now(), bytes, others_wait);
    }

    /// A response holds another number of bytes than before.
    pub fn hold_bytes(&self, before: u64, now: u64) {
        let mut state = self.state();
        state.held_bytes = state.held_bytes.saturating_sub(before).saturating_add(now);
        drop(state);
        if now < before {
            self.fewer_bytes.notify_waiters();
        }
    }

    /// Waits until its responses hold fewer than so many bytes.
    pub async fn holds_fewer_than(&self, bytes: u64) {
        loop {
            let fewer = self.fewer_bytes.notified();
            if self.state().held_bytes < bytes {
                return;
            }
            fewer.await;
        }
    }

    /// No further request is taken.
    pub fn leave(&self) {
        self.state().leaving_since.get_or_insert_with(Instant::now);
    }

    /// What the connection is worth, if it may be closed for another one. A young one may not while its request comes or is
    /// worked on, and that of a known caller may not while its request is worked on.
    pub fn worth(&self, settled_after: Duration) -> Option<Worth> {
        let state = self.state();
        let age = state.begun.elapsed();
        let authenticated = self.caller_seen.is_set();
        let owes = state.requests > 0 && state.windows.ends().is_none() && state.writing.ends().is_none();
        let begins = age < settled_after && (owes || state.header_since.is_some());
        if begins || (authenticated && owes) {
            return None;
        }
        let seconds = age.as_secs().max(1);
        Some(Worth { authenticated, taken: state.written / seconds })
    }

    /// What is due next, and when, if nothing changes.
    pub fn next(&self, limits: &ConnectionLimits) -> Option<(Instant, DueStep)> {
        let state = self.state();
        let end = |at: Instant, cause| (at, DueStep::End(cause));
        let idle = (state.requests == 0 && state.header_since.is_none()).then(|| match state.leaving_since {
            None => (state.idle_since + limits.idle, DueStep::Leave),
            // what has gone out takes no longer to be heard than a header
            Some(leaving) => end(leaving.max(state.idle_since) + limits.header, EndReason::Idle),
        });
        let due = [
            state.header_since.map(|since| end(since + limits.header, EndReason::NoHeader)),
            state.writing.ends().map(|at| end(at, EndReason::Stalled)),
            state.windows.ends().map(|at| end(at, EndReason::Stalled)),
            idle,
            state.leaving_since.is_none().then(|| (state.begun + limits.age, DueStep::Leave)),
        ];
        due.into_iter().flatten().min_by_key(|(at, _)| *at)
    }

    fn state(&self) -> MutexGuard<'_, ActivityState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request under way; dropped with the last of its answer.
#[derive(Debug)]
pub struct RequestUnderWay(Arc<Activity>);

impl RequestUnderWay {
    pub fn activity(&self) -> &Arc<Activity> {
        &self.0
    }
}

impl Drop for RequestUnderWay {
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

    type Happens = fn(&Arc<Activity>, &mut Vec<RequestUnderWay>);

    /// What happens in order, each with its second, and what is due after it.
    async fn due(http2: bool, story: &[(u64, Happens)]) -> Option<(u64, DueStep)> {
        let limits = ConnectionLimits::for_connections(1024);
        let (begun, activity, mut under_way) = (Instant::now(), Activity::begin(&limits), Vec::new());
        activity.state().http2 = http2;
        for (second, happens) in story {
            tokio::time::advance(begun + Duration::from_secs(*second) - Instant::now()).await;
            happens(&activity, &mut under_way);
        }
        let next = activity.next(&limits);
        next.map(|(at, step)| ((at - begun).as_secs(), step))
    }

    const ASKED: Happens = |activity, under_way| {
        let http2 = activity.state().http2;
        under_way.push(activity.request(http2));
    };
    const ANSWERED: Happens = |_, under_way| drop(under_way.pop());
    const HEARD: Happens = |activity, _| activity.heard();
    const WROTE: Happens = |activity, _| activity.wrote(1);
    const WAITS: Happens = |activity, _| activity.write_waits();
    const HANDED: Happens = |activity, _| activity.handed_out();
    const TAKEN: Happens = |activity, _| activity.taken(1);
    const LEFT: Happens = |activity, _| activity.leave();
    const HOUR: u64 = 3600;

    #[tokio::test(start_paused = true)]
    async fn each_state_has_its_limit() {
        let stalled = DueStep::End(EndReason::Stalled);
        for (what, http2, story, expected) in [
            ("nothing came", false, &[][..], (10, DueStep::End(EndReason::NoHeader))),
            ("half a header came", false, &[(4, HEARD)], (10, DueStep::End(EndReason::NoHeader))),
            ("an answer is awaited", false, &[(1, HEARD), (2, ASKED), (3, HEARD)], (HOUR, DueStep::Leave)),
            ("answered", false, &[(2, ASKED), (5, ANSWERED)], (65, DueStep::Leave)),
            (
                "answered, and still taken",
                false,
                &[(2, ASKED), (5, ANSWERED), (30, WROTE)],
                (90, DueStep::Leave),
            ),
            (
                "half a further header came",
                false,
                &[(2, ASKED), (5, ANSWERED), (30, HEARD)],
                (40, DueStep::End(EndReason::NoHeader)),
            ),
            ("bytes wait", false, &[(2, ASKED), (5, WAITS), (6, WAITS)], (15, stalled)),
            (
                "bytes of what was answered wait",
                false,
                &[(2, ASKED), (5, WAITS), (6, ANSWERED)],
                (15, stalled),
            ),
            ("bytes went again", false, &[(2, ASKED), (5, WAITS), (14, WROTE)], (HOUR, DueStep::Leave)),
            (
                "a ping was answered",
                true,
                &[(2, ASKED), (5, ANSWERED), (30, HEARD), (31, WROTE)],
                (65, DueStep::Leave),
            ),
            ("a piece waits", true, &[(2, ASKED), (3, HANDED)], (13, stalled)),
            (
                "pings do not take it",
                true,
                &[(2, ASKED), (3, HANDED), (12, HEARD), (12, WROTE)],
                (13, stalled),
            ),
            (
                "of two pieces one went, which was one byte",
                true,
                &[(2, ASKED), (3, HANDED), (4, HANDED), (9, TAKEN)],
                (13, stalled),
            ),
            ("the other too", true, &[(2, ASKED), (3, HANDED), (9, TAKEN)], (HOUR, DueStep::Leave)),
            (
                "it leaves and has answered",
                true,
                &[(2, ASKED), (3600, LEFT), (3700, ANSWERED)],
                (3710, DueStep::End(EndReason::Idle)),
            ),
        ] {
            assert_eq!(due(http2, story).await, Some(expected), "{what}");
        }
        assert_eq!(due(false, &[(2, ASKED), (HOUR, LEFT)]).await, None, "it leaves and still answers");
    }
}
