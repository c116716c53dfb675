//! Keys of the records that must be loaded before a batch can be planned, without duplicates.

use std::collections::{BTreeMap, BTreeSet};

use super::organisation::is_named;
use super::{DEFAULT_SOURCE, ImportRow};
use crate::candidate::{
    CandidateRequest, ContactData, LocationData, MaybeUndefined, PartnerBlock, ProductData, SourceReference,
};
use crate::identifier::IdentifierString;
use crate::ids::PartnerId;
use crate::masterdata::{
    CountryCode, CrossReferenceKind, DataSource, Reference, address_key, address_key_spellings,
};
use crate::text::{Code, Name, folded_spellings};

/// Keys in the rows of a batch, regardless of the organisation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ImportKeys {
    pub identities: BTreeSet<(Code, Code)>,
    pub partner_codes: BTreeSet<Code>,
    pub partner_external_ids: BTreeSet<Code>,
    /// Record ids of parent partners.
    pub partner_ids: BTreeSet<PartnerId>,
    pub sales_partner_codes: BTreeSet<Code>,
    pub location_external_ids: BTreeSet<Code>,
    pub location_glns: BTreeSet<Code>,
    pub location_address_keys: BTreeSet<String>,
    pub contact_external_ids: BTreeSet<Code>,
    /// Codes of contacts. Only cross-references are looked up by them.
    pub contact_codes: BTreeSet<Code>,
    /// Folded names.
    pub contact_name_keys: BTreeSet<String>,
    pub product_codes: BTreeSet<Code>,
    pub product_external_ids: BTreeSet<Code>,
    /// Codes of units. Units, shippers, payment terms and warehouses are in memory, so only cross-references are looked
    /// up by these codes and external ids.
    pub unit_codes: BTreeSet<Code>,
    pub shippers: BTreeSet<Code>,
    pub payment_terms: BTreeSet<Code>,
    pub warehouse_codes: BTreeSet<Code>,
    /// Country and postal code.
    pub postal_codes: BTreeSet<(Code, Code)>,
    pub po_references: BTreeSet<Code>,
    /// Whether a row names an external system.
    pub names_system: bool,
    /// Data sources of the rows, as they were sent.
    pub data_sources: Vec<Option<SourceReference>>,
}

