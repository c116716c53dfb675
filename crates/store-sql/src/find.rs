//! Lists of candidates: filtered, sorted, in windows.
//!
//! The statements are put together from the fragments in this file and in `filter.rs`.

use std::collections::HashMap;
use std::sync::Arc;

use orderdock_domain::candidate::{Candidate, Status};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::Reference;
use orderdock_store::{
    CandidateFilter, CandidatePage, CandidateQuery, CandidateSort, Position, StoreResult, Total, Window,
};

use crate::candidates::{load, related};
use crate::column::{Column, Fields, integer, rows, text};
use crate::filter::{Matching, Wanted, no_wider};
use crate::scope::OrganisationIds;
use crate::tables::Holds;
use crate::{Datum, Transaction};
use crate::{count, headers};

pub fn find(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: Arc<Reference>,
    query: &CandidateQuery,
) -> StoreResult<CandidatePage> {
    let part = part(transaction, organisations, query, Of::Candidates)?;
    let Part { positions, next, previous, total } = part;
    let candidates = in_order(transaction, organisations, &positions)?;
    Ok(CandidatePage {
        related: related(transaction, organisations, reference, &candidates)?,
        candidates,
        next: positions.last().filter(|_| next).cloned(),
        previous: positions.first().filter(|_| previous).cloned(),
        total,
    })
}

/// The candidates at the positions, in their order.
fn in_order(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    positions: &[Position],
) -> StoreResult<Vec<Candidate>> {
    let ids: Vec<_> = positions.iter().map(|position| position.id).collect();
    let mut found: HashMap<CandidateId, Candidate> =
        load(transaction, organisations, &ids)?.into_iter().map(|one| (one.id, one)).collect();
    Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
}

/// What a list has an entry for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Of {
    Candidates,
    /// Of the candidates the leader of each header alone.
    Headers,
}

/// So many candidates are read at first for the headers that they lead, then twice as many, up to the most.
const FEWEST_READ: u32 = 256;
const MOST_READ: u32 = 8_192;

/// A window of a list.
pub struct Part {
    pub positions: Vec<Position>,
    /// Whether rows follow, and precede.
    pub next: bool,
    pub previous: bool,
    pub total: Total,
}

pub fn part(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    query: &CandidateQuery,
    of: Of,
) -> StoreResult<Part> {
    let wanted = if query.counted { Wanted::Count } else { Wanted::Window };
    let matching = Matching::of(transaction, organisations, &query.filter, wanted)?;
    if matching.few {
        return sorted(transaction, &matching, query, of);
    }
    let total = match of {
        _ if !query.counted => Total { value: 0, exact: false },
        Of::Candidates => count::total(transaction, organisations, &query.filter, &matching)?,
        Of::Headers => headers::total(transaction, &matching)?,
    };
    Walk { transaction, organisations, query, of, total }.part()
}

/// How a sort is written.
pub struct SortSql {
    /// Of `candidate c`.
    pub key: &'static str,
    /// The same of `candidate l`.
    pub leader_key: &'static str,
    /// Tables beside the candidate's.
    pub beside: &'static str,
    /// How the whole list is read in its order.
    walked: &'static str,
}

impl SortSql {
    pub fn new(sort: CandidateSort) -> Self {
        let by = |key, leader_key, walked| Self { key, leader_key, beside: "", walked };
        match sort {
            CandidateSort::CreatedAt => by("''", "''", "candidate c {by id}"),
            CandidateSort::DateRequired => by(
                "{day c.date_required}",
                "{day l.date_required}",
                "candidate c {by candidate_date_required}",
            ),
            CandidateSort::PoReference => {
                by("c.po_reference_key", "l.po_reference_key", "candidate c {by candidate_po_reference_key}")
            }
            CandidateSort::Status => by("c.status", "l.status", "candidate c {by candidate_status}"),
            CandidateSort::Qty => by("c.qty_key", "l.qty_key", "candidate c {by candidate_qty}"),
            CandidateSort::Price => by(
                "coalesce(c.price_key, '')",
                "coalesce(l.price_key, '')",
                "candidate c {by candidate_price}",
            ),
            CandidateSort::Bpartner => Self {
                beside: " {join} bpartner p ON p.id = c.bpartner_id",
                ..by(
                    "p.code_key",
                    "(SELECT o.code_key FROM bpartner o WHERE o.id = l.bpartner_id)",
                    "bpartner p {by bpartner_code_key} {join} candidate c {by candidate_bpartner} \
                     ON c.bpartner_id = p.id",
                )
            },
        }
    }
}

