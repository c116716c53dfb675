//! Statements, written once for both engines: SQL with markers, which each engine expands in its own way.
//!
//! `?2` is the second parameter, and `?` the one after the highest so far. Types are `text`, `int8`, `numeric`, `bool`,
//! `date`, `instant`, `bytes` and `json`. A line break with its indentation becomes one space; quoted text is not
//! changed. An unknown marker is an error, which is found by the tests that prepare every statement on both engines.
//!
//! Markers that mean the same on both engines:
//!
//! | Marker | Expansion |
//! |---|---|
//! | `{columns bpartner p}` | the columns of a [`Table`] that are read, in their order: `p.id, p.version, …` |
//! | `{content c}` | the columns of a candidate's stored content, which `content::read` decodes: `content, content_version, …` |
//! | `{no_content}` | constants in place of `{content c}`, for readers that need no content: `'', 0, …` |
//! | `{include run_columns}` | a fragment of SQL that several statements of a file share ([`Statement::with_fragments`]) |
//!
//! Markers with a different expansion on each engine:
//!
//! | Marker | Meaning | SQLite | PostgreSQL |
//! |---|---|---|---|
//! | `{array ?2 text}` | a list parameter as a table `k` of `value` and, from zero, `key` | `json_each(?2) k` | `(SELECT e.value, e.key - 1 AS key FROM unnest($2::text[]) WITH ORDINALITY e(value, key) WHERE …) k` |
//! | `{tuples ?2 int8 text}` | a parameter with a list of tuples as a table `k` | `json_each(?2) k` | `(SELECT …, (e.value ->> 0)::bigint AS part0, … FROM json_array_elements($2::json) …) k` |
//! | `{tuple 0}` | the first member of a tuple of `{tuples …}` | `k.value ->> 0` | `k.part0` |
//! | `{in ?2 int8}` | membership in a list parameter; negated as `NOT (column {in ?2 int8})` | `IN (SELECT value FROM json_each(?2))` | `= ANY ($2::bigint[])` |
//! | `{param ?2 int8}` | a parameter whose type nothing around it shows | `?2` | `$2::bigint` |
//! | `{param_list ?2 int8}` | the same for a list parameter | `?2` | `$2::bigint[]` |
//! | `{json_elements a.tags t text}` | the members of a JSON array as a table `t` of `value` | `json_each(a.tags) t` | `LATERAL (SELECT e.value::text AS value FROM json_array_elements_text(a.tags) e(value)) t` |
//! | `{json_array a.id}` | JSON array of the values of a group | `json_group_array(a.id)` | `coalesce(json_agg(a.id), '[]')::text` |
//! | `{json_rows a.name, a.price by a.price}` | JSON array of arrays, ordered | `json_group_array(json_array(a.name, a.price) ORDER BY a.price)` | `coalesce(json_agg(json_build_array(a.name::text, a.price::text) ORDER BY a.price), '[]')::text` |
//! | `{join}` | a join whose left table is read first | `CROSS JOIN` | `JOIN` |
//! | `{use_index candidate_status}` | reads the table before it by this index | `INDEXED BY candidate_status` | nothing: the planner chooses |
//! | `{use_primary_key}` | reads the table before it by its primary key | `NOT INDEXED` | nothing |
//! | `{no_index a.org_id}` | a column that must not choose the index | `+a.org_id` | `a.org_id` |
//! | `{filter_only a.org_id}` | a number that must not choose an index on any engine, because other keys found the rows | `+a.org_id` | `(a.org_id + 0)` |
//! | `{is_true a.live}`, `{is_false a.live}` | a Boolean column that is true, or false | `a.live = 1`, `a.live = 0` | `a.live`, `NOT a.live` |
//! | `{zero_bytes 32}` | bytes that are zero | `zeroblob(32)` | `decode(repeat('00', 32), 'hex')` |
//! | `{quarter_hour a.at}` | the number of the quarter of an hour since 1970 | `(a.at / 900000000)` | `floor(extract(epoch FROM a.at) / 900)::bigint` |
//! | `{day a.due}` | a day; NULL sorts before all others | `coalesce(a.due, '')` | `coalesce(a.due, '-infinity'::date)` |
//! | `{state candidate}` | the table with the columns that change ([`SplitTable`]) | `candidate` | `candidate_state` |
//! | `{row candidate}` | the table with all other columns | `candidate` | `candidate_row` |
//! | `{state_id c}` | the id of a whole row, as the table with the columns that change has it | `c.id` | `c.state_id` |
//! | `{document_id}` | the column of a table of trigrams with the id of the document | `rowid` | `id` |
//! | `{database_bytes}` | the size of the database in bytes, without the write-ahead log | `(SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size())` | `pg_database_size(current_database())` |

