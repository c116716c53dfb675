//! Read-only checks of a database and its server.

use orderdock_domain::cast;

use jiff::Timestamp;
use orderdock_store::{Finding, StorageUse, StoreError, StoreResult};
use orderdock_store_sql::maintenance::{examine, identity::quiet_finding, storage_use};
use orderdock_store_sql::sql::query::value;
use orderdock_store_sql::{Transaction, Verbatim};

use crate::address::Address;
use crate::backend::location;
use crate::blocking_connection::BlockingConnection;
use crate::database_state::{DatabaseState, NON_DURABLE, database_state, version};
use crate::link::{Link, run_on_thread};
use crate::migrate::reject_unfinished;
use crate::migrate::{MIGRATIONS, needed};
use crate::partitions;
use crate::search_index::{ENABLE, LACKS_TRIGRAMS, WORDS_ONLY};
use crate::transaction::PostgresTransaction;

const RESTORE: &str = "Stop every instance and restore the last backup into another database; keep this one for the \
                       investigation.";
const MIGRATE: &str = "Run `orderdock migrate` or start a server: both migrate to the current schema.";
const NEWER: &str = "Use the version of Orderdock that the servers run, or a newer one.";
const DURABLE: &str = "Switch it on in postgresql.conf (or with ALTER SYSTEM, ALTER ROLE or ALTER DATABASE); `serve` does not start without it.";
const CONNECTIONS: &str = "Raise max_connections, lower --database-connections, or use PgBouncer: see \"Connections\" in docs/deploy.md.";

const MONTHS: &str = "Check that a server is running and that its database user owns the tables: it creates the partitions of future \
     months. Until then, new rows are stored in the last partition.";

/// Oldest and newest supported server version.
const VERSIONS: std::ops::RangeInclusive<i64> = 14..=18;

/// Query for settings with which checkpoints multiply the volume of the log.
pub(crate) const WAL_SETTINGS: &str = "SELECT name FROM pg_settings WHERE CASE name WHEN 'wal_compression' THEN setting = 'off' \
     WHEN 'max_wal_size' THEN setting::bigint < 4096 ELSE false END ORDER BY name";

/// Query for candidates whose two tables differ; lists use one table for filtering and the other for display.
const TORN_CANDIDATES: &str = "SELECT s.id::text FROM candidate_state s LEFT JOIN candidate_row r ON r.id = s.id \
     WHERE r.id IS NULL OR (s.org_id, s.data_source_id, s.bpartner_id) <> (r.org_id, r.data_source_id, r.bpartner_id) \
       OR s.price_key IS DISTINCT FROM r.price_key ORDER BY s.id LIMIT 20";

const TORN_ADVICE: &str =
    "If a month was restored, see \"Partitions\" in docs/scaling.md; otherwise restore a backup.";

