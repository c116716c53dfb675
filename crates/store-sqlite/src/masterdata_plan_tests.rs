//! Query plans of statements that are assembled from the descriptions of master data, and of those for attachments.

use orderdock_domain::masterdata::kinds::{EXTERNAL_REFERENCES, GTINS, KINDS, KindName};
use orderdock_store::CrossReferenceFilter;
use orderdock_store_sql::attachments::{
    AT_HEADER, AT_ORDER, BY_ID, CLAIM, DOOM, FORGET, HEADERS, OF_TARGETS, SETTLE,
};
use orderdock_store_sql::masterdata::cross_references::conditions;
use orderdock_store_sql::masterdata::list::{self, ReadDirection, SearchSql};
use orderdock_store_sql::masterdata::postal::UNLINKED;
use orderdock_store_sql::masterdata::shown::{count_nested, select_by, select_nested};
use orderdock_store_sql::masterdata::tables::KindTable;
use orderdock_store_sql::masterdata::{Statements, select};
use orderdock_store_sql::search::Terms;
use orderdock_store_sql::sql::template::Sql;
use orderdock_store_sql::statements;
use rusqlite::Connection;

use crate::dialect::SqliteDialect;
use crate::migrate::migrate;
use crate::plan_tests::{code, plan_of, whole_tables};
use crate::transaction::SqliteTransaction;

fn schema() -> Connection {
    let mut connection = Connection::open_in_memory().unwrap();
    migrate(&mut connection).unwrap();
    connection
}

#[test]
fn master_data_statements_are_valid() {
    let connection = schema();
    for kind in KINDS {
        let statements = Statements::of(kind);
        for sql in [select(kind, &[]), statements.insert, statements.update] {
            let sql = sql.text(&SqliteDialect).unwrap();
            assert!(connection.prepare(&sql).is_ok(), "{sql}");
        }
    }
}

#[test]
fn master_data_lookups_use_indexes() {
    let connection = schema();
    for kind in KINDS {
        for cells in kind.lookups {
            let sql = select(kind, cells);
            let sql = format!("EXPLAIN QUERY PLAN {}", sql.text(&SqliteDialect).unwrap());
            let mut plan = connection.prepare(&sql).unwrap();
            let steps = plan.query_map(["[]"], |row| row.get::<_, String>(3)).unwrap();
            let steps: Vec<String> = steps.map(Result::unwrap).collect();
            assert!(steps[0].starts_with("SCAN k"), "{sql}: {steps:?}");
            let is_of_references = **cells == [EXTERNAL_REFERENCES];
            if cells.contains(&GTINS) {
                // the plan lists the joined tables before the subqueries of the columns
                let joined = steps[1..].iter().take_while(|step| !step.starts_with("CORRELATED"));
                assert!(joined.clone().all(|step| step.starts_with("SEARCH")), "{sql}: {steps:?}");
                assert!(
                    joined.clone().any(|step| step.starts_with("SEARCH g USING PRIMARY KEY")),
                    "{sql}: {steps:?}"
                );
            } else if is_of_references {
                assert!(steps[1].starts_with("SEARCH r USING PRIMARY KEY"), "{sql}: {steps:?}");
                assert!(steps[2].starts_with("SEARCH t USING INTEGER PRIMARY KEY"), "{sql}: {steps:?}");
            } else {
                assert!(steps[1].starts_with("SEARCH t USING INDEX"), "{sql}: {steps:?}");
            }
        }
    }
}

#[test]
fn schema_contains_the_common_records() {
    let connection = schema();
    let count = |table: &str| {
        let sql = format!("SELECT count(*), min(id), max(id) FROM {table}");
        connection.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap()
    };
    for (table, expected) in
        [("country", 249), ("currency", 158), ("uom", 39), ("data_source", 3), ("document_type", 8)]
    {
        let (records, first, last): (i64, i64, i64) = count(table);
        assert_eq!(records, expected, "{table}");
        assert!(0 < first && last < 1_000_000, "{table}");
    }
}

