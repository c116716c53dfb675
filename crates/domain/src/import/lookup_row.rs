//! Rebuilds rows from the contents of stored candidates, to look up their records again.

use super::{ImportRow, RowOrigin};
use crate::candidate::{
    Candidate, CandidateRequest, ContactData, InvoiceDocType, LocationData, MaybeUndefined, PartnerBlock,
    PartnerData, PartnerLookup, ProductData, ReferenceKey, ReferenceKind, RequiredMembers, SourceReference,
};
use crate::identifier::IdentifierString;
use crate::masterdata::Reference;
use crate::sync_advice::SyncAdvice;
use crate::text::{Code, Name};

/// Returns a row with the members by which the candidate's records are looked up. It does not create or update records.
pub fn lookup_row(candidate: &Candidate, reference: &Reference) -> ImportRow {
    let identity = candidate.identity.clone();
    let mut request = CandidateRequest::minimal(RequiredMembers {
        identity: identity.clone(),
        bpartner: PartnerBlock { advice: Some(SyncAdvice::READ_ONLY), ..PartnerBlock::default() },
        product: ProductData { advice: Some(SyncAdvice::READ_ONLY), ..ProductData::default() },
        qty: candidate.qty,
        po_reference: candidate.po_reference.clone(),
    });
    request.data_source = Some(SourceReference::Identifier(IdentifierString::Id(candidate.data_source.0)));
    let system = candidate.external_system.and_then(|id| reference.external_system(id));
    request.external_system = system.map(|system| system.code.clone());
    for member in candidate.content.members() {
        read_member(&mut request, member.pointer, &member.text());
    }
    read_lookups(&mut request, candidate);
    ImportRow {
        header_id: Some(identity.header_id.to_string()),
        line_id: Some(identity.line_id.to_string()),
        origin: RowOrigin::default(),
        request: Ok(Box::new(request)),
        warnings: Vec::new(),
    }
}

fn read_member(request: &mut CandidateRequest, pointer: &str, text: &str) {
    let code = || Code::stored(text);
    let identifier = || IdentifierString::parse(&Code::stored(text)?).ok();
    match pointer {
        "/uomCode" => request.uom_code = code(),
        "/shipper" => request.shipper = identifier(),
        "/paymentTerm" => request.payment_term = identifier(),
        "/warehouseCode" => request.warehouse_code = code(),
        "/warehouseDestCode" => request.warehouse_dest_code = code(),
        "/pricingSystemCode" => request.pricing_system_code = code(),
        "/salesPartnerCode" => request.sales_partner_code = code(),
        "/product/code" => request.product.code = sent(code()),
        "/product/externalId" => request.product.external_id = sent(code()),
        "/invoiceDocType/docBaseType" => {
            request.invoice_doc_type =
                code().map(|doc_base_type| InvoiceDocType { doc_base_type, doc_sub_type: None });
        }
        "/invoiceDocType/docSubType" => {
            if let Some(wanted) = &mut request.invoice_doc_type {
                wanted.doc_sub_type = code();
            }
        }
        _ => read_block_member(request, pointer, text),
    }
}

/// Reads a member of a partner block.
fn read_block_member(request: &mut CandidateRequest, pointer: &str, text: &str) {
    let Some((role, member)) = pointer.strip_prefix('/').and_then(|path| path.split_once('/')) else {
        return;
    };
    let block = match role {
        "bpartner" => &mut request.bpartner,
        "billBPartner" => other_block(&mut request.bill_bpartner),
        "dropShipBPartner" => other_block(&mut request.drop_ship_bpartner),
        "handOverBPartner" => other_block(&mut request.hand_over_bpartner),
        _ => return,
    };
    match member.split_once('/') {
        Some(("bpartner", member)) => read_partner(&mut block.bpartner, member, text),
        Some(("location", member)) => read_location(block.location.get_or_insert_default(), member, text),
        Some(("contact", member)) => read_contact(block.contact.get_or_insert_default(), member, text),
        _ => {}
    }
}

fn other_block(block: &mut Option<Box<PartnerBlock>>) -> &mut PartnerBlock {
    block.get_or_insert_with(|| {
        Box::new(PartnerBlock { advice: Some(SyncAdvice::READ_ONLY), ..PartnerBlock::default() })
    })
}

fn read_partner(partner: &mut PartnerData, member: &str, text: &str) {
    match member {
        "code" => partner.code = sent(Code::stored(text)),
        "externalId" => partner.external_id = sent(Code::stored(text)),
        _ => {}
    }
}

fn read_location(location: &mut LocationData, member: &str, text: &str) {
    let (code, name) = (|| sent(Code::stored(text)), || sent(Name::stored(text)));
    match member {
        "externalId" => location.external_id = code(),
        "gln" => location.gln = code(),
        "name" => location.name = name(),
        "bpartnerName" => location.bpartner_name = name(),
        "address1" => location.address1 = name(),
        "address2" => location.address2 = name(),
        "address3" => location.address3 = name(),
        "address4" => location.address4 = name(),
        "poBox" => location.po_box = name(),
        "postal" => location.postal = code(),
        "city" => location.city = name(),
        "district" => location.district = name(),
        "region" | "state" => location.region = name(),
        "countryCode" => location.country_code = code(),
        _ => {}
    }
}

fn read_contact(contact: &mut ContactData, member: &str, text: &str) {
    let (code, name) = (|| sent(Code::stored(text)), || sent(Name::stored(text)));
    match member {
        "externalId" => contact.external_id = code(),
        "code" => contact.code = code(),
        "name" => contact.name = name(),
        "firstName" => contact.first_name = name(),
        "lastName" => contact.last_name = name(),
        "email" => contact.email = name(),
        _ => {}
    }
}

/// Restores the look-up advice of blocks, which the content does not contain, from the only key that the import tried.
fn read_lookups(request: &mut CandidateRequest, candidate: &Candidate) {
    for open in candidate.unresolved.iter().filter(|open| open.kind == ReferenceKind::Partner) {
        let [(key, _)] = open.keys.as_slice() else { continue };
        let lookup = match key {
            ReferenceKey::Code => PartnerLookup::Code,
            ReferenceKey::ExternalId => PartnerLookup::ExternalId,
            ReferenceKey::Gln => PartnerLookup::Gln,
            ReferenceKey::Id | ReferenceKey::Name | ReferenceKey::Address => continue,
        };
        let block = match open.field.as_str() {
            "billBPartner" => request.bill_bpartner.as_deref_mut(),
            "dropShipBPartner" => request.drop_ship_bpartner.as_deref_mut(),
            "handOverBPartner" => request.hand_over_bpartner.as_deref_mut(),
            _ => Some(&mut request.bpartner),
        };
        if let Some(block) = block {
            block.lookup = Some(lookup);
        }
    }
}

fn sent<T>(value: Option<T>) -> MaybeUndefined<T> {
    value.map_or(MaybeUndefined::Absent, MaybeUndefined::Value)
}
