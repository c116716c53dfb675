//! Entries of rejected rows.

pub mod sql;

use std::collections::BTreeMap;

use jiff::Timestamp;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::cast;
use orderdock_domain::ids::RejectedRowId;
use orderdock_domain::import::{ClosedRejection, RejectedRowStatus};
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text::fold;
use orderdock_store::{
    ImportCommit, LastingState, LastingStateQuery, NewRejectedRow, RejectedRowContent, RejectedRowDecision,
    RejectedRowEntry, RejectedRowFilter, RejectedRowGroup, RejectedRowQuery, RejectedRowReader,
    RejectedRowSort, RejectedRowSource, RejectedRowWriter, StoreError, StoreResult, from_json, to_json,
};

use crate::requests::rejected_system;
use crate::search::matches::pattern;
use crate::sql::column::{Column, FromRow, NULL, RowReader, integer, owned, text};
use crate::sql::query::{RowWriter, decode_row, first, rows, run, run_one};
use crate::sql::scope::OrganisationIds;
use crate::store::transaction::StoreTransaction;
use crate::{SqlValue, Transaction, conflict, sql::keys};
use sql::{
    BY_FIRST_ASCENDING, BY_FIRST_DESCENDING, BY_ID, BY_LAST_ASCENDING, BY_LAST_DESCENDING, CLOSE, COUNTS,
    CROWDED, DISMISS, GROUPS, LASTING, REOPEN, STORE, SWEEP, TRIM,
};

/// Entries that are removed per transaction.
const SWEEP_AT_ONCE: i64 = 500;

/// Writes the changes of entries by imports.
pub fn write(transaction: &dyn Transaction, commits: &[ImportCommit]) -> StoreResult<()> {
    for ImportCommit { request, rejections, now, .. } in commits {
        store(transaction, &rejections.rejected)?;
        close(transaction, &rejections.closed, *now, &request.actor)?;
        if let Some(one) = &rejections.sent_again {
            run_one(transaction, &CLOSE, closing(one, *now, &request.actor), conflict("rejected_row"))?;
        }
    }
    Ok(())
}

fn close(
    transaction: &dyn Transaction,
    closed: &[ClosedRejection],
    now: Timestamp,
    sender: &str,
) -> StoreResult<()> {
    if closed.is_empty() {
        return Ok(());
    }
    let mut rows = RowWriter::prepare(transaction, &CLOSE)?;
    for one in closed {
        rows.write(closing(one, now, sender))?;
    }
    rows.close()
}

fn closing<'v>(closed: &'v ClosedRejection, now: Timestamp, sender: &'v str) -> [SqlValue<'v>; 5] {
    let at = SqlValue::Instant(now);
    [closed.entry.write(), Column::write(&closed.status), closed.candidate.write(), at, text(sender)]
}

/// Stores rows, ordered by key, so that no two imports deadlock. Of several rows with one key, the last one is stored.
fn store(transaction: &dyn Transaction, rejected: &[NewRejectedRow]) -> StoreResult<()> {
    if rejected.is_empty() {
        return Ok(());
    }
    let mut by_key: BTreeMap<&[u8; 32], (&NewRejectedRow, i64)> = BTreeMap::new();
    for row in rejected {
        let (last, count) = by_key.entry(&row.key).or_insert((row, 0));
        (*last, *count) = (row, *count + 1);
    }
    let mut rows = RowWriter::prepare(transaction, &STORE)?;
    for (row, count) in by_key.into_values() {
        rows.write(stored_values(row, count))?;
    }
    rows.close()
}

fn stored_values(row: &NewRejectedRow, count: i64) -> [SqlValue<'_>; 25] {
    let content = &row.content;
    [
        row.id.write(),
        row.key.write(),
        content.organisation.write(),
        content.data_source.write(),
        rejected_system(content.system),
        content.header_id.write(),
        content.line_id.write(),
        content.request.write(),
        content.index.write(),
        content.sender.write(),
        content.sender_name.write(),
        content.at.write(),
        content.at.write(),
        integer(count),
        text(content.code.as_str()),
        integer(cast(content.problems.len())),
        content.rejected_with.write(),
        content.customer.write(),
        content.product.write(),
        content.po_reference.write(),
        owned(words(content)),
        row.content_hash.write(),
        content.is_cut.write(),
        owned(to_json(&content.problems)),
        content.text.write(),
    ]
}

