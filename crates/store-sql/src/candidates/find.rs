//! Lists of candidates: filtered, sorted, in windows.
//!
//! Statements are assembled from the fragments in this file and in `filter.rs`.

use orderdock_domain::cast;
use std::collections::HashMap;
use std::sync::Arc;

use orderdock_domain::candidate::{Candidate, Status};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::Reference;
use orderdock_store::{
    CandidateFilter, CandidatePage, CandidatePosition, CandidateQuery, CandidateSort, PageStart, StoreResult,
    Total,
};

use crate::candidates::filter::{AccessPath, AccessPurpose, counters_tell, no_wider};
use crate::candidates::first_matches::ListedPosition;
use crate::candidates::loaded::{load, related};
use crate::candidates::sorting::{SortSql, WITHOUT_PARTNER, key_and_id, position};
use crate::search::SearchMatches;
use crate::sql::column::{Column as _, integer, text};
use crate::sql::query::{self, rows};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::{Transaction, candidates::count, candidates::first_matches};

pub fn find(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: Arc<Reference>,
    query: &CandidateQuery,
) -> StoreResult<CandidatePage> {
    let part = part(transaction, organisations, query, ListKind::Candidates)?;
    let ListPage { positions, next, previous, total } = part;
    let candidates = in_order(transaction, organisations, &positions)?;
    Ok(CandidatePage {
        related: related(transaction, organisations, reference, &candidates)?,
        candidates,
        next: positions.last().filter(|_| next).cloned(),
        previous: positions.first().filter(|_| previous).cloned(),
        total,
    })
}

/// Loads the candidates at positions, in the same order.
fn in_order(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    positions: &[CandidatePosition],
) -> StoreResult<Vec<Candidate>> {
    let ids: Vec<_> = positions.iter().map(|position| position.id).collect();
    let mut found: HashMap<CandidateId, Candidate> =
        load(transaction, organisations, &ids)?.into_iter().map(|one| (one.id, one)).collect();
    Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
}

/// Kind of the entries of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ListKind {
    Candidates,
    /// The first matching candidate of each header.
    Headers,
}

static LACKS_PARTNER: Statement = Statement::new(
    "SELECT id FROM {row candidate} {use_index candidate_bpartner} WHERE bpartner_id IS NULL LIMIT 1",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&LACKS_PARTNER];

/// Number of candidates that are read first to find leaders; doubled up to `MAX_READ`.
const MIN_READ: u32 = 256;
const MAX_READ: u32 = 8_192;

/// A window of a list.
pub struct ListPage {
    pub positions: Vec<CandidatePosition>,
    /// Whether entries follow the window, and whether entries precede it.
    pub next: bool,
    pub previous: bool,
    pub total: Total,
}

pub fn part(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    query: &CandidateQuery,
    of: ListKind,
) -> StoreResult<ListPage> {
    let wanted = match of {
        _ if !query.counted => AccessPurpose::Window,
        ListKind::Headers if query.count_all => AccessPurpose::All,
        ListKind::Candidates => AccessPurpose::Count,
        ListKind::Headers => AccessPurpose::Headers,
    };
    let search = SearchMatches::of_candidates(transaction, organisations, &query.filter)?;
    let search = search.as_ref();
    let matching = AccessPath::of(transaction, organisations, &query.filter, search, wanted)?;
    if matching.few {
        let all = sorted(transaction, &matching, query, of)?;
        let total = Total { value: all.len() as u64, exact: true };
        // `all` contains only the entries of the list, so no further filtering by header is needed
        return WindowReader {
            transaction,
            organisations,
            query,
            search,
            of: ListKind::Candidates,
            total,
            known: Some(all),
        }
        .part();
    }
    let known = known(transaction, &matching, query)?;
    let total = match (of, &known) {
        _ if !query.counted => Total { value: 0, exact: false },
        (ListKind::Candidates, Some(known)) => Total { value: known.len() as u64, exact: true },
        (ListKind::Candidates, None) => count::total(transaction, organisations, &query.filter, &matching)?,
        (ListKind::Headers, _) if query.count_all => first_matches::exact_total(transaction, &matching)?,
        (ListKind::Headers, _) => first_matches::total(transaction, &matching)?,
    };
    WindowReader { transaction, organisations, query, search, of, total, known }.part()
}

/// Returns all matching candidates, ascending, if the list is ordered by id. That is faster than reading the list up to
/// their positions, which may be at its other end.
fn known(
    transaction: &dyn Transaction,
    matching: &AccessPath<'_>,
    query: &CandidateQuery,
) -> StoreResult<Option<Vec<CandidatePosition>>> {
    if !matching.some || query.sort != CandidateSort::CreatedAt {
        return Ok(None);
    }
    let (statement, values) = if let Some((ids, values)) = &matching.ids {
        (format!("SELECT id FROM ({ids}) part"), values)
    } else {
        let AccessPath { from, conditions, values, .. } = matching;
        (no_wider(format!("SELECT c.id FROM {from}{conditions}")), values)
    };
    let mut ids: Vec<CandidateId> =
        rows(transaction, "candidate", &statement, values.clone(), query::decode_row)?;
    ids.sort_unstable();
    Ok(Some(ids.into_iter().map(|id| CandidatePosition { key: String::new(), id }).collect()))
}