#[test]
fn master_data_lists_use_indexes() {
    let connection = schema();
    for kind in KINDS {
        for side in [ReadDirection::After, ReadDirection::Before] {
            let steps = plan_of(&connection, &list::select(kind, "", false, side));
            assert!(steps[0].starts_with("SEARCH t USING INTEGER PRIMARY KEY"), "{steps:?}");
            let Some(search) = SearchSql::of(kind.name) else { continue };
            let steps = plan_of(&connection, &list::select(kind, search.gathered, false, side));
            assert!(steps[0].starts_with("SEARCH t USING INTEGER PRIMARY KEY (rowid=?)"), "{steps:?}");
            assert!(steps.iter().any(|step| step.contains("_key>?")), "{steps:?}");
            let terms = Terms::of(&SqliteTransaction::on(&connection), Some("müller kg")).unwrap().unwrap();
            let steps = plan_of(
                &connection,
                &list::select(kind, &search.scan_condition(Some(&terms)).0, false, side),
            );
            assert!(!steps.iter().any(|step| step.starts_with("SCAN d")), "{steps:?}");
            assert!(steps[0].starts_with("SEARCH t USING INTEGER PRIMARY KEY (rowid"), "{steps:?}");
            assert!(!steps.iter().any(|step| step == "USE TEMP B-TREE FOR ORDER BY"), "{steps:?}");
            let steps = plan_of(&connection, &format!("SELECT count(*) FROM ({} LIMIT ?3)", search.matches));
            assert!(whole_tables(&steps).is_empty(), "{steps:?}");
        }
        if kind.parent.is_some() {
            let steps = plan_of(&connection, &list::select(kind, "", true, ReadDirection::After));
            assert!(steps[0].starts_with("SEARCH t USING INDEX"), "{}: {steps:?}", kind.member);
        }
    }
}

#[test]
fn filters_of_cross_references_use_indexes() {
    let connection = schema();
    let filter = |value: Option<&str>, target| CrossReferenceFilter {
        value: value.map(code),
        target,
        ..CrossReferenceFilter::default()
    };
    for (filter, index) in [
        (filter(Some("A"), None), "cross_reference_value (value=?)"),
        (filter(None, Some(1)), "cross_reference_target (<expr>=?)"),
    ] {
        let conditions = conditions(&filter).collect::<Vec<_>>().join(" AND ");
        let list = list::select(KindName::CrossReferences.kind(), &conditions, false, ReadDirection::After);
        let steps = plan_of(&connection, &list);
        assert!(steps[0].starts_with("SEARCH t USING INDEX") && steps[0].ends_with(index), "{steps:?}");
    }
}

#[test]
fn shown_master_data_records_use_indexes() {
    let connection = schema();
    for kind in KINDS {
        for column in ["id"].into_iter().chain(KindTable::of(kind).parent) {
            let steps = plan_of(&connection, &select_by(kind, column));
            assert!(steps[0].starts_with("SCAN k"), "{steps:?}");
            assert!(steps[1].starts_with("SEARCH t USING"), "{} by {column}: {steps:?}", kind.member);
        }
        let Some(parent_column) = KindTable::of(kind).parent.filter(|_| kind.parent.is_some()) else {
            continue;
        };
        for sql in [select_nested(kind, parent_column), count_nested(kind, parent_column)] {
            let steps = plan_of(&connection, &sql);
            assert!(whole_tables(&steps).is_empty(), "{steps:#?}");
        }
    }
}

#[test]
fn unlinked_addresses_use_an_index() {
    let connection = schema();
    let steps = plan_of(&connection, &UNLINKED);
    assert!(steps[0].starts_with("SCAN k"), "{steps:?}");
    assert!(steps[1].starts_with("SEARCH l USING INDEX bpartner_location_unlinked"), "{steps:?}");
}

#[test]
fn attachment_statements_read_no_whole_table() {
    let connection = schema();
    for sql in [&HEADERS, &BY_ID, &OF_TARGETS, &AT_HEADER, &AT_ORDER, &CLAIM, &SETTLE, &DOOM, &FORGET] {
        let steps = plan_of(&connection, sql);
        assert_eq!(whole_tables(&steps), Vec::<&String>::new(), "{sql:?}: {steps:?}");
    }
}

#[test]
fn every_statement_is_prepared() {
    let connection = schema();
    let mut count = 0;
    for statement in statements() {
        let sql = statement.of(&SqliteDialect).unwrap();
        if let Err(error) = connection.prepare(sql) {
            panic!("{error}: {sql}");
        }
        count += 1;
    }
    assert!(count > 150, "only {count} statements");
}
