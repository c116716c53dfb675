//! Business partners with their locations and contacts.

use super::{CountryCode, Defaults};
use crate::ids::{ContactId, LocationId, OrganisationId, PartnerGroupId, PartnerId, PostalCodeId};
use crate::text::{Code, Name, Text, fold};

/// A business partner: customer, sales partner, or both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partner {
    pub id: PartnerId,
    pub organisation: OrganisationId,
    pub version: i64,
    pub active: bool,
    pub code: Code,
    pub external_id: Option<Code>,
    pub name: Name,
    pub name2: Option<Name>,
    pub name3: Option<Name>,
    pub company_name: Option<Name>,
    pub group: Option<PartnerGroupId>,
    pub phone: Option<Name>,
    pub language: Option<Code>,
    pub url: Option<Text>,
    pub url2: Option<Text>,
    pub url3: Option<Text>,
    pub global_id: Option<Code>,
    pub vat_id: Option<Code>,
    /// Record id of the parent partner.
    pub parent: Option<PartnerId>,
    pub customer: bool,
    pub vendor: bool,
    pub invoice_rule: Option<Code>,
    /// The code under which this partner is named as sales partner.
    pub sales_code: Option<Code>,
    pub tax_exempt: bool,
    /// Before those of its group and of the organisation.
    pub defaults: Defaults,
}

impl Partner {
    /// A customer with nothing but what every partner has.
    pub fn new(id: PartnerId, organisation: OrganisationId, code: Code, name: Name) -> Self {
        Self {
            id,
            organisation,
            version: 1,
            active: true,
            code,
            external_id: None,
            name,
            name2: None,
            name3: None,
            company_name: None,
            group: None,
            phone: None,
            language: None,
            url: None,
            url2: None,
            url3: None,
            global_id: None,
            vat_id: None,
            parent: None,
            customer: true,
            vendor: false,
            invoice_rule: None,
            sales_code: None,
            tax_exempt: false,
            defaults: Defaults::default(),
        }
    }
}

/// An address of a partner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    pub id: LocationId,
    pub partner: PartnerId,
    pub organisation: OrganisationId,
    pub version: i64,
    pub active: bool,
    pub external_id: Option<Code>,
    pub gln: Option<Code>,
    pub name: Option<Name>,
    pub bpartner_name: Option<Name>,
    pub address1: Option<Name>,
    pub address2: Option<Name>,
    pub address3: Option<Name>,
    pub address4: Option<Name>,
    pub po_box: Option<Name>,
    pub postal: Option<Code>,
    pub city: Option<Name>,
    pub district: Option<Name>,
    pub region: Option<Name>,
    pub country: CountryCode,
    /// The link to a known postal code of the country.
    pub postal_code: Option<PostalCodeId>,
    pub ship_to: bool,
    pub ship_to_default: bool,
    pub bill_to: bool,
    pub bill_to_default: bool,
}

impl Location {
    /// Good for goods and bills, default for neither.
    pub fn new(
        id: LocationId,
        partner: PartnerId,
        organisation: OrganisationId,
        country: CountryCode,
    ) -> Self {
        Self {
            id,
            partner,
            organisation,
            version: 1,
            active: true,
            external_id: None,
            gln: None,
            name: None,
            bpartner_name: None,
            address1: None,
            address2: None,
            address3: None,
            address4: None,
            po_box: None,
            postal: None,
            city: None,
            district: None,
            region: None,
            country,
            postal_code: None,
            ship_to: true,
            ship_to_default: false,
            bill_to: true,
            bill_to_default: false,
        }
    }

    /// Address lines, postal code, city and country, compared without case and double spaces.
    pub fn address_key(&self) -> String {
        address_key(
            [&self.address1, &self.address2, &self.address3, &self.address4].map(Option::as_ref),
            self.postal.as_ref(),
            self.city.as_ref(),
            Some(&self.country),
        )
    }
}

/// The folded key by which addresses are equal.
pub fn address_key(
    lines: [Option<&Name>; 4],
    postal: Option<&Code>,
    city: Option<&Name>,
    country: Option<&CountryCode>,
) -> String {
    let name = |name: Option<&Name>| name.map(|text| fold(text.as_str())).unwrap_or_default();
    let code = |code: Option<&Code>| code.map(|text| fold(text.as_str())).unwrap_or_default();
    let [one, two, three, four] = lines.map(name);
    [one, two, three, four, code(postal), name(city), code(country)].join("\u{1f}")
}

/// A person at a partner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contact {
    pub id: ContactId,
    pub partner: PartnerId,
    pub organisation: OrganisationId,
    pub version: i64,
    pub active: bool,
    pub external_id: Option<Code>,
    pub code: Option<Code>,
    pub name: Name,
    pub greeting: Option<Name>,
    pub first_name: Option<Name>,
    pub last_name: Option<Name>,
    pub email: Option<Name>,
    pub phone: Option<Name>,
    pub mobile_phone: Option<Name>,
    pub fax: Option<Name>,
    pub description: Option<Text>,
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

impl Contact {
    /// Default for nothing.
    pub fn new(id: ContactId, partner: PartnerId, organisation: OrganisationId, name: Name) -> Self {
        Self {
            id,
            partner,
            organisation,
            version: 1,
            active: true,
            external_id: None,
            code: None,
            name,
            greeting: None,
            first_name: None,
            last_name: None,
            email: None,
            phone: None,
            mobile_phone: None,
            fax: None,
            description: None,
            newsletter: false,
            default_contact: false,
            ship_to_default: false,
            bill_to_default: false,
            sales: false,
            sales_default: false,
            purchase: false,
            purchase_default: false,
            subject_matter: false,
        }
    }

    pub fn name_key(&self) -> String {
        fold(self.name.as_str())
    }

    pub fn email_key(&self) -> String {
        self.email.as_ref().map(|email| fold(email.as_str())).unwrap_or_default()
    }
}
