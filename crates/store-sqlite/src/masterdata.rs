//! Master data by description: one set of statements for every kind.
//!
//! Statements are put together from the descriptions alone, never from data.

pub mod history;
mod list;
pub mod postal;
mod shown;

use std::fmt::Write as _;

use orderdock_domain::access::WriteScope;
use orderdock_domain::ids::SHARED;
use orderdock_domain::masterdata::kinds::{
    Batch, Cell, FieldType, KINDS, Kind, KindName, Lookup, Row, StoredRecord, Upsert, Write, Writes,
    number_key,
};
use orderdock_domain::problem::{Code, Problem};
use orderdock_store::{
    ChangePlace, ChangedBy, Deactivation, MasterdataOutcome, MasterdataUpsert, RecordChange, StoreError,
    StoreResult, Upserted,
};
use rusqlite::Connection;
use rusqlite::types::ToSqlOutput;

pub use list::find;
pub use shown::one;

use crate::column::{Fields, NULL, integer, owned, rows, run, text};
use crate::reference::{raise_generation, raise_master_data};
use crate::requests;
use crate::scope::OrganisationIds;
use crate::store::reserve_ids;

/// Decides and writes a batch in the writer's turn, where nothing can come between.
pub fn upsert(connection: &Connection, upsert: MasterdataUpsert) -> StoreResult<MasterdataOutcome> {
    let MasterdataUpsert { scope, batch, by, keep, .. } = upsert;
    let mut decided = match decide(connection, scope, batch)? {
        Ok(decided) => decided,
        Err(problems) => return Ok(Err(problems)),
    };
    if !decided.writes.is_empty() {
        decided.number(reserve_ids(connection, decided.new_records)?);
        write(connection, &decided, &by)?;
    }
    let upserted = Upserted { counts: decided.counts, records: decided.records };
    requests::keep_call(connection, keep.map(|keep| keep(&upserted)).as_ref())?;
    Ok(Ok(upserted))
}

/// Decides a batch; writes nothing.
pub fn try_out(connection: &Connection, scope: WriteScope, batch: Batch) -> StoreResult<MasterdataOutcome> {
    let decided = decide(connection, scope, batch)?;
    Ok(decided.map(|decided| Upserted { counts: decided.counts, records: decided.records }))
}

fn decide(
    connection: &Connection,
    scope: WriteScope,
    batch: Batch,
) -> StoreResult<Result<Writes, Vec<Problem>>> {
    let mut upsert = Upsert::new(batch, scope);
    for kind in KINDS {
        let mut found = Vec::new();
        for lookup in upsert.lookups(kind) {
            found.extend(load(connection, kind, &lookup)?);
        }
        upsert.found(kind, found);
    }
    Ok(upsert.decide())
}

fn write(connection: &Connection, decided: &Writes, by: &ChangedBy) -> StoreResult<()> {
    let of = |kind: &'static Kind| decided.writes.iter().filter(|write| write.kind == kind.name);
    let mut changing = Vec::new();
    for kind in KINDS {
        let changed = of(kind).filter(|write| write.replaces.is_some());
        let changed = changed.map(|write| (write.root(), write.id));
        changing.push(history::Changing::read(connection, kind, changed)?);
    }
    // a version may have a base that stands further down in the file
    run(connection, "PRAGMA defer_foreign_keys = ON", [])?;
    for kind in KINDS {
        let statements = Statements::of(kind);
        for write in of(kind) {
            statements.write(connection, write)?;
        }
        let owner_column = kind.owner_column();
        let created = of(kind).filter(|write| write.replaces.is_none());
        let created = created.map(|write| (write.root(), write.id, write.owner(owner_column)));
        history::note_created(connection, by, kind, created)?;
    }
    for changing in changing {
        changing.note(connection, by)?;
    }
    postal::link_to_written(connection, decided)?;
    if decided.change_reference() {
        raise_generation(connection)?;
    }
    raise_master_data(connection)
}

/// Takes a record out of use in the writer's turn.
pub fn deactivate(
    connection: &Connection,
    organisations: &OrganisationIds,
    deactivation: Deactivation,
) -> StoreResult<Result<StoredRecord, Problem>> {
    let Deactivation { write, kind, id, by, keep, .. } = deactivation;
    let kind = kind.kind();
    let Some(mut record) = one(connection, organisations, kind, id)? else {
        return Ok(Err(Problem::new(Code::RecordNotFound, "").with("kind", kind.singular)));
    };
    if !write.contains(if kind.is_owned() { record.owner } else { SHARED }) {
        // what another organisation owns was not found
        return Ok(Err(Problem::new(Code::RecordSharedForbidden, "")));
    }
    if record.is_active(kind) {
        let changing = history::Changing::read(connection, kind, [(id, id)])?;
        let sql = format!(
            "UPDATE {} SET active = 0, version = version + 1 WHERE id = ? AND active = 1",
            kind.table
        );
        if run(connection, &sql, [integer(id)])? != 1 {
            return Err(StoreError::Conflict(kind.table));
        }
        changing.note(connection, &by)?;
        if kind.is_reference() {
            raise_generation(connection)?;
        }
        raise_master_data(connection)?;
        record = one(connection, organisations, kind, id)?.ok_or(StoreError::Conflict(kind.table))?;
    }
    requests::keep_call(connection, Some(&keep(&record)))?;
    Ok(Ok(record))
}

