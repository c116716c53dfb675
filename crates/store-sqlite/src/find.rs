//! Lists of candidates: filtered, sorted, in windows.
//!
//! The statements are put together from the fragments in this file and nothing else; what a caller sends is
//! only ever bound.

use std::collections::HashMap;
use std::sync::Arc;

use orderdock_domain::candidate::{Candidate, Status};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::text::fold;
use orderdock_store::{
    CandidateFilter, CandidatePage, CandidateQuery, CandidateSort, Position, StoreResult, Window,
};
use rusqlite::Connection;
use rusqlite::types::ToSqlOutput;

use crate::candidates::{load, related};
use crate::column::{Column, integer, owned, rows, text};
use crate::scope::OrganisationIds;
use crate::{count, keys};

/// Candidates under headers that files belong to.
const ATTACHED: &str = "SELECT i.candidate_id FROM attachment a CROSS JOIN candidate_identity i \
     ON i.external_header_id = a.external_header_id AND i.org_id = a.org_id AND i.data_source_id = a.data_source_id \
     WHERE a.external_header_id IS NOT NULL";

pub fn find(
    connection: &Connection,
    organisations: &OrganisationIds,
    reference: Arc<Reference>,
    query: &CandidateQuery,
) -> StoreResult<CandidatePage> {
    let search = Search::new(connection, organisations, query);
    let total = count::total(connection, organisations, &query.filter)?;
    let (positions, more) = search.window()?;
    let (first, last) = (positions.first().cloned(), positions.last().cloned());
    let (follows, precedes) = match &query.window {
        Window::Offset(offset) => (more, *offset > 0),
        Window::After(_) => (more, search.any_beyond(first.as_ref(), Direction::Backward)?),
        Window::Before(_) => (search.any_beyond(last.as_ref(), Direction::Forward)?, more),
    };
    let candidates = in_order(connection, organisations, &positions)?;
    Ok(CandidatePage {
        related: related(connection, organisations, reference, &candidates)?,
        candidates,
        next: last.filter(|_| follows),
        previous: first.filter(|_| precedes),
        total,
    })
}

/// The candidates at the positions, in their order.
fn in_order(
    connection: &Connection,
    organisations: &OrganisationIds,
    positions: &[Position],
) -> StoreResult<Vec<Candidate>> {
    let ids: Vec<_> = positions.iter().map(|position| position.id).collect();
    let mut found: HashMap<CandidateId, Candidate> =
        load(connection, organisations, &ids)?.into_iter().map(|one| (one.id, one)).collect();
    Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

/// How a sort is written: the key of a row, and the table it comes from beside the candidate's.
struct SortSql {
    key: &'static str,
    from: &'static str,
}

impl SortSql {
    fn new(sort: CandidateSort) -> Self {
        let key = match sort {
            CandidateSort::CreatedAt => "''",
            CandidateSort::DateRequired => "coalesce(c.date_required, '')",
            CandidateSort::PoReference => "c.po_reference",
            CandidateSort::Qty => "c.qty_key",
            CandidateSort::Price => "coalesce(c.price_key, '')",
            CandidateSort::Status => "c.status",
            CandidateSort::Bpartner => "p.code_key",
        };
        let from = match sort {
            CandidateSort::Bpartner => "candidate c CROSS JOIN bpartner p ON p.id = c.bpartner_id",
            _ => "candidate c",
        };
        Self { key, from }
    }
}

/// Conditions joined by "and", and what is bound in them.
pub struct Conditions<'v> {
    pub sql: String,
    pub values: Vec<ToSqlOutput<'v>>,
}

impl<'v> Conditions<'v> {
    fn and(&mut self, condition: &str, values: impl IntoIterator<Item = ToSqlOutput<'v>>) {
        self.sql.push_str(if self.sql.is_empty() { " WHERE " } else { " AND " });
        self.sql.push_str(condition);
        self.values.extend(values);
    }

    /// On `candidate c`.
    pub fn of(organisations: &'v OrganisationIds, filter: &'v CandidateFilter) -> Self {
        let mut all = Self { sql: String::new(), values: Vec::new() };
        all.and("+c.org_id IN (SELECT value FROM json_each(?))", [organisations.write()]);
        if !filter.statuses.is_empty() {
            let statuses = keys::texts(filter.statuses.iter().copied().map(Status::as_str));
            all.and("c.status IN (SELECT value FROM json_each(?))", [statuses]);
        }
        if let Some(data_source) = &filter.data_source {
            all.and("c.data_source_id = ?", [data_source.write()]);
        }
        if let Some(organisation) = &filter.organisation {
            all.and("+c.org_id = ?", [organisation.write()]);
        }
        if let Some(code) = &filter.bpartner {
            all.and("c.bpartner_id IN (SELECT id FROM bpartner WHERE code = ?)", [text(code)]);
        }
        if let Some(code) = &filter.product {
            all.and("c.product_id IN (SELECT id FROM product WHERE code = ?)", [text(code)]);
        }
        if let Some(reference) = &filter.po_reference {
            all.and("c.po_reference = ?", [text(reference)]);
        }
        if let Some(header) = &filter.external_header_id {
            all.and(
                "c.id IN (SELECT candidate_id FROM candidate_identity WHERE external_header_id = ?)",
                [text(header)],
            );
        }
        if let Some(from) = &filter.date_required_from {
            all.and("coalesce(c.date_required, '') >= ?", [from.write()]);
        }
        if let Some(to) = &filter.date_required_to {
            all.and("coalesce(c.date_required, '') BETWEEN '0' AND ?", [to.write()]);
        }
        if let Some(from) = &filter.created_from {
            all.and("c.created_at >= ?", [from.write()]);
        }
        if let Some(to) = &filter.created_to {
            all.and("c.created_at < ?", [to.write()]);
        }
        if let Some(words) = &filter.search {
            all.and_beginning(&fold(words));
        }
        all.and_state(filter);
        all
    }

