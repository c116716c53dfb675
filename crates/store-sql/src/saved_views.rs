//! Saved views.

use async_trait::async_trait;
use orderdock_domain::ids::{SavedViewId, UserId};
use orderdock_domain::saved_view::SavedView;
use orderdock_domain::text::fold;
use orderdock_store::{Conflict, SavedViewRecord, SavedViewStore, SavedViews, StoreError, StoreResult};

use crate::asking::{rows, run, run_one, take, value};
use crate::column::{Column, Columns, columns, owned, taken};
use crate::template::statements;
use crate::users::organisations;
use crate::{Backend, Datum, SqlStore, Transaction};

macro_rules! view_columns {
    () => {
        "v.id, v.version, v.owner_id, v.name, v.shared, v.list, v.query, v.columns, v.created_at, v.changed_at, \
         u.name, u.all_orgs, \
         (SELECT string_agg(CAST(org_id AS TEXT), ' ' ORDER BY org_id) FROM user_org WHERE user_id = u.id) \
         FROM saved_view v JOIN \"user\" u ON u.id = v.owner_id "
    };
}

statements! {
    OWN = concat!("SELECT ", view_columns!(), "WHERE v.owner_id = ?1 ORDER BY v.name_key");
    SHARED = concat!("SELECT ", view_columns!(), "WHERE v.shared AND v.owner_id <> ?1 ORDER BY v.name_key, v.id");
    DEFAULT = "SELECT view_id FROM saved_view_default WHERE user_id = ?1";
    COUNT = "SELECT count(*) FROM saved_view WHERE owner_id = ?1";
    CREATE = insert SAVED_VIEW;
    /// `?2` the version that is changed.
    CHANGE = "UPDATE saved_view SET version = version + 1, name = ?3, name_key = ?4, shared = ?5, list = ?6, query = ?7, \
     columns = ?8, changed_at = ?9 WHERE id = ?1 AND version = ?2";
    REMOVE = "DELETE FROM saved_view WHERE id = ?1";
    SET_DEFAULT = upsert SAVED_VIEW_DEFAULT;
    NO_DEFAULT = "DELETE FROM saved_view_default WHERE user_id = ?1";
    FORGET = "DELETE FROM saved_view_default WHERE view_id = ?1";
}

fn find(transaction: &dyn Transaction, user: UserId) -> StoreResult<SavedViews> {
    let mut views = rows(transaction, "saved_view", &OWN, [user.write()], take)?;
    views.extend(rows(transaction, "saved_view", &SHARED, [user.write()], take)?);
    let default = value(transaction, "saved_view_default", &DEFAULT, [user.write()])?;
    Ok(SavedViews { views, default })
}

fn create(transaction: &dyn Transaction, view: &SavedView, most: u32) -> StoreResult<()> {
    let there = value::<i64>(transaction, "saved_view", &COUNT, [view.owner.write()])?.unwrap_or_default();
    if there >= i64::from(most) {
        return Err(StoreError::Conflict(Conflict::SavedView));
    }
    run(transaction, &CREATE, view.row().into_iter().chain([name_key(view)])).map(|_| ())
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

fn name_key(view: &SavedView) -> Datum<'static> {
    owned(fold(view.name.as_str()))
}

columns! { SavedView { id, version, owner, name, shared, list, query, columns, created_at, changed_at } }
taken! { SavedViewRecord { view, owner_name, owner_organisations by organisations } }

#[async_trait]
impl<B: Backend> SavedViewStore for SqlStore<B> {
    async fn saved_views(&self, user: UserId) -> StoreResult<SavedViews> {
        self.read(move |transaction| find(transaction, user)).await
    }

    async fn create_saved_view(&self, view: SavedView, most: u32) -> StoreResult<()> {
        self.write(1, move |transaction| create(transaction, &view, most)).await
    }

    async fn change_saved_view(&self, view: SavedView) -> StoreResult<()> {
        self.write(1, move |transaction| change(transaction, &view)).await
    }

    async fn remove_saved_view(&self, view: SavedViewId) -> StoreResult<bool> {
        self.write(1, move |transaction| remove(transaction, view)).await
    }

    async fn set_default_view(&self, user: UserId, view: Option<SavedViewId>) -> StoreResult<()> {
        self.write(1, move |transaction| set_default(transaction, user, view)).await
    }
}
