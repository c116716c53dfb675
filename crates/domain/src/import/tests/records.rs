//! Minimal stored records.

use super::given::{OWN, PCE, code, name};
use crate::ids::*;
use crate::masterdata::*;

pub(super) fn stored_partner(id: PartnerId, key: &str) -> Partner {
    Partner { version: 3, ..Partner::new(id, OWN, code(key), name(key)) }
}

pub(super) fn stored_location(id: LocationId, partner: PartnerId, key: &str) -> Location {
    Location { version: 4, external_id: Some(code(key)), ..Location::new(id, partner, OWN, code("DE")) }
}

pub(super) fn stored_contact(id: ContactId, partner: PartnerId, label: &str) -> Contact {
    Contact { version: 5, ..Contact::new(id, partner, OWN, name(label)) }
}

pub(super) fn stored_product(id: ProductId, key: &str) -> Product {
    Product { version: 6, ..Product::new(id, OWN, code(key), name(key), PCE) }
}
