//! Master data in responses: the members of the master data file, with id and version.

use std::collections::BTreeMap;

use orderdock_domain::masterdata::kinds::{
    Counts, GivenValue, Kind, MemberChange, POSTAL_CODE_LINK, REFERENCE_FIELDS, SCALE_FIELDS, StoredRecord,
    USAGE_MEMBERS, UpsertOutcome,
};
use orderdock_domain::problem::Language;
use orderdock_domain::text::Text;
use orderdock_store::{MasterdataPage, RecordChange, UndoResult, UndoneRecord, UpsertResult};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::{Exact, Id, Item, TotalResponse};

/// Record with its nested records. Absent values are omitted.
pub struct RecordResponse<'a>(pub &'a Kind, pub &'a StoredRecord);

impl Serialize for RecordResponse<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(kind, record) = self;
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("id", &record.id)?;
        members.serialize_entry("version", &record.version)?;
        let values = kind.fields.iter().zip(&record.values);
        for (field, value) in values.filter(|(_, value)| **value != GivenValue::Null) {
            members.serialize_entry(field.name, &ValueResponse(value))?;
        }
        if let Some(postal_code) = record.postal_code {
            members.serialize_entry(POSTAL_CODE_LINK, &Id(postal_code.0))?;
        }
        if let Some(usage) = &record.usage {
            let [uses, last_used_at, created_by] = USAGE_MEMBERS;
            if let Some(count) = usage.uses {
                members.serialize_entry(uses, &count)?;
            }
            if let Some(at) = usage.last_used_at {
                members.serialize_entry(last_used_at, &at.to_string())?;
            }
            if let Some(actor) = &usage.created_by {
                members.serialize_entry(created_by, actor)?;
            }
        }
        for (child, nested) in kind.children.iter().map(|child| child.kind()).zip(&record.children) {
            let records: Vec<_> = nested.records.iter().map(|record| RecordResponse(child, record)).collect();
            members.serialize_entry(child.member, &records)?;
            if nested.total > records.len() {
                members.serialize_entry(&format!("{}Total", child.member), &nested.total)?;
            }
        }
        members.end()
    }
}

/// Value of a member.
pub struct ValueResponse<'a>(&'a GivenValue);

impl Serialize for ValueResponse<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            GivenValue::Null => serializer.serialize_none(),
            GivenValue::Text(text) => serializer.serialize_str(text),
            GivenValue::Boolean(on) => serializer.serialize_bool(*on),
            GivenValue::Whole(number) => serializer.serialize_i64(*number),
            GivenValue::Decimal(number) => Exact::plain(*number).serialize(serializer),
            GivenValue::Date(day) => serializer.collect_str(day),
            GivenValue::Codes(codes) => codes.serialize(serializer),
            GivenValue::Scales(scales) => {
                let [from_name, price_name] = SCALE_FIELDS.each_ref().map(|field| field.name);
                serializer.collect_seq(scales.iter().map(|(from, price)| {
                    BTreeMap::from([(from_name, Exact::plain(*from)), (price_name, Exact::plain(*price))])
                }))
            }
            GivenValue::ExternalReferences(references) => {
                let [system_name, id_name] = REFERENCE_FIELDS.each_ref().map(|field| field.name);
                let entry = |(system, id)| BTreeMap::from([(system_name, system), (id_name, id)]);
                serializer.collect_seq(references.iter().map(|(system, id)| entry((system, id))))
            }
        }
    }
}

/// A page of records.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[schema(as = MasterdataPageAnswer)]
pub struct MasterdataPageResponse<'a> {
    #[schema(value_type = Vec<crate::docs::masterdata_schema::StoredMasterdataRecord>)]
    items: Vec<RecordResponse<'a>>,
    /// Value of `after` for the next page. Absent on the last page.
    next: Option<String>,
    /// Value of `before` for the previous page. Absent on the first page.
    previous: Option<String>,
    /// Total number of records. Exact up to 100,000, or up to 1,000 for a search.
    total: TotalResponse,
}

impl<'a> MasterdataPageResponse<'a> {
    pub fn of(kind: &'a Kind, page: &'a MasterdataPage) -> Self {
        Self {
            items: page.records.iter().map(|record| RecordResponse(kind, record)).collect(),
            next: page.next.map(|id| id.to_string()),
            previous: page.previous.map(|id| id.to_string()),
            total: page.total.into(),
        }
    }
}

/// Result of an upsert.
#[derive(Serialize, ToSchema)]
#[schema(as = UpsertedAnswer)]
pub struct UpsertedResponse<'a> {
    /// One entry per record, in the order of the request.
    result: Vec<UpsertedRow>,
    /// Number of created, changed and unchanged records by kind, including nested records.
    #[schema(value_type = Object)]
    counts: BTreeMap<String, MasterdataCountsResponse>,
    /// Warnings about prices with more decimal places than their price list. Limited to the first 1,000.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Item<'a>>,
}

/// Result for one record.
#[derive(Serialize, ToSchema)]
struct UpsertedRow {
    index: usize,
    id: Id,
    version: i64,
    /// `created`, `changed` or `unchanged`. A record also counts as changed if one of its nested records was created
    /// or changed.
    #[schema(value_type = String, example = "created")]
    outcome: &'static str,
}

#[derive(Serialize)]
struct MasterdataCountsResponse {
    created: u64,
    changed: u64,
    unchanged: u64,
}

