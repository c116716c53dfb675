//! Saved views. Only the owner changes a view; other users see shared views and can select one as their default.

use std::sync::Arc;

use orderdock_domain::access::Scope;
use orderdock_domain::ids::{SavedViewId, UserId};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::saved_view::{MAX_VIEWS, SavedView, ViewColumn, ViewList};
use orderdock_domain::text::{Name, fold};
use orderdock_store::{Conflict, SavedViewRecord, SavedViews, Store, StoreError, StoreResult, WriteMode};

use crate::ids::IdSource;
use crate::{Caller, Failure, Outcome};

/// Values of a new or changed view. An absent value stays unchanged, or gets its default in a new view.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SavedViewChange {
    pub name: Option<Name>,
    pub shared: Option<bool>,
    pub list: Option<ViewList>,
    pub query: Option<String>,
    pub columns: Option<Vec<ViewColumn>>,
}

/// Service for saved views of the order desk.
pub struct SavedViewService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) ids: Arc<IdSource>,
}

impl SavedViewService {
    /// Returns the views that the caller may see.
    pub async fn saved_views(&self, caller: &Caller) -> Outcome<SavedViews> {
        let user = user_of(caller)?;
        let mut found = self.store.read(move |tx| tx.saved_views(user)).await?;
        found
            .views
            .retain(|record| record.view.is_seen(&record.owner_organisations, user, &caller.organisations));
        Ok(found)
    }

    pub async fn saved_view(&self, caller: &Caller, id: SavedViewId) -> Outcome<SavedViewRecord> {
        let views = self.saved_views(caller).await?.views;
        let found = views.into_iter().find(|record| record.view.id == id);
        found.ok_or_else(|| Problem::new(ProblemCode::ViewNotFound, "").with("id", id.0).into())
    }

    pub async fn create_saved_view(&self, caller: &Caller, change: SavedViewChange) -> Outcome<SavedViewId> {
        let owner = user_of(caller)?;
        let id = self.ids.take_one().await?;
        let view = SavedView {
            id,
            version: 1,
            owner,
            name: change
                .name
                .ok_or_else(|| Problem::new(ProblemCode::PropertyMissing, "/name").with("name", "name"))?,
            shared: change.shared.unwrap_or_default(),
            list: change.list.unwrap_or(ViewList::Candidates),
            query: change.query.unwrap_or_default(),
            columns: change.columns.unwrap_or_default(),
            created_at: caller.now,
            changed_at: caller.now,
        };
        let new = view.clone();
        let made =
            self.store.write(WriteMode::Shared, 1, move |tx| tx.create_saved_view(&new, MAX_VIEWS)).await;
        self.explain_conflict(caller, &view, made).await.map(|()| id)
    }

    /// Changes a view. Fails if its version is not `version`.
    pub async fn change_saved_view(
        &self,
        caller: &Caller,
        id: SavedViewId,
        version: i64,
        change: SavedViewChange,
    ) -> Outcome<()> {
        let before = self.changeable(caller, id).await?;
        if before.version != version {
            return Err(outdated(before.version));
        }
        let view = SavedView {
            name: change.name.unwrap_or(before.name),
            shared: change.shared.unwrap_or(before.shared),
            list: change.list.unwrap_or(before.list),
            query: change.query.unwrap_or(before.query),
            columns: change.columns.unwrap_or(before.columns),
            changed_at: caller.now,
            ..before
        };
        let new = view.clone();
        let changed = self.store.write(WriteMode::Shared, 1, move |tx| tx.change_saved_view(&new)).await;
        self.explain_conflict(caller, &view, changed).await
    }

    pub async fn remove_saved_view(&self, caller: &Caller, id: SavedViewId) -> Outcome<()> {
        self.changeable(caller, id).await?;
        self.store.write(WriteMode::Shared, 1, move |tx| tx.remove_saved_view(id)).await?;
        Ok(())
    }

    /// Sets or removes the default view of the caller.
    pub async fn set_default_view(&self, caller: &Caller, view: Option<SavedViewId>) -> Outcome<()> {
        if let Some(id) = view {
            self.saved_view(caller, id).await?;
        }
        let user = user_of(caller)?;
        Ok(self.store.write(WriteMode::Shared, 1, move |tx| tx.set_default_view(user, view)).await?)
    }

    async fn changeable(&self, caller: &Caller, id: SavedViewId) -> Outcome<SavedView> {
        let SavedViewRecord { view, owner_name, .. } = self.saved_view(caller, id).await?;
        if view.is_changed_by(user_of(caller)?, &caller.scopes) {
            return Ok(view);
        }
        Err(Problem::new(ProblemCode::ViewNotYours, "").with("user", owner_name.into_string()).into())
    }

    /// Replaces a conflict by the rule that the view violates: name taken, version outdated or too many views.
    async fn explain_conflict(
        &self,
        caller: &Caller,
        view: &SavedView,
        written: StoreResult<()>,
    ) -> Outcome<()> {
        let Err(StoreError::Conflict(Conflict::SavedView)) = written else { return Ok(written?) };
        let user = view.owner;
        // the view may belong to another user, so the views of its owner are checked
        let views = self.store.read(move |tx| tx.saved_views(user)).await?.views;
        let name = fold(view.name.as_str());
        let own = views.iter().map(|record| &record.view).filter(|known| known.owner == view.owner);
        if own.clone().any(|known| known.id != view.id && fold(known.name.as_str()) == name) {
            return Err(Problem::new(ProblemCode::ViewNameTaken, "/name")
                .with("name", view.name.as_str())
                .into());
        }
        if own.count() >= MAX_VIEWS as usize && !views.iter().any(|known| known.view.id == view.id) {
            return Err(Problem::new(ProblemCode::ViewTooMany, "")
                .with("limit", i64::from(MAX_VIEWS))
                .into());
        }
        Err(outdated(self.saved_view(caller, view.id).await?.view.version))
    }
}

fn outdated(version: i64) -> Failure {
    Problem::new(ProblemCode::ViewOutdated, "/version").with("version", version).into()
}

/// Returns the user of the caller. Only a session leads here, so the caller is a user.
fn user_of(caller: &Caller) -> Outcome<UserId> {
    caller.require(Scope::CandidatesRead, Phrase::ReadCandidates)?;
    caller.actor.caller.map(|id| UserId(id.0)).ok_or_else(|| ProblemCode::SessionMissing.into())
}