/// Returns the folded text for searching.
fn words(content: &RejectedRowContent) -> String {
    let ids = [&content.header_id, &content.line_id].map(|id| id.as_ref().map_or("", |id| id.as_str()));
    let texts = [&content.customer, &content.product, &content.po_reference, &content.sender_name];
    let all = ids.into_iter().chain(texts.map(String::as_str));
    fold(&all.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n"))
}

/// Returns the parameters of a filter within the organisations.
fn filter_values<'v>(organisations: &'v OrganisationIds, filter: &'v RejectedRowFilter) -> Vec<SqlValue<'v>> {
    let statuses = || keys::texts(filter.statuses.iter().map(|status| status.as_str()));
    let ids = || keys::numbers(filter.ids.iter().map(|id| id.0));
    vec![
        organisations.write(),
        integer(organisations.are_all().into()),
        if filter.statuses.is_empty() { NULL } else { statuses() },
        filter.organisation.write(),
        match filter.data_source {
            None => NULL,
            Some(RejectedRowSource::Unknown) => integer(0),
            Some(RejectedRowSource::One(id)) => integer(id.0),
        },
        filter.code.map_or(NULL, |code| text(code.as_str())),
        filter.words.as_ref().map_or(NULL, |words| owned(pattern("%", words))),
        filter.from.write(),
        filter.to.write(),
        if filter.ids.is_empty() { NULL } else { ids() },
    ]
}

impl RejectedRowReader for StoreTransaction<'_> {
    fn rejected_rows(
        &self,
        scope: &ReadScope,
        query: &RejectedRowQuery,
    ) -> StoreResult<Vec<RejectedRowEntry>> {
        let organisations = self.readable(scope)?;
        let mut values = filter_values(&organisations, &query.filter);
        let (at, id) = query.after.unzip();
        values.extend([at.map_or(NULL, SqlValue::Instant), id.map_or(NULL, |id| integer(id.0))]);
        values.extend([integer(query.limit.into()), integer(query.whole.into())]);
        let sql = match (query.sort, query.ascending) {
            (RejectedRowSort::LastRejected, false) => &BY_LAST_DESCENDING,
            (RejectedRowSort::LastRejected, true) => &BY_LAST_ASCENDING,
            (RejectedRowSort::FirstRejected, false) => &BY_FIRST_DESCENDING,
            (RejectedRowSort::FirstRejected, true) => &BY_FIRST_ASCENDING,
        };
        let mut found: Vec<RejectedRowEntry> =
            rows(self.transaction, "rejected_row", sql, values, decode_row)?;
        if !query.whole {
            for entry in &mut found {
                entry.content.problems.truncate(1);
            }
        }
        Ok(found)
    }

    fn rejected_row(&self, scope: &ReadScope, id: RejectedRowId) -> StoreResult<Option<RejectedRowEntry>> {
        let organisations = self.readable(scope)?;
        let values = [organisations.write(), integer(organisations.are_all().into()), id.write()];
        first(self.transaction, "rejected_row", &BY_ID, values, decode_row)
    }

    fn rejected_row_groups(
        &self,
        scope: &ReadScope,
        filter: &RejectedRowFilter,
    ) -> StoreResult<Vec<RejectedRowGroup>> {
        let organisations = self.readable(scope)?;
        let values = filter_values(&organisations, filter);
        rows(self.transaction, "rejected_row", &GROUPS, values, decode_row)
    }

    fn count_rejected_rows(
        &self,
        scope: &ReadScope,
        filter: &RejectedRowFilter,
    ) -> StoreResult<Vec<(RejectedRowStatus, u64)>> {
        let organisations = self.readable(scope)?;
        let values = filter_values(&organisations, filter);
        rows(self.transaction, "rejected_row", &COUNTS, values, |row| Ok((row.read()?, number(row)?)))
    }

    fn open_rejected_rows(
        &self,
        scope: &WriteScope,
        query: &LastingStateQuery,
    ) -> StoreResult<Vec<LastingState>> {
        let organisations = self.writable(scope)?;
        let LastingStateQuery { data_source, since, limit } = query;
        let all = integer(organisations.are_all().into());
        let values = [organisations.write(), all, since.write(), limit.write(), data_source.write()];
        rows(self.transaction, "rejected_row", &LASTING, values, decode_row)
    }
}

