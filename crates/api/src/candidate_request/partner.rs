//! Partner blocks: partner, location and contact with their advices.

use orderdock_domain::candidate::{ContactData, LocationData, PartnerBlock, PartnerData};
use orderdock_domain::problem::Code;

use super::advice::{self, Understands};
use super::restricted::Line;
use crate::json::{Fault, Node, Reader, members};

members! {
    BlockMembers {
        bpartner: "bpartner",
        location: "location",
        contact: "contact",
        sync_advise: "syncAdvise",
    }
}

members! {
    PartnerMembers {
        active: "active",
        code: "code",
        external_id: "externalId",
        name: "name",
        name2: "name2",
        name3: "name3",
        company_name: "companyName",
        group: "group",
        phone: "phone",
        language: "language",
        url: "url",
        url2: "url2",
        url3: "url3",
        global_id: "globalId",
        vat_id: "vatId",
        parent_id: "parentId",
        customer: "customer",
        vendor: "vendor",
        invoice_rule: "invoiceRule",
        sync_advise: "syncAdvise",
    }
}

members! {
    LocationMembers {
        active: "active",
        external_id: "externalId",
        gln: "gln",
        name: "name",
        bpartner_name: "bpartnerName",
        address1: "address1",
        address2: "address2",
        address3: "address3",
        address4: "address4",
        po_box: "poBox",
        postal: "postal",
        city: "city",
        district: "district",
        region: "region",
        country_code: "countryCode",
        ship_to: "shipTo",
        ship_to_default: "shipToDefault",
        bill_to: "billTo",
        bill_to_default: "billToDefault",
        sync_advise: "syncAdvise",
    }
}

members! {
    ContactMembers {
        active: "active",
        external_id: "externalId",
        code: "code",
        name: "name",
        greeting: "greeting",
        first_name: "firstName",
        last_name: "lastName",
        email: "email",
        phone: "phone",
        mobile_phone: "mobilePhone",
        fax: "fax",
        description: "description",
        newsletter: "newsletter",
        default_contact: "defaultContact",
        ship_to_default: "shipToDefault",
        bill_to_default: "billToDefault",
        sales: "sales",
        sales_default: "salesDefault",
        purchase: "purchase",
        purchase_default: "purchaseDefault",
        subject_matter: "subjectMatter",
        sync_advise: "syncAdvise",
    }
}

/// A partner is named by its code, its external id or the GLN of its location.
pub(super) fn read(reader: &mut Reader, node: &Node<'_>) -> Option<PartnerBlock> {
    let members = BlockMembers::open(reader, node)?;
    let mut keyed = false;
    let bpartner = reader.object(members.bpartner, |reader, node| read_partner(reader, node, &mut keyed));
    let location = reader.object(members.location, |reader, node| read_location(reader, node, &mut keyed));
    let contact = reader.object(members.contact, read_contact);
    let unreadable = members.bpartner.is_given() && bpartner.is_none();
    if !keyed && !unreadable {
        reader.fault_here(node.at, None, Fault::new(Code::BpartnerKeyMissing));
    }
    Some(PartnerBlock {
        bpartner: bpartner.unwrap_or_default(),
        location,
        contact,
        advice: advice::read(reader, members.sync_advise, Understands::NoRemoval),
    })
}

fn read_partner(reader: &mut Reader, node: &Node<'_>, keyed: &mut bool) -> Option<PartnerData> {
    let members = PartnerMembers::open(reader, node)?;
    *keyed |= members.code.is_given() || members.external_id.is_given();
    Some(PartnerData {
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
        url: reader.sent::<Line>(members.url).map(|line| line.0),
        url2: reader.sent::<Line>(members.url2).map(|line| line.0),
        url3: reader.sent::<Line>(members.url3).map(|line| line.0),
        global_id: reader.sent(members.global_id),
        vat_id: reader.sent(members.vat_id),
        parent_id: reader.sent(members.parent_id),
        customer: reader.sent(members.customer),
        vendor: reader.sent(members.vendor),
        invoice_rule: reader.sent(members.invoice_rule),
        advice: advice::read(reader, members.sync_advise, Understands::NoRemoval),
    })
}

fn read_location(reader: &mut Reader, node: &Node<'_>, keyed: &mut bool) -> Option<LocationData> {
    let members = LocationMembers::open(reader, node)?;
    *keyed |= members.gln.is_given();
    Some(LocationData {
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
        advice: advice::read(reader, members.sync_advise, Understands::NoRemoval),
    })
}

fn read_contact(reader: &mut Reader, node: &Node<'_>) -> Option<ContactData> {
    let members = ContactMembers::open(reader, node)?;
    Some(ContactData {
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
        advice: advice::read(reader, members.sync_advise, Understands::NoRemoval),
    })
}
