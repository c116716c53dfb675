//! Completion of an upload: detect the type, move the file, create the attachment.

use std::sync::Arc;
use std::time::Duration;

use orderdock_domain::attachment::{Attachment, AttachmentTarget, FileName, Tag, tags};
use orderdock_domain::cast;
use orderdock_domain::ids::IdBlock;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{
    AttachmentCommit, Conflict, ReadTransaction, RequestLogEntry, StorageUse, StoreError, StoreResult,
    WriteTransaction,
};

use super::UPLOAD_ENDS;
use super::files::{CompleteFile, IncomingFile};
use super::recognise::Recognised;
use crate::attachments::AttachmentService;
use crate::planned_write::{PlannedWrite, PreparedWrite, TRIES};
use crate::requests::PendingCall;
use crate::storage::{
    QuotaReservation, StorageService, attachment_quota_failure, require_quota, storage_use_of,
};
use crate::{
    CallCommand, Caller, EncodeBody, EncodedResponse, Failure, Idempotency, IdempotencyGuard, Outcome,
    Received,
};

/// Pause before a file is claimed again.
pub(super) const PAUSE: Duration = Duration::from_millis(200);

/// A completely received file with its parameters.
pub struct Upload {
    pub target: AttachmentTarget,
    pub file: IncomingFile,
    /// Name as sent.
    pub file_name: Option<String>,
    /// Media type as sent.
    pub media_type: Option<String>,
    /// Alternating keys and values.
    pub tags: Vec<String>,
    pub received: Received,
    pub idempotency_key: Option<String>,
}

/// Response to an upload.
pub struct UploadResponse {
    pub response: EncodedResponse,
    /// Whether it is the stored response of the idempotency key.
    pub replayed: bool,
}

/// An attachment whose file is at its final path.
struct AttachmentWrite {
    attachment: Attachment,
    call: PendingCall,
    encode: EncodeBody<Attachment>,
    storage: Arc<StorageService>,
}

impl AttachmentService {
    /// Attaches a file. The status is 201, or 200 if the target already has the same bytes. The work is completed even
    /// if the caller is cancelled.
    pub async fn attach_file(
        self: &Arc<Self>,
        caller: Caller,
        upload: Upload,
        encode: EncodeBody<Attachment>,
    ) -> Outcome<UploadResponse> {
        if upload.file.size() == 0 {
            return Err(Problem::new(ProblemCode::AttachmentEmpty, "/file").into());
        }
        let tags = tags(&upload.tags)?;
        let app = self.clone();
        let task = tokio::spawn(async move { app.store_file(caller, upload, tags, encode).await });
        task.await.map_err(|error| Failure::fault(&error.to_string()))?
    }

    async fn store_file(
        &self,
        caller: Caller,
        upload: Upload,
        tags: Vec<Tag>,
        encode: EncodeBody<Attachment>,
    ) -> Outcome<UploadResponse> {
        let Upload { target, file, file_name, media_type, received, idempotency_key, .. } = upload;
        let id = file.id;
        let file = file.finish().await?;
        let mut placed = false;
        // counts towards the quota until the attachment is written
        let mut reservation = None;
        let outcome = async {
            let recognised = Recognised::look(self.files.objects(), &file).await?;
            let name = file_name.as_deref().and_then(FileName::clean);
            let (media_type, file_name) = recognised.decide(name, media_type.as_deref());
            let attachment = Attachment {
                id,
                target,
                content: file.content,
                size: cast::<i64>(file.size),
                file_name,
                media_type,
                tags,
                created_by: caller.actor.name.clone(),
                created_at: caller.now,
            };
            let key = idempotency_key.as_deref();
            let idempotency = match self.begin_attachment(&caller, key, &received, &attachment).await? {
                Some(Idempotency::Replay(response)) => {
                    return Ok(UploadResponse { response, replayed: true });
                }
                Some(Idempotency::Started(first)) => Some(first),
                None => None,
            };
            placed = self.place(&caller, &attachment, &file, &mut reservation).await?;
            let call = self.requests.pending_call(&caller, CallCommand { received, idempotency }).await?;
            let storage = Arc::clone(&self.storage);
            self.write_attachment(AttachmentWrite { attachment, call, encode, storage }).await
        }
        .await;
        if !placed {
            self.files.discard(&file).await;
        }
        outcome
    }

