//! Stored records as small as they can be.

use super::given::{OWN, PCE, code, name};
use crate::ids::*;
use crate::masterdata::*;

pub(super) fn stored_partner(id: PartnerId, key: &str) -> Partner {
    Partner {
        id,
        organisation: OWN,
        version: 3,
        active: true,
        code: code(key),
        external_id: None,
        name: name(key),
        name2: None,
        name3: None,
        company_name: None,
        group: None,
        phone: None,
        language: None,
        url: None,
        url2: None,
        url3: None,
        global_id: None,
        vat_id: None,
        parent: None,
        customer: true,
        vendor: false,
        invoice_rule: None,
        sales_code: None,
        tax_exempt: false,
        pricing_system: None,
    }
}

pub(super) fn stored_location(id: LocationId, partner: PartnerId, key: &str) -> Location {
    Location {
        id,
        partner,
        organisation: OWN,
        version: 4,
        active: true,
        external_id: Some(code(key)),
        gln: None,
        name: None,
        bpartner_name: None,
        address1: None,
        address2: None,
        address3: None,
        address4: None,
        po_box: None,
        postal: None,
        city: None,
        district: None,
        region: None,
        country: code("DE"),
        postal_code: None,
        ship_to: true,
        ship_to_default: false,
        bill_to: true,
        bill_to_default: false,
    }
}

pub(super) fn stored_contact(id: ContactId, partner: PartnerId, label: &str) -> Contact {
    Contact {
        id,
        partner,
        organisation: OWN,
        version: 5,
        active: true,
        external_id: None,
        code: None,
        name: name(label),
        greeting: None,
        first_name: None,
        last_name: None,
        email: None,
        phone: None,
        mobile_phone: None,
        fax: None,
        description: None,
        newsletter: false,
        default_contact: false,
        ship_to_default: false,
        bill_to_default: false,
        sales: false,
        sales_default: false,
        purchase: false,
        purchase_default: false,
        subject_matter: false,
    }
}

pub(super) fn stored_product(id: ProductId, key: &str) -> Product {
    Product {
        id,
        organisation: OWN,
        version: 6,
        active: true,
        code: code(key),
        external_id: None,
        name: name(key),
        product_type: ProductType::Item,
        unit: PCE,
        tax_category: None,
        conversions: Vec::new(),
    }
}
