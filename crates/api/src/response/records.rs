//! Master data in responses.

use orderdock_domain::candidate::{PartnerRole, Related};
use orderdock_domain::ids::ExternalSystemId;
use orderdock_domain::masterdata::{Contact, Location, Partner};
use orderdock_domain::order::Party;
use orderdock_domain::text::Code;
use serde::Serialize;
use utoipa::ToSchema;

use super::Id;

/// A reference to a record by id, code and name. Fields without a value are absent.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = Reference)]
pub struct NamedResponse<'a> {
    pub id: Id,
    pub code: Option<&'a str>,
    pub name: Option<&'a str>,
}

impl<'a> NamedResponse<'a> {
    /// Record with its id and, if it was loaded, code and name.
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
pub struct PartnerBlockResponse<'a> {
    pub bpartner: PartnerResponse<'a>,
    pub location: Option<LocationResponse<'a>>,
    pub contact: Option<ContactResponse<'a>>,
}

impl<'a> PartnerBlockResponse<'a> {
    /// Returns the records of a role with their ids in an external system, otherwise the shared ones; `None` if the
    /// partner was not loaded.
    pub fn of(role: PartnerRole, system: Option<ExternalSystemId>, related: &'a Related) -> Option<Self> {
        let partner = related.partners.get(&role.partner)?;
        let id = |record: i64, shared: Option<&'a Code>| text(related.external_id(system, record, shared));
        let location = role.location.and_then(|id| related.locations.get(&id));
        let contact = role.contact.and_then(|id| related.contacts.get(&id));
        let group = partner.group.and_then(|id| related.reference.partner_group(id));
        let group = group.map(|group| group.name.as_str());
        Some(Self {
            bpartner: PartnerResponse {
                group,
                external_id: id(partner.id.0, partner.external_id.as_ref()),
                ..partner.into()
            },
            location: location.map(|one| LocationResponse {
                external_id: id(one.id.0, one.external_id.as_ref()),
                ..one.into()
            }),
            contact: contact.map(|one| ContactResponse {
                external_id: id(one.id.0, one.external_id.as_ref()),
                ..one.into()
            }),
        })
    }

    /// Returns the records as stored with an order, which do not include the name of the partner group.
    pub fn of_party(party: &'a Party) -> Self {
        Self {
            bpartner: (&party.partner).into(),
            location: party.location.as_ref().map(Into::into),
            contact: party.contact.as_ref().map(Into::into),
        }
    }
}

/// Value of the flags for kinds of address that metasfresh distinguishes and Orderdock does not.
const NOT_DISTINGUISHED: bool = false;

/// Returns the text of an optional member.
fn text<T: AsRef<str>>(member: Option<&T>) -> Option<&str> {
    member.map(AsRef::as_ref)
}

/// A business partner.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = BusinessPartner)]
pub struct PartnerResponse<'a> {
    pub id: Id,
    pub metasfresh_id: Id,
    pub parent_id: Option<Id>,
    pub name: &'a str,
    pub code: Option<&'a str>,
    pub external_id: Option<&'a str>,
    pub name2: Option<&'a str>,
    pub name3: Option<&'a str>,
    pub company_name: Option<&'a str>,
    pub phone: Option<&'a str>,
    pub language: Option<&'a str>,
    pub url: Option<&'a str>,
    pub url2: Option<&'a str>,
    pub url3: Option<&'a str>,
    pub global_id: Option<&'a str>,
    pub vat_id: Option<&'a str>,
    pub group: Option<&'a str>,
    pub active: bool,
    pub customer: bool,
    pub vendor: bool,
    pub company: bool,
}

