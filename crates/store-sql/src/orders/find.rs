//! Lists of orders. Statements are assembled from the fragments in this file; values of a request are only bound.

use orderdock_domain::cast;
use orderdock_domain::ids::{CandidateId, OrderId};
use orderdock_domain::order::HandoverFilter;
use orderdock_domain::text::{fold, stored_keys};
use orderdock_store::{CandidateOrder, OrderFilter, OrderPage, OrderQuery, StoreResult, Total};

use super::read::{ORDER_COLUMNS, order};
use crate::candidates::filter::up_to;
use crate::search::{MatchingRecords, SearchMatches};
use crate::sql::column::{Column, FromRow, RowReader, integer, owned, text};
use crate::sql::keys;
use crate::sql::query::{decode_row, rows, value};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction};

/// Maximum number of matches that are counted.
const COUNT_LIMIT: u32 = 100_000;
const UNCOUNTED: Total = Total { value: 0, exact: false };

pub fn find(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    query: &OrderQuery,
) -> StoreResult<OrderPage> {
    let (mut sql, mut values) = conditions(organisations, &query.filter);
    let words = query.filter.search.as_deref();
    let search = SearchMatches::of_orders(transaction, organisations, words)?;
    if let Some((condition, searched)) = searched(transaction, words, search.as_ref())? {
        sql.push_str(&condition);
        values.extend(searched);
    }
    let total = if query.counted { total(transaction, &sql, values.clone())? } else { UNCOUNTED };
    let (compare, direction) = if query.descending { ("<", "DESC") } else { (">", "ASC") };
    if let Some(after) = &query.after {
        sql.extend([" AND o.id ", compare, " ?"]);
        values.push(after.write());
    }
    values.push(integer(i64::from(query.limit) + 1));
    let statement =
        format!("SELECT {ORDER_COLUMNS} FROM sales_order o{sql} ORDER BY o.id {direction} LIMIT ?");
    let mut orders = rows(transaction, "sales_order", &statement, values, |row| order(row, |count| count))?;
    let limit = cast::<usize>(query.limit);
    let more = orders.len() > limit;
    orders.truncate(limit);
    let next: Option<OrderId> = orders.last().filter(|_| more).map(|last| last.id);
    Ok(OrderPage { orders, next, total })
}

fn total(transaction: &dyn Transaction, sql: &str, mut values: Vec<SqlValue<'_>>) -> StoreResult<Total> {
    values.push(integer(i64::from(COUNT_LIMIT) + 1));
    let statement = format!("SELECT count(*) FROM (SELECT 1 FROM sales_order o{sql} LIMIT ?) part");
    let count: i64 = value(transaction, "sales_order", &statement, values)?.unwrap_or_default();
    let exact = count <= i64::from(COUNT_LIMIT);
    let count = if exact { count } else { i64::from(COUNT_LIMIT) };
    Ok(Total { value: cast(count), exact })
}

const UNCONFIRMED: &str = " AND {is_false o.handed_over} AND o.status = 'completed'";
const DUE: &str = " AND EXISTS (SELECT 1 FROM order_setting s WHERE s.org_id = o.org_id \
     AND s.hand_over_since <= o.created_at)";

fn conditions<'v>(
    organisations: &'v OrganisationIds,
    filter: &'v OrderFilter,
) -> (String, Vec<SqlValue<'v>>) {
    let mut sql = " WHERE {no_index o.org_id} {in ? int8}".to_owned();
    let mut values = vec![organisations.write()];
    let mut and = |condition: &str, value: Option<SqlValue<'v>>| {
        if let Some(value) = value {
            sql.push_str(" AND ");
            sql.push_str(condition);
            values.push(value);
        }
    };
    and("o.status = ?", filter.status.as_ref().map(Column::write));
    and("{no_index o.org_id} = ?", filter.organisation.as_ref().map(Column::write));
    and("o.data_source_id = ?", filter.data_source.as_ref().map(Column::write));
    and("o.external_header_id = ?", filter.external_header_id.as_deref().map(text));
    and("o.po_reference_key {in ? text}", filter.po_reference.as_deref().map(key));
    and("{no_index o.po_reference} = ?", filter.po_reference.as_deref().map(text));
    and("o.document_no_key {in ? text}", filter.document_no.as_deref().map(key));
    and("{no_index o.document_no} = ?", filter.document_no.as_deref().map(text));
    and("o.bpartner_id IN (SELECT id FROM bpartner WHERE code = ?)", filter.bpartner.as_deref().map(text));
    and("o.date_ordered >= ?", filter.date_ordered_from.as_ref().map(Column::write));
    and("o.date_ordered <= ?", filter.date_ordered_to.as_ref().map(Column::write));
    and("o.run_id = ?", filter.run.as_ref().map(Column::write));
    match filter.handed_over {
        Some(HandoverFilter::Confirmed) => sql.push_str(" AND {is_true o.handed_over}"),
        // unconfirmed orders have a separate index
        Some(HandoverFilter::Unconfirmed) => sql.push_str(UNCONFIRMED),
        Some(HandoverFilter::Due) => sql.extend([UNCONFIRMED, DUE]),
        None => {}
    }
    (sql, values)
}

