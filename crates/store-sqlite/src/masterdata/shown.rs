//! Reading records as they are shown: one statement for each kind, references as keys.

use orderdock_domain::ids::OrganisationId;
use orderdock_domain::masterdata::kinds::{Field, FieldType, Kind, KindName, StoredRecord, Value};
use orderdock_domain::number;
use orderdock_domain::text::fold;
use orderdock_store::{MasterdataPage, MasterdataQuery, StoreError, StoreResult};
use rusqlite::Connection;
use rusqlite::types::{ToSqlOutput, ValueRef};

use super::list_expression;
use crate::column::{Fields, NULL, integer, owned, rows, text};
use crate::keys;
use crate::scope::OrganisationIds;

/// Records that are looked through at once where a search has no index.
const LOOKED_THROUGH: u32 = 1_000;

/// Records of a kind by their ids, ascending, without those nested in them.
///
/// Without organisations all are read: for the history, which compares what a transaction found and left.
pub fn by_ids(
    connection: &Connection,
    organisations: Option<&OrganisationIds>,
    kind: &Kind,
    ids: impl IntoIterator<Item = i64>,
) -> StoreResult<Vec<StoredRecord>> {
    let values = [scope(organisations), keys::numbers(ids)];
    rows(connection, kind.table, &select_by(kind, "id"), values, |fields| record(fields, kind))
}

/// One record with those nested in it.
pub fn one(
    connection: &Connection,
    organisations: &OrganisationIds,
    kind: &Kind,
    id: i64,
) -> StoreResult<Option<StoredRecord>> {
    let mut found = by_ids(connection, Some(organisations), kind, [id])?;
    add_children(connection, organisations, kind, &mut found)?;
    Ok(found.pop())
}

/// Reads the records of each nested kind.
fn add_children(
    connection: &Connection,
    organisations: &OrganisationIds,
    kind: &Kind,
    records: &mut [StoredRecord],
) -> StoreResult<()> {
    for child in kind.children.iter().map(|child| child.kind()) {
        let Some(parent_column) = child.parent_column else { continue };
        let values = [scope(Some(organisations)), keys::numbers(records.iter().map(|record| record.id))];
        let sql = select_by(child, parent_column);
        let mut found = rows(connection, child.table, &sql, values, |fields| {
            let record = record(fields, child)?;
            Ok((fields.take::<i64>()?, record))
        })?;
        found.sort_by_key(|(parent, record)| (*parent, record.id));
        let mut found = found.into_iter().peekable();
        // both ascend by the parent's id
        for record in records.iter_mut() {
            let mut nested = Vec::new();
            while let Some((_, child)) = found.next_if(|(parent, _)| *parent == record.id) {
                nested.push(child);
            }
            record.children.push(nested);
        }
    }
    Ok(())
}

/// A page of a kind's list.
pub fn find(
    connection: &Connection,
    organisations: &OrganisationIds,
    query: &MasterdataQuery,
) -> StoreResult<MasterdataPage> {
    let kind = query.kind.kind();
    let limit = usize::try_from(query.limit).unwrap_or(usize::MAX);
    let mut search = query.search.as_deref().map(fold).filter(|words| !words.is_empty());
    let mut by_index = None;
    if let Some(condition) = search_condition(kind.name) {
        by_index = search.take().map(|words| (condition, words));
    }
    let window = if search.is_some() { LOOKED_THROUGH } else { query.limit.saturating_add(1) };
    let mut after = query.after.unwrap_or(0);
    let mut found = Vec::new();
    loop {
        let condition = by_index.as_ref().map_or("", |(condition, _)| condition);
        let sql = select_list(kind, condition);
        let mut values = vec![
            scope(Some(organisations)),
            query.organisation.map_or(NULL, |organisation| integer(organisation.0)),
            query.active.map_or(NULL, |active| integer(active.into())),
            integer(after),
            integer(i64::from(window)),
        ];
        if let Some((_, words)) = &by_index {
            values.extend([text(words), owned(format!("{words}\u{10ffff}"))]);
        }
        let read = rows(connection, kind.table, &sql, values, |fields| record(fields, kind))?;
        let ended = read.len() < usize::try_from(window).unwrap_or(usize::MAX);
        after = read.last().map_or(after, |record| record.id);
        let fits =
            |record: &StoredRecord| search.as_deref().is_none_or(|words| record.begins_with(kind, words));
        found.extend(read.into_iter().filter(fits));
        if ended || found.len() > limit {
            break;
        }
    }
    let more = found.len() > limit;
    found.truncate(limit);
    add_children(connection, organisations, kind, &mut found)?;
    Ok(MasterdataPage { records: found, more })
}

