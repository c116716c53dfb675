//! Lookup of partners, locations and contacts.

use std::borrow::Cow;

use super::super::PostalCode;
use super::super::id_scope::IdScope;
use super::super::table::TableIndex;
use super::records::{best, follow, follow_spelled};
use super::{ImportState, RecordKey, RowRecord};
use crate::ids::{OrganisationId, PartnerId, SHARED};
use crate::masterdata::{Contact, Location};
use crate::text::{Code, plain_spaces};

impl ImportState {
    pub fn partner_by_id(&self, organisation: OrganisationId, id: PartnerId) -> Option<TableIndex> {
        let key = RecordKey::PartnerId(id);
        self.best(&self.partners, key, organisation, |partner| partner.id == id)
    }

    pub fn partner_by_code(&self, organisation: OrganisationId, code: &Code) -> Option<TableIndex> {
        let key = RecordKey::PartnerCode(code.as_str());
        self.best_spelled(&self.partners, key, organisation, code, |partner| Some(&partner.code))
    }

    pub fn partner_by_external_id(
        &self,
        organisation: OrganisationId,
        ids: IdScope,
        id: &Code,
    ) -> Option<TableIndex> {
        let of_system = self.best_referenced(&self.partners, (organisation, None), ids.system, id);
        if of_system.is_some() || !ids.shared {
            return of_system;
        }
        let key = RecordKey::PartnerExternalId(id.as_str());
        self.best_spelled(&self.partners, key, organisation, id, |partner| partner.external_id.as_ref())
    }

    /// Returns the active partners with this sales code: the organisation's own, otherwise the shared ones.
    pub fn sales_partners(&self, organisation: OrganisationId, code: &Code) -> Vec<PartnerId> {
        let indexes = self.hints.get(RecordKey::SalesCode(code.as_str()));
        let found = follow_spelled(&self.partners, indexes, code, |partner| {
            partner.sales_code.as_ref().filter(|_| partner.active)
        });
        let found: Vec<_> = found.into_iter().map(|(_, partner)| partner).collect();
        let of = |owner: OrganisationId| -> Vec<PartnerId> {
            found.iter().filter(|partner| partner.organisation == owner).map(|partner| partner.id).collect()
        };
        let own = of(organisation);
        if own.is_empty() { of(SHARED) } else { own }
    }

    /// Returns the partners with a location of this GLN. Partners of own locations take precedence over those of
    /// shared locations.
    pub fn partners_by_gln(&self, organisation: OrganisationId, gln: &Code) -> Vec<TableIndex> {
        let indexes = self.hints.get(RecordKey::Gln(gln.as_str()));
        let found = follow_spelled(&self.locations, indexes, gln, |location| location.gln.as_ref());
        let found: Vec<_> = found.into_iter().map(|(_, location)| location).collect();
        let of = |owner: OrganisationId| {
            let owned = found.iter().filter(|location| location.organisation == owner);
            let mut partners: Vec<TableIndex> =
                owned.filter_map(|location| self.partner_by_id(organisation, location.partner)).collect();
            partners.sort_unstable();
            partners.dedup();
            partners
        };
        let own = of(organisation);
        if own.is_empty() { of(SHARED) } else { own }
    }

    pub fn location_by_external_id(
        &self,
        organisation: OrganisationId,
        partner: PartnerId,
        ids: IdScope,
        id: &Code,
    ) -> Option<TableIndex> {
        let of_system = self.best_referenced(&self.locations, (organisation, Some(partner)), ids.system, id);
        if of_system.is_some() || !ids.shared {
            return of_system;
        }
        let key = RecordKey::LocationExternalId(partner, id.as_str());
        self.best_spelled(&self.locations, key, organisation, id, |location| {
            location.external_id.as_ref().filter(|_| location.partner == partner)
        })
    }

    /// Returns the best location of the partner with this GLN. If it is active, also returns the other active locations
    /// with the GLN and the same owner.
    pub fn locations_by_gln(
        &self,
        organisation: OrganisationId,
        partner: PartnerId,
        gln: &Code,
    ) -> Vec<TableIndex> {
        let indexes = self.hints.get(RecordKey::LocationGln(partner, gln.as_str()));
        let mut found = follow_spelled(&self.locations, indexes, gln, |location| {
            location.gln.as_ref().filter(|_| location.partner == partner)
        });
        let Some(best) = best(found.iter().copied(), organisation) else { return Vec::new() };
        let (owner, active, _) = self.locations.get(best).rank();
        found.retain(|(index, other)| {
            *index == best || active && (other.organisation, other.active) == (owner, active)
        });
        found.sort_unstable_by_key(|(_, location)| location.id);
        found.dedup_by_key(|(index, _)| *index);
        found.into_iter().map(|(index, _)| index).collect()
    }

    /// Returns the location with this address key.
    pub fn location_by_address(
        &self,
        organisation: OrganisationId,
        partner: PartnerId,
        address: &str,
    ) -> Option<TableIndex> {
        let key = RecordKey::Address(partner, address);
        let fits = |location: &Location| location.partner == partner && location.address_key() == address;
        self.best(&self.locations, key, organisation, fits)
    }

    /// Returns the locations of a partner that are visible to the organisation.
    pub fn locations_of(
        &self,
        organisation: OrganisationId,
        partner: PartnerId,
    ) -> impl Iterator<Item = (TableIndex, &Location)> {
        let indexes = self.hints.get(RecordKey::LocationsOf(partner));
        follow(&self.locations, indexes, move |location| {
            let seen = location.organisation == organisation || location.organisation == SHARED;
            location.partner == partner && seen
        })
    }

