//! Filters as SQL: what each of them says of a candidate, and from which index those candidates can be read.
//!
//! SQLite knows nothing about how many rows an index holds (see `docs/adr`), so how a filter is read is decided here:
//! by the index with the fewest candidates, if these are few, and else row by row in the order of the list. The
//! statements are put together from the fragments in this file and nothing else; what a caller sends is only bound.

use jiff::civil::Date;
use orderdock_domain::candidate::{HoldReason, Status};
use orderdock_domain::processing::RunOutcomeWord;
use orderdock_domain::text::fold;
use orderdock_store::{Assigned, CandidateFilter, HeldFilter, StoreResult, Waiting};

use crate::Transaction;
use crate::asking::{first, value};
use crate::column::{Column, integer, owned, text};
use crate::filter_condition::FilterCondition;
pub use crate::filter_condition::FilterValues;
use crate::filter_search::searched;
use crate::holds::{hold_texts, wait_texts};
use crate::keys;
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
        let counts = first(transaction, "candidate", &statement, self.values.clone(), |fields| {
            Ok((fields.take::<i64>()?, fields.take::<i64>()?))
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
        let mut parts = parts(organisations, filter, search);
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
        let (conditions, values) = joined(parts(organisations, filter, search));
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

/// What a filter says, each condition for itself.
fn parts<'v>(
    organisations: &'v OrganisationIds,
    filter: &'v CandidateFilter,
    search: Option<&SearchMatches>,
) -> Vec<FilterCondition<'v>> {
    let mut parts = Vec::new();
    if !organisations.are_all() {
        parts.push(FilterCondition::alike(
            "{free c.org_id} {in ? int8}",
            [organisations.write()],
            "SELECT c.id FROM {keys ? int8} {join} {row candidate} c {by candidate_header_group} ON c.org_id = k.value",
        ));
    }
    if !filter.statuses.is_empty() {
        parts.push(FilterCondition::alike(
            "{free c.status} {in ? text}",
            [keys::texts(filter.statuses.iter().copied().map(Status::as_str))],
            "SELECT c.id FROM {state candidate} c {by candidate_status} WHERE c.status {in ? text}",
        ));
    }
    parts.extend(filter.data_source.as_ref().map(|source| {
        FilterCondition::new(
            "{free c.data_source_id} = ?",
            [source.write()],
            "SELECT c.id FROM {keys ? int8} {join} {row candidate} c {by candidate_header_group} \
         ON c.org_id = k.value AND c.data_source_id = ?",
            [organisations.write(), source.write()],
        )
    }));
    parts.extend(filter.organisation.as_ref().map(|id| {
        FilterCondition::alike(
            "{free c.org_id} = ?",
            [id.write()],
            "SELECT c.id FROM {row candidate} c {by candidate_header_group} WHERE c.org_id = ?",
        )
    }));
    parts.extend(filter.bpartner.as_ref().map(|code| {
        FilterCondition::alike(
            "{free c.bpartner_id} IN (SELECT id FROM bpartner WHERE code = ?)",
            [code.write()],
            "SELECT c.id FROM bpartner p {join} {row candidate} c {by candidate_bpartner} ON c.bpartner_id = p.id \
         WHERE p.code = ?",
        )
    }));
    parts.extend(filter.product.as_ref().map(|code| {
        FilterCondition::alike(
            "{free c.product_id} IN (SELECT id FROM product WHERE code = ?)",
            [code.write()],
            "SELECT c.id FROM product p {join} {row candidate} c {by candidate_product} ON c.product_id = p.id \
         WHERE p.code = ?",
        )
    }));
    members(filter, &mut parts);
    parts.extend(filter.external_header_id.as_ref().map(|header| {
        FilterCondition::alike(
            "{free c.external_header_id} = ?",
            [header.write()],
            "SELECT candidate_id AS id FROM candidate_identity WHERE external_header_id = ?",
        )
    }));
    times(filter, &mut parts);
    parts.extend(headers(filter));
    state(filter, &mut parts);
    attention(filter, &mut parts);
    parts.extend(filter.search.as_ref().and_then(|words| searched(&fold(words), search)));
    parts
}

/// Members by which lists are filtered, whole and by the indexes of their keys.
fn members<'v>(filter: &'v CandidateFilter, parts: &mut Vec<FilterCondition<'v>>) {
    parts.extend(filter.po_reference.as_ref().map(|words| {
        FilterCondition::new(
            "{free c.po_reference} = ?",
            [text(words)],
            "SELECT c.id FROM {row candidate} c {by candidate_po_reference_key} \
             WHERE c.po_reference_key = ? AND c.po_reference = ?",
            [owned(fold(words)), text(words)],
        )
    }));
    parts.extend(filter.promotion_code.as_ref().map(|words| {
        FilterCondition::new(
            "{free c.promotion_code} = ?",
            [text(words)],
            "SELECT c.id FROM {row candidate} c {by candidate_promotion_code_key} \
             WHERE c.promotion_code_key = ? AND c.promotion_code = ?",
            [owned(fold(words)), text(words)],
        )
    }));
}