    /// Checks the idempotency key. Content, name and tags represent the request body.
    async fn begin_attachment(
        &self,
        caller: &Caller,
        key: Option<&str>,
        received: &Received,
        attachment: &Attachment,
    ) -> Outcome<Option<Idempotency>> {
        let Some(key) = key else { return Ok(None) };
        let mut body = format!("{}\n{}", attachment.content, attachment.file_name.as_str());
        for Tag { key, value } in &attachment.tags {
            body.extend(["\n", key.as_str(), "\n", value.as_str()]);
        }
        self.idempotency
            .begin_idempotent(caller, key, &received.method, &received.path, body.as_bytes())
            .await
            .map(Some)
    }

    /// Moves a file to its final path, unless an attachment of the target already has it there. Returns whether it was
    /// moved.
    async fn place(
        &self,
        caller: &Caller,
        attachment: &Attachment,
        file: &CompleteFile,
        reservation: &mut Option<QuotaReservation>,
    ) -> Outcome<bool> {
        // another upload can store the same file concurrently, or the sweep delete it
        for _ in 0..TRIES {
            let (scope, target, content) =
                (caller.organisations.read(), attachment.target.clone(), file.content);
            let known = self.store.read(move |tx| tx.attachment_with(&scope, &target, content)).await?;
            // an upload also restores a missing or damaged file, such as after a backup without files
            if known.is_some() && self.files.has_whole(file.content).await? {
                return Ok(false);
            }
            if known.is_none() && reservation.is_none() {
                let organisation = attachment.target.organisation();
                *reservation = Some(self.storage.reserve_attachment(organisation, file.size).await?);
            }
            match self.store.claim_content(file.content, self.instances.instance().await?, UPLOAD_ENDS).await
            {
                Err(StoreError::Conflict(_)) => tokio::time::sleep(PAUSE).await,
                claimed => {
                    claimed?;
                    self.files.store_complete(file).await?;
                    return Ok(true);
                }
            }
        }
        Err(StoreError::Conflict(Conflict::Content).into())
    }

    async fn write_attachment(&self, write: AttachmentWrite) -> Outcome<UploadResponse> {
        let response = self.writes.run(&Arc::new(write)).await?.response;
        Ok(UploadResponse { response, replayed: false })
    }
}

impl PlannedWrite for AttachmentWrite {
    /// Existing attachment with the same bytes at the same target, and the stored bytes of its organisation.
    type Context = (Option<Attachment>, StorageUse);
    type Commit = AttachmentCommit;
    type Response = EncodedResponse;
    type Written = ();

    fn load(&self, tx: &dyn ReadTransaction) -> StoreResult<Self::Context> {
        let Self { attachment, call, .. } = self;
        let known =
            tx.attachment_with(&call.caller.organisations.read(), &attachment.target, attachment.content)?;
        Ok((known, storage_use_of(tx, attachment.target.organisation())?))
    }

    fn plan(&self, (known, stored): Self::Context, _: IdBlock) -> Outcome<PreparedWrite<Self>> {
        let Self { attachment, call, encode, storage } = self;
        let (used, limit) =
            (cast::<u64>(stored.attachments), storage.storage_limits().attachments_of(&stored));
        if known.is_none() && used.saturating_add(cast(attachment.size)) > limit {
            return Err(attachment_quota_failure(used, limit));
        }
        let status = if known.is_some() { 200 } else { 201 };
        let response = EncodedResponse { status, body: encode(known.as_ref().unwrap_or(attachment)) };
        let RequestLogEntry { request, response: stored_response } = call.log_entry(&response);
        let attachment = known.is_none().then(|| attachment.clone());
        let commit = AttachmentCommit { attachment, request, response: stored_response };
        Ok(PreparedWrite { commit: Some(commit), response })
    }

    fn row_count(&self, _: &AttachmentCommit) -> usize {
        AttachmentCommit::ROWS
    }

    fn commit(&self, tx: &dyn WriteTransaction, commit: &AttachmentCommit) -> StoreResult<()> {
        tx.commit_attachment(commit)?;
        let Some(attachment) = &commit.attachment else { return Ok(()) };
        let stored = storage_use_of(tx, attachment.target.organisation())?;
        require_quota(cast(stored.attachments), self.storage.storage_limits().attachments_of(&stored))
    }

    fn idempotency_guard(&self) -> Option<&IdempotencyGuard> {
        self.call.first()
    }
}