/// Queries whose result must be empty; otherwise the result replaces `{}` in the message.
const QUESTIONS: [(&str, bool, &str, &str); 10] = [
    ("{} is off: a crash can lose committed data or damage the database", true, NON_DURABLE, DURABLE),
    (
        "the server is a read-only standby",
        true,
        "SELECT 'standby' WHERE pg_is_in_recovery()",
        "Set --database to the primary, or to all servers: with postgres://USER@ONE,OTHER/DATABASE the primary is found.",
    ),
    (
        "transactions are read-only by default (default_transaction_read_only)",
        true,
        "SELECT 'on' WHERE current_setting('default_transaction_read_only')::boolean AND NOT pg_is_in_recovery()",
        "Reset the setting with ALTER DATABASE … RESET or ALTER ROLE … RESET.",
    ),
    (
        "the encoding is {}, which cannot store all names",
        true,
        "SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database() \
         AND pg_encoding_to_char(encoding) <> 'UTF8'",
        "Create a database with ENCODING 'UTF8' and restore a backup into it.",
    ),
    (
        "columns with a collation other than \"C\", so that lists are sorted wrongly: {}",
        true,
        "SELECT a.attrelid::regclass || '.' || a.attname FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid \
         WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind IN ('r', 'p') AND a.attnum > 0 \
         AND NOT a.attisdropped AND a.atttypid = 'text'::regtype AND a.attcollation <> '\"C\"'::regcollation \
         ORDER BY 1 LIMIT 20",
        "Another program changed these columns: restore a backup.",
    ),
    (
        "incomplete indexes, which queries do not use: {}",
        true,
        "SELECT i.indexrelid::regclass FROM pg_index i JOIN pg_class t ON t.oid = i.indexrelid \
         WHERE t.relnamespace = current_schema()::regnamespace AND NOT (i.indisvalid AND i.indisready) LIMIT 20",
        "Rebuild each index: REINDEX INDEX CONCURRENTLY NAME.",
    ),
    (
        "the database user {} is a superuser",
        false,
        "SELECT rolname FROM pg_roles WHERE rolname = current_user AND rolsuper",
        "Use a separate user that owns the database: see docs/deploy.md.",
    ),
    (
        "data checksums are off, so damage on the disk is not detected",
        false,
        "SELECT 'off' WHERE current_setting('data_checksums') = 'off'",
        "Switch them on while the server is stopped (pg_checksums --enable).",
    ),
    (
        "settings that make the write-ahead log several times larger than necessary: {}",
        false,
        WAL_SETTINGS,
        "Use ALTER SYSTEM SET wal_compression = on, and max_wal_size = '8GB' if the disk has space: see docs/deploy.md.",
    ),
    (
        "transactions open for more than an hour, which block the clean-up of old rows: {}",
        false,
        "SELECT coalesce(nullif(application_name, ''), 'process') || ' ' || pid FROM pg_stat_activity \
         WHERE datname = current_database() AND now() - xact_start > interval '1 hour' ORDER BY xact_start LIMIT 20",
        "Check what they do; pg_terminate_backend(PID) ends one.",
    ),
];

/// An older schema, which the doctor can examine before its migration, has no drafts.
const HAS_DRAFTS: &str = "SELECT to_regclass('import_draft') IS NOT NULL";

/// Query for the connections that the server offers, those that others use, and the number of instances.
const CONNECTION_COUNTS: &str = "SELECT concat_ws(' ', least(current_setting('max_connections')::bigint \
     - current_setting('superuser_reserved_connections')::bigint \
     - coalesce(current_setting('reserved_connections', true)::bigint, 0), \
     nullif(greatest(r.rolconnlimit, -1), -1), nullif(greatest(d.datconnlimit, -1), -1)), \
     (SELECT count(*) FROM pg_stat_activity a WHERE a.datid IS NOT NULL AND a.application_name NOT LIKE 'orderdock/%'), \
     (SELECT count(DISTINCT a.application_name) FROM pg_stat_activity a WHERE a.datname = current_database() \
     AND a.application_name LIKE 'orderdock/%' \
     AND a.application_name NOT IN ('orderdock/plain', 'orderdock/doctor'))) \
     FROM pg_roles r, pg_database d WHERE r.rolname = current_user AND d.datname = current_database()";