/// Reads and sorts all entries of a list of few candidates.
fn sorted(
    transaction: &dyn Transaction,
    matching: &AccessPath<'_>,
    query: &CandidateQuery,
    of: ListKind,
) -> StoreResult<Vec<CandidatePosition>> {
    let SortSql { key, outer_key, joined_tables, .. } = SortSql::new(query.sort);
    let AccessPath { from, conditions, values, ids, .. } = matching;
    let (statement, values) = match ids {
        // the ids are sufficient, so no candidates are read
        Some((ids, values)) if query.sort == CandidateSort::CreatedAt && of == ListKind::Candidates => {
            (format!("SELECT {key}, id FROM ({ids}) part"), values)
        }
        _ => {
            let header = if of == ListKind::Headers { first_matches::HEADER } else { "" };
            (
                no_wider(format!("SELECT {outer_key}, c.id{header} FROM {from}{joined_tables}{conditions}")),
                values,
            )
        }
    };
    if of == ListKind::Headers {
        let found = rows(transaction, "candidate", &statement, values.clone(), |row| {
            Ok((position(row)?, row.read()?))
        })?;
        return Ok(first_matches::first_matches(found));
    }
    let mut all = rows(transaction, "candidate", &statement, values.clone(), position)?;
    all.sort_unstable_by(|one, other| key_and_id(one).cmp(&key_and_id(other)));
    Ok(all)
}

/// Returns positions of a complete list before or after a position, and whether there are more.
fn positions_beyond(
    list: &[CandidatePosition],
    beyond: Option<&CandidatePosition>,
    ascending: bool,
    (limit, offset): (u32, u32),
) -> (Vec<CandidatePosition>, bool) {
    let [limit, offset] = [limit, offset].map(cast::<usize>);
    let nearer = beyond.map_or(0, |at| {
        let behind = list.partition_point(|one| key_and_id(one) < key_and_id(at));
        let ahead = list.partition_point(|one| key_and_id(one) <= key_and_id(at));
        if ascending { ahead } else { list.len() - behind }
    });
    let skipped = nearer.saturating_add(offset);
    let found: Vec<_> = if ascending {
        list.iter().skip(skipped).take(limit).cloned().collect()
    } else {
        list.iter().rev().skip(skipped).take(limit).cloned().collect()
    };
    let more = list.len().saturating_sub(skipped) > limit;
    (found, more)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

/// Reads a window of a list in order. A complete list needs no query.
struct WindowReader<'a> {
    transaction: &'a dyn Transaction,
    organisations: &'a OrganisationIds,
    query: &'a CandidateQuery,
    search: Option<&'a SearchMatches>,
    of: ListKind,
    total: Total,
    /// The complete list, ascending, if it has already been read.
    known: Option<Vec<CandidatePosition>>,
}

