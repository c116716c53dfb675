//! Master data by description: one set of statements for all kinds.
//!
//! Statements are assembled only from the descriptions of the kinds, never from data.

pub mod cross_references;
pub mod external_references;
pub mod gtins;
pub mod history;
pub mod list;
mod port;
pub mod postal;
pub mod remembered;
pub mod shown;
pub mod stages;
pub mod tables;
pub mod undo;
mod undo_changes;

use std::fmt::Write as _;

use orderdock_domain::masterdata::kinds::{
    Cell, EXTERNAL_REFERENCES, Field, FieldType, GTINS, GivenValue, Kind, KindName, RecordRow, RecordWrite,
    RowLookup, StoredRecord, number_key,
};
use orderdock_domain::number::canonical;
use orderdock_domain::text::fold;
use orderdock_store::{ChangePosition, RecordChange, StoreError, StoreResult};

pub use list::find;
pub use shown::one;

use crate::sql::column::{NULL, RowReader, integer, owned, text};
use crate::sql::query::{rows, run, run_one};
use crate::sql::scope::OrganisationIds;
use crate::sql::table::updated;
use crate::sql::tables::PRODUCT_PRICE_SCALE;
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction, conflict};
use tables::KindTable;

/// Writes records of a kind; `Conflict` if one of them has changed.
fn write_all<'w>(
    transaction: &dyn Transaction,
    kind: &'static Kind,
    mut writes: impl Iterator<Item = &'w RecordWrite>,
) -> StoreResult<()> {
    let statements = Statements::of(kind);
    if kind.has_external_references() {
        // deletes all references before any is inserted, because a record can get the reference of another one
        let writes: Vec<_> = writes.collect();
        external_references::delete(transaction, writes.iter().map(|write| write.id))?;
        return writes.into_iter().try_for_each(|write| statements.write(transaction, write));
    }
    writes.try_for_each(|write| statements.write(transaction, write))
}

/// Writes the cells of a written record that refer to records written after it.
fn complete(transaction: &dyn Transaction, write: &RecordWrite) -> StoreResult<()> {
    let kind = write.kind.kind();
    let (table, cells) = (KindTable::of(kind), kind.cells());
    let set = write.late.iter().map(|(place, _)| format!("{} = ?", table.column(kind, cells[*place])));
    let set = set.collect::<Vec<_>>().join(", ");
    let values = write.late.iter().map(|(_, cell)| value(cell)).chain([integer(write.id)]);
    run(transaction, &format!("UPDATE {} SET {set} WHERE id = ?", table.name), values).map(|_| ())
}

/// Sets a member of a record; `Conflict` if the record has changed.
fn set(
    transaction: &dyn Transaction,
    kind: &Kind,
    record: &StoredRecord,
    field: &Field,
    value: &GivenValue,
) -> StoreResult<()> {
    let table = KindTable::of(kind);
    let sql = format!(
        "UPDATE {} SET {} = ?, version = version + 1 WHERE id = ? AND version = ?",
        table.name,
        table.column(kind, field.name)
    );
    let cell = Cell::from(value.clone());
    let values = [self::value(&cell), integer(record.id), integer(record.version)];
    run_one(transaction, &sql, values, conflict(table.name))
}

/// Returns the history of a record in the scope.
pub fn history_of(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    kind: KindName,
    id: i64,
    before: Option<ChangePosition>,
    limit: u32,
) -> StoreResult<Option<Vec<RecordChange>>> {
    if shown::by_ids(transaction, Some(organisations), kind.kind(), [id])?.is_empty() {
        // a removed record keeps its history
        let newest = history::of(transaction, organisations, id, None, 1)?.pop();
        let removed = newest.filter(|one| one.id == id && one.kind == kind);
        if removed.and_then(|one| one.undoes).is_none_or(|undoes| !undoes.removed) {
            return Ok(None);
        }
    }
    history::of(transaction, organisations, id, before, limit).map(Some)
}

fn load(transaction: &dyn Transaction, kind: &Kind, lookup: &RowLookup) -> StoreResult<Vec<RecordRow>> {
    let keys = (!lookup.cells.is_empty()).then(|| owned(json(&lookup.keys)));
    let lists = tables::lists(kind);
    rows(transaction, KindTable::of(kind).name, &select(kind, lookup.cells), keys, |row| {
        let (id, version) = (row.read()?, row.read()?);
        let cells = lists.iter().map(|list| cell(row, kind, *list)).collect::<StoreResult<_>>()?;
        Ok(RecordRow { id, version, cells })
    })
}

