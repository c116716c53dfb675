//! Fields that several kinds of master data share, and constructors of fields.

use super::FieldType::{Boolean, Code, Name, Owner, Reference, Word};
use super::{Field, FieldType, Kind, KindName, external_references, gtins};
use crate::phrase::Phrase;

pub(super) const fn required(name: &'static str, field_type: FieldType, description: &'static str) -> Field {
    Field { name, field_type, required: true, default: None, description, reserved: &[] }
}

pub(super) const fn optional(name: &'static str, field_type: FieldType, description: &'static str) -> Field {
    Field { name, field_type, required: false, default: None, description, reserved: &[] }
}

/// Declares a flag that is false by default.
pub(super) const fn flag(name: &'static str, description: &'static str) -> Field {
    optional(name, Boolean, description).with_default("false")
}

impl Field {
    /// Returns the field with a default value.
    pub(super) const fn with_default(mut self, default: &'static str) -> Self {
        self.default = Some(default);
        self
    }

    /// Returns the field with values that no record may have.
    pub(super) const fn reserving(mut self, reserved: &'static [&'static str]) -> Self {
        self.reserved = reserved;
        self
    }
}

pub(super) const ORG: Field =
    optional("org", Owner, "Code of the organisation that owns the record; * if it is shared by all")
        .with_default("*");
/// Owner of a nested record; by default that of the parent.
pub(super) const PARENTS_ORG: Field = optional(
    "org",
    Owner,
    "Code of the organisation that owns the record; that of the parent record if absent",
);
pub(super) const CODE: Field = required("code", Code, "Code of the record");
pub(super) const NAME: Field = required("name", Name, "Name");
pub(super) const OPTIONAL_NAME: Field = optional("name", Name, "Name");
pub(super) const EXTERNAL_ID: Field = optional("externalId", Code, "Id in the sender's system");
pub(super) const EXTERNAL_REFERENCES: Field = optional(
    external_references::EXTERNAL_REFERENCES,
    FieldType::ExternalReferences,
    "Ids in external systems, each with `system` and `id`. A list replaces the stored one",
);
pub(super) const GTINS: Field = optional(
    gtins::GTINS,
    FieldType::Gtins,
    "GTINs (EAN, UPC) with 8, 12, 13 or 14 digits, returned with 14. A list replaces the stored one",
);
pub(super) const ACTIVE: Field =
    optional("active", Boolean, "Whether the record can be used").with_default("true");
pub(super) const PRICING_SYSTEM: Field =
    optional("pricingSystem", Reference(KindName::PricingSystems), "Code of the pricing system");
pub(super) const OPTIONAL_COUNTRY: Field =
    optional("country", Reference(KindName::Countries), "Two-letter code of the country");
pub(super) const COUNTRY: Field =
    required("country", Reference(KindName::Countries), "Two-letter code of the country");
pub(super) const UOM: Field = required("uom", Reference(KindName::Uoms), "Code of the unit");
pub(super) const PAYMENT_RULE: Field =
    optional("paymentRule", Word(&["OnCredit", "Paypal", "DirectDebit"]), "Default payment rule");
pub(super) const PAYMENT_TERM: Field =
    optional("paymentTerm", Reference(KindName::PaymentTerms), "Code of the default payment term");
pub(super) const SHIPPER: Field =
    optional("shipper", Reference(KindName::Shippers), "Code of the default shipper");
pub(super) const WAREHOUSE: Field = optional(
    "warehouse",
    Reference(KindName::Warehouses),
    "Code of the default warehouse that goods are shipped from",
);
pub(super) const DELIVERY_RULE: Field =
    optional("deliveryRule", Code, "Default delivery rule: when goods are delivered");
pub(super) const DELIVERY_VIA_RULE: Field =
    optional("deliveryViaRule", Code, "Default delivery method: how goods are delivered");
pub(super) const TAX_CATEGORY: Field =
    optional("taxCategory", Reference(KindName::TaxCategories), "Code of the tax category");

/// Template for a small kind that has no parent and no rules and is identified by its code.
pub(super) const SMALL: Kind = Kind {
    name: KindName::Organisations,
    member: "",
    singular: Phrase::Nothing,
    parent: None,
    nested: false,
    children: &[],
    fields: &[],
    keys: &[&["code"]],
    lookups: &[],
    unique: &[],
    single: &[],
    derived: &[],
};
