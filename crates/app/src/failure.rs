//! Why a use case gave no result.

use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::StoreError;

use crate::Answer;

pub type Outcome<T> = Result<T, Failure>;

/// Problems of a request as a whole. The status is the one of the gravest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub problems: Vec<Problem>,
    /// Seconds after which trying again makes sense; present means retryable.
    pub retry_after: Option<u32>,
    /// What the idempotency key was answered meanwhile: that is the answer, whatever became of the call itself.
    pub replay: Option<Answer>,
}

impl Failure {
    /// Why sending the same again makes no sense: the request log keeps that.
    pub fn is_final(&self) -> bool {
        self.retry_after.is_none() && self.replay.is_none()
    }

    /// 401 before 403 before 400 before 409; any other status stands for itself.
    pub fn status(&self) -> u16 {
        status_of(self.problems.iter().map(|problem| problem.code))
    }

    pub(crate) fn retryable(problem: Problem, seconds: u32) -> Self {
        Self { problems: vec![problem], retry_after: Some(seconds), replay: None }
    }
}

/// The status of several problems together.
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

/// Whether a fault passes by itself. After some of these nobody knows whether something was written. A conflict does
/// not pass: work that was overtaken is planned again, and what conflicts where nothing can overtake it always will.
pub(crate) fn passes(error: &StoreError) -> bool {
    match error {
        StoreError::Overloaded | StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_) => true,
        StoreError::Conflict(_)
        | StoreError::AnswerTaken
        | StoreError::AnswerUnderWay
        | StoreError::TakenOver
        | StoreError::NoSpace(_)
        | StoreError::Inconsistent { .. }
        | StoreError::Statement(_) => false,
    }
}

/// A problem of the request as a whole of which there is nothing more to say.
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

/// The answer that a key had meanwhile.
impl From<Answer> for Failure {
    fn from(answer: Answer) -> Self {
        Self { replay: Some(answer), ..Vec::new().into() }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let problem = |code| Problem::new(code, "");
        match &error {
            StoreError::Overloaded => {
                Self::retryable(problem(ProblemCode::ServerOverloaded).with("seconds", 1), 1)
            }
            StoreError::AnswerUnderWay => Self::retryable(problem(ProblemCode::IdempotencyRunning), 1),
            StoreError::Conflict(_) | StoreError::AnswerTaken | StoreError::TakenOver => {
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
    /// A part of the program died: a bug that the log knows.
    pub(crate) fn fault(what: &str) -> Self {
        tracing::error!(what, "fault");
        Self::from(Problem::new(ProblemCode::ServerFault, ""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gravest_problem_gives_the_status() {
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