/// Returns the possible stored keys of a text.
fn key(words: &str) -> SqlValue<'static> {
    keys::texts(stored_keys(words).iter().map(String::as_str))
}

/// Maximum number of orders that are looked up by id; more are compared one by one.
const FEW: i64 = 30_000;
/// Condition with four ranges, each of the texts with a prefix.
const BEGINNING: &str = "SELECT id FROM sales_order WHERE document_no_key >= ? AND document_no_key < ? \
     UNION ALL SELECT id FROM sales_order WHERE po_reference_key >= ? AND po_reference_key < ? \
     UNION ALL SELECT o.id FROM bpartner p {join} sales_order o ON o.bpartner_id = p.id \
       WHERE p.code_key >= ? AND p.code_key < ? \
     UNION ALL SELECT o.id FROM bpartner p {join} sales_order o ON o.bpartner_id = p.id \
       WHERE p.name_key >= ? AND p.name_key < ?";
/// Orders found by a search, and orders of the partners found.
const FOUND: &str = " UNION ALL SELECT o.id FROM {array ? int8} {join} sales_order o ON o.bpartner_id = k.value \
     UNION ALL SELECT k.value FROM {array ? int8}";
const BEGINS: &str = "{no_index o.document_no_key} >= ? AND {no_index o.document_no_key} < ? \
     OR {no_index o.po_reference_key} >= ? AND {no_index o.po_reference_key} < ? \
     OR {no_index o.bpartner_id} IN (SELECT id FROM bpartner WHERE code_key >= ? AND code_key < ? \
       UNION ALL SELECT id FROM bpartner WHERE name_key >= ? AND name_key < ?)";

/// Returns the condition for orders that begin with a folded text or contain a part of it.
fn searched(
    transaction: &dyn Transaction,
    words: Option<&str>,
    search: Option<&SearchMatches>,
) -> StoreResult<Option<(String, Vec<SqlValue<'static>>)>> {
    let words = words.map(fold).filter(|words| !words.is_empty());
    let Some(words) = words else { return Ok(None) };
    let end = format!("{words}\u{10ffff}");
    let values: Vec<_> = std::iter::repeat_n([owned(words), owned(end)], 4).flatten().collect();
    let (mut ids, mut ids_values, mut are_all) = (BEGINNING.to_owned(), values.clone(), true);
    if let Some(SearchMatches { partners, references, .. }) = search {
        ids.push_str(FOUND);
        ids_values.extend([partners, references].map(|found| keys::numbers(found.ids().iter().copied())));
        are_all = [partners, references].iter().all(|found| matches!(found, MatchingRecords::All(_)));
    }
    if are_all && up_to(transaction, &ids, ids_values.clone(), FEW + 1)? <= FEW {
        return Ok(Some((format!(" AND o.id IN ({ids})"), ids_values)));
    }
    let (compared, more) = search.map(compared).unwrap_or_default();
    Ok(Some((format!(" AND ({BEGINS}{compared})"), values.into_iter().chain(more).collect())))
}

/// Returns the condition that the document of the order or of its partner matches.
fn compared(search: &SearchMatches) -> (String, Vec<SqlValue<'static>>) {
    let (mut sql, mut values) = (String::new(), Vec::new());
    let known = [
        (&search.partners, "search_partner d WHERE d.target_id = o.bpartner_id", "{no_index o.bpartner_id}"),
        (&search.references, "search_order d WHERE d.id = o.id", "{no_index o.id}"),
    ];
    for (found, document, id) in known {
        if let MatchingRecords::All(ids) = found {
            sql.extend([" OR ", id, " IN (SELECT k.value FROM {array ? int8})"]);
            values.push(keys::numbers(ids.iter().copied()));
            continue;
        }
        let Some(terms) = &search.terms else { continue };
        let (compared, more) = terms.compared();
        sql.extend([" OR EXISTS (SELECT 1 FROM ", document, " AND ", compared, ")"]);
        values.extend(more);
    }
    (sql, values)
}

/// `?1` organisations, `?2` candidates.
static OF_CANDIDATES: Statement = Statement::new(
    r"
    SELECT a.candidate_id, a.order_id, o.document_no, a.line
    FROM {array ?2 int8}
    {join} allocation a ON a.candidate_id = k.value AND {is_true a.live}
    {join} sales_order o ON o.id = a.order_id
    WHERE o.org_id {in ?1 int8}
    ORDER BY a.candidate_id
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&OF_CANDIDATES];

pub fn of_candidates(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    candidates: &[CandidateId],
) -> StoreResult<Vec<CandidateOrder>> {
    let values = [organisations.write(), keys::numbers(candidates.iter().map(|id| id.0))];
    rows(transaction, "allocation", &OF_CANDIDATES, values, decode_row)
}

impl FromRow for CandidateOrder {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { candidate: row.read()?, order: row.read()?, document_no: row.read()?, line: row.read()? })
    }
}
