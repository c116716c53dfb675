//! Business partners with their locations and contacts.
//!
//! Orders contain copies as JSON with the names of the Rust fields, so a renamed field needs `serde(rename)`. Absent values
//! and flags that are not set are omitted.

use serde::{Deserialize, Serialize};

use std::collections::BTreeSet;

use super::record_field::{RecordField, clearable, mandatory};
use super::{CountryCode, Defaults};
use crate::ids::{ContactId, LocationId, OrganisationId, PartnerGroupId, PartnerId, PostalCodeId};
use crate::text::{Code, Name, Text, fold, folded_spellings, legacy_fold};

/// A business partner: customer, vendor, sales partner, or several of these.
#[serde_with::apply(
    Option => #[serde(skip_serializing_if = "Option::is_none")],
    bool => #[serde(default, skip_serializing_if = "std::ops::Not::not")],
)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Partner {
    pub id: PartnerId,
    pub organisation: OrganisationId,
    /// Version for optimistic locking; incremented by every change.
    pub version: i64,
    /// Whether the record can be used.
    pub active: bool,
    /// Search key; unique in the organisation.
    pub code: Code,
    /// Id in the sender's system; unique in the organisation.
    pub external_id: Option<Code>,
    pub name: Name,
    /// Second name.
    pub name2: Option<Name>,
    /// Third name.
    pub name3: Option<Name>,
    /// Name of the company; present only if the partner is a company.
    pub company_name: Option<Name>,
    pub group: Option<PartnerGroupId>,
    pub phone: Option<Name>,
    /// Language code, for example `de_DE`.
    pub language: Option<Code>,
    /// Web page.
    pub url: Option<Text>,
    /// Second web page.
    pub url2: Option<Text>,
    /// Third web page.
    pub url3: Option<Text>,
    pub global_id: Option<Code>,
    /// VAT id. Some taxes require one.
    pub vat_id: Option<Code>,
    /// Parent partner.
    pub parent: Option<PartnerId>,
    /// Whether the partner is a customer; true for new partners.
    pub customer: bool,
    /// Whether the partner is a vendor; false for new partners.
    pub vendor: bool,
    /// Rule for the time of invoicing. Stored but not interpreted.
    pub invoice_rule: Option<Code>,
    /// Code of the partner as a sales partner.
    pub sales_code: Option<Code>,
    /// Whether the partner is exempt from tax.
    pub tax_exempt: bool,
    /// Default values; they take precedence over those of the partner group and the organisation.
    #[serde(default)]
    pub defaults: Defaults,
}

impl Partner {
    /// Creates an active customer without optional values.
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

    /// Returns the code, or the name if no code has been generated yet.
    pub fn label(&self) -> &str {
        self.code.known().unwrap_or(self.name.as_str())
    }
}

/// Members of a partner that can be sent and are stored.
///
/// The lines of a [`Content`](crate::import::Content) have this order, and its hash depends on it. Append new members at
/// the end.
pub const PARTNER_FIELDS: &[RecordField] = &[
    mandatory("code", "code"),
    clearable("externalId", "external_id"),
    mandatory("name", "name"),
    clearable("name2", "name2"),
    clearable("name3", "name3"),
    clearable("companyName", "company_name"),
    clearable("group", "bpartner_group_id")
        .described("Name of a partner group. The group is created if it does not exist."),
    clearable("phone", "phone"),
    clearable("language", "language"),
    clearable("url", "url"),
    clearable("url2", "url2"),
    clearable("url3", "url3"),
    clearable("globalId", "global_id"),
    clearable("vatId", "vat_id"),
    clearable("parentId", "parent_id").in_master_data("parent").described("Record id of the parent partner."),
    mandatory("customer", "customer"),
    mandatory("vendor", "vendor"),
    clearable("invoiceRule", "invoice_rule"),
];

