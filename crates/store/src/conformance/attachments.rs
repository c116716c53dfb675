//! Attachment records, and the claims and removal of their files.

use jiff::SignedDuration;
use orderdock_domain::attachment::{
    self, Attachment, AttachmentTarget, ContentHash, ExternalHeader, FileName, MediaType,
};
use orderdock_domain::ids::{AttachmentId, CallerId, InstanceId};

use super::calls::{RequestCalls as _, SingleCalls as _};
use super::fixture::{Fixture, Scene, code, everything, now, only};
use crate::{AttachmentCommit, Conflict, StorageUse, StoreError, StoreResult};

fn content(byte: u8) -> ContentHash {
    ContentHash([byte; 32])
}

/// Returns an attachment of a header with all optional values.
pub fn file(fixture: &Fixture, header: &ExternalHeader, byte: u8) -> Attachment {
    file_at(fixture, AttachmentTarget::Header(header.clone()), byte)
}

fn file_at(fixture: &Fixture, target: AttachmentTarget, byte: u8) -> Attachment {
    Attachment {
        id: fixture.id(),
        target,
        content: content(byte),
        size: 5_000_000_000,
        file_name: FileName::clean("Übersicht \"1\", 日本.pdf").unwrap(),
        media_type: MediaType::parse("application/pdf").unwrap(),
        tags: attachment::tags(&["Art".to_owned(), "Lager\"schein\\".to_owned()]).unwrap(),
        created_by: "Webshop „Süd“".to_owned(),
        created_at: now(),
    }
}

fn attachment_commit(fixture: &Fixture, attachment: Option<Attachment>) -> AttachmentCommit {
    AttachmentCommit { attachment, request: fixture.request(), response: None }
}

pub async fn attach(fixture: &Fixture, attachment: &Attachment) -> StoreResult<()> {
    fixture.store.claim_content(attachment.content, InstanceId(1), SignedDuration::ZERO).await?;
    fixture.store.commit_attachment(attachment_commit(fixture, Some(attachment.clone()))).await
}

/// Imports two candidates with a header id and returns their header.
async fn header(fixture: &Fixture, scene: &Scene, header_id: &str) -> ExternalHeader {
    let mut candidates =
        [fixture.candidate(scene, header_id, "1").await, fixture.candidate(scene, header_id, "2").await];
    fixture.import(&mut candidates).await.unwrap();
    ExternalHeader::of(&candidates[0])
}

pub async fn header_id_is_listed_once_per_organisation(fixture: Fixture) {
    let (first, second) = (fixture.scene("001").await, fixture.scene("002").await);
    let (own, foreign) = (header(&fixture, &first, "H%").await, header(&fixture, &second, "H%").await);
    header(&fixture, &first, "H1").await;
    let named = async |scope, id: &str| fixture.store.headers_named(scope, id.to_owned()).await.unwrap();
    assert_eq!(named(everything(), "H%").await, [own.clone(), foreign]);
    assert_eq!(named(only(first.organisation.id), "H%").await, [own]);
    assert_eq!(named(everything(), "h%").await, []);
}

pub async fn stored_bytes_of_attachments_are_counted_by_organisation(fixture: Fixture) {
    let (first, second) = (fixture.scene("001").await, fixture.scene("002").await);
    assert_eq!(fixture.store.read(|tx| tx.storage_use()).await.unwrap(), []);
    let header = header(&fixture, &first, "H").await;
    for byte in 1..4 {
        attach(&fixture, &file(&fixture, &header, byte)).await.unwrap();
    }
    let again = attach(&fixture, &file(&fixture, &header, 3)).await;
    assert!(again.is_err(), "the same content is a conflict, and takes nothing");
    let foreign = self::header(&fixture, &second, "H").await;
    attach(&fixture, &file(&fixture, &foreign, 1)).await.unwrap();
    let stored = |organisation, attachments| StorageUse { attachments, ..StorageUse::none(organisation) };
    let expected =
        [stored(first.organisation.id, 15_000_000_000), stored(second.organisation.id, 5_000_000_000)];
    assert_eq!(fixture.another().read(|tx| tx.storage_use()).await.unwrap(), expected);
}

