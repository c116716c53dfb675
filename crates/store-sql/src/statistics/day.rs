//! Figures about the present day.

use orderdock_domain::cast;
use std::collections::BTreeMap;

use jiff::Timestamp;
use orderdock_domain::candidate::Status;
use orderdock_domain::ids::DataSourceId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::number::subtract;
use orderdock_domain::order::OrderHeader;
use orderdock_store::{
    ArrivalCounts, AssignedCandidates, Day, DayOrders, DayQuery, DaySpan, MAX_SUMMED, OpenCandidates,
    SourceDays, StatusCounts, StoreResult, quarter_of,
};

use crate::candidates::count::figure;
use crate::candidates::value::{PricedRow, Sums};
use crate::notifications::facts::last_received;
use crate::sql::column::{Column, FromRow, RowReader, integer, text};
use crate::sql::query::{decode_row, first, rows};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::statistics::intake::SPANS;
use crate::{SqlValue, Transaction, sql::keys};

pub fn figures(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: &Reference,
    query: &DayQuery,
) -> StoreResult<Day> {
    let scope = DayReader { transaction, organisations, reference, query };
    let mut day = Day { sources: scope.sources()?, ..Day::default() };
    let Some(today) = query.days.first() else { return Ok(day) };
    (day.open, day.open_whole) = scope.open(today)?;
    day.queue = scope.queue()?;
    for (orders, span) in day.orders.iter_mut().zip(&query.days) {
        *orders = scope.orders(span)?;
    }
    let values = scope.values().into_iter().chain([today.begin.write(), maximum()]);
    let counts =
        first(transaction, "sales_order", &UNTOUCHED, values, |row| Ok((figure(row)?, figure(row)?)))?;
    (day.ordered, day.untouched) = counts.unwrap_or_default();
    Ok(day)
}

/// The oldest candidates with a status. `?4` status, `?5` limit.
static OPEN: Statement = Statement::new(
    r"
    SELECT
        r.created_at, r.currency, r.qty, r.discount, r.price, r.list_price,
        r.list_price IS NOT NULL AND EXISTS (
            SELECT 1
            FROM product_price x
            WHERE x.product_id = r.product_id AND x.uom_id <> r.uom_id
        ),
        s.net
    FROM (
        SELECT c.id
        FROM {state candidate} c {use_index candidate_status}
        WHERE c.status = ?4
          AND {no_index c.org_id} {in ?1 int8}
          AND ({param ?2 int8} IS NULL OR {no_index c.data_source_id} = ?2)
          AND ({param ?3 int8} IS NULL OR {no_index c.org_id} = ?3)
        ORDER BY c.id
        LIMIT ?5
    ) d
    {join} {row candidate} r ON r.id = d.id
    {join} {state candidate} s ON s.id = d.id
    ",
);

/// Candidates that are assigned to a user, grouped by incoming order. `?4` user name.
static QUEUE: Statement = Statement::new(
    r"
    SELECT
        CAST(coalesce(sum(candidates), 0) AS bigint), CAST(coalesce(sum(error), 0) AS bigint),
        count(*), min(came)
    FROM (
        SELECT
            count(*) AS candidates, count(*) FILTER (WHERE c.status = 'error') AS error,
            min(r.created_at) AS came
        FROM {state candidate} c {use_index candidate_assigned_to}
        {join} {row candidate} r ON r.id = c.id
        WHERE c.assigned_to = ?4
          AND {no_index c.status} IN ('new', 'error')
          AND {no_index c.org_id} {in ?1 int8}
          AND ({param ?2 int8} IS NULL OR {no_index c.data_source_id} = ?2)
          AND ({param ?3 int8} IS NULL OR {no_index c.org_id} = ?3)
        GROUP BY c.org_id, c.data_source_id, r.header_group
    ) part
    ",
);

/// The newest orders that were not voided. `?4` from, `?5` before, `?6` limit.
static ORDERS: Statement = Statement::new(
    r"
    SELECT o.allocated, o.total_lines, o.total_tax, o.header
    FROM sales_order o {use_index sales_order_created}
    WHERE o.created_at >= ?4
      AND o.created_at < ?5
      AND o.status = 'completed'
      AND o.org_id {in ?1 int8}
      AND ({param ?2 int8} IS NULL OR o.data_source_id = ?2)
      AND ({param ?3 int8} IS NULL OR o.org_id = ?3)
    ORDER BY o.created_at DESC
    LIMIT ?6
    ",
);

