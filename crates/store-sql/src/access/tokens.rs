//! Access tokens.

use jiff::Timestamp;
use orderdock_domain::access::{OrgScope, Scope, Scopes};
use orderdock_domain::ids::{OrganisationId, TokenId};
use orderdock_store::{StoreError, StoreResult, TokenRecord};

use crate::sql::column::{Column, FromRow, RowReader, owned, text};
use crate::sql::query::{RowWriter, decode_row, first, rows, run, value};
use crate::sql::tables::{TOKEN, TOKEN_ORG};
use crate::sql::template::{Fragments, Statement};
use crate::{SqlValue, Transaction};

/// The columns of a [`TokenRecord`].
const TOKEN_COLUMNS: &str = r"
    id, public_id, secret_hash, name, scopes, all_orgs,
    (
        SELECT string_agg(CAST(org_id AS TEXT), ' ' ORDER BY org_id)
        FROM token_org
        WHERE token_id = token.id
    ),
    default_org_id, created_at, created_by, expires_at, revoked_at, last_used_at,
    minimal_responses
    ";

const FRAGMENTS: Fragments = &[("token_columns", TOKEN_COLUMNS)];

static INSERT: Statement = Statement::insert(&TOKEN);
static INSERT_ORGANISATION: Statement = Statement::insert(&TOKEN_ORG);
static BY_PUBLIC_ID: Statement =
    Statement::with_fragments(FRAGMENTS, "SELECT {include token_columns} FROM token WHERE public_id = ?1");
static BY_ID: Statement =
    Statement::with_fragments(FRAGMENTS, "SELECT {include token_columns} FROM token WHERE id = ?1");
static ALL: Statement =
    Statement::with_fragments(FRAGMENTS, "SELECT {include token_columns} FROM token ORDER BY id");
static REVOKE: Statement =
    Statement::new("UPDATE token SET revoked_at = ?2 WHERE id = ?1 AND revoked_at IS NULL");

static TOUCH: Statement = Statement::new(
    r"
    UPDATE token
    SET last_used_at = CASE WHEN last_used_at > ?2 THEN last_used_at ELSE ?2 END
    WHERE id = ?1
    ",
);

pub static RAISE_ACCESS: Statement =
    Statement::new("UPDATE counter SET value = value + 1 WHERE name = 'access'");

/// Both numbers only increase, so their sum changes with each change.
static CHANGES: Statement = Statement::new(
    r"
    SELECT value + CAST((SELECT coalesce(sum(value), 0) FROM generation) AS bigint)
    FROM counter
    WHERE name = 'access'
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] =
    &[&INSERT, &INSERT_ORGANISATION, &BY_PUBLIC_ID, &BY_ID, &ALL, &REVOKE, &TOUCH, &RAISE_ACCESS, &CHANGES];

pub fn create(transaction: &dyn Transaction, token: &TokenRecord) -> StoreResult<()> {
    let scopes = token.scopes.iter().map(Scope::as_str).collect::<Vec<_>>().join(" ");
    let values: [SqlValue<'_>; 13] = [
        token.id.write(),
        token.public_id.write(),
        token.secret_hash.write(),
        token.name.write(),
        owned(scopes),
        SqlValue::Boolean(token.organisations == OrgScope::All),
        token.default_organisation.write(),
        token.created_at.write(),
        token.created_by.write(),
        token.expires_at.write(),
        token.revoked_at.write(),
        token.last_used_at.write(),
        token.minimal_responses.write(),
    ];
    run(transaction, &INSERT, values)?;
    insert_organisations(transaction, &INSERT_ORGANISATION, &token.id, &token.organisations)?;
    run(transaction, &RAISE_ACCESS, [])?;
    Ok(())
}

pub fn by_public_id(transaction: &dyn Transaction, public_id: &str) -> StoreResult<Option<TokenRecord>> {
    first(transaction, "token", &BY_PUBLIC_ID, [text(public_id)], decode_row)
}

pub fn by_id(transaction: &dyn Transaction, id: TokenId) -> StoreResult<Option<TokenRecord>> {
    first(transaction, "token", &BY_ID, [id.write()], decode_row)
}

pub fn all(transaction: &dyn Transaction) -> StoreResult<Vec<TokenRecord>> {
    rows(transaction, "token", &ALL, [], decode_row)
}

pub fn revoke(transaction: &dyn Transaction, token: TokenId, at: Timestamp) -> StoreResult<bool> {
    let revoked = run(transaction, &REVOKE, [token.write(), at.write()])? == 1;
    if revoked {
        run(transaction, &RAISE_ACCESS, [])?;
    }
    Ok(revoked)
}

/// Records last uses, ordered by id, so that two processes that update the same tokens do not deadlock.
pub fn touch(transaction: &dyn Transaction, used: &[(TokenId, Timestamp)]) -> StoreResult<()> {
    let mut used: Vec<_> = used.iter().collect();
    used.sort_unstable();
    let mut rows = RowWriter::prepare(transaction, &TOUCH)?;
    used.iter().try_for_each(|(token, at)| rows.write([token.write(), at.write()]))?;
    rows.close()
}

pub fn change_counter(transaction: &dyn Transaction) -> StoreResult<i64> {
    Ok(value(transaction, "counter", &CHANGES, [])?.unwrap_or_default())
}

impl FromRow for TokenRecord {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            public_id: row.read()?,
            secret_hash: row.read()?,
            name: row.read()?,
            scopes: scopes(row)?,
            organisations: organisations(row)?,
            default_organisation: row.read()?,
            created_at: row.read()?,
            created_by: row.read()?,
            expires_at: row.read()?,
            revoked_at: row.read()?,
            last_used_at: row.read()?,
            minimal_responses: row.read()?,
        })
    }
}

fn scopes(row: &mut RowReader<'_>) -> StoreResult<Scopes> {
    let words: String = row.read()?;
    let scopes: Option<Vec<_>> = words.split_whitespace().map(Scope::parse).collect();
    scopes.map(Scopes::new).ok_or_else(|| inconsistent("token.scopes", &words))
}

/// Stores the organisations of a token or user, unless the scope is all organisations.
pub fn insert_organisations(
    transaction: &dyn Transaction,
    sql: &Statement,
    whose: &impl Column,
    organisations: &OrgScope,
) -> StoreResult<()> {
    let OrgScope::These(organisations) = organisations else { return Ok(()) };
    organisations.iter().try_for_each(|id| run(transaction, sql, [whose.write(), id.write()]).map(|_| ()))
}

fn organisations(row: &mut RowReader<'_>) -> StoreResult<OrgScope> {
    listed_organisations("token_org", row)
}

/// Decodes a scope from two columns: whether it is all organisations, and otherwise their ids.
pub fn listed_organisations(place: &'static str, row: &mut RowReader<'_>) -> StoreResult<OrgScope> {
    let (all, listed): (bool, Option<String>) = row.read()?;
    let listed = listed.unwrap_or_default();
    if all {
        return Ok(OrgScope::All);
    }
    let ids: Option<Vec<_>> =
        listed.split_whitespace().map(|id| id.parse().ok().map(OrganisationId)).collect();
    ids.map(OrgScope::These).ok_or_else(|| inconsistent(place, &listed))
}

fn inconsistent(place: &'static str, seen: &str) -> StoreError {
    StoreError::Inconsistent { place, fault: format!("\"{seen}\"") }
}
