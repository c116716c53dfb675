//! What can be wrong with a database and its server, looked for without changing it.

use orderdock_domain::fit;

use jiff::Timestamp;
use orderdock_store::{Finding, StorageUse, StoreError, StoreResult};
use orderdock_store_sql::{Transaction, examine, storage_use};

use crate::address::Address;
use crate::link::{Link, apart};
use crate::migrate::refuse_unfinished;
use crate::migrate::{MIGRATIONS, needed};
use crate::partitions;
use crate::plain::BlockingConnection;
use crate::search_index::{ENABLE, LACKS_TRIGRAMS, WORDS_ONLY};
use crate::standing::{DatabaseState, FORGETFUL, standing, version};
use crate::transaction::PostgresTransaction;

const RESTORE: &str = "Stop every instance and restore the last backup into a database of its own; keep this one for \
                       whoever looks into it.";
const MIGRATE: &str = "Run `orderdock migrate`, or start a server: both bring it to the current schema.";
const NEWER: &str = "Use the version of Orderdock that the servers run, or a newer one.";
const DURABLE: &str = "Switch it on in postgresql.conf (or ALTER SYSTEM, ALTER ROLE, ALTER DATABASE); `serve` refuses to start so.";
const CONNECTIONS: &str = "Raise max_connections, give each process fewer (--database-connections), or let PgBouncer stand between: see \
     \"Connections\" in docs/deploy.md.";

const MONTHS: &str = "See that a server runs, and that its user owns the tables: it makes those of the months to come. Until then \
     all goes on in the last one.";

/// The oldest and the newest version that its statements are written for.
const VERSIONS: std::ops::RangeInclusive<i64> = 14..=18;

/// Settings by which a checkpoint makes what is written several times as long.
pub(crate) const PAGES: &str = "SELECT name FROM pg_settings WHERE CASE name WHEN 'wal_compression' THEN setting = 'off' \
     WHEN 'max_wal_size' THEN setting::bigint < 4096 ELSE false END ORDER BY name";

/// What stands in both tables of a candidate: lists are found by the one and shown from the other.
const HALVES: &str = "SELECT s.id::text FROM candidate_state s LEFT JOIN candidate_row r ON r.id = s.id \
     WHERE r.id IS NULL OR (s.org_id, s.data_source_id, s.bpartner_id) <> (r.org_id, r.data_source_id, r.bpartner_id) \
       OR s.price_key IS DISTINCT FROM r.price_key ORDER BY s.id LIMIT 20";

const HALVED: &str =
    "Of a month that was brought back see \"Partitions\" in docs/scaling.md; otherwise restore a backup.";

/// Questions to the server whose answer is a list of words that should be empty; the words stand in for `{}`.
const QUESTIONS: [(&str, bool, &str, &str); 10] = [
    (
        "{} is off: what was acknowledged can be lost at a crash, or the database damaged",
        true,
        FORGETFUL,
        DURABLE,
    ),
    (
        "the server is a standby: it takes no orders",
        true,
        "SELECT 'standby' WHERE pg_is_in_recovery()",
        "Name the primary, or all servers: with postgres://USER@ONE,OTHER/DATABASE the one that writes is found.",
    ),
    (
        "transactions may only read unless they say otherwise (default_transaction_read_only)",
        true,
        "SELECT 'on' WHERE current_setting('default_transaction_read_only')::boolean AND NOT pg_is_in_recovery()",
        "Take it back where it was set: ALTER DATABASE … RESET, or ALTER ROLE … RESET.",
    ),
    (
        "texts are kept in {}, and names of other countries have no place in it",
        true,
        "SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database() \
         AND pg_encoding_to_char(encoding) <> 'UTF8'",
        "Make a database with ENCODING 'UTF8', and restore a backup into it.",
    ),
    (
        "texts that do not compare by their bytes, so that lists come in another order than pages go on in: {}",
        true,
        "SELECT a.attrelid::regclass || '.' || a.attname FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid \
         WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind IN ('r', 'p') AND a.attnum > 0 \
         AND NOT a.attisdropped AND a.atttypid = 'text'::regtype AND a.attcollation <> '\"C\"'::regcollation \
         ORDER BY 1 LIMIT 20",
        "A program other than the migrations has changed these: restore a backup.",
    ),
    (
        "indexes that were not finished, so that searches go without them: {}",
        true,
        "SELECT i.indexrelid::regclass FROM pg_index i JOIN pg_class t ON t.oid = i.indexrelid \
         WHERE t.relnamespace = current_schema()::regnamespace AND NOT (i.indisvalid AND i.indisready) LIMIT 20",
        "Build each anew: REINDEX INDEX CONCURRENTLY and its name.",
    ),
    (
        "the user {} may do everything on this server",
        false,
        "SELECT rolname FROM pg_roles WHERE rolname = current_user AND rolsuper",
        "A user of its own that owns the database is enough: see docs/deploy.md.",
    ),
    (
        "pages carry no checksums, so that damage on the disk is not noticed",
        false,
        "SELECT 'off' WHERE current_setting('data_checksums') = 'off'",
        "Switch them on while the server is stopped (pg_checksums --enable), or make the next cluster with them.",
    ),
    (
        "the log gets whole pages after each checkpoint, several times as long as what changes in them: {}",
        false,
        PAGES,
        "ALTER SYSTEM SET wal_compression = on, and max_wal_size = '8GB' where the disk has room: see docs/deploy.md.",
    ),
    (
        "transactions that have been open for more than an hour, so that nothing they could see is cleared away: {}",
        false,
        "SELECT coalesce(nullif(application_name, ''), 'process') || ' ' || pid FROM pg_stat_activity \
         WHERE datname = current_database() AND now() - xact_start > interval '1 hour' ORDER BY xact_start LIMIT 20",
        "Look what they are doing; pg_terminate_backend ends one by the number of its process.",
    ),
];

