//! What a transaction can be asked for, whichever engine it runs on.

use orderdock_store::StoreResult;

use crate::{Datum, Dialect};

/// The values of a statement, in the order of its places.
pub type Values<'s, 'v> = &'s mut dyn Iterator<Item = Datum<'v>>;

/// A transaction of an engine, used by one thread.
pub trait Transaction {
    fn dialect(&self) -> &'static dyn Dialect;

    /// Runs a statement that answers rows, and shows each.
    fn query(
        &self,
        sql: &str,
        values: Values<'_, '_>,
        see: &mut dyn FnMut(&dyn Row) -> StoreResult<()>,
    ) -> StoreResult<()>;

    /// Runs a statement that writes, and tells how many rows it touched.
    fn run(&self, sql: &str, values: Values<'_, '_>) -> StoreResult<usize> {
        self.prepare(sql)?.write(values)
    }

    /// A statement that writes, for any number of rows.
    fn prepare<'s>(&'s self, sql: &str) -> StoreResult<Box<dyn Prepared + 's>>;

    /// Does work that can be undone by itself: so it is where the work tells `false`. After an error the transaction
    /// must not be committed.
    fn savepoint(&self, work: &mut dyn FnMut() -> StoreResult<bool>) -> StoreResult<bool>;
}

/// A statement that writes.
pub trait Prepared {
    /// Writes one row, and tells how many it touched.
    fn write(&mut self, values: Values<'_, '_>) -> StoreResult<usize>;
}

/// A row that a statement answered.
pub trait Row {
    /// The value of a column, counted from zero; else what is there that none of ours is.
    fn datum(&self, column: usize) -> Result<Datum<'_>, String>;

    fn column_name(&self, column: usize) -> &str;
}
