//! Reads partner blocks: partner, location and contact with their sync advice.

use orderdock_domain::candidate::{ContactData, LocationData, PartnerBlock, PartnerData, PartnerLookup};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::text::{Code, Name, Text};

use super::advice::{self, SyncAdviceMembers, Understands};
use super::restricted::{OneLine, RecordId};
use crate::request::json::{Members, Reader, ValueFault, members};

members! {
    BlockMembers("PartnerData", Lenient)
    "A business partner with location and contact. It requires a code, an `externalId` or a location with a `gln`." {
        bpartner: "bpartner" PartnerMembers<'t>;
        location: "location" LocationMembers<'t>;
        contact: "contact" ContactMembers<'t>;
        bpartner_lookup_advise: "bpartnerLookupAdvise" PartnerLookup,
            "Key for the look-up of the partner. Default: `externalId`, then the `gln` of the location, then `code`, \
             until a partner is found.";
        sync_advise: "syncAdvise" SyncAdviceMembers<'t>;
    }
}

members! {
    PartnerMembers("BusinessPartnerData", Lenient, each MaybeUndefined)
        "A business partner. Creating it requires a name." {
        active: "active" bool;
        code: "code" Code;
        external_id: "externalId" Code;
        name: "name" Name;
        name2: "name2" Name;
        name3: "name3" Name;
        company_name: "companyName" Name;
        group: "group" Name, "Name of a partner group. The group is created if it does not exist.";
        phone: "phone" Name;
        language: "language" Code;
        url: "url" OneLine;
        url2: "url2" OneLine;
        url3: "url3" OneLine;
        global_id: "globalId" Code;
        vat_id: "vatId" Code;
        parent_id: "parentId" RecordId, "Record id of the parent partner.";
        customer: "customer" bool;
        vendor: "vendor" bool;
        invoice_rule: "invoiceRule" Code;
        sync_advise: "syncAdvise" SyncAdviceMembers<'t>;
    }
}

fn read_partner(reader: &mut Reader, members: &PartnerMembers<'_>) -> PartnerData {
    PartnerData {
        active: reader.sent(members.active),
        code: reader.sent(members.code),
        external_id: reader.sent(members.external_id),
        name: reader.sent(members.name),
        name2: reader.sent(members.name2),
        name3: reader.sent(members.name3),
        company_name: reader.sent(members.company_name),
        group: reader.sent(members.group),
        phone: reader.sent(members.phone),
        language: reader.sent(members.language),
        url: reader.sent(members.url),
        url2: reader.sent(members.url2),
        url3: reader.sent(members.url3),
        global_id: reader.sent(members.global_id),
        vat_id: reader.sent(members.vat_id),
        parent_id: reader.sent(members.parent_id),
        customer: reader.sent(members.customer),
        vendor: reader.sent(members.vendor),
        invoice_rule: reader.sent(members.invoice_rule),
        advice: advice::read(reader, members.sync_advise.not_null(), Understands::NoRemoval),
    }
}

members! {
    LocationMembers("LocationData", Lenient, each MaybeUndefined)
        "A location. Creating it requires a country code." {
        active: "active" bool;
        external_id: "externalId" Code;
        gln: "gln" Code;
        name: "name" Name;
        bpartner_name: "bpartnerName" Name;
        address1: "address1" Name;
        address2: "address2" Name;
        address3: "address3" Name;
        address4: "address4" Name;
        po_box: "poBox" Name;
        postal: "postal" Code,
            "Linked to the postal code record of the country. If there is none, it is stored with a warning.";
        city: "city" Name;
        district: "district" Name;
        region: "region" Name;
        country_code: "countryCode" Code, "Two-letter country code (ISO 3166-1).";
        ship_to: "shipTo" bool;
        ship_to_default: "shipToDefault" bool;
        bill_to: "billTo" bool;
        bill_to_default: "billToDefault" bool;
        state: "state" Name, "Alias of `region`. Ignored with a warning if `region` is also sent.";
        sync_advise: "syncAdvise" SyncAdviceMembers<'t>;
    }
}

/// Reads the members of a location except `state`.
fn read_location_members(reader: &mut Reader, members: &LocationMembers<'_>) -> LocationData {
    LocationData {
        active: reader.sent(members.active),
        external_id: reader.sent(members.external_id),
        gln: reader.sent(members.gln),
        name: reader.sent(members.name),
        bpartner_name: reader.sent(members.bpartner_name),
        address1: reader.sent(members.address1),
        address2: reader.sent(members.address2),
        address3: reader.sent(members.address3),
        address4: reader.sent(members.address4),
        po_box: reader.sent(members.po_box),
        postal: reader.sent(members.postal),
        city: reader.sent(members.city),
        district: reader.sent(members.district),
        region: reader.sent(members.region),
        country_code: reader.sent(members.country_code),
        ship_to: reader.sent(members.ship_to),
        ship_to_default: reader.sent(members.ship_to_default),
        bill_to: reader.sent(members.bill_to),
        bill_to_default: reader.sent(members.bill_to_default),
        region_as_state: false,
        advice: advice::read(reader, members.sync_advise.not_null(), Understands::NoRemoval),
    }
}

members! {
    ContactMembers("ContactData", Lenient, each MaybeUndefined)
        "A contact. Creating it requires a name, or first and last name." {
        active: "active" bool;
        external_id: "externalId" Code;
        code: "code" Code;
        name: "name" Name;
        greeting: "greeting" Name;
        first_name: "firstName" Name;
        last_name: "lastName" Name;
        email: "email" Name;
        phone: "phone" Name;
        mobile_phone: "mobilePhone" Name;
        fax: "fax" Name;
        description: "description" Text;
        newsletter: "newsletter" bool;
        default_contact: "defaultContact" bool;
        ship_to_default: "shipToDefault" bool;
        bill_to_default: "billToDefault" bool;
        sales: "sales" bool;
        sales_default: "salesDefault" bool;
        purchase: "purchase" bool;
        purchase_default: "purchaseDefault" bool;
        subject_matter: "subjectMatter" bool;
        sync_advise: "syncAdvise" SyncAdviceMembers<'t>;
    }
}

fn read_contact(reader: &mut Reader, members: &ContactMembers<'_>) -> ContactData {
    ContactData {
        active: reader.sent(members.active),
        external_id: reader.sent(members.external_id),
        code: reader.sent(members.code),
        name: reader.sent(members.name),
        greeting: reader.sent(members.greeting),
        first_name: reader.sent(members.first_name),
        last_name: reader.sent(members.last_name),
        email: reader.sent(members.email),
        phone: reader.sent(members.phone),
        mobile_phone: reader.sent(members.mobile_phone),
        fax: reader.sent(members.fax),
        description: reader.sent(members.description),
        newsletter: reader.sent(members.newsletter),
        default_contact: reader.sent(members.default_contact),
        ship_to_default: reader.sent(members.ship_to_default),
        bill_to_default: reader.sent(members.bill_to_default),
        sales: reader.sent(members.sales),
        sales_default: reader.sent(members.sales_default),
        purchase: reader.sent(members.purchase),
        purchase_default: reader.sent(members.purchase_default),
        subject_matter: reader.sent(members.subject_matter),
        advice: advice::read(reader, members.sync_advise.not_null(), Understands::NoRemoval),
    }
}

/// Reads a location. Its region is `region`, or the alias `state`.
fn read_location(reader: &mut Reader, members: &LocationMembers<'_>) -> LocationData {
    let location = read_location_members(reader, members);
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

/// Checks that a partner has a code, an external id or a location with GLN; with a look-up advice, the key of
/// that advice.
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
