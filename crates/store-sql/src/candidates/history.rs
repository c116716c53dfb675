//! The history of candidates. Every write of a candidate also writes its history.

use std::collections::{BTreeSet, HashMap};

use orderdock_domain::candidate::{ORDERED as ORDER_TRANSITION, Status};
use orderdock_domain::correction::{AttentionChange, HistoryEntry, OrderedCandidate};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::problem::Problem;
use orderdock_store::{
    Comment, CommentCommit, CommentOutcome, CommentTarget, History, HistoryRange, MAX_COMMENTS, StoreError,
    StoreResult,
};

use crate::records::problems_json;
use crate::sql::column::{Column, FromRow, NULL, RowReader, ToRow, integer, owned, released};
use crate::sql::lines::{decode_attention, encode_attention};
use crate::sql::query::{RowWriter, decode_row, first, rows, run, value};
use crate::sql::scope::OrganisationIds;
use crate::sql::tables::{CANDIDATE_HISTORY, COMMENT};
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction, candidates::count, requests, sql::keys};

static INSERT: Statement = Statement::insert(&CANDIDATE_HISTORY);

/// `?1` organisations, `?2` candidate.
static NOW: Statement = Statement::new(
    r"
    SELECT status, problems
    FROM candidate
    WHERE id = ?2 AND org_id {in ?1 int8}
    ",
);

/// `?1` candidate.
static FIRST: Statement = Statement::new(
    r"
    SELECT status_before, problems_before
    FROM candidate_history
    WHERE candidate_id = ?1
    ORDER BY version
    LIMIT 1
    ",
);

/// `?1` candidate, `?2` first version, `?3` limit.
static ENTRIES: Statement = Statement::new(
    r"
    SELECT {columns candidate_history}
    FROM candidate_history
    WHERE candidate_id = ?1 AND version >= ?2
    ORDER BY version
    LIMIT ?3
    ",
);

/// `?1` candidate, `?2` version before which the page ends, `?3` limit.
static LATEST: Statement = Statement::new(
    r"
    SELECT {columns candidate_history}
    FROM candidate_history
    WHERE candidate_id = ?1 AND version < ?2
    ORDER BY version DESC
    LIMIT ?3
    ",
);

/// `?1` candidate.
static ORDERED: Statement = Statement::new(
    r"
    SELECT c.id, c.version, o.id, o.document_no, o.run_id, o.created_at, r.actor, a.released
    FROM allocation a
    {join} candidate c ON c.id = a.candidate_id
    {join} sales_order o ON o.id = a.order_id
    LEFT JOIN run r ON r.id = o.run_id
    WHERE {is_true a.live} AND a.candidate_id = ?1
    ",
);

static INSERT_COMMENT: Statement = Statement::insert(&COMMENT);

/// `?1` organisations, `?2` candidate.
static CANDIDATE: Statement =
    Statement::new("SELECT 1 FROM {row candidate} c WHERE c.id = ?2 AND c.org_id {in ?1 int8}");

/// `?1` organisations, `?2` order.
static ORDER: Statement =
    Statement::new("SELECT 1 FROM sales_order o WHERE o.id = ?2 AND o.org_id {in ?1 int8}");

/// `?1` candidate or order, `?2` number of the comment after or before which the page begins, `?3` limit.
static OF_CANDIDATE: Statement = Statement::new(
    r"
    SELECT id, at, actor, text
    FROM comment
    WHERE candidate_id = ?1 AND id > ?2
    ORDER BY id
    LIMIT ?3
    ",
);

static LATEST_OF_CANDIDATE: Statement = Statement::new(
    r"
    SELECT id, at, actor, text
    FROM comment
    WHERE candidate_id = ?1 AND id < ?2
    ORDER BY id DESC
    LIMIT ?3
    ",
);

