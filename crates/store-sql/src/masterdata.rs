//! Master data by description: one set of statements for every kind.
//!
//! Statements are put together from the descriptions alone, never from data.

pub mod history;
pub mod list;
mod port;
pub mod postal;
pub mod shown;

use std::fmt::Write as _;
use std::sync::Arc;

use orderdock_domain::ids::SHARED;
use orderdock_domain::masterdata::kinds::{
    Cell, FieldType, KINDS, Kind, KindName, Lookup, Row, StoredRecord, Upsert, Write, Writes, number_key,
};
use orderdock_domain::number::canonical;
use orderdock_domain::problem::{Code, Problem};
use orderdock_store::{
    ChangePlace, ChangedBy, Deactivation, MasterdataOutcome, MasterdataUpsert, RecordChange, StoreError,
    StoreResult, Upserted,
};

pub use list::find;
pub use shown::one;

use crate::column::{Fields, NULL, integer, owned, rows, run, text};
use crate::conflict;
use crate::reference::{raise_generations, raise_master_data};
use crate::requests;
use crate::scope::OrganisationIds;
use crate::template::{Statement, statement};
use crate::upkeep::reserve_ids;
use crate::{Datum, Transaction};

/// Decides and writes a batch in the writer's turn, where nothing can come between.
pub fn upsert(transaction: &dyn Transaction, upsert: &MasterdataUpsert) -> StoreResult<MasterdataOutcome> {
    let MasterdataUpsert { by, keep, .. } = upsert;
    let mut decided = match decide(transaction, upsert)? {
        Ok(decided) => decided,
        Err(problems) => return Ok(Err(problems)),
    };
    if !decided.writes.is_empty() {
        decided.number(reserve_ids(transaction, decided.new_records)?);
        write(transaction, &decided, by)?;
    }
    let upserted = Upserted { counts: decided.counts, records: decided.records };
    requests::keep_call(transaction, keep.as_ref().map(|keep| keep(&upserted)).as_ref())?;
    Ok(Ok(upserted))
}

/// Decides a batch; writes nothing.
pub fn try_out(transaction: &dyn Transaction, upsert: &MasterdataUpsert) -> StoreResult<MasterdataOutcome> {
    let decided = decide(transaction, upsert)?;
    Ok(decided.map(|decided| Upserted { counts: decided.counts, records: decided.records }))
}

fn decide(
    transaction: &dyn Transaction,
    upsert: &MasterdataUpsert,
) -> StoreResult<Result<Writes, Vec<Problem>>> {
    let mut upsert = Upsert::new(Arc::clone(&upsert.batch), upsert.scope.clone());
    for kind in KINDS {
        let mut found = Vec::new();
        for lookup in upsert.lookups(kind) {
            found.extend(load(transaction, kind, &lookup)?);
        }
        upsert.found(kind, found);
    }
    Ok(upsert.decide())
}

fn write(transaction: &dyn Transaction, decided: &Writes, by: &ChangedBy) -> StoreResult<()> {
    let of = |kind: &'static Kind| decided.writes.iter().filter(|write| write.kind == kind.name);
    let mut changing = Vec::new();
    for kind in KINDS {
        let changed = of(kind).filter(|write| write.replaces.is_some());
        let changed = changed.map(|write| (write.root(), write.id));
        changing.push(history::Changing::read(transaction, kind, changed)?);
    }
    // a version may have a base that stands further down in the file
    transaction.allow_later_references()?;
    for kind in KINDS {
        let statements = Statements::of(kind);
        for write in of(kind) {
            statements.write(transaction, write)?;
        }
        let owner_column = kind.owner_column();
        let created = of(kind).filter(|write| write.replaces.is_none());
        let created = created.map(|write| (write.root(), write.id, write.owner(owner_column)));
        history::note_created(transaction, by, kind, created)?;
    }
    for changing in changing {
        changing.note(transaction, by)?;
    }
    postal::link_to_written(transaction, decided)?;
    raise_generations(transaction, &decided.reference_owners())?;
    raise_master_data(transaction)
}

/// Takes a record out of use in the writer's turn.
pub fn deactivate(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    deactivation: &Deactivation,
) -> StoreResult<Result<StoredRecord, Problem>> {
    let Deactivation { write, by, keep, .. } = deactivation;
    let (kind, id) = (deactivation.kind.kind(), deactivation.id);
    let Some(mut record) = one(transaction, organisations, kind, id)? else {
        return Ok(Err(Problem::new(Code::RecordNotFound, "").with("kind", kind.singular)));
    };
    if !write.contains(if kind.is_owned() { record.owner } else { SHARED }) {
        // what another organisation owns was not found
        return Ok(Err(Problem::new(Code::RecordSharedForbidden, "")));
    }
    if record.is_active(kind) {
        let changing = history::Changing::read(transaction, kind, [(id, id)])?;
        let sql = format!(
            "UPDATE {} SET active = FALSE, version = version + 1 WHERE id = ? AND {{is active}}",
            kind.table
        );
        if run(transaction, &sql, [integer(id)])? != 1 {
            return Err(conflict(kind.table));
        }
        changing.note(transaction, by)?;
        if kind.is_reference() {
            raise_generations(transaction, &[record.owner].into())?;
        }
        raise_master_data(transaction)?;
        record = one(transaction, organisations, kind, id)?.ok_or_else(|| conflict(kind.table))?;
    }
    requests::keep_call(transaction, Some(&keep(&record)))?;
    Ok(Ok(record))
}

