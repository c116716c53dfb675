//! References on PostgreSQL: the rows are written into a second set of tables, by COPY or by prepared inserts from the
//! same number of clients.

use std::sync::Arc;
use std::time::Instant;

use bytes::{BufMut as _, Bytes, BytesMut};
use futures_util::{SinkExt as _, TryStreamExt as _};
use tokio::runtime::Runtime;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{Client, NoTls};

use super::{Inserted, Reference, share};
use crate::Failure;
use crate::spent::Spent;

/// Header of the binary COPY format: signature, no flags, no extension.
const COPY_HEAD: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
const COPY_END: &[u8] = &[0xff, 0xff];

pub struct Bare {
    runtime: Runtime,
    url: String,
    schema: String,
    client: Client,
    tables: Vec<Table>,
}

struct Table {
    name: String,
    /// Comma-separated column names.
    columns: String,
    /// Whether the server generates the keys. Inserts then need OVERRIDING SYSTEM VALUE.
    is_generated: bool,
    missing: String,
    column_count: usize,
}

/// A row in binary COPY format: each field preceded by its length.
type Row = Bytes;

impl Bare {
    pub fn new(url: &str, schema: &str, reference: Reference) -> Result<Self, Failure> {
        let runtime = Runtime::new()?;
        let client = runtime.block_on(connect(url))?;
        let (url, schema) = (url.to_owned(), schema.to_owned());
        let mut bare = Self { runtime, url, schema, client, tables: Vec::new() };
        bare.begin(reference)?;
        Ok(bare)
    }

    fn texts(&self, sql: &str) -> Result<Vec<String>, Failure> {
        let rows = self.runtime.block_on(self.client.query(sql, &[]))?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
    }

    fn batch(&self, sql: &str) -> Result<(), Failure> {
        Ok(self.runtime.block_on(self.client.batch_execute(sql))?)
    }

    fn begin(&mut self, reference: Reference) -> Result<(), Failure> {
        let schema = self.schema.clone();
        self.batch(&format!("CREATE SCHEMA {schema}"))?;
        let all = "SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace \
            AND relname <> 'schema_step' ORDER BY oid";
        for name in self.texts(all)? {
            let wanted = match reference {
                Reference::AllRows => true,
                Reference::Tables(wanted) => wanted.contains(&name.as_str()),
                Reference::Candidates { .. } => name == "candidate_row",
            };
            if wanted {
                let table = self.table(&name)?;
                self.batch(&format!(
                    "CREATE TABLE {schema}.\"{name}\" (LIKE public.\"{name}\" INCLUDING ALL); \
                     INSERT INTO {schema}.\"{name}\" OVERRIDING SYSTEM VALUE SELECT * FROM public.\"{name}\""
                ))?;
                self.tables.push(table);
            }
        }
        if let Reference::Candidates { indexes } = reference {
            self.drop_indexes_beyond(indexes)?;
        }
        self.batch("ANALYZE")
    }

    fn table(&self, name: &str) -> Result<Table, Failure> {
        let of = format!("attrelid = 'public.\"{name}\"'::regclass");
        let all = format!(
            "SELECT quote_ident(attname) FROM pg_attribute WHERE {of} AND attnum > 0 ORDER BY attnum"
        );
        let all = self.texts(&all)?;
        let generated = format!("SELECT attname::text FROM pg_attribute WHERE {of} AND attidentity <> ''");
        let key = format!(
            "SELECT quote_ident(attname) FROM pg_attribute JOIN pg_index ON indrelid = attrelid \
             AND attnum = ANY (indkey) WHERE {of} AND indisprimary"
        );
        let key = self.texts(&key)?;
        let same: Vec<_> = key.iter().map(|column| format!("copied.{column} = made.{column}")).collect();
        // ordered so that rows of one request stay together; text keys do not reflect the order of creation
        let owner = ["candidate_id", "request_id", "order_id", "id"];
        let owner = owner.into_iter().find(|id| all.iter().any(|column| column == id));
        let order = owner.map_or_else(|| key.join(", "), str::to_owned);
        let columns = all.join(", ");
        let schema = &self.schema;
        let missing = format!(
            "COPY (SELECT {columns} FROM public.\"{name}\" made WHERE NOT EXISTS (SELECT 1 FROM {schema}.\"{name}\" copied \
             WHERE {}) ORDER BY {order}) TO STDOUT (FORMAT binary)",
            same.join(" AND ")
        );
        let (name, column_count) = (name.to_owned(), all.len());
        Ok(Table { name, columns, is_generated: !self.texts(&generated)?.is_empty(), missing, column_count })
    }