fn times<'v>(filter: &'v CandidateFilter, parts: &mut Vec<FilterCondition<'v>>) {
    let (from, to) = (&filter.date_required_from, &filter.date_required_to);
    if from.is_some() || to.is_some() {
        // candidates without a day have an empty text
        let bounds =
            [from.as_ref().map_or(text("0"), Column::write), to.as_ref().map_or(text("~"), Column::write)];
        parts.push(FilterCondition::alike(
            "{day c.date_required} BETWEEN ? AND ?",
            bounds,
            "SELECT c.id FROM {row candidate} c {by candidate_date_required} \
             WHERE {day c.date_required} BETWEEN ? AND ?",
        ));
    }
    let (from, to) = (&filter.created_from, &filter.created_to);
    if from.is_some() || to.is_some() {
        let from = from.as_ref().map_or(integer(i64::MIN), Column::write);
        parts.push(FilterCondition::alike(
            "{free c.created_at} >= ? AND {free c.created_at} < ?",
            [from, to.as_ref().map_or(integer(i64::MAX), Column::write)],
            "SELECT c.id FROM {row candidate} c {by candidate_created_at} WHERE c.created_at >= ? AND c.created_at < ?",
        ));
    }
}

/// Candidates under headers that files belong to.
const ATTACHED: &str = "SELECT i.candidate_id AS id FROM ( \
       SELECT DISTINCT external_header_id, org_id, data_source_id FROM attachment WHERE external_header_id IS NOT NULL \
     ) a {join} candidate_identity i ON i.external_header_id = a.external_header_id \
       AND i.org_id = a.org_id AND i.data_source_id = a.data_source_id";

/// Candidates about which somebody has said something.
const COMMENTED: &str = "SELECT DISTINCT candidate_id AS id FROM comment WHERE candidate_id IS NOT NULL";

/// The members of headers, by one candidate of each.
fn headers<'v>(filter: &CandidateFilter) -> Option<FilterCondition<'v>> {
    if filter.header_of.is_empty() {
        return None;
    }
    let part = FilterCondition::alike(
        "EXISTS (SELECT 1 FROM {keys ? int8} {join} {row candidate} h ON h.id = k.value \
         WHERE h.org_id = c.org_id AND h.data_source_id = c.data_source_id AND h.header_group = c.header_group)",
        [keys::numbers(filter.header_of.iter().map(|id| id.0))],
        "SELECT c.id FROM {keys ? int8} {join} {row candidate} h ON h.id = k.value \
         {join} {row candidate} c {by candidate_header_group} ON c.org_id = h.org_id \
           AND c.data_source_id = h.data_source_id AND c.header_group = h.header_group",
    );
    Some(FilterCondition { repeats: true, ..part })
}

/// What became of candidates, and how they came.
fn state<'v>(filter: &'v CandidateFilter, parts: &mut Vec<FilterCondition<'v>>) {
    parts.extend(filter.problem.as_ref().map(|problem| match &filter.cause {
        Some(cause) => FilterCondition::alike(
            "(EXISTS (SELECT 1 FROM candidate_problem e WHERE e.code = ? AND e.cause = ? AND e.candidate_id = c.id \
                AND e.code = (c.problems -> 0 ->> 'code')))",
            [text(problem.as_str()), text(cause)],
            "SELECT e.candidate_id AS id FROM candidate_problem e {join} {state candidate} f ON f.id = e.candidate_id \
             WHERE e.code = ? AND e.cause = ? AND e.code = (f.problems -> 0 ->> 'code')",
        ),
        None => FilterCondition::alike(
            "EXISTS (SELECT 1 FROM candidate_problem e WHERE e.code = ? AND e.candidate_id = c.id)",
            [text(problem.as_str())],
            "SELECT candidate_id AS id FROM candidate_problem WHERE code = ?",
        ),
    }));
    parts.extend(filter.hold.as_ref().map(|hold| {
        FilterCondition::alike(
            "({free c.hold} = ? OR {free c.hold} >= ? AND {free c.hold} < ?)",
            hold_texts(*hold).map(owned),
            "SELECT c.id FROM {state candidate} c {by candidate_hold} WHERE c.hold = ? \
             UNION ALL SELECT c.id FROM {state candidate} c {by candidate_hold} WHERE c.hold >= ? AND c.hold < ?",
        )
    }));
    parts.extend(filter.held.map(held));
    parts.extend(filter.has_attachment.map(|has| {
        const EXISTS: &str = "EXISTS (SELECT 1 FROM attachment a WHERE a.external_header_id = c.external_header_id \
             AND a.org_id = c.org_id AND a.data_source_id = c.data_source_id)";
        const NONE: &str = "NOT EXISTS (SELECT 1 FROM attachment a WHERE a.external_header_id = c.external_header_id \
             AND a.org_id = c.org_id AND a.data_source_id = c.data_source_id)";
        if has { FilterCondition::alike(EXISTS, [], ATTACHED) } else { FilterCondition::without(NONE) }
    }));
    parts.extend(filter.has_comments.map(|has| {
        const EXISTS: &str = "EXISTS (SELECT 1 FROM comment m WHERE m.candidate_id = c.id)";
        const NONE: &str = "NOT EXISTS (SELECT 1 FROM comment m WHERE m.candidate_id = c.id)";
        if has { FilterCondition::alike(EXISTS, [], COMMENTED) } else { FilterCondition::without(NONE) }
    }));
    parts.extend(filter.request.as_ref().map(|request| {
        FilterCondition::new(
            "{free c.request_id} = ?",
            [request.write()],
            "SELECT c.id FROM request r {join} {row candidate} c ON c.id >= r.first_candidate_id \
           AND c.id <= r.last_candidate_id WHERE r.id = ? AND {free c.request_id} = ?",
            [request.write(), request.write()],
        )
    }));
    match (&filter.run, &filter.outcome) {
        (None, _) => {}
        (Some(run), None) => parts.push(FilterCondition::alike(
            "EXISTS (SELECT 1 FROM run_result e WHERE e.run_id = ? AND e.candidate_id = c.id)",
            [run.write()],
            "SELECT candidate_id AS id FROM run_result WHERE run_id = ?",
        )),
        (Some(run), Some(outcome)) => parts.push(FilterCondition::alike(
            "EXISTS (SELECT 1 FROM run_result e WHERE e.run_id = ? AND e.candidate_id = c.id AND e.outcome = ?)",
            [run.write(), outcome.write()],
            // what became orders is most of a run, and has no index
            if *outcome == RunOutcomeWord::Ordered {
                "SELECT candidate_id AS id FROM run_result WHERE run_id = ? AND outcome = ?"
            } else {
                "SELECT candidate_id AS id FROM run_result {by run_result_outcome} \
                 WHERE run_id = ? AND outcome = ? AND outcome <> 'ordered'"
            },
        )),
    }
}

