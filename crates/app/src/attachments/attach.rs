//! From the last byte of an upload to its answer.

use std::sync::Arc;
use std::time::Duration;

use orderdock_domain::attachment::{Attachment, AttachmentTarget, FileName, Tag, tags};
use orderdock_domain::fit;
use orderdock_domain::ids::IdBlock;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{
    AttachmentCommit, Conflict, KeptCall, ReadTransaction, StoreError, StoreResult, WriteTransaction,
};

use super::UPLOAD_ENDS;
use super::files::{CompleteFile, IncomingFile};
use super::recognise::Recognised;
use crate::attachments::AttachmentService;
use crate::planned_write::{PlannedWrite, PreparedWrite, TRIES};
use crate::requests::PendingCall;
use crate::{Answer, CallCommand, Caller, EncodeBody, Failure, FirstAnswer, Idempotency, Outcome, Received};

const PAUSE: Duration = Duration::from_millis(200);

/// A file that came whole, and what was sent with it.
pub struct Upload {
    pub target: AttachmentTarget,
    pub file: IncomingFile,
    /// As sent.
    pub file_name: Option<String>,
    /// As sent.
    pub media_type: Option<String>,
    /// Key, value, key, value.
    pub tags: Vec<String>,
    pub received: Received,
    pub idempotency_key: Option<String>,
}

/// The answer.
pub struct Attached {
    pub answer: Answer,
    /// It was given before, to the same idempotency key.
    pub replayed: bool,
}

/// An attachment whose file is in its place.
struct AttachmentWrite {
    attachment: Attachment,
    call: PendingCall,
    encode: EncodeBody<Attachment>,
}

impl AttachmentService {
    /// Attaches a file: 201, or 200 if the same bytes are at the target already. Goes on to its end when the
    /// caller no longer waits.
    pub async fn attach_file(
        self: &Arc<Self>,
        ctx: Caller,
        upload: Upload,
        encode: EncodeBody<Attachment>,
    ) -> Outcome<Attached> {
        if upload.file.size() == 0 {
            return Err(Problem::new(ProblemCode::AttachmentEmpty, "/file").into());
        }
        let tags = tags(&upload.tags)?;
        let app = self.clone();
        let task = tokio::spawn(async move { app.store_file(ctx, upload, tags, encode).await });
        task.await.map_err(|error| Failure::fault(&error.to_string()))?
    }

    async fn store_file(
        &self,
        ctx: Caller,
        upload: Upload,
        tags: Vec<Tag>,
        encode: EncodeBody<Attachment>,
    ) -> Outcome<Attached> {
        let Upload { target, file, file_name, media_type, received, idempotency_key, .. } = upload;
        let id = file.id;
        let file = file.finish().await?;
        let mut placed = false;
        let outcome = async {
            let recognised = Recognised::look(self.files.objects(), &file).await?;
            let name = file_name.as_deref().and_then(FileName::clean);
            let (media_type, file_name) = recognised.decide(name, media_type.as_deref());
            let attachment = Attachment {
                id,
                target,
                content: file.content,
                size: fit::<i64>(file.size),
                file_name,
                media_type,
                tags,
                created_by: ctx.actor.name.clone(),
                created_at: ctx.now,
            };
            let key = idempotency_key.as_deref();
            let idempotency = match self.begin_attachment(&ctx, key, &received, &attachment).await? {
                Some(Idempotency::Replay(answer)) => return Ok(Attached { answer, replayed: true }),
                Some(Idempotency::Unanswered(first)) => Some(first),
                None => None,
            };
            placed = self.place(&ctx, &attachment, &file).await?;
            let call = self.requests.pending_call(&ctx, CallCommand { received, idempotency }).await?;
            self.write_attachment(AttachmentWrite { attachment, call, encode }).await
        }
        .await;
        if !placed {
            self.files.discard(&file).await;
        }
        outcome
    }

    /// The body that an idempotency key stands for: file, name and tags.
    async fn begin_attachment(
        &self,
        ctx: &Caller,
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
            .begin_idempotent(ctx, key, &received.method, &received.path, body.as_bytes())
            .await
            .map(Some)
    }

    /// Puts the file where it belongs, unless it is there with an attachment that names it; tells whether it did.
    async fn place(&self, ctx: &Caller, attachment: &Attachment, file: &CompleteFile) -> Outcome<bool> {
        // others may bring the same file meanwhile, or the sweep remove it
        for _ in 0..TRIES {
            let (scope, target, content) =
                (ctx.organisations.read(), attachment.target.clone(), file.content);
            let known = self.store.read(move |tx| tx.attachment_with(&scope, &target, content)).await?;
            // bytes that were lost or damaged since, as after a backup without files, are there again with this upload
            if known.is_some() && self.files.has_whole(file.content).await? {
                return Ok(false);
            }
            if known.is_none() {
                self.storage.require_attachment_quota(attachment.target.organisation(), file.size).await?;
            }
            match self.store.claim_content(file.content, self.instances.instance().await?, UPLOAD_ENDS).await
            {
                Err(StoreError::Conflict(_)) => tokio::time::sleep(PAUSE).await,
                claimed => {
                    claimed?;
                    self.files.place(file).await?;
                    return Ok(true);
                }
            }
        }
        Err(StoreError::Conflict(Conflict::Content).into())
    }

    async fn write_attachment(&self, write: AttachmentWrite) -> Outcome<Attached> {
        let answer = self.writes.run(&Arc::new(write)).await?.response;
        Ok(Attached { answer, replayed: false })
    }
}

impl PlannedWrite for AttachmentWrite {
    /// The attachment with the same bytes at the same target.
    type Context = Option<Attachment>;
    type Commit = AttachmentCommit;
    type Response = Answer;
    type Written = ();

    fn load(&self, tx: &dyn ReadTransaction) -> StoreResult<Option<Attachment>> {
        let Self { attachment, call, .. } = self;
        tx.attachment_with(&call.ctx.organisations.read(), &attachment.target, attachment.content)
    }

    fn plan(&self, known: Option<Attachment>, _: IdBlock) -> Outcome<PreparedWrite<Self>> {
        let Self { attachment, call, encode } = self;
        let status = if known.is_some() { 200 } else { 201 };
        let answer = Answer { status, body: encode(known.as_ref().unwrap_or(attachment)) };
        let KeptCall { request, answer: kept } = call.kept(&answer);
        let attachment = known.is_none().then(|| attachment.clone());
        let commit = AttachmentCommit { attachment, request, answer: kept };
        Ok(PreparedWrite { commit: Some(commit), response: answer })
    }

    fn row_count(&self, _: &AttachmentCommit) -> usize {
        AttachmentCommit::ROWS
    }

    fn commit(&self, tx: &dyn WriteTransaction, commit: &AttachmentCommit) -> StoreResult<()> {
        tx.commit_attachment(commit)
    }

    fn first_answer(&self) -> Option<&FirstAnswer> {
        self.call.first()
    }
}