impl<'a> UpsertedResponse<'a> {
    /// Encodes the response. Pointers of warnings are relative to the list of the kind.
    pub fn of(upserted: &'a UpsertResult, kind: &Kind, language: Language) -> Self {
        let result = upserted.records.iter().enumerate().map(|(index, record)| UpsertedRow {
            index,
            id: Id(record.id),
            version: record.version,
            outcome: match record.outcome {
                UpsertOutcome::Created => "created",
                UpsertOutcome::Changed => "changed",
                UpsertOutcome::Unchanged => "unchanged",
            },
        });
        let counts = upserted.counts.iter().map(|(kind, counts)| {
            let Counts { created, changed, unchanged } = *counts;
            (kind.kind().path(), MasterdataCountsResponse { created, changed, unchanged })
        });
        let start = format!("/{}", kind.member);
        let warnings = upserted.warnings.iter().map(|warning| {
            let pointer = warning.pointer.strip_prefix(&start).unwrap_or(&warning.pointer);
            let index = pointer.split('/').nth(1).and_then(|index| index.parse().ok());
            Item { pointer: pointer.into(), index, ..Item::of(warning, language) }
        });
        Self { result: result.collect(), counts: counts.collect(), warnings: warnings.collect() }
    }
}

/// A page of the history, newest first.
#[derive(Serialize, ToSchema)]
#[schema(as = MasterdataHistoryAnswer)]
pub struct MasterdataHistoryResponse<'a> {
    pub items: Vec<MasterdataChangeResponse<'a>>,
    /// Value of `after` for the next page. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A change of a record or of one of its nested records.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MasterdataChange)]
pub struct MasterdataChangeResponse<'a> {
    #[schema(value_type = String)]
    at: String,
    /// Name of the access token or user, or `cli`.
    actor: &'a str,
    /// Request id, for finding the request and its log lines.
    request_id: &'a str,
    #[schema(example = "bpartners.locations")]
    kind: String,
    id: i64,
    /// Version of the record after the change.
    version: i64,
    /// Kind of change: `created`, `changed` or `removed`.
    #[schema(example = "changed")]
    event: &'static str,
    /// Changed fields. Empty if the record was created: initial values are not included.
    changes: Vec<MemberChangeResponse<'a>>,
    /// Version that this change reverted. Absent if it is not an undo.
    undoes: Option<i64>,
    /// Reason for the undo, if one was given.
    reason: Option<&'a str>,
}

/// A changed field.
#[derive(Serialize, ToSchema)]
#[schema(as = MasterdataMemberChange)]
struct MemberChangeResponse<'a> {
    member: &'static str,
    /// Previous value. Null if there was none.
    #[schema(value_type = serde_json::Value)]
    before: ValueResponse<'a>,
    #[schema(value_type = serde_json::Value)]
    after: ValueResponse<'a>,
}

impl<'a> MemberChangeResponse<'a> {
    fn all(changes: &'a [MemberChange]) -> Vec<Self> {
        let shape = |one: &'a MemberChange| Self {
            member: one.field.name,
            before: ValueResponse(&one.before),
            after: ValueResponse(&one.after),
        };
        changes.iter().map(shape).collect()
    }
}

impl<'a> From<&'a RecordChange> for MasterdataChangeResponse<'a> {
    fn from(change: &'a RecordChange) -> Self {
        let event = match (&change.changes, &change.undoes) {
            (None, _) => "created",
            (_, Some(undoes)) if undoes.removed => "removed",
            _ => "changed",
        };
        Self {
            at: change.by.at.to_string(),
            actor: &change.by.actor,
            request_id: &change.by.request_id,
            kind: change.kind.kind().path(),
            id: change.id,
            version: change.version,
            event,
            changes: MemberChangeResponse::all(change.changes.as_deref().unwrap_or_default()),
            undoes: change.undoes.as_ref().map(|undoes| undoes.version),
            reason: change.undoes.as_ref().and_then(|undoes| undoes.reason.as_ref()).map(Text::as_str),
        }
    }
}

/// Result of an undo, or of its dry run.
#[derive(Serialize, ToSchema)]
#[schema(as = UndoneAnswer)]
pub struct UndoneResponse<'a> {
    pub records: Vec<UndoneRecordResponse<'a>>,
}

/// A record that was restored or removed by an undo.
#[derive(Serialize, ToSchema)]
#[schema(as = UndoneRecord)]
pub struct UndoneRecordResponse<'a> {
    #[schema(example = "products.conversions")]
    kind: String,
    id: i64,
    /// Version under which the history of the record contains the undo.
    version: i64,
    /// `restored`, or `removed` if the undone request had created the record.
    #[schema(example = "removed")]
    outcome: &'static str,
    /// Changed fields. For a removed record, all its fields.
    changes: Vec<MemberChangeResponse<'a>>,
}

impl<'a> From<&'a UndoResult> for UndoneResponse<'a> {
    fn from(undone: &'a UndoResult) -> Self {
        let record = |one: &'a UndoneRecord| UndoneRecordResponse {
            kind: one.kind.kind().path(),
            id: one.id,
            version: one.version,
            outcome: if one.removed { "removed" } else { "restored" },
            changes: MemberChangeResponse::all(&one.changes),
        };
        Self { records: undone.records.iter().map(record).collect() }
    }
}
