//! Values in the words that people know them by.

use crate::candidate::{Candidate, Field, PartnerRole, Related};
use crate::ids::{ContactId, LocationId, PartnerId};
use crate::text::Code;

/// The value that a candidate holds, records by their code; a record that is not at hand by its id.
pub fn shown(field: Field, candidate: &Candidate, related: &Related) -> Option<String> {
    let reference = &related.reference;
    let code = |code: &Code| code.to_string();
    let known = match field {
        Field::UomCode => reference.unit(candidate.unit).map(|unit| code(&unit.code)),
        Field::PricingSystemCode => {
            candidate.pricing_system.and_then(|id| reference.pricing_system(id)).map(|one| code(&one.code))
        }
        Field::TaxCategoryCode => {
            candidate.tax_category.and_then(|id| reference.tax_category(id)).map(|one| code(&one.code))
        }
        Field::ProductCode => related.products.get(&candidate.product).map(|product| code(&product.code)),
        Field::Bpartner => partner(candidate.buyer.partner, related),
        Field::Location => candidate.buyer.location.and_then(|id| location(id, related)),
        Field::Contact => candidate.buyer.contact.and_then(|id| contact(id, related)),
        Field::BillBPartner => candidate.bill.and_then(|one| role(one, related)),
        Field::DropShipBPartner => candidate.drop_ship.and_then(|one| role(one, related)),
        Field::HandOverBPartner => candidate.hand_over.and_then(|one| role(one, related)),
        Field::InvoiceDocType => candidate
            .invoice_doc_type
            .and_then(|id| reference.document_type(id))
            .map(|one| one.name.to_string()),
        Field::PaymentTerm => {
            candidate.payment_term.and_then(|id| reference.payment_term(id)).map(|one| code(&one.code))
        }
        Field::Shipper => candidate.shipper.and_then(|id| reference.shipper(id)).map(|one| code(&one.code)),
        Field::SalesPartnerCode => candidate.sales_partner.and_then(|id| sales_partner(id, related)),
        Field::WarehouseCode => {
            candidate.warehouse.and_then(|id| reference.warehouse(id)).map(|one| code(&one.code))
        }
        Field::WarehouseDestCode => {
            candidate.warehouse_dest.and_then(|id| reference.warehouse(id)).map(|one| code(&one.code))
        }
        _ => None,
    };
    known.or_else(|| field.read(candidate))
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
