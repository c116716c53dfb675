//! Statements on import drafts and saved mappings.

use crate::sql::tables::{IMPORT_DRAFT, IMPORT_DRAFT_CELL, IMPORT_DRAFT_ROW, IMPORT_MAPPING};
use crate::sql::template::{Fragments, Statement};

/// Jobs whose instance was removed.
const ABANDONED: &str = r"
    instance_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM instance i WHERE i.id = import_draft.instance_id)
    ";

const FRAGMENTS: Fragments = &[("abandoned", ABANDONED)];

pub static BY_ID: Statement = Statement::new(
    r"
    SELECT {columns import_draft d}
    FROM import_draft d
    WHERE d.id = ?2 AND {no_index d.org_id} {in ?1 int8}
    ",
);

pub static LIST: Statement = Statement::new(
    r"
    SELECT {columns import_draft d}
    FROM import_draft d
    WHERE d.org_id {in ?1 int8} AND d.id < ?2
    ORDER BY d.id DESC
    LIMIT ?3
    ",
);

pub static CELLS: Statement = Statement::new(
    r"
    SELECT row_number, column_number, text
    FROM import_draft_cell
    WHERE draft_id = ?1
    ORDER BY row_number, column_number
    ",
);

pub static ROWS: Statement = Statement::new(
    r"
    SELECT row_number, result, header_id, problems
    FROM import_draft_row
    WHERE draft_id = ?1
    ORDER BY row_number
    LIMIT ?2 OFFSET ?3
    ",
);

/// Rows with the results `?4`. Their numbers are read from the index, so that skipped rows are not.
pub static ROWS_WITH: Statement = Statement::new(
    r"
    SELECT r.row_number, r.result, r.header_id, r.problems
    FROM import_draft_row r
    WHERE r.draft_id = ?1
      AND r.row_number IN (
          SELECT f.row_number
          FROM import_draft_row f {use_index import_draft_row_result}
          WHERE f.draft_id = ?1 AND f.result {in ?4 text}
          ORDER BY f.row_number
          LIMIT ?2 OFFSET ?3
      )
    ORDER BY r.row_number
    ",
);

pub static ROW_COUNTS: Statement = Statement::new(
    r"
    SELECT result, count(*)
    FROM import_draft_row
    WHERE draft_id = ?1
    GROUP BY result
    ",
);

pub static COUNT: Statement = Statement::new("SELECT count(*) FROM import_draft WHERE org_id = ?1");
pub static CREATE: Statement = Statement::insert(&IMPORT_DRAFT);

/// Extends the claim on a file, unless an attachment keeps it. No row if it is about to be removed.
pub static EXTEND_CLAIM: Statement = Statement::new(
    r"
    UPDATE attachment_content
    SET claimed_until = CASE WHEN claimed_until < ?2 THEN ?2 ELSE claimed_until END
    WHERE sha256 = ?1 AND {is_false doomed}
    ",
);

/// Lets the claim on a file end at `?2`, unless an attachment or another draft keeps it.
pub static RELEASE_CLAIM: Statement = Statement::new(
    r"
    UPDATE attachment_content
    SET claimed_until = ?2
    WHERE sha256 = ?1
      AND claimed_until IS NOT NULL
      AND {is_false doomed}
      AND NOT EXISTS (SELECT 1 FROM import_draft d WHERE d.sha256 = ?1)
    ",
);

/// `?2` expected version.
pub static CHANGE: Statement = Statement::new(
    r"
    UPDATE import_draft
    SET
        version = version + 1,
        status = ?3,
        settings = ?4,
        results = ?5,
        undo_run_id = ?6,
        changed_by = ?7,
        changed_at = ?8,
        expires_at = ?9
    WHERE id = ?1 AND version = ?2 AND instance_id IS NULL
    ",
);

pub static SET_CELL: Statement = Statement::upsert(&IMPORT_DRAFT_CELL);

pub static RESTORE_CELL: Statement = Statement::new(
    r"
    DELETE FROM import_draft_cell
    WHERE draft_id = ?1 AND row_number = ?2 AND column_number = ?3
    ",
);

pub static CELL_COUNT: Statement =
    Statement::new("SELECT count(*) FROM import_draft_cell WHERE draft_id = ?1");
pub static SET_ROW: Statement = Statement::upsert(&IMPORT_DRAFT_ROW);
pub static DELETE_ROWS: Statement = Statement::new("DELETE FROM import_draft_row WHERE draft_id = ?1");
pub static ADD_REQUEST: Statement = Statement::new(
    r"
    INSERT INTO import_draft_request (draft_id, request_id)
    VALUES (?1, ?2)
    ON CONFLICT DO NOTHING
    ",
);
pub static DELETE_REQUESTS: Statement =
    Statement::new("DELETE FROM import_draft_request WHERE draft_id = ?1");
