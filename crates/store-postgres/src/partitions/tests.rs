//! Tests that partitioned tables keep their definition, and that partitioning does not block others.

use super::*;
use crate::blocking_connection::BlockingConnection;
use crate::testing::fresh_database;

fn now() -> Timestamp {
    "2026-11-23T12:00:00Z".parse().unwrap()
}

/// Creates a database with unpartitioned tables, regardless of the layout of other test databases.
fn unpartitioned_database() -> (Address, BlockingConnection) {
    let address = fresh_database();
    let plain = BlockingConnection::connect(&address).unwrap();
    (address, plain)
}

/// Query for the definition of a table: columns, keys, privileges and comments.
const DEFINITION: &str = "SELECT concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attcollation, \
       a.attstorage, pg_get_expr(d.adbin, d.adrelid), col_description(a.attrelid, a.attnum)) FROM pg_attribute a \
       LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum \
     WHERE a.attrelid = '{}'::regclass AND a.attnum > 0 AND NOT a.attisdropped \
     UNION ALL SELECT replace(pg_get_indexdef(indexrelid), ' ONLY ', ' ') FROM pg_index WHERE indrelid = '{}'::regclass \
     UNION ALL SELECT conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = '{}'::regclass \
     UNION ALL SELECT concat_ws(' ', relacl, relowner, obj_description(oid, 'pg_class')) FROM pg_class WHERE oid = '{}'::regclass \
     ORDER BY 1";

#[test]
fn partitioning_keeps_definition_and_rows_of_tables() {
    let (address, plain) = unpartitioned_database();
    plain
        .batch(
            "DROP ROLE IF EXISTS orderdock_test_reader; CREATE ROLE orderdock_test_reader; \
        GRANT SELECT ON candidate_row, candidate TO orderdock_test_reader",
        )
        .unwrap();
    let summary = |table: &str| plain.texts(&DEFINITION.replace("{}", table)).unwrap();
    let definitions = || {
        let view = plain
            .texts(
                "SELECT pg_get_viewdef('candidate'::regclass) || (SELECT relacl FROM pg_class \
            WHERE oid = 'candidate'::regclass)::text",
            )
            .unwrap();
        TABLES.map(|(table, _)| summary(table)).concat().into_iter().chain(view).collect::<Vec<_>>()
    };
    let indexes = "SELECT concat_ws(' ', indexrelid, pg_relation_filenode(indexrelid)) FROM pg_index \
        WHERE indrelid = ANY (ARRAY[{}]) ORDER BY 1";
    let of = |end: &str| {
        let names = TABLES.map(|(table, _)| format!("'{table}{end}'::regclass")).join(", ");
        plain.texts(&indexes.replace("{}", &names)).unwrap()
    };
    let (before, made) = (definitions(), of(""));
    assert!(partition(&address, Some(now())).unwrap());
    assert_eq!(definitions(), before);
    assert_eq!(of("_before"), made, "existing indexes are attached");
    // a partition has the indexes, storage parameters and privileges of its table
    let part = "SELECT concat_ws(' ', relkind, array_to_string(reloptions, ','), relacl, \
        (SELECT count(*) FROM pg_index WHERE indrelid = c.oid)) FROM pg_class c WHERE relname = '{}'";
    for (table, _) in TABLES {
        let properties = |name: &str| plain.text(&part.replace("{}", name)).unwrap();
        assert_eq!(properties(&format!("{table}_2026_12")), properties(&format!("{table}_before")));
    }
    let without_comment = "SELECT relname::text FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace \
        AND obj_description(oid, 'pg_class') IS NULL";
    assert_eq!(plain.texts(without_comment).unwrap(), [""; 0]);
    assert!(!partition(&address, Some(now())).unwrap(), "once");
    assert_eq!(definitions(), before);
    plain.batch("DROP OWNED BY orderdock_test_reader; DROP ROLE orderdock_test_reader").unwrap();
}

#[test]
fn partitioning_is_rejected_if_other_objects_depend_on_the_table() {
    let (address, plain) = unpartitioned_database();
    for (create, remove, named) in [
        ("CREATE VIEW theirs AS SELECT id FROM candidate_state", "DROP VIEW theirs", "the view theirs"),
        (
            "CREATE TABLE theirs (id bigint REFERENCES candidate_row (id))",
            "DROP TABLE theirs",
            "the foreign key theirs_id_fkey",
        ),
        (
            "CREATE PUBLICATION theirs FOR TABLE candidate_history",
            "DROP PUBLICATION theirs",
            "the publication theirs",
        ),
    ] {
        plain.batch(create).unwrap();
        let rejected = partition(&address, Some(now())).unwrap_err().to_string();
        assert!(rejected.contains(named), "{rejected}");
        plain.batch(remove).unwrap();
    }
    plain.batch("CREATE VIEW theirs AS SELECT id FROM candidate").unwrap();
    assert!(
        partition(&address, Some(now())).unwrap(),
        "a view on the candidate view does not prevent partitioning"
    );
}

#[test]
fn partitioning_waits_for_readers_without_blocking_others() {
    let (address, plain) = unpartitioned_database();
    let reader = BlockingConnection::connect(&address).unwrap();
    reader
        .batch("SET idle_in_transaction_session_timeout = 0; BEGIN; SELECT count(*) FROM candidate")
        .unwrap();
    let partitioning = std::thread::spawn({
        let address = address.clone();
        move || partition(&address, Some(now()))
    });
    let rolled_back = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
        AND application_name = 'orderdock/migrate' AND query = 'ROLLBACK'";
    while plain.figure(rolled_back).unwrap() == 0 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    // later readers are not blocked behind the waiting lock request
    plain.batch("SET lock_timeout = '5s'; SELECT count(*) FROM candidate").unwrap();
    reader.batch("COMMIT").unwrap();
    assert!(partitioning.join().unwrap().unwrap());
}

#[test]
fn doctor_reports_a_missing_partition_for_the_next_month() {
    let (address, plain) = unpartitioned_database();
    assert!(partition(&address, Some(now())).unwrap());
    let later = |month: u8| format!("2027-{month:02}-01T00:00:00Z").parse::<Timestamp>().unwrap();
    let lacks_month = |now| lacks_next_month(&plain.text(STATE).unwrap(), now).unwrap();
    assert_eq!(
        [lacks_month(now()), lacks_month(later(1)), is_due(&plain.text(STATE).unwrap(), now()).unwrap()],
        [false, true, false]
    );
    keep(&Link::connect(&address, "orderdock/test").unwrap(), later(1)).unwrap();
    assert!(!lacks_month(later(1)));
    assert_eq!(plain.figure("SELECT value FROM counter WHERE name = 'id'").unwrap(), 202_701_000_000_000);
}
