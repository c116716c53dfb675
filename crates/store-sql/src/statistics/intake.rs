//! Figures about received candidates.

use orderdock_domain::cast;
use std::collections::BTreeMap;

use orderdock_domain::ids::DataSourceId;
use orderdock_domain::problem::ProblemCode;
use orderdock_store::{
    Intake, IntakeQuery, StatusCounts, StoreError, StoreResult, TOP_PROBLEMS, WaitingOrders, quarter_of,
};

use crate::candidates::count::figure;
use crate::processing::failed_runs;
use crate::sql::column::{Column, FromRow, RowReader};
use crate::sql::keys;
use crate::sql::query::{decode_row, first, rows};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction};

pub fn figures(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    query: &IntakeQuery,
) -> StoreResult<Intake> {
    let scope = IntakeReader { transaction, organisations, query };
    let mut intake = Intake {
        spans: vec![StatusCounts::default(); query.bounds.len().saturating_sub(1)],
        ..Intake::default()
    };
    let mut sources: BTreeMap<DataSourceId, StatusCounts> = BTreeMap::new();
    for (span, source, counts) in scope.spans()? {
        if let Some(sum) = intake.spans.get_mut(span) {
            sum.add(counts);
        }
        sources.entry(source).or_default().add(counts);
    }
    intake.sources = sources.into_iter().collect();
    intake.problems = scope.problems()?;
    intake.now = first(transaction, "candidate_count", &NOW, scope.values(), decode_row)?.unwrap_or_default();
    let today = scope.values().into_iter().chain([query.today.write()]);
    intake.processed_today =
        first(transaction, "sales_order", &PROCESSED, today, figure)?.unwrap_or_default();
    intake.oldest_unprocessed = first(transaction, "candidate", &OLDEST, scope.values(), decode_row)?;
    intake.waiting_orders =
        first(transaction, "sales_order", &WAITING, scope.values(), decode_row)?.unwrap_or_default();
    if let (Some(from), Some(to)) = (query.bounds.first(), query.bounds.last()) {
        intake.failed_runs = failed_runs(transaction, organisations, *from, *to)?;
    }
    Ok(intake)
}

/// `?4` pairs: the first quarter of an hour of each span, and the first one after it.
pub static SPANS: Statement = Statement::new(
    r"
    SELECT
        k.key, n.data_source_id, CAST(sum(n.new) AS bigint), CAST(sum(n.error) AS bigint),
        CAST(sum(n.processed) AS bigint), CAST(sum(n.inactive) AS bigint)
    FROM {tuples ?4 int8 int8}
    {join} candidate_count n ON n.quarter >= {tuple 0} AND n.quarter < {tuple 1}
    WHERE n.org_id {in ?1 int8}
      AND ({param ?2 int8} IS NULL OR n.data_source_id = ?2)
      AND ({param ?3 int8} IS NULL OR n.org_id = ?3)
    GROUP BY k.key, n.data_source_id
    ",
);

static NOW: Statement = Statement::new(
    r"
    SELECT
        CAST(sum(n.new) AS bigint), CAST(sum(n.error) AS bigint),
        CAST(sum(n.processed) AS bigint), CAST(sum(n.inactive) AS bigint)
    FROM candidate_count n
    WHERE n.quarter = 0
      AND n.org_id {in ?1 int8}
      AND ({param ?2 int8} IS NULL OR n.data_source_id = ?2)
      AND ({param ?3 int8} IS NULL OR n.org_id = ?3)
    ",
);

/// Excluded candidates keep their problems but are not in error. The index covers all columns of the candidate.
/// `?4` limit.
static PROBLEMS: Statement = Statement::new(
    r"
    SELECT p.code, count(*)
    FROM candidate_problem p
    {join} {state candidate} c {use_index candidate_status}
        ON c.status = 'error' AND c.id = p.candidate_id
    WHERE {no_index c.org_id} {in ?1 int8}
      AND ({param ?2 int8} IS NULL OR {no_index c.data_source_id} = ?2)
      AND ({param ?3 int8} IS NULL OR {no_index c.org_id} = ?3)
    GROUP BY p.code
    ORDER BY 2 DESC, 1
    LIMIT ?4
    ",
);

