//! Records and their tables. The columns of each member are declared once, for reading and writing.

mod candidate;
mod external_system;
mod organisation;
mod partner;
mod product;
#[cfg(test)]
mod tests;

use orderdock_domain::candidate::Candidate;
use orderdock_domain::masterdata::{
    Contact, ExternalSystem, Location, Organisation, Partner, PartnerGroup, Product, ProductPrice,
};
use orderdock_store::StoreResult;

use crate::sql::column::{Column, ColumnType, FromRow, NULL, SqlType, TypedColumns, owned};
use crate::sql::query::RowWriter;
use crate::sql::table::{Member, Table};
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction, conflict};
pub use candidate::problems_json;

/// A record that is read from a table and written to it as a whole.
pub trait TableRecord: FromRow {
    const TABLE: &'static Table;
    const WRITES: &'static RecordStatements;

    /// Adds the values of the written columns in their order.
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>);
}

/// The statements that write a whole record.
pub struct RecordStatements {
    insert: Statement,
    update: Statement,
}

impl RecordStatements {
    const fn to(table: &'static Table) -> Self {
        Self { insert: Statement::insert(table), update: Statement::update(table) }
    }
}

/// Returns the columns of a member of a record, by its type.
const fn member<R, T: TypedColumns>(names: &'static [&'static str], _: fn(&R) -> &T) -> Member {
    Member::of::<T>(names)
}

const fn held<R, T: Column>(_: fn(&R) -> &T) -> ColumnType {
    ColumnType::of::<T>()
}

const fn key<R, K: SearchKey>(names: &'static [&'static str], _: fn(&R) -> K) -> Member {
    Member::of_one(names, &K::TYPES)
}

/// A key that is computed from a record for searching or sorting.
trait SearchKey: 'static {
    const TYPES: [ColumnType; 1];

    fn value(self) -> SqlValue<'static>;
}

impl SearchKey for String {
    const TYPES: [ColumnType; 1] = [ColumnType { sql_type: SqlType::Text, nullable: false }];

    fn value(self) -> SqlValue<'static> {
        owned(self)
    }
}

impl SearchKey for Option<String> {
    const TYPES: [ColumnType; 1] = [ColumnType { sql_type: SqlType::Text, nullable: true }];

    fn value(self) -> SqlValue<'static> {
        self.map_or(NULL, owned)
    }
}

/// Every table of this module.
pub const TABLES: &[&Table] = &[
    Candidate::TABLE,
    Organisation::TABLE,
    PartnerGroup::TABLE,
    ExternalSystem::TABLE,
    Partner::TABLE,
    Location::TABLE,
    Contact::TABLE,
    Product::TABLE,
    ProductPrice::TABLE,
];

/// Every statement of this module.
pub fn statements() -> impl Iterator<Item = &'static Statement> {
    let writes = [
        Candidate::WRITES,
        Organisation::WRITES,
        PartnerGroup::WRITES,
        ExternalSystem::WRITES,
        Partner::WRITES,
        Location::WRITES,
        Contact::WRITES,
        Product::WRITES,
        ProductPrice::WRITES,
    ];
    writes.into_iter().flat_map(|writes| [&writes.insert, &writes.update])
}

/// Writes new records.
pub fn insert<'r, R: TableRecord + 'r>(
    transaction: &dyn Transaction,
    records: impl IntoIterator<Item = &'r R>,
) -> StoreResult<()> {
    insert_with(transaction, records, |_, _| {})
}

/// Writes new records with adjusted values.
pub fn insert_with<'r, R: TableRecord + 'r>(
    transaction: &dyn Transaction,
    records: impl IntoIterator<Item = &'r R>,
    change: impl Fn(&R, &mut [SqlValue<'_>]),
) -> StoreResult<()> {
    let mut records = records.into_iter().peekable();
    if records.peek().is_none() {
        return Ok(());
    }
    let (mut rows, mut row) = (RowWriter::prepare(transaction, &R::WRITES.insert)?, Vec::new());
    for record in records {
        record.append_to(&mut row);
        change(record, &mut row);
        rows.write(row.drain(..))?;
    }
    rows.close()
}

/// Replaces records that still have the versions that were read, and increments the versions.
pub fn update<'r, R: TableRecord + 'r>(
    transaction: &dyn Transaction,
    records: impl IntoIterator<Item = &'r R>,
) -> StoreResult<()> {
    update_with(transaction, records, |_, _| {})
}

/// Replaces records with adjusted values; see [`update`].
pub fn update_with<'r, R: TableRecord + 'r>(
    transaction: &dyn Transaction,
    records: impl IntoIterator<Item = &'r R>,
    change: impl Fn(&R, &mut [SqlValue<'_>]),
) -> StoreResult<()> {
    let mut records = records.into_iter().peekable();
    if records.peek().is_none() {
        return Ok(());
    }
    let (mut rows, mut row) = (RowWriter::prepare(transaction, &R::WRITES.update)?, Vec::new());
    let mut changed = 0;
    for record in records {
        record.append_to(&mut row);
        change(record, &mut row);
        rows.write(row.drain(..))?;
        changed += 1;
    }
    // a record that has changed since it was read is not written
    if rows.finish()? == changed { Ok(()) } else { Err(conflict(R::TABLE.name)) }
}
