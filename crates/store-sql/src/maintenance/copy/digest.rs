//! Digest of all rows of a table. Equal digests mean equal rows, on any engine.

use orderdock_domain::cast;
use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::number::{Decimal, canonical};
use orderdock_store::StoreResult;
use sha2::{Digest as _, Sha256};

use super::rows::{read_page, unfit};
use super::tables::whole_tables;
use super::{CopyFault, CopyProgress, ReportProgress, Side, at};
use crate::sql::column::Column;
use crate::sql::column::SqlType;
use crate::sql::table::Table;
use crate::{Row, SqlValue};

/// Length of NULL.
const NOTHING: u64 = u64::MAX;

/// Whether reading the other side has failed, so that there is nothing to compare.
#[derive(Default)]
pub struct Stopped(AtomicBool);

/// Digest of the rows of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Digest {
    pub rows: u64,
    hash: [u8; 32],
}

impl Digest {
    /// Returns the digests of all tables, in order.
    pub fn of_all(
        side: &mut dyn Side,
        page: usize,
        stopped: &Stopped,
        report: ReportProgress<'_>,
    ) -> Result<Vec<Self>, CopyFault> {
        let name = side.name();
        let mut digests = Vec::new();
        for table in whole_tables() {
            if stopped.0.load(Ordering::Relaxed) {
                break;
            }
            let digest =
                at(&format!("{name}, reading the table {}", table.name), Self::of(side, table, page, report));
            if digest.is_err() {
                stopped.0.store(true, Ordering::Relaxed);
            }
            digests.push(digest?);
        }
        Ok(digests)
    }

    fn of(
        side: &mut dyn Side,
        table: &'static Table,
        page: usize,
        report: ReportProgress<'_>,
    ) -> StoreResult<Self> {
        let columns: Vec<_> = table.columns().map(|(_, column_type)| column_type.sql_type).collect();
        let (mut hash, mut rows, mut last) = (Sha256::new(), 0, None);
        loop {
            let (mut read, mut next) = (0, None);
            side.within(&mut |transaction| {
                let mut see = |row: &dyn Row| add(&mut hash, table, &columns, row);
                (read, next) = read_page(transaction, table, last.as_deref(), page, &mut see)?;
                Ok(())
            })?;
            let read = cast::<u64>(read);
            report(CopyProgress::Rows(table.name, read));
            rows += read;
            if next.is_none() {
                return Ok(Self { rows, hash: hash.finalize().into() });
            }
            last = next;
        }
    }
}

fn add(hash: &mut Sha256, table: &'static Table, columns: &[SqlType], row: &dyn Row) -> StoreResult<()> {
    for (column, holds) in columns.iter().enumerate() {
        let value = row.value(column).map_err(|held| unfit(table, row, column, &held))?;
        if value == SqlValue::Null {
            hash.update(NOTHING.to_le_bytes());
            continue;
        }
        let bytes = neutral(&value, *holds).ok_or_else(|| unfit(table, row, column, value.word()))?;
        hash.update(cast::<u64>(bytes.len()).to_le_bytes());
        hash.update(&bytes);
    }
    Ok(())
}

/// Returns the engine-independent form of a value: numbers without trailing zeros, days in ISO 8601, instants in
/// microseconds, bytes and texts unchanged. JSON in a text column is a text on every engine. `None` if no version of
/// Orderdock wrote the value.
fn neutral<'v>(value: &'v SqlValue<'_>, holds: SqlType) -> Option<Cow<'v, [u8]>> {
    let owned = |text: String| Cow::Owned(text.into_bytes());
    Some(match holds {
        SqlType::Boolean => Cow::Owned(vec![u8::from(bool::read(value)?)]),
        SqlType::Integer => Cow::Owned(value.as_integer()?.to_le_bytes().to_vec()),
        SqlType::Text => Cow::Borrowed(value.as_text()?.as_bytes()),
        SqlType::Bytes => Cow::Borrowed(value.as_bytes()?),
        SqlType::Decimal => owned(canonical(&Decimal::read(value)?)),
        SqlType::Date => owned(Date::read(value)?.to_string()),
        SqlType::Instant => Cow::Owned(Timestamp::read(value)?.as_microsecond().to_le_bytes().to_vec()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neutral_values_are_equal_on_both_engines() {
        let text = |text: &'static str| SqlValue::Text(text.into());
        let instant = Timestamp::from_microsecond(1_700_000_000_000_001).unwrap();
        for (one, other, holds) in [
            (SqlValue::Boolean(true), SqlValue::Integer(1), SqlType::Boolean),
            (SqlValue::Boolean(false), SqlValue::Integer(0), SqlType::Boolean),
            (SqlValue::Decimal(Decimal::new(110, 2)), text("1.1"), SqlType::Decimal),
            (SqlValue::Decimal(Decimal::new(-1_000, 3)), text("-1"), SqlType::Decimal),
            (SqlValue::Date(jiff::civil::date(2026, 2, 3)), text("2026-02-03"), SqlType::Date),
            (SqlValue::Instant(instant), SqlValue::Integer(1_700_000_000_000_001), SqlType::Instant),
            (SqlValue::Json("[1]".into()), text("[1]"), SqlType::Text),
        ] {
            assert_eq!(neutral(&one, holds), neutral(&other, holds), "{one:?}");
            assert!(neutral(&one, holds).is_some(), "{one:?}");
        }
        assert_eq!(neutral(&text("x"), SqlType::Integer), None, "value of an unknown type");
    }
}
