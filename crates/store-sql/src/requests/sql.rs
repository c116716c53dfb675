//! Statements on requests, their rejected lines and idempotency keys.

use crate::sql::tables::{IDEMPOTENCY, REJECTED_LINE, REQUEST, REQUEST_HEADER, REQUEST_ORG};
use crate::sql::template::{Fragments, Statement};

/// The columns of a stored request without its body, which follows them.
pub const REQUEST_COLUMNS: &str = r"
    r.id, g.kind, r.request_id, r.caller_id, g.actor, g.method, g.path || r.path,
    g.query || r.query, r.received_at, r.status, g.media_type, r.body_size, r.dictionary_id,
    g.strict, r.replay_of, g.default_org_id, r.candidate_count, r.notes, g.org_id, g.whole,
    (SELECT {json_array org_id} FROM request_org WHERE request_id = r.id)
    ";

/// Conditions of every request list. `?1` caller, `?2` caller by name or id, `?3` statuses, `?4` reference, `?5` and
/// `?6` instants, `?7` id below which the page begins, `?8` page size, `?9` the reference as a stored request id. NULL
/// matches all.
const QUERY_CONDITIONS: &str = r"
    ({param ?2 text} IS NULL OR g.actor = ?2 OR CAST(r.caller_id AS TEXT) = ?2)
    AND ({param_list ?3 int8} IS NULL OR r.status {in ?3 int8})
    AND ({param ?5 instant} IS NULL OR r.received_at >= ?5)
    AND ({param ?6 instant} IS NULL OR r.received_at < ?6)
    AND ({param ?7 int8} IS NULL OR r.id < ?7)
    ";

/// Requests that a user may see: their own calls, and imports with rows of the organisations `?10`; NULL for all
/// imports.
const VISIBLE_TO_PEOPLE: &str = r"
    (
        {no_index r.caller_id} = ?1
        OR g.org_id {in ?10 int8}
        OR EXISTS (
            SELECT 1
            FROM request_org o
            WHERE o.request_id = r.id AND o.org_id {in ?10 int8}
        )
        OR {param_list ?10 int8} IS NULL AND g.kind <> 'call'
    )
    ";

/// Requests without candidates from before `?1`, about `?2` at a time.
const EXPIRED: &str = r"
    candidate_count = 0
    AND received_at < ?1
    AND received_at <= coalesce(
        (
            SELECT received_at
            FROM request
            WHERE candidate_count = 0 AND received_at < ?1
            ORDER BY received_at
            LIMIT 1 OFFSET ?2 - 1
        ),
        ?1
    )
    ";

const FRAGMENTS: Fragments = &[
    ("request_columns", REQUEST_COLUMNS),
    ("query_conditions", QUERY_CONDITIONS),
    ("visible_to_people", VISIBLE_TO_PEOPLE),
    ("expired", EXPIRED),
];

pub static INSERT: Statement = Statement::insert(&REQUEST);
pub static INSERT_REJECTED: Statement = Statement::insert(&REJECTED_LINE);

/// Candidates of the external headers `?1`.
pub static OF_CANDIDATE: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT {include request_columns}, r.body
    FROM {row candidate} c
    {join} request r ON r.id = c.request_id
    {join} request_origin g ON g.id = r.origin_id
    WHERE c.id = ?2 AND c.org_id {in ?1 int8}
    ",
);

pub static BY_ID: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT {include request_columns}, r.body
    FROM request r
    {join} request_origin g ON g.id = r.origin_id
    WHERE r.id = ?1
    ",
);

pub static FIND: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT {include request_columns}, {zero_bytes 0}
    FROM request r
    {join} request_origin g ON g.id = r.origin_id
    WHERE {param ?1 int8} IS NULL
      AND {param ?4 text} IS NULL
      AND {param ?9 bytes} IS NULL
      AND {include query_conditions}
    ORDER BY r.id DESC
    LIMIT ?8
    ",
);

pub static FIND_OWN: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT {include request_columns}, {zero_bytes 0}
    FROM request r
    {join} request_origin g ON g.id = r.origin_id
    WHERE r.caller_id = ?1
      AND {param ?4 text} IS NULL
      AND {param ?9 bytes} IS NULL
      AND {include query_conditions}
    ORDER BY r.id DESC
    LIMIT ?8
    ",
);

pub static FIND_BY_REFERENCE: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT {include request_columns}, {zero_bytes 0}
    FROM request r
    {join} request_origin g ON g.id = r.origin_id
    WHERE ({param ?1 int8} IS NULL OR {no_index r.caller_id} = ?1)
      AND r.id IN (
          SELECT id
          FROM request {use_index request_text_id}
          WHERE substr(request_id, 1, 4) = substr({param ?9 bytes}, 1, 4)
            AND request_id = ?9
          UNION
          SELECT request_id
          FROM request_header
          WHERE external_header_id = ?4
          UNION
          SELECT c.request_id
          FROM candidate_identity i
          {join} {row candidate} c ON c.id = i.candidate_id
          WHERE i.external_header_id = ?4
      )
      AND {include query_conditions}
    ORDER BY r.id DESC
    LIMIT ?8
    ",
);

