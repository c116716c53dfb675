//! Statements, written once: templates with a closed set of markers, which each engine writes in its own way.
//!
//! | Marker | What it stands for |
//! |---|---|
//! | `{keys 2 text}` | the list of keys in the second place, as a table `k` with `value` and, from zero, `key` |
//! | `{pairs 2 int8 text}` | the same of lists of keys: `{k 0}` is the first of each |
//! | `{in 2 int8}` | `IN` the list of keys in the second place; negated as `NOT (column {in 2 int8})` |
//! | `{each column o text}` | the members of a JSON array, as a table `o` with `value` |
//! | `{columns bpartner p}` | the columns of a table that are read, in their order, if need be of an alias |
//! | `{join}` | a join in which the table before it stands outside |
//! | `{by index}` | what is before it is read by this index, `{by id}` by the primary key |
//! | `{free column}` | a column that chooses no index |
//! | `{only column}` | a number that what was found by keys is only compared with: it chooses no index on any engine |
//! | `{list value}` | a JSON array of the values of a group |
//! | `{rows name, price by price}` | a JSON array of arrays, in an order |
//! | `{bytes 32}` | so many bytes, all of them zero |
//! | `{is column}`, `{not column}` | whether a column of yes and no says yes, or no |
//! | `{quarter instant}` | the number of the quarter of an hour since 1970 |
//! | `{day column}` | a day, or what comes before all days where there is none |
//! | `{state candidate}`, `{row candidate}` | where an engine writes what changes of the rows of a table, and the rest |
//! | `{state_id c}` | the id of a row that is read whole, as the place where its state is has it |
//! | `{document_id}` | the column of a table of trigrams that has the id of the document |
//! | `{value 2 int8}` | the second place, where nothing around it tells what its value is; `{list 2 int8}`: a list of keys |
//!
//! `?2` is the second place, `?` the one after the highest before it. Types are `text`, `int8`, `numeric`, `bool`, `date`,
//! `instant`, `bytes` and `json`.

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::OnceLock;

use orderdock_store::{StoreError, StoreResult};

use crate::table::{Apart, Table};
use crate::{IfThere, WholeRows};

/// How an engine writes what engines write differently.
pub trait Dialect: Debug + Sync {
    fn name(&self) -> &'static str;

    /// The place of a value, counted from one.
    fn place(&self, number: usize, sql: &mut String);