impl<'a> From<&'a Partner> for PartnerResponse<'a> {
    fn from(partner: &'a Partner) -> Self {
        Self {
            id: Id(partner.id.0),
            metasfresh_id: Id(partner.id.0),
            parent_id: partner.parent.map(|linked| Id(linked.0)),
            name: partner.name.as_str(),
            code: partner.code.known(),
            external_id: text(partner.external_id.as_ref()),
            name2: text(partner.name2.as_ref()),
            name3: text(partner.name3.as_ref()),
            company_name: text(partner.company_name.as_ref()),
            phone: text(partner.phone.as_ref()),
            language: text(partner.language.as_ref()),
            url: text(partner.url.as_ref()),
            url2: text(partner.url2.as_ref()),
            url3: text(partner.url3.as_ref()),
            global_id: text(partner.global_id.as_ref()),
            vat_id: text(partner.vat_id.as_ref()),
            // added by the caller, which has the groups
            group: None,
            active: partner.active,
            customer: partner.customer,
            vendor: partner.vendor,
            company: partner.company_name.is_some(),
        }
    }
}

/// An address of a business partner.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = Location)]
pub struct LocationResponse<'a> {
    pub id: Id,
    pub metasfresh_id: Id,
    /// Id of the postal code record that the address is linked to. Absent if there is none.
    pub postal_code_id: Option<Id>,
    pub country_code: &'a str,
    pub external_id: Option<&'a str>,
    pub gln: Option<&'a str>,
    pub name: Option<&'a str>,
    pub bpartner_name: Option<&'a str>,
    pub address1: Option<&'a str>,
    pub address2: Option<&'a str>,
    pub address3: Option<&'a str>,
    pub address4: Option<&'a str>,
    pub po_box: Option<&'a str>,
    pub postal: Option<&'a str>,
    pub city: Option<&'a str>,
    pub district: Option<&'a str>,
    pub region: Option<&'a str>,
    pub active: bool,
    pub ship_to: bool,
    pub ship_to_default: bool,
    pub bill_to: bool,
    pub bill_to_default: bool,
    pub visitors_address: bool,
    pub handover_location: bool,
    pub remit_to: bool,
    pub replication_lookup_default: bool,
}

impl<'a> From<&'a Location> for LocationResponse<'a> {
    fn from(location: &'a Location) -> Self {
        Self {
            id: Id(location.id.0),
            metasfresh_id: Id(location.id.0),
            postal_code_id: location.postal_code.map(|linked| Id(linked.0)),
            country_code: location.country.as_str(),
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
            active: location.active,
            ship_to: location.ship_to,
            ship_to_default: location.ship_to_default,
            bill_to: location.bill_to,
            bill_to_default: location.bill_to_default,
            visitors_address: NOT_DISTINGUISHED,
            handover_location: NOT_DISTINGUISHED,
            remit_to: NOT_DISTINGUISHED,
            replication_lookup_default: NOT_DISTINGUISHED,
        }
    }
}

/// A contact person of a business partner.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = Contact)]
pub struct ContactResponse<'a> {
    pub id: Id,
    pub metasfresh_id: Id,
    pub metasfresh_b_partner_id: Id,
    pub name: &'a str,
    pub external_id: Option<&'a str>,
    pub code: Option<&'a str>,
    pub greeting: Option<&'a str>,
    pub first_name: Option<&'a str>,
    pub last_name: Option<&'a str>,
    pub email: Option<&'a str>,
    pub phone: Option<&'a str>,
    pub mobile_phone: Option<&'a str>,
    pub fax: Option<&'a str>,
    pub description: Option<&'a str>,
    pub active: bool,
    pub newsletter: bool,
    pub default_contact: bool,
    pub ship_to_default: bool,
    pub bill_to_default: bool,
    pub sales: bool,
    pub sales_default: bool,
    pub purchase: bool,
    pub purchase_default: bool,
    pub subject_matter: bool,
}

impl<'a> From<&'a Contact> for ContactResponse<'a> {
    fn from(contact: &'a Contact) -> Self {
        Self {
            id: Id(contact.id.0),
            metasfresh_id: Id(contact.id.0),
            metasfresh_b_partner_id: Id(contact.partner.0),
            name: contact.name.as_str(),
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
