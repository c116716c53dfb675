//! Master data kind of cross-references, with the checks of their targets.

use super::FieldType::{Code, Reference, ReferenceWithin, Text, Word};
use super::shared_fields::{ACTIVE, ORG, SMALL, optional, required};
use super::{Cell, GivenValue, Kind, KindName, Upsert};
use crate::phrase::Phrase;
use crate::problem::{Param, ProblemCode};

pub(super) const CROSS_REFERENCES: Kind = Kind {
    name: KindName::CrossReferences,
    member: "cross-references",
    singular: Phrase::CrossReference,
    fields: &[
        ORG,
        optional(
            "dataSource",
            Reference(KindName::DataSources),
            "Internal name of the data source whose rows contain the value; all data sources if absent",
        ),
        optional(
            BUYER,
            Reference(KindName::Partners),
            "Code of the buyer whose rows contain the value; all buyers if absent. For a location or contact, the \
             partner that it belongs to (required)",
        ),
        required("kind", Word(&TARGET_KINDS), "Kind of the target"),
        optional(
            "member",
            Word(&["any", "code", "externalId", "gln"]),
            "Field of the row that contains the value",
        )
        .with_default("any"),
        required("value", Code, "Value as rows contain it"),
        optional("targetBpartner", Reference(KindName::Partners), "Code of the partner, for kind `bpartner`"),
        optional(
            "targetLocation",
            ReferenceWithin { kind: KindName::Locations, parent: BUYER },
            "`externalId` or `gln` of the location, otherwise `int-` and its id, for kind `location`",
        ),
        optional(
            "targetContact",
            ReferenceWithin { kind: KindName::Contacts, parent: BUYER },
            "`externalId` of the contact, otherwise `int-` and its id, for kind `contact`",
        ),
        optional("targetProduct", Reference(KindName::Products), "Code of the product, for kind `product`"),
        optional("targetUom", Reference(KindName::Uoms), "Code of the unit, for kind `uom`"),
        optional("targetShipper", Reference(KindName::Shippers), "Code of the shipper, for kind `shipper`"),
        optional(
            "targetPaymentTerm",
            Reference(KindName::PaymentTerms),
            "Code of the payment term, for kind `paymentTerm`",
        ),
        optional(
            "targetWarehouse",
            Reference(KindName::Warehouses),
            "Code of the warehouse, for kind `warehouse`",
        ),
        optional("note", Text, "Note"),
        ACTIVE,
    ],
    keys: &[&["value", "kind", "member", "dataSource", BUYER]],
    lookups: &[&["org", "kind", "value"]],
    ..SMALL
};

const BUYER: &str = "bpartner";

/// Names of the kinds of targets.
pub const TARGET_KINDS: [&str; 8] =
    ["bpartner", "location", "contact", "product", "uom", "shipper", "paymentTerm", "warehouse"];

/// Member that contains the target, by kind of target.
pub const TARGETS: [(&str, &str); 8] = [
    ("bpartner", "targetBpartner"),
    ("location", "targetLocation"),
    ("contact", "targetContact"),
    ("product", "targetProduct"),
    ("uom", "targetUom"),
    ("shipper", "targetShipper"),
    ("paymentTerm", "targetPaymentTerm"),
    ("warehouse", "targetWarehouse"),
];

/// Read-only members of a cross-reference. They are ignored in requests, so that a record can be sent as it was read.
pub const USAGE_MEMBERS: [&str; 3] = ["useCount", "lastUsedAt", "createdBy"];

impl Kind {
    /// Returns whether imports count the uses of records of this kind.
    pub fn has_usage(&self) -> bool {
        self.name == KindName::CrossReferences
    }
}

