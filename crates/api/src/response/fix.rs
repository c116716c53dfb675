//! Suggested fixes of problems, each as the request that applies it.

use orderdock_app::Caller;
use orderdock_domain::access::Scope;
use orderdock_domain::candidate::{Candidate, Field, MaybeUndefined, Related};
use orderdock_domain::correction::{CandidatePatch, OverrideChange, PartnerRoleReference, RequestedValue};
use orderdock_domain::number::canonical;
use orderdock_domain::problem::{Language, Problem};
use orderdock_domain::suggested_fix::{
    Caution, FixAction, ProposedRecord, RecordValue, RequiredInput, SuggestedFix, SuggestedFixes,
};
use orderdock_domain::text::Code;
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::internal_name;

/// A suggested fix: a change that resolves a problem or ends a hold. It contains either `patch` or `request`.
#[serde_with::skip_serializing_none]
#[derive(Clone, PartialEq, Serialize, ToSchema, Debug)]
#[schema(as = Fix)]
pub struct FixResponse {
    /// Stable name of the kind of fix.
    #[schema(example = "currency.take_list")]
    pub kind: &'static str,
    /// Description of the fix, in the requested language.
    #[schema(example = "Change the currency to EUR, the currency of price list “DE-EUR”.")]
    pub words: String,
    /// Confidence. `certain`: only one value is possible, and all values from the sender keep their meaning.
    /// `likely`: most probably the intended value. `possible`: resolves the problem if a person confirms it.
    #[schema(example = "certain")]
    pub sureness: &'static str,
    /// Scope that the fix requires.
    #[schema(example = "candidates:write")]
    pub needs: &'static str,
    /// True if the fix writes a record that all organisations share; this requires a caller with access to all
    /// organisations. Absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
    /// Whether the caller is allowed to apply the fix.
    pub allowed: bool,
    /// Correction of the candidate: the body of a `PATCH` request.
    #[schema(value_type = Option<Object>, example = json!({"override": {"currencyCode": "EUR"}}))]
    pub patch: Option<Value>,
    /// With `patch`: all fields whose effective value changes, including price and currency if they change as a
    /// result.
    #[schema(example = json!(["taxCategoryCode", "currencyCode"]))]
    pub members: Option<Vec<&'static str>>,
    /// Reason why the fix is never suggested first: `tax_class` (it changes how the line is taxed) or `past_date` (it
    /// moves a date into the past). Absent if there is none.
    #[schema(example = "tax_class")]
    pub caution: Option<&'static str>,
    /// With `patch`: codes of the problems that remain afterwards, determined with the current master data.
    pub leaves: Option<Vec<&'static str>>,
    /// Request that applies the fix. Send it unchanged, except for the values in `fill`.
    pub request: Option<FixRequest>,
    /// JSON Pointers to the values in `patch`, or in the body of `request`, that a person must enter first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(example = json!(["/override/price"]))]
    pub fill: Vec<String>,
}

/// A suggested fix that may resolve the same problem for many candidates.
#[derive(Clone, PartialEq, Serialize, ToSchema, Debug)]
pub struct GroupFix {
    #[serde(flatten)]
    pub fix: FixResponse,
    /// With `patch`: the equivalent `changes` of a bulk edit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>, example = json!({"currencyCode": {"set": "EUR"}}))]
    pub changes: Option<Value>,
}

/// A request that resolves a problem.
#[derive(Clone, PartialEq, Serialize, ToSchema, Debug)]
pub struct FixRequest {
    #[schema(example = "PUT")]
    pub method: &'static str,
    #[schema(example = "/api/masterdata/product-prices")]
    pub path: String,
    #[schema(value_type = Value)]
    pub body: Value,
}

/// Creates suggested fixes for a caller. Without a candidate, only corrections are possible.
pub struct FixContext<'a> {
    pub caller: &'a Caller,
    pub of: Option<(&'a Candidate, &'a Related)>,
    pub language: Language,
}

/// Suggested fixes of a candidate.
pub struct Fixes {
    /// Suggested fixes of each problem.
    pub problems: Vec<Vec<FixResponse>>,
    pub hold: Vec<FixResponse>,
}