fn cell(row: &mut RowReader<'_>, kind: &Kind, list: bool) -> StoreResult<Cell> {
    let value = row.read_value()?;
    let unreadable =
        || StoreError::Inconsistent { place: KindTable::of(kind).name, fault: format!("a {}", value.word()) };
    match &value {
        SqlValue::Null => Ok(Cell::Null),
        SqlValue::Integer(number) => Ok(Cell::Int(*number)),
        SqlValue::Boolean(on) => Ok(Cell::Int(i64::from(*on))),
        SqlValue::Text(text) | SqlValue::Json(text) => {
            if list {
                return serde_json::from_str(text).map(Cell::List).map_err(|_| unreadable());
            }
            Ok(Cell::Text(text.clone().into_owned()))
        }
        SqlValue::Decimal(number) => Ok(Cell::Text(canonical(number))),
        SqlValue::Date(day) => Ok(Cell::Text(day.to_string())),
        SqlValue::Bytes(_) | SqlValue::Instant(_) => Err(unreadable()),
    }
}

/// Returns the query for rows of a kind: all of them, or those whose cells `by` equal one of the keys in the JSON array
/// `?1`.
///
/// `{join}` makes the keys the outer loop, so that the rows of each key are looked up in an index.
pub fn select(kind: &Kind, by: &[&str]) -> String {
    let table = KindTable::of(kind);
    let columns = table.columns(kind);
    let columns = columns.iter().zip(tables::lists(kind));
    let columns =
        columns.map(|(column, list)| if list { list_expression(column) } else { format!("t.{column}") });
    let columns = columns.collect::<Vec<_>>().join(", ");
    let (mut keys, mut condition) = (String::new(), String::new());
    match *by {
        [] => {}
        [EXTERNAL_REFERENCES] => (keys, condition) = external_references::records_found(kind),
        [GTINS] => (keys, condition) = (gtins::HOLDERS.to_owned(), gtins::HELD.to_owned()),
        [.., GTINS] => (keys, condition) = (gtins::HOLDERS_OF_STORED.to_owned(), gtins::HELD.to_owned()),
        _ => {
            keys = keys_of(kind, by);
            for (place, cell) in by.iter().enumerate() {
                let word = if place == 0 { "ON" } else { "AND" };
                // writing to a string cannot fail
                let _ = write!(condition, " {word} t.{} = {{tuple {place}}}", table.column(kind, cell));
            }
        }
    }
    format!("SELECT t.id, t.version, {columns} FROM {keys}{} t{condition}", table.name)
}

/// Returns the keys of a lookup, each part with the type of its cell.
fn keys_of(kind: &Kind, by: &[&str]) -> String {
    // a cell that is not a member is the parent record
    let types = by.iter().map(|cell| match kind.field(cell) {
        Some(field) if !field.holds_id() => "text",
        _ => "int8",
    });
    format!("{{tuples ?1 {}}} {{join}} ", types.collect::<Vec<_>>().join(" "))
}