    /// What became of candidates, and how they came.
    fn and_state(&mut self, filter: &'v CandidateFilter) {
        if let Some(problem) = &filter.problem {
            self.and(
                "c.id IN (SELECT candidate_id FROM candidate_problem WHERE code = ?)",
                [text(problem.as_str())],
            );
        }
        if let Some(hold) = &filter.hold {
            let (word, longer) = (hold.as_str(), format!("{} ", hold.as_str()));
            self.and(
                "(c.hold = ? OR c.hold >= ? AND c.hold < ?)",
                [text(word), owned(longer), owned(format!("{word}!"))],
            );
        }
        match filter.has_attachment {
            Some(true) => self.and(&format!("c.id IN ({ATTACHED})"), []),
            Some(false) => self.and(&format!("c.id NOT IN ({ATTACHED})"), []),
            None => {}
        }
        if let Some(request) = &filter.request {
            self.and("c.request_id = ?", [request.write()]);
        }
        if let Some(run) = &filter.run {
            let of_run = "SELECT candidate_id FROM run_result WHERE run_id = ?";
            match &filter.outcome {
                None => self.and(&format!("c.id IN ({of_run})"), [run.write()]),
                Some(outcome) => {
                    self.and(&format!("c.id IN ({of_run} AND outcome = ?)"), [run.write(), outcome.write()]);
                }
            }
        }
    }

    /// Ids, references, codes and names that begin with a folded text; nothing in it is a wildcard.
    fn and_beginning(&mut self, beginning: &str) {
        if beginning.is_empty() {
            return;
        }
        let end = format!("{beginning}\u{10ffff}");
        let range = || [owned(beginning.to_owned()), owned(end.clone())];
        self.and(
            "(instr(c.search_key, ?) > 0 OR +c.bpartner_id IN ( \
               SELECT id FROM bpartner WHERE code_key >= ? AND code_key < ? \
               UNION ALL SELECT id FROM bpartner WHERE name_key >= ? AND name_key < ?) \
             OR +c.product_id IN ( \
               SELECT id FROM product WHERE code_key >= ? AND code_key < ? \
               UNION ALL SELECT id FROM product WHERE name_key >= ? AND name_key < ?))",
            std::iter::once(owned(format!("\u{1f}{beginning}")))
                .chain(range())
                .chain(range())
                .chain(range())
                .chain(range()),
        );
    }
}

struct Search<'a> {
    connection: &'a Connection,
    organisations: &'a OrganisationIds,
    query: &'a CandidateQuery,
    sort: SortSql,
}

impl<'a> Search<'a> {
    fn new(
        connection: &'a Connection,
        organisations: &'a OrganisationIds,
        query: &'a CandidateQuery,
    ) -> Self {
        Self { connection, organisations, query, sort: SortSql::new(query.sort) }
    }

    fn conditions(&self) -> Conditions<'_> {
        Conditions::of(self.organisations, &self.query.filter)
    }

    /// The positions of the window in the list's order, and whether more follow on the side it was read to.
    fn window(&self) -> StoreResult<(Vec<Position>, bool)> {
        let limit = usize::try_from(self.query.limit).unwrap_or(usize::MAX);
        let (beyond, direction, offset) = match &self.query.window {
            Window::Offset(offset) => (None, Direction::Forward, *offset),
            Window::After(position) => (Some(position), Direction::Forward, 0),
            Window::Before(position) => (Some(position), Direction::Backward, 0),
        };
        let mut positions = self.positions(beyond, direction, self.query.limit.saturating_add(1), offset)?;
        let more = positions.len() > limit;
        positions.truncate(limit);
        if direction == Direction::Backward {
            positions.reverse();
        }
        Ok((positions, more))
    }

    /// Whether the list goes on from a position.
    fn any_beyond(&self, position: Option<&Position>, direction: Direction) -> StoreResult<bool> {
        match position {
            None => Ok(false),
            Some(position) => Ok(!self.positions(Some(position), direction, 1, 0)?.is_empty()),
        }
    }

    /// Positions beyond one, nearest first.
    fn positions(
        &self,
        beyond: Option<&Position>,
        direction: Direction,
        limit: u32,
        offset: u32,
    ) -> StoreResult<Vec<Position>> {
        let ascending = self.query.descending == (direction == Direction::Backward);
        let by_id = self.query.sort == CandidateSort::CreatedAt;
        let SortSql { key, from } = &self.sort;
        let mut conditions = self.conditions();
        if let Some(position) = beyond {
            let compare = if ascending { ">" } else { "<" };
            let id = position.id.write();
            if by_id {
                conditions.and(&format!("c.id {compare} ?"), [id]);
            } else {
                conditions.and(&format!("({key}, c.id) {compare} (?, ?)"), [text(&position.key), id]);
            }
        }
        let Conditions { sql, mut values } = conditions;
        let order = if ascending { "ASC" } else { "DESC" };
        let sorted = if by_id { String::new() } else { format!("{key} {order}, ") };
        values.extend([integer(i64::from(limit)), integer(i64::from(offset))]);
        let statement =
            format!("SELECT {key}, c.id FROM {from}{sql} ORDER BY {sorted}c.id {order} LIMIT ? OFFSET ?");
        rows(self.connection, "candidate", &statement, values, |fields| {
            Ok(Position { key: fields.take()?, id: fields.take()? })
        })
    }
}