/// The history of a record that is in the scope.
pub fn history_of(
    connection: &Connection,
    organisations: &OrganisationIds,
    kind: KindName,
    id: i64,
    before: Option<ChangePlace>,
    limit: u32,
) -> StoreResult<Option<Vec<RecordChange>>> {
    if shown::by_ids(connection, Some(organisations), kind.kind(), [id])?.is_empty() {
        return Ok(None);
    }
    history::of(connection, organisations, id, before, limit).map(Some)
}

fn load(connection: &Connection, kind: &Kind, lookup: &Lookup) -> StoreResult<Vec<Row>> {
    let keys = (!lookup.columns.is_empty()).then(|| owned(json(&lookup.keys)));
    let lists = list_columns(kind);
    rows(connection, kind.table, &select(kind, lookup.columns), keys, |fields| {
        let (id, version) = (fields.take()?, fields.take()?);
        let cells = lists.iter().map(|list| cell(fields, kind, *list)).collect::<StoreResult<_>>()?;
        Ok(Row { id, version, cells })
    })
}

/// Which columns are rows of a table of their own.
fn list_columns(kind: &Kind) -> Vec<bool> {
    let parent = kind.parent_column.map(|_| false);
    let fields = kind.fields.iter().filter(|field| field.column().is_some());
    let lists = fields.map(|field| matches!(field.field_type, FieldType::Codes | FieldType::Scales));
    parent.into_iter().chain(lists).chain(kind.derived.iter().map(|_| false)).collect()
}

fn cell(fields: &mut Fields<'_>, kind: &Kind, list: bool) -> StoreResult<Cell> {
    use rusqlite::types::ValueRef;
    let value = fields.raw()?;
    let unreadable =
        || StoreError::Inconsistent { place: kind.table, fault: format!("a {}", value.data_type()) };
    match value {
        ValueRef::Null => Ok(Cell::Null),
        ValueRef::Integer(number) => Ok(Cell::Int(number)),
        ValueRef::Text(_) => {
            let text = value.as_str().map_err(|_| unreadable())?;
            if list {
                return serde_json::from_str(text).map(Cell::List).map_err(|_| unreadable());
            }
            Ok(Cell::Text(text.to_owned()))
        }
        ValueRef::Real(_) | ValueRef::Blob(_) => Err(unreadable()),
    }
}

/// Reads rows of a kind: all, or those with one of the keys in the JSON array `?1`.
///
/// `CROSS JOIN` keeps the keys outside, so that each finds its rows by an index.
fn select(kind: &Kind, by: &[&str]) -> String {
    let lists = list_columns(kind);
    let columns = kind.columns();
    let columns = columns.iter().zip(&lists);
    let columns =
        columns.map(|(column, list)| if *list { list_expression(column) } else { format!("t.{column}") });
    let columns = columns.collect::<Vec<_>>().join(", ");
    let keys = if by.is_empty() { "" } else { "json_each(?1) k CROSS JOIN " };
    let mut condition = String::new();
    for (place, column) in by.iter().enumerate() {
        let word = if place == 0 { "WHERE" } else { "AND" };
        // writing to a text cannot fail
        let _ = write!(condition, " {word} t.{column} = json_extract(k.value, '$[{place}]')");
    }
    format!("SELECT t.id, t.version, {columns} FROM {keys}{} t{condition}", kind.table)
}

/// A JSON array of the rows that a list column stands for, each an array.
fn list_expression(column: &str) -> String {
    let list = match column {
        "internal_names" => {
            "(SELECT json_group_array(json_array(n.name) ORDER BY n.position) \
              FROM data_source_name n WHERE n.data_source_id = t.id)"
        }
        _ => {
            "(SELECT json_group_array(json_array(s.from_quantity, s.price) ORDER BY s.from_quantity_key) \
              FROM product_price_scale s WHERE s.product_price_id = t.id)"
        }
    };
    list.to_owned()
}

fn json(keys: &[Vec<Cell>]) -> String {
    use serde_json::Value;
    let cell = |cell: &Cell| match cell {
        Cell::Int(number) => Value::from(*number),
        Cell::Text(text) => Value::from(text.as_str()),
        Cell::Null | Cell::List(_) => Value::Null,
    };
    let keys = keys.iter().map(|key| Value::Array(key.iter().map(cell).collect()));
    Value::Array(keys.collect()).to_string()
}

/// How records of a kind are written.
struct Statements {
    kind: &'static Kind,
    lists: Vec<bool>,
    insert: String,
    update: String,
}

