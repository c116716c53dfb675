//! Cross-references, GTINs and product numbers of partners: further values by which rows name records.

use crate::candidate::string_enum;
use crate::ids::{CrossReferenceId, DataSourceId, OrganisationId, PartnerId, ProductId};
use crate::text::Code;

string_enum! {
    /// Kind of record that a cross-reference names.
    CrossReferenceKind {
        Partner "bpartner"
        Location "location"
        Contact "contact"
        Product "product"
        Unit "uom"
        Shipper "shipper"
        PaymentTerm "paymentTerm"
        Warehouse "warehouse"
    }
    /// Member of a request whose value a cross-reference maps.
    CrossReferenceMember { Code "code" ExternalId "externalId" Gln "gln" }
}

/// A mapping of a value to a record, in the rows of a data source, in those of a partner, or in all rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrossReference {
    pub id: CrossReferenceId,
    pub organisation: OrganisationId,
    /// Data source of the rows; `None` for all.
    pub data_source: Option<DataSourceId>,
    /// Buyer of the rows; `None` for all. For a location or contact, the partner of its block.
    pub partner: Option<PartnerId>,
    pub kind: CrossReferenceKind,
    /// Member with the value; `None` for any.
    pub member: Option<CrossReferenceMember>,
    pub value: Code,
    /// Id of the record of this kind.
    pub record: i64,
}

/// A global trade item number of a product.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProductGtin {
    pub product: ProductId,
    /// Owner of the product.
    pub organisation: OrganisationId,
    /// 14 digits, with leading zeros.
    pub gtin: Code,
}

/// The number that a partner uses for a product.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartnerProduct {
    pub organisation: OrganisationId,
    pub partner: PartnerId,
    pub product: ProductId,
    pub number: Code,
}
