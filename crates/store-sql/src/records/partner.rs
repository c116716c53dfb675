use orderdock_domain::masterdata::{Contact, Location, Partner};
use orderdock_domain::text::fold;

use super::record;

record! {
    Partner in "bpartner" {
        id, version, organisation: org_id, active, code, external_id, name, name2, name3, company_name,
        group: bpartner_group_id, phone, language, url, url2, url3, global_id, vat_id, parent: parent_id,
        customer, vendor, invoice_rule, sales_code, tax_exempt,
        defaults: (
            pricing_system_id payment_rule payment_term_id shipper_id warehouse_id delivery_rule delivery_via_rule
        ),
    }
    made of partner {
        code_key: fold(partner.code.as_str()),
        name_key: fold(partner.name.as_str()),
    }
}

record! {
    Location in "bpartner_location" {
        id, version, partner: bpartner_id, organisation: org_id, active, external_id, gln, name,
        bpartner_name, address1, address2, address3, address4, po_box, postal, city, district, region,
        country, postal_code: postal_code_id, ship_to, ship_to_default, bill_to, bill_to_default,
    }
    made of location { address_key: location.address_key() }
}

record! {
    Contact in "bpartner_contact" {
        id, version, partner: bpartner_id, organisation: org_id, active, external_id, code, name, greeting,
        first_name, last_name, email, phone, mobile_phone, fax, description, newsletter, default_contact,
        ship_to_default, bill_to_default, sales, sales_default, purchase, purchase_default, subject_matter,
    }
    made of contact { name_key: contact.name_key(), email_key: contact.email_key() }
}
