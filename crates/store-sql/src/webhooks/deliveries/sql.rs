//! Statements on webhook deliveries and their attempts.

use crate::sql::tables::{WEBHOOK_ATTEMPT, WEBHOOK_DELIVERY};
use crate::sql::template::Statement;

pub static INSERT: Statement = Statement::insert(&WEBHOOK_DELIVERY);
pub static INSERT_ATTEMPT: Statement = Statement::insert(&WEBHOOK_ATTEMPT);

/// The newest delivery of a webhook. With `= ?1` instead of `BETWEEN ?1 AND ?1`, here and below, PostgreSQL may read
/// the deliveries of all webhooks by id.
pub static NEWEST: Statement = Statement::new(
    r"
    SELECT id
    FROM webhook_delivery {use_index webhook_delivery_list}
    WHERE webhook_id BETWEEN ?1 AND ?1
    ORDER BY webhook_id DESC, id DESC
    LIMIT 1
    ",
);

pub static WAITING: Statement = Statement::new(
    r"
    SELECT webhook_id, count(*), min(created_at)
    FROM webhook_delivery
    WHERE status = 'waiting'
    GROUP BY webhook_id
    ORDER BY webhook_id
    ",
);

/// The sequences among `?2` with a waiting delivery.
pub static BUSY: Statement = Statement::new(
    r"
    SELECT k.value
    FROM {array ?2 text}
    WHERE (
        SELECT min(w.id)
        FROM webhook_delivery w {use_index webhook_delivery_waiting}
        WHERE w.webhook_id = ?1
          AND w.sequence = k.value
          AND w.status = 'waiting'
    ) IS NOT NULL
    ",
);

/// `?2` now, `?3` excluded ids, `?4` limit.
pub static DUE: Statement = Statement::new(
    r"
    SELECT id, {columns webhook_delivery}
    FROM webhook_delivery {use_index webhook_delivery_due}
    WHERE webhook_id = ?1
      AND next_attempt_at <= ?2
      AND NOT ({no_index id} {in ?3 int8})
    ORDER BY next_attempt_at, id
    LIMIT ?4
    ",
);

pub static NEXT_DUE: Statement = Statement::new(
    r"
    SELECT next_attempt_at
    FROM webhook_delivery {use_index webhook_delivery_due}
    WHERE webhook_id = ?1 AND next_attempt_at > ?2
    ORDER BY next_attempt_at
    LIMIT 1
    ",
);

pub static TRIED: Statement = Statement::new(
    r"
    UPDATE webhook_delivery
    SET
        status = ?3,
        next_attempt_at = ?4,
        attempts = ?5,
        tries = tries + 1,
        first_tried_at = coalesce(first_tried_at, ?6),
        tried_at = ?6
    WHERE id = ?1 AND webhook_id = ?2
    ",
);

/// Makes the first waiting delivery of each sequence `?2` due at `?3`, unless it has a time. Uses one subquery per
/// sequence, because GROUP BY reads all waiting deliveries.
pub static RELEASE: Statement = Statement::new(
    r"
    UPDATE webhook_delivery
    SET next_attempt_at = ?3
    WHERE next_attempt_at IS NULL
      AND id IN (
          SELECT
              (
                  SELECT min(w.id)
                  FROM webhook_delivery w {use_index webhook_delivery_waiting}
                  WHERE w.webhook_id = ?1
                    AND w.sequence = k.value
                    AND w.status = 'waiting'
              )
          FROM {array ?2 text}
      )
    ",
);

pub static HASTEN: Statement = Statement::new(
    r"
    UPDATE webhook_delivery
    SET next_attempt_at = ?2
    WHERE webhook_id = ?1 AND next_attempt_at > ?2
    ",
);

pub static BEGIN_AGAIN: Statement = Statement::new(
    r"
    UPDATE webhook_delivery
    SET tries = 0, first_tried_at = NULL
    WHERE webhook_id = ?1 AND status = 'waiting' AND tries > 0
    ",
);

pub static FORGET_LATER: Statement = Statement::new(
    r"
    UPDATE webhook_delivery
    SET next_attempt_at = ?2
    WHERE webhook_id = ?1
      AND next_attempt_at > ?2
      AND coalesce(tried_at, created_at) > ?2
    ",
);

