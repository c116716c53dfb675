//! What a run is to do, and how it ended.

use jiff::Timestamp;
use orderdock_domain::ids::RunId;
use orderdock_store::{Chunk, RunRecord, RunScope};

use crate::RunTask;

/// Candidates that an edit decides and writes together: few enough that others need not wait.
pub(super) const EDIT_CHUNK: u32 = 500;

/// What a run is to do.
#[derive(Clone, Debug)]
pub(crate) struct RunJob {
    /// As it was when it began here, with the figures of what others did of it before.
    pub record: RunRecord,
    pub task: RunTask,
    pub chunks: Vec<Chunk>,
    /// By a clerk or sender; it keeps a result for every candidate. Otherwise only where something has changed: a
    /// schedule looks at what waits again and again.
    pub selected: bool,
    pub scope: RunScope,
}

impl RunJob {
    pub fn run(&self) -> RunId {
        self.record.run.id
    }
}

/// How a run ended, if nothing failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct EndedRun {
    /// Before it was through.
    pub stopped: bool,
    /// When a header is due that now only waits for its time.
    pub due: Option<Timestamp>,
}
