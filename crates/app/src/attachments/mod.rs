//! Attachments of incoming orders and of orders.

mod attach;
mod draft_files;
mod files;
mod recognise;
mod target;
mod verified_stream;

use std::sync::Arc;

use bytes::Bytes;
use futures_util::{Stream, StreamExt, TryStreamExt, stream};
use jiff::SignedDuration;
use orderdock_domain::access::Scope;
use orderdock_domain::attachment::{Attachment, AttachmentTarget, ExternalHeader};
use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::AttachmentId;
use orderdock_domain::order::Order;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{Store, WriteMode};

use self::verified_stream::verified;
use crate::clock::Clock;
use crate::idempotency::IdempotencyService;
use crate::ids::IdSource;
use crate::instances::InstanceService;
use crate::planned_write::PlannedWrites;
use crate::requests::RequestService;
use crate::storage::StorageService;
use crate::{Caller, Failure, Outcome};

pub use attach::{Upload, UploadResponse};
pub use files::{AttachmentFiles, IncomingFile};
pub use target::AttachmentPlace;

/// Longest duration of an upload; older partial files are deleted.
const UPLOAD_ENDS: SignedDuration = SignedDuration::from_hours(1);
/// Lease of a sweep on the files that it deletes.
const SWEEP_LEASE: SignedDuration = SignedDuration::from_mins(10);
/// Files that a sweep deletes per lease; takes a small part of the lease.
const SWEEP_AT_ONCE: u32 = 100;

/// Service that stores, reads and deletes files attached to incoming orders and orders.
pub struct AttachmentService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) ids: Arc<IdSource>,
    pub(crate) files: AttachmentFiles,
    pub(crate) idempotency: Arc<IdempotencyService>,
    pub(crate) instances: Arc<InstanceService>,
    pub(crate) requests: Arc<RequestService>,
    pub(crate) storage: Arc<StorageService>,
    pub(crate) writes: Arc<PlannedWrites>,
}

impl AttachmentService {
    /// Starts an upload of at most `limit` bytes, which is aborted when the file is dropped.
    pub async fn receive_file(&self, caller: &Caller, limit: u64) -> Outcome<IncomingFile> {
        caller.require(Scope::AttachmentsWrite, Phrase::AttachFiles)?;
        self.storage.require_space_for_files()?;
        let id = self.ids.take_one().await?;
        self.files.receive(id, limit).await
    }

    /// Returns an attachment and the stream of its bytes, which ends with an error if they do not match their hash.
    /// Fails immediately if damage is known before the first piece: the size differs, or the file is a single piece.
    pub async fn attachment_content(
        &self,
        caller: &Caller,
        id: AttachmentId,
    ) -> Outcome<(Attachment, impl Stream<Item = std::io::Result<Bytes>> + Send + 'static + use<>)> {
        caller.require(Scope::CandidatesRead, Phrase::ReadAttachments)?;
        let scope = caller.organisations.read();
        let found = self.store.read(move |tx| tx.attachment(&scope, id)).await?;
        let attachment = found.ok_or_else(|| Problem::not_found(ProblemCode::AttachmentNotFound, &id))?;
        let file = self.files.open(attachment.content).await?;
        let (size, content) = (file.meta.size, attachment.content);
        if u64::try_from(attachment.size) != Ok(size) {
            tracing::error!(file = %content, size, expected = attachment.size, "attachment size differs from the stored size");
            return Err(ProblemCode::AttachmentDamaged.into());
        }
        let mut bytes = Box::pin(verified(file.into_stream().map_err(std::io::Error::other), content));
        let first = bytes.next().await.transpose().map_err(|fault| match fault.kind() {
            std::io::ErrorKind::InvalidData => Failure::from(ProblemCode::AttachmentDamaged),
            _ => ProblemCode::ServerStorage.into(),
        })?;
        Ok((attachment, stream::iter(first.map(Ok)).chain(bytes)))
    }

    /// Returns the attachments of the candidates' incoming orders.
    pub async fn attachments_of(
        &self,
        caller: &Caller,
        candidates: &[Candidate],
    ) -> Outcome<Vec<Attachment>> {
        caller.require(Scope::CandidatesRead, Phrase::ReadAttachments)?;
        let (scope, headers) = (caller.organisations.read(), headers_of(candidates));
        Ok(self.store.read(move |tx| tx.attachments_of(&scope, &headers)).await?)
    }

    /// Returns the attachments of an order and of its candidates' incoming orders.
    pub async fn attachments_of_order(
        &self,
        caller: &Caller,
        order: &Order,
        candidates: &[Candidate],
    ) -> Outcome<Vec<Attachment>> {
        caller.require(Scope::CandidatesRead, Phrase::ReadAttachments)?;
        let mut targets = headers_of(candidates);
        targets.push(at_order(order));
        let scope = caller.organisations.read();
        Ok(self.store.read(move |tx| tx.attachments_of(&scope, &targets)).await?)
    }

    /// Deletes files without an attachment, and partial files of ended uploads. Returns the number of files. Active
    /// uploads, also of other processes, are kept. The server calls it at its start and every hour.
    pub async fn sweep_attachments(&self) -> Outcome<u64> {
        let mut removed = self.files.remove_leftovers(self.clock.ago(UPLOAD_ENDS)).await?;
        loop {
            let doomed = self
                .store
                .mark_for_removal(self.instances.instance().await?, SWEEP_LEASE, SWEEP_AT_ONCE)
                .await?;
            if doomed.is_empty() {
                return Ok(removed);
            }
            for content in &doomed {
                self.files.remove(*content).await?;
            }
            removed += doomed.len() as u64;
            let rows = doomed.len();
            self.store.write(WriteMode::Shared, rows, move |tx| tx.delete_marks(&doomed)).await?;
        }
    }
}

/// Returns the incoming orders of candidates without duplicates.
pub(crate) fn headers_of(candidates: &[Candidate]) -> Vec<AttachmentTarget> {
    let mut headers: Vec<_> =
        candidates.iter().map(ExternalHeader::of).map(AttachmentTarget::Header).collect();
    headers.sort();
    headers.dedup();
    headers
}

fn at_order(order: &Order) -> AttachmentTarget {
    AttachmentTarget::Order { organisation: order.header.organisation.id, order: order.id }
}
