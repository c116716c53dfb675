//! Failures of use cases and their HTTP status.

use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::StoreError;

use crate::EncodedResponse;

pub type Outcome<T> = Result<T, Failure>;

/// Problems of a request as a whole. The most severe one determines the status.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub problems: Vec<Problem>,
    /// Seconds until a retry is useful; `None` if the failure is not retryable.
    pub retry_after: Option<u32>,
    /// Response that another call stored for the idempotency key. It is the response, regardless of the result of this
    /// call.
    pub replay: Option<EncodedResponse>,
}

impl Failure {
    /// Returns whether a retry cannot succeed; the request log stores only such failures.
    pub fn is_final(&self) -> bool {
        self.retry_after.is_none() && self.replay.is_none()
    }

    /// Returns the HTTP status: 401 before 403 before any other status before 400 before 409.
    pub fn status(&self) -> u16 {
        status_of(self.problems.iter().map(|problem| problem.code))
    }

    pub(crate) fn retryable(problem: Problem, seconds: u32) -> Self {
        Self { problems: vec![problem], retry_after: Some(seconds), replay: None }
    }
}

/// Returns the HTTP status of several problems.
pub fn status_of(codes: impl Iterator<Item = ProblemCode>) -> u16 {
    let rank = |status: &u16| match status {
        401 => 0,
        403 => 1,
        400 => 3,
        409 => 4,
        _ => 2,
    };
    codes.map(ProblemCode::status).min_by_key(rank).unwrap_or(500)
}

/// Returns whether an error is transient. After some of these errors it is unknown whether the write was committed. A
/// conflict is not transient: stale plans are planned again, and a conflict without a concurrent write is permanent.
pub(crate) fn is_transient(error: &StoreError) -> bool {
    match error {
        StoreError::Overloaded | StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_) => true,
        StoreError::Conflict(_)
        | StoreError::ResponseExists
        | StoreError::ResponsePending
        | StoreError::TakenOver
        | StoreError::NoSpace(_)
        | StoreError::Inconsistent { .. }
        | StoreError::Statement(_) => false,
    }
}

/// Converts a problem of the whole request without details.
impl From<ProblemCode> for Failure {
    fn from(code: ProblemCode) -> Self {
        Problem::new(code, "").into()
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        vec![problem].into()
    }
}

impl From<Vec<Problem>> for Failure {
    fn from(problems: Vec<Problem>) -> Self {
        Self { problems, retry_after: None, replay: None }
    }
}

/// Converts the response that another call stored for the idempotency key.
impl From<EncodedResponse> for Failure {
    fn from(response: EncodedResponse) -> Self {
        Self { replay: Some(response), ..Vec::new().into() }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let problem = |code| Problem::new(code, "");
        match &error {
            StoreError::Overloaded => {
                Self::retryable(problem(ProblemCode::ServerOverloaded).with("seconds", 1), 1)
            }
            StoreError::ResponsePending => Self::retryable(problem(ProblemCode::IdempotencyRunning), 1),
            StoreError::Conflict(_) | StoreError::ResponseExists | StoreError::TakenOver => {
                tracing::warn!(%error, "conflict persisted after all retries");
                Self::retryable(problem(ProblemCode::ServerBusy), 1)
            }
            StoreError::OutcomeUnknown(_) => {
                tracing::error!(%error, "commit failed");
                Self::retryable(problem(ProblemCode::ServerOutcomeUnknown), 2)
            }
            StoreError::NoSpace(_) => {
                tracing::error!(%error, "no space left on device");
                Self::retryable(problem(ProblemCode::ServerNoSpace), 60)
            }
            StoreError::Unavailable(_) => {
                tracing::error!(%error, "database error");
                Self::retryable(problem(ProblemCode::ServerUnavailable), 2)
            }
            StoreError::Inconsistent { .. } | StoreError::Statement(_) => {
                tracing::error!(%error, "invalid data in the database");
                Self::from(problem(ProblemCode::ServerFault))
            }
        }
    }
}

impl Failure {
    /// Returns a server fault and logs its cause; a fault is always a bug.
    pub(crate) fn fault(what: &str) -> Self {
        tracing::error!(what, "internal error");
        Self::from(Problem::new(ProblemCode::ServerFault, ""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_severe_problem_decides_the_http_status() {
        let table: [(&[ProblemCode], u16); 6] = [
            (&[ProblemCode::QtyNotPositive], 400),
            (&[ProblemCode::IdentityConflict], 409),
            (&[ProblemCode::IdentityConflict, ProblemCode::UomUnknown], 400),
            (&[ProblemCode::UomUnknown, ProblemCode::ScopeMissing, ProblemCode::IdentityConflict], 403),
            (&[ProblemCode::OrgNotAllowed, ProblemCode::TokenExpired], 401),
            (&[ProblemCode::BulkTooMany], 413),
        ];
        for (codes, status) in table {
            assert_eq!(status_of(codes.iter().copied()), status, "{codes:?}");
        }
    }
}
