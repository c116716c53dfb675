//! Body of `POST …/candidates/edit`: the selected candidates and the changes.

use orderdock_domain::candidate::{Field, MaybeUndefined, Status};
use orderdock_domain::correction::{CandidateEdit, FieldEdit, Step};
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::processing::SelectionScope;
use orderdock_domain::text::Code;
use orderdock_store::RunTarget;

use crate::http::error::ApiError;
use crate::request::attention::{CalendarDay, CommentText, read_attention};
use crate::request::candidate_override::{ChangeMembers, ChangesMembers, read_value};
use crate::request::json::{JsonValue, Members, Reader, TypedMember, ValueFault, members};
use crate::request::selection::{RunExtent, SelectionContext, SelectionMembers, gather, read_selecting};

members! {
    EditBody("EditBody", Strict)
        "An edit: at least one of `changes`, `active`, `waitingUntil` and `assignedTo`. Unknown fields are errors." {
        selection: "selection" SelectionMembers<'t>, required;
        scope: "scope" RunExtent,
            "`selection` (default) edits only the selected candidates. `order` adds the other lines of the same incoming \
             orders that are not processed.";
        changes: "changes" ChangesMembers<'t>;
        active: "active" bool, "`false` excludes the candidates, `true` restores them.";
        waiting_until: "waitingUntil" MaybeUndefined<CalendarDay>,
            "Date until which the candidates wait for the customer: after today, at most 366 days ahead. Runs skip \
             all candidates of the incoming orders until then. Null ends the wait.";
        assigned_to: "assignedTo" MaybeUndefined<Code>,
            "User name of the assignee, or `me` for the caller. Null removes the assignee.";
        comment: "comment" CommentText, "Comment on the change, for the history of the candidates.";
    }
}

/// Statuses in which a candidate can be edited.
const NOT_PROCESSED: &[Status] = &[Status::New, Status::Error, Status::Inactive];

/// Reads the changes and the selection. The error contains all problems of the body.
pub fn read_edit(sent: &[u8], context: SelectionContext<'_>) -> Result<(CandidateEdit, RunTarget), ApiError> {
    let ((edit, scope), selection) = read_selecting(sent, context, |reader, node| {
        let members = EditBody::open(reader, node)?;
        let active = reader.read(members.active);
        let changes = reader.object(members.changes, read_changes).unwrap_or_default();
        let attention = read_attention(reader, members.waiting_until, members.assigned_to, members.comment);
        if changes.is_empty() && active.is_none() && attention.is_empty() && reader.errors.total == 0 {
            reader.fault_here(node.at, None, ValueFault::new(ProblemCode::EditEmpty));
        }
        let scope = reader.read(members.scope).unwrap_or(SelectionScope::Selection);
        Some(((CandidateEdit { changes, active, attention }, scope), members.selection))
    })?;
    Ok((edit, gather(scope, selection, NOT_PROCESSED)))
}

fn read_changes(reader: &mut Reader, members: &ChangesMembers<'_>) -> Vec<(Field, FieldEdit)> {
    let mut changes = Vec::new();
    for (field, slot) in members.slots() {
        if slot.node.is_some() && !slot.is_given() {
            reader.fault(slot, ValueFault::new(ProblemCode::ChangeInvalid));
        }
        let change = reader.object(slot, |reader, members| read_change(reader, field, members)).flatten();
        changes.extend(change.map(|change| (field, change)));
    }
    changes
}

fn read_change(reader: &mut Reader, field: Field, members: &ChangeMembers<'_>) -> Option<FieldEdit> {
    match (members.set.node, members.change_by.node, members.clear.node) {
        (Some(_), None, None) => match read_value(reader, field, members.set) {
            MaybeUndefined::Value(wanted) => return Some(FieldEdit::Set(wanted)),
            MaybeUndefined::Null => {}
            MaybeUndefined::Absent => return None,
        },
        (None, Some(_), None) => return read_step(reader, field, members.change_by).map(FieldEdit::ChangeBy),
        (None, None, Some(clear)) if clear.value == JsonValue::Bool(true) => return Some(FieldEdit::Clear),
        _ => {}
    }
    let node = members.node();
    reader.fault_here(node.at, Some(&node.value), ValueFault::new(ProblemCode::ChangeInvalid));
    None
}

fn read_step(reader: &mut Reader, field: Field, slot: TypedMember<'_, Code>) -> Option<Step> {
    let text = reader.required(slot)?;
    let fault = match Step::parse(field, text.as_str()) {
        Ok(step) => return Some(step),
        Err(code) => ValueFault::new(code),
    };
    let fault = fault.with("value", text.as_str()).with("name", field.as_str());
    reader.fault(slot, fault.with("example", Step::examples(field)));
    None
}
