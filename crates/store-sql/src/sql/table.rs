//! Descriptions of tables.

use crate::sql::column::{ColumnType, TypedColumns};

/// A member of a row, stored in one or several columns.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    names: &'static [&'static str],
    held: &'static [ColumnType],
}

impl Member {
    pub const fn of<T: TypedColumns>(names: &'static [&'static str]) -> Self {
        assert!(names.len() == T::TYPES.len(), "each column has a name");
        Self { names, held: T::TYPES }
    }

    /// Creates a member in one column.
    pub const fn of_one(names: &'static [&'static str], held: &'static [ColumnType; 1]) -> Self {
        Self { names, held }
    }

    /// Creates a member in one column with a name that is known only at run time. The description is leaked.
    pub(crate) fn named(name: &'static str, held: ColumnType) -> Self {
        Self { names: vec![name].leak(), held: vec![held].leak() }
    }

    fn columns(&self) -> impl Iterator<Item = (&'static str, ColumnType)> {
        self.names.iter().copied().zip(self.held.iter().copied())
    }
}

/// Description of a table.
#[derive(Debug)]
pub struct Table {
    pub name: &'static str,
    /// The columns of the primary key.
    pub key: &'static [&'static str],
    /// Members in the order in which they are read and written.
    pub members: &'static [Member],
    /// Computed columns for searching and sorting, after the members. Written, never read.
    pub made: &'static [Member],
    /// Columns that a new row leaves at their default.
    pub later: &'static [Member],
}

impl Table {
    /// Returns the columns that are read.
    pub fn read(&self) -> impl Iterator<Item = &'static str> {
        self.members.iter().flat_map(Member::columns).map(|(name, _)| name)
    }

    /// Returns the columns that an insert writes.
    pub fn written(&self) -> impl Iterator<Item = &'static str> {
        self.read().chain(self.made.iter().flat_map(Member::columns).map(|(name, _)| name))
    }

    /// Returns every column.
    pub fn columns(&self) -> impl Iterator<Item = (&'static str, ColumnType)> {
        [self.members, self.made, self.later].into_iter().flatten().flat_map(Member::columns)
    }
}

/// A table that some engines split. Frequently changed columns are in a narrow table, where a change writes few index
/// entries. Both tables have the key; they are read together under the name of the unsplit table.
#[derive(Debug)]
pub struct SplitTable {
    /// Name of the table with the changing columns.
    pub state: &'static str,
    /// Name of the table with the other columns.
    pub row: &'static str,
    /// Columns in both tables: the key, and the columns by which lists of a status are filtered and sorted.
    pub shared: &'static [&'static str],
    pub changing: &'static [&'static str],
}

static CANDIDATE_STATE: SplitTable = SplitTable {
    state: "candidate_state",
    row: "candidate_row",
    shared: &["id", "org_id", "data_source_id", "bpartner_id", "price_key"],
    changing: &["version", "updated_at", "status", "hold", "problems", "assigned_to", "net"],
};

impl SplitTable {
    /// Returns the split of a table by its name.
    pub fn of(table: &str) -> Option<&'static Self> {
        (table == "candidate").then_some(&CANDIDATE_STATE)
    }

    /// Returns whether a column is in the table of frequently changed columns, and whether it is in the other one.
    pub fn places(&self, column: &str) -> (bool, bool) {
        let changing = self.changing.contains(&column);
        (changing || self.shared.contains(&column), !changing)
    }
}

/// A stored key that can differ from the key computed now: duplicates have another key, and older versions computed
/// keys differently. Updates keep it unless the texts change.
#[derive(Debug)]
struct StableKey {
    table: &'static str,
    column: &'static str,
    texts: &'static [&'static str],
}

const ADDRESS: &[&str] = &["address1", "address2", "address3", "address4", "postal", "city", "country"];

static STABLE_KEYS: [StableKey; 3] = [
    StableKey { table: "bpartner_location", column: "address_key", texts: ADDRESS },
    StableKey { table: "bpartner_contact", column: "name_key", texts: &["name", "email"] },
    StableKey { table: "bpartner_contact", column: "email_key", texts: &["name", "email"] },
];

/// Returns the expression that an update assigns to a column. `parameter` returns the placeholder of the new value of a
/// column.
pub fn updated(table: &str, column: &str, parameter: impl Fn(&str) -> String) -> String {
    let new = parameter(column);
    let Some(key) = STABLE_KEYS.iter().find(|key| (key.table, key.column) == (table, column)) else {
        return new;
    };
    let same = key.texts.iter().map(|text| format!("{text} IS NOT DISTINCT FROM {}", parameter(text)));
    format!("CASE WHEN {} THEN {column} ELSE {new} END", same.collect::<Vec<_>>().join(" AND "))
}
