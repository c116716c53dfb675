//! The body of `POST …/candidates/edit`: which candidates, and what becomes of their members.

use orderdock_app::{OpContext, Selection};
use orderdock_domain::candidate::{Field, Sent};
use orderdock_domain::correction::{CandidateEdit, FieldEdit, Step};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::problem::Code as Problems;
use orderdock_domain::text::Code;

use crate::candidate_override::{ChangesMembers, read_value};
use crate::json::{Anything, Fault, Members, Reader, Slot, Value, members};
use crate::refusal::Refusal;
use crate::selection::{SelectionMembers, read_selecting};

members! {
    EditMembers("EditBody", Strict) "`changes`, `active` or both. Unknown members are errors." {
        selection: "selection" SelectionMembers<'t>, required;
        changes: "changes" ChangesMembers<'t>;
        active: "active" bool, "False puts the candidates aside, true takes them back.";
    }
}

members! {
    ChangeMembers("EditChange", Strict) "Exactly one of the three." {
        set: "set" Anything, "The value, as in an override.";
        change_by: "changeBy" Code,
            "A step from the value that holds, with a sign: for qty, price and discount a percentage (`+10%`) \
             or an amount (`-2.5`), for dates days (`+3`). Quantity and discount are computed exactly, a price \
             is rounded half up to the digits of its price list, or to 4 where no list holds. A candidate \
             without a value of its own, as one whose price comes from the list, is refused.";
        clear: "clear" bool, "True takes the override back, and the imported value holds again.";
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
        let active = reader.read(members.active);
        let changes = reader.object(members.changes, read_changes).unwrap_or_default();
        if changes.is_empty() && active.is_none() && reader.errors.total == 0 {
            reader.fault_here(node.at, None, Fault::new(Problems::EditEmpty));
        }
        Some((CandidateEdit { changes, active }, members.selection))
    })
}

fn read_changes(reader: &mut Reader, members: &ChangesMembers<'_>) -> Vec<(Field, FieldEdit)> {
    let mut changes = Vec::new();
    for (field, slot) in members.slots() {
        if let Some(node) = slot.node.filter(|_| !slot.is_given()) {
            reader.fault(slot, node, Fault::new(Problems::ChangeInvalid));
        }
        let change = reader.object(slot, |reader, members| read_change(reader, field, members)).flatten();
        changes.extend(change.map(|change| (field, change)));
    }
    changes
}

fn read_change(reader: &mut Reader, field: Field, members: &ChangeMembers<'_>) -> Option<FieldEdit> {
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
    let node = members.node();
    reader.fault_here(node.at, Some(&node.value), Fault::new(Problems::ChangeInvalid));
    None
}

fn read_step(reader: &mut Reader, field: Field, slot: Slot<'_, Code>) -> Option<Step> {
    let text = reader.required(slot)?;
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
