//! Minimum transfer rate of request bodies. Without it, a slow sender could occupy memory indefinitely.

use std::time::Duration;

use axum::body::BodyDataStream;
use bytes::Bytes;
use futures_util::StreamExt;
use orderdock_domain::problem::{Problem, ProblemCode};
use tokio::time::Instant;

use super::BodyPace;
use crate::http::error::ApiError;

/// Error: a body arrived below the minimum rate.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("too slow")]
pub struct TooSlow(BodyPace);

/// Measures the transfer rate of a body. Only the time spent waiting for the sender counts.
#[derive(Debug)]
pub struct BodyWatch {
    required: BodyPace,
    waited: Duration,
    received: u64,
}

impl BodyWatch {
    pub const fn new(required: BodyPace) -> Self {
        Self { required, waited: Duration::ZERO, received: 0 }
    }

    /// Returns the next chunk of the body, or `None` at its end.
    pub async fn next(
        &mut self,
        pieces: &mut BodyDataStream,
    ) -> Result<Option<Result<Bytes, axum::Error>>, TooSlow> {
        loop {
            let started = Instant::now();
            let left = self.required.within.saturating_sub(self.waited);
            // a chunk that has already arrived is accepted, however late
            let Ok(piece) = tokio::time::timeout(left, pieces.next()).await else {
                if self.received < self.required.bytes {
                    return Err(TooSlow(self.required));
                }
                (self.waited, self.received) = (Duration::ZERO, 0);
                continue;
            };
            self.waited += started.elapsed();
            if let Some(Ok(piece)) = &piece {
                self.received += piece.len() as u64;
            }
            return Ok(piece);
        }
    }
}

impl From<TooSlow> for ApiError {
    fn from(TooSlow(BodyPace { within, bytes }): TooSlow) -> Self {
        let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let problem = Problem::new(ProblemCode::BodyTimeout, "").with("bytes", number(bytes));
        Self::from(problem.with("seconds", number(within.as_secs()))).retry_after(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use futures_util::stream;
    use std::convert::Infallible;

    const REQUIRED: BodyPace = BodyPace { within: Duration::from_secs(10), bytes: 1_000 };

    /// Chunks as `(delay in seconds, size in bytes)`.
    type Coming = &'static [(u64, usize)];
    /// Number of received chunks, seconds until the end, and whether the body was complete.
    type Taken = (usize, u64, bool);

    /// Reads chunks and waits for `between` after each.
    async fn read(pieces: Coming, between: Duration) -> Taken {
        let coming = stream::iter(pieces).then(async |(seconds, bytes)| {
            tokio::time::sleep(Duration::from_secs(*seconds)).await;
            Ok::<_, Infallible>(Bytes::from(vec![0; *bytes]))
        });
        let mut coming = Body::from_stream(Box::pin(coming)).into_data_stream();
        let (mut pace, started, mut taken) = (BodyWatch::new(REQUIRED), Instant::now(), 0);
        loop {
            match pace.next(&mut coming).await {
                Ok(Some(_)) => taken += 1,
                Ok(None) => return (taken, started.elapsed().as_secs(), true),
                Err(_) => return (taken, started.elapsed().as_secs(), false),
            }
            tokio::time::sleep(between).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn slow_body_is_rejected() {
        let table: [(Coming, Taken); 7] = [
            (&[], (0, 0, true)),
            (&[(3, 1), (3, 1), (3, 1)], (3, 9, true)),
            (&[(3, 1), (3, 1), (3, 1), (3, 1)], (3, 10, false)),
            (&[(9, 1_000), (9, 1_000), (9, 1_000)], (3, 27, true)),
            (&[(1, 1), (8, 999), (9, 999), (5, 1)], (3, 20, false)),
            (&[(0, 50_000_000), (60, 1)], (1, 20, false)),
            (&[(11, 1_000)], (0, 10, false)),
        ];
        for (pieces, expected) in table {
            assert_eq!(read(pieces, Duration::ZERO).await, expected, "{pieces:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn processing_time_does_not_count() {
        assert_eq!(read(&[(1, 1), (1, 1), (1, 1)], Duration::from_mins(1)).await, (3, 183, true));
    }
}
