//! Saved views: how people want to see a list again. A view holds no records; who looks through it sees what they may see.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::access::{OrgScope, Scope, Scopes};
use crate::candidate::words;
use crate::ids::{SavedViewId, UserId};
use crate::text::{Code, Name};

/// Views of one user.
pub const MOST_VIEWS: u32 = 100;
/// Characters of a name.
pub const LONGEST_VIEW_NAME: usize = 60;
pub const MOST_VIEW_COLUMNS: usize = 100;
/// In pixels.
pub const WIDEST_VIEW_COLUMN: i64 = 2_000;

words! {
    /// What stands in a row of the list.
    ViewList { Candidates "candidates" Headers "headers" }
}

/// A column, in its place among the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ViewColumn {
    pub name: Code,
    /// In pixels; the usual one without it.
    pub width: Option<u32>,
    /// Stays while the others scroll.
    pub pinned: bool,
    pub hidden: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedView {
    pub id: SavedViewId,
    /// Rises with each change.
    pub version: i64,
    pub owner: UserId,
    /// Compared without case among those of the owner.
    pub name: Name,
    /// Others see it too.
    pub shared: bool,
    pub list: ViewList,
    /// Filters and order, as the parameters of the list.
    pub query: String,
    /// None leaves them as they are.
    pub columns: Vec<ViewColumn>,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
}

impl SavedView {
    /// A shared one is seen by who may act for all organisations of its owner: what it is called and narrowed to may tell of
    /// them. One of somebody who acts for all is meant for everybody.
    pub fn is_seen(&self, owner: &OrgScope, reader: UserId, organisations: &OrgScope) -> bool {
        let meant = match (owner, organisations) {
            (OrgScope::All, _) | (_, OrgScope::All) => true,
            (OrgScope::These(ids), reader) => ids.iter().all(|id| reader.contains(*id)),
        };
        self.owner == reader || (self.shared && meant)
    }

    /// Whether somebody who sees it may change it.
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
    fn a_view_is_seen_by_its_owner_and_where_shared_by_who_acts_for_as_many() {
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
    fn a_view_is_changed_by_its_owner_and_where_shared_by_administrators() {
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
