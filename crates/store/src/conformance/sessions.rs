//! Sessions of the browser interface.

use jiff::SignedDuration;

use super::calls::AccessCalls as _;
use super::users::user;
use super::world::{World, now};
use crate::{Conflict, Disabled, SESSIONS_OF_A_USER, SessionRecord, StoreError, StoreResult, UserRecord};

const HOUR: SignedDuration = SignedDuration::from_hours(1);

/// A session whose secret's hash begins with this number.
fn session(user: &UserRecord, number: u8) -> SessionRecord {
    SessionRecord {
        secret_hash: [number; 32],
        user: user.id,
        created_at: now() + SignedDuration::from_secs(i64::from(number)),
        last_used_at: now() + SignedDuration::from_secs(i64::from(number)),
        expires_at: now() + HOUR,
    }
}

async fn known(world: &World, session: &SessionRecord) -> bool {
    world.another().session(session.secret_hash).await.unwrap().is_some()
}

async fn create(world: &World, session: SessionRecord) -> StoreResult<()> {
    let user = world.store.users().await?.into_iter().find(|user| user.id == session.user);
    world.store.create_session(session, user.unwrap().password_hash).await
}

async fn with_users<const N: usize>(world: &World, names: [&str; N]) -> [UserRecord; N] {
    let users = names.map(|name| user(world, name));
    for user in &users {
        world.store.create_user(user.clone()).await.unwrap();
    }
    users
}

pub async fn a_session_comes_back_with_its_user(world: World) {
    let users = with_users(&world, ["anne", "adam"]).await;
    for (number, user) in (1..).zip(users) {
        let session = session(&user, number);
        create(&world, session.clone()).await.unwrap();
        let found = world.another().session(session.secret_hash).await.unwrap();
        assert_eq!(found, Some((session.clone(), user)));
        let again = create(&world, session).await;
        assert!(matches!(again, Err(StoreError::Conflict(Conflict::Session))), "{again:?}");
    }
}

pub async fn the_oldest_of_too_many_sessions_ends(world: World) {
    let [anne, adam] = with_users(&world, ["anne", "adam"]).await;
    let most = u8::try_from(SESSIONS_OF_A_USER).unwrap();
    let others = session(&adam, 200);
    create(&world, others.clone()).await.unwrap();
    for number in 1..=most {
        create(&world, session(&anne, number)).await.unwrap();
    }
    let before = world.store.change_counter().await.unwrap();
    assert!(known(&world, &session(&anne, 1)).await, "so many are allowed");
    create(&world, session(&anne, most + 1)).await.unwrap();
    assert!(!known(&world, &session(&anne, 1)).await);
    assert!(known(&world, &session(&anne, 2)).await && known(&world, &session(&anne, most + 1)).await);
    assert!(known(&world, &others).await);
    assert_ne!(world.store.change_counter().await.unwrap(), before, "caches must notice");
}

pub async fn a_password_that_has_changed_makes_no_session(world: World) {
    let [anne] = with_users(&world, ["anne"]).await;
    let before = anne.password_hash.clone();
    assert!(world.store.set_user_password(anne.id, "new".to_owned(), now()).await.unwrap());
    let refused = world.store.create_session(session(&anne, 1), before).await;
    assert!(matches!(refused, Err(StoreError::Conflict(Conflict::User))), "{refused:?}");
    assert!(!known(&world, &session(&anne, 1)).await);
}

pub async fn an_unknown_hash_is_no_session(world: World) {
    let [anne] = with_users(&world, ["anne"]).await;
    create(&world, session(&anne, 1)).await.unwrap();
    assert_eq!(world.store.session([2; 32]).await.unwrap(), None);
}

pub async fn the_use_of_a_session_moves_its_end(world: World) {
    let [anne] = with_users(&world, ["anne"]).await;
    let first = session(&anne, 1);
    create(&world, first.clone()).await.unwrap();
    let later = SessionRecord { last_used_at: now() + HOUR, expires_at: now() + HOUR * 2, ..first.clone() };
    let ended = session(&anne, 2);
    world.store.touch_sessions(vec![later.clone(), first.clone(), ended.clone()]).await.unwrap();
    world.store.touch_sessions(vec![first.clone()]).await.unwrap();
    let found = world.store.session(first.secret_hash).await.unwrap();
    assert_eq!(found, Some((later, anne)), "it never moves back");
    assert!(!known(&world, &ended).await, "a session that has ended stays so");
}

pub async fn a_session_ends_once(world: World) {
    let [anne] = with_users(&world, ["anne"]).await;
    let (first, second) = (session(&anne, 1), session(&anne, 2));
    for session in [&first, &second] {
        create(&world, session.clone()).await.unwrap();
    }
    let before = world.store.change_counter().await.unwrap();
    assert!(world.store.end_session(first.secret_hash).await.unwrap());
    assert!(!world.store.end_session(first.secret_hash).await.unwrap());
    assert!(!known(&world, &first).await && known(&world, &second).await);
    assert_ne!(world.store.change_counter().await.unwrap(), before, "caches must notice");
}

pub async fn a_new_password_ends_the_sessions_of_that_user(world: World) {
    let [anne, adam] = with_users(&world, ["anne", "adam"]).await;
    let sessions = [session(&anne, 1), session(&anne, 2), session(&adam, 3)];
    for session in &sessions {
        create(&world, session.clone()).await.unwrap();
    }
    assert!(world.store.set_user_password(anne.id, "new".to_owned(), now()).await.unwrap());
    for (session, left) in sessions.iter().zip([false, false, true]) {
        assert_eq!(known(&world, session).await, left, "{session:?}");
    }
}

pub async fn sweeping_takes_sessions_that_have_expired(world: World) {
    let [anne] = with_users(&world, ["anne"]).await;
    let early = session(&anne, 1);
    let late = SessionRecord { expires_at: early.expires_at + HOUR, ..session(&anne, 2) };
    for session in [&early, &late] {
        create(&world, session.clone()).await.unwrap();
    }
    assert_eq!(world.store.sweep_sessions(early.expires_at).await.unwrap(), 0, "it expires just then");
    assert_eq!(world.store.sweep_sessions(late.expires_at).await.unwrap(), 1);
    assert!(!known(&world, &early).await && known(&world, &late).await);
}

pub async fn a_disabled_user_has_no_session_and_gets_none(world: World) {
    let [anne, adam] = with_users(&world, ["anne", "adam"]).await;
    for (user, number) in [(&anne, 1), (&anne, 2), (&adam, 3)] {
        create(&world, session(user, number)).await.unwrap();
    }
    let disabled = Some(Disabled { at: now(), by: "cli".to_owned() });
    assert!(world.store.set_user_disabled(anne.id, disabled).await.unwrap());
    assert!(!known(&world, &session(&anne, 1)).await && !known(&world, &session(&anne, 2)).await);
    assert!(known(&world, &session(&adam, 3)).await, "another user's");
    let refused = create(&world, session(&anne, 4)).await;
    assert!(matches!(refused, Err(StoreError::Conflict(Conflict::User))), "{refused:?}");
    assert!(world.store.set_user_disabled(anne.id, None).await.unwrap());
    create(&world, session(&anne, 4)).await.unwrap();
    assert!(!known(&world, &session(&anne, 1)).await, "what has ended stays so");
}
