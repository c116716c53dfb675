//! Planning of corrections: derives the effective values from imported values, overrides and the patch.

use std::collections::BTreeMap;

use super::context::{CorrectionCall, CorrectionContext};
use super::history::{AttentionChange, FieldChange, HistoryEntry};
use super::patch::{CandidatePatch, OverrideChange};
use super::previous_state::{OverriddenValue, PreviousState, imported};
use super::resolve::{Resolver, at};
use super::shown;
use crate::candidate::{
    Candidate, CandidateEvent, CandidateState, Field, MaybeUndefined, Override, PartnerRole, Related, Status,
    StoredText, Transition,
};
use crate::ids::PartnerId;
use crate::order::CandidateClaim;
use crate::problem::{Problem, ProblemCode};
use crate::processing::{ValidationResult, Validator};

/// Result of a correction.
#[derive(Clone, PartialEq, Debug)]
pub struct Correction {
    /// Candidate with the version as read; the commit increments it.
    pub candidate: Candidate,
    /// History entry; `None` if the correction changes nothing, so nothing is written.
    pub entry: Option<HistoryEntry>,
    pub warnings: Vec<Problem>,
}

impl Correction {
    pub(super) fn none(candidate: &Candidate) -> Self {
        Self { candidate: candidate.clone(), entry: None, warnings: Vec::new() }
    }
}

/// Plans corrections of candidates that were loaded together.
pub struct Corrector<'a> {
    pub(crate) context: &'a CorrectionContext,
    pub(crate) call: &'a CorrectionCall,
    pub(super) validator: Validator<'a>,
}

impl<'a> Corrector<'a> {
    pub fn new(context: &'a CorrectionContext, call: &'a CorrectionCall) -> Self {
        Self { context, call, validator: Validator::new(&context.records) }
    }

    /// Returns effective values and problems of a candidate.
    pub(crate) fn found<'c>(&'c self, candidate: &'c Candidate) -> ValidationResult<'c> {
        self.validator.find(candidate)
    }

    /// Applies a patch, or returns all its problems. A processed candidate cannot be changed.
    pub fn correct(&self, candidate: &Candidate, patch: &CandidatePatch) -> Result<Correction, Vec<Problem>> {
        if candidate.status == Status::Processed {
            return Err(vec![Problem::new(ProblemCode::ProcessedReadonly, "")]);
        }
        let mut draft = CorrectionDraft::new(self.context, candidate, self.call);
        draft.set(&patch.overrides);
        draft.clear(patch);
        let corrected = draft.corrected();
        if !draft.errors.is_empty() {
            return Err(draft.errors);
        }
        let settled = self.settle(candidate, corrected, patch.active);
        self.attend(candidate, settled, &patch.attention).map_err(|problem| vec![problem])
    }

    /// Validates the corrected candidate and creates the history entry.
    fn settle(&self, before: &Candidate, mut corrected: Candidate, active: Option<bool>) -> Correction {
        let changed = overridden(before) != overridden(&corrected);
        let was_excluded = before.status == Status::Inactive;
        let is_excluded = active.map_or(was_excluded, |active| !active);
        if !changed && is_excluded == was_excluded {
            return Correction::none(before);
        }
        let mut warnings = Vec::new();
        if changed || was_excluded {
            warnings = self.validated(&mut corrected);
        } else {
            corrected = before.clone();
        }
        if is_excluded {
            corrected.status = Status::Inactive;
        }
        let event = match (was_excluded, is_excluded) {
            (false, true) => CandidateEvent::Excluded,
            (true, false) => CandidateEvent::Restored,
            _ => CandidateEvent::Corrected,
        };
        self.finished(before, corrected, event, warnings)
    }

    /// Restores the previous state of a candidate and re-validates it.
    pub(super) fn restore(&self, candidate: &Candidate, previous: &PreviousState) -> Correction {
        let mut draft = CorrectionDraft::new(self.context, candidate, self.call);
        draft.overrides = by_field(previous.held.clone());
        if let Some(references) = &previous.references {
            references.restore(&mut draft.imported);
        }
        let mut restored = draft.corrected();
        let warnings = self.validated(&mut restored);
        if previous.status == Status::Inactive {
            restored.status = Status::Inactive;
        }
        let is_same_status = restored.status == previous.status;
        restored.hold = previous.hold.clone().filter(|hold| is_same_status || hold.own_wait().is_some());
        restored.assigned_to.clone_from(&previous.assigned_to);
        self.finished(candidate, restored, CandidateEvent::Undone, warnings)
    }

    /// Validates a candidate whose references were resolved, and creates the history entry.
    pub fn resolve(&self, before: &Candidate, mut resolved: Candidate) -> Correction {
        let warnings = self.validated(&mut resolved);
        self.finished(before, resolved, CandidateEvent::Validated, warnings)
    }

    /// Validates a candidate whose references a user mapped to a record, and creates the history entry.
    pub fn map(&self, before: &Candidate, mut mapped: Candidate) -> Correction {
        let warnings = self.validated(&mut mapped);
        self.finished(before, mapped, CandidateEvent::Mapped, warnings)
    }

