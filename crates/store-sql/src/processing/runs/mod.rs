//! Runs and their results.

pub mod sql;

use jiff::Timestamp;
use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::Status;
use orderdock_domain::cast;
use orderdock_domain::event::{EventKind, EventType};
use orderdock_domain::ids::{CandidateId, InstanceId, OrganisationId, RunId, SHARED};
use orderdock_domain::problem::Problem;
use orderdock_domain::processing::{Run, RunCounts, RunEnd, RunOutcomeKind, RunState, SplitMember};
use orderdock_store::{
    AdoptedRun, Conflict, FailedRun, FencingToken, RunRecord, RunResult, RunResultOutcome, RunWork,
    StoreError, StoreResult, from_json,
};

use self::sql::{
    ACTIVE, ADOPT, ADOPTED, DEAD, DROP, ENDING, FAILED, FAILED_SINCE, FENCE, FINISH, GIVE_UP, GO_ON, INSERT,
    LET_GO, LIST, ONE, ORPHAN, PROGRESS, RESULTS, STOP, TAKE_BACK, THROUGH, WORK,
};
use crate::sql::column::{Column, FromRow, NULL, RowReader, SqlType, integer, owned};
use crate::sql::ids::reserve_ids;
use crate::sql::keys;
use crate::sql::query::{decode_row, first, rows, run, value};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction};

/// Stores a run. With `work`, other instances can continue it.
pub fn create(
    transaction: &dyn Transaction,
    record: &RunRecord,
    by: InstanceId,
    work: Option<&RunWork>,
) -> StoreResult<()> {
    let Run { id, kind, undoes, trigger, state, actor, release, queued_at, .. } = &record.run;
    let Run { started_at, finished_at, total, added, counts, .. } = &record.run;
    let organisations = match &record.organisations {
        OrgScope::All => NULL,
        OrgScope::These(ids) => owned(keys::number_array(ids.iter().map(|id| id.0))),
    };
    let mut values = vec![
        id.write(),
        kind.write(),
        trigger.write(),
        state.write(),
        actor.write(),
        release.write(),
        organisations,
        queued_at.write(),
        started_at.write(),
        finished_at.write(),
        integer(cast::<i64>(*total)),
    ];
    values.extend(figures(*counts).map(integer));
    let by = Some(by);
    let (task, selection) = work.map(RunWork::encode).unzip();
    values.extend([record.stop_requested.write(), record.fence.write()]);
    values.extend([by.write(), task.write(), selection.write(), undoes.write(), record.undone_by.write()]);
    values.push(integer(cast::<i64>(*added)));
    run(transaction, &INSERT, values)?;
    match undoes {
        Some(undone) if run(transaction, &TAKE_BACK, [undone.write(), id.write()])? == 0 => {
            Err(StoreError::Conflict(Conflict::Run))
        }
        _ => Ok(()),
    }
}

fn figures(counts: RunCounts) -> [i64; 5] {
    [counts.selected, counts.processed, counts.orders, counts.skipped, counts.failed].map(cast::<i64>)
}

/// Adds counts to a run. Returns `false` if the run must stop; `TakenOver` if another process has taken it over, in
/// which case the caller rolls back.
pub fn progress(
    transaction: &dyn Transaction,
    id: RunId,
    counts: RunCounts,
    fence: FencingToken,
) -> StoreResult<bool> {
    let values = std::iter::once(id.write()).chain(figures(counts).map(integer)).chain([fence.write()]);
    value(transaction, "run", &PROGRESS, values)?.ok_or(StoreError::TakenOver)
}

/// Returns `TakenOver` if another process has taken over the run. A run that does not exist has ended.
fn check_fence(transaction: &dyn Transaction, id: RunId, fence: FencingToken) -> StoreResult<()> {
    match value::<FencingToken>(transaction, "run", &FENCE, [id.write()])? {
        Some(other) if other != fence => Err(StoreError::TakenOver),
        _ => Ok(()),
    }
}

pub fn resume(
    transaction: &dyn Transaction,
    id: RunId,
    starts: Option<Timestamp>,
    fence: FencingToken,
) -> StoreResult<bool> {
    check_fence(transaction, id, fence)?;
    let values = [id.write(), starts.write(), RunState::Running.write()];
    Ok(value(transaction, "run", &GO_ON, values)?.unwrap_or_default())
}

