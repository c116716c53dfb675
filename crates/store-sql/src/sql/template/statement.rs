//! Statements, and the generated ones that write whole rows of a table.

use std::borrow::Cow;
use std::sync::OnceLock;

use orderdock_store::StoreResult;

use super::{Dialect, Fragments, expand, expand_with};
use crate::sql::table::{SplitTable, Table, updated};
use crate::{OnConflict, WholeRows};

/// A constant statement, which is expanded once per engine.
#[derive(Debug)]
pub struct Statement {
    template: Template,
    expanded: OnceLock<Expanded>,
}

#[derive(Clone, Copy, Debug)]
enum Template {
    Text(&'static str, Fragments),
    Insert(&'static Table),
    Upsert(&'static Table),
    Keep(&'static Table),
    Update(&'static Table),
}

impl Template {
    fn expand(self, dialect: &dyn Dialect) -> StoreResult<String> {
        let text = match self {
            Self::Text(text, fragments) => return expand_with(fragments, text, dialect),
            Self::Insert(table) => match SplitTable::of(table.name) {
                Some(split) if dialect.splits_hot_columns() => insert_split(table, split),
                _ => insert(table),
            },
            Self::Upsert(table) => {
                let set = table.written().filter(|column| !table.key.contains(column));
                let set = set.map(|column| format!("{column} = excluded.{column}")).collect::<Vec<_>>();
                let (key, set) = (table.key.join(", "), set.join(", "));
                format!("{} ON CONFLICT ({key}) DO UPDATE SET {set}", insert(table))
            }
            Self::Keep(table) => format!("{} ON CONFLICT DO NOTHING", insert(table)),
            Self::Update(table) => match SplitTable::of(table.name) {
                Some(split) if dialect.splits_hot_columns() => update_split(table, split),
                _ => update(table),
            },
        };
        expand(&text, dialect)
    }
}

pub(crate) fn insert(table: &Table) -> String {
    let columns = table.written().collect::<Vec<_>>();
    let places = vec!["?"; columns.len()].join(", ");
    format!("INSERT INTO {} ({}) VALUES ({places})", table.name, columns.join(", "))
}

/// Returns the insert into both tables of a split table.
fn insert_split(table: &Table, split: &SplitTable) -> String {
    let into = |name: &str, wanted: fn((bool, bool)) -> bool| {
        let columns = table.written().enumerate().filter(|(_, column)| wanted(split.places(column)));
        let (columns, places): (Vec<_>, Vec<_>) =
            columns.map(|(place, column)| (column, format!("?{}", place + 1))).unzip();
        format!("INSERT INTO {name} ({}) VALUES ({})", columns.join(", "), places.join(", "))
    };
    let state = into(split.state, |(in_state, _)| in_state);
    format!("WITH state AS ({state}) {}", into(split.row, |(_, in_row)| in_row))
}

/// Returns the update with the same values as the insert. The version of a record, if it has one, must be the one that
/// was read.
pub(super) fn update(table: &Table) -> String {
    let mut columns = table.written().collect::<Vec<_>>();
    let place = |column: &str| columns.iter().position(|known| *known == column).unwrap_or_default() + 1;
    let value = |column: &&str| updated(table.name, column, |column| format!("?{}", place(column)));
    let mut values = columns.iter().map(value).collect::<Vec<_>>();
    let mut unchanged = String::new();
    if let Some(at) = columns.iter().position(|column| *column == "version") {
        unchanged = format!(" AND version = {}", values[at]);
        "version + 1".clone_into(&mut values[at]);
    } else {
        columns.push("version");
        values.push("version + 1".to_owned());
    }
    let (columns, values) = (columns.join(", "), values.join(", "));
    format!("UPDATE {} SET ({columns}) = ({values}) WHERE id = ?1{unchanged}", table.name)
}

/// Returns the update of a split table: the second table is written only if the version is unchanged.
fn update_split(table: &Table, split: &SplitTable) -> String {
    let (mut state, mut row, mut version) = (Vec::new(), Vec::new(), 0);
    for (place, column) in table.written().enumerate() {
        let (in_state, in_row) = split.places(column);
        let mut value = format!("?{}", place + 1);
        if column == "version" {
            version = place + 1;
            "version + 1".clone_into(&mut value);
        }
        if in_row {
            row.push((column, value.clone()));
        }
        if in_state {
            state.push((column, value));
        }
    }
    let set = |columns: &[(&str, String)]| {
        let names = columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let values = columns.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(", ");
        format!("({names}) = ({values})")
    };
    format!(
        "WITH changed AS (UPDATE {} SET {} WHERE id = ?1 AND version = ?{version} RETURNING id) \
         UPDATE {} SET {} WHERE id = (SELECT id FROM changed)",
        split.state,
        set(&state),
        split.row,
        set(&row)
    )
}

/// The statement as expanded for one engine; a process seldom uses a second one.
#[derive(Debug)]
struct Expanded {
    dialect: &'static str,
    sql: String,
    next: OnceLock<Box<Expanded>>,
}

impl Statement {
    /// Creates a statement from SQL with markers.
    pub const fn new(template: &'static str) -> Self {
        Self::of_template(Template::Text(template, &[]))
    }

    /// Creates a statement with fragments for the markers `{include name}`.
    pub const fn with_fragments(fragments: Fragments, template: &'static str) -> Self {
        Self::of_template(Template::Text(template, fragments))
    }

    /// Creates a statement that inserts whole rows.
    pub const fn insert(table: &'static Table) -> Self {
        Self::of_template(Template::Insert(table))
    }

    /// Creates a statement that upserts whole rows by key.
    pub const fn upsert(table: &'static Table) -> Self {
        Self::of_template(Template::Upsert(table))
    }

    /// Creates a statement that inserts whole rows and skips existing keys.
    pub const fn keep(table: &'static Table) -> Self {
        Self::of_template(Template::Keep(table))
    }

    /// Creates a statement that replaces whole records and increments their versions.
    pub const fn update(table: &'static Table) -> Self {
        Self::of_template(Template::Update(table))
    }

    const fn of_template(template: Template) -> Self {
        Self { template, expanded: OnceLock::new() }
    }

    /// Returns the statement in the syntax of an engine.
    pub fn of(&self, dialect: &dyn Dialect) -> StoreResult<&str> {
        let fresh = || {
            let sql = self.template.expand(dialect)?;
            Ok(Expanded { dialect: dialect.name(), sql, next: OnceLock::new() })
        };
        let mut one = if let Some(first) = self.expanded.get() {
            first
        } else {
            let fresh = fresh()?;
            self.expanded.get_or_init(|| fresh)
        };
        while one.dialect != dialect.name() {
            one = if let Some(next) = one.next.get() {
                next
            } else {
                let fresh = Box::new(fresh()?);
                one.next.get_or_init(|| fresh)
            };
        }
        Ok(&one.sql)
    }
}

/// SQL that can be executed: statements, and texts with markers that are assembled from fragments.
pub trait Sql {
    fn text(&self, dialect: &dyn Dialect) -> StoreResult<Cow<'_, str>>;

    /// The table, if it writes whole rows.
    fn whole(&self) -> Option<WholeRows> {
        None
    }
}

impl Sql for Statement {
    fn text(&self, dialect: &dyn Dialect) -> StoreResult<Cow<'_, str>> {
        self.of(dialect).map(Cow::Borrowed)
    }

    fn whole(&self) -> Option<WholeRows> {
        match self.template {
            Template::Insert(table) => Some(WholeRows { table, on_conflict: OnConflict::Reject }),
            Template::Upsert(table) => Some(WholeRows { table, on_conflict: OnConflict::Replace }),
            Template::Keep(table) => Some(WholeRows { table, on_conflict: OnConflict::Keep }),
            Template::Update(_) | Template::Text(..) => None,
        }
    }
}

impl Sql for String {
    fn text(&self, dialect: &dyn Dialect) -> StoreResult<Cow<'_, str>> {
        expand(self, dialect).map(Cow::Owned)
    }
}

/// SQL of one engine without markers.
#[derive(Clone, Copy, Debug)]
pub struct Verbatim<'s>(pub &'s str);

impl Sql for Verbatim<'_> {
    fn text(&self, _: &dyn Dialect) -> StoreResult<Cow<'_, str>> {
        Ok(Cow::Borrowed(self.0))
    }
}
