//! Business partners with their locations and contacts.

use super::record::record;
use super::{CountryCode, Defaults};
use crate::ids::{ContactId, LocationId, OrganisationId, PartnerGroupId, PartnerId, PostalCodeId};
use crate::text::{Code, Name, Text, fold};

partner_members!(record! [
    /// A business partner: customer, sales partner, or both.
    Partner(PartnerId) {
        /// The code under which this partner is named as sales partner.
        pub sales_code: Option<Code>,
        pub tax_exempt: bool,
        /// Before those of its group and of the organisation.
        pub defaults: Defaults,
    }
    /// A customer with nothing but what every partner has.
    new(id: PartnerId, organisation: OrganisationId) given { code: Code, name: Name }
        { id, organisation, sales_code: None, tax_exempt: false, defaults: Defaults::default() }
]);

impl Partner {
    /// How people know it: by its code, or by its name as long as the code is to come.
    pub fn label(&self) -> &str {
        self.code.known().unwrap_or(self.name.as_str())
    }
}

location_members!(record! [
    /// An address of a partner.
    Location(LocationId) {
        pub partner: PartnerId,
        /// The link to a known postal code of the country.
        pub postal_code: Option<PostalCodeId>,
    }
    /// Good for goods and bills, default for neither.
    new(id: LocationId, partner: PartnerId, organisation: OrganisationId) given { country: CountryCode }
        { id, partner, organisation, postal_code: None }
]);

impl Location {
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
    let [one, two, three, four] = lines.map(|line| line.map_or("", Name::as_str));
    let (postal, country) = (postal.map_or("", Code::as_str), country.map_or("", Code::as_str));
    folded_address([one, two, three, four, postal, city.map_or("", Name::as_str), country])
}

/// The key of four address lines, postal code, city and country.
pub(super) fn folded_address(parts: [&str; 7]) -> String {
    parts.map(fold).join("\u{1f}")
}

contact_members!(record! [
    /// A person at a partner.
    Contact(ContactId) {
        pub partner: PartnerId,
    }
    /// Default for nothing.
    new(id: ContactId, partner: PartnerId, organisation: OrganisationId) given { name: Name }
        { id, partner, organisation }
]);

impl Contact {
    pub fn name_key(&self) -> String {
        fold(self.name.as_str())
    }

    pub fn email_key(&self) -> String {
        self.email.as_ref().map(|email| fold(email.as_str())).unwrap_or_default()
    }
}
