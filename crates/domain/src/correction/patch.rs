//! Requests for corrections, parsed, with references that are not looked up yet.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::access::OrgScope;
use crate::candidate::{
    DateOrInstant, Field, InvoiceDocType, MaybeUndefined, OrderDocType, PaymentRule, StoredText,
};
use crate::identifier::IdentifierString;
use crate::masterdata::identifier_key;
use crate::number::Decimal;
use crate::text::{Code, Text};

/// A JSON Merge Patch of a candidate.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CandidatePatch {
    /// Changes of overrides; null removes all of them.
    pub overrides: MaybeUndefined<Vec<(Field, OverrideChange)>>,
    /// Members whose imported values are ignored; null for no members.
    pub clear: MaybeUndefined<Vec<Field>>,
    /// `false` excludes the candidate, `true` restores it.
    pub active: Option<bool>,
    pub attention: Attention,
}

/// New assignee and end of the wait; absent members stay unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Attention {
    #[serde(default, skip_serializing_if = "MaybeUndefined::is_absent")]
    pub waiting: MaybeUndefined<Date>,
    #[serde(default, skip_serializing_if = "MaybeUndefined::is_absent")]
    pub assigned: MaybeUndefined<Assignee>,
    /// Comment stored with the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<Text>,
}

/// A user to whom candidates can be assigned. Stored as a list: name and organisations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "(Code, OrgScope)", into = "(Code, OrgScope)")]
pub struct Assignee {
    pub name: Code,
    pub organisations: OrgScope,
}

impl Assignee {
    /// Creates an assignee by name only, for a later look-up of its organisations.
    pub fn named(name: Code) -> Self {
        Self { name, organisations: OrgScope::These(Vec::new()) }
    }
}

impl From<(Code, OrgScope)> for Assignee {
    fn from((name, organisations): (Code, OrgScope)) -> Self {
        Self { name, organisations }
    }
}

impl From<Assignee> for (Code, OrgScope) {
    fn from(assignee: Assignee) -> Self {
        (assignee.name, assignee.organisations)
    }
}

impl Attention {
    pub fn is_empty(&self) -> bool {
        self.waiting.is_absent() && self.assigned.is_absent()
    }
}

/// Change of one override.
#[derive(Clone, PartialEq, Debug)]
pub enum OverrideChange {
    Remove,
    Set(RequestedValue),
}

/// A new value. References are not looked up yet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RequestedValue {
    /// Value in its stored form; see [`Field::read`].
    Value(String),
    /// Instant to convert to a day in the time zone of the candidate's organisation.
    Instant(Timestamp),
    /// A code, or a product by `ext-` or `val-`.
    Code(Code),
    Identifier(IdentifierString),
    Role(PartnerRoleReference),
    InvoiceDocType(InvoiceDocType),
}

impl From<Decimal> for RequestedValue {
    fn from(value: Decimal) -> Self {
        Self::Value(value.to_stored())
    }
}

impl From<Date> for RequestedValue {
    fn from(value: Date) -> Self {
        Self::Value(value.to_stored())
    }
}

impl From<Text> for RequestedValue {
    fn from(value: Text) -> Self {
        Self::Value(value.to_stored())
    }
}

impl From<i64> for RequestedValue {
    fn from(value: i64) -> Self {
        Self::Value(value.to_stored())
    }
}

impl From<OrderDocType> for RequestedValue {
    fn from(value: OrderDocType) -> Self {
        Self::Value(value.to_stored())
    }
}

impl From<PaymentRule> for RequestedValue {
    fn from(value: PaymentRule) -> Self {
        Self::Value(value.to_stored())
    }
}

impl From<DateOrInstant> for RequestedValue {
    fn from(day: DateOrInstant) -> Self {
        match day {
            DateOrInstant::Date(date) => date.into(),
            DateOrInstant::Instant(instant) => Self::Instant(instant),
        }
    }
}

/// A partner with location and contact. Stored as a list in this order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "StoredRole", into = "StoredRole")]
pub struct PartnerRoleReference {
    pub bpartner: IdentifierString,
    pub location: Option<IdentifierString>,
    pub contact: Option<IdentifierString>,
}

type StoredRole = (IdentifierString, Option<IdentifierString>, Option<IdentifierString>);

impl From<StoredRole> for PartnerRoleReference {
    fn from((bpartner, location, contact): StoredRole) -> Self {
        Self { bpartner, location, contact }
    }
}

impl From<PartnerRoleReference> for StoredRole {
    fn from(role: PartnerRoleReference) -> Self {
        (role.bpartner, role.location, role.contact)
    }
}

/// Keys of the partners, products and other large kinds that a correction refers to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordKeys {
    pub partners: KindKeys,
    pub products: KindKeys,
    pub sales_partner_codes: BTreeSet<Code>,
    /// Values that cross-references, GTINs and product numbers can contain.
    pub values: BTreeSet<Code>,
    /// Whether locations and contacts of all these partners must be loaded.
    pub places: bool,
}