pub static FIND_FOR_PEOPLE: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT {include request_columns}, {zero_bytes 0}
    FROM request r
    {join} request_origin g ON g.id = r.origin_id
    WHERE {include visible_to_people}
      AND {param ?4 text} IS NULL
      AND {param ?9 bytes} IS NULL
      AND {include query_conditions}
    ORDER BY r.id DESC
    LIMIT ?8
    ",
);

/// A header of rows of other organisations matches only requests that are visible as a whole.
pub static FIND_FOR_PEOPLE_BY_REFERENCE: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT {include request_columns}, {zero_bytes 0}
    FROM request r
    {join} request_origin g ON g.id = r.origin_id
    WHERE {include visible_to_people}
      AND r.id IN (
          SELECT id
          FROM request {use_index request_text_id}
          WHERE substr(request_id, 1, 4) = substr({param ?9 bytes}, 1, 4)
            AND request_id = ?9
          UNION
          SELECT h.request_id
          FROM request_header h
          WHERE h.external_header_id = ?4
            AND (
                {param_list ?10 int8} IS NULL
                OR EXISTS (
                    SELECT 1
                    FROM request q
                    {join} request_origin w ON w.id = q.origin_id
                    WHERE q.id = h.request_id AND (q.caller_id = ?1 OR {is_true w.whole})
                )
            )
          UNION
          SELECT c.request_id
          FROM candidate_identity i
          {join} {row candidate} c ON c.id = i.candidate_id
          WHERE i.external_header_id = ?4
            AND ({param_list ?10 int8} IS NULL OR c.org_id {in ?10 int8})
      )
      AND {include query_conditions}
    ORDER BY r.id DESC
    LIMIT ?8
    ",
);

pub static INSERT_HEADER: Statement = Statement::insert(&REQUEST_HEADER);
pub static INSERT_RESPONSE: Statement = Statement::insert(&IDEMPOTENCY);

pub static SELECT_RESPONSE: Statement = Statement::new(
    r"
    SELECT body_hash, status, answer, created_at
    FROM idempotency
    WHERE caller_id = ? AND method = ? AND path = ? AND key = ?
    ",
);

pub static REPLACE_RESPONSE: Statement = Statement::new(
    r"
    UPDATE idempotency
    SET status = ?, answer = ?
    WHERE caller_id = ? AND method = ? AND path = ? AND key = ?
    ",
);

/// `?1` instant, `?2` approximate number: all rows of one instant are deleted together.
pub static SWEEP_RESPONSES: Statement = Statement::new(
    r"
    DELETE FROM idempotency
    WHERE created_at < ?1
      AND created_at <= coalesce(
          (
              SELECT created_at
              FROM idempotency
              WHERE created_at < ?1
              ORDER BY created_at
              LIMIT 1 OFFSET ?2 - 1
          ),
          ?1
      )
    ",
);

pub static SWEEP_REJECTED: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    DELETE FROM rejected_line
    WHERE request_id IN (SELECT id FROM request WHERE {include expired})
    ",
);

pub static SWEEP_HEADERS: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    DELETE FROM request_header
    WHERE request_id IN (SELECT id FROM request WHERE {include expired})
    ",
);

pub static SWEEP_BELONGING: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    DELETE FROM request_org
    WHERE request_id IN (SELECT id FROM request WHERE {include expired})
    ",
);

/// Bytes of rejected requests, by the organisation to whose quota they count; see `storage_use`.
pub static SWEEP_CHARGES: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT
        coalesce(
            g.default_org_id, g.org_id,
            (SELECT min(o.org_id) FROM request_org o WHERE o.request_id = r.id),
            0
        ),
        CAST(sum(length(r.body) + length(r.notes) + 500) AS BIGINT)
    FROM request r
    {join} request_origin g ON g.id = r.origin_id
    WHERE r.status >= 400 AND {include expired}
    GROUP BY 1
    ",
);

pub static SWEEP_REQUESTS: Statement =
    Statement::with_fragments(FRAGMENTS, "DELETE FROM request WHERE {include expired}");
pub static INSERT_BELONGING: Statement = Statement::insert(&REQUEST_ORG);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[
    &INSERT,
    &INSERT_REJECTED,
    &OF_CANDIDATE,
    &BY_ID,
    &FIND,
    &FIND_OWN,
    &FIND_BY_REFERENCE,
    &FIND_FOR_PEOPLE,
    &FIND_FOR_PEOPLE_BY_REFERENCE,
    &INSERT_HEADER,
    &INSERT_RESPONSE,
    &SELECT_RESPONSE,
    &REPLACE_RESPONSE,
    &SWEEP_RESPONSES,
    &SWEEP_REJECTED,
    &SWEEP_HEADERS,
    &SWEEP_BELONGING,
    &SWEEP_CHARGES,
    &SWEEP_REQUESTS,
    &INSERT_BELONGING,
];