/// An address of a partner.
#[serde_with::apply(
    Option => #[serde(skip_serializing_if = "Option::is_none")],
    bool => #[serde(default, skip_serializing_if = "std::ops::Not::not")],
)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Location {
    pub id: LocationId,
    pub partner: PartnerId,
    pub organisation: OrganisationId,
    /// Version for optimistic locking; incremented by every change.
    pub version: i64,
    /// Whether the record can be used.
    pub active: bool,
    /// Id in the sender's system; unique for the partner and organisation.
    pub external_id: Option<Code>,
    /// Global location number.
    pub gln: Option<Code>,
    pub name: Option<Name>,
    /// Name of the partner at this address.
    pub bpartner_name: Option<Name>,
    /// Address, first line.
    pub address1: Option<Name>,
    /// Address, second line.
    pub address2: Option<Name>,
    /// Address, third line.
    pub address3: Option<Name>,
    /// Address, fourth line.
    pub address4: Option<Name>,
    /// Post-office box.
    pub po_box: Option<Name>,
    /// Postal code.
    pub postal: Option<Code>,
    pub city: Option<Name>,
    pub district: Option<Name>,
    /// State or province.
    pub region: Option<Name>,
    pub country: CountryCode,
    /// Whether goods can be shipped to the location; true for new locations.
    pub ship_to: bool,
    /// Whether it is the default ship-to location of the partner.
    pub ship_to_default: bool,
    /// Whether invoices can be sent to the location; true for new locations.
    pub bill_to: bool,
    /// Whether it is the default bill-to location of the partner.
    pub bill_to_default: bool,
    /// Link to a known postal code of the country.
    pub postal_code: Option<PostalCodeId>,
}

impl Location {
    /// Creates an active ship-to and bill-to location that is not a default.
    pub const fn new(
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
            ship_to: true,
            ship_to_default: false,
            bill_to: true,
            bill_to_default: false,
            postal_code: None,
        }
    }

    /// Returns the folded key of the address: address lines, postal code, city and country.
    pub fn address_key(&self) -> String {
        address_key(
            [&self.address1, &self.address2, &self.address3, &self.address4].map(Option::as_ref),
            self.postal.as_ref(),
            self.city.as_ref(),
            Some(&self.country),
        )
    }
}

/// Members of a location that can be sent and are stored.
///
/// The lines of a [`Content`](crate::import::Content) have this order, and its hash depends on it. Append new members at
/// the end.
pub const LOCATION_FIELDS: &[RecordField] = &[
    clearable("externalId", "external_id"),
    clearable("gln", "gln"),
    clearable("name", "name"),
    clearable("bpartnerName", "bpartner_name"),
    clearable("address1", "address1"),
    clearable("address2", "address2"),
    clearable("address3", "address3"),
    clearable("address4", "address4"),
    clearable("poBox", "po_box"),
    clearable("postal", "postal").described(
        "Linked to the postal code record of the country. If there is none, it is stored with a warning.",
    ),
    clearable("city", "city"),
    clearable("district", "district"),
    clearable("region", "region"),
    mandatory("countryCode", "country")
        .in_master_data("country")
        .described("Two-letter country code (ISO 3166-1)."),
    mandatory("shipTo", "ship_to"),
    mandatory("shipToDefault", "ship_to_default"),
    mandatory("billTo", "bill_to"),
    mandatory("billToDefault", "bill_to_default"),
];

/// Returns the folded key of an address; equal addresses have equal keys.
pub fn address_key(
    lines: [Option<&Name>; 4],
    postal: Option<&Code>,
    city: Option<&Name>,
    country: Option<&CountryCode>,
) -> String {
    folded_address(address_parts(lines, postal, city, country))
}

/// Returns the key under which older versions stored an address.
pub fn legacy_address_key(
    lines: [Option<&Name>; 4],
    postal: Option<&Code>,
    city: Option<&Name>,
    country: Option<&CountryCode>,
) -> String {
    address_parts(lines, postal, city, country).map(legacy_fold).join(PART_SEPARATOR)
}

/// Returns the keys under which an address may be stored: its current key and those of older versions.
pub fn address_key_spellings(
    lines: [Option<&Name>; 4],
    postal: Option<&Code>,
    city: Option<&Name>,
    country: Option<&CountryCode>,
) -> BTreeSet<String> {
    let mut spellings = folded_spellings(&address_key(lines, postal, city, country));
    spellings.insert(legacy_address_key(lines, postal, city, country));
    spellings
}

