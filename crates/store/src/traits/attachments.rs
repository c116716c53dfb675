//! Attachments.

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::ReadScope;
use orderdock_domain::attachment::{Attachment, AttachmentTarget, ContentHash, ExternalHeader};
use orderdock_domain::ids::{AttachmentId, InstanceId};

use crate::{AttachmentCommit, Store, StoreResult, WriteMode};

/// Reads of attachments.
pub trait AttachmentReader {
    /// Returns the headers with this id and at least one candidate, in any data source, ordered by organisation and
    /// data source.
    fn headers_named(&self, scope: &ReadScope, header_id: &str) -> StoreResult<Vec<ExternalHeader>>;

    fn attachment(&self, scope: &ReadScope, id: AttachmentId) -> StoreResult<Option<Attachment>>;

    /// Returns the attachments of the targets, ordered by creation.
    fn attachments_of(&self, scope: &ReadScope, targets: &[AttachmentTarget])
    -> StoreResult<Vec<Attachment>>;

    /// Returns the attachment of a target that has this content.
    fn attachment_with(
        &self,
        scope: &ReadScope,
        target: &AttachmentTarget,
        content: ContentHash,
    ) -> StoreResult<Option<Attachment>>;
}

/// Writes of attachments and of the lifecycle of their files.
///
/// An instance claims a file, moves it into place and then writes the attachment that references it. If no attachment
/// follows, the claim expires. The content is then marked as doomed, the file is removed, and the mark is deleted. So
/// unused files are found without listing all files, and a referenced file is never removed.
pub trait AttachmentWriter: AttachmentReader {
    /// Writes an attachment; `Conflict` if it already exists or its file is about to be removed.
    fn commit_attachment(&self, commit: &AttachmentCommit) -> StoreResult<()>;

    /// Claims a file before it is moved into place. The claim is valid until an instant by the clock of the store, and
    /// as long as the instance is alive. `Conflict` while the file of this content is being removed.
    fn claim_content(&self, content: ContentHash, by: InstanceId, until: Timestamp) -> StoreResult<()>;

    /// Marks at most `limit` contents as doomed whose claim has expired at `now`. Only this instance may remove their
    /// files until an instant.
    fn mark_for_removal(
        &self,
        by: InstanceId,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> StoreResult<Vec<ContentHash>>;

    /// Deletes the marks of doomed contents whose files have been removed.
    fn delete_marks(&self, contents: &[ContentHash]) -> StoreResult<()>;
}

impl dyn Store {
    /// Claims a file for the duration `held`, by the clock of the store; see [`AttachmentWriter::claim_content`].
    pub async fn claim_content(
        &self,
        content: ContentHash,
        by: InstanceId,
        held: SignedDuration,
    ) -> StoreResult<()> {
        let until = self.now().await?.saturating_add(held).unwrap_or(Timestamp::MAX);
        self.write(WriteMode::Shared, 1, move |tx| tx.claim_content(content, by, until)).await
    }

    /// Marks at most `limit` contents as doomed whose claim has expired, by the clock of the store. Only this instance
    /// may remove their files for the duration `held`.
    pub async fn mark_for_removal(
        &self,
        by: InstanceId,
        held: SignedDuration,
        limit: u32,
    ) -> StoreResult<Vec<ContentHash>> {
        let now = self.now().await?;
        let until = now.saturating_add(held).unwrap_or(Timestamp::MAX);
        self.write(WriteMode::Shared, 1, move |tx| tx.mark_for_removal(by, now, until, limit)).await
    }
}
