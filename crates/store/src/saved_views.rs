//! Saved views as they are kept.

use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::SavedViewId;
use orderdock_domain::saved_view::SavedView;
use orderdock_domain::text::Code;

/// A view, and whose it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedViewRecord {
    pub view: SavedView,
    pub owner_name: Code,
    /// Those that its owner may act for now.
    pub owner_organisations: OrgScope,
}

/// What a user may choose from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedViews {
    /// Their own by name, then what others share by name.
    pub views: Vec<SavedViewRecord>,
    /// With which they begin; it may be gone by now, or shared no more.
    pub default: Option<SavedViewId>,
}