impl Upsert {
    /// Adds an error for each cross-reference of the batch that lacks the target of its kind or has another target.
    pub(super) fn check_targets(&mut self) {
        let kind = KindName::CrossReferences.kind();
        let mut faults = Vec::new();
        let state = &self.states[kind.name as usize];
        for known in &state.known {
            let Some(record) = known.record else { continue };
            // a member with an error counts as present
            let given = &self.batch.of(kind.name)[record];
            let is_present = |member: &str| {
                *state.cell(&known.after, member) != Cell::Null
                    || given.value(kind, member).is_some_and(|value| *value != GivenValue::Null)
            };
            let Cell::Text(word) = state.cell(&known.after, "kind") else { continue };
            let Some((_, fitting)) = TARGETS.iter().find(|(of, _)| of == word) else { continue };
            if matches!(word.as_str(), "location" | "contact") && !is_present(BUYER) {
                faults.push((record, BUYER, ProblemCode::PropertyMissing, vec![("name", BUYER.into())]));
                continue;
            }
            if !is_present(fitting) {
                let name: Param = (*fitting).into();
                faults.push((record, *fitting, ProblemCode::PropertyMissing, vec![("name", name)]));
                continue;
            }
            let others = TARGETS.iter().filter(|(_, other)| other != fitting && is_present(other));
            faults.extend(others.map(|(_, other)| {
                let names = vec![("name", (*other).into()), ("other", (*fitting).into())];
                (record, *other, ProblemCode::PropertyConflict, names)
            }));
        }
        for (record, member, code, params) in faults {
            self.problem(kind, record, member, code, params);
        }
    }

    /// Returns the lookup keys of nested records to which the batch refers: the ids of their parents.
    pub(super) fn parents_of_targets(&self, nested: &Kind) -> Vec<Vec<Cell>> {
        let kind = KindName::CrossReferences.kind();
        let refers = |field: &super::Field| matches!(field.field_type, ReferenceWithin { kind, .. } if kind == nested.name);
        let Some(place) = kind.fields.iter().position(refers) else { return Vec::new() };
        let records = self.batch.of(kind.name).iter().enumerate();
        let referring =
            records.filter(|(_, record)| matches!(record.values[place], Some(GivenValue::Text(_))));
        let parents = referring.filter_map(|(number, _)| {
            let owner = self.owner_of(kind, number).ok()?;
            self.parent_of_target(kind, number, owner, BUYER).map(|id| vec![Cell::Int(id)])
        });
        parents.collect()
    }

    /// Returns the id of the partner in the member of a record; `None` if it is absent or unknown.
    fn parent_of_target(&self, kind: &Kind, record: usize, owner: i64, parent: &str) -> Option<i64> {
        let GivenValue::Text(code) = self.batch.of(kind.name)[record].value(kind, parent)? else {
            return None;
        };
        let partners = &self.states[KindName::Partners as usize];
        let found = partners.find_owned(owner, &[Cell::Text(code.clone())], 0)?;
        Some(partners.known[found].id)
    }

    /// Returns the cell for a record nested in the partner of another member.
    pub(super) fn reference_within(
        &mut self,
        kind: &Kind,
        (record, owner): (usize, i64),
        (member, parent): (&str, &str),
        to: KindName,
        text: &str,
    ) -> Result<Cell, ()> {
        // the error of the missing or unknown partner is reported at its own member
        let parent = self.parent_of_target(kind, record, owner, parent).ok_or(())?;
        let state = &self.states[to as usize];
        let named = ["externalId", "gln"].iter().filter_map(|cell| {
            let key = to.kind().keys.iter().position(|key| **key == [*cell])?;
            state.find_owned(owner, &[Cell::Int(parent), Cell::Text(text.to_owned())], key)
        });
        let by_id = || {
            let known = state.by_id(text.strip_prefix("int-")?.parse().ok()?)?;
            let is_within = *state.cell(&known.after, super::NESTED_IN) == Cell::Int(parent);
            let owner_of = state.cell(&known.after, "org");
            let is_visible = [owner, crate::ids::SHARED.0].map(Cell::Int).contains(owner_of);
            (is_within && is_visible).then_some(known.id)
        };
        let found = named.map(|place| state.known[place].id).next().or_else(by_id);
        if found.is_none() {
            self.unknown(kind, record, owner, member, to, text);
        }
        found.map(Cell::Int).ok_or(())
    }
}
