//! Access path of a filter of candidates: the index that yields the fewest of them, or the list row by row.
//!
//! SQLite has no statistics about the rows of an index (see `docs/adr`), so this module chooses: the index with the fewest
//! candidates if these are few, otherwise row by row in the order of the list. Statements are assembled from the constant
//! conditions of `filter_candidates.rs` and `filter_search.rs`; values of a request are only bound.

use orderdock_domain::problem::Language;
use orderdock_domain::text::fold;
use orderdock_store::{CandidateFilter, StoreResult};

use crate::Transaction;
use crate::asking::{first, value};
use crate::column::integer;
use crate::filter_candidates::conditions;
use crate::filter_condition::FilterCondition;
pub use crate::filter_condition::FilterValues;
use crate::scope::OrganisationIds;
use crate::search::SearchMatches;
use crate::table::Apart;

/// So many candidates are sorted faster than the whole list is walked for them.
pub const FEW: i64 = 30_000;

/// More matches are not counted, unless the counters can tell.
pub const COUNT_LIMIT: i64 = 100_000;

/// Indexes that may lead to a candidate more than once are read up to so many times what is counted.
const REPEATS: i64 = 3;

/// The headers of so many candidates are counted where it is known that more match than are counted.
pub const LEAST_COUNTED: i64 = 10_000;

/// How the candidates of a filter are found.
pub struct Matching<'v> {
    /// `candidate c`, or what leads to it.
    pub from: String,
    /// Joined by "and"; empty where nothing is left to be checked.
    pub conditions: String,
    /// Of both.
    pub values: FilterValues<'v>,
    /// They are few, and come in any order.
    pub few: bool,
    /// They are known to be no more than [`COUNT_LIMIT`].
    pub some: bool,
    /// What `from` and `ids` are without repetitions, where indexes were not read to their end.
    pub cut: Option<Cut<'v>>,
    /// How many they are, where `ids` says all of them and somebody wanted to know: counted up to [`COUNT_LIMIT`] and one.
    pub counted: Option<i64>,
    /// `from` without looking at the candidates, where that is enough: ids.
    pub ids: Option<(String, FilterValues<'v>)>,
    /// Where no index leads to all of them: a statement with the ids of some, which are counted instead.
    pub some_ids: Option<(String, FilterValues<'v>)>,
}

/// What is wanted of the candidates of a filter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Some, in the order of a list.
    Window,
    All,
    /// How many they are, too.
    Count,
    /// How many headers they have, too.
    Headers,
}

/// The beginning of what indexes lead to, in which an id may come more than once.
pub struct Cut<'v> {
    pub sql: String,
    pub values: FilterValues<'v>,
    most: i64,
}

impl<'v> Cut<'v> {
    fn of(sql: &str, values: &FilterValues<'v>, wanted: i64) -> Self {
        let most = wanted.saturating_add(1).saturating_mul(REPEATS);
        Self { sql: format!("SELECT id FROM ({sql}) part LIMIT {most}"), values: values.clone(), most }
    }

    /// How many ids it has, and whether these are all.
    pub fn count(&self, transaction: &dyn Transaction) -> StoreResult<(i64, bool)> {
        let sql = &self.sql;
        let statement = format!(
            "SELECT count(*), CAST(coalesce(sum(part.times), 0) AS bigint) FROM \
             (SELECT count(*) AS times FROM ({sql}) part GROUP BY id) part"
        );
        let counts = first(transaction, "candidate", &statement, self.values.clone(), |row| {
            Ok((row.read::<i64>()?, row.read::<i64>()?))
        })?;
        let (ids, read) = counts.unwrap_or_default();
        Ok((ids, read < self.most))
    }
}

/// Whether the filter names nothing but organisation, status and data source.
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

