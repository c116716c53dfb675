//! Users of the browser interface.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::{OrgScope, Role};
use orderdock_domain::ids::{SHARED, UserId};

use super::calls::AccessCalls as _;
use super::fixture::{Fixture, code, now};
use crate::{Conflict, Disabled, FailureKey, Store, StoreError, UserRecord};

pub fn user(fixture: &Fixture, name: &str) -> UserRecord {
    UserRecord {
        id: fixture.id(),
        name: code(name),
        role: Role::Clerk,
        organisations: OrgScope::All,
        password_hash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA".to_owned(),
        created_at: now(),
        created_by: "cli".to_owned(),
        password_changed_at: now(),
        disabled: None,
    }
}

pub async fn user_is_read_back_unchanged(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let plain = user(&fixture, "Änne Müller");
    let full = UserRecord {
        role: Role::Administrator,
        organisations: OrgScope::These(vec![SHARED, scene.organisation.id]),
        ..user(&fixture, "admin")
    };
    let disabled = Some(Disabled { at: now() + SignedDuration::from_secs(7), by: "root".to_owned() });
    let full = UserRecord { disabled, ..full };
    let nowhere = UserRecord { organisations: OrgScope::These(vec![]), ..user(&fixture, "nobody") };
    for user in [plain, full, nowhere] {
        fixture.store.create_user(user.clone()).await.unwrap();
        let found = fixture.another().user_by_name(user.name.as_str().to_owned()).await.unwrap();
        assert_eq!(found, Some(user));
    }
}

pub async fn names_of_users_differ_by_more_than_case(fixture: Fixture) {
    fixture.store.create_user(user(&fixture, "Änne")).await.unwrap();
    let again = fixture.store.create_user(user(&fixture, "äNNE")).await;
    assert!(matches!(again, Err(StoreError::Conflict(Conflict::User))), "{again:?}");
    assert_eq!(fixture.store.users().await.unwrap().len(), 1);
}

pub async fn user_name_ignores_case_and_is_not_a_pattern(fixture: Fixture) {
    let anne = user(&fixture, "Änne");
    fixture.store.create_user(anne.clone()).await.unwrap();
    for (name, found) in [("änne", true), ("ÄNNE", true), ("Ä", false), ("%", false), ("", false)] {
        let user = fixture.store.user_by_name(name.to_owned()).await.unwrap();
        assert_eq!(user, found.then(|| anne.clone()), "{name}");
    }
}

pub async fn user_is_found_by_id(fixture: Fixture) {
    let users = [user(&fixture, "zoe"), user(&fixture, "adam")];
    for user in &users {
        fixture.store.create_user(user.clone()).await.unwrap();
    }
    for user in users {
        assert_eq!(fixture.store.user(user.id).await.unwrap(), Some(user));
    }
    assert_eq!(fixture.store.user(UserId(1)).await.unwrap(), None);
}

pub async fn users_are_listed_in_order(fixture: Fixture) {
    let users = [user(&fixture, "zoe"), user(&fixture, "adam")];
    for user in &users {
        fixture.store.create_user(user.clone()).await.unwrap();
    }
    assert_eq!(fixture.store.users().await.unwrap(), users);
}

pub async fn new_password_replaces_only_the_password_of_its_user(fixture: Fixture) {
    let (anne, adam) = (user(&fixture, "anne"), user(&fixture, "adam"));
    for user in [&anne, &adam] {
        fixture.store.create_user(user.clone()).await.unwrap();
    }
    let (later, before) =
        (now() + SignedDuration::from_secs(1), fixture.store.change_counter().await.unwrap());
    assert!(fixture.store.set_user_password(anne.id, "new".to_owned(), later).await.unwrap());
    assert!(!fixture.store.set_user_password(UserId(1), "new".to_owned(), later).await.unwrap());
    let changed = UserRecord { password_hash: "new".to_owned(), password_changed_at: later, ..anne };
    assert_eq!(fixture.another().users().await.unwrap(), [changed, adam]);
    assert_ne!(fixture.store.change_counter().await.unwrap(), before, "sessions must notice");
}