static OF_ORDER: Statement = Statement::new(
    r"
    SELECT id, at, actor, text
    FROM comment
    WHERE order_id = ?1 AND id > ?2
    ORDER BY id
    LIMIT ?3
    ",
);

static LATEST_OF_ORDER: Statement = Statement::new(
    r"
    SELECT id, at, actor, text
    FROM comment
    WHERE order_id = ?1 AND id < ?2
    ORDER BY id DESC
    LIMIT ?3
    ",
);

/// `?1` candidate or order.
static COUNT_OF_CANDIDATE: Statement = Statement::new("SELECT count(*) FROM comment WHERE candidate_id = ?1");
static COUNT_OF_ORDER: Statement = Statement::new("SELECT count(*) FROM comment WHERE order_id = ?1");

/// `?1` organisations, `?2` candidates.
static COUNTS: Statement = Statement::new(
    r"
    SELECT m.candidate_id, count(*)
    FROM {array ?2 int8}
    {join} {row candidate} c ON c.id = k.value
    {join} comment m ON m.candidate_id = c.id
    WHERE c.org_id {in ?1 int8}
    GROUP BY m.candidate_id
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[
    &INSERT,
    &NOW,
    &FIRST,
    &ENTRIES,
    &LATEST,
    &ORDERED,
    &INSERT_COMMENT,
    &CANDIDATE,
    &ORDER,
    &OF_CANDIDATE,
    &LATEST_OF_CANDIDATE,
    &OF_ORDER,
    &LATEST_OF_ORDER,
    &COUNT_OF_CANDIDATE,
    &COUNT_OF_ORDER,
    &COUNTS,
];

pub fn insert<'e>(
    transaction: &dyn Transaction,
    entries: impl IntoIterator<Item = &'e HistoryEntry>,
) -> StoreResult<()> {
    let mut entries = entries.into_iter().peekable();
    if entries.peek().is_none() {
        return Ok(());
    }
    let mut rows = RowWriter::prepare(transaction, &INSERT)?;
    entries.try_for_each(|entry| rows.write(values(entry)))?;
    rows.close()
}

fn values(entry: &HistoryEntry) -> [SqlValue<'_>; 15] {
    [
        entry.candidate.write(),
        integer(entry.version),
        entry.at.write(),
        entry.actor.write(),
        entry.event.write(),
        entry.status_before.write(),
        entry.status.write(),
        entry.changes.write(),
        problems_json(&entry.problems_before),
        problems_json(&entry.problems),
        entry.order.write(),
        entry.document_no.write(),
        entry.run.write(),
        if entry.released.is_empty() { NULL } else { entry.released.write() },
        encode_attention(&entry.attention_change).map_or(NULL, owned),
    ]
}

/// Writes a comment, unless its record is outside the organisations or already has the maximum number.
pub fn comment(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    commit: &CommentCommit,
) -> StoreResult<CommentOutcome> {
    let (exists, count, id, columns) = match &commit.about {
        CommentTarget::Candidate(id) => (&CANDIDATE, &COUNT_OF_CANDIDATE, id.write(), [id.write(), NULL]),
        CommentTarget::Order(id) => (&ORDER, &COUNT_OF_ORDER, id.write(), [NULL, id.write()]),
    };
    if value::<i64>(transaction, "comment", exists, [organisations.write(), id.clone()])?.is_none() {
        return Ok(CommentOutcome::NotFound);
    }
    let written: Option<i64> = value(transaction, "comment", count, [id])?;
    if written.is_some_and(|written| written >= i64::from(MAX_COMMENTS)) {
        return Ok(CommentOutcome::TooMany);
    }
    run(transaction, &INSERT_COMMENT, columns.into_iter().chain(commit.comment.to_row()))?;
    requests::store_call(transaction, Some(&commit.log_entry))?;
    Ok(CommentOutcome::Written)
}

