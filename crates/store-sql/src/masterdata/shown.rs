//! Reads records for display: one statement per kind, with the keys of referenced records.

use orderdock_domain::cast;
use std::collections::HashMap;

use orderdock_domain::ids::{OrganisationId, SHARED};
use orderdock_domain::masterdata::kinds::{
    Field, FieldType, GivenValue, Kind, KindName, NESTED_SHOWN, Nested, POSTAL_CODE_LINK, StoredRecord,
};
use orderdock_domain::number;
use orderdock_store::{StoreError, StoreResult};

use super::tables::KindTable;
use super::{cross_references, external_references, list_expression};
use crate::sql::column::{NULL, RowReader, integer};
use crate::sql::keys;
use crate::sql::query::rows;
use crate::sql::scope::OrganisationIds;
use crate::{SqlValue, Transaction};

/// Returns records of a kind by id, ascending, without their nested records.
///
/// `None` for the organisations returns records of all; the history compares the records before and after a transaction
/// this way.
pub fn by_ids(
    transaction: &dyn Transaction,
    organisations: Option<&OrganisationIds>,
    kind: &Kind,
    ids: impl IntoIterator<Item = i64>,
) -> StoreResult<Vec<StoredRecord>> {
    let values = [scope(organisations), keys::numbers(ids)];
    rows(transaction, KindTable::of(kind).name, &select_by(kind, "id"), values, |row| record(row, kind))
}

/// Returns one record with its nested records.
pub fn one(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    kind: &Kind,
    id: i64,
) -> StoreResult<Option<StoredRecord>> {
    let mut found = by_ids(transaction, Some(organisations), kind, [id])?;
    add_children(transaction, organisations, kind, &mut found)?;
    for record in &mut found {
        hide_uses_of_others(organisations, record);
    }
    Ok(found.pop())
}

/// Removes number and time of uses from a shared record, unless all organisations are readable.
pub fn hide_uses_of_others(organisations: &OrganisationIds, record: &mut StoredRecord) {
    if record.owner == SHARED
        && !organisations.are_all()
        && let Some(usage) = &mut record.usage
    {
        (usage.uses, usage.last_used_at) = (None, None);
    }
}

/// Adds the first records of each nested kind, and their total number.
pub fn add_children(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    kind: &Kind,
    records: &mut [StoredRecord],
) -> StoreResult<()> {
    for child in kind.children.iter().map(|child| child.kind()) {
        let Some(parent_column) = KindTable::of(child).parent else { continue };
        let ids = keys::numbers(records.iter().map(|record| record.id));
        let one_more = cast::<i64>(NESTED_SHOWN).saturating_add(1);
        let values = [scope(Some(organisations)), ids, integer(one_more)];
        let sql = select_nested(child, parent_column);
        let mut found = rows(transaction, KindTable::of(child).name, &sql, values, |row| {
            let record = record(row, child)?;
            Ok((row.read::<i64>()?, record))
        })?;
        found.sort_by_key(|(parent, record)| (*parent, record.id));
        let mut found = found.into_iter().peekable();
        // both lists are ordered by the id of the parent
        for record in records.iter_mut() {
            let mut nested = Vec::new();
            while let Some((_, child)) = found.next_if(|(parent, _)| *parent == record.id) {
                nested.push(child);
            }
            record.children.push(Nested { total: nested.len(), records: nested });
        }
        count_truncated(transaction, organisations, child, parent_column, records)?;
    }
    Ok(())
}

/// Truncates the lists of the last nested kind to the displayed length, and counts the records of truncated lists.
fn count_truncated(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    child: &Kind,
    parent_column: &str,
    records: &mut [StoredRecord],
) -> StoreResult<()> {
    let is_cut = |record: &StoredRecord| record.children.last().is_some_and(|last| last.total > NESTED_SHOWN);
    let cut: Vec<i64> = records.iter().filter(|record| is_cut(record)).map(|record| record.id).collect();
    if cut.is_empty() {
        return Ok(());
    }
    let values = [scope(Some(organisations)), keys::numbers(cut)];
    let counts: HashMap<i64, i64> =
        rows(transaction, KindTable::of(child).name, &count_nested(child, parent_column), values, |row| {
            Ok((row.read()?, row.read()?))
        })?
        .into_iter()
        .collect();
    for record in records.iter_mut().filter(|record| is_cut(record)) {
        let count = counts.get(&record.id).map(|count| cast::<usize>(*count));
        if let (Some(nested), Some(count)) = (record.children.last_mut(), count) {
            nested.records.truncate(NESTED_SHOWN);
            nested.total = count;
        }
    }
    Ok(())
}