impl RejectedRowWriter for StoreTransaction<'_> {
    fn store_rejected_rows(&self, rows: &[NewRejectedRow]) -> StoreResult<()> {
        store(self.transaction, rows)
    }

    fn decide_rejected_rows(
        &self,
        scope: &WriteScope,
        filter: &RejectedRowFilter,
        decision: &RejectedRowDecision,
    ) -> StoreResult<u64> {
        let organisations = self.writable(scope)?;
        let mut values = filter_values(&organisations, filter);
        let changed = match decision {
            RejectedRowDecision::Dismiss { reason, by, at } => {
                values.extend([text(reason), text(by), at.write()]);
                run(self.transaction, &DISMISS, values)?
            }
            RejectedRowDecision::Reopen => run(self.transaction, &REOPEN, values)?,
        };
        Ok(cast::<u64>(changed))
    }

    fn sweep_rejected_rows(&self, before: Timestamp, maximum: u32) -> StoreResult<u64> {
        let mut removed = run(self.transaction, &SWEEP, [before.write(), integer(SWEEP_AT_ONCE)])?;
        let crowded: Vec<(i64, i64)> =
            rows(self.transaction, "rejected_row", &CROWDED, [integer(maximum.into())], decode_row)?;
        for (organisation, beyond) in crowded {
            removed +=
                run(self.transaction, &TRIM, [integer(organisation), integer(beyond.min(SWEEP_AT_ONCE))])?;
        }
        Ok(cast::<u64>(removed))
    }
}

fn number(row: &mut RowReader<'_>) -> StoreResult<u64> {
    Ok(cast::<u64>(row.read::<i64>()?))
}

fn code(row: &mut RowReader<'_>) -> StoreResult<ProblemCode> {
    let word: String = row.read()?;
    ProblemCode::parse(&word)
        .ok_or_else(|| StoreError::Inconsistent { place: "rejected_row.code", fault: word.clone() })
}

/// Decodes the columns of an entry and its text.
impl FromRow for RejectedRowEntry {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            key: row.read()?,
            status: row.read()?,
            first_at: row.read()?,
            count: row.read()?,
            candidate: row.read()?,
            closed_at: row.read()?,
            closed_by: row.read()?,
            reason: row.read()?,
            problem_count: row.read()?,
            content: row.read()?,
        })
    }
}

impl FromRow for RejectedRowContent {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            organisation: row.read()?,
            data_source: row.read()?,
            system: row.read()?,
            header_id: row.read()?,
            line_id: row.read()?,
            request: row.read()?,
            index: row.read()?,
            sender: row.read()?,
            sender_name: row.read()?,
            at: row.read()?,
            code: code(row)?,
            rejected_with: row.read()?,
            customer: row.read()?,
            product: row.read()?,
            po_reference: row.read()?,
            is_cut: row.read()?,
            problems: problems(row)?,
            text: row.read()?,
        })
    }
}

fn problems(row: &mut RowReader<'_>) -> StoreResult<Vec<Problem>> {
    from_json("rejected_row.problems", &row.read::<String>()?)
}

impl FromRow for RejectedRowGroup {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            code: code(row)?,
            data_source: row.read()?,
            rows: number(row)?,
            rejected_with: number(row)?,
            senders: number(row)?,
            oldest: row.read()?,
            newest: row.read()?,
            example: row.read()?,
        })
    }
}
