//! Writes whole rows of a table, many in one statement.

use bytes::{BufMut as _, Bytes, BytesMut};
use futures_util::SinkExt as _;
use orderdock_domain::cast;
use orderdock_store::{StoreError, StoreResult};
use orderdock_store_sql::sql::table::{SplitTable, Table};
use orderdock_store_sql::{OnConflict, Prepared, StatementValues};
use tokio_postgres::types::Type;

use super::PostgresTransaction;
use crate::binding::{Encoded, field};

/// Number of new rows from which COPY is used; fewer rows are sent as arrays.
const MIN_COPIED_ROWS: usize = 64;
/// Maximum number of buffered rows and bytes.
const MAX_BUFFERED_ROWS: usize = 4_096;
const MAX_BUFFERED_BYTES: usize = 4 * 1_024 * 1_024;
/// Tables that are never written by COPY, unless `copies_all` is set. Their rows are written while the document number
/// counters are locked. If a client stops within COPY, no timeout of the server ends it, and all others would wait for
/// the counters.
const NEVER_COPIED: [&str; 1] = ["sales_order"];
/// Header of the binary COPY format: signature, no flags, no extension.
const COPY_HEAD: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
const COPY_END: i16 = -1;

/// Buffered rows of a table, column by column in the wire format.
pub struct RowsByCopy<'t, 'l> {
    transaction: &'t PostgresTransaction<'l>,
    table: &'static Table,
    on_conflict: OnConflict,
    types: Vec<Type>,
    columns: Vec<BytesMut>,
    parts: Vec<ColumnsOfTable>,
    buffered: usize,
    affected: usize,
}

/// A stored table and the indexes of its columns in the rows. Both tables of a split table may store a column.
struct ColumnsOfTable {
    table: &'static str,
    columns: Vec<usize>,
}

impl ColumnsOfTable {
    fn of(table: &Table) -> Vec<Self> {
        let Some(split) = SplitTable::of(table.name) else {
            return vec![Self { table: table.name, columns: (0..table.written().count()).collect() }];
        };
        let places = |wanted: fn((bool, bool)) -> bool| {
            let columns = table.written().enumerate();
            columns.filter(|(_, column)| wanted(split.places(column))).map(|(place, _)| place).collect()
        };
        vec![
            Self { table: split.row, columns: places(|(_, in_row)| in_row) },
            Self { table: split.state, columns: places(|(in_state, _)| in_state) },
        ]
    }
}

impl<'t, 'l> RowsByCopy<'t, 'l> {
    pub fn begin(
        transaction: &'t PostgresTransaction<'l>,
        whole: orderdock_store_sql::WholeRows,
    ) -> StoreResult<Self> {
        let table = whole.table;
        // the server returns the types of the columns
        let columns = table.written().collect::<Vec<_>>().join(", ");
        let shape = transaction.statement(&format!("SELECT {columns} FROM {} LIMIT 0", table.name))?;
        let types: Vec<_> = shape.columns().iter().map(|column| column.type_().clone()).collect();
        let columns = types.iter().map(|_| BytesMut::new()).collect();
        let parts = ColumnsOfTable::of(table);
        if parts.len() > 1 && whole.on_conflict != OnConflict::Reject {
            return Err(StoreError::Statement(format!(
                "{}: a split table accepts only new rows",
                table.name
            )));
        }
        let on_conflict = whole.on_conflict;
        Ok(Self { transaction, table, on_conflict, types, columns, parts, buffered: 0, affected: 0 })
    }

    /// Writes the buffered rows. Upserts and new rows always affect every row, so the response is not needed to count
    /// them. Other rows are counted if `counted`.
    fn flush(&mut self, counted: bool) -> StoreResult<()> {
        if self.buffered == 0 {
            return Ok(());
        }
        let new = self.on_conflict == OnConflict::Reject;
        let copied = new && self.buffered >= MIN_COPIED_ROWS && !NEVER_COPIED.contains(&self.table.name);
        let affected = if copied || self.transaction.copies_all {
            self.copy()
        } else {
            self.insert(counted && self.on_conflict == OnConflict::Keep)
        };
        self.columns.iter_mut().for_each(BytesMut::clear);
        self.buffered = 0;
        self.affected += affected?;
        Ok(())
    }

    /// Inserts the buffered rows and returns the number of affected rows. That is the number of buffered rows, unless
    /// `counted`, which waits for the response.
    fn insert(&mut self, counted: bool) -> StoreResult<usize> {
        let client = &self.transaction.link.client;
        let columns: Vec<_> = self.columns.iter_mut().map(|column| column.split().freeze()).collect();
        let mut affected = self.buffered;
        for part in &self.parts {
            let statement = self.transaction.statement(&self.sql(part))?;
            let values = self.arrays(part, &columns);
            if counted {
                let done = self.transaction.wait(client.execute_raw(&statement, values));
                affected = cast::<usize>(done.map_err(|error| self.transaction.fault(&error))?);
            } else {
                let inserted = async move { client.execute_raw(&statement, values).await.map(|_| None) };
                self.transaction.send(inserted);
            }
        }
        Ok(affected)
    }

