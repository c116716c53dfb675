//! Master data as it stands in answers.

use orderdock_domain::candidate::{PartnerRole, Related};
use orderdock_domain::masterdata::{Contact, Location, Partner};
use orderdock_domain::order::Party;
use serde::Serialize;
use utoipa::ToSchema;

use super::Id;

/// A record by id, code and name; what it does not have is left out.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = Reference)]
pub struct Named<'a> {
    pub id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'a str>,
}

/// A partner with the location and contact that are meant.
#[derive(Serialize, ToSchema, Debug)]
pub struct PartnerBlock<'a> {
    pub bpartner: PartnerShape<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<LocationShape<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<ContactShape<'a>>,
}

impl<'a> PartnerBlock<'a> {
    /// The records of a role; `None` if the partner is not among them.
    pub fn of(role: PartnerRole, related: &'a Related) -> Option<Self> {
        let partner = related.partners.get(&role.partner)?;
        let group = partner.group.and_then(|id| related.reference.partner_group(id));
        let group = group.map(|group| group.name.as_str());
        Some(Self {
            bpartner: PartnerShape { group, ..partner.into() },
            location: role.location.and_then(|id| related.locations.get(&id)).map(Into::into),
            contact: role.contact.and_then(|id| related.contacts.get(&id)).map(Into::into),
        })
    }

    /// The records as an order keeps them. The name of a partner's group is not among what is kept.
    pub fn of_party(party: &'a Party) -> Self {
        Self {
            bpartner: (&party.partner).into(),
            location: party.location.as_ref().map(Into::into),
            contact: party.contact.as_ref().map(Into::into),
        }
    }
}

fn text(text: Option<&impl AsRef<str>>) -> Option<&str> {
    text.map(AsRef::as_ref)
}

/// A kind of address that other systems tell apart and this one does not: none is of it.
const NOT_TOLD_APART: bool = false;

/// Declares a shape whose optional members are left out where the record has none.
macro_rules! shape {
    ($(#[$doc:meta])* $name:ident as $title:ident of $record:ident as $binder:ident {
        ids { $($member:ident: $value:expr,)* }
        links { $($(#[$link_doc:meta])* $link:ident: $linked:expr,)* }
        names { $($always:ident: $word:expr,)* }
        texts { $($option:ident: $text:expr,)* }
        flags { $($flag:ident: $on:expr,)* }
    }) => {
        $(#[$doc])*
        #[derive(Serialize, ToSchema, Debug)]
        #[serde(rename_all = "camelCase")]
        #[schema(as = $title)]
        pub struct $name<'a> {
            $(pub $member: Id,)*
            $(
                $(#[$link_doc])*
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $link: Option<Id>,
            )*
            $(pub $always: &'a str,)*
            $(
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $option: Option<&'a str>,
            )*
            $(pub $flag: bool,)*
        }

        impl<'a> From<&'a $record> for $name<'a> {
            fn from($binder: &'a $record) -> Self {
                Self {
                    $($member: Id($value),)*
                    $($link: $linked.map(|linked| Id(linked.0)),)*
                    $($always: $word,)*
                    $($option: $text,)*
                    $($flag: $on,)*
                }
            }
        }
    };
}

shape! {
    /// A business partner.
    PartnerShape as BusinessPartner of Partner as partner {
        ids {
            id: partner.id.0,
            metasfresh_id: partner.id.0,
        }
        links {
            parent_id: partner.parent,
        }
        names {
            name: partner.name.as_str(),
        }
        texts {
            code: partner.code.known(),
            external_id: text(partner.external_id.as_ref()),
            name2: text(partner.name2.as_ref()),
            name3: text(partner.name3.as_ref()),
            company_name: text(partner.company_name.as_ref()),
            group: None, // its name stands with the groups
            phone: text(partner.phone.as_ref()),
            language: text(partner.language.as_ref()),
            url: text(partner.url.as_ref()),
            url2: text(partner.url2.as_ref()),
            url3: text(partner.url3.as_ref()),
            global_id: text(partner.global_id.as_ref()),
            vat_id: text(partner.vat_id.as_ref()),
        }
        flags {
            active: partner.active,
            customer: partner.customer,
            vendor: partner.vendor,
            company: partner.company_name.is_some(),
        }
    }
}

shape! {
    /// An address of a business partner.
    LocationShape as Location of Location as location {
        ids {
            id: location.id.0,
            metasfresh_id: location.id.0,
        }
        links {
            /// The known postal code that it is linked to.
            postal_code_id: location.postal_code,
        }
        names {
            country_code: location.country.as_str(),
        }
        texts {
            external_id: text(location.external_id.as_ref()),
            gln: text(location.gln.as_ref()),
            name: text(location.name.as_ref()),
            bpartner_name: text(location.bpartner_name.as_ref()),
            address1: text(location.address1.as_ref()),
            address2: text(location.address2.as_ref()),
            address3: text(location.address3.as_ref()),
            address4: text(location.address4.as_ref()),
            po_box: text(location.po_box.as_ref()),
            postal: text(location.postal.as_ref()),
            city: text(location.city.as_ref()),
            district: text(location.district.as_ref()),
            region: text(location.region.as_ref()),
        }
        flags {
            active: location.active,
            ship_to: location.ship_to,
            ship_to_default: location.ship_to_default,
            bill_to: location.bill_to,
            bill_to_default: location.bill_to_default,
            visitors_address: NOT_TOLD_APART,
            handover_location: NOT_TOLD_APART,
            remit_to: NOT_TOLD_APART,
            replication_lookup_default: NOT_TOLD_APART,
        }
    }
}

shape! {
    /// A person at a business partner.
    ContactShape as Contact of Contact as contact {
        ids {
            id: contact.id.0,
            metasfresh_id: contact.id.0,
            metasfresh_b_partner_id: contact.partner.0,
        }
        links {}
        names {
            name: contact.name.as_str(),
        }
        texts {
            external_id: text(contact.external_id.as_ref()),
            code: text(contact.code.as_ref()),
            greeting: text(contact.greeting.as_ref()),
            first_name: text(contact.first_name.as_ref()),
            last_name: text(contact.last_name.as_ref()),
            email: text(contact.email.as_ref()),
            phone: text(contact.phone.as_ref()),
            mobile_phone: text(contact.mobile_phone.as_ref()),
            fax: text(contact.fax.as_ref()),
            description: text(contact.description.as_ref()),
        }
        flags {
            active: contact.active,
            newsletter: contact.newsletter,
            default_contact: contact.default_contact,
            ship_to_default: contact.ship_to_default,
            bill_to_default: contact.bill_to_default,
            sales: contact.sales,
            sales_default: contact.sales_default,
            purchase: contact.purchase,
            purchase_default: contact.purchase_default,
            subject_matter: contact.subject_matter,
        }
    }
}
