//! Looking up partners, locations and contacts.

use super::super::PostalCode;
use super::super::table::TablePlace;
use super::{
    RecordKey, World, best, follow, hint_contact, hint_location, hint_location_keys, hint_partner, is,
};
use crate::ids::{OrganisationId, PartnerId, SHARED};
use crate::masterdata::{Contact, Location, Partner};
use crate::text::Code;

impl World {
    pub(in crate::import) fn create_partner(&mut self, partner: Partner) -> TablePlace {
        let place = self.partners.create(partner);
        hint_partner(&mut self.hints, place, self.partners.get(place));
        place
    }

    pub(in crate::import) fn change_partner(&mut self, place: TablePlace, partner: Partner) {
        self.partners.change(place, partner);
        hint_partner(&mut self.hints, place, self.partners.get(place));
    }

    pub(in crate::import) fn create_location(&mut self, location: Location) -> TablePlace {
        let place = self.locations.create(location);
        hint_location(&mut self.hints, place, self.locations.get(place));
        place
    }

    pub(in crate::import) fn change_location(&mut self, place: TablePlace, location: Location) {
        self.locations.change(place, location);
        hint_location_keys(&mut self.hints, place, self.locations.get(place));
    }

    pub(in crate::import) fn create_contact(&mut self, contact: Contact) -> TablePlace {
        let place = self.contacts.create(contact);
        hint_contact(&mut self.hints, place, self.contacts.get(place));
        place
    }

    pub(in crate::import) fn change_contact(&mut self, place: TablePlace, contact: Contact) {
        self.contacts.change(place, contact);
        hint_contact(&mut self.hints, place, self.contacts.get(place));
    }

    pub(in crate::import) fn partner_by_id(
        &self,
        organisation: OrganisationId,
        id: PartnerId,
    ) -> Option<TablePlace> {
        let places = self.hints.get(RecordKey::PartnerId(id));
        best_partner(follow(&self.partners, places, |partner| partner.id == id), organisation)
    }

    pub(in crate::import) fn partner_by_code(
        &self,
        organisation: OrganisationId,
        code: &Code,
    ) -> Option<TablePlace> {
        let places = self.hints.get(RecordKey::PartnerCode(code.as_str()));
        best_partner(follow(&self.partners, places, |partner| partner.code == *code), organisation)
    }

    pub(in crate::import) fn partner_by_external_id(
        &self,
        organisation: OrganisationId,
        id: &Code,
    ) -> Option<TablePlace> {
        let places = self.hints.get(RecordKey::PartnerExternalId(id.as_str()));
        let fits = |partner: &Partner| is(partner.external_id.as_ref(), id);
        best_partner(follow(&self.partners, places, fits), organisation)
    }

    /// Active partners that carry the sales code: own ones, or shared ones where there is none of the
    /// organisation's.
    pub(in crate::import) fn sales_partners(
        &self,
        organisation: OrganisationId,
        code: &Code,
    ) -> Vec<PartnerId> {
        let places = self.hints.get(RecordKey::SalesCode(code.as_str()));
        let fits = |partner: &Partner| partner.active && is(partner.sales_code.as_ref(), code);
        let found: Vec<_> = follow(&self.partners, places, fits).map(|(_, partner)| partner).collect();
        let of = |owner: OrganisationId| -> Vec<PartnerId> {
            found.iter().filter(|partner| partner.organisation == owner).map(|partner| partner.id).collect()
        };
        let own = of(organisation);
        if own.is_empty() { of(SHARED) } else { own }
    }

    /// Partners with a location of this GLN; those of own locations win over those of shared ones.
    pub(in crate::import) fn partners_by_gln(
        &self,
        organisation: OrganisationId,
        gln: &Code,
    ) -> Vec<TablePlace> {
        let places = self.hints.get(RecordKey::Gln(gln.as_str()));
        let fits = |location: &Location| is(location.gln.as_ref(), gln);
        let found: Vec<_> = follow(&self.locations, places, fits).map(|(_, location)| location).collect();
        let of = |owner: OrganisationId| {
            let owned = found.iter().filter(|location| location.organisation == owner);
            let mut partners: Vec<TablePlace> =
                owned.filter_map(|location| self.partner_by_id(organisation, location.partner)).collect();
            partners.sort_unstable();
            partners.dedup();
            partners
        };
        let own = of(organisation);
        if own.is_empty() { of(SHARED) } else { own }
    }

    pub(in crate::import) fn location_by_external_id(
        &self,
        organisation: OrganisationId,
        partner: PartnerId,
        id: &Code,
    ) -> Option<TablePlace> {
        let places = self.hints.get(RecordKey::LocationExternalId(partner, id.as_str()));
        let fits = |location: &Location| location.partner == partner && is(location.external_id.as_ref(), id);
        best_location(follow(&self.locations, places, fits), organisation)
    }

    pub(in crate::import) fn location_by_gln(
        &self,
        organisation: OrganisationId,
        partner: PartnerId,
        gln: &Code,
    ) -> Option<TablePlace> {
        let places = self.hints.get(RecordKey::LocationGln(partner, gln.as_str()));
        let fits = |location: &Location| location.partner == partner && is(location.gln.as_ref(), gln);
        best_location(follow(&self.locations, places, fits), organisation)
    }