/// Keys of the records of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KindKeys {
    pub ids: BTreeSet<i64>,
    pub external_ids: BTreeSet<Code>,
    pub codes: BTreeSet<Code>,
}

impl KindKeys {
    fn codes(&self) -> impl Iterator<Item = &Code> {
        self.external_ids.iter().chain(&self.codes)
    }

    fn add(&mut self, identifier: &IdentifierString) {
        match identifier {
            IdentifierString::Id(id) => {
                self.ids.insert(*id);
            }
            IdentifierString::Internal(text) => self.ids.extend(text.as_str().parse::<i64>().ok()),
            IdentifierString::External(id) => {
                self.external_ids.insert(id.clone());
            }
            IdentifierString::Value(code) => {
                self.codes.insert(code.clone());
            }
        }
    }
}

impl CandidatePatch {
    /// Creates a patch that only changes overrides.
    pub(crate) fn setting(overrides: Vec<(Field, OverrideChange)>) -> Self {
        Self { overrides: MaybeUndefined::Value(overrides), ..Self::default() }
    }

    /// Returns whether the patch requests no change.
    pub fn asks_nothing(&self) -> bool {
        let values = self.overrides == MaybeUndefined::Absent && self.clear == MaybeUndefined::Absent;
        values && self.active.is_none() && self.attention.is_empty()
    }

    /// Returns whether the patch sets the member.
    pub(super) fn sets(&self, field: Field) -> bool {
        let mut changes = self.overrides.value().into_iter().flatten();
        changes.any(|(one, change)| *one == field && matches!(change, OverrideChange::Set(_)))
    }

    pub fn keys(&self) -> RecordKeys {
        // removing an override or ignoring a value can restore another partner, product or location
        let places = self.overrides == MaybeUndefined::Null || self.clear != MaybeUndefined::Absent;
        let mut keys = RecordKeys { places, ..RecordKeys::default() };
        for (field, change) in self.overrides.value().into_iter().flatten() {
            keys.places |= is_place(*field);
            if let OverrideChange::Set(wanted) = change {
                keys.add_values(wanted);
            }
            match (field, change) {
                (Field::Bpartner, OverrideChange::Set(RequestedValue::Identifier(name))) => {
                    keys.partners.add(name);
                }
                (_, OverrideChange::Set(RequestedValue::Role(role))) => keys.partners.add(&role.bpartner),
                (Field::ProductCode, OverrideChange::Set(RequestedValue::Code(code))) => {
                    keys.add_product(code);
                }
                (Field::SalesPartnerCode, OverrideChange::Set(RequestedValue::Code(code))) => {
                    keys.sales_partner_codes.insert(code.clone());
                }
                _ => {}
            }
        }
        keys
    }
}

impl RecordKeys {
    /// Returns the codes and external ids.
    pub fn codes(&self) -> impl Iterator<Item = &Code> {
        self.partners.codes().chain(self.products.codes()).chain(&self.sales_partner_codes)
    }

    /// Returns these keys and the other spellings under which records are stored.
    #[must_use]
    pub fn respelled(&self, spellings: &BTreeMap<Code, Vec<Code>>) -> Self {
        let mut keys = self.clone();
        for list in [
            &mut keys.partners.external_ids,
            &mut keys.partners.codes,
            &mut keys.products.external_ids,
            &mut keys.products.codes,
            &mut keys.sales_partner_codes,
        ] {
            let others = list.iter().filter_map(|code| spellings.get(code)).flatten().cloned();
            let others: Vec<_> = others.collect();
            list.extend(others);
        }
        keys
    }

    fn add_values(&mut self, wanted: &RequestedValue) {
        let identifiers = match wanted {
            RequestedValue::Code(code) => {
                self.values.insert(code.clone());
                [prefixed(code), None, None]
            }
            RequestedValue::Identifier(name) => [Some(name.clone()), None, None],
            RequestedValue::Role(role) => {
                [Some(role.bpartner.clone()), role.location.clone(), role.contact.clone()]
            }
            RequestedValue::Value(_) | RequestedValue::Instant(_) | RequestedValue::InvoiceDocType(_) => {
                return;
            }
        };
        let keys = identifiers.iter().flatten().filter_map(identifier_key);
        self.values.extend(keys.map(|(_, value)| value.clone()));
    }

    fn add_product(&mut self, code: &Code) {
        self.products.codes.insert(code.clone());
        if let Some(identifier) = prefixed(code) {
            self.products.add(&identifier);
        }
    }
}

/// Parses an identifier string with `int-`, `ext-` or `val-`; a text without prefix is a code.
pub(super) fn prefixed(code: &Code) -> Option<IdentifierString> {
    IdentifierString::parse(code).ok().filter(|identifier| !matches!(identifier, IdentifierString::Id(_)))
}

pub(super) fn is_place(field: Field) -> bool {
    field.is_partner() || matches!(field, Field::Location | Field::Contact)
}