impl Fixes {
    /// Returns the fixes of a problem.
    pub fn of(suggested_fixes: &SuggestedFixes, of: &[Problem], context: &FixContext<'_>) -> Self {
        let hold =
            suggested_fixes.hold.iter().map(|suggested_fix| context.fix(suggested_fix, None)).collect();
        let problems = suggested_fixes.problems.iter().zip(of).map(|(found, problem)| {
            let caution =
                |suggested_fix: &SuggestedFix| suggested_fix.caution(problem.code, suggested_fixes.today);
            found.iter().map(|suggested_fix| context.fix(suggested_fix, caution(suggested_fix))).collect()
        });
        Self { problems: problems.collect(), hold }
    }
}

impl FixContext<'_> {
    pub fn fix(&self, suggested_fix: &SuggestedFix, caution: Option<Caution>) -> FixResponse {
        let members = match &suggested_fix.fix_action {
            FixAction::Correct { members, fill: None, .. } => {
                Some(members.iter().map(|member| member.as_str()).collect())
            }
            _ => None,
        };
        let (patch, leaves, request, fill): FixParts = match &suggested_fix.fix_action {
            FixAction::Correct { patch, fill, leaves, .. } => {
                let fill = fill.iter().copied().map(place_of).collect();
                let leaves = leaves.iter().map(|code| code.as_str()).collect();
                (Some(patch_json(patch)), Some(leaves), None, fill)
            }
            FixAction::Write { kind, record, .. } => {
                let path = format!("/api/masterdata/{}", kind.kind().member);
                let fill = record.fill.iter().map(|pointer| format!("/0{pointer}")).collect();
                let body = json!([record_json(record)]);
                (None, None, Some(FixRequest { method: "PUT", path, body }), fill)
            }
            FixAction::Revalidate => (None, None, self.act("revalidate", false, None), Vec::new()),
            FixAction::Process(reason) => {
                let release = reason.map(|reason| json!([reason.as_str()]));
                (None, None, self.act("process", true, release), Vec::new())
            }
            FixAction::Attend { candidate, another_day } => attend(candidate.0, *another_day),
        };
        FixResponse {
            kind: suggested_fix.kind.as_str(),
            words: suggested_fix.message(self.language),
            sureness: suggested_fix.confidence.as_str(),
            needs: Scope::as_str(suggested_fix.scope()),
            shared: suggested_fix.is_shared(),
            allowed: self.caller.allows(suggested_fix),
            patch,
            members,
            caution: caution.map(Caution::as_str),
            leaves,
            request,
            fill,
        }
    }

    pub fn group_fix(&self, suggested_fix: &SuggestedFix, caution: Option<Caution>) -> GroupFix {
        let suggested_fix = &suggested_fix.of_group();
        let changes = match &suggested_fix.fix_action {
            FixAction::Correct { patch, fill: None, .. } => changes_json(patch),
            _ => None,
        };
        GroupFix { fix: self.fix(suggested_fix, caution), changes }
    }

    /// Returns the request of an action on the candidate or, if `whole`, on its incoming order. A run widens the selection of a
    /// candidate to its incoming order.
    fn act(&self, action: &str, whole: bool, release: Option<Value>) -> Option<FixRequest> {
        let (candidate, related) = self.of?;
        let itself = || json!({ "ids": [candidate.id.0] });
        let selection = if whole { header(candidate, related).unwrap_or_else(itself) } else { itself() };
        let mut body = json!({ "selection": selection });
        if let (Some(release), Some(body)) = (release, body.as_object_mut()) {
            body.insert("release".to_owned(), release);
        }
        Some(FixRequest { method: "POST", path: format!("/api/sales/order/candidates/{action}"), body })
    }
}

