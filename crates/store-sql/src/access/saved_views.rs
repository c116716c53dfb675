//! Saved views.

use orderdock_domain::ids::{SavedViewId, UserId};
use orderdock_domain::saved_view::SavedView;
use orderdock_domain::text::fold;
use orderdock_store::{
    Conflict, SavedViewReader, SavedViewRecord, SavedViewWriter, SavedViews, StoreError, StoreResult,
};

use crate::access::users::organisations;
use crate::sql::column::{Column, FromRow, RowReader, ToRow, owned};
use crate::sql::query::{decode_row, rows, run, run_one, value};
use crate::sql::tables::{SAVED_VIEW, SAVED_VIEW_DEFAULT};
use crate::sql::template::{Fragments, Statement};
use crate::store::transaction::StoreTransaction;
use crate::{SqlValue, Transaction};

/// The columns of a [`SavedViewRecord`].
const VIEW_COLUMNS: &str = r"
    v.id, v.version, v.owner_id, v.name, v.shared, v.list, v.query, v.columns, v.created_at,
    v.changed_at, u.name, u.all_orgs,
    (
        SELECT string_agg(CAST(org_id AS TEXT), ' ' ORDER BY org_id)
        FROM user_org
        WHERE user_id = u.id
    )
    ";

const FRAGMENTS: Fragments = &[("view_columns", VIEW_COLUMNS)];

static OWN: Statement = Statement::with_fragments(
    FRAGMENTS,
    r#"
    SELECT {include view_columns}
    FROM saved_view v
    JOIN "user" u ON u.id = v.owner_id
    WHERE v.owner_id = ?1
    ORDER BY v.name_key
    "#,
);

static SHARED: Statement = Statement::with_fragments(
    FRAGMENTS,
    r#"
    SELECT {include view_columns}
    FROM saved_view v
    JOIN "user" u ON u.id = v.owner_id
    WHERE v.shared AND v.owner_id <> ?1
    ORDER BY v.name_key, v.id
    "#,
);

static DEFAULT: Statement = Statement::new("SELECT view_id FROM saved_view_default WHERE user_id = ?1");
static COUNT: Statement = Statement::new("SELECT count(*) FROM saved_view WHERE owner_id = ?1");
static CREATE: Statement = Statement::insert(&SAVED_VIEW);

/// `?2` expected version.
static CHANGE: Statement = Statement::new(
    r"
    UPDATE saved_view
    SET
        version = version + 1,
        name = ?3,
        name_key = CASE WHEN name = ?3 THEN name_key ELSE ?4 END,
        shared = ?5,
        list = ?6,
        query = ?7,
        columns = ?8,
        changed_at = ?9
    WHERE id = ?1 AND version = ?2
    ",
);

static REMOVE: Statement = Statement::new("DELETE FROM saved_view WHERE id = ?1");
static SET_DEFAULT: Statement = Statement::upsert(&SAVED_VIEW_DEFAULT);
static NO_DEFAULT: Statement = Statement::new("DELETE FROM saved_view_default WHERE user_id = ?1");
static FORGET: Statement = Statement::new("DELETE FROM saved_view_default WHERE view_id = ?1");

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] =
    &[&OWN, &SHARED, &DEFAULT, &COUNT, &CREATE, &CHANGE, &REMOVE, &SET_DEFAULT, &NO_DEFAULT, &FORGET];

fn find(transaction: &dyn Transaction, user: UserId) -> StoreResult<SavedViews> {
    let mut views = rows(transaction, "saved_view", &OWN, [user.write()], decode_row)?;
    views.extend(rows(transaction, "saved_view", &SHARED, [user.write()], decode_row)?);
    let default = value(transaction, "saved_view_default", &DEFAULT, [user.write()])?;
    Ok(SavedViews { views, default })
}

fn create(transaction: &dyn Transaction, view: &SavedView, maximum: u32) -> StoreResult<()> {
    let existing = value::<i64>(transaction, "saved_view", &COUNT, [view.owner.write()])?.unwrap_or_default();
    if existing >= i64::from(maximum) {
        return Err(StoreError::Conflict(Conflict::SavedView));
    }
    run(transaction, &CREATE, view.to_row().into_iter().chain([name_key(view)])).map(|_| ())
}

fn change(transaction: &dyn Transaction, view: &SavedView) -> StoreResult<()> {
    let values = [
        view.id.write(),
        view.version.write(),
        view.name.write(),
        name_key(view),
        view.shared.write(),
        view.list.write(),
        view.query.write(),
        view.columns.write(),
        view.changed_at.write(),
    ];
    run_one(transaction, &CHANGE, values, StoreError::Conflict(Conflict::SavedView))
}

fn remove(transaction: &dyn Transaction, view: SavedViewId) -> StoreResult<bool> {
    run(transaction, &FORGET, [view.write()])?;
    Ok(run(transaction, &REMOVE, [view.write()])? == 1)
}

fn set_default(transaction: &dyn Transaction, user: UserId, view: Option<SavedViewId>) -> StoreResult<()> {
    match view {
        Some(view) => run(transaction, &SET_DEFAULT, [user.write(), view.write()])?,
        None => run(transaction, &NO_DEFAULT, [user.write()])?,
    };
    Ok(())
}

fn name_key(view: &SavedView) -> SqlValue<'static> {
    owned(fold(view.name.as_str()))
}

impl FromRow for SavedView {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            version: row.read()?,
            owner: row.read()?,
            name: row.read()?,
            shared: row.read()?,
            list: row.read()?,
            query: row.read()?,
            columns: row.read()?,
            created_at: row.read()?,
            changed_at: row.read()?,
        })
    }
}

impl ToRow for SavedView {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.id.append_to(row);
        self.version.append_to(row);
        self.owner.append_to(row);
        self.name.append_to(row);
        self.shared.append_to(row);
        self.list.append_to(row);
        self.query.append_to(row);
        self.columns.append_to(row);
        self.created_at.append_to(row);
        self.changed_at.append_to(row);
    }
}
impl FromRow for SavedViewRecord {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { view: row.read()?, owner_name: row.read()?, owner_organisations: organisations(row)? })
    }
}

impl SavedViewReader for StoreTransaction<'_> {
    fn saved_views(&self, user: UserId) -> StoreResult<SavedViews> {
        find(self.transaction, user)
    }
}

impl SavedViewWriter for StoreTransaction<'_> {
    fn create_saved_view(&self, view: &SavedView, maximum: u32) -> StoreResult<()> {
        create(self.transaction, view, maximum)
    }

    fn change_saved_view(&self, view: &SavedView) -> StoreResult<()> {
        change(self.transaction, view)
    }

    fn remove_saved_view(&self, view: SavedViewId) -> StoreResult<bool> {
        remove(self.transaction, view)
    }

    fn set_default_view(&self, user: UserId, view: Option<SavedViewId>) -> StoreResult<()> {
        set_default(self.transaction, user, view)
    }
}
