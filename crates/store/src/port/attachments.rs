//! Attachments.

use async_trait::async_trait;
use jiff::SignedDuration;
use orderdock_domain::access::ReadScope;
use orderdock_domain::attachment::{Attachment, AttachmentTarget, ContentHash, ExternalHeader};
use orderdock_domain::ids::{AttachmentId, InstanceId};

use crate::{AttachmentCommit, StoreResult};

/// Reads of attachments.
pub trait AttachmentReader {
    /// Returns the attachment at a target that has this content.
    fn attachment_with(
        &self,
        scope: &ReadScope,
        target: &AttachmentTarget,
        content: ContentHash,
    ) -> StoreResult<Option<Attachment>>;
}

/// Writes of attachments.
pub trait AttachmentWriter {
    /// Writes an attachment; `Conflict` if it already exists or its file is about to be removed.
    fn commit_attachment(&self, commit: &AttachmentCommit) -> StoreResult<()>;
}

/// Attachments and the lifecycle of their files.
///
/// A file is claimed first, then moved into place, then referenced by an attachment. If no attachment follows, the
/// claim expires, and the file is doomed, removed and forgotten. So files are never listed to find unused ones, and a
/// file that an attachment references is never removed.
#[async_trait]
pub trait AttachmentStore: Send + Sync + 'static {
    /// Returns the headers with this id, in any data source, that have candidates, ordered by organisation and data
    /// source.
    async fn headers_named(&self, scope: ReadScope, header_id: String) -> StoreResult<Vec<ExternalHeader>>;

    async fn attachment(&self, scope: ReadScope, id: AttachmentId) -> StoreResult<Option<Attachment>>;

    /// Returns the attachments at the targets, ordered by creation.
    async fn attachments_of(
        &self,
        scope: ReadScope,
        targets: Vec<AttachmentTarget>,
    ) -> StoreResult<Vec<Attachment>>;

    /// Claims a file before it is moved into place. The claim is valid for `held` by the clock of the store, and as
    /// long as the instance is alive. `Conflict` while the file of this content is being removed.
    async fn claim_content(
        &self,
        content: ContentHash,
        by: InstanceId,
        held: SignedDuration,
    ) -> StoreResult<()>;

    /// Dooms at most `limit` contents whose claim has expired. For `held`, only this instance may remove them.
    async fn doom_contents(
        &self,
        by: InstanceId,
        held: SignedDuration,
        limit: u32,
    ) -> StoreResult<Vec<ContentHash>>;

    /// Forgets doomed contents whose files have been removed.
    async fn forget_contents(&self, contents: Vec<ContentHash>) -> StoreResult<()>;
}
