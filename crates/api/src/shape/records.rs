//! Master data as it stands in answers.

use orderdock_domain::candidate::{PartnerRole, Related};
use orderdock_domain::masterdata::{Contact, Location, Partner};
use orderdock_domain::order::Party;
use orderdock_domain::text::Code;
use orderdock_domain::{contact_members, location_members, partner_members};
use serde::Serialize;
use utoipa::ToSchema;

use super::Id;

/// A reference to a record by id, code and name. Members without a value are absent.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = Reference)]
pub struct NamedShape<'a> {
    pub id: Id,
    pub code: Option<&'a str>,
    pub name: Option<&'a str>,
}

impl<'a> NamedShape<'a> {
    /// A record by its id alone where it is not known, else also by what names it: a code and a name.
    pub fn of<R, C: AsRef<str> + 'a, N: AsRef<str> + 'a>(
        id: impl Into<i64>,
        known: Option<&'a R>,
        names: impl FnOnce(&'a R) -> (Option<&'a C>, Option<&'a N>),
    ) -> Self {
        let (code, name) = known.map_or((None, None), names);
        Self { id: Id(id.into()), code: code.map(AsRef::as_ref), name: name.map(AsRef::as_ref) }
    }
}

/// A business partner with the location and contact that apply.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = PartnerBlock)]
pub struct PartnerBlockShape<'a> {
    pub bpartner: PartnerShape<'a>,
    pub location: Option<LocationShape<'a>>,
    pub contact: Option<ContactShape<'a>>,
}

impl<'a> PartnerBlockShape<'a> {
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

/// A kind of address that other systems tell apart and this one does not: none is of it.
const NOT_TOLD_APART: bool = false;

/// A text of a record, as far as it has one.
trait AnsweredText {
    fn answered(&self) -> Option<&str>;
}

impl<T: AsRef<str>> AnsweredText for Option<T> {
    fn answered(&self) -> Option<&str> {
        self.as_ref().map(AsRef::as_ref)
    }
}

impl AnsweredText for Code {
    fn answered(&self) -> Option<&str> {
        self.known()
    }
}

/// Sorts the members of a table by what they are in answers, and declares the shape with them and those that it has
/// besides; what a record does not have is left out.
macro_rules! table_shape {
    ([$($head:tt)*] $($field:ident $sent:tt { $how:ident $kept:ident: $($held:tt)* } ($($class:ident)?) $words:tt;)*) => {
        table_shape! { @ [$($head)*] [] [] [] $(($($class)?) $kept)* }
    };
    (@ $head:tt [$($names:tt)*] $texts:tt $flags:tt (name) $kept:ident $($rest:tt)*) => {
        table_shape! { @ $head [$($names)* $kept] $texts $flags $($rest)* }
    };
    (@ $head:tt $names:tt [$($texts:tt)*] $flags:tt (text) $kept:ident $($rest:tt)*) => {
        table_shape! { @ $head $names [$($texts)* $kept] $flags $($rest)* }
    };
    (@ $head:tt $names:tt $texts:tt [$($flags:tt)*] (flag) $kept:ident $($rest:tt)*) => {
        table_shape! { @ $head $names $texts [$($flags)* $kept] $($rest)* }
    };
    (@ $head:tt $names:tt $texts:tt $flags:tt () $kept:ident $($rest:tt)*) => {
        table_shape! { @ $head $names $texts $flags $($rest)* }
    };
    (@ [$(#[$doc:meta])* $name:ident as $title:ident of $record:ident as $binder:ident {
        ids { $($id:ident: $number:expr,)* }
        links { $($(#[$link_doc:meta])* $link:ident: $linked:expr,)* }
        names { $($own_name:ident: $word:expr,)* }
        texts { $($own_text:ident: $written:expr,)* }
        flags { $($own_flag:ident: $on:expr,)* }
    }] [$($name_of:ident)*] [$($text:ident)*] [$($flag:ident)*]) => {
        $(#[$doc])*
        #[serde_with::skip_serializing_none]
        #[derive(Serialize, ToSchema, Debug)]
        #[serde(rename_all = "camelCase")]
        #[schema(as = $title)]
        pub struct $name<'a> {
            $(pub $id: Id,)*
            $($(#[$link_doc])* pub $link: Option<Id>,)*
            $(pub $name_of: &'a str,)*
            $(pub $own_name: &'a str,)*
            $(pub $text: Option<&'a str>,)*
            $(pub $own_text: Option<&'a str>,)*
            pub active: bool,
            $(pub $flag: bool,)*
            $(pub $own_flag: bool,)*
        }

        impl<'a> From<&'a $record> for $name<'a> {
            fn from($binder: &'a $record) -> Self {
                Self {
                    $($id: Id($number),)*
                    $($link: $linked.map(|linked| Id(linked.0)),)*
                    $($name_of: $binder.$name_of.as_str(),)*
                    $($own_name: $word,)*
                    $($text: $binder.$text.answered(),)*
                    $($own_text: $written,)*
                    active: $binder.active,
                    $($flag: $binder.$flag,)*
                    $($own_flag: $on,)*
                }
            }
        }
    };
}

partner_members!(table_shape! [
    /// A business partner.
    PartnerShape as BusinessPartner of Partner as partner {
        ids {
            id: partner.id.0,
            metasfresh_id: partner.id.0,
        }
        links {
            parent_id: partner.parent,
        }
        names {}
        texts {
            group: None, // its name stands with the groups
        }
        flags {
            company: partner.company_name.is_some(),
        }
    }
]);

location_members!(table_shape! [
    /// An address of a business partner.
    LocationShape as Location of Location as location {
        ids {
            id: location.id.0,
            metasfresh_id: location.id.0,
        }
        links {
            /// Id of the postal code record that the address is linked to. Absent if there is none.
            postal_code_id: location.postal_code,
        }
        names {
            country_code: location.country.as_str(),
        }
        texts {}
        flags {
            visitors_address: NOT_TOLD_APART,
            handover_location: NOT_TOLD_APART,
            remit_to: NOT_TOLD_APART,
            replication_lookup_default: NOT_TOLD_APART,
        }
    }
]);

contact_members!(table_shape! [
    /// A contact person of a business partner.
    ContactShape as Contact of Contact as contact {
        ids {
            id: contact.id.0,
            metasfresh_id: contact.id.0,
            metasfresh_b_partner_id: contact.partner.0,
        }
        links {}
        names {}
        texts {}
        flags {}
    }
]);