    /// Drops indexes of candidates. Keeps the primary key and `indexes` others, preferring indexes without a
    /// condition.
    fn drop_indexes_beyond(&self, indexes: usize) -> Result<(), Failure> {
        let all = format!(
            "SELECT indexrelid::regclass::text FROM pg_index WHERE indrelid = '{}.candidate_row'::regclass \
             AND NOT indisprimary ORDER BY indpred IS NOT NULL, indexrelid",
            self.schema
        );
        for name in self.texts(&all)?.iter().skip(indexes) {
            self.batch(&format!("DROP INDEX {name}"))?;
        }
        Ok(())
    }

    fn missing(&self) -> Result<Vec<(&Table, Vec<Row>)>, Failure> {
        let mut missing = Vec::new();
        for table in &self.tables {
            let copied = self.runtime.block_on(async {
                let stream = self.client.copy_out(table.missing.as_str()).await?;
                stream.try_collect::<Vec<Bytes>>().await
            })?;
            missing.push((table, rows(&copied.concat())?));
        }
        Ok(missing)
    }

    /// Copies the rows in `commits` transactions of about the same size.
    pub fn copy_new_rows(&mut self, commits: usize) -> Result<Inserted, Failure> {
        let missing = self.missing()?;
        let counts = counted(&missing);
        let started = Instant::now();
        for commit in 0..commits {
            self.runtime.block_on(async {
                self.client.batch_execute("BEGIN").await?;
                for (table, rows) in &missing {
                    let rows = share(rows, commit, commits);
                    if rows.is_empty() {
                        continue;
                    }
                    let mut bytes = BytesMut::from(COPY_HEAD);
                    for row in rows {
                        bytes.put_i16(i16::try_from(table.column_count)?);
                        bytes.put_slice(row);
                    }
                    bytes.put_slice(COPY_END);
                    let Table { name, columns, .. } = table;
                    let sql =
                        format!("COPY {}.\"{name}\" ({columns}) FROM STDIN (FORMAT binary)", self.schema);
                    let sink = self.client.copy_in(sql.as_str()).await?;
                    let mut sink = std::pin::pin!(sink);
                    sink.send(bytes.freeze()).await?;
                    sink.finish().await?;
                }
                self.client.batch_execute("COMMIT").await?;
                Ok::<(), Failure>(())
            })?;
        }
        Ok(Inserted { rows: counts, spent: Spent { time: started.elapsed(), ..Spent::default() } })
    }

    /// Inserts the rows with prepared statements, one transaction per request, from several clients concurrently.
    pub fn insert_per_request(&mut self, requests: usize, clients: usize) -> Result<Inserted, Failure> {
        let missing = self.missing()?;
        let counts = counted(&missing);
        let mut work: Vec<Vec<(String, usize, Row)>> = Vec::new();
        for request in 0..requests {
            let mut writes = Vec::new();
            for (table, rows) in &missing {
                let sql = table.insert(&self.schema);
                let rows = share(rows, request, requests);
                writes.extend(rows.iter().map(|row| (sql.clone(), table.column_count, row.clone())));
            }
            work.push(writes);
        }
        let work = Arc::new(work);
        let started = self.runtime.block_on(async {
            let mut connected = Vec::new();
            for _ in 0..clients {
                connected.push(connect(&self.url).await?);
            }
            let started = Instant::now();
            let writers = connected.into_iter().enumerate().map(|(number, client)| {
                let work = Arc::clone(&work);
                tokio::spawn(async move { write(&client, work.iter().skip(number).step_by(clients)).await })
            });
            for writer in writers.collect::<Vec<_>>() {
                writer.await??;
            }
            Ok::<_, Failure>(started)
        })?;
        Ok(Inserted { rows: counts, spent: Spent { time: started.elapsed(), ..Spent::default() } })
    }
}

