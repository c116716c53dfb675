//! Jobs that check or import a draft.

use jiff::Timestamp;
use orderdock_domain::ids::{ImportDraftId, InstanceId};
use orderdock_domain::import_draft::{ImportDraft, ImportDraftStatus, expiry};
use orderdock_store::{AdoptedImportJob, FencingToken, ImportJob, ImportJobProgress, StoreResult};

use super::sql::{ADD_REQUEST, ADOPT, ADOPTED, BEGIN, END, ORPHAN, PROGRESS, STOP};
use super::{DRAFT_CHANGED, rows};
use crate::Transaction;
use crate::sql::column::Column;
use crate::sql::ids::reserve_ids;
use crate::sql::query::{first, run, run_one, value};
use crate::sql::scope::OrganisationIds;

pub fn begin(
    transaction: &dyn Transaction,
    job: &ImportJob,
    version: i64,
    status: ImportDraftStatus,
    by: InstanceId,
    now: Timestamp,
) -> StoreResult<()> {
    let expires_at = expiry(now);
    let values = [
        job.draft.write(),
        version.write(),
        status.write(),
        now.write(),
        expires_at.write(),
        job.fence.write(),
        by.write(),
        job.caller.write(),
        job.author.write(),
        job.results.write(),
    ];
    run_one(transaction, &BEGIN, values, DRAFT_CHANGED)
}

/// Writes the progress of a job. Returns whether it may continue.
pub fn record(transaction: &dyn Transaction, progress: &ImportJobProgress) -> StoreResult<bool> {
    let ImportJobProgress { draft, fence, results, rows, request, at, ended } = progress;
    let head = [draft.write(), fence.write(), results.write()];
    let continues = if let Some(status) = ended {
        let expires_at = expiry(*at);
        let values = head.into_iter().chain([status.write(), at.write(), expires_at.write()]);
        run_one(transaction, &END, values, DRAFT_CHANGED)?;
        false
    } else {
        value(transaction, "import_draft", &PROGRESS, head)?.ok_or(DRAFT_CHANGED)?
    };
    if let Some(request) = request {
        run(transaction, &ADD_REQUEST, [draft.write(), request.write()])?;
    }
    rows::store(transaction, *draft, rows)?;
    Ok(continues)
}

pub fn stop(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    draft: ImportDraftId,
) -> StoreResult<bool> {
    Ok(run(transaction, &STOP, [organisations.write(), draft.write()])? == 1)
}

/// Adopts the abandoned job that began first, unless another instance adopts it concurrently.
pub fn adopt(transaction: &dyn Transaction, by: InstanceId) -> StoreResult<Option<AdoptedImportJob>> {
    let Some(id) = value::<ImportDraftId>(transaction, "import_draft", &ORPHAN, [])? else { return Ok(None) };
    let fence = FencingToken(reserve_ids(transaction, 1)?);
    if run(transaction, &ADOPT, [id.write(), by.write(), fence.write()])? == 0 {
        return Ok(None);
    }
    first(transaction, "import_draft", &ADOPTED, [id.write()], |row| {
        let (draft, caller): (ImportDraft, String) = row.read()?;
        let (author, results) = (draft.changed_by.clone(), draft.results.clone());
        Ok(AdoptedImportJob { draft, job: ImportJob { draft: id, fence, caller, author, results } })
    })
}
