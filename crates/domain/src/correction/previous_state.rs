//! State before a run and later changes, as needed to undo the run.

use std::collections::HashMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::patch::{RecordKeys, is_place};
use crate::candidate::{Candidate, Field, Hold, PartnerRole, Status, StoredText};
use crate::ids::{CandidateId, RunId};
use crate::order::OrderToVoid;
use crate::text::Code;

/// State of a candidate before a run changed it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PreviousState {
    pub status: Status,
    pub hold: Option<Hold>,
    pub assigned_to: Option<Code>,
    /// Overridden values.
    pub held: Vec<OverriddenValue>,
}

/// One overridden value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OverriddenValue {
    pub field: Field,
    /// Value in the format of [`Field::read`].
    pub value: Option<String>,
    /// Whether the imported value was ignored.
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
        }
    }

    /// Adds the records that the values refer to.
    pub fn add_keys(&self, keys: &mut RecordKeys) {
        for OverriddenValue { field, value, .. } in &self.held {
            let value = value.as_deref();
            keys.places |= is_place(*field);
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
