//! Saved views of lists, and the default view of a user.

use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::{SavedViewId, UserId};
use orderdock_domain::saved_view::{SavedView, ViewColumn, ViewList};
use orderdock_domain::text::Name;

use super::calls::{AccessCalls as _, SavedViewCalls as _};
use super::fixture::{Fixture, code, now};
use super::ordering::later;
use super::users::user;
use crate::{Conflict, SavedViewRecord, SavedViews, StoreError, StoreResult, UserRecord};

fn plain(fixture: &Fixture, owner: &UserRecord, name: &str) -> SavedView {
    SavedView {
        id: fixture.id(),
        version: 1,
        owner: owner.id,
        name: Name::parse(name).unwrap().unwrap(),
        shared: false,
        list: ViewList::Candidates,
        query: String::new(),
        columns: Vec::new(),
        created_at: now(),
        changed_at: now(),
    }
}

/// Returns the view with all optional values.
fn full(view: SavedView) -> SavedView {
    let column = |name, width, pinned, hidden| ViewColumn { name: code(name), width, pinned, hidden };
    SavedView {
        shared: true,
        list: ViewList::Headers,
        query: "status=error&q=%22Gr%C3%B6%C3%9Fe%22&sort=-createdAt".to_owned(),
        columns: vec![
            column("status", Some(120), true, false),
            column("qty", None, false, true),
            column("total", None, false, false),
        ],
        changed_at: later(3),
        ..view
    }
}

impl Fixture {
    async fn user_named(&self, name: &str, organisations: OrgScope) -> UserRecord {
        let user = UserRecord { organisations, ..user(self, name) };
        self.store.create_user(user.clone()).await.unwrap();
        user
    }

    async fn views(&self, user: UserId) -> SavedViews {
        self.another().saved_views(user).await.unwrap()
    }
}

fn conflicted<T: std::fmt::Debug>(result: &StoreResult<T>) -> bool {
    matches!(result, Err(StoreError::Conflict(Conflict::SavedView)))
}

pub async fn own_and_shared_views_are_read_back(fixture: Fixture) {
    let own = OrgScope::These(vec![fixture.scene("001").await.organisation.id]);
    let anna = fixture.user_named("Anna", own).await;
    let berta = fixture.user_named("Berta", OrgScope::All).await;
    let [late, all] = [full(plain(&fixture, &anna, "Später „Süd“")), plain(&fixture, &anna, "Alle")];
    let [shared, private] = [full(plain(&fixture, &berta, "alle")), plain(&fixture, &berta, "Zuletzt")];
    for view in [&late, &all, &shared, &private] {
        fixture.store.create_saved_view(view.clone(), 10).await.unwrap();
    }
    let record = |view: &SavedView, owner: &UserRecord| SavedViewRecord {
        view: view.clone(),
        owner_name: owner.name.clone(),
        owner_organisations: owner.organisations.clone(),
    };
    let expected = [record(&all, &anna), record(&late, &anna), record(&shared, &berta)];
    assert_eq!(fixture.views(anna.id).await, SavedViews { views: expected.to_vec(), default: None });
    let expected = [record(&shared, &berta), record(&private, &berta), record(&late, &anna)];
    assert_eq!(fixture.views(berta.id).await.views, expected);
    let other_user = UserId(7);
    assert_eq!(fixture.views(other_user).await.views, [record(&shared, &berta), record(&late, &anna)]);
}

pub async fn duplicate_view_name_or_too_many_views_is_a_conflict(fixture: Fixture) {
    let anna = fixture.user_named("Anna", OrgScope::All).await;
    let berta = fixture.user_named("Berta", OrgScope::All).await;
    fixture.store.create_saved_view(plain(&fixture, &anna, "Größe"), 2).await.unwrap();
    let same = fixture.store.create_saved_view(plain(&fixture, &anna, "gRÖßE"), 2).await;
    assert!(conflicted(&same), "{same:?}");
    fixture.store.create_saved_view(plain(&fixture, &berta, "Größe"), 2).await.unwrap();
    let more = fixture.store.create_saved_view(plain(&fixture, &berta, "Other"), 1).await;
    assert!(conflicted(&more), "{more:?}");
    assert_eq!(fixture.views(berta.id).await.views.len(), 1);
}

