//! What a connection is doing, and when it has to end.

use super::ConnectionLimits;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::time::Instant;

/// Noted from several places at once: the stream, the requests and their answers.
#[derive(Debug)]
pub struct Activity(Mutex<ActivityState>);

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
    NoHeader,
    Stalled,
    Idle,
}

#[derive(Debug, Clone)]
struct ActivityState {
    begun: Instant,
    http2: bool,
    /// Requests whose answers are not whole yet.
    requests: usize,
    /// Since when there is none; bytes of an answer that are still being taken count as one.
    idle_since: Instant,
    /// A header is awaited: from the beginning, and over HTTP/1 from the first byte of a further one.
    header_since: Option<Instant>,
    /// The network takes no bytes.
    write_waits_since: Option<Instant>,
    /// Answers over HTTP/2 with a piece that the client leaves no window for.
    untaken: usize,
    /// When a piece of any answer was taken, or began to wait where none did.
    taken_at: Instant,
    leaving_since: Option<Instant>,
}

impl Activity {
    pub fn begin() -> Arc<Self> {
        Arc::new(Self(Mutex::new(ActivityState::begin(Instant::now()))))
    }

    /// Counts a request until what is answered is dropped.
    pub fn request(self: &Arc<Self>, http2: bool) -> RequestUnderWay {
        self.state().request(http2);
        RequestUnderWay(self.clone())
    }

    /// Bytes came.
    pub fn heard(&self) {
        self.state().heard(Instant::now());
    }

    /// Bytes went.
    pub fn wrote(&self) {
        self.state().wrote(Instant::now());
    }

    /// Bytes cannot go.
    pub fn write_waits(&self) {
        self.state().write_waits_since.get_or_insert_with(Instant::now);
    }

    /// A piece of an answer was handed out, to go when the client leaves a window for it.
    pub fn handed_out(&self) {
        self.state().handed_out(Instant::now());
    }

    /// It has gone.
    pub fn taken(&self) {
        self.state().taken(Instant::now());
    }

    /// No further request is taken.
    pub fn leave(&self) {
        self.state().leaving_since.get_or_insert_with(Instant::now);
    }

    /// What is due next, and when, if nothing changes.
    pub fn next(&self, limits: &ConnectionLimits) -> Option<(Instant, DueStep)> {
        self.state().next(limits)
    }

    fn state(&self) -> MutexGuard<'_, ActivityState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request under way; dropped with the last of its answer.
#[derive(Debug)]
pub struct RequestUnderWay(Arc<Activity>);

impl RequestUnderWay {
    pub fn activity(&self) -> &Activity {
        &self.0
    }
}

impl Drop for RequestUnderWay {
    fn drop(&mut self) {
        self.0.state().answered(Instant::now());
    }
}

impl ActivityState {
    fn begin(now: Instant) -> Self {
        Self {
            begun: now,
            http2: false,
            requests: 0,
            idle_since: now,
            header_since: Some(now),
            write_waits_since: None,
            untaken: 0,
            taken_at: now,
            leaving_since: None,
        }
    }

    fn request(&mut self, http2: bool) {
        self.http2 = http2;
        self.requests += 1;
        self.header_since = None;
    }

    fn answered(&mut self, now: Instant) {
        self.requests = self.requests.saturating_sub(1);
        self.idle_since = now;
    }

    fn heard(&mut self, now: Instant) {
        // over HTTP/2 it may be the answer to a ping, which is no beginning of anything
        if self.requests == 0 && !self.http2 {
            self.header_since.get_or_insert(now);
        }
    }

    fn wrote(&mut self, now: Instant) {
        self.write_waits_since = None;
        // over HTTP/2 it may be a ping of ours, and answers are under way until they are taken
        if self.requests == 0 && !self.http2 {
            self.idle_since = now;
        }
    }

    fn handed_out(&mut self, now: Instant) {
        if self.untaken == 0 {
            self.taken_at = now;
        }
        self.untaken += 1;
    }