impl Statements {
    fn of(kind: &'static Kind) -> Self {
        let lists = list_columns(kind);
        let columns = kind.columns();
        let columns: Vec<&String> =
            columns.iter().zip(&lists).filter(|(_, list)| !**list).map(|(column, _)| column).collect();
        let names = columns.iter().map(|column| column.as_str()).collect::<Vec<_>>().join(", ");
        let places = vec!["?"; columns.len()].join(", ");
        let set = columns.iter().map(|column| format!("{column} = ?")).collect::<Vec<_>>().join(", ");
        Self {
            kind,
            lists,
            insert: format!("INSERT INTO {} (id, {names}) VALUES (?, {places})", kind.table),
            update: format!(
                "UPDATE {} SET {set}, version = version + 1 WHERE id = ? AND version = ?",
                kind.table
            ),
        }
    }

    fn write(&self, connection: &Connection, write: &Write) -> StoreResult<()> {
        let cells = write.cells.iter().zip(&self.lists).filter(|(_, list)| !**list);
        let cells = cells.map(|(cell, _)| match cell {
            Cell::Int(number) => integer(*number),
            Cell::Text(value) => text(value),
            Cell::Null | Cell::List(_) => NULL,
        });
        let written = match write.replaces {
            None => run(connection, &self.insert, [integer(write.id)].into_iter().chain(cells))?,
            Some(version) => {
                run(connection, &self.update, cells.chain([integer(write.id), integer(version)]))?
            }
        };
        if written != 1 {
            return Err(StoreError::Conflict(self.kind.table));
        }
        for (cell, field_type) in self.list_cells(write) {
            match field_type {
                FieldType::Codes => write_names(connection, write, cell)?,
                _ => write_scales(connection, write.id, cell)?,
            }
        }
        Ok(())
    }

    fn list_cells<'w>(&self, write: &'w Write) -> impl Iterator<Item = (&'w [Vec<String>], FieldType)> {
        let lists = write.cells.iter().filter_map(|cell| match cell {
            Cell::List(rows) => Some(rows.as_slice()),
            _ => None,
        });
        let types = self.kind.fields.iter().map(|field| field.field_type);
        lists.zip(types.filter(|field_type| matches!(field_type, FieldType::Codes | FieldType::Scales)))
    }
}

fn write_names(connection: &Connection, write: &Write, names: &[Vec<String>]) -> StoreResult<()> {
    let id = || integer(write.id);
    run(connection, "DELETE FROM data_source_name WHERE data_source_id = ?", [id()])?;
    let insert = "INSERT INTO data_source_name (org_id, name, data_source_id, position) \
         SELECT org_id, ?, id, ? FROM data_source WHERE id = ?";
    for (name, position) in names.iter().flatten().zip(0..) {
        run(connection, insert, [text(name), integer(position), id()])?;
    }
    Ok(())
}

fn write_scales(connection: &Connection, id: i64, scales: &[Vec<String>]) -> StoreResult<()> {
    run(connection, "DELETE FROM product_price_scale WHERE product_price_id = ?", [integer(id)])?;
    let insert = "INSERT INTO product_price_scale (product_price_id, from_quantity, from_quantity_key, price) \
         VALUES (?, ?, ?, ?)";
    for scale in scales {
        if let [from, price] = scale.as_slice() {
            let values: [ToSqlOutput<'_>; 4] =
                [integer(id), text(from), owned(number_key(from)), text(price)];
            run(connection, insert, values)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::migrate::migrate;

    fn schema() -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        connection
    }

    #[test]
    fn every_description_fits_its_table() {
        let connection = schema();
        for kind in KINDS {
            let statements = Statements::of(kind);
            for sql in [select(kind, &[]), statements.insert, statements.update] {
                assert!(connection.prepare(&sql).is_ok(), "{sql}");
            }
        }
    }

    #[test]
    fn look_ups_find_by_an_index() {
        let connection = schema();
        for kind in KINDS {
            for columns in kind.lookups {
                let sql = format!("EXPLAIN QUERY PLAN {}", select(kind, columns));
                let mut plan = connection.prepare(&sql).unwrap();
                let steps = plan.query_map(["[]"], |row| row.get::<_, String>(3)).unwrap();
                let steps: Vec<String> = steps.map(Result::unwrap).collect();
                assert!(steps[0].starts_with("SCAN k"), "{sql}: {steps:?}");
                assert!(steps[1].starts_with("SEARCH t USING INDEX"), "{sql}: {steps:?}");
            }
        }
    }

    #[test]
    fn common_records_are_there() {
        let connection = schema();
        let count = |table: &str| {
            let sql = format!("SELECT count(*), min(id), max(id) FROM {table}");
            connection.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap()
        };
        for (table, expected) in
            [("country", 249), ("currency", 158), ("uom", 39), ("data_source", 3), ("document_type", 5)]
        {
            let (records, first, last): (i64, i64, i64) = count(table);
            assert_eq!(records, expected, "{table}");
            assert!(0 < first && last < 1_000_000, "{table}");
        }
    }
}