mod content;
mod statement;

use std::fmt::Debug;

use orderdock_store::{StoreError, StoreResult};

use crate::sql::table::{SplitTable, Table};

pub(crate) use statement::insert;
#[cfg(test)]
use statement::update;
pub use statement::{Sql, Statement, Verbatim};

/// SQL syntax of an engine where engines differ.
pub trait Dialect: Debug + Sync {
    fn name(&self) -> &'static str;

    /// Writes the parameter with this number, counted from one.
    fn parameter(&self, number: usize, sql: &mut String);

    fn marker(&self, marker: &Marker<'_>, sql: &mut String);

    /// Returns the table with this name for `{columns …}`.
    fn table(&self, name: &str) -> Option<&'static Table>;

    /// Returns whether the frequently changed columns of a table are in a separate table.
    fn splits_hot_columns(&self) -> bool {
        false
    }

    /// Returns whether the trigrams of documents are in separate tables, which are written with the documents.
    fn splits_trigrams(&self) -> bool {
        false
    }
}

/// Types of keys and values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    Text,
    Integer,
    Decimal,
    Boolean,
    Date,
    Instant,
    Bytes,
    /// JSON values in an array.
    Json,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Marker<'t> {
    Array { parameter: usize, of: Type },
    Tuples { parameter: usize, of: Vec<Type> },
    Tuple(usize),
    In { parameter: usize, of: Type },
    JsonElements { array: &'t str, alias: &'t str, of: Type },
    Join,
    UsePrimaryKey,
    UseIndex(&'t str),
    NoIndex(&'t str),
    FilterOnly(&'t str),
    JsonArray(&'t str),
    JsonRows { values: &'t str, by: &'t str },
    ZeroBytes(usize),
    QuarterHour(&'t str),
    Day(&'t str),
    DocumentId,
    DatabaseBytes,
    Param { parameter: usize, of: Type },
    ParamList { parameter: usize, of: Type },
    IsTrue(&'t str),
    IsFalse(&'t str),
}

/// Fragments of SQL by their names, for the markers `{include name}`.
pub type Fragments = &'static [(&'static str, &'static str)];

/// Expands a template without fragments.
pub fn expand(template: &str, dialect: &dyn Dialect) -> StoreResult<String> {
    expand_with(&[], template, dialect)
}

/// Expands a template that may include these fragments.
fn expand_with(fragments: Fragments, template: &str, dialect: &dyn Dialect) -> StoreResult<String> {
    let sql = String::with_capacity(template.len() + template.len() / 4);
    let mut expansion = Expansion { dialect, fragments, sql, parameters: 0 };
    expansion.template(template.trim())?;
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
    fragments: Fragments,
    sql: String,
    /// The highest parameter so far.
    parameters: usize,
}

impl Expansion<'_> {
    fn template(&mut self, template: &str) -> StoreResult<()> {
        let mut rest = template;
        while let Some((before, sign, after)) = split_at_sign(rest) {
            self.plain(before);
            let read = match sign {
                '?' => Some(self.expand_parameter(after)),
                '{' => self.marker(after)?,
                _ => self.literal(after),
            };
            rest = read.ok_or_else(|| unknown_marker(sign, after))?;
        }
        self.plain(rest);
        Ok(())
    }

    /// Appends SQL without markers. A line break with its indentation becomes a space, except next to a parenthesis.
    fn plain(&mut self, text: &str) {
        let mut lines = text.split('\n');
        self.sql.push_str(lines.next().unwrap_or_default());
        for line in lines {
            let line = line.trim_start();
            if !self.sql.ends_with(['(', ' ']) && !line.starts_with(')') {
                self.sql.push(' ');
            }
            self.sql.push_str(line);
        }
    }

    /// Expands the parameter after a `?`. Returns the rest of the text.
    fn expand_parameter<'t>(&mut self, text: &'t str) -> &'t str {
        let end = text.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(text.len());
        let (number, rest) = text.split_at(end);
        let number = self.number(number);
        self.dialect.parameter(number, &mut self.sql);
        rest
    }

    /// Returns the number of the parameter of a marker: `?2`, or `?` for the next one.
    fn parameter(&mut self, word: &str) -> Option<usize> {
        word.strip_prefix('?').map(|digits| self.number(digits))
    }

    fn number(&mut self, digits: &str) -> usize {
        let number = digits.parse().unwrap_or(self.parameters + 1);
        self.parameters = self.parameters.max(number);
        number
    }

    /// Copies a quoted text, which has no markers. Returns the rest of the text.
    fn literal<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let (literal, rest) = text.split_once('\'')?;
        self.sql.extend(["'", literal, "'"]);
        Some(rest)
    }

    /// Expands the marker after a `{`. Returns the rest of the text; `None` for an unknown marker.
    fn marker<'t>(&mut self, text: &'t str) -> StoreResult<Option<&'t str>> {
        let Some((marker, rest)) = text.split_once('}') else { return Ok(None) };
        let (word, argument) = marker.split_once(' ').unwrap_or((marker, ""));
        match word {
            "columns" => self.columns(argument)?,
            "content" => self.sql.push_str(&content::columns(argument)),
            "no_content" => self.template(content::NO_CONTENT)?,
            "include" => {
                let fragment = self.fragments.iter().find(|(name, _)| *name == argument);
                let (_, fragment) = fragment.ok_or_else(|| unknown_marker('{', text))?;
                self.template(fragment.trim())?;
            }
            "state_id" => {
                let id = if self.dialect.splits_hot_columns() { ".state_id" } else { ".id" };
                self.sql.extend([argument, id]);
            }
            "state" | "row" => {
                let split = SplitTable::of(argument).ok_or_else(|| unknown_marker('{', text))?;
                let table = if word == "state" { split.state } else { split.row };
                self.sql.push_str(if self.dialect.splits_hot_columns() { table } else { argument });
            }
            _ => {
                let Some(marker) = self.read(marker) else { return Ok(None) };
                self.dialect.marker(&marker, &mut self.sql);
            }
        }
        Ok(Some(rest))
    }

    /// Appends the columns of a table, with an alias if there is one: `bpartner p`.
    fn columns(&mut self, argument: &str) -> StoreResult<()> {
        let (name, alias) = argument.split_once(' ').unwrap_or((argument, ""));
        let table = self.dialect.table(name);
        let table = table.ok_or_else(|| StoreError::Statement(format!("no such table: {name}")))?;
        let point = if alias.is_empty() { "" } else { "." };
        let columns = table.read().map(|column| format!("{alias}{point}{column}"));
        self.sql.push_str(&columns.collect::<Vec<_>>().join(", "));
        Ok(())
    }

    fn read<'t>(&mut self, text: &'t str) -> Option<Marker<'t>> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let mut words = rest.split(' ');
        match word {
            "array" => {
                Some(Marker::Array { parameter: self.parameter(words.next()?)?, of: type_of(words.next()?)? })
            }
            "tuples" => Some(Marker::Tuples {
                parameter: self.parameter(words.next()?)?,
                of: words.map(type_of).collect::<Option<_>>()?,
            }),
            "in" => {
                Some(Marker::In { parameter: self.parameter(words.next()?)?, of: type_of(words.next()?)? })
            }
            "json_elements" => {
                let (array, alias) = (words.next()?, words.next()?);
                Some(Marker::JsonElements { array, alias, of: type_of(words.next()?)? })
            }
            "json_rows" => rest.rsplit_once(" by ").map(|(values, by)| Marker::JsonRows { values, by }),
            "tuple" => rest.parse().ok().map(Marker::Tuple),
            "zero_bytes" => rest.parse().ok().map(Marker::ZeroBytes),
            "use_primary_key" if rest.is_empty() => Some(Marker::UsePrimaryKey),
            "use_index" => Some(Marker::UseIndex(rest)),
            "no_index" => Some(Marker::NoIndex(rest)),
            "filter_only" => Some(Marker::FilterOnly(rest)),
            "param" => {
                Some(Marker::Param { parameter: self.parameter(words.next()?)?, of: type_of(words.next()?)? })
            }
            "param_list" => Some(Marker::ParamList {
                parameter: self.parameter(words.next()?)?,
                of: type_of(words.next()?)?,
            }),
            "json_array" => Some(Marker::JsonArray(rest)),
            "is_true" => Some(Marker::IsTrue(rest)),
            "is_false" => Some(Marker::IsFalse(rest)),
            "quarter_hour" => Some(Marker::QuarterHour(rest)),
            "day" => Some(Marker::Day(rest)),
            "join" if rest.is_empty() => Some(Marker::Join),
            "database_bytes" if rest.is_empty() => Some(Marker::DatabaseBytes),
            "document_id" if rest.is_empty() => Some(Marker::DocumentId),
            _ => None,
        }
    }
}

fn unknown_marker(sign: char, text: &str) -> StoreError {
    StoreError::Statement(format!("no such marker: {sign}{text}"))
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

#[cfg(test)]
mod tests;
