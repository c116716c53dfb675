//! Access path of a filter of candidates: the index that returns the fewest of them, or reading the list row by row.
//!
//! SQLite has no statistics about the rows of an index (see `docs/adr`), so this module chooses: the index that returns
//! the fewest candidates if these are few, otherwise reading row by row in the order of the list. Statements are
//! assembled from the constant conditions of `filter_candidates.rs` and `filter_search.rs`; values of a request are
//! only bound.

use orderdock_domain::problem::Language;
use orderdock_domain::text::fold;
use orderdock_store::{CandidateFilter, StoreResult};

use crate::Transaction;
use crate::candidates::filter_condition::FilterCondition;
pub use crate::candidates::filter_condition::FilterValues;
use crate::candidates::filter_members::conditions;
use crate::search::SearchMatches;
use crate::sql::column::integer;
use crate::sql::query::value;
use crate::sql::scope::OrganisationIds;
use crate::sql::table::SplitTable;

/// Number of candidates up to which sorting them is faster than reading the whole list.
pub const FEW: i64 = 30_000;

/// Maximum number of matches that are counted without the counters.
pub const COUNT_LIMIT: i64 = 100_000;

/// Number of index entries that are read per counted candidate, if the index may return a candidate several times.
const REPEATS: i64 = 3;

/// Number of candidates whose headers are counted if too many candidates match.
pub const MIN_COUNTED: i64 = 10_000;

/// Access path of the candidates of a filter.
pub struct AccessPath<'v> {
    /// The table `candidate c`, or a subquery joined to it.
    pub from: String,
    /// Conditions joined by "and"; empty if the source returns exactly the matching candidates.
    pub conditions: String,
    /// Values of `from` and `conditions`.
    pub values: FilterValues<'v>,
    /// Whether at most [`FEW`] candidates match; the source returns them in any order.
    pub few: bool,
    /// Whether it is known that at most [`COUNT_LIMIT`] candidates match.
    pub some: bool,
    /// The limited ids in `from` and `ids`, if indexes were not read to their end.
    pub cut: Option<LimitedIds<'v>>,
    /// Number of matching candidates up to [`COUNT_LIMIT`] + 1, if `ids` returns all of them and a count was requested.
    pub counted: Option<i64>,
    /// Statement for the ids of all matching candidates, if the table of candidates is not needed for it.
    pub ids: Option<(String, FilterValues<'v>)>,
    /// Statement for the ids of some matching candidates, which are counted if no index returns all of them.
    pub some_ids: Option<(String, FilterValues<'v>)>,
}

/// Purpose of an access path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum AccessPurpose {
    /// Some candidates, in the order of a list.
    Window,
    All,
    /// All candidates and their number.
    Count,
    /// All candidates and the number of their headers.
    Headers,
}

/// The first ids that indexes return, possibly with duplicates.
pub struct LimitedIds<'v> {
    pub sql: String,
    pub values: FilterValues<'v>,
    /// Number of distinct ids after which counting ends.
    enough: i64,
    /// Number of ids that are read, duplicates included.
    maximum: i64,
}

impl<'v> LimitedIds<'v> {
    fn of(sql: &str, values: &FilterValues<'v>, wanted: i64) -> Self {
        let enough = wanted.saturating_add(1);
        let maximum = enough.saturating_mul(REPEATS);
        Self {
            sql: format!("SELECT id FROM ({sql}) part LIMIT {maximum}"),
            values: values.clone(),
            enough,
            maximum,
        }
    }

    /// Returns the number of distinct ids, and whether these are all.
    pub fn count(&self, transaction: &dyn Transaction) -> StoreResult<(i64, bool)> {
        let Self { sql, values, enough, maximum } = self;
        // SQLite ends the inner query as soon as the outer limit is reached, so most ids are not read
        let different = format!("SELECT DISTINCT id FROM ({sql}) part");
        let ids = up_to(transaction, &different, values.clone(), *enough)?;
        let all = ids < *enough && up_to(transaction, sql, values.clone(), *maximum)? < *maximum;
        Ok((ids, all))
    }
}

