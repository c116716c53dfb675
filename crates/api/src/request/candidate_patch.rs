//! Body of `PATCH …/candidates/{id}`: a JSON Merge Patch of overrides, `clear` and `active`. Unknown members
//! are errors, because a misspelled correction would otherwise seem to be applied.

use orderdock_domain::candidate::{Field, MaybeUndefined};
use orderdock_domain::correction::{CandidatePatch, OverrideChange};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::text::Code;

use crate::http::error::{ApiError, MAX_ERRORS};
use crate::request::attention::{CalendarDay, CommentText, read_attention};
use crate::request::candidate_override::OverrideMembers;
use crate::request::json::{JsonNode, JsonValue, ListOf, Members, Reader, ValueFault, members};
use crate::request::located::read_whole;

members! {
    CandidatePatchBody("CandidatePatchBody", Strict) "A JSON Merge Patch. Unknown fields are errors." {
        overridden: "override" MaybeUndefined<OverrideMembers<'t>>;
        clear: "clear" MaybeUndefined<ListOf<Field>>,
            "Fields whose imported values are ignored. Replaces the previous list.";
        active: "active" bool, "`false` excludes the candidate, `true` restores it.";
        waiting_until: "waitingUntil" MaybeUndefined<CalendarDay>,
            "Date until which the candidate waits for the customer: after today, at most 366 days ahead. Runs skip \
             all candidates of the incoming order until then. Null ends the wait.";
        assigned_to: "assignedTo" MaybeUndefined<Code>,
            "User name of the assignee, or `me` for the caller. Null removes the assignee.";
        comment: "comment" CommentText, "Comment on the change, for the history of the candidate.";
    }
}

/// Reads the patch. The error contains all problems of the body.
pub fn read_patch(body: &[u8]) -> Result<CandidatePatch, ApiError> {
    read_whole(body, MAX_ERRORS, read)
}

fn read(reader: &mut Reader, node: &JsonNode<'_>) -> Option<CandidatePatch> {
    let members = CandidatePatchBody::open(reader, node)?;
    if let Some(node @ JsonNode { value: JsonValue::Null, .. }) = members.active.node {
        reader.fault(members.active, ValueFault::wrong_type(Phrase::Boolean, &node.value));
    }
    let active = reader.read(members.active);
    let overrides = reader.sent_by(members.overridden, |reader, slot| reader.object(slot, read_overrides));
    let clear = reader.sent_by(members.clear, |reader, slot| {
        let fields = reader.list(slot).unwrap_or_default();
        Some(fields.into_iter().flatten().collect())
    });
    let attention = read_attention(reader, members.waiting_until, members.assigned_to, members.comment);
    let patch = CandidatePatch { overrides, clear, active, attention };
    if patch.attention.comment.is_some() && patch.asks_nothing() {
        reader.fault_here(node.at, None, ValueFault::new(ProblemCode::CommentAlone));
    }
    Some(patch)
}

fn read_overrides(reader: &mut Reader, members: &OverrideMembers<'_>) -> Vec<(Field, OverrideChange)> {
    let changes = members.read(reader).into_iter().filter_map(|(field, sent)| match sent {
        MaybeUndefined::Absent => None,
        MaybeUndefined::Null => Some((field, OverrideChange::Remove)),
        MaybeUndefined::Value(wanted) => Some((field, OverrideChange::Set(wanted))),
    });
    changes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(body: &str) -> Vec<(String, &'static str, u32, u32)> {
        let error = read_patch(body.as_bytes()).unwrap_err();
        let located = error.errors.iter().map(|error| {
            let position = error.position.unwrap();
            (error.problem.pointer.to_string(), error.problem.code.as_str(), position.line, position.column)
        });
        located.collect()
    }

    #[test]
    fn every_field_can_be_overridden_and_reset() {
        let settable: Vec<_> =
            Field::ALL.iter().filter(|field| !Field::UNSUPPORTED.contains(field)).collect();
        let nulls: Vec<_> = settable.iter().map(|field| format!("\"{}\":null", field.as_str())).collect();
        let patch = read_patch(format!("{{\"override\":{{{}}}}}", nulls.join(",")).as_bytes()).unwrap();
        let fields: Vec<_> = patch.overrides.value().unwrap().iter().map(|(field, _)| *field).collect();
        assert_eq!(fields.iter().collect::<Vec<_>>(), settable);
        let removed = |(_, change): &(Field, OverrideChange)| *change == OverrideChange::Remove;
        assert!(patch.overrides.value().unwrap().iter().all(removed));
    }

    #[test]
    fn all_problems_are_reported_with_positions() {
        let body = "{\"override\": {\n  \"qty\": \"5,5\", \"price\": \"x\", \"discount\": 101,\n  \"qtty\": 1, \
                    \"bpartner\": \"G0001\", \"paymentRule\": \"Cash\"},\n \"clear\": [\"prise\"], \"active\": null, \"x\": 1}";
        assert_eq!(
            faults(body),
            [
                ("/x".to_owned(), "property.unknown", 4, 43),
                ("/active".to_owned(), "type.wrong", 4, 32),
                ("/override/qtty".to_owned(), "property.unknown", 3, 11),
                ("/override/bpartner".to_owned(), "identifier.invalid", 3, 26),
                ("/override/qty".to_owned(), "number.decimal_comma", 2, 10),
                ("/override/price".to_owned(), "number.invalid", 2, 26),
                ("/override/discount".to_owned(), "discount.out_of_range", 2, 43),
                ("/override/paymentRule".to_owned(), "enum.unknown", 3, 50),
                ("/clear/0".to_owned(), "enum.unknown", 4, 12),
            ]
        );
        assert_eq!(faults("[]")[0].1, "type.wrong");
        assert_eq!(faults("{\"override\":")[0].1, "json.syntax");
        assert_eq!(faults("{\"active\": true, \"active\": false}")[0].1, "property.duplicate");
    }
}
