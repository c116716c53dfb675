//! Files of import drafts, which are stored like attachments.

use bytes::Bytes;
use futures_util::TryStreamExt;
use orderdock_domain::attachment::ContentHash;
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::problem::ProblemCode;
use orderdock_store::{Conflict, StoreError};

use super::attach::PAUSE;
use super::verified_stream::verified;
use super::{AttachmentService, UPLOAD_ENDS};
use crate::Outcome;
use crate::planned_write::TRIES;

impl AttachmentService {
    /// Stores a file within the quota of the organisation. The file is kept for an hour, and then as long as a draft
    /// refers to it.
    pub(crate) async fn store_draft_file(
        &self,
        bytes: Bytes,
        organisation: OrganisationId,
    ) -> Outcome<ContentHash> {
        self.storage.require_space_for_files()?;
        let _reservation = self.storage.reserve_attachment(organisation, bytes.len() as u64).await?;
        let mut incoming = self.files.receive(self.ids.take_one().await?, bytes.len() as u64).await?;
        incoming.write(bytes).await?;
        let file = incoming.finish().await?;
        let instance = self.instances.instance().await?;
        // the sweep may be deleting the same file
        for _ in 0..TRIES {
            match self.store.claim_content(file.content, instance, UPLOAD_ENDS).await {
                Ok(()) => {
                    self.files.store_complete(&file).await?;
                    return Ok(file.content);
                }
                Err(StoreError::Conflict(_)) => tokio::time::sleep(PAUSE).await,
                Err(error) => {
                    self.files.discard(&file).await;
                    return Err(error.into());
                }
            }
        }
        self.files.discard(&file).await;
        Err(StoreError::Conflict(Conflict::Content).into())
    }

    /// Returns the bytes of the file of a draft. Fails if they do not match their hash.
    pub(crate) async fn draft_file(&self, content: ContentHash) -> Outcome<Bytes> {
        let file = self.files.open(content).await?;
        let mut bytes = Vec::with_capacity(usize::try_from(file.meta.size).unwrap_or_default());
        let mut pieces = Box::pin(verified(file.into_stream().map_err(std::io::Error::other), content));
        while let Some(piece) = pieces.try_next().await.map_err(|_| ProblemCode::AttachmentDamaged)? {
            bytes.extend_from_slice(&piece);
        }
        Ok(bytes.into())
    }
}
