//! Saved views of lists.

use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::SavedViewId;
use orderdock_domain::saved_view::SavedView;
use orderdock_domain::text::Code;

/// A view and its owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedViewRecord {
    pub view: SavedView,
    pub owner_name: Code,
    /// Organisations that its owner may access now.
    pub owner_organisations: OrgScope,
}

/// The views that a user can choose from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedViews {
    /// The user's own views by name, then shared views of others by name.
    pub views: Vec<SavedViewRecord>,
    /// The view that the user starts with; it may have been removed or no longer be shared.
    pub default: Option<SavedViewId>,
}