    pub(in crate::import) fn location_by_address(
        &self,
        organisation: OrganisationId,
        partner: PartnerId,
        key: &str,
    ) -> Option<TablePlace> {
        let places = self.hints.get(RecordKey::Address(partner, key));
        let fits = |location: &Location| location.partner == partner && location.address_key() == key;
        best_location(follow(&self.locations, places, fits), organisation)
    }

    /// The locations of a partner that the organisation sees.
    pub(in crate::import) fn locations_of(
        &self,
        organisation: OrganisationId,
        partner: PartnerId,
    ) -> impl Iterator<Item = (TablePlace, &Location)> {
        let places = self.hints.get(RecordKey::LocationsOf(partner));
        follow(&self.locations, places, move |location| {
            let seen = location.organisation == organisation || location.organisation == SHARED;
            location.partner == partner && seen
        })
    }

    /// Another location of the same partner and owner with the same identity: its external id, without one its
    /// GLN, without both its address.
    pub(in crate::import) fn location_taken(&self, place: TablePlace, location: &Location) -> bool {
        let places = self.hints.get(RecordKey::LocationsOf(location.partner));
        follow(&self.locations, places, |other| {
            let same_owner = (other.partner, other.organisation) == (location.partner, location.organisation);
            same_owner && location_identity(other) == location_identity(location)
        })
        .any(|(other, _)| other != place)
    }

    /// Another contact without external id of the same partner and owner with the same name and email.
    pub(in crate::import) fn contact_taken(&self, place: TablePlace, contact: &Contact) -> bool {
        let name = contact.name_key();
        let places = self.hints.get(RecordKey::ContactName(contact.partner, &name));
        contact.external_id.is_none()
            && follow(&self.contacts, places, |other| {
                let same_owner =
                    (other.partner, other.organisation) == (contact.partner, contact.organisation);
                let same_keys = other.name_key() == name && other.email_key() == contact.email_key();
                same_owner && same_keys && other.external_id.is_none()
            })
            .any(|(other, _)| other != place)
    }

    /// The best of a partner's active locations that fit.
    pub(in crate::import) fn active_location(
        &self,
        organisation: OrganisationId,
        partner: PartnerId,
        fits: impl Fn(&Location) -> bool,
    ) -> Option<TablePlace> {
        let all = self.locations_of(organisation, partner);
        best_location(all.filter(|(_, location)| location.active && fits(location)), organisation)
    }

    pub(in crate::import) fn contact_by_external_id(
        &self,
        organisation: OrganisationId,
        partner: PartnerId,
        id: &Code,
    ) -> Option<TablePlace> {
        let places = self.hints.get(RecordKey::ContactExternalId(partner, id.as_str()));
        let fits = |contact: &Contact| contact.partner == partner && is(contact.external_id.as_ref(), id);
        best(follow(&self.contacts, places, fits), organisation, rank_contact)
    }

    /// By name and, where one is given, email; both folded.
    pub(in crate::import) fn contact_by_name(
        &self,
        organisation: OrganisationId,
        partner: PartnerId,
        name: &str,
        email: Option<&str>,
    ) -> Option<TablePlace> {
        let places = self.hints.get(RecordKey::ContactName(partner, name));
        let fits = |contact: &Contact| {
            let same_email = email.is_none_or(|email| contact.email_key() == email);
            contact.partner == partner && same_email && contact.name_key() == name
        };
        best(follow(&self.contacts, places, fits), organisation, rank_contact)
    }

    pub(in crate::import) fn postal_code(
        &self,
        country: &Code,
        postal: &Code,
        city: Option<&str>,
    ) -> Option<&PostalCode> {
        let places = self.hints.get(RecordKey::Postal(country.as_str(), postal.as_str()));
        let found = places.iter().filter_map(|place| self.postal_codes.get(*place));
        PostalCode::of_city(found.filter(|known| known.country == *country && known.postal == *postal), city)
    }
}

/// External id, GLN or address, the first that there is.
fn location_identity(location: &Location) -> (Option<&Code>, Option<&Code>, Option<String>) {
    match (&location.external_id, &location.gln) {
        (Some(id), _) => (Some(id), None, None),
        (None, Some(gln)) => (None, Some(gln), None),
        (None, None) => (None, None, Some(location.address_key())),
    }
}

fn best_partner<'a>(
    records: impl Iterator<Item = (TablePlace, &'a Partner)>,
    organisation: OrganisationId,
) -> Option<TablePlace> {
    best(records, organisation, |partner| (partner.organisation, partner.active, partner.id.0))
}

fn best_location<'a>(
    records: impl Iterator<Item = (TablePlace, &'a Location)>,
    organisation: OrganisationId,
) -> Option<TablePlace> {
    best(records, organisation, |location| (location.organisation, location.active, location.id.0))
}

fn rank_contact(contact: &Contact) -> (OrganisationId, bool, i64) {
    (contact.organisation, contact.active, contact.id.0)
}
