//! Sessions of the browser interface.

use jiff::SignedDuration;
use orderdock_domain::access::{OrgScope, Role};

use super::calls::AccessCalls as _;
use super::fixture::{Fixture, now};
use super::users::user;
use crate::{Conflict, Disabled, SESSIONS_OF_A_USER, SessionRecord, StoreError, StoreResult, UserRecord};

const HOUR: SignedDuration = SignedDuration::from_hours(1);

/// Returns a session whose secret hash begins with this number.
fn session(user: &UserRecord, number: u8) -> SessionRecord {
    SessionRecord {
        secret_hash: [number; 32],
        user: user.id,
        created_at: now() + SignedDuration::from_secs(i64::from(number)),
        last_used_at: now() + SignedDuration::from_secs(i64::from(number)),
        expires_at: now() + HOUR,
    }
}

async fn known(fixture: &Fixture, session: &SessionRecord) -> bool {
    fixture.another().session(session.secret_hash).await.unwrap().is_some()
}

async fn create(fixture: &Fixture, session: SessionRecord) -> StoreResult<()> {
    let user = fixture.store.users().await?.into_iter().find(|user| user.id == session.user);
    fixture.store.create_session(session, user.unwrap().password_hash).await
}

async fn create_users<const N: usize>(fixture: &Fixture, names: [&str; N]) -> [UserRecord; N] {
    let users = names.map(|name| user(fixture, name));
    for user in &users {
        fixture.store.create_user(user.clone()).await.unwrap();
    }
    users
}

pub async fn session_is_read_back_with_its_user(fixture: Fixture) {
    let users = create_users(&fixture, ["anne", "adam"]).await;
    for (number, user) in (1..).zip(users) {
        let session = session(&user, number);
        create(&fixture, session.clone()).await.unwrap();
        let found = fixture.another().session(session.secret_hash).await.unwrap();
        assert_eq!(found, Some((session.clone(), user)));
        let again = create(&fixture, session).await;
        assert!(matches!(again, Err(StoreError::Conflict(Conflict::Session))), "{again:?}");
    }
}

pub async fn oldest_of_too_many_sessions_ends(fixture: Fixture) {
    let [anne, adam] = create_users(&fixture, ["anne", "adam"]).await;
    let maximum = u8::try_from(SESSIONS_OF_A_USER).unwrap();
    let others = session(&adam, 200);
    create(&fixture, others.clone()).await.unwrap();
    for number in 1..=maximum {
        create(&fixture, session(&anne, number)).await.unwrap();
    }
    let before = fixture.store.change_counter().await.unwrap();
    assert!(known(&fixture, &session(&anne, 1)).await, "so many are allowed");
    create(&fixture, session(&anne, maximum + 1)).await.unwrap();
    assert!(!known(&fixture, &session(&anne, 1)).await);
    assert!(known(&fixture, &session(&anne, 2)).await && known(&fixture, &session(&anne, maximum + 1)).await);
    assert!(known(&fixture, &others).await);
    assert_ne!(fixture.store.change_counter().await.unwrap(), before, "caches must notice");
}

pub async fn changed_password_hash_creates_no_session(fixture: Fixture) {
    let [anne] = create_users(&fixture, ["anne"]).await;
    let before = anne.password_hash.clone();
    assert!(fixture.store.set_user_password(anne.id, "new".to_owned(), now()).await.unwrap());
    let rejected = fixture.store.create_session(session(&anne, 1), before).await;
    assert!(matches!(rejected, Err(StoreError::Conflict(Conflict::User))), "{rejected:?}");
    assert!(!known(&fixture, &session(&anne, 1)).await);
}

pub async fn unknown_hash_finds_no_session(fixture: Fixture) {
    let [anne] = create_users(&fixture, ["anne"]).await;
    create(&fixture, session(&anne, 1)).await.unwrap();
    assert_eq!(fixture.store.session([2; 32]).await.unwrap(), None);
}

pub async fn use_of_a_session_extends_it(fixture: Fixture) {
    let [anne] = create_users(&fixture, ["anne"]).await;
    let first = session(&anne, 1);
    create(&fixture, first.clone()).await.unwrap();
    let later = SessionRecord { last_used_at: now() + HOUR, expires_at: now() + HOUR * 2, ..first.clone() };
    let ended = session(&anne, 2);
    fixture.store.touch_sessions(vec![later.clone(), first.clone(), ended.clone()]).await.unwrap();
    fixture.store.touch_sessions(vec![first.clone()]).await.unwrap();
    let found = fixture.store.session(first.secret_hash).await.unwrap();
    assert_eq!(found, Some((later, anne)), "it never moves back");
    assert!(!known(&fixture, &ended).await, "a session that has ended stays so");
}