/// Returns a range of the comments on a candidate or an order, with their numbers.
pub fn comments(
    transaction: &dyn Transaction,
    about: CommentTarget,
    range: &HistoryRange,
) -> StoreResult<Vec<(i64, Comment)>> {
    let (sql, id) = match (&about, range.newest_first) {
        (CommentTarget::Candidate(id), false) => (&OF_CANDIDATE, id.write()),
        (CommentTarget::Candidate(id), true) => (&LATEST_OF_CANDIDATE, id.write()),
        (CommentTarget::Order(id), false) => (&OF_ORDER, id.write()),
        (CommentTarget::Order(id), true) => (&LATEST_OF_ORDER, id.write()),
    };
    rows(
        transaction,
        "comment",
        sql,
        [id, integer(range.position().comment), range.limit.write()],
        decode_row,
    )
}

/// Returns the number of comments of each candidate that has any.
pub fn count_comments(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    candidates: &[CandidateId],
) -> StoreResult<HashMap<CandidateId, u64>> {
    // a repeated id would be counted twice
    let candidates: BTreeSet<_> = candidates.iter().map(|id| id.0).collect();
    let values = [organisations.write(), keys::numbers(candidates)];
    let counts = rows(transaction, "comment", &COUNTS, values, |row| Ok((row.read()?, count::figure(row)?)))?;
    Ok(counts.into_iter().collect())
}

pub fn of_candidate(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    candidate: CandidateId,
    range: &HistoryRange,
) -> StoreResult<History> {
    let values = [organisations.write(), candidate.write()];
    let Some(now) = first(transaction, "candidate", &NOW, values, decode_row)? else {
        return Ok(History::default());
    };
    let ordered: Option<OrderedCandidate> =
        first(transaction, "allocation", &ORDERED, [candidate.write()], decode_row)?;
    // a candidate without changes is as imported
    let imported = match first(transaction, "candidate_history", &FIRST, [candidate.write()], decode_row)? {
        Some(imported) => imported,
        None if ordered.is_some() => (ORDER_TRANSITION.from, Vec::new()),
        None => now,
    };
    let (imported_as, imported_with): (Status, Vec<Problem>) = imported;
    let sql = if range.newest_first { &LATEST } else { &ENTRIES };
    let values = [candidate.write(), integer(range.position().version), integer(i64::from(range.limit) + 1)];
    let entries = rows(transaction, "candidate_history", sql, values, decode_row)?;
    let comments = comments(transaction, CommentTarget::Candidate(candidate), range)?;
    let history = History { imported_as: Some(imported_as), imported_with, entries, comments };
    Ok(history.with_order(ordered, range))
}

impl FromRow for HistoryEntry {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            candidate: row.read()?,
            version: row.read()?,
            at: row.read()?,
            actor: row.read()?,
            event: row.read()?,
            status_before: row.read()?,
            status: row.read()?,
            changes: row.read()?,
            problems_before: row.read()?,
            problems: row.read()?,
            order: row.read()?,
            document_no: row.read()?,
            run: row.read()?,
            released: released(row)?,
            attention_change: attention_change(row)?,
        })
    }
}

impl FromRow for OrderedCandidate {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            candidate: row.read()?,
            version: row.read()?,
            order: row.read()?,
            document_no: row.read()?,
            run: row.read()?,
            at: row.read()?,
            actor: row.read()?,
            released: released(row)?,
        })
    }
}
impl FromRow for Comment {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { at: row.read()?, actor: row.read()?, text: row.read()? })
    }
}

impl ToRow for Comment {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.at.append_to(row);
        self.actor.append_to(row);
        self.text.append_to(row);
    }
}

fn attention_change(row: &mut RowReader<'_>) -> StoreResult<AttentionChange> {
    let Some(lines) = row.read::<Option<String>>()? else { return Ok(AttentionChange::default()) };
    let fault = || StoreError::Inconsistent { place: "candidate_history.noted", fault: lines.clone() };
    decode_attention(&lines).ok_or_else(fault)
}