fn scope(organisations: Option<&OrganisationIds>) -> SqlValue<'_> {
    organisations.map_or(NULL, OrganisationIds::write)
}

/// Returns the query for records by a column. `?1` organisations or NULL, `?2` JSON array of values. `{join}` makes
/// the array the outer loop.
pub fn select_by(kind: &Kind, column: &str) -> String {
    let table = KindTable::of(kind);
    let parent = table.parent.map(|column| format!(", t.{column}")).unwrap_or_default();
    format!(
        "SELECT {}{parent} FROM {{array ?2 int8}} {{join}} {} t ON t.{column} = k.value WHERE {} ORDER BY t.id",
        expressions(kind),
        table.name,
        visible(kind)
    )
}

/// Returns the query for nested records. `?1` organisations, `?2` JSON array of the parents' ids, `?3` limit per
/// parent.
pub fn select_nested(kind: &Kind, parent_column: &str) -> String {
    format!(
        "SELECT {}, t.{parent_column} FROM {{array ?2 int8}} {{join}} {table} t ON t.id IN \
         (SELECT t.id FROM {table} t WHERE t.{parent_column} = k.value AND {} ORDER BY t.id LIMIT ?3)",
        expressions(kind),
        visible(kind),
        table = KindTable::of(kind).name
    )
}

/// Returns the query for the number of nested records. `?1` organisations, `?2` JSON array of the parents' ids.
pub fn count_nested(kind: &Kind, parent_column: &str) -> String {
    format!(
        "SELECT k.value, (SELECT count(*) FROM {} t WHERE t.{parent_column} = k.value AND {}) \
         FROM {{array ?2 int8}}",
        KindTable::of(kind).name,
        visible(kind)
    )
}

pub fn visible(kind: &Kind) -> String {
    let organisation = "{in ?1 int8})";
    match kind.name {
        // the shared organisation is built in and cannot be read or changed
        KindName::Organisations => {
            format!("({{param_list ?1 int8}} IS NULL OR t.id {organisation} AND t.id <> 0")
        }
        _ if kind.is_owned() => {
            format!("({{param_list ?1 int8}} IS NULL OR {{no_index t.org_id}} {organisation}")
        }
        // conversions of products are nested in their products
        KindName::UomConversions => "({param_list ?1 int8} IS NULL OR t.product_id = 0)".to_owned(),
        _ => "({param_list ?1 int8} IS NULL OR TRUE)".to_owned(),
    }
}

pub fn owner(kind: &Kind) -> &'static str {
    match kind.name {
        KindName::Organisations => "t.id",
        _ if kind.is_owned() => "{no_index t.org_id}",
        _ => "0",
    }
}

/// Returns the expressions for id, version, owner, the members in order, the postal code of an address, and the
/// usage of a cross-reference.
pub fn expressions(kind: &Kind) -> String {
    let members = kind.fields.iter().map(|field| expression(kind, field));
    let members = members.collect::<Vec<_>>().join(", ");
    let link = if kind.is_linked() {
        format!(", t.{}", KindTable::of(kind).column(kind, POSTAL_CODE_LINK))
    } else {
        String::new()
    };
    let usage = if kind.has_usage() { format!(", {}", cross_references::USAGE) } else { String::new() };
    format!("t.id, t.version, {}, {members}{link}{usage}", owner(kind))
}

