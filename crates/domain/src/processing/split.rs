//! Which candidates share an order: those whose split key is equal in every member.

use jiff::civil::Date;

use crate::candidate::{PartnerRole, words};
use crate::ids::{
    DataSourceId, DocumentTypeId, OrganisationId, PartnerId, PaymentTermId, PricingSystemId, ShipperId,
    WarehouseId,
};

macro_rules! split_key {
    ($($name:ident $word:literal $field:ident: $type:ty;)*) => {
        words! {
            /// What all candidates of an order have in common, by the member's name in the JSON.
            SplitMember { $($name $word)* }
        }

        /// The effective values of a candidate that decide which order it goes into. The required day is not
        /// among them: it stands on the line.
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub struct SplitKey<'a> {
            $(pub $field: $type,)*
        }

        impl SplitKey<'_> {
            /// The first member in which two keys differ.
            pub fn difference(&self, other: &SplitKey<'_>) -> Option<SplitMember> {
                $(if self.$field != other.$field {
                    return Some(SplitMember::$name);
                })*
                None
            }
        }
    };
}

split_key! {
    Organisation "org" organisation: OrganisationId;
    DataSource "dataSource" data_source: DataSourceId;
    ExternalHeaderId "externalHeaderId" external_header_id: Option<&'a str>;
    PoReference "poReference" po_reference: &'a str;
    Buyer "bpartner" buyer: PartnerRole;
    Bill "billBPartner" bill: PartnerRole;
    DropShip "dropShipBPartner" drop_ship: PartnerRole;
    HandOver "handOverBPartner" hand_over: PartnerRole;
    Currency "currencyCode" currency: &'a str;
    PricingSystem "pricingSystemCode" pricing_system: PricingSystemId;
    TaxIncluded "taxIncluded" tax_included: bool;
    DateOrdered "dateOrdered" date_ordered: Date;
    DocumentType "orderDocType" document_type: DocumentTypeId;
    InvoiceDocumentType "invoiceDocType" invoice_document_type: Option<DocumentTypeId>;
    PaymentRule "paymentRule" payment_rule: Option<&'static str>;
    PaymentTerm "paymentTerm" payment_term: Option<PaymentTermId>;
    Shipper "shipper" shipper: Option<ShipperId>;
    SalesPartner "salesPartnerCode" sales_partner: Option<PartnerId>;
    Warehouse "warehouseCode" warehouse: Option<WarehouseId>;
    DeliveryRule "deliveryRule" delivery_rule: Option<&'a str>;
    DeliveryViaRule "deliveryViaRule" delivery_via_rule: Option<&'a str>;
}