/// Few candidates: all of them are read and sorted here.
fn sorted(
    transaction: &dyn Transaction,
    matching: &Matching<'_>,
    query: &CandidateQuery,
    of: Of,
) -> StoreResult<Part> {
    let SortSql { key, beside, .. } = SortSql::new(query.sort);
    let Matching { from, conditions, values, ids, .. } = matching;
    let (statement, values) = match ids {
        // no candidate needs to be read
        Some((ids, values)) if query.sort == CandidateSort::CreatedAt && of == Of::Candidates => {
            (format!("SELECT {key}, id FROM ({ids}) part"), values)
        }
        _ => {
            let header = if of == Of::Headers { headers::HEADER } else { "" };
            (no_wider(format!("SELECT {key}, c.id{header} FROM {from}{beside}{conditions}")), values)
        }
    };
    let all = match of {
        Of::Candidates => {
            let mut all = rows(transaction, "candidate", &statement, values.clone(), position)?;
            all.sort_unstable_by(|one, other| place(one).cmp(&place(other)));
            all
        }
        Of::Headers => {
            headers::leaders(rows(transaction, "candidate", &statement, values.clone(), |fields| {
                Ok((position(fields)?, headers::header(fields)?))
            })?)
        }
    };
    Ok(window(all, query))
}

/// The window of a list that is there whole, in ascending order.
fn window(mut all: Vec<Position>, query: &CandidateQuery) -> Part {
    if query.descending {
        all.reverse();
    }
    let beyond = |at: &Position| {
        let comes_before = |one: &Position| {
            if query.descending { place(one) >= place(at) } else { place(one) <= place(at) }
        };
        all.partition_point(comes_before)
    };
    let limit = usize::try_from(query.limit).unwrap_or(usize::MAX);
    let (first, end) = match &query.window {
        Window::Offset(offset) => {
            let first = usize::try_from(*offset).unwrap_or(usize::MAX).min(all.len());
            (first, first.saturating_add(limit))
        }
        Window::After(at) => (beyond(at), beyond(at).saturating_add(limit)),
        Window::Before(at) => {
            let end = beyond(at);
            let end = end - usize::from(all.get(end.wrapping_sub(1)) == Some(at));
            (end.saturating_sub(limit), end)
        }
    };
    let end = end.min(all.len());
    Part {
        previous: first > 0,
        next: end < all.len(),
        total: Total { value: all.len() as u64, exact: true },
        positions: all.get(first..end).unwrap_or_default().to_vec(),
    }
}

fn position(fields: &mut Fields<'_>) -> StoreResult<Position> {
    let SortKey(key) = fields.take()?;
    Ok(Position { key, id: fields.take()? })
}

/// What a list is sorted by, as it stands in a cursor: the same text, whatever an engine has it as.
struct SortKey(String);

impl Column for SortKey {
    const HOLDS: Holds = Holds::Text;

    fn read(value: &Datum<'_>) -> Option<Self> {
        Some(Self(match value {
            Datum::Date(day) => day.to_string(),
            value => value.as_text()?.to_owned(),
        }))
    }

    fn write(&self) -> Datum<'_> {
        text(&self.0)
    }
}