fn scope(organisations: Option<&OrganisationIds>) -> ToSqlOutput<'_> {
    organisations.map_or(NULL, OrganisationIds::write)
}

/// Ids by an index, for large kinds; `?6` and `?7` enclose the folded texts with a beginning.
fn search_condition(kind: KindName) -> Option<&'static str> {
    match kind {
        KindName::Partners => Some(
            "t.id IN (SELECT id FROM bpartner WHERE code_key >= ?6 AND code_key < ?7 \
             UNION SELECT id FROM bpartner WHERE name_key >= ?6 AND name_key < ?7)",
        ),
        KindName::Products => Some(
            "t.id IN (SELECT id FROM product WHERE code_key >= ?6 AND code_key < ?7 \
             UNION SELECT id FROM product WHERE name_key >= ?6 AND name_key < ?7)",
        ),
        KindName::ProductPrices => Some(
            "t.id IN (SELECT p.id FROM product_price p WHERE p.product_id IN \
             (SELECT id FROM product WHERE code_key >= ?6 AND code_key < ?7))",
        ),
        _ => None,
    }
}

/// `?1` organisations or NULL, `?2` JSON array of ids. `CROSS JOIN` keeps the ids outside.
fn select_by(kind: &Kind, column: &str) -> String {
    let parent = kind.parent_column.map(|column| format!(", t.{column}")).unwrap_or_default();
    format!(
        "SELECT {}{parent} FROM json_each(?2) k CROSS JOIN {} t ON t.{column} = k.value WHERE {} ORDER BY t.id",
        expressions(kind),
        kind.table,
        visible(kind)
    )
}

/// `?1` organisations, `?2` one of them or NULL, `?3` active or NULL, `?4` id before the first, `?5` how many.
fn select_list(kind: &Kind, search: &str) -> String {
    // with a search its index leads, not the ids that follow
    let (plus, and) = if search.is_empty() { ("", "") } else { ("+", " AND ") };
    format!(
        "SELECT {} FROM {} t WHERE {} AND (?2 IS NULL OR {} = ?2) AND (?3 IS NULL OR t.active = ?3) \
         AND {plus}t.id > ?4{and}{search} ORDER BY t.id LIMIT ?5",
        expressions(kind),
        kind.table,
        visible(kind),
        owner(kind)
    )
}

fn visible(kind: &Kind) -> String {
    let organisation = "IN (SELECT value FROM json_each(?1)))";
    match kind.name {
        // the shared organisation is built in: it is no one's to read or change
        KindName::Organisations => format!("(?1 IS NULL OR t.id {organisation} AND t.id <> 0"),
        _ if kind.is_owned() => format!("(?1 IS NULL OR +t.org_id {organisation}"),
        // those of products are nested there
        KindName::UomConversions => "(?1 IS NULL OR t.product_id = 0)".to_owned(),
        _ => "(?1 IS NULL OR TRUE)".to_owned(),
    }
}

fn owner(kind: &Kind) -> &'static str {
    match kind.name {
        KindName::Organisations => "t.id",
        _ if kind.is_owned() => "+t.org_id",
        _ => "0",
    }
}

/// Id, version, owner and the members in their order.
fn expressions(kind: &Kind) -> String {
    let members = kind.fields.iter().map(|field| expression(kind, field));
    let members = members.collect::<Vec<_>>().join(", ");
    format!("t.id, t.version, {}, {members}", owner(kind))
}

