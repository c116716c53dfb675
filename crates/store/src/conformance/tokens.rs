//! Access tokens.

use jiff::SignedDuration;
use orderdock_domain::access::{OrgScope, Scope, Scopes};
use orderdock_domain::ids::{SHARED, TokenId};

use super::calls::AccessCalls as _;
use super::fixture::{Fixture, now};
use crate::{Conflict, StoreError, TokenRecord};

fn token(fixture: &Fixture, public_id: &str) -> TokenRecord {
    TokenRecord {
        id: fixture.id(),
        public_id: public_id.to_owned(),
        secret_hash: [9; 32],
        name: "Webshop „Süd“".to_owned(),
        scopes: Scopes::new(vec![Scope::CandidatesWrite, Scope::CandidatesRead]),
        organisations: OrgScope::All,
        default_organisation: None,
        created_at: now(),
        created_by: "cli".to_owned(),
        expires_at: None,
        revoked_at: None,
        last_used_at: None,
        minimal_responses: false,
    }
}

pub async fn token_is_read_back_unchanged(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let plain = token(&fixture, "EgOGusQGwp");
    let full = TokenRecord {
        organisations: OrgScope::These(vec![SHARED, scene.organisation.id]),
        default_organisation: Some(scene.organisation.id),
        expires_at: Some(now() + SignedDuration::from_micros(1)),
        scopes: Scopes::new(Scope::ALL.to_vec()),
        minimal_responses: true,
        ..token(&fixture, "2222222222")
    };
    let nowhere = TokenRecord { organisations: OrgScope::These(vec![]), ..token(&fixture, "3333333333") };
    for token in [plain, full, nowhere] {
        fixture.store.create_token(token.clone()).await.unwrap();
        let found = fixture.another().token_by_public_id(token.public_id.clone()).await.unwrap();
        assert_eq!(found, Some(token));
    }
}

pub async fn duplicate_public_id_is_a_conflict(fixture: Fixture) {
    fixture.store.create_token(token(&fixture, "EgOGusQGwp")).await.unwrap();
    let again = fixture.store.create_token(token(&fixture, "EgOGusQGwp")).await;
    assert!(matches!(again, Err(StoreError::Conflict(Conflict::Token))), "{again:?}");
}

pub async fn unknown_public_id_finds_no_token(fixture: Fixture) {
    fixture.store.create_token(token(&fixture, "EgOGusQGwp")).await.unwrap();
    for unknown in ["egogusqgwp", "EgOGusQGw", "EgOGusQGwp ", "%", ""] {
        assert_eq!(fixture.store.token_by_public_id(unknown.to_owned()).await.unwrap(), None, "{unknown}");
    }
}

pub async fn token_is_found_by_id(fixture: Fixture) {
    let (one, other) = (token(&fixture, "one"), token(&fixture, "other"));
    for token in [&one, &other] {
        fixture.store.create_token(token.clone()).await.unwrap();
    }
    fixture.store.revoke_token(one.id, now()).await.unwrap();
    let revoked = TokenRecord { revoked_at: Some(now()), ..one };
    assert_eq!(fixture.store.token(revoked.id).await.unwrap(), Some(revoked));
    assert_eq!(fixture.store.token(other.id).await.unwrap(), Some(other));
    assert_eq!(fixture.store.token(TokenId(1)).await.unwrap(), None);
}

pub async fn tokens_are_listed_in_order(fixture: Fixture) {
    let tokens = [token(&fixture, "zzz"), token(&fixture, "aaa")];
    for token in &tokens {
        fixture.store.create_token(token.clone()).await.unwrap();
    }
    assert_eq!(fixture.store.tokens().await.unwrap(), tokens);
}

pub async fn revoked_token_is_not_revoked_again(fixture: Fixture) {
    let token = token(&fixture, "EgOGusQGwp");
    fixture.store.create_token(token.clone()).await.unwrap();
    let later = now() + SignedDuration::from_secs(1);
    assert!(fixture.store.revoke_token(token.id, now()).await.unwrap());
    assert!(!fixture.store.revoke_token(token.id, later).await.unwrap());
    assert!(!fixture.store.revoke_token(TokenId(1), later).await.unwrap());
    let found = fixture.store.token_by_public_id(token.public_id).await.unwrap().unwrap();
    assert_eq!(found.revoked_at, Some(now()));
}

pub async fn last_use_never_moves_back(fixture: Fixture) {
    let token = token(&fixture, "EgOGusQGwp");
    fixture.store.create_token(token.clone()).await.unwrap();
    let later = now() + SignedDuration::from_secs(1);
    fixture
        .store
        .touch_tokens(vec![(token.id, later), (token.id, now()), (TokenId(1), now())])
        .await
        .unwrap();
    fixture.store.touch_tokens(vec![(token.id, now())]).await.unwrap();
    assert_eq!(fixture.store.tokens().await.unwrap()[0].last_used_at, Some(later));
}

pub async fn changes_of_tokens_and_reference_raise_the_counter(fixture: Fixture) {
    let another = fixture.another();
    let mut last = another.change_counter().await.unwrap();
    let token = token(&fixture, "EgOGusQGwp");
    for step in ["create", "revoke", "reference"] {
        match step {
            "create" => fixture.store.create_token(token.clone()).await.unwrap(),
            "revoke" => assert!(fixture.store.revoke_token(token.id, now()).await.unwrap()),
            _ => drop(fixture.scene("001").await),
        }
        let seen = another.change_counter().await.unwrap();
        assert_ne!(seen, last, "{step}");
        assert_eq!(fixture.store.change_counter().await.unwrap(), seen);
        last = seen;
    }
    assert_eq!(another.change_counter().await.unwrap(), last);
}