/// What this server has for connections, what others use, and how many instances of ours are there.
const ROOM: &str = "SELECT concat_ws(' ', least(current_setting('max_connections')::bigint \
     - current_setting('superuser_reserved_connections')::bigint \
     - coalesce(current_setting('reserved_connections', true)::bigint, 0), \
     nullif(greatest(r.rolconnlimit, -1), -1), nullif(greatest(d.datconnlimit, -1), -1)), \
     (SELECT count(*) FROM pg_stat_activity a WHERE a.datid IS NOT NULL AND a.application_name NOT LIKE 'orderdock/%'), \
     (SELECT count(DISTINCT a.application_name) FROM pg_stat_activity a WHERE a.datname = current_database() \
     AND a.application_name LIKE 'orderdock/%' \
     AND a.application_name NOT IN ('orderdock/plain', 'orderdock/doctor'))) \
     FROM pg_roles r, pg_database d WHERE r.rolname = current_user AND d.datname = current_database()";

/// What a column names is there on SQLite because a foreign key says so. Tables that grow with the orders have none
/// here, for each costs more than the row itself; so it is asked.
const LINKS: [(&str, &str, &str, &str); 26] = [
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
    ("product", "org_id", "organisation", "id"),
    ("product", "uom_id", "uom", "id"),
    ("product", "tax_category_id", "tax_category", "id"),
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

/// The contents that attachments name, by their hash in hexadecimal digits, with their sizes.
pub fn attached_contents(address: &Address) -> StoreResult<Vec<(String, i64)>> {
    in_snapshot(address, examine::attached_contents)
}

/// Stored bytes of each organisation.
pub fn storage_use(address: &Address) -> StoreResult<Vec<StorageUse>> {
    in_snapshot(address, storage_use::all)
}

/// Looks for everything that can be wrong, where each process holds so many connections. An error is what keeps it from
/// looking at all.
pub fn examine(address: &Address, connections: usize, now: Timestamp) -> StoreResult<Vec<Finding>> {
    match standing(address)? {
        DatabaseState::Empty => return Err(nothing("no table")),
        DatabaseState::Foreign(table) => {
            return Err(nothing(&format!("the tables of something else, as {table}")));
        }
        _ => {}
    }
    let plain = BlockingConnection::connect(address)?;
    refuse_unfinished(|sql| plain.text(sql))?;
    let mut findings = examine_server(&plain)?;
    if !address.is_pooled() {
        findings.extend(examine_room(&plain, connections)?);
    }
    if !examine_schema(&plain, &mut findings)? {
        return Ok(findings);
    }
    if partitions::lacks_next_month(&plain.text(partitions::STATE)?, now)? {
        let fault = "the tables are cut by month, and there is none for the next one".to_owned();
        findings.push(Finding { fault, advice: MONTHS, grave: false });
    }
    findings.extend(Finding::of(&plain.texts(LACKS_TRIGRAMS)?, WORDS_ONLY, ENABLE, false));
    let broken = "records name others that are not there: {}";
    findings.extend(Finding::of(&plain.texts(&links())?, broken, RESTORE, true));
    let torn = "candidates whose state says something else than their row, or has none: {}";
    findings.extend(Finding::of(&plain.texts(HALVES)?, torn, HALVED, true));
    findings.extend(in_snapshot(address, move |transaction| examine::examine(transaction, now))?);
    Ok(findings)
}

fn nothing(what: &str) -> StoreError {
    StoreError::Unavailable(format!("the database holds {what}, and none of Orderdock's"))
}

fn examine_server(plain: &BlockingConnection) -> StoreResult<Vec<Finding>> {
    let mut findings = Vec::new();
    let version = version(plain)?;
    if version < *VERSIONS.start() {
        let fault = format!(
            "the server is PostgreSQL {version}, and {} is the oldest that will do",
            VERSIONS.start()
        );
        findings.push(Finding { fault, advice: "Upgrade the server.", grave: true });
    } else if version > *VERSIONS.end() {
        let fault = format!("the server is PostgreSQL {version}, with which this version was not tried");
        let advice = "Look whether there is a newer Orderdock, or try it on a copy first.";
        findings.push(Finding { fault, advice, grave: false });
    }
    for (fault, grave, question, advice) in QUESTIONS {
        findings.extend(Finding::of(&plain.texts(question)?, fault, advice, grave));
    }
    Ok(findings)
}

/// Whether all instances that are there, or one, can have as many connections as they want.
fn examine_room(plain: &BlockingConnection, connections: usize) -> StoreResult<Option<Finding>> {
    let text = plain.text(ROOM)?;
    let mut figures = text.split(' ').filter_map(|figure| figure.parse::<u64>().ok());
    let (Some(room), Some(others), Some(instances)) = (figures.next(), figures.next(), figures.next()) else {
        return Err(StoreError::Statement(format!("expected three figures, got {text:?}")));
    };
    let each: u64 = fit(connections);
    let instances = instances.max(1);
    let needed = instances.saturating_mul(each);
    Ok((needed.saturating_add(others) > room).then(|| Finding {
        fault: format!(
            "there are {room} connections for this user and database, others use {others}, and {instances} of our \
             processes want {each} each"
        ),
        advice: CONNECTIONS,
        grave: false,
    }))
}

/// Whether the schema is that of this version, so that its records can be looked at.
fn examine_schema(plain: &BlockingConnection, findings: &mut Vec<Finding>) -> StoreResult<bool> {
    let steps = plain.figure("SELECT coalesce(max(number), 0) FROM schema_step")?;
    let known = fit::<i64>(MIGRATIONS.len());
    if steps < known {
        let fault = format!("the schema is older than this program: {steps} steps of {known}");
        findings.push(Finding { fault, advice: MIGRATE, grave: true });
    } else if steps > known {
        let fault = format!("the schema is newer than this program: {steps} steps, {known} known");
        // an upgrade under way is no fault
        let grave = plain.figure(&needed(known))? > known;
        findings.push(Finding { fault, advice: NEWER, grave });
    }
    Ok(steps == known)
}

/// One statement that names the links of which some records lead nowhere.
fn links() -> String {
    let branches = LINKS.map(|(table, column, parent, key)| {
        format!(
            "SELECT '{table}.{column} → {parent}' WHERE EXISTS (SELECT 1 FROM {table} r WHERE r.{column} IS NOT NULL \
             AND NOT EXISTS (SELECT 1 FROM {parent} p WHERE p.{key} = r.{column}))"
        )
    });
    branches.join(" UNION ALL ")
}

/// Looks at the records as of one moment.
fn in_snapshot<T: Send>(
    address: &Address,
    look: impl FnOnce(&dyn Transaction) -> StoreResult<T> + Send,
) -> StoreResult<T> {
    apart("looking", || {
        let link = Link::connect(address, "orderdock/doctor")?;
        link.batch("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")?;
        let found = look(&PostgresTransaction::over(&link))?;
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

    /// `request.origin_id` is among the questions that both engines are asked.
    const ASKED_ELSEWHERE: &str = "request.origin_id → request_origin";

    #[test]
    fn what_no_foreign_key_says_is_asked() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.sqlite");
        drop(SqliteStore::open(&file, SqliteOptions::default()).unwrap());
        let sqlite = rusqlite::Connection::open(file).unwrap();
        let keys = "SELECT t.name || '.' || k.\"from\" || ' → ' || k.\"table\" FROM sqlite_schema t, \
                    pragma_foreign_key_list(t.name) k WHERE t.type = 'table'";
        let mut statement = sqlite.prepare(keys).unwrap();
        let said: BTreeSet<String> =
            statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();

        let plain = BlockingConnection::connect(&fresh_database()).unwrap();
        let keys = "SELECT replace(k.conrelid::regclass || '.' || a.attname || ' → ' || k.confrelid::regclass, \
                    '\"', '') FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid \
                    AND a.attnum = k.conkey[1] WHERE k.contype = 'f'";
        let mut here: BTreeSet<String> = plain.texts(keys).unwrap().into_iter().collect();
        for (table, column, parent, _) in LINKS {
            assert!(here.insert(format!("{table}.{column} → {parent}")), "{table}.{column} has a key");
        }
        here.insert(ASKED_ELSEWHERE.to_owned());
        assert_eq!(here, said);
    }

    fn found(address: &Address) -> String {
        let findings = examine(address, 11, Timestamp::UNIX_EPOCH).unwrap();
        let lines = findings
            .iter()
            .map(|finding| format!("{} {}\n", if finding.grave { "wrong" } else { "note" }, finding.fault));
        lines.collect()
    }

    #[test]
    fn faults_of_server_and_schema_are_found() {
        let address = fresh_database();
        let plain = BlockingConnection::connect(&address).unwrap();
        let database = address.database();
        let before = found(&address);
        for (fault, undone, expected) in [
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
                "wrong transactions may only read",
            ),
            (
                format!("ALTER DATABASE {database} CONNECTION LIMIT 10"),
                format!("ALTER DATABASE {database} CONNECTION LIMIT -1"),
                "note there are 10 connections for this user and database",
            ),
            (
                "ALTER TABLE uom ALTER name TYPE text COLLATE \"default\"".to_owned(),
                "ALTER TABLE uom ALTER name TYPE text COLLATE \"C\"".to_owned(),
                "in another order than pages go on in: uom.name",
            ),
            (
                "INSERT INTO request_org (request_id, org_id) VALUES (1, 77)".to_owned(),
                "DELETE FROM request_org".to_owned(),
                "wrong records name others that are not there: request_org.org_id → organisation",
            ),
            (
                "INSERT INTO comment (candidate_id, order_id, at, actor, text) \
                 VALUES (77, NULL, now(), 'x', 'y'), (NULL, 78, now(), 'x', 'y')"
                    .to_owned(),
                "DELETE FROM comment".to_owned(),
                "wrong comments on candidates or orders that are not there: 1, 2",
            ),
            (
                "INSERT INTO saved_view VALUES (1, 1, 77, 'x', 'x', true, 'candidates', '', '', now(), now())"
                    .to_owned(),
                "DELETE FROM saved_view".to_owned(),
                "wrong saved views of users that are not there: 1",
            ),
            (
                "INSERT INTO saved_view_default VALUES (77, 1)".to_owned(),
                "DELETE FROM saved_view_default".to_owned(),
                "wrong users that are not there, or who begin with a saved view that is not there: 77",
            ),
            (
                "INSERT INTO candidate_state (id, org_id, data_source_id, version, updated_at, status) \
                 VALUES (77, 0, 1, 1, now(), 'new')"
                    .to_owned(),
                "DELETE FROM candidate_state".to_owned(),
                "wrong candidates whose state says something else than their row, or has none: 77",
            ),
            (
                "UPDATE schema_step SET number = number + 1000, beside_from = beside_from + 1000".to_owned(),
                "UPDATE schema_step SET number = number - 1000, beside_from = beside_from - 1000".to_owned(),
                "wrong the schema is newer than this program",
            ),
        ] {
            plain.batch(&fault).unwrap();
            let after = found(&address);
            assert!(after.contains(expected) && !before.contains(expected), "{fault}: {after}");
            plain.batch(&undone).unwrap();
            assert_eq!(found(&address), before, "{undone}");
        }
    }

    #[test]
    fn comments_of_what_was_archived_are_no_fault() {
        let address = fresh_database();
        let plain = BlockingConnection::connect(&address).unwrap();
        let comment = "INSERT INTO comment (candidate_id, at, actor, text) VALUES (76, now(), 'x', 'y'), (77, now(), 'x', 'y')";
        plain.batch(comment).unwrap();
        let told = |ids: &str| format!("wrong comments on candidates or orders that are not there: {ids}\n");
        assert!(found(&address).contains(&told("1, 2")), "{}", found(&address));
        plain.batch("INSERT INTO counter (name, value) VALUES ('archived', 77)").unwrap();
        assert!(found(&address).contains(&told("2")), "{}", found(&address));
    }

    #[test]
    fn what_is_no_database_of_orderdock_is_not_examined() {
        let bare = bare_database();
        let refused = || examine(&bare.address, 11, Timestamp::UNIX_EPOCH).unwrap_err().to_string();
        assert!(refused().contains("holds no table"), "{}", refused());
        BlockingConnection::connect(&bare.address).unwrap().batch("CREATE TABLE shop (id int)").unwrap();
        assert!(refused().contains("the tables of something else, as shop"), "{}", refused());
        assert_eq!(standing(&bare.address).unwrap(), DatabaseState::Foreign("shop".to_owned()));
    }
}
