//! Files attached to a sales order or an incoming order. Files of an incoming order apply to all its candidates,
//! including later ones.

mod file_name;
mod media_type;
mod tags;

use jiff::Timestamp;

use crate::candidate::Candidate;
use crate::ids::{AttachmentId, DataSourceId, ExternalSystemId, OrderId, OrganisationId};
use crate::text::Code;

pub use file_name::FileName;
pub use media_type::MediaType;
pub use tags::{MAX_TAGS, Tag, tags};

/// External header id of an incoming order, in an organisation, a data source and an external system. In the short shape
/// it is the flat `externalId`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ExternalHeader {
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
    pub system: Option<ExternalSystemId>,
    pub header_id: Code,
}

/// The record to which a file is attached.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum AttachmentTarget {
    /// All candidates of an incoming order, and the orders created from them.
    Header(ExternalHeader),
    /// One order.
    Order { organisation: OrganisationId, order: OrderId },
}

/// SHA-256 of the file content. The file is stored under this key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ContentHash(pub [u8; 32]);

impl std::fmt::Display for ContentHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A file attached to a target. The same content is attached to a target only once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attachment {
    pub id: AttachmentId,
    pub target: AttachmentTarget,
    pub content: ContentHash,
    /// Size in bytes, at least 1.
    pub size: i64,
    pub file_name: FileName,
    /// Detected media type; downloads may use another one, see [`MediaType::served`].
    pub media_type: MediaType,
    pub tags: Vec<Tag>,
    /// Name of the token or user that sent the file.
    pub created_by: String,
    pub created_at: Timestamp,
}

impl ExternalHeader {
    /// Returns the external header of a candidate.
    pub fn of(candidate: &Candidate) -> Self {
        Self {
            organisation: candidate.organisation,
            data_source: candidate.data_source,
            system: candidate.external_system,
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
    /// Returns whether the candidate belongs to this incoming order.
    pub fn belongs_to(&self, candidate: &Candidate) -> bool {
        matches!(&self.target, AttachmentTarget::Header(header)
            if header.organisation == candidate.organisation
                && header.data_source == candidate.data_source
                && header.system == candidate.external_system
                && header.header_id == candidate.identity.header_id)
    }
}