pub async fn ended_session_does_not_end_again(fixture: Fixture) {
    let [anne] = create_users(&fixture, ["anne"]).await;
    let (first, second) = (session(&anne, 1), session(&anne, 2));
    for session in [&first, &second] {
        create(&fixture, session.clone()).await.unwrap();
    }
    let before = fixture.store.change_counter().await.unwrap();
    assert!(fixture.store.end_session(first.secret_hash).await.unwrap());
    assert!(!fixture.store.end_session(first.secret_hash).await.unwrap());
    assert!(!known(&fixture, &first).await && known(&fixture, &second).await);
    assert_ne!(fixture.store.change_counter().await.unwrap(), before, "caches must notice");
}

pub async fn new_password_ends_sessions_of_the_user(fixture: Fixture) {
    let [anne, adam] = create_users(&fixture, ["anne", "adam"]).await;
    let sessions = [session(&anne, 1), session(&anne, 2), session(&adam, 3)];
    for session in &sessions {
        create(&fixture, session.clone()).await.unwrap();
    }
    assert!(fixture.store.set_user_password(anne.id, "new".to_owned(), now()).await.unwrap());
    for (session, left) in sessions.iter().zip([false, false, true]) {
        assert_eq!(known(&fixture, session).await, left, "{session:?}");
    }
}

pub async fn sweep_removes_expired_sessions(fixture: Fixture) {
    let [anne] = create_users(&fixture, ["anne"]).await;
    let early = session(&anne, 1);
    let late = SessionRecord { expires_at: early.expires_at + HOUR, ..session(&anne, 2) };
    for session in [&early, &late] {
        create(&fixture, session.clone()).await.unwrap();
    }
    assert_eq!(
        fixture.store.sweep_sessions(early.expires_at).await.unwrap(),
        0,
        "a session that expires at this instant stays"
    );
    assert_eq!(fixture.store.sweep_sessions(late.expires_at).await.unwrap(), 1);
    assert!(!known(&fixture, &early).await && known(&fixture, &late).await);
}

pub async fn disabled_user_has_no_sessions(fixture: Fixture) {
    let [anne, adam] = create_users(&fixture, ["anne", "adam"]).await;
    for (user, number) in [(&anne, 1), (&anne, 2), (&adam, 3)] {
        create(&fixture, session(user, number)).await.unwrap();
    }
    let disabled = Some(Disabled { at: now(), by: "cli".to_owned() });
    assert!(fixture.store.set_user_disabled(anne.id, disabled).await.unwrap());
    assert!(!known(&fixture, &session(&anne, 1)).await && !known(&fixture, &session(&anne, 2)).await);
    assert!(known(&fixture, &session(&adam, 3)).await, "another user's");
    let rejected = create(&fixture, session(&anne, 4)).await;
    assert!(matches!(rejected, Err(StoreError::Conflict(Conflict::User))), "{rejected:?}");
    assert!(fixture.store.set_user_disabled(anne.id, None).await.unwrap());
    create(&fixture, session(&anne, 4)).await.unwrap();
    assert!(!known(&fixture, &session(&anne, 1)).await, "ended sessions stay ended");
}

pub async fn new_rights_end_sessions_of_the_user(fixture: Fixture) {
    let [anne, adam] = create_users(&fixture, ["anne", "adam"]).await;
    for (user, number) in [(&anne, 1), (&adam, 2)] {
        create(&fixture, session(user, number)).await.unwrap();
    }
    assert!(fixture.store.set_user_rights(anne.id, Role::Viewer, OrgScope::All).await.unwrap());
    assert!(!known(&fixture, &session(&anne, 1)).await);
    assert!(known(&fixture, &session(&adam, 2)).await, "another user's");
}

pub async fn removed_user_has_no_sessions(fixture: Fixture) {
    let [anne, adam] = create_users(&fixture, ["anne", "adam"]).await;
    for (user, number) in [(&anne, 1), (&adam, 2)] {
        create(&fixture, session(user, number)).await.unwrap();
    }
    assert!(fixture.store.remove_user(anne.id).await.unwrap());
    assert!(!known(&fixture, &session(&anne, 1)).await);
    assert!(known(&fixture, &session(&adam, 2)).await, "another user's");
    let hash = anne.password_hash.clone();
    let rejected = fixture.store.create_session(session(&anne, 3), hash).await;
    assert!(matches!(rejected, Err(StoreError::Conflict(Conflict::User))), "{rejected:?}");
}