impl<'v> Matching<'v> {
    /// By the narrowest index, however many candidates it leads to. Where all of them are to be read it pays to tell
    /// many from more.
    pub fn of(
        transaction: &dyn Transaction,
        organisations: &'v OrganisationIds,
        filter: &'v CandidateFilter,
        search: Option<&SearchMatches>,
        wanted: Wanted,
    ) -> StoreResult<Self> {
        let mut parts = conditions(organisations, filter, search);
        // one by itself is counted once
        let counted = matches!(wanted, Wanted::Count | Wanted::Headers);
        let alone = counted && parts.len() == 1 && !counters_tell(filter);
        let mut most = if alone { COUNT_LIMIT } else { FEW };
        let mut found = narrowest(transaction, &parts, most + 1)?;
        if wanted != Wanted::Window && parts.len() > 1 && found.is_some_and(|(_, count)| count > FEW) {
            most = COUNT_LIMIT;
            found = narrowest(transaction, &parts, most + 1)?;
        }
        let Some((place, count)) = found else {
            let some_ids = some_ids(parts);
            return Ok(Self { some_ids, ..Self::walked(organisations, filter, search) });
        };
        let part = parts.remove(place);
        let (sql, mut values) = part.ids.unwrap_or_default();
        // where not even all of them are counted, who counts is content with some
        let cut = (alone && part.repeats && count > most).then(|| {
            Cut::of(&sql, &values, if wanted == Wanted::Headers { LEAST_COUNTED } else { COUNT_LIMIT })
        });
        let sql = cut.as_ref().map_or(sql, |cut| cut.sql.clone());
        let sql = if part.repeats { format!("SELECT DISTINCT id FROM ({sql}) part") } else { sql };
        let ids = parts.is_empty().then(|| (sql.clone(), values.clone()));
        let from = format!("({sql}) d {{join}} candidate c ON c.id = d.id");
        let (conditions, more) = joined(parts);
        values.extend(more);
        let counted = (alone && !part.repeats).then_some(count);
        let (few, some) = (count <= FEW, count <= most);
        Ok(Self { from, conditions, values, few, some, cut, counted, ids, some_ids: None })
    }

    /// How many they are, and whether these are all, where that can be told without looking at them.
    pub fn count(&self, transaction: &dyn Transaction) -> StoreResult<Option<(i64, bool)>> {
        if let Some((ids, values)) = &self.some_ids {
            return Ok(Some((up_to(transaction, ids, values.clone(), LEAST_COUNTED)?, false)));
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

    /// Row by row.
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

/// The part whose index leads to the fewest candidates, and how many; counted up to a number.
fn narrowest(
    transaction: &dyn Transaction,
    parts: &[FilterCondition<'_>],
    most: i64,
) -> StoreResult<Option<(usize, i64)>> {
    let mut narrowest: Option<(usize, i64)> = None;
    for (place, part) in parts.iter().enumerate() {
        let Some((sql, values)) = part.ids.as_ref().filter(|_| !part.partial) else { continue };
        let count = up_to(transaction, sql, values.clone(), most)?;
        if narrowest.is_none_or(|(_, least)| count < least) {
            narrowest = Some((place, count));
        }
    }
    Ok(narrowest)
}

/// The ids of some candidates that match every part, where one part has ids of some.
fn some_ids(mut parts: Vec<FilterCondition<'_>>) -> Option<(String, FilterValues<'_>)> {
    let partial = parts.remove(parts.iter().position(|part| part.partial)?);
    let (sql, mut values) = partial.ids?;
    let (conditions, more) = joined(parts);
    values.extend(more);
    let most = LEAST_COUNTED.saturating_mul(REPEATS);
    let from = format!("(SELECT DISTINCT id FROM (SELECT id FROM ({sql}) part LIMIT {most}) part)");
    let statement = format!("SELECT c.id FROM {from} d {{join}} candidate c ON c.id = d.id{conditions}");
    Some((no_wider(statement), values))
}

fn joined(parts: Vec<FilterCondition<'_>>) -> (String, FilterValues<'_>) {
    let conditions: Vec<_> = parts.iter().map(|part| part.condition.as_ref()).collect();
    let sql =
        if conditions.is_empty() { String::new() } else { format!(" WHERE {}", conditions.join(" AND ")) };
    (sql, parts.into_iter().flat_map(|part| part.values).collect())
}

/// A statement that reads no more of `candidate c` than it asks for: where nothing is asked of the state, and that is kept
/// apart, it is not even looked for.
pub fn no_wider(statement: String) -> String {
    let mut changing = Apart::of("candidate").into_iter().flat_map(|apart| apart.changing);
    let asks_state = changing.any(|column| statement.contains(&format!("c.{column}")));
    if asks_state || statement.contains("{state_id c}") {
        statement
    } else {
        statement.replace(" candidate c ", " {row candidate} c ")
    }
}

/// How many rows a statement has, unless there are more.
pub fn up_to(
    transaction: &dyn Transaction,
    sql: &str,
    mut values: FilterValues<'_>,
    most: i64,
) -> StoreResult<i64> {
    values.push(integer(most));
    let statement = format!("SELECT count(*) FROM (SELECT 1 FROM ({sql}) part LIMIT ?) part");
    Ok(value(transaction, "candidate", &statement, values)?.unwrap_or_default())
}