pub fn finish(
    transaction: &dyn Transaction,
    id: RunId,
    fence: FencingToken,
    state: RunState,
    now: Timestamp,
) -> StoreResult<()> {
    check_fence(transaction, id, fence)?;
    let end = first(transaction, "run", &ENDING, [id.write()], |row| {
        Ok(RunEnd::of(row.read()?, state, figure(row)?, row.read()?))
    })?;
    match end {
        Some(RunEnd::Deleted) => run(transaction, &DROP, [id.write()])?,
        Some(RunEnd::Recorded(state)) => end_with_event(
            transaction,
            id,
            state,
            now,
            &FINISH,
            vec![id.write(), state.write(), now.write()],
        )?,
        None => 0,
    };
    Ok(())
}

/// Ends a run and records its event. Returns the number of ended runs.
fn end_with_event(
    transaction: &dyn Transaction,
    id: RunId,
    state: RunState,
    now: Timestamp,
    sql: &Statement,
    values: Vec<SqlValue<'_>>,
) -> StoreResult<usize> {
    let ended = rows(transaction, "run", sql, values, organisations)?;
    for organisations in &ended {
        // the event of a run of several organisations is stored as shared; the feed checks whether a reader may see the
        // run
        let organisation = match organisations {
            OrgScope::These(ids) if ids.len() == 1 => ids.first().copied().unwrap_or(SHARED),
            _ => SHARED,
        };
        let kind = EventKind::of(EventType::RunFinished, None, 0);
        transaction.outbox().record(now, organisation, kind, id);
    }
    if state != RunState::Done && !ended.is_empty() {
        run(transaction, &LET_GO, [id.write()])?;
    }
    Ok(ended.len())
}

/// Returns abandoned runs that no instance can or should continue, with their final states.
pub fn dead(transaction: &dyn Transaction) -> StoreResult<Vec<(RunId, RunState)>> {
    rows(transaction, "run", &DEAD, [], |row| {
        Ok((row.read()?, RunEnd::of_abandoned(row.read()?, row.read()?)))
    })
}

/// Ends the runs of [`dead`] and returns their number.
pub fn fail_dead(transaction: &dyn Transaction, now: Timestamp) -> StoreResult<u64> {
    let fence = FencingToken(reserve_ids(transaction, 1)?);
    let mut abandoned = 0;
    for (id, state) in dead(transaction)? {
        let values = vec![id.write(), state.write(), now.write(), fence.write()];
        abandoned += end_with_event(transaction, id, state, now, &GIVE_UP, values)?;
    }
    Ok(cast::<u64>(abandoned))
}

/// Returns the oldest abandoned run that an instance can continue.
pub fn orphan(transaction: &dyn Transaction) -> StoreResult<Option<RunId>> {
    value(transaction, "run", &ORPHAN, [])
}

/// Adopts an abandoned run, unless another instance has adopted it.
pub fn adopt(transaction: &dyn Transaction, id: RunId, by: InstanceId) -> StoreResult<Option<AdoptedRun>> {
    let fence = FencingToken(reserve_ids(transaction, 1)?);
    if run(transaction, &ADOPT, [id.write(), by.write(), fence.write()])? == 0 {
        return Ok(None);
    }
    let Some(record) = first(transaction, "run", &ADOPTED, [id.write()], decode_row)? else {
        return Ok(None);
    };
    let work = first(transaction, "run", &WORK, [id.write()], |row| {
        let (task, selection): (String, Vec<u8>) = row.read()?;
        let work = RunWork::decode(&task, &selection);
        Ok(work
            .inspect_err(
                |error| tracing::error!(run = %id, %error, "decoding the stored selection of a run failed"),
            )
            .ok())
    })?;
    let done = rows(transaction, "run_result", &THROUGH, [id.write()], decode_row)?;
    Ok(Some(AdoptedRun { record, work: work.flatten(), done }))
}

pub fn stop(transaction: &dyn Transaction, organisations: &OrganisationIds, id: RunId) -> StoreResult<bool> {
    Ok(run(transaction, &STOP, [organisations.write(), id.write()])? == 1)
}

pub fn one(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    id: RunId,
) -> StoreResult<Option<RunRecord>> {
    first(transaction, "run", &ONE, [organisations.write(), id.write()], decode_row)
}

pub fn list(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    before: Option<RunId>,
    limit: u32,
) -> StoreResult<Vec<RunRecord>> {
    rows(transaction, "run", &LIST, [organisations.write(), before.write(), limit.write()], decode_row)
}

pub fn active(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    ended_since: Timestamp,
) -> StoreResult<Vec<RunRecord>> {
    rows(transaction, "run", &ACTIVE, [organisations.write(), ended_since.write()], decode_row)
}