    fn marker(&self, marker: &Marker<'_>, sql: &mut String);

    /// The table of this name, whose columns a statement stands for.
    fn table(&self, name: &str) -> Option<&'static Table>;

    /// Whether what changes of the rows of a table is in a table of its own.
    fn keeps_apart(&self) -> bool {
        false
    }

    /// Whether the trigrams of documents are in tables of their own, which are written beside the documents.
    fn keeps_trigrams_apart(&self) -> bool {
        false
    }
}

/// What keys and values are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    Text,
    Integer,
    Decimal,
    Boolean,
    Date,
    Instant,
    Bytes,
    /// Members of an array, which are JSON themselves.
    Json,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Marker<'t> {
    Keys { place: usize, of: Type },
    Pairs { place: usize, of: Vec<Type> },
    Part(usize),
    In { place: usize, of: Type },
    Each { array: &'t str, alias: &'t str, of: Type },
    Join,
    ById,
    By(&'t str),
    Free(&'t str),
    Only(&'t str),
    List(&'t str),
    Rows { values: &'t str, by: &'t str },
    Bytes(usize),
    Quarter(&'t str),
    Day(&'t str),
    DocumentId,
    Value { place: usize, of: Type },
    ValueList { place: usize, of: Type },
    Is(&'t str),
    Not(&'t str),
}

/// A text with markers as an engine writes it.
pub fn expand(template: &str, dialect: &dyn Dialect) -> StoreResult<String> {
    let mut expansion =
        Expansion { dialect, sql: String::with_capacity(template.len() + template.len() / 4), places: 0 };
    let mut rest = template;
    while let Some((before, sign, after)) = split_at_sign(rest) {
        expansion.sql.push_str(before);
        let read = match sign {
            '?' => Some(expansion.place(after)),
            '{' => expansion.marker(after),
            _ => expansion.literal(after),
        };
        rest = read.ok_or_else(|| StoreError::Statement(format!("no such marker: {sign}{after}")))?;
    }
    expansion.sql.push_str(rest);
    Ok(expansion.sql)
}

fn split_at_sign(text: &str) -> Option<(&str, char, &str)> {
    let at = text.find(['?', '{', '\''])?;
    let (before, rest) = text.split_at(at);
    let mut characters = rest.chars();
    Some((before, characters.next()?, characters.as_str()))
}

struct Expansion<'d> {
    dialect: &'d dyn Dialect,
    sql: String,
    /// The highest so far.
    places: usize,
}

impl Expansion<'_> {
    /// The place after a `?`; what is left.
    fn place<'t>(&mut self, text: &'t str) -> &'t str {
        let end = text.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(text.len());
        let (number, rest) = text.split_at(end);
        let number = self.number(number);
        self.dialect.place(number, &mut self.sql);
        rest
    }

    fn number(&mut self, digits: &str) -> usize {
        let number = digits.parse().unwrap_or(self.places + 1);
        self.places = self.places.max(number);
        number
    }

    /// A text in quotes, of which nothing is a sign.
    fn literal<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let (literal, rest) = text.split_once('\'')?;
        self.sql.extend(["'", literal, "'"]);
        Some(rest)
    }

    /// The marker after a `{`; what is left.
    fn marker<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let (marker, rest) = text.split_once('}')?;
        if let Some(table) = marker.strip_prefix("columns ") {
            let (table, alias) = table.split_once(' ').unwrap_or((table, ""));
            let point = if alias.is_empty() { "" } else { "." };
            let columns = self.dialect.table(table)?.read().map(|column| format!("{alias}{point}{column}"));
            self.sql.push_str(&columns.collect::<Vec<_>>().join(", "));
            return Some(rest);
        }
        if let Some(row) = marker.strip_prefix("state_id ") {
            let id = if self.dialect.keeps_apart() { ".state_id" } else { ".id" };
            self.sql.extend([row, id]);
            return Some(rest);
        }
        if let Some((part @ ("state" | "row"), table)) = marker.split_once(' ') {
            let apart = Apart::of(table)?;
            let place = if part == "state" { apart.state } else { apart.row };
            self.sql.push_str(if self.dialect.keeps_apart() { place } else { table });
            return Some(rest);
        }
        let marker = self.read(marker)?;
        self.dialect.marker(&marker, &mut self.sql);
        Some(rest)
    }

    fn read<'t>(&mut self, text: &'t str) -> Option<Marker<'t>> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let mut words = rest.split(' ');
        match word {
            "keys" => Some(Marker::Keys { place: self.number(words.next()?), of: type_of(words.next()?)? }),
            "pairs" => Some(Marker::Pairs {
                place: self.number(words.next()?),
                of: words.map(type_of).collect::<Option<_>>()?,
            }),
            "in" => Some(Marker::In { place: self.number(words.next()?), of: type_of(words.next()?)? }),
            "each" => {
                let (array, alias) = (words.next()?, words.next()?);
                Some(Marker::Each { array, alias, of: type_of(words.next()?)? })
            }
            "rows" => rest.rsplit_once(" by ").map(|(values, by)| Marker::Rows { values, by }),
            "k" => rest.parse().ok().map(Marker::Part),
            "bytes" => rest.parse().ok().map(Marker::Bytes),
            "by" if rest == "id" => Some(Marker::ById),
            "by" => Some(Marker::By(rest)),
            "free" => Some(Marker::Free(rest)),
            "only" => Some(Marker::Only(rest)),
            "value" => Some(Marker::Value { place: self.number(words.next()?), of: type_of(words.next()?)? }),
            "list" if rest.starts_with(|sign: char| sign == '?' || sign.is_ascii_digit()) => {
                Some(Marker::ValueList { place: self.number(words.next()?), of: type_of(words.next()?)? })
            }
            "list" => Some(Marker::List(rest)),
            "is" => Some(Marker::Is(rest)),
            "not" => Some(Marker::Not(rest)),
            "quarter" => Some(Marker::Quarter(rest)),
            "day" => Some(Marker::Day(rest)),
            "join" if rest.is_empty() => Some(Marker::Join),
            "document_id" if rest.is_empty() => Some(Marker::DocumentId),
            _ => None,
        }
    }
}

