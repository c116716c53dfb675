//! Saved views of lists.

use orderdock_domain::ids::{SavedViewId, UserId};
use orderdock_domain::saved_view::SavedView;

use crate::{SavedViews, StoreResult};

/// Reads of saved views. A view belongs to a user; the use case decides which shared views a caller sees.
pub trait SavedViewReader {
    /// Returns the views of a user and the shared views of all others.
    fn saved_views(&self, user: UserId) -> StoreResult<SavedViews>;
}

/// Writes of saved views.
pub trait SavedViewWriter: SavedViewReader {
    /// Creates a view; `Conflict` if its owner has `maximum` views or another one with this name.
    fn create_saved_view(&self, view: &SavedView, maximum: u32) -> StoreResult<()>;

    /// Replaces a view and increments its version; the owner does not change. `Conflict` if the stored version differs,
    /// the view was removed, or the owner has another view with this name.
    fn change_saved_view(&self, view: &SavedView) -> StoreResult<()>;

    /// Removes a view, and removes it as the default of users. Returns `false` if it does not exist.
    fn remove_saved_view(&self, view: SavedViewId) -> StoreResult<bool>;

    /// Sets the view with which a user starts.
    fn set_default_view(&self, user: UserId, view: Option<SavedViewId>) -> StoreResult<()>;
}