/// Returns the number of failed runs among those requested within a time span.
pub fn failed_runs(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    from: Timestamp,
    to: Timestamp,
) -> StoreResult<u64> {
    let failed =
        value::<i64>(transaction, "run", &FAILED, [organisations.write(), from.write(), to.write()])?;
    Ok(cast(failed.unwrap_or_default()))
}

/// Returns the runs that have failed since an instant, oldest first.
pub fn failed_since(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    since: Timestamp,
    limit: u32,
) -> StoreResult<Vec<FailedRun>> {
    let values = [organisations.write(), since.write(), limit.write()];
    rows(transaction, "run", &FAILED_SINCE, values, decode_row)
}

fn organisations(row: &mut RowReader<'_>) -> StoreResult<OrgScope> {
    let Some(ids) = row.read::<Option<String>>()? else { return Ok(OrgScope::All) };
    let read = serde_json::from_str::<Vec<i64>>(&ids);
    let read = read.map_err(|_| StoreError::Inconsistent { place: "run.orgs", fault: ids })?;
    Ok(OrgScope::These(read.into_iter().map(OrganisationId).collect()))
}

impl FromRow for RunRecord {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            run: row.read()?,
            organisations: organisations(row)?,
            stop_requested: row.read()?,
            fence: row.read()?,
            undone_by: row.read()?,
        })
    }
}

impl FromRow for Run {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            kind: row.read()?,
            undoes: row.read()?,
            trigger: row.read()?,
            state: row.read()?,
            actor: row.read()?,
            release: row.read()?,
            queued_at: row.read()?,
            started_at: row.read()?,
            finished_at: row.read()?,
            total: figure(row)?,
            added: figure(row)?,
            counts: row.read()?,
        })
    }
}

impl FromRow for RunCounts {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            selected: figure(row)?,
            processed: figure(row)?,
            orders: figure(row)?,
            skipped: figure(row)?,
            failed: figure(row)?,
        })
    }
}

impl FromRow for FailedRun {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { id: row.read()?, organisations: organisations(row)?, failed_at: row.read()? })
    }
}

impl FromRow for RunResult {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { candidate: row.read()?, outcome: outcome(row)?, warnings: problems(row)? })
    }
}

fn figure(row: &mut RowReader<'_>) -> StoreResult<u64> {
    Ok(cast(row.read::<i64>()?))
}

pub fn results(
    transaction: &dyn Transaction,
    run: RunId,
    kind: Option<RunOutcomeKind>,
    after: Option<CandidateId>,
    limit: u32,
) -> StoreResult<Vec<RunResult>> {
    let after = after.unwrap_or(CandidateId(i64::MIN));
    let values = [run.write(), after.write(), kind.write(), limit.write()];
    rows(transaction, "run_result", &RESULTS, values, decode_row)
}

fn outcome(row: &mut RowReader<'_>) -> StoreResult<RunResultOutcome> {
    let word: String = row.read()?;
    let (order, document_no, line, detail): (Option<_>, Option<_>, Option<_>, Option<String>) = row.read()?;
    let detail = detail.as_deref();
    let fault = || StoreError::Inconsistent { place: "run_result", fault: word.clone() };
    let read = match RunOutcomeKind::parse(&word).ok_or_else(fault)? {
        RunOutcomeKind::Ordered => order.zip(document_no).zip(line).map(|((order, document_no), line)| {
            let split_by = detail.and_then(SplitMember::parse);
            RunResultOutcome::Ordered { order, document_no, line, split_by }
        }),
        RunOutcomeKind::Held => detail.and_then(|text| text.parse().ok()).map(RunResultOutcome::Held),
        RunOutcomeKind::Failed => Some(RunResultOutcome::Failed(decode(detail)?)),
        RunOutcomeKind::Passed => detail.and_then(Status::parse).map(RunResultOutcome::Passed),
        RunOutcomeKind::Changed => Some(RunResultOutcome::Changed),
        RunOutcomeKind::Unchanged => Some(RunResultOutcome::Unchanged),
    };
    read.ok_or_else(fault)
}

fn problems(row: &mut RowReader<'_>) -> StoreResult<Vec<Problem>> {
    decode(row.read::<Option<String>>()?.as_deref())
}

fn decode(json: Option<&str>) -> StoreResult<Vec<Problem>> {
    from_json("run_result", json.unwrap_or("[]"))
}

impl Column for FencingToken {
    const TYPE: SqlType = SqlType::Integer;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        Column::read(value).map(Self)
    }

    fn write(&self) -> SqlValue<'_> {
        integer(self.0)
    }
}
