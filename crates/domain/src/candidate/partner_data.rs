//! Partner blocks as sent: partner, location and contact.

use std::borrow::Cow;

use super::{MaybeUndefined, PartnerLookup};
use crate::sync_advice::SyncAdvice;
use crate::text::{Code, Name, Text};

/// Partner, location and contact of one role, with their sync advice.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PartnerBlock {
    pub bpartner: PartnerData,
    pub location: Option<LocationData>,
    pub contact: Option<ContactData>,
    /// Sync advice of the entities without advice of their own.
    pub advice: Option<SyncAdvice>,
    /// The only key used to look up the partner; all are tried if absent.
    pub lookup: Option<PartnerLookup>,
}

/// A partner as sent; see [`Partner`](crate::masterdata::Partner).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PartnerData {
    /// Whether the record can be used.
    pub active: MaybeUndefined<bool>,
    /// Search key.
    pub code: MaybeUndefined<Code>,
    /// Id in the sender's system.
    pub external_id: MaybeUndefined<Code>,
    pub name: MaybeUndefined<Name>,
    /// Second name.
    pub name2: MaybeUndefined<Name>,
    /// Third name.
    pub name3: MaybeUndefined<Name>,
    /// Name of the company.
    pub company_name: MaybeUndefined<Name>,
    /// Name of a partner group. The group is created if it does not exist.
    pub group: MaybeUndefined<Name>,
    pub phone: MaybeUndefined<Name>,
    /// Language code, for example `de_DE`.
    pub language: MaybeUndefined<Code>,
    /// Web page, on one line.
    pub url: MaybeUndefined<Text>,
    /// Second web page, on one line.
    pub url2: MaybeUndefined<Text>,
    /// Third web page, on one line.
    pub url3: MaybeUndefined<Text>,
    pub global_id: MaybeUndefined<Code>,
    /// VAT id.
    pub vat_id: MaybeUndefined<Code>,
    /// Record id of the parent partner.
    pub parent_id: MaybeUndefined<i64>,
    /// Whether the partner is a customer.
    pub customer: MaybeUndefined<bool>,
    /// Whether the partner is a vendor.
    pub vendor: MaybeUndefined<bool>,
    /// Rule for the time of invoicing. Stored but not interpreted.
    pub invoice_rule: MaybeUndefined<Code>,
    /// Sync advice of the entity; that of its block if absent.
    pub advice: Option<SyncAdvice>,
}

/// A location of a partner as sent; see [`Location`](crate::masterdata::Location).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LocationData {
    /// Whether the record can be used.
    pub active: MaybeUndefined<bool>,
    /// Id in the sender's system.
    pub external_id: MaybeUndefined<Code>,
    /// Global location number.
    pub gln: MaybeUndefined<Code>,
    pub name: MaybeUndefined<Name>,
    /// Name of the partner at this address.
    pub bpartner_name: MaybeUndefined<Name>,
    /// Address, first line.
    pub address1: MaybeUndefined<Name>,
    /// Address, second line.
    pub address2: MaybeUndefined<Name>,
    /// Address, third line.
    pub address3: MaybeUndefined<Name>,
    /// Address, fourth line.
    pub address4: MaybeUndefined<Name>,
    /// Post-office box.
    pub po_box: MaybeUndefined<Name>,
    /// Postal code. Linked to the postal code record of the country; if there is none, it is stored with a warning.
    pub postal: MaybeUndefined<Code>,
    pub city: MaybeUndefined<Name>,
    pub district: MaybeUndefined<Name>,
    /// State or province, from the member `region` or its alias `state`.
    pub region: MaybeUndefined<Name>,
    /// Two-letter country code (ISO 3166-1). Required to create a location.
    pub country_code: MaybeUndefined<Code>,
    /// Whether goods can be shipped to the location.
    pub ship_to: MaybeUndefined<bool>,
    /// Whether it is the default ship-to location of the partner.
    pub ship_to_default: MaybeUndefined<bool>,
    /// Whether invoices can be sent to the location.
    pub bill_to: MaybeUndefined<bool>,
    /// Whether it is the default bill-to location of the partner.
    pub bill_to_default: MaybeUndefined<bool>,
    /// Whether the region was sent as `state`.
    pub region_as_state: bool,
    /// Sync advice of the entity; that of its block if absent.
    pub advice: Option<SyncAdvice>,
}