pub static DELETE_CELLS: Statement = Statement::new("DELETE FROM import_draft_cell WHERE draft_id = ?1");

pub static REMOVE: Statement = Statement::new(
    r"
    DELETE FROM import_draft
    WHERE id = ?1 AND instance_id IS NULL
    RETURNING sha256
    ",
);

pub static EXPIRED: Statement = Statement::new(
    r"
    SELECT id
    FROM import_draft
    WHERE expires_at <= ?1 AND instance_id IS NULL
    ORDER BY expires_at, id
    LIMIT ?2
    ",
);

/// `?2` expected version.
pub static BEGIN: Statement = Statement::new(
    r"
    UPDATE import_draft
    SET
        version = version + 1,
        status = ?3,
        changed_at = ?4,
        expires_at = ?5,
        fence = ?6,
        instance_id = ?7,
        caller = ?8,
        changed_by = ?9,
        results = ?10,
        stop_requested = FALSE
    WHERE id = ?1 AND version = ?2 AND instance_id IS NULL
    ",
);

/// Returns whether the job may continue. No row if the caller no longer holds it.
pub static PROGRESS: Statement = Statement::new(
    r"
    UPDATE import_draft
    SET results = ?3
    WHERE id = ?1 AND fence = ?2
    RETURNING {is_false stop_requested}
    ",
);

/// Ends a job. Changes no row if the caller no longer holds it.
pub static END: Statement = Statement::new(
    r"
    UPDATE import_draft
    SET
        version = version + 1,
        results = ?3,
        status = ?4,
        changed_at = ?5,
        expires_at = ?6,
        fence = NULL,
        instance_id = NULL,
        caller = NULL,
        stop_requested = FALSE
    WHERE id = ?1 AND fence = ?2
    ",
);

pub static STOP: Statement = Statement::new(
    r"
    UPDATE import_draft
    SET stop_requested = TRUE
    WHERE id = ?2 AND instance_id IS NOT NULL AND {no_index org_id} {in ?1 int8}
    ",
);

/// The abandoned job that began first: a job does not change `changed_at`.
pub static ORPHAN: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT id
    FROM import_draft
    WHERE {include abandoned}
    ORDER BY changed_at, id
    LIMIT 1
    ",
);

/// Takes over an abandoned job. If two instances try, the second one changes no row.
pub static ADOPT: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    UPDATE import_draft
    SET instance_id = ?2, fence = ?3
    WHERE id = ?1 AND {include abandoned}
    ",
);

pub static ADOPTED: Statement = Statement::new(
    r"
    SELECT {columns import_draft d}, d.caller
    FROM import_draft d
    WHERE d.id = ?1
    ",
);

pub static MAPPINGS: Statement = Statement::new(
    r"
    SELECT {columns import_mapping m}
    FROM import_mapping m
    WHERE m.org_id {in ?1 int8}
    ORDER BY m.name_key, m.org_id
    ",
);

/// `?1` organisation, `?2` name without case.
pub static REPLACE_MAPPING: Statement = Statement::new(
    r"
    UPDATE import_mapping
    SET name = ?3, columns = ?4, settings = ?5, changed_by = ?6, changed_at = ?7
    WHERE org_id = ?1 AND name_key = ?2
    ",
);

pub static MAPPING_COUNT: Statement = Statement::new("SELECT count(*) FROM import_mapping WHERE org_id = ?1");
pub static CREATE_MAPPING: Statement = Statement::insert(&IMPORT_MAPPING);

pub static REMOVE_MAPPING: Statement = Statement::new(
    r"
    DELETE FROM import_mapping
    WHERE id = ?2 AND {no_index org_id} {in ?1 int8}
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[
    &BY_ID,
    &LIST,
    &CELLS,
    &ROWS,
    &ROWS_WITH,
    &ROW_COUNTS,
    &COUNT,
    &CREATE,
    &EXTEND_CLAIM,
    &RELEASE_CLAIM,
    &CHANGE,
    &SET_CELL,
    &RESTORE_CELL,
    &CELL_COUNT,
    &SET_ROW,
    &DELETE_ROWS,
    &ADD_REQUEST,
    &DELETE_REQUESTS,
    &DELETE_CELLS,
    &REMOVE,
    &EXPIRED,
    &BEGIN,
    &PROGRESS,
    &END,
    &STOP,
    &ORPHAN,
    &ADOPT,
    &ADOPTED,
    &MAPPINGS,
    &REPLACE_MAPPING,
    &MAPPING_COUNT,
    &CREATE_MAPPING,
    &REMOVE_MAPPING,
];
