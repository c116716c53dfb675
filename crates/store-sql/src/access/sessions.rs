//! Sessions of the browser interface.

use jiff::Timestamp;
use orderdock_domain::cast;
use orderdock_domain::ids::UserId;
use orderdock_store::{Conflict, SESSIONS_OF_A_USER, SessionRecord, StoreError, StoreResult, UserRecord};

use crate::access::tokens::RAISE_ACCESS;
use crate::access::users::USER_COLUMNS;
use crate::sql::column::{Column, FromRow, RowReader, ToRow, integer, text};
use crate::sql::query::{RowWriter, decode_row, first, run, run_one};
use crate::sql::template::{Fragments, Statement};
use crate::{SqlValue, Transaction};

const FRAGMENTS: Fragments = &[("user_columns", USER_COLUMNS)];

static INSERT: Statement = Statement::new(
    r#"
    INSERT INTO session (secret_hash, user_id, created_at, last_used_at, expires_at)
    SELECT ?1, id, ?3, ?4, ?5
    FROM "user"
    WHERE id = ?2 AND password_hash = ?6 AND disabled_at IS NULL
    "#,
);

/// `?1` user, `?2` number of sessions to keep.
static END_OLDEST: Statement = Statement::new(
    r"
    DELETE FROM session
    WHERE secret_hash IN (
        SELECT secret_hash
        FROM session
        WHERE user_id = ?1
        ORDER BY created_at DESC
        LIMIT 9223372036854775807 OFFSET ?2
    )
    ",
);

static BY_HASH: Statement = Statement::with_fragments(
    FRAGMENTS,
    r#"
    SELECT {columns session s}, {include user_columns}
    FROM session s
    {join} "user" u ON u.id = s.user_id
    WHERE s.secret_hash = ?1
    "#,
);

static TOUCH: Statement = Statement::new(
    r"
    UPDATE session
    SET
        last_used_at = CASE WHEN last_used_at > ?2 THEN last_used_at ELSE ?2 END,
        expires_at = CASE WHEN expires_at > ?3 THEN expires_at ELSE ?3 END
    WHERE secret_hash = ?1
    ",
);

static END: Statement = Statement::new("DELETE FROM session WHERE secret_hash = ?1");
static SWEEP: Statement = Statement::new("DELETE FROM session WHERE expires_at < ?1");

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&INSERT, &END_OLDEST, &BY_HASH, &TOUCH, &END, &SWEEP];

pub fn create(transaction: &dyn Transaction, record: &SessionRecord, password_hash: &str) -> StoreResult<()> {
    let values = record.to_row().into_iter().chain([text(password_hash)]);
    run_one(transaction, &INSERT, values, StoreError::Conflict(Conflict::User))?;
    end_oldest(transaction, record.user)
}

/// Ends the oldest sessions of a user beyond the limit.
pub fn end_oldest(transaction: &dyn Transaction, user: UserId) -> StoreResult<()> {
    if run(transaction, &END_OLDEST, [user.write(), integer(i64::from(SESSIONS_OF_A_USER))])? > 0 {
        run(transaction, &RAISE_ACCESS, [])?;
    }
    Ok(())
}

pub fn by_hash(
    transaction: &dyn Transaction,
    secret_hash: [u8; 32],
) -> StoreResult<Option<(SessionRecord, UserRecord)>> {
    first(transaction, "session", &BY_HASH, [secret_hash.write()], decode_row)
}

impl FromRow for SessionRecord {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            secret_hash: row.read()?,
            user: row.read()?,
            created_at: row.read()?,
            last_used_at: row.read()?,
            expires_at: row.read()?,
        })
    }
}

impl ToRow for SessionRecord {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.secret_hash.append_to(row);
        self.user.append_to(row);
        self.created_at.append_to(row);
        self.last_used_at.append_to(row);
        self.expires_at.append_to(row);
    }
}

/// Records last uses, ordered by hash, so that two processes that update the same sessions do not deadlock.
pub fn touch(transaction: &dyn Transaction, used: &[SessionRecord]) -> StoreResult<()> {
    let mut used: Vec<_> = used.iter().collect();
    used.sort_unstable_by_key(|one| one.secret_hash);
    let mut rows = RowWriter::prepare(transaction, &TOUCH)?;
    for SessionRecord { secret_hash, last_used_at, expires_at, .. } in used {
        rows.write([secret_hash.write(), last_used_at.write(), expires_at.write()])?;
    }
    rows.close()
}

pub fn end(transaction: &dyn Transaction, secret_hash: [u8; 32]) -> StoreResult<bool> {
    let ended = run(transaction, &END, [secret_hash.write()])? == 1;
    if ended {
        run(transaction, &RAISE_ACCESS, [])?;
    }
    Ok(ended)
}

pub fn sweep(transaction: &dyn Transaction, before: Timestamp) -> StoreResult<u64> {
    let swept = run(transaction, &SWEEP, [before.write()])?;
    Ok(cast::<u64>(swept))
}
