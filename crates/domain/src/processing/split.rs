//! Split key of candidates. Candidates with equal keys share an order.

use jiff::civil::Date;

use crate::candidate::{PartnerRole, string_enum};
use crate::ids::{
    DataSourceId, DocumentTypeId, ExternalSystemId, OrganisationId, PartnerId, PaymentTermId,
    PricingSystemId, ShipperId, WarehouseId,
};

string_enum! {
    /// Member of the split key, by its JSON name.
    SplitMember {
        Organisation "org"
        DataSource "dataSource"
        ExternalSystem "externalSystemCode"
        ExternalHeaderId "externalHeaderId"
        PoReference "poReference"
        Buyer "bpartner"
        Bill "billBPartner"
        DropShip "dropShipBPartner"
        HandOver "handOverBPartner"
        Currency "currencyCode"
        PricingSystem "pricingSystemCode"
        TaxIncluded "taxIncluded"
        DateOrdered "dateOrdered"
        DocumentType "orderDocType"
        InvoiceDocumentType "invoiceDocType"
        PaymentRule "paymentRule"
        PaymentTerm "paymentTerm"
        Shipper "shipper"
        SalesPartner "salesPartnerCode"
        Warehouse "warehouseCode"
        DeliveryRule "deliveryRule"
        DeliveryViaRule "deliveryViaRule"
    }
}

/// Effective values of a candidate that determine its order. The required date is not included, because it belongs to the
/// order line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SplitKey<'a> {
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
    /// External system that the rows were sent with.
    pub external_system: Option<ExternalSystemId>,
    /// Header id of the sender; `None` for flat ids, which are grouped by `po_reference`.
    pub external_header_id: Option<&'a str>,
    /// Order reference of the customer.
    pub po_reference: &'a str,
    pub buyer: PartnerRole,
    /// Partner who receives the invoice.
    pub bill: PartnerRole,
    /// Partner who receives the goods.
    pub drop_ship: PartnerRole,
    /// Partner to whom the goods are handed over.
    pub hand_over: PartnerRole,
    /// Code of the currency of the price list.
    pub currency: &'a str,
    pub pricing_system: PricingSystemId,
    /// Whether the prices of the list include taxes.
    pub tax_included: bool,
    pub date_ordered: Date,
    /// Document type of the sales order.
    pub document_type: DocumentTypeId,
    /// Document type of the invoice.
    pub invoice_document_type: Option<DocumentTypeId>,
    pub payment_rule: Option<&'static str>,
    pub payment_term: Option<PaymentTermId>,
    pub shipper: Option<ShipperId>,
    /// Partner who arranged the sale.
    pub sales_partner: Option<PartnerId>,
    pub warehouse: Option<WarehouseId>,
    pub delivery_rule: Option<&'a str>,
    /// Delivery route.
    pub delivery_via_rule: Option<&'a str>,
}

impl SplitKey<'_> {
    /// Returns the first member in which two keys differ.
    pub fn difference(&self, other: &SplitKey<'_>) -> Option<SplitMember> {
        let members = [
            (SplitMember::Organisation, self.organisation != other.organisation),
            (SplitMember::DataSource, self.data_source != other.data_source),
            (SplitMember::ExternalSystem, self.external_system != other.external_system),
            (SplitMember::ExternalHeaderId, self.external_header_id != other.external_header_id),
            (SplitMember::PoReference, self.po_reference != other.po_reference),
            (SplitMember::Buyer, self.buyer != other.buyer),
            (SplitMember::Bill, self.bill != other.bill),
            (SplitMember::DropShip, self.drop_ship != other.drop_ship),
            (SplitMember::HandOver, self.hand_over != other.hand_over),
            (SplitMember::Currency, self.currency != other.currency),
            (SplitMember::PricingSystem, self.pricing_system != other.pricing_system),
            (SplitMember::TaxIncluded, self.tax_included != other.tax_included),
            (SplitMember::DateOrdered, self.date_ordered != other.date_ordered),
            (SplitMember::DocumentType, self.document_type != other.document_type),
            (SplitMember::InvoiceDocumentType, self.invoice_document_type != other.invoice_document_type),
            (SplitMember::PaymentRule, self.payment_rule != other.payment_rule),
            (SplitMember::PaymentTerm, self.payment_term != other.payment_term),
            (SplitMember::Shipper, self.shipper != other.shipper),
            (SplitMember::SalesPartner, self.sales_partner != other.sales_partner),
            (SplitMember::Warehouse, self.warehouse != other.warehouse),
            (SplitMember::DeliveryRule, self.delivery_rule != other.delivery_rule),
            (SplitMember::DeliveryViaRule, self.delivery_via_rule != other.delivery_via_rule),
        ];
        members.into_iter().find(|(_, differs)| *differs).map(|(member, _)| member)
    }
}
