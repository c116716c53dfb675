//! Display values of members.

use crate::candidate::{Candidate, Field, PartnerRole, Related};
use crate::ids::{ContactId, LocationId, PartnerId};

/// Returns the display value of a member: records by code, or by id if not loaded.
pub fn shown(field: Field, candidate: &Candidate, related: &Related) -> Option<String> {
    by_code(field, candidate, related).or_else(|| field.read(candidate))
}

fn by_code(field: Field, candidate: &Candidate, related: &Related) -> Option<String> {
    let reference = &related.reference;
    let code = match field {
        Field::Bpartner => return partner(candidate.buyer?.partner, related),
        Field::Location => return location(candidate.buyer?.location?, related),
        Field::Contact => return contact(candidate.buyer?.contact?, related),
        Field::BillBPartner => return role(candidate.bill?, related),
        Field::DropShipBPartner => return role(candidate.drop_ship?, related),
        Field::HandOverBPartner => return role(candidate.hand_over?, related),
        Field::InvoiceDocType => {
            return Some(reference.document_type(candidate.invoice_doc_type?)?.name.to_string());
        }
        Field::SalesPartnerCode => return sales_partner(candidate.sales_partner?, related),
        Field::UomCode => &reference.unit(candidate.unit?)?.code,
        Field::PricingSystemCode => &reference.pricing_system(candidate.pricing_system?)?.code,
        Field::TaxCategoryCode => &reference.tax_category(candidate.tax_category?)?.code,
        Field::ProductCode => &related.products.get(&candidate.product?)?.code,
        Field::PaymentTerm => &reference.payment_term(candidate.payment_term?)?.code,
        Field::Shipper => &reference.shipper(candidate.shipper?)?.code,
        Field::WarehouseCode => &reference.warehouse(candidate.warehouse?)?.code,
        Field::WarehouseDestCode => &reference.warehouse(candidate.warehouse_dest?)?.code,
        _ => return None,
    };
    Some(code.to_string())
}

fn partner(id: PartnerId, related: &Related) -> Option<String> {
    related.partners.get(&id).map(|partner| partner.code.to_string())
}

fn sales_partner(id: PartnerId, related: &Related) -> Option<String> {
    let partner = related.partners.get(&id)?;
    Some(partner.sales_code.as_ref().unwrap_or(&partner.code).to_string())
}

fn location(id: LocationId, related: &Related) -> Option<String> {
    let location = related.locations.get(&id)?;
    let code = location.external_id.as_ref().or(location.gln.as_ref()).map(ToString::to_string);
    let name = || location.name.as_ref().or(location.address1.as_ref()).map(ToString::to_string);
    code.or_else(name)
}

fn contact(id: ContactId, related: &Related) -> Option<String> {
    related.contacts.get(&id).map(|contact| contact.name.to_string())
}

fn role(role: PartnerRole, related: &Related) -> Option<String> {
    let code = partner(role.partner, related)?;
    match role.location.and_then(|id| location(id, related)) {
        Some(location) => Some(format!("{code}, {location}")),
        None => Some(code),
    }
}