/// `?2` status or NULL, `?3` id below which the page begins, `?4` limit.
pub static LIST: Statement = Statement::new(
    r"
    SELECT id, {columns webhook_delivery}
    FROM webhook_delivery {use_index webhook_delivery_list}
    WHERE webhook_id = ?1
      AND ({param ?2 text} IS NULL OR status = ?2)
      AND id < ?3
    ORDER BY id DESC
    LIMIT ?4
    ",
);

pub static BY_ID: Statement = Statement::new(
    r"
    SELECT id, {columns webhook_delivery}
    FROM webhook_delivery
    WHERE webhook_id = ?1 AND id = ?2
    ",
);

/// Selects by id only: with a condition on the status, PostgreSQL may read the index of all waiting deliveries.
pub static STATUSES: Statement =
    Statement::new("SELECT id, status FROM webhook_delivery WHERE id {in ?1 int8} ORDER BY id");

pub static ATTEMPTS: Statement = Statement::new(
    r"
    SELECT delivery_id, at, duration_ms, status, error, answer
    FROM webhook_attempt
    WHERE delivery_id {in ?1 int8}
    ORDER BY delivery_id, number
    ",
);

pub static AGAIN_NOW: Statement = Statement::new(
    r"
    UPDATE webhook_delivery
    SET next_attempt_at = ?3
    WHERE webhook_id = ?1
      AND id = ?2
      AND next_attempt_at IS NOT NULL
    ",
);

/// `?2` the delivery to send again, `?3` now.
pub static SEND_AGAIN: Statement = Statement::new(
    r"
    INSERT INTO webhook_delivery (
        webhook_id, event_id, event_type, org_id, happened_at, event, subject, body, sequence,
        status, manual, created_at, attempts, tries, next_attempt_at
    )
    SELECT
        d.webhook_id, d.event_id, d.event_type, d.org_id, d.happened_at, d.event, d.subject,
        d.body, d.sequence, 'waiting', TRUE, {param ?3 instant}, 0, 0,
        CASE
            WHEN EXISTS (
                SELECT 1
                FROM webhook_delivery w
                WHERE w.webhook_id = d.webhook_id
                  AND w.sequence = d.sequence
                  AND w.status = 'waiting'
            ) THEN NULL
            ELSE {param ?3 instant}
        END
    FROM webhook_delivery d
    WHERE d.webhook_id = ?1 AND d.id = ?2
    RETURNING id
    ",
);

/// `?2` start, `?3` id after which the page begins, `?4` limit.
pub static SINCE: Statement = Statement::new(
    r"
    SELECT id
    FROM webhook_delivery {use_index webhook_delivery_list}
    WHERE webhook_id = ?1
      AND id > ?3
      AND created_at >= ?2
      AND status <> 'waiting'
      AND {is_false manual}
    ORDER BY id
    LIMIT ?4
    ",
);

pub static OLDEST: Statement = Statement::new(
    r"
    SELECT id, webhook_id, sequence, status, created_at
    FROM webhook_delivery
    ORDER BY id
    LIMIT ?1
    ",
);

pub static OF_WEBHOOK: Statement = Statement::new(
    r"
    SELECT id
    FROM webhook_delivery {use_index webhook_delivery_list}
    WHERE webhook_id BETWEEN ?1 AND ?1
    ORDER BY webhook_id, id
    LIMIT ?2
    ",
);

pub static REMOVE_ATTEMPTS: Statement =
    Statement::new("DELETE FROM webhook_attempt WHERE delivery_id {in ?1 int8}");
pub static REMOVE: Statement = Statement::new("DELETE FROM webhook_delivery WHERE id {in ?1 int8}");

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[
    &INSERT,
    &INSERT_ATTEMPT,
    &NEWEST,
    &WAITING,
    &BUSY,
    &DUE,
    &NEXT_DUE,
    &TRIED,
    &RELEASE,
    &HASTEN,
    &BEGIN_AGAIN,
    &FORGET_LATER,
    &LIST,
    &BY_ID,
    &STATUSES,
    &ATTEMPTS,
    &AGAIN_NOW,
    &SEND_AGAIN,
    &SINCE,
    &OLDEST,
    &OF_WEBHOOK,
    &REMOVE_ATTEMPTS,
    &REMOVE,
];
