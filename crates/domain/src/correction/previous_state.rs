//! State of candidates before a run, and their later changes, as needed to undo the run.

use std::collections::HashMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::patch::{RecordKeys, is_place};
use crate::candidate::{Candidate, Field, Hold, PartnerRole, Status, StoredText, UnresolvedReference};
use crate::ids::{CandidateId, RunId};
use crate::order::OrderToVoid;
use crate::text::Code;

/// State of a candidate before a run changed it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PreviousState {
    pub status: Status,
    pub hold: Option<Hold>,
    pub assigned_to: Option<Code>,
    /// Overrides with their values.
    pub held: Vec<OverriddenValue>,
    /// Unresolved references, if there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub references: Option<Box<ReferenceState>>,
}

/// Returns the candidate with its imported values, without overrides. Derived values (a unit or currency that was not
/// sent) are kept.
pub fn imported(candidate: &Candidate) -> Candidate {
    let mut imported = candidate.clone();
    for one in &candidate.overrides {
        // the write cannot fail, because the value was read from a candidate
        one.field.write(&mut imported, one.imported.as_deref());
    }
    imported.overrides.clear();
    imported
}

/// Unresolved references of a candidate, with the imported values of the members that they can change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReferenceState {
    pub unresolved: Vec<UnresolvedReference>,
    pub values: Vec<(Field, Option<String>)>,
}

/// Members that refer to records. The buyer precedes its location and contact.
const REFERENCES: [Field; 15] = [
    Field::Bpartner,
    Field::Location,
    Field::Contact,
    Field::BillBPartner,
    Field::DropShipBPartner,
    Field::HandOverBPartner,
    Field::ProductCode,
    Field::UomCode,
    Field::PricingSystemCode,
    Field::InvoiceDocType,
    Field::PaymentTerm,
    Field::Shipper,
    Field::SalesPartnerCode,
    Field::WarehouseCode,
    Field::WarehouseDestCode,
];

impl ReferenceState {
    /// Returns the state; `None` if the candidate has no unresolved reference.
    fn of(candidate: &Candidate) -> Option<Self> {
        if candidate.unresolved.is_empty() {
            return None;
        }
        let imported = imported(candidate);
        let values = REFERENCES.map(|field| (field, field.read(&imported)));
        Some(Self { unresolved: candidate.unresolved.clone(), values: values.to_vec() })
    }

    /// Sets references and values of a candidate without overrides.
    pub(super) fn restore(&self, candidate: &mut Candidate) {
        candidate.unresolved.clone_from(&self.unresolved);
        for (field, value) in &self.values {
            // the write cannot fail, because the value was read from a candidate
            field.write(candidate, value.as_deref());
        }
    }
}

/// One overridden value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OverriddenValue {
    pub field: Field,
    /// Value in the format of [`Field::read`].
    pub value: Option<String>,
    /// Whether the override removes the value.
    pub cleared: bool,
    /// Actor and time of the override.
    pub actor: String,
    pub at: Timestamp,
}

impl PreviousState {
    pub fn of(candidate: &Candidate) -> Self {
        let held = candidate.overrides.iter().map(|one| OverriddenValue {
            field: one.field,
            value: one.field.read(candidate),
            cleared: one.cleared,
            actor: one.actor.clone(),
            at: one.at,
        });
        Self {
            status: candidate.status,
            hold: candidate.hold.clone(),
            assigned_to: candidate.assigned_to.clone(),
            held: held.collect(),
            references: ReferenceState::of(candidate).map(Box::new),
        }
    }

    /// Adds the records that the values refer to.
    pub fn add_keys(&self, keys: &mut RecordKeys) {
        let held = self.held.iter().map(|held| (held.field, &held.value));
        let references = self.references.iter().flat_map(|state| &state.values);
        for (field, value) in held.chain(references.map(|(field, value)| (*field, value))) {
            let value = value.as_deref();
            keys.places |= value.is_some() && is_place(field);
            match field {
                Field::Bpartner | Field::SalesPartnerCode => {
                    keys.partners.ids.extend(value.and_then(i64::from_stored));
                }
                Field::ProductCode => keys.products.ids.extend(value.and_then(i64::from_stored)),
                role if role.is_role() => {
                    let role = value.and_then(PartnerRole::from_stored);
                    keys.partners.ids.extend(role.map(|role| role.partner.0));
                }
                _ => {}
            }
        }
    }
}

/// Changes of a run, and later changes of the same candidates.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RunChanges {
    /// Changed candidates with their previous state; `None` if it was not stored.
    pub changed: HashMap<CandidateId, Option<PreviousState>>,
    /// Latest change of each candidate.
    pub latest: HashMap<CandidateId, LatestChange>,
    /// Orders created by the run, by id.
    pub orders: Vec<OrderToVoid>,
}

/// Latest change of a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LatestChange {
    pub run: Option<RunId>,
    pub actor: String,
    pub at: Timestamp,
}