/// Separator of the parts of an address key.
const PART_SEPARATOR: &str = "\u{1f}";

fn address_parts<'a>(
    lines: [Option<&'a Name>; 4],
    postal: Option<&'a Code>,
    city: Option<&'a Name>,
    country: Option<&'a CountryCode>,
) -> [&'a str; 7] {
    let [one, two, three, four] = lines.map(|line| line.map_or("", Name::as_str));
    let (postal, country) = (postal.map_or("", Code::as_str), country.map_or("", Code::as_str));
    [one, two, three, four, postal, city.map_or("", Name::as_str), country]
}

/// Returns the key of four address lines, postal code, city and country.
pub(super) fn folded_address(parts: [&str; 7]) -> String {
    parts.map(fold).join(PART_SEPARATOR)
}

/// A contact person of a partner.
#[serde_with::apply(
    Option => #[serde(skip_serializing_if = "Option::is_none")],
    bool => #[serde(default, skip_serializing_if = "std::ops::Not::not")],
)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Contact {
    pub id: ContactId,
    pub partner: PartnerId,
    pub organisation: OrganisationId,
    /// Version for optimistic locking; incremented by every change.
    pub version: i64,
    /// Whether the record can be used.
    pub active: bool,
    /// Id in the sender's system; unique for the partner and organisation.
    pub external_id: Option<Code>,
    /// Search key.
    pub code: Option<Code>,
    /// Full name.
    pub name: Name,
    pub greeting: Option<Name>,
    pub first_name: Option<Name>,
    pub last_name: Option<Name>,
    /// E-mail address.
    pub email: Option<Name>,
    pub phone: Option<Name>,
    pub mobile_phone: Option<Name>,
    pub fax: Option<Name>,
    pub description: Option<Text>,
    /// Whether the contact wants the newsletter.
    pub newsletter: bool,
    /// Whether it is the default contact of the partner.
    pub default_contact: bool,
    /// Whether it is the default contact for shipments.
    pub ship_to_default: bool,
    /// Whether it is the default contact for invoices.
    pub bill_to_default: bool,
    /// Whether it is a sales contact.
    pub sales: bool,
    /// Whether it is the default sales contact.
    pub sales_default: bool,
    /// Whether it is a purchase contact.
    pub purchase: bool,
    /// Whether it is the default purchase contact.
    pub purchase_default: bool,
    /// Whether it is a subject-matter contact.
    pub subject_matter: bool,
}

impl Contact {
    /// Creates an active contact that is not a default.
    pub const fn new(id: ContactId, partner: PartnerId, organisation: OrganisationId, name: Name) -> Self {
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

    /// Returns the folded name, which is the lookup key of a contact within its partner.
    pub fn name_key(&self) -> String {
        fold(self.name.as_str())
    }

    /// Returns the folded e-mail address; empty if there is none.
    pub fn email_key(&self) -> String {
        self.email.as_ref().map(|email| fold(email.as_str())).unwrap_or_default()
    }
}

/// Members of a contact that can be sent and are stored.
///
/// The lines of a [`Content`](crate::import::Content) have this order, and its hash depends on it. Append new members at
/// the end.
pub const CONTACT_FIELDS: &[RecordField] = &[
    clearable("externalId", "external_id"),
    clearable("code", "code"),
    mandatory("name", "name"),
    clearable("greeting", "greeting"),
    clearable("firstName", "first_name"),
    clearable("lastName", "last_name"),
    clearable("email", "email"),
    clearable("phone", "phone"),
    clearable("mobilePhone", "mobile_phone"),
    clearable("fax", "fax"),
    clearable("description", "description"),
    mandatory("newsletter", "newsletter"),
    mandatory("defaultContact", "default_contact"),
    mandatory("shipToDefault", "ship_to_default"),
    mandatory("billToDefault", "bill_to_default"),
    mandatory("sales", "sales"),
    mandatory("salesDefault", "sales_default"),
    mandatory("purchase", "purchase"),
    mandatory("purchaseDefault", "purchase_default"),
    mandatory("subjectMatter", "subject_matter"),
];
