//! What must be loaded before a batch can be planned: keys only, each once.

use std::collections::BTreeSet;

use crate::text::Code;

/// The keys that a batch mentions, of whatever organisation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ImportKeys {
    pub identities: BTreeSet<(Code, Code)>,
    pub partner_codes: BTreeSet<Code>,
    pub partner_external_ids: BTreeSet<Code>,
    pub sales_partner_codes: BTreeSet<Code>,
    pub location_external_ids: BTreeSet<Code>,
    pub location_glns: BTreeSet<Code>,
    pub location_address_keys: BTreeSet<String>,
    pub contact_external_ids: BTreeSet<Code>,
    /// Folded names.
    pub contact_name_keys: BTreeSet<String>,
    pub product_codes: BTreeSet<Code>,
    pub product_external_ids: BTreeSet<Code>,
    /// Country and postal code.
    pub postal_codes: BTreeSet<(Code, Code)>,
    pub po_references: BTreeSet<Code>,
}
