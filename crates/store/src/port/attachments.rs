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
    /// Writes an attachment; Conflict if it is there already, or if its file is about to be removed.
    fn commit_attachment(&self, commit: &AttachmentCommit) -> StoreResult<()>;
}

/// The part of the port that deals with attachments.
///
/// A file exists from the moment it is claimed: first it is claimed, then put in its place, then an attachment
/// names it. A claim that no attachment followed runs out; the file is then doomed, removed and forgotten. So
/// no file is ever looked for by listing them, and none goes that an attachment names.
#[async_trait]
pub trait AttachmentStore: Send + Sync + 'static {
    /// The headers of this id, in any data source, that have candidates; by organisation and data source.
    async fn headers_named(&self, scope: ReadScope, header_id: String) -> StoreResult<Vec<ExternalHeader>>;

    async fn attachment(&self, scope: ReadScope, id: AttachmentId) -> StoreResult<Option<Attachment>>;

    /// The attachments at some targets, in the order in which they came.
    async fn attachments_of(
        &self,
        scope: ReadScope,
        targets: Vec<AttachmentTarget>,
    ) -> StoreResult<Vec<Attachment>>;

    /// Announces a file before it is put in its place; the claim holds for so long, by the clock of the store, and as
    /// long as the instance lives. Conflict while the file of this content is being removed.
    async fn claim_content(
        &self,
        content: ContentHash,
        by: InstanceId,
        held: SignedDuration,
    ) -> StoreResult<()>;

    /// Dooms contents whose claim has run out, at most `limit`; for so long they are the instance's to remove.
    async fn doom_contents(
        &self,
        by: InstanceId,
        held: SignedDuration,
        limit: u32,
    ) -> StoreResult<Vec<ContentHash>>;

    /// Forgets doomed contents whose files are removed.
    async fn forget_contents(&self, contents: Vec<ContentHash>) -> StoreResult<()>;
}
