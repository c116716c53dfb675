//! Partner blocks: partner, location and contact with their advices.

use orderdock_domain::candidate::{ContactData, LocationData, PartnerBlock, PartnerData};
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::text::{Code, Name, Text};
use orderdock_domain::{contact_members, location_members, partner_members};

use super::advice::{self, SyncAdviceMembers, Understands};
use super::restricted::{OneLine, RecordId};
use super::table::sent_members;
use crate::read::json::{Members, Reader, ValueFault, members};

members! {
    BlockMembers("PartnerData", Lenient)
    "A business partner with location and contact; it needs a code, an externalId or a location with a gln." {
        bpartner: "bpartner" PartnerMembers<'t>;
        location: "location" LocationMembers<'t>;
        contact: "contact" ContactMembers<'t>;
        sync_advise: "syncAdvise" SyncAdviceMembers<'t>;
    }
}

partner_members!(sent_members! [
    PartnerMembers("BusinessPartnerData") "To be created it needs a name." { active: "active" bool; } {}
    read_partner(Understands::NoRemoval) PartnerData { active } {}
]);
location_members!(sent_members! [
    LocationMembers("LocationData") "To be created it needs a country code." { active: "active" bool; } {}
    read_location(Understands::NoRemoval) LocationData { active } {}
]);
contact_members!(sent_members! [
    ContactMembers("ContactData") "To be created it needs a name, or first and last name." { active: "active" bool; } {}
    read_contact(Understands::NoRemoval) ContactData { active } {}
]);

/// A partner is named by its code, its external id or the GLN of its location.
pub(super) fn read(reader: &mut Reader, members: &BlockMembers<'_>) -> PartnerBlock {
    let mut keyed = false;
    let bpartner = reader.object(members.bpartner, |reader, members: &PartnerMembers<'_>| {
        keyed |= members.code.is_given() || members.external_id.is_given();
        read_partner(reader, members)
    });
    let location = reader.object(members.location, |reader, members: &LocationMembers<'_>| {
        keyed |= members.gln.is_given();
        read_location(reader, members)
    });
    let contact = reader.object(members.contact, read_contact);
    let unreadable = members.bpartner.is_given() && bpartner.is_none();
    if !keyed && !unreadable {
        reader.fault_here(members.node().at, None, ValueFault::new(ProblemCode::BpartnerKeyMissing));
    }
    PartnerBlock {
        bpartner: bpartner.unwrap_or_default(),
        location,
        contact,
        advice: advice::read(reader, members.sync_advise, Understands::NoRemoval),
    }
}
