//! Import drafts and saved mappings.

use jiff::Timestamp;
use orderdock_domain::ids::{ImportDraftId, RequestId};
use orderdock_domain::import_draft::{CheckedRow, ImportDraft, ImportDraftStatus, RowCheck};

use crate::FencingToken;

/// A job that checks or imports a draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportJob {
    pub draft: ImportDraftId,
    /// Token of the instance that executes the job. Writes with an older token are rejected.
    pub fence: FencingToken,
    /// The caller for whom the job works, as JSON.
    pub caller: String,
    /// Name of the caller.
    pub author: String,
    /// Results of the draft at the start, as JSON.
    pub results: String,
}

/// A draft and its unfinished job, taken over from a lost instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AdoptedImportJob {
    pub draft: ImportDraft,
    pub job: ImportJob,
}

/// Progress of a job, written together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportJobProgress {
    pub draft: ImportDraftId,
    pub fence: FencingToken,
    /// Results of the draft as JSON.
    pub results: String,
    /// Rows with new results. A row that already has one gets the new result.
    pub rows: Vec<CheckedRow>,
    /// Request that created candidates since the last progress.
    pub request: Option<RequestId>,
    pub at: Timestamp,
    /// State of the draft if the job has ended.
    pub ended: Option<ImportDraftStatus>,
}

/// Selection of the checked rows of a draft, by row number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CheckedRowQuery {
    /// Rows with one of these results; all rows if empty.
    pub checks: Vec<RowCheck>,
    pub offset: u64,
    pub limit: u32,
}