/// Returns the expression for a JSON array of the rows of a list column; each row is an array.
fn list_expression(column: &str) -> String {
    let list = match column {
        "external_references" => external_references::STORED,
        GTINS => gtins::STORED,
        "internal_names" => {
            "(SELECT {json_rows n.name by n.position} \
              FROM data_source_name n WHERE n.data_source_id = t.id)"
        }
        _ => {
            "(SELECT {json_rows s.from_quantity, s.price by s.from_quantity_key} \
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

/// The statements that write records of a kind.
pub struct Statements {
    kind: &'static Kind,
    table: &'static KindTable,
    /// Whether each cell is a column of the table.
    plain: Vec<bool>,
    pub insert: String,
    pub update: String,
}

impl Statements {
    pub fn of(kind: &'static Kind) -> Self {
        let table = KindTable::of(kind);
        let plain: Vec<bool> = tables::lists(kind).into_iter().map(|list| !list).collect();
        let columns = table.columns(kind).into_iter().zip(&plain).filter(|(_, plain)| **plain);
        let folded = table.folded.iter().map(|(column, _)| (*column).to_owned());
        let columns: Vec<String> = columns.map(|(column, _)| column).chain(folded).collect();
        let (names, places) = (columns.join(", "), vec!["?"; columns.len()].join(", "));
        let insert = format!("INSERT INTO {} (id, {names}) VALUES (?, {places})", table.name);
        let place = |column: &str| columns.iter().position(|known| known == column).unwrap_or_default() + 1;
        let value = |column: &str| updated(table.name, column, |column| format!("?{}", place(column)));
        let set = columns.iter().map(|column| format!("{column} = {}", value(column)));
        let update = format!(
            "UPDATE {} SET {}, version = version + 1 WHERE id = ?{} AND version = ?{}",
            table.name,
            set.collect::<Vec<_>>().join(", "),
            columns.len() + 1,
            columns.len() + 2
        );
        Self { kind, table, plain, insert, update }
    }

    fn write(&self, transaction: &dyn Transaction, write: &RecordWrite) -> StoreResult<()> {
        let plain = write.cells.iter().zip(&self.plain).filter(|(_, plain)| **plain);
        let mut cells: Vec<_> = plain.map(|(cell, _)| value(cell)).chain(self.folded(write)).collect();
        external_references::separate_key(self.kind, write, &mut cells);
        let written = match write.replaces {
            None => run(transaction, &self.insert, [integer(write.id)].into_iter().chain(cells))?,
            Some(version) => run(
                transaction,
                &self.update,
                cells.into_iter().chain([integer(write.id), integer(version)]),
            )?,
        };
        if written != 1 {
            return Err(conflict(self.table.name));
        }
        for (cell, field_type) in self.list_cells(write) {
            match field_type {
                FieldType::Codes => write_names(transaction, write, cell)?,
                FieldType::ExternalReferences => {
                    external_references::insert(transaction, self.kind, write, cell)?;
                }
                FieldType::Gtins => {
                    gtins::write(transaction, write, write.owner(self.kind.owner_cell()), cell)?;
                }
                _ => write_scales(transaction, write.id, cell)?,
            }
        }
        Ok(())
    }

    /// Returns the folded texts for case-insensitive search.
    fn folded<'w>(&self, write: &'w RecordWrite) -> Vec<SqlValue<'w>> {
        let names = self.kind.cells();
        let folded = self.table.folded.iter().map(|(_, member)| {
            let place = names.iter().position(|name| name == member);
            match place.and_then(|place| write.cells.get(place)) {
                Some(Cell::Text(text)) => owned(fold(text)),
                _ => owned(String::new()),
            }
        });
        folded.collect()
    }

    fn list_cells<'w>(&self, write: &'w RecordWrite) -> impl Iterator<Item = (&'w [Vec<String>], FieldType)> {
        let lists = write.cells.iter().filter_map(|cell| match cell {
            Cell::List(rows) => Some(rows.as_slice()),
            _ => None,
        });
        lists
            .zip(self.kind.fields.iter().filter(|field| tables::is_list(field)).map(|field| field.field_type))
    }
}

fn value(cell: &Cell) -> SqlValue<'_> {
    match cell {
        Cell::Int(number) => integer(*number),
        Cell::Text(value) => text(value),
        Cell::Null | Cell::List(_) => NULL,
    }
}

static DROP_NAMES: Statement = Statement::new("DELETE FROM data_source_name WHERE data_source_id = ?");

static INSERT_NAME: Statement = Statement::new(
    r"
    INSERT INTO data_source_name (org_id, name, data_source_id, position)
    SELECT org_id, ?, id, ?
    FROM data_source
    WHERE id = ?
    ",
);

static DROP_SCALES: Statement = Statement::new("DELETE FROM product_price_scale WHERE product_price_id = ?");
static INSERT_SCALE: Statement = Statement::insert(&PRODUCT_PRICE_SCALE);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&DROP_NAMES, &INSERT_NAME, &DROP_SCALES, &INSERT_SCALE];

fn write_names(transaction: &dyn Transaction, write: &RecordWrite, names: &[Vec<String>]) -> StoreResult<()> {
    let id = || integer(write.id);
    run(transaction, &DROP_NAMES, [id()])?;
    for (name, position) in names.iter().flatten().zip(0..) {
        run(transaction, &INSERT_NAME, [text(name), integer(position), id()])?;
    }
    Ok(())
}

fn write_scales(transaction: &dyn Transaction, id: i64, scales: &[Vec<String>]) -> StoreResult<()> {
    run(transaction, &DROP_SCALES, [integer(id)])?;
    for scale in scales {
        if let [from, price] = scale.as_slice() {
            let values: [SqlValue<'_>; 4] = [integer(id), text(from), owned(number_key(from)), text(price)];
            run(transaction, &INSERT_SCALE, values)?;
        }
    }
    Ok(())
}