fn type_of(word: &str) -> Option<Type> {
    match word {
        "text" => Some(Type::Text),
        "int8" => Some(Type::Integer),
        "numeric" => Some(Type::Decimal),
        "bool" => Some(Type::Boolean),
        "date" => Some(Type::Date),
        "instant" => Some(Type::Instant),
        "bytes" => Some(Type::Bytes),
        "json" => Some(Type::Json),
        _ => None,
    }
}

/// A statement that never changes, expanded once for each engine.
#[derive(Debug)]
pub struct Statement {
    template: Template,
    expanded: OnceLock<Expanded>,
}

#[derive(Clone, Copy, Debug)]
enum Template {
    Text(&'static str),
    Insert(&'static Table),
    Upsert(&'static Table),
    Keep(&'static Table),
    Update(&'static Table),
}

impl Template {
    fn text(self, dialect: &dyn Dialect) -> Cow<'static, str> {
        Cow::Owned(match self {
            Self::Text(text) => return Cow::Borrowed(text),
            Self::Insert(table) => match Apart::of(table.name) {
                Some(apart) if dialect.keeps_apart() => insert_apart(table, apart),
                _ => insert(table),
            },
            Self::Upsert(table) => {
                let set = table.written().filter(|column| !table.key.contains(column));
                let set = set.map(|column| format!("{column} = excluded.{column}")).collect::<Vec<_>>();
                let (key, set) = (table.key.join(", "), set.join(", "));
                format!("{} ON CONFLICT ({key}) DO UPDATE SET {set}", insert(table))
            }
            Self::Keep(table) => format!("{} ON CONFLICT DO NOTHING", insert(table)),
            Self::Update(table) => match Apart::of(table.name) {
                Some(apart) if dialect.keeps_apart() => update_apart(table, apart),
                _ => update(table),
            },
        })
    }
}

pub(crate) fn insert(table: &Table) -> String {
    let columns = table.written().collect::<Vec<_>>();
    let places = vec!["?"; columns.len()].join(", ");
    format!("INSERT INTO {} ({}) VALUES ({places})", table.name, columns.join(", "))
}

/// The same into both tables, where what changes has one of its own.
fn insert_apart(table: &Table, apart: &Apart) -> String {
    let into = |name: &str, wanted: fn((bool, bool)) -> bool| {
        let columns = table.written().enumerate().filter(|(_, column)| wanted(apart.places(column)));
        let (columns, places): (Vec<_>, Vec<_>) =
            columns.map(|(place, column)| (column, format!("?{}", place + 1))).unzip();
        format!("INSERT INTO {name} ({}) VALUES ({})", columns.join(", "), places.join(", "))
    };
    let state = into(apart.state, |(in_state, _)| in_state);
    format!("WITH state AS ({state}) {}", into(apart.row, |(_, in_row)| in_row))
}

/// Takes the values of an insert. A record that is read with its version must still have it.
fn update(table: &Table) -> String {
    let mut columns = table.written().collect::<Vec<_>>();
    let mut values = (1..=columns.len()).map(|place| format!("?{place}")).collect::<Vec<_>>();
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

/// The same where what changes is in a table of its own: the rest is written if the version is still there.
fn update_apart(table: &Table, apart: &Apart) -> String {
    let (mut state, mut row, mut version) = (Vec::new(), Vec::new(), 0);
    for (place, column) in table.written().enumerate() {
        let (in_state, in_row) = apart.places(column);
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
        apart.state,
        set(&state),
        apart.row,
        set(&row)
    )
}

/// The statement of one engine; there is seldom another in the same process.
#[derive(Debug)]
struct Expanded {
    dialect: &'static str,
    sql: String,
    next: OnceLock<Box<Expanded>>,
}

impl Statement {
    pub const fn new(template: &'static str) -> Self {
        Self::of_template(Template::Text(template))
    }

    /// Writes new rows whole.
    pub const fn insert(table: &'static Table) -> Self {
        Self::of_template(Template::Insert(table))
    }

    /// Writes rows whole, over those with the same key.
    pub const fn upsert(table: &'static Table) -> Self {
        Self::of_template(Template::Upsert(table))
    }

    /// Writes rows whole, but for those whose key is there.
    pub const fn keep(table: &'static Table) -> Self {
        Self::of_template(Template::Keep(table))
    }

    /// Writes records whole over what they were, and raises their version.
    pub const fn update(table: &'static Table) -> Self {
        Self::of_template(Template::Update(table))
    }

    const fn of_template(template: Template) -> Self {
        Self { template, expanded: OnceLock::new() }
    }

    /// The statement as an engine writes it.
    pub fn of(&self, dialect: &dyn Dialect) -> StoreResult<&str> {
        let fresh = || {
            let sql = expand(&self.template.text(dialect), dialect)?;
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

/// What can be run: statements, and texts put together from fragments with markers.
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
            Template::Insert(table) => Some(WholeRows { table, if_there: IfThere::Refused }),
            Template::Upsert(table) => Some(WholeRows { table, if_there: IfThere::Replaced }),
            Template::Keep(table) => Some(WholeRows { table, if_there: IfThere::Kept }),
            Template::Update(_) | Template::Text(_) => None,
        }
    }
}

impl Sql for String {
    fn text(&self, dialect: &dyn Dialect) -> StoreResult<Cow<'_, str>> {
        expand(self, dialect).map(Cow::Owned)
    }
}

/// What only one engine is asked, in its own words.
#[derive(Clone, Copy, Debug)]
pub struct Verbatim<'s>(pub &'s str);

impl Sql for Verbatim<'_> {
    fn text(&self, _: &dyn Dialect) -> StoreResult<Cow<'_, str>> {
        Ok(Cow::Borrowed(self.0))
    }
}

/// Declares the statements of a file, and lists them all as its `STATEMENTS`. One is a template, or what `Statement`
/// makes of a table: `insert`, `upsert` or `keep`.
macro_rules! statements {
    (@rest $($listed:ident)* ; $(#[$doc:meta])* $visibility:vis $name:ident = $kind:ident $table:ident; $($rest:tt)*) => {
        $(#[$doc])*
        $visibility static $name: $crate::template::Statement =
            $crate::template::Statement::$kind(&$crate::tables::$table);
        $crate::template::statements!(@rest $($listed)* $name ; $($rest)*);
    };
    (@rest $($listed:ident)* ; $(#[$doc:meta])* $visibility:vis $name:ident = $template:expr; $($rest:tt)*) => {
        $(#[$doc])*
        $visibility static $name: $crate::template::Statement = $crate::template::Statement::new($template);
        $crate::template::statements!(@rest $($listed)* $name ; $($rest)*);
    };
    (@rest $($listed:ident)* ;) => {
        /// Every statement of the file.
        pub const STATEMENTS: &[&$crate::template::Statement] = &[$(&$listed),*];
    };
    ($($statements:tt)+) => { $crate::template::statements!(@rest ; $($statements)+); };
}
pub(crate) use statements;

#[cfg(test)]
mod tests;