/// References that are foreign keys on SQLite. On PostgreSQL, a foreign key would cost more than the row in tables that
/// grow with the orders, so this check replaces them.
const LINKS: [(&str, &str, &str, &str); 33] = [
    ("attachment", "sha256", "attachment_content", "sha256"),
    ("bpartner", "org_id", "organisation", "id"),
    ("bpartner", "bpartner_group_id", "bpartner_group", "id"),
    ("bpartner", "pricing_system_id", "pricing_system", "id"),
    ("bpartner", "payment_term_id", "payment_term", "id"),
    ("bpartner", "shipper_id", "shipper", "id"),
    ("bpartner", "warehouse_id", "warehouse", "id"),
    ("bpartner_contact", "org_id", "organisation", "id"),
    ("bpartner_contact", "bpartner_id", "bpartner", "id"),
    ("bpartner_location", "org_id", "organisation", "id"),
    ("bpartner_location", "bpartner_id", "bpartner", "id"),
    ("bpartner_location", "postal_code_id", "postal_code", "id"),
    ("bpartner_product", "org_id", "organisation", "id"),
    ("bpartner_product", "bpartner_id", "bpartner", "id"),
    ("bpartner_product", "product_id", "product", "id"),
    ("external_reference", "external_system_id", "external_system", "id"),
    ("external_reference", "org_id", "organisation", "id"),
    ("product", "org_id", "organisation", "id"),
    ("product", "uom_id", "uom", "id"),
    ("product", "tax_category_id", "tax_category", "id"),
    ("product_gtin", "org_id", "organisation", "id"),
    ("product_gtin", "product_id", "product", "id"),
    ("product_price", "org_id", "organisation", "id"),
    ("product_price", "price_list_version_id", "price_list_version", "id"),
    ("product_price", "product_id", "product", "id"),
    ("product_price", "uom_id", "uom", "id"),
    ("product_price", "tax_category_id", "tax_category", "id"),
    ("product_price_scale", "product_price_id", "product_price", "id"),
    ("rejected_line", "org_id", "organisation", "id"),
    ("rejected_line", "data_source_id", "data_source", "id"),
    ("request_org", "org_id", "organisation", "id"),
    ("sales_order_line", "order_id", "sales_order", "id"),
    ("sales_order_tax", "order_id", "sales_order", "id"),
];

/// Returns the hashes (hexadecimal) and sizes of the contents that attachments and import drafts reference.
pub fn attached_contents(address: &Address) -> StoreResult<Vec<(String, i64)>> {
    in_snapshot(address, |transaction| {
        let has_drafts = value::<bool>(transaction, "schema", &Verbatim(HAS_DRAFTS), [])?;
        examine::attached_contents(transaction, has_drafts.unwrap_or_default())
    })
}

/// Returns the stored bytes of each organisation.
pub fn storage_use(address: &Address) -> StoreResult<Vec<StorageUse>> {
    in_snapshot(address, storage_use::all)
}

/// Runs all checks. `connections` is the number of connections of a process. Returns an error if the database cannot be
/// examined.
pub fn examine(address: &Address, connections: usize, now: Timestamp) -> StoreResult<Vec<Finding>> {
    match database_state(address)? {
        DatabaseState::Empty => return Err(nothing("contains no tables")),
        DatabaseState::Foreign(table) => {
            return Err(nothing(&format!("contains tables of another program, such as {table}")));
        }
        _ => {}
    }
    let plain = BlockingConnection::connect(address)?;
    reject_unfinished(|sql| plain.text(sql))?;
    let mut findings = examine_server(&plain)?;
    if !address.is_pooled() {
        findings.extend(examine_connections(&plain, connections)?);
    }
    if !examine_schema(&plain, &mut findings)? {
        return Ok(findings);
    }
    if partitions::lacks_next_month(&plain.text(partitions::STATE)?, now)? {
        let fault = "the partition of the next month is missing".to_owned();
        findings.push(Finding { fault, advice: MONTHS, grave: false });
    }
    findings.extend(Finding::of(&plain.texts(LACKS_TRIGRAMS)?, WORDS_ONLY, ENABLE, false));
    let broken = "references to missing records: {}";
    findings.extend(Finding::of(&plain.texts(&links())?, broken, RESTORE, true));
    let torn = "candidates whose state is missing or differs from their row: {}";
    findings.extend(Finding::of(&plain.texts(TORN_CANDIDATES)?, torn, TORN_ADVICE, true));
    findings.extend(in_snapshot(address, move |transaction| {
        let quiet = quiet_finding(transaction, Some(location(transaction)?))?;
        Ok(quiet.into_iter().chain(examine::examine(transaction, now)?).collect::<Vec<_>>())
    })?);
    Ok(findings)
}

