//! Statements on entries of rejected rows.

use crate::sql::template::{Fragments, Statement};

/// The columns of an entry without its text, which follows them.
const ENTRY_COLUMNS: &str = r"
    r.id, r.identity_key, r.status, r.first_rejected_at, r.rejections, r.candidate_id, r.closed_at, r.closed_by,
    r.reason, r.problem_count, r.org_id, r.data_source_id, r.external_system_id, r.external_header_id,
    r.external_line_id, r.request_id, r.request_index, r.caller_id, r.actor, r.last_rejected_at, r.code, r.fell_with,
    r.customer, r.product, r.po_reference, r.is_cut, r.problems
    ";

/// Entries that a caller may see. `?1` organisations, `?2` whether these are all, because only then entries without an
/// organisation are visible.
const VISIBLE: &str = "({param ?2 int8} = 1 OR {no_index r.org_id} {in ?1 int8})";

/// Conditions of a filter. `?3` statuses, `?4` organisation, `?5` data source or 0 for an unknown one, `?6` code of the
/// first problem, `?7` pattern, `?8` and `?9` instants, `?10` ids. NULL matches all.
const FILTER: &str = r"
    {include visible}
    AND ({param_list ?3 text} IS NULL OR r.status {in ?3 text})
    AND ({param ?4 int8} IS NULL OR {no_index r.org_id} = ?4)
    AND ({param ?5 int8} IS NULL OR coalesce(r.data_source_id, 0) = ?5)
    AND ({param ?6 text} IS NULL OR r.code = ?6)
    AND ({param ?7 text} IS NULL OR r.words LIKE ?7 ESCAPE '\')
    AND ({param ?8 instant} IS NULL OR r.last_rejected_at >= ?8)
    AND ({param ?9 instant} IS NULL OR r.last_rejected_at < ?9)
    AND ({param_list ?10 int8} IS NULL OR r.id {in ?10 int8})
    ";

/// `?11` and `?12` time and id of the last entry of the previous page, `?13` page size, `?14` whether texts are
/// included.
const PAGE: &str = r"
    SELECT {include entry_columns}, CASE WHEN {param ?14 int8} = 1 THEN r.body ELSE '' END
    FROM rejected_row r
    WHERE {include filter}
    ";

const FRAGMENTS: Fragments =
    &[("entry_columns", ENTRY_COLUMNS), ("visible", VISIBLE), ("filter", FILTER), ("page", PAGE)];

pub static BY_LAST_DESCENDING: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    {include page}
      AND (
          {param ?11 instant} IS NULL
          OR r.last_rejected_at < ?11
          OR r.last_rejected_at = ?11 AND r.id < {param ?12 int8}
      )
    ORDER BY r.last_rejected_at DESC, r.id DESC
    LIMIT ?13
    ",
);

pub static BY_LAST_ASCENDING: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    {include page}
      AND (
          {param ?11 instant} IS NULL
          OR r.last_rejected_at > ?11
          OR r.last_rejected_at = ?11 AND r.id > {param ?12 int8}
      )
    ORDER BY r.last_rejected_at, r.id
    LIMIT ?13
    ",
);

pub static BY_FIRST_DESCENDING: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    {include page}
      AND (
          {param ?11 instant} IS NULL
          OR r.first_rejected_at < ?11
          OR r.first_rejected_at = ?11 AND r.id < {param ?12 int8}
      )
    ORDER BY r.first_rejected_at DESC, r.id DESC
    LIMIT ?13
    ",
);

pub static BY_FIRST_ASCENDING: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    {include page}
      AND (
          {param ?11 instant} IS NULL
          OR r.first_rejected_at > ?11
          OR r.first_rejected_at = ?11 AND r.id > {param ?12 int8}
      )
    ORDER BY r.first_rejected_at, r.id
    LIMIT ?13
    ",
);

/// `?3` id.
pub static BY_ID: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT {include entry_columns}, r.body
    FROM rejected_row r
    WHERE r.id = ?3 AND {include visible}
    ",
);

pub static GROUPS: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT
        r.code, r.data_source_id, count(*), CAST(sum(r.fell_with) AS bigint), count(DISTINCT r.actor),
        min(r.last_rejected_at), max(r.last_rejected_at), min(r.id)
    FROM rejected_row r
    WHERE {include filter}
    GROUP BY r.code, r.data_source_id
    ORDER BY 3 DESC, r.code, coalesce(r.data_source_id, 0)
    ",
);

pub static COUNTS: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT r.status, count(*)
    FROM rejected_row r
    WHERE {include filter}
    GROUP BY r.status
    ORDER BY r.status
    ",
);

/// `?1` organisations, `?2` whether these are all, `?3` latest first rejection, `?4` limit, `?5` data source or NULL.
pub static LASTING: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT coalesce(r.org_id, 0), r.id, r.first_rejected_at
    FROM rejected_row r
    WHERE r.status = 'open'
      AND {include visible}
      AND r.first_rejected_at <= ?3
      AND ({param ?5 int8} IS NULL OR r.data_source_id = ?5)
    ORDER BY r.id DESC
    LIMIT ?4
    ",
);