/// `?4` start.
static PROCESSED: Statement = Statement::new(
    r"
    SELECT CAST(sum(o.allocated) AS bigint)
    FROM sales_order o {use_index sales_order_created}
    WHERE o.created_at >= ?4
      AND o.org_id {in ?1 int8}
      AND ({param ?2 int8} IS NULL OR o.data_source_id = ?2)
      AND ({param ?3 int8} IS NULL OR o.org_id = ?3)
    ",
);

/// Orders whose transfer is pending, in organisations with transfers, created since these were enabled.
static WAITING: Statement = Statement::new(
    r"
    SELECT count(*), min(o.created_at)
    FROM order_setting s
    {join} sales_order o {use_index sales_order_waiting}
        ON o.org_id = s.org_id
          AND {is_false o.handed_over}
          AND o.status = 'completed'
          AND o.created_at >= s.hand_over_since
    WHERE s.hand_over_since IS NOT NULL
      AND s.org_id {in ?1 int8}
      AND ({param ?2 int8} IS NULL OR o.data_source_id = ?2)
      AND ({param ?3 int8} IS NULL OR s.org_id = ?3)
    ",
);

static OLDEST: Statement = Statement::new(
    r"
    SELECT id, created_at
    FROM {row candidate}
    WHERE id = (
        SELECT min(oldest.id)
        FROM (
            SELECT min(c.id) AS id
            FROM {state candidate} c {use_index candidate_status}
            WHERE c.status = 'new'
              AND {no_index c.org_id} {in ?1 int8}
              AND ({param ?2 int8} IS NULL OR {no_index c.data_source_id} = ?2)
              AND ({param ?3 int8} IS NULL OR {no_index c.org_id} = ?3)
            UNION ALL
            SELECT min(c.id)
            FROM {state candidate} c {use_index candidate_status}
            WHERE c.status = 'error'
              AND {no_index c.org_id} {in ?1 int8}
              AND ({param ?2 int8} IS NULL OR {no_index c.data_source_id} = ?2)
              AND ({param ?3 int8} IS NULL OR {no_index c.org_id} = ?3)
        ) oldest
    )
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&SPANS, &NOW, &PROBLEMS, &PROCESSED, &WAITING, &OLDEST];

impl FromRow for WaitingOrders {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { count: figure(row)?, oldest: row.read()? })
    }
}

struct IntakeReader<'a> {
    transaction: &'a dyn Transaction,
    organisations: &'a OrganisationIds,
    query: &'a IntakeQuery,
}

impl<'a> IntakeReader<'a> {
    fn values(&self) -> [SqlValue<'a>; 3] {
        [self.organisations.write(), self.query.data_source.write(), self.query.organisation.write()]
    }

    fn spans(&self) -> StoreResult<Vec<(usize, DataSourceId, StatusCounts)>> {
        let quarters: Vec<_> = self.query.bounds.iter().map(|bound| quarter_of(*bound)).collect();
        let spans = quarters.iter().zip(quarters.iter().skip(1)).map(|(from, to)| (*from, *to));
        let values = self.values().into_iter().chain([keys::number_pairs(spans)]);
        rows(self.transaction, "candidate_count", &SPANS, values, |row| {
            let span = usize::try_from(row.read::<i64>()?).unwrap_or(usize::MAX);
            Ok((span, row.read()?, row.read()?))
        })
    }

    fn problems(&self) -> StoreResult<Vec<(ProblemCode, u64)>> {
        let maximum = cast::<i64>(TOP_PROBLEMS);
        let values = self.values().into_iter().chain([crate::sql::column::integer(maximum)]);
        rows(self.transaction, "candidate_problem", &PROBLEMS, values, |row| {
            let word: String = row.read()?;
            let fault = || StoreError::Inconsistent { place: "candidate_problem", fault: word.clone() };
            Ok((ProblemCode::parse(&word).ok_or_else(fault)?, figure(row)?))
        })
    }
}