    /// Validates a candidate as the next run would; returns the warnings.
    fn validated(&self, candidate: &mut Candidate) -> Vec<Problem> {
        let found = self.validator.validate(candidate);
        candidate.status = found.status;
        candidate.problems = found.problems;
        candidate.list_price = found.list_price;
        candidate.net = found.net;
        candidate.currency = found.currency;
        found.warnings
    }

    /// Excludes a candidate on behalf of its sender.
    pub(super) fn cancel(&self, candidate: &Candidate) -> Correction {
        let cancelled = Candidate { status: Status::Inactive, ..candidate.clone() };
        self.finished(candidate, cancelled, CandidateEvent::Cancelled, Vec::new())
    }

    /// Returns the candidate after an event with its validated values; unchanged if the transition is not
    /// permitted.
    pub(super) fn finished(
        &self,
        before: &Candidate,
        found: Candidate,
        event: CandidateEvent,
        warnings: Vec<Problem>,
    ) -> Correction {
        let Some(transition) = Transition::of(event, before.status, found.status) else {
            return Correction::none(before);
        };
        let (previous, found_state) = (CandidateState::of(before), CandidateState::of(&found));
        let after = transition.state_after(previous.clone(), found_state);
        let entry = HistoryEntry {
            changes: changes(&self.context.records.related, before, &found),
            ..HistoryEntry::of(&CandidateClaim::of(before), event, (&previous, &after), self.call)
        };
        let CandidateState { status, hold, problems } = after;
        let candidate = Candidate { status, hold, problems, updated_at: self.call.now, ..found };
        let entry = HistoryEntry { attention_change: AttentionChange::of(before, &candidate), ..entry };
        Correction { candidate, entry: Some(entry), warnings }
    }
}

struct CorrectionDraft<'a> {
    before: &'a Candidate,
    imported: Candidate,
    resolver: Resolver<'a>,
    call: &'a CorrectionCall,
    overrides: BTreeMap<Field, OverriddenValue>,
    errors: Vec<Problem>,
}

impl<'a> CorrectionDraft<'a> {
    fn new(context: &'a CorrectionContext, candidate: &'a Candidate, call: &'a CorrectionCall) -> Self {
        Self {
            before: candidate,
            imported: imported(candidate),
            resolver: Resolver {
                organisation: candidate.organisation,
                data_source: candidate.data_source,
                related: &context.records.related,
                mappings: &context.mappings,
            },
            call,
            overrides: by_field(PreviousState::of(candidate).held),
            errors: Vec::new(),
        }
    }

    /// Replaces the whole list of ignored members, because JSON Merge Patch replaces arrays.
    fn clear(&mut self, patch: &CandidatePatch) {
        if patch.clear == MaybeUndefined::Absent {
            return;
        }
        let fields = patch.clear.value().map(Vec::as_slice).unwrap_or_default();
        self.overrides.retain(|known, overrides| !overrides.cleared || fields.contains(known));
        for (index, field) in fields.iter().enumerate() {
            if !can_be_cleared(*field) {
                let problem = Problem::new(ProblemCode::RequiredCleared, format!("/clear/{index}"));
                self.errors.push(problem.with("name", field.as_str()));
                continue;
            }
            if patch.sets(*field) {
                let problem = Problem::new(ProblemCode::PropertyConflict, format!("/clear/{index}"));
                self.errors.push(problem.with("name", "clear").with("other", at(*field)));
                continue;
            }
            self.set_override(*field, None, true);
        }
    }

    fn set(&mut self, overrides: &MaybeUndefined<Vec<(Field, OverrideChange)>>) {
        let mut changes: Vec<&(Field, OverrideChange)> = match overrides {
            MaybeUndefined::Absent => return,
            MaybeUndefined::Null => {
                self.overrides.retain(|_, overrides| overrides.cleared);
                return;
            }
            MaybeUndefined::Value(changes) => changes.iter().collect(),
        };
        // the buyer precedes its location and contact
        changes.sort_by_key(|(field, _)| *field);
        let named = |wanted: Field| changes.iter().any(|(field, _)| *field == wanted);
        let (location, contact) = (named(Field::Location), named(Field::Contact));
        for (field, change) in changes {
            match change {
                OverrideChange::Remove => {
                    self.overrides.remove(field);
                }
                OverrideChange::Set(wanted) => match self.resolver.resolve(*field, wanted, self.buyer()) {
                    Ok(value) => self.set_override(*field, Some(value), false),
                    Err(problem) => self.errors.push(problem),
                },
            }
            if *field == Field::Bpartner && self.buyer() != self.before.buyer.map(|buyer| buyer.partner) {
                self.move_places(location, contact);
            }
        }
    }

    fn buyer(&self) -> Option<PartnerId> {
        let overrides = self.overrides.get(&Field::Bpartner).and_then(|overrides| overrides.value.as_deref());
        overrides.and_then(StoredText::from_stored).or_else(|| self.imported.buyer.map(|buyer| buyer.partner))
    }