/// What lists are sorted by.
pub fn place(position: &Position) -> (&str, CandidateId) {
    (&position.key, position.id)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

/// Many candidates: the list is read in its order, until a window is full.
struct Walk<'a> {
    transaction: &'a dyn Transaction,
    organisations: &'a OrganisationIds,
    query: &'a CandidateQuery,
    of: Of,
    total: Total,
}

impl Walk<'_> {
    fn part(&self) -> StoreResult<Part> {
        let limit = self.query.limit;
        let (mut positions, more, direction) = match &self.query.window {
            Window::Offset(offset) => return self.at(*offset),
            Window::After(position) => {
                let (positions, more) = self.some(Some(position), Direction::Forward, limit, 0)?;
                (positions, more, Direction::Forward)
            }
            Window::Before(position) => {
                let (positions, more) = self.some(Some(position), Direction::Backward, limit, 0)?;
                (positions, more, Direction::Backward)
            }
        };
        let total = self.total;
        if direction == Direction::Forward {
            let previous = self.any_beyond(positions.first(), Direction::Backward)?;
            return Ok(Part { positions, next: more, previous, total });
        }
        positions.reverse();
        let next = self.any_beyond(positions.last(), Direction::Forward)?;
        Ok(Part { positions, next, previous: more, total })
    }

    /// From so many rows after the first; counted from the end where that is nearer.
    fn at(&self, offset: u32) -> StoreResult<Part> {
        let (limit, total) = (self.query.limit, self.total);
        let left = total.value.saturating_sub(u64::from(offset));
        if !total.exact || u64::from(offset) <= left || left == 0 {
            let (positions, next) = self.some(None, Direction::Forward, limit, offset)?;
            return Ok(Part { positions, next, previous: offset > 0, total });
        }
        let behind = u32::try_from(left.saturating_sub(u64::from(limit))).unwrap_or(u32::MAX);
        let wanted = u32::try_from(left.min(u64::from(limit))).unwrap_or(limit);
        let (mut positions, _) = self.some(None, Direction::Backward, wanted, behind)?;
        positions.reverse();
        Ok(Part { positions, next: behind > 0, previous: true, total })
    }

    /// Whether the list goes on from a position.
    fn any_beyond(&self, position: Option<&Position>, direction: Direction) -> StoreResult<bool> {
        match position {
            None => Ok(false),
            Some(position) => Ok(!self.some(Some(position), direction, 1, 0)?.0.is_empty()),
        }
    }

    /// Positions beyond one, nearest first, and whether there are more.
    fn some(
        &self,
        beyond: Option<&Position>,
        direction: Direction,
        limit: u32,
        offset: u32,
    ) -> StoreResult<(Vec<Position>, bool)> {
        match self.of {
            Of::Candidates => self.candidates(beyond, direction, limit, offset),
            Of::Headers => self.headers(beyond, direction, limit, offset),
        }
    }

    /// Of ever more candidates those that lead their headers, until there are enough.
    fn headers(
        &self,
        beyond: Option<&Position>,
        direction: Direction,
        limit: u32,
        offset: u32,
    ) -> StoreResult<(Vec<Position>, bool)> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let mut passing = usize::try_from(offset).unwrap_or(usize::MAX);
        let (mut found, mut beyond) = (Vec::new(), beyond.cloned());
        let mut wanted = FEWEST_READ;
        loop {
            let (read, more) = self.candidates(beyond.as_ref(), direction, wanted, 0)?;
            beyond = read.last().cloned();
            let mut leaders = headers::leading(self.transaction, self.organisations, self.query, read)?;
            leaders.drain(..passing.min(leaders.len())).for_each(|_| passing -= 1);
            found.append(&mut leaders);
            if found.len() > limit || !more {
                let more = found.len() > limit;
                found.truncate(limit);
                return Ok((found, more));
            }
            wanted = wanted.saturating_mul(2).min(MOST_READ);
        }
    }

    /// The same of candidates.
    fn candidates(
        &self,
        beyond: Option<&Position>,
        direction: Direction,
        limit: u32,
        offset: u32,
    ) -> StoreResult<(Vec<Position>, bool)> {
        let ascending = self.query.descending == (direction == Direction::Backward);
        let wanted = limit.saturating_add(1);
        let filter = &self.query.filter;
        let mut found = if self.query.sort == CandidateSort::CreatedAt && !filter.statuses.is_empty() {
            // each status has an index in the order of the list
            let mut merged = Vec::new();
            for status in Status::ALL.iter().filter(|status| filter.statuses.contains(status)) {
                merged.extend(self.read(
                    Some(*status),
                    beyond,
                    ascending,
                    (wanted.saturating_add(offset), 0),
                )?);
            }
            merged.sort_unstable_by_key(|position| position.id);
            if !ascending {
                merged.reverse();
            }
            merged.drain(..merged.len().min(usize::try_from(offset).unwrap_or(usize::MAX)));
            merged
        } else {
            self.read(None, beyond, ascending, (wanted, offset))?
        };
        let more = found.len() > usize::try_from(limit).unwrap_or(usize::MAX);
        found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok((found, more))
    }

    fn read(
        &self,
        status: Option<Status>,
        beyond: Option<&Position>,
        ascending: bool,
        (limit, offset): (u32, u32),
    ) -> StoreResult<Vec<Position>> {
        let SortSql { key, walked, .. } = SortSql::new(self.query.sort);
        let rest = CandidateFilter { statuses: Vec::new(), ..self.query.filter.clone() };
        let filter = if status.is_some() { &rest } else { &self.query.filter };
        let Matching { mut conditions, mut values, .. } = Matching::walked(self.organisations, filter);
        let by_id = self.query.sort == CandidateSort::CreatedAt;
        let run = filter.run.as_ref().filter(|_| by_id && status.is_none());
        // the results of a run stand in the order of the list
        let (from, id) = match (&status, run) {
            (Some(_), _) if conditions.is_empty() => ("{state candidate} c {by candidate_status}", "c.id"),
            (Some(_), _) => ("candidate c {by candidate_status}", "{state_id c}"),
            (None, Some(_)) => ("run_result r {join} candidate c ON c.id = r.candidate_id", "r.candidate_id"),
            (None, None) => (walked, "c.id"),
        };
        // the index that a list goes by has the id behind it
        let place = if self.query.sort == CandidateSort::Status { "{state_id c}" } else { id };
        let mut and = |condition: &str| {
            conditions.push_str(if conditions.is_empty() { " WHERE " } else { " AND " });
            conditions.push_str(condition);
        };
        if let Some(status) = &status {
            and("c.status = ?");
            values.push(text(status.as_str()));
        }
        if let Some(run) = run {
            and("r.run_id = ?");
            values.push(run.write());
        }
        if self.query.sort == CandidateSort::Status {
            // every candidate has one: where states are apart, these may be read first
            and("{free c.status} > ''");
        }
        let (compare, order) = if ascending { (">", "ASC") } else { ("<", "DESC") };
        if let Some(position) = beyond {
            if by_id {
                and(&format!("{id} {compare} ?"));
            } else {
                if self.query.sort == CandidateSort::Bpartner {
                    // of two tables, the index of the first begins there
                    and(&format!("{key} {compare}= ?"));
                    values.push(text(&position.key));
                }
                and(&format!("({key}, {place}) {compare} (?, ?)"));
                values.push(text(&position.key));
            }
            values.push(position.id.write());
        }
        let sorted = if by_id { String::new() } else { format!("{key} {order}, ") };
        values.extend([integer(i64::from(limit)), integer(i64::from(offset))]);
        let statement = format!(
            "SELECT {key}, c.id FROM {from}{conditions} ORDER BY {sorted}{place} {order} LIMIT ? OFFSET ?"
        );
        rows(self.transaction, "candidate", &no_wider(statement), values, position)
    }
}