/// Returns whether the counters answer the filter: it contains only organisation, status and data source.
pub fn counters_tell(filter: &CandidateFilter) -> bool {
    let rest = CandidateFilter {
        statuses: Vec::new(),
        data_source: None,
        organisation: None,
        search_language: Language::default(),
        search: filter.search.clone().filter(|words| !fold(words).is_empty()),
        outcome: filter.outcome.filter(|_| filter.run.is_some()),
        cause: filter.cause.clone().filter(|_| filter.problem.is_some()),
        ..filter.clone()
    };
    rest == CandidateFilter::default()
}

impl<'v> AccessPath<'v> {
    /// Chooses the index that returns the fewest candidates. If all candidates are needed, the indexes are counted up
    /// to a higher limit, because the choice then matters more.
    pub fn of(
        transaction: &dyn Transaction,
        organisations: &'v OrganisationIds,
        filter: &'v CandidateFilter,
        search: Option<&SearchMatches>,
        wanted: AccessPurpose,
    ) -> StoreResult<Self> {
        let mut parts = conditions(organisations, filter, search);
        // a single condition is counted only once, so the limit can be higher
        let counted = matches!(wanted, AccessPurpose::Count | AccessPurpose::Headers);
        let alone = counted && parts.len() == 1 && !counters_tell(filter);
        let mut maximum = if alone { COUNT_LIMIT } else { FEW };
        let mut found = narrowest(transaction, &parts, maximum + 1)?;
        if wanted != AccessPurpose::Window && parts.len() > 1 && found.is_some_and(|(_, count)| count > FEW) {
            maximum = COUNT_LIMIT;
            found = narrowest(transaction, &parts, maximum + 1)?;
        }
        let Some((place, count)) = found else {
            let some_ids = some_ids(parts);
            return Ok(Self { some_ids, ..Self::walked(organisations, filter, search) });
        };
        let part = parts.remove(place);
        let (sql, mut values) = part.ids.unwrap_or_default();
        let mut counted = (alone && !part.repeats).then_some(count);
        if alone && count > COUNT_LIMIT && wanted == AccessPurpose::Count {
            counted = counted.or(count_beyond_limit(transaction, part.distinct_parts)?);
        }
        // beyond the limit, the count is a lower bound, so some ids are enough
        let cut = (alone && part.repeats && count > maximum).then(|| {
            LimitedIds::of(
                &sql,
                &values,
                if wanted == AccessPurpose::Headers { MIN_COUNTED } else { COUNT_LIMIT },
            )
        });
        let sql = cut.as_ref().map_or(sql, |cut| cut.sql.clone());
        let sql = if part.repeats { format!("SELECT DISTINCT id FROM ({sql}) part") } else { sql };
        let ids = parts.is_empty().then(|| (sql.clone(), values.clone()));
        let from = format!("({sql}) d {{join}} candidate c ON c.id = d.id");
        let (conditions, more) = joined(parts);
        values.extend(more);
        let (few, some) = (count <= FEW, count <= maximum);
        Ok(Self { from, conditions, values, few, some, cut, counted, ids, some_ids: None })
    }

    /// Returns the number of matching candidates, and whether these are all; `None` if counting needs the table of
    /// candidates.
    pub fn count(&self, transaction: &dyn Transaction) -> StoreResult<Option<(i64, bool)>> {
        if let Some((ids, values)) = &self.some_ids {
            return Ok(Some((up_to(transaction, ids, values.clone(), MIN_COUNTED)?, false)));
        }
        Ok(match (self.counted, &self.cut, &self.ids) {
            (Some(count), ..) => Some((count, true)),
            (None, Some(cut), _) => Some(cut.count(transaction)?),
            (None, None, Some((ids, values))) => {
                Some((up_to(transaction, ids, values.clone(), COUNT_LIMIT + 1)?, true))
            }
            (None, None, None) => None,
        })
    }

