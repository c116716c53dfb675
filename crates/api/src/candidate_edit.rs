//! The body of `POST …/candidates/edit`: which candidates, and what becomes of their members.

use orderdock_app::{OpContext, Selection};
use orderdock_domain::candidate::{Field, Sent};
use orderdock_domain::correction::{CandidateEdit, FieldEdit, Step};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::problem::Code as Problems;
use orderdock_domain::text::Code;

use crate::candidate_patch::{OverrideMembers, read_value};
use crate::json::{Fault, Node, Reader, Slot, Value, members};
use crate::refusal::Refusal;
use crate::selection::read_selecting;

members! {
    EditMembers {
        selection: "selection",
        changes: "changes",
        active: "active",
    }
}

members! {
    ChangeMembers {
        set: "set",
        change_by: "changeBy",
        clear: "clear",
    }
}

/// Reads the edit and what it is about, or tells everything that is wrong with it.
pub fn read_edit(
    sent: &[u8],
    caller: &OpContext,
    reference: &Reference,
) -> Result<(CandidateEdit, Selection), Refusal> {
    read_selecting(sent, caller, reference, |reader, node| {
        let members = EditMembers::open(reader, node)?;
        let active = reader.read::<bool>(members.active);
        let changes = reader.object(members.changes, read_changes).unwrap_or_default();
        if changes.is_empty() && active.is_none() && reader.errors.total == 0 {
            reader.fault_here(node.at, None, Fault::new(Problems::EditEmpty));
        }
        Some((CandidateEdit { changes, active }, members.selection))
    })
}

fn read_changes(reader: &mut Reader, node: &Node<'_>) -> Option<Vec<(Field, FieldEdit)>> {
    let members = OverrideMembers::open(reader, node)?;
    let mut changes = Vec::new();
    for (field, slot) in members.slots() {
        if let Some(node) = slot.node.filter(|_| !slot.is_given()) {
            reader.fault(slot, node, Fault::new(Problems::ChangeInvalid));
        }
        let change = reader.object(slot, |reader, node| read_change(reader, field, node));
        changes.extend(change.map(|change| (field, change)));
    }
    Some(changes)
}

fn read_change(reader: &mut Reader, field: Field, node: &Node<'_>) -> Option<FieldEdit> {
    let members = ChangeMembers::open(reader, node)?;
    match (members.set.node, members.change_by.node, members.clear.node) {
        (Some(_), None, None) => match read_value(reader, field, members.set) {
            Sent::Value(wanted) => return Some(FieldEdit::Set(wanted)),
            Sent::Null => {}
            Sent::Absent => return None,
        },
        (None, Some(_), None) => return read_step(reader, field, members.change_by).map(FieldEdit::ChangeBy),
        (None, None, Some(clear)) if clear.value == Value::Bool(true) => return Some(FieldEdit::Clear),
        _ => {}
    }
    reader.fault_here(node.at, Some(&node.value), Fault::new(Problems::ChangeInvalid));
    None
}

fn read_step(reader: &mut Reader, field: Field, slot: Slot<'_>) -> Option<Step> {
    let text = reader.required::<Code>(slot)?;
    let fault = match Step::parse(field, text.as_str()) {
        Ok(step) => return Some(step),
        Err(code) => Fault::new(code),
    };
    let fault = fault.with("value", text.as_str()).with("name", field.as_str());
    if let Some(node) = slot.node {
        reader.fault(slot, node, fault.with("example", Step::examples(field)));
    }
    None
}
