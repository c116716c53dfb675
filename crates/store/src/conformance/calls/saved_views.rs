//! Reads and writes of saved views, each in its own transaction.

use orderdock_domain::ids::{SavedViewId, UserId};
use orderdock_domain::saved_view::SavedView;

use crate::{SavedViews, Store, StoreResult, WriteMode};

/// Methods of [`SavedViewReader`](crate::SavedViewReader) and [`SavedViewWriter`](crate::SavedViewWriter).
pub trait SavedViewCalls {
    async fn saved_views(&self, user: UserId) -> StoreResult<SavedViews>;
    async fn create_saved_view(&self, view: SavedView, maximum: u32) -> StoreResult<()>;
    async fn change_saved_view(&self, view: SavedView) -> StoreResult<()>;
    async fn remove_saved_view(&self, view: SavedViewId) -> StoreResult<bool>;
    async fn set_default_view(&self, user: UserId, view: Option<SavedViewId>) -> StoreResult<()>;
}

impl SavedViewCalls for dyn Store {
    async fn saved_views(&self, user: UserId) -> StoreResult<SavedViews> {
        self.read(move |tx| tx.saved_views(user)).await
    }

    async fn create_saved_view(&self, view: SavedView, maximum: u32) -> StoreResult<()> {
        self.write(WriteMode::Shared, 1, move |tx| tx.create_saved_view(&view, maximum)).await
    }

    async fn change_saved_view(&self, view: SavedView) -> StoreResult<()> {
        self.write(WriteMode::Shared, 1, move |tx| tx.change_saved_view(&view)).await
    }

    async fn remove_saved_view(&self, view: SavedViewId) -> StoreResult<bool> {
        self.write(WriteMode::Shared, 1, move |tx| tx.remove_saved_view(view)).await
    }

    async fn set_default_view(&self, user: UserId, view: Option<SavedViewId>) -> StoreResult<()> {
        self.write(WriteMode::Shared, 1, move |tx| tx.set_default_view(user, view)).await
    }
}
