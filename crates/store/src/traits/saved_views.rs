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
    /// Creates a view; `Conflict` if its owner has `most` views or one of this name.
    fn create_saved_view(&self, view: &SavedView, most: u32) -> StoreResult<()>;

    /// Replaces a view and increments its version; owner and default stay. `Conflict` if the stored version differs, the view
    /// is gone, or the owner has another view of this name.
    fn change_saved_view(&self, view: &SavedView) -> StoreResult<()>;

    /// Removes a view, also as the default of users. Returns `false` if it does not exist.
    fn remove_saved_view(&self, view: SavedViewId) -> StoreResult<bool>;

    /// Sets the view that a user starts with.
    fn set_default_view(&self, user: UserId, view: Option<SavedViewId>) -> StoreResult<()>;
}
