//! The existing partitions of a database, read from the catalogue.

use orderdock_store::{StoreError, StoreResult};
use serde_json::Value;

use super::{AHEAD, MARGIN, Month, TABLES};
use crate::link::Link;

/// Query for all partitions as a JSON text. A table has grown if it has more than twice as many rows as when it was
/// last analysed as a whole.
pub const STATE: &str = "WITH cut AS (SELECT c.oid, c.relname, c.reltuples FROM pg_partitioned_table p \
     JOIN pg_class c ON c.oid = p.partrelid WHERE c.relnamespace = current_schema()::regnamespace \
     AND c.relname IN ('candidate_row', 'candidate_state', 'candidate_content', 'candidate_history')), \
   part AS (SELECT cut.oid, cut.relname AS whole, c.relname, pg_get_expr(c.relpartbound, c.oid) AS bound, c.reltuples \
     FROM cut JOIN pg_inherits i ON i.inhparent = cut.oid JOIN pg_class c ON c.oid = i.inhrelid) \
   SELECT json_build_object('counter', (SELECT value FROM counter WHERE name = 'id'), \
     'cut', (SELECT count(*) FROM cut), \
     'grown', EXISTS (SELECT 1 FROM cut WHERE (SELECT sum(greatest(p.reltuples, 0)) FROM part p WHERE p.oid = cut.oid) \
       > 2 * greatest(cut.reltuples, 1000)), \
     'parts', (SELECT coalesce(json_agg(json_build_array(whole, relname, bound)), '[]') FROM part))::text";

/// A partition: the ids from `from` (inclusive) to `to` (exclusive).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partition {
    pub table: String,
    pub name: String,
    pub from: i64,
    pub to: i64,
}

/// The partitions of all tables, and the sequence of ids.
#[derive(Clone, Debug)]
pub struct AllPartitions {
    pub counter: i64,
    /// Number of partitioned tables.
    pub cut: usize,
    pub have_grown: bool,
    all: Vec<Partition>,
}

impl AllPartitions {
    pub fn of(link: &Link) -> StoreResult<Self> {
        Self::read(&link.word(STATE)?)
    }

    pub fn read(state: &str) -> StoreResult<Self> {
        let fault = || StoreError::Statement(format!("expected the parts of tables, got {state}"));
        let state: Value = serde_json::from_str(state).map_err(|_| fault())?;
        let all = state["parts"].as_array().ok_or_else(fault)?.iter().filter_map(part).collect();
        Ok(Self {
            counter: state["counter"].as_i64().ok_or_else(fault)?,
            cut: state["cut"].as_u64().and_then(|cut| usize::try_from(cut).ok()).ok_or_else(fault)?,
            have_grown: state["grown"].as_bool().ok_or_else(fault)?,
            all,
        })
    }

    /// Returns whether the tables are partitioned by month, and not by a rule of the administrator.
    pub fn are_months(&self) -> bool {
        self.cut == TABLES.len() && TABLES.iter().all(|(table, _)| self.open(table).is_some())
    }

    /// Returns the last partition of a table, which has no upper bound.
    pub fn open(&self, table: &str) -> Option<&Partition> {
        self.all.iter().find(|part| part.table == table && part.to == i64::MAX)
    }

    /// Returns the last month that needs a partition: some months after the current one and after the month of the last
    /// id.
    pub fn wanted(&self, now: Month) -> Month {
        now.max(Month::after(self.counter + MARGIN).plus(-1)).plus(AHEAD)
    }

    /// Returns whether a table has no partition that begins with this month or later.
    pub fn lack(&self, month: Month) -> bool {
        let reaches =
            |(table, _): &(&str, &str)| self.open(table).is_some_and(|part| part.from >= month.first_id());
        !TABLES.iter().all(reaches)
    }

    /// Returns whether the id range of a month can be started: it has not been started, and each table has a partition
    /// that begins with it.
    pub fn may_begin(&self, month: Month) -> bool {
        let first = month.first_id();
        let begins = |(table, _): &(&str, &str)| {
            self.all.iter().any(|part| part.table == *table && part.from == first)
        };
        self.counter < first && TABLES.iter().all(begins)
    }
}

/// Parses a partition from table, name and `FOR VALUES FROM ('1') TO (MAXVALUE)`.
fn part(summary: &Value) -> Option<Partition> {
    let text = |place: usize| summary[place].as_str().map(str::to_owned);
    let bound = text(2)?;
    let (from, to) = bound.strip_prefix("FOR VALUES FROM (")?.strip_suffix(')')?.split_once(") TO (")?;
    let end = |text: &str| match text {
        "MINVALUE" => Some(i64::MIN),
        "MAXVALUE" => Some(i64::MAX),
        text => text.trim_matches('\'').parse().ok(),
    };
    Some(Partition { table: text(0)?, name: text(1)?, from: end(from)?, to: end(to)? })
}