impl WindowReader<'_> {
    fn part(&self) -> StoreResult<ListPage> {
        let (limit, total) = (self.query.limit, self.total);
        match &self.query.window {
            PageStart::Offset(offset) => self.window_at(*offset),
            PageStart::After(position) => {
                let (positions, next) = self.beyond_position(Some(position), Direction::Forward, limit, 0)?;
                let previous = self.any_beyond(positions.first(), Direction::Backward)?;
                Ok(ListPage { positions, next, previous, total })
            }
            PageStart::Before(position) => {
                let (mut positions, previous) =
                    self.beyond_position(Some(position), Direction::Backward, limit, 0)?;
                positions.reverse();
                let next = self.any_beyond(positions.last(), Direction::Forward)?;
                Ok(ListPage { positions, next, previous, total })
            }
        }
    }

    /// Returns the window after `offset` rows; counts from the end of the list if that is nearer.
    fn window_at(&self, offset: u32) -> StoreResult<ListPage> {
        let (limit, total) = (self.query.limit, self.total);
        let left = total.value.saturating_sub(u64::from(offset));
        if !total.exact || u64::from(offset) <= left || left == 0 {
            let (positions, next) = self.beyond_position(None, Direction::Forward, limit, offset)?;
            return Ok(ListPage { positions, next, previous: offset > 0, total });
        }
        let behind = u32::try_from(left.saturating_sub(u64::from(limit))).unwrap_or(u32::MAX);
        let wanted = cast::<u32>(left.min(u64::from(limit)));
        let (mut positions, _) = self.beyond_position(None, Direction::Backward, wanted, behind)?;
        positions.reverse();
        Ok(ListPage { positions, next: behind > 0, previous: true, total })
    }

    /// Returns whether the list continues beyond a position.
    fn any_beyond(&self, position: Option<&CandidatePosition>, direction: Direction) -> StoreResult<bool> {
        match position {
            None => Ok(false),
            Some(position) => Ok(!self.beyond_position(Some(position), direction, 1, 0)?.0.is_empty()),
        }
    }

    /// Returns positions beyond a position, nearest first, and whether there are more.
    fn beyond_position(
        &self,
        beyond: Option<&CandidatePosition>,
        direction: Direction,
        limit: u32,
        offset: u32,
    ) -> StoreResult<(Vec<CandidatePosition>, bool)> {
        match self.of {
            ListKind::Candidates => {
                let (found, more) = self.candidates(beyond, direction, limit, offset)?;
                Ok((found.into_iter().map(|listed| listed.position).collect(), more))
            }
            ListKind::Headers => self.headers(beyond, direction, limit, offset),
        }
    }

    /// Returns leaders beyond a position. Reads growing batches of candidates until there are enough.
    fn headers(
        &self,
        beyond: Option<&CandidatePosition>,
        direction: Direction,
        limit: u32,
        offset: u32,
    ) -> StoreResult<(Vec<CandidatePosition>, bool)> {
        let limit = cast::<usize>(limit);
        let mut passing = cast::<usize>(offset);
        let (mut found, mut beyond) = (Vec::new(), beyond.cloned());
        let mut wanted = MIN_READ;
        loop {
            let (read, more) = self.candidates(beyond.as_ref(), direction, wanted, 0)?;
            beyond = read.last().map(|listed| listed.position.clone());
            let mut first_matches = first_matches::leading(
                self.transaction,
                self.organisations,
                (self.query, self.search),
                read,
            )?;
            first_matches.drain(..passing.min(first_matches.len())).for_each(|_| passing -= 1);
            found.append(&mut first_matches);
            if found.len() > limit || !more {
                let more = found.len() > limit;
                found.truncate(limit);
                return Ok((found, more));
            }
            wanted = wanted.saturating_mul(2).min(MAX_READ);
        }
    }

    /// Returns candidates beyond a position.
    fn candidates(
        &self,
        beyond: Option<&CandidatePosition>,
        direction: Direction,
        limit: u32,
        offset: u32,
    ) -> StoreResult<(Vec<ListedPosition>, bool)> {
        let ascending = self.query.descending == (direction == Direction::Backward);
        if let Some(known) = &self.known {
            let (found, more) = positions_beyond(known, beyond, ascending, (limit, offset));
            return Ok((found.into_iter().map(ListedPosition::from).collect(), more));
        }
        let wanted = limit.saturating_add(1);
        let mut found = match &*self.query.filter.statuses {
            _ if !self.has_lists_by_status() => self.read(None, beyond, ascending, (wanted, offset))?,
            [status] => self.read(Some(*status), beyond, ascending, (wanted, offset))?,
            statuses => {
                let of_each = (wanted.saturating_add(offset), 0);
                let mut merged = Vec::new();
                for status in Status::ALL.iter().filter(|status| statuses.contains(status)) {
                    merged.extend(self.read(Some(*status), beyond, ascending, of_each)?);
                }
                merged.sort_unstable_by(|one, other| {
                    key_and_id(&one.position).cmp(&key_and_id(&other.position))
                });
                if !ascending {
                    merged.reverse();
                }
                merged.drain(..merged.len().min(cast::<usize>(offset)));
                merged
            }
        };
        let more = found.len() > cast::<usize>(limit);
        found.truncate(cast::<usize>(limit));
        Ok((found, more))
    }

    /// Returns whether each status of the filter has an index in the order of the list. Otherwise all rows with other
    /// statuses are read and skipped.
    fn has_lists_by_status(&self) -> bool {
        let filter = &self.query.filter;
        let those = |listed: &[Status]| {
            // only if the states are in a separate table, and the filter uses only columns of that table
            self.transaction.dialect().splits_hot_columns()
                && counters_tell(filter)
                && filter.statuses.iter().all(|status| listed.contains(status))
        };
        let are_listed = match self.query.sort {
            CandidateSort::CreatedAt => true,
            CandidateSort::Price => those(&[Status::New, Status::Error]),
            CandidateSort::Bpartner => those(&[Status::Error]),
            _ => false,
        };
        are_listed && !filter.statuses.is_empty()
    }

    /// Reads candidates beyond a position. In a list by partner, candidates with an unresolved buyer precede all
    /// others.
    fn read(
        &self,
        status: Option<Status>,
        beyond: Option<&CandidatePosition>,
        ascending: bool,
        (limit, offset): (u32, u32),
    ) -> StoreResult<Vec<ListedPosition>> {
        let all = SortSql::new(self.query.sort);
        if self.query.sort != CandidateSort::Bpartner || !self.some_lack_partners()? {
            return self.read_sorted(&all, status, beyond, ascending, (limit, offset));
        }
        let parts = if ascending { [&WITHOUT_PARTNER, &all] } else { [&all, &WITHOUT_PARTNER] };
        let (wanted, mut found) = (limit.saturating_add(offset), Vec::new());
        for part in parts {
            let left = wanted.saturating_sub(cast(found.len()));
            // a position with a partner is after all candidates without one
            let beyond = match beyond {
                Some(position) if part.lacks_partner && !position.key.is_empty() => {
                    if ascending {
                        continue;
                    }
                    None
                }
                beyond => beyond,
            };
            if left > 0 {
                found.extend(self.read_sorted(part, status, beyond, ascending, (left, 0))?);
            }
        }
        found.drain(..found.len().min(cast::<usize>(offset)));
        Ok(found)
    }

    /// Returns whether the buyer of any candidate is unresolved.
    fn some_lack_partners(&self) -> StoreResult<bool> {
        let found: Option<i64> =
            query::first(self.transaction, "candidate", &LACKS_PARTNER, [], query::decode_row)?;
        Ok(found.is_some())
    }

    fn read_sorted(
        &self,
        sql: &SortSql,
        status: Option<Status>,
        beyond: Option<&CandidatePosition>,
        ascending: bool,
        (limit, offset): (u32, u32),
    ) -> StoreResult<Vec<ListedPosition>> {
        let key = sql.key;
        let rest = CandidateFilter { statuses: Vec::new(), ..self.query.filter.clone() };
        let filter = if status.is_some() { &rest } else { &self.query.filter };
        let AccessPath { mut conditions, mut values, .. } =
            AccessPath::walked(self.organisations, filter, self.search);
        let by_id = self.query.sort == CandidateSort::CreatedAt;
        let plain = by_id || sql.lacks_partner;
        let run = filter.run.as_ref().filter(|_| by_id && status.is_none());
        let (from, id, tells_header) = source(sql, by_id, (status.is_some(), run.is_some()), &conditions);
        let tells_header = tells_header && self.of == ListKind::Headers;
        // the index of the list ends with this id
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
        if sql.lacks_partner {
            and("c.bpartner_id IS NULL");
        }
        if self.query.sort == CandidateSort::Status {
            // always true: lets the planner read a separate state table first
            and("{no_index c.status} > ''");
        }
        let (compare, order) = if ascending { (">", "ASC") } else { ("<", "DESC") };
        if let Some(position) = beyond {
            let (condition, keys) = match self.query.sort {
                _ if plain => (format!("{id} {compare} ?"), 0),
                // the first condition is redundant, but makes the index of the first table start at the position
                CandidateSort::Bpartner => {
                    (format!("{key} {compare}= ? AND ({key}, {place}) {compare} (?, ?)"), 2)
                }
                _ => (format!("({key}, {place}) {compare} (?, ?)"), 1),
            };
            and(&condition);
            values.extend((0..keys).map(|_| text(&position.key)));
            values.push(position.id.write());
        }
        let sorted = if plain { String::new() } else { format!("{key} {order}, ") };
        values.extend([integer(i64::from(limit)), integer(i64::from(offset))]);
        let header = if tells_header { first_matches::HEADER } else { "" };
        let statement = format!(
            "SELECT {key}, c.id{header} FROM {from}{conditions} ORDER BY {sorted}{place} {order} LIMIT ? OFFSET ?"
        );
        rows(self.transaction, "candidate", &no_wider(statement), values, |row| {
            let position = position(row)?;
            Ok(ListedPosition { position, header: tells_header.then(|| row.read()).transpose()? })
        })
    }
}

/// Returns the source of a list, the expression of the id in it, and whether it has the columns of headers. The source
/// is a status, the results of a run (which are in the order of the list), or the whole table. A separate state table
/// has no header columns.
fn source(
    sql: &SortSql,
    by_id: bool,
    (of_status, of_run): (bool, bool),
    conditions: &str,
) -> (&'static str, &'static str, bool) {
    match (of_status, of_run) {
        (true, _) if !by_id => (sql.status_source, "c.id", false),
        (true, _) if conditions.is_empty() => {
            ("{state candidate} c {use_index candidate_status}", "c.id", false)
        }
        (true, _) => ("candidate c {use_index candidate_status}", "{state_id c}", true),
        (false, true) => ("run_result r {join} candidate c ON c.id = r.candidate_id", "r.candidate_id", true),
        (false, false) => (sql.walked, "c.id", true),
    }
}
