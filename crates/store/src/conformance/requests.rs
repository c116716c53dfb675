//! The request log, and responses under idempotency keys.

use jiff::SignedDuration;
use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::{CallerId, OrganisationId, RequestId, SHARED, TokenId};
use orderdock_domain::import::{ImportWrites, RequestKind, RowNote, RowNoteOutcome};

use super::calls::{RequestCalls as _, SingleCalls as _};
use super::fixture::{Fixture, everything, now, only, rejected_row};
use crate::{
    IdempotencyKey, ImportCommit, RequestOwnership, RequestQuery, StoreError, StoredBody, StoredRequest,
    StoredResponse, to_json,
};

pub async fn request_without_candidate_is_swept(fixture: Fixture) {
    let request = fixture.request();
    fixture.store.store_request(request.clone(), Vec::new()).await.unwrap();
    let again = fixture.store.store_request(request, Vec::new()).await;
    assert!(again.is_err(), "an id is used once");
    let later = now() + SignedDuration::from_secs(1);
    assert_eq!(fixture.store.sweep_requests(later).await.unwrap(), 1);
}

pub async fn stored_bytes_of_rejected_requests_are_counted_until_swept(fixture: Fixture) {
    let organisation = fixture.scene("001").await.organisation.id;
    let rejected = |organisations: Vec<OrganisationId>, default_organisation, seconds| StoredRequest {
        status: 400,
        body: StoredBody { bytes: vec![1; 1_000], dictionary: None },
        ownership: RequestOwnership { organisations, whole: false },
        default_organisation,
        received_at: now() + SignedDuration::from_secs(seconds),
        ..fixture.request()
    };
    let keep = async |request| fixture.store.store_request(request, Vec::new()).await.unwrap();
    let own = vec![organisation];
    keep(rejected(own.clone(), None, 0)).await;
    keep(rejected(Vec::new(), Some(organisation), 0)).await;
    keep(StoredRequest { notes: vec![rejected_row(1, "ü", None)], ..rejected(own.clone(), None, 60) }).await;
    keep(rejected(Vec::new(), None, 0)).await;
    keep(StoredRequest { status: 200, ..rejected(own, None, 0) }).await;
    let stored = async || {
        let all = fixture.another().read(|tx| tx.storage_use()).await.unwrap();
        all.iter().map(|one| (one.organisation, one.rejected)).collect::<Vec<_>>()
    };
    let notes = i64::try_from(to_json(&[rejected_row(1, "ü", None)]).chars().count()).unwrap();
    assert_eq!(stored().await, [(SHARED, 1_500), (organisation, 4_500 + notes)]);
    fixture.store.sweep_requests(now() + SignedDuration::from_secs(1)).await.unwrap();
    assert_eq!(stored().await, [(SHARED, 0), (organisation, 1_500 + notes)]);
}

pub async fn request_of_a_candidate_is_found(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidate = fixture.candidate(&scene, "H1", "L1").await;
    let mut commit = fixture.commit_of(ImportWrites::default()).await;
    commit.request = StoredRequest {
        caller: Some(CallerId(5)),
        actor: "Webshop".to_owned(),
        query: "errorPolicy=row".to_owned(),
        status: 207,
        body: StoredBody { bytes: (0..=255).collect(), dictionary: Some(fixture.request().id) },
        notes: vec![
            RowNote { outcome: RowNoteOutcome::Unchanged(candidate.id), ..rejected_row(0, "H1", None) },
            rejected_row(1, "H1", Some(scene.organisation.id)),
            RowNote { header_id: None, line_id: None, ..rejected_row(2, "", None) },
        ],
        received_at: now() + SignedDuration::from_micros(1),
        ..commit.request
    };
    let request = commit.request.clone();
    candidate.request = request.id;
    let id = candidate.id;
    commit.writes.candidates.push(candidate);
    fixture.store.commit_import(commit).await.unwrap();
    let found = fixture.store.request_of_candidate(everything(), id).await.unwrap();
    assert_eq!(found, Some(StoredRequest { created: Some(1), ..request }));
}

