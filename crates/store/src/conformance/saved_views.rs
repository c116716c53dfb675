//! How people want to see lists again.

use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::{SavedViewId, UserId};
use orderdock_domain::saved_view::{SavedView, ViewColumn, ViewList};
use orderdock_domain::text::Name;

use super::calls::{AccessCalls as _, SavedViewCalls as _};
use super::ordering::later;
use super::users::user;
use super::world::{World, code, now};
use crate::{Conflict, SavedViewRecord, SavedViews, StoreError, StoreResult, UserRecord};

fn plain(world: &World, owner: &UserRecord, name: &str) -> SavedView {
    SavedView {
        id: world.id(),
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

/// With everything in it.
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

impl World {
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

pub async fn views_come_back_as_they_were_with_those_that_others_share(world: World) {
    let own = OrgScope::These(vec![world.scene("001").await.organisation.id]);
    let anna = world.user_named("Anna", own).await;
    let berta = world.user_named("Berta", OrgScope::All).await;
    let [late, all] = [full(plain(&world, &anna, "Später „Süd“")), plain(&world, &anna, "Alle")];
    let [theirs, kept] = [full(plain(&world, &berta, "alle")), plain(&world, &berta, "Zuletzt")];
    for view in [&late, &all, &theirs, &kept] {
        world.store.create_saved_view(view.clone(), 10).await.unwrap();
    }
    let record = |view: &SavedView, owner: &UserRecord| SavedViewRecord {
        view: view.clone(),
        owner_name: owner.name.clone(),
        owner_organisations: owner.organisations.clone(),
    };
    let expected = [record(&all, &anna), record(&late, &anna), record(&theirs, &berta)];
    assert_eq!(world.views(anna.id).await, SavedViews { views: expected.to_vec(), default: None });
    let expected = [record(&theirs, &berta), record(&kept, &berta), record(&late, &anna)];
    assert_eq!(world.views(berta.id).await.views, expected);
    let nobody = UserId(7);
    assert_eq!(world.views(nobody).await.views, [record(&theirs, &berta), record(&late, &anna)]);
}

pub async fn a_user_has_only_so_many_views_and_one_of_a_name(world: World) {
    let anna = world.user_named("Anna", OrgScope::All).await;
    let berta = world.user_named("Berta", OrgScope::All).await;
    world.store.create_saved_view(plain(&world, &anna, "Größe"), 2).await.unwrap();
    let same = world.store.create_saved_view(plain(&world, &anna, "gRÖßE"), 2).await;
    assert!(conflicted(&same), "{same:?}");
    world.store.create_saved_view(plain(&world, &berta, "Größe"), 2).await.unwrap();
    let more = world.store.create_saved_view(plain(&world, &berta, "Other"), 1).await;
    assert!(conflicted(&more), "{more:?}");
    assert_eq!(world.views(berta.id).await.views.len(), 1);
}

pub async fn a_view_is_changed_in_the_version_that_was_read(world: World) {
    let anna = world.user_named("Anna", OrgScope::All).await;
    let view = plain(&world, &anna, "Late");
    for view in [&view, &plain(&world, &anna, "Other")] {
        world.store.create_saved_view(view.clone(), 10).await.unwrap();
    }
    let changed = SavedView { name: Name::parse("Later").unwrap().unwrap(), ..full(view) };
    world.store.change_saved_view(changed.clone()).await.unwrap();
    let now = SavedView { version: 2, ..changed.clone() };
    assert_eq!(world.views(anna.id).await.views[0].view, now);
    let gone = SavedView { id: SavedViewId(7), ..changed.clone() };
    let taken = SavedView { name: Name::parse("OTHER").unwrap().unwrap(), ..now.clone() };
    for wrong in [changed, gone, taken] {
        let again = world.store.change_saved_view(wrong).await;
        assert!(conflicted(&again), "{again:?}");
    }
    assert_eq!(world.views(anna.id).await.views[0].view, now);
}

pub async fn a_view_is_removed_once_and_nobody_begins_with_it(world: World) {
    let anna = world.user_named("Anna", OrgScope::All).await;
    let berta = world.user_named("Berta", OrgScope::All).await;
    let view = full(plain(&world, &anna, "Late"));
    world.store.create_saved_view(view.clone(), 10).await.unwrap();
    for user in [anna.id, berta.id] {
        world.store.set_default_view(user, Some(view.id)).await.unwrap();
    }
    assert!(world.store.remove_saved_view(view.id).await.unwrap());
    assert!(!world.store.remove_saved_view(view.id).await.unwrap());
    for user in [anna.id, berta.id] {
        assert_eq!(world.views(user).await, SavedViews { views: Vec::new(), default: None });
    }
}

pub async fn a_user_begins_with_one_view(world: World) {
    let anna = world.user_named("Anna", OrgScope::All).await;
    let berta = world.user_named("Berta", OrgScope::All).await;
    let [one, other] = [plain(&world, &anna, "One"), full(plain(&world, &anna, "Other"))];
    for view in [&one, &other] {
        world.store.create_saved_view(view.clone(), 10).await.unwrap();
    }
    world.store.set_default_view(berta.id, Some(other.id)).await.unwrap();
    for default in [Some(one.id), Some(other.id), None, None] {
        world.store.set_default_view(anna.id, default).await.unwrap();
        assert_eq!(world.views(anna.id).await.default, default);
    }
    assert_eq!(world.views(berta.id).await.default, Some(other.id));
}
