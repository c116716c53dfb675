//! Statements on runs and their results.

use crate::sql::tables::RUN;
use crate::sql::template::{Fragments, Statement};

/// The columns of a [`RunRecord`].
const RUN_COLUMNS: &str = r"
    id, kind, undoes, trigger, state, actor, release, queued_at, started_at, finished_at, total,
    added, selected, processed, orders, stayed, failed, orgs, stop_requested, fence, undone_by
    ";

/// Unfinished runs whose instance was removed.
const ABANDONED: &str = r"
    finished_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM instance i WHERE i.id = run.instance_id)
    ";

/// Runs that a caller with write access to the organisations `?1` may see: these must include all organisations of the
/// run.
const VISIBLE: &str = r"
    NOT EXISTS (SELECT 1 FROM {json_elements orgs o int8} WHERE NOT (o.value {in ?1 int8}))
    AND (
        orgs IS NOT NULL
        OR NOT EXISTS (SELECT 1 FROM organisation WHERE NOT (id {in ?1 int8}))
    )
    ";

const FRAGMENTS: Fragments = &[("run_columns", RUN_COLUMNS), ("abandoned", ABANDONED), ("visible", VISIBLE)];

pub static INSERT: Statement = Statement::insert(&RUN);

/// Marks a run as undone. If two callers try, the second one changes no row.
pub static TAKE_BACK: Statement =
    Statement::new("UPDATE run SET undone_by = ?2 WHERE id = ?1 AND undone_by IS NULL");

/// Removes the mark of a run whose undo is incomplete, so that it can be undone again.
pub static LET_GO: Statement = Statement::new(
    r"
    UPDATE run
    SET undone_by = NULL
    WHERE id = (SELECT undoes FROM run WHERE id = ?1)
      AND undone_by = ?1
    ",
);

/// Adds counts and returns whether the run may continue. No row if the caller no longer holds the run.
pub static PROGRESS: Statement = Statement::new(
    r"
    UPDATE run
    SET
        selected = selected + ?2,
        processed = processed + ?3,
        orders = orders + ?4,
        stayed = stayed + ?5,
        failed = failed + ?6
    WHERE id = ?1 AND fence = ?7
    RETURNING finished_at IS NULL AND {is_false stop_requested}
    ",
);

pub static FENCE: Statement = Statement::new("SELECT fence FROM run WHERE id = ?1");

pub static GO_ON: Statement = Statement::new(
    r"
    UPDATE run
    SET
        started_at = coalesce(started_at, ?2),
        state = CASE WHEN {param ?2 instant} IS NULL THEN state ELSE ?3 END
    WHERE id = ?1 AND finished_at IS NULL
    RETURNING {is_false stop_requested}
    ",
);

pub static ENDING: Statement = Statement::new(
    r"
    SELECT trigger, processed, EXISTS (SELECT 1 FROM run_result WHERE run_id = ?1)
    FROM run
    WHERE id = ?1 AND finished_at IS NULL
    ",
);

pub static DROP: Statement = Statement::new("DELETE FROM run WHERE id = ?1 AND finished_at IS NULL");

pub static FINISH: Statement = Statement::new(
    r"
    UPDATE run
    SET state = ?2, finished_at = ?3, task = NULL, selection = NULL
    WHERE id = ?1 AND finished_at IS NULL
    RETURNING orgs
    ",
);

pub static DEAD: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT id, trigger, stop_requested
    FROM run
    WHERE (selection IS NULL OR {is_true stop_requested})
      AND {include abandoned}
    ORDER BY id
    ",
);

pub static GIVE_UP: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    UPDATE run
    SET state = ?2, finished_at = ?3, fence = ?4, task = NULL, selection = NULL
    WHERE id = ?1 AND {include abandoned}
    RETURNING orgs
    ",
);

pub static ORPHAN: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT id
    FROM run
    WHERE selection IS NOT NULL
      AND {is_false stop_requested}
      AND {include abandoned}
    ORDER BY id
    LIMIT 1
    ",
);

/// Takes over an abandoned run. If two instances try, the second one changes no row.
pub static ADOPT: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    UPDATE run
    SET instance_id = ?2, fence = ?3
    WHERE id = ?1 AND {include abandoned}
    ",
);

pub static ADOPTED: Statement =
    Statement::with_fragments(FRAGMENTS, "SELECT {include run_columns} FROM run WHERE id = ?1");
pub static WORK: Statement = Statement::new("SELECT task, selection FROM run WHERE id = ?1");

pub static THROUGH: Statement = Statement::new(
    r"
    SELECT candidate_id
    FROM run_result
    WHERE run_id = ?1
    ORDER BY candidate_id
    ",
);

pub static STOP: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    UPDATE run
    SET stop_requested = TRUE
    WHERE id = ?2 AND finished_at IS NULL AND {include visible}
    ",
);

pub static ONE: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT {include run_columns}
    FROM run
    WHERE id = ?2 AND {include visible}
    ",
);

pub static LIST: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT {include run_columns}
    FROM run
    WHERE ({param ?2 int8} IS NULL OR id < ?2) AND {include visible}
    ORDER BY id DESC
    LIMIT ?3
    ",
);

/// Active runs, and runs that ended since `?2`.
pub static ACTIVE: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT {include run_columns}
    FROM run
    WHERE finished_at IS NULL AND {include visible}
    UNION ALL
    SELECT {include run_columns}
    FROM run
    WHERE finished_at >= ?2 AND {include visible}
    ",
);

pub static FAILED: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT count(*)
    FROM run {use_index run_failed}
    WHERE state = 'failed'
      AND queued_at >= ?2
      AND queued_at < ?3
      AND {include visible}
    ",
);

/// `?2` start, `?3` limit.
pub static FAILED_SINCE: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT id, orgs, finished_at
    FROM run {use_index run_finished}
    WHERE state = 'failed'
      AND finished_at >= ?2
      AND {include visible}
    ORDER BY finished_at, id
    LIMIT ?3
    ",
);

pub static RESULTS: Statement = Statement::new(
    r"
    SELECT r.candidate_id, r.outcome, r.order_id, o.document_no, r.line, r.detail, r.warnings
    FROM run_result r
    LEFT JOIN sales_order o ON o.id = r.order_id
    WHERE r.run_id = ?1
      AND r.candidate_id > ?2
      AND ({param ?3 text} IS NULL OR r.outcome = ?3)
    ORDER BY r.candidate_id
    LIMIT ?4
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[
    &INSERT,
    &TAKE_BACK,
    &LET_GO,
    &PROGRESS,
    &FENCE,
    &GO_ON,
    &ENDING,
    &DROP,
    &FINISH,
    &DEAD,
    &GIVE_UP,
    &ORPHAN,
    &ADOPT,
    &ADOPTED,
    &WORK,
    &THROUGH,
    &STOP,
    &ONE,
    &LIST,
    &ACTIVE,
    &FAILED,
    &FAILED_SINCE,
    &RESULTS,
];