fn expression(kind: &Kind, field: &Field) -> String {
    let Some(column) = field.column() else {
        // the day of the version that another member refers to
        let refers = |other: &&Field| other.field_type == FieldType::Version { day: field.name };
        let column = kind.fields.iter().find(refers).and_then(Field::column).unwrap_or_default();
        return format!("(SELECT v.valid_from FROM price_list_version v WHERE v.id = t.{column})");
    };
    match field.field_type {
        FieldType::Owner => format!("(SELECT o.code FROM organisation o WHERE o.id = t.{column})"),
        FieldType::Reference(to) if !to.kind().is_kept_by_code() => {
            let to = to.kind();
            format!("(SELECT r.{} FROM {} r WHERE r.id = t.{column})", to.reference_column(), to.table)
        }
        FieldType::Version { .. } => format!(
            "(SELECT l.code FROM price_list_version v JOIN price_list l ON l.id = v.price_list_id \
             WHERE v.id = t.{column})"
        ),
        FieldType::Codes | FieldType::Scales => list_expression(&column),
        _ => format!("t.{column}"),
    }
}

fn record(fields: &mut Fields<'_>, kind: &Kind) -> StoreResult<StoredRecord> {
    let (id, version, owner) = (fields.take()?, fields.take()?, OrganisationId(fields.take()?));
    let values = kind.fields.iter().map(|field| {
        let raw = fields.raw()?;
        value(field.field_type, raw).ok_or_else(|| StoreError::Inconsistent {
            place: kind.table,
            fault: format!("{} holds a {}", field.name, raw.data_type()),
        })
    });
    let values = values.collect::<StoreResult<_>>()?;
    Ok(StoredRecord { id, version, owner, values, children: Vec::new() })
}

fn value(field_type: FieldType, raw: ValueRef<'_>) -> Option<Value> {
    let list = |text: &str| serde_json::from_str::<Vec<Vec<String>>>(text).ok();
    match raw {
        ValueRef::Null => Some(Value::Null),
        ValueRef::Integer(number) if field_type == FieldType::Boolean => Some(Value::Boolean(number != 0)),
        ValueRef::Integer(number) => Some(Value::Whole(number)),
        ValueRef::Text(_) => {
            let text = raw.as_str().ok()?;
            match field_type {
                FieldType::Codes => Some(Value::Codes(list(text)?.into_iter().flatten().collect())),
                FieldType::Scales => scales(list(text)?),
                _ => Value::of_text(field_type, text),
            }
        }
        ValueRef::Real(_) | ValueRef::Blob(_) => None,
    }
}

/// Pairs of quantity and price.
pub fn scales(pairs: Vec<Vec<String>>) -> Option<Value> {
    let pairs = pairs.into_iter().map(|pair| match pair.as_slice() {
        [from, price] => Some((number::exact(from).ok()?, number::exact(price).ok()?)),
        _ => None,
    });
    pairs.collect::<Option<_>>().map(Value::Scales)
}

#[cfg(test)]
mod tests {
    use orderdock_domain::masterdata::kinds::KINDS;
    use rusqlite::Connection;

    use super::*;
    use crate::migrate::migrate;

    fn plan(connection: &Connection, sql: &str) -> Vec<String> {
        let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        let values = vec![rusqlite::types::Value::Null; plan.parameter_count()];
        let steps = plan.query_map(rusqlite::params_from_iter(values), |row| row.get::<_, String>(3));
        steps.unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn what_is_shown_is_found_by_an_index() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        for kind in KINDS {
            for column in ["id"].into_iter().chain(kind.parent_column) {
                let steps = plan(&connection, &select_by(kind, column));
                assert!(steps[0].starts_with("SCAN k"), "{steps:?}");
                assert!(steps[1].starts_with("SEARCH t USING"), "{} by {column}: {steps:?}", kind.member);
            }
            let steps = plan(&connection, &select_list(kind, ""));
            assert!(steps[0].starts_with("SEARCH t USING INTEGER PRIMARY KEY"), "{steps:?}");
            if let Some(condition) = search_condition(kind.name) {
                let steps = plan(&connection, &select_list(kind, condition));
                assert!(steps[0].starts_with("SEARCH t USING INTEGER PRIMARY KEY (rowid=?)"), "{steps:?}");
                assert!(steps.iter().any(|step| step.contains("_key>?")), "{steps:?}");
            }
        }
    }
}