impl ImportKeys {
    /// Collects the keys of all parsed rows.
    pub fn collect<'r>(rows: impl IntoIterator<Item = &'r ImportRow>) -> Self {
        let mut keys = Self::default();
        let mut last: Option<&CandidateRequest> = None;
        for request in rows.into_iter().filter_map(|row| row.request.as_deref().ok()) {
            keys.add_request(request, last);
            last = Some(request);
        }
        keys
    }

    /// Returns whether a row with an external id can have an external system, so that ids in external systems must be
    /// looked up.
    pub fn can_have_systems(&self, reference: &Reference) -> bool {
        let ids = [
            &self.partner_external_ids,
            &self.location_external_ids,
            &self.contact_external_ids,
            &self.product_external_ids,
        ];
        let has_system = |source: &DataSource| {
            let is_named_by = |sent: &Option<_>| is_named(source, sent.as_ref(), DEFAULT_SOURCE);
            source.external_system.is_some() && self.data_sources.iter().any(is_named_by)
        };
        !reference.external_systems.is_empty()
            && ids.iter().any(|ids| !ids.is_empty())
            && (self.names_system || reference.data_sources.iter().any(has_system))
    }

    /// Returns the values that cross-references of a kind can have.
    pub fn cross_reference_values(&self, kind: CrossReferenceKind) -> [&BTreeSet<Code>; 3] {
        let none = &NO_CODES;
        match kind {
            CrossReferenceKind::Partner => {
                [&self.partner_codes, &self.partner_external_ids, &self.location_glns]
            }
            CrossReferenceKind::Location => [&self.location_external_ids, &self.location_glns, none],
            CrossReferenceKind::Contact => [&self.contact_external_ids, &self.contact_codes, none],
            CrossReferenceKind::Product => [&self.product_codes, &self.product_external_ids, none],
            CrossReferenceKind::Unit => [&self.unit_codes, none, none],
            CrossReferenceKind::Shipper => [&self.shippers, none, none],
            CrossReferenceKind::PaymentTerm => [&self.payment_terms, none, none],
            CrossReferenceKind::Warehouse => [&self.warehouse_codes, none, none],
        }
    }

    /// Returns all keys that are codes.
    pub fn codes(&self) -> impl Iterator<Item = &Code> {
        let identities = self.identities.iter().flat_map(|(header, line)| [header, line]);
        let alone = [
            &self.partner_codes,
            &self.partner_external_ids,
            &self.sales_partner_codes,
            &self.location_external_ids,
            &self.location_glns,
            &self.contact_external_ids,
            &self.product_codes,
            &self.product_external_ids,
        ];
        identities.chain(alone.into_iter().flatten())
    }

    /// Returns these keys and the other spellings under which records are stored.
    #[must_use]
    pub fn respelled(&self, spellings: &BTreeMap<Code, Vec<Code>>) -> Self {
        let mut keys = self.clone();
        let others = |code: &Code| spellings.get(code).into_iter().flatten().cloned();
        let all = |code: &Code| std::iter::once(code.clone()).chain(others(code)).collect::<Vec<_>>();
        for (header, line) in &self.identities {
            let lines = all(line);
            let pairs = all(header)
                .into_iter()
                .flat_map(|header| lines.iter().map(move |line| (header.clone(), line.clone())));
            keys.identities.extend(pairs);
        }
        for (alone, same) in [
            (&mut keys.partner_codes, &self.partner_codes),
            (&mut keys.partner_external_ids, &self.partner_external_ids),
            (&mut keys.sales_partner_codes, &self.sales_partner_codes),
            (&mut keys.location_external_ids, &self.location_external_ids),
            (&mut keys.location_glns, &self.location_glns),
            (&mut keys.contact_external_ids, &self.contact_external_ids),
            (&mut keys.product_codes, &self.product_codes),
            (&mut keys.product_external_ids, &self.product_external_ids),
        ] {
            alone.extend(same.iter().flat_map(others));
        }
        keys
    }

    /// Adds the keys of a request. Rows of one header usually repeat the same blocks, so parts that equal the
    /// previous row are skipped.
    fn add_request(&mut self, request: &CandidateRequest, last: Option<&CandidateRequest>) {
        let identity = &request.identity;
        self.identities.insert((identity.header_id.clone(), identity.line_id.clone()));
        if last.is_none_or(|last| last.po_reference != request.po_reference) {
            self.po_references.insert(request.po_reference.clone());
        }
        self.names_system |= request.external_system.is_some();
        if last.is_none_or(|last| last.data_source != request.data_source)
            && !self.data_sources.contains(&request.data_source)
        {
            self.data_sources.push(request.data_source.clone());
        }
        add(&mut self.sales_partner_codes, request.sales_partner_code.as_ref());
        add(&mut self.unit_codes, request.uom_code.as_ref());
        add(&mut self.shippers, request.shipper.as_ref().and_then(key_of));
        add(&mut self.payment_terms, request.payment_term.as_ref().and_then(key_of));
        add(&mut self.warehouse_codes, request.warehouse_code.as_ref());
        add(&mut self.warehouse_codes, request.warehouse_dest_code.as_ref());
        if last.is_none_or(|last| last.bpartner != request.bpartner) {
            self.add_block(&request.bpartner);
        }
        let others = [&request.bill_bpartner, &request.drop_ship_bpartner, &request.hand_over_bpartner];
        for block in others.into_iter().flatten() {
            self.add_block(block);
        }
        self.add_product(&request.product);
    }

    fn add_block(&mut self, block: &PartnerBlock) {
        add(&mut self.partner_codes, block.bpartner.code.value());
        add(&mut self.partner_external_ids, block.bpartner.external_id.value());
        self.partner_ids.extend(block.bpartner.parent_id.value().map(|id| PartnerId(*id)));
        if let Some(location) = &block.location {
            self.add_location(location);
        }
        if let Some(contact) = &block.contact {
            self.add_contact(contact);
        }
    }

    fn add_location(&mut self, location: &LocationData) {
        add(&mut self.location_external_ids, location.external_id.value());
        add(&mut self.location_glns, location.gln.value());
        if let Some(country) = country_of_address(location) {
            let (lines, postal, city) = sent_address(location);
            self.location_address_keys.extend(address_key_spellings(lines, postal, city, Some(country)));
        }
        if let (Some(country), Some(postal)) = (location.country_code.value(), location.postal.value()) {
            self.postal_codes.insert((country.clone(), postal.clone()));
        }
    }

    fn add_contact(&mut self, contact: &ContactData) {
        add(&mut self.contact_external_ids, contact.external_id.value());
        add(&mut self.contact_codes, contact.code.value());
        if contact.external_id.value().is_none() {
            let name = contact_name(contact);
            self.contact_name_keys.extend(name.iter().flat_map(|name| folded_spellings(name.as_str())));
        }
    }

    fn add_product(&mut self, product: &ProductData) {
        add(&mut self.product_codes, product.code.value());
        add(&mut self.product_external_ids, product.external_id.value());
        add(&mut self.unit_codes, product.uom_code.value());
    }
}

static NO_CODES: BTreeSet<Code> = BTreeSet::new();

/// Returns the code or external id in an identifier string; `None` for a record id.
fn key_of(identifier: &IdentifierString) -> Option<&Code> {
    match identifier {
        IdentifierString::External(key) | IdentifierString::Value(key) => Some(key),
        IdentifierString::Id(_) | IdentifierString::Internal(_) => None,
    }
}

fn add(keys: &mut BTreeSet<Code>, key: Option<&Code>) {
    if let Some(key) = key
        && !keys.contains(key)
    {
        keys.insert(key.clone());
    }
}

/// Returns the address key of a location without external id and GLN. `None` if one of these was sent, because it
/// takes precedence, or if no country was sent, because every stored address has one.
pub(super) fn sent_address_key(location: &LocationData) -> Option<String> {
    let country = country_of_address(location)?;
    let (lines, postal, city) = sent_address(location);
    Some(address_key(lines, postal, city, Some(country)))
}

fn country_of_address(location: &LocationData) -> Option<&CountryCode> {
    let has_key = location.external_id.value().is_some() || location.gln.value().is_some();
    location.country_code.value().filter(|_| !has_key)
}

fn sent_address(location: &LocationData) -> ([Option<&Name>; 4], Option<&Code>, Option<&Name>) {
    let lines = [&location.address1, &location.address2, &location.address3, &location.address4];
    (lines.map(MaybeUndefined::value), location.postal.value(), location.city.value())
}

/// Returns a contact's name as sent, otherwise its first and last name.
pub(super) fn contact_name(contact: &ContactData) -> Option<Name> {
    if let Some(name) = contact.name.value() {
        return Some(name.clone());
    }
    let parts = [contact.first_name.value(), contact.last_name.value()];
    let name = parts.into_iter().flatten().map(Name::as_str).collect::<Vec<_>>().join(" ");
    Name::parse(&name).ok().flatten()
}