pub async fn attachment_is_read_back_unchanged(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let attachment = file(&fixture, &header(&fixture, &scene, "H").await, 1);
    attach(&fixture, &attachment).await.unwrap();
    let found = async |scope, id| fixture.another().attachment(scope, id).await.unwrap();
    assert_eq!(found(everything(), attachment.id).await, Some(attachment.clone()));
    assert_eq!(found(only(other.organisation.id), attachment.id).await, None);
    assert_eq!(found(everything(), AttachmentId(1)).await, None);
}

pub async fn attachments_are_read_by_header_in_upload_order(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let (first, second) = (header(&fixture, &scene, "H").await, header(&fixture, &scene, "I").await);
    let foreign = header(&fixture, &other, "H").await;
    let files = [
        file(&fixture, &first, 9),
        file(&fixture, &second, 9),
        file(&fixture, &first, 1),
        file(&fixture, &foreign, 9),
    ];
    for file in &files {
        attach(&fixture, file).await.unwrap();
    }
    let of = async |scope, headers: &[&ExternalHeader]| {
        let headers = headers.iter().map(|header| AttachmentTarget::Header((*header).clone())).collect();
        let found = fixture.store.attachments_of(scope, headers).await.unwrap();
        found.iter().map(|file| file.id).collect::<Vec<_>>()
    };
    assert_eq!(of(everything(), &[&first]).await, [files[0].id, files[2].id]);
    assert_eq!(of(everything(), &[&second, &first]).await, [files[0].id, files[1].id, files[2].id]);
    assert_eq!(of(only(scene.organisation.id), &[&foreign]).await, []);
    assert_eq!(of(everything(), &[]).await, []);
}

pub async fn attachment_is_found_by_content_and_header(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let (here, there) = (header(&fixture, &scene, "H").await, header(&fixture, &scene, "I").await);
    let attachment = file(&fixture, &here, 1);
    attach(&fixture, &attachment).await.unwrap();
    let with = async |header: &ExternalHeader, byte| {
        let target = AttachmentTarget::Header(header.clone());
        fixture.store.attachment_with(everything(), target, content(byte)).await.unwrap()
    };
    assert_eq!(with(&here, 1).await, Some(attachment));
    assert_eq!(with(&here, 2).await, None);
    assert_eq!(with(&there, 1).await, None);
}

pub async fn duplicate_attachment_content_is_a_conflict(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let header = header(&fixture, &scene, "H").await;
    attach(&fixture, &file(&fixture, &header, 1)).await.unwrap();
    let again = attach(&fixture, &file(&fixture, &header, 1)).await;
    assert!(matches!(again, Err(StoreError::Conflict(Conflict::Attachment))), "{again:?}");
    let elsewhere = file(&fixture, &ExternalHeader { header_id: code("I"), ..header }, 1);
    attach(&fixture, &elsewhere).await.unwrap();
}

pub async fn attachments_of_an_order_are_separate(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let header = header(&fixture, &scene, "H").await;
    let organisation = scene.organisation.id;
    let [here, there] =
        [fixture.id(), fixture.id()].map(|order| AttachmentTarget::Order { organisation, order });
    let files =
        [file_at(&fixture, here.clone(), 1), file(&fixture, &header, 1), file_at(&fixture, here.clone(), 2)];
    for file in &files {
        attach(&fixture, file).await.unwrap();
    }
    let again = attach(&fixture, &file_at(&fixture, here.clone(), 1)).await;
    assert!(matches!(again, Err(StoreError::Conflict(Conflict::Attachment))), "{again:?}");
    attach(&fixture, &file_at(&fixture, there.clone(), 1)).await.unwrap();

    let of = async |scope, targets: &[&AttachmentTarget]| {
        let targets = targets.iter().map(|target| (*target).clone()).collect();
        fixture.another().attachments_of(scope, targets).await.unwrap()
    };
    assert_eq!(of(everything(), &[&here]).await, [files[0].clone(), files[2].clone()]);
    assert_eq!(of(everything(), &[&here, &AttachmentTarget::Header(header)]).await, files);
    assert_eq!(of(only(other.organisation.id), &[&here]).await, []);
    let with = async |scope, target: &AttachmentTarget, byte| {
        fixture.store.attachment_with(scope, target.clone(), content(byte)).await.unwrap()
    };
    assert_eq!(with(everything(), &here, 2).await, Some(files[2].clone()));
    assert_eq!(with(everything(), &there, 2).await, None);
    assert_eq!(with(only(other.organisation.id), &here, 2).await, None);
    let found = async |scope| fixture.store.attachment(scope, files[0].id).await.unwrap();
    assert_eq!(found(only(organisation)).await, Some(files[0].clone()));
    assert_eq!(found(only(other.organisation.id)).await, None);
}