pub async fn requests_of_other_callers_are_not_found(fixture: Fixture) {
    let (mine, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let mut candidate = [fixture.candidate(&other, "H1", "L1").await];
    fixture.import(&mut candidate).await.unwrap();
    let id = candidate[0].id;
    let seen_by = async |scope| fixture.store.request_of_candidate(scope, id).await.unwrap().is_some();
    assert!(seen_by(only(other.organisation.id)).await);
    assert!(!seen_by(only(mine.organisation.id)).await);
}

pub async fn request_is_read_back_by_its_id(fixture: Fixture) {
    let first = fixture.request();
    let organisation = fixture.scene("001").await.organisation.id;
    let default_organisation = Some(organisation);
    let again =
        StoredRequest { replay_of: Some(first.id), strict: true, default_organisation, ..fixture.request() };
    let organisations = vec![organisation, fixture.scene("002").await.organisation.id];
    let again = StoredRequest { ownership: RequestOwnership { organisations, whole: false }, ..again };
    for request in [&first, &again] {
        fixture.store.store_request(request.clone(), Vec::new()).await.unwrap();
        assert_eq!(fixture.store.request(request.id).await.unwrap().as_ref(), Some(request));
    }
    assert_eq!(fixture.store.request(RequestId(1)).await.unwrap(), None);
}

pub async fn request_id_of_any_form_is_stored_and_found(fixture: Fixture) {
    let uuid = "0193a7b1-c2d3-4e5f-8a9b-0c1d2e3f4a5b";
    let others =
        ["cli", "scheduler", "sixteen bytes ü", "seventeen bytes ü", "0193A7B1-C2D3-4E5F-8A9B-0C1D2E3F4A5B"];
    for text_id in others.into_iter().chain([uuid]) {
        for path in ["/somewhere", "/elsewhere/7"] {
            let (kind, request_id) = (RequestKind::Call, text_id.to_owned());
            let request = StoredRequest { kind, request_id, path: path.to_owned(), ..fixture.request() };
            fixture.store.store_request(request.clone(), Vec::new()).await.unwrap();
            assert_eq!(fixture.store.request(request.id).await.unwrap(), Some(request), "{text_id}");
        }
        let reference = Some(text_id.to_owned());
        let query = RequestQuery { reference, limit: 10, ..RequestQuery::default() };
        let found = fixture.store.find_requests(query).await.unwrap();
        assert_eq!(found.len(), 2, "{text_id}");
        assert!(found.iter().all(|request| request.request_id == text_id), "{text_id}");
    }
}

pub async fn people_find_imports_with_rows_of_their_organisations(fixture: Fixture) {
    let (one, other) =
        (fixture.scene("001").await.organisation.id, fixture.scene("002").await.organisation.id);
    let keep = async |sender: i64, header: &str, of: &[OrganisationId], whole, kind| {
        let request = StoredRequest {
            kind,
            caller: Some(CallerId(sender)),
            status: 400,
            notes: vec![rejected_row(0, header, None)],
            ownership: RequestOwnership { organisations: of.to_vec(), whole },
            ..fixture.request()
        };
        fixture.store.store_request(request.clone(), Vec::new()).await.unwrap();
        request.id
    };
    let both = keep(5, "H1", &[one, other], false, RequestKind::Bulk).await;
    let whole = keep(6, "H2", &[one], true, RequestKind::Single).await;
    let foreign = keep(5, "H3", &[other], false, RequestKind::Bulk).await;
    let unread = keep(5, "H4", &[], false, RequestKind::Bulk).await;
    let other_call = keep(6, "H5", &[], false, RequestKind::Call).await;
    let own = keep(9, "H6", &[], false, RequestKind::Call).await;
    let these = |ids: &[OrganisationId]| OrgScope::These(ids.to_vec());
    for (organisations, reference, expected) in [
        (these(&[one]), None, vec![own, whole, both]),
        (these(&[other]), None, vec![own, foreign, both]),
        (these(&[one, other]), None, vec![own, foreign, whole, both]),
        (these(&[]), None, vec![own]),
        (OrgScope::All, None, vec![own, unread, foreign, whole, both]),
        (these(&[one]), Some("H2"), vec![whole]),
        (these(&[one]), Some("H6"), vec![own]),
        // not found: the header may belong to a row of the other organisation
        (these(&[one]), Some("H1"), vec![]),
        (OrgScope::All, Some("H1"), vec![both]),
        (OrgScope::All, Some("H5"), vec![]),
    ] {
        let query = RequestQuery {
            of: Some(CallerId(9)),
            rows_of: Some(organisations),
            reference: reference.map(str::to_owned),
            limit: 10,
            ..RequestQuery::default()
        };
        let found = fixture.store.find_requests(query.clone()).await.unwrap();
        let found: Vec<_> = found.iter().map(|request| request.id).filter(|id| *id >= both).collect();
        assert_eq!(found, expected, "{query:?}");
    }
    assert!(other_call < own);
}

pub async fn header_search_is_limited_to_own_candidates(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let mut candidates =
        [fixture.candidate(&scene, "H1", "1").await, fixture.candidate(&other, "H2", "1").await];
    let organisations = vec![scene.organisation.id, other.organisation.id];
    let mut commit = fixture.commit_of(ImportWrites::default()).await;
    commit.request.ownership = RequestOwnership { organisations, whole: false };
    for candidate in &mut candidates {
        candidate.request = commit.request.id;
    }
    commit.writes.candidates = candidates.to_vec();
    let id = commit.request.id;
    fixture.store.commit_import(commit).await.unwrap();
    for (header, expected) in [("H1", vec![id]), ("H2", vec![])] {
        let query = RequestQuery {
            of: Some(CallerId(9)),
            rows_of: Some(OrgScope::These(vec![scene.organisation.id])),
            reference: Some(header.to_owned()),
            limit: 10,
            ..RequestQuery::default()
        };
        let found = fixture.store.find_requests(query).await.unwrap();
        assert_eq!(found.iter().map(|request| request.id).collect::<Vec<_>>(), expected, "{header}");
    }
}

pub async fn every_condition_on_requests_narrows(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = [fixture.candidate(&scene, "H1", "L1").await];
    let made = fixture.import(&mut candidates).await.unwrap();
    let hour = SignedDuration::from_hours(1);
    let rejected = StoredRequest {
        caller: Some(CallerId(5)),
        actor: "Webshop".to_owned(),
        request_id: "0193".to_owned(),
        status: 400,
        notes: vec![rejected_row(0, "H2", None)],
        received_at: now() + hour,
        ..fixture.request()
    };
    let other = StoredRequest {
        caller: Some(CallerId(6)),
        status: 503,
        received_at: now() + hour * 2,
        ..fixture.request()
    };
    for request in [&rejected, &other] {
        fixture.store.store_request(request.clone(), Vec::new()).await.unwrap();
    }
    let all = RequestQuery { limit: 10, ..RequestQuery::default() };
    let reference = |text: &str| RequestQuery { reference: Some(text.to_owned()), ..all.clone() };
    let token = |text: &str| RequestQuery { token: Some(text.to_owned()), ..all.clone() };
    for (query, expected) in [
        (all.clone(), vec![other.id, rejected.id, made]),
        (RequestQuery { limit: 2, ..all.clone() }, vec![other.id, rejected.id]),
        (RequestQuery { before: Some(other.id), ..all.clone() }, vec![rejected.id, made]),
        (RequestQuery { of: Some(CallerId(6)), ..all.clone() }, vec![other.id]),
        (RequestQuery { of: Some(CallerId(6)), ..token("Webshop") }, vec![]),
        (token("Webshop"), vec![rejected.id]),
        (token("6"), vec![other.id]),
        (RequestQuery { statuses: vec![400, 503], ..all.clone() }, vec![other.id, rejected.id]),
        (reference("0193"), vec![rejected.id]),
        (reference("H2"), vec![rejected.id]),
        (reference("H1"), vec![made]),
        (reference("H"), vec![]),
        (RequestQuery { from: Some(now() + hour), ..all.clone() }, vec![other.id, rejected.id]),
        (RequestQuery { to: Some(now() + hour), ..all.clone() }, vec![made]),
    ] {
        let found = fixture.store.find_requests(query.clone()).await.unwrap();
        assert!(found.iter().all(|request| request.body.bytes.is_empty()), "bodies are left out");
        // without the request that created the scene
        let found: Vec<_> = found.iter().map(|request| request.id).filter(|id| *id >= made).collect();
        assert_eq!(found, expected, "{query:?}");
    }
}

pub async fn replaced_response_is_stored_under_its_key(fixture: Fixture) {
    let [first, beside, nobodys] = ["a-1", "a-2", "a-3"].map(|key| fixture.response(TokenId(5), key));
    for response in [&first, &beside] {
        let commit = fixture.commit_of(ImportWrites::default()).await;
        fixture
            .store
            .commit_import(ImportCommit { response: Some(response.clone()), ..commit })
            .await
            .unwrap();
    }
    let later = StoredResponse { status: 299, body: b"later".to_vec(), ..first.clone() };
    fixture.store.replace_response(later.clone()).await.unwrap();
    fixture.store.replace_response(nobodys.clone()).await.unwrap();
    let stored =
        async |response: &StoredResponse| fixture.store.stored_response(response.key.clone()).await.unwrap();
    assert_eq!(stored(&first).await, Some(later));
    assert_eq!(stored(&beside).await, Some(beside.clone()));
    assert_eq!(stored(&nobodys).await, None, "a response is only stored together with its effect");
}

pub async fn second_stored_response_of_a_key_is_rejected(fixture: Fixture) {
    let response = fixture.response(TokenId(5), "a-1");
    fixture.store.store_response(response.clone()).await.unwrap();
    let later = StoredResponse { status: 299, ..response.clone() };
    let taken = fixture.store.store_response(later).await;
    assert!(matches!(taken, Err(StoreError::ResponseExists)), "{taken:?}");
    assert_eq!(fixture.store.stored_response(response.key.clone()).await.unwrap(), Some(response));
}

pub async fn response_is_found_under_its_key_only(fixture: Fixture) {
    let response = fixture.response(TokenId(5), "a-1");
    let commit = fixture.commit_of(ImportWrites::default()).await;
    fixture.store.commit_import(ImportCommit { response: Some(response.clone()), ..commit }).await.unwrap();
    assert_eq!(fixture.store.stored_response(response.key.clone()).await.unwrap(), Some(response.clone()));
    let key = &response.key;
    let others = [
        IdempotencyKey { caller: CallerId(6), ..key.clone() },
        IdempotencyKey { method: "PUT".to_owned(), ..key.clone() },
        IdempotencyKey { path: format!("{}/", key.path), ..key.clone() },
        IdempotencyKey { key: "A-1".to_owned(), ..key.clone() },
    ];
    for other in others {
        assert_eq!(fixture.store.stored_response(other.clone()).await.unwrap(), None, "{other:?}");
    }
}

pub async fn sweep_removes_old_responses_and_requests_without_candidates(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let day = SignedDuration::from_hours(24);
    let mut candidates = [fixture.candidate(&scene, "H1", "L1").await];
    fixture.import(&mut candidates).await.unwrap();
    for (number, age) in [(1, 40), (2, 31), (3, 29)] {
        let at = now() - day * age;
        let request = StoredRequest { received_at: at, ..fixture.request() };
        let response = StoredResponse { created_at: at, ..fixture.response(TokenId(5), &number.to_string()) };
        fixture.store.store_request(request, Vec::new()).await.unwrap();
        let commit = fixture.commit_of(ImportWrites::default()).await;
        let request = StoredRequest { received_at: at, ..commit.request };
        let commit = ImportCommit { response: Some(response), request, ..commit };
        fixture.store.commit_import(commit).await.unwrap();
    }
    assert_eq!(fixture.store.sweep_requests(now() - day * 30).await.unwrap(), 6);
    assert_eq!(fixture.store.sweep_requests(now() - day * 30).await.unwrap(), 0);
    let is_stored = async |number: &str| {
        fixture.store.stored_response(fixture.response(TokenId(5), number).key).await.unwrap().is_some()
    };
    assert_eq!((is_stored("1").await, is_stored("2").await, is_stored("3").await), (false, false, true));
    // a request that created a candidate is never removed
    fixture.store.sweep_requests(now() + day * 1_000).await.unwrap();
    let request = fixture.store.request_of_candidate(everything(), candidates[0].id).await.unwrap();
    assert_eq!(request.map(|request| request.id), Some(candidates[0].request));
    assert_ne!(candidates[0].request, RequestId(1));
}
