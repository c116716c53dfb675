//! Lists of orders. The statement is put together from the fragments in this file; what a caller sends is only
//! ever bound.

use orderdock_domain::ids::{CandidateId, OrderId};
use orderdock_store::{CandidateOrder, OrderFilter, OrderPage, OrderQuery, StoreResult, Total};
use rusqlite::Connection;
use rusqlite::types::ToSqlOutput;

use super::read::{head, head_columns};
use crate::column::{Column, integer, rows, text, value};
use crate::keys;
use crate::scope::OrganisationIds;

/// More matches are not counted.
const COUNT_LIMIT: u32 = 100_000;

pub fn find(
    connection: &Connection,
    organisations: &OrganisationIds,
    query: &OrderQuery,
) -> StoreResult<OrderPage> {
    let total = total(connection, organisations, &query.filter)?;
    let (mut sql, mut values) = conditions(organisations, &query.filter);
    let (compare, direction) = if query.descending { ("<", "DESC") } else { (">", "ASC") };
    if let Some(after) = &query.after {
        sql.extend([" AND o.id ", compare, " ?"]);
        values.push(after.write());
    }
    values.push(integer(i64::from(query.limit) + 1));
    let columns = head_columns!();
    let statement = format!("SELECT {columns} FROM sales_order o{sql} ORDER BY o.id {direction} LIMIT ?");
    let mut orders = rows(connection, "sales_order", &statement, values, head)?;
    let limit = usize::try_from(query.limit).unwrap_or(usize::MAX);
    let more = orders.len() > limit;
    orders.truncate(limit);
    let next: Option<OrderId> = orders.last().filter(|_| more).map(|last| last.id);
    Ok(OrderPage { orders, next, total })
}

fn total(
    connection: &Connection,
    organisations: &OrganisationIds,
    filter: &OrderFilter,
) -> StoreResult<Total> {
    let (sql, mut values) = conditions(organisations, filter);
    values.push(integer(i64::from(COUNT_LIMIT) + 1));
    let statement = format!("SELECT count(*) FROM (SELECT 1 FROM sales_order o{sql} LIMIT ?)");
    let count: i64 = value(connection, "sales_order", &statement, values)?.unwrap_or_default();
    let exact = count <= i64::from(COUNT_LIMIT);
    let count = if exact { count } else { i64::from(COUNT_LIMIT) };
    Ok(Total { value: u64::try_from(count).unwrap_or_default(), exact })
}

fn conditions<'v>(
    organisations: &'v OrganisationIds,
    filter: &'v OrderFilter,
) -> (String, Vec<ToSqlOutput<'v>>) {
    let mut sql = " WHERE +o.org_id IN (SELECT value FROM json_each(?))".to_owned();
    let mut values = vec![organisations.write()];
    let mut and = |condition: &str, value: Option<ToSqlOutput<'v>>| {
        if let Some(value) = value {
            sql.push_str(" AND ");
            sql.push_str(condition);
            values.push(value);
        }
    };
    and("o.status = ?", filter.status.as_ref().map(Column::write));
    and("+o.org_id = ?", filter.organisation.as_ref().map(Column::write));
    and("o.data_source_id = ?", filter.data_source.as_ref().map(Column::write));
    and("o.external_header_id = ?", filter.external_header_id.as_deref().map(text));
    and("o.po_reference = ?", filter.po_reference.as_deref().map(text));
    and("o.document_no = ?", filter.document_no.as_deref().map(text));
    and("o.bpartner_id IN (SELECT id FROM bpartner WHERE code = ?)", filter.bpartner.as_deref().map(text));
    and("o.date_ordered >= ?", filter.date_ordered_from.as_ref().map(Column::write));
    and("o.date_ordered <= ?", filter.date_ordered_to.as_ref().map(Column::write));
    and("o.run_id = ?", filter.run.as_ref().map(Column::write));
    (sql, values)
}

/// `?1` organisations, `?2` candidates.
const OF_CANDIDATES: &str = "SELECT a.candidate_id, a.order_id, o.document_no, a.line
     FROM json_each(?2) k CROSS JOIN allocation a ON a.candidate_id = k.value AND a.live = 1
     CROSS JOIN sales_order o ON o.id = a.order_id
     WHERE o.org_id IN (SELECT value FROM json_each(?1)) ORDER BY a.candidate_id";

pub fn of_candidates(
    connection: &Connection,
    organisations: &OrganisationIds,
    candidates: &[CandidateId],
) -> StoreResult<Vec<CandidateOrder>> {
    let values = [organisations.write(), keys::numbers(candidates.iter().map(|id| id.0))];
    rows(connection, "allocation", OF_CANDIDATES, values, |fields| {
        Ok(CandidateOrder {
            candidate: fields.take()?,
            order: fields.take()?,
            document_no: fields.take()?,
            line: fields.take()?,
        })
    })
}