/// Who looks after candidates, and for what they wait.
fn attention<'v>(filter: &'v CandidateFilter, parts: &mut Vec<FilterCondition<'v>>) {
    parts.extend(filter.waiting.as_ref().map(waiting));
    parts.extend(filter.assigned.as_ref().map(|assigned| match assigned {
        Assigned::To(name) => FilterCondition::alike(
            "{free c.assigned_to} = ?",
            [name.write()],
            "SELECT c.id FROM {state candidate} c {by candidate_assigned_to} WHERE c.assigned_to = ?",
        ),
        Assigned::Nobodys => FilterCondition::without("{free c.assigned_to} IS NULL"),
    }));
}

/// Candidates that wait on a day, or do not: settling is no wait for a run that is started by hand.
fn held<'v>(HeldFilter { held, today }: HeldFilter) -> FilterCondition<'v> {
    let settling = HoldReason::HeaderSettling.as_str();
    let [waiting, over] = wait_texts(Date::MIN, Some(today));
    let values = vec![text(settling), owned(waiting.clone()), owned(over.clone())];
    if held {
        return FilterCondition::new(
            "({free c.hold} <> ? AND NOT ({free c.hold} >= ? AND {free c.hold} < ?))",
            values,
            // an index has ranges, but nothing for the absence of a value
            "SELECT c.id FROM {state candidate} c {by candidate_hold} WHERE c.hold < ? \
             UNION ALL SELECT c.id FROM {state candidate} c {by candidate_hold} WHERE c.hold > ? AND c.hold < ? \
             UNION ALL SELECT c.id FROM {state candidate} c {by candidate_hold} WHERE c.hold >= ?",
            [text(settling), text(settling), owned(waiting), owned(over)],
        );
    }
    FilterCondition::unindexed(
        "({free c.hold} IS NULL OR {free c.hold} = ? OR {free c.hold} >= ? AND {free c.hold} < ?)",
        values,
    )
}

/// Those for which someone waits, by the day that stands in the hold.
fn waiting<'v>(waiting: &Waiting) -> FilterCondition<'v> {
    let [first, end] = wait_texts(waiting.from, waiting.to);
    let spans = || {
        let elsewhere = waiting.elsewhere.iter().flat_map(|(organisations, from)| {
            let [from, _] = wait_texts(*from, None);
            [keys::numbers(organisations.iter().map(|id| id.0)), owned(from)]
        });
        elsewhere.chain([owned(first.clone()), owned(end.clone())]).collect::<Vec<_>>()
    };
    FilterCondition::new(
        "({free c.hold} >= CASE WHEN {free c.org_id} {in ? int8} THEN ? WHEN {free c.org_id} {in ? int8} THEN ? ELSE ? END \
         AND {free c.hold} < ?)",
        spans(),
        "SELECT c.id FROM {state candidate} c {by candidate_hold} WHERE c.hold >= ? \
         AND c.hold >= CASE WHEN c.org_id {in ? int8} THEN ? WHEN c.org_id {in ? int8} THEN ? ELSE ? END AND c.hold < ?",
        std::iter::once(owned(first.clone())).chain(spans()),
    )
}
