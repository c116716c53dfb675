//! Master data as it is answered: the members of the load file, with id and version.

use std::collections::BTreeMap;

use orderdock_domain::masterdata::kinds::{
    Counts, GivenValue, Kind, MemberChange, POSTAL_CODE_LINK, SCALE_FIELDS, StoredRecord, UpsertOutcome,
};
use orderdock_domain::problem::Language;
use orderdock_domain::text::Text;
use orderdock_store::{MasterdataPage, RecordChange, Undone, UndoneRecord, Upserted};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::{Exact, Id, Item, TotalShape};

/// A record with those nested in it; absent values are left out.
pub struct RecordShape<'a>(pub &'a Kind, pub &'a StoredRecord);

impl Serialize for RecordShape<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(kind, record) = self;
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("id", &record.id)?;
        members.serialize_entry("version", &record.version)?;
        let values = kind.fields.iter().zip(&record.values);
        for (field, value) in values.filter(|(_, value)| **value != GivenValue::Null) {
            members.serialize_entry(field.name, &ValueShape(value))?;
        }
        if let Some(postal_code) = record.postal_code {
            members.serialize_entry(POSTAL_CODE_LINK, &Id(postal_code.0))?;
        }
        for (child, nested) in kind.children.iter().map(|child| child.kind()).zip(&record.children) {
            let records: Vec<_> = nested.records.iter().map(|record| RecordShape(child, record)).collect();
            members.serialize_entry(child.member, &records)?;
            if nested.total > records.len() {
                members.serialize_entry(&format!("{}Total", child.member), &nested.total)?;
            }
        }
        members.end()
    }
}

/// The value of a member.
pub struct ValueShape<'a>(&'a GivenValue);

impl Serialize for ValueShape<'_> {
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
        }
    }
}

/// A page of records.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
pub struct MasterdataPageAnswer<'a> {
    #[schema(value_type = Vec<crate::docs::masterdata_schema::StoredMasterdataRecord>)]
    items: Vec<RecordShape<'a>>,
    /// `after` of the page that follows, if one does.
    next: Option<String>,
    /// `before` of the page that precedes, if one does.
    previous: Option<String>,
    /// Exact up to 100,000; of a search up to 1,000.
    total: TotalShape,
}

impl<'a> MasterdataPageAnswer<'a> {
    pub fn of(kind: &'a Kind, page: &'a MasterdataPage) -> Self {
        Self {
            items: page.records.iter().map(|record| RecordShape(kind, record)).collect(),
            next: page.next.map(|id| id.to_string()),
            previous: page.previous.map(|id| id.to_string()),
            total: page.total.into(),
        }
    }
}

/// What became of an upsert.
#[derive(Serialize, ToSchema)]
#[schema(as = UpsertedAnswer)]
pub struct UpsertedAnswer<'a> {
    /// A line for each record, in the order sent.
    result: Vec<UpsertedRow>,
    /// For each kind, nested ones included.
    #[schema(value_type = Object)]
    counts: BTreeMap<String, MasterdataCountsShape>,
    /// Prices with more digits than their list keeps; the first 1,000.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Item<'a>>,
}

/// What became of a record.
#[derive(Serialize, ToSchema)]
struct UpsertedRow {
    index: usize,
    id: Id,
    version: i64,
    /// A record of which a nested one was created or changed is changed, too.
    #[schema(value_type = String, example = "created")]
    outcome: &'static str,
}

#[derive(Serialize)]
struct MasterdataCountsShape {
    created: u64,
    changed: u64,
    unchanged: u64,
}

impl<'a> UpsertedAnswer<'a> {
    /// Pointers of warnings are into the list of this kind.
    pub fn of(upserted: &'a Upserted, kind: &Kind, language: Language) -> Self {
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
            (kind.kind().path(), MasterdataCountsShape { created, changed, unchanged })
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

/// A page of a history, newest first.
#[derive(Serialize, ToSchema)]
pub struct MasterdataHistoryAnswer<'a> {
    pub items: Vec<MasterdataChangeShape<'a>>,
    /// `after` of the page that follows, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Who created or changed a record, or one that is nested in it.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MasterdataChange)]
pub struct MasterdataChangeShape<'a> {
    #[schema(value_type = String)]
    at: String,
    /// The token's name, or `cli`.
    actor: &'a str,
    /// Finds request and log lines.
    request_id: &'a str,
    #[schema(example = "bpartners.locations")]
    kind: String,
    id: i64,
    /// The version that it got.
    version: i64,
    /// `created`, `changed` or `removed`.
    #[schema(example = "changed")]
    event: &'static str,
    /// What a record was created with is not repeated here.
    changes: Vec<MemberChangeShape<'a>>,
    /// The version that it took back, if it did.
    undoes: Option<i64>,
    /// Why, if that was said.
    reason: Option<&'a str>,
}

/// A member that changed.
#[derive(Serialize, ToSchema)]
#[schema(as = MasterdataMemberChange)]
struct MemberChangeShape<'a> {
    member: &'static str,
    /// Null where there was none.
    #[schema(value_type = serde_json::Value)]
    before: ValueShape<'a>,
    #[schema(value_type = serde_json::Value)]
    after: ValueShape<'a>,
}

impl<'a> MemberChangeShape<'a> {
    fn all(changes: &'a [MemberChange]) -> Vec<Self> {
        let shape = |one: &'a MemberChange| Self {
            member: one.field.name,
            before: ValueShape(&one.before),
            after: ValueShape(&one.after),
        };
        changes.iter().map(shape).collect()
    }
}

impl<'a> From<&'a RecordChange> for MasterdataChangeShape<'a> {
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
            changes: MemberChangeShape::all(change.changes.as_deref().unwrap_or_default()),
            undoes: change.undoes.as_ref().map(|undoes| undoes.version),
            reason: change.undoes.as_ref().and_then(|undoes| undoes.reason.as_ref()).map(Text::as_str),
        }
    }
}

/// What came back, or would.
#[derive(Serialize, ToSchema)]
pub struct UndoneAnswer<'a> {
    pub records: Vec<UndoneRecordShape<'a>>,
}

/// A record that is as it was before.
#[derive(Serialize, ToSchema)]
#[schema(as = UndoneRecord)]
pub struct UndoneRecordShape<'a> {
    #[schema(example = "products.conversions")]
    kind: String,
    id: i64,
    /// The version that its history has for that.
    version: i64,
    /// `restored`, or `removed` where the call had created it.
    #[schema(example = "removed")]
    outcome: &'static str,
    /// Of a record that is removed all that it was.
    changes: Vec<MemberChangeShape<'a>>,
}

impl<'a> From<&'a Undone> for UndoneAnswer<'a> {
    fn from(undone: &'a Undone) -> Self {
        let record = |one: &'a UndoneRecord| UndoneRecordShape {
            kind: one.kind.kind().path(),
            id: one.id,
            version: one.version,
            outcome: if one.removed { "removed" } else { "restored" },
            changes: MemberChangeShape::all(&one.changes),
        };
        Self { records: undone.records.iter().map(record).collect() }
    }
}
