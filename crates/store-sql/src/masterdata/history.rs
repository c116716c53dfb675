//! History of changes of master data.

use orderdock_domain::event::{EventKind, EventType};
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::masterdata::kinds::{FieldType, GivenValue, Kind, MemberChange};
use orderdock_store::{ChangeAuthor, ChangePosition, RecordChange, StoreError, StoreResult, UndoneChange};
use serde::Deserialize as _;
use serde_json::{Value as Json, json};

use super::{external_references, shown};
use crate::Transaction;
use crate::sql::column::{Column, FromRow, NULL, RowReader, integer, owned, text};
use crate::sql::query::{RowWriter, decode_row, rows};
use crate::sql::scope::OrganisationIds;
use crate::sql::tables::MASTERDATA_CHANGE;
use crate::sql::template::Statement;

static INSERT: Statement = Statement::insert(&MASTERDATA_CHANGE);

/// `?1` organisations, `?2` record; `?3` to `?5` cursor before which the page begins, `?6` limit.
static HISTORY: Statement = Statement::new(
    r"
    SELECT kind, record_id, version, at, actor, request_id, changes
    FROM masterdata_change
    WHERE root_id = ?2
      AND org_id {in ?1 int8}
      AND ({param ?3 instant} IS NULL OR (at, record_id, version) < (?3, ?4, ?5))
    ORDER BY at DESC, record_id DESC, version DESC
    LIMIT ?6
    ",
);

/// `?1` record, `?2` request id.
pub static OF_CALL: Statement = Statement::new(
    r"
    SELECT kind, record_id, version, at, actor, request_id, changes
    FROM masterdata_change
    WHERE root_id = ?1 AND request_id = ?2
    ORDER BY record_id, version
    ",
);

/// `?1` root record, `?2` the record itself or a nested one.
pub static LAST: Statement = Statement::new(
    r"
    SELECT kind, record_id, version, at, actor, request_id, changes
    FROM masterdata_change
    WHERE root_id = ?1 AND record_id = ?2
    ORDER BY version DESC
    LIMIT 1
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&INSERT, &HISTORY, &OF_CALL, &LAST];

/// Name of the entry among the changes of members that describes the undone change or the removal of the record.
const UNDOES: &str = "undone";

/// A history entry of one record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistoryRecord {
    /// The record that contains it, or the record itself.
    pub root: i64,
    pub id: i64,
    /// The version that the change created.
    pub version: i64,
    pub owner: OrganisationId,
    /// `None` if the record was created.
    pub changes: Option<Vec<MemberChange>>,
    /// Present if the change undid another change.
    pub undoes: Option<UndoneChange>,
}

impl HistoryRecord {
    pub fn created(root: i64, id: i64, owner: OrganisationId) -> Self {
        Self { root, id, version: 1, owner, changes: None, undoes: None }
    }
}

/// Writes history entries of records of a kind, if there are any.
pub fn note(
    transaction: &dyn Transaction,
    by: &ChangeAuthor,
    kind: &Kind,
    changes: impl IntoIterator<Item = HistoryRecord>,
) -> StoreResult<()> {
    let mut changes = changes.into_iter().peekable();
    if changes.peek().is_none() {
        return Ok(());
    }
    let (path, mut rows) = (kind.path(), RowWriter::prepare(transaction, &INSERT)?);
    for HistoryRecord { root, id, version, owner, changes, undoes } in changes {
        let event =
            EventKind { kind: Some(kind.name), ..EventKind::of(EventType::MasterdataChanged, None, version) };
        transaction.outbox().record(by.at, owner, event, id);
        let values = [
            integer(root),
            integer(id),
            integer(version),
            text(&path),
            owner.write(),
            by.at.write(),
            by.actor.write(),
            by.request_id.write(),
            changes.map_or(NULL, |changes| owned(encode(&changes, undoes.as_ref()))),
        ];
        rows.write(values)?;
    }
    rows.close()
}

/// Returns the history of a record and its nested records, newest first.
pub fn of(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    id: i64,
    before: Option<ChangePosition>,
    limit: u32,
) -> StoreResult<Vec<RecordChange>> {
    let [at, record, version] = before.map_or([NULL, NULL, NULL], |place| {
        [integer(place.at.as_microsecond()), integer(place.id), integer(place.version)]
    });
    let values = [organisations.write(), integer(id), at, record, version, integer(i64::from(limit))];
    rows(transaction, "masterdata_change", &HISTORY, values, decode_row)
}

impl FromRow for RecordChange {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        let path: String = row.read()?;
        let unreadable =
            || StoreError::Inconsistent { place: "masterdata_change", fault: format!("a change of {path}") };
        let kind = Kind::by_path(&path).ok_or_else(unreadable)?;
        let (id, version, by, changes): (_, _, _, Option<String>) = row.read()?;
        let decoded = changes.map(|json| decode(kind, &json).ok_or_else(unreadable)).transpose()?;
        let (changes, undoes) = decoded.map_or((None, None), |(changes, undoes)| (Some(changes), undoes));
        Ok(Self { kind: kind.name, id, version, by, changes, undoes })
    }
}

impl FromRow for ChangeAuthor {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { at: row.read()?, actor: row.read()?, request_id: row.read()? })
    }
}

