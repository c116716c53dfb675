//! Why a use case gave no result.

use orderdock_domain::problem::{Code, Problem};
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
pub fn status_of(codes: impl Iterator<Item = Code>) -> u16 {
    let rank = |status: &u16| match status {
        401 => 0,
        403 => 1,
        400 => 3,
        409 => 4,
        _ => 2,
    };
    codes.map(Code::status).min_by_key(rank).unwrap_or(500)
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
            StoreError::Overloaded => Self::retryable(problem(Code::ServerOverloaded).with("seconds", 1), 1),
            StoreError::AnswerUnderWay => Self::retryable(problem(Code::IdempotencyRunning), 1),
            StoreError::Conflict(_) | StoreError::AnswerTaken | StoreError::TakenOver => {
                tracing::warn!(%error, "others were faster to the last");
                Self::retryable(problem(Code::ServerBusy), 1)
            }
            StoreError::OutcomeUnknown(_) => {
                tracing::error!(%error, "commit failed");
                Self::retryable(problem(Code::ServerOutcomeUnknown), 2)
            }
            StoreError::NoSpace(_) => {
                tracing::error!(%error, "no space");
                Self::retryable(problem(Code::ServerNoSpace), 60)
            }
            StoreError::Unavailable(_) => {
                tracing::error!(%error, "database");
                Self::retryable(problem(Code::ServerUnavailable), 2)
            }
            StoreError::Inconsistent { .. } | StoreError::Statement(_) => {
                tracing::error!(%error, "store fault");
                Self::from(problem(Code::ServerFault))
            }
        }
    }
}

impl Failure {
    /// A part of the program died: a bug that the log knows.
    pub(crate) fn fault(what: &str) -> Self {
        tracing::error!(what, "fault");
        Self::from(Problem::new(Code::ServerFault, ""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gravest_problem_gives_the_status() {
        let table: [(&[Code], u16); 6] = [
            (&[Code::QtyNotPositive], 400),
            (&[Code::IdentityConflict], 409),
            (&[Code::IdentityConflict, Code::UomUnknown], 400),
            (&[Code::UomUnknown, Code::ScopeMissing, Code::IdentityConflict], 403),
            (&[Code::OrgNotAllowed, Code::TokenExpired], 401),
            (&[Code::BulkTooMany], 413),
        ];
        for (codes, status) in table {
            assert_eq!(status_of(codes.iter().copied()), status, "{codes:?}");
        }
    }
}