/// The history of a record that is in the scope.
pub fn history_of(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    kind: KindName,
    id: i64,
    before: Option<ChangePlace>,
    limit: u32,
) -> StoreResult<Option<Vec<RecordChange>>> {
    if shown::by_ids(transaction, Some(organisations), kind.kind(), [id])?.is_empty() {
        return Ok(None);
    }
    history::of(transaction, organisations, id, before, limit).map(Some)
}

fn load(transaction: &dyn Transaction, kind: &Kind, lookup: &Lookup) -> StoreResult<Vec<Row>> {
    let keys = (!lookup.columns.is_empty()).then(|| owned(json(&lookup.keys)));
    let lists = list_columns(kind);
    rows(transaction, kind.table, &select(kind, lookup.columns), keys, |fields| {
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
    let value = fields.raw()?;
    let unreadable = || StoreError::Inconsistent { place: kind.table, fault: format!("a {}", value.word()) };
    match &value {
        Datum::Null => Ok(Cell::Null),
        Datum::Integer(number) => Ok(Cell::Int(*number)),
        Datum::Boolean(on) => Ok(Cell::Int(i64::from(*on))),
        Datum::Text(text) | Datum::Json(text) => {
            if list {
                return serde_json::from_str(text).map(Cell::List).map_err(|_| unreadable());
            }
            Ok(Cell::Text(text.clone().into_owned()))
        }
        Datum::Decimal(number) => Ok(Cell::Text(canonical(number))),
        Datum::Date(day) => Ok(Cell::Text(day.to_string())),
        Datum::Bytes(_) | Datum::Instant(_) => Err(unreadable()),
    }
}

/// Reads rows of a kind: all, or those with one of the keys in the JSON array `?1`.
///
/// `{join}` keeps the keys outside, so that each finds its rows by an index.
pub fn select(kind: &Kind, by: &[&str]) -> String {
    let lists = list_columns(kind);
    let columns = kind.columns();
    let columns = columns.iter().zip(&lists);
    let columns =
        columns.map(|(column, list)| if *list { list_expression(column) } else { format!("t.{column}") });
    let columns = columns.collect::<Vec<_>>().join(", ");
    let keys = if by.is_empty() { "" } else { "{keys 1 int8} {join} " };
    let mut condition = String::new();
    for (place, column) in by.iter().enumerate() {
        let word = if place == 0 { "WHERE" } else { "AND" };
        // writing to a text cannot fail
        let _ = write!(condition, " {word} t.{column} = {{k {place}}}");
    }
    format!("SELECT t.id, t.version, {columns} FROM {keys}{} t{condition}", kind.table)
}

/// A JSON array of the rows that a list column stands for, each an array.
fn list_expression(column: &str) -> String {
    let list = match column {
        "internal_names" => {
            "(SELECT {rows n.name by n.position} \
              FROM data_source_name n WHERE n.data_source_id = t.id)"
        }
        _ => {
            "(SELECT {rows s.from_quantity, s.price by s.from_quantity_key} \
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
pub struct Statements {
    kind: &'static Kind,
    lists: Vec<bool>,
    pub insert: String,
    pub update: String,
}

impl Statements {
    pub fn of(kind: &'static Kind) -> Self {
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

    fn write(&self, transaction: &dyn Transaction, write: &Write) -> StoreResult<()> {
        let cells = write.cells.iter().zip(&self.lists).filter(|(_, list)| !**list);
        let cells = cells.map(|(cell, _)| match cell {
            Cell::Int(number) => integer(*number),
            Cell::Text(value) => text(value),
            Cell::Null | Cell::List(_) => NULL,
        });
        let written = match write.replaces {
            None => run(transaction, &self.insert, [integer(write.id)].into_iter().chain(cells))?,
            Some(version) => {
                run(transaction, &self.update, cells.chain([integer(write.id), integer(version)]))?
            }
        };
        if written != 1 {
            return Err(conflict(self.kind.table));
        }
        for (cell, field_type) in self.list_cells(write) {
            match field_type {
                FieldType::Codes => write_names(transaction, write, cell)?,
                _ => write_scales(transaction, write.id, cell)?,
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

statement! {
    DROP_NAMES = "DELETE FROM data_source_name WHERE data_source_id = ?"
}
statement! {
    INSERT_NAME = "INSERT INTO data_source_name (org_id, name, data_source_id, position) \
     SELECT org_id, ?, id, ? FROM data_source WHERE id = ?"
}
statement! {
    DROP_SCALES = "DELETE FROM product_price_scale WHERE product_price_id = ?"
}
statement! {
    INSERT_SCALE = insert PRODUCT_PRICE_SCALE
}

/// Every statement of the room that is no description's.
pub const STATEMENTS: &[&Statement] = &[&DROP_NAMES, &INSERT_NAME, &DROP_SCALES, &INSERT_SCALE];

fn write_names(transaction: &dyn Transaction, write: &Write, names: &[Vec<String>]) -> StoreResult<()> {
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
            let values: [Datum<'_>; 4] = [integer(id), text(from), owned(number_key(from)), text(price)];
            run(transaction, &INSERT_SCALE, values)?;
        }
    }
    Ok(())
}
