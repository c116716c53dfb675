use orderdock_domain::masterdata::{Contact, Location, Partner};
use orderdock_domain::text::fold;
use orderdock_domain::{contact_members, location_members, partner_members};

use super::{record, table_record};

partner_members!(table_record! [
    Partner in "bpartner" {
        id, version, organisation: org_id, active, sales_code, tax_exempt,
        defaults: (
            pricing_system_id payment_rule payment_term_id shipper_id warehouse_id delivery_rule delivery_via_rule
        ),
    }
    made of partner {
        code_key: fold(partner.code.as_str()),
        name_key: fold(partner.name.as_str()),
    }
]);

location_members!(table_record! [
    Location in "bpartner_location" {
        id, version, partner: bpartner_id, organisation: org_id, active, postal_code: postal_code_id,
    }
    made of location { address_key: location.address_key() }
]);

contact_members!(table_record! [
    Contact in "bpartner_contact" { id, version, partner: bpartner_id, organisation: org_id, active, }
    made of contact { name_key: contact.name_key(), email_key: contact.email_key() }
]);