pub async fn change_of_outdated_view_version_is_a_conflict(fixture: Fixture) {
    let anna = fixture.user_named("Anna", OrgScope::All).await;
    let view = plain(&fixture, &anna, "Late");
    for view in [&view, &plain(&fixture, &anna, "Other")] {
        fixture.store.create_saved_view(view.clone(), 10).await.unwrap();
    }
    let changed = SavedView { name: Name::parse("Later").unwrap().unwrap(), ..full(view) };
    fixture.store.change_saved_view(changed.clone()).await.unwrap();
    let now = SavedView { version: 2, ..changed.clone() };
    assert_eq!(fixture.views(anna.id).await.views[0].view, now);
    let unknown = SavedView { id: SavedViewId(7), ..changed.clone() };
    let taken = SavedView { name: Name::parse("OTHER").unwrap().unwrap(), ..now.clone() };
    for wrong in [changed, unknown, taken] {
        let again = fixture.store.change_saved_view(wrong).await;
        assert!(conflicted(&again), "{again:?}");
    }
    assert_eq!(fixture.views(anna.id).await.views[0].view, now);
}

pub async fn removed_view_is_no_longer_a_default(fixture: Fixture) {
    let anna = fixture.user_named("Anna", OrgScope::All).await;
    let berta = fixture.user_named("Berta", OrgScope::All).await;
    let view = full(plain(&fixture, &anna, "Late"));
    fixture.store.create_saved_view(view.clone(), 10).await.unwrap();
    for user in [anna.id, berta.id] {
        fixture.store.set_default_view(user, Some(view.id)).await.unwrap();
    }
    assert!(fixture.store.remove_saved_view(view.id).await.unwrap());
    assert!(!fixture.store.remove_saved_view(view.id).await.unwrap());
    for user in [anna.id, berta.id] {
        assert_eq!(fixture.views(user).await, SavedViews { views: Vec::new(), default: None });
    }
}

pub async fn default_view_of_a_user_is_stored(fixture: Fixture) {
    let anna = fixture.user_named("Anna", OrgScope::All).await;
    let berta = fixture.user_named("Berta", OrgScope::All).await;
    let [one, other] = [plain(&fixture, &anna, "One"), full(plain(&fixture, &anna, "Other"))];
    for view in [&one, &other] {
        fixture.store.create_saved_view(view.clone(), 10).await.unwrap();
    }
    fixture.store.set_default_view(berta.id, Some(other.id)).await.unwrap();
    for default in [Some(one.id), Some(other.id), None, None] {
        fixture.store.set_default_view(anna.id, default).await.unwrap();
        assert_eq!(fixture.views(anna.id).await.default, default);
    }
    assert_eq!(fixture.views(berta.id).await.default, Some(other.id));
}

pub async fn views_of_a_removed_user_are_removed(fixture: Fixture) {
    let anna = fixture.user_named("Anna", OrgScope::All).await;
    let berta = fixture.user_named("Berta", OrgScope::All).await;
    let [shared, own] = [full(plain(&fixture, &anna, "Shared")), plain(&fixture, &berta, "Own")];
    for view in [&shared, &own] {
        fixture.store.create_saved_view(view.clone(), 10).await.unwrap();
    }
    for user in [anna.id, berta.id] {
        fixture.store.set_default_view(user, Some(shared.id)).await.unwrap();
    }
    assert!(fixture.store.remove_user(anna.id).await.unwrap());
    assert_eq!(fixture.views(anna.id).await.default, None);
    let SavedViews { views, default } = fixture.views(berta.id).await;
    assert_eq!(views.iter().map(|record| record.view.id).collect::<Vec<_>>(), [own.id]);
    assert_eq!(default, None);
}
