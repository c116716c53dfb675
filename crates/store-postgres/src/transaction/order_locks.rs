//! Locks of incoming orders. A hold depends on all lines of an order, including lines that other transactions are
//! writing.

use orderdock_domain::ids::CandidateId;
use orderdock_store::StoreResult;
use orderdock_store_sql::sql::keys;
use orderdock_store_sql::sql::query::value;
use orderdock_store_sql::sql::template::Statement;

use super::PostgresTransaction;
use crate::locks::ORDERS;

/// Maximum number of candidates and groups whose orders are locked one by one. The server has memory for 64 locks per
/// transaction.
const MAX_SEPARATE_LOCKS: usize = 48;

/// Locks the orders of the candidates `?1` and of the groups `?2`, ordered by key, so that no two transactions
/// deadlock. The external system, the part after two separators, is ignored, because the system of a rejected line can
/// be unknown.
static LOCK: Statement = Statement::new(
    r#"
    SELECT count(pg_advisory_xact_lock(l.key))
    FROM (
        SELECT DISTINCT hashtextextended(g.name COLLATE "C", 0) AS key
        FROM (
            SELECT split_part(r.header_group, U&'\001F\001F', 1) AS name
            FROM {array ?1 int8}
            {join} {row candidate} r ON r.id = k.value
            UNION ALL
            SELECT k.value FROM {array ?2 text}
        ) g
        ORDER BY key
    ) l
    "#,
);

pub fn lock(
    transaction: &PostgresTransaction<'_>,
    candidates: &[CandidateId],
    groups: &[String],
) -> StoreResult<()> {
    let client = &transaction.link.client;
    let lock = |sql: String| {
        transaction.send(async move { client.batch_execute(&sql).await.map(|()| None) });
    };
    if candidates.len() + groups.len() > MAX_SEPARATE_LOCKS {
        lock(format!("SELECT pg_advisory_xact_lock({ORDERS})"));
        return Ok(());
    }
    lock(format!("SELECT pg_advisory_xact_lock_shared({ORDERS})"));
    let ids = keys::numbers(candidates.iter().map(|id| id.0));
    let names = keys::texts(groups.iter().map(String::as_str));
    value::<i64>(transaction, "candidate", &LOCK, [ids, names]).map(|_| ())
}
