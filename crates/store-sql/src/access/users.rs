//! Users of the browser interface.

use jiff::Timestamp;
use orderdock_domain::access::{OrgScope, Role};
use orderdock_domain::ids::UserId;
use orderdock_domain::text::{duplicate_keys, fold, legacy_fold, stored_keys};
use orderdock_store::{Disabled, StoreResult, UserRecord};

use crate::access::tokens::{RAISE_ACCESS, insert_organisations, listed_organisations};
use crate::sql::column::{Column, FromRow, NULL, RowReader, owned, text};
use crate::sql::query::{decode_row, first, rows, run};
use crate::sql::tables::{USER, USER_ORG};
use crate::sql::template::{Fragments, Statement};
use crate::{SqlValue, Transaction, sql::keys};

/// The columns of a [`UserRecord`].
pub(crate) const USER_COLUMNS: &str = r"
    u.id, u.name, u.role, u.all_orgs,
    (
        SELECT string_agg(CAST(org_id AS TEXT), ' ' ORDER BY org_id)
        FROM user_org
        WHERE user_id = u.id
    ),
    u.password_hash, u.created_at, u.created_by, u.password_changed_at, u.disabled_at,
    u.disabled_by
    ";

const FRAGMENTS: Fragments = &[("user_columns", USER_COLUMNS)];