type FixParts = (Option<Value>, Option<Vec<&'static str>>, Option<FixRequest>, Vec<String>);

/// Returns the request that ends the hold of another candidate, or sets a date that the user enters.
fn attend(candidate: i64, another_day: bool) -> FixParts {
    let mut body = json!({ "selection": { "ids": [candidate] } });
    if let Some(body) = body.as_object_mut().filter(|_| !another_day) {
        body.insert(WAITING.to_owned(), Value::Null);
    }
    let request = FixRequest { method: "POST", path: EDIT.to_owned(), body };
    let fill = another_day.then(|| place_of(RequiredInput::WaitingUntil));
    (None, None, Some(request), fill.into_iter().collect())
}

const EDIT: &str = "/api/sales/order/candidates/edit";
const WAITING: &str = "waitingUntil";

/// Returns the JSON Pointer of a value that the user enters.
fn place_of(fill: RequiredInput) -> String {
    match fill {
        RequiredInput::Value(field) => format!("/override/{}", field.as_str()),
        RequiredInput::WaitingUntil => format!("/{WAITING}"),
    }
}

/// Returns the header of an incoming order for `selection`. Rows with a flat id have none; for rows of an external system,
/// other systems can have the same header.
fn header(candidate: &Candidate, related: &Related) -> Option<Value> {
    let identity = &candidate.identity;
    if identity.flat || candidate.external_system.is_some() {
        return None;
    }
    let source = internal_name(candidate.data_source, &related.reference)?;
    Some(json!({ "dataSource": source, "externalHeaderId": identity.header_id.as_str() }))
}

/// Returns the body of a correction.
fn patch_json(patch: &CandidatePatch) -> Value {
    let mut body = Map::new();
    if let Some(changes) = patch.overrides.value() {
        let members = changes.iter().map(|(field, change)| {
            let value = match change {
                OverrideChange::Remove => Value::Null,
                OverrideChange::Set(wanted) => wanted_json(*field, wanted),
            };
            (field.as_str().to_owned(), value)
        });
        body.insert("override".to_owned(), Value::Object(members.collect()));
    }
    if let Some(fields) = patch.clear.value() {
        body.insert("clear".to_owned(), fields.iter().map(|field| json!(field.as_str())).collect());
    }
    if let Some(active) = patch.active {
        body.insert("active".to_owned(), active.into());
    }
    // fixes end a wait; the user chooses the date of a new one
    if patch.attention.waiting == MaybeUndefined::Null {
        body.insert(WAITING.to_owned(), Value::Null);
    }
    Value::Object(body)
}

/// Returns set members in the format of a bulk edit.
fn changes_json(patch: &CandidatePatch) -> Option<Value> {
    let changes = patch.overrides.value()?.iter().map(|(field, change)| match change {
        OverrideChange::Set(wanted) => {
            Some((field.as_str().to_owned(), json!({ "set": wanted_json(*field, wanted) })))
        }
        OverrideChange::Remove => None,
    });
    Some(Value::Object(changes.collect::<Option<_>>()?))
}

fn wanted_json(field: Field, wanted: &RequestedValue) -> Value {
    match (field, wanted) {
        // numbers are stored as text
        (Field::Qty | Field::Price | Field::Discount | Field::Line, RequestedValue::Value(number)) => {
            number_json(number)
        }
        (_, RequestedValue::Value(value)) => json!(value),
        (_, RequestedValue::Instant(instant)) => json!(instant.to_string()),
        (_, RequestedValue::Code(code)) => json!(code.as_str()),
        (_, RequestedValue::Identifier(name)) => json!(name.to_string()),
        (_, RequestedValue::Role(role)) => role_json(role),
        (_, RequestedValue::InvoiceDocType(kind)) => json!({
            "docBaseType": kind.doc_base_type.as_str(),
            "docSubType": kind.doc_sub_type.as_ref().map(Code::as_str),
        }),
    }
}

fn role_json(role: &PartnerRoleReference) -> Value {
    let named = [
        ("bpartner", Some(&role.bpartner)),
        ("location", role.location.as_ref()),
        ("contact", role.contact.as_ref()),
    ];
    let given =
        named.into_iter().filter_map(|(name, value)| Some((name.to_owned(), json!(value?.to_string()))));
    Value::Object(given.collect())
}

fn record_json(record: &ProposedRecord) -> Value {
    let members = record.members.iter().map(|(name, value)| {
        let value = match value {
            RecordValue::Text(text) => json!(text),
            RecordValue::Number(number) => number_json(&canonical(number)),
            RecordValue::Flag(flag) => json!(flag),
            RecordValue::Nested(record) => json!([record_json(record)]),
        };
        ((*name).to_owned(), value)
    });
    Value::Object(members.collect())
}

/// Returns a number without loss.
fn number_json(number: &str) -> Value {
    number.parse().map_or_else(|_| json!(number), Value::Number)
}