pub async fn attachment_without_claimed_file_is_a_conflict(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let header = header(&fixture, &scene, "H").await;
    let unclaimed =
        fixture.store.commit_attachment(attachment_commit(&fixture, Some(file(&fixture, &header, 1)))).await;
    assert!(matches!(unclaimed, Err(StoreError::Conflict(Conflict::Content))), "{unclaimed:?}");
    let response = fixture.response(fixture.id::<CallerId>(), "key");
    let commit = AttachmentCommit { response: Some(response.clone()), ..attachment_commit(&fixture, None) };
    fixture.store.commit_attachment(commit.clone()).await.unwrap();
    assert_eq!(fixture.store.stored_response(response.key.clone()).await.unwrap(), Some(response));
    let again = AttachmentCommit { request: fixture.request(), ..commit };
    let again = fixture.store.commit_attachment(again).await;
    assert!(matches!(again, Err(StoreError::ResponseExists)), "{again:?}");
}

pub async fn only_unreferenced_contents_are_doomed(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let header = header(&fixture, &scene, "H").await;
    let minute = SignedDuration::from_mins(1);
    attach(&fixture, &file(&fixture, &header, 1)).await.unwrap();
    let none = SignedDuration::ZERO;
    for (byte, held) in [(1, none), (2, none), (3, minute), (4, none)] {
        fixture.store.claim_content(content(byte), InstanceId(1), held).await.unwrap();
    }
    fixture.store.claim_content(content(4), InstanceId(1), minute).await.unwrap();
    let doom =
        async |held, limit| fixture.another().mark_for_removal(InstanceId(1), held, limit).await.unwrap();
    assert_eq!(doom(none, 9).await, [content(2)], "claims hold until their end");
    assert_eq!(doom(minute, 9).await, [content(2)], "the removing instance has died");
    assert_eq!(doom(minute, 9).await, [], "one process removes it");
    for byte in 5..8 {
        fixture.store.claim_content(content(byte), InstanceId(1), none).await.unwrap();
    }
    assert_eq!([doom(minute, 2).await.len(), doom(minute, 2).await.len()], [2, 1]);
}

pub async fn doomed_file_can_be_claimed_once_it_is_removed(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let header = header(&fixture, &scene, "H").await;
    let minute = SignedDuration::from_mins(1);
    fixture.store.claim_content(content(1), InstanceId(1), SignedDuration::ZERO).await.unwrap();
    assert_eq!(fixture.store.mark_for_removal(InstanceId(1), minute, 9).await.unwrap(), [content(1)]);
    let claimed = fixture.store.claim_content(content(1), InstanceId(1), minute).await;
    assert!(matches!(claimed, Err(StoreError::Conflict(Conflict::Content))), "{claimed:?}");
    let named =
        fixture.store.commit_attachment(attachment_commit(&fixture, Some(file(&fixture, &header, 1)))).await;
    assert!(matches!(named, Err(StoreError::Conflict(Conflict::Content))), "{named:?}");
    fixture.store.delete_marks(vec![content(1)]).await.unwrap();
    attach(&fixture, &file(&fixture, &header, 1)).await.unwrap();
}

pub async fn only_doomed_contents_are_forgotten(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let header = header(&fixture, &scene, "H").await;
    attach(&fixture, &file(&fixture, &header, 1)).await.unwrap();
    fixture.store.claim_content(content(2), InstanceId(1), SignedDuration::ZERO).await.unwrap();
    fixture.store.delete_marks(vec![content(1), content(2), content(3)]).await.unwrap();
    let outcome =
        fixture.store.commit_attachment(attachment_commit(&fixture, Some(file(&fixture, &header, 2)))).await;
    assert!(outcome.is_ok(), "{outcome:?}");
}