/// Number of ordered candidates, and of those that no user changed; runs do not count as users. `?4` from, `?5` number
/// of orders.
static UNTOUCHED: Statement = Statement::new(
    r"
    SELECT
        count(*),
        CAST(
            coalesce(
                sum(
                    CASE
                        WHEN a.released IS NULL AND NOT EXISTS (
                            SELECT 1
                            FROM candidate_history h
                            WHERE h.candidate_id = a.candidate_id AND h.event <> 'validated'
                        ) THEN 1
                        ELSE 0
                    END
                ),
                0
            ) AS bigint
        )
    FROM (
        SELECT o.id
        FROM sales_order o {use_index sales_order_created}
        WHERE o.created_at >= ?4
          AND o.org_id {in ?1 int8}
          AND ({param ?2 int8} IS NULL OR o.data_source_id = ?2)
          AND ({param ?3 int8} IS NULL OR o.org_id = ?3)
        ORDER BY o.created_at DESC
        LIMIT ?5
    ) o
    {join} allocation a ON a.order_id = o.id AND {is_true a.live}
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&OPEN, &QUEUE, &ORDERS, &UNTOUCHED];

fn maximum() -> SqlValue<'static> {
    integer(cast::<i64>(MAX_SUMMED).saturating_add(1))
}

impl FromRow for AssignedCandidates {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { candidates: figure(row)?, error: figure(row)?, headers: figure(row)?, oldest: row.read()? })
    }
}

struct DayReader<'a> {
    transaction: &'a dyn Transaction,
    organisations: &'a OrganisationIds,
    reference: &'a Reference,
    query: &'a DayQuery,
}

impl<'a> DayReader<'a> {
    fn values(&self) -> [SqlValue<'a>; 3] {
        [self.organisations.write(), self.query.data_source.write(), self.query.organisation.write()]
    }

    /// Returns the open candidates of today, of the week before, and older ones, and whether these are all.
    fn open(&self, today: &DaySpan) -> StoreResult<([OpenCandidates; 3], bool)> {
        let mut ages: [(OpenCandidates, Sums); 3] = Default::default();
        let mut whole = true;
        for status in [Status::Error, Status::New] {
            let mut left = MAX_SUMMED;
            let values = self.values().into_iter().chain([status.write(), maximum()]);
            rows(self.transaction, "candidate", &OPEN, values, |row| {
                let (created, row): (Timestamp, PricedRow) = row.read()?;
                if left == 0 {
                    whole = false;
                    return Ok(());
                }
                left -= 1;
                let (open, sums) = match created {
                    _ if created >= today.begin => &mut ages[0],
                    _ if created >= self.query.week => &mut ages[1],
                    _ => &mut ages[2],
                };
                open.candidates += 1;
                open.unpriced += u64::from(sums.add_row(row, self.reference).is_none());
                Ok(())
            })?;
        }
        Ok((ages.map(|(open, sums)| OpenCandidates { worth: sums.amounts(), ..open }), whole))
    }

    /// Returns the figures of the queue of a user.
    fn queue(&self) -> StoreResult<AssignedCandidates> {
        let values = self.values().into_iter().chain([text(&self.query.assigned)]);
        let queue = first(self.transaction, "candidate", &QUEUE, values, decode_row)?;
        Ok(queue.unwrap_or_default())
    }

    fn orders(&self, span: &DaySpan) -> StoreResult<DayOrders> {
        let mut found = DayOrders { whole: true, ..DayOrders::default() };
        let mut sums = Sums::default();
        let values = self.values().into_iter().chain([span.begin.write(), span.until.write(), maximum()]);
        rows(self.transaction, "sales_order", &ORDERS, values, |row| {
            if found.orders >= MAX_SUMMED as u64 {
                found.whole = false;
                return Ok(());
            }
            found.orders += 1;
            found.candidates += figure(row)?;
            let (lines, tax, header): (_, _, OrderHeader) = row.read()?;
            let net = if header.tax_included { subtract(lines, tax) } else { Some(lines) };
            net.and_then(|net| sums.add(header.currency, net));
            Ok(())
        })?;
        found.worth = sums.amounts();
        Ok(found)
    }

    /// Returns the number of received candidates by data source and day.
    fn sources(&self) -> StoreResult<Vec<SourceDays>> {
        let days = self.query.days.len();
        let spans = self.query.days.iter().flat_map(|DaySpan { begin, until, end }| {
            let [begin, until, end] = [begin, until, end].map(|bound| quarter_of(*bound));
            [(begin, until), (begin, end)]
        });
        let values = self.values().into_iter().chain([keys::number_pairs(spans)]);
        let mut sources: BTreeMap<DataSourceId, Vec<ArrivalCounts>> = BTreeMap::new();
        rows(self.transaction, "candidate_count", &SPANS, values, |row| {
            let span = usize::try_from(row.read::<i64>()?).unwrap_or(usize::MAX);
            let received = sources.entry(row.read()?).or_insert_with(|| vec![ArrivalCounts::default(); days]);
            let all = row.read::<StatusCounts>()?.all();
            if let Some((until, whole)) = received.get_mut(span / 2) {
                *(if span % 2 == 0 { until } else { whole }) = all;
            }
            Ok(())
        })?;
        let before = self.query.days.first().map_or(Timestamp::MAX, |today| today.end);
        let last = |source| last_received(self.transaction, self.organisations, source, before);
        sources
            .into_iter()
            .map(|(data_source, received)| Ok(SourceDays { data_source, received, last: last(data_source)? }))
            .collect()
    }
}