fn nothing(reason: &str) -> StoreError {
    StoreError::Unavailable(format!("the database is not an Orderdock database: it {reason}"))
}

fn examine_server(plain: &BlockingConnection) -> StoreResult<Vec<Finding>> {
    let mut findings = Vec::new();
    let version = version(plain)?;
    if version < *VERSIONS.start() {
        let fault = format!(
            "the server is PostgreSQL {version}; the oldest supported version is {}",
            VERSIONS.start()
        );
        findings.push(Finding { fault, advice: "Upgrade the server.", grave: true });
    } else if version > *VERSIONS.end() {
        let fault = format!(
            "the server is PostgreSQL {version}, which this version of Orderdock was not tested with"
        );
        let advice = "Check for a newer version of Orderdock, or test with a copy of the database.";
        findings.push(Finding { fault, advice, grave: false });
    }
    for (fault, grave, question, advice) in QUESTIONS {
        findings.extend(Finding::of(&plain.texts(question)?, fault, advice, grave));
    }
    Ok(findings)
}

/// Checks whether the server has enough connections for all running instances, or for one.
fn examine_connections(plain: &BlockingConnection, connections: usize) -> StoreResult<Option<Finding>> {
    let text = plain.text(CONNECTION_COUNTS)?;
    let mut figures = text.split(' ').filter_map(|figure| figure.parse::<u64>().ok());
    let (Some(available), Some(others), Some(instances)) = (figures.next(), figures.next(), figures.next())
    else {
        return Err(StoreError::Statement(format!("expected three figures, got {text:?}")));
    };
    let each: u64 = cast(connections);
    let instances = instances.max(1);
    let needed = instances.saturating_mul(each);
    Ok((needed.saturating_add(others) > available).then(|| Finding {
        fault: format!(
            "too few connections: {available} are available for this user and database, other programs use {others}, and \
             {instances} Orderdock processes need {each} each"
        ),
        advice: CONNECTIONS,
        grave: false,
    }))
}

/// Returns whether the schema has the version of this program, so that its records can be checked.
fn examine_schema(plain: &BlockingConnection, findings: &mut Vec<Finding>) -> StoreResult<bool> {
    let steps = plain.figure("SELECT coalesce(max(number), 0) FROM schema_step")?;
    let known = cast::<i64>(MIGRATIONS.len());
    if steps < known {
        let fault = format!("the schema is older than this program: {steps} of {known} migration steps");
        findings.push(Finding { fault, advice: MIGRATE, grave: true });
    } else if steps > known {
        let fault =
            format!("the schema is newer than this program: {steps} migration steps, {known} are known");
        // an upgrade in progress is not a fault
        let grave = plain.figure(&needed(known))? > known;
        findings.push(Finding { fault, advice: NEWER, grave });
    }
    Ok(steps == known)
}

/// Returns one statement that lists references to missing records.
fn links() -> String {
    let branches = LINKS.map(|(table, column, parent, key)| {
        format!(
            "SELECT '{table}.{column} → {parent}' WHERE EXISTS (SELECT 1 FROM {table} r WHERE r.{column} IS NOT NULL \
             AND NOT EXISTS (SELECT 1 FROM {parent} p WHERE p.{key} = r.{column}))"
        )
    });
    branches.join(" UNION ALL ")
}

