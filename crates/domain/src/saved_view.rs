//! Saved views of lists. A view contains filters and columns but no records, so it does not extend read access.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::access::{OrgScope, Scope, Scopes};
use crate::candidate::string_enum;
use crate::ids::{SavedViewId, UserId};
use crate::text::{Code, Name};

/// Maximum number of views per user.
pub const MAX_VIEWS: u32 = 100;
/// Maximum length of a name in characters.
pub const MAX_VIEW_NAME_LENGTH: usize = 60;
pub const MAX_VIEW_COLUMNS: usize = 100;
/// Maximum width of a column in pixels.
pub const WIDEST_VIEW_COLUMN: i64 = 2_000;

string_enum! {
    /// List to which a view applies.
    ViewList { Candidates "candidates" Headers "headers" }
}

/// Column of a view. Columns are displayed in the order of the view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ViewColumn {
    pub name: Code,
    /// Width in pixels; `None` for the default width.
    pub width: Option<u32>,
    /// Whether the column stays visible during horizontal scrolling.
    pub pinned: bool,
    pub hidden: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedView {
    pub id: SavedViewId,
    /// Incremented with each change.
    pub version: i64,
    pub owner: UserId,
    /// Unique per owner, ignoring case.
    pub name: Name,
    /// Whether other users can see the view.
    pub shared: bool,
    pub list: ViewList,
    /// Filters and sort order, as query parameters of the list.
    pub query: String,
    /// If empty, the view does not change the columns of the list.
    pub columns: Vec<ViewColumn>,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
}

impl SavedView {
    /// Returns whether a user can see the view. A shared view is visible to users with access to all organisations of its
    /// owner, because its name and filters can contain data. If the owner has access to all organisations, it is visible
    /// to every user.
    pub fn is_seen(&self, owner: &OrgScope, reader: UserId, organisations: &OrgScope) -> bool {
        let meant = match (owner, organisations) {
            (OrgScope::All, _) | (_, OrgScope::All) => true,
            (OrgScope::These(ids), reader) => ids.iter().all(|id| reader.contains(*id)),
        };
        self.owner == reader || (self.shared && meant)
    }

    /// Returns whether a user who can see the view may change it.
    pub fn is_changed_by(&self, user: UserId, scopes: &Scopes) -> bool {
        self.owner == user || (self.shared && scopes.allow(Scope::Admin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::OrganisationId;

    fn view(shared: bool) -> SavedView {
        SavedView {
            id: SavedViewId(1),
            version: 1,
            owner: UserId(7),
            name: Name::parse("Late").unwrap().unwrap(),
            shared,
            list: ViewList::Candidates,
            query: String::new(),
            columns: Vec::new(),
            created_at: Timestamp::UNIX_EPOCH,
            changed_at: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn shared_view_is_visible_to_users_of_its_organisations() {
        let of = |ids: &[i64]| OrgScope::These(ids.iter().copied().map(OrganisationId).collect());
        for (shared, owner, reader, organisations, seen) in [
            (false, of(&[1]), 7, of(&[1]), true),
            (false, of(&[1]), 7, of(&[2]), true),
            (false, of(&[1]), 8, OrgScope::All, false),
            (true, of(&[1]), 8, of(&[1]), true),
            (true, of(&[1]), 8, of(&[1, 2]), true),
            (true, of(&[1, 2]), 8, of(&[1]), false),
            (true, of(&[1]), 8, of(&[2]), false),
            (true, of(&[1]), 8, OrgScope::All, true),
            (true, OrgScope::All, 8, of(&[2]), true),
        ] {
            let is = view(shared).is_seen(&owner, UserId(reader), &organisations);
            assert_eq!(is, seen, "{shared} {owner:?} {reader} {organisations:?}");
        }
    }

    #[test]
    fn shared_view_is_editable_by_owner_and_administrators() {
        let (clerk, admin) = (Scopes::new(vec![Scope::CandidatesWrite]), Scopes::new(vec![Scope::Admin]));
        for (shared, user, scopes, changed) in [
            (false, 7, &clerk, true),
            (false, 8, &admin, false),
            (true, 8, &admin, true),
            (true, 8, &clerk, false),
        ] {
            assert_eq!(view(shared).is_changed_by(UserId(user), scopes), changed, "{shared} {user}");
        }
    }
}
