//! Recomputes stored search keys that an older version wrote in another form, in batches after the migration.
//!
//! Each table is processed from its highest id down; a counter contains the next id. The recomputation waits while
//! instances of older versions are alive, because these write keys in their form. Then it restarts.

use jiff::Timestamp;
use orderdock_domain::cast;
use orderdock_domain::text::{duplicate_key, fold};
use orderdock_store::{Refold, RefoldProgress, SEARCH_BATCH, StoreResult};

use crate::sql::column::{Column, RowReader, integer, text};
use crate::sql::query::{decode_row, first, rows, run, value};
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction, sql::keys};

/// Counter that is 1 while all tables have to be processed from the start.
const PENDING: &str = "fold_pending";

static STATE: Statement = Statement::new("SELECT name, value FROM counter WHERE name {in ?1 text}");
static SET: Statement = Statement::new("UPDATE counter SET value = {param ?2 int8} WHERE name = ?1");
/// Serialises processes that recompute keys.
static LOCK: Statement = Statement::new("UPDATE counter SET value = value WHERE name = 'fold_pending'");

/// Instances that know fewer than `?1` steps and have sent a heartbeat since `?2`.
static OLDER: Statement = Statement::new("SELECT count(*) FROM instance WHERE steps < ?1 AND signed_at > ?2");

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&STATE, &SET, &LOCK, &OLDER];

/// A column with a search key.
struct KeyColumn {
    name: &'static str,
    /// SQL expression of the text that is folded.
    text: &'static str,
    /// SQL expression of the stored key, if it is not just the column.
    stored: Option<&'static str>,
}

const fn key(name: &'static str, text: &'static str) -> KeyColumn {
    KeyColumn { name, text, stored: None }
}

/// Rule for groups of records in which only one record can have the same keys.
struct UniqueGroup {
    /// Columns that are equal within a group.
    group: &'static [&'static str],
    /// Columns that must be NULL in records of a group.
    null: &'static [&'static str],
    active: &'static str,
}

/// A table with search keys.
struct KeyTable {
    counter: &'static str,
    name: &'static str,
    columns: &'static [KeyColumn],
    unique: Option<UniqueGroup>,
}

const CODE_AND_NAME: &[KeyColumn] = &[key("code_key", "code"), key("name_key", "name")];
const ADDRESS: &str = "coalesce(address1, '') || '\u{1f}' || coalesce(address2, '') || '\u{1f}' || \
     coalesce(address3, '') || '\u{1f}' || coalesce(address4, '') || '\u{1f}' || coalesce(postal, '') || '\u{1f}' || \
     coalesce(city, '') || '\u{1f}' || country";
const LINE: &str = "CASE WHEN {is_true flat_identity} THEN external_header_id ELSE external_line_id END";

/// The tables in the order in which they are processed: first those whose keys match records of imports.
static TABLES: [KeyTable; 8] = [
    KeyTable {
        counter: "fold_users",
        name: "\"user\"",
        columns: &[key("name_key", "name")],
        unique: Some(UniqueGroup { group: &[], null: &[], active: "disabled_at IS NULL" }),
    },
    KeyTable {
        counter: "fold_locations",
        name: "bpartner_location",
        columns: &[key("address_key", ADDRESS)],
        unique: Some(UniqueGroup {
            group: &["bpartner_id", "org_id"],
            null: &["external_id", "gln"],
            active: "{is_true active}",
        }),
    },
    KeyTable {
        counter: "fold_contacts",
        name: "bpartner_contact",
        columns: &[key("name_key", "name"), key("email_key", "coalesce(email, '')")],
        unique: Some(UniqueGroup {
            group: &["bpartner_id", "org_id"],
            null: &["external_id"],
            active: "{is_true active}",
        }),
    },
    KeyTable { counter: "fold_partners", name: "bpartner", columns: CODE_AND_NAME, unique: None },
    KeyTable { counter: "fold_products", name: "product", columns: CODE_AND_NAME, unique: None },
    KeyTable {
        counter: "fold_views",
        name: "saved_view",
        columns: &[key("name_key", "name")],
        unique: Some(UniqueGroup { group: &["owner_id"], null: &[], active: "1 = 1" }),
    },
    KeyTable {
        counter: "fold_orders",
        name: "sales_order",
        columns: &[key("document_no_key", "document_no"), key("po_reference_key", "po_reference")],
        unique: None,
    },
    KeyTable {
        counter: "fold_candidates",
        name: "{row candidate}",
        columns: &[
            KeyColumn { name: "line_key", text: LINE, stored: Some("coalesce(line_key, external_line_id)") },
            key("po_reference_key", "po_reference"),
            key("promotion_code_key", "promotion_code"),
        ],
        unique: None,
    },
];

