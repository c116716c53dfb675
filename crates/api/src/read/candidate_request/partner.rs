//! Partner blocks: partner, location and contact with their advices.

use orderdock_domain::candidate::{ContactData, LocationData, PartnerBlock, PartnerData, PartnerLookup};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::text::{Code, Name, Text};
use orderdock_domain::{contact_members, location_members, partner_members};

use super::advice::{self, SyncAdviceMembers, Understands};
use super::restricted::{OneLine, RecordId};
use super::table::sent_members;
use crate::read::json::{Members, Reader, ValueFault, members};

members! {
    BlockMembers("PartnerData", Lenient)
    "A business partner with location and contact. It requires a code, an `externalId` or a location with a `gln`." {
        bpartner: "bpartner" PartnerMembers<'t>;
        location: "location" LocationMembers<'t>;
        contact: "contact" ContactMembers<'t>;
        bpartner_lookup_advise: "bpartnerLookupAdvise" PartnerLookup,
            "Key for the lookup of the partner. Default: `externalId`, then the `gln` of the location, then `code`, \
             until a partner is found.";
        sync_advise: "syncAdvise" SyncAdviceMembers<'t>;
    }
}

partner_members!(sent_members! [
    PartnerMembers("BusinessPartnerData")
    "A business partner. Creating it requires a name." { active: "active" bool; } {}
    read_partner(Understands::NoRemoval) PartnerData { active } {}
]);
location_members!(sent_members! [
    LocationMembers("LocationData")
    "A location. Creating it requires a country code." { active: "active" bool; } {
        state: "state" Name, "Alias of `region`. Ignored with a warning if `region` is also sent.";
    }
    read_members(Understands::NoRemoval) LocationData { active } {} with { region_as_state: false, }
]);
contact_members!(sent_members! [
    ContactMembers("ContactData")
    "A contact. Creating it requires a name, or first and last name." { active: "active" bool; } {}
    read_contact(Understands::NoRemoval) ContactData { active } {}
]);

fn read_location(reader: &mut Reader, members: &LocationMembers<'_>) -> LocationData {
    let location = read_members(reader, members);
    if members.region.is_given() {
        reader.ignored(members.state, members.region);
    } else if members.region.node.is_none() || members.state.is_given() {
        return LocationData {
            region: reader.sent(members.state),
            region_as_state: members.state.node.is_some(),
            ..location
        };
    }
    location
}

/// A partner is named by its code, its external id or the GLN of its location; with a look-up advice, by that key alone.
pub(super) fn read(reader: &mut Reader, members: &BlockMembers<'_>) -> PartnerBlock {
    let lookup = reader.read(members.bpartner_lookup_advise);
    let is_key = |key: PartnerLookup| lookup.is_none_or(|advised| advised == key);
    let mut keyed = false;
    let bpartner = reader.object(members.bpartner, |reader, members: &PartnerMembers<'_>| {
        keyed |= members.code.is_given() && is_key(PartnerLookup::Code);
        keyed |= members.external_id.is_given() && is_key(PartnerLookup::ExternalId);
        read_partner(reader, members)
    });
    let location = reader.object(members.location, |reader, members: &LocationMembers<'_>| {
        keyed |= members.gln.is_given() && is_key(PartnerLookup::Gln);
        read_location(reader, members)
    });
    let contact = reader.object(members.contact, read_contact);
    let unreadable = members.bpartner.is_given() && bpartner.is_none();
    if !keyed && !unreadable {
        let fault = ValueFault::new(ProblemCode::BpartnerKeyMissing).with("expected", expected_key(lookup));
        reader.fault_here(members.node().at, None, fault);
    }
    PartnerBlock {
        bpartner: bpartner.unwrap_or_default(),
        location,
        contact,
        advice: advice::read(reader, members.sync_advise, Understands::NoRemoval),
        lookup,
    }
}

fn expected_key(lookup: Option<PartnerLookup>) -> Phrase {
    match lookup {
        None => Phrase::AnyPartnerKey,
        Some(PartnerLookup::Code) => Phrase::PartnerCode,
        Some(PartnerLookup::ExternalId) => Phrase::PartnerExternalId,
        Some(PartnerLookup::Gln) => Phrase::PartnerGln,
    }
}
