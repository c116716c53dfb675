//! Every statement as PostgreSQL understands it.

use orderdock_domain::masterdata::kinds::KINDS;
use orderdock_store_sql::masterdata::Statements;
use orderdock_store_sql::masterdata::list::{Side, select};
use orderdock_store_sql::masterdata::shown::{count_nested, select_by, select_nested};
use orderdock_store_sql::masterdata::tables::KindTable;
use orderdock_store_sql::statements;
use orderdock_store_sql::template::{Sql as _, expand};

use crate::dialect::PostgresDialect;
use crate::link::Link;
use crate::testing::fresh_database;

#[test]
fn every_statement_is_understood() {
    let link = Link::connect(&fresh_database(), "orderdock/test").unwrap();
    let mut wrong = Vec::new();
    let mut understood = 0;
    let mut look = |sql: &str| match link.statement(sql) {
        Ok(_) => understood += 1,
        Err(error) => wrong.push(format!("{sql}\n  {error}")),
    };
    for statement in statements() {
        look(&statement.text(&PostgresDialect).unwrap());
    }
    for kind in KINDS {
        let written = Statements::of(kind);
        let mut texts = vec![written.insert, written.update, select_by(kind, "id")];
        for (nested, side) in [(false, Side::After), (true, Side::Before)] {
            texts.push(select(kind, "", nested, side));
        }
        if let Some(parent) = KindTable::of(kind).parent {
            texts.extend([select_nested(kind, parent), count_nested(kind, parent)]);
        }
        texts.extend(kind.lookups.iter().map(|by| orderdock_store_sql::masterdata::select(kind, by)));
        for text in &texts {
            look(&expand(text, &PostgresDialect).unwrap());
        }
    }
    assert!(wrong.is_empty(), "{} are not understood:\n{}", wrong.len(), wrong.join("\n"));
    assert!(understood > 300, "{understood} statements");
}