    fn arrays(&self, part: &ColumnsOfTable, columns: &[Bytes]) -> Vec<Encoded> {
        let length = cast::<i32>(self.buffered);
        let fields = part.columns.iter().filter_map(|place| columns.get(*place).cloned());
        fields.map(|fields| Encoded { length, fields }).collect()
    }

    fn sql(&self, part: &ColumnsOfTable) -> String {
        let (table, columns) = (part.table, self.names(part));
        let arrays = part.columns.iter().filter_map(|place| self.types.get(*place)).enumerate();
        let arrays =
            arrays.map(|(place, of)| format!("${}::{of}[]", place + 1)).collect::<Vec<_>>().join(", ");
        let insert = format!("INSERT INTO {table} ({columns}) SELECT * FROM unnest({arrays})");
        match self.on_conflict {
            OnConflict::Reject => return insert,
            OnConflict::Keep => return format!("{insert} ON CONFLICT DO NOTHING"),
            OnConflict::Replace => {}
        }
        let set = self.table.written().filter(|column| !self.table.key.contains(column));
        let set = set.map(|column| format!("{column} = excluded.{column}")).collect::<Vec<_>>().join(", ");
        format!("{insert} ON CONFLICT ({}) DO UPDATE SET {set}", self.table.key.join(", "))
    }

    fn names(&self, part: &ColumnsOfTable) -> String {
        let names = self.table.written().enumerate().filter(|(place, _)| part.columns.contains(place));
        names.map(|(_, name)| name).collect::<Vec<_>>().join(", ")
    }

    fn copy(&self) -> StoreResult<usize> {
        let client = &self.transaction.link.client;
        let mut affected = 0;
        for part in &self.parts {
            let sql = format!("COPY {} ({}) FROM STDIN (FORMAT binary)", part.table, self.names(part));
            let statement = self.transaction.statement(&sql)?;
            let rows = self.copied(part)?;
            let copied = self.transaction.wait(async {
                let sink = client.copy_in(&statement).await?;
                let mut sink = std::pin::pin!(sink);
                sink.send(rows).await?;
                sink.finish().await
            });
            affected = copied.map_err(|error| self.transaction.fault(&error))?;
        }
        Ok(cast::<usize>(affected))
    }

    /// Returns the rows of one stored table in the COPY format.
    fn copied(&self, part: &ColumnsOfTable) -> StoreResult<Bytes> {
        let broken = || StoreError::Statement("incomplete row".to_owned());
        let columns = part.columns.iter().filter_map(|place| self.columns.get(*place));
        let mut columns: Vec<&[u8]> = columns.map(AsRef::as_ref).collect();
        let size: usize = columns.iter().map(|column| column.len()).sum();
        let mut out = BytesMut::with_capacity(COPY_HEAD.len() + size + 2 * self.buffered + 2);
        out.put_slice(COPY_HEAD);
        let count = i16::try_from(columns.len()).map_err(|_| broken())?;
        for _ in 0..self.buffered {
            out.put_i16(count);
            for column in &mut columns {
                let (length, _) = column.split_first_chunk::<4>().ok_or_else(broken)?;
                // a null has no bytes
                let length = usize::try_from(i32::from_be_bytes(*length)).unwrap_or_default();
                let (one, rest) = column.split_at_checked(4 + length).ok_or_else(broken)?;
                out.put_slice(one);
                *column = rest;
            }
        }
        out.put_i16(COPY_END);
        Ok(out.freeze())
    }
}

impl Prepared for RowsByCopy<'_, '_> {
    fn write(&mut self, values: StatementValues<'_, '_>) -> StoreResult<()> {
        let mut given = 0;
        for ((value, of), column) in values.zip(&self.types).zip(&mut self.columns) {
            field(&value, of, column).map_err(|error| StoreError::Statement(error.to_string()))?;
            given += 1;
        }
        if given != self.types.len() {
            return Err(StoreError::Statement(format!("{given} values for {} columns", self.types.len())));
        }
        self.buffered += 1;
        let bytes: usize = self.columns.iter().map(BytesMut::len).sum();
        if self.buffered < MAX_BUFFERED_ROWS && bytes < MAX_BUFFERED_BYTES {
            return Ok(());
        }
        self.flush(true)
    }

    fn finish(&mut self) -> StoreResult<usize> {
        self.flush(true)?;
        Ok(std::mem::take(&mut self.affected))
    }

    fn close(&mut self) -> StoreResult<()> {
        self.flush(false)
    }
}

impl Drop for RowsByCopy<'_, '_> {
    fn drop(&mut self) {
        if self.buffered > 0 {
            self.transaction.leave_unfinished();
        }
    }
}