    fn taken(&mut self, now: Instant) {
        self.untaken = self.untaken.saturating_sub(1);
        self.taken_at = now;
    }

    fn next(&self, limits: &ConnectionLimits) -> Option<(Instant, DueStep)> {
        let end = |since: Instant, limit, cause| (since + limit, DueStep::End(cause));
        let idle = (self.requests == 0 && self.header_since.is_none()).then(|| match self.leaving_since {
            None => (self.idle_since + limits.idle, DueStep::Leave),
            // what has gone out takes no longer to be heard than a header
            Some(leaving) => end(leaving.max(self.idle_since), limits.header, EndReason::Idle),
        });
        let due = [
            self.header_since.map(|since| end(since, limits.header, EndReason::NoHeader)),
            self.write_waits_since.map(|since| end(since, limits.stall, EndReason::Stalled)),
            (self.untaken > 0).then(|| end(self.taken_at, limits.stall, EndReason::Stalled)),
            idle,
            self.leaving_since.is_none().then(|| (self.begun + limits.age, DueStep::Leave)),
        ];
        due.into_iter().flatten().min_by_key(|(at, _)| *at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    type Happens = fn(&mut ActivityState, Instant);

    /// What happens in order, each with its second, and what is due after it.
    fn due(http2: bool, story: &[(u64, Happens)]) -> Option<(u64, DueStep)> {
        let begun = Instant::now();
        let mut state = ActivityState { http2, ..ActivityState::begin(begun) };
        for (second, happens) in story {
            happens(&mut state, begun + Duration::from_secs(*second));
        }
        let next = state.next(&ConnectionLimits::for_connections(1024));
        next.map(|(at, step)| ((at - begun).as_secs(), step))
    }

    const ASKED: Happens = |state, _| state.request(state.http2);
    const ANSWERED: Happens = ActivityState::answered;
    const HEARD: Happens = ActivityState::heard;
    const WROTE: Happens = ActivityState::wrote;
    const WAITS: Happens = |state, now| {
        state.write_waits_since.get_or_insert(now);
    };
    const HANDED: Happens = ActivityState::handed_out;
    const TAKEN: Happens = ActivityState::taken;
    const LEFT: Happens = |state, now| state.leaving_since = Some(now);
    const HOUR: u64 = 3600;

    #[test]
    fn each_state_has_its_limit() {
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
            ("bytes wait", false, &[(2, ASKED), (5, WAITS), (6, WAITS)], (25, stalled)),
            (
                "bytes of what was answered wait",
                false,
                &[(2, ASKED), (5, WAITS), (6, ANSWERED)],
                (25, stalled),
            ),
            ("bytes went again", false, &[(2, ASKED), (5, WAITS), (24, WROTE)], (HOUR, DueStep::Leave)),
            (
                "a ping was answered",
                true,
                &[(2, ASKED), (5, ANSWERED), (30, HEARD), (31, WROTE)],
                (65, DueStep::Leave),
            ),
            ("a piece waits", true, &[(2, ASKED), (3, HANDED)], (23, stalled)),
            (
                "pings do not take it",
                true,
                &[(2, ASKED), (3, HANDED), (20, HEARD), (20, WROTE)],
                (23, stalled),
            ),
            (
                "of two pieces one went",
                true,
                &[(2, ASKED), (3, HANDED), (4, HANDED), (9, TAKEN)],
                (29, stalled),
            ),
            ("the other too", true, &[(2, ASKED), (3, HANDED), (9, TAKEN)], (HOUR, DueStep::Leave)),
            (
                "it leaves and has answered",
                true,
                &[(2, ASKED), (3600, LEFT), (3700, ANSWERED)],
                (3710, DueStep::End(EndReason::Idle)),
            ),
        ] {
            assert_eq!(due(http2, story), Some(expected), "{what}");
        }
        assert_eq!(due(false, &[(2, ASKED), (HOUR, LEFT)]), None, "it leaves and still answers");
    }
}