/// Encodes changes. The undone change is last; older versions skip it as an unknown member.
fn encode(changes: &[MemberChange], undoes: Option<&UndoneChange>) -> String {
    let change = |change: &MemberChange| json!([change.field.name, change.before, change.after]);
    let undoes = undoes.map(|undoes| json!([UNDOES, undoes, null]));
    Json::Array(changes.iter().map(change).chain(undoes).collect()).to_string()
}

/// Decodes changes. Skips members that the kind no longer has.
fn decode(kind: &'static Kind, text: &str) -> Option<(Vec<MemberChange>, Option<UndoneChange>)> {
    let changes: Vec<(String, Json, Json)> = serde_json::from_str(text).ok()?;
    let undoes = match changes.last() {
        Some((name, undoes, _)) if name == UNDOES => Some(UndoneChange::deserialize(undoes).ok()?),
        _ => None,
    };
    let known =
        changes.into_iter().filter_map(|(member, before, after)| Some((kind.field(&member)?, before, after)));
    let changes = known.map(|(field, before, after)| {
        let (before, after) = (value(field.field_type, before)?, value(field.field_type, after)?);
        Some(MemberChange { field, before, after })
    });
    Some((changes.collect::<Option<_>>()?, undoes))
}

fn value(field_type: FieldType, json: Json) -> Option<GivenValue> {
    match json {
        Json::Null => Some(GivenValue::Null),
        Json::Bool(on) => Some(GivenValue::Boolean(on)),
        Json::Number(number) => number.as_i64().map(GivenValue::Whole),
        Json::String(text) => GivenValue::of_text(field_type, &text),
        Json::Array(_) if matches!(field_type, FieldType::Codes | FieldType::Gtins) => {
            serde_json::from_value(json).ok().map(GivenValue::Codes)
        }
        Json::Array(_) if field_type == FieldType::ExternalReferences => {
            external_references::value(serde_json::from_value(json).ok()?)
        }
        Json::Array(_) => shown::scales(serde_json::from_value(json).ok()?),
        Json::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use orderdock_domain::masterdata::kinds::{GivenValue, KINDS, Kind, MemberChange};
    use orderdock_domain::number;
    use orderdock_domain::text::Text;
    use orderdock_store::UndoneChange;

    use super::{UNDOES, decode, encode};

    #[test]
    fn no_field_has_the_reserved_name_of_undone_changes() {
        assert!(KINDS.iter().all(|kind| kind.field(UNDOES).is_none()));
    }

    fn kind(member: &str) -> &'static Kind {
        KINDS.iter().copied().find(|kind| kind.field(member).is_some()).unwrap()
    }

    /// The texts were stored by version 0.2.0.
    #[test]
    fn changes_are_stored_as_before() {
        use GivenValue::{Boolean, Codes, Date, Decimal, Null, Scales, Text, Whole};
        let decimal = |text| number::exact(text).unwrap();
        let words = |words: [&str; 2]| Codes(words.map(str::to_owned).into());
        let scales = Scales(vec![(decimal("1"), decimal("9.90")), (decimal("0.5"), decimal("-12"))]);
        let table = [
            ("name", Text("a \"b\"\nc".to_owned()), Null, r#""a \"b\"\nc",null"#),
            ("active", Boolean(true), Boolean(false), "true,false"),
            ("precision", Whole(2), Whole(0), "2,0"),
            (
                "price",
                Decimal(decimal("1.50")),
                Decimal(decimal("1234567890123456789012345678")),
                r#""1.5","1234567890123456789012345678""#,
            ),
            ("validFrom", Null, Date("2026-01-31".parse().unwrap()), r#"null,"2026-01-31""#),
            ("internalNames", words(["SOURCE.a", "ü"]), Codes(Vec::new()), r#"["SOURCE.a","ü"],[]"#),
            (
                "gtins",
                words(["00000096385074", "04006381333931"]),
                Codes(Vec::new()),
                r#"["00000096385074","04006381333931"],[]"#,
            ),
            ("scales", scales, Scales(Vec::new()), r#"[["1","9.9"],["0.5","-12"]],[]"#),
        ];
        for (member, before, after, stored) in table {
            let kind = kind(member);
            let changes = vec![MemberChange { field: kind.field(member).unwrap(), before, after }];
            let stored = format!(r#"[["{member}",{stored}]]"#);
            assert_eq!(encode(&changes, None), stored);
            assert_eq!(decode(kind, &stored), Some((changes, None)));
        }
    }

    /// The texts were stored by version 0.2.0.
    #[test]
    fn undone_changes_are_stored_as_before() {
        for (removed, reason, stored) in [
            (
                true,
                Text::parse("zu \"früh\"").unwrap(),
                r#"[["undone",{"reason":"zu \"früh\"","removed":true,"version":7},null]]"#,
            ),
            (false, None, r#"[["undone",{"reason":null,"removed":false,"version":7},null]]"#),
        ] {
            let undoes = Some(UndoneChange { version: 7, removed, reason });
            assert_eq!(encode(&[], undoes.as_ref()), stored);
            assert_eq!(decode(kind("name"), stored), Some((Vec::new(), undoes)));
        }
    }
}
