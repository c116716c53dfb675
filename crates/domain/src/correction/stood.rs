//! What a run found, and what became of what it did: as much as undoing it must know.

use std::collections::HashMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::patch::{RecordKeys, is_place};
use crate::candidate::{Candidate, Field, Hold, PartnerRole, Status, StoredText};
use crate::ids::{CandidateId, RunId};
use crate::order::OrderToVoid;
use crate::text::Code;

/// What a candidate was before a run changed it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stood {
    pub status: Status,
    pub hold: Option<Hold>,
    pub assigned_to: Option<Code>,
    /// The values that held instead of imported ones.
    pub held: Vec<HeldValue>,
}

/// A value that held instead of the imported one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HeldValue {
    pub field: Field,
    /// As [`Field::read`] gives it.
    pub value: Option<String>,
    /// The imported value counted as absent.
    pub cleared: bool,
    /// Who set it, and when.
    pub actor: String,
    pub at: Timestamp,
}

impl Stood {
    pub fn of(candidate: &Candidate) -> Self {
        let held = candidate.overrides.iter().map(|one| HeldValue {
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

    /// Adds the records that its values name.
    pub fn add_keys(&self, keys: &mut RecordKeys) {
        for HeldValue { field, value, .. } in &self.held {
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

/// What a run did with candidates, and what became of that.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DoneByRun {
    /// The candidates that it changed, with what they were before; nothing where that was not kept.
    pub changed: HashMap<CandidateId, Option<Stood>>,
    /// What changed them last.
    pub latest: HashMap<CandidateId, LatestChange>,
    /// The orders that it made of others, by id.
    pub orders: Vec<OrderToVoid>,
}

/// What changed a candidate last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LatestChange {
    pub run: Option<RunId>,
    pub actor: String,
    pub at: Timestamp,
}