static INSERT: Statement = Statement::insert(&USER);
static INSERT_ORGANISATION: Statement = Statement::insert(&USER_ORG);
/// `?1` folded name in the forms of this and of older versions; `?2` and `?3` range of the keys of duplicates.
static BY_NAME: Statement = Statement::with_fragments(
    FRAGMENTS,
    r#"
    SELECT {include user_columns}
    FROM "user" u
    WHERE name_key {in ?1 text} OR name_key > ?2 AND name_key < ?3
    ORDER BY length(name_key), id
    "#,
);
static BY_ID: Statement =
    Statement::with_fragments(FRAGMENTS, r#"SELECT {include user_columns} FROM "user" u WHERE id = ?1"#);
static ALL: Statement =
    Statement::with_fragments(FRAGMENTS, r#"SELECT {include user_columns} FROM "user" u ORDER BY id"#);
static SET_DISABLED: Statement =
    Statement::new(r#"UPDATE "user" SET disabled_at = ?2, disabled_by = ?3 WHERE id = ?1"#);

static SET_PASSWORD: Statement = Statement::new(
    r#"
    UPDATE "user"
    SET password_hash = ?2, password_changed_at = ?3
    WHERE id = ?1
    "#,
);

static SET_RIGHTS: Statement = Statement::new(r#"UPDATE "user" SET role = ?2, all_orgs = ?3 WHERE id = ?1"#);
static REMOVE_ORGANISATIONS: Statement = Statement::new("DELETE FROM user_org WHERE user_id = ?1");

/// Default views of the user, and the user's views that are the default of other users.
static REMOVE_DEFAULT_VIEWS: Statement = Statement::new(
    r"
    DELETE FROM saved_view_default
    WHERE user_id = ?1 OR view_id IN (SELECT id FROM saved_view WHERE owner_id = ?1)
    ",
);

static REMOVE_VIEWS: Statement = Statement::new("DELETE FROM saved_view WHERE owner_id = ?1");
static REMOVE: Statement = Statement::new(r#"DELETE FROM "user" WHERE id = ?1"#);
static END_SESSIONS: Statement = Statement::new("DELETE FROM session WHERE user_id = ?1");

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[
    &INSERT,
    &INSERT_ORGANISATION,
    &BY_NAME,
    &BY_ID,
    &ALL,
    &SET_DISABLED,
    &SET_PASSWORD,
    &SET_RIGHTS,
    &REMOVE_ORGANISATIONS,
    &REMOVE_DEFAULT_VIEWS,
    &REMOVE_VIEWS,
    &REMOVE,
    &END_SESSIONS,
];

pub fn create(transaction: &dyn Transaction, user: &UserRecord) -> StoreResult<()> {
    let [disabled_at, disabled_by] = disabled_columns(user.disabled.as_ref());
    let values: [SqlValue<'_>; 11] = [
        user.id.write(),
        user.name.write(),
        owned(fold(user.name.as_str())),
        user.role.write(),
        SqlValue::Boolean(user.organisations == OrgScope::All),
        user.password_hash.write(),
        user.created_at.write(),
        user.created_by.write(),
        user.password_changed_at.write(),
        disabled_at,
        disabled_by,
    ];
    run(transaction, &INSERT, values)?;
    insert_organisations(transaction, &INSERT_ORGANISATION, &user.id, &user.organisations)?;
    run(transaction, &RAISE_ACCESS, [])?;
    Ok(())
}

pub fn by_name(transaction: &dyn Transaction, name: &str) -> StoreResult<Option<UserRecord>> {
    let [from, to] = duplicate_keys(&fold(name));
    let values = [keys::texts(stored_keys(name).iter().map(String::as_str)), text(&from), text(&to)];
    let found: Vec<UserRecord> = rows(transaction, "user", &BY_NAME, values, decode_row)?;
    let legacy = legacy_fold(name);
    let rank = |user: &UserRecord| (user.name.as_str() != name, legacy_fold(user.name.as_str()) != legacy);
    Ok(found.into_iter().min_by_key(rank))
}

pub fn by_id(transaction: &dyn Transaction, id: UserId) -> StoreResult<Option<UserRecord>> {
    first(transaction, "user", &BY_ID, [id.write()], decode_row)
}

pub fn all(transaction: &dyn Transaction) -> StoreResult<Vec<UserRecord>> {
    rows(transaction, "user", &ALL, [], decode_row)
}

pub fn set_password(
    transaction: &dyn Transaction,
    user: UserId,
    hash: &str,
    at: Timestamp,
) -> StoreResult<bool> {
    let changed = run(transaction, &SET_PASSWORD, [user.write(), text(hash), at.write()])? == 1;
    if changed {
        end_sessions(transaction, user)?;
        run(transaction, &RAISE_ACCESS, [])?;
    }
    Ok(changed)
}

pub fn set_disabled(
    transaction: &dyn Transaction,
    user: UserId,
    disabled: Option<&Disabled>,
) -> StoreResult<bool> {
    let [at, by] = disabled_columns(disabled);
    let changed = run(transaction, &SET_DISABLED, [user.write(), at, by])? == 1;
    if changed && disabled.is_some() {
        end_sessions(transaction, user)?;
    }
    if changed {
        run(transaction, &RAISE_ACCESS, [])?;
    }
    Ok(changed)
}

pub fn set_rights(
    transaction: &dyn Transaction,
    user: UserId,
    role: Role,
    organisations: &OrgScope,
) -> StoreResult<bool> {
    let values = [user.write(), role.write(), SqlValue::Boolean(*organisations == OrgScope::All)];
    let changed = run(transaction, &SET_RIGHTS, values)? == 1;
    if changed {
        run(transaction, &REMOVE_ORGANISATIONS, [user.write()])?;
        insert_organisations(transaction, &INSERT_ORGANISATION, &user, organisations)?;
        end_sessions(transaction, user)?;
        run(transaction, &RAISE_ACCESS, [])?;
    }
    Ok(changed)
}

/// Removes a user after the records that refer to it.
pub fn remove(transaction: &dyn Transaction, user: UserId) -> StoreResult<bool> {
    end_sessions(transaction, user)?;
    for statement in [&REMOVE_ORGANISATIONS, &REMOVE_DEFAULT_VIEWS, &REMOVE_VIEWS] {
        run(transaction, statement, [user.write()])?;
    }
    let removed = run(transaction, &REMOVE, [user.write()])? == 1;
    if removed {
        run(transaction, &RAISE_ACCESS, [])?;
    }
    Ok(removed)
}

fn disabled_columns(disabled: Option<&Disabled>) -> [SqlValue<'_>; 2] {
    disabled.map_or([NULL; 2], |Disabled { at, by }| [at.write(), by.write()])
}

impl FromRow for UserRecord {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            name: row.read()?,
            role: row.read()?,
            organisations: organisations(row)?,
            password_hash: row.read()?,
            created_at: row.read()?,
            created_by: row.read()?,
            password_changed_at: row.read()?,
            disabled: disabled(row)?,
        })
    }
}

pub fn organisations(row: &mut RowReader<'_>) -> StoreResult<OrgScope> {
    listed_organisations("user_org", row)
}

fn disabled(row: &mut RowReader<'_>) -> StoreResult<Option<Disabled>> {
    let disabled: Option<(Timestamp, String)> = row.read()?;
    Ok(disabled.map(|(at, by)| Disabled { at, by }))
}

/// Ends the sessions of a user; the caller increments the change counter.
pub fn end_sessions(transaction: &dyn Transaction, user: UserId) -> StoreResult<()> {
    run(transaction, &END_SESSIONS, [user.write()])?;
    Ok(())
}