    /// Adapts location and contact to a changed buyer: the imported ones if the buyer is the imported one, otherwise its
    /// default ship-to location and no contact.
    fn move_places(&mut self, location_named: bool, contact_named: bool) {
        let buyer = self.buyer();
        let is_imported = buyer == self.imported.buyer.map(|buyer| buyer.partner);
        if !location_named {
            self.overrides.remove(&Field::Location);
            match buyer.and_then(|buyer| self.resolver.ship_to(buyer)) {
                _ if is_imported => {}
                Some(location) => self.set_override(Field::Location, Some(location.to_stored()), false),
                None => self.errors.push(Problem::new(ProblemCode::LocationNone, at(Field::Bpartner))),
            }
        }
        if !contact_named {
            self.overrides.remove(&Field::Contact);
            let has_contact = self.imported.buyer.is_some_and(|buyer| buyer.contact.is_some());
            if !is_imported && (has_contact || self.imported.is_open(Field::Contact)) {
                self.set_override(Field::Contact, None, false);
            }
        }
    }

    /// Sets an override. An unchanged value keeps its actor and time.
    fn set_override(&mut self, field: Field, value: Option<String>, cleared: bool) {
        let same = |known: &OverriddenValue| known.cleared == cleared && (cleared || known.value == value);
        if !self.overrides.get(&field).is_some_and(same) {
            let (actor, at) = (self.call.actor.clone(), self.call.now);
            self.overrides.insert(field, OverriddenValue { field, value, cleared, actor, at });
        }
    }

    /// Returns the candidate with its effective values.
    fn corrected(&self) -> Candidate {
        let mut candidate = self.imported.clone();
        for overrides in self.overrides.values() {
            let field = overrides.field;
            candidate.overrides.push(Override {
                field,
                imported: field.read(&self.imported),
                cleared: overrides.cleared,
                actor: overrides.actor.clone(),
                at: overrides.at,
            });
            if overrides.cleared && matches!(field, Field::UomCode | Field::Location) {
                continue;
            }
            // the write cannot fail, because the value was resolved or stored before
            field.write(&mut candidate, overrides.value.as_deref());
        }
        self.derive(&mut candidate);
        candidate
    }

    /// Derives values that are absent or ignored: unit of the product, currency of the price list, default ship-to.
    fn derive(&self, candidate: &mut Candidate) {
        if self.counts_as_absent(Field::UomCode)
            && let Some(product) = candidate.product.and_then(|id| self.resolver.related.products.get(&id))
            && (candidate.product != self.before.product || self.touched(Field::UomCode))
        {
            candidate.unit = Some(product.unit);
        }
        if self.counts_as_absent(Field::CurrencyCode) {
            candidate.currency = None;
        }
        if self.overrides.get(&Field::Location).is_some_and(|overrides| overrides.cleared) {
            let ship_to =
                |buyer: PartnerRole| PartnerRole { location: self.resolver.ship_to(buyer.partner), ..buyer };
            candidate.buyer = candidate.buyer.map(ship_to);
        }
    }

    fn counts_as_absent(&self, field: Field) -> bool {
        match self.overrides.get(&field) {
            Some(overrides) => overrides.cleared,
            None => !was_sent(self.before, field),
        }
    }

    fn touched(&self, field: Field) -> bool {
        let before = self.before.overrides.iter().find(|one| one.field == field).map(|one| one.cleared);
        before != self.overrides.get(&field).map(|overrides| overrides.cleared)
    }
}

fn by_field(overrides: Vec<OverriddenValue>) -> BTreeMap<Field, OverriddenValue> {
    overrides.into_iter().map(|one| (one.field, one)).collect()
}

/// Returns whether the imported value can be ignored. Unit and location are optional in a row but not in a candidate.
fn can_be_cleared(field: Field) -> bool {
    field.is_optional() || field == Field::UomCode
}

fn was_sent(candidate: &Candidate, field: Field) -> bool {
    candidate.content.members().any(|member| member.pointer.strip_prefix('/') == Some(field.as_str()))
}

/// Returns the properties of the overrides that are compared: member, value, cleared.
fn overridden(candidate: &Candidate) -> Vec<(Field, Option<String>, bool)> {
    let mut overrides: Vec<_> = candidate.overrides.iter().collect();
    // an earlier version stored the overrides in another order
    overrides.sort_by_key(|one| one.field);
    let values = overrides.into_iter();
    values.map(|one| (one.field, one.field.read(candidate).filter(|_| !one.cleared), one.cleared)).collect()
}

/// Returns the members whose value or override state has changed.
fn changes(related: &Related, before: &Candidate, after: &Candidate) -> Vec<FieldChange> {
    let (held_before, held_after) = (overridden(before), overridden(after));
    let overrides = |list: &[(Field, Option<String>, bool)], field: Field| {
        list.iter().find(|one| one.0 == field).cloned()
    };
    let changed = |field: &Field| {
        field.read(before) != field.read(after)
            || overrides(&held_before, *field) != overrides(&held_after, *field)
    };
    let fields = Field::ALL.iter().copied().filter(changed);
    fields
        .map(|field| FieldChange {
            field,
            old: shown(field, before, related),
            new: shown(field, after, related),
        })
        .collect()
}
