//! The state of a database before it is opened or copied, and the marks of demos and copies.

use orderdock_store::{StoreError, StoreResult};

use crate::address::Address;
use crate::blocking_connection::BlockingConnection;
use crate::migrate::reject_unfinished;

/// Source of a query for the tables of the current schema, without those of extensions.
const SCHEMA_TABLES: &str = r"
    pg_class t
    WHERE t.relnamespace = current_schema()::regnamespace
      AND t.relkind IN ('r', 'p')
      AND NOT EXISTS (
          SELECT 1
          FROM pg_depend d
          WHERE d.classid = 'pg_class'::regclass AND d.objid = t.oid AND d.deptype = 'e'
      )";

/// Returns the query for the state of a schema in one or two words. Every Orderdock database has the table
/// `schema_step`.
fn state_query() -> String {
    format!(
        r"
        SELECT CASE
            WHEN current_schema() IS NULL THEN 'no schema'
            WHEN to_regclass(quote_ident(current_schema()) || '.schema_step') IS NOT NULL THEN 'orderdock'
            ELSE (
                SELECT coalesce(
                    'table ' || min(t.relname),
                    CASE
                        WHEN has_schema_privilege(current_schema(), 'CREATE') THEN 'empty'
                        ELSE 'closed ' || current_schema()
                    END
                )
                FROM {SCHEMA_TABLES}
            )
        END"
    )
}

/// Returns the query for the tables that store rows themselves; the rows of a partitioned table are in its partitions.
fn row_tables_query() -> String {
    format!("SELECT t.relname FROM {SCHEMA_TABLES} AND t.relkind = 'r' ORDER BY 1")
}

/// Query for whether the database contains only rows of the migrations.
const UNTOUCHED: &str = "SELECT (NOT EXISTS (SELECT 1 FROM organisation WHERE id > 0) \
     AND NOT EXISTS (SELECT 1 FROM token) AND NOT EXISTS (SELECT 1 FROM \"user\") \
     AND NOT EXISTS (SELECT 1 FROM request) AND NOT EXISTS (SELECT 1 FROM candidate))::int";
const MARK: &str = "SELECT value FROM counter WHERE name = 'demo'";
/// Query for settings with which a crash can lose acknowledged commits or leave torn pages.
pub const NON_DURABLE: &str = "SELECT name FROM pg_settings \
     WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY name";

/// The state of a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DatabaseState {
    /// No tables.
    Empty,
    /// An Orderdock database with only the rows of the migrations.
    Untouched,
    /// An Orderdock database with the mark of a demo.
    Demo(i64),
    /// An Orderdock database with data.
    InUse,
    /// Tables of another program; contains the name of one.
    Foreign(String),
}

/// Returns the state of a database. Fails if it cannot be examined or if no tables can be created in it.
pub fn database_state(address: &Address) -> StoreResult<DatabaseState> {
    let plain = BlockingConnection::connect(address)?;
    let word = plain.text(&state_query())?;
    match word.split_once(' ').unwrap_or((&word, "")) {
        ("empty", _) => return Ok(DatabaseState::Empty),
        ("table", name) => return Ok(DatabaseState::Foreign(name.to_owned())),
        ("no", _) => {
            return Err(StoreError::Unavailable(
                "the search_path of the user contains no existing schema; create one, or set the path to public"
                    .to_owned(),
            ));
        }
        ("closed", schema) => {
            return Err(StoreError::Unavailable(format!(
                "the user cannot create tables in the schema {schema}; make the user the owner of the database: \
                 ALTER DATABASE … OWNER TO …"
            )));
        }
        _ => {}
    }
    if let Some(mark) = plain.texts(MARK)?.first() {
        return mark.parse().map(DatabaseState::Demo).map_err(|_| StoreError::Inconsistent {
            place: "counter",
            fault: format!("the demo mark {mark:?} is not a number"),
        });
    }
    Ok(if plain.figure(UNTOUCHED)? == 1 { DatabaseState::Untouched } else { DatabaseState::InUse })
}

/// Marks a database with the schema as a demo, with a number that identifies its data set.
pub fn mark_demo(address: &Address, mark: i64) -> StoreResult<()> {
    BlockingConnection::connect(address)?.batch(&format!(
        "INSERT INTO counter (name, value) VALUES ('demo', {mark}) ON CONFLICT (name) DO UPDATE SET value = {mark}"
    ))
}

/// Marks a restored database as a copy, so that servers start quiet on it.
pub fn mark_quiet(address: &Address) -> StoreResult<()> {
    BlockingConnection::connect(address)?.batch(
        "INSERT INTO counter (name, value) VALUES ('quiet', 1) ON CONFLICT (name) DO UPDATE SET value = 1",
    )
}

/// Returns the settings with which the server can lose acknowledged commits.
pub fn non_durable_settings(address: &Address) -> StoreResult<Vec<String>> {
    BlockingConnection::connect(address)?.texts(NON_DURABLE)
}

/// Returns the major version of a server.
pub fn version(plain: &BlockingConnection) -> StoreResult<i64> {
    plain.figure("SELECT current_setting('server_version_num')::bigint / 10000")
}

/// Returns the major version of the server and the tables of the database, for a backup. Fails for a database with an
/// incomplete copy.
pub fn version_and_tables(address: &Address) -> StoreResult<(i64, Vec<String>)> {
    let plain = BlockingConnection::connect(address)?;
    reject_unfinished(|sql| plain.text(sql))?;
    Ok((version(&plain)?, plain.texts(&row_tables_query())?))
}
