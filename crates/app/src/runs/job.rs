//! Work of a run and its end.

use jiff::Timestamp;
use orderdock_domain::ids::RunId;
use orderdock_store::{Chunk, RunRecord, RunScope};

use crate::RunTask;

/// Candidates that an edit decides and writes in one chunk; few enough that others do not wait.
pub(super) const EDIT_CHUNK: u32 = 500;

/// Work of a run.
#[derive(Clone, Debug)]
pub(crate) struct RunJob {
    /// The run as it was when it started in this process, with the counts of chunks that others completed before.
    pub record: RunRecord,
    pub task: RunTask,
    pub chunks: Vec<Chunk>,
    /// Whether a clerk or sender selected the candidates. Such a run stores a result for every candidate, others only
    /// for changed ones, because a schedule checks candidates on hold repeatedly.
    pub selected: bool,
    pub scope: RunScope,
}

impl RunJob {
    pub fn run(&self) -> RunId {
        self.record.run.id
    }
}

/// End of a run without an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct EndedRun {
    /// Whether it ended early.
    pub stopped: bool,
    /// Time at which the next incoming order becomes due.
    pub due: Option<Timestamp>,
}
