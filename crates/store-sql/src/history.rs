//! The history of candidates: written by whatever changes one, in the same transaction.

use std::collections::{BTreeSet, HashMap};

use orderdock_domain::correction::{HistoryEntry, Noted, OrderedCandidate};
use orderdock_domain::ids::CandidateId;
use orderdock_store::{Comment, CommentCommit, Commented, History, StoreError, StoreResult};

use crate::asking::{Rows, first, rows, run, take, value};
use crate::column::{Column, Columns, Fields, NULL, columns, integer, owned, released, taken};
use crate::lines::{decode_noted, encode_noted};
use crate::records::problems_json;
use crate::scope::OrganisationIds;
use crate::template::statements;
use crate::{Datum, Transaction, count, keys, requests};

statements! {
    INSERT = insert CANDIDATE_HISTORY;
    /// `?1` organisations, `?2` candidate.
    PROBLEMS = "SELECT problems FROM candidate WHERE id = ?2 AND org_id {in 1 int8}";
    /// `?1` candidate.
    ENTRIES = "SELECT {columns candidate_history} FROM candidate_history WHERE candidate_id = ?1 ORDER BY version";
    /// `?1` candidate.
    ORDERED = "SELECT c.id, c.version, o.id, o.document_no, o.run_id, o.created_at, r.actor, a.released \
     FROM allocation a {join} candidate c ON c.id = a.candidate_id \
     {join} sales_order o ON o.id = a.order_id LEFT JOIN run r ON r.id = o.run_id \
     WHERE {is a.live} AND a.candidate_id = ?1";
    INSERT_COMMENT = insert COMMENT;
    /// `?1` organisations, `?2` candidate.
    CANDIDATE = "SELECT 1 FROM {row candidate} c WHERE c.id = ?2 AND c.org_id {in 1 int8}";
    /// `?1` organisations, `?2` order.
    ORDER = "SELECT 1 FROM sales_order o WHERE o.id = ?2 AND o.org_id {in 1 int8}";
    /// `?1` candidate.
    OF_CANDIDATE = "SELECT at, actor, text FROM comment WHERE candidate_id = ?1 ORDER BY id";
    /// `?1` order.
    OF_ORDER = "SELECT at, actor, text FROM comment WHERE order_id = ?1 ORDER BY id";
    /// `?1` organisations, `?2` candidates.
    COUNTS = "SELECT m.candidate_id, count(*) FROM {keys 2 int8} {join} {row candidate} c ON c.id = k.value \
     {join} comment m ON m.candidate_id = c.id WHERE c.org_id {in 1 int8} GROUP BY m.candidate_id";
}

pub fn insert<'e>(
    transaction: &dyn Transaction,
    entries: impl IntoIterator<Item = &'e HistoryEntry>,
) -> StoreResult<()> {
    let mut entries = entries.into_iter().peekable();
    if entries.peek().is_none() {
        return Ok(());
    }
    let mut rows = Rows::prepare(transaction, &INSERT)?;
    entries.try_for_each(|entry| rows.write(values(entry)))?;
    rows.close()
}

fn values(entry: &HistoryEntry) -> [Datum<'_>; 15] {
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
        encode_noted(&entry.noted).map_or(NULL, owned),
    ]
}

/// Writes a comment, unless what it is about is not among the organisations.
pub fn comment(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    commit: &CommentCommit,
) -> StoreResult<bool> {
    let (sql, id, columns) = match &commit.about {
        Commented::Candidate(id) => (&CANDIDATE, id.write(), [id.write(), NULL]),
        Commented::Order(id) => (&ORDER, id.write(), [NULL, id.write()]),
    };
    if value::<i64>(transaction, "comment", sql, [organisations.write(), id])?.is_none() {
        return Ok(false);
    }
    run(transaction, &INSERT_COMMENT, columns.into_iter().chain(commit.comment.row()))?;
    requests::keep_call(transaction, Some(&commit.kept))?;
    Ok(true)
}

/// What was said about a candidate or an order, oldest first.
pub fn comments(transaction: &dyn Transaction, about: Commented) -> StoreResult<Vec<Comment>> {
    let (sql, id) = match &about {
        Commented::Candidate(id) => (&OF_CANDIDATE, id.write()),
        Commented::Order(id) => (&OF_ORDER, id.write()),
    };
    rows(transaction, "comment", sql, [id], take)
}

/// How many comments candidates have, of those that have some.
pub fn count_comments(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    candidates: &[CandidateId],
) -> StoreResult<HashMap<CandidateId, u64>> {
    // one that is named twice is counted once
    let candidates: BTreeSet<_> = candidates.iter().map(|id| id.0).collect();
    let values = [organisations.write(), keys::numbers(candidates)];
    let counts =
        rows(transaction, "comment", &COUNTS, values, |fields| Ok((fields.take()?, count::figure(fields)?)))?;
    Ok(counts.into_iter().collect())
}

pub fn of_candidate(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    candidate: CandidateId,
) -> StoreResult<History> {
    let values = [organisations.write(), candidate.write()];
    let Some(problems) = first(transaction, "candidate", &PROBLEMS, values, take)? else {
        return Ok(History::default());
    };
    let entries = rows(transaction, "candidate_history", &ENTRIES, [candidate.write()], take)?;
    let ordered = first(transaction, "allocation", &ORDERED, [candidate.write()], take)?;
    let comments = comments(transaction, Commented::Candidate(candidate))?;
    Ok(History { comments, ..History::of(problems, entries, ordered) })
}

taken! {
    HistoryEntry {
        candidate, version, at, actor, event, status_before, status, changes, problems_before, problems, order,
        document_no, run, released by released, noted by noted,
    }
    OrderedCandidate { candidate, version, order, document_no, run, at, actor, released by released }
}
columns! { Comment { at, actor, text } }

fn noted(fields: &mut Fields<'_>) -> StoreResult<Noted> {
    let Some(lines) = fields.take::<Option<String>>()? else { return Ok(Noted::default()) };
    let fault = || StoreError::Inconsistent { place: "candidate_history.noted", fault: lines.clone() };
    decode_noted(&lines).ok_or_else(fault)
}