impl LocationData {
    /// Returns the location without a region that was sent as `state`, and that region.
    pub fn without_state(&self) -> (Cow<'_, Self>, &MaybeUndefined<Name>) {
        if !self.region_as_state {
            return (Cow::Borrowed(self), &MaybeUndefined::Absent);
        }
        (Cow::Owned(Self { region: MaybeUndefined::Absent, ..self.clone() }), &self.region)
    }

    /// Returns whether any member has a value. Otherwise the default location of the partner is used.
    pub(crate) fn has_values(&self) -> bool {
        let Self {
            active,
            external_id,
            gln,
            name,
            bpartner_name,
            address1,
            address2,
            address3,
            address4,
            po_box,
            postal,
            city,
            district,
            region,
            country_code,
            ship_to,
            ship_to_default,
            bill_to,
            bill_to_default,
            region_as_state: _,
            advice: _,
        } = self;
        active.value().is_some()
            || external_id.value().is_some()
            || gln.value().is_some()
            || name.value().is_some()
            || bpartner_name.value().is_some()
            || address1.value().is_some()
            || address2.value().is_some()
            || address3.value().is_some()
            || address4.value().is_some()
            || po_box.value().is_some()
            || postal.value().is_some()
            || city.value().is_some()
            || district.value().is_some()
            || region.value().is_some()
            || country_code.value().is_some()
            || ship_to.value().is_some()
            || ship_to_default.value().is_some()
            || bill_to.value().is_some()
            || bill_to_default.value().is_some()
    }
}

/// A contact of a partner as sent; see [`Contact`](crate::masterdata::Contact).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ContactData {
    /// Whether the record can be used.
    pub active: MaybeUndefined<bool>,
    /// Id in the sender's system.
    pub external_id: MaybeUndefined<Code>,
    /// Search key.
    pub code: MaybeUndefined<Code>,
    /// Full name; first and last name if absent.
    pub name: MaybeUndefined<Name>,
    pub greeting: MaybeUndefined<Name>,
    pub first_name: MaybeUndefined<Name>,
    pub last_name: MaybeUndefined<Name>,
    /// E-mail address.
    pub email: MaybeUndefined<Name>,
    pub phone: MaybeUndefined<Name>,
    pub mobile_phone: MaybeUndefined<Name>,
    pub fax: MaybeUndefined<Name>,
    pub description: MaybeUndefined<Text>,
    /// Whether the contact wants the newsletter.
    pub newsletter: MaybeUndefined<bool>,
    /// Whether it is the default contact of the partner.
    pub default_contact: MaybeUndefined<bool>,
    /// Whether it is the default contact for shipments.
    pub ship_to_default: MaybeUndefined<bool>,
    /// Whether it is the default contact for invoices.
    pub bill_to_default: MaybeUndefined<bool>,
    /// Whether it is a sales contact.
    pub sales: MaybeUndefined<bool>,
    /// Whether it is the default sales contact.
    pub sales_default: MaybeUndefined<bool>,
    /// Whether it is a purchase contact.
    pub purchase: MaybeUndefined<bool>,
    /// Whether it is the default purchase contact.
    pub purchase_default: MaybeUndefined<bool>,
    /// Whether it is a subject-matter contact.
    pub subject_matter: MaybeUndefined<bool>,
    /// Sync advice of the entity; that of its block if absent.
    pub advice: Option<SyncAdvice>,
}

impl ContactData {
    /// Returns whether any member has a value. Otherwise the row has no contact.
    pub(crate) fn has_values(&self) -> bool {
        let Self {
            active,
            external_id,
            code,
            name,
            greeting,
            first_name,
            last_name,
            email,
            phone,
            mobile_phone,
            fax,
            description,
            newsletter,
            default_contact,
            ship_to_default,
            bill_to_default,
            sales,
            sales_default,
            purchase,
            purchase_default,
            subject_matter,
            advice: _,
        } = self;
        active.value().is_some()
            || external_id.value().is_some()
            || code.value().is_some()
            || name.value().is_some()
            || greeting.value().is_some()
            || first_name.value().is_some()
            || last_name.value().is_some()
            || email.value().is_some()
            || phone.value().is_some()
            || mobile_phone.value().is_some()
            || fax.value().is_some()
            || description.value().is_some()
            || newsletter.value().is_some()
            || default_contact.value().is_some()
            || ship_to_default.value().is_some()
            || bill_to_default.value().is_some()
            || sales.value().is_some()
            || sales_default.value().is_some()
            || purchase.value().is_some()
            || purchase_default.value().is_some()
            || subject_matter.value().is_some()
    }
}
