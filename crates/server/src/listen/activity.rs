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
        let now = Instant::now();
        Arc::new(Self(Mutex::new(ActivityState {
            begun: now,
            http2: false,
            requests: 0,
            idle_since: now,
            header_since: Some(now),
            write_waits_since: None,
            untaken: 0,
            taken_at: now,
            leaving_since: None,
        })))
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
    pub fn wrote(&self) {
        let mut state = self.state();
        state.write_waits_since = None;
        // over HTTP/2 it may be a ping of ours, and answers are under way until they are taken
        if state.requests == 0 && !state.http2 {
            state.idle_since = Instant::now();
        }
    }

    /// Bytes cannot go.
    pub fn write_waits(&self) {
        self.state().write_waits_since.get_or_insert_with(Instant::now);
    }

    /// A piece of an answer was handed out, to go when the client leaves a window for it.
    pub fn handed_out(&self) {
        let mut state = self.state();
        if state.untaken == 0 {
            state.taken_at = Instant::now();
        }
        state.untaken += 1;
    }

    /// It has gone.
    pub fn taken(&self) {
        let mut state = self.state();
        state.untaken = state.untaken.saturating_sub(1);
        state.taken_at = Instant::now();
    }

    /// No further request is taken.
    pub fn leave(&self) {
        self.state().leaving_since.get_or_insert_with(Instant::now);
    }

    /// What is due next, and when, if nothing changes.
    pub fn next(&self, limits: &ConnectionLimits) -> Option<(Instant, DueStep)> {
        let state = self.state();
        let end = |since: Instant, limit, cause| (since + limit, DueStep::End(cause));
        let idle = (state.requests == 0 && state.header_since.is_none()).then(|| match state.leaving_since {
            None => (state.idle_since + limits.idle, DueStep::Leave),
            // what has gone out takes no longer to be heard than a header
            Some(leaving) => end(leaving.max(state.idle_since), limits.header, EndReason::Idle),
        });
        let due = [
            state.header_since.map(|since| end(since, limits.header, EndReason::NoHeader)),
            state.write_waits_since.map(|since| end(since, limits.stall, EndReason::Stalled)),
            (state.untaken > 0).then(|| end(state.taken_at, limits.stall, EndReason::Stalled)),
            idle,
            state.leaving_since.is_none().then(|| (state.begun + limits.age, DueStep::Leave)),
        ];
        due.into_iter().flatten().min_by_key(|(at, _)| *at)
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
        let (begun, activity, mut under_way) = (Instant::now(), Activity::begin(), Vec::new());
        activity.state().http2 = http2;
        for (second, happens) in story {
            tokio::time::advance(begun + Duration::from_secs(*second) - Instant::now()).await;
            happens(&activity, &mut under_way);
        }
        let next = activity.next(&ConnectionLimits::for_connections(1024));
        next.map(|(at, step)| ((at - begun).as_secs(), step))
    }

    const ASKED: Happens = |activity, under_way| {
        let http2 = activity.state().http2;
        under_way.push(activity.request(http2));
    };
    const ANSWERED: Happens = |_, under_way| drop(under_way.pop());
    const HEARD: Happens = |activity, _| activity.heard();
    const WROTE: Happens = |activity, _| activity.wrote();
    const WAITS: Happens = |activity, _| activity.write_waits();
    const HANDED: Happens = |activity, _| activity.handed_out();
    const TAKEN: Happens = |activity, _| activity.taken();
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
            assert_eq!(due(http2, story).await, Some(expected), "{what}");
        }
        assert_eq!(due(false, &[(2, ASKED), (HOUR, LEFT)]).await, None, "it leaves and still answers");
    }
}
