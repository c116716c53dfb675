//! Files that belong to an external header, and so to every candidate of it, also later ones, or to an order.

mod file_name;
mod media_type;
mod tags;

use jiff::Timestamp;

use crate::candidate::Candidate;
use crate::ids::{AttachmentId, DataSourceId, OrderId, OrganisationId};
use crate::text::Code;

pub use file_name::FileName;
pub use media_type::MediaType;
pub use tags::{MOST_TAGS, Tag, tags};

/// What a sender calls an order: its external header id, in a data source and an organisation. A flat
/// `externalId` stands for it too.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ExternalHeader {
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
    pub header_id: Code,
}

/// What a file is at.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum AttachmentTarget {
    /// Every candidate of a header, and the orders made from them.
    Header(ExternalHeader),
    /// One order.
    Order { organisation: OrganisationId, order: OrderId },
}

/// The SHA-256 of a file's bytes; the file is stored under it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ContentHash(pub [u8; 32]);

impl std::fmt::Display for ContentHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A file at its target. The same bytes are there once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attachment {
    pub id: AttachmentId,
    pub target: AttachmentTarget,
    pub content: ContentHash,
    /// In bytes, never 0.
    pub size: i64,
    pub file_name: FileName,
    /// What was recognised; downloads may name another one, see [`MediaType::served`].
    pub media_type: MediaType,
    pub tags: Vec<Tag>,
    /// Who sent it.
    pub created_by: String,
    pub created_at: Timestamp,
}

impl ExternalHeader {
    /// The header that a candidate belongs to.
    pub fn of(candidate: &Candidate) -> Self {
        Self {
            organisation: candidate.organisation,
            data_source: candidate.data_source,
            header_id: candidate.identity.header_id.clone(),
        }
    }
}

impl AttachmentTarget {
    pub fn organisation(&self) -> OrganisationId {
        match self {
            Self::Header(header) => header.organisation,
            Self::Order { organisation, .. } => *organisation,
        }
    }
}

impl Attachment {
    /// Whether the candidate is one of the header's.
    pub fn belongs_to(&self, candidate: &Candidate) -> bool {
        matches!(&self.target, AttachmentTarget::Header(header)
            if header.organisation == candidate.organisation
                && header.data_source == candidate.data_source
                && header.header_id == candidate.identity.header_id)
    }
}