/// Inserts or updates an entry. A dismissed entry stays dismissed if the content is unchanged.
pub static STORE: Statement = Statement::new(
    r"
    INSERT INTO rejected_row (
        id, identity_key, status, org_id, data_source_id, external_system_id, external_header_id, external_line_id,
        request_id, request_index, caller_id, actor, first_rejected_at, last_rejected_at, rejections, code,
        problem_count, fell_with, customer, product, po_reference, words, content_hash, is_cut, problems, body
    )
    VALUES (?, ?, 'open', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (identity_key) DO UPDATE SET
        status = CASE
            WHEN rejected_row.status = 'dismissed' AND rejected_row.content_hash = excluded.content_hash
            THEN 'dismissed'
            ELSE 'open'
        END,
        closed_at = CASE
            WHEN rejected_row.status = 'dismissed' AND rejected_row.content_hash = excluded.content_hash
            THEN rejected_row.closed_at
        END,
        closed_by = CASE
            WHEN rejected_row.status = 'dismissed' AND rejected_row.content_hash = excluded.content_hash
            THEN rejected_row.closed_by
        END,
        reason = CASE
            WHEN rejected_row.status = 'dismissed' AND rejected_row.content_hash = excluded.content_hash
            THEN rejected_row.reason
        END,
        candidate_id = NULL,
        org_id = excluded.org_id,
        data_source_id = excluded.data_source_id,
        external_system_id = excluded.external_system_id,
        external_header_id = excluded.external_header_id,
        external_line_id = excluded.external_line_id,
        request_id = excluded.request_id,
        request_index = excluded.request_index,
        caller_id = excluded.caller_id,
        actor = excluded.actor,
        last_rejected_at = excluded.last_rejected_at,
        rejections = rejected_row.rejections + excluded.rejections,
        code = excluded.code,
        problem_count = excluded.problem_count,
        fell_with = excluded.fell_with,
        customer = excluded.customer,
        product = excluded.product,
        po_reference = excluded.po_reference,
        words = excluded.words,
        content_hash = excluded.content_hash,
        is_cut = excluded.is_cut,
        problems = excluded.problems,
        body = excluded.body
    ",
);

/// `?1` entry, `?2` status, `?3` candidate, `?4` instant, `?5` sender.
pub static CLOSE: Statement = Statement::new(
    r"
    UPDATE rejected_row
    SET status = ?2, candidate_id = ?3, closed_at = ?4, closed_by = ?5
    WHERE id = ?1 AND candidate_id IS NULL
    ",
);

/// `?11` reason, `?12` user, `?13` instant.
pub static DISMISS: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    UPDATE rejected_row AS r
    SET status = 'dismissed', reason = ?11, closed_by = ?12, closed_at = ?13
    WHERE {include filter} AND r.candidate_id IS NULL
    ",
);

pub static REOPEN: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    UPDATE rejected_row AS r
    SET status = 'open', reason = NULL, closed_by = NULL, closed_at = NULL
    WHERE {include filter} AND r.status = 'dismissed'
    ",
);

/// `?1` instant, `?2` approximate number: all entries of one instant are removed together.
pub static SWEEP: Statement = Statement::new(
    r"
    DELETE FROM rejected_row
    WHERE last_rejected_at < ?1
      AND last_rejected_at <= coalesce(
          (
              SELECT last_rejected_at
              FROM rejected_row
              WHERE last_rejected_at < ?1
              ORDER BY last_rejected_at
              LIMIT 1 OFFSET ?2 - 1
          ),
          ?1
      )
    ",
);

/// Organisations with more than `?1` entries, and how many more; -1 for entries without an organisation.
pub static CROWDED: Statement = Statement::new(
    r"
    SELECT coalesce(org_id, -1), count(*) - {param ?1 int8}
    FROM rejected_row
    GROUP BY org_id
    HAVING count(*) > ?1
    ORDER BY 1
    ",
);

/// Removes `?2` entries of the organisation `?1`: those that are not open first, then the oldest.
pub static TRIM: Statement = Statement::new(
    r"
    DELETE FROM rejected_row
    WHERE id IN (
        SELECT id
        FROM rejected_row
        WHERE coalesce(org_id, -1) = ?1
        ORDER BY CASE WHEN status = 'open' THEN 1 ELSE 0 END, last_rejected_at, id
        LIMIT ?2
    )
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[
    &BY_LAST_DESCENDING,
    &BY_LAST_ASCENDING,
    &BY_FIRST_DESCENDING,
    &BY_FIRST_ASCENDING,
    &BY_ID,
    &GROUPS,
    &COUNTS,
    &LASTING,
    &STORE,
    &CLOSE,
    &DISMISS,
    &REOPEN,
    &SWEEP,
    &CROWDED,
    &TRIM,
];