/// Progress of the recomputation.
pub struct RefoldState {
    pending: bool,
    /// The next id of each table; 0 if the table is done.
    next: [i64; TABLES.len()],
}

impl RefoldState {
    pub fn read(transaction: &dyn Transaction) -> StoreResult<Self> {
        let names = keys::texts(TABLES.iter().map(|table| table.counter).chain([PENDING]));
        let counters: Vec<(String, i64)> = rows(transaction, "counter", &STATE, [names], decode_row)?;
        let of = |name| counters.iter().find(|(known, _)| known == name).map_or(0, |(_, value)| *value);
        Ok(Self { pending: of(PENDING) != 0, next: TABLES.each_ref().map(|table| of(table.counter)) })
    }

    pub fn is_done(&self) -> bool {
        !self.pending && self.next.iter().all(|next| *next == 0)
    }

    pub const fn is_pending(&self) -> bool {
        self.pending
    }
}

/// Returns whether an instance with fewer schema steps has sent a heartbeat since an instant.
pub fn has_older_instances(
    transaction: &dyn Transaction,
    steps: usize,
    since: Timestamp,
) -> StoreResult<bool> {
    let older = value::<i64>(transaction, "instance", &OLDER, [integer(cast(steps)), since.write()])?;
    Ok(older.is_some_and(|older| older > 0))
}

/// Makes the next batch restart with the highest ids.
pub fn begin_later(transaction: &dyn Transaction) -> StoreResult<()> {
    set(transaction, PENDING, 1)
}

/// Recomputes the keys of the next few thousand records.
pub fn batch(transaction: &dyn Transaction) -> StoreResult<Refold> {
    run(transaction, &LOCK, [])?;
    let mut state = RefoldState::read(transaction)?;
    if state.pending {
        for table in &TABLES {
            let last = format!(
                "UPDATE counter SET value = (SELECT coalesce(max(id), 0) FROM {}) WHERE name = '{}'",
                table.name, table.counter
            );
            run(transaction, &last, [])?;
        }
        set(transaction, PENDING, 0)?;
        state = RefoldState::read(transaction)?;
    }
    let left = TABLES.iter().zip(state.next).find(|(_, next)| *next > 0);
    left.map_or(Ok(Refold::Done), |(table, last)| table.batch(transaction, last).map(Refold::Progress))
}

fn set(transaction: &dyn Transaction, counter: &str, value: i64) -> StoreResult<()> {
    run(transaction, &SET, [text(counter), integer(value)]).map(|_| ())
}

/// A record, the texts of its keys, and the stored keys.
struct KeyRecord {
    id: i64,
    active: bool,
    /// Whether the record belongs to a group in which keys are unique.
    grouped: bool,
    texts: Vec<Option<String>>,
    stored: Vec<Option<String>>,
}

impl KeyRecord {
    fn read(table: &KeyTable, row: &mut RowReader<'_>) -> StoreResult<Self> {
        let (id, active, grouped): (i64, i64, i64) = row.read()?;
        let (mut texts, mut stored) = (Vec::new(), Vec::new());
        for _ in table.columns {
            texts.push(row.read()?);
            stored.push(row.read()?);
        }
        Ok(Self { id, active: active != 0, grouped: grouped != 0, texts, stored })
    }

    fn keys(&self) -> Vec<Option<String>> {
        let parts = |text: &String| text.split('\u{1f}').map(fold).collect::<Vec<_>>().join("\u{1f}");
        self.texts.iter().map(|text| text.as_ref().map(parts)).collect()
    }

    /// Returns whether this record keeps its keys instead of `other`: active ones precede, then lower ids.
    fn precedes(&self, other: (i64, i64)) -> bool {
        let (id, active) = other;
        (!self.active, self.id) < (active == 0, id)
    }
}

impl KeyTable {
    fn batch(&self, transaction: &dyn Transaction, last: i64) -> StoreResult<RefoldProgress> {
        let ids = format!("SELECT id FROM {} WHERE id <= ? ORDER BY id DESC LIMIT ?", self.name);
        let values = [integer(last), integer(cast::<i64>(SEARCH_BATCH))];
        let ids: Vec<i64> = rows(transaction, "keys", &ids, values, decode_row)?;
        let lowest = ids.last().copied().unwrap_or(last);
        let next = if ids.len() == SEARCH_BATCH { lowest - 1 } else { 0 };
        let mut progress = RefoldProgress { table: self.counter, next, changed: 0, duplicates: 0 };
        let values = [integer(lowest), integer(last)];
        let read = |row: &mut RowReader<'_>| KeyRecord::read(self, row);
        for record in rows(transaction, "keys", &self.select(), values, read)? {
            let mut keys = record.keys();
            if keys != record.stored {
                progress.duplicates += u64::from(self.settle(transaction, &record, &mut keys)?);
            }
            if keys != record.stored {
                progress.changed += cast::<u64>(self.write(transaction, &record, &keys)?);
            }
        }
        set(transaction, self.counter, next)?;
        Ok(progress)
    }

