//! Input of the import planner: the records of one read snapshot that match the keys of a batch.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::civil::Date;

use super::{Content, OpenRejection};
use crate::candidate::{Candidate, ExternalIdentity, Status};
use crate::ids::{CandidateId, DataSourceId, ExternalSystemId, OrganisationId, PartnerId, PostalCodeId};
use crate::masterdata::{
    Contact, CrossReference, ExternalReference, Location, Partner, PartnerProduct, Product, ProductGtin,
    ProductPrice, Reference,
};
use crate::text::{Code, fold};

/// Loaded records: those of the caller's organisations and shared ones. The planner uses only those of a row's
/// organisation and shared ones.
#[derive(Clone, Debug, Default)]
pub struct ImportContext {
    pub reference: Arc<Reference>,
    /// Partners found by code, external id, sales code, record id, or the GLN of a location.
    pub partners: Vec<Partner>,
    /// Locations of those partners: found by external id, GLN or address key; the defaults; and, if a partner has
    /// no active default ship-to location, its active location with the smallest id.
    pub locations: Vec<Location>,
    /// Contacts of those partners: found by external id or folded name.
    pub contacts: Vec<Contact>,
    /// Found by code or external id, with their unit conversions.
    pub products: Vec<Product>,
    /// All active prices of those products.
    pub product_prices: Vec<ProductPrice>,
    pub postal_codes: Vec<PostalCode>,
    /// Ids of all these records in external systems. Only loaded if a row can have a system.
    pub external_references: Vec<ExternalReference>,
    /// Active cross-references for values of the batch. Their partners, locations, contacts and products are loaded too.
    pub cross_references: Vec<CrossReference>,
    /// GTINs by which rows name products.
    pub gtins: Vec<ProductGtin>,
    /// Numbers of the loaded partners by which rows name products.
    pub partner_products: Vec<PartnerProduct>,
    /// Candidates with one of the batch's pairs of external header and line id.
    pub identities: Vec<KnownIdentity>,
    /// Stored headers under which those partners already used one of the batch's order references.
    pub po_references: Vec<KnownReference>,
    /// Order date of the first candidate of each header in the batch.
    pub header_dates: Vec<HeaderDate>,
    /// Entries of rejected rows with one of the batch's headers that were not imported since.
    pub open_rejections: Vec<OpenRejection>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PostalCode {
    pub id: PostalCodeId,
    pub country: Code,
    pub postal: Code,
    pub city: Option<crate::text::Name>,
}

impl PostalCode {
    /// Selects the postal code record of an address among those with its country and postal code: the one with the same
    /// city, otherwise the one with the smallest id.
    pub fn of_city<'a>(known: impl Iterator<Item = &'a Self>, city: Option<&str>) -> Option<&'a Self> {
        let city = city.map(fold);
        let same_city = |known: &Self| known.city.as_ref().map(|name| fold(name.as_str())) == city;
        known.min_by_key(|known| (!same_city(known), known.id))
    }
}

/// A row that was imported before.
#[derive(Clone, PartialEq, Debug)]
pub struct KnownIdentity {
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
    /// External system that the row was sent with.
    pub system: Option<ExternalSystemId>,
    pub identity: ExternalIdentity,
    pub candidate: CandidateId,
    /// Status of the candidate and content of the row; `None` after archiving.
    pub stored: Option<(Status, Content)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownReference {
    pub organisation: OrganisationId,
    pub partner: PartnerId,
    pub po_reference: Code,
    pub data_source: DataSourceId,
    pub header_id: Code,
    /// Whether a candidate of the header has become part of an order.
    pub ordered: bool,
}

/// Maximum number of headers stored per partner and reference. With two, at least one differs from a given header.
const HEADERS_KEPT: usize = 2;

/// Returns the new headers under which candidates use their order references, up to the stored maximum.
pub fn used_references(known: &[KnownReference], candidates: &[Candidate]) -> Vec<KnownReference> {
    let mut headers_by_reference: HashMap<_, Vec<_>> = HashMap::new();
    for one in known {
        let used = (one.organisation, one.partner, &one.po_reference);
        headers_by_reference.entry(used).or_default().push((one.data_source, &one.header_id));
    }
    let (mut new, mut last) = (Vec::new(), None);
    for candidate in candidates {
        let Some(buyer) = candidate.buyer else { continue };
        let used = (candidate.organisation, buyer.partner, &candidate.po_reference);
        let header = (candidate.data_source, &candidate.identity.header_id);
        // lines of a header are usually adjacent
        if last.replace((used, header)) == Some((used, header)) {
            continue;
        }
        let headers = headers_by_reference.entry(used).or_default();
        if headers.len() < HEADERS_KEPT && !headers.contains(&header) {
            headers.push(header);
            let ((organisation, partner, po_reference), (data_source, header_id)) = (used, header);
            let (po_reference, header_id) = (po_reference.clone(), header_id.clone());
            new.push(KnownReference {
                organisation,
                partner,
                po_reference,
                data_source,
                header_id,
                ordered: false,
            });
        }
    }
    new
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeaderDate {
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
    pub system: Option<ExternalSystemId>,
    pub header_id: Code,
    pub date_ordered: Date,
}
