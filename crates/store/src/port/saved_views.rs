//! How people want to see lists again.

use async_trait::async_trait;
use orderdock_domain::ids::{SavedViewId, UserId};
use orderdock_domain::saved_view::SavedView;

use crate::{SavedViews, StoreResult};

/// Saved views. They belong to users and hold no records; the use case says which of the shared ones somebody sees.
#[async_trait]
pub trait SavedViewStore: Send + Sync + 'static {
    /// Those of a user, and all that others share.
    async fn saved_views(&self, user: UserId) -> StoreResult<SavedViews>;

    /// A new one; Conflict if its owner has `most` of them, or one of that name.
    async fn create_saved_view(&self, view: SavedView, most: u32) -> StoreResult<()>;

    /// Writes one over, with the next version; owner and beginning stay. Conflict if it has another version by now, or is
    /// gone, or its owner has another one of that name.
    async fn change_saved_view(&self, view: SavedView) -> StoreResult<()>;

    /// `false` if there is no such one. Nobody begins with it any more.
    async fn remove_saved_view(&self, view: SavedViewId) -> StoreResult<bool>;

    /// With which view a user begins.
    async fn set_default_view(&self, user: UserId, view: Option<SavedViewId>) -> StoreResult<()>;
}