    /// Returns the query for records with non-ASCII texts. Keys of ASCII texts have the same form in all versions.
    fn select(&self) -> String {
        let (active, grouped) = self.unique.as_ref().map_or(("1 = 1", "1 = 0".to_owned()), |unique| {
            let null = unique.null.iter().map(|column| format!(" AND {column} IS NULL"));
            (unique.active, format!("1 = 1{}", null.collect::<String>()))
        });
        let columns = self.columns.iter().map(|key| format!(", {}, {}", key.text, key.stored()));
        let folded = self.columns.iter().map(|key| format!("octet_length({0}) <> length({0})", key.text));
        format!(
            "SELECT id, CAST(CASE WHEN {active} THEN 1 ELSE 0 END AS bigint), \
             CAST(CASE WHEN {grouped} THEN 1 ELSE 0 END AS bigint){} FROM {} \
             WHERE id BETWEEN ?1 AND ?2 AND ({}) ORDER BY id DESC",
            columns.collect::<String>(),
            self.name,
            folded.collect::<Vec<_>>().join(" OR ")
        )
    }

    /// Resolves duplicates. If another record of the group has the keys, one of the two gets the key of a duplicate.
    /// Returns whether there is another record.
    fn settle(
        &self,
        transaction: &dyn Transaction,
        record: &KeyRecord,
        keys: &mut [Option<String>],
    ) -> StoreResult<bool> {
        let Some(unique) = self.unique.as_ref().filter(|_| record.grouped) else { return Ok(false) };
        let holder = self.holder(transaction, unique, record.id, keys)?;
        let (Some(holder), Some(Some(key))) = (holder, keys.first_mut()) else { return Ok(false) };
        if record.precedes(holder) {
            let statement = format!("UPDATE {} SET {} = ?2 WHERE id = ?1", self.name, self.columns[0].name);
            let other = duplicate_key(key, holder.0);
            run(transaction, &statement, [integer(holder.0), text(&other)])?;
        } else {
            *key = duplicate_key(key, record.id);
        }
        Ok(true)
    }

    /// Returns the other record of the group with these keys: its id, and 1 if it is active.
    fn holder(
        &self,
        transaction: &dyn Transaction,
        unique: &UniqueGroup,
        id: i64,
        keys: &[Option<String>],
    ) -> StoreResult<Option<(i64, i64)>> {
        let name = self.name;
        let group = unique.group.iter();
        let group =
            group.map(|column| format!(" AND {column} = (SELECT {column} FROM {name} WHERE id = ?1)"));
        let null = unique.null.iter().map(|column| format!(" AND {column} IS NULL"));
        let same = self.columns.iter().zip(2..).map(|(key, place)| format!(" AND {} = ?{place}", key.name));
        let statement = format!(
            "SELECT id, CAST(CASE WHEN {} THEN 1 ELSE 0 END AS bigint) FROM {name} WHERE id <> ?1{}",
            unique.active,
            group.chain(null).chain(same).collect::<String>()
        );
        let values = [integer(id)].into_iter().chain(keys.iter().map(Column::write));
        first(transaction, "keys", &statement, values, decode_row)
    }

    /// Writes the keys of a record. Does nothing if its texts have changed since they were read.
    fn write(
        &self,
        transaction: &dyn Transaction,
        record: &KeyRecord,
        keys: &[Option<String>],
    ) -> StoreResult<usize> {
        let count = self.columns.len();
        let set = self.columns.iter().zip(2..).map(|(key, place)| key.assignment(place));
        let same = self.columns.iter().zip(2 + count..);
        let same = same.map(|(key, place)| format!(" AND {} IS NOT DISTINCT FROM ?{place}", key.text));
        let statement = format!(
            "UPDATE {} SET {} WHERE id = ?1{}",
            self.name,
            set.collect::<Vec<_>>().join(", "),
            same.collect::<String>()
        );
        let texts = keys.iter().chain(&record.texts).map(Column::write);
        let values: Vec<SqlValue<'_>> = [integer(record.id)].into_iter().chain(texts).collect();
        run(transaction, &statement, values)
    }
}

impl KeyColumn {
    fn stored(&self) -> &'static str {
        self.stored.unwrap_or(self.name)
    }

    /// Returns the SET clause of a key. The key of a line is stored only if it differs from the line id.
    fn assignment(&self, place: usize) -> String {
        let name = self.name;
        match self.stored {
            Some(_) => format!("{name} = nullif({{param ?{place} text}}, external_line_id)"),
            None => format!("{name} = ?{place}"),
        }
    }
}