fn expression(kind: &Kind, field: &Field) -> String {
    let column = |field: &Field| KindTable::of(kind).column(kind, field.name);
    if !field.has_cell() {
        // the day of the version to which another member refers
        let refers = |other: &&Field| other.field_type == FieldType::Version { day: field.name };
        let column = kind.fields.iter().find(refers).map(column).unwrap_or_default();
        return format!("(SELECT v.valid_from FROM price_list_version v WHERE v.id = t.{column})");
    }
    let column = column(field);
    match field.field_type {
        FieldType::Owner => format!("(SELECT o.code FROM organisation o WHERE o.id = t.{column})"),
        FieldType::Reference(KindName::DataSources) => format!(
            "(SELECT n.name FROM data_source_name n WHERE n.data_source_id = t.{column} AND n.position = 0)"
        ),
        FieldType::ReferenceWithin { kind: to, .. } => {
            let to = to.kind();
            cross_references::nested_target(KindTable::of(to).name, to.field("gln").is_some(), &column)
        }
        FieldType::Reference(to) if !to.kind().is_kept_by_code() => {
            let (to, table) = (to.kind(), KindTable::of(to.kind()));
            let named_by = table.column(to, to.reference_member());
            format!("(SELECT r.{named_by} FROM {} r WHERE r.id = t.{column})", table.name)
        }
        FieldType::Version { .. } => format!(
            "(SELECT l.code FROM price_list_version v JOIN price_list l ON l.id = v.price_list_id \
             WHERE v.id = t.{column})"
        ),
        FieldType::Codes | FieldType::Scales | FieldType::Gtins => list_expression(&column),
        FieldType::ExternalReferences => external_references::SHOWN.to_owned(),
        _ => format!("t.{column}"),
    }
}

pub fn record(row: &mut RowReader<'_>, kind: &Kind) -> StoreResult<StoredRecord> {
    let (id, version, owner) = (row.read()?, row.read()?, OrganisationId(row.read()?));
    let values = kind.fields.iter().map(|field| {
        let raw = row.read_value()?;
        value(field.field_type, &raw).ok_or_else(|| StoreError::Inconsistent {
            place: KindTable::of(kind).name,
            fault: format!("{} holds a {}", field.name, raw.word()),
        })
    });
    let values = values.collect::<StoreResult<_>>()?;
    let postal_code = if kind.is_linked() { row.read()? } else { None };
    let usage = if kind.has_usage() { Some(cross_references::usage(row)?) } else { None };
    Ok(StoredRecord { id, version, owner, values, postal_code, usage, children: Vec::new() })
}

fn value(field_type: FieldType, raw: &SqlValue<'_>) -> Option<GivenValue> {
    let list = |text: &str| serde_json::from_str::<Vec<Vec<String>>>(text).ok();
    match raw {
        SqlValue::Null => Some(GivenValue::Null),
        SqlValue::Boolean(on) => Some(GivenValue::Boolean(*on)),
        SqlValue::Integer(number) if field_type == FieldType::Boolean => {
            Some(GivenValue::Boolean(*number != 0))
        }
        SqlValue::Integer(number) => Some(GivenValue::Whole(*number)),
        SqlValue::Decimal(number) => Some(GivenValue::Decimal(*number)),
        SqlValue::Date(day) => Some(GivenValue::Date(*day)),
        SqlValue::Text(text) | SqlValue::Json(text) => match field_type {
            FieldType::Codes | FieldType::Gtins => {
                Some(GivenValue::Codes(list(text)?.into_iter().flatten().collect()))
            }
            FieldType::Scales => scales(list(text)?),
            FieldType::ExternalReferences => external_references::value(list(text)?),
            _ => GivenValue::of_text(field_type, text),
        },
        SqlValue::Bytes(_) | SqlValue::Instant(_) => None,
    }
}

/// Converts pairs of quantity and price.
pub fn scales(pairs: Vec<Vec<String>>) -> Option<GivenValue> {
    let pairs = pairs.into_iter().map(|pair| match pair.as_slice() {
        [from, price] => Some((number::exact(from).ok()?, number::exact(price).ok()?)),
        _ => None,
    });
    pairs.collect::<Option<_>>().map(GivenValue::Scales)
}