impl Table {
    fn insert(&self, schema: &str) -> String {
        let Self { name, columns, column_count, is_generated, .. } = self;
        let given = if *is_generated { "OVERRIDING SYSTEM VALUE " } else { "" };
        let values = (1..=*column_count).map(|place| format!("${place}")).collect::<Vec<_>>().join(", ");
        format!("INSERT INTO {schema}.\"{name}\" ({columns}) {given}VALUES ({values})")
    }
}

/// Returns the number of new rows by table. The table of the immutable data of candidates counts as the table of
/// candidates.
fn counted(missing: &[(&Table, Vec<Row>)]) -> Vec<(String, usize)> {
    let label = |name: &str| if name == "candidate_row" { "candidate" } else { name }.to_owned();
    missing.iter().map(|(table, rows)| (label(&table.name), rows.len())).collect()
}

async fn connect(url: &str) -> Result<Client, Failure> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    client.batch_execute("SET jit = off").await?;
    Ok(client)
}

async fn write(
    client: &Client,
    requests: impl Iterator<Item = &Vec<(String, usize, Row)>>,
) -> Result<(), Failure> {
    let mut prepared = std::collections::HashMap::new();
    for request in requests {
        client.batch_execute("BEGIN").await?;
        for (sql, column_count, row) in request {
            if !prepared.contains_key(sql) {
                prepared.insert(sql.clone(), client.prepare(sql).await?);
            }
            let statement = prepared.get(sql).ok_or("no statement")?;
            client.execute_raw(statement, fields(row, *column_count)?).await?;
        }
        client.batch_execute("COMMIT").await?;
    }
    Ok(())
}

/// A value in binary COPY format.
#[derive(Debug)]
struct Raw(Option<Bytes>);

impl ToSql for Raw {
    fn to_sql(
        &self,
        _: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        Ok(match &self.0 {
            None => IsNull::Yes,
            Some(bytes) => {
                out.put_slice(bytes);
                IsNull::No
            }
        })
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// Splits the output of COPY into rows.
fn rows(copied: &[u8]) -> Result<Vec<Row>, Failure> {
    let mut rest = copied.get(COPY_HEAD.len()..).ok_or("no copy")?;
    let mut rows = Vec::new();
    while let Some((count, row)) = rest.split_first_chunk::<2>() {
        let Ok(count) = u16::try_from(i16::from_be_bytes(*count)) else { break };
        let mut end = 0;
        for _ in 0..count {
            let length = row.get(end..).and_then(|field| field.first_chunk::<4>()).ok_or("a short row")?;
            end += 4 + usize::try_from(i32::from_be_bytes(*length)).unwrap_or_default();
        }
        let (row, following) = row.split_at_checked(end).ok_or("a short row")?;
        rows.push(Bytes::copy_from_slice(row));
        rest = following;
    }
    Ok(rows)
}

fn fields(row: &Row, count: usize) -> Result<Vec<Raw>, Failure> {
    let mut fields = Vec::with_capacity(count);
    let mut at = 0;
    for _ in 0..count {
        let length = row.get(at..).and_then(|field| field.first_chunk::<4>()).ok_or("a short row")?;
        at += 4;
        fields.push(match usize::try_from(i32::from_be_bytes(*length)) {
            Ok(length) => {
                at += length;
                Raw(Some(row.slice(at - length..at)))
            }
            Err(_) => Raw(None),
        });
    }
    Ok(fields)
}