    /// Returns whether another location of the same partner and owner has the same identity: the external id, otherwise
    /// the GLN, otherwise the address. The kind of spaces in a new key is ignored, as in look-ups. A location with an id in
    /// an external system is not identified by its address.
    pub fn location_taken(&self, index: TableIndex, location: &Location) -> bool {
        if location.external_id.is_none() && self.has_references(location.id.0) {
            return false;
        }
        let indexes = self.hints.get(RecordKey::LocationsOf(location.partner));
        // stored locations whose keys differ only in spaces remain separate
        let plainly = location_identity(self.locations.get(index), true) != location_identity(location, true);
        let identity = location_identity(location, plainly);
        follow(&self.locations, indexes, |other| {
            let same_owner = (other.partner, other.organisation) == (location.partner, location.organisation);
            let separate =
                matches!(identity, LocationIdentity::Address(_)) && self.has_references(other.id.0);
            same_owner && !separate && location_identity(other, plainly) == identity
        })
        .any(|(other, _)| other != index)
    }

    /// Returns whether another location of the same partner and owner has the same GLN, ignoring the kind of spaces.
    pub fn gln_taken(&self, index: TableIndex, location: &Location) -> bool {
        let Some(gln) = location.gln.as_ref().map(|gln| plain_spaces(gln.as_str())) else { return false };
        let indexes = self.hints.get(RecordKey::LocationGln(location.partner, &gln));
        follow(&self.locations, indexes, |other| {
            let same_owner = (other.partner, other.organisation) == (location.partner, location.organisation);
            same_owner && other.gln.as_ref().is_some_and(|other| plain_spaces(other.as_str()) == gln)
        })
        .any(|(other, _)| other != index)
    }

    /// Returns whether another contact of the same partner and owner has the same name and email. Contacts with external
    /// ids are not compared.
    pub fn contact_taken(&self, index: TableIndex, contact: &Contact) -> bool {
        let keys = |contact: &Contact| (contact.name_key(), contact.email_key());
        let (name, email) = keys(contact);
        let indexes = self.hints.get(RecordKey::ContactName(contact.partner, &name));
        let has_id = |contact: &Contact| contact.external_id.is_some() || self.has_references(contact.id.0);
        !has_id(contact)
            && follow(&self.contacts, indexes, |other| {
                let same_owner =
                    (other.partner, other.organisation) == (contact.partner, contact.organisation);
                same_owner && keys(other) == (name.clone(), email.clone()) && !has_id(other)
            })
            .any(|(other, _)| other != index)
    }

    /// Returns the best active location of the partner that satisfies `fits`.
    pub fn active_location(
        &self,
        organisation: OrganisationId,
        partner: PartnerId,
        fits: impl Fn(&Location) -> bool,
    ) -> Option<TableIndex> {
        let all = self.locations_of(organisation, partner);
        best(all.filter(|(_, location)| location.active && fits(location)), organisation)
    }

    pub fn contact_by_external_id(
        &self,
        organisation: OrganisationId,
        partner: PartnerId,
        ids: IdScope,
        id: &Code,
    ) -> Option<TableIndex> {
        let of_system = self.best_referenced(&self.contacts, (organisation, Some(partner)), ids.system, id);
        if of_system.is_some() || !ids.shared {
            return of_system;
        }
        let key = RecordKey::ContactExternalId(partner, id.as_str());
        self.best_spelled(&self.contacts, key, organisation, id, |contact| {
            contact.external_id.as_ref().filter(|_| contact.partner == partner)
        })
    }

    /// Returns the contact with this name and, if given, this email; both are folded.
    pub fn contact_by_name(
        &self,
        organisation: OrganisationId,
        partner: PartnerId,
        name: &str,
        email: Option<&str>,
    ) -> Option<TableIndex> {
        let key = RecordKey::ContactName(partner, name);
        let fits = |contact: &Contact| {
            let same_email = email.is_none_or(|email| contact.email_key() == email);
            contact.partner == partner && same_email && contact.name_key() == name
        };
        self.best(&self.contacts, key, organisation, fits)
    }

    pub fn postal_code(&self, country: &Code, postal: &Code, city: Option<&str>) -> Option<&PostalCode> {
        let found = self.known(&self.postal_codes, RecordKey::Postal(country.as_str(), postal.as_str()));
        PostalCode::of_city(found.filter(|known| known.country == *country && known.postal == *postal), city)
    }
}

/// The first available of external id, GLN and address key.
#[derive(PartialEq)]
enum LocationIdentity<'a> {
    ExternalId(Cow<'a, str>),
    Gln(Cow<'a, str>),
    Address(String),
}

/// Returns the identity of a location, either with plain spaces or as stored.
fn location_identity(location: &Location, plainly: bool) -> LocationIdentity<'_> {
    match (&location.external_id, &location.gln) {
        (Some(id), _) => LocationIdentity::ExternalId(spelled(id, plainly)),
        (None, Some(gln)) => LocationIdentity::Gln(spelled(gln, plainly)),
        (None, None) => LocationIdentity::Address(location.address_key()),
    }
}

fn spelled(key: &Code, plainly: bool) -> Cow<'_, str> {
    if plainly { plain_spaces(key.as_str()) } else { Cow::Borrowed(key.as_str()) }
}