/// Runs checks of the records in one snapshot.
fn in_snapshot<T: Send>(
    address: &Address,
    check: impl FnOnce(&dyn Transaction) -> StoreResult<T> + Send,
) -> StoreResult<T> {
    run_on_thread("looking", || {
        let link = Link::connect(address, "orderdock/doctor")?;
        link.batch("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")?;
        let found = check(&PostgresTransaction::over(&link))?;
        link.batch("COMMIT")?;
        Ok(found)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use orderdock_store_sqlite::{SqliteOptions, SqliteStore};

    use super::*;
    use crate::testing::{bare_database, fresh_database};

    /// The reference that the common checks of both engines cover.
    const CHECKED_ELSEWHERE: &str = "request.origin_id → request_origin";

    #[test]
    fn missing_foreign_keys_are_checked_by_doctor() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.sqlite");
        drop(SqliteStore::open(&file, SqliteOptions::default()).unwrap());
        let sqlite = rusqlite::Connection::open(file).unwrap();
        let keys = "SELECT t.name || '.' || k.\"from\" || ' → ' || k.\"table\" FROM sqlite_schema t, \
                    pragma_foreign_key_list(t.name) k WHERE t.type = 'table'";
        let mut statement = sqlite.prepare(keys).unwrap();
        let sqlite_keys: BTreeSet<String> =
            statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();

        let plain = BlockingConnection::connect(&fresh_database()).unwrap();
        let keys = "SELECT replace(k.conrelid::regclass || '.' || a.attname || ' → ' || k.confrelid::regclass, \
                    '\"', '') FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid \
                    AND a.attnum = k.conkey[1] WHERE k.contype = 'f'";
        let mut checked: BTreeSet<String> = plain.texts(keys).unwrap().into_iter().collect();
        for (table, column, parent, _) in LINKS {
            assert!(
                checked.insert(format!("{table}.{column} → {parent}")),
                "{table}.{column} has a foreign key"
            );
        }
        checked.insert(CHECKED_ELSEWHERE.to_owned());
        assert_eq!(checked, sqlite_keys);
    }

    fn found(address: &Address) -> String {
        let findings = examine(address, 11, Timestamp::UNIX_EPOCH).unwrap();
        let lines = findings
            .iter()
            .map(|finding| format!("{} {}\n", if finding.grave { "wrong" } else { "note" }, finding.fault));
        lines.collect()
    }

    /// Returns faults of a database: statements that cause and undo each, and a part of the finding.
    fn faults(database: &str) -> Vec<(String, String, &'static str)> {
        vec![
            (
                format!("ALTER DATABASE {database} SET synchronous_commit = off"),
                format!("ALTER DATABASE {database} RESET synchronous_commit"),
                "synchronous_commit is off",
            ),
            (
                format!("ALTER DATABASE {database} SET default_transaction_read_only = on"),
                format!(
                    "BEGIN READ WRITE; ALTER DATABASE {database} RESET default_transaction_read_only; COMMIT"
                ),
                "wrong transactions are read-only",
            ),
            (
                format!("ALTER DATABASE {database} CONNECTION LIMIT 10"),
                format!("ALTER DATABASE {database} CONNECTION LIMIT -1"),
                "note too few connections: 10 are available for this user and database",
            ),
            (
                "ALTER TABLE uom ALTER name TYPE text COLLATE \"default\"".to_owned(),
                "ALTER TABLE uom ALTER name TYPE text COLLATE \"C\"".to_owned(),
                "so that lists are sorted wrongly: uom.name",
            ),
            (
                "INSERT INTO request_org (request_id, org_id) VALUES (1, 77)".to_owned(),
                "DELETE FROM request_org".to_owned(),
                "wrong references to missing records: request_org.org_id → organisation",
            ),
            (
                "INSERT INTO comment (candidate_id, order_id, at, actor, text) \
                 VALUES (77, NULL, now(), 'x', 'y'), (NULL, 78, now(), 'x', 'y')"
                    .to_owned(),
                "DELETE FROM comment".to_owned(),
                "wrong comments on missing candidates or sales orders: 1, 2",
            ),
            (
                "INSERT INTO saved_view VALUES (1, 1, 77, 'x', 'x', true, 'candidates', '', '', now(), now())"
                    .to_owned(),
                "DELETE FROM saved_view".to_owned(),
                "wrong saved views of missing users: 1",
            ),
            (
                "INSERT INTO saved_view_default VALUES (77, 1)".to_owned(),
                "DELETE FROM saved_view_default".to_owned(),
                "wrong default views with a missing user or a missing view: 77",
            ),
            (
                "INSERT INTO import_draft_cell VALUES (77, 1, 0, 'x'); \
                 INSERT INTO import_draft_row VALUES (77, 1, 'ready', NULL, NULL), (78, 1, 'ready', NULL, NULL)"
                    .to_owned(),
                "DELETE FROM import_draft_cell; DELETE FROM import_draft_row".to_owned(),
                "wrong cells or results of missing import drafts: 77, 78",
            ),
            (
                "INSERT INTO candidate_state (id, org_id, data_source_id, version, updated_at, status) \
                 VALUES (77, 0, 1, 1, now(), 'new')"
                    .to_owned(),
                "DELETE FROM candidate_state".to_owned(),
                "wrong candidates whose state is missing or differs from their row: 77",
            ),
            (
                "UPDATE schema_step SET number = number + 1000, beside_from = beside_from + 1000".to_owned(),
                "UPDATE schema_step SET number = number - 1000, beside_from = beside_from - 1000".to_owned(),
                "wrong the schema is newer than this program",
            ),
        ]
    }

    #[test]
    fn doctor_reports_server_and_schema_faults() {
        let address = fresh_database();
        let plain = BlockingConnection::connect(&address).unwrap();
        let database = address.database();
        let before = found(&address);
        for (fault, undone, expected) in faults(database) {
            plain.batch(&fault).unwrap();
            let after = found(&address);
            assert!(after.contains(expected) && !before.contains(expected), "{fault}: {after}");
            plain.batch(&undone).unwrap();
            assert_eq!(found(&address), before, "{undone}");
        }
    }

    #[test]
    fn doctor_lists_outdated_and_duplicate_keys() {
        let address = fresh_database();
        let plain = BlockingConnection::connect(&address).unwrap();
        let older = "UPDATE counter SET value = 1 WHERE name = 'fold_pending';
             INSERT INTO product (id, org_id, code, name, uom_id, code_key, name_key)
             SELECT 1, 0, 'ß', 'ß', min(id), 'ß', E'ss\\x1e1' FROM uom";
        plain.batch(older).unwrap();
        let found = found(&address);
        let duplicates = "note records with the same product.name_key as an older or active record: 1\n";
        assert!(found.contains(duplicates), "{found}");
        assert!(found.contains("note 1 search keys in the form of an older version"), "{found}");
    }

    #[test]
    fn comments_on_archived_candidates_are_accepted() {
        let address = fresh_database();
        let plain = BlockingConnection::connect(&address).unwrap();
        let comment = "INSERT INTO comment (candidate_id, at, actor, text) VALUES (76, now(), 'x', 'y'), (77, now(), 'x', 'y')";
        plain.batch(comment).unwrap();
        let summary = |ids: &str| format!("wrong comments on missing candidates or sales orders: {ids}\n");
        assert!(found(&address).contains(&summary("1, 2")), "{}", found(&address));
        plain.batch("INSERT INTO counter (name, value) VALUES ('archived', 77)").unwrap();
        assert!(found(&address).contains(&summary("2")), "{}", found(&address));
    }

    #[test]
    fn foreign_database_is_not_examined() {
        let bare = bare_database();
        let rejected = || examine(&bare.address, 11, Timestamp::UNIX_EPOCH).unwrap_err().to_string();
        assert!(rejected().contains("contains no tables"), "{}", rejected());
        BlockingConnection::connect(&bare.address).unwrap().batch("CREATE TABLE shop (id int)").unwrap();
        assert!(rejected().contains("tables of another program, such as shop"), "{}", rejected());
        assert_eq!(database_state(&bare.address).unwrap(), DatabaseState::Foreign("shop".to_owned()));
    }
}