    /// Returns the path that reads the list row by row.
    pub fn walked(
        organisations: &'v OrganisationIds,
        filter: &'v CandidateFilter,
        search: Option<&SearchMatches>,
    ) -> Self {
        let (conditions, values) = joined(conditions(organisations, filter, search));
        Self {
            from: "candidate c".to_owned(),
            conditions,
            values,
            few: false,
            some: false,
            cut: None,
            counted: None,
            ids: None,
            some_ids: None,
        }
    }
}

/// Returns the position of the condition whose index returns the fewest candidates, and their number up to a limit.
fn narrowest(
    transaction: &dyn Transaction,
    parts: &[FilterCondition<'_>],
    maximum: i64,
) -> StoreResult<Option<(usize, i64)>> {
    let mut narrowest: Option<(usize, i64)> = None;
    for (place, part) in parts.iter().enumerate() {
        let Some((sql, values)) = part.ids.as_ref().filter(|_| !part.partial) else { continue };
        let count = up_to(transaction, sql, values.clone(), maximum)?;
        if narrowest.is_none_or(|(_, minimum)| count < minimum) {
            narrowest = Some((place, count));
        }
    }
    Ok(narrowest)
}

/// Returns a number above the limit if a single part of a condition already has that many candidates.
fn count_beyond_limit(
    transaction: &dyn Transaction,
    distinct_parts: Vec<(&'static str, FilterValues<'_>)>,
) -> StoreResult<Option<i64>> {
    for (sql, values) in distinct_parts {
        let count = up_to(transaction, sql, values, COUNT_LIMIT + 1)?;
        if count > COUNT_LIMIT {
            return Ok(Some(count));
        }
    }
    Ok(None)
}

/// Returns the ids of some candidates that match every condition, if a condition can return ids of some.
fn some_ids(mut parts: Vec<FilterCondition<'_>>) -> Option<(String, FilterValues<'_>)> {
    let partial = parts.remove(parts.iter().position(|part| part.partial)?);
    let (sql, mut values) = partial.ids?;
    let (conditions, more) = joined(parts);
    values.extend(more);
    let maximum = MIN_COUNTED.saturating_mul(REPEATS);
    let from = format!("(SELECT DISTINCT id FROM (SELECT id FROM ({sql}) part LIMIT {maximum}) part)");
    let statement = format!("SELECT c.id FROM {from} d {{join}} candidate c ON c.id = d.id{conditions}");
    Some((no_wider(statement), values))
}

fn joined(parts: Vec<FilterCondition<'_>>) -> (String, FilterValues<'_>) {
    let conditions: Vec<_> = parts.iter().map(|part| part.condition.as_ref()).collect();
    let sql =
        if conditions.is_empty() { String::new() } else { format!(" WHERE {}", conditions.join(" AND ")) };
    (sql, parts.into_iter().flat_map(|part| part.values).collect())
}

/// Removes the join with the separate state table from a statement that uses none of its columns.
pub fn no_wider(statement: String) -> String {
    let mut changing = SplitTable::of("candidate").into_iter().flat_map(|split| split.changing);
    let asks_state = changing.any(|column| statement.contains(&format!("c.{column}")));
    if asks_state || statement.contains("{state_id c}") {
        statement
    } else {
        statement.replace(" candidate c ", " {row candidate} c ")
    }
}

/// Returns the number of rows of a statement, up to a limit.
pub fn up_to(
    transaction: &dyn Transaction,
    sql: &str,
    mut values: FilterValues<'_>,
    maximum: i64,
) -> StoreResult<i64> {
    values.push(integer(maximum));
    let statement = format!("SELECT count(*) FROM (SELECT 1 FROM ({sql}) part LIMIT ?) part");
    Ok(value(transaction, "candidate", &statement, values)?.unwrap_or_default())
}
