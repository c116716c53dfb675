use orderdock_domain::masterdata::{Defaults, Organisation, PartnerGroup};

use super::{parts, record};

parts! {
    Defaults {
        pricing_system, payment_rule, payment_term, shipper, warehouse, delivery_rule, delivery_via_rule,
    }
}

record! {
    Organisation in "organisation" {
        id, version, active, code, name, time_zone, country,
        defaults: (
            pricing_system_id payment_rule payment_term_id shipper_id warehouse_id delivery_rule delivery_via_rule
        ),
        tax_category: default_tax_category_id, negative_prices,
    }
}

// groups carry no version: the generation of the reference data guards them
record! {
    PartnerGroup in "bpartner_group" {
        id, organisation: org_id, active, name,
        defaults: (
            pricing_system_id payment_rule payment_term_id shipper_id warehouse_id delivery_rule delivery_via_rule
        ),
    }
    later { version: i64 }
}