pub async fn disabled_user_can_be_enabled_again(fixture: Fixture) {
    let (anne, adam) = (user(&fixture, "anne"), user(&fixture, "adam"));
    for user in [&anne, &adam] {
        fixture.store.create_user(user.clone()).await.unwrap();
    }
    let disabled = Some(Disabled { at: now() + SignedDuration::from_secs(1), by: "cli".to_owned() });
    for state in [disabled, None] {
        let before = fixture.store.change_counter().await.unwrap();
        assert!(fixture.store.set_user_disabled(anne.id, state.clone()).await.unwrap());
        assert!(!fixture.store.set_user_disabled(UserId(1), state.clone()).await.unwrap());
        let changed = UserRecord { disabled: state, ..anne.clone() };
        assert_eq!(fixture.another().users().await.unwrap(), [changed, adam.clone()]);
        assert_ne!(fixture.store.change_counter().await.unwrap(), before, "sessions must notice");
    }
}

pub async fn new_rights_replace_only_those_of_their_user(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let (anne, adam) = (user(&fixture, "anne"), user(&fixture, "adam"));
    for user in [&anne, &adam] {
        fixture.store.create_user(user.clone()).await.unwrap();
    }
    let own = OrgScope::These(vec![SHARED, scene.organisation.id]);
    for (role, organisations) in
        [(Role::Administrator, own.clone()), (Role::Viewer, own), (Role::Clerk, OrgScope::All)]
    {
        let before = fixture.store.change_counter().await.unwrap();
        assert!(fixture.store.set_user_rights(anne.id, role, organisations.clone()).await.unwrap());
        assert!(!fixture.store.set_user_rights(UserId(1), role, organisations.clone()).await.unwrap());
        let changed = UserRecord { role, organisations, ..anne.clone() };
        assert_eq!(fixture.another().users().await.unwrap(), [changed, adam.clone()]);
        assert_ne!(fixture.store.change_counter().await.unwrap(), before, "sessions must notice");
    }
}

pub async fn removed_user_is_no_longer_listed(fixture: Fixture) {
    let own = OrgScope::These(vec![fixture.scene("001").await.organisation.id]);
    let (anne, adam) = (UserRecord { organisations: own, ..user(&fixture, "anne") }, user(&fixture, "adam"));
    for user in [&anne, &adam] {
        fixture.store.create_user(user.clone()).await.unwrap();
    }
    let before = fixture.store.change_counter().await.unwrap();
    assert!(fixture.store.remove_user(anne.id).await.unwrap());
    assert!(!fixture.store.remove_user(anne.id).await.unwrap());
    assert_eq!(fixture.another().users().await.unwrap(), [adam]);
    assert_ne!(fixture.store.change_counter().await.unwrap(), before, "sessions must notice");
    fixture.store.create_user(user(&fixture, "Anne")).await.unwrap();
}

const WINDOW: SignedDuration = SignedDuration::from_mins(15);

fn at(minutes: i64) -> Timestamp {
    now() + SignedDuration::from_mins(minutes)
}

async fn count(store: &Arc<dyn Store>, keys: Vec<FailureKey>, minute: i64) {
    store.count_sign_in_failure(keys, at(minute), at(minute) - WINDOW).await.unwrap();
}

pub async fn wrong_passwords_are_counted_across_stores(fixture: Fixture) {
    let (name, network) = ([1; 32], [2; 32]);
    count(&fixture.store, vec![network, name], 0).await;
    count(&fixture.another(), vec![name], 1).await;
    let known = fixture.store.sign_in_failures(vec![name, network, [3; 32]], at(1) - WINDOW).await;
    assert_eq!(known.unwrap(), [2, 1, 0]);
}

pub async fn wrong_passwords_are_counted_for_a_limited_time(fixture: Fixture) {
    let name = [1; 32];
    let known = async |minute| fixture.store.sign_in_failures(vec![name], at(minute) - WINDOW).await.unwrap();
    count(&fixture.store, vec![name], 0).await;
    count(&fixture.store, vec![name], 14).await;
    assert_eq!(known(14).await, [2]);
    assert_eq!(known(15).await, [0], "the failures have expired");
    count(&fixture.store, vec![name], 15).await;
    assert_eq!(known(15).await, [1], "counting restarts");
}

pub async fn wrong_passwords_are_forgotten(fixture: Fixture) {
    let (old, new) = ([1; 32], [2; 32]);
    count(&fixture.store, vec![old], 0).await;
    count(&fixture.store, vec![new], 1).await;
    fixture.store.sweep_sign_in_failures(at(0)).await.unwrap();
    let known = fixture.store.sign_in_failures(vec![old, new], at(0) - WINDOW).await.unwrap();
    assert_eq!(known, [0, 1]);
}
