//! Tests the order in which times of last use are written.

use std::cell::RefCell;

use jiff::Timestamp;
use orderdock_domain::ids::{TokenId, UserId};
use orderdock_store::{SessionRecord, StoreResult};

use crate::sql::template::Marker;
use crate::{
    Dialect, Outbox, Prepared, Row, SqlValue, StatementValues, Transaction, WriteStatement, access::sessions,
    access::tokens,
};

/// A transaction that records the key of every written row.
#[derive(Default)]
struct AttentionChange {
    values: RefCell<Vec<String>>,
    outbox: Outbox,
}

struct NotedRows<'s>(&'s AttentionChange, usize);

/// A dialect with numbered parameters; the tested statements have no markers.
#[derive(Debug)]
struct Numbered;

impl Dialect for Numbered {
    fn name(&self) -> &'static str {
        "numbered"
    }

    fn parameter(&self, number: usize, sql: &mut String) {
        sql.extend(["?", &number.to_string()]);
    }

    fn table(&self, name: &str) -> Option<&'static crate::sql::table::Table> {
        crate::sql::tables::table(name)
    }

    fn marker(&self, marker: &Marker<'_>, _: &mut String) {
        panic!("{marker:?}");
    }
}

impl Transaction for AttentionChange {
    fn dialect(&self) -> &'static dyn Dialect {
        &Numbered
    }

    fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    fn query(
        &self,
        _: &str,
        _: StatementValues<'_, '_>,
        _: &mut dyn FnMut(&dyn Row) -> StoreResult<()>,
    ) -> StoreResult<()> {
        Ok(())
    }

    fn run(&self, _: &str, _: StatementValues<'_, '_>) -> StoreResult<usize> {
        Ok(1)
    }

    fn prepare<'s>(&'s self, writing: &WriteStatement<'_>) -> StoreResult<Box<dyn Prepared + 's>> {
        // the last parameter of the statement is the key
        let place = writing.sql.rsplit_once('?').and_then(|(_, place)| place.parse::<usize>().ok()).unwrap();
        Ok(Box::new(NotedRows(self, place)))
    }

    fn savepoint(&self, work: &mut dyn FnMut() -> StoreResult<bool>) -> StoreResult<bool> {
        work()
    }
}

impl Prepared for NotedRows<'_> {
    fn write(&mut self, values: StatementValues<'_, '_>) -> StoreResult<()> {
        let key = match values.nth(self.1 - 1).unwrap() {
            SqlValue::Integer(number) => number.to_string(),
            SqlValue::Bytes(bytes) => bytes[0].to_string(),
            other => panic!("{other:?}"),
        };
        self.0.values.borrow_mut().push(key);
        Ok(())
    }

    fn finish(&mut self) -> StoreResult<usize> {
        Ok(1)
    }
}

#[test]
fn last_used_updates_are_sorted_by_key() {
    let transaction = AttentionChange::default();
    let at = Timestamp::UNIX_EPOCH;
    tokens::touch(&transaction, &[3, 1, 2].map(|id| (TokenId(id), at))).unwrap();
    let used = [6, 4, 5].map(|byte| SessionRecord {
        secret_hash: [byte; 32],
        user: UserId(1),
        created_at: at,
        last_used_at: at,
        expires_at: at,
    });
    sessions::touch(&transaction, &used).unwrap();
    assert_eq!(*transaction.values.borrow(), ["1", "2", "3", "4", "5", "6"]);
}
