//! Master data kinds of partner groups, partners, locations and contacts.

use super::FieldType::{Boolean, Code, Name, Reference, Text};
use super::shared_fields::{
    ACTIVE, CODE, COUNTRY, DELIVERY_RULE, DELIVERY_VIA_RULE, EXTERNAL_ID, EXTERNAL_REFERENCES, NAME, ORG,
    PARENTS_ORG, PAYMENT_RULE, PAYMENT_TERM, PRICING_SYSTEM, SHIPPER, SMALL, WAREHOUSE, flag, optional,
};
use super::{Derived, Kind, KindName, NESTED_IN, POSTAL_CODE_LINK, Single};
use crate::phrase::Phrase;

pub(super) const PARTNER_GROUPS: Kind = Kind {
    name: KindName::PartnerGroups,
    member: "bpartner-groups",
    singular: Phrase::PartnerGroup,
    fields: &[
        ORG,
        NAME,
        PRICING_SYSTEM,
        PAYMENT_RULE,
        PAYMENT_TERM,
        SHIPPER,
        WAREHOUSE,
        DELIVERY_RULE,
        DELIVERY_VIA_RULE,
        ACTIVE,
    ],
    keys: &[&["name"]],
    ..SMALL
};

pub(super) const PARTNERS: Kind = Kind {
    name: KindName::Partners,
    member: "bpartners",
    singular: Phrase::Partner,
    children: &[KindName::Locations, KindName::Contacts],
    fields: &[
        ORG,
        CODE,
        EXTERNAL_ID,
        NAME,
        optional("name2", Name, "Second name"),
        optional("name3", Name, "Third name"),
        optional("companyName", Name, "Name of the company"),
        optional("group", Reference(KindName::PartnerGroups), "Name of the partner group"),
        optional("phone", Name, "Phone number"),
        optional("language", Code, "Language"),
        optional("url", Text, "Web page"),
        optional("url2", Text, "Second web page"),
        optional("url3", Text, "Third web page"),
        optional("globalId", Code, "Global id"),
        optional("vatId", Code, "VAT id"),
        optional("parent", Reference(KindName::Partners), "Code of the parent partner"),
        optional("customer", Boolean, "Whether the partner is a customer").with_default("true"),
        flag("vendor", "Whether the partner is a vendor"),
        optional("invoiceRule", Code, "Invoice rule"),
        optional("salesCode", Code, "Code of the partner as a sales partner"),
        flag("taxExempt", "Whether the partner is exempt from tax"),
        PRICING_SYSTEM,
        PAYMENT_RULE,
        PAYMENT_TERM,
        SHIPPER,
        WAREHOUSE,
        DELIVERY_RULE,
        DELIVERY_VIA_RULE,
        EXTERNAL_REFERENCES,
        ACTIVE,
    ],
    lookups: &[&["org", "code"], &["org", "externalId"], &[EXTERNAL_REFERENCES.name]],
    unique: &["externalId"],
    ..SMALL
};

pub(super) const LOCATIONS: Kind = Kind {
    name: KindName::Locations,
    member: "locations",
    singular: Phrase::Location,
    parent: Some(KindName::Partners),
    nested: true,
    fields: &[
        PARENTS_ORG,
        EXTERNAL_ID,
        optional("gln", Code, "Global location number"),
        optional("name", Name, "Name"),
        optional("bpartnerName", Name, "Name of the partner at this address"),
        optional("address1", Name, "Address, first line"),
        optional("address2", Name, "Address, second line"),
        optional("address3", Name, "Address, third line"),
        optional("address4", Name, "Address, fourth line"),
        optional("poBox", Name, "Post-office box"),
        optional("postal", Code, "Postal code"),
        optional("city", Name, "City"),
        optional("district", Name, "District"),
        optional("region", Name, "Region"),
        COUNTRY,
        optional("shipTo", Boolean, "Whether goods can be shipped to the location").with_default("true"),
        flag(
            "shipToDefault",
            "Whether it is the default ship-to location; true for the first location of a new partner",
        ),
        optional("billTo", Boolean, "Whether invoices can be sent to the location").with_default("true"),
        flag(
            "billToDefault",
            "Whether it is the default bill-to location; true for the first location of a new partner",
        ),
        EXTERNAL_REFERENCES,
        ACTIVE,
    ],
    keys: &[&["externalId"], &["gln"], &["addressKey"]],
    lookups: &[&[NESTED_IN]],
    single: &[
        Single { flag: "shipToDefault", within: &[NESTED_IN, "org"] },
        Single { flag: "billToDefault", within: &[NESTED_IN, "org"] },
    ],
    derived: &[("addressKey", Derived::Address), (POSTAL_CODE_LINK, Derived::PostalCode)],
    ..SMALL
};

pub(super) const CONTACTS: Kind = Kind {
    name: KindName::Contacts,
    member: "contacts",
    singular: Phrase::Contact,
    parent: Some(KindName::Partners),
    nested: true,
    fields: &[
        PARENTS_ORG,
        EXTERNAL_ID,
        optional("code", Code, "Code of the record"),
        NAME,
        optional("greeting", Name, "Greeting"),
        optional("firstName", Name, "First name"),
        optional("lastName", Name, "Last name"),
        optional("email", Name, "E-mail address"),
        optional("phone", Name, "Phone number"),
        optional("mobilePhone", Name, "Mobile phone number"),
        optional("fax", Name, "Fax"),
        optional("description", Text, "Description"),
        flag("newsletter", "Whether the contact wants the newsletter"),
        flag("defaultContact", "Whether it is the default contact of the partner"),
        flag("shipToDefault", "Whether it is the default contact for shipments"),
        flag("billToDefault", "Whether it is the default contact for invoices"),
        flag("sales", "Whether it is a sales contact"),
        flag("salesDefault", "Whether it is the default sales contact"),
        flag("purchase", "Whether it is a purchase contact"),
        flag("purchaseDefault", "Whether it is the default purchase contact"),
        flag("subjectMatter", "Whether it is a subject-matter contact"),
        EXTERNAL_REFERENCES,
        ACTIVE,
    ],
    keys: &[&["externalId"], &["nameKey", "emailKey"], &["nameKey"]],
    lookups: &[&[NESTED_IN]],
    derived: &[("nameKey", Derived::Folded("name")), ("emailKey", Derived::Folded("email"))],
    ..SMALL
};
